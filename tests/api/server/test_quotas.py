"""Quotas: one account or one game cannot take all threads, streams or long polls of a process."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPResponse
from ipaddress import ip_network
from threading import Event, active_count
from typing import Any, cast

import pytest

from api.app import assemble, create_app
from api.dependencies import dependencies
from api.http.proxies import TrustedProxies
from api.http.routes import Routes
from api.server.asgi import THREADS, THREADS_OF_NETWORK, Application
from api.server.quotas import Quotas
from api.streaming.hub import MAX_WAITING_OF_ACCOUNT, UpdateHub, update_hub
from api.streaming.subscriptions import MAX_OF_ACCOUNT
from infra.accounts.account_cache import AccountCache
from infra.accounts.accounts import Account
from infra.commands.service import GameService
from prove.harness.application import Caller, House
from tests.api.conftest import refused
from tests.api.server.edge import connect, serving, until


def test_a_share_is_used_in_order() -> None:
    async def run() -> list[int]:
        quotas, done = Quotas(2), list[int]()

        async def use(number: int) -> None:
            await quotas.take("aoi")
            await asyncio.sleep(0)
            done.append(number)
            quotas.give("aoi")

        await asyncio.gather(*(use(number) for number in range(20)))
        assert not quotas._used
        assert not quotas._queues
        return done

    assert asyncio.run(run()) == list(range(20))


def test_a_cancelled_turn_is_given_to_the_next() -> None:
    async def run() -> None:
        quotas = Quotas(1)
        await quotas.take("aoi")
        waiting = [asyncio.ensure_future(quotas.take("aoi")) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        quotas.give("aoi")  # to the second
        waiting[1].cancel()
        await waiting[2]
        quotas.give("aoi")
        assert not quotas._used

    asyncio.run(run())


def test_keys_take_turns_where_all_have_a_limit_together() -> None:
    async def run() -> list[str]:
        quotas, done = Quotas(2, together=3), list[str]()

        async def use(key: str) -> None:
            await quotas.take(key)
            await asyncio.sleep(0)
            done.append(key)
            quotas.give(key)

        await asyncio.gather(*(use(key) for key in "aaaaaaaabbcd"))
        assert not quotas._used
        assert not quotas._queues
        assert not quotas._taken
        return done

    # The first key has its quota of two, and the second one has the third; then each that waits has one.
    assert "".join(asyncio.run(run())) == "aababcdaaaaa"


class Slow:
    """A WSGI application whose answers to `/slow` and to commands come when the test says so."""

    def __init__(self) -> None:
        self.comes = Event()
        self.running = 0

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        if environ["PATH_INFO"] != "/quick":
            self.running += 1
            assert self.comes.wait(60)
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]


class Known:
    """Accounts whose ids are their tokens."""

    def known(self, token: str) -> Account:
        return Account(token, "Aoi")


@pytest.fixture
def slow() -> Iterator[tuple[Slow, int]]:
    wsgi = Slow()
    proxies = TrustedProxies([ip_network("127.0.0.1")])
    application = Application(wsgi, None, cast("AccountCache", Known()), Routes(assemble()[0]), proxies)
    with serving(application) as (port, _):
        yield wsgi, port
        wsgi.comes.set()


def sent(stack: ExitStack, port: int, line: str, token: str, more: str = "") -> socket.socket:
    """Send a request and return its connection."""
    connection = stack.enter_context(connect(port))
    head = f"{line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n{more}\r\n"
    connection.sendall(head.encode())
    return connection


def status_of(connection: socket.socket) -> int:
    answer = HTTPResponse(connection)
    answer.begin()
    answer.read()
    return answer.status


GAME = "00000000-0000-4000-8000-000000000001"
AOI, REN = "dbn_" + "a" * 43, "dbn_" + "r" * 43


def test_slow_requests_of_one_account_leave_threads_for_others(slow: tuple[Slow, int]) -> None:
    wsgi, port = slow
    with ExitStack() as stack:
        held = [sent(stack, port, "GET /slow", AOI) for _ in range(2 * THREADS)]
        until(lambda: wsgi.running)
        assert status_of(sent(stack, port, "GET /quick", REN)) == 200
        assert status_of(sent(stack, port, "GET /quick", "none")) == 200
        assert wsgi.running < THREADS / 2
        wsgi.comes.set()
        assert [status_of(connection) for connection in held] == [200] * len(held)


def test_slow_requests_of_one_network_leave_threads_for_others_without_an_account(slow: tuple[Slow, int]) -> None:
    wsgi, port = slow
    with ExitStack() as stack:
        flood, other = (f"X-Forwarded-For: 192.0.2.{number}\r\n" for number in (1, 2))
        held = [sent(stack, port, "GET /slow", "", flood) for _ in range(2 * THREADS)]
        until(lambda: wsgi.running)
        assert status_of(sent(stack, port, "GET /quick", "", other)) == 200
        assert wsgi.running <= THREADS_OF_NETWORK
        wsgi.comes.set()
        assert [status_of(connection) for connection in held] == [200] * len(held)


def test_waiting_commands_of_one_game_leave_threads_for_others(slow: tuple[Slow, int]) -> None:
    wsgi, port = slow
    with ExitStack() as stack:
        tokens = [f"dbn_{number:043}" for number in range(2 * THREADS)]
        held = [sent(stack, port, f"POST /v1/games/{GAME}/actions", token) for token in tokens]
        until(lambda: wsgi.running)
        assert status_of(sent(stack, port, "GET /quick", tokens[-1])) == 200
        wsgi.comes.set()
        assert [status_of(connection) for connection in held] == [200] * len(held)


@pytest.fixture
def served_house(house: House) -> Iterator[tuple[House, int, UpdateHub]]:
    """The application of another process, its port and its hub."""
    games = GameService(house.pool, now=lambda: house.time.now)
    app = create_app(house.pool, games, accounts=AccountCache(house.pool))
    hub = update_hub(app)
    with serving(Application.of(app), hub.close) as (port, _):
        yield House(app, house.tables, house.pool, house.time), port, hub
    dependencies(app).accounts.close()


def poll(stack: ExitStack, port: int, game: str, caller: Caller, tag: str) -> socket.socket:
    line = f"GET /v1/games/{game}/view?wait=50"
    return sent(stack, port, line, caller.token or "", f"If-None-Match: {tag}\r\n")


def test_long_polls_hold_no_thread_and_all_are_answered(
    house: House, served_house: tuple[House, int, UpdateHub]
) -> None:
    there, port, hub = served_house
    table = house.table(listed=True)
    watchers = [house.player("Kai") for _ in range(25)]
    tag = watchers[0].get(f"{table.path}/view").headers["ETag"]
    with ExitStack() as stack:
        before = active_count()
        polls = [poll(stack, port, table.id, one, tag) for one in watchers for _ in range(MAX_WAITING_OF_ACCOUNT)]
        until(lambda: hub.waiting == len(polls))
        assert active_count() <= before + THREADS + 2
        assert status_of(sent(stack, port, "GET /v1/players/me", watchers[0].token or "")) == 200
        table.turn.act(table.id, "draw")
        assert [status_of(connection) for connection in polls] == [200] * len(polls)
    until(lambda: hub.waiting == 0)
    assert there.app is not house.app


def test_a_client_that_leaves_ends_its_long_poll(house: House, served_house: tuple[House, int, UpdateHub]) -> None:
    _, port, hub = served_house
    table = house.table()
    with ExitStack() as stack:
        poll(stack, port, table.id, table.people[0], table.people[0].get(f"{table.path}/view").headers["ETag"])
        until(lambda: hub.waiting == 1)
    until(lambda: hub.waiting == 0)


def test_a_long_poll_ends_at_its_time_with_a_304(house: House, served_house: tuple[House, int, UpdateHub]) -> None:
    _, port, hub = served_house
    table = house.table()
    tag = table.people[0].get(f"{table.path}/view").headers["ETag"]
    with ExitStack() as stack:
        line = f"GET {table.path}/view?wait=1"
        assert status_of(sent(stack, port, line, table.people[0].token or "", f"If-None-Match: {tag}\r\n")) == 304
    assert hub.waiting == 0


def test_one_account_has_a_number_of_long_polls_and_streams(
    house: House, served_house: tuple[House, int, UpdateHub]
) -> None:
    there, port, hub = served_house
    table = house.table(listed=True)
    one, other = table.people[0], house.player("Kai")
    with ExitStack() as stack:
        tag = one.get(f"{table.path}/view").headers["ETag"]
        for _ in range(MAX_WAITING_OF_ACCOUNT):
            poll(stack, port, table.id, one, tag)
        until(lambda: hub.waiting == MAX_WAITING_OF_ACCOUNT)
        events = f"GET {table.path}/stream"
        for _ in range(MAX_OF_ACCOUNT):
            sent(stack, port, events, one.token or "")
        until(lambda: hub.subscriptions.open == MAX_OF_ACCOUNT)
        for path, headers in (
            ("view?wait=50", {"If-None-Match": tag}),
            ("stream", {}),
        ):
            answer = Caller(there.app, one.token, one.id, one.name).get(f"{table.path}/{path}", headers=headers)
            assert refused(answer, 429, "too-many-open")["detail"]
            assert answer.headers["Retry-After"] == "1"
        assert status_of(poll(stack, port, table.id, other, '"1-watch"')) == 200
        stream = sent(stack, port, events, other.token or "")
        assert stream.recv(12) == b"HTTP/1.1 200"
    until(lambda: hub.waiting == hub.subscriptions.open == 0)
    assert not hub._accounts
    assert not hub.subscriptions._accounts


def test_a_token_that_no_process_knows_yet_may_send_a_body(
    house: House, served_house: tuple[House, int, UpdateHub]
) -> None:
    """Its first request is answered once, after the token was looked up without its body."""
    _, port, _ = served_house
    player, body = house.player(), json.dumps({"ruleset": "dobon-sato", "seats": 2})
    more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    with ExitStack() as stack:
        for _ in range(2):
            connection = sent(stack, port, "POST /v1/games", player.token or "", more)
            connection.sendall(body.encode())
            assert status_of(connection) == 201
