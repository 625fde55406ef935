"""The streams of all accounts in one process: each notification once, whatever is committed and opened meanwhile.

Nothing runs in a thread: time, the database and each poll are values.
"""

import re
from collections.abc import Mapping

import pytest

from api.streaming import account_subscriptions
from api.streaming.account_stream import AccountStream
from api.streaming.account_subscriptions import BATCH, AccountSubscriptions
from api.streaming.hub import POLL_SECONDS
from domain.running.notifications import Notification
from infra.accounts import accounts
from infra.accounts.tokens import token_hash
from infra.notifications import notifications
from infra.notifications.notifications import News, Positioned
from infra.streams.account_updates import AccountUpdates
from prove.harness.application import Caller, House
from tests.api.streaming.test_event_stream import FakeClock, reader_of


class CountedUpdates(AccountUpdates):
    """The database with its reads counted; `between` runs after the position of a new stream was read."""

    def __init__(self, house: House) -> None:
        super().__init__(house.pool, lambda: house.time.now)
        self.read: list[str] = []

    def between(self) -> None:
        """Do nothing."""

    def newest_position(self, account: str) -> int:
        found = super().newest_position(account)
        self.between()
        return found

    def new_since(self, place: int, limit: int) -> News:
        self.read.append("news")
        return super().new_since(place, limit)

    def notifications_after(self, known: Mapping[str, int], limit: int) -> dict[str, list[Positioned]]:
        self.read.append(f"{len(known)} accounts")
        return super().notifications_after(known, limit)

    def rights_number(self) -> int:
        self.read.append("rights")
        return super().rights_number()

    def listen(self) -> None:
        """Leave the table of listeners as it is."""


@pytest.fixture
def source(house: House) -> CountedUpdates:
    return CountedUpdates(house)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def streams(source: CountedUpdates, clock: FakeClock) -> AccountSubscriptions:
    return AccountSubscriptions(source, clock=clock)


def open_stream(streams: AccountSubscriptions, player: Caller) -> AccountStream:
    stream = streams.subscribe(reader_of(player), None)
    assert stream
    assert stream.next_chunk()
    return stream


def positions(stream: AccountStream) -> list[int]:
    """Return the positions that the stream sends now."""
    found: list[int] = []
    while (chunk := stream.next_chunk()) != b"":
        found += map(int, re.findall(rb"(?m)^id: (\d+)$", stream.catch_up() if chunk is None else chunk))
    return found


def started(house: House, player: Caller) -> Notification:
    return Notification(player.id, "started", house.time.now)


def tell(house: House, *players: Caller) -> None:
    """Add a notification of each of these accounts, in one transaction."""
    with house.pool.connection() as conn, conn.transaction():
        notifications.add(conn, [started(house, player) for player in players], house.time.now)


def test_a_poll_reads_as_much_for_many_accounts_as_for_one(
    house: House, streams: AccountSubscriptions, source: CountedUpdates
) -> None:
    listening = [open_stream(streams, house.player()) for _ in range(20)]
    streams.feed()
    source.read.clear()
    for _ in range(3):
        assert streams.feed()
    assert source.read == ["news"] * 3
    assert [positions(stream) for stream in listening] == [[]] * 20


def test_each_account_gets_its_own_notifications_once(house: House, streams: AccountSubscriptions) -> None:
    me, other, nobody = house.player(), house.player("Kai"), house.player("Ren")
    mine, theirs = open_stream(streams, me), open_stream(streams, other)
    streams.feed()
    tell(house, me, nobody, me, other)
    for _ in range(2):
        streams.feed()
    assert (positions(mine), positions(theirs)) == ([1, 2], [1])
    tell(house, me)
    streams.feed()
    assert (positions(mine), positions(theirs)) == ([3], [])


def test_a_notification_that_was_fed_while_a_stream_was_opened_is_sent(
    house: House, streams: AccountSubscriptions, source: CountedUpdates, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = house.player()
    open_stream(streams, house.player("Kai"))
    streams.feed()

    def tell_and_feed() -> None:
        tell(house, me)
        streams.feed()

    monkeypatch.setattr(source, "between", tell_and_feed)
    stream = open_stream(streams, me)
    streams.feed()
    assert positions(stream) == [1]


def test_a_transaction_that_commits_late_is_not_skipped(house: House, streams: AccountSubscriptions) -> None:
    me, other = house.player(), house.player("Kai")
    mine, theirs = open_stream(streams, me), open_stream(streams, other)
    streams.feed()
    with house.pool.connection() as conn, conn.transaction():
        notifications.add(conn, [started(house, me)], house.time.now)
        tell(house, other)
        for _ in range(2):
            streams.feed()
        assert (positions(mine), positions(theirs)) == ([], [1])
    streams.feed()
    assert (positions(mine), positions(theirs)) == ([1], [])


def test_more_notifications_than_one_read_returns_are_all_sent(
    house: House, streams: AccountSubscriptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_subscriptions, "FEED_BATCH", 5)
    players = [house.player(name) for name in ("Aoi", "Kai", "Ren")]
    listening = [open_stream(streams, player) for player in players]
    streams.feed()
    tell(house, *players, *[players[2]] * BATCH)
    for _ in range(2):
        streams.feed()
    assert [positions(stream) for stream in listening] == [[1], [1], [*range(1, BATCH + 2)]]
    tell(house, *players)
    streams.feed()
    assert [positions(stream) for stream in listening] == [[2], [2], [BATCH + 2]]


def test_nothing_is_lost_while_the_database_is_away(
    house: House, streams: AccountSubscriptions, source: CountedUpdates, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = house.player()
    stream = open_stream(streams, me)
    tell(house, me)
    with monkeypatch.context() as patched:
        patched.setattr(notifications, "new_since", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            streams.feed()
    streams.feed()
    assert positions(stream) == [1]


def test_a_stream_that_is_opened_after_a_pause_gets_what_is_new(house: House, streams: AccountSubscriptions) -> None:
    me = house.player()
    first = open_stream(streams, me)
    streams.feed()
    streams.unsubscribe(first)
    assert not streams.feed()
    tell(house, me)
    stream = open_stream(streams, me)
    tell(house, me)
    streams.feed()
    assert positions(stream) == [2]


def test_the_stream_of_a_removed_session_ends_within_a_second(
    house: House, streams: AccountSubscriptions, clock: FakeClock
) -> None:
    me = house.player()
    stream = open_stream(streams, me)
    streams.feed()
    session = me.get("/v1/players/me/sessions").json["sessions"][0]["id"]
    assert me.delete(f"/v1/players/me/sessions/{session}?confirm=true").status_code == 204
    ended: list[bytes | None] = []
    removed_at = clock.now
    while clock.now < removed_at + 1 - POLL_SECONDS and not stream.ended:
        clock.now += POLL_SECONDS
        streams.feed()
        ended.append(stream.next_chunk())
    assert ended[-1] == b'event: end\ndata: {"reason":"unauthorized"}\n\n'


def test_a_removed_session_gets_no_notification_that_follows(house: House, streams: AccountSubscriptions) -> None:
    me = house.player()
    stream = open_stream(streams, me)
    streams.feed()
    assert me.delete("/v1/players/me/token").status_code == 204
    tell(house, me)
    streams.feed()
    assert stream.next_chunk() == b'event: end\ndata: {"reason":"unauthorized"}\n\n'
    assert accounts.active_tokens(house.pool, [token_hash(me.token or "")]) == set()
