"""Which client a request counts for, with and without trusted proxies in front."""

import asyncio
from collections.abc import Iterable
from ipaddress import ip_network
from typing import Any

import pytest
from werkzeug.wrappers import Response

from api.app import create_app
from api.http.proxies import TrustedProxies
from api.middleware.rate_limit import RateLimiter
from api.server.asgi import Application
from infra.settings import Settings
from prove.harness.application import House
from tests.api.conftest import refused

PROXIES = Settings.from_environment({"DOBON_PROXIES": "127.0.0.1 10.0.0.0/8 2001:db8::/64"}).proxies
CLIENT, OTHER = "203.0.113.7", "203.0.113.8"


def seen(sender: str, **headers: str) -> tuple[str, str]:
    """Return address and scheme of the client behind the proxies."""
    environ: dict[str, Any] = {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    environ |= {"REMOTE_ADDR": sender, "wsgi.url_scheme": "http"}
    TrustedProxies(PROXIES).resolve(environ)
    return environ["REMOTE_ADDR"], environ["wsgi.url_scheme"]


@pytest.mark.parametrize(
    ("sender", "forwarded", "client"),
    [
        ("127.0.0.1", CLIENT, CLIENT),
        ("::ffff:127.0.0.1", CLIENT, CLIENT),
        ("2001:db8::1", "2001:db8:1::7", "2001:db8:1::7"),
        ("127.0.0.1", f"{CLIENT}, 10.1.2.3", CLIENT),
        ("127.0.0.1", f"{OTHER}, {CLIENT}, 10.1.2.3", CLIENT),
        ("127.0.0.1", f"{CLIENT},::ffff:10.1.2.3", CLIENT),
        ("127.0.0.1", "10.9.9.9", "10.9.9.9"),
        ("127.0.0.1", f"{CLIENT}, unknown", "unknown"),
        ("127.0.0.1", f"{CLIENT},", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        (CLIENT, OTHER, CLIENT),
        (CLIENT, "127.0.0.1", CLIENT),
        ("2001:db8:0:1::1", CLIENT, "2001:db8:0:1::1"),
        ("", CLIENT, ""),
    ],
)
def test_addresses_are_read_from_the_right_as_long_as_the_sender_is_a_proxy(
    sender: str, forwarded: str, client: str
) -> None:
    assert seen(sender, x_forwarded_for=forwarded)[0] == client


@pytest.mark.parametrize(
    ("sender", "given", "scheme"),
    [
        ("127.0.0.1", "https", "https"),
        ("127.0.0.1", "http, https", "https"),
        ("127.0.0.1", "https, http", "http"),
        ("127.0.0.1", "javascript", "http"),
        (CLIENT, "https", "http"),
    ],
)
def test_the_scheme_is_that_which_the_nearest_proxy_saw(sender: str, given: str, scheme: str) -> None:
    assert seen(sender, x_forwarded_for=CLIENT, x_forwarded_proto=given)[1] == scheme


@pytest.fixture
def limited(house: House) -> Application:
    """A server behind these proxies that allows each address three requests a day."""
    app = create_app(house.pool, house.tables, limiter=RateLimiter("address=3/day"))
    return Application.of(app, TrustedProxies(PROXIES))


def answered(application: Application, sender: str, path: str, forwarded: str | None) -> Response:
    """Return the answer to a request."""
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": path, "query_string": b"", "client": (sender, 1)}
    scope["headers"] = [(b"host", b"localhost")]
    if forwarded is not None:
        scope["headers"].append((b"x-forwarded-for", forwarded.encode()))
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        raise AssertionError("a request without a body is not read")

    asyncio.run(application(scope, receive, send))
    headers = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
    return Response(b"".join(one["body"] for one in sent[1:]), sent[0]["status"], headers)


def statuses(application: Application, sender: str, forwarded: Iterable[str]) -> list[int]:
    return [answered(application, sender, "/v1/rulesets", entry).status_code for entry in forwarded]


def test_a_client_that_reaches_the_port_itself_cannot_choose_its_address(limited: Application) -> None:
    assert statuses(limited, CLIENT, [f"192.0.2.{number}" for number in range(5)]) == [200, 200, 200, 429, 429]


def test_a_client_cannot_choose_its_address_through_a_proxy(limited: Application) -> None:
    invented = [f"192.0.2.{number}, {CLIENT}" for number in range(5)]
    assert statuses(limited, "127.0.0.1", invented) == [200, 200, 200, 429, 429]
    assert statuses(limited, "127.0.0.1", [OTHER]) == [200]


def test_all_clients_without_a_valid_address_are_limited_as_one(limited: Application) -> None:
    invalid = ["unknown", "_hidden", "203.0.113.7:4711", "1.2.3", "a" * 200]
    assert statuses(limited, "127.0.0.1", invalid) == [200, 200, 200, 429, 429]
    assert statuses(limited, "", [""]) == [429]


def test_a_proxied_request_is_not_from_this_machine(limited: Application) -> None:
    assert answered(limited, "127.0.0.1", "/metrics", None).status_code == 200
    for forwarded in (CLIENT, "127.0.0.1"):
        refused(answered(limited, "127.0.0.1", "/metrics", forwarded), 401, "unauthorized")


def test_one_address_is_the_network_of_itself_alone() -> None:
    assert Settings.from_environment({"DOBON_PROXIES": "192.0.2.1"}).proxies == (ip_network("192.0.2.1/32"),)
