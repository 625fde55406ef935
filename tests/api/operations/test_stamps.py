"""Stamps at the table: permission to give them, and the time at which each viewer sees them."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.streaming.event_stream import EventStream
from api.streaming.subscriptions import STAMPS_SECONDS, Subscriptions
from infra.accounts import accounts
from infra.social.stamps import SHOWN, STAMPS
from prove.harness.application import Caller, House, Table
from prove.harness.service_games import shard_of
from tests.api.conftest import refused
from tests.api.streaming.sse import Message, messages, stream
from tests.api.streaming.test_event_stream import CountedSource, FakeClock, reader_of, subscribed


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


def streamed(following: Subscriptions, hour: FakeClock, table: Table, stream: EventStream) -> list[Message]:
    """Return all that the stream sends after one poll of the database."""
    hour.now += STAMPS_SECONDS
    following.feed({table.id: table.log()[0]})
    found: list[bytes] = []
    while not stream.ended and (piece := stream.next_chunk()) != b"":
        found.append(stream.catch_up() if piece is None else piece)
    return [*messages(found)]


def watcher(following: Subscriptions, table: Table, caller: Caller) -> EventStream:
    version = table.log()[0]
    found = following.subscribe(table.id, reader_of(caller), version, version)
    assert found is not None
    found.next_chunk()
    return found


def test_players_give_stamps_outside_the_log(house: House) -> None:
    table = house.table()
    with table.untouched():
        made = [given(table.people[number % 2], table, stamp) for number, stamp in enumerate(STAMPS)]
    assert made[1] == {
        "number": 2, "seat": 1, "player": table.people[1].id, "stamp": STAMPS[1], "version": table.log()[0],
        "at": house.time.now,
    }  # fmt: skip
    assert [listed(person, table) for person in table.people] == [made, made]


def test_stamps_may_be_given_before_the_start_and_after_the_end(house: House) -> None:
    aoi = house.player()
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    waiting = Table(house, game["id"], game["join_code"], [aoi])
    over = house.finished()
    for table in (waiting, over):
        made = given(table.people[0], table, "hello")
        assert listed(table.people[0], table) == [made]


@pytest.mark.parametrize("body", [{"stamp": "rude"}, {"stamp": ""}, {"stamp": 1}, {}, {"stamp": "nice", "seat": 1}])
def test_an_unknown_stamp_is_refused(house: House, body: dict[str, Any]) -> None:
    table = house.table()
    refused(table.people[0].post(f"{table.path}/stamps", body), 422, "bad-body")
    assert listed(table.people[0], table) == []


def test_a_spectator_sees_stamps_and_cannot_give_them(house: House) -> None:
    table, kai = house.table(listed=True), house.player("Kai")
    made = given(table.people[0], table)
    assert listed(kai, table) == [made]
    refused(give(kai, table), 409, "not-seated")
    assert listed(kai, table) == [made]


@pytest.mark.parametrize("body", [{}, {"listed": True, "spectators": "off"}])
def test_stamps_of_a_hidden_game_look_absent(house: House, body: dict[str, Any]) -> None:
    table, kai = house.table(**body), house.player("Kai")
    given(table.people[0], table)
    refused(kai.get(f"{table.path}/stamps"), 404, "no-such-game")
    refused(give(kai, table), 404, "no-such-game")


def test_a_player_who_has_left_must_return_to_give_stamps(house: House) -> None:
    table = house.table()
    me = table.people[1]
    assert me.delete(f"{table.path}/seats/me").status_code == 200
    refused(give(me, table), 409, "seat-left")
    assert me.post(f"{table.path}/seats").status_code == 201
    given(me, table)


def test_the_newest_stamps_are_listed_and_old_ones_deleted(house: House) -> None:
    table = house.table()
    made = [given(table.people[0], table) for _ in range(SHOWN + 3)]
    assert listed(table.people[1], table) == made[3:]
    with shard_of(house.pool, table.id).connection() as connection:
        row = connection.execute("SELECT count(*) FROM dobon.stamps WHERE game_id = %s", [table.id]).fetchone()
    assert row == (SHOWN + 1,)


def test_delayed_spectators_see_a_stamp_with_the_version_it_belongs_to(house: House) -> None:
    table, kai = house.table(listed=True, spectators="delayed", spectator_delay=3), house.player("Kai")
    following, _, hour, seated = subscribed(house, table)
    behind = watcher(following, table, kai)
    made = given(table.people[0], table)
    assert [message.data for message in streamed(following, hour, table, seated)] == [made]
    for _ in range(9):
        seen = kai.view(table.id)["version"]
        heard = [message.data for message in streamed(following, hour, table, behind) if message.kind == "stamp"]
        assert listed(kai, table) == ([made] if seen >= made["version"] else [])
        assert heard == ([made] if seen == made["version"] else [])
        table.turn.act(table.id, "draw")
    assert kai.view(table.id)["version"] > made["version"]


def test_stamps_are_kept_until_delayed_spectators_have_seen_them(house: House) -> None:
    table, kai = house.table(listed=True, spectators="delayed", spectator_delay=500), house.player("Kai")
    for _ in range(SHOWN + 5):
        given(table.people[0], table)
    assert listed(kai, table) == []
    assert len(listed(table.people[1], table)) == SHOWN
    with shard_of(house.pool, table.id).connection() as connection:
        row = connection.execute("SELECT count(*) FROM dobon.stamps WHERE game_id = %s", [table.id]).fetchone()
    assert row == (SHOWN + 5,), "they will be shown with their version"


def test_a_stamp_is_streamed_without_an_event_id(house: House) -> None:
    table = house.table()
    following, source, hour, reader = subscribed(house, table)
    made = given(table.people[1], table, "wow")
    following.feed({})
    assert reader.next_chunk() == b"", "stamps are not polled continuously"
    hour.now += STAMPS_SECONDS
    following.feed({})
    assert source.asked[-1] == "rights", "rights are checked before a stamp is sent"
    piece = reader.next_chunk() or b""
    assert piece.startswith(b"event: stamp\ndata: ")
    assert b"id:" not in piece
    assert [message.data for message in messages([piece])] == [made]
    assert reader.next_chunk() == b"", "sent once"
    after = table.log()[0]
    table.turn.act(table.id, "draw")
    assert [message.id for message in streamed(following, hour, table, reader)][:1] == [str(after + 1)]


def test_a_stream_sends_only_stamps_given_after_it_opened(house: House) -> None:
    table = house.table()
    given(table.people[0], table)
    following, _, hour, reader = subscribed(house, table)
    assert streamed(following, hour, table, reader) == []
    second = given(table.people[0], table, "oops")
    assert [message.data for message in streamed(following, hour, table, reader)] == [second]


def test_a_revoked_token_receives_no_further_stamps(house: House) -> None:
    table = house.table()
    following, _, hour, reader = subscribed(house, table)
    accounts.revoke(house.pool, table.people[0].token or "")
    given(table.people[1], table)
    assert [message.kind for message in streamed(following, hour, table, reader)] == ["end"]


def test_a_stamp_given_at_one_process_is_streamed_by_another(house: House) -> None:
    table = house.table()
    with stream(house.elsewhere(table.people[0]), table.id, f"?after={table.log()[0]}") as found:
        made = given(table.people[1], table)
        assert next(found) == Message("stamp", "", made)


def test_a_database_outage_loses_no_stamp(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table()
    following, source, hour, reader = subscribed(house, table)
    made = given(table.people[1], table)
    with monkeypatch.context() as patched:
        patched.setattr(CountedSource, "rights_number", lambda *_: 1 / 0)
        hour.now += STAMPS_SECONDS
        with pytest.raises(ZeroDivisionError):
            following.feed({})
        assert reader.next_chunk() == b""
    assert [message.data for message in streamed(following, hour, table, reader)] == [made]
    assert source.asked[-1] == "rights"
