"""The log of a game as a stream.

A stream sends the listed events once each, in order, to clients with access and as long as they have it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import orjson
import pytest

from api.dependencies import dependencies
from api.streaming.event_stream import START, EventStream
from api.streaming.hub import WaitResult, update_hub
from api.streaming.rights import RIGHTS_SECONDS, Reader
from api.streaming.stream import HEARTBEAT_SECONDS, beat
from api.streaming.subscriptions import Subscriptions
from domain.game.game import Game
from domain.log.events import Event, Viewer
from domain.log.moments import later
from infra.accounts import accounts
from infra.accounts.tokens import token_hash
from infra.postgres.retry import Unavailable
from infra.streams.source import GameUpdates
from prove.harness.application import Caller, House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.streaming.sse import messages, read_events, stream


def listing(caller: Caller, game: str, after: int = 0) -> list[dict[str, Any]]:
    """Return the same events, read page by page."""
    found: list[dict[str, Any]] = []
    while True:
        page = caller.get(f"/v1/games/{game}/events?limit=500&after={after}").json
        found += page["events"]
        if page["next"] is None:
            return found
        after = page["next"]


@pytest.mark.parametrize("who", ["seat", "spectator"])
def test_the_stream_sends_each_listed_event_once(house: House, who: str) -> None:
    table = house.table(3, listed=True)
    reader = table.people[1] if who == "seat" else house.player("Kai")
    with stream(reader, table.id) as found:
        seen = read_events(found, table.log()[0])
        assert seen == listing(reader, table.id)
        for _ in range(12):
            after = table.log()[0]
            table.turn.act(table.id, "draw")
            new = read_events(found, table.log()[0] - after)
            assert new == listing(reader, table.id, after)
            seen += new
    assert [event["version"] for event in seen] == list(range(1, table.log()[0] + 1))


def test_a_reader_resumes_at_any_version_without_gap_or_repeat(house: House) -> None:
    table = house.old()
    whole = listing(table.people[0], table.id)
    for version in range(len(whole)):
        with stream(table.people[0], table.id, Last_Event_ID=str(version)) as found:
            assert read_events(found) == whole[version:]


def test_a_reader_that_reconnects_after_every_event_gets_the_whole_game(house: House) -> None:
    table = house.table(2, listed=True)
    seen: list[dict[str, Any]] = []
    for _ in range(10):
        table.turn.act(table.id, "draw")
        while len(seen) < table.log()[0]:
            last = {"Last_Event_ID": str(seen[-1]["version"])} if seen else {}
            with stream(table.people[0], table.id, **last) as found:
                seen += read_events(found, 1)
    assert seen == listing(table.people[0], table.id)


def test_last_event_id_takes_precedence_over_the_query(house: House) -> None:
    table = house.table()
    with stream(table.people[0], table.id, "?after=2") as found:
        assert read_events(found, 1)[0]["version"] == 3
    with stream(table.people[0], table.id, "?after=2", Last_Event_ID="3") as found:
        assert read_events(found, 1)[0]["version"] == 4
    with stream(table.people[0], table.id, "?after=2", Last_Event_ID="") as found:
        assert read_events(found, 1)[0]["version"] == 3


@pytest.mark.parametrize("last", ["x", "-1", "1.0", "1234567890", "１"])
def test_an_invalid_last_event_id_is_refused(house: House, last: str) -> None:
    table = house.table()
    refused(table.people[0].get(f"{table.path}/stream", headers={"Last-Event-ID": last}), 400, "bad-header")


def test_a_commit_of_one_process_reaches_streams_of_another(house: House) -> None:
    table = house.table()
    with stream(house.elsewhere(table.people[0]), table.id, f"?after={table.log()[0]}") as found:
        for _ in range(5):
            after = table.log()[0]
            table.turn.act(table.id, "draw")
            assert read_events(found, table.log()[0] - after) == listing(table.people[0], table.id, after)


def test_a_stream_ends_with_its_game_and_so_does_a_reconnect(house: House) -> None:
    table = house.table(1, bots=["novice"])
    with stream(table.people[0], table.id) as found:
        table.played_until(lambda view: view["status"] == "finished")
        seen = list(found)
    assert seen[-1] == ("end", str(len(seen) - 1), {"reason": "game-over"})
    assert [message.data["version"] for message in seen[:-1]] == list(range(1, len(seen)))
    assert seen[-2].data["type"] == "game-ended"
    for version in (len(seen) - 1, len(seen) + 5):
        with stream(table.people[0], table.id, f"?after={version}") as found:
            assert [message.data for message in found] == [{"reason": "game-over"}]


def test_finished_rounds_are_open_in_the_stream_and_running_ones_closed(house: House) -> None:
    table = house.finished_round()
    with stream(table.people[0], table.id) as found:
        seen = read_events(found, table.log()[0])
    assert seen == listing(table.people[0], table.id)
    dealt = [event for event in seen if event["type"] == "round-dealt"]
    assert [set(event["sealed"]) for event in dealt] == [{"0", "1", "2", "table"}, {"0"}]


def test_an_account_that_may_not_see_a_game_gets_no_stream(house: House) -> None:
    table, stranger = house.table(), house.player("Kai")
    path = f"{table.path}/stream"
    refused(stranger.get(path), 404, "no-such-game")


def test_a_stream_ends_with_its_token(house: House) -> None:
    table = house.table()
    reader = table.people[1]
    with stream(reader, table.id, f"?after={table.log()[0]}") as found:
        assert accounts.revoke(house.pool, reader.token or "")
        assert next(found).data == {"reason": "unauthorized"}


def test_access_is_checked_again_after_a_wait(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table()
    reader = table.people[1]
    known = reader.get(f"{table.path}/view").headers["ETag"]

    waited = iter([WaitResult.MOVED, WaitResult.SAME])

    def wait(*_: object) -> WaitResult:
        accounts.revoke(house.pool, reader.token or "")
        return next(waited)

    monkeypatch.setattr(update_hub(house.app), "wait", wait)
    refused(reader.get(f"{table.path}/view?wait=9", headers={"If-None-Match": known}), 401, "unauthorized")


def test_a_spectator_who_joins_sees_the_own_cards_from_then_on(house: House) -> None:
    aoi, ren = house.player(), house.player("Ren")
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "listed": True}).json["id"]
    with stream(ren, game) as found:
        assert len(read_events(found, 2)) == 2
        ren.post(f"/v1/games/{game}/seats")
        *_, dealt = read_events(found, 2)
    assert dealt["type"] == "round-dealt"
    assert set(dealt["sealed"]) == {"1"}


def test_the_stream_of_a_player_who_leaves_an_unlisted_game_ends(house: House) -> None:
    aoi, ren = house.player(), house.player("Ren")
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 3}).json
    ren.post(f"/v1/games/{game['id']}/seats", {"join_code": game["join_code"]})
    with stream(ren, game["id"], "?after=4") as found:
        ren.delete(f"/v1/games/{game['id']}/seats/me")
        assert next(found) == ("end", "", {"reason": "no-such-game"})


def test_the_list_of_events_is_json_whatever_the_client_accepts(house: House) -> None:
    table = house.table()
    for accept in ("", "*/*", "application/json", "text/event-stream"):
        answer = table.people[0].get(f"{table.path}/events", headers={"Accept": accept})
        assert answer.mimetype == "application/json"


def test_a_head_request_opens_no_stream(house: House) -> None:
    table = house.table()
    answer = table.people[0].call("HEAD", f"{table.path}/stream")
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    assert table.id not in update_hub(house.app).subscriptions


def test_the_number_of_streams_is_limited_and_a_closed_one_makes_room(house: House) -> None:
    table = house.table()
    following = update_hub(house.app).subscriptions
    before, following.limit = following.limit, following.open + 1
    try:
        with stream(table.people[0], table.id):
            answer = table.people[1].get(f"{table.path}/stream")
            refused(answer, 503, "too-many-streams")
            assert answer.headers["Retry-After"] == "1"
        with stream(table.people[1], table.id) as found:
            assert read_events(found, 1)
    finally:
        following.limit = before
    assert table.id not in following


# Without a reader in a thread: time and database are values.


class CountedSource(GameUpdates):
    """The database with its requests counted, and unavailable where a test says so."""

    def __init__(self, house: House) -> None:
        super().__init__(house.pool, house.tables)
        self.asked: list[str] = []
        self.away = False

    def _ask(self, what: str) -> None:
        if self.away:
            raise Unavailable("gone")
        self.asked.append(what)

    def events_after(self, known: Mapping[str, int]) -> dict[str, list[Event]]:
        self._ask("after")
        return super().events_after(known)

    def rights_number(self) -> int:
        self._ask("rights")
        return super().rights_number()

    def active_tokens(self, hashes: Collection[bytes]) -> set[bytes]:
        self._ask("good")
        return super().active_tokens(hashes)

    def initial_state(self, game_id: str) -> tuple[Game, Sequence[int]]:
        self._ask("begin")
        return super().initial_state(game_id)

    def visible_events(self, game_id: str, viewer: Viewer, after: int, limit: int, upto: int) -> list[Event]:
        self._ask("seen")
        return super().visible_events(game_id, viewer, after, limit, upto)


class FakeClock:
    """A clock in seconds that tests set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def reader_of(caller: Caller) -> Reader:
    """Return a reader whose token was checked just now."""
    return Reader(
        caller.id, token_hash(caller.token or ""), accounts.rights_number(caller.app.extensions["dobon"].pool)
    )


def subscribed(
    house: House, table: Table, after: int | None = None
) -> tuple[Subscriptions, CountedSource, FakeClock, EventStream]:
    """Open a stream that begins at the game's version, or at `after`."""
    source, hour = CountedSource(house), FakeClock()
    names = dependencies(house.app).names.seats_of
    following = Subscriptions(source, clock=hour, names=names, time_of=lambda _: house.time.now)
    version = table.log()[0]
    reader = table.people[0]
    stream = following.subscribe(table.id, reader_of(reader), version if after is None else after, version)
    assert stream is not None
    assert stream.next_chunk() == START + beat(house.time.now)
    return following, source, hour, stream


def versions(*pieces: bytes | None) -> list[int]:
    return [message.data["version"] for message in messages(piece or b"" for piece in pieces)]


def pending_versions(stream: EventStream) -> list[int]:
    """Return the versions of all that the stream can send now."""
    found: list[bytes] = []
    while (piece := stream.next_chunk()) != b"":
        found.append(stream.catch_up() if piece is None else piece)
    return versions(*found)


def test_an_idle_stream_sends_heartbeats(house: House) -> None:
    table = house.table()
    following, _, hour, stream = subscribed(house, table)
    for _ in range(3):
        assert stream.next_chunk() == b""
        assert stream.until_heartbeat() == HEARTBEAT_SECONDS
        hour.now += HEARTBEAT_SECONDS - 1
        assert (stream.next_chunk(), stream.until_heartbeat()) == (b"", 1)
        hour.now += 1
        assert stream.next_chunk() == beat(house.time.now)
    hour.now += 10
    table.turn.act(table.id, "draw")
    following.feed({table.id: table.log()[0]})
    assert stream.next_chunk() not in (b"", beat(house.time.now))
    assert stream.until_heartbeat() == HEARTBEAT_SECONDS, "an event is a sign of life too"


def test_a_stream_tells_the_time_when_actions_of_its_seat_are_allowed(house: House) -> None:
    table = house.table_where(
        lambda table: "play" in names_of(table.turn.view(table.id)), options={"claim_grace_seconds": 3}
    )
    turn = table.turn
    following, _, hour, other = subscribed(house, Table(house, table.id, table.join_code, [table.waiting]))
    stream = following.subscribe(table.id, reader_of(turn), table.log()[0], table.log()[0])
    assert stream is not None
    assert (stream.next_chunk(), stream.next_chunk()) == (START + beat(house.time.now), b"")
    assert (other.next_chunk(), other.until_heartbeat()) == (b"", HEARTBEAT_SECONDS)
    assert stream.until_heartbeat() == pytest.approx(3, abs=0.01)
    house.time.passes(3)
    hour.now += 3
    assert stream.until_heartbeat() < 0.01
    assert (stream.next_chunk(), other.next_chunk()) == (beat(house.time.now), b"")
    assert (stream.next_chunk(), stream.until_heartbeat()) == (b"", HEARTBEAT_SECONDS)


def test_a_stream_tells_the_time_of_its_game(house: House) -> None:
    """A clock that was an hour ahead has moved the time of the game, and with it its deadlines."""
    table = house.table()
    right = house.time.now
    house.time.passes(3600)
    table.turn.act(table.id, "draw")
    house.time.now = right
    following = Subscriptions(CountedSource(house), time_of=house.tables.time_of)
    version = table.log()[0]
    stream = following.subscribe(table.id, reader_of(table.turn), version, version)
    assert stream is not None
    now = table.turn.view(table.id)["now"]
    assert now == later(right, seconds=3600)
    assert stream.next_chunk() == START + beat(now)


def names_of(view: dict[str, Any]) -> set[str]:
    return {action["type"] for action in actions_of(view)}


def test_a_heartbeat_is_no_message() -> None:
    told = beat("2026-11-21T03:24:00.000000Z")
    assert list(messages([START, told, told])) == []


def test_events_are_read_once_for_all_subscribers_of_a_game(house: House) -> None:
    table = house.table()
    following, source, _, first = subscribed(house, table)
    others = [
        following.subscribe(table.id, reader_of(person), table.log()[0], table.log()[0]) for person in table.people * 10
    ]
    after = table.log()[0]
    table.turn.act(table.id, "draw")
    source.asked.clear()
    following.feed({table.id: table.log()[0]})
    assert source.asked == ["after", "rights"]
    for other in others:
        assert other is not None
        assert other.next_chunk() == START + beat(house.time.now)
        assert versions(other.next_chunk()) == [after + 1]
    assert versions(first.next_chunk()) == [after + 1]
    assert source.asked == ["after", "rights"]


def test_the_stream_of_a_delayed_spectator_is_delayed(house: House) -> None:
    table = house.table(listed=True, spectators="delayed", spectator_delay=3)
    following, _, _, player = subscribed(house, table, 0)
    outsider, version = house.player("Kai"), table.log()[0]
    stream = following.subscribe(table.id, reader_of(outsider), 0, version)
    assert stream is not None
    assert pending_versions(stream) == list(range(1, version))
    for _ in range(9):
        table.turn.act(table.id, "draw")
        following.feed({table.id: table.log()[0]})
        shown = max(version - 1, table.log()[0] - 3)
        assert pending_versions(stream) in ([], [shown])
        assert stream.sent == shown
        assert shown == outsider.view(table.id)["version"]
    assert pending_versions(player) == list(range(1, table.log()[0] + 1))


def test_a_player_who_subscribes_right_after_joining_is_not_an_outsider(house: House) -> None:
    aoi, ren = house.player(), house.player("Ren")
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    table = Table(house, game["id"], game["join_code"], [aoi])
    following, _, _, _ = subscribed(house, table)
    assert ren.post(f"{table.path}/seats", {"join_code": table.join_code}).status_code == 201
    stream = following.subscribe(table.id, reader_of(ren), 3, table.log()[0])
    assert stream is not None
    assert (stream.next_chunk(), stream.next_chunk()) == (START + beat(house.time.now), b"")
    following.feed({table.id: table.log()[0]})
    assert versions(stream.next_chunk()) == [4]


def test_a_slow_reader_costs_no_memory_and_misses_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.streaming.event_stream.RECENT", kept := 16)
    table = house.table(4, options={"hand_size": 1, "rounds": 20})
    following, source, _, slow = subscribed(house, table, 0)
    while table.log()[0] < 100:
        before = table.log()[0]
        take_any_action(table)
        assert table.log()[0] > before
        following.feed({table.id: table.log()[0]})
    assert len(slow.topic.snapshot.events) == kept
    assert slow.next_chunk() is None, "the reader is further behind than the recent events reach"
    assert source.asked.count("seen") == 0
    found: list[bytes] = []
    while slow.sent < table.log()[0]:
        piece = slow.next_chunk()
        found.append(slow.catch_up() if piece is None else piece)
    assert versions(*found) == list(range(1, table.log()[0] + 1))
    assert [message.data for message in messages(found)] == listing(table.people[0], table.id)
    assert slow.next_chunk() == b""


def test_events_of_a_round_that_has_ended_are_sent_open(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.streaming.event_stream.RECENT", 10_000)
    table = house.table(1, bots=["novice", "careful"], options={"hand_size": 1})
    following, source, _, stream = subscribed(house, table)
    begun = table.log()[0]
    table.played_until(lambda view: view["status"] == "finished")
    while stream.topic.version < table.log()[0]:
        following.feed({table.id: table.log()[0]})
    found = list[bytes]()
    while not stream.ended:
        found.append(stream.next_chunk() or b"")
    *sent, end = (message.data for message in messages(found))
    assert sent == listing(table.people[0], table.id, begun)
    assert (end, source.asked.count("seen")) == ({"reason": "game-over"}, 0)


def take_any_action(table: Table) -> None:
    for person in table.people:
        actions = [action for action in actions_of(person.view(table.id)) if action["type"] != "dobon"]
        if actions:
            assert person.post(f"{table.path}/actions", actions[-1]).status_code == 200
            return


def test_a_revoked_token_receives_no_later_events(house: House) -> None:
    table = house.table_where(lambda table: table.turn is table.people[1])
    following, _, _, stream = subscribed(house, table)
    accounts.revoke(house.pool, table.people[0].token or "")
    assert table.people[1].act(table.id, "draw").status_code == 200
    following.feed({table.id: table.log()[0]})
    assert stream.next_chunk() == b'event: end\ndata: {"reason":"unauthorized"}\n\n'
    assert stream.ended


def test_a_revoked_token_ends_an_idle_stream(house: House) -> None:
    table = house.table()
    following, source, hour, stream = subscribed(house, table)
    accounts.revoke(house.pool, table.people[0].token or "")
    source.asked.clear()
    following.feed({})
    assert (stream.next_chunk(), source.asked) == (b"", [])
    hour.now += RIGHTS_SECONDS
    following.feed({})
    assert source.asked == ["rights", "good"]
    assert orjson.loads((stream.next_chunk() or b"").split(b"data: ")[1]) == {"reason": "unauthorized"}


def test_a_database_outage_loses_no_event(house: House) -> None:
    table = house.table()
    following, source, _, stream = subscribed(house, table)
    after = table.log()[0]
    table.turn.act(table.id, "draw")
    source.away = True
    for _ in range(3):
        with pytest.raises(Unavailable):
            following.feed({table.id: table.log()[0]})
    assert stream.next_chunk() == b""
    source.away = False
    table.turn.act(table.id, "draw")
    following.feed({table.id: table.log()[0]})
    assert versions(stream.next_chunk()) == list(range(after + 1, table.log()[0] + 1))


def test_a_stopping_process_ends_its_streams_and_opens_no_more(house: House) -> None:
    table = house.table()
    following, _, _, stream = subscribed(house, table)
    woken: list[bool] = []
    stream.wake = lambda: woken.append(True)
    following.close()
    assert woken
    assert stream.next_chunk() == b'event: end\ndata: {"reason":"stopping"}\n\n'
    assert following.subscribe(table.id, Reader("p", b"t", 0), 0, 1) is None
    following.unsubscribe(stream)
    following.unsubscribe(stream)
    assert following.open == 0
    assert table.id not in following
