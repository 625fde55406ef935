"""An independent second implementation of the rules of Durak (2), for games that are checked."""

from collections.abc import Mapping
from typing import Any

from domain.log.events import Event
from tests.domain.beating.reference_rules import BeatingRound, number


class Durak(BeatingRound):
    """Bouts: one defender, and attackers of whom one has the attack right."""

    size = 6

    def __init__(self, dealt: Event, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(dealt, seats, options)
        assert self.everything == {f"{suit}{rank}" for suit in "SCHD" for rank in (1, 6, 7, 8, 9, 10, 11, 12, 13)}
        public = dealt.public
        card = self.stock[-1] if self.stock else public["trump_card"]
        assert public["trump_card"] == card
        assert public["trump"] == card[0]
        shown = [] if self.stock else [{"seat": seats - 1, "card": card}]
        self._lowest(public, shown)
        for one in shown:
            assert one["card"] in self.hands[one["seat"]]
            self.known[one["seat"]].add(one["card"])
            self.open.add(one["card"])
        self.bout = 0
        self.at = dealt.at
        self._begin(public["first"])

    def _lowest(self, public: dict[str, Any], shown: list[dict[str, Any]]) -> None:
        """Check the first attacker (2.7, 1)."""
        trumps = {card: seat for seat, hand in enumerate(self.hands) for card in hand if card[0] == self.trump}
        lowest = min(trumps, key=number, default=None)
        if self.options["first_attacker"] == "random" or lowest is None:
            lowest = None
        else:
            shown.append({"seat": trumps[lowest], "card": lowest})
            assert public["first"] == trumps[lowest]
        assert public["decided_by"] == lowest
        assert public["shown"] == shown

    def _most(self, seat: int) -> int:
        """Return the limit of a bout against the seat (2.2)."""
        return min(self.options["first_bout_limit"] if self.bout == 1 else 6, len(self.hands[seat]))

    def _mates(self, one: int, other: int) -> bool:
        return bool(self.options["teams"]) and one % 2 == other % 2

    def _attackers(self) -> list[int]:
        """Return the attackers (2.2): the attacker, and as guardians his left neighbour, all others, or the partner."""
        left = sorted(self.left(), key=lambda seat: (seat - self.defender - 1) % self.seats)
        others = [seat for seat in left if seat != self.defender]
        if self.options["teams"]:
            others = [seat for seat in others if self._mates(seat, self.attacker)]
        elif self.options["guardian_scope"] == "neighbours":
            others = others[:1]
        return [self.attacker] + [seat for seat in others if seat != self.attacker]

    def _begin(self, attacker: int) -> None:
        """Begin a bout (2.4, 4)."""
        self.bout += 1
        self.leader = self.attacker = self.right = attacker
        self.defender = self.next(attacker)
        while self._mates(self.defender, attacker):
            self.defender = self.next(self.defender)
        self.limit, self.done_before = self._most(self.defender), len(self.out)
        self.team, self.stopped, self.gives_up = self._attackers(), set[int](), False
        self.say(
            "bout-begun", bout=self.bout, attacker=attacker, defender=self.defender, team=self.team, limit=self.limit
        )
        self.ask("leading", attacker)

    def _numbers(self) -> set[int]:
        return {number(card) for card in self._lying()}

    def act(self, kind: str, seat: int, public: dict[str, Any], phase: str) -> None:
        if kind in ("attack-played", "cards-thrown-in"):
            self._attacks(kind, seat, public["cards"], phase)
        elif kind == "attack-turned-over":
            self._turns_over(seat, public)
        elif kind == "cards-beaten":
            assert phase == "defending"
            self.beat(seat, public["pairs"])
            if self.unbeaten():
                self.ask("defending", seat)
            elif len(self.laid) == self.limit or not self.hands[seat]:
                self._over()
            else:
                self._goes_round()
        elif kind == "take-declared":
            assert phase == "defending"
            self.gives_up, self.stopped = True, set()
            self._may_be_thrown_in()
        else:
            assert kind == "attack-stopped"
            assert phase in ("attacking", "throwing-in")
            self.stopped.add(seat)
            self._goes_round()

    def _attacks(self, kind: str, seat: int, cards: list[str], phase: str) -> None:
        """Check an attack (2.3)."""
        thrown = kind == "cards-thrown-in"
        assert phase in (["throwing-in"] if thrown else ["leading", "attacking"])
        assert seat in self.team
        assert not thrown or self.options["throw_in"]
        if phase == "leading":
            assert len({number(card) for card in cards}) == 1
            assert len(cards) == 1 or self.options["multi_lead"]
        else:
            assert {number(card) for card in cards} <= self._numbers()
            assert thrown or len(cards) == 1
        self.attack(seat, cards)
        assert len(self.laid) <= self.limit
        if thrown:
            self._may_be_thrown_in()
        else:
            self.stopped = set()
            self.ask("defending", self.defender)

    def _turns_over(self, seat: int, public: dict[str, Any]) -> None:
        """Check a turnover (2.5)."""
        assert self.options["turnover"]
        assert seat == self.defender
        assert not any(beater for _, _, beater in self.laid)
        assert self._numbers() == {number(public["card"])}
        self.attack(seat, [public["card"]])
        self.attacker = self.right = seat
        self.defender = self.next(seat)
        while not self.hands[self.defender]:
            self.defender = self.next(self.defender)
        assert self.defender != seat
        self.limit, self.team, self.stopped = self._most(self.defender), self._attackers(), set()
        assert len(self.laid) <= self.limit
        assert (public["defender"], public["team"], public["limit"]) == (self.defender, self.team, self.limit)
        self.ask("defending", self.defender)

    def _may_be_thrown_in(self) -> None:
        """Ask attackers with cards to throw in (2.3), if the option is on and there is room."""
        if not self.options["throw_in"] or len(self.laid) == self.limit:
            self._over()
        else:
            self._goes_round()

    def _goes_round(self) -> None:
        """Keep the right, or pass it to the next attacker who has cards and has not stopped (2.3)."""
        place = self.team.index(self.right)
        for seat in self.team[place:] + self.team[:place]:
            if self.hands[seat] and seat not in self.stopped:
                self.right = seat
                self.ask("throwing-in" if self.gives_up else "attacking", seat)
                return
        self._over()

    def _over(self) -> None:
        """Finish the bout (2.4)."""
        self.clear(self.defender, self._lying() if self.gives_up else [])
        others = sorted(self.left(), key=lambda seat: (seat - self.leader) % self.seats)
        if self.defender != self.leader:
            others.remove(self.defender)
            others.append(self.defender)
        for seat in others:
            self.draw(seat)
        self.done(self.empty[:])
        if not self._ended():
            again = not self.gives_up and self.defender not in self.out
            self._begin(self.defender if again else self.next(self.defender))

    def _ended(self) -> bool:
        """End the round if it is decided (2.6)."""
        left = self.left()
        stalled = 0 < self.options["stall_limit"] <= self.stall
        if self.options["teams"]:
            decides_last = not left and self.options["both_out"] == "first_out"
            losing = {seat % 2 for seat in (self.out[-1:] if decides_last else left)}
            if len(losing) == 2 and not stalled:
                return False
            losers = [seat for seat in range(4) if {seat % 2} == losing]
            reason = "team-out" if losers else "draw" if not left else "stalled"
            self.end(
                reason,
                [3 if seat in losers else 1 for seat in range(4)],
                [-(seat in losers) for seat in range(4)],
                losers,
            )
            return True
        if len(left) > 1 and not stalled:
            return False
        reason = "draw" if not left else "one-left" if len(left) == 1 else "stalled"
        losers = left if reason == "one-left" else []
        if not left and self.options["both_out"] == "first_out":
            reason, losers = "first-out", self.out[-1:]
        ranks = self.ranks(self.out[self.done_before :] if reason == "draw" else [])
        self.end(reason, ranks, [-(seat in losers) for seat in range(self.seats)], losers)
        return True
