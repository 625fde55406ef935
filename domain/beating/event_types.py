"""The types of the events of the beating games: how each is applied, told and sealed."""

from domain.beating import evolve, narration
from domain.beating.events import (
    AttackPlayed,
    AttackStopped,
    AttackTurnedOver,
    BoutBegun,
    CardsBeaten,
    CardsDrawn,
    CardsLed,
    CardsThrownIn,
    DefenceEnded,
    RoundDealt,
    RoundEnded,
    SeatOut,
    TakeDeclared,
    TrumpTurned,
)
from domain.log.events import TABLE
from domain.ruleset.catalogue import EVERY_SEAT, PAIRS, Catalogue, EventType, Role, Sealed
from domain.ruleset.parts import Cards, Stock

EVENTS = Catalogue(
    (
        EventType(
            RoundDealt,
            evolve.lay,
            narration.round_dealt,
            begins=True,
            sealed=(Sealed(EVERY_SEAT, Cards, reveals=("cards",)), Sealed(TABLE, Stock)),
            reveals=("trump_card", "shown"),
        ),
        EventType(BoutBegun, evolve.bout_begun, narration.bout_begun),
        EventType(
            CardsLed,
            evolve.attack_played,
            narration.cards_led,
            role=Role.TURN,
            reveals=("cards",),
            lays="cards",
            figure="attacks",
        ),
        EventType(
            AttackPlayed,
            evolve.attack_played,
            narration.attack_played,
            role=Role.TURN,
            reveals=("cards",),
            lays="cards",
            figure="attacks",
        ),
        EventType(
            AttackStopped,
            evolve.attack_stopped,
            narration.attack_stopped,
            role=Role.TURN,
        ),
        EventType(
            CardsThrownIn,
            evolve.cards_thrown_in,
            narration.cards_thrown_in,
            role=Role.TURN,
            reveals=("cards",),
            lays="cards",
            figure="attacks",
        ),
        EventType(
            AttackTurnedOver,
            evolve.attack_turned_over,
            narration.attack_turned_over,
            role=Role.TURN,
            reveals=("card",),
            lays="card",
            figure="attacks",
        ),
        EventType(
            CardsBeaten,
            evolve.cards_beaten,
            narration.cards_beaten,
            role=Role.TURN,
            reveals=(PAIRS,),
            lays=PAIRS,
            figure="beaten",
        ),
        EventType(
            TakeDeclared,
            evolve.take_declared,
            narration.take_declared,
            role=Role.TURN,
            figure="takes",
        ),
        EventType(
            DefenceEnded,
            evolve.defence_ended,
            narration.defence_ended,
            ends_turn=True,
        ),
        EventType(
            CardsDrawn,
            evolve.cards_drawn,
            narration.cards_drawn,
            sealed=(Sealed("seat", Cards, reveals=("cards",)),),
        ),
        EventType(
            TrumpTurned,
            evolve.trump_turned,
            narration.trump_turned,
            reveals=("card", "skipped"),
            lays="card",
        ),
        EventType(SeatOut, evolve.seat_out, narration.seat_out),
        EventType(
            RoundEnded,
            evolve.round_ended,
            narration.round_ended,
            reveals=("hands",),
        ),
    )
)
