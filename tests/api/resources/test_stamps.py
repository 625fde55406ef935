"""Stamps at the table: who may give them, and who is told of them when."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.streaming.event_stream import EventStream
from api.streaming.subscriptions import STAMPS_SECONDS, Subscriptions
from infra.repositories import accounts
from infra.repositories.stamps import SHOWN, STAMPS
from tests.api.conftest import Caller, House, Table, refused
from tests.api.streaming.sse import Message, messages, stream
from tests.api.streaming.test_event_stream import Hour, Played, followed


def give(caller: Caller, table: Table, stamp: str = "nice") -> TestResponse:
    return caller.post(f"{table.path}/stamps", {"stamp": stamp})


def given(caller: Caller, table: Table, stamp: str = "nice") -> dict[str, Any]:
    answer = give(caller, table, stamp)
    assert answer.status_code == 201, answer.json
    found: dict[str, Any] = answer.json
    return found


def listed(caller: Caller, table: Table) -> list[dict[str, Any]]:
    answer = caller.get(f"{table.path}/stamps")
    assert answer.status_code == 200, answer.json
    found: list[dict[str, Any]] = answer.json["stamps"]
    return found


def told(following: Subscriptions, hour: Hour, table: Table, stream: EventStream) -> list[Message]:
    """All that the stream tells after a look at the database."""
    hour.now += STAMPS_SECONDS
    following.feed({table.id: table.log()[0]})
    found: list[bytes] = []
    while not stream.ended and (piece := stream.next_chunk()) != b"":
        found.append(stream.catch_up() if piece is None else piece)
    return [*messages(found)]


def watcher(following: Subscriptions, table: Table, caller: Caller) -> EventStream:
    version = table.log()[0]
    found = following.subscribe(table.id, caller.id, caller.token or "", version, version)
    assert found is not None
    found.next_chunk()
    return found


def test_those_at_the_table_give_stamps_and_the_log_does_not_know(house: House) -> None:
    table = house.table()
    with table.untouched():
        made = [given(table.people[number % 2], table, stamp) for number, stamp in enumerate(STAMPS)]
    assert made[1] == {
        "number": 2, "seat": 1, "player": table.people[1].id, "stamp": STAMPS[1], "version": table.log()[0],
        "at": house.time.now,
    }  # fmt: skip
    assert [listed(person, table) for person in table.people] == [made, made]


def test_there_are_stamps_before_the_start_and_after_the_end(house: House) -> None:
    aoi = house.player()
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    waiting = Table(house, game["id"], game["join_code"], [aoi])
    over = house.finished()
    for table in (waiting, over):
        made = given(table.people[0], table, "hello")
        assert listed(table.people[0], table) == [made]


@pytest.mark.parametrize("body", [{"stamp": "rude"}, {"stamp": ""}, {"stamp": 1}, {}, {"stamp": "nice", "seat": 1}])
def test_only_stamps_that_there_are_can_be_given(house: House, body: dict[str, Any]) -> None:
    table = house.table()
    refused(table.people[0].post(f"{table.path}/stamps", body), 422, "bad-body")
    assert listed(table.people[0], table) == []


def test_who_watches_sees_stamps_and_gives_none(house: House) -> None:
    table, kai = house.table(listed=True), house.player("Kai")
    made = given(table.people[0], table)
    assert listed(kai, table) == [made]
    refused(give(kai, table), 409, "not-seated")
    assert listed(kai, table) == [made]


@pytest.mark.parametrize("body", [{}, {"listed": True, "spectators": "off"}])
def test_who_may_not_see_a_game_sees_none_of_its_stamps(house: House, body: dict[str, Any]) -> None:
    table, kai = house.table(**body), house.player("Kai")
    given(table.people[0], table)
    refused(kai.get(f"{table.path}/stamps"), 404, "no-such-game")
    refused(give(kai, table), 404, "no-such-game")
    refused(house.nobody.get(f"{table.path}/stamps"), 401, "unauthorized")


def test_who_has_left_the_table_gives_none_until_they_are_back(house: House) -> None:
    table = house.table()
    me = table.people[1]
    assert me.delete(f"{table.path}/seats/me").status_code == 200
    refused(give(me, table), 409, "seat-left")
    assert me.post(f"{table.path}/seats").status_code == 201
    given(me, table)


def test_the_newest_stamps_are_listed_and_old_ones_go(house: House) -> None:
    table = house.table()
    made = [given(table.people[0], table) for _ in range(SHOWN + 3)]
    assert listed(table.people[1], table) == made[3:]
    with house.pool.connection() as connection:
        row = connection.execute("SELECT count(*) FROM dobon.stamps WHERE game_id = %s", [table.id]).fetchone()
    assert row == (SHOWN + 1,)


def test_delayed_spectators_hear_of_a_stamp_when_they_see_its_moment(house: House) -> None:
    table, kai = house.table(listed=True, spectators="delayed", spectator_delay=3), house.player("Kai")
    following, _, hour, seated = followed(house, table)
    behind = watcher(following, table, kai)
    made = given(table.people[0], table)
    assert [message.data for message in told(following, hour, table, seated)] == [made]
    for _ in range(9):
        seen = kai.view(table.id)["version"]
        heard = [message.data for message in told(following, hour, table, behind) if message.kind == "stamp"]
        assert listed(kai, table) == ([made] if seen >= made["version"] else [])
        assert heard == ([made] if seen == made["version"] else [])
        table.turn.act(table.id, "draw")
    assert kai.view(table.id)["version"] > made["version"]


def test_stamps_that_go_change_nothing_that_delayed_spectators_are_shown(house: House) -> None:
    table, kai = house.table(listed=True, spectators="delayed", spectator_delay=500), house.player("Kai")
    for _ in range(SHOWN + 5):
        given(table.people[0], table)
    assert listed(kai, table) == []
    assert len(listed(table.people[1], table)) == SHOWN
    with house.pool.connection() as connection:
        row = connection.execute("SELECT count(*) FROM dobon.stamps WHERE game_id = %s", [table.id]).fetchone()
    assert row == (SHOWN + 5,), "those will be shown when their moment is"


def test_a_stamp_comes_with_the_stream_and_takes_no_id(house: House) -> None:
    table = house.table()
    following, source, hour, reader = followed(house, table)
    made = given(table.people[1], table, "wow")
    following.feed({})
    assert reader.next_chunk() == b"", "they are not looked for all the time"
    hour.now += STAMPS_SECONDS
    following.feed({})
    assert source.asked[-1] == "good", "tokens are looked at before it is told"
    piece = reader.next_chunk() or b""
    assert piece.startswith(b"event: stamp\ndata: ")
    assert b"id:" not in piece
    assert [message.data for message in messages([piece])] == [made]
    assert reader.next_chunk() == b"", "once"
    after = table.log()[0]
    table.turn.act(table.id, "draw")
    assert [message.id for message in told(following, hour, table, reader)][:1] == [str(after + 1)]


def test_a_stream_tells_no_stamps_from_before_it_was_opened(house: House) -> None:
    table = house.table()
    given(table.people[0], table)
    following, _, hour, reader = followed(house, table)
    assert told(following, hour, table, reader) == []
    second = given(table.people[0], table, "oops")
    assert [message.data for message in told(following, hour, table, reader)] == [second]


def test_nobody_is_told_of_a_stamp_after_their_token_had_ended(house: House) -> None:
    table = house.table()
    following, _, hour, reader = followed(house, table)
    accounts.revoke(house.pool, table.people[0].token or "")
    given(table.people[1], table)
    assert [message.kind for message in told(following, hour, table, reader)] == ["end"]


def test_a_stamp_given_at_one_process_is_told_at_another(house: House) -> None:
    table = house.table()
    with stream(house.elsewhere(table.people[0]), table.id, f"?after={table.log()[0]}") as found:
        made = given(table.people[1], table)
        assert next(found) == Message("stamp", "", made)


def test_a_database_that_is_away_costs_no_stamp(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table()
    following, source, hour, reader = followed(house, table)
    made = given(table.people[1], table)
    with monkeypatch.context() as patched:
        patched.setattr(Played, "valid_tokens", lambda *_: 1 / 0)
        hour.now += STAMPS_SECONDS
        with pytest.raises(ZeroDivisionError):
            following.feed({})
        assert reader.next_chunk() == b""
    assert [message.data for message in told(following, hour, table, reader)] == [made]
    assert source.asked[-1] == "good"
