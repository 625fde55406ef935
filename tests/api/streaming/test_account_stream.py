"""The stream of an account: one connection for all games, each notification once, as long as the token is valid."""

import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from api.streaming.account_stream import START
from api.streaming.hub import update_hub
from api.streaming.rights import Reader
from api.streaming.stream import beat
from domain.log.moments import later
from domain.running.notifications import KINDS, Notification
from infra.accounts.tokens import token_hash
from infra.notifications import notifications
from infra.projections.notifications import NotificationProjector
from prove.harness.application import Caller, House
from prove.harness.views import actions_of
from tests.api.streaming.sse import Message, stream, stream_of
from tests.api.streaming.test_tickets import turned_away

CARD = re.compile(r'"([SCHD]([1-9]|1[0-3])|X[12]|\?\?)"')
PATH = "/v1/players/me/events"


@pytest.fixture
def projector(house: House) -> NotificationProjector:
    return NotificationProjector(house.pool)


def read(found: Iterator[Message], count: int) -> list[dict[str, Any]]:
    """Return the next notifications of a stream; each has its position as its id."""
    messages = [next(found) for _ in range(count)]
    assert [message.id for message in messages] == [str(message.data["position"]) for message in messages]
    return [message.data for message in messages]


def tell(house: House, player: Caller, count: int) -> None:
    """Add notifications of an account."""
    with house.pool.connection() as conn:
        notifications.add(conn, [Notification(player.id, "started", house.time.now)] * count, house.time.now)


def test_one_connection_tells_of_all_games(house: House, projector: NotificationProjector) -> None:
    projector.run(house.time.now)
    first = house.table()
    me = first.people[0]
    with stream_of(me, PATH) as found:
        projector.run(house.time.now)
        assert read(found, 1)[0] | {"position": 1} == {
            "position": 1, "kind": "started", "at": house.time.now, "game": first.id, "version": 4,
            "ruleset": "dobon-sato", "seat": 0,
        }  # fmt: skip
        second = seat_at_another_table(house, me)
        projector.run(house.time.now)
        while (told := read(found, 1)[0])["game"] != second:
            pass
        assert told["kind"] == "started"


def seat_at_another_table(house: House, player: Caller) -> str:
    made = player.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "options": {"turn_seconds": 0}}).json
    sat = house.player("Kai").post(f"/v1/games/{made['id']}/seats", {"join_code": made["join_code"]})
    assert sat.status_code == 201
    return str(made["id"])


def test_a_game_is_told_without_a_card(house: House, projector: NotificationProjector) -> None:
    table = house.table()
    for _ in range(12):
        for seat, person in enumerate(table.people):
            listed = [action for action in actions_of(table.peek(seat)) if action["type"] != "dobon"]
            if listed:
                assert person.post(f"{table.path}/actions", listed[0]).status_code == 200
                projector.run(house.time.now)
    house.tables.abandon(table.id, house.player().id, "a trial")
    projector.run(house.time.now)
    seen: set[str] = set()
    with stream_of(table.people[1], f"{PATH}?after=0") as found:
        while "ended" not in seen:
            told = read(found, 1)[0]
            assert not CARD.search(orjson.dumps(told).decode())
            seen.add(told["kind"])
    assert {"started", "turn", "ended"} <= seen <= set(KINDS)


def test_a_client_resumes_at_any_position_without_gap_or_repeat(house: House) -> None:
    me = house.player()
    tell(house, me, 100)
    for after in (0, 1, 35, 36, 37, 64, 99):
        with stream_of(me, PATH, Last_Event_ID=str(after)) as found:
            assert [one["position"] for one in read(found, 100 - after)] == list(range(after + 1, 101))


def test_a_client_that_reconnects_after_every_notification_misses_none(house: House) -> None:
    me, seen = house.player(), 0
    for _ in range(5):
        tell(house, me, 2)
        with stream_of(me, PATH, Last_Event_ID=str(seen)) as found:
            seen = read(found, 1)[0]["position"]
    assert seen == 5


def test_a_client_without_a_position_begins_with_the_next_notification(house: House) -> None:
    me = house.player()
    tell(house, me, 3)
    with stream_of(me, PATH) as found:
        tell(house, me, 1)
        assert read(found, 1)[0]["position"] == 4


def test_a_client_that_reconnects_before_the_first_notification_misses_none(house: House) -> None:
    me = house.player()
    tell(house, me, 3)
    stream = update_hub(house.app).accounts.subscribe(Reader(me.id, token_hash(me.token or ""), 0), None)
    assert stream
    assert stream.next_chunk() == START + b"id: 3\n" + beat(house.time.now)
    update_hub(house.app).unsubscribe(stream)


def test_a_position_that_never_was_begins_with_the_next_notification(house: House) -> None:
    me = house.player()
    tell(house, me, 1)
    with stream_of(me, PATH, Last_Event_ID="500") as found:
        tell(house, me, 1)
        assert read(found, 1)[0]["position"] == 2


@pytest.mark.parametrize("kept", [0, 2])
def test_a_client_is_told_that_older_notifications_are_gone(house: House, kept: int) -> None:
    me = house.player()
    tell(house, me, 3)
    house.time.now = later(house.time.now, seconds=8 * 86_400)
    with house.pool.connection() as conn:
        while notifications.sweep(conn, house.time.now):
            pass
    if kept:
        tell(house, me, kept)
    with stream_of(me, f"{PATH}?after=1") as found:
        message = next(found)
        assert (message.kind, message.data) == ("missed", {"until": 3})
        assert [one["position"] for one in read(found, kept)] == list(range(4, 4 + kept))


def test_nobody_reads_the_notifications_of_another_account(house: House) -> None:
    me, other = house.player(), house.player("Kai")
    tell(house, me, 1)
    with stream_of(other, f"{PATH}?after=0") as found:
        tell(house, other, 1)
        assert read(found, 1)[0]["position"] == 1


def test_the_stream_ends_with_its_token(house: House) -> None:
    me = house.player()
    with stream_of(me, PATH) as found:
        assert me.delete("/v1/players/me/token").status_code == 204
        assert next(found)[::2] == ("end", {"reason": "unauthorized"})


def test_a_token_that_ends_before_a_notification_gets_none(house: House) -> None:
    me = house.player()
    with stream_of(me, PATH) as found:
        assert me.delete("/v1/players/me/token").status_code == 204
        tell(house, me, 1)
        assert next(found).kind == "end"


def test_a_ticket_opens_the_stream_of_its_account_once(house: House) -> None:
    me = house.player()
    ticket = me.post("/v1/players/me/tickets").json
    assert ticket["path"] == f"{PATH}?ticket={ticket['ticket']}"
    with stream_of(house.nobody, ticket["path"]) as found:
        tell(house, me, 1)
        assert read(found, 1)[0]["position"] == 1
    turned_away(house.nobody, ticket["path"], 401, "bad-ticket")


def test_a_ticket_opens_no_other_stream(house: House) -> None:
    table = house.table()
    me = table.people[0]
    of_account = me.post("/v1/players/me/tickets").json["ticket"]
    of_game = me.post(f"{table.path}/tickets").json["ticket"]
    turned_away(house.nobody, f"{table.path}/stream?ticket={of_account}", 401, "bad-ticket")
    turned_away(house.nobody, f"{PATH}?ticket={of_game}", 401, "bad-ticket")
    with stream(me, table.id, f"?ticket={of_game}") as found:
        assert next(found).data["type"] == "game-created"


def test_the_other_players_are_told_of_a_comment_once(house: House) -> None:
    table = house.table(2, bots=["novice"])
    author, other = table.people
    assert other.delete(f"{table.path}/seats/me").status_code == 200
    table.played_until(lambda view: view["status"] == "finished")
    version = author.get(f"{table.path}/rounds/1/review").json["frames"][0]["version"]
    with stream_of(other, PATH) as found, stream_of(author, PATH) as own:
        for _ in range(2):
            made = author.post(
                f"{table.path}/rounds/1/comments",
                {"version": version, "text": "!"},
                headers={"Idempotency-Key": "once"},
            )
        tell(house, other, 1)
        told, next_one = read(found, 2)
        assert (told["kind"], told["game"], told["comment"]) == ("commented", table.id, made.json["id"])
        assert (told["player"], told["round"], told["version"]) == (author.id, 1, version)
        assert next_one["kind"] == "started"
        tell(house, author, 1)
        assert read(own, 1)[0]["kind"] == "started"


def test_a_player_is_not_told_of_a_comment_of_a_player_whom_it_blocks(house: House) -> None:
    table = house.table(3, bots=["novice"])
    author, blocking, other = table.people
    for one in (blocking, other):
        assert one.delete(f"{table.path}/seats/me").status_code == 200
    table.played_until(lambda view: view["status"] == "finished")
    assert blocking.call("PUT", f"/v1/players/me/blocks/{author.id}").status_code == 204
    version = author.get(f"{table.path}/rounds/1/review").json["frames"][0]["version"]
    with stream_of(blocking, PATH) as found, stream_of(other, PATH) as others:
        made = author.post(f"{table.path}/rounds/1/comments", {"version": version, "text": "!"})
        assert read(others, 1)[0]["comment"] == made.json["id"]
        tell(house, blocking, 1)
        assert read(found, 1)[0]["kind"] == "started"
