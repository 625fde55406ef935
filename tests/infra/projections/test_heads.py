"""Heads are entered in the public log once each, whichever process is stopped when."""

from dataclasses import replace
from typing import Any

import psycopg
import pytest

from domain.transparency import merkle
from domain.transparency.entries import ENDED, KINDS, OPENED, SEATED, Entry, entries_of
from infra.databases.pool import AccountsPool, open_pool
from infra.event_store import head_log, store
from infra.event_store.receipt_keys import Signer
from infra.postgres.advisory_lock import try_advisory_lock
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable
from infra.projections import checkpoints, heads
from infra.projections.heads import HEADS_LOCK, HeadProjector
from infra.projections.runner import ProjectionRunner
from infra.settings import Settings
from prove.harness.concurrent_commands import Race
from prove.harness.service_games import Stage, owning
from tests.infra.conftest import database
from tests.infra.event_store.test_head_log import append, newest, root_of
from tests.infra.projections.records import Stopped, finished, play_to_end

Connection = psycopg.Connection[Any]


def entered(pool: Pool, game: str) -> list[Entry]:
    """Return the entries of a game in the newest checkpoint, each with a proof that was checked."""
    state, found = newest(pool), []
    with pool.connection() as conn:
        node = head_log.node_in(conn, state.size)
        for number, entry in head_log.entries_of_game(conn, game, state.size):
            proof = merkle.inclusion_proof(number, state.size, node)
            assert merkle.is_included(merkle.leaf_hash(entry.data), number, state.size, proof, state.root)
            found.append(entry)
    return found


def all_entered(pool: Pool) -> list[Entry]:
    """Return all entries in their order, after comparing them with the root that is signed."""
    with pool.connection() as conn:
        rows = conn.execute("SELECT game_id, kind, version, head FROM dobon.head_entries ORDER BY number").fetchall()
    found = [Entry(*row) for row in rows]
    state = newest(pool)
    assert (state.size, state.root) == (len(found), root_of(found))
    return found


def expected(pool: Pool, game: str) -> list[Entry]:
    """Return the entries that follow from the log of a game."""
    with pool.connection() as conn:
        return entries_of(game, [(event.version, event.type, event.digest) for event in store.read(conn, game)])


def expected_of_all(pool: Pool) -> set[Entry]:
    with pool.connection() as conn:
        games = [game for (game,) in conn.execute("SELECT id FROM dobon.games ORDER BY id").fetchall()]
    return {entry for game in games for entry in expected(pool, game)}


def check_all(pool: Pool) -> None:
    """Compare the public log with the logs of all games: nothing is missing, and nothing is there twice."""
    found = all_entered(pool)
    assert len(found) == len(set(found))
    assert set(found) == expected_of_all(pool)


def test_a_finished_game_has_its_heads_when_it_was_opened_seated_and_ended(pool: AccountsPool) -> None:
    table = finished(pool)
    while HeadProjector(pool).run():
        pass
    found = entered(pool, table.id)
    assert [entry.kind for entry in found] == [*KINDS]
    assert found == expected(pool, table.id)
    assert (found[0].version, found[-1].version) == (1, table.game().version)
    assert found[-1].head == table.game().head


def test_each_head_is_entered_as_soon_as_its_event_is_in_the_log(own: AccountsPool) -> None:
    projector = HeadProjector(own)
    stage = Stage(own)
    opened = stage.tables.create("00000000-0000-4000-8000-000000000001", "doubt", {}, 2, [])
    projector.run()
    assert [entry.kind for entry in entered(own, opened.game.id)] == [OPENED]
    stage.tables.sit(opened.game.id, "00000000-0000-4000-8000-000000000002")
    projector.run()
    assert [entry.kind for entry in entered(own, opened.game.id)] == [OPENED, SEATED]
    stage.tables.abandon(opened.game.id, "00000000-0000-4000-8000-000000000003", "test")
    projector.run()
    assert [entry.kind for entry in entered(own, opened.game.id)] == [OPENED, SEATED, ENDED]
    check_all(own)


def test_a_later_deal_is_not_entered_again(own: AccountsPool) -> None:
    projector = HeadProjector(own)
    table = Stage(own).open(seats=3, bots=1, options={"rounds": 3})
    projector.run()
    before = entered(own, table.id)
    play_to_end(table)
    projector.run()
    assert [entry.kind for entry in before] == [OPENED, SEATED]
    assert entered(own, table.id) == [*before, expected(own, table.id)[-1]]


def test_the_runner_enters_the_heads_of_all_games(over: AccountsPool) -> None:
    ProjectionRunner(over).run()
    check_all(over)
    ProjectionRunner(over).run()
    check_all(over)


def test_a_process_that_begins_enters_nothing_again_even_if_checkpoints_are_lost(over: AccountsPool) -> None:
    HeadProjector(over).run()
    before = all_entered(over)
    assert HeadProjector(over).run() == 0
    with over.connection() as conn:
        checkpoints.delete(conn, heads.NAME)
    assert HeadProjector(over).run() == 0
    assert all_entered(over) == before


@pytest.mark.parametrize("before_checkpoint", [True, False])
def test_a_process_that_is_stopped_between_two_pages_loses_and_repeats_nothing(
    over: AccountsPool, monkeypatch: pytest.MonkeyPatch, before_checkpoint: bool
) -> None:
    """It is stopped in the second page: before its entries, or when its transaction has entered them already."""
    real, pages = head_log.append, []

    def end(conn: Connection, signer: Signer, entries: list[Entry]) -> int:
        pages.append(entries)
        if len(pages) == 2 and before_checkpoint:
            raise Stopped
        found = real(conn, signer, entries)
        if len(pages) == 2:
            raise Stopped
        return found

    projector = HeadProjector(over)
    follower = projector._followers[over]
    whole = follower.changed_games
    monkeypatch.setattr(follower, "changed_games", lambda log, conn: whole(log, conn, 1))
    with monkeypatch.context() as patch:
        patch.setattr(head_log, "append", end)
        with pytest.raises(Stopped):
            projector.run()
    assert set(all_entered(over)) == set(pages[0]) != expected_of_all(over)
    HeadProjector(over).run()
    check_all(over)


def test_processes_that_work_at_once_enter_each_head_once(over: AccountsPool, race: Race) -> None:
    race([HeadProjector(over).run for _ in range(6)])
    check_all(over)


def test_one_process_works_and_the_others_stand_by(own: AccountsPool) -> None:
    Stage(own).open()
    with own.connection() as conn, try_advisory_lock(conn, HEADS_LOCK) as taken:
        assert taken
        assert HeadProjector(own).run() == 0
        entry = Entry("00000000-0000-4000-8000-000000000001", OPENED, 1, "0" * 64)
        assert append(own, [entry]) == 1, "another database of games has a lock of its own"
    assert HeadProjector(own).run() == 2


def test_a_log_with_missing_events_waits_and_others_do_not(own: AccountsPool) -> None:
    """Rows of a game that arrives from another database may come before its events."""
    missing, whole = finished(own), finished(own)
    with owning(own) as conn:
        conn.execute(
            "CREATE TABLE public.kept AS SELECT * FROM dobon.events WHERE game_id = %s AND version = 3", (missing.id,)
        )
        conn.execute("ALTER TABLE dobon.events DISABLE TRIGGER ALL")
        conn.execute("DELETE FROM dobon.events WHERE game_id = %s AND version = 3", (missing.id,))
        HeadProjector(own).run()
        assert entered(own, missing.id) == []
        assert entered(own, whole.id) == expected(own, whole.id)
        conn.execute("INSERT INTO dobon.events SELECT * FROM public.kept")
    HeadProjector(own).run()
    assert entered(own, missing.id) == expected(own, missing.id)


def test_a_server_with_a_pool_of_one_connection_enters_heads(settings: Settings) -> None:
    with database(settings) as alone, open_pool(replace(alone, pool_size=1)) as pool:
        table = finished(pool)
        ProjectionRunner(pool).run()
        assert entered(pool, table.id) == expected(pool, table.id)


def test_a_transaction_that_stays_open_delays_no_entry(own: AccountsPool) -> None:
    projector = HeadProjector(own)
    projector.run()
    with own.connection() as other, other.transaction():
        other.execute("SELECT pg_current_xact_id()")
        table = finished(own)
        projector.run()
        assert entered(own, table.id) == expected(own, table.id)
    projector.run()
    check_all(own)


def test_a_head_that_the_standby_has_not_confirmed_is_not_entered(
    own: AccountsPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(own)
    projector = HeadProjector(own)
    with monkeypatch.context() as patch:
        patch.setattr(heads, "take_unconfirmed", lambda _: True)
        with pytest.raises(Unavailable, match="standby"):
            projector.run()
    projector.run()
    assert entered(own, table.id) == expected(own, table.id)
