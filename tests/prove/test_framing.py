"""Answers on a raw socket are read one after another, however they arrive."""

import socket
from threading import Thread

from prove.input.framing import Shape, send_shape

ANSWER = b"HTTP/1.1 204 No Content\r\n\r\n"


def test_answers_that_arrive_at_once_are_all_read() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(100)
                connection.sendall(ANSWER * 3)
                connection.recv(100)  # until the client has read all of them

        thread = Thread(target=serve)
        thread.start()
        found = send_shape(server.getsockname()[1], Shape("three at once", (b"?",), 3), at_once=False)
        thread.join()
    assert [answer.status for answer in found] == [204] * 3
