"""Patroni, with three changes to how a node becomes the leader.

A copy of this file is run by the Python of Patroni's environment, so it imports nothing of dobon.

**A leader is named in etcd before its promotion.** Patroni 4 keeps in the key `/sync` who led last and which standbys
confirm. The node that led last may lead again without the vote of another one, because it has every answered commit.
Patroni names a new leader there only a second or two after its promotion (`Ha.process_sync_replication`). Until then
the new leader answers commits that a standby confirms, and the former one counts as the last: if it comes back alone,
it promotes itself without those commits.

**A node that knows a later timeline is ahead.** Patroni compares positions in the log alone. The recovery of a leader
that was killed begins a new segment (`Rewind.ensure_clean_shutdown`), so its position can be beyond that of a standby
whose later timeline has more commits.

**Each promotion has a timeline of its own.** PostgreSQL takes the number after those that the node knows. If a leader
ends before another node has seen its timeline, the next leader would take the same number, and the former one would
follow it with a log that differs. So the numbers are counted in etcd.
"""

import sys
from pathlib import Path

import patroni.postgresql  # noqa: F401 - first, because `patroni.ha` and it import each other
from patroni.__main__ import main
from patroni.dcs.etcd3 import Etcd3, base64_decode
from patroni.ha import Ha

_prepare = Ha.process_sync_replication_prepromote
_fetch = Ha.fetch_nodes_statuses


def _prepare_and_claim(self: Ha) -> bool:
    """Set up synchronous replication for a promotion, name this node as the last leader, and claim its timeline.

    Tell whether all of it worked. Patroni repeats the attempt if it did not, as when another node has changed a key.
    The node has the votes to lead, so it has every answered commit. All others become voters, and the number of votes
    stays, as in the first step of `patroni.quorum.QuorumStateResolver` after a promotion.
    """
    if not _prepare(self):
        return False
    sync, name = self.cluster.sync, self.state_handler.name
    if self.quorum_commit_mode_is_active() and sync.leader != name:
        voters = {*sync.members} - {name}
        if not self.dcs.write_sync_state(name, voters, sync.quorum, version=sync.version):
            return False
    return _claim_timeline(self)


def _claim_timeline(self: Ha) -> bool:
    """Make PostgreSQL choose a timeline that no node has had, and tell whether that worked."""
    known = self.state_handler.get_replica_timeline()
    if not known:
        return False
    claimed = int(self.dcs.handle_etcd_exceptions(_count_timeline, known))
    for number in range(known + 1, claimed):  # PostgreSQL takes the number after the last of these files
        Path(self.state_handler.wal_dir, f"{number:08X}.history").touch()
    return bool(claimed > known)


def _count_timeline(dcs: Etcd3, known: int) -> int:
    """Return a number above `known` and above all that were counted before, and count it. Return 0 if it failed."""
    client, path = dcs._client, dcs.client_path("timeline")  # noqa: SLF001 - as all keys of Patroni are written
    found = dcs.retry(client.range, path, serializable=False).get("kvs", [])
    number = max([known, *(int(base64_decode(one["value"])) for one in found)]) + 1
    condition = {"mod_revision": found[0]["mod_revision"]} if found else {"create_revision": "0"}
    return number if dcs.retry(client.put, path, str(number), **condition) else 0


def _fetch_with_timelines(self: Ha, members):  # type: ignore[no-untyped-def]
    """Return what the members say. One with a later timeline is ahead of this one, and one without does not vote."""
    statuses, known = _fetch(self, members), self.state_handler.get_replica_timeline() or 0
    return [_placed(status, known) if status.in_recovery else status for status in statuses]


def _placed(status, known: int):  # type: ignore[no-untyped-def]
    if status.timeline > known:
        return status._replace(wal_position=sys.maxsize)
    return status if status.timeline else status._replace(wal_position=0)


Ha.process_sync_replication_prepromote = _prepare_and_claim
Ha.fetch_nodes_statuses = _fetch_with_timelines

if __name__ == "__main__":
    main()
