"""The kit for bots."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

import pytest

from dobon_client import AsyncDobon, DobonError
from dobon_client.bot import Bot, Runner
from dobon_client.types import Challenge, LegalAction, NewPlace, View

DURAK: NewPlace = {"ruleset": "durak", "seats": 2}
PAUSE_SECONDS = 0.1
WITHIN_SECONDS = 90.0


class First(Bot):
    """Plays the first action. `decided` is called before."""

    def __init__(self, decided: Callable[[], None] = lambda: None) -> None:
        self._decided = decided

    def decide(self, view: View, actions: Sequence[LegalAction]) -> LegalAction:  # noqa: ARG002
        self._decided()
        return actions[0]


class Unwilling(First):
    def accepts(self, challenge: Challenge) -> bool:  # noqa: ARG002
        return False


class Broken(Bot):
    def decide(self, view: View, actions: Sequence[LegalAction]) -> None:  # noqa: ARG002
        raise ValueError("no idea")


class BrokenAtChallenges(First):
    def accepts(self, challenge: Challenge) -> bool:  # noqa: ARG002
        raise ValueError("no idea")


class Players:
    """Makes players on a server."""

    def __init__(self, base_url: str, opened: AsyncExitStack) -> None:
        self._base_url, self._opened = base_url, opened

    async def person(self) -> AsyncDobon:
        dobon = await self._opened.enter_async_context(AsyncDobon(self._base_url))
        await dobon.create_player("Test")
        return dobon

    async def bot(self) -> AsyncDobon:
        dobon = await self.person()
        await dobon.account.become_bot(confirm=True)
        return dobon


@pytest.fixture
def with_players(base_url: str) -> Callable[[Callable[[Players], Awaitable[None]]], None]:
    """A function that runs another one with players, within a time."""

    async def run(work: Callable[[Players], Awaitable[None]]) -> None:
        async with asyncio.timeout(WITHIN_SECONDS), AsyncExitStack() as opened:
            await work(Players(base_url, opened))

    return lambda work: asyncio.run(run(work))


WithPlayers = Callable[[Callable[[Players], Awaitable[None]]], None]


async def answered(challenger: AsyncDobon, to: AsyncDobon) -> Challenge:
    """Challenge a player; return the challenge once it is answered."""
    player = (await to.account.me())["id"]
    found = await challenger.challenges.create({"ruleset": "durak", "seats": 2, "player": player})
    while found["status"] == "open":
        await asyncio.sleep(PAUSE_SECONDS)
        found = await challenger.challenges.get(found["id"])
    return found


async def waits(dobon: AsyncDobon) -> bool:
    """Return whether a player has a place in the queue."""
    try:
        await dobon.queue.place()
    except DobonError:
        return False
    return True


async def play(dobon: AsyncDobon, game: str) -> None:
    """Play a game to its end by first actions."""
    table = await dobon.table(game)
    while table.view["status"] != "finished":
        if not table.view["actions"]:
            await table.next()
            continue
        try:
            await table.act(table.view["actions"][0])
        except DobonError:
            await table.refresh()


async def until_told(caplog: pytest.LogCaptureFixture, words: str) -> None:
    """Wait for words in the log."""
    while words not in caplog.text:  # noqa: ASYNC110 - the log has no event
        await asyncio.sleep(PAUSE_SECONDS)


async def cancel(running: asyncio.Task[None]) -> None:
    """End a runner at once, which must not have ended by itself."""
    assert not running.done()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


def test_two_bots_meet_in_the_ladder_and_play_to_the_end_after_they_are_stopped(with_players: WithPlayers) -> None:
    async def main(players: Players) -> None:
        loop, runners = asyncio.get_running_loop(), list[Runner]()

        def stop() -> None:
            for runner in runners:
                loop.call_soon_threadsafe(runner.stop)

        clients = [await players.bot(), await players.bot()]
        runners += [Runner(client, First(stop), ladder=[DURAK]) for client in clients]
        await asyncio.gather(*(runner.run() for runner in runners))
        for client in clients:
            [game] = (await client.games.list(mine=True))["games"]
            assert (game["ruleset"], game["status"]) == ("durak", "finished")

    with_players(main)


def test_a_bot_accepts_a_challenge_and_plays_it(with_players: WithPlayers) -> None:
    async def main(players: Players) -> None:
        person, bot = await players.person(), await players.bot()
        running = asyncio.create_task(Runner(bot, First()).run())
        challenge = await answered(person, bot)
        assert challenge["status"] == "accepted"
        assert challenge["game"] is not None
        await play(person, challenge["game"])
        await cancel(running)

    with_players(main)


@pytest.mark.parametrize(("bot", "most", "reason"), [(First(), 0, "later"), (Unwilling(), 8, "no-reason")])
def test_a_challenge_that_is_too_much_or_unwanted_is_declined(
    with_players: WithPlayers, bot: Bot, most: int, reason: str
) -> None:
    async def main(players: Players) -> None:
        person, account = await players.person(), await players.bot()
        running = asyncio.create_task(Runner(account, bot, most=most).run())
        challenge = await answered(person, account)
        assert (challenge["status"], challenge["reason"]) == ("declined", reason)
        await cancel(running)

    with_players(main)


def test_a_bot_that_fails_does_not_end_the_runner(with_players: WithPlayers, caplog: pytest.LogCaptureFixture) -> None:
    async def main(players: Players) -> None:
        bot = await players.bot()
        running = asyncio.create_task(Runner(bot, Broken()).run())
        for _ in range(2):
            assert (await answered(await players.person(), bot))["status"] == "accepted"
        await until_told(caplog, "the bot has failed")
        await cancel(running)

    with caplog.at_level(logging.ERROR):
        with_players(main)


def test_a_bot_that_fails_at_a_challenge_leaves_it_open(
    with_players: WithPlayers, caplog: pytest.LogCaptureFixture
) -> None:
    async def main(players: Players) -> None:
        person, bot = await players.person(), await players.bot()
        running = asyncio.create_task(Runner(bot, BrokenAtChallenges()).run())
        challenge = await person.challenges.create({"ruleset": "durak", "player": (await bot.account.me())["id"]})
        await until_told(caplog, "the bot has failed")
        assert (await person.challenges.get(challenge["id"]))["status"] == "open"
        await cancel(running)

    with caplog.at_level(logging.ERROR):
        with_players(main)


def test_a_bot_that_is_stopped_leaves_the_queue(with_players: WithPlayers) -> None:
    async def main(players: Players) -> None:
        bot = await players.bot()
        runner = Runner(bot, First(), ladder=[DURAK])
        running = asyncio.create_task(runner.run())
        while not await waits(bot):  # noqa: ASYNC110 - the server has to be asked
            await asyncio.sleep(PAUSE_SECONDS)
        runner.stop()
        await running
        assert not await waits(bot)

    with_players(main)


def test_a_runner_ends_with_an_invalid_token(with_players: WithPlayers) -> None:
    async def main(players: Players) -> None:
        bot = await players.person()
        await bot.account.revoke_token()
        with pytest.raises(DobonError) as raised:
            await Runner(bot, First(), ladder=[DURAK]).run()
        assert raised.value.code == "unauthorized"

    with_players(main)
