"""The end of a right over `dobon serve` with two workers: it ends streams and long polls of every worker."""

import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from time import monotonic
from typing import Any

import pytest

from infra.accounts import accounts
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.pool import Pool
from infra.settings import Settings
from tests.api.server.edge import PATIENCE, connect, read_all, until
from tests.api.server.serving import Server

pytestmark = pytest.mark.slow

READERS = 6
"""Streams, and as many long polls: both workers have some."""

EFFECT_SECONDS = 1.0
"""Time within which the end of a right takes effect."""

SLACK_SECONDS = 20.0
"""Further time on a busy machine."""


@pytest.fixture
def database(served: Server) -> Iterator[AccountsPool]:
    with open_pool(Settings(data_dir=served.directory)) as pool:
        yield pool


def ask(served: Server, token: str, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, str]:
    """Return status, body and entity tag of an answer."""
    sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} | headers
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)) as connection:
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        with connection.getresponse() as response:
            text = response.read()
            return response.status, json.loads(text) if text else None, response.headers.get("ETag", "")


def last_message(served: Server, token: str, path: str, opened: list[int]) -> str:
    """Read a stream to its end and return its last message."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        opened.append(response.status)
        return response.read().decode().strip().split("\n\n")[-1]


@pytest.mark.parametrize("how", ["suspension", "revocation"])
def test_the_end_of_a_right_ends_streams_and_long_polls_within_a_second(
    served: Server, database: Pool, how: str
) -> None:
    player, _, token = accounts.create_player(database, "Aoi")
    admin = accounts.create_admin(database, "Root")[2]
    game = ask(served, token, "POST", "/v1/games", {"ruleset": "dobon-sato", "seats": 2})[1]["id"]
    view = f"/v1/games/{game}/view"
    tag = ask(served, token, "GET", view)[2]
    opened: list[int] = []
    with ThreadPoolExecutor(2 * READERS) as threads:
        path = f"/v1/games/{game}/stream"
        streams = [threads.submit(last_message, served, token, path, opened) for _ in range(READERS)]
        polls: list[Future[Any]] = [
            threads.submit(lambda: ask(served, token, "GET", f"{view}?wait=50", **{"If-None-Match": tag}))
            for _ in range(READERS)
        ]
        until(lambda: opened == [200] * READERS and waiting(served) == READERS)
        began = monotonic()
        if how == "suspension":
            path = f"/v1/admin/players/{player}/suspension"
            assert ask(served, admin, "POST", path, {"reason": "test"})[0] == 201
            status, code = 403, "suspended"
        else:
            assert ask(served, token, "DELETE", "/v1/players/me/token")[0] == 204
            status, code = 401, "unauthorized"
        due = monotonic() + EFFECT_SECONDS
        ends = [stream.result(PATIENCE) for stream in streams]
        answers = [poll.result(PATIENCE) for poll in polls]
        seconds = monotonic() - began
    assert ends == ['event: end\ndata: {"reason":"unauthorized"}'] * READERS
    assert [(found, body["code"]) for found, body, _ in answers] == [(status, code)] * READERS
    assert seconds < EFFECT_SECONDS + SLACK_SECONDS
    until(lambda: monotonic() > due)  # the other worker may know the token until then
    for _ in range(20):
        assert ask(served, token, "GET", "/v1/players/me")[0] == status, "at every worker"


def waiting(served: Server) -> int:
    """Return the number of waiting requests of all workers, which metrics sample."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)) as connection:
        found = 0
        for _ in range(8):  # each worker samples itself when it is asked
            connection.request("GET", "/metrics", headers={"Connection": "close"})
            with connection.getresponse() as response:
                lines = response.read().decode().splitlines()
            connection.close()
            found = max(found, int(float(next(line for line in lines if line.startswith("dobon_waiters ")).split()[1])))
        return found


def refusal(served: Server, head: bytes) -> tuple[int, bytes]:
    """Send a head whose body never arrives; return status and answer."""
    with connect(served.port) as connection:
        connection.sendall(head + b"Host: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n")
        found = read_all(connection)
    return int(found.split()[1]), found


@pytest.mark.parametrize(
    ("token", "status"),
    [(b"", 401), (b"Authorization: Bearer dbn_" + b"x" * 43 + b"\r\n", 401), (b"Authorization: Basic eA==\r\n", 401)],
)
def test_a_body_without_a_valid_token_is_not_awaited(served: Server, token: bytes, status: int) -> None:
    """An awaited body that does not arrive is answered with 408."""
    found, answer = refusal(served, b"POST /v1/games HTTP/1.1\r\n" + token)
    assert (found, b"connection: close" in answer) == (status, True)


def test_a_body_for_an_unknown_route_is_not_awaited(served: Server) -> None:
    assert refusal(served, b"POST /v1/nothing HTTP/1.1\r\n")[0] == 404
    assert refusal(served, b"POST /v1/rulesets HTTP/1.1\r\n")[0] == 405


def test_a_body_with_a_valid_token_is_awaited(served: Server, database: Pool) -> None:
    """Each worker looks the token up for its first request, and knows it for later ones."""
    token = accounts.create_player(database, "Aoi")[2].encode()
    head = b"POST /v1/games HTTP/1.1\r\nAuthorization: Bearer " + token + b"\r\n"
    for _ in range(2):
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(lambda _: refusal(served, head), range(4)))
        assert [(status, b"body-too-slow" in answer) for status, answer in found] == [(408, True)] * 4
