import contextlib
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from infra.postgres import binaries
from infra.postgres.binaries import (
    PostgresUnavailable,
    RunAs,
    find_binaries,
    is_root,
    major_version,
    reachable_copy,
    run_as,
)
from infra.postgres.cluster import Cluster

root_only = pytest.mark.skipif(not is_root(), reason="only root has to run PostgreSQL as another account")
unix_only = pytest.mark.skipif(os.name == "nt", reason="there are no Unix accounts, sockets or zombies on Windows")


def asked(cluster: Cluster, statement: str) -> object:
    with psycopg.connect(cluster.url()) as connection:
        row = connection.execute(statement).fetchone()  # type: ignore[arg-type,unused-ignore]
        return row and row[0]


def kill(cluster: Cluster) -> int:
    pid = cluster.pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def test_a_started_server_answers_and_a_stopped_one_does_not(directory: Path):
    cluster = Cluster(directory / "postgres")
    assert not cluster.running()
    assert cluster.start() is cluster
    assert cluster.running()
    assert asked(cluster, "SELECT 1") == 1
    cluster.stop()
    assert not cluster.running()
    cluster.stop()


def test_a_killed_server_keeps_every_acknowledged_commit(server: Cluster):
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (a int)")
        connection.execute("INSERT INTO kept SELECT generate_series(1, 1000)")
        kill(server)
    server.start()
    assert asked(server, "SELECT count(*) FROM kept") == 1000


def test_two_launchers_share_one_server(server: Cluster):
    second = Cluster(server.base)
    assert second.running()
    assert second.start().pid() == server.pid()
    assert second.url() == server.url()
    second.stop()
    assert not server.running()


def started(base: str) -> int | None:
    return Cluster(base).start().pid()


def test_launchers_in_many_processes_start_one_server(directory: Path):
    with multiprocessing.get_context("spawn").Pool(3) as processes:
        assert len(set(processes.map(started, [str(directory / "postgres")] * 3))) == 1


def test_a_server_outlives_the_process_that_started_it(directory: Path):
    script = f"import os, signal; from infra.postgres.cluster import Cluster; Cluster({str(directory / 'postgres')!r}).start(); os.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[3], check=False)
    assert done.returncode == -signal.SIGKILL
    assert Cluster(directory / "postgres").running()


def test_an_interrupted_initdb_is_repeated(directory: Path):
    """A kill during initdb leaves a data directory with its PG_VERSION and few other files."""
    cluster = Cluster(directory / "postgres").start()
    cluster.stop()
    draft = cluster.home / "data.new"
    cluster.data.rename(draft)
    shutil.rmtree(draft / "base")
    assert not cluster.running()
    assert asked(cluster.start(), "SELECT 1") == 1
    assert not draft.exists()


def test_files_of_other_programs_are_never_deleted(directory: Path):
    cluster = Cluster(directory / "postgres")
    cluster.data.mkdir(parents=True)
    (cluster.data / "diary.txt").write_text("mine")
    with pytest.raises((PostgresUnavailable, OSError)):
        cluster.start()
    assert (cluster.data / "diary.txt").read_text() == "mine"


@contextlib.contextmanager
def bystander(as_postgres: Cluster) -> Iterator[int]:
    """Yield the pid of a running process of the account that Postgres runs as."""
    account = as_postgres.account
    drop = {"user": account.uid, "group": account.gid, "extra_groups": []} if account else {}
    process = subprocess.Popen(["sleep", "600"], cwd="/", **drop)  # type: ignore[call-overload,unused-ignore]
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


@unix_only
def test_a_recycled_pid_does_not_count_as_a_server(server: Cluster):
    old = kill(server)
    wait_until_it_is_gone(server)
    with bystander(server) as pid:
        for lock in (server.data / "postmaster.pid", server.sockets / ".s.PGSQL.5432.lock"):
            assert lock.exists()
            lock.write_text(lock.read_text().replace(str(old), str(pid), 1))
        assert not server.running()
        assert asked(server.start(), "SELECT 1") == 1
        assert server.pid() != pid


@unix_only
def test_a_server_with_other_data_does_not_count(server: Cluster, directory: Path):
    other = Cluster(directory / "other").start()
    try:
        old = kill(server)
        wait_until_it_is_gone(server)
        lock = server.data / "postmaster.pid"
        lock.write_text(lock.read_text().replace(str(old), str(other.pid()), 1))
        assert asked(server.start(), "SELECT 1") == 1
        assert other.running()
    finally:
        other.stop()


@unix_only
def test_a_zombie_does_not_count_as_a_server(server: Cluster):
    server.stop()
    zombie = subprocess.Popen(["true"])
    os.waitid(os.P_PID, zombie.pid, os.WEXITED | os.WNOWAIT)  # it has ended, but its parent has not waited for it
    try:
        (server.data / "postmaster.pid").write_text(f"{zombie.pid}\n{server.data}\n1\n5432\n{server.sockets}\n\n")
        assert not server.running()
        assert asked(server.start(), "SELECT 1") == 1
    finally:
        zombie.wait()


@pytest.mark.parametrize("text", ["", "\n", "no number"])
def test_a_damaged_lock_file_does_not_count_as_a_server(server: Cluster, text: str):
    kill(server)
    wait_until_it_is_gone(server)
    (server.data / "postmaster.pid").write_text(text)
    assert not server.running()
    assert asked(server.start(), "SELECT 1") == 1


def wait_until_it_is_gone(cluster: Cluster) -> None:
    while cluster.running():
        pass


def test_a_server_starts_in_a_directory_with_a_long_path(directory: Path):
    cluster = Cluster(directory / ("long" * 25) / "postgres")
    try:
        assert len(str(cluster.sockets)) < 80 < len(str(cluster.home))
        assert asked(cluster.start(), "SELECT 1") == 1
        assert Cluster(cluster.base).running()
    finally:
        cluster.stop()
        shutil.rmtree(cluster.sockets)


@unix_only
def test_a_socket_directory_of_another_account_is_refused(directory: Path):
    """Another account that creates the directory first could read the connections."""
    cluster = Cluster(directory / ("long" * 25) / "postgres")
    cluster.sockets.mkdir()
    if not cluster.account:
        pytest.skip("only root can create a directory of another account")
    try:
        with pytest.raises(PostgresUnavailable, match="belongs to another account"):
            cluster.start()
    finally:
        cluster.sockets.rmdir()


def test_a_server_starts_in_a_directory_with_an_odd_name(directory: Path):
    cluster = Cluster(directory / "it's a folder" / "日本語" / "postgres")
    try:
        assert asked(cluster.start(), "SELECT 1") == 1
    finally:
        cluster.stop()


def test_a_server_can_listen_on_a_port(directory: Path):
    cluster = Cluster(directory / "postgres", tcp=True).start()
    assert "127.0.0.1" in cluster.url()
    assert asked(cluster, "SELECT host(inet_server_addr())") == "127.0.0.1"
    kill(cluster)
    assert asked(cluster.start(), "SELECT 1") == 1
    cluster.stop()
    assert not cluster.running()


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_commits_are_flushed_to_disk(server: Cluster, setting: str):
    assert asked(server, f"SHOW {setting}") == "on"


def test_the_log_of_a_server_holds_no_values(server: Cluster):
    """The detail of an error would quote the row, which may hold a player's hand."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("CREATE TABLE hands (seat int PRIMARY KEY, hand text)")
        for _ in range(2):
            with contextlib.suppress(psycopg.errors.UniqueViolation):
                connection.execute("INSERT INTO hands VALUES (%s, %s)", [778_899, "S1 X2"])
    server.stop()
    log = server.log.read_text()
    assert "duplicate key" in log
    assert "778899" not in log


def test_a_failed_start_reports_its_cause_at_once(directory: Path):
    cluster = Cluster(directory / "postgres", {"no_such_setting": 1})
    with pytest.raises(PostgresUnavailable, match=r"does not start.*\n.*no_such_setting"):
        cluster.start()


def test_libpq_variables_of_the_environment_are_ignored(directory: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in {
        "PGHOST": "nowhere.invalid",
        "PGPORT": "1",
        "PGDATA": "/nowhere",
        "PGUSER": "nobody",
        "PGDATABASE": "x",
    }.items():
        monkeypatch.setenv(name, value)
    assert asked(Cluster(directory / "postgres").start(), "SELECT current_user::text") == "postgres"


def test_only_pg_bindir_is_searched_when_it_is_set(monkeypatch: pytest.MonkeyPatch, directory: Path):
    monkeypatch.setenv("PG_BINDIR", str(directory))
    with pytest.raises(PostgresUnavailable, match="PG_BINDIR"):
        find_binaries()


def test_data_are_opened_by_the_version_that_created_them():
    here = major_version(find_binaries())
    assert find_binaries(here) == find_binaries()
    with pytest.raises(PostgresUnavailable, match="PostgreSQL 9, which created the data"):
        find_binaries(9)


@root_only
def test_root_runs_a_server_as_another_account(server: Cluster):
    assert server.account
    assert Path(f"/proc/{server.pid()}").stat().st_uid == server.account.uid != 0


@root_only
def test_an_account_keeps_its_own_data(directory: Path):
    cluster = Cluster(directory / "postgres").start()
    cluster.stop()
    nobody = run_as(65534)
    subprocess.run(["chown", "-R", f"{nobody.uid}:{nobody.gid}", str(cluster.home)], check=True)
    again = Cluster(directory / "postgres")
    assert again.account == nobody
    assert asked(again.start(), "SELECT 1") == 1


@root_only
def test_data_move_elsewhere_if_the_account_cannot_reach_the_directory(
    directory: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("infra.postgres.cluster.RELOCATED_HOMES", directory / "elsewhere")
    closed = directory / "closed"
    closed.mkdir(mode=0o700)
    cluster = Cluster(closed / "postgres")
    assert cluster.home.parent == directory / "elsewhere"
    assert (closed / "postgres" / "elsewhere").read_text() == f"{cluster.home}\n"
    try:
        assert asked(cluster.start(), "SELECT 1") == 1
        assert Cluster(closed / "postgres").running()
        shutil.rmtree(closed / "postgres")
        assert not Cluster(closed / "postgres").running(), "a new directory of the same name has its own data"
    finally:
        kill(cluster)


@root_only
def test_binaries_out_of_reach_of_the_account_are_copied_once(directory: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(binaries, "COPIES", directory / "copies")
    closed = directory / "closed"
    (closed / "venv").mkdir(parents=True)
    bindir = find_binaries()
    package = bindir.parent.parent if bindir.parent.name == "pginstall" else bindir.parent
    for tree in (package, package.with_name(f"{package.name}.libs")):
        if tree.is_dir():
            shutil.copytree(tree, closed / "venv" / tree.name, symlinks=True)
    closed.chmod(0o700)
    hidden = closed / "venv" / bindir.relative_to(package.parent)
    account = run_as()
    assert not account.has_access(hidden / "postgres", 5)
    copy = reachable_copy(hidden, account)
    assert account.has_access(copy / "postgres", 5)
    assert reachable_copy(hidden, account) == copy
    assert len(list((directory / "copies").iterdir())) == 1
    if bindir.parent.name == "pginstall":  # Debian's binaries work only at their original path.
        monkeypatch.setenv("PG_BINDIR", str(hidden))
        cluster = Cluster(directory / "postgres").start()
        assert Path(f"/proc/{cluster.pid()}/exe").readlink() == copy / "postgres"


@root_only
def test_access_of_an_account_follows_the_file_modes(directory: Path):
    account = RunAs("somebody", 4711, 4712)
    file = directory / "file"
    file.write_text("")
    for mode, owner, group, bits, may in [
        (0o604, 0, 0, 4, True), (0o600, 0, 0, 4, False), (0o640, 0, 4712, 4, True), (0o604, 0, 4712, 4, False),
        (0o400, 4711, 0, 4, True), (0o044, 4711, 4712, 4, False), (0o400, 4711, 0, 5, False), (0o500, 4711, 0, 5, True),
    ]:  # fmt: skip
        os.chown(file, owner, group)
        file.chmod(mode)
        assert account.has_access(file, bits) is may, (oct(mode), owner, group)
    directory.chmod(0o700)
    assert not account.has_access(file, 4), "the directory above is closed"
