"""Names, ports, passwords and configuration of a cluster on one machine."""

import stat
from pathlib import Path

import psycopg
import yaml

from infra.clustering import etcd, patroni
from infra.clustering.layout import PORTS, Layout
from infra.settings import Settings


def test_a_cluster_keeps_its_ports_and_passwords(tmp_path: Path):
    layout = Layout.create(tmp_path / "cluster", 3)
    assert Layout.load(layout.home) is None
    layout.save(None)
    assert Layout.load(layout.home) == layout
    assert stat.S_IMODE((layout.home / "cluster.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(layout.home.stat().st_mode) == 0o700


def test_ports_differ_and_are_not_those_of_outgoing_connections(tmp_path: Path):
    layout = Layout.create(tmp_path, 3)
    ports = [port for one in layout.members for port in (one.client_port, one.peer_port)]
    ports += [port for one in layout.nodes for port in (one.port, one.rest_port)]
    assert len({*ports}) == 12
    assert {*ports} <= {*PORTS}


def test_the_address_names_all_nodes_and_asks_for_the_leader(tmp_path: Path):
    layout = Layout.create(tmp_path, 1)
    found = psycopg.conninfo.conninfo_to_dict(layout.application_url())
    assert found["port"] == ",".join(str(node.port) for node in layout.nodes)
    assert found["target_session_attrs"] == "read-write"
    assert Settings.from_environment({"DOBON_DATABASE_URL": layout.application_url()}).database_url is not None


def test_commits_wait_for_a_standby_in_every_configuration(tmp_path: Path):
    layout = Layout.create(tmp_path, 3)
    for node in layout.nodes:
        content = yaml.safe_load(patroni.configuration(layout, node, Path("/usr/lib/postgresql/15/bin")))
        settings = content["bootstrap"]["dcs"]
        assert settings["synchronous_mode"] == "quorum"
        assert settings["synchronous_mode_strict"] is True
        assert settings["ttl"] >= settings["loop_wait"] + 2 * settings["retry_timeout"]
        assert len(content["etcd3"]["hosts"]) == 3


def test_each_member_of_etcd_knows_the_others(tmp_path: Path):
    layout = Layout.create(tmp_path, 3)
    for member in layout.members:
        command = etcd.command(Path("/usr/bin/etcd"), layout, member)
        (known,) = [part for part in command if part.startswith("--initial-cluster=")]
        assert all(f"{one.name}=http://127.0.0.1:{one.peer_port}" in known for one in layout.members)


def test_a_node_that_does_not_answer_leads_nothing(tmp_path: Path):
    layout = Layout.create(tmp_path, 1)
    assert patroni.leading_timeline(layout.nodes[0]) == 0
    assert not etcd.is_leader(layout.members[0])
