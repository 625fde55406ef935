"""The event types of the beating games.

The last event of each command holds `asks`. The family reads it together with the event itself.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from domain.log.events import Part
from domain.ruleset.cards import SuitLetter
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED
from domain.ruleset.parts import CardPair, Code, Count, Decision, Mark, SeatNumber, Time, Withheld

AskedPhase = Literal["leading", "defending", "attacking", "throwing-in"]
LeadKind = Literal["single", "group", "sequence", "two-groups", "flush"]
How = Literal["beaten", "taken"]
Reason = Literal["one-left", "team-out", "draw", "first-out", "stalled"]


class Asks(Part):
    """The seat that is asked next, for what, and until when; `limit` is the number of cards that a lead of Kirifu or
    Mustamaija may have.
    """

    phase: AskedPhase
    seat: SeatNumber
    deadline: Time | None
    limit: Count | UnsetType = UNSET


class Asking(Part):
    """An event that may be the last one of its command."""

    asks: Asks | UnsetType = UNSET


class Shown(Part):
    """A card of a hand that all players see."""

    seat: SeatNumber
    card: Code


class RoundDealt(Asking, kw_only=True):
    """The hands are dealt; `hands` are their numbers by seat.

    Durak has `shown`, `first` and `decided_by`, Kirifu `jokers`, `aces` and `follow_suit`, Mustamaija the `dealer`.
    `asks` is in the last event of each command, unless it ends the round.
    """

    type = ROUND_DEALT
    round: Count
    withheld: list[Withheld]
    hands: list[Count]
    stock: Count
    trump: SuitLetter | None
    trump_card: Code | None
    shown: list[Shown] | UnsetType = UNSET
    first: SeatNumber | UnsetType = UNSET
    decided_by: Code | UnsetType | None = UNSET
    jokers: Count | UnsetType = UNSET
    aces: Literal["spade_ace", "all_aces", "none"] | UnsetType = UNSET
    follow_suit: bool | UnsetType = UNSET
    dealer: SeatNumber | UnsetType = UNSET


class BoutBegun(Asking, kw_only=True):
    """Durak: a bout begins; `team` are the seats that may attack, in the order of the attack right."""

    type = "bout-begun"
    bout: Count
    attacker: SeatNumber
    defender: SeatNumber
    team: list[SeatNumber]
    limit: Count


class Acted(Decision, kw_only=True):
    """An event by which a seat acts; it may be the last one of its command, as `Asking`."""

    asks: Asks | UnsetType = UNSET
    seat: SeatNumber


class ActedInTime(Acted, kw_only=True):
    """An event by which a seat acts, or the clock for it."""

    by_clock: Mark | UnsetType = UNSET


class CardsLed(ActedInTime, kw_only=True):
    """Kirifu and Mustamaija: a seat leads cards to the next; `extra` is the last of them if it is an extra card."""

    type = "cards-led"
    to: SeatNumber
    cards: list[Code]
    kind: LeadKind
    extra: Code | None


class AttackPlayed(ActedInTime, kw_only=True):
    """Durak: a seat attacks."""

    type = "attack-played"
    cards: list[Code]


class AttackStopped(ActedInTime):
    """Durak: a seat attacks no further for now."""

    type = "attack-stopped"


class CardsThrownIn(Acted, kw_only=True):
    """Durak: a seat adds cards to those that the defender takes."""

    type = "cards-thrown-in"
    cards: list[Code]


class AttackTurnedOver(Acted, kw_only=True):
    """Durak: the defender turns the attack over to the next seat with one more card."""

    type = "attack-turned-over"
    card: Code
    defender: SeatNumber
    team: list[SeatNumber]
    limit: Count


class CardsBeaten(Acted, kw_only=True):
    """The defender beats attacks; each pair is an attack card and the card that beats it."""

    type = "cards-beaten"
    pairs: list[CardPair]


class TakeDeclared(ActedInTime):
    """The defender gives up."""

    type = "take-declared"


class DefenceEnded(Asking, kw_only=True):
    """The table is cleared: cards `taken` go to the defender's hand, the others out of play."""

    type = "defence-ended"
    seat: SeatNumber
    how: How
    taken: list[Code]
    discarded: list[Code]
    stall: Count


class CardsDrawn(Asking, kw_only=True):
    """A seat draws from the stock; `shown` are those of the cards that all players know."""

    type = "cards-drawn"
    seat: SeatNumber
    count: Count
    stock: Count
    shown: list[Code]


class TrumpTurned(Asking, kw_only=True):
    """Mustamaija: a card is turned up to decide the trump; `skipped` were turned up before it."""

    type = "trump-turned"
    card: Code
    trump: SuitLetter
    skipped: list[Code]
    under: Count


class SeatOut(Asking, kw_only=True):
    """A seat has no cards left and is done."""

    type = "seat-out"
    seat: SeatNumber
    place: Count


class RoundEnded(Part):
    """The round is over and all hands lie open; `points` and `ranks` are by seat."""

    type = ROUND_ENDED
    winner: SeatNumber | None
    losers: list[SeatNumber]
    reason: Reason
    points: list[int]
    ranks: list[Count | None]
    hands: list[list[Code]]
