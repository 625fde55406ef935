"""A kit for programs that play: a class with one method that decides, and what plays all its games with it."""

import asyncio
import logging
import random
import signal
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from dobon_client._async.client import AsyncDobon
from dobon_client.cuts import CutProblem, Store
from dobon_client.errors import DobonError
from dobon_client.retry import backoff
from dobon_client.types import Action, Challenge, LegalAction, NewPlace, View

OVER = ("finished", "abandoned")
UNFINISHED = ("waiting", "playing", "between-rounds")
QUEUE_SECONDS = 2.0
"""Between two questions for a table. A place lapses 10 s after the last one."""
QUESTIONS = (1, 5)
"""The number of questions, by chance, after which a bot with several wishes waits for another one."""
LOOK_SECONDS = 30.0
"""Between two looks at all games and challenges, in case that a notification was missed."""
CONFLICT, UNPROCESSABLE, NOT_FOUND = 409, 422, 404

log = logging.getLogger(__name__)


class Bot(ABC):
    """A program that plays. Its methods run in threads, those of one game one after another."""

    @abstractmethod
    def decide(self, view: View, actions: Sequence[LegalAction]) -> LegalAction | Action | None:
        """Return the action to perform, or None to wait for the next view.

        `actions` are those of the view, and there is at least one. They may be calls that are possible while another
        seat is in turn; `view["round"]["waiting_for"]` says whether the game waits for this one.
        """

    def accepts(self, challenge: Challenge) -> bool:  # noqa: ARG002
        """Return whether to accept a challenge; by default every one."""
        return True


class Runner:
    """Plays all games of an account with a bot, until it is stopped. A later run goes on with the same games."""

    def __init__(self, dobon: AsyncDobon, bot: Bot, *, ladder: Sequence[NewPlace] = (), most: int = 8) -> None:
        """Wait for tables in the queue without end, each time for another wish of the `ladder`.

        Challenges beyond `most` games at once are declined.
        """
        self._dobon = dobon
        self._bot = bot
        self._ladder = ladder
        self._most = most
        self._games: dict[str, asyncio.Task[None]] = {}
        self._stopping = asyncio.Event()
        self._id: str | None = None

    def stop(self) -> None:
        """Take no more games, and end when those that are played are over."""
        self._stopping.set()

    async def run(self) -> None:
        """Play until `stop` is called, or the task is cancelled. Raises `DobonError` if the token is not valid."""
        around = [self._repeat(self._look), self._follow()]
        if self._ladder:
            around.append(self._climb())
        tasks = [asyncio.create_task(one) for one in around]
        try:
            stopping = asyncio.create_task(self._stopping.wait())
            done, _ = await asyncio.wait([*tasks, stopping], return_when=asyncio.FIRST_COMPLETED)
            for task in done - {stopping}:
                await task  # raises what has ended it
            await _end(tasks)
            await self._safely(self._look)  # a table may have been found at the last moment
            while self._games:
                await asyncio.gather(*self._games.values())
        finally:
            await _end([*tasks, stopping, *self._games.values()])

    def _play(self, game: str) -> asyncio.Task[None]:
        """Return the task that plays a game, which begins now unless it is under way."""
        if game not in self._games:
            self._games[game] = asyncio.create_task(self._to_the_end(game))
            self._games[game].add_done_callback(lambda _: self._games.pop(game, None))
        return self._games[game]

    async def _to_the_end(self, game: str) -> None:
        failures = 0
        while True:
            try:
                await self._turns(game)
            except DobonError as error:
                if error.code == "unauthorized":
                    raise
                log.warning("game %s: %s", game, error)
                if error.status == NOT_FOUND:
                    return
                failures += 1
                await asyncio.sleep(backoff(failures, error.retry_after))
            else:
                return

    async def _turns(self, game: str) -> None:
        table = await self._dobon.table(game)
        while table.view["status"] not in OVER:
            view = table.view
            chosen = await self._decision(view) if view["actions"] else None
            if chosen is None:
                await table.next()
                continue
            try:
                await table.act(chosen)
            except DobonError as error:
                if error.status not in (CONFLICT, UNPROCESSABLE):
                    raise
                if (await table.refresh())["version"] == view["version"]:
                    log.warning("game %s: %s was refused: %s", game, chosen, error)
                    await table.next()  # the same decision would be refused again
            except CutProblem as problem:
                log.warning("game %s: my link stays secret: %s", game, problem)
                await table.next()

    async def _decision(self, view: View) -> LegalAction | Action | None:
        try:
            chosen = await asyncio.to_thread(self._bot.decide, view, view["actions"])
            if not isinstance(chosen, dict | None):
                raise TypeError(f"decide has returned {chosen!r}")
            return chosen
        except Exception:
            log.exception("game %s: the bot has failed; the clock plays for it", view["game"])
            return None

    async def _look(self) -> None:
        """Begin what waits: unfinished games, and challenges."""
        for status in UNFINISHED:
            async for game in self._dobon.iterate(self._dobon.games.list, status=status, mine=True):
                self._play(game["id"])
        async for challenge in self._dobon.iterate(self._dobon.challenges.list, only_open=True):
            await self._answer(challenge)

    async def _follow(self) -> None:
        """Begin what the notifications tell of. Raises `DobonError` if the token is not valid any more."""
        async for item in self._dobon.account.notifications():
            if item["kind"] == "missed":
                await self._safely(self._look)
                continue
            news = item["notification"]
            if news["kind"] == "started":
                self._play(news["game"])
            elif news["kind"] == "challenge" and news["status"] == "open":
                await self._safely(partial(self._answer_to, news["challenge"]))

    async def _answer_to(self, challenge: str) -> None:
        await self._answer(await self._dobon.challenges.get(challenge))

    async def _answer(self, challenge: Challenge) -> None:
        mine = challenge["challenger"]["id"] == (await self._me())
        if challenge["status"] != "open" or mine or self._stopping.is_set():
            return
        try:
            if len(self._games) >= self._most:
                await self._dobon.challenges.decline(challenge["id"], "later")
                return
            accepts = await self._accepts(challenge)
            if accepts:
                accepted = await self._dobon.challenges.accept(challenge["id"])
                if accepted["game"] is not None:
                    self._play(accepted["game"])
            elif accepts is not None:
                await self._dobon.challenges.decline(challenge["id"])
        except DobonError as error:
            if error.status not in (CONFLICT, NOT_FOUND):  # withdrawn meanwhile
                raise

    async def _accepts(self, challenge: Challenge) -> bool | None:
        """Return whether the bot accepts a challenge; None if it has failed, which leaves the challenge open."""
        try:
            return await asyncio.to_thread(self._bot.accepts, challenge)
        except Exception:
            log.exception("challenge %s: the bot has failed", challenge["id"])
            return None

    async def _climb(self) -> None:
        """Wait for a table, play there, and begin again."""
        while True:
            await self._safely(partial(self._at_table_of, random.choice(self._ladder)))  # noqa: S311

    async def _at_table_of(self, wish: NewPlace) -> None:
        changes = len(self._ladder) > 1
        questions = random.randint(*QUESTIONS)  # noqa: S311
        try:
            place = await self._dobon.queue.join(wish)
            while place["game"] is None:
                if changes and not questions:
                    return  # two bots with different wishes would wait for ever
                questions -= 1
                await asyncio.sleep(QUEUE_SECONDS)
                place = await self._dobon.queue.place()
        except asyncio.CancelledError:
            with suppress(DobonError):  # without a place there is nothing to leave, and a found table is played
                await self._dobon.queue.leave()
            raise
        await asyncio.shield(self._play(place["game"]))

    async def _repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await self._safely(work)
            await asyncio.sleep(LOOK_SECONDS)

    async def _safely(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work; after a refusal or a failure of the server wait a moment. Raises for an invalid token."""
        try:
            await work()
        except DobonError as error:
            if error.code in ("unauthorized", "suspended", "insufficient-scope"):
                raise
            log.warning("%s", error)
            await asyncio.sleep(backoff(1, error.retry_after))

    async def _me(self) -> str:
        if self._id is None:
            self._id = (await self._dobon.account.me())["id"]
        return self._id


async def _end(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def play(
    bot: Bot, base_url: str, token: str, *, ladder: Sequence[NewPlace] = (), most: int = 8, store: Store | None = None
) -> None:
    """Play with a bot until the program gets SIGINT or SIGTERM; then its games end first. A second signal ends at once.

    The rest is as in `Runner` and `AsyncDobon`.
    """

    async def run() -> None:
        async with AsyncDobon(base_url, token, store=store) as dobon:
            runner = Runner(dobon, bot, ladder=ladder, most=most)
            with _signals(runner.stop):
                await runner.run()

    try:
        asyncio.run(run())
    except asyncio.CancelledError:
        log.warning("stopped at once; a later run goes on with the games")


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    received = []

    def receive() -> None:
        received.append(True)
        if len(received) > 1:
            task.cancel()
        else:
            stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, receive)
    try:
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
