"""Cached accounts: no round trip for a token, and no right that outlives its end by more than a second."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from domain.log.moments import later
from infra.accounts import account_cache, accounts, sessions, suspensions
from infra.accounts.account_cache import FRESH_SECONDS, AccountCache
from infra.accounts.accounts import Account
from infra.accounts.tokens import token_hash
from infra.clock import now
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable


class Clock:
    """A clock in seconds that tests set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def cache(pool: Pool, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[AccountCache]:
    """A cache that polls only when the test says so."""
    monkeypatch.setattr(account_cache, "POLL_SECONDS", 3600)
    made = AccountCache(pool, clock=clock)
    yield made
    made.close()


@contextmanager
def without_database(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def away(*_: Any) -> Any:
        raise Unavailable("gone")

    with monkeypatch.context() as patched:
        patched.setattr(account_cache, "accounts_of", away)
        patched.setattr(account_cache, "rights_number", away)
        yield


def test_a_known_token_costs_no_query(pool: Pool, cache: AccountCache, monkeypatch: pytest.MonkeyPatch) -> None:
    player, _, token = accounts.create_player(pool, "Aoi")
    assert cache.known(token) is None
    assert cache.account_of(token) == Account(player, "Aoi")
    with without_database(monkeypatch):
        assert cache.account_of(token) == Account(player, "Aoi")
        assert cache.known(token) == Account(player, "Aoi")


def test_an_unknown_token_is_looked_up_each_time(pool: Pool, cache: AccountCache) -> None:
    for token in ("dbn_" + "A" * 43, "Aoi", ""):
        assert cache.account_of(token) is None
        assert cache.known(token) is None


def test_an_account_is_not_trusted_longer_than_the_number_was_read(
    pool: Pool, cache: AccountCache, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = accounts.create_player(pool, "Aoi")[2]
    cache.account_of(token)
    clock.now += FRESH_SECONDS - 0.01
    assert cache.known(token)
    with without_database(monkeypatch):
        with pytest.raises(Unavailable):
            cache.poll()
        clock.now += 0.01
        assert cache.known(token) is None
        with pytest.raises(Unavailable):
            cache.account_of(token)
    cache.poll()
    assert cache.known(token)
    clock.now += FRESH_SECONDS - 0.01
    assert cache.known(token)


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_revoked_token_is_forgotten_with_the_next_poll(
    pool: Pool, owner: psycopg.Connection[Any], cache: AccountCache, *, by_hand: bool
) -> None:
    (_, _, token), (_, _, other) = (accounts.create_player(pool, name) for name in ("Aoi", "Ren"))
    assert cache.account_of(token)
    assert cache.account_of(other)
    if by_hand:
        owner.execute("UPDATE dobon.tokens SET revoked_at = created_at WHERE hash = %s", [accounts.token_hash(token)])
    else:
        accounts.revoke(pool, token)
    assert cache.known(token), "this process does not know yet"
    cache.poll()
    assert cache.known(token) is None
    assert cache.account_of(token) is None
    assert cache.known(other), "all others stay cached"


def test_a_suspension_and_its_end_arrive_with_the_next_poll(pool: Pool, cache: AccountCache) -> None:
    (player, _, token), (admin, _, _) = accounts.create_player(pool, "Aoi"), accounts.create_admin(pool, "Root")
    cache.account_of(token)
    for change, suspended in ((suspensions.suspend, True), (suspensions.lift, False)):
        change(pool, admin, player, "because")
        cache.poll()
        found = cache.known(token)
        assert found is not None
        assert found.suspended is suspended


def test_an_answer_read_before_a_change_is_not_cached(
    pool: Pool, cache: AccountCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, _, token), (_, _, other) = (accounts.create_player(pool, name) for name in ("Aoi", "Ren"))
    cache.account_of(other)
    late = accounts.accounts_of(pool, [accounts.token_hash(token)])
    accounts.revoke(pool, token)
    cache.poll()
    with monkeypatch.context() as patched:
        patched.setattr(account_cache, "accounts_of", lambda *_: late)
        assert cache.account_of(token), "the request that asked before the change may be answered"
    assert cache.known(token) is None
    assert cache.account_of(token) is None


def test_a_change_of_this_process_takes_effect_at_once(
    pool: Pool, cache: AccountCache, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = accounts.create_player(pool, "Aoi")[2]
    cache.account_of(token)
    number = accounts.rights_number(pool)
    accounts.revoke(pool, token)
    with monkeypatch.context() as patched:  # a poll that asked before the change is answered after it

        def read_before(*_: object) -> int:
            clock.now += 0.1
            cache.expire()
            return number

        patched.setattr(account_cache, "rights_number", read_before)
        cache.poll()
    assert cache.known(token) is None
    assert cache.account_of(token) is None


def test_the_number_of_cached_accounts_is_limited(
    pool: Pool, cache: AccountCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_cache, "MAX_ACCOUNTS", 3)
    tokens = [accounts.create_player(pool, "Aoi")[2] for _ in range(5)]
    assert all(cache.account_of(token) for token in tokens)
    assert [cache.known(token) is not None for token in tokens] == [False, False, True, True, True]


def test_unused_accounts_are_dropped(pool: Pool, cache: AccountCache, clock: Clock) -> None:
    used, unused = (accounts.create_player(pool, "Aoi")[2] for _ in range(2))
    cache.account_of(unused)
    clock.now += account_cache.KEPT_SECONDS
    cache.account_of(used)
    clock.now += 0.5
    cache.poll()
    assert len(cache._entries) == 1


def used_at(pool: Pool, token: str) -> str | None:
    with pool.connection() as connection:
        row = connection.execute("SELECT used_at FROM dobon.tokens WHERE hash = %s", [token_hash(token)]).fetchone()
    assert row is not None
    found: str | None = row[0]
    return found


def test_the_use_of_a_token_is_noted_once_an_hour(pool: Pool, cache: AccountCache, clock: Clock) -> None:
    token = accounts.create_player(pool, "Aoi")[2]
    cache.account_of(token)
    first, second, third = (later(now(), seconds=seconds) for seconds in (3700, 3800, 7400))
    cache.note_uses(first)
    assert used_at(pool, token) == first
    clock.now += 100
    cache.account_of(token)
    cache.note_uses(second)
    assert used_at(pool, token) == first
    clock.now += 3600
    cache.account_of(token)
    cache.note_uses(third)
    assert used_at(pool, token) == third


def test_an_unused_token_is_not_noted(
    pool: Pool, cache: AccountCache, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = accounts.create_player(pool, "Aoi")[2]
    cache.account_of(token)
    cache.note_uses(later(now(), seconds=3700))
    clock.now += 7200
    with monkeypatch.context() as patched:
        patched.setattr(sessions, "note_uses", None)
        cache.note_uses(later(now(), seconds=7300))


def test_noting_a_use_changes_no_right(pool: Pool, cache: AccountCache) -> None:
    token = accounts.create_player(pool, "Aoi")[2]
    cache.account_of(token)
    before = accounts.rights_number(pool)
    cache.note_uses(later(now(), seconds=3700))
    assert used_at(pool, token) is not None
    assert accounts.rights_number(pool) == before


def test_without_caching_every_token_is_looked_up(pool: Pool) -> None:
    cache, token = AccountCache(pool, fresh_seconds=0), accounts.create_player(pool, "Aoi")[2]
    assert cache.account_of(token)
    accounts.revoke(pool, token)
    assert cache.account_of(token) is None


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE dobon.players SET name = '-' WHERE id = %s",
        "UPDATE dobon.tokens SET revoked_at = created_at WHERE player_id = %s",
        "UPDATE dobon.tokens SET hash = sha256(hash) WHERE player_id = %s",
        "DELETE FROM dobon.tokens WHERE player_id = %s",
    ],
)
def test_every_change_of_an_account_is_counted(pool: Pool, owner: psycopg.Connection[Any], change: str) -> None:
    player = accounts.create_player(pool, "Aoi")[0]
    before = accounts.rights_number(pool)
    owner.execute(change, [player])
    assert accounts.rights_number(pool) > before


def test_only_triggers_change_the_number(pool: Pool) -> None:
    with pool.connection() as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("UPDATE dobon.rights SET number = 0")
