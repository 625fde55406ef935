"""Takes decisions of slow strategies in a process of low priority, so that no lock and no request waits for them.

A unit of work that needs such a decision ends without it, and requests it after its commit. Once it is taken, the game
is due at once, and the next unit of work finds it. A decision is kept under the digest of the game's newest event: if
the game has moved on, it is not found, and another one is requested. Deadlines pass meanwhile.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

import psycopg

from domain.actions import Action
from domain.automation import Undecided, ask_at_once
from domain.bots.search import Expert
from domain.bots.strategy import Strategy
from domain.chance import RandomStream
from domain.game import Game
from infra.commands.bot_process import BotProcess
from infra.postgres.retry import Unavailable

KEPT = 4_096
"""Number of decisions that are kept."""

_logger = logging.getLogger(__name__)


class Question(NamedTuple):
    """What a strategy is asked."""

    game: Game
    "The seat's own."
    seat: int
    actions: tuple[Action, ...]
    stream: RandomStream

    @property
    def key(self) -> tuple[str, int, str, int, tuple[Action, ...]]:
        """The situation: the same question has the same answer."""
        return self.game.id, self.game.version, self.game.head, self.seat, self.actions


class SlowBots:
    """The decisions of slow strategies of this server process."""

    def __init__(self, executor: Executor | None = None, process: BotProcess | None = None) -> None:
        """`executor` runs the calls of `process`, one after the other."""
        self._executor = executor or ThreadPoolExecutor(1, "bots")
        self._process = process or BotProcess()
        self._lock = Lock()
        self._decided: OrderedDict[Any, Action | None] = OrderedDict()
        self._pending: dict[tuple[str, int], tuple[Any, Future[Action | None]]] = {}
        self._stopping = False
        self.on_decision: Callable[[str], object] = str
        "Called with the game's id after each decision, in a thread of the executor or in that of the request."

    def find(self, question: Question) -> Action | None:
        """Return the decision. Raises `Undecided`."""
        with self._lock:
            if question.key not in self._decided:
                raise Undecided
            return self._decided[question.key]

    def request(self, question: Question) -> None:
        """Take the decision, unless it is on its way; an older question of the seat is dropped.

        If it was taken while the unit of work was committed, the game continues at once.
        """
        place = question.game.id, question.seat
        with self._lock:
            known, running = self._pending.get(place, (None, None))
            if self._stopping or known == question.key:
                return
            if question.key in self._decided:
                future = None
            else:
                future = self._executor.submit(
                    self._process.answer, question.game.stored(), question.seat, question.actions, question.stream
                )
                self._pending[place] = question.key, future
        if future is None:
            self._continue(question.game.id)
            return
        if running is not None:
            running.cancel()
        future.add_done_callback(partial(self._done, place, question.key))

    def _done(self, place: tuple[str, int], key: Any, future: Future[Action | None]) -> None:
        with self._lock:
            if self._pending.get(place, (None, None))[0] == key:
                del self._pending[place]
        try:
            action = future.result()
        except CancelledError:
            return
        except ChildProcessError:
            # Deadlines pass, and the question is asked again after a pause.
            if not self._stopping:
                _logger.exception("a bot could not decide in game %s", place[0])
            return
        with self._lock:
            self._decided[key] = action
            while len(self._decided) > KEPT:
                self._decided.popitem(last=False)
        self._continue(place[0])

    def _continue(self, game_id: str) -> None:
        try:
            self.on_decision(game_id)
        except (Unavailable, psycopg.Error):
            _logger.warning("game %s continues after a pause, because the database is unavailable", game_id)

    def stop(self) -> None:
        """Take no more decisions, and end the process."""
        with self._lock:
            self._stopping = True
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._process.stop()


class Asked:
    """The questions of one unit of work."""

    def __init__(self, slow_bots: SlowBots | None) -> None:
        self._slow_bots = slow_bots
        self._questions: list[Question] = []

    def ask(
        self, strategy: Strategy, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream
    ) -> Action | None:
        """Return the decision of a strategy. Raises `Undecided` if it takes playouts and is not taken yet."""
        if self._slow_bots is None or not isinstance(strategy, Expert):
            return ask_at_once(strategy, game, seat, actions, stream)
        question = Question(game, seat, tuple(actions), stream.copy())
        try:
            return self._slow_bots.find(question)
        except Undecided:
            if not strategy.needs_search(game, seat, actions, stream):
                return strategy(game, seat, actions, question.stream)
            self._questions.append(question)
            raise

    def request(self) -> None:
        """Request the decisions that were not taken."""
        if self._slow_bots is not None:
            for question in self._questions:
                self._slow_bots.request(question)
        self._questions = []
