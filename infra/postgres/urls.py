"""Addresses of the database for each role."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from infra.postgres.cluster import Cluster
from infra.postgres.tables.schema import APP_ROLE, OWNER_ROLE
from infra.settings import Settings

DATABASE = "dobon"
"""The name of the database in the embedded server."""


def cluster(settings: Settings) -> Cluster:
    """Return the embedded server of these settings, which may not be running."""
    return Cluster(settings.data_dir / "postgres")


def application_url(settings: Settings, url: str | None = None) -> str:
    """Return the application's address: it acts as `dobon_app` with a fixed search path and timeouts.

    `url` is the address of another database; by default it is that of the accounts.
    """
    url = url or settings.database_url or cluster(settings).url(DATABASE, APP_ROLE)
    milliseconds = settings.statement_seconds * 1000
    limits = {
        "statement_timeout": f"{milliseconds}ms",
        "lock_timeout": f"{milliseconds // 5}ms",  # a command that waits for a row occupies a connection
        "idle_in_transaction_session_timeout": f"{milliseconds}ms",
    }
    return _with_role(APP_ROLE, url, limits)


def router_url(url: str) -> str:
    """Return the address of the router for the application. It has no timeouts; the databases behind it have.

    If the router ended a call itself, the effect of the call would be unknown.
    """
    return _with_role(APP_ROLE, url, {})


def owner_url(settings: Settings, url: str | None = None) -> str:
    """Return the address for migrations: it acts as `dobon_owner` without timeouts.

    `url` is the address of another database for the owner's account.
    """
    return _with_role(OWNER_ROLE, url or owner_account_url(settings), {})


def owner_account_url(settings: Settings) -> str:
    """Return the address of the account that may own the tables, without the role of the owner."""
    return settings.owner_database_url or settings.database_url or cluster(settings).url(DATABASE)


def _with_role(role: str, url: str, limits: Mapping[str, str]) -> str:
    """Return the address with session options.

    They hold for any configuration of the account, and a connection that may not have the role fails at once.
    """
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    options = {"role": role, "search_path": "pg_catalog", **limits}
    text = " ".join(f"-c {name}={value}" for name, value in options.items())
    query["options"] = f"{query['options']} {text}" if "options" in query else text
    return urlunsplit(parts._replace(scheme="postgresql", query=urlencode(query, quote_via=quote)))
