"""An independent second implementation of the rules of Kirifu (3) and Mustamaija (4), for games that are checked."""

from collections.abc import Mapping
from typing import Any

from domain.log.events import Event
from domain.ruleset.cards import CARDS
from tests.domain.beating.reference_rules import BeatingRound, number


class Leads(BeatingRound):
    """A round of Kirifu (3) or Mustamaija (4)."""

    def __init__(self, dealt: Event, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(dealt, seats, options)
        self.kirifu = "joker" in options
        full = {f"{suit}{rank}" for suit in "SCHD" for rank in range(1, 14)}
        assert self.everything == full | ({"X1"} if options.get("joker") else set())
        if self.kirifu:
            named = options["trump"]
            assert named == "random" or self.trump == named[0].upper()
            self.asked = dealt.public["asks"]
            assert self.asked
            self.at = dealt.at
            self.lead(self.asked["seat"])
            assert dealt.public["asks"] == self.asked
        else:
            assert self.trump is None
            self.at = dealt.at
            first = (dealt.public["dealer"] + 1) % seats
            if options["trump_reveal"] == "at_deal":
                self._turn()
            self.lead(first)
            assert dealt.public.get("asks") == (None if self.owed else self.asked)

    def lead(self, seat: int) -> None:
        """Ask for a lead of at most five cards (3.4), or of at most as many as the next seat holds (4.3)."""
        held, options = len(self.hands[self.next(seat)]), self.options
        if self.kirifu:
            most = min(5, held) if options["limit_by_defender_hand"] else 5
        else:
            most = min(held, options["max_lead"] or held)
        self.ask("leading", seat, limit=most)

    def _turn(self) -> None:
        """Turn the trump (4.3): the first card that may be trump, put under the stock.

        Cards passed over go into the middle of the rest.
        """
        place = 0
        while self.stock[place][0] == "S" and not self.options["spades_can_be_trump"]:
            place += 1
        passed, card, rest = self.stock[:place], self.stock[place], self.stock[place + 1 :]
        half = len(rest) // 2
        self.stock = [*rest[:half], *passed, *rest[half:], card]
        self.trump, self.turned_up = card[0], {card, *passed}
        self.open |= self.turned_up
        self.say("trump-turned", card=card, trump=card[0], skipped=passed, under=half)

    def beats(self, card: str, attack: str) -> bool:
        if not self.kirifu:
            return "S12" not in (card, attack) and super().beats(card, attack)
        one, other = self._class(card), self._class(attack)
        if one == other == 0 and self.options["plain_follow_suit"] and card[0] != attack[0]:
            return False
        return one > other or (one == other < 2 and number(card) > number(attack))

    def _class(self, code: str) -> int:
        """Return the class of a card (3.3): joker, aces above the trumps, trumps, or all others."""
        above = {"spade_ace": ["S1"], "all_aces": ["S1", "C1", "H1", "D1"], "none": []}[self.options["ace_rule"]]
        return 3 if code[0] == "X" else 2 if code in above else int(code[0] == self.trump)

    def weakest(self, seat: int) -> str:
        if not self.kirifu:
            return "S12" if "S12" in self.hands[seat] else super().weakest(seat)
        return min(
            self.hands[seat],
            key=lambda code: (self._class(code), number(code) if self._class(code) < 2 else 0, CARDS[code]),
        )

    def act(self, kind: str, seat: int, public: dict[str, Any], phase: str) -> None:
        assert (phase == "leading") == (kind == "cards-led")
        if kind == "cards-led":
            self._leads(seat, public)
        elif kind == "cards-beaten":
            self.beat(seat, public["pairs"])
            self.ask("defending", seat) if self.unbeaten() else self._beaten(seat)
        else:
            assert kind == "take-declared"
            self.clear(seat, self.unbeaten())
            self.draw(seat)
            if 0 < self.options["stall_limit"] <= self.stall:
                self._ends("stalled", [])
            else:
                self.lead(self.next(seat))

    def _leads(self, seat: int, public: dict[str, Any]) -> None:
        to = self.next(seat)
        extra, cards = public["extra"], public["cards"]
        self.fits([card for card in cards if card != extra], extra, public["kind"])
        assert self.asked is None
        assert public["to"] == to
        assert extra is None or cards[-1] == extra
        held = len(self.hands[to])
        assert len(cards) <= (held if not self.kirifu else 5)
        self.attack(seat, cards)
        if self.trump is None:
            self._turn()
        self.draw(seat)
        if not (self.done([seat]) and self._decided(to)):
            self.ask("defending", to)

    def fits(self, cards: list[str], extra: str | None, kind: str) -> None:
        numbers, suits = {number(card) for card in cards}, {card[0] for card in cards}
        if not self.kirifu:
            assert extra is None
            assert len(suits) == 1
            assert kind == ("single" if len(cards) == 1 else "flush")
        elif len(cards) == 1:
            assert (kind, extra) == ("single", None)
        elif kind == "sequence":
            assert extra is None
            assert self.options["sequences"]
            assert len(suits) == 1
            assert len(cards) >= self.options["min_sequence"]
            assert max(numbers) - min(numbers) + 1 == len(numbers) == len(cards)
        else:
            assert 0 not in numbers
            assert kind == {1: "group", 2: "two-groups"}[len(numbers)]
            assert kind == "group" or (self.options["two_groups"] and len(cards) == 4)

    def _beaten(self, seat: int) -> None:
        """Finish a full defence: Kirifu draws before the lead only for an empty hand (3.4), Mustamaija always (4.3)."""
        self.clear(seat, [])
        leads = bool(self.hands[seat])
        if not (leads and self.kirifu):
            self.draw(seat)
        if self.done([seat]) and self._decided(None):
            return
        self.lead(seat if self.hands[seat] and (leads or not self.kirifu) else self.next(seat))

    def _decided(self, defender: int | None) -> bool:
        """End the round if it is decided (3.5 and 4.4)."""
        if self.kirifu and self.options["finish"] == "first_out":
            ranks = [1 if seat in self.out else None for seat in range(self.seats)]
            self.end("first-out", ranks, [int(rank == 1) for rank in ranks], [])
            return True
        if len(self.left()) > 1:
            return False
        if defender is not None:
            self.clear(defender, self.unbeaten())
        self._ends("one-left", self.left())
        return True

    def _ends(self, reason: str, losers: list[int]) -> None:
        ranks = self.ranks()
        won = ranks.index(1) if self.kirifu and ranks.count(1) == 1 else None
        self.end(reason, ranks, [(seat == won) - (seat in losers) for seat in range(self.seats)], losers)
        if not self.kirifu and losers:
            assert "S12" in self.hands[losers[0]], "the loser holds the queen of spades"
