"""A game that checks itself: after every event its invariants are compared with a second, simpler model.

The model also gives what each viewer may see. Except in `dobon-sato`, reference rules check turns, calls and ends too.
"""

from collections import Counter
from typing import Any

import orjson

from domain.dobon.opening import openings
from domain.doubt.hand import away_from, pile_of
from domain.game.fold import apply, fold
from domain.game.game import Game, actions, view
from domain.log.events import SERVER, SPECTATOR, Event, seen_by
from domain.log.upcasting import logged
from domain.ruleset.cards import CODES, codes
from domain.ruleset.windows import asked
from domain.running.commands import due
from prove.harness.json_values import canonical_text, named_cards
from prove.harness.match import BEATING, DOUBT, DURAK, KAWAGOE, Match
from tests.domain.beating.reference_durak import Durak
from tests.domain.beating.reference_leads import Leads
from tests.domain.beating.reference_rules import BeatingRound
from tests.domain.dobon.reference_cards import Cards
from tests.domain.dobon.reference_rules import KawagoeRound, makes, number
from tests.domain.doubt.reference_rules import DoubtRound


class CheckedMatch(Match):
    """A match that checks everything after every event."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.cards: Cards | None = None
        self.kawagoe: KawagoeRound | None = None
        self.doubt: DoubtRound | None = None
        "The reference model of Doubt: cards and rules."
        self.beating: BeatingRound | None = None
        "The reference model of a beating game: cards and rules."
        self.scores: list[int] = []
        self.restored: dict[int, str] = {}
        super().__init__(*args, **kwargs)

    def observe(self, event: Event) -> None:
        """Check every viewer against the reference model."""
        assert event.version == len(self.log)
        assert event.at == self.now
        assert self.game.head == event.digest
        held = [{*hand} for hand in self.doubt.hands] if self.doubt else []
        self._update_models(event)
        self._check_stored(SERVER, event)
        for viewer in self.viewers():
            self._check_stored(viewer, event)
            if self.cards is not None:
                self._check_sight(self.cards, viewer, event)
            if self.doubt is not None:
                self._check_sight_of_doubt(self.doubt, held, viewer, event)
        if self.cards is not None:
            self._check_table(self.cards)
        if self.doubt is not None:
            self._check_table_of_doubt(self.doubt)
        if self.beating is not None:
            self._check_beating(self.beating, event)

    def _update_models(self, recorded: Event) -> None:
        game, event = self.game, logged(recorded)
        seats, kawagoe = len(game.seats), game.ruleset.key == KAWAGOE
        if game.ruleset.key == DOUBT:
            if event.type == "round-dealt":
                self.doubt = DoubtRound(event, seats, game.options)
                self.scores = self.scores or [0] * seats
            elif self.doubt is not None:
                self.doubt.record(event)
        elif game.ruleset.key in BEATING:
            if event.type == "round-dealt":
                made = Durak if game.ruleset.key == DURAK else Leads
                self.beating = made(event, seats, game.options)
                self.scores = self.scores or [0] * seats
            elif self.beating is not None:
                self.beating.record(event)
        elif event.type == "round-dealt":
            self.cards = Cards(event, seats, 54 if kawagoe else 52)
            self.kawagoe = KawagoeRound(event, seats, game.options) if kawagoe else None
            self.scores = self.scores or [0] * seats
        elif self.cards is not None:
            if self.kawagoe is not None:
                self.kawagoe.judge(event, self.cards)
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
        """Check that every card is in one place, the one where the model has it."""
        table = self.game.table
        assert cards.everywhere() == cards.deck
        assert [CODES[card] for card in reversed(self.game.state.deck)] == cards.next
        assert table.stock == len(cards.next)
        assert set(cards.next) == cards.stock
        assert {CODES[card] for card in table.pile} == cards.pile
        for seat in range(len(self.game.seats)):
            assert {CODES[card] for card in (*self.game.cards(seat), *table.shown[seat])} == cards.held(seat)

    def _check_sight(self, cards: Cards, viewer: int, event: Event) -> None:
        """Check that the viewer's view and event name only cards the viewer may see.

        Check also that the seat's actions are those the server lists for it.
        """
        game = self.of(viewer)
        seen, shown = seen_by(event, viewer), view(game, viewer)
        allowed = cards.may_see(viewer)
        # The result of the previous round stays, and names cards of that round.
        assert set(named_cards({**shown, "result": None})) <= allowed
        assert set(named_cards(logged(seen).json())) <= allowed
        if game.status == "playing":
            hands = [cards.hand(seat, viewer) for seat in range(len(game.seats))]
            assert shown["round"]["hands"] == hands
            assert shown["round"]["stock"] == len(cards.stock)
            assert shown["round"]["board"]["top"] == cards.board
            assert shown["round"]["board"]["pile"] == len(cards.pile)
            assert asked(game.state) == cards.waited_for(viewer)
            if game.table.window:
                laid = [(seat, codes(answer.cards)) for seat, answer in openings(game.state)]
                assert laid == [answer for answer in cards.laid if answer[0] == viewer]
        if viewer != SPECTATOR:
            assert actions(game, viewer) == actions(self.game, viewer)

    def _check_table_of_doubt(self, model: DoubtRound) -> None:
        """Check that every card is in one place, the one where the model has it, and the turn with its number."""
        table = self.game.table
        assert [Counter(codes(self.game.cards(seat))) for seat in range(len(table.sizes))] == model.hands
        assert (len(table.pile), table.away) == (len(model.pile), model.away.total())
        if not table.over:
            assert codes(pile_of(self.game.state)) == model.pile
            assert Counter(codes(away_from(self.game.state))) == model.away
        assert (table.success, table.out, table.plays, table.over) == (
            model.success,
            model.out,
            model.plays,
            model.over,
        )
        assert table.window == (model.play.version if model.play else 0)
        assert {*asked(self.game.state)} == {*model.asked()} - model.declined
        if not model.owed and self.game.status == "playing":
            assert due(self.game) == model.limit()
        if not model.play and not model.owed and not model.over:
            assert (table.turn, table.number, table.deadline) == (model.turn, model.number, model.deadline)

    def _check_sight_of_doubt(self, model: DoubtRound, held: list[set[str]], viewer: int, event: Event) -> None:
        """Check the named cards: of the own hand (before or after), of a doubt, and at the end of all hands."""
        game = self.of(viewer)
        seen, shown = seen_by(event, viewer), view(game, viewer)
        own = {*model.hands[viewer]} if viewer >= 0 else set()
        told = own | held[viewer] if viewer >= 0 and held else own
        if event.type == "doubt-called":
            told = told | {*model.pile[-len(event.public.cards) :]}
        if model.over:
            told, own = {*model.deck}, {*model.deck}
        assert set(named_cards(logged(seen).json())) <= told
        assert set(named_cards({**shown, "result": None})) <= own
        if shown["round"] is not None:
            assert shown["round"]["hands"] == [model.hand(seat, viewer) for seat in range(len(game.seats))]
            assert shown["round"]["board"]["pile"] == len(model.pile)
            assert not {*named_cards(shown["round"]["board"])}, "no view names cards of the pile"
        if game.status == "playing":
            assert model.owed or shown["round"]["waiting_for"] == model.waited_for(viewer)
        if viewer != SPECTATOR:
            assert actions(game, viewer) == actions(self.game, viewer)

    def _check_beating(self, model: BeatingRound, event: Event) -> None:
        """Check that after each whole command every card is where the model has it.

        A viewer sees only own cards and cards that were face up.
        """
        settled = not model.owed
        table = self.game.table
        if settled:
            assert [{*codes(self.game.cards(seat))} for seat in range(len(table.sizes))] == model.hands
            assert codes(self.game.state.deck[::-1]) == model.stock
            assert [
                [CODES[card], by, beater if beater is None else CODES[beater]] for card, by, beater in table.attacks
            ] == model.laid
            assert {*codes(table.discard)} == model.away
            assert (table.out, table.stall, table.over) == (model.out, model.stall, model.over)
            assert [{*codes(cards)} for cards in table.known] == (
                [set()] * len(table.known) if model.over else model.known
            )
            assert {*codes(table.seen)} == model.turned_up & {*model.stock}
        for viewer in self.viewers():
            game = self.of(viewer)
            seen, shown = seen_by(event, viewer), view(game, viewer)
            own = {*codes(card for card in game.cards(viewer) if card is not None)} if viewer >= 0 else set()
            assert {*named_cards(seen.public), *named_cards(seen.sealed)} <= own | model.open
            board = shown["round"]["board"]
            lying = {code for attack in board["attacks"] for code in (attack["card"], attack["beaten_with"])} | {
                board["trump_card"]
            }
            assert {*named_cards({**shown, "result": None})} <= (model.everything if model.over else own | lying)
            if settled:
                assert shown["round"]["hands"] == [model.hand(seat, viewer) for seat in range(len(game.seats))]
                assert (model.asked is None) == model.over
                holder = [
                    seat for seat, cards in enumerate(model.known) if board["trump_card"] in cards and not model.over
                ]
                assert board["trump_holder"] == (holder[0] if holder else None)
                if model.asked is not None:
                    assert shown["round"]["waiting_for"] == [model.asked["seat"]]
                    assert due(game) == model.asked["deadline"]
            if viewer != SPECTATOR:
                assert actions(game, viewer) == actions(self.game, viewer)
                rules, options = game.ruleset, game.options
                hands = (state.hands[viewer] for state in (game.state, self.game.state))
                own, servers = (rules.refused(table, hand, viewer, options) for hand in hands)
                assert own == servers

    def _check_stored(self, viewer: int, event: Event) -> None:
        """Check that a fold stored as text at every version equals the fold in memory, byte for byte."""
        game = self.of(viewer)
        stored = self.restored.get(viewer)
        if stored is None:
            stored = canonical_text(fold(self.id, self.seen(viewer)[: event.version - 1]).stored())
        restored = Game.from_stored(orjson.loads(stored))
        apply(restored, seen_by(event, viewer))
        assert restored == game
        self.restored[viewer] = canonical_text(restored.stored())
        assert self.restored[viewer] == canonical_text(game.stored())
        assert canonical_text(view(restored, viewer)) == canonical_text(view(game, viewer))

    def finish(self) -> None:
        """Check the log as a whole: folded from its beginning it equals the fold that grew with it."""
        for viewer in self.viewers():
            assert canonical_text(fold(self.id, self.seen(viewer)).stored()) == canonical_text(self.of(viewer).stored())
        assert canonical_text(fold(self.id, self.log).stored()) == canonical_text(self.game.stored())
