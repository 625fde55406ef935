"""Projections can be deleted and rebuilt from the log, identical to the last byte."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import orjson
import pytest

from domain.game.fold import apply, fold
from domain.game.game import Game
from domain.game.reading import read_log
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, seen_by
from domain.ruleset.actions import Decline, Doubt, Ready
from domain.ruleset.windows import asked
from infra.event_store import claims, store
from infra.event_store.canonical_json import canonical_text
from infra.postgres.pool import Pool
from infra.projections.rebuild import rebuild
from infra.projections.snapshots import SNAPSHOT_INTERVAL, SnapshotProjector
from prove.harness.service_games import Stage, Table, owning

VIEWERS = (SERVER, SPECTATOR, 0, 1, 2)


def played(pool: Pool, moves: int = 90, **options: Any) -> Table:
    """Return a game of three players, one of them a bot, over several rounds.

    True calls are made where possible, and a false one now and then.
    """
    stage = Stage(pool)
    while True:
        table = stage.open(seats=3, bots=1, options={"rounds": 20, "hand_size": 3} | options)
        for number in range(moves):
            game = table.game()
            for seat in [seat for seat in game.unready if seat < 2]:
                table.act(seat, Ready())
            _play(table, number)
        if table.game().version > SNAPSHOT_INTERVAL + 10:
            return table


def doubted(pool: Pool, moves: int = 160, **options: Any) -> Table:
    """Return a game of Doubt of three with two decks, in which every third play is doubted."""
    table = Stage(pool).open(seats=3, bots=1, ruleset="doubt", options={"decks": 2, "rounds": 20} | options)
    for number in range(moves):
        game = table.game()
        window, able = game.table.window, [seat for seat in asked(game.state) if seat < 2]
        if window and able and number % 3 == 0:
            table.act(able[0], Doubt(window))
        elif window and able:
            table.act(able[0], Decline(window))
        else:
            table.move()
    return table


def attacked(ruleset: str, pool: Pool, moves: int = 130, **options: Any) -> Table:
    """Return a game of Durak, Kirifu or Mustamaija of three, over several rounds."""
    table = Stage(pool).open(seats=3, bots=1, ruleset=ruleset, options={"rounds": 20} | options)
    for _ in range(moves):
        table.move()
    return table


BEATING = {ruleset: partial(attacked, ruleset) for ruleset in ("durak", "kirifu", "mustamaija")}


def _play(table: Table, number: int) -> None:
    game = table.game()
    if game.status != "playing":
        return
    if number % 7 == 3:
        for seat in (0, 1):
            try:
                table.act(seat, table.call())
            except Refused:
                continue
            return
    table.move()


@pytest.mark.parametrize("of", [played, doubted, *BEATING.values()], ids=["played", "doubted", *BEATING])
def test_a_fold_from_any_snapshot_equals_the_fold_from_the_start(pool: Pool, of: Callable[[Pool], Table]):
    table = of(pool)
    SnapshotProjector(pool).run()
    with owning(pool) as conn:
        events = [*read_log(store.read(conn, table.id))]
        rows = conn.execute(
            "SELECT version, state FROM dobon.folds WHERE game_id = %s ORDER BY version", (table.id,)
        ).fetchall()
    stored = dict(rows)
    expected = [event.version for event in events if event.version % SNAPSHOT_INTERVAL == 0]
    assert [*stored] == expected
    for viewer in VIEWERS:
        seen = [seen_by(event, viewer) for event in events]
        game = fold(table.id, seen[:1])
        at = {1: canonical_text(game.stored())}
        for event in seen[1:]:
            apply(game, event)
            at[event.version] = canonical_text(game.stored())
        for version in expected:
            continued = Game.from_stored(orjson.loads(stored[version])).seen_by(viewer).copy()
            assert canonical_text(continued.stored()) == at[version]
            # The fold after the next snapshot is continued from that one.
            for event in seen[version : version + SNAPSHOT_INTERVAL]:
                apply(continued, event)
                assert canonical_text(continued.stored()) == at[event.version]
        for version in {*range(1, len(seen) + 1, 5), *expected, *(version - 1 for version in expected), len(seen)}:
            state = at[version]
            assert canonical_text(Stage(pool).tables.view(table.id, viewer, at=version).stored()) == state


def test_a_cold_read_reads_only_events_after_the_snapshot(pool: Pool, monkeypatch: pytest.MonkeyPatch):
    table = played(pool)
    SnapshotProjector(pool).run()
    asked = []
    real = store.read
    monkeypatch.setattr(
        store, "read", lambda conn, game, after=0, **more: asked.append(after) or real(conn, game, after, **more)
    )
    newest = table.stage.another_process().view(table.id, 0).version
    assert min(asked) >= newest - SNAPSHOT_INTERVAL


def test_a_projector_continues_where_another_stopped(pool: Pool):
    table = played(pool)
    SnapshotProjector(pool).run()
    before = _stored(pool, table)
    second = SnapshotProjector(pool)
    second.run()
    assert _stored(pool, table) == before
    version = table.game().version
    while table.game().version < version + SNAPSHOT_INTERVAL and table.game().status in ("playing", "between-rounds"):
        for seat in [seat for seat in table.game().unready if seat < 2]:
            table.act(seat, Ready())
        _play(table, table.game().version)
    second.run()
    assert len(_stored(pool, table)) > len(before)
    assert SnapshotProjector(pool).run() == 0, "no work is left"


def _stored(pool: Pool, table: Table) -> list[tuple[Any, ...]]:
    with owning(pool) as conn:
        return conn.execute(
            "SELECT version, state FROM dobon.folds WHERE game_id = %s ORDER BY version", (table.id,)
        ).fetchall()


def test_only_one_projector_works_at_a_time(own: Pool):
    played(own)
    with own.connection() as conn:
        conn.execute("SELECT pg_advisory_lock(%s)", (0x666F6C6473,))
        assert SnapshotProjector(own).run() == 0
        conn.execute("SELECT pg_advisory_unlock_all()")
    assert SnapshotProjector(own).run() == 1


def test_a_rebuild_agrees_with_the_live_projections(own: Pool):
    tables = [played(own), played(own, false_claim="nothing"), Stage(own).open()]
    SnapshotProjector(own).run()
    told: list[tuple[int, int]] = []
    found = rebuild(own, lambda done, total: told.append((done, total)))
    assert found.differences == []
    assert found.agrees
    assert (found.games, told) == (3, [(1, 3), (2, 3), (3, 3)])
    assert found.claims == sum(len(table.rows()["claims"]) for table in tables) > 3
    assert found.folds == sum(len(_stored(own, table)) for table in tables) > 1
    assert found.events == sum(table.game().version for table in tables)


def test_a_rebuild_names_and_repairs_wrong_rows(own: Pool):
    table = played(own)
    SnapshotProjector(own).run()
    with owning(own) as conn:
        whole = claims.read_claims(conn, table.id)
        rows = _stored(own, table)
        conn.execute("DELETE FROM dobon.claims WHERE game_id = %s AND version = %s", (table.id, whole[0].version))
        conn.execute("DELETE FROM dobon.folds WHERE game_id = %s", (table.id,))
        conn.execute(
            "INSERT INTO dobon.folds (game_id, version, state) VALUES (%s, %s, '{}'), (%s, 3, '{}')",
            (table.id, rows[0][0], table.id),
        )
    found = rebuild(own)
    assert not found.agrees
    assert f"claims {table.id} {whole[0].version}: missing" in found.differences
    assert f"folds {table.id} {rows[0][0]}: differs from the log" in found.differences
    assert f"folds {table.id} 3: not in the log" in found.differences
    assert _stored(own, table) == rows
    with own.connection() as conn:
        assert claims.read_claims(conn, table.id) == whole
    assert rebuild(own).agrees


def test_a_rebuild_names_a_wrong_row_of_a_game(own: Pool):
    table = Stage(own).open()
    with owning(own) as conn:
        conn.execute("UPDATE dobon.games SET head = 'x' WHERE id = %s", (table.id,))
    assert [difference[:5] for difference in rebuild(own).differences] == ["games"]


def test_a_rebuild_without_snapshots_agrees(own: Pool):
    played(own)
    assert rebuild(own).agrees
    assert rebuild(own).agrees


def test_claims_name_the_player_the_hand_and_the_verdict(pool: Pool):
    table = Stage(pool).open(seats=3, options={"false_claim": "nothing"})
    seat = next(seat for seat in range(3) if table.game().table.size(seat))
    table.act(seat, table.call())
    with pool.connection() as conn:
        (claim,) = claims.read_claims(conn, table.id)
    version = table.game().version
    assert (claim.seat, claim.player, claim.version) == (seat, table.players[seat], version)
    assert claim.kind == "call"
    assert len(claim.facts["hand"]) == 5, "recorded even for a call that the table does not see"
    assert claim.valid == bool(claim.facts["formulas"])


def test_a_rebuild_names_and_repairs_a_changed_doubt(own: Pool):
    table = doubted(own)
    SnapshotProjector(own).run()
    found = rebuild(own)
    assert (found.agrees, found.games) == (True, 1)
    assert found.claims > 10
    assert found.folds > 0
    with own.connection() as conn:
        before = claims.read_claims(conn, table.id)
        assert {claim.kind for claim in before} == {"doubt"}
        assert {claim.valid for claim in before} == {True, False}
        changed = [*before[1:], replace(before[0], facts={**before[0].facts, "cards": ["X2"]})]
        claims.replace_claims(conn, table.id, changed, before[-1].version)
    assert rebuild(own).differences == [f"claims {table.id} {before[0].version}: differs from the log"]
    with own.connection() as conn:
        assert claims.read_claims(conn, table.id) == before


@pytest.mark.parametrize("of", BEATING.values(), ids=BEATING)
def test_a_rebuild_agrees_on_games_without_calls(own: Pool, of: Callable[[Pool], Table]):
    table = of(own)
    SnapshotProjector(own).run()
    found = rebuild(own)
    assert (found.differences, found.games, found.claims) == ([], 1, 0)
    assert found.folds == len(_stored(own, table)) > 0
    with own.connection() as conn:
        assert claims.read_claims(conn, table.id) == []
