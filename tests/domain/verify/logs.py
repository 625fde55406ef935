"""The logs that are forged, of all families: together they contain every type of event."""

from collections.abc import Callable

from domain.log.events import LoggedEvent
from prove.harness.random_games import crowded_round, rich_game, rich_kawagoe_game
from tests.domain import played_beating, played_doubt

LOGS: dict[str, Callable[[], tuple[str, list[LoggedEvent]]]] = {
    "sato": rich_game,
    "kawagoe": rich_kawagoe_game,
    "crowded": crowded_round,
    **played_doubt.LOGS,
    **played_beating.LOGS,
}
