"""What can be set from outside. (`infra.postgres.binaries` also heeds `PG_BINDIR`, as other programs for Postgres do.)"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """How this process finds its data. Every field has the environment variable `DOBON_` and its name in capitals."""

    database_url: str | None = None
    """A server of your own; the account in it may act as `dobon_app`. Unset: the embedded one."""
    owner_database_url: str | None = None
    """The same database, as an account that may act as `dobon_owner`. Unset: `database_url`."""
    data_dir: Path = Path(".dobon")
    """Where the embedded server keeps its cluster. All processes with the same directory share one server."""
    pool_size: int = 8
    """Connections a process may hold at once."""
    statement_seconds: int = 10
    """For which one statement may run; waiting for a row takes a fifth of it at most. 0: as long as it takes."""
    origins: tuple[str, ...] = ()
    """Origins whose pages may use the API, separated by spaces, such as `https://play.example`, or `:8000` of whatever host was asked. Unset: none."""

    stream_url: str | None = None
    """Where streams are served beside this process, as clients reach it: `https://live.example`, or `:8001` for the same host at that port."""
    log: str | None = None
    """`json`, `plain` or `quiet` (`infra.observability.structured_logging`). Unset: plain on a terminal, JSON elsewhere."""
    metrics: str = "local"
    """Who may read `/metrics` without an admin's token: `local`, programs on the same machine; `open`, everybody."""

    rates: str = (
        "address=6000/minute account=3000/minute calls=600/minute players=120/minute codes=30/minute stamps=20/minute"
    )
    """How much one address and one account may ask for (`api.middleware.rate_limit`), each process counting by itself. `off`: as much as it likes."""
    proxies: int = 0
    """Proxies between the clients and this server; each adds to `X-Forwarded-For`, from which the client's address is then taken."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings of `environment`; an empty variable counts as unset. Raises `ValueError` for what is no number."""
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
            proxies=int(given.get("proxies", cls().proxies)),
            log=given.get("log"),
            metrics=given.get("metrics", cls().metrics),
        )

    def at(self, data_dir: Path | str) -> "Settings":
        """The same settings with the embedded server in another directory."""
        return replace(self, data_dir=Path(data_dir).expanduser().absolute())
