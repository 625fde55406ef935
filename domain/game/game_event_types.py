"""The types of the events of the whole game: how each is applied, told and sealed."""

from domain.game import game_evolve, game_narration
from domain.game.game_events import (
    GameAbandoned,
    GameCreated,
    GameEnded,
    ReadinessAsked,
    RoundRevealed,
    SeatHandedOver,
    SeatLeft,
    SeatReadied,
    SeatResumed,
    SeatTaken,
)
from domain.log.events import Event
from domain.ruleset.catalogue import Catalogue, EventType


def always(_: Event) -> bool:
    """Return True."""
    return True


EVENTS = Catalogue(
    (
        EventType(
            GameCreated,
            game_evolve.game_created,
            game_narration.game_created,
            begins=True,
        ),
        EventType(
            ReadinessAsked,
            game_evolve.readiness_asked,
            game_narration.readiness_asked,
        ),
        EventType(SeatTaken, game_evolve.seat_taken, game_narration.seat_taken),
        EventType(SeatLeft, game_evolve.seat_left, game_narration.seat_left),
        EventType(
            SeatHandedOver,
            game_evolve.seat_played_by,
            game_narration.seat_handed_over,
            interrupts=always,
        ),
        EventType(
            SeatResumed,
            game_evolve.seat_played_by,
            game_narration.seat_resumed,
            interrupts=always,
        ),
        EventType(
            SeatReadied,
            game_evolve.seat_readied,
            game_narration.seat_readied,
        ),
        EventType(
            RoundRevealed,
            game_evolve.round_revealed,
            game_narration.round_revealed,
        ),
        EventType(
            GameEnded,
            game_evolve.game_ended,
            game_narration.game_ended,
        ),
        EventType(
            GameAbandoned,
            game_evolve.game_abandoned,
            game_narration.game_abandoned,
        ),
    )
)
