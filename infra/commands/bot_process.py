"""A process of the lowest priority that takes decisions of strategies, and ends with the process that started it.

Questions and decisions are pickled, one after the other, through its input and output.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from threading import Lock
from typing import Any, BinaryIO

from domain.bots.strategies import playing
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action

LOWEST_PRIORITY = 19


def answer(stored: dict[str, Any], seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """Return the decision of the seat's strategy, in the seat's own game as `Game.stored` returns it."""
    game = Game.from_stored(stored)
    taken = game.seats[seat]
    assert taken is not None
    assert taken.bot is not None
    return playing(game.ruleset.key, taken.bot, taken.bot_version)(game, seat, actions, stream)


class BotProcess:
    """The process, which starts with the first question and again after it has ended. One thread uses it at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._stopped = False

    def answer(self, *question: Any) -> Action | None:
        """Return `answer` of the question, taken by the process. Raises `ChildProcessError` if it fails or ends."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            decided, action = pickle.load(process.stdout)  # noqa: S301 - written by our own process
        except (OSError, EOFError, pickle.PickleError) as failure:
            self._kill(process)
            raise ChildProcessError("the process of bots has ended") from failure
        if not decided:
            raise ChildProcessError(action)
        found: Action | None = action
        return found

    def stop(self) -> None:
        """End the process, and start no other."""
        with self._lock:
            self._stopped, process = True, self._process
        if process is not None:
            self._kill(process)

    def _running(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._stopped:
                raise ChildProcessError("the server is stopping")
            if self._process is not None and self._process.poll() is not None:
                self._kill(self._process)
                self._process = None
            if self._process is None:
                # In a session of its own it does not get the signals of a terminal.
                self._process = subprocess.Popen(
                    [sys.executable, "-m", __name__],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,
                )
            return self._process

    @staticmethod
    def _kill(process: "subprocess.Popen[bytes]") -> None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while True:
        try:
            question = pickle.load(questions)  # noqa: S301 - written by the server that started this process
        except EOFError:
            return
        try:
            found: tuple[bool, Any] = True, answer(*question)
        except Exception as failure:  # noqa: BLE001 - the server logs it, and this process goes on
            found = False, repr(failure)
        pickle.dump(found, answers)
        answers.flush()


def main() -> None:
    """Serve the process that started this one."""
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
