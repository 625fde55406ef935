"""Names of players in bodies. Logs and folds hold ids only, so a name is put in last, and forgotten soon."""

from collections import Counter
from collections.abc import Iterable
from time import monotonic
from typing import Any

from flask import Flask, current_app

from infra.postgres.pool import Pool
from infra.repositories import accounts

EXTENSION = "dobon.player_names"

KEEP_SECONDS = 30.0
MAX_NAMES = 10_000
ERASED = "-"
"""Stands for somebody whose name is gone."""


class PlayerNames:
    """Names by player id, each asked for at most every `KEEP_SECONDS`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: dict[str, tuple[float, str]] = {}

    def of(self, players: Iterable[str]) -> dict[str, str]:
        """The name of each of these players."""
        since = monotonic() - KEEP_SECONDS
        known = self._known
        names = {player: known[player][1] for player in players if player in known and known[player][0] > since}
        missing = [player for player in players if player not in names]
        if missing:
            found = accounts.names(self._pool, missing)
            if len(known) > MAX_NAMES:
                known.clear()
            for player in missing:
                names[player] = found.get(player, ERASED)
                known[player] = (monotonic(), names[player])
        return names

    def with_names(self, players: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The `players` of a view, each with its name; a bot is called by its strategy, with a number where it is not the only one."""
        names = self.of([player["id"] for player in players if player["id"] is not None])
        bots = [player["bot"] for player in players if player["id"] is None]
        found, met = [], Counter[str]()
        for player in players:
            bot = player["bot"]
            if player["id"] is not None:
                name = names[player["id"]]
            else:
                met[bot] += 1
                name = f"{bot} {met[bot]}" if bots.count(bot) > 1 else bot
            found.append({**player, "name": name})
        return found


def player_names(app: Flask | None = None) -> PlayerNames:
    """Return the names of an application; by default of the one that handles this request."""
    found = (app or current_app).extensions[EXTENSION]
    assert isinstance(found, PlayerNames)
    return found
