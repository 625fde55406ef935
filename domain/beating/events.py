"""The event types of the beating games.

The last event of each command holds `asks`. The family reads it together with the event itself.
"""

from typing import Literal, NotRequired, TypedDict

from domain.beating import evolve, narration
from domain.log.events import TABLE
from domain.ruleset.catalogue import (
    EVERY_SEAT,
    PAIRS,
    ROUND_DEALT,
    ROUND_ENDED,
    ByClock,
    CardPair,
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
    Withheld,
)


class Cards(TypedDict):
    """Cards that only the viewer of the part knows."""

    cards: list[Code]


class Stock(TypedDict):
    """The stock in the order of drawing."""

    stock: list[Code]


class Asks(TypedDict):
    """The seat that is asked next, for what, and until when; `limit` is the number of cards that a lead of Kirifu or
    Mustamaija may have.
    """

    phase: Literal["leading", "defending", "attacking", "throwing-in"]
    seat: SeatNumber
    deadline: Time | None
    limit: NotRequired[Count]


class Asking(TypedDict):
    """An event that may be the last one of its command."""

    asks: NotRequired[Asks]


class Shown(TypedDict):
    """A card of a hand that all players see."""

    seat: SeatNumber
    card: Code


class RoundDealt(Asking):
    """The hands are dealt; `hands` are their numbers by seat.

    Durak has `shown`, `first` and `decided_by`, Kirifu `jokers`, `aces` and `follow_suit`, Mustamaija the `dealer`.
    `asks` is in the last event of each command, unless it ends the round.
    """

    round: Count
    withheld: list[Withheld]
    hands: list[Count]
    stock: Count
    trump: SuitLetter | None
    trump_card: Code | None
    shown: NotRequired[list[Shown]]
    first: NotRequired[SeatNumber]
    decided_by: NotRequired[Code | None]
    jokers: NotRequired[Count]
    aces: NotRequired[Literal["spade_ace", "all_aces", "none"]]
    follow_suit: NotRequired[bool]
    dealer: NotRequired[SeatNumber]


class BoutBegun(Asking):
    """Durak: a bout begins; `team` are the seats that may attack, in the order of the attack right."""

    bout: Count
    attacker: SeatNumber
    defender: SeatNumber
    team: list[SeatNumber]
    limit: Count


class Acted(Asking, Decision):
    """An event by which a seat acts."""

    seat: SeatNumber


class ActedInTime(Acted):
    """An event by which a seat acts, or the clock for it."""

    by_clock: NotRequired[ByClock]


class CardsLed(ActedInTime):
    """Kirifu and Mustamaija: a seat leads cards to the next; `extra` is the last of them if it is an extra card."""

    to: SeatNumber
    cards: list[Code]
    kind: Literal["single", "group", "sequence", "two-groups", "flush"]
    extra: Code | None


class AttackPlayed(ActedInTime):
    """Durak: a seat attacks."""

    cards: list[Code]


class AttackStopped(ActedInTime):
    """Durak: a seat attacks no further for now."""


class CardsThrownIn(Acted):
    """Durak: a seat adds cards to those that the defender takes."""

    cards: list[Code]


class AttackTurnedOver(Acted):
    """Durak: the defender turns the attack over to the next seat with one more card."""

    card: Code
    defender: SeatNumber
    team: list[SeatNumber]
    limit: Count


class CardsBeaten(Acted):
    """The defender beats attacks; each pair is an attack card and the card that beats it."""

    pairs: list[CardPair]


class TakeDeclared(ActedInTime):
    """The defender gives up."""


class DefenceEnded(Asking):
    """The table is cleared: cards `taken` go to the defender's hand, the others out of play."""

    seat: SeatNumber
    how: Literal["beaten", "taken"]
    taken: list[Code]
    discarded: list[Code]
    stall: Count


class CardsDrawn(Asking):
    """A seat draws from the stock; `shown` are those of the cards that all players know."""

    seat: SeatNumber
    count: Count
    stock: Count
    shown: list[Code]


class TrumpTurned(Asking):
    """Mustamaija: a card is turned up to decide the trump; `skipped` were turned up before it."""

    card: Code
    trump: SuitLetter
    skipped: list[Code]
    under: Count


class SeatOut(Asking):
    """A seat has no cards left and is done."""

    seat: SeatNumber
    place: Count


class RoundEnded(TypedDict):
    """The round is over and all hands lie open; `points` and `ranks` are by seat."""

    winner: SeatNumber | None
    losers: list[SeatNumber]
    reason: Literal["one-left", "team-out", "draw", "first-out", "stalled"]
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
            sealed=(Sealed(EVERY_SEAT, Cards, reveals=("cards",)), Sealed(TABLE, Stock)),
            reveals=("trump_card", "shown"),
        ),
        EventType("bout-begun", BoutBegun, evolve.bout_begun, narration.bout_begun),
        EventType(
            "cards-led",
            CardsLed,
            evolve.attack_played,
            narration.cards_led,
            role=Role.TURN,
            reveals=("cards",),
            lays="cards",
            figure="attacks",
        ),
        EventType(
            "attack-played",
            AttackPlayed,
            evolve.attack_played,
            narration.attack_played,
            role=Role.TURN,
            reveals=("cards",),
            lays="cards",
            figure="attacks",
        ),
        EventType(
            "attack-stopped",
            AttackStopped,
            evolve.attack_stopped,
            narration.attack_stopped,
            role=Role.TURN,
        ),
        EventType(
            "cards-thrown-in",
            CardsThrownIn,
            evolve.cards_thrown_in,
            narration.cards_thrown_in,
            role=Role.TURN,
            reveals=("cards",),
            lays="cards",
            figure="attacks",
        ),
        EventType(
            "attack-turned-over",
            AttackTurnedOver,
            evolve.attack_turned_over,
            narration.attack_turned_over,
            role=Role.TURN,
            reveals=("card",),
            lays="card",
            figure="attacks",
        ),
        EventType(
            "cards-beaten",
            CardsBeaten,
            evolve.cards_beaten,
            narration.cards_beaten,
            role=Role.TURN,
            reveals=(PAIRS,),
            lays=PAIRS,
            figure="beaten",
        ),
        EventType(
            "take-declared",
            TakeDeclared,
            evolve.take_declared,
            narration.take_declared,
            role=Role.TURN,
            figure="takes",
        ),
        EventType(
            "defence-ended",
            DefenceEnded,
            evolve.defence_ended,
            narration.defence_ended,
            ends_turn=True,
        ),
        EventType(
            "cards-drawn",
            CardsDrawn,
            evolve.cards_drawn,
            narration.cards_drawn,
            sealed=(Sealed("seat", Cards, reveals=("cards",)),),
        ),
        EventType(
            "trump-turned",
            TrumpTurned,
            evolve.trump_turned,
            narration.trump_turned,
            reveals=("card", "skipped"),
            lays="card",
        ),
        EventType("seat-out", SeatOut, evolve.seat_out, narration.seat_out),
        EventType(
            ROUND_ENDED,
            RoundEnded,
            evolve.round_ended,
            narration.round_ended,
            reveals=("hands",),
        ),
    )
)
