"""The owner of a partition, also after a move that was interrupted: it is finished or undone.

To undo a move, the mark at the target is deleted before the source gets the partition back. So a process that was held
up can no longer hand it over.
"""

from psycopg import errors

from infra.postgres.replication import take_unconfirmed
from infra.sharding import channel, router, rows
from infra.sharding.servers import NotMovable, Servers, Shard, public_address


def settle(servers: Servers, partition: int) -> Shard:
    """Finish or undo a move that was interrupted, and return the owner of the partition. Raises `NotMovable`."""
    owner = find_owner(servers, partition) or _take_back(servers, partition)
    _set_routes(servers, partition, owner)
    for shard in servers.answering:
        channel.unsubscribe(shard.conn, partition)
    if any(channel.is_published(shard.conn, partition) for shard in servers.answering):
        _wait_for_standby(owner)
    for shard in servers.answering:
        channel.drop_slot(shard.conn, partition)
        channel.unmark(shard.conn, partition)
        if shard is not owner:
            rows.delete(shard.conn, partition)
    for shard in servers.answering:  # last, because the publication tells that something has to be done
        channel.unpublish(shard.conn, partition)
    return owner


def find_owner(servers: Servers, partition: int) -> Shard | None:
    """Return the owner of a partition among the shards that answer. Raises `NotMovable` if there are several."""
    query = "SELECT FROM dobon.partitions WHERE number = %s AND owned"
    found = [shard for shard in servers.answering if shard.conn.execute(query, (partition,)).fetchone() is not None]
    if len(found) > 1:
        names = " and ".join(str(shard.number) for shard in found)
        raise NotMovable(
            f"The shards {names} both own partition {partition}. A failover has lost the end of a move. The newer owner "
            "has the higher number in the column arrivals of the table dobon.partitions; set owned = false in the other."
        )
    return found[0] if found else None


def _take_back(servers: Servers, partition: int) -> Shard:
    """Give a partition without an owner back to the shard from which it was moved."""
    sources = [shard for shard in servers.answering if channel.is_published(shard.conn, partition)]
    silent = [shard for shard in servers.shards if shard.connection is None]
    missing = "; ".join(f"shard {shard.number} does not answer ({public_address(shard.url)})" for shard in silent)
    if len(sources) != 1:
        raise NotMovable(f"No shard owns partition {partition}. {missing or 'No move of it is under way'}.")
    (source,) = sources
    targets = [shard for shard in servers.answering if channel.is_subscribed(shard.conn, partition)]
    if silent and not targets:
        raise NotMovable(f"A move of partition {partition} was interrupted. It cannot be undone, because {missing}.")
    for shard in servers.answering:
        channel.unsubscribe(shard.conn, partition)
        if shard is not source:
            channel.unmark(shard.conn, partition)
            _wait_for_standby(shard)
    owner = find_owner(servers, partition)  # another process may have handed it over until then
    if owner is None:
        with source.conn.transaction():
            channel.unmark(source.conn, partition)
            source.conn.execute("UPDATE dobon.partitions SET owned = true WHERE number = %s", (partition,))
    return owner or source


def _wait_for_standby(shard: Shard) -> None:
    """Wait until the synchronous standby has everything that was committed. Raises `NotMovable`."""
    shard.conn.execute("SELECT pg_logical_emit_message(true, 'dobon', '')")
    if take_unconfirmed(shard.conn):
        raise NotMovable(f"The standby of shard {shard.number} has not confirmed a commit. Repeat the move later.")


def _set_routes(servers: Servers, partition: int, owner: Shard) -> None:
    if servers.silent_routers:
        raise NotMovable(
            f"Routers do not answer: {', '.join(servers.silent_routers)}. Start them, and repeat the move."
        )
    for conn in servers.routers:
        try:
            router.set_route(conn, partition, owner.address)
        except errors.UndefinedObject as error:
            raise NotMovable("A router was not set up. Run: dobon migrate") from error
