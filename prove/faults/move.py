"""Faults in moves of partitions, for `python -m prove --faults move`."""

from prove.faults.planting import Fault

SHARE = 0.1

FAULTS = (
    Fault(
        "a shard does not check what it owns", "infra/postgres/functions/guards.sql", "    IF NOT EXISTS (SELECT FROM dobon.partitions WHERE",
        "    IF false AND NOT EXISTS (SELECT FROM dobon.partitions WHERE",
    ),
    Fault(
        "the target does not wait for the last changes", "infra/sharding/handover.py", "        EXIT WHEN FOUND;\n", "        EXIT;\n",
    ),
)  # fmt: skip
