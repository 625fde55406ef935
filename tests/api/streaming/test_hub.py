from collections.abc import Mapping
from queue import SimpleQueue
from threading import Thread
from typing import Any

from api.streaming.hub import UpdateHub, WaitResult


class Versions:
    """Newest versions, as a database would give them; tells who asks that it was asked."""

    def __init__(self, **versions: int) -> None:
        self.versions = versions
        self.asked: SimpleQueue[Mapping[str, int]] = SimpleQueue()
        self.broken = False

    def newest_versions(self, known: Mapping[str, int]) -> Mapping[str, int]:
        self.asked.put(known)
        if self.broken:
            raise OSError("gone")
        return {game: version for game, version in self.versions.items() if version > known.get(game, version)}

    def nobody_follows(self, *_: Any) -> Any:
        raise AssertionError("nobody follows")

    events_after = valid_tokens = initial_state = visible_events = stamps_after = nobody_follows


def waiting(tail: UpdateHub, game: str, known: int) -> tuple[Thread, list[WaitResult]]:
    found: list[WaitResult] = []
    thread = Thread(target=lambda: found.append(tail.wait(game, known, 30)))
    thread.start()
    return thread, found


def test_a_wait_ends_when_the_database_has_more() -> None:
    versions = Versions(a=3)
    tail = UpdateHub(versions, interval=0.001)
    assert tail.wait("a", 2, 30) is WaitResult.MOVED
    thread, found = waiting(tail, "a", 3)
    for _ in range(3):
        versions.asked.get(timeout=30)
    assert not found
    versions.versions["a"] = 4
    thread.join(30)
    assert found == [WaitResult.MOVED]
    tail.close()


def test_a_wait_ends_when_its_time_is_over() -> None:
    tail = UpdateHub(Versions(a=3), interval=0.001)
    assert tail.wait("a", 3, 0.01) is WaitResult.SAME
    assert tail.wait("b", 0, 0.01) is WaitResult.SAME
    tail.close()


def test_of_two_who_wait_for_a_game_the_one_who_knows_less_goes_first() -> None:
    versions = Versions(a=3)
    tail = UpdateHub(versions, interval=0.001)
    later, still = waiting(tail, "a", 3)
    while not tail._waiters:
        pass
    assert tail.wait("a", 2, 30) is WaitResult.MOVED
    assert not still
    versions.versions["a"] = 4
    later.join(30)
    assert still == [WaitResult.MOVED]
    tail.close()


def test_a_commit_of_ones_own_is_heard_of_without_asking() -> None:
    versions = Versions(a=3)
    tail = UpdateHub(versions, interval=3600)
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


def test_a_reader_outlives_a_database_that_does_not() -> None:
    versions = Versions(a=3)
    versions.broken = True
    tail = UpdateHub(versions, interval=0.001)
    thread, found = waiting(tail, "a", 2)
    for _ in range(3):
        versions.asked.get(timeout=30)
    versions.broken = False
    thread.join(30)
    assert found == [WaitResult.MOVED]
    tail.close()


def test_nobody_is_asked_about_when_nobody_waits() -> None:
    versions = Versions(a=3)
    tail = UpdateHub(versions, interval=0.001)
    tail.wait("a", 3, 0.01)
    assert not tail._waiters
    assert tail.waiting == 0
    assert not tail.poll_once()
    tail.close()


def test_only_so_many_may_wait() -> None:
    tail = UpdateHub(Versions(), limit=1, interval=3600)
    thread, found = waiting(tail, "a", 0)
    while not tail._waiters:
        pass
    assert tail.wait("a", 0, 30) is WaitResult.REFUSED
    tail.close()
    thread.join(30)
    assert found == [WaitResult.SAME]
    assert tail.wait("a", 0, 30) is WaitResult.REFUSED
