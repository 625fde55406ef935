"""`dobon serve` as a separate process, and requests to it."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psutil

from prove.harness.environment import environment_of
from prove.harness.server import processes_of

PATIENCE = 60
"""Seconds for a server to start or to return."""

OPTIONS = {"claim_grace_seconds": 0, "turn_seconds": 0, "answer_seconds": 0, "bot_delay_ms": 0}


@dataclass
class Server:
    """A server with a database of its own."""

    directory: Path
    port: int
    process: subprocess.Popen[str]
    token: str = ""

    @classmethod
    def start(cls, directory: Path, port: int, workers: int = 2, **settings: str) -> "Server":
        """Start a server; each worker takes a second of processor time to import the program.

        `settings` are variables of its environment, such as `DOBON_RATES`.
        """
        command = [
            sys.executable,
            "-m",
            "api.cli",
            "serve",
            "--port",
            str(port),
            "--workers",
            str(workers),
            "--data-dir",
            str(directory),
        ]
        environment = environment_of(settings)
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        return cls(directory, port, process)

    def call(self, method: str, path: str, body: Any = None, key: str | None = None) -> dict[str, Any]:
        """Repeat a request with the same key until it is answered; return the answer."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()

        def ask() -> Any:
            request = Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
            try:
                with urlopen(request, timeout=10) as response:
                    return json.load(response)
            except HTTPError as error:
                with error:
                    return None if error.code in (408, 503) else json.load(error)

        found: dict[str, Any] = until(ask)
        return found

    def workers(self) -> list[psutil.Process]:
        return processes_of(self.process.pid)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()
        assert self.process.stdout is not None
        self.process.stdout.close()


def without_time(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a command without the server's time, which differs when it is repeated."""
    return answer | {"view": {name: value for name, value in answer["view"].items() if name != "now"}}


def until(ask: Callable[[], Any]) -> Any:
    """Call `ask` until it returns something true; return that."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError, HTTPException, ValueError):
            found = ask()
            if found:
                return found
        assert time.monotonic() < end, "there is no answer"
        time.sleep(0.05)


def all_events(server: Server, game: str) -> Iterator[dict[str, Any]]:
    after: int | None = 0
    while after is not None:
        page = server.call("GET", f"/v1/games/{game}/events?after={after}")
        yield from page["events"]
        after = page["next"]
