"""The database's part of the readiness check."""

from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry


def revision(pool: Pool) -> str | None:
    """Return the migration revision of the tables. Raises `Unavailable`."""
    row = read_with_retry(pool, lambda conn: conn.execute("SELECT version_num FROM dobon.alembic_version").fetchone())
    return None if row is None else str(row[0])
