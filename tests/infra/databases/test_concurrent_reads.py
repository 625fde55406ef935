"""Reads from several databases at the same time. They are stand-ins; `tests/api/test_dead_shard.py` has real ones."""

import logging
from collections.abc import Callable
from threading import Event
from time import monotonic
from types import SimpleNamespace
from typing import Any, cast

import pytest

from infra.databases.concurrent_reads import ConcurrentReader
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable

LONG_SECONDS = 30.0


def databases(*names: str) -> list[Pool]:
    return [cast("Pool", SimpleNamespace(name=name)) for name in names]


def failing(*names: str, failure: Exception | None = None) -> Callable[[Pool], str]:
    """Return work that returns the name of the shard, and fails in these."""

    def work(shard: Pool) -> str:
        if shard.name in names:
            raise failure or Unavailable("it does not answer")
        return shard.name

    return work


def test_all_shards_are_read():
    assert ConcurrentReader(databases("a", "b")).read(failing()) == ["a", "b"]
    assert ConcurrentReader(databases("a")).read(failing()) == ["a"]


def test_a_shard_that_fails_is_left_out_and_named_once(caplog: pytest.LogCaptureFixture):
    reader = ConcurrentReader(databases("a", "b"), LONG_SECONDS)
    with caplog.at_level(logging.WARNING):
        assert reader.read(failing("a")) == ["b"]
        for _ in range(3):
            assert "b" in reader.read(failing("a"))
        until(lambda: reader.read(failing()) == ["a", "b"])
    assert [record.getMessage() for record in caplog.records] == [
        "the database a does not answer, and its games are left out",
        "the database a answers again",
    ]


def test_a_shard_that_hangs_delays_the_others_once():
    reader, go_on = ConcurrentReader(databases("a", "b"), 0.05), Event()

    def hanging(shard: Pool) -> str:
        if shard.name == "a":
            go_on.wait(LONG_SECONDS)
        return shard.name

    assert reader.read(hanging) == ["b"]
    began = monotonic()
    for _ in range(100):
        assert reader.read(failing()) == ["b"]
    assert monotonic() - began < 100 * 0.05, "nobody waits for it"
    go_on.set()
    until(lambda: reader.read(failing()) == ["a", "b"])


def test_a_shard_that_has_failed_is_not_waited_for():
    reader, go_on = ConcurrentReader(databases("a", "b"), LONG_SECONDS), Event()
    assert reader.read(failing("a")) == ["b"]
    began = monotonic()

    def hanging(shard: Pool) -> str:
        if shard.name == "a":
            go_on.wait(LONG_SECONDS)
        return shard.name

    assert reader.read(hanging) == ["b"]
    assert monotonic() - began < LONG_SECONDS / 2
    go_on.set()


def until(holds: Callable[[], bool]) -> None:
    end = monotonic() + LONG_SECONDS
    while not holds():
        assert monotonic() < end


@pytest.mark.parametrize("names", [("a",), ("a", "b")])
def test_a_read_fails_if_no_shard_answers(names: tuple[str, ...]):
    reader = ConcurrentReader(databases(*names), LONG_SECONDS)
    for _ in range(3):
        with pytest.raises(Unavailable):
            reader.read(failing(*names))


def test_an_error_of_one_shard_is_raised():
    failure: Any = ValueError("not of a database")
    with pytest.raises(ValueError, match="not of a database"):
        ConcurrentReader(databases("a", "b"), LONG_SECONDS).read(failing("b", failure=failure))
