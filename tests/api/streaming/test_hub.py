from collections.abc import Mapping
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

from api.streaming.hub import UpdateHub, Wait, WaitResult
from api.streaming.rights import Reader


class Versions:
    """Newest versions as a database would return them; notes each query."""

    def __init__(self, **versions: int) -> None:
        self.versions = versions
        self.asked: SimpleQueue[Mapping[str, int]] = SimpleQueue()
        self.broken = False

    def newest_versions(self, known: Mapping[str, int]) -> Mapping[str, int]:
        self.asked.put(known)
        if self.broken:
            raise OSError("gone")
        return {game: version for game, version in self.versions.items() if version > known.get(game, version)}

    def no_subscribers(self, *_: Any) -> Any:
        raise AssertionError("no game has subscribers")

    def rights_number(self) -> int:
        return 0

    events_after = active_tokens = initial_state = visible_events = stamps_after = stamps_of = no_subscribers


class NoAccounts:
    """The database of accounts that have no streams."""

    def no_streams(self, *_: Any) -> Any:
        raise AssertionError("no account has a stream")

    newest_position = feed_place = new_since = notifications_after = no_streams
    listen = rights_number = active_tokens = no_streams


def hub(versions: Versions, **more: Any) -> UpdateHub:
    return UpdateHub(versions, NoAccounts(), **more)


def wait(tail: UpdateHub, game: str, known: int, seconds: float, account: str = "aoi") -> WaitResult:
    return tail.wait(Wait(game, known, Reader(account, b"x", 0), monotonic() + seconds))


def waiting(tail: UpdateHub, game: str, known: int) -> tuple[Thread, list[WaitResult]]:
    found: list[WaitResult] = []
    thread = Thread(target=lambda: found.append(wait(tail, game, known, 30)))
    thread.start()
    return thread, found


def test_a_wait_ends_with_a_new_version() -> None:
    versions = Versions(a=3)
    tail = hub(versions, interval=0.001)
    assert wait(tail, "a", 2, 30) is WaitResult.MOVED
    thread, found = waiting(tail, "a", 3)
    for _ in range(3):
        versions.asked.get(timeout=30)
    assert not found
    versions.versions["a"] = 4
    thread.join(30)
    assert found == [WaitResult.MOVED]
    tail.close()


def test_a_wait_ends_at_its_timeout() -> None:
    tail = hub(Versions(a=3), interval=0.001)
    assert wait(tail, "a", 3, 0.01) is WaitResult.SAME
    assert wait(tail, "b", 0, 0.01) is WaitResult.SAME
    tail.close()


def test_the_waiter_with_the_older_version_is_woken_first() -> None:
    versions = Versions(a=3)
    tail = hub(versions, interval=0.001)
    later, still = waiting(tail, "a", 3)
    while not tail._waiters:
        pass
    assert wait(tail, "a", 2, 30) is WaitResult.MOVED
    assert not still
    versions.versions["a"] = 4
    later.join(30)
    assert still == [WaitResult.MOVED]
    tail.close()


def test_a_commit_of_this_process_is_noticed_without_a_query() -> None:
    versions = Versions(a=3)
    tail = hub(versions, interval=3600)
    thread, found = waiting(tail, "a", 3)
    while not tail._waiters:
        pass
    tail.notify("b", 9)
    tail.notify("a", 3)
    assert not found
    tail.notify("a", 4)
    thread.join(30)
    assert found == [WaitResult.MOVED]
    tail.close()


def test_a_wait_survives_a_database_outage() -> None:
    versions = Versions(a=3)
    versions.broken = True
    tail = hub(versions, interval=0.001)
    thread, found = waiting(tail, "a", 2)
    for _ in range(3):
        versions.asked.get(timeout=30)
    versions.broken = False
    thread.join(30)
    assert found == [WaitResult.MOVED]
    tail.close()


def test_the_database_is_not_polled_without_waiters() -> None:
    versions = Versions(a=3)
    tail = hub(versions, interval=0.001)
    wait(tail, "a", 3, 0.01)
    assert not tail._waiters
    assert tail.waiting == 0
    assert not tail.poll_once()
    tail.close()


def test_the_number_of_waiters_is_limited() -> None:
    tail = hub(Versions(), limit=1, interval=3600)
    thread, found = waiting(tail, "a", 0)
    while not tail._waiters:
        pass
    assert wait(tail, "a", 0, 30) is WaitResult.REFUSED
    tail.close()
    thread.join(30)
    assert found == [WaitResult.SAME]
    assert wait(tail, "a", 0, 30) is WaitResult.REFUSED
