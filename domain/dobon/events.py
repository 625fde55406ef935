"""The event types of Dobon: both rule sets have the same ones."""

from typing import Literal, NotRequired, TypedDict

from domain.dobon import evolve, narration
from domain.log.events import TABLE, Event
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
    SuitLetter,
    Time,
    Version,
    Withheld,
)
from domain.ruleset.windows import decline


class Cards(TypedDict):
    """Cards that only the viewer of the part knows."""

    cards: list[Code]


class Stock(TypedDict):
    """The stock in the order of drawing."""

    stock: list[Code]


class RoundDealt(TypedDict):
    """The hands are dealt. In `dobon-sato` a card is turned up (`top`, `asked`, `allowed_from`), in `dobon-kawagoe` the
    `dealer` is to turn cards up.
    """

    round: Count
    withheld: list[Withheld]
    hand_size: Count
    top: NotRequired[Code]
    dealer: NotRequired[SeatNumber]
    turn: SeatNumber
    stock: Count
    asked: NotRequired[list[SeatNumber]]
    deadline: Time | None
    allowed_from: NotRequired[Time | None]


class CardFlipped(TypedDict):
    """The dealer turns up the next card of the stock."""

    seat: SeatNumber
    card: Code
    stock: Count
    asked: list[SeatNumber]
    calls_open: bool
    deadline: Time | None
    by_clock: NotRequired[ByClock]


class FlipAnswered(Decision):
    """A seat answers the card turned up; all seats see that one did, and none sees which."""

    on: Version


class FlipAnswer(TypedDict):
    """The answer, for the seat that gave it; an empty one of the same shape for each other seat."""

    answered: bool
    cards: list[Code] | None
    suit: SuitLetter | None


class Pending(TypedDict):
    """The effect of a 2 or a 13 on the seat in turn."""

    rank: Count
    draw: Count


class CardsPlayed(Decision):
    """A seat lays cards of one number, bottom card first; only `dobon-kawagoe` says `how`."""

    seat: SeatNumber
    cards: list[Code]
    suit: SuitLetter
    how: NotRequired[Literal["turn", "opening", "jump-in"]]
    turn: SeatNumber
    direction: Literal[1, -1]
    pending: Pending | None
    asked: list[SeatNumber]
    deadline: Time | None
    allowed_from: Time | None


class CardsDrawn(Decision):
    """A seat draws cards, or finds none to draw.

    A draw for a false call lacks `turn` and `may_play`; `calls_open` is in the other draws of `dobon-kawagoe`.
    """

    seat: SeatNumber
    count: Count
    why: Literal["turn", "accept", "false-call"]
    turn: NotRequired[SeatNumber]
    may_play: NotRequired[bool]
    calls_open: NotRequired[bool]
    deadline: Time | None
    by_clock: NotRequired[ByClock]


class Passed(Decision):
    """A seat passes."""

    seat: SeatNumber
    turn: SeatNumber
    deadline: Time | None
    by_clock: NotRequired[ByClock]


class HandOpened(Decision):
    """A seat opens its whole hand, as a 13 asks; the cards stay open until they are played."""

    seat: SeatNumber
    cards: list[Code]
    turn: SeatNumber
    deadline: Time | None
    by_clock: NotRequired[ByClock]


class StockReshuffled(TypedDict):
    """The pile below its top is shuffled and goes under the stock."""

    count: Count
    stock: Count


class DobonCalled(Decision):
    """A seat calls or counters; `hand` is null after a false call that is not shown. A true call has `asked` and
    `deadline`.
    """

    seat: SeatNumber
    on: Version
    kind: Literal["call", "counter", "ippatsu"]
    card: Code
    hand: list[Code] | None
    formulas: list[str]
    valid: bool
    asked: NotRequired[list[SeatNumber]]
    deadline: NotRequired[Time | None]


class Hand(TypedDict):
    """The hand of a false call that is not shown, for the caller."""

    hand: list[Code]


class CallDeclined(Decision):
    """A seat answers a window without a call; all seats see that one did, and none sees which."""

    on: Version


class Declined(TypedDict):
    """`true` for the seat that declined."""

    declined: bool


class WindowClosed(TypedDict):
    """No seat is asked any more; only `dobon-kawagoe` has `calls_open`."""

    on: Version
    calls_open: NotRequired[bool]
    deadline: Time | None


class Score(TypedDict):
    """The payment of each loser and its arithmetic."""

    addends: list[Count]
    doublings: list[str]
    payment: Count
    arithmetic: str


Transfer = TypedDict("Transfer", {"from": SeatNumber, "to": SeatNumber, "points": int})
Transfer.__doc__ = "Points that one seat pays to another."


class RoundEnded(TypedDict):
    """The round is over and all hands lie open; `points` are by seat. Only `dobon-kawagoe` has `score`, `transfers` and
    `next_dealer`; `score` is null without a winner.
    """

    winner: SeatNumber | None
    losers: list[SeatNumber]
    reason: Literal["dobon", "ippatsu", "false-call", "dead-end"]
    points: list[int]
    score: NotRequired[Score | None]
    transfers: NotRequired[list[Transfer]]
    next_dealer: NotRequired[SeatNumber]
    hands: list[list[Code]]


def is_false(call: Event) -> bool:
    """Tell whether the call is false, so that the round goes on as before."""
    return not call.public["valid"]


EVENTS = Catalogue(
    (
        EventType(
            ROUND_DEALT,
            RoundDealt,
            evolve.lay,
            narration.round_dealt,
            begins=True,
            sealed=(Sealed(EVERY_SEAT, Cards, reveals=("cards",)), Sealed(TABLE, Stock)),
            reveals=("top",),
        ),
        EventType(
            "card-flipped",
            CardFlipped,
            evolve.card_flipped,
            narration.card_flipped,
            reveals=("card",),
            lays="card",
        ),
        EventType(
            "flip-answered",
            FlipAnswered,
            evolve.flip_answered,
            narration.flip_answered,
            sealed=(Sealed(EVERY_SEAT, FlipAnswer),),
            role=Role.ANSWER,
        ),
        EventType(
            "cards-played",
            CardsPlayed,
            evolve.cards_played,
            narration.cards_played,
            role=Role.TURN,
            reveals=("cards",),
            lays="cards",
            ends_turn=True,
        ),
        EventType(
            "cards-drawn",
            CardsDrawn,
            evolve.cards_drawn,
            narration.cards_drawn,
            sealed=(Sealed("seat", Cards, reveals=("cards",)),),
            role=Role.TURN,
        ),
        EventType("passed", Passed, evolve.passed, narration.passed, role=Role.TURN),
        EventType(
            "hand-opened",
            HandOpened,
            evolve.hand_opened,
            narration.hand_opened,
            role=Role.TURN,
            reveals=("cards",),
        ),
        EventType(
            "stock-reshuffled",
            StockReshuffled,
            evolve.stock_reshuffled,
            narration.stock_reshuffled,
            sealed=(Sealed(TABLE, Cards),),
            figure="reshuffles",
        ),
        EventType(
            "dobon-called",
            DobonCalled,
            evolve.dobon_called,
            narration.dobon_called,
            sealed=(Sealed("seat", Hand, optional=True),),
            role=Role.CALL,
            interrupts=is_false,
            reveals=("card", "hand"),
        ),
        EventType(
            "call-declined",
            CallDeclined,
            decline,
            narration.call_declined,
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
            ROUND_ENDED,
            RoundEnded,
            evolve.round_ended,
            narration.round_ended,
            reveals=("hands",),
        ),
    )
)
