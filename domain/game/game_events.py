"""The event types of the whole game, from its creation to its end."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.log.events import Part
from domain.ruleset.parts import Account, Count, Hex, Mark, SeatNumber, Strategy, Time

RulesetKey = Annotated[str, Meta(description="The key of a ruleset.")]
BotVersion = Annotated[int, Meta(ge=1)]
"""The version of a strategy."""
Mode = Literal["live", "delayed", "off"]
"""What spectators see."""
Options = dict[str, Any]
"""Values of options, by name."""


class GameCreated(Part):
    """A game is created; `options` are all options of its ruleset, `anchor` fixes the server's links of all rounds.

    `spectator_delay` is there if `spectators` are `delayed`, and `bot_accounts` if bot accounts may take seats.
    """

    type = "game-created"
    ruleset: RulesetKey
    options: Options
    seats: Count
    listed: bool
    anchor: Hex
    spectators: Mode
    spectator_delay: Count | UnsetType = UNSET
    bot_accounts: Mark | UnsetType = UNSET


class ReadinessAsked(Part):
    """The next round waits for players; `unready` are the seats that have to be ready before its deal."""

    type = "readiness-asked"
    round: Count
    unready: list[SeatNumber]
    ready_by: Time | None


class SeatTaken(Part):
    """A player, or a bot, takes a seat; `anchor` fixes the links with which the player contributes to all shuffles.

    `bot_account` is there if the player is a program: `bot` names a strategy of the server.
    """

    type = "seat-taken"
    seat: SeatNumber
    player: Account | None
    bot: Strategy | None
    bot_version: BotVersion | None
    anchor: Hex | None
    bot_account: Mark | UnsetType = UNSET


class SeatLeft(Part):
    """A player stands up before the game begins."""

    type = "seat-left"
    seat: SeatNumber


class SeatHandedOver(Part):
    """A player leaves during the game, and a bot plays on."""

    type = "seat-handed-over"
    seat: SeatNumber
    bot: Strategy
    bot_version: BotVersion


class SeatResumed(Part):
    """A player comes back and plays again."""

    type = "seat-resumed"
    seat: SeatNumber
    bot: None


class SeatReadied(Part):
    """A player is ready for the next round; `link` is the player's contribution to its shuffle."""

    type = "seat-readied"
    seat: SeatNumber
    link: Hex | None
    by_clock: Mark | UnsetType = UNSET


class RoundRevealed(Part):
    """The secret of a finished round becomes public."""

    type = "round-revealed"
    round: Count
    secret: Hex


class GameEnded(Part):
    """The game is over; `scores` are by seat."""

    type = "game-ended"
    scores: list[int]


class GameAbandoned(Part):
    """All players left, or an admin ended it. `secret` is that of the dealt round, or of a coming one with links."""

    type = "game-abandoned"
    reason: Literal["everybody-left", "admin"]
    secret: Hex | None
