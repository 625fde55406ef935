"""Faults with which the feed skips events, for `python -m prove --faults feed`."""

from prove.faults.planting import Fault

SHARE = 0.05

FAULTS = (
    Fault("the position is that of the newest transaction", "infra/event_store/change_feed.py", "settled AS (SELECT pg_snapshot_xmin(", "settled AS (SELECT pg_snapshot_xmax("),
    Fault(
        "reading continues after the last one seen", "infra/event_store/change_feed.py", "settled AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS upto)",
        "settled AS (SELECT (coalesce(max(tx::text::bigint), 2) + 1)::text::xid8 AS upto FROM dobon.events)",
    ),
    Fault("the transaction at the position is left out", "infra/event_store/change_feed.py", "tx >= %s", "tx > %s"),
    Fault(
        "one position for all shards", "infra/projections/follower.py",
        "{database: Follower(name, all_games=all_games, at_once=at_once) for database in databases}", "dict.fromkeys(databases, Follower(name, all_games=all_games, at_once=at_once))",
    ),
)  # fmt: skip
