"""The types of the events of Doubt: how each is applied, told and sealed."""

from domain.doubt import evolve, narration
from domain.doubt.events import (
    CardsExchanged,
    CardsPlayed,
    DoubtCalled,
    DoubtDeclined,
    PileTaken,
    RoundDealt,
    RoundEnded,
    SeatEliminated,
    WindowClosed,
)
from domain.ruleset.catalogue import EVERY_SEAT, Catalogue, EventType, Role, Sealed
from domain.ruleset.parts import Cards, Declined

EVENTS = Catalogue(
    (
        EventType(
            RoundDealt,
            evolve.lay,
            narration.round_dealt,
            begins=True,
            sealed=(Sealed(EVERY_SEAT, Cards, reveals=("cards",)),),
        ),
        EventType(
            CardsPlayed,
            evolve.cards_played,
            narration.cards_played,
            sealed=(Sealed("seat", Cards),),
            role=Role.TURN,
            ends_turn=True,
        ),
        EventType(
            DoubtDeclined,
            evolve.doubt_declined,
            narration.doubt_declined,
            sealed=(Sealed(EVERY_SEAT, Declined),),
            role=Role.ANSWER,
        ),
        EventType(
            WindowClosed,
            evolve.window_closed,
            narration.window_closed,
        ),
        EventType(
            DoubtCalled,
            evolve.doubt_called,
            narration.doubt_called,
            role=Role.CALL,
            reveals=("cards",),
            lays="cards",
        ),
        EventType(
            PileTaken,
            evolve.pile_taken,
            narration.pile_taken,
            sealed=(Sealed("seat", Cards, reveals=("cards",)),),
        ),
        EventType(
            SeatEliminated,
            evolve.seat_eliminated,
            narration.seat_eliminated,
        ),
        EventType(
            CardsExchanged,
            evolve.cards_exchanged,
            narration.cards_exchanged,
            sealed=(Sealed("giver", Cards), Sealed("to", Cards, reveals=("cards",))),
        ),
        EventType(
            RoundEnded,
            evolve.round_ended,
            narration.round_ended,
            reveals=("hands",),
        ),
    )
)
