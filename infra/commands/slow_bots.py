"""Takes decisions of slow strategies in a process of low priority, so that no lock and no request waits for them.

A unit of work that needs such a decision ends without it, and requests it after its commit. Once it is taken, the game
is due at once, and the next unit of work finds it. A decision belongs to the version that it is made from: it is kept
under the digest of the game's newest event, and a question holds the game as it was then. If the game has moved on, the
decision is not found, and another one is requested. After `domain.game.decisions.MOST_INTERRUPTIONS` interruptions none
is requested any more, because `domain.running.automation` then asks a strategy that needs no time. Deadlines pass
meanwhile.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

import psycopg

from domain.bots.search import Expert
from domain.bots.strategy import Strategy
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action
from domain.running.automation import NotYetDecided, ask_at_once
from infra.commands.bot_process import BotProcess
from infra.postgres.retry import Unavailable

KEPT = 4_096
"""Number of decisions that are kept."""

_logger = logging.getLogger(__name__)


class Situation(NamedTuple):
    """The version that a decision is made from: the same situation has the same decision."""

    game: str
    version: int
    head: str
    seat: int
    actions: tuple[Action, ...]


class Question(NamedTuple):
    """What a strategy is asked. It does not change with the game, which moves on within the same unit of work."""

    situation: Situation
    stored: dict[str, Any]
    "The seat's own game, as `Game.stored` returns it."
    stream: RandomStream

    @classmethod
    def of(cls, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> "Question":
        """Return the question to a strategy, at the version of the game."""
        return cls(situation_of(game, seat, actions), game.stored(), stream.copy())


def situation_of(game: Game, seat: int, actions: Sequence[Action]) -> Situation:
    """Return the situation of a seat in its own game."""
    return Situation(game.id, game.version, game.head, seat, tuple(actions))


class SlowBots:
    """The decisions of slow strategies of this server process."""

    def __init__(self, executor: Executor | None = None, process: BotProcess | None = None) -> None:
        """`executor` runs the calls of `process`, one after the other."""
        self._executor = executor or ThreadPoolExecutor(1, "bots")
        self._process = process or BotProcess()
        self._lock = Lock()
        self._decided: OrderedDict[Situation, Action | None] = OrderedDict()
        self._pending: dict[tuple[str, int], tuple[Situation, Future[Action | None]]] = {}
        self._stopping = False
        self.on_decision: Callable[[str], object] = str
        "Called with the game's id after each decision, in a thread of the executor or in that of the request."

    def find(self, situation: Situation) -> Action | None:
        """Return the decision. Raises `NotYetDecided`."""
        with self._lock:
            if situation not in self._decided:
                raise NotYetDecided
            return self._decided[situation]

    def request(self, question: Question) -> None:
        """Take the decision, unless it is on its way; an older question of the seat is dropped.

        If it was taken while the unit of work was committed, the game continues at once.
        """
        asked = question.situation
        place = asked.game, asked.seat
        with self._lock:
            known, running = self._pending.get(place, (None, None))
            if self._stopping or known == asked:
                return
            if asked in self._decided:
                future = None
            else:
                future = self._executor.submit(
                    self._process.answer, question.stored, asked.seat, asked.actions, question.stream
                )
                self._pending[place] = asked, future
        if future is None:
            self._continue(asked.game)
            return
        if running is not None:
            running.cancel()
        future.add_done_callback(partial(self._done, asked))

    def _done(self, asked: Situation, future: Future[Action | None]) -> None:
        place = asked.game, asked.seat
        with self._lock:
            if self._pending.get(place, (None, None))[0] == asked:
                del self._pending[place]
        try:
            action = future.result()
        except CancelledError:
            return
        except ChildProcessError:
            # Deadlines pass, and the question is asked again after a pause.
            if not self._stopping:
                _logger.exception("a bot could not decide in game %s", asked.game)
            return
        with self._lock:
            self._decided[asked] = action
            while len(self._decided) > KEPT:
                self._decided.popitem(last=False)
        self._continue(asked.game)

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
        self._question: Question | None = None
        "The one that the unit of work ends with."

    def ask(
        self, strategy: Strategy, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream
    ) -> Action | None:
        """Return the decision of a strategy. Raises `NotYetDecided` if it takes playouts and is not taken yet."""
        if self._slow_bots is None or not isinstance(strategy, Expert):
            return ask_at_once(strategy, game, seat, actions, stream)
        try:
            return self._slow_bots.find(situation_of(game, seat, actions))
        except NotYetDecided:
            if not strategy.needs_search(game, seat, actions, stream.copy()):
                return strategy(game, seat, actions, stream)
            self._question = Question.of(game, seat, actions, stream)
            raise

    def drop(self) -> None:
        """Forget the question, because the game moves on."""
        self._question = None

    def request(self) -> None:
        """Request the decision that was not taken."""
        if self._slow_bots is not None and self._question is not None:
            self._slow_bots.request(self._question)
        self._question = None
