"""The event types of Doubt."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from domain.log.events import Part
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED
from domain.ruleset.parts import Code, Count, Decision, Mark, SeatNumber, Time, Version, Withheld

By = Literal["all", "deadline", "play"]
Why = Literal["doubt", "finish"]
Reason = Literal["empty-hand", "last-in", "max-plays"]


class RoundDealt(Part):
    """All cards are dealt; `hands` are their numbers by seat."""

    type = ROUND_DEALT
    round: Count
    withheld: list[Withheld]
    turn: SeatNumber
    number: Count
    variant: Literal["doubt", "cheat"]
    decks: Count
    jokers: Count
    hands: list[Count]
    deadline: Time | None


class CardsPlayed(Decision, kw_only=True):
    """A seat lays cards face down under a number; the seats `asked` may doubt it."""

    type = "cards-played"
    seat: SeatNumber
    number: Count
    count: Count
    finishing: bool
    turn: SeatNumber
    asked: list[SeatNumber]
    allowed_from: Time | None
    closable: bool
    deadline: Time | None
    by_clock: Mark | UnsetType = UNSET


class DoubtDeclined(Decision, kw_only=True):
    """A seat declines to doubt a play; all seats see that one did, and none sees which."""

    type = "doubt-declined"
    on: Version


class Settled(Part):
    """The next turn, its number, and its deadline."""

    turn: SeatNumber
    number: Count
    deadline: Time | None


class WindowClosed(Settled):
    """A play stands: all seats declined, time ran out, or the next seat plays."""

    type = "window-closed"
    on: Version
    by: By


class Claimed(Part):
    """A play as it was announced."""

    seat: SeatNumber
    number: Count
    count: Count


class DoubtCalled(Decision, kw_only=True):
    """A seat doubts a play: its cards are shown, and `valid` says whether it was a lie."""

    type = "doubt-called"
    seat: SeatNumber
    on: Version
    kind: Literal["doubt", "cheat"]
    valid: bool
    cards: list[Code]
    claimed: Claimed


class PileTaken(Settled):
    """A seat takes up the whole pile: it lost a doubt, or may not finish."""

    type = "pile-taken"
    seat: SeatNumber
    count: Count
    why: Why
    by_clock: Mark | UnsetType = UNSET


class SeatEliminated(Settled):
    """A seat that lost a doubt is out, with all its cards."""

    type = "seat-eliminated"
    seat: SeatNumber
    count: Count


class CardsExchanged(Settled, kw_only=True):
    """The seat that lost a doubt takes cards, unseen, from the hand of the other seat."""

    type = "cards-exchanged"
    giver: SeatNumber = msgspec.field(name="from")
    to: SeatNumber
    count: Count


class RoundEnded(Part):
    """The round is over and all hands lie open; `points` and `ranks` are by seat."""

    type = ROUND_ENDED
    winner: SeatNumber | None
    losers: list[SeatNumber]
    reason: Reason
    points: list[int]
    ranks: list[Count | None]
    hands: list[list[Code]]
