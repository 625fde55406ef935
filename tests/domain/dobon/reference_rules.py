"""An independent second implementation of the rules of Kawagoe, for games that are checked: plays, turns and payments.

It uses only the log and the places of its cards, and nothing of `domain.dobon`. Numbers in brackets are sections of
the rulebook.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from operator import add, mul, sub, truediv
from typing import Any

from domain.log.events import Event
from tests.domain.dobon.reference_cards import Cards


def number(code: str) -> int:
    """Return the number of a card; 0 for a joker."""
    return 0 if code[0] == "X" else int(code[1:])


def makes(numbers: list[int], wanted: int) -> bool:
    """Tell by trying whether the numbers make `wanted` (1.6).

    One operator is used everywhere, in every order, from left to right, exactly.
    """
    if not numbers:
        return False
    # The order after the first number does not matter: all orders of up to six cards show that.
    # Longer hands therefore try each number as the first one only.
    orders = (
        permutations(numbers)
        if len(numbers) <= 6
        else ((n, *numbers[:i], *numbers[i + 1 :]) for i, n in enumerate(numbers))
    )
    return any(value == wanted for order in orders for value in _left_to_right(order))


def _left_to_right(order: tuple[int, ...]) -> Iterator[Fraction]:
    for operator in (add, sub, mul, truediv):
        value: Any = Fraction(order[0])
        for other in order[1:]:
            value = operator(value, other)
        yield value


def calls_by_size(cards: Iterable[str], wanted: int, *, flipped: bool) -> bool:
    """Tell whether cards make the number by the size of the hand (2.5, 2.1); jokers are left out.

    Two numbers may use any operation in any order; all other hands, and all hands on a flip, use the sum.
    """
    numbers = [number(card) for card in cards if number(card)]
    if not numbers or not wanted:
        return False
    return makes(numbers, wanted) if len(numbers) == 2 and not flipped else sum(numbers) == wanted


class KawagoeRound:
    """A round of `dobon-kawagoe`; a violated rule fails an assertion."""

    def __init__(self, dealt: Event, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.dealer: int = dealt.public["dealer"]
        self.turn, self.direction = self.dealer, 1
        self.top, self.owner, self.suit = "", -1, ""
        self.opened = False
        self.pending = 0
        self.called: list[tuple[int, set[str]]] = []
        "Seats that called truly on the card on top, each with its hand."
        self.callers: list[int] = []
        "Seats that called on the card on top, truly or not."
        self.false_caller = -1
        "The last of them, if its call was false."

    def judge(self, event: Event, cards: Cards) -> None:
        """Check an event; `cards` are those before it."""
        public = event.public
        if event.type == "card-flipped":
            assert public["seat"] == self.dealer
            assert not self.opened
            assert not cards.laid
            assert public["asked"] == (list(range(self.seats)) if number(public["card"]) else [])
            self.top, self.callers = public["card"], []
        elif event.type == "cards-played":
            self._play(public, cards)
        elif event.type == "cards-drawn" and public["why"] != "false-call":
            self._draw(public, cards)
        elif event.type == "dobon-called":
            self._call(public, cards)
        elif event.type == "round-ended":
            self._end(public)

    def _play(self, public: dict[str, Any], cards: Cards) -> None:
        """Check a play (2.1 to 2.4)."""
        seat, played = public["seat"], public["cards"]
        rank = number(played[0])
        assert rank
        assert {number(card) for card in played} == {rank}
        if public["how"] == "opening":
            assert not self.opened
            assert (seat, played) == cards.laid[0], "the first seat that laid cards opens"
        else:
            assert self.opened
            assert public["how"] == ("turn" if seat == self.turn else "jump-in")
        if public["how"] == "turn":
            assert self._fits(played[0])
        else:
            assert rank == number(self.top)
        assert rank == 8 or public["suit"] == played[-1][0]
        self.direction *= -1 if rank == 9 and len(played) % 2 else 1
        self.pending = self.pending + 2 * len(played) if rank == 2 else 0
        self.turn = (seat + self.direction * (1 + len(played) * (rank == 3))) % self.seats
        self.top, self.owner, self.suit, self.opened, self.called = played[-1], seat, public["suit"], True, []
        self.callers, self.false_caller = [], -1
        pending = {"rank": 2, "draw": self.pending} if self.pending else None
        assert (public["turn"], public["direction"], public["pending"]) == (self.turn, self.direction, pending)

    def _fits(self, card: str) -> bool:
        if self.pending:
            return number(card) == 2
        wild = self.options["eight_wild"] and number(card) == 8
        return bool(number(card)) and (card[0] == self.suit or number(card) == number(self.top) or wild)

    def _draw(self, public: dict[str, Any], cards: Cards) -> None:
        """Check a draw (2.2, 2.4): one card if none fits, or all that are pending; then the turn passes."""
        seat = public["seat"]
        assert seat == self.turn
        assert public["why"] == ("accept" if self.pending else "turn")
        assert public["count"] == min(self.pending or 1, len(cards.stock))
        if not (self.pending or self.options["voluntary_draw"] or public.get("by_clock")):
            assert not any(self._fits(card) for card in cards.held(seat))
        self.pending = 0
        self.turn = (seat + self.direction) % self.seats
        assert (public["turn"], public["calls_open"], public["may_play"]) == (self.turn, False, False)

    def _call(self, public: dict[str, Any], cards: Cards) -> None:
        """Check a call (2.5): no seat calls on its own card; only the called player counters, once."""
        seat, hand = public["seat"], cards.held(public["seat"])
        assert hand
        assert seat not in self.callers
        self.callers.append(seat)
        assert public["valid"] == calls_by_size(hand, number(self.top), flipped=not self.opened)
        assert public["valid"] == bool(public["formulas"])
        assert public["card"] == self.top
        assert public["kind"] == ("counter" if self.called else "call" if self.opened else "ippatsu")
        assert (seat == self.owner) == bool(self.called)
        if public["valid"]:
            self.called.append((seat, hand))
            assert public["asked"] == ([self.owner] if self.opened and len(self.called) == 1 else [])
        self.false_caller = -1 if public["valid"] else seat

    def _end(self, public: dict[str, Any]) -> None:
        """Check the end (2.1 and 2.6): winner, payments and next dealer."""
        if not self.called:
            lost = self.options["false_claim"] == "lose" and self.false_caller >= 0
            losers = [self.false_caller] if lost else []
            assert (public["winner"], public["losers"], public["score"], public["transfers"]) == (
                None, losers, None, [],
            )  # fmt: skip
            assert public["reason"] == ("false-call" if lost else "dead-end")
            assert public["next_dealer"] == (self.false_caller if lost else self.dealer)
            assert public["points"] == [0] * self.seats
            return
        winner, winning = self.called[-1]
        assert public["winner"] == winner
        assert public["reason"] == ("dobon" if self.opened else "ippatsu")
        if not self.opened:
            payers, payment = [seat for seat in range(self.seats) if seat != winner], number(self.top) + 4
            following = {"same": self.dealer, "winner": winner, "left": (self.dealer + 1) % self.seats}
            dealer = following[self.options["dealer_after_ippatsu"]]
        else:
            dealer = self.called[0][0] if len(self.called) == 2 else self.owner
            payers, payment = [dealer], self._payment(public["hands"], dealer, winner, winning)
        assert (public["losers"], public["score"]["payment"], public["next_dealer"]) == (payers, payment, dealer)
        assert public["transfers"] == [{"from": payer, "to": winner, "points": payment} for payer in payers]
        points = [-payment if seat in payers else 0 for seat in range(self.seats)]
        points[winner] = payment * len(payers)
        assert public["points"] == points
        assert not sum(points)

    def _payment(self, hands: list[list[str]], payer: int, winner: int, winning: set[str]) -> int:
        added = {"payer": (payer,), "winner": (winner,), "both": (payer, winner)}[self.options["score_hand"]]
        base = number(self.top) + sum(number(card) for seat in added for card in hands[seat])
        for card in winning:
            base *= 2 if number(card) in (0, 2) else 1
        return base * 2 if len(self.called) == 2 else base
