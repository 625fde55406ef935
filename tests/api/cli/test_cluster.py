"""`dobon cluster`: games continue after processes were killed, and Ctrl-C leaves no process."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

from infra.clustering.layout import free_ports
from infra.postgres.partitions import partition_of
from prove.harness.environment import environment_of
from prove.harness.views import actions_of
from tests.api.server.serving import OPTIONS, Server
from tests.conftest import new_directory, remove
from tests.infra.clustering.available import require_packages

pytestmark = [pytest.mark.slow, pytest.mark.server]

SECONDS = 240
"""Seconds for the cluster to start or to stop."""


def run_dobon(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "api.cli", "cluster", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment_of({})
    )


def status(directory: Path) -> tuple[int, str]:
    process = run_dobon("--status", "--data-dir", str(directory))
    said, _ = process.communicate(timeout=SECONDS)
    return process.returncode, said


def leaders(shown: str) -> list[str]:
    """Return the nodes that lead a database."""
    return re.findall(r"^(\S+) +leader +running", shown, re.MULTILINE)


def read_until(process: "subprocess.Popen[str]", text: str) -> str:
    """Return what the cluster prints up to the line with this text."""
    assert process.stdout is not None
    said = ""
    while text not in said:
        line = process.stdout.readline()
        said += line
        assert line, said
    return said


def open_game(server: Server, key: str) -> str:
    opening = {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"], "options": {**OPTIONS, "rounds": 20}}
    game: str = server.call("POST", "/v1/games", opening, key=key)["id"]
    return game


def move(server: Server, game: str, key: str) -> tuple[int, str]:
    """Make a move, and return the version and the head of the game after it."""
    view = server.call("GET", f"/v1/games/{game}/view")
    action = next(one for one in actions_of(view)[::-1] if one["type"] != "dobon")
    answer = server.call("POST", f"/v1/games/{game}/actions", action, key=key)
    return answer["version"], answer["head"]


def check_log(server: Server, game: str, heads: list[tuple[int, str]]) -> None:
    events = server.call("GET", f"/v1/games/{game}/events")["events"]
    digests = {event["version"]: event["digest"] for event in events}
    assert [digests[version] for version, _ in heads] == [head for _, head in heads]


def known_processes(home: Path) -> dict[str, int]:
    """Return the numbers of all processes of a cluster, by name."""
    return {file.stem: int(file.read_text()) for file in home.glob("*.pid")}


def all_processes(home: Path) -> list[psutil.Process]:
    parents = [psutil.Process(pid) for pid in known_processes(home).values()]
    return [*parents, *(child for parent in parents for child in parent.children(recursive=True))]


def roles_of(shown: str) -> list[tuple[str, ...]]:
    """Return name, role and timeline of each node."""
    return re.findall(r"^(\S+) +(\S+) +\S+ +timeline (\d+)", shown, re.MULTILINE)


def is_alive(pid: int) -> bool:
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def check_ended(children: list[psutil.Process], directory: Path) -> None:
    assert not [child for child in children if is_alive(child.pid) and str(directory) in " ".join(child.cmdline())]
    assert status(directory)[0] == 1


@pytest.fixture
def directory() -> Iterator[Path]:
    made = new_directory()
    yield made
    remove(made)


def test_without_a_cluster_the_status_says_so(directory: Path):
    code, said = status(directory)
    assert code == 1
    assert "No cluster" in said


def test_a_port_in_use_is_named(directory: Path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        process = run_dobon("--data-dir", str(directory), "--port", str(port))
        assert f"Port {port} of 127.0.0.1 is in use" in process.communicate(timeout=SECONDS)[0]
    assert process.returncode == 1


def refused(*arguments: str) -> str:
    """Return the single line with which a cluster is refused."""
    process = run_dobon(*arguments)
    said, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 1, said
    assert said.count("\n") == 1, said
    return said


def test_ports_after_the_last_one_are_refused_in_one_line(directory: Path):
    said = refused("--data-dir", str(directory), "--port", "65535", "--servers", "2")
    assert "2 servers need the ports 65535 to 65536, but 65535 is the last one." in said


def test_a_directory_that_cannot_be_used_is_refused_in_one_line(directory: Path):
    require_packages()
    (directory / "file").touch()
    said = refused("--data-dir", str(directory / "file" / "data"))
    assert "cannot be used" in said
    assert "--data-dir" in said


def kill_and_start(
    first: "subprocess.Popen[str]", directory: Path, port: int, arguments: list[str]
) -> "subprocess.Popen[str]":
    """Kill `dobon cluster` alone, start it with servers from `port` on, and return the new process."""
    first.kill()
    first.communicate(timeout=SECONDS)
    return run_dobon("--data-dir", str(directory), "--port", str(port), *arguments)


def check_taken_over(said: str, before: dict[str, int], after: dict[str, int], port: int) -> None:
    """Check that a start has left all processes as they were, but for servers at other ports than the wanted one."""
    assert re.findall("an earlier run has left (.+): taken over", said), said
    server = f"server-{port}"
    former = {name: pid for name, pid in before.items() if name.startswith("server-") and name != server}
    assert {name: pid for name, pid in after.items() if name in before} == {
        name: pid for name, pid in before.items() if name not in former
    }
    assert after.keys() - before.keys() <= {server}
    for name, pid in former.items():
        assert f"the server at port {name.removeprefix('server-')} of an earlier run was stopped" in said
        assert not is_alive(pid)


@pytest.mark.cluster
def test_games_of_two_shards_go_on_after_processes_were_killed_and_a_partition_was_moved(directory: Path):
    require_packages(shards=True)
    (port,) = free_ports(1)
    arguments = ["--shards", "2", "--nodes", "2", "--servers", "1", "--etcd", "1", "--workers", "1"]
    process = run_dobon("--data-dir", str(directory), "--port", str(port), *arguments)
    said = ""
    try:
        said = read_until(process, "kill -9 $(head")
        home = Path(re.findall(r"Logs and data are in (\S+)\.\n", said)[0])
        assert f"started by process {process.pid}:" in refused("--data-dir", str(directory), "--port", str(port))
        _, shown = status(directory)
        assert re.findall(r"^(\S+): games of partitions ([^,\n]+), at", shown, re.MULTILINE) == [
            ("dobon-shard1", "0-31"),
            ("dobon-shard2", "32-63"),
        ]
        before = leaders(shown)
        assert len(before) == 3
        assert re.findall(r"^(\S+): runs", shown, re.MULTILINE) == ["haproxy", "router", "pgbouncer"]
        server = Server(directory, port, process)
        server.token = server.call("POST", "/v1/players", {"name": "Aoi"})["token"]
        games: dict[int, str] = {}
        while len(games) < 2:
            game = open_game(server, str(uuid4()))
            games.setdefault(partition_of(game) // 32, game)
        heads: dict[str, list[tuple[int, str]]] = {game: [] for game in games.values()}
        (of_leader,) = re.findall(r"kill -9 \$\(head -1 (\S+/postmaster.pid)\)", said)
        for name, others in (("same-port", port), ("other-port", free_ports(1)[0])):
            known = known_processes(home)
            process = kill_and_start(process, directory, others, arguments)
            greeting = read_until(
                process, "kill -9 $(head" if others == server.port else "of an earlier run was stopped"
            )
            check_taken_over(greeting, known, known_processes(home), others)
            assert roles_of(status(directory)[1]) == roles_of(shown)
            server = replace(server, port=others, process=process)
            for game, found in heads.items():
                found.append(move(server, game, f"{game}-{name}"))
        between = [f"server-{server.port}", "router", "pgbouncer", "haproxy"]
        files = [of_leader, *(home / f"{name}.pid" for name in between)]
        for number, file in enumerate([*files, None]):
            for game, found in heads.items():
                found.append(move(server, game, f"{game}-{number}"))
            if file:
                os.kill(int(Path(file).read_text().split()[0]), signal.SIGKILL)
        (commands,) = re.findall(r"(set -a; .*); dobon shards move 0 2\n", said)
        moved = f"{commands}; exec {sys.executable} -m api.cli shards move {partition_of(games[0])} 2"
        subprocess.run(["sh", "-c", moved], check=True, timeout=SECONDS)
        for game, found in heads.items():
            found.append(move(server, game, f"{game}-moved"))
            check_log(server, game, found)
        _, shown = status(directory)
        assert "dobon-shard2: games of partitions 32-63, at" not in shown
        assert set(leaders(shown)) != set(before)
        children = all_processes(home)
    finally:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, said + rest
    # The router may be started again twice, while the last processes of the killed one still end. Each starts as fast
    # as it can, so the order is open.
    ended = {*re.findall(r"\d  (.+) had ended and was started again", rest)}
    assert ended == {f"the server at port {server.port}", "router", "pgbouncer", "haproxy"}
    check_ended(children, directory)
