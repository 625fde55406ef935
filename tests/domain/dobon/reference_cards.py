"""A second, simpler model of a round of Dobon, built from its log.

It tracks where each card is, which viewers may know it and which seats are asked. It uses sets of cards and no tables.
"""

from collections.abc import Iterable
from typing import Any

from domain.log.events import TABLE, Event
from domain.ruleset.cards import CARDS, CODES, HIDDEN


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the codes in the order of the deck."""
    return sorted(cards, key=CARDS.__getitem__)


class Cards:
    """Places of the cards of a round, and the viewers that may know them."""

    def __init__(self, dealt: Event, seats: int, deck: int) -> None:
        self.deck = list(CODES[:deck])
        self.closed = [set(dealt.sealed[str(seat)]["cards"]) for seat in range(seats)]
        self.open: list[set[str]] = [set() for _ in range(seats)]
        self.stock = set(dealt.sealed[TABLE]["stock"])
        self.next: list[str] = dealt.sealed[TABLE]["stock"][:]
        "The stock in the order in which it will be drawn."
        self.pile: set[str] = {dealt.public["top"]} if "top" in dealt.public else set()
        self.top: str = dealt.public.get("top", "")
        self.laid: list[tuple[int, list[str]]] = []
        "Answers to a flip that lay cards on it, earliest first."
        self.board: dict[str, Any] | None = None
        "The top as a view shows it."
        if self.top:
            self._on_top(dealt, self.top[0])
        self.asked = set(dealt.public.get("asked", ()))
        self.answered: set[int] = set()
        "Seats that were asked and have answered under seal."
        self.over = False

    def record(self, event: Event, shows_false_calls: bool) -> None:
        """Apply the event to the cards and to the seats that are asked."""
        public, seat = event.public, event.public.get("seat", 0)
        if event.type == "cards-played":
            self._lay(seat, public["cards"])
            self._on_top(event, public["suit"], seat)
            self._ask(public["asked"])
        elif event.type == "card-flipped":
            assert self.take(1) == [public["card"]], "the card turned up is the next card of the stock"
            self.pile.add(public["card"])
            self.top = public["card"]
            self._on_top(event, None if self.top[0] == "X" else self.top[0])
            self._ask(public["asked"])
        elif event.type == "cards-drawn":
            drawn = event.sealed[str(seat)]["cards"]
            assert self.take(len(drawn)) == drawn, "cards are drawn from the stock in its order"
            self.closed[seat] |= set(drawn)
        elif event.type == "stock-reshuffled":
            assert set(event.sealed[TABLE]["cards"]) == self.pile - {self.top}
            self.next += event.sealed[TABLE]["cards"]
            self.stock |= self.pile - {self.top}
            self.pile = {self.top}
        elif event.type == "hand-opened" or (event.type == "dobon-called" and (public["valid"] or shows_false_calls)):
            self.open[seat] |= self.closed[seat]
            self.closed[seat] = set()
        self._answers(event)

    def take(self, count: int) -> list[str]:
        """Remove and return the next cards of the stock."""
        taken, self.next = self.next[:count], self.next[count:]
        self.stock -= set(taken)
        return taken

    def _on_top(self, event: Event, suit: str | None, owner: int | None = None) -> None:
        self.laid = []
        self.board = {"card": self.top, "owner": owner, "version": event.version, "suit": suit}

    def _lay(self, seat: int, cards: list[str]) -> None:
        assert set(cards) <= self.closed[seat] | self.open[seat], "cards are played from the player's own hand"
        self.closed[seat] -= set(cards)
        self.open[seat] -= set(cards)
        self.pile |= set(cards)
        self.top = cards[-1]

    def _answers(self, event: Event) -> None:
        if event.type == "dobon-called":
            self.asked.discard(event.public["seat"])
            if event.public["valid"]:
                self._ask(event.public["asked"])
        elif event.type == "call-declined":
            self._answer([int(part) for part, answer in event.sealed.items() if answer["declined"]])
        elif event.type == "flip-answered":
            self._answer([int(part) for part, answer in event.sealed.items() if answer["answered"]])
            self.laid += [(int(part), answer["cards"]) for part, answer in event.sealed.items() if answer["cards"]]
        elif event.type in ("window-closed", "round-ended"):
            self._ask([])
            self.over = event.type == "round-ended"
            self.laid = [] if self.over else self.laid

    def _answer(self, seats: list[int]) -> None:
        [seat] = seats
        assert seat in self.asked - self.answered, "each asked seat answers once"
        self.answered.add(seat)

    def _ask(self, seats: list[int]) -> None:
        self.asked, self.answered = set(seats), set()

    def waited_for(self, viewer: int) -> list[int]:
        """Return the seats that have yet to answer, as far as the viewer may know."""
        return sorted(self.asked - (self.answered & {viewer}))

    def may_see(self, viewer: int) -> set[str]:
        """Return the cards whose place the viewer may know."""
        if self.over:
            return set(self.deck)
        return self.pile.union(*self.open, self.closed[viewer] if viewer >= 0 else set())

    def hand(self, seat: int, viewer: int) -> list[str]:
        """Return a hand as the viewer may see it."""
        if self.over or seat == viewer:
            return in_order(self.open[seat] | self.closed[seat])
        return [*in_order(self.open[seat]), *[HIDDEN] * len(self.closed[seat])]

    def held(self, seat: int) -> set[str]:
        """Return the whole hand of a seat."""
        return self.closed[seat] | self.open[seat]

    def everywhere(self) -> list[str]:
        """Return every card in every place."""
        return in_order([card for place in (*self.closed, *self.open, self.stock, self.pile) for card in place])
