"""A signal with its evidence: the decisions behind it. Those of a pair come from the logs of its games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from domain.game.reading import read_log
from domain.log.moments import Moment
from domain.signals.assistance import MATCHED
from domain.signals.tells import favours
from infra.databases.pool import AccountsPool
from infra.moderation.signals import ASSISTANCE, Found, StoredRound, stored_rounds
from infra.queries import history

MOST_GAMES = 10
"""Games whose logs are read for the evidence: those with most of it."""

MOST_DECISIONS = 50
"""Decisions of the evidence: the strongest ones, or the newest ones of one player."""


@dataclass(frozen=True, slots=True)
class Results:
    """The rounds of one player of the pair: those with the other, and the rest."""

    player: str
    rounds_together: int
    points_together: int
    rounds_apart: int
    points_apart: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """A decision in which one player favoured the other, or found what a search finds."""

    game: str
    ended_at: Moment
    "Of the game."
    by: str
    round: int
    version: int
    "Of the event that settled it."
    tell: str
    value: float
    usual: dict[str, Any] | None = None
    "The action by rules of thumb, on the wire, if it stands against a search."


def read_file(pool: AccountsPool, found: Found) -> tuple[list[Results], list[Evidence]]:
    """Return the results of both players, and the evidence, the strongest or newest first. Raises `Unavailable`."""
    if found.kind == ASSISTANCE:
        return [], [*islice(_matched(pool, found.first), MOST_DECISIONS)]
    made, favour = list[Results](), dict[tuple[str, Moment], float]()
    for player, other in ((found.first, found.second), (found.second, found.first)):
        rounds = stored_rounds(pool, player)
        together = [one for one in rounds if other in one.played.seen.others]
        made.append(_results(player, rounds, together))
        for one in together:
            key = one.game, one.ended_at
            favour[key] = favour.get(key, 0.0) + _favour(one, other)
    strongest = sorted((key for key in favour if favour[key]), key=lambda key: (-favour[key], key))[:MOST_GAMES]
    decisions = [one for game, ended_at in strongest for one in _evidence(pool, found, game, ended_at)]
    return made, sorted(decisions, key=lambda one: (-one.value, one.ended_at, one.version))[:MOST_DECISIONS]


def _matched(pool: AccountsPool, player: str) -> Iterable[Evidence]:
    for one in stored_rounds(pool, player):
        for clear in () if one.searched is None else reversed(one.searched.clear):
            if clear.matched:
                yield Evidence(
                    one.game, one.ended_at, player, one.played.round, clear.version, MATCHED, 1.0, clear.usual
                )


def _results(player: str, rounds: Sequence[StoredRound], together: Sequence[StoredRound]) -> Results:
    points = sum(one.played.points for one in together)
    return Results(
        player, len(together), points, len(rounds) - len(together), sum(one.played.points for one in rounds) - points
    )


def _favour(one: StoredRound, other: str) -> float:
    """Return the sum of what was spared or fed to the other in a round."""
    return sum(max(total, 0.0) for (_, favoured), (_, total) in one.played.seen.tells.items() if favoured == other)


def _evidence(pool: AccountsPool, found: Found, game: str, ended_at: Moment) -> Iterable[Evidence]:
    events = [*read_log(history.revealed_events(pool, game))]
    if not events:  # in a database that was restored from an older copy
        return
    for by, sight in favours(game, events, {found.first, found.second}):
        yield Evidence(game, ended_at, by, sight.round, sight.version, sight.tell, sight.value)
