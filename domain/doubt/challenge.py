"""The settling of a play: a doubt [ダウト] is right or wrong and costs a penalty, and a seat may be done (rulebook 1.4,
1.5).

States here are the server's: every card is known. A state is the one before the command; cards that the same command
has laid are separate arguments.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from domain.doubt.events import (
    By,
    CardsExchanged,
    Claimed,
    DoubtCalled,
    PileTaken,
    Reason,
    RoundEnded,
    SeatEliminated,
    Why,
    WindowClosed,
)
from domain.doubt.hand import DoubtState, last_cards, pile_of
from domain.doubt.table import Claim
from domain.log.chance import Chance
from domain.log.events import Event
from domain.log.moments import Moment
from domain.ruleset.cards import RANK, Card, codes
from domain.ruleset.parts import Cards
from domain.ruleset.ruleset import Options
from domain.ruleset.time_limits import turn_deadline

EXCHANGED = 2
"""Cards drawn by the penalty `exchange_two`."""


def is_true(cards: Sequence[Card], number: int) -> bool:
    """1.4, step 1: every card is a joker or has the number."""
    return all(RANK[card] in (0, number) for card in cards)


def following_number(number: int) -> int:
    """Return the next number: A, 2, ..., Q, K, and A again."""
    return number % 13 + 1


def verdict(state: DoubtState) -> dict[str, Any]:
    """Judge a doubt of the newest play.

    Returns `on`, `kind`, `valid` (it was a lie), the `cards` that were laid, and what was `claimed`.
    """
    claim = state.table.claim
    assert claim is not None
    cards = last_cards(state)
    return {
        "on": claim.version, "kind": state.table.variant, "valid": not is_true(cards, claim.number), "cards": codes(cards),
        "claimed": {"seat": claim.seat, "number": claim.number, "count": claim.count},
    }  # fmt: skip


def blind(state: DoubtState, giver: int, chance: Chance) -> list[Card]:
    """Return the cards that the next unseen draw takes from a hand in the order of the deck (stream `blind-<n>`)."""
    hand = sorted(state.held(giver))
    stream = chance.stream(f"blind-{state.table.draws + 1}")
    return [hand.pop(stream.below(len(hand))) for _ in range(min(EXCHANGED, len(hand)))]


Size = TypeVar("Size", int, float)


def sizes_after(sizes: Mapping[int, Size], loser: int, winner: int, pile: int, penalty: str) -> dict[int, Size]:
    """Return the sizes of the hands by seat after a doubt that one seat has lost to another one (1.4, step 3)."""
    after = dict(sizes)
    if penalty == "pile":
        after[loser] += pile
    elif penalty == "eliminate":
        del after[loser]
    else:
        moved = min(EXCHANGED, after[winner])
        after[winner] -= moved
        after[loser] += moved
    return after


class Challenge:
    """The consequences of one settled play, event by event."""

    def __init__(self, state: DoubtState, options: Options, now: Moment, chance: Chance) -> None:
        table = state.table
        assert table.claim is not None
        self.state, self.table, self.options, self.now, self.chance = state, table, options, now, chance
        self.claim: Claim = table.claim
        self.hands = [state.held(seat) for seat in range(len(table.sizes))]
        "Every hand, as it becomes."
        self.pile = [card for card in pile_of(state) if card is not None]
        self.success = table.success[:]
        self.out = table.out[:]
        self.events: list[Event] = []

    # 1.4 Settling a call

    def doubted(self, caller: int) -> list[Event]:
        """Return the events of a doubt by the caller: its verdict, its penalty, and the next turn."""
        player, judged = self.claim.seat, verdict(self.state)
        lie: bool = judged["valid"]
        self.success[caller] += lie
        claimed = Claimed(**judged.pop("claimed"))
        self.events.append(Event(DoubtCalled(seat=caller, claimed=claimed, **judged)))
        loser, winner = (player, caller) if lie else (caller, player)
        going_on = self._going_on(caller, loser, lie=lie)
        if self.options["penalty"] == "pile":
            self._takes_pile(loser, "doubt", going_on)
        elif self.options["penalty"] == "eliminate":
            self._eliminated(loser, going_on)
        else:
            self._exchanged(winner, loser, going_on)
        return self._ended([player, caller])

    def _going_on(self, caller: int, loser: int, *, lie: bool) -> dict[str, Any]:
        """1.4, step 5: the next turn and its number."""
        options, number = self.options, self.claim.number
        same = lie and options["resume_same_number"]
        takes = lie and options["doubter_takes_turn"]
        out = {*self.out, loser} if options["penalty"] == "eliminate" else self.out
        turn = caller if takes else self.table.following(self.claim.seat, out)
        return self._turn(turn, number if same else following_number(number))

    def _turn(self, turn: int, number: int) -> dict[str, Any]:
        return {"turn": turn, "number": number, "deadline": turn_deadline(self.options, self.now)}

    def _following_turn(self) -> dict[str, Any]:
        return self._turn(self.table.following(self.claim.seat), following_number(self.claim.number))

    # 1.4, step 3: penalties

    def _takes_pile(self, seat: int, why: Why, going_on: dict[str, Any]) -> None:
        public = PileTaken(seat=seat, count=len(self.pile), why=why, **going_on)
        self.events.append(Event(public, {str(seat): Cards(codes(sorted(self.pile)))}))
        self.hands[seat] += self.pile
        self.pile = []

    def _eliminated(self, seat: int, going_on: dict[str, Any]) -> None:
        self.events.append(Event(SeatEliminated(seat=seat, count=len(self.hands[seat]), **going_on)))
        self.hands[seat] = []
        self.out.append(seat)

    def _exchanged(self, giver: int, taker: int, going_on: dict[str, Any]) -> None:
        """Let the taker, who lost the doubt, draw cards from the giver's hand, unseen by both."""
        drawn = blind(self.state, giver, self.chance)
        for card in drawn:
            self.hands[giver].remove(card)
        self.hands[taker] += drawn
        public, same = CardsExchanged(giver=giver, to=taker, count=len(drawn), **going_on), Cards(codes(drawn))
        self.events.append(Event(public, {str(giver): same, str(taker): same}))

    # 1.3: a play without a doubt, and one that cannot finish

    def accepted(self, by: By) -> list[Event]:
        """Close the window without a doubt: a play that emptied the hand wins. `by` is `all`, `deadline` or `play`."""
        self.events.append(Event(WindowClosed(on=self.claim.version, by=by, **self._following_turn())))
        return self._ended([self.claim.seat]) if self.table.finishing or self._exhausted() else self.events

    def picked_up(self, played: Sequence[Card]) -> list[Event]:
        """Return the pick-up by a player who may not finish: the whole pile with the cards just laid, unseen."""
        player = self.claim.seat
        self.pile += played
        self.hands[player] = []
        self._takes_pile(player, "finish", self._following_turn())
        return self._ended([])

    # 1.4, step 4, and 1.5

    def _ended(self, candidates: Sequence[int]) -> list[Event]:
        """Return the end of the round, if there is one.

        The last seat that is in wins, else the first candidate with an empty hand. A winner who must have caught a lie,
        and has not, takes the pile.
        """
        left = [seat for seat in range(len(self.hands)) if seat not in self.out]
        if len(left) == 1:
            return self._end("last-in", left[0])
        for seat in candidates:
            if seat in left and not self.hands[seat]:
                if self.options["must_doubt_to_finish"] and not self.success[seat]:
                    last = self.events[-1].public
                    self._takes_pile(seat, "finish", {name: last.get(name) for name in ("turn", "number", "deadline")})
                    continue
                return self._end("empty-hand", seat)
        return self._end("max-plays", None) if self._exhausted() else self.events

    def _exhausted(self) -> bool:
        limit: int = self.options["max_plays"]
        return 0 < limit <= self.table.plays

    def _end(self, reason: Reason, winner: int | None) -> list[Event]:
        return [*self.events, ended(reason, winner, self.hands, self.out, self.options)]


def ended(
    reason: Reason, winner: int | None, hands: Sequence[Sequence[Card]], out: Sequence[int], options: Options
) -> Event:
    """1.5: the end of a round. A win is one point, eliminated seats have lost, and every hand is laid open."""
    public = RoundEnded(
        winner=winner, losers=sorted(out), reason=reason, points=[int(seat == winner) for seat in range(len(hands))],
        ranks=_ranks(winner, hands, out, options), hands=[codes(sorted(hand)) for hand in hands],
    )  # fmt: skip
    return Event(public)


def _ranks(
    winner: int | None, hands: Sequence[Sequence[Card]], out: Sequence[int], options: Options
) -> list[int | None]:
    """1.5: rank the winner alone, or all seats by cards left, equal ones alike; seats eliminated later rank before
    earlier ones.
    """
    seats = range(len(hands))
    if winner is not None and options["ranking"] == "winner_only":
        return [1 if seat == winner else None for seat in seats]
    behind = {seat: 1 + place for place, seat in enumerate(reversed(out))}
    order = [(seat != winner, behind.get(seat, 0), len(hands[seat])) for seat in seats]
    return [1 + sum(other < own for other in order) for own in order]
