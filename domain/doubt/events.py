"""The event types of Doubt."""

from typing import Literal, NotRequired, TypedDict

from domain.doubt import evolve, narration
from domain.ruleset.catalogue import (
    EVERY_SEAT,
    ROUND_DEALT,
    ROUND_ENDED,
    ByClock,
    Catalogue,
    Code,
    Count,
    Decision,
    EventType,
    Role,
    Sealed,
    SeatNumber,
    Time,
    Version,
    Withheld,
)
from domain.ruleset.windows import decline


class Cards(TypedDict):
    """Cards that only the viewer of the part knows."""

    cards: list[Code]


class RoundDealt(TypedDict):
    """All cards are dealt; `hands` are their numbers by seat."""

    round: Count
    withheld: list[Withheld]
    turn: SeatNumber
    number: Count
    variant: Literal["doubt", "cheat"]
    decks: Count
    jokers: Count
    hands: list[Count]
    deadline: Time | None


class CardsPlayed(Decision):
    """A seat lays cards face down under a number; the seats `asked` may doubt it."""

    seat: SeatNumber
    number: Count
    count: Count
    finishing: bool
    turn: SeatNumber
    asked: list[SeatNumber]
    allowed_from: Time | None
    closable: bool
    deadline: Time | None
    by_clock: NotRequired[ByClock]


class DoubtDeclined(Decision):
    """A seat declines to doubt a play; all seats see that one did, and none sees which."""

    on: Version


class Declined(TypedDict):
    """`true` for the seat that declined."""

    declined: bool


class Settled(TypedDict):
    """The next turn, its number, and its deadline."""

    turn: SeatNumber
    number: Count
    deadline: Time | None


class WindowClosed(Settled):
    """A play stands: all seats declined, time ran out, or the next seat plays."""

    on: Version
    by: Literal["all", "deadline", "play"]


class Claimed(TypedDict):
    """A play as it was announced."""

    seat: SeatNumber
    number: Count
    count: Count


class DoubtCalled(Decision):
    """A seat doubts a play: its cards are shown, and `valid` says whether it was a lie."""

    seat: SeatNumber
    on: Version
    kind: Literal["doubt", "cheat"]
    valid: bool
    cards: list[Code]
    claimed: Claimed


class PileTaken(Settled):
    """A seat takes up the whole pile: it lost a doubt, or may not finish."""

    seat: SeatNumber
    count: Count
    why: Literal["doubt", "finish"]
    by_clock: NotRequired[ByClock]


class SeatEliminated(Settled):
    """A seat that lost a doubt is out, with all its cards."""

    seat: SeatNumber
    count: Count


CardsExchanged = TypedDict(
    "CardsExchanged",
    {
        "from": SeatNumber,
        "to": SeatNumber,
        "count": Count,
        "turn": SeatNumber,
        "number": Count,
        "deadline": Time | None,
    },
)
CardsExchanged.__doc__ = "The seat that lost a doubt takes cards, unseen, from the hand of the other seat."


class RoundEnded(TypedDict):
    """The round is over and all hands lie open; `points` and `ranks` are by seat."""

    winner: SeatNumber | None
    losers: list[SeatNumber]
    reason: Literal["empty-hand", "last-in", "max-plays"]
    points: list[int]
    ranks: list[Count | None]
    hands: list[list[Code]]


EVENTS = Catalogue(
    (
        EventType(
            ROUND_DEALT,
            RoundDealt,
            evolve.lay,
            narration.round_dealt,
            begins=True,
            sealed=(Sealed(EVERY_SEAT, Cards, reveals=("cards",)),),
        ),
        EventType(
            "cards-played",
            CardsPlayed,
            evolve.cards_played,
            narration.cards_played,
            sealed=(Sealed("seat", Cards),),
            role=Role.TURN,
            ends_turn=True,
        ),
        EventType(
            "doubt-declined",
            DoubtDeclined,
            decline,
            narration.doubt_declined,
            sealed=(Sealed(EVERY_SEAT, Declined),),
            role=Role.ANSWER,
        ),
        EventType(
            "window-closed",
            WindowClosed,
            evolve.window_closed,
            narration.window_closed,
        ),
        EventType(
            "doubt-called",
            DoubtCalled,
            evolve.doubt_called,
            narration.doubt_called,
            role=Role.CALL,
            reveals=("cards",),
            lays="cards",
        ),
        EventType(
            "pile-taken",
            PileTaken,
            evolve.pile_taken,
            narration.pile_taken,
            sealed=(Sealed("seat", Cards, reveals=("cards",)),),
        ),
        EventType(
            "seat-eliminated",
            SeatEliminated,
            evolve.seat_eliminated,
            narration.seat_eliminated,
        ),
        EventType(
            "cards-exchanged",
            CardsExchanged,
            evolve.cards_exchanged,
            narration.cards_exchanged,
            sealed=(Sealed("from", Cards), Sealed("to", Cards, reveals=("cards",))),
        ),
        EventType(
            ROUND_ENDED,
            RoundEnded,
            evolve.round_ended,
            narration.round_ended,
            reveals=("hands",),
        ),
    )
)
