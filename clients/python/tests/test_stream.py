import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from connections import Intercepting, NewPlayer, is_stream, join, problem
from dobon_client import Dobon, DobonError


def open_durak(first: Dobon, second: Dobon) -> str:
    """Open a game of Durak for two players without deadlines; return its id."""
    game = first.games.open({"ruleset": "durak", "seats": 2, "options": {"turn_seconds": 0, "bot_delay_ms": 0}})["id"]
    join(first, game, second)
    return game


def play_on(players: list[Dobon], game: str, moves: int = 8) -> None:
    """Let two players make some moves and leave their seats, so that the game ends."""
    try:
        for _ in range(moves):
            table = next(table for table in map(Dobon.table, players, [game] * 2) if table.view["actions"])
            listed = table.view["actions"]
            table.act(next((entry for entry in listed if entry["action"]["type"] != "take"), listed[0]))
    finally:
        for player in players:
            player.games.leave_seat(game)


def follow_to_the_end(watcher: Dobon, other: Dobon, silence: float = 40.0) -> None:
    """Follow a game while it is played by others, and assert that every event came once and in order."""
    game = open_durak(watcher, other)
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play_on, [watcher, other], game)
        followed = [
            item["event"]["version"] for item in watcher.games.follow(game, silence=silence) if item["kind"] == "event"
        ]
        playing.result()
    assert followed == [event["version"] for event in other.games.events(game)]


def test_a_stream_brings_every_event_once_and_ends_with_the_game(new_player: NewPlayer) -> None:
    transport = Intercepting()
    follow_to_the_end(new_player(transport), new_player())
    assert len(transport.streams()) == 1


def test_a_stream_that_breaks_again_and_again_misses_nothing(new_player: NewPlayer) -> None:
    def cut(go: Callable[[], httpx.Response], sent: list[httpx.Request]) -> httpx.Response:
        response = go()
        return broken(response, 12) if is_stream(sent[-1]) else response

    transport = Intercepting(cut)
    follow_to_the_end(new_player(transport), new_player())
    positions = [int(request.headers["Last-Event-ID"]) for request in transport.streams()]
    assert len(positions) > 1
    assert positions == sorted(positions)
    assert positions[-1] > positions[0] == 0


class Messages(httpx.SyncByteStream):
    """The first messages of a stream, however many come in one piece, and then a failure."""

    def __init__(self, response: httpx.Response, number: int, failure: Exception) -> None:
        self._response, self._number, self._failure = response, number, failure

    def __iter__(self) -> Iterator[bytes]:
        yield from itertools.islice(self._messages(), self._number)
        raise self._failure

    def _messages(self) -> Iterator[bytes]:
        assert isinstance(self._response.stream, httpx.SyncByteStream)
        begun = b""
        for piece in self._response.stream:
            *whole, begun = (begun + piece).split(b"\n\n")
            yield from (message + b"\n\n" for message in whole)

    def close(self) -> None:
        self._response.close()


def broken(response: httpx.Response, messages: int) -> httpx.Response:
    body = Messages(response, messages, httpx.ReadError("the connection was reset"))
    return httpx.Response(response.status_code, headers=response.headers, stream=body)


def test_a_silent_connection_is_replaced(new_player: NewPlayer) -> None:
    """The server's heartbeats come every 15 seconds, so a stream counts as silent after a tenth of a second."""
    transport = Intercepting()
    watcher, other = new_player(transport), new_player()
    game = open_durak(watcher, other)
    known = watcher.games.view(game)["version"]
    stream = watcher.games.follow(game, known, silence=0.1)
    with ThreadPoolExecutor(1) as pool:
        item = pool.submit(next, stream)
        while len(transport.streams()) < 3:
            assert not item.done()
        play_on([other, watcher], game, 1)
        assert item.result()["kind"] == "event"


def test_a_stream_begins_after_the_version_that_is_known_and_brings_stamps(first: Dobon, second: Dobon) -> None:
    game = open_durak(first, second)
    stream = first.games.follow(game, first.games.view(game)["version"] - 1)
    assert next(stream)["kind"] == "event"
    second.games.give_stamp(game, {"stamp": "hello"})
    assert next(stream)["kind"] == "stamp"
    stream.close()


def test_a_refused_stream_obeys_retry_after(new_player: NewPlayer) -> None:
    full = problem(503, "too-many-streams", {"Retry-After": "1"})
    transport = Intercepting(lambda go, sent: full if len(sent) == 1 else go())
    client, other = new_player(), new_player()
    game = open_durak(client, other)
    client = new_player(transport)
    with pytest.raises(DobonError) as raised:
        next(client.games.follow(game))
    assert (raised.value.code, raised.value.status) == ("no-such-game", 404)
    assert len(transport.sent) == 2
