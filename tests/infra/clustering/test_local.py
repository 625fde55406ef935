"""The directory of a cluster: which shards it may be started with, and what its processes are given."""

import os
import stat
from pathlib import Path

import pytest

from infra.clustering.description import ranges
from infra.clustering.local import ClusterFailed, LocalCluster
from infra.clustering.packages import Packages, RoutingPackages

PACKAGES = Packages(
    Path("/usr/bin/etcd"),
    Path("/usr/bin/patroni"),
    Path("/usr/lib/postgresql/15/bin"),
    None,
    RoutingPackages(Path("/usr/lib/postgresql/15/bin"), Path("/usr/sbin/pgbouncer"), Path("/usr/sbin/haproxy")),
)
"""Programs that no test here starts."""


def create(directory: Path, shards: int) -> LocalCluster:
    """Return the cluster in a directory, which is not started, and which another one may replace."""
    cluster = LocalCluster(directory, PACKAGES, members=1, nodes=2, shards=shards)
    cluster.configure()
    cluster.release()
    return cluster


def test_a_cluster_without_shards_has_nothing_between_servers_and_database(tmp_path: Path):
    cluster = create(tmp_path, 0)
    assert list(cluster.by_name()) == ["etcd1", "node1", "node2"]


def test_a_cluster_with_shards_has_a_router_with_pooler_and_proxy(tmp_path: Path):
    cluster = create(tmp_path, 2)
    nodes = ["accounts1", "accounts2", "shard1-1", "shard1-2", "shard2-1", "shard2-2"]
    assert list(cluster.by_name()) == ["etcd1", *nodes, "haproxy", "router", "pgbouncer"]


@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 0), (2, 1)])
def test_a_cluster_is_not_started_with_other_shards(tmp_path: Path, before: int, after: int):
    create(tmp_path, before)
    with pytest.raises(ClusterFailed, match=f"has {before} shards"):
        create(tmp_path, after)
    create(tmp_path, before)


def test_a_cluster_with_shards_may_get_more(tmp_path: Path):
    first, second = create(tmp_path, 1), create(tmp_path, 2)
    assert second.layout.shards[0] == first.layout.shards[0]
    assert f"listen {second.layout.shards[1].scope}\n" in (second.layout.home / "haproxy/haproxy.cfg").read_text()


def test_a_second_start_says_who_runs_the_cluster_and_how_to_stop_it(tmp_path: Path):
    first = LocalCluster(tmp_path, PACKAGES, members=1, nodes=2)
    with pytest.raises(ClusterFailed) as refused:
        LocalCluster(tmp_path, PACKAGES, members=1, nodes=2)
    text = str(refused.value)
    assert f"`kill {os.getpid()}`" in text
    assert "--status" in text
    assert "\n" not in text
    first.release()
    create(tmp_path, 0)


def test_a_directory_that_cannot_be_made_is_named_in_one_line(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(ClusterFailed, match=r"cannot be used: Not a directory\. Choose another .* --data-dir\.$"):
        create(tmp_path / "file" / "cluster", 0)


def test_files_with_passwords_are_private(tmp_path: Path):
    home = create(tmp_path, 1).layout.home
    for file in ("pgbouncer/users.txt", "accounts1/patroni.yml", "shard1-2/patroni.yml", "cluster.json"):
        assert stat.S_IMODE((home / file).stat().st_mode) == 0o600, file


@pytest.mark.parametrize(
    ("numbers", "text"), [([], ""), ([7], "7"), ([0, 1, 2, 3, 5], "0-3, 5"), ([*range(64)], "0-63"), ([1, 3], "1, 3")]
)
def test_partitions_are_shown_as_ranges(numbers: list[int], text: str):
    assert ranges(numbers) == text
