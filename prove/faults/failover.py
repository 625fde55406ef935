"""Faults with which a failover loses answered commands, for `python -m prove --faults failover`."""

from prove.faults.planting import Fault

SHARE = 0.02

FAULTS = (
    Fault(
        "the standby is asynchronous", "infra/clustering/patroni.py", '"synchronous_mode": "quorum",', '"synchronous_mode": False,',
        also=(
            ("infra/clustering/patroni.py", '"synchronous_mode_strict": True,', '"synchronous_mode_strict": False,'),
            ("infra/clustering/local.py", 'CONFIRMING = "quorum_standby"', 'CONFIRMING = "replica"'),
        ),
    ),
    Fault("a repeated key does not wait for the standby", "infra/postgres/functions/guards.sql", "IF current_setting('synchronous_standby_names') <> '' THEN", "IF false THEN"),
    Fault("the warning that a wait was cancelled counts as success", "infra/postgres/retry.py", "    if take_unconfirmed(conn):\n", "    if False:\n"),
    Fault("the warning that a wait was cancelled is not seen through a router", "infra/postgres/replication.py", 'return "wait for synchronous replication" in (diagnostic.message_primary or "")', "return False"),
    Fault("a start ends what runs", "infra/clustering/local.py", "            process.start()\n        for node in self.nodes.values():\n", "            process.end()\n            process.start()\n        for node in self.nodes.values():\n"),
    Fault("a former leader may lead before its successor is named in etcd", "infra/clustering/patroni_program.py", "Ha.process_sync_replication_prepromote = _prepare_and_claim\n", ""),
)  # fmt: skip
