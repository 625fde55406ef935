"""Positions of `durak`: the rules of `domain.beating.durak` and `bouts` on integers, with the same section numbers."""

from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

from domain.beating.bouts import HAND, are_partners, most
from domain.beating.hand import BeatingState
from domain.beating.table import ATTACKING, DEFENDING, LEADING, THROWING_IN
from domain.playouts.beating.position import NOBODY, BeatingPosition, pick
from domain.playouts.beating.relation import BY_NUMBER, worth
from domain.playouts.generator import following
from domain.ruleset.actions import Action, Attack, Beat, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import RANK, Card, cards_of, mask_of
from domain.ruleset.ruleset import Options

_STOP, _TAKE = Stop(), Take()


class DurakPosition(BeatingPosition):
    """A round of `durak` of which all cards are known."""

    __slots__ = (
        "attacker",
        "bout",
        "bout_limit",
        "defender",
        "done",
        "given_up",
        "holder",
        "original",
        "stopped",
        "team",
    )

    key: ClassVar[str] = "durak"
    size: ClassVar[int] = HAND

    def __init__(self, state: BeatingState, options: Options, random: int, *, fresh: bool = False) -> None:
        super().__init__(state, options, random, fresh=fresh)
        bout = state.table.bout
        assert bout is not None
        self.bout, self.original, self.attacker, self.defender = (
            bout.number,
            bout.original,
            bout.attacker,
            bout.defender,
        )
        self.team, self.bout_limit, self.holder = bout.team[:], bout.limit, bout.holder
        self.stopped, self.given_up, self.done = sum(1 << seat for seat in bout.stopped), bout.given_up, bout.done

    # What a seat may do

    def actions(self, seat: int) -> Sequence[Action]:
        """Return the seat's legal actions, as `Durak.actions` does."""
        if self.over or seat != self.turn:
            return []
        hand = self.hands[seat]
        if self.phase == LEADING:
            return [Attack(cards) for cards in self._leads(cards_of(hand))]
        if self.phase == ATTACKING:
            return [*(Attack((card,)) for card in cards_of(hand & self.fitting())), _STOP]
        if self.phase == THROWING_IN:
            return [*(ThrowIn((card,)) for card in cards_of(hand & self.fitting())), _STOP]
        return [*self.defences(seat), *map(TurnOver, cards_of(hand & self.turning())), _TAKE]

    def _leads(self, hand: Sequence[Card]) -> list[tuple[Card, ...]]:
        """2.3 LEAD: any card; by option several of one number."""
        found = [(card,) for card in hand]
        if self.options["multi_lead"]:
            for number in {RANK[card] for card in hand}:
                same = [card for card in hand if RANK[card] == number]
                found += [group for count in range(2, self.bout_limit + 1) for group in combinations(same, count)]  # type: ignore[misc]
        return found  # type: ignore[return-value]

    def fitting(self) -> int:
        """2.3: return the mask of the cards whose number is on the table."""
        mask = 0
        for card in cards_of(self.lying):
            mask |= BY_NUMBER[RANK[card]]
        return mask

    def turning(self) -> int:
        """2.5: return the mask of the cards that turn the attack over."""
        if not self.options["turnover"] or self.lying != self.unbeaten or self.phase != DEFENDING:
            return 0
        same = BY_NUMBER[RANK[self.unbeaten.bit_length() - 1]]
        defender = self.turned_to(self.defender)
        if self.unbeaten & ~same or defender == NOBODY:
            return 0
        room = most(self.hands[defender].bit_count(), self.bout, self.options) - self.count
        return same if room > 0 else 0

    def act(self, seat: int, action: Action | None) -> None:
        """2.3: perform one command of the phase."""
        match action:
            case Attack():
                self.attack_with(seat, mask_of(action.cards))
            case Beat():
                self.beat(seat, action.pairs)
                self.after_beating()
            case Take():
                self.given_up = True
                self.after_giving_up()
            case ThrowIn():
                self.attack(seat, mask_of(action.cards))
                self.after_giving_up()
            case TurnOver():
                self.turn_over(seat, action.card)
            case Stop():
                self.stopped |= 1 << seat
                self.pass_right()
            case None:
                pass
            case _:
                raise ValueError(f"no such action in this game: {action}")

    # 2.1 to 2.4: a bout

    def begin(self, attacker: int) -> None:
        """2.4, 4: the attacker leads."""
        defender = self.following(attacker)
        while self.options["teams"] and are_partners(defender, attacker):
            defender = self.following(defender)
        self.bout += 1
        self.original = self.attacker = self.holder = self.turn = attacker
        self.defender, self.team = defender, self.team_of(attacker, defender)
        self.bout_limit = most(self.hands[defender].bit_count(), self.bout, self.options)
        self.stopped, self.given_up, self.done, self.phase = 0, False, len(self.out), LEADING

    def team_of(self, attacker: int, defender: int) -> list[int]:
        """2.2: the seats that may attack: the attacker, then the guardian, all others, or the partner."""
        others, seat = list[int](), self.following(defender)
        while seat != defender:
            others.append(seat)
            seat = self.following(seat)
        if self.options["teams"]:
            others = [seat for seat in others if are_partners(seat, attacker)]
        elif self.options["guardian_scope"] == "neighbours":
            others = others[:1]
        return [attacker, *(seat for seat in others if seat != attacker)]

    def attack_with(self, seat: int, cards: int) -> None:
        """2.3 LEAD and ATTACK: seats that had stopped may attack again."""
        self.attack(seat, cards)
        self.stopped, self.phase, self.turn = 0, DEFENDING, self.defender

    def after_beating(self) -> None:
        """2.3 DEFEND: the next attack card is defended; when all are beaten the right is where it was."""
        if self.unbeaten:
            return
        if self.count >= self.bout_limit or not self.hands[self.defender]:
            self.end_bout(take=False)
        else:
            self.pass_right()

    def pass_right(self) -> None:
        """2.3: the attack right passes to the next seat that can use it; if none can, the bout is over."""
        place, giving_up = self.team.index(self.holder), self.unbeaten > 0
        for seat in (*self.team[place:], *self.team[:place]):
            if self.hands[seat] and not self.stopped >> seat & 1:
                self.phase = THROWING_IN if giving_up else ATTACKING
                self.turn = self.holder = seat
                return
        self.end_bout(take=giving_up)

    def after_giving_up(self) -> None:
        """2.3 THROW_IN: attackers may add cards while there is room."""
        if not self.options["throw_in"] or self.count >= self.bout_limit:
            self.end_bout(take=True)
        else:
            self.pass_right()

    def turned_to(self, seat: int) -> int:
        """2.5: return the next seat that has cards; NOBODY if no other has."""
        other = self.following(seat)
        while other != seat and not self.hands[other]:
            other = self.following(other)
        return NOBODY if other == seat else other

    def turn_over(self, seat: int, card: Card) -> None:
        """2.5: the defender attacks the next player with all cards on the table."""
        defender = self.turned_to(seat)
        self.team = self.team_of(seat, defender)
        self.attack(seat, 1 << card)
        self.bout_limit = most(self.hands[defender].bit_count(), self.bout, self.options)
        self.attacker = self.holder = seat
        self.defender = self.turn = defender
        self.stopped, self.phase = 0, DEFENDING

    def end_bout(self, *, take: bool) -> None:
        """2.4: hands are filled, players are done, and the next bout begins, unless the round is over."""
        self.end_defence(self.defender, self.lying if take else 0, take=take)
        if self.stock:
            last = self.defender if self.defender != self.original else NOBODY
            for step in range(self.seats):
                seat = (self.original + step) % self.seats
                if seat != last and seat not in self.out:
                    self.draw(seat)
            if last != NOBODY:
                self.draw(last)
        self.go_out(self.emptied[:])
        self.end_if_over()
        if not self.over:
            beaten = not self.given_up and self.defender not in self.out
            self.begin(self.defender if beaten else self.following(self.defender))

    # 2.6 The end

    def end_if_over(self) -> None:
        """2.6: the round ends with one player left, or none, or after too many takes in a row without progress."""
        left = self.left()
        if self.options["teams"]:
            self._end_of_pairs(left)
        elif not left and self.options["both_out"] == "first_out":
            self.end("first-out", self.places(), self.out[-1:])
        elif not left:
            self.end("draw", self.places(self.out[self.done :]))
        elif len(left) == 1:
            self.end("one-left", self.places(), left)
        elif self.stalled():
            self.end("stalled", self.places())

    def _end_of_pairs(self, left: Sequence[int]) -> None:
        """2.6: the pair that still has cards loses."""
        last = left
        if not left and self.options["both_out"] == "first_out":
            last = self.out[-1:]
        losers = [seat for seat in range(self.seats) if any(are_partners(seat, other) for other in last)]
        if not losers:
            self.end("draw", [1] * self.seats)
        elif len(losers) < self.seats:
            self.end("team-out", [3 if seat in losers else 1 for seat in range(self.seats)], losers)
        elif self.stalled():
            self.end("stalled", [1] * self.seats)

    # The playout

    def play_out(self, limit: int = 100_000) -> int:
        """Play at random to the end of the round, or for at most `limit` decisions; return their number.

        A seat beats if it can beat everything, half the time with its lowest cards. Otherwise it does anything legal.
        """
        decisions = 0
        while not self.over and decisions < limit:
            self.decide()
            decisions += 1
        return decisions

    def decide(self) -> None:
        """Let the seat that is asked defend, or attack with any card that it may use, or stop."""
        seat = self.turn
        if self.phase == LEADING:
            self.attack_with(seat, 1 << self.pick(self.hands[seat]))
            return
        if self.phase == DEFENDING:
            self._defend(seat)
            return
        fitting = self.hands[seat] & self.fitting()
        self.random = x = following(self.random)
        if not fitting or not (x >> 15) * (fitting.bit_count() + 1) >> 15:
            self.act(seat, _STOP)
        elif self.phase == ATTACKING:
            self.attack_with(seat, 1 << self.pick(fitting))
        else:
            self.attack(seat, 1 << self.pick(fitting))
            self.after_giving_up()

    def _defend(self, seat: int) -> None:
        pair = self.defence()
        if pair is not None:
            self.beat(seat, (pair,))
            self.after_beating()
            return
        turning = self.hands[seat] & self.turning()
        if turning:
            self.turn_over(seat, self.pick(turning))
        else:
            self.given_up = True
            self.after_giving_up()

    def defence(self) -> tuple[Card, Card] | None:
        """Return an attack with a card that beats it; None if some attack cannot be beaten."""
        hand, unbeaten, table = self.hands[self.turn], self.unbeaten, self.beaters
        attack, answers = -1, 0
        while unbeaten:
            attack = unbeaten.bit_length() - 1
            answers = hand & table[attack]
            if not answers:
                return None
            unbeaten ^= 1 << attack
        self.random = x = following(self.random)
        if x >> 29:
            place = worth(self.trump)
            return attack, min(cards_of(answers), key=place.__getitem__)
        return attack, self.pick(answers)

    def pick(self, mask: int) -> Card:
        """Return a random card of the mask."""
        self.random = x = following(self.random)
        return pick(mask, x)
