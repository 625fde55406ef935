"""The event types of the whole game, from its creation to its end."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.game import game_evolve, game_narration
from domain.log.events import Event
from domain.ruleset.catalogue import Account, ByClock, Catalogue, Count, EventType, Hex, SeatNumber, Strategy, Time

RulesetKey = Annotated[str, ("description", "The key of a ruleset.")]
BotVersion = Annotated[int, ("minimum", 1)]
"""The version of a strategy."""
Mode = Literal["live", "delayed", "off"]
"""What spectators see."""
Options = dict[str, Any]
"""Values of options, by name."""


class GameCreated(TypedDict):
    """A game is created; `options` are all options of its ruleset, `anchor` fixes the server's links of all rounds.

    `spectator_delay` is there if `spectators` are `delayed`.
    """

    ruleset: RulesetKey
    options: Options
    seats: Count
    listed: bool
    anchor: Hex
    spectators: Mode
    spectator_delay: NotRequired[Count]


class ReadinessAsked(TypedDict):
    """The next round waits for players; `unready` are the seats that have to be ready before its deal."""

    round: Count
    unready: list[SeatNumber]
    ready_by: Time | None


class SeatTaken(TypedDict):
    """A player, or a bot, takes a seat; `anchor` fixes the links with which the player contributes to all shuffles."""

    seat: SeatNumber
    player: Account | None
    bot: Strategy | None
    bot_version: BotVersion | None
    anchor: Hex | None


class SeatLeft(TypedDict):
    """A player stands up before the game begins."""

    seat: SeatNumber


class SeatHandedOver(TypedDict):
    """A player leaves during the game, and a bot plays on."""

    seat: SeatNumber
    bot: Strategy
    bot_version: BotVersion


class SeatResumed(TypedDict):
    """A player comes back and plays again."""

    seat: SeatNumber
    bot: None


class SeatReadied(TypedDict):
    """A player is ready for the next round; `link` is the player's contribution to its shuffle."""

    seat: SeatNumber
    link: Hex | None
    by_clock: NotRequired[ByClock]


class RoundRevealed(TypedDict):
    """The secret of a finished round becomes public."""

    round: Count
    secret: Hex


class GameEnded(TypedDict):
    """The game is over; `scores` are by seat."""

    scores: list[int]


class GameAbandoned(TypedDict):
    """All players left, or an admin ended it. `secret` is that of the dealt round, or of a coming one with links."""

    reason: Literal["everybody-left", "admin"]
    secret: Hex | None


def always(_: Event) -> bool:
    """Return True."""
    return True


EVENTS = Catalogue(
    (
        EventType(
            "game-created",
            GameCreated,
            game_evolve.game_created,
            game_narration.game_created,
            begins=True,
        ),
        EventType(
            "readiness-asked",
            ReadinessAsked,
            game_evolve.readiness_asked,
            game_narration.readiness_asked,
        ),
        EventType("seat-taken", SeatTaken, game_evolve.seat_taken, game_narration.seat_taken),
        EventType("seat-left", SeatLeft, game_evolve.seat_left, game_narration.seat_left),
        EventType(
            "seat-handed-over",
            SeatHandedOver,
            game_evolve.seat_played_by,
            game_narration.seat_handed_over,
            interrupts=always,
        ),
        EventType(
            "seat-resumed",
            SeatResumed,
            game_evolve.seat_played_by,
            game_narration.seat_resumed,
            interrupts=always,
        ),
        EventType(
            "seat-readied",
            SeatReadied,
            game_evolve.seat_readied,
            game_narration.seat_readied,
        ),
        EventType(
            "round-revealed",
            RoundRevealed,
            game_evolve.round_revealed,
            game_narration.round_revealed,
        ),
        EventType(
            "game-ended",
            GameEnded,
            game_evolve.game_ended,
            game_narration.game_ended,
        ),
        EventType(
            "game-abandoned",
            GameAbandoned,
            game_evolve.game_abandoned,
            game_narration.game_abandoned,
        ),
    )
)
