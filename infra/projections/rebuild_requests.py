"""An admin's request to rebuild a projection."""

from infra.accounts.admin_log import REBUILD, Connection, insert_act, new_act
from infra.event_store.store import AdminAct
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once
from infra.projections import builds


def request_rebuild(pool: Pool, actor: str, name: str, reason: str) -> AdminAct:
    """Begin a rebuild in the background, and record it as an act. Raises `Refused("rebuild-running")`."""
    act = new_act(actor, REBUILD, name, reason)

    def work(conn: Connection) -> None:
        with conn.transaction():
            builds.begin_build(conn, name)
            insert_act(conn, act)

    write_once(pool, work)
    return act
