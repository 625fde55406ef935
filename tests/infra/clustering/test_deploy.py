"""The files for several machines have the settings and commands of `dobon cluster`, which other tests run."""

import json
import re
from pathlib import Path
from typing import Any

import psycopg
import yaml

from infra.clustering import etcd, haproxy, patroni, pgbouncer, router
from infra.clustering.layout import Layout, Router
from infra.settings import Settings

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
MACHINE = ("name", "data-dir", "listen-", "advertise-", "initial-")
"""Beginnings of the options of etcd that differ between machines."""


def read_environment(name: str) -> dict[str, str]:
    lines = (DEPLOY / name).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def read_options(text: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z_-]+)=(\S+)", text))


def used_options(tmp_path: Path) -> dict[str, str]:
    layout = Layout.create(tmp_path, 3)
    return read_options(" ".join(etcd.command(Path("/usr/bin/etcd"), layout, layout.members[0])))


def test_patroni_has_the_settings_of_the_cluster_on_one_machine():
    content = yaml.safe_load((DEPLOY / "patroni.yml").read_text())
    settings = content["bootstrap"]["dcs"]
    postgresql = settings.pop("postgresql")
    assert settings == patroni.CLUSTER
    assert postgresql.pop("parameters") == patroni.PARAMETERS
    assert postgresql == {"use_pg_rewind": True, "use_slots": True}


def test_patroni_is_run_as_in_the_cluster_on_one_machine():
    program, file = Path("/opt/patroni", patroni.PROGRAM.name), Path("/etc/dobon/patroni.yml")
    used = patroni.command(Path("/opt/patroni/bin/patroni"), program, file)
    assert f"ExecStart={' '.join(used)}\n" in (DEPLOY / "patroni.service").read_text()
    assert f"CMD {json.dumps(used)}\n" in (DEPLOY / "Dockerfile").read_text()
    for page in ("deploy/Dockerfile", "docs/operations.md"):
        assert re.search(f"{patroni.PROGRAM.relative_to(ROOT)} {program}\n", (ROOT / page).read_text()), page


def test_etcd_has_the_options_of_the_cluster_on_one_machine(tmp_path: Path):
    used = used_options(tmp_path)
    for file in ("etcd.service", "compose.yaml"):
        written = read_options((DEPLOY / file).read_text())
        assert written.keys() == used.keys(), file
        same = {name: value for name, value in used.items() if not name.startswith(MACHINE)}
        assert {name: written[name] for name in same} == same, file


def test_the_proxy_has_the_settings_of_the_cluster_on_one_machine(tmp_path: Path):
    written = (DEPLOY / "haproxy.cfg").read_text()
    used = haproxy.configuration(Layout.create(tmp_path, 1, shards=2))
    assert haproxy.DEFAULTS in written
    one = r"bind \S+\n|server .*\n"
    assert re.sub(one, "", written.partition("\nlisten")[2]) == re.sub(one, "", used.partition("\nlisten")[2])
    assert len(re.findall(r"server \S+ \S+:5432 check port 8008\n", written)) == 6


def test_the_pooler_has_the_settings_of_the_cluster_on_one_machine():
    used = pgbouncer.configuration(Router(5433, 6432), Path("/etc/dobon/users.txt"))
    written = re.sub("^;.*\n", "", (DEPLOY / "pgbouncer.ini").read_text(), flags=re.MULTILINE)
    assert written == used


def test_the_router_has_the_parameters_of_the_cluster_on_one_machine():
    used = {name: str(value) for name, value in router.PARAMETERS.items()}
    written = read_options((DEPLOY / "router.service").read_text())
    assert {name: written[name] for name in used} == used
    assert written.keys() - used.keys() == {"listen_addresses", "port"}


def test_servers_with_shards_use_the_ports_of_proxy_and_pooler():
    settings = Settings.from_environment(read_environment("dobon.env") | read_environment("shards.env"))
    frontends = re.findall(r"bind 127\.0\.0\.1:(\d+)", (DEPLOY / "haproxy.cfg").read_text())
    assert [psycopg.conninfo.conninfo_to_dict(url)["port"] for url in settings.shard_urls] == frontends
    assert psycopg.conninfo.conninfo_to_dict(settings.router_url or "")["port"] == "6432"


def test_the_containers_of_shards_have_the_addresses_of_the_proxy():
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.shards.yaml").read_text())["services"]
    nodes = {name: one for name, one in services.items() if name.startswith("shard")}
    wanted = {name for name in read_environment("machine.env") if name.startswith("PATRONI_")}
    assert all(one["environment"].keys() == wanted for one in nodes.values())
    addresses = [one["networks"]["default"]["ipv4_address"] for one in nodes.values()]
    assert re.findall(r"server \S+ (\S+):5432", (DEPLOY / "haproxy.cfg").read_text()) == addresses


def test_all_variables_of_the_units_are_declared():
    declared = read_environment("machine.env")
    for unit in DEPLOY.glob("*.service"):
        assert {*re.findall(r"\$\{(\w+)\}", unit.read_text())} <= declared.keys(), unit.name


def test_each_node_of_the_containers_has_the_variables_of_a_machine():
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    wanted = {name for name in read_environment("machine.env") if name.startswith("PATRONI_")}
    for name in ("db1", "db2", "db3"):
        assert services[name]["environment"].keys() == wanted, name


def test_the_address_of_the_servers_is_accepted():
    assert Settings.from_environment(read_environment("dobon.env")).database_url is not None


def test_the_units_run_programs_that_the_page_installs():
    page = (ROOT / "docs/operations.md").read_text()
    for unit in DEPLOY.glob("*.service"):
        assert f"deploy/{unit.name}" in page
    assert "infra/clustering/requirements.txt" in page
    assert "infra/clustering/requirements.txt" in (DEPLOY / "Dockerfile").read_text()
