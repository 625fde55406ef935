"""Clients that play during an attack, with the duration and the result of each of their requests."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from domain.running.self_play import at_once
from prove.harness.views import actions_of

SECONDS = 1.0
"""Limit of the durations, if there are too few to compare them with others."""

LEAST_TIMED = 150
"""Number of requests of which 99 % are compared with those of the base. Of fewer, nine in ten have to be answered
within `SECONDS`, or the slowest would decide.
"""

RATIO = 3.0
"""Limit of the 99th percentile during an attack, in times of that of the base."""

UNNOTICED_SECONDS = 0.05
"""Duration that a player does not notice, whatever the ratio. A single pause of a busy machine is as long."""

TIMEOUT_SECONDS = 15.0
"""Timeout of a request, after which it has failed."""

BOT_SECONDS = 0.5
"""Delay of a bot's move. A view that waits for the move comes so much later, which does not count."""

PAUSE_SECONDS = 0.05
"""Pause between two requests, so that the rate limit of an account is not reached."""

REQUESTS_PER_CONNECTION = 20
"""Requests after which a client opens another connection, because an attack may hold all new connections."""

REFUSED = 409
"""The status of an action that another player has overtaken. It does not count as a failure."""

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Observed:
    """One request of a bystander."""

    began: float
    seconds: float
    error: str
    "Empty if the request was answered as intended."


@dataclass(slots=True)
class Bystander:
    """A client that plays one game after another against a bot."""

    port: int
    name: str
    chance: Random
    stopping: threading.Event
    report: Callable[[Observed], None]
    _connection: HTTPConnection | None = None
    _sent: int = 0
    _token: str = ""
    _tag: str = ""
    "The entity tag of the newest answer."

    def run(self) -> None:
        """Play until `stopping` is set. A failed request ends the game, and the next one begins."""
        while not self.stopping.is_set():
            with suppress(OSError, HTTPException, LookupError):
                self._token = self._token or self.request("POST", "/v1/players", {"name": self.name})["token"]
                self._play()
            self._close()
        self._close()

    def _play(self) -> None:
        """Play one game. Half of the bots take their time, so that the server's clock is needed for their moves."""
        ruleset = self.chance.choice(["dobon-sato", "doubt", "durak"])
        delay = self.chance.choice([0.0, BOT_SECONDS]) if ruleset == "dobon-sato" else 0.0
        options = at_once(ruleset) | {"bot_delay_ms": round(delay * 1000)}
        game = self.request(
            "POST", "/v1/games", {"ruleset": ruleset, "bots": ["novice"], "seats": 2, "options": options}
        )
        path = f"/v1/games/{game['id']}"
        view = self.request("GET", f"{path}/view")
        while view["status"] == "playing" and not self.stopping.is_set():
            if actions_of(view):
                self.request("POST", f"{path}/actions", self.chance.choice(actions_of(view)))
                view = self.request("GET", f"{path}/view")
            else:
                # The answer is empty if nothing has changed within the time.
                view = self.request("GET", f"{path}/view?wait=10", waits=max(delay, 0.001)) or view

    def request(self, method: str, path: str, body: Body | None = None, waits: float = 0.0) -> Body:
        """Return the answer, and record it. Raise an error of the connection, or `LookupError` for a failure."""
        self.stopping.wait(PAUSE_SECONDS)
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if waits:
            headers["If-None-Match"] = self._tag
        began, error, found = time.monotonic(), "", {}
        try:
            connection = self._connected()
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            with connection.getresponse() as response:
                found = json.loads(response.read() or b"{}")
                self._tag = response.headers.get("ETag", "")
            if response.headers.get("Retry-After"):
                error = f"{method} {path} was answered with {response.status} and a time to retry"
            elif response.status >= 400 and response.status != REFUSED:
                error = f"{method} {path} was answered with {response.status} {found.get('code')}"
        except (OSError, HTTPException) as failure:
            error = f"{method} {path} was not answered: {failure!r}"
            raise
        finally:
            ended = time.monotonic()
            self.report(Observed(began, max(0.0, ended - began - waits), error))
        if error:
            raise LookupError(error)
        return found

    def _connected(self) -> HTTPConnection:
        self._sent += 1
        if self._sent % REQUESTS_PER_CONNECTION == 0:
            self._close()
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_SECONDS)
        return self._connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@dataclass(slots=True)
class Crowd:
    """All bystanders of a siege."""

    observed: list[Observed] = field(default_factory=list)

    def between(self, began: float, ended: float) -> list[Observed]:
        """Return the requests that began within this time, in order."""
        found = [one for one in list(self.observed) if began <= one.began <= ended]
        return sorted(found, key=lambda one: one.began)

    def collect(self, pipe: Connection) -> None:
        """Collect what the bystanders report until they have left."""
        with suppress(EOFError):
            while True:
                self.observed.append(pipe.recv())


@contextmanager
def playing(port: int, count: int, seed: str) -> Iterator[Crowd]:
    """Let that many bystanders play inside this block.

    They have a process of their own, because an attack would delay what the same process measures.
    """
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=play, args=(port, count, seed, there))
    process.start()
    there.close()
    crowd = Crowd()
    collector = threading.Thread(target=crowd.collect, args=[here])
    collector.start()
    try:
        yield crowd
    finally:
        here.send("stop")
        process.join()
        collector.join()


def play(port: int, count: int, seed: str, pipe: Connection) -> None:
    """Let that many bystanders play until a message or the end of the pipe; report each request."""
    stopping, sending = threading.Event(), threading.Lock()

    def report(observed: Observed) -> None:
        with sending, suppress(OSError):
            pipe.send(observed)

    people = [
        Bystander(port, f"bystander {number}", Random(f"{seed}-{number}"), stopping, report)
        for number in range(1, count + 1)
    ]
    threads = [threading.Thread(target=person.run, name=person.name) for person in people]
    for thread in threads:
        thread.start()
    with suppress(EOFError):
        pipe.recv()
    stopping.set()
    for thread in threads:
        thread.join()


def percentile(observed: Sequence[Observed], share: float) -> float:
    """Return the smallest duration that is not exceeded by that share of all, in seconds; 0 if there are none."""
    ordered = sorted(one.seconds for one in observed)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def slow(found: Sequence[Observed], base: Sequence[Observed]) -> Iterator[str]:
    """Yield an error if too many requests during an attack took longer than their limit."""
    compared = min(len(found), len(base)) >= LEAST_TIMED
    part = 0.99 if compared else 0.9
    limit = max(RATIO * percentile(base, part), UNNOTICED_SECONDS) if compared else SECONDS
    if (seconds := percentile(found, part)) > limit:
        yield f"{part:.0%} of the requests took up to {seconds:.3f} s, more than {limit:.3f} s"
