"""Settings from the environment. `infra.postgres.binaries` also reads `PG_BINDIR`, as other PostgreSQL programs do."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a process. Each field is read from `DOBON_` and its name in capitals."""

    database_url: str | None = None
    """The address of an external server; its account may act as `dobon_app`. Unset: the embedded server."""
    owner_database_url: str | None = None
    """The address of the same database for an account that may act as `dobon_owner`. Unset: `database_url`."""
    data_dir: Path = Path(".dobon")
    """The directory of the embedded server's cluster. Processes with the same directory share one server."""
    pool_size: int = 8
    """The maximum number of database connections of one process."""
    statement_seconds: int = 10
    """The timeout of one statement; the timeout for a locked row is a fifth of it. 0: no timeout."""
    origins: tuple[str, ...] = ()
    """Origins whose pages may use the API, separated by spaces. Unset: none.

    Examples: `https://play.example`, or `:8000` for that port of the requested host.
    """

    stream_url: str | None = None
    """The address of a separate stream process as clients reach it. Unset: this process serves streams.

    Examples: `https://live.example`, or `:8001` for that port of the requested host.
    """
    log: str | None = None
    """The log format: `json`, `plain` or `quiet`. Unset: plain on a terminal, JSON elsewhere."""
    metrics: str = "local"
    """Access to `/metrics` without an admin token: `local` for programs on the same machine, `open` for all clients."""

    rates: str = (
        "address=6000/minute account=3000/minute calls=600/minute players=120/minute codes=30/minute stamps=20/minute"
    )
    """Rate limits of addresses and accounts (`api.middleware.rate_limit`), counted per process. `off`: no limits."""
    games_per_account: int = 100
    """The maximum of unfinished games in which one account plays or which it created. 0: no limit."""
    proxies: int = 0
    """The number of proxies in front of this server. Each adds to `X-Forwarded-For`, the source of client addresses."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings of `environment`; an empty variable is unset. Raises `ValueError` for invalid numbers."""
        given = {
            name: value for name in cls.__dataclass_fields__ if (value := environment.get(f"DOBON_{name.upper()}"))
        }
        return cls(
            database_url=given.get("database_url"),
            owner_database_url=given.get("owner_database_url"),
            data_dir=Path(given.get("data_dir", cls().data_dir)).expanduser().absolute(),
            pool_size=int(given.get("pool_size", cls().pool_size)),
            statement_seconds=int(given.get("statement_seconds", cls().statement_seconds)),
            origins=tuple(given.get("origins", "").split()),
            stream_url=given.get("stream_url"),
            rates=given.get("rates", cls().rates),
            games_per_account=int(given.get("games_per_account", cls().games_per_account)),
            proxies=int(given.get("proxies", cls().proxies)),
            log=given.get("log"),
            metrics=given.get("metrics", cls().metrics),
        )

    def at(self, data_dir: Path | str) -> "Settings":
        """Return the same settings with another directory for the embedded server."""
        return replace(self, data_dir=Path(data_dir).expanduser().absolute())
