"""What a running server asks the database about itself."""

import psycopg

from infra.postgres.bootstrap import Pool, cluster
from infra.postgres.retry import reading
from infra.settings import Settings


def revision(pool: Pool) -> str | None:
    """The migration that the tables are at. Raises `Unavailable`."""
    row = reading(pool, lambda conn: conn.execute("SELECT version_num FROM dobon.alembic_version").fetchone())
    return None if row is None else str(row[0])


def stop_if_unused(settings: Settings) -> bool:
    """Stop the embedded server unless another process has a connection to it; was it stopped?

    A process that is about to connect starts it again.
    """
    server = cluster(settings)
    try:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            others = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            ).fetchone()
    except psycopg.OperationalError:
        return False
    if others is None or others[0]:
        return False
    server.stop()
    return True
