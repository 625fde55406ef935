"""The event types of Dobon: both rule sets have the same ones."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from domain.log.events import Part
from domain.ruleset.cards import SuitLetter
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED
from domain.ruleset.parts import Code, Count, Decision, Mark, SeatNumber, Time, Version, Withheld

How = Literal["turn", "opening", "jump-in"]
Direction = Literal[1, -1]
Why = Literal["turn", "accept", "false-call"]
Kind = Literal["call", "counter", "ippatsu"]
Reason = Literal["dobon", "ippatsu", "false-call", "dead-end"]


class RoundDealt(Part, kw_only=True):
    """The hands are dealt. In `dobon-sato` a card is turned up (`top`, `asked`, `allowed_from`), in `dobon-kawagoe` the
    `dealer` is to turn cards up.
    """

    type = ROUND_DEALT
    round: Count
    withheld: list[Withheld]
    hand_size: Count
    top: Code | UnsetType = UNSET
    dealer: SeatNumber | UnsetType = UNSET
    turn: SeatNumber
    stock: Count
    asked: list[SeatNumber] | UnsetType = UNSET
    deadline: Time | None
    allowed_from: Time | UnsetType | None = UNSET


class CardFlipped(Part):
    """The dealer turns up the next card of the stock."""

    type = "card-flipped"
    seat: SeatNumber
    card: Code
    stock: Count
    asked: list[SeatNumber]
    calls_open: bool
    deadline: Time | None
    by_clock: Mark | UnsetType = UNSET


class FlipAnswered(Decision, kw_only=True):
    """A seat answers the card turned up; all seats see that one did, and none sees which."""

    type = "flip-answered"
    on: Version


class FlipAnswer(Part):
    """The answer, for the seat that gave it; an empty one of the same shape for each other seat."""

    answered: bool
    cards: list[Code] | None
    suit: SuitLetter | None


class Pending(Part):
    """The effect of a 2 or a 13 on the seat in turn."""

    rank: Count
    draw: Count


class CardsPlayed(Decision, kw_only=True):
    """A seat lays cards of one number, bottom card first; only `dobon-kawagoe` says `how`."""

    type = "cards-played"
    seat: SeatNumber
    cards: list[Code]
    suit: SuitLetter
    how: How | UnsetType = UNSET
    turn: SeatNumber
    direction: Direction
    pending: Pending | None
    asked: list[SeatNumber]
    deadline: Time | None
    allowed_from: Time | None


class CardsDrawn(Decision, kw_only=True):
    """A seat draws cards, or finds none to draw.

    A draw for a false call lacks `turn` and `may_play`; `calls_open` is in the other draws of `dobon-kawagoe`.
    """

    type = "cards-drawn"
    seat: SeatNumber
    count: Count
    why: Why
    turn: SeatNumber | UnsetType = UNSET
    may_play: bool | UnsetType = UNSET
    calls_open: bool | UnsetType = UNSET
    deadline: Time | None
    by_clock: Mark | UnsetType = UNSET


class Passed(Decision, kw_only=True):
    """A seat passes."""

    type = "passed"
    seat: SeatNumber
    turn: SeatNumber
    deadline: Time | None
    by_clock: Mark | UnsetType = UNSET


class HandOpened(Decision, kw_only=True):
    """A seat opens its whole hand, as a 13 asks; the cards stay open until they are played."""

    type = "hand-opened"
    seat: SeatNumber
    cards: list[Code]
    turn: SeatNumber
    deadline: Time | None
    by_clock: Mark | UnsetType = UNSET


class StockReshuffled(Part):
    """The pile below its top is shuffled and goes under the stock."""

    type = "stock-reshuffled"
    count: Count
    stock: Count


class DobonCalled(Decision, kw_only=True):
    """A seat calls or counters; `hand` is null after a false call that is not shown. A true call has `asked` and
    `deadline`.
    """

    type = "dobon-called"
    seat: SeatNumber
    on: Version
    kind: Kind
    card: Code
    hand: list[Code] | None
    formulas: list[str]
    valid: bool
    asked: list[SeatNumber] | UnsetType = UNSET
    deadline: Time | UnsetType | None = UNSET


class Hand(Part):
    """The hand of a false call that is not shown, for the caller."""

    hand: list[Code]


class CallDeclined(Decision, kw_only=True):
    """A seat answers a window without a call; all seats see that one did, and none sees which."""

    type = "call-declined"
    on: Version


class WindowClosed(Part, kw_only=True):
    """No seat is asked any more; only `dobon-kawagoe` has `calls_open`."""

    type = "window-closed"
    on: Version
    calls_open: bool | UnsetType = UNSET
    deadline: Time | None


class Score(Part):
    """The payment of each loser and its arithmetic."""

    addends: list[Count]
    "The called card's number, then the numbers that are added to it, largest first."
    doublings: list[str]
    "The factors of two: the codes of the winner's 2s, `joker` for each joker, `counter`."
    payment: Count
    "Points from each payer."
    arithmetic: str
    "The same as a line to follow: `(9 + 11 + 5) x 2 [H2] x 2 [joker] = 100`."


class Transfer(Part):
    """Points that one seat pays to another."""

    giver: SeatNumber = msgspec.field(name="from")
    to: SeatNumber
    points: int


class RoundEnded(Part, kw_only=True):
    """The round is over and all hands lie open; `points` are by seat. Only `dobon-kawagoe` has `score`, `transfers` and
    `next_dealer`; `score` is null without a winner.
    """

    type = ROUND_ENDED
    winner: SeatNumber | None
    losers: list[SeatNumber]
    reason: Reason
    points: list[int]
    score: Score | UnsetType | None = UNSET
    transfers: list[Transfer] | UnsetType = UNSET
    next_dealer: SeatNumber | UnsetType = UNSET
    hands: list[list[Code]]
