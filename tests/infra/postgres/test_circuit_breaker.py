"""A shard that cannot be reached is left out for a while, and nobody waits long for it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic

import psycopg
import pytest

from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.circuit_breaker import PAUSE_SECONDS, CircuitBreaker
from infra.postgres.pool import DEAD_SECONDS, POOL_SECONDS
from infra.settings import Settings


@pytest.fixture
def half(settings: Settings, tmp_path: Path) -> Iterator[AccountsPool]:
    """A server whose second shard is dead: nobody listens at its address."""
    url = settings.database_url or ""
    dead = f"postgresql://dobon_app@localhost/dobon?host={tmp_path}"
    with open_pool(replace(settings, router_url=url, shard_urls=(url, dead))) as pool:
        yield pool


def test_a_breaker_is_open_for_a_while_after_a_failure():
    seconds = 0.0
    breaker = CircuitBreaker(lambda: seconds)
    assert (breaker.has_failed, breaker.is_open) == (False, False)
    breaker.fail()
    assert (breaker.has_failed, breaker.is_open) == (True, True)
    seconds = PAUSE_SECONDS
    assert (breaker.has_failed, breaker.is_open) == (True, False)
    breaker.succeed()
    assert (breaker.has_failed, breaker.is_open) == (False, False)


def test_nobody_waits_long_for_a_dead_shard(half: AccountsPool):
    began = monotonic()
    with pytest.raises(psycopg.OperationalError), half.games.each()[1].connection():
        pass
    assert monotonic() - began < (DEAD_SECONDS + POOL_SECONDS) / 2


def test_a_dead_shard_is_left_out(half: AccountsPool):
    with pytest.raises(psycopg.OperationalError), half.games.each()[1].connection():
        pass
    assert half.games._reachable == half.games.each()[:1]


def test_a_shard_that_answers_is_no_longer_left_out(half: AccountsPool):
    living, dead = half.games.each()
    for shard in half.games.each():
        shard.breaker.fail()
    with living.connection():
        assert half.games._reachable == (living,)
    assert dead.breaker.is_open


def test_no_shard_is_left_out_if_none_answers(half: AccountsPool):
    for shard in half.games.each():
        shard.breaker.fail()
    assert half.games._reachable == half.games.each()
