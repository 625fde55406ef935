"""Programs of others that play: one JSON value a line on their standard input and output (docs/arena.md)."""

import json
import os
import selectors
import shlex
import signal
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import IO, Any, Self

from marshmallow import ValidationError

from api.representations.actions import Action as ActionSchema
from domain.log.errors import Refused
from domain.ruleset.actions import Action, from_wire

PROTOCOL = "dobon-bot/1"

MOST_BYTES = 64 * 1024
"""Limit of a line of a program, in bytes."""

Message = Mapping[str, Any]


class Fault(Exception):
    """Something that a program did wrong. `kind` is one of `FAULTS`."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(detail or kind)
        self.kind = kind
        self.detail = detail


FAULTS = {
    "late": "no answer in time",
    "died": "the program ended",
    "not-json": "a line that is not a JSON object",
    "too-long": "a line that is too long",
    "wrong-id": "an answer to another request",
    "no-action": "no action, although the game waits for the seat",
    "bad-action": "an action without the form of the API",
    "illegal": "an action that the rules refuse",
}
"""What a program can do wrong. It loses the decision: `novice` takes it."""


class Program:
    """A running program, which is started again after its end. Use it as a context."""

    def __init__(self, command: str, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """Start the program. `seconds` is the time for each answer, by `clock`.

        Raises `ValueError` for a command without a program, and `OSError` for one that cannot be started.
        """
        self.arguments = shlex.split(command)
        if not self.arguments:
            raise ValueError("the command is empty")
        self._seconds = seconds
        self._clock = clock
        self._process: subprocess.Popen[bytes] | None = None
        self._received = b""
        self._asked = 0
        self._game: Message = {}
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def begin(self, game: Message) -> None:
        """Tell the program that a game begins: the ruleset, the number of seats, and the own ones."""
        self._game = {"type": "start", "protocol": PROTOCOL, **game}
        with suppress(Fault):
            self._tell(self._game, self._end())

    def end(self, scores: list[int]) -> None:
        """Tell the program that the game is over."""
        self._game = {}
        with suppress(Fault):
            self._tell({"type": "end", "scores": scores}, self._end())

    def decide(self, view: Message) -> Action | None:
        """Return the action for a view, None to wait. Raises `Fault`."""
        self._asked += 1
        end = self._end()
        self._tell({"type": "decide", "id": self._asked, "view": view}, end)
        while True:
            answer = _object(self._line(end))
            number = answer.get("id")
            if number == self._asked:
                return _action(answer.get("action"))
            # The answer to a question whose time is over may come later.
            if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < self._asked:
                raise Fault("wrong-id", f"{number!r} instead of {self._asked}")

    def stop(self) -> None:
        """End the program and everything that it has started."""
        process, self._process, self._received = self._process, None, b""
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):
                    _open(stream).close()
            process.wait()

    def _end(self) -> float:
        return self._clock() + self._seconds

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = process = subprocess.Popen(
            self.arguments, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        os.set_blocking(_open(process.stdin).fileno(), False)
        return process

    def _tell(self, message: Message, end: float) -> None:
        """Send a message; a new process receives its game first. Raises `Fault`."""
        messages = [message]
        try:
            process = self._process
            if process is None:
                process = self._start()
                if self._game and message is not self._game:
                    messages.insert(0, self._game)
            stream = _open(process.stdin)
            left = b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in messages)
            while left:
                self._wait(stream, selectors.EVENT_WRITE, end)
                left = left[stream.write(left) :]
        except Fault:
            self.stop()  # it does not read, and has a part of a message
            raise
        except OSError:
            self.stop()
            raise Fault("died") from None

    def _wait(self, stream: IO[bytes], event: int, end: float) -> None:
        """Wait until a stream is ready. Raises `Fault` after the end."""
        with selectors.DefaultSelector() as selector:
            selector.register(stream, event)
            if not selector.select(max(0, end - self._clock())):
                raise Fault("late")

    def _line(self, end: float) -> bytes:
        """Return the next line of the program. Raises `Fault`."""
        process = self._process
        if process is None:
            raise Fault("died")
        stream = _open(process.stdout)
        while b"\n" not in self._received and len(self._received) <= MOST_BYTES:
            self._wait(stream, selectors.EVENT_READ, end)
            read = os.read(stream.fileno(), MOST_BYTES)
            if not read:
                self.stop()
                raise Fault("died")
            self._received += read
        line, _, self._received = self._received.partition(b"\n")
        if len(line) > MOST_BYTES:
            self.stop()
            raise Fault("too-long")
        return line


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        raise Fault("not-json", repr(line[:100])) from None
    if not isinstance(found, dict):
        raise Fault("not-json", repr(line[:100]))
    return found


def _action(body: Any) -> Action | None:
    """Return the action of an answer, which has the form of the body of `POST /v1/games/{game}/actions`."""
    if body is None:
        return None
    try:
        loaded: dict[str, Any] = ActionSchema().load(body)
        return from_wire(loaded)
    except (ValidationError, Refused) as error:
        raise Fault("bad-action", f"{json.dumps(body)[:200]}: {error}") from None
