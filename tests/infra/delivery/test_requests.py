"""Requests to addresses of accounts: to checked addresses only, in bounded time, without redirects."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from infra.delivery.requests import NotSent, Sender
from prove.harness.certificates import write_certificate

NO_ADDRESS = r"^The host has no public address\.$"
HOST = "receiver.example.org"
TEST_ADDRESS = "127.0.0.1"
"""The receiver of the tests. No real sender would connect to it."""

Handler = Callable[[ssl.SSLSocket], None]


class Receiver:
    """An HTTPS server of one certificate, whose handler answers each connection."""

    def __init__(self, directory: Path, host: str = HOST) -> None:
        self.handler: Handler = answering(b"HTTP/1.1 204 No Content\r\n\r\n")
        self.received: list[bytes] = []
        self.connections = 0
        certificate = write_certificate(directory / f"{host}.pem", host)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(certificate)
        self.trusting = ssl.create_default_context(cafile=str(certificate))
        self._tls = server
        self._listener = socket.create_server((TEST_ADDRESS, 0))
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def url(self, host: str = HOST, path: str = "/dobon?x=1") -> str:
        return f"https://{host}:{self.port}{path}"

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                plain = self._listener.accept()[0]
            except OSError:
                return
            self.connections += 1
            try:
                with self._tls.wrap_socket(plain, server_side=True) as connection:
                    self.received.append(read_request(connection))
                    self.handler(connection)
            except (OSError, ssl.SSLError):
                plain.close()


def read_request(connection: socket.socket) -> bytes:
    found = b""
    while b"\r\n\r\n" not in found or not found.endswith(b"}"):
        piece = connection.recv(65_536)
        if not piece:
            break
        found += piece
    return found


def answering(answer: bytes) -> Handler:
    return lambda connection: connection.sendall(answer)


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    made = Receiver(tmp_path)
    yield made
    made.close()


def sender(
    receiver: Receiver, addresses: list[str] | None = None, *, allowed: bool = True, seconds: float = 10
) -> Sender:
    """Return a sender for which the name of the receiver has these addresses."""
    found = [TEST_ADDRESS] if addresses is None else addresses
    check = {"is_allowed": lambda address: address == TEST_ADDRESS} if allowed else {}
    return Sender(lambda _host, _seconds: found, receiver.trusting, total_seconds=seconds, **check)


def test_a_request_arrives_as_it_was_sent(receiver: Receiver):
    assert sender(receiver).post(receiver.url(), b"{}", {"webhook-id": "1"}) == 204
    head, _, body = receiver.received[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /dobon?x=1 HTTP/1.1\r\n")
    assert f"Host: {HOST}:{receiver.port}".encode() in head
    assert b"webhook-id: 1" in head
    assert body == b"{}"


@pytest.fixture
def plain_url() -> Iterator[str]:
    """The address of a receiver on this machine, without TLS."""
    with socket.create_server((TEST_ADDRESS, 0)) as listener:

        def answer() -> None:
            with suppress(OSError):
                connection = listener.accept()[0]
                with connection:
                    read_request(connection)
                    connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"http://localhost:{listener.getsockname()[1]}/dobon"
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


def resolves_nothing(_host: str, _seconds: float) -> list[str]:
    raise OSError("an unknown host")


def test_a_sender_for_development_reaches_this_machine_by_http(plain_url: str):
    made = Sender(resolves_nothing, ssl.create_default_context(), local=True)
    assert made.post(plain_url, b"{}", {}) == 204


@pytest.mark.parametrize("local", [False, True])
def test_no_sender_uses_http_for_another_host_and_only_one_for_development_for_this_machine(
    plain_url: str, local: bool
):
    made = Sender(lambda *_: [TEST_ADDRESS], ssl.create_default_context(), local=local)
    others = ["http://example.org/", "http://10.0.0.1/", "https://localhost/", "https://127.0.0.1/"]
    for url in others if local else [*others, plain_url]:
        with pytest.raises(NotSent, match=NO_ADDRESS):
            made.post(url, b"{}", {})


def test_a_name_with_a_private_address_is_not_connected_to(receiver: Receiver):
    with pytest.raises(NotSent, match=NO_ADDRESS):
        sender(receiver, allowed=False).post(receiver.url(), b"{}", {})
    assert receiver.connections == 0


def test_a_name_with_a_public_and_a_private_address_is_not_connected_to(receiver: Receiver):
    with pytest.raises(NotSent, match=NO_ADDRESS):
        sender(receiver, [TEST_ADDRESS, "10.0.0.1"]).post(receiver.url(), b"{}", {})
    assert receiver.connections == 0


def test_the_connection_goes_to_the_address_that_was_checked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    """A name server that answers otherwise the second time gains nothing, because there is no second time."""
    asked: list[str] = []

    def resolve(host: str, _seconds: float) -> list[str]:
        asked.append(host)
        return [TEST_ADDRESS] if len(asked) == 1 else ["10.0.0.1"]

    real = socket.getaddrinfo

    def no_names(host: str, *rest: object, **more: object) -> object:
        assert host == TEST_ADDRESS, "no name is resolved while connecting"
        return real(host, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", no_names)
    checked = Sender(resolve, receiver.trusting, lambda address: address == TEST_ADDRESS)
    assert checked.post(receiver.url(), b"{}", {}) == 204
    assert asked == [HOST]


def test_a_certificate_for_another_name_is_refused(receiver: Receiver):
    with pytest.raises(NotSent, match="TLS"):
        sender(receiver).post(receiver.url("other.example.org"), b"{}", {})
    assert receiver.received == []


def test_a_certificate_that_nobody_has_signed_is_refused(receiver: Receiver):
    strict = Sender(lambda _host, _seconds: [TEST_ADDRESS], ssl.create_default_context(), lambda _: True)
    with pytest.raises(NotSent, match="TLS"):
        strict.post(receiver.url(), b"{}", {})


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_no_redirect_is_followed(receiver: Receiver, status: int):
    there = f"HTTP/1.1 {status} Moved\r\nLocation: {receiver.url(path='/other')}\r\nContent-Length: 0\r\n\r\n"
    receiver.handler = answering(there.encode())
    assert sender(receiver).post(receiver.url(), b"{}", {}) == status
    assert receiver.connections == 1


def test_no_proxy_of_the_environment_is_used(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert sender(receiver).post(receiver.url(), b"{}", {}) == 204


def test_the_body_of_an_answer_is_not_read(receiver: Receiver):
    receiver.handler = answering(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n")
    assert sender(receiver).post(receiver.url(), b"{}", {}) == 200


def test_a_receiver_that_answers_byte_by_byte_is_cut_off(receiver: Receiver):
    cut = threading.Event()

    def drip(connection: ssl.SSLSocket) -> None:
        try:
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            while not cut.is_set():
                connection.sendall(b"a: b\r\n")
                cut.wait(0.01)
        except OSError:
            cut.set()

    receiver.handler = drip
    with pytest.raises(NotSent, match="in time"):
        sender(receiver, seconds=0.3).post(receiver.url(), b"{}", {})
    cut.set()


def test_a_receiver_that_never_answers_is_cut_off(receiver: Receiver):
    done = threading.Event()
    receiver.handler = lambda _: done.wait(30) and None
    with pytest.raises(NotSent, match="in time"):
        sender(receiver, seconds=0.3).post(receiver.url(), b"{}", {})
    done.set()


@pytest.mark.parametrize("status", [100, 102, 103])
def test_one_interim_answer_may_come_before_the_final_one(receiver: Receiver, status: int):
    receiver.handler = answering(f"HTTP/1.1 {status} Wait\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n".encode())
    assert sender(receiver).post(receiver.url(), b"{}", {}) == 204


def test_endless_interim_answers_end_the_attempt_at_the_second(receiver: Receiver):
    """They come faster than they are read, so reading them until the end of the time would take all of it."""

    def interim(connection: ssl.SSLSocket) -> None:
        while True:
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 100)

    receiver.handler = interim
    with pytest.raises(NotSent, match=r"^The connection failed: RemoteProtocolError\.$"):
        sender(receiver, seconds=600).post(receiver.url(), b"{}", {})


def test_a_head_without_an_end_ends_the_attempt(receiver: Receiver):
    receiver.handler = answering(b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 100_000)
    with pytest.raises(NotSent, match="failed"):
        sender(receiver, seconds=600).post(receiver.url(), b"{}", {})


def test_the_time_for_the_name_counts_for_the_whole_attempt(receiver: Receiver):
    asked: list[float] = []

    def resolve(_host: str, seconds: float) -> list[str]:
        asked.append(seconds)
        threading.Event().wait(seconds)
        return [TEST_ADDRESS]

    with pytest.raises(NotSent, match="in time"):
        Sender(resolve, receiver.trusting, lambda _: True, total_seconds=0.1).post(receiver.url(), b"{}", {})
    assert asked[0] <= 0.1
    assert receiver.connections == 0


def test_a_receiver_that_never_begins_tls_is_cut_off():
    with socket.create_server((TEST_ADDRESS, 0)) as listener:
        silent = Sender(lambda _h, _s: [TEST_ADDRESS], ssl.create_default_context(), lambda _: True, total_seconds=0.3)
        with pytest.raises(NotSent, match="in time"):
            silent.post(f"https://{HOST}:{listener.getsockname()[1]}/", b"{}", {})


def test_nonsense_is_no_answer(receiver: Receiver):
    receiver.handler = answering(b"hello\r\n\r\n")
    with pytest.raises(NotSent, match="failed"):
        sender(receiver).post(receiver.url(), b"{}", {})


def test_a_host_without_an_address_is_not_connected_to(receiver: Receiver):
    def unknown(_host: str, _seconds: float) -> list[str]:
        raise socket.gaierror("unknown")

    with pytest.raises(NotSent, match=NO_ADDRESS):
        Sender(unknown, receiver.trusting).post(receiver.url(), b"{}", {})
