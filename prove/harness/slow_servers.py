"""Server processes on one database whose slow bots decide when a proof or a test says so, at a time that it sets."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from random import Random
from typing import Any

from domain.log.moments import Moment, later
from infra.commands.bot_process import BotProcess, answer
from infra.commands.service import GameService
from infra.commands.slow_bots import SlowBots
from infra.databases.pool import AccountsPool
from prove.harness.service_games import tick_all


class ManualExecutor(Executor):
    """Takes decisions when `run` is called."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.taken = 0

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Keep the work."""
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: work(*given, **named)))
        return future

    def run(self) -> None:
        """Take all decisions that were not cancelled."""
        waiting, self.waiting = self.waiting, []
        for future, work in waiting:
            if future.set_running_or_notify_cancel():
                self.taken += 1
                try:
                    future.set_result(work())
                except ChildProcessError as failure:
                    future.set_exception(failure)


class HereProcess(BotProcess):
    """Takes decisions in this process."""

    def answer(self, *question: Any) -> Any:
        """Return the decision. Raises `ChildProcessError` if the strategy fails."""
        try:
            return answer(*question)
        except Exception as failure:
            raise ChildProcessError(repr(failure)) from failure


class SlowServers:
    """Two servers that share only the database, and their clock."""

    def __init__(self, pool: AccountsPool, chance: Random, at: Moment) -> None:
        self.pool, self.chance, self.at = pool, chance, at
        self.executors = [ManualExecutor(), ManualExecutor()]
        self.services = [self._service(executor) for executor in self.executors]

    def any(self) -> GameService:
        """Return one of the servers."""
        return self.chance.choice(self.services)

    def tick(self) -> None:
        """Let one of the servers run what is due."""
        tick_all(self.any())

    def think(self) -> None:
        """Let one of the servers take the decisions that it was asked for."""
        self.chance.choice(self.executors).run()

    def wait(self, ms: int) -> None:
        """Move the clock forward."""
        self.at = later(self.at, ms=ms)

    def restart(self) -> None:
        """Replace one of the servers by a new one, which knows no game and no decision."""
        place = self.chance.randrange(2)
        self.executors[place] = ManualExecutor()
        self.services[place] = self._service(self.executors[place])

    def is_thinking(self) -> bool:
        """Tell whether a decision is waited for."""
        return any(executor.waiting for executor in self.executors)

    def _service(self, executor: Executor) -> GameService:
        return GameService(self.pool, lambda: self.at, slow_bots=SlowBots(executor, HereProcess()))
