"""Faults in the public log of heads, for `python -m prove --faults history`."""

from prove.faults.planting import Fault

SHARE = 0.01

FAULTS = (
    Fault(
        "entries are added without the lock", "infra/event_store/head_log.py",
        '    conn.execute("SELECT pg_advisory_xact_lock(%s)", (APPEND_LOCK,))\n', "",
    ),
    Fault(
        "known entries are added again, and the table admits them", "infra/event_store/head_log.py",
        "    known = {(game, kind) for game, kind in conn.execute(_KNOWN, ([game for game, _ in wanted],))}\n", "    known: set[tuple[str, str]] = set()\n",
        also=(
            ("infra/migrations/versions/0005_public_log.py", '["game_id", "kind"], unique=True, schema="dobon")', '["game_id", "kind"], schema="dobon")'),
            ("infra/postgres/tables/transparency.py", '"game_id", "kind", unique=True),', '"game_id", "kind"),'),
        ),
    ),
    Fault(
        "the checkpoints of the follower are moved in a transaction of their own", "infra/projections/heads.py",
        "            moved = checkpoints.move(conn, NAME, last, upto)\n",
        "            moved = checkpoints.move(conn, NAME, last, upto)\n        with conn.transaction():\n",
    ),
    Fault("events that are missing count as read", "infra/projections/heads.py", "        if events == upto[game] - last[game]:\n", "        if events is not None:\n", share=0.1, row="two shards"),
    Fault("the hash over a full tile is not added", "infra/event_store/head_log.py", "        for number in range(old, new):\n", "        for number in range(old, new - 1):\n"),
    Fault(
        "a checkpoint lacks the last entry", "infra/event_store/head_log.py",
        "        _add_checkpoint(conn, signer, size + len(new))\n", "        _add_checkpoint(conn, signer, size + len(new) - 1)\n",
    ),
    Fault(
        "an old entry is rewritten", "infra/event_store/head_log.py",
        "        _add_full_tiles(conn, size, size + len(new))\n",
        "        conn.execute(\"UPDATE dobon.head_entries SET head = repeat('0', 64) WHERE number = %s\", (size - 100,))\n        _add_full_tiles(conn, size, size + len(new))\n",
        also=(("infra/migrations/versions/0005_public_log.py", '"GRANT SELECT, INSERT ON {', '"GRANT SELECT, INSERT, UPDATE ON {'),),
    ),
)  # fmt: skip
