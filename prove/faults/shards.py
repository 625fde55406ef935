"""Faults in the distribution over shards, for `python -m prove --faults shards`."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS = (
    Fault(
        "a table is not sharded", "infra/social/rematches.py", "row = write_once(pool.games.of(game), ", "row = write_once(pool, ",
        also=(("infra/sharding/set_up.py", "    _give_up_partitions(settings, accounts)\n", ""),),
    ),
    Fault(
        "a second shard is asked", "infra/commands/handler.py", "            return write_once(self._pool.games.of(append.game), lambda conn: store.append(conn, append))\n",
        "            for shard in self._pool.games.each():\n                read_with_retry(shard, lambda conn: conn.execute('SELECT'))\n"
        "            return write_once(self._pool.games.of(append.game), lambda conn: store.append(conn, append))\n",
    ),
    Fault("an old map writes", "infra/postgres/functions/guards.sql", "RETURN dobon.check_owned(game)", "RETURN true"),
)  # fmt: skip
