"""The types of the events of Dobon: how each is applied, told and sealed."""

from domain.dobon import evolve, narration
from domain.dobon.events import (
    CallDeclined,
    CardFlipped,
    CardsDrawn,
    CardsPlayed,
    DobonCalled,
    FlipAnswer,
    FlipAnswered,
    Hand,
    HandOpened,
    Passed,
    RoundDealt,
    RoundEnded,
    StockReshuffled,
    WindowClosed,
)
from domain.log.events import TABLE, Event
from domain.ruleset.catalogue import EVERY_SEAT, Catalogue, EventType, Role, Sealed
from domain.ruleset.parts import Cards, Declined, Stock


def is_false(call: Event) -> bool:
    """Tell whether the call is false, so that the round goes on as before."""
    return not call.public.valid


EVENTS = Catalogue(
    (
        EventType(
            RoundDealt,
            evolve.lay,
            narration.round_dealt,
            begins=True,
            sealed=(Sealed(EVERY_SEAT, Cards, reveals=("cards",)), Sealed(TABLE, Stock)),
            reveals=("top",),
        ),
        EventType(
            CardFlipped,
            evolve.card_flipped,
            narration.card_flipped,
            reveals=("card",),
            lays="card",
        ),
        EventType(
            FlipAnswered,
            evolve.flip_answered,
            narration.flip_answered,
            sealed=(Sealed(EVERY_SEAT, FlipAnswer),),
            role=Role.ANSWER,
        ),
        EventType(
            CardsPlayed,
            evolve.cards_played,
            narration.cards_played,
            role=Role.TURN,
            reveals=("cards",),
            lays="cards",
            ends_turn=True,
        ),
        EventType(
            CardsDrawn,
            evolve.cards_drawn,
            narration.cards_drawn,
            sealed=(Sealed("seat", Cards, reveals=("cards",)),),
            role=Role.TURN,
        ),
        EventType(Passed, evolve.passed, narration.passed, role=Role.TURN),
        EventType(
            HandOpened,
            evolve.hand_opened,
            narration.hand_opened,
            role=Role.TURN,
            reveals=("cards",),
        ),
        EventType(
            StockReshuffled,
            evolve.stock_reshuffled,
            narration.stock_reshuffled,
            sealed=(Sealed(TABLE, Cards),),
            figure="reshuffles",
        ),
        EventType(
            DobonCalled,
            evolve.dobon_called,
            narration.dobon_called,
            sealed=(Sealed("seat", Hand, optional=True),),
            role=Role.CALL,
            interrupts=is_false,
            reveals=("card", "hand"),
        ),
        EventType(
            CallDeclined,
            evolve.call_declined,
            narration.call_declined,
            sealed=(Sealed(EVERY_SEAT, Declined),),
            role=Role.ANSWER,
        ),
        EventType(
            WindowClosed,
            evolve.window_closed,
            narration.window_closed,
        ),
        EventType(
            RoundEnded,
            evolve.round_ended,
            narration.round_ended,
            reveals=("hands",),
        ),
    )
)
