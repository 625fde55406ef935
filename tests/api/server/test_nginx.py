"""The configuration of `docs/nginx.conf` in front of a running server, and attacks on it."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from prove.siege.connections import head
from tests.api.server.serving import OPTIONS, PATIENCE, Server, until

pytestmark = [pytest.mark.slow, pytest.mark.server]

CONFIGURATION = Path(__file__).parents[3] / "docs" / "nginx.conf"

HEAD_SECONDS, BODY_SECONDS, ALLOWANCE = 5.0, 2.0, 5.0
"""Limits of the configuration in seconds, and the allowance for a busy machine."""

CONNECTIONS = 20
"""Limit of connections of one address here. The configuration's own would take longer to reach than bodies may last."""

PLAYERS = 2
"""Accounts that one address may create in a minute on the server of these tests."""

TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE


@dataclass
class Proxy:
    """nginx with the shipped configuration on other ports."""

    plain: int
    secure: int
    server: Server

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        return self.call("GET", path, **headers)

    def call(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, bytes]:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPSConnection("127.0.0.1", self.secure, timeout=30, context=TRUSTING)) as connection:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            return response.status, response.read()

    def new_player(self) -> str:
        """Return the token of a new player."""
        made = self.call("POST", "/v1/players", '{"name": "Aoi"}', Content_Type="application/json")
        token: str = json.loads(made[1])["token"]
        return token

    def is_serving(self) -> bool:
        return self.get("/healthz")[0] == 200


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in held]


def configured(place: Path, upstream: int, plain: int, secure: int) -> Path:
    """Write the shipped configuration with other ports and paths."""
    text = CONFIGURATION.read_text()
    for port, other in ((80, plain), (443, secure)):
        text = re.sub(rf"listen {port}\b", f"listen 127.0.0.1:{other}", text)
    text = re.sub(r" +listen \[::\]:.*\n", "", text)
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    assert "limit_conn connections 100;" in text
    text = text.replace("limit_conn connections 100;", f"limit_conn connections {CONNECTIONS};")
    text = text.replace("/etc/ssl/dobon", str(place)).replace("/var/log/nginx", str(place))
    paths = "".join(
        f"{name}_temp_path {place}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = text.replace("http {\n", f"http {{\n{paths}\n", 1)
    written = place / "nginx.conf"
    written.write_text(f"daemon off; pid {place}/pid; error_log {place}/error.log;\n{text}")
    return written


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory, data_dir: Path) -> Iterator[Proxy]:
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if program is None:
        assert "CI" not in os.environ, "nginx is needed"
        pytest.skip("nginx is needed")
    place = tmp_path_factory.mktemp("nginx")
    upstream, plain, secure = free_ports(3)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=dobon.example",
         "-keyout", place / "key.pem", "-out", place / "certificate.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    server = Server.start(data_dir, upstream, DOBON_PROXIES="127.0.0.1", DOBON_RATES=f"players={PLAYERS}/minute")
    nginx = subprocess.Popen([program, "-e", place / "error.log", "-c", configured(place, upstream, plain, secure)])
    made = Proxy(plain, secure, server)
    try:
        until(made.is_serving)
        server.token = server.call("POST", "/v1/players", {"name": "Aoi"})["token"]
        yield made
    finally:
        nginx.terminate()
        nginx.wait()
        server.close()


def test_plain_http_is_redirected_to_https(proxy: Proxy) -> None:
    connection = HTTPConnection("127.0.0.1", proxy.plain, timeout=30)
    connection.request("GET", "/v1/rulesets", headers={"Host": "dobon.example"})
    with connection.getresponse() as response:
        assert (response.status, response.headers["Location"]) == (308, "https://dobon.example/v1/rulesets")
    connection.close()


def test_http_2_is_offered(proxy: Proxy) -> None:
    with connected(proxy, b"", "h2") as connection:
        assert connection.selected_alpn_protocol() == "h2"


def test_metrics_are_not_passed_on(proxy: Proxy) -> None:
    assert proxy.get("/metrics")[0] == 404


def test_a_client_cannot_choose_its_address(proxy: Proxy) -> None:
    """The server counts new players by the address that the proxy names, and this machine is unlimited."""
    chosen = {"Content-Type": "application/json", "X-Forwarded-For": "203.0.113.9"}

    def statuses(connection: HTTPConnection) -> list[int]:
        found = []
        for _ in range(PLAYERS + 1):
            connection.request("POST", "/v1/players", '{"name": "Aoi"}', chosen)
            with connection.getresponse() as response:
                response.read()
                found.append(response.status)
        connection.close()
        return found

    through = HTTPSConnection("127.0.0.1", proxy.secure, timeout=30, context=TRUSTING)
    assert statuses(through) == [201] * (PLAYERS + 1)
    direct = HTTPConnection("127.0.0.1", proxy.server.port, timeout=30)
    assert statuses(direct)[-1] == 429, "the limit is in force"


def test_slow_bodies_end_at_the_proxy(proxy: Proxy) -> None:
    held = [connected(proxy, head("/v1/players")) for _ in range(15)]
    assert [proxy.get("/healthz")[0] for _ in range(5)] == [200] * 5
    answers = [ended(one, BODY_SECONDS) for one in held]
    assert all(answer == b"" or answer.startswith(b"HTTP/1.1 408") for answer in answers)


def test_slow_heads_and_silent_connections_are_closed(proxy: Proxy) -> None:
    held: list[socket.socket] = [connected(proxy, b"GET /healthz HTTP/1.1\r\nHost: ") for _ in range(40)]
    held += [connected(proxy, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "h2") for _ in range(40)]
    held += [socket.create_connection(("127.0.0.1", proxy.secure), 30) for _ in range(300)]
    assert [proxy.get("/healthz")[0] for _ in range(5)] == [200] * 5
    for one in held:
        ended(one, HEAD_SECONDS)


def test_one_address_cannot_hold_all_connections(proxy: Proxy) -> None:
    """Streams hold the connections, because they last as long as the clients want."""
    tokens = [proxy.new_player() for _ in range(2)]  # a process allows an account 16 streams
    asked = "GET /v1/players/me/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {}\r\n\r\n"
    with ExitStack() as held:

        def status(number: int) -> bytes:
            one = held.enter_context(connected(proxy, asked.format(tokens[number % len(tokens)]).encode()))
            return one.recv(12)

        assert [status(number) for number in range(CONNECTIONS)] == [b"HTTP/1.1 200"] * CONNECTIONS
        code, page = proxy.get("/healthz")
        assert code == 429
        assert b"nginx" in page, "the proxy refuses, not the server"
    until(lambda: proxy.get("/healthz")[0] == 200)


def test_a_stream_passes_without_a_delay(proxy: Proxy) -> None:
    opened = {"ruleset": "dobon-sato", "seats": 2, "options": OPTIONS, "listed": True}
    game = proxy.server.call("POST", "/v1/games", opened, key="stream")["id"]
    connection = HTTPSConnection("127.0.0.1", proxy.secure, timeout=PATIENCE, context=TRUSTING)
    asked = {"Authorization": f"Bearer {proxy.server.token}"}
    connection.request("GET", f"/v1/games/{game}/stream?after=1", headers=asked)
    with connection.getresponse() as response:
        assert response.readline().startswith(b"retry:")
        proxy.server.call("DELETE", f"/v1/games/{game}/seats/me")
        while b"seat-left" not in (line := response.readline()):
            assert line, "the stream has ended"
    connection.close()


def connected(proxy: Proxy, first: bytes, protocol: str = "http/1.1") -> ssl.SSLSocket:
    """Return a connection to the secure port that has sent `first`."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols([protocol])
    made = context.wrap_socket(socket.create_connection(("127.0.0.1", proxy.secure), 30))
    made.sendall(first)
    return made


def ended(one: socket.socket, limit: float) -> bytes:
    """Wait until the proxy closes the connection, and return what it has sent. Raises `TimeoutError`."""
    one.settimeout(limit + ALLOWANCE)
    received = b""
    with one, suppress(ConnectionError, ssl.SSLError):
        while data := one.recv(4096):
            received += data
    return received
