"""The event store: it returns events as they were appended, and one statement writes all of a command or nothing."""

import uuid
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg.errors import CheckViolation, UniqueViolation

from domain.game.spectators import LIVE
from domain.log.events import LoggedEvent
from domain.log.log_format import canonical
from infra.event_store import claims, store
from infra.event_store.canonical_json import canonical_text
from infra.event_store.store import Append, Claim, IdempotencyKey, NewGame
from infra.postgres.pool import Pool
from infra.postgres.tables import games
from prove.harness.random_games import reseal
from prove.harness.service_games import START, read_rows

ACCOUNT = "11111111-1111-4111-8111-111111111111"
FAR = "2999-01-01T00:00:00.000000Z"
NASTY = 'a"b\\c,{d}\n\t\x01é場🂡 NULL \u2028'
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


@given(VALUES)
def test_stored_json_has_the_bytes_that_are_hashed(value: object):
    assert canonical_text(value).encode() == canonical(value)


LAST_LINK = b"\x07" * 32


def appended(count: int, game: str, expected: int = 0) -> Append:
    """Return an append of some events with a row in every other table; each event is a claim."""
    events = [
        LoggedEvent(
            "a-thing", {"n": n, "text": NASTY}, {"0": {"card": "H7"}, "table": {"x": [NASTY]}}, version=n, at=START
        )
        for n in range(expected + 1, expected + count + 1)
    ]
    head = ""
    for event in events:
        head = reseal(game, head, event, bytes(32))
    bodies = [store.encode(event) for event in events]
    made = [
        Claim(
            n,
            1,
            n % 7,
            ACCOUNT if n % 2 else None,
            "call",
            1,
            n % 3 == 0,
            {"card": "H7", "hand": ["S1"], "formulas": ["3+4", NASTY]},
            START,
        )
        for n in range(expected + 1, expected + count + 1)
    ]
    created = NewGame(
        "dobon-sato", {"a": 1}, 4, listed=True, join_code="ABCDEF", created_by=ACCOUNT, created_at=START, spectators=LIVE,
        spectator_delay=0, last_link=LAST_LINK,
    )  # fmt: skip
    return Append(
        game,
        expected,
        events,
        bodies,
        actors=[ACCOUNT, *[store.CLOCK] * (count - 1)],
        status="playing",
        round=1,
        due_at=FAR,
        summary={},
        created=None if expected else created,
        key=IdempotencyKey(ACCOUNT, f"{NASTY}{expected}".replace("\x01", ""), b"\x00\xff" * 16),
        claims=made,
        seated={expected + 1: ACCOUNT},
        unseated=[expected] if expected else [],
    )


@pytest.mark.parametrize("count", [1, 2, 5])
def test_events_are_read_as_they_were_appended(pool: Pool, count: int):
    first = appended(count, str(uuid.uuid4()))
    more = appended(count, first.game, count)
    game, events = first.game, first.events + more.events
    with pool.connection() as conn:
        assert store.append(conn, first)
        assert store.append(conn, more)
        assert store.read(conn, game) == events
        assert store.read(conn, game, after=1, limit=1) == events[1:2]
        assert store.read(conn, game, upto=count) == events[:count]
        assert store.last_link(conn, game) == LAST_LINK
        assert more.key is not None
        assert store.events_of_command(conn, game, ACCOUNT, more.key.key) == (more.key.request, count + 1, 2 * count)
        assert claims.read_claims(conn, game) == first.claims + more.claims
        rows = read_rows(pool, game)
    assert [row[5] for row in rows["events"]] == first.actors + more.actors
    assert [row[1:3] for row in rows["game_seats"]] == [
        (seat, ACCOUNT) for seat in {1, count + 1} - ({count} if count == 1 else set())
    ]
    row = dict(zip(games.columns.keys(), rows["games"][0], strict=True))
    assert [row[name] for name in ("status", "round", "version", "head", "due_at")] == [
        "playing", 1, 2 * count, events[-1].digest, FAR,
    ]  # fmt: skip


@pytest.mark.parametrize("expected", [1, 2, 4, 5])
def test_an_unexpected_version_writes_nothing(pool: Pool, expected: int):
    first = appended(3, str(uuid.uuid4()))
    with pool.connection() as conn:
        assert store.append(conn, first)
        before = read_rows(pool, first.game)
        assert not store.append(conn, appended(2, first.game, expected))
        assert read_rows(pool, first.game) == before


def test_another_digest_of_the_expected_version_writes_nothing(pool: Pool):
    first = appended(3, str(uuid.uuid4()))
    more = appended(2, first.game, 3)
    with pool.connection() as conn:
        assert store.append(conn, first)
        before = read_rows(pool, first.game)
        assert not store.append(conn, replace(more, previous="00" * 32))
        assert read_rows(pool, first.game) == before
        assert store.append(conn, replace(more, previous=first.events[-1].digest))


def test_a_used_key_writes_nothing(pool: Pool):
    first = appended(3, str(uuid.uuid4()))
    with pool.connection() as conn:
        assert store.append(conn, first)
        before = read_rows(pool, first.game)
        with pytest.raises(UniqueViolation):
            store.append(conn, replace(appended(2, first.game, 3), key=first.key))
        assert read_rows(pool, first.game) == before


def test_a_failure_in_one_table_rolls_back_all_others(pool: Pool):
    first = appended(3, str(uuid.uuid4()))
    assert first.created is not None
    with pool.connection() as conn:
        with pytest.raises(CheckViolation):
            store.append(conn, replace(first, created=replace(first.created, last_link=b"short")))
        assert not any(read_rows(pool, first.game).values())


def test_a_game_is_created_once(pool: Pool):
    first = appended(2, str(uuid.uuid4()))
    with pool.connection() as conn:
        assert store.append(conn, first)
        with pytest.raises(UniqueViolation):
            store.append(conn, replace(first, key=None))
        assert store.read(conn, first.game) == first.events
