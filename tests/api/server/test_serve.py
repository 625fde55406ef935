"""`dobon serve` as a separate process, killed in all possible ways in mid-game."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import psutil
import pytest

from api.server import supervisor
from api.server.port import reserve_port
from infra.postgres.urls import cluster
from infra.settings import Settings
from prove.harness.environment import environment_of
from prove.harness.views import actions_of
from tests.api.server.hanging import hang
from tests.api.server.serving import OPTIONS, PATIENCE, Server, all_events, until, without_time

pytestmark = pytest.mark.slow


@pytest.fixture
def server(data_dir: Path, free_port: int) -> Iterator[Server]:
    started = Server.start(data_dir, free_port)
    yield started
    started.close()


def postgres(server: Server) -> psutil.Process:
    pid = cluster(Settings(data_dir=server.directory)).pid()
    assert pid is not None
    return psutil.Process(pid)


def test_answered_commands_survive_every_kind_of_kill(server: Server) -> None:
    """Kill workers, Postgres, the process that starts workers, and at last the whole server; another one continues with
    its data until Ctrl-C.
    """
    server.token = server.call("POST", "/v1/players", {"name": "Aoi"})["token"]
    opening = {"ruleset": "dobon-sato", "seats": 3, "bots": ["novice", "careful"], "options": {**OPTIONS, "rounds": 20}}
    game = server.call("POST", "/v1/games", opening, key="open")["id"]
    answered: dict[str, dict[str, Any]] = {}

    def kill_worker() -> None:
        until(server.workers)[0].kill()

    def kill_workers() -> None:
        for worker in server.workers():
            worker.kill()

    def kill_postgres() -> None:
        postgres(server).kill()

    def kill_both() -> None:
        kill_postgres()
        kill_worker()

    def kill_starter() -> None:
        workers = server.workers()
        starter = workers[0].parent()
        assert starter
        starter.kill()
        until(lambda: all(map(has_ended, workers)))  # the server knows them no more

    def kill_server() -> None:
        server.process.kill()
        server.process.wait(PATIENCE)
        server.close()
        server.process = Server.start(server.directory, server.port).process

    kills = [kill_worker, kill_postgres, kill_workers, kill_both, kill_starter, kill_server]
    for number in range(60):
        view = server.call("GET", f"/v1/games/{game}/view")
        if view["status"] == "finished":
            break
        action = next(action for action in actions_of(view)[::-1] if action["type"] != "dobon")
        if number % 10 == 5:
            kills[number // 10]()
        key = f"move-{number}"
        answered[key] = server.call("POST", f"/v1/games/{game}/actions", action, key=key)
        again = server.call("POST", f"/v1/games/{game}/actions", action, key=key)
        assert without_time(again) == without_time(answered[key])
    events = {event["version"]: event for event in all_events(server, game)}
    assert list(events) == list(range(1, len(events) + 1))
    acknowledged = [event for answer in answered.values() for event in answer.get("events", [])]
    assert len(acknowledged) > 30
    assert all(events[event["version"]]["digest"] == event["digest"] for event in acknowledged)
    until(server.workers)  # workers of the killed server may have answered, while this one still starts
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(PATIENCE) == 0
    assert not cluster(Settings(data_dir=server.directory)).running()


def streams(server: Server, address: str) -> Iterator[tuple[str, str]]:
    """Return the ids and digests of a stream, to its end.

    Sealed parts may differ, because all parts of an event are open once its round is over.
    """
    headers = {"Authorization": f"Bearer {server.token}"}
    with urlopen(Request(address, headers=headers), timeout=PATIENCE) as answer:
        for message in answer.read().decode().split("\n\n"):
            head, found, data = message.partition("data: ")
            if found and not head.endswith("event: now\n"):
                yield head.strip(), json.loads(data).get("digest", data)


def test_a_stream_is_served_by_every_worker(served: Server) -> None:
    served.token = served.call("POST", "/v1/players", {"name": "Aoi"})["token"]
    opening = {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"], "options": OPTIONS}
    game = served.call("POST", "/v1/games", opening)["id"]
    events = f"http://127.0.0.1:{served.port}/v1/games/{game}/stream"
    found: list[list[tuple[str, str]]] = []
    threads = [Thread(target=lambda: found.append(until(lambda: list(streams(served, events))))) for _ in range(6)]
    for thread in threads:
        thread.start()
    while (view := served.call("GET", f"/v1/games/{game}/view"))["status"] != "finished":
        action = next(action for action in actions_of(view)[::-1] if action["type"] != "dobon")
        served.call("POST", f"/v1/games/{game}/actions", action)
    for thread in threads:
        thread.join(PATIENCE)
    assert found == [found[0]] * len(threads)
    assert [head for head, _ in found[0]] == [f"id: {v}" for v in range(1, view["version"] + 1)] + ["event: end"]
    for worker in served.workers():
        worker.kill()
    assert until(lambda: list(streams(served, f"{events}?after=3"))) == found[0][3:]


@pytest.mark.parametrize("shared", [False, True])
def test_a_port_in_use_is_reported(data_dir: Path, *, shared: bool) -> None:
    """A program that would share its port does not receive requests of this server, and this server none of its."""
    with socket.create_server(("127.0.0.1", 0), reuse_port=shared) as listener:
        server = Server.start(data_dir, listener.getsockname()[1])
        shown, _ = server.process.communicate(timeout=PATIENCE)
    server.close()
    assert server.process.returncode == 1
    assert "is in use" in shown
    assert "--port" in shown


@pytest.mark.parametrize("webhooks", ["public", "local"])
def test_a_server_warns_of_webhooks_to_this_machine_when_it_starts(free_port: int, webhooks: str) -> None:
    command = [sys.executable, "-m", "api.cli", "serve", "--port", str(free_port)]
    environment = environment_of(
        {"DOBON_WEBHOOKS": webhooks, "DOBON_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/absent"}
    )
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 1
    assert ("every account can send requests to programs on this machine" in done.stderr) == (webhooks == "local")


def test_the_port_of_a_server_cannot_be_shared(served: Server) -> None:
    with pytest.raises(OSError, match="in use"):
        socket.create_server(("127.0.0.1", served.port), reuse_port=True)


def answers(server: Server) -> bool:
    """Return whether a request over a new connection is answered; an error is raised for any other answer."""
    try:
        with urlopen(f"http://127.0.0.1:{server.port}/healthz", timeout=PATIENCE):
            return True
    except ConnectionResetError:
        return False
    except URLError as error:
        if isinstance(error.reason, ConnectionError):
            return False
        raise


def test_the_other_workers_answer_while_one_is_replaced(served: Server) -> None:
    answers(served)
    until(lambda: len(served.workers()) == 3)  # the notifier closes the port that it inherits
    until(lambda: len(listening(served)) == 2)
    assert len(served.workers()) == 3, "the analyser of tests is off"
    workers = listening(served)
    workers[0].kill()
    until(lambda: has_ended(workers[0]))
    serving: list[psutil.Process] = []
    while len(serving) < 2:  # asked at least once, even where the next worker is quicker than this test
        assert answers(served)
        serving = listening(served)


def test_without_a_worker_clients_are_refused_until_one_can_answer(data_dir: Path, free_port: int) -> None:
    server = Server.start(data_dir, free_port, workers=1, DOBON_ANALYSER="on")
    try:
        until(lambda: answers(server))
        until(lambda: len(server.workers()) == 3)  # the analyser and the notifier close the port that they inherit
        until(lambda: len(listening(server)) == 1)
        (worker,) = listening(server)
        worker.kill()
        until(lambda: not answers(server))
        until(lambda: answers(server))
        assert server.stop() == 0
    finally:
        server.close()


def has_ended(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def listening(server: Server) -> list[psutil.Process]:
    """Return the workers that serve the port."""
    found = []
    for worker in server.workers():
        with suppress(psutil.Error):
            ports = {one.laddr.port for one in worker.net_connections("tcp") if one.status == psutil.CONN_LISTEN}
            if server.port in ports:
                found.append(worker)
    return found


def test_a_worker_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "HUNG_SECONDS", 1.0)
    with reserve_port("127.0.0.1", 0) as listener:
        worker = supervisor.Worker(hang, listener)
        try:
            until(lambda: not worker.is_well(supervisor.CHECK_SECONDS))
            assert worker.has_reported
            assert worker.process.is_alive(), "it hangs"
        finally:
            worker.end(0)
        assert not worker.process.is_alive()


def test_streams_of_all_workers_are_included_in_the_metrics(served: Server) -> None:
    served.token = served.call("POST", "/v1/players", {"name": "Aoi"})["token"]
    game = served.call("POST", "/v1/games", {"ruleset": "dobon-sato", "seats": 2})["id"]
    headers = {"Authorization": f"Bearer {served.token}"}
    address = f"http://127.0.0.1:{served.port}/v1/games/{game}/stream"

    def count() -> str:
        with urlopen(f"http://127.0.0.1:{served.port}/metrics") as response:
            return next(line for line in response.read().decode().splitlines() if line.startswith("dobon_streams "))

    with ExitStack() as stack:
        for _ in range(8):
            stream = stack.enter_context(until(lambda: urlopen(Request(address, None, headers), timeout=PATIENCE)))
            assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert count() == "dobon_streams 8.0"
    assert until(lambda: count() == "dobon_streams 0.0")
