"""Addresses of the database, by settings and role."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from infra.postgres.cluster import Cluster
from infra.postgres.tables import APP_ROLE, OWNER_ROLE
from infra.settings import Settings

DATABASE = "dobon"
"""The name of the database in the embedded server."""


def cluster(settings: Settings) -> Cluster:
    """The embedded server of these settings, which may not be running."""
    return Cluster(settings.data_dir / "postgres")


def application_url(settings: Settings) -> str:
    """The address that the application connects to: it acts as `dobon_app` with a fixed search path and limits on waiting."""
    url = settings.database_url or cluster(settings).url(DATABASE, APP_ROLE)
    most = settings.statement_seconds * 1000
    limits = {
        "statement_timeout": f"{most}ms",
        "lock_timeout": f"{most // 5}ms",  # who waits for a row holds a connection that others wait for
        "idle_in_transaction_session_timeout": f"{most}ms",
    }
    return _acting_as(APP_ROLE, url, limits)


def owner_url(settings: Settings) -> str:
    """The address that migrations connect to: it acts as `dobon_owner`, and waits for as long as it takes."""
    return _acting_as(OWNER_ROLE, owner_account(settings), {})


def owner_account(settings: Settings) -> str:
    """Return the address of the account that may own the tables, without the role of the owner."""
    return settings.owner_database_url or settings.database_url or cluster(settings).url(DATABASE)


def _acting_as(role: str, url: str, limits: Mapping[str, str]) -> str:
    """The address with session options: they hold however the account is set up, and a connection that may not have the role fails at once."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    options = {"role": role, "search_path": "pg_catalog", **limits}
    asked = " ".join(f"-c {name}={value}" for name, value in options.items())
    query["options"] = f"{query['options']} {asked}" if "options" in query else asked
    return urlunsplit(parts._replace(scheme="postgresql", query=urlencode(query, quote_via=quote)))
