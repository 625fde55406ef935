"""Names, ports, passwords and configuration of a cluster on one machine."""

import json
import re
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psycopg
import yaml

from infra.clustering import etcd, haproxy, patroni, pgbouncer, router
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
    ports = ports_of(layout)
    assert len({*ports}) == len(ports) == 12
    assert {*ports} <= {*PORTS}


def test_each_shard_has_nodes_a_proxy_and_ports_of_its_own(tmp_path: Path):
    layout = Layout.create(tmp_path, 1, nodes=2, shards=3)
    assert [database.scope for database in layout.databases] == [
        "dobon",
        "dobon-shard1",
        "dobon-shard2",
        "dobon-shard3",
    ]
    assert len({node.name for node in layout.nodes}) == 8
    ports = ports_of(layout)
    assert len({*ports}) == len(ports) == 2 + 16 + 3 + 2


def test_a_cluster_with_shards_keeps_them_and_may_get_further_ones(tmp_path: Path):
    layout = Layout.create(tmp_path / "cluster", 1, nodes=2, shards=1)
    layout.save(None)
    loaded = Layout.load(layout.home)
    assert loaded == layout
    assert loaded is not None
    grown = loaded.with_shards(2)
    assert grown.shards[0] == layout.shards[0]
    assert len(grown.shards[1].nodes) == 2
    assert len({*ports_of(grown)}) == len(ports_of(grown))


def test_a_shell_reads_the_settings_of_all_commands(tmp_path: Path):
    layout = Layout.create(tmp_path / "cluster", 1, shards=2)
    layout.save(None)
    file = layout.home / "settings.env"
    assert file.stat().st_mode & 0o777 == 0o600
    read = "import os, json; print(json.dumps(dict(os.environ)))"
    said = subprocess.check_output(["sh", "-c", f"set -a; . {file}; exec {sys.executable} -c '{read}'"], env={})
    found = Settings.from_environment(json.loads(said))
    assert replace(found, data_dir=Settings().data_dir) == layout.settings()


def test_without_shards_the_servers_get_one_address(tmp_path: Path):
    assert Layout.create(tmp_path, 1).environment().keys() == {"DOBON_DATABASE_URL"}


def test_with_shards_the_servers_get_the_addresses_of_proxy_and_pooler(tmp_path: Path):
    layout = Layout.create(tmp_path, 1, shards=2)
    assert layout.router is not None
    settings = Settings.from_environment(layout.environment())
    assert [url_port(url) for url in settings.shard_urls] == [shard.port for shard in layout.shards]
    assert url_port(settings.router_url or "") == layout.router.pooler_port
    assert url_port(layout.settings().owner_router_url or "") == layout.router.port


def test_the_proxy_asks_every_node_of_a_shard_whether_it_leads(tmp_path: Path):
    layout = Layout.create(tmp_path, 1, shards=2)
    content = haproxy.configuration(layout)
    for shard in layout.shards:
        _, _, frontend = content.partition(f"listen {shard.scope}\n")
        frontend = frontend.partition("listen ")[0]
        assert f"bind 127.0.0.1:{shard.port}\n" in frontend
        assert "http-check send meth GET uri /primary" in frontend
        for node in shard.nodes:
            assert f"server {node.name} 127.0.0.1:{node.port} check port {node.rest_port}\n" in frontend
    assert layout.accounts.scope not in re.findall(r"listen (\S+)", content)


def test_the_pooler_gives_each_transaction_another_session_of_the_router(tmp_path: Path):
    layout = Layout.create(tmp_path, 1, shards=1)
    assert layout.router is not None
    content = pgbouncer.configuration(layout.router, tmp_path / "users.txt")
    assert f"host=127.0.0.1 port={layout.router.port}\n" in content
    assert "pool_mode = transaction\n" in content
    assert "ignore_startup_parameters = options," in content
    assert pgbouncer.users(layout) == f'"dobon" "{layout.passwords["dobon"]}"\n'
    assert router.PARAMETERS["max_connections"] > pgbouncer.SESSIONS


def ports_of(layout: Layout) -> list[int]:
    """Return all ports of a cluster."""
    ports = [port for one in layout.members for port in (one.client_port, one.peer_port)]
    ports += [port for one in layout.nodes for port in (one.port, one.rest_port)]
    ports += [shard.port for shard in layout.shards]
    return ports + ([layout.router.port, layout.router.pooler_port] if layout.router else [])


def url_port(url: str) -> int:
    """Return the port of an address."""
    return int(psycopg.conninfo.conninfo_to_dict(url)["port"])


def test_the_address_names_all_nodes_and_asks_for_the_leader(tmp_path: Path):
    layout = Layout.create(tmp_path, 1)
    url = layout.settings().database_url or ""
    found = psycopg.conninfo.conninfo_to_dict(url)
    assert found["port"] == ",".join(str(node.port) for node in layout.nodes)
    assert found["target_session_attrs"] == "read-write"
    assert Settings.from_environment(layout.environment()).database_url == url


def test_commits_wait_for_a_standby_in_every_configuration(tmp_path: Path):
    layout = Layout.create(tmp_path, 3)
    for node in layout.nodes:
        content = yaml.safe_load(
            patroni.configuration(layout, layout.accounts, node, Path("/usr/lib/postgresql/15/bin"))
        )
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
