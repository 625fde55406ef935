"""The port of a server: reserved for it alone, and closed while no worker can answer."""

import socket
from collections.abc import Iterator

import pytest

from api.server.port import close_port, open_port, reserve_port
from tests.api.server.edge import PATIENCE, connect


@pytest.fixture
def listener(free_port: int) -> Iterator[socket.socket]:
    with reserve_port("127.0.0.1", free_port) as found:
        yield found


def check_that_no_other_program_gets_it(port: int) -> None:
    for shared in (0, 1):
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, shared)
            with pytest.raises(OSError, match="in use"):
                other.bind(("127.0.0.1", port))


def test_a_reserved_port_refuses_clients_and_other_programs(listener: socket.socket, free_port: int):
    with pytest.raises(ConnectionRefusedError):
        connect(free_port)
    check_that_no_other_program_gets_it(free_port)


def test_a_closed_port_drops_clients_that_wait_and_refuses_others(listener: socket.socket, free_port: int):
    open_port(listener)
    with connect(free_port) as waiting:
        close_port(listener)
        with pytest.raises(ConnectionResetError):
            waiting.recv(1)
    with pytest.raises(ConnectionRefusedError):
        connect(free_port)
    check_that_no_other_program_gets_it(free_port)


def test_a_closed_port_can_be_opened_again(listener: socket.socket, free_port: int):
    open_port(listener)
    for _ in range(2):
        close_port(listener)
    open_port(listener)
    with connect(free_port) as client, listener.accept()[0] as accepted:
        client.sendall(b"x")
        accepted.settimeout(PATIENCE)
        assert accepted.recv(1) == b"x"
        check_that_no_other_program_gets_it(free_port)


def test_connections_of_an_earlier_server_that_have_ended_do_not_hold_the_port(free_port: int):
    for _ in range(2):
        with reserve_port("127.0.0.1", free_port, 0) as listener:
            open_port(listener)
            with connect(free_port) as client:
                listener.accept()[0].close()  # the side that closes first keeps the pair of ports for a minute
                client.settimeout(PATIENCE)
                assert client.recv(1) == b""
