"""The programs of a cluster: what is missing is named with a remedy, and an old Patroni is refused."""

import sys
from pathlib import Path

import pytest

from infra.clustering import packages
from infra.clustering.packages import (
    PackagesMissing,
    find_etcd,
    find_packages,
    find_patroni,
    find_python,
    patroni_version,
)
from infra.postgres.binaries import RunAs


def write_patroni(directory: Path, answer: str) -> Path:
    program = directory / "patroni"
    program.write_text(f"#!/bin/sh\necho '{answer}'\n")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize(("answer", "version"), [("patroni 4.1.5", (4, 1, 5)), ("patroni 3.0.2", (3, 0, 2))])
def test_the_version_of_patroni_is_read(tmp_path: Path, answer: str, version: tuple[int, ...]):
    assert patroni_version(write_patroni(tmp_path, answer)) == version


def test_an_old_patroni_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_patroni(tmp_path, "patroni 3.3.8")
    monkeypatch.setenv("PATRONI_BINDIR", str(tmp_path))
    with pytest.raises(PackagesMissing, match=r"3\.3\.8"):
        find_patroni(None)


def test_a_patroni_of_ones_own_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = write_patroni(tmp_path, "patroni 4.0.1")
    monkeypatch.setenv("PATRONI_BINDIR", str(tmp_path))
    assert find_patroni(None) == program


def test_a_patroni_that_does_not_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATRONI_BINDIR", str(tmp_path))
    with pytest.raises(PackagesMissing, match="does not run"):
        find_patroni(None)


def test_a_missing_etcd_names_its_package(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(packages.shutil, "which", lambda *_, **__: None)
    with pytest.raises(PackagesMissing, match="apt install etcd-server"):
        find_etcd()


@pytest.mark.parametrize("name", ["pgbouncer", "haproxy"])
def test_a_missing_program_for_shards_names_its_package(monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.setattr(packages.shutil, "which", lambda found, **_: None if found == name else f"/usr/bin/{found}")
    monkeypatch.setattr(packages, "find_router_binaries", lambda: Path("/usr/lib/postgresql/15/bin"))
    with pytest.raises(PackagesMissing, match=f"{name} was not found.*apt install {name}"):
        find_packages(shards=True)


def test_a_missing_plproxy_names_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(packages.shutil, "which", lambda found, **_: f"/usr/bin/{found}")
    monkeypatch.setattr(packages, "EXTENSIONS", tmp_path)
    with pytest.raises(PackagesMissing, match="apt install postgresql-15-plproxy"):
        find_packages(shards=True)


def test_a_python_that_the_account_cannot_reach_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    closed, stranger = tmp_path / "closed", RunAs("stranger", 2**31, 2**31)
    closed.mkdir(mode=0o700)
    (closed / "python3").touch(mode=0o755)
    monkeypatch.setattr(packages, "_pythons", lambda: iter([closed / "python3"]))
    with pytest.raises(PackagesMissing, match="that stranger can reach"):
        find_python(stranger)
    assert find_python(None) == closed / "python3"


def test_this_python_serves_this_account():
    assert find_python(None) == Path(sys.executable).resolve()
