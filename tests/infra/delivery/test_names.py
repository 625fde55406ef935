"""Names of hosts, by a name server of the tests, in bounded time."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import dns.message
import dns.rrset
import pytest
from dns.resolver import Resolver

from infra.delivery import names
from infra.delivery.addresses import is_public

KNOWN = {
    ("both.example.org.", "A"): ["198.51.100.7", "192.0.2.3"],
    ("both.example.org.", "AAAA"): ["2001:db8::1"],
    ("new.example.org.", "AAAA"): ["2001:db8::2"],
}


class NameServer:
    """A name server that knows some names, and never answers for those that begin with `silent`."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def resolver(self) -> Resolver:
        made = Resolver(configure=False)
        made.nameservers, made.port = ["127.0.0.1"], self._socket.getsockname()[1]
        return made

    def close(self) -> None:
        with suppress(OSError):
            self._socket.sendto(b"", self._socket.getsockname())
        self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        while packet := self._socket.recvfrom(4_096):
            if not packet[0]:
                return
            query = dns.message.from_wire(packet[0])
            name, kind = str(query.question[0].name), query.question[0].rdtype.name
            self.asked.append(name)
            if name.startswith("silent"):
                continue
            answer = dns.message.make_response(query)
            found = KNOWN.get((name, kind), [])
            if found:
                answer.answer.append(dns.rrset.from_text(name, 60, "IN", kind, *found))
            elif not any(name == known for known, _ in KNOWN):
                answer.set_rcode(dns.rcode.NXDOMAIN)
            self._socket.sendto(answer.to_wire(), packet[1])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    made = NameServer()
    monkeypatch.setattr(names, "Resolver", made.resolver)
    yield made
    made.close()


def test_all_addresses_of_a_name_are_found_and_those_of_ipv4_come_first(server: NameServer):
    assert names.resolve("both.example.org", 5) == ["192.0.2.3", "198.51.100.7", "2001:db8::1"]
    assert names.resolve("new.example.org.", 5) == ["2001:db8::2"]


@pytest.mark.parametrize("host", ["unknown.example.org", "a..b.org", "", "x" * 80 + ".example.org"])
def test_an_unknown_or_invalid_name_is_an_error(server: NameServer, host: str):
    with pytest.raises(OSError, match=r"DNS|exist|contain"):
        names.resolve(host, 5)


def test_a_name_server_that_does_not_answer_holds_nothing_beyond_the_time(server: NameServer):
    ended = threading.Event()
    found: list[object] = []

    def resolve() -> None:
        try:
            found.append(names.resolve("silent.example.org", 0.2))
        except OSError as error:
            found.append(error)
        ended.set()

    threading.Thread(target=resolve).start()
    assert ended.wait(30), "its own limits would be longer"
    assert isinstance(found[0], OSError)


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f000001", "127.1", "::ffff:127.0.0.1", "127.0.0.1"])
def test_no_spelling_of_this_machine_has_a_public_address(host: str):
    try:
        found = names.resolve(host, 5)
    except OSError:
        return
    assert found
    assert not any(is_public(address) for address in found)


def test_a_literal_address_is_not_asked_for(server: NameServer):
    assert names.resolve("198.51.100.7", 5) == ["198.51.100.7"]
    assert names.resolve("2001:db8::1", 5) == ["2001:db8::1"]
    assert server.asked == []
