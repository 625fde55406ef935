"""The pool that a process opens: connections to the accounts, and through `games` to the databases of games."""

from infra.databases.games import GameDatabases
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.pool import Pool
from infra.postgres.urls import application_url
from infra.settings import Settings

GRACE_SECONDS = 2
"""Time after `statement_timeout` for the server's error to arrive, before the watchdog closes the connection."""


class AccountsPool(Pool):
    """Connections to the database of the accounts."""

    games: GameDatabases
    "The databases of the games, which may be the same one."

    def __init__(self, settings: Settings) -> None:
        """Connect to all databases of these settings."""
        super().__init__(settings, application_url(settings), "dobon", settings.pool_size)
        self.games = GameDatabases(settings, self)

    def close(self, timeout: float = 5.0) -> None:
        """Close all connections, those to games included."""
        self.games.close(timeout)
        super().close(timeout)


def open_pool(settings: Settings) -> AccountsPool:
    """Return the pool of this process. Call it after a fork."""
    WATCHDOG.seconds = settings.statement_seconds + GRACE_SECONDS if settings.statement_seconds else None
    return AccountsPool(settings)
