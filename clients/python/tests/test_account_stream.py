from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from connections import Answering, Intercepting, NewPlayer, is_stream
from dobon_client import Dobon, DobonError
from dobon_client.types import Notification
from test_stream import broken, open_durak


def play_to_the_end(players: list[Dobon], game: str) -> None:
    """Let two players finish a game. A seat that was left is told no end, so nobody leaves."""
    tables = [player.table(game) for player in players]
    while tables[0].view["status"] == "playing":
        for table in tables:
            table.refresh()
            if table.view["actions"]:
                table.act(table.view["actions"][0])


def told_of_a_game(me: Dobon, other: Dobon) -> list[Notification]:
    """Return what an account is told while a game is played, up to the end of that game."""
    game, told = open_durak(me, other), list[Notification]()
    stream = me.account.notifications(0)
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play_to_the_end, [me, other], game)
        while not told or told[-1]["kind"] != "ended":
            item = next(stream)
            assert item["kind"] == "notification"
            told.append(item["notification"])
        playing.result()
    stream.close()
    return told


def test_an_account_is_told_once_of_everything_by_one_connection(new_player: NewPlayer) -> None:
    transport = Intercepting()
    told = told_of_a_game(new_player(transport), new_player())
    assert [one["position"] for one in told] == [*range(1, len(told) + 1)]
    assert {"started", "turn", "question", "ended"} >= {one["kind"] for one in told} >= {"started", "ended"}
    assert len(transport.streams()) == 1


def test_a_stream_of_an_account_that_breaks_again_and_again_misses_nothing(new_player: NewPlayer) -> None:
    cut: Answering = lambda go, sent: broken(go(), 3) if is_stream(sent[-1]) else go()  # noqa: E731 - one line
    transport = Intercepting(cut)
    told = told_of_a_game(new_player(transport), new_player())
    assert [one["position"] for one in told] == [*range(1, len(told) + 1)]
    positions = [int(request.headers["Last-Event-ID"]) for request in transport.streams()]
    assert len(positions) > 1
    assert positions == sorted(positions)


def streaming(*texts: str) -> Answering:
    """Return a function that answers each request for a stream with the next text."""
    left = [*texts]

    def answer(_go: object, _sent: object) -> httpx.Response:
        return httpx.Response(200, headers={"Content-Type": "text/event-stream"}, text=left.pop(0))

    return answer


def test_a_stream_begins_at_the_place_that_the_server_names() -> None:
    now = 'id: 4\nevent: now\ndata: {"now": "2026-11-21T03:24:00.000000Z"}\n\n'
    transport = Intercepting(streaming(now, 'id: 5\ndata: {"position": 5, "kind": "turn"}\n\n'))
    with Dobon("http://test", "t", transport=transport) as client:
        item = next(client.account.notifications())
    assert item == {"kind": "notification", "notification": {"position": 5, "kind": "turn"}}
    assert [request.headers.get("Last-Event-ID") for request in transport.sent] == [None, "4"]


def test_notifications_that_are_gone_are_told_and_a_repeated_one_is_dropped() -> None:
    missed = 'id: 7\nevent: missed\ndata: {"until": 7}\n\n'
    repeated = "".join(f'id: {n}\ndata: {{"position": {n}, "kind": "turn"}}\n\n' for n in (7, 8, 8, 9))
    transport = Intercepting(streaming(missed + repeated))
    with Dobon("http://test", "t", transport=transport) as client:
        stream = client.account.notifications(2)
        assert next(stream) == {"kind": "missed", "missed": {"until": 7}}
        items = [next(stream) for _ in range(2)]
    assert [item["notification"]["position"] for item in items if item["kind"] == "notification"] == [8, 9]


def test_a_stream_of_an_account_ends_with_its_token(new_player: NewPlayer) -> None:
    me = new_player()
    open_durak(me, new_player())
    stream = me.account.notifications(0)
    assert next(stream)["kind"] == "notification"
    me.account.revoke_token()
    with pytest.raises(DobonError) as raised:
        list(stream)
    assert raised.value.code == "unauthorized"
