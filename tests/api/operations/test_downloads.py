"""All finished games of a player as lines, made while they are sent."""

import asyncio
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from api.http import lines
from api.http.exchange import EXCHANGE, Exchange
from api.operations.player_history import game_lines
from api.problems import Problem
from api.server.asgi import Application
from domain.log.conclusions import Conclusion
from domain.verification.verify import verify
from infra.accounts.tokens import token_hash
from infra.event_store.canonical_json import canonical_text
from infra.postgres.retry import Unavailable
from infra.queries import player_history
from infra.queries.player_history import played_games
from prove.harness.application import Caller, House, Table
from tests.api.conftest import refused
from tests.api.operations.test_leaderboard import counted
from tests.api.operations.test_player_history import finished, history
from tests.api.operations.test_reviews import forging


@pytest.fixture(scope="module")
def tables(only_house: House) -> list[Table]:
    """Three finished games of one player, the last one hidden; a minute lies between their ends."""
    first = finished(only_house, listed=True)
    only_house.time.passes(60)
    made = [first]
    for listed in (True, False):
        body = {"ruleset": "durak", "seats": 2, "listed": listed, "options": {"bot_delay_ms": 0}, "bots": ["novice"]}
        me = first.people[0]
        game = me.post("/v1/games", body).json["id"]
        made.append(Table(only_house, game, "", [me]).played_until(lambda view: view["status"] == "finished"))
        only_house.time.passes(60)
    counted(only_house)
    return made


def downloaded(caller: Caller, player: str, more: str = "") -> list[dict[str, Any]]:
    answer = caller.get(f"/v1/players/{player}/games?{more}")
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson")
    assert not answer.data or answer.data.endswith(b"\n")
    return [orjson.loads(line) for line in answer.data.splitlines()]


def test_a_download_has_the_whole_history_with_logs_that_are_verified(tables: list[Table]) -> None:
    me = tables[0].people[0]
    found = downloaded(me, me.id)
    assert [one["game"]["id"] for one in found] == [table.id for table in tables[::-1]]
    logs = [one.pop("log") for one in found]
    assert found == history(me, me.id)
    for log in logs:
        assert verify([canonical_text(line) for line in log]).conclusion is Conclusion.WHOLE
    assert downloaded(me, me.id, "logs=false") == found


def test_a_download_has_the_games_of_a_period_and_a_ruleset(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_history, "PAGE", 2)
    me = tables[0].people[0]
    whole = downloaded(me, me.id, "logs=false")
    ends = [one["game"]["ended_at"] for one in whole]
    assert downloaded(me, me.id, f"logs=false&since={ends[1]}") == whole[:2], "the start is included"
    assert downloaded(me, me.id, f"logs=false&until={ends[1]}") == whole[2:], "the end is excluded"
    assert downloaded(me, me.id, f"logs=false&since={ends[1]}&until={ends[0]}") == whole[1:2]
    assert downloaded(me, me.id, "logs=false&ruleset=durak") == whole
    assert downloaded(me, me.id, "ruleset=doubt") == []
    refused(me.get(f"/v1/players/{me.id}/games?since=yesterday"), 422, "bad-parameter")


def test_others_download_the_games_that_they_may_open(house: House, tables: list[Table]) -> None:
    me, opponent = tables[0].people
    assert [one["game"]["id"] for one in downloaded(house.player(), me.id)] == [tables[1].id, tables[0].id]
    assert [one["game"]["id"] for one in downloaded(opponent, me.id)] == [tables[1].id, tables[0].id]
    refused(me.get("/v1/players/00000000-0000-4000-8000-000000000000/games"), 404, "no-such-player")


def test_a_damaged_log_is_left_out_of_a_download(tables: list[Table]) -> None:
    me = tables[0].people[0]
    with forging(tables[1], 3) as owner:
        owner.execute("UPDATE dobon.events SET body = '{' WHERE game_id = %s AND version = 3", [tables[1].id])
        found = downloaded(me, me.id)
    assert [one["log"] is None for one in found] == [False, True, False]


def test_a_download_ends_with_the_token(house: House, tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_history, "PAGE", 1)
    me, reader = tables[0].people[0], house.player()
    with house.app.app_context():
        pages = played_games(house.pool, me.id, reader.id)
        found = game_lines(me.id, reader.id, token_hash(reader.token or ""), pages, logs=False)
        assert orjson.loads(next(found))["game"]["id"] == tables[1].id
        assert reader.call("DELETE", "/v1/players/me/token").status_code == 204
        with pytest.raises(Problem) as ended:
            next(found)
    assert ended.value.code == "unauthorized"


def test_lines_are_sent_in_pieces(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "PIECE_BYTES", 5)
    pieces = lines.Pieces(house.app, iter([b"12\n", b"34\n", b"5\n"]), list)
    pieces.begin()
    assert [*pieces] == [b"12\n34\n", b"5\n"]


def test_an_account_receives_two_downloads_at_once(house: House, tables: list[Table]) -> None:
    me, reader = tables[0].people[0], house.player()
    held = [Exchange() for _ in range(3)]
    path = f"/v1/players/{me.id}/games"
    answers = [reader.get(path, environ_overrides={EXCHANGE: one}) for one in held]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    refused(answers[2], 429, "too-many-open")
    assert me.get(path).status_code == 200, "another account"
    held[0].release()
    held[0].release()
    assert [reader.get(path, environ_overrides={EXCHANGE: Exchange()}).status_code for _ in range(2)] == [200, 429]


def test_a_download_that_fails_at_once_is_not_open(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(*_: Any, **__: Any) -> Iterator[bytes]:
        raise Unavailable
        yield

    monkeypatch.setattr("api.operations.player_history.game_lines", unread)
    me = house.player()
    for _ in range(lines.MOST_OF_ACCOUNT + 1):
        refused(me.get(f"/v1/players/{me.id}/games"), 503, "unavailable")


@pytest.mark.parametrize("fails", [False, True])
def test_an_answer_that_cannot_be_made_to_its_end_is_cut(*, fails: bool) -> None:
    def made() -> Iterator[bytes]:
        yield b"1\n"
        if fails:
            raise Unavailable

    def wsgi(environ: dict[str, Any], start: Any) -> list[bytes]:
        environ[EXCHANGE].pieces = made()
        start("200 OK", [])
        return []

    sent = list[dict[str, Any]]()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    asyncio.run(Application(wsgi)(scope, receive, send))
    assert [message.get("body") for message in sent] == [None, b"1\n", *([] if fails else [b""])]
    assert sent[-1].get("more_body") is fails, "an answer that is not ended is cut by the server"
