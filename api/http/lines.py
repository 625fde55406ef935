"""Answers of any length with a JSON object in each line. They are made while they are sent, in bounded memory."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from threading import Lock

from flask import Flask, Response, current_app, request

from api.http.exchange import exchange_of
from api.http.responses import LINES
from api.problems import Problem
from domain.log.sentences import Sentence

PIECE_BYTES = 64 * 1024
"""Size from which lines are sent. A piece is larger by one line at most."""

MOST_OF_ACCOUNT = 2
"""Maximum number of answers in lines that an account receives at once from a process. A client that does not read holds
the snapshot and the next piece of each."""

EXTENSION = "dobon.lines"


class OpenAnswers:
    """The answers in lines that are being sent, by account."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts = Counter[str]()

    def take(self, account: str) -> bool:
        """Count another answer of the account; return False if it has as many as it may."""
        with self._lock:
            if self._counts[account] >= MOST_OF_ACCOUNT:
                return False
            self._counts[account] += 1
            return True

    def give(self, account: str) -> None:
        """Count one answer less."""
        with self._lock:
            self._counts[account] -= 1
            if not self._counts[account]:
                del self._counts[account]


class Pieces(Iterator[bytes]):
    """Lines in pieces of about `PIECE_BYTES`, made in a context of the application, without a request."""

    def __init__(self, app: Flask, lines: Iterator[bytes], ended: Callable[[], None]) -> None:
        """`ended` is called when no more lines are wanted."""
        self._app = app
        self._lines = lines
        self._ended = iter([ended])

    def begin(self) -> None:
        """Make the first piece, and raise what that raises."""
        try:
            first = next(self, b"")
        except BaseException:
            self.close()
            raise
        self._lines = chain([first] if first else [], self._lines)

    def __next__(self) -> bytes:
        """Return the next piece."""
        piece = bytearray()
        with self._app.app_context():
            for line in self._lines:
                piece += line
                if len(piece) >= PIECE_BYTES:
                    break
        if not piece:
            self.close()
            raise StopIteration
        return bytes(piece)

    def close(self) -> None:
        """End the answer, however much of it was sent; of several threads that do so one calls `ended`."""
        for ended in self._ended:
            ended()


def lines_response(account: str, lines: Iterator[bytes], headers: dict[str, str]) -> Response:
    """Return the lines, each with its line end, as an answer to an account.

    What the first piece raises is raised here; what a later one raises cuts the connection, so the client sees that
    lines are missing. Raises `Problem("too-many-open")`.
    """
    response = Response(iter(()), headers=headers, mimetype=LINES)
    if request.method == "HEAD":
        return response
    opened = _open_answers()
    if not opened.take(account):
        raise Problem(
            "too-many-open",
            Sentence(
                "An account may receive {most} downloads at once from this process: end one.", most=MOST_OF_ACCOUNT
            ),
            {"Retry-After": "1"},
        )
    pieces = Pieces(
        current_app._get_current_object(),  # type: ignore[attr-defined] # noqa: SLF001 - Flask's way
        lines,
        partial(opened.give, account),
    )
    pieces.begin()
    exchange = exchange_of(request)
    if exchange is None:
        response.response = pieces
    else:
        exchange.pieces = pieces
        exchange.endings.append(pieces.close)
    return response


def _open_answers() -> OpenAnswers:
    found = current_app.extensions.setdefault(EXTENSION, OpenAnswers())
    assert isinstance(found, OpenAnswers)
    return found
