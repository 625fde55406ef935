"""A game that is watched: after every event, what must always hold is checked against a second, simpler bookkeeping.

The bookkeeping knows sets of cards and no tables: where each card is, and which cards lie open. From it follows what each viewer may see.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from operator import add, mul, sub, truediv
from typing import Any

from domain.cards import CARDS, CODES, HIDDEN, RANK
from domain.events import SERVER, SPECTATOR, TABLE, Event, seen_by
from domain.game import Game, actions, apply, fold, view
from tests.domain.games import Match


def named(value: Any) -> Iterator[str]:
    """Every card code that stands anywhere in JSON values."""
    if isinstance(value, str):
        if value in CARDS:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from named(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from named(inner)


def text(value: Any) -> str:
    """JSON values in one spelling."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def makes(numbers: list[int], number: int) -> bool:
    """Rulebook 1.6 by trying: one operator everywhere, every order, from left to right, exactly."""
    if not numbers:
        return False
    # Where the order of all but the first cannot matter any more, six cards in every order are enough to have shown it.
    orders = (
        permutations(numbers)
        if len(numbers) <= 6
        else ((n, *numbers[:i], *numbers[i + 1 :]) for i, n in enumerate(numbers))
    )
    for order in orders:
        for operator in (add, sub, mul, truediv):
            value: Any = Fraction(order[0])
            for other in order[1:]:
                value = operator(value, other)
            if value == number:
                return True
    return False


class Cards:
    """Where the cards of a round are, and who may know it."""

    def __init__(self, dealt: Event, seats: int) -> None:
        self.closed = [set(dealt.sealed[str(seat)]["cards"]) for seat in range(seats)]
        self.open: list[set[str]] = [set() for _ in range(seats)]
        self.stock = set(dealt.sealed[TABLE]["stock"])
        self.pile = {dealt.public["top"]}
        self.top: str = dealt.public["top"]
        self.asked = set(dealt.public["asked"])
        self.declined: set[int] = set()
        self.over = False

    def record(self, event: Event, shows_false_calls: bool) -> None:
        public, seat = event.public, event.public.get("seat", 0)
        if event.type == "cards-played":
            self.closed[seat] -= set(public["cards"])
            self.open[seat] -= set(public["cards"])
            self.pile |= set(public["cards"])
            self.top = public["cards"][-1]
            self._ask(public["asked"])
        elif event.type == "cards-drawn":
            drawn = set(event.sealed[str(seat)]["cards"])
            assert drawn <= self.stock, "only cards of the stock are drawn"
            self.stock -= drawn
            self.closed[seat] |= drawn
        elif event.type == "stock-reshuffled":
            self.stock |= self.pile - {self.top}
            self.pile = {self.top}
        elif event.type == "hand-opened" or (event.type == "dobon-called" and (public["valid"] or shows_false_calls)):
            self.open[seat] |= self.closed[seat]
            self.closed[seat] = set()
        if event.type == "dobon-called":
            self.asked.discard(seat)
            if public["valid"]:
                self._ask(public["asked"])
        elif event.type == "call-declined":
            [self_declared] = [int(part) for part, answer in event.sealed.items() if answer["declined"]]
            self.declined.add(self_declared)
        elif event.type in ("window-closed", "round-ended"):
            self._ask([])
            self.over = event.type == "round-ended"

    def _ask(self, seats: list[int]) -> None:
        self.asked, self.declined = set(seats), set()

    def may_see(self, viewer: int) -> set[str]:
        """Cards whose place the viewer may know."""
        if self.over:
            return set(CODES[:52])
        return self.pile.union(*self.open, self.closed[viewer] if viewer >= 0 else set())

    def hand(self, seat: int, viewer: int) -> list[str]:
        """A hand as the viewer may see it."""
        if self.over or seat == viewer:
            return _sorted(self.open[seat] | self.closed[seat])
        return [*_sorted(self.open[seat]), *[HIDDEN] * len(self.closed[seat])]

    def everywhere(self) -> list[str]:
        """Every card in every place."""
        return _sorted([card for place in (*self.closed, *self.open, self.stock, self.pile) for card in place])


def _sorted(cards: Any) -> list[str]:
    return sorted(cards, key=CARDS.__getitem__)


class Witness(Match):
    """A match in which everything is checked after every event."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.cards: Cards | None = None
        self.restored: dict[int, str] = {}
        super().__init__(*args, **kwargs)

    def observe(self, event: Event) -> None:
        """Check every viewer against the bookkeeping."""
        assert event.version == len(self.log)
        assert event.at == self.now
        assert self.game.head == event.digest
        if event.type == "round-dealt":
            self.cards = Cards(event, len(self.game.seats))
        elif self.cards is not None:
            self.cards.record(event, self.game.options["false_claim"] in ("expose", "lose"))
        self._check_stored(SERVER, event)
        for viewer in self.viewers():
            self._check_stored(viewer, event)
            if self.cards is not None:
                self._check_sight(self.cards, viewer, event)
        if self.cards is not None:
            self._check_table(self.cards)
        if event.type == "dobon-called":
            hand = self.game.table.hand(event.public["seat"])
            top = RANK[CARDS[event.public["card"]]]
            assert event.public["valid"] == makes([RANK[card] for card in hand], top)
            assert event.public["valid"] == bool(event.public["formulas"])

    def _check_table(self, cards: Cards) -> None:
        """Every card is in one place, the one where the bookkeeping has it."""
        table = self.game.table
        assert cards.everywhere() == CODES_52
        assert {CODES[card] for card in table.stock} == cards.stock
        assert {CODES[card] for card in table.pile} == cards.pile
        for seat in range(len(self.game.seats)):
            assert {CODES[card] for card in table.hand(seat)} == cards.closed[seat] | cards.open[seat]

    def _check_sight(self, cards: Cards, viewer: int, event: Event) -> None:
        """The viewer's view and event name what the viewer may see, and no more; the seat's actions are those the server has for it."""
        game = self.of(viewer)
        seen, shown = seen_by(event, viewer), view(game, viewer)
        allowed = cards.may_see(viewer)
        assert set(named(shown)) <= allowed
        assert set(named(seen.public)) | set(named(seen.sealed)) <= allowed
        if game.status == "playing":
            hands = [cards.hand(seat, viewer) for seat in range(len(game.seats))]
            assert shown["round"]["hands"] == hands
            assert shown["round"]["stock"] == len(cards.stock)
            waiting = [seat for seat in sorted(cards.asked) if not (seat == viewer and seat in cards.declined)]
            assert game.table.asked == waiting
        if viewer != SPECTATOR:
            assert actions(game, viewer) == actions(self.game, viewer)

    def _check_stored(self, viewer: int, event: Event) -> None:
        """A fold that went through text at every version is the one that never did, byte for byte."""
        game = self.of(viewer)
        stored = self.restored.get(viewer)
        if stored is None:
            stored = text(fold(self.id, self.seen(viewer)[: event.version - 1]).stored())
        restored = Game.from_stored(json.loads(stored))
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


CODES_52 = list(CODES[:52])
