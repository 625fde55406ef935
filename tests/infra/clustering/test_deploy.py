"""The files for several machines have the settings and commands of `dobon cluster`, which other tests run."""

import re
from pathlib import Path
from typing import Any

import yaml

from infra.clustering import etcd, patroni
from infra.clustering.layout import Layout
from infra.settings import Settings

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
MACHINE = ("name", "data-dir", "listen-", "advertise-", "initial-")
"""Beginnings of the options of etcd that differ between machines."""


def read_environment(name: str) -> dict[str, str]:
    lines = (DEPLOY / name).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def read_options(text: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+)=(\S+)", text))


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


def test_etcd_has_the_options_of_the_cluster_on_one_machine(tmp_path: Path):
    used = used_options(tmp_path)
    for file in ("etcd.service", "compose.yaml"):
        written = read_options((DEPLOY / file).read_text())
        assert written.keys() == used.keys(), file
        same = {name: value for name, value in used.items() if not name.startswith(MACHINE)}
        assert {name: written[name] for name in same} == same, file


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
