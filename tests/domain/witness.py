"""A game that is watched: after every event, what must always hold is checked against a second, simpler bookkeeping.

From that follows what each viewer may see. Of all but `dobon-sato` an umpire checks turns, calls and ends too.
"""

import re
from collections import Counter
from typing import Any

import orjson

from domain.cards import CARDS, CODES, codes
from domain.commands import due
from domain.events import SERVER, SPECTATOR, Event, seen_by
from domain.game import Game, actions, apply, fold, view
from tests.domain.bookkeeping import Cards
from tests.domain.games import BEATING, DOUBT, DURAK, KAWAGOE, Match
from tests.domain.umpire import Umpire, makes, number
from tests.domain.umpire_beating import Books as BeatingBooks
from tests.domain.umpire_doubt import Books
from tests.domain.umpire_durak import Durak
from tests.domain.umpire_leads import Leads

CODE = re.compile(f'"({"|".join(sorted(CARDS))})"(?!:)')
"""A card code that is a JSON string, and no key of an object."""


def named(value: Any) -> list[str]:
    """Every card code that stands anywhere in JSON values, as often as it stands there."""
    return CODE.findall(text(value))


def text(value: Any) -> str:
    """JSON values in one spelling."""
    return orjson.dumps(value, option=ONE_SPELLING).decode()


ONE_SPELLING = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS
"""With these options a value that is no plain JSON value is an error."""


class Witness(Match):
    """A match in which everything is checked after every event."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.cards: Cards | None = None
        self.umpire: Umpire | None = None
        self.books: Books | None = None
        "Both of Doubt."
        self.beating: BeatingBooks | None = None
        "Both of a beating game."
        self.scores: list[int] = []
        self.restored: dict[int, str] = {}
        super().__init__(*args, **kwargs)

    def observe(self, event: Event) -> None:
        """Check every viewer against the bookkeeping."""
        assert event.version == len(self.log)
        assert event.at == self.now
        assert self.game.head == event.digest
        held = [{*hand} for hand in self.books.hands] if self.books else []
        self._keep_books(event)
        self._check_stored(SERVER, event)
        for viewer in self.viewers():
            self._check_stored(viewer, event)
            if self.cards is not None:
                self._check_sight(self.cards, viewer, event)
            if self.books is not None:
                self._check_sight_of_doubt(self.books, held, viewer, event)
        if self.cards is not None:
            self._check_table(self.cards)
        if self.books is not None:
            self._check_table_of_doubt(self.books)
        if self.beating is not None:
            self._check_beating(self.beating, event)

    def _keep_books(self, event: Event) -> None:
        game = self.game
        seats, kawagoe = len(game.seats), game.ruleset.key == KAWAGOE
        if game.ruleset.key == DOUBT:
            if event.type == "round-dealt":
                self.books = Books(event, seats, game.options)
                self.scores = self.scores or [0] * seats
            elif self.books is not None:
                self.books.record(event)
        elif game.ruleset.key in BEATING:
            if event.type == "round-dealt":
                made = Durak if game.ruleset.key == DURAK else Leads
                self.beating = made(event, seats, game.options)
                self.scores = self.scores or [0] * seats
            elif self.beating is not None:
                self.beating.record(event)
        elif event.type == "round-dealt":
            self.cards = Cards(event, seats, 54 if kawagoe else 52)
            self.umpire = Umpire(event, seats, game.options) if kawagoe else None
            self.scores = self.scores or [0] * seats
        elif self.cards is not None:
            if self.umpire is not None:
                self.umpire.judge(event, self.cards)
            elif event.type == "dobon-called":
                hand = [number(card) for card in self.cards.held(event.public["seat"])]
                assert event.public["valid"] == makes(hand, number(event.public["card"]))
                assert event.public["valid"] == bool(event.public["formulas"])
            self.cards.record(event, game.options["false_claim"] in ("expose", "lose"))
        if event.type == "round-ended":
            points = event.public["points"]
            self.scores = [score + point for score, point in zip(self.scores, points, strict=True)]
            assert game.scores == self.scores

    def _check_table(self, cards: Cards) -> None:
        """Every card is in one place, the one where the bookkeeping has it."""
        table = self.game.table
        assert cards.everywhere() == cards.deck
        assert [CODES[card] for card in reversed(table.stock)] == cards.next
        assert set(cards.next) == cards.stock
        assert {CODES[card] for card in table.pile} == cards.pile
        for seat in range(len(self.game.seats)):
            assert {CODES[card] for card in table.hand(seat)} == cards.held(seat)

    def _check_sight(self, cards: Cards, viewer: int, event: Event) -> None:
        """The viewer's view and event name what the viewer may see, and no more; the seat's actions are those the server has for it."""
        game = self.of(viewer)
        seen, shown = seen_by(event, viewer), view(game, viewer)
        allowed = cards.may_see(viewer)
        # The result of the round before stays; it names cards of that round.
        assert set(named({**shown, "result": None})) <= allowed
        assert set(named(seen.public)) | set(named(seen.sealed)) <= allowed
        if game.status == "playing":
            hands = [cards.hand(seat, viewer) for seat in range(len(game.seats))]
            assert shown["round"]["hands"] == hands
            assert shown["round"]["stock"] == len(cards.stock)
            assert shown["round"]["board"]["top"] == cards.board
            assert shown["round"]["board"]["pile"] == len(cards.pile)
            assert game.table.asked == cards.waited_for(viewer)
            laid = [(answer.seat, codes(answer.cards)) for answer in game.table.openings]
            assert laid == [answer for answer in cards.laid if answer[0] == viewer]
        if viewer != SPECTATOR:
            assert actions(game, viewer) == actions(self.game, viewer)

    def _check_table_of_doubt(self, books: Books) -> None:
        """Every card is in one place, the one where the books have it; and whose turn it is, with which number."""
        table = self.game.table
        assert [Counter(codes(hand)) for hand in table.hands] == books.hands
        assert codes(laid.card for laid in table.pile) == books.pile
        assert Counter(codes(table.away)) == books.away
        assert (table.success, table.out, table.plays, table.over) == (
            books.success,
            books.out,
            books.plays,
            books.over,
        )
        assert table.window == (books.play.version if books.play else 0)
        assert set(table.asked) == {*books.asked()} - books.declined
        if not books.owed and self.game.status == "playing":
            assert due(self.game) == books.limit()
        if not books.play and not books.owed and not books.over:
            assert (table.turn, table.number, table.deadline) == (books.turn, books.number, books.deadline)

    def _check_sight_of_doubt(self, books: Books, held: list[set[str]], viewer: int, event: Event) -> None:
        """Cards that anybody is told of are those of the own hand, before or after, those of a doubt, and at the end all hands."""
        game = self.of(viewer)
        seen, shown = seen_by(event, viewer), view(game, viewer)
        own = {*books.hands[viewer]} if viewer >= 0 else set()
        told = own | held[viewer] if viewer >= 0 and held else own
        if event.type == "doubt-called":
            told = told | {*books.pile[-len(event.public["cards"]) :]}
        if books.over:
            told, own = {*books.deck}, {*books.deck}
        assert set(named(seen.public)) | set(named(seen.sealed)) <= told
        assert set(named({**shown, "result": None})) <= own
        if shown["round"] is not None:
            assert shown["round"]["hands"] == [books.hand(seat, viewer) for seat in range(len(game.seats))]
            assert shown["round"]["board"]["pile"] == len(books.pile)
            assert not {*named(shown["round"]["board"])}, "what lies in the pile is in no view"
        if game.status == "playing":
            assert books.owed or shown["round"]["waiting_for"] == books.waited_for(viewer)
        if viewer != SPECTATOR:
            assert actions(game, viewer) == actions(self.game, viewer)

    def _check_beating(self, books: BeatingBooks, event: Event) -> None:
        """When a command is told to its end every card is where the books have it. Nobody is told of cards but their own and those that lay open."""
        settled = not books.owed
        table = self.game.table
        if settled:
            assert [{*codes(hand)} for hand in table.hands] == books.hands
            assert codes(table.stock[::-1]) == books.stock
            assert [
                [CODES[card], by, beater if beater is None else CODES[beater]] for card, by, beater in table.attacks
            ] == books.laid
            assert {*codes(table.discard)} == books.away
            assert (table.out, table.stall, table.over) == (books.out, books.stall, books.over)
            assert [{*codes(cards)} for cards in table.known] == (
                [set()] * len(table.known) if books.over else books.known
            )
            assert {*codes(table.seen)} == books.turned_up & {*books.stock}
        for viewer in self.viewers():
            game = self.of(viewer)
            seen, shown = seen_by(event, viewer), view(game, viewer)
            own = {*codes(card for card in game.table.hands[viewer] if card is not None)} if viewer >= 0 else set()
            assert {*named(seen.public), *named(seen.sealed)} <= own | books.open
            board = shown["round"]["board"]
            lying = {code for attack in board["attacks"] for code in (attack["card"], attack["beaten_with"])} | {
                board["trump_card"]
            }
            assert {*named({**shown, "result": None})} <= (books.everything if books.over else own | lying)
            if settled:
                assert shown["round"]["hands"] == [books.hand(seat, viewer) for seat in range(len(game.seats))]
                assert (books.asked is None) == books.over
                holder = [
                    seat for seat, cards in enumerate(books.known) if board["trump_card"] in cards and not books.over
                ]
                assert board["trump_holder"] == (holder[0] if holder else None)
                if books.asked is not None:
                    assert shown["round"]["waiting_for"] == [books.asked["seat"]]
                    assert due(game) == books.asked["deadline"]
            if viewer != SPECTATOR:
                assert actions(game, viewer) == actions(self.game, viewer)
                rules, options = game.ruleset, game.options
                assert rules.refused(game.table, viewer, options) == rules.refused(table, viewer, options)

    def _check_stored(self, viewer: int, event: Event) -> None:
        """A fold that went through text at every version is the one that never did, byte for byte."""
        game = self.of(viewer)
        stored = self.restored.get(viewer)
        if stored is None:
            stored = text(fold(self.id, self.seen(viewer)[: event.version - 1]).stored())
        restored = Game.from_stored(orjson.loads(stored))
        apply(restored, seen_by(event, viewer))
        assert restored == game
        self.restored[viewer] = text(restored.stored())
        assert self.restored[viewer] == text(game.stored())
        assert text(view(restored, viewer)) == text(view(game, viewer))

    def finish(self) -> None:
        """What holds of a log as a whole: folded from its beginning it is what was folded while it grew."""
        for viewer in self.viewers():
            assert text(fold(self.id, self.seen(viewer)).stored()) == text(self.of(viewer).stored())
        assert text(fold(self.id, self.log).stored()) == text(self.game.stored())
