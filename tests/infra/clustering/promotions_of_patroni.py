"""Facts about the promotions of `infra/clustering/patroni_program.py`, for the Python of Patroni's environment.

The argument is a folder with a copy of that program. This one ends with an error if a fact does not hold.
"""

import base64
import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, sys.argv[1])
import patroni_program as program

FOLDER = Path(sys.argv[1])


class Etcd:
    """One key of etcd, with the conditions of its writes."""

    def __init__(self) -> None:
        self.value, self.revision = "", 0

    def range(self, _path: str, **_more: object) -> dict[str, object]:
        value = base64.b64encode(self.value.encode()).decode()
        return {"kvs": [{"value": value, "mod_revision": self.revision}]} if self.revision else {}

    def put(self, _path: str, value: str, mod_revision: int = 0, **_more: object) -> bool:
        if mod_revision != self.revision:
            return False
        self.value, self.revision = value, self.revision + 1
        return True


def node(name: str, timeline: int, etcd: Etcd) -> SimpleNamespace:
    """Return a node that knows this timeline."""
    wal = FOLDER / name
    wal.mkdir()
    state = SimpleNamespace(get_replica_timeline=lambda: timeline, wal_dir=str(wal))
    dcs = SimpleNamespace(_client=etcd, client_path=str, retry=lambda call, *given, **more: call(*given, **more))
    dcs.handle_etcd_exceptions = lambda call, *given: call(dcs, *given)
    return SimpleNamespace(state_handler=state, dcs=dcs, wal=wal)


def timelines_after(one: SimpleNamespace) -> list[str]:
    return sorted(path.name for path in one.wal.iterdir())


def two_promotions_after_the_same_timeline_get_two_of_them() -> None:
    etcd = Etcd()
    first, second = node("first", 3, etcd), node("second", 3, etcd)
    assert program._claim_timeline(first)
    assert timelines_after(first) == []  # PostgreSQL takes timeline 4
    assert program._claim_timeline(second)
    assert timelines_after(second) == ["00000004.history"]  # PostgreSQL takes timeline 5
    assert etcd.value == "5"


def a_promotion_waits_if_another_node_claims_at_the_same_moment() -> None:
    etcd = Etcd()
    late = node("late", 3, etcd)
    read = etcd.range

    def read_before_another(path: str, **more: object) -> dict[str, object]:
        found = read(path, **more)
        etcd.value, etcd.revision = "4", 1
        return found

    etcd.range = read_before_another
    assert not program._claim_timeline(late)
    assert etcd.value == "4"


def a_node_with_a_later_timeline_is_ahead_whatever_its_position() -> None:
    class Status(SimpleNamespace):
        def _replace(self, **changed: object) -> "Status":
            return Status(**{**vars(self), **changed})

    members = [
        Status(in_recovery=True, timeline=timeline, wal_position=position)
        for timeline, position in ((3, 900), (4, 100), (0, 900))
    ]
    program._fetch = lambda _ha, asked: asked
    own = node("own", 3, Etcd())
    positions = [status.wal_position for status in program.Ha.fetch_nodes_statuses(own, members)]
    assert positions == [900, sys.maxsize, 0]


def patroni_promotes_and_votes_as_changed() -> None:
    assert program.Ha.process_sync_replication_prepromote is program._prepare_and_claim
    assert program.Ha.fetch_nodes_statuses is program._fetch_with_timelines


def a_leader_is_named_and_its_timeline_claimed_before_its_promotion() -> None:
    own, written = node("promoted", 3, Etcd()), []
    own.cluster = SimpleNamespace(sync=SimpleNamespace(leader="before", members=["before", "own"], quorum=1, version=7))
    own.state_handler.name, own.quorum_commit_mode_is_active = "own", lambda: True
    own.dcs.write_sync_state = lambda *given, version: written.append((given, version)) or True
    program._prepare = lambda _ha: True
    assert program.Ha.process_sync_replication_prepromote(own)
    assert written == [(("own", {"before"}, 1), 7)]
    assert own.dcs._client.value == "4"


two_promotions_after_the_same_timeline_get_two_of_them()
a_promotion_waits_if_another_node_claims_at_the_same_moment()
a_node_with_a_later_timeline_is_ahead_whatever_its_position()
patroni_promotes_and_votes_as_changed()
a_leader_is_named_and_its_timeline_claimed_before_its_promotion()
