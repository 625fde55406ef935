"""The databases' part of the readiness check."""

from infra.databases.pool import AccountsPool
from infra.postgres.retry import read_with_retry


def revision(pool: AccountsPool) -> str | None:
    """Return the migration revision of the tables of accounts, once the router answers too. Raises `Unavailable`.

    A dead database of games refuses only its own games, so a server without it is ready.
    """
    pool.games.check_router()
    row = read_with_retry(pool, lambda conn: conn.execute("SELECT version_num FROM dobon.alembic_version").fetchone())
    return None if row is None else str(row[0])
