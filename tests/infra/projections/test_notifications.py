"""Notifications of games: each question once, nothing lost, nothing that spectators could not see."""

import re
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from domain.log.moments import later
from domain.ruleset.actions import Decline, Draw, Flip
from domain.running.notifications import KINDS, Notification
from domain.running.summary import asked
from infra.event_store import store
from infra.event_store.canonical_json import canonical_text
from infra.notifications import notifications
from infra.postgres.pool import Pool
from infra.projections import checkpoints, closing
from infra.projections.heads import HeadProjector
from infra.projections.notifications import NotificationProjector
from infra.projections.snapshots import SnapshotProjector
from infra.projections.statistics_projector import StatisticsProjector
from prove.harness.service_games import Stage, Table

CARD = re.compile(r'"([SCHD]([1-9]|1[0-3])|X[12]|\?\?)"')
ASKS = ("turn", "question")


@pytest.fixture
def stage(own: Pool) -> Stage:
    return Stage(own)


@pytest.fixture
def projector(own: Pool) -> NotificationProjector:
    return NotificationProjector(own)


def told(pool: Pool, player: str, after: int = 0) -> list[Notification]:
    """Return the notifications of an account."""
    return [one for _, one in notifications.after(pool, {player: after}, 1_000).get(player, [])]


def all_told(table: Table) -> list[list[tuple[str, int | None]]]:
    """Return kind and version of all notifications, by seat."""
    return [[(one.kind, one.version) for one in told(table.stage.pool, player)] for player in table.players]


def play(table: Table, steps: int, after_each: Callable[[], Any] = lambda: None) -> None:
    for _ in range(steps):
        if table.game().status == "finished":
            return
        table.move()
        after_each()


def test_players_are_told_of_the_start_and_the_seat_in_turn_of_its_turn(stage: Stage, projector: NotificationProjector):
    table = stage.open()
    projector.run(stage.at)
    turn = table.game().table.turn
    found = told(stage.pool, table.players[turn])
    assert [one.kind for one in found] == ["started", "turn"]
    assert found[1].facts == {
        "ruleset": "dobon-sato", "seat": turn, "phase": "playing", "round": 1, "deadline": None,
    }  # fmt: skip
    assert (found[1].game, found[1].version) == (table.id, table.game().version)
    assert [one.kind for one in told(stage.pool, table.players[1 - turn])] == ["started"]


@pytest.mark.parametrize("ruleset", ["dobon-sato", "dobon-kawagoe", "doubt", "durak", "mustamaija"])
def test_every_seat_that_has_to_act_was_told_of_that_question(
    stage: Stage, projector: NotificationProjector, ruleset: str
):
    table = stage.open(3, ruleset=ruleset)
    for _ in range(60):
        projector.run(stage.at)
        for seat in range(3):
            if seat in asked(table.game(seat)):
                last = [one for one in told(stage.pool, table.players[seat]) if one.kind in ASKS][-1]
                assert is_about_the_open_question(table, seat, last), (seat, last)
        if table.game().status == "finished":
            break
        table.move()
    found = [one for player in table.players for one in told(stage.pool, player)]
    assert {one.kind for one in found} <= set(KINDS)
    assert not CARD.search(canonical_text([one.facts for one in found]))


def is_about_the_open_question(table: Table, seat: int, last: Notification) -> bool:
    """Tell whether nothing has happened since a notification that makes another question of it."""
    game = table.game()
    if game.status == "between-rounds":
        return (last.facts["phase"], last.facts["round"]) == ("ready", game.round)
    window = game.ruleset.window(game.table)
    assert last.version
    if window:
        return last.kind == "question" and last.version >= window
    with table.stage.pool.connection() as conn:
        since = store.read(conn, table.id, last.version)
    return last.facts["phase"] != "ready" and all(event.public.get("seat") == seat for event in since)


def test_a_window_asks_a_question_and_a_turn_does_not(stage: Stage, projector: NotificationProjector):
    table = stage.open_by_flips(3)
    projector.run(stage.at)
    play(table, 6, lambda: projector.run(stage.at))
    found = [one for player in table.players for one in told(stage.pool, player)]
    phases = {(one.kind, one.facts["phase"]) for one in found if one.kind in ASKS}
    assert phases
    assert all(kind == ("turn" if phase == "playing" else "question") for kind, phase in phases)


def test_an_answer_of_one_seat_asks_no_other_seat_again(stage: Stage, projector: NotificationProjector):
    table = stage.open(3, ruleset="dobon-kawagoe")
    table.act(table.game().table.dealer, Flip())
    projector.run(stage.at)
    before = all_told(table)
    window, asked_seats = table.game().table.window, table.game().table.asked
    assert len(asked_seats) == 3
    assert [told(stage.pool, player)[-1].facts["phase"] for player in table.players] == ["opening"] * 3
    table.act(asked_seats[0], Decline(window))
    projector.run(stage.at)
    assert all_told(table) == before


def test_a_seat_that_stays_in_turn_after_its_own_action_is_not_told_again(
    stage: Stage, projector: NotificationProjector
):
    table, seat = stage.open_to_draw(options={"play_after_draw": True})
    projector.run(stage.at)
    before = all_told(table)[seat]
    table.act(seat, Draw())
    projector.run(stage.at)
    if table.turn == seat:
        assert all_told(table)[seat] == before


def test_a_seat_whose_turn_comes_again_after_bots_is_told_again(stage: Stage, projector: NotificationProjector):
    table, seat = stage.open_to_draw(2, 1)
    projector.run(stage.at)
    versions = set()
    for _ in range(6):
        game = table.game(seat)
        if seat not in asked(game):
            break
        last = [one.version for one in told(stage.pool, table.players[seat]) if one.kind in ASKS][-1]
        versions.add(last)
        play(table, 1)
        projector.run(stage.at)
    assert len(versions) > 1


def test_all_players_are_told_of_the_end(stage: Stage, projector: NotificationProjector):
    table = stage.open()
    stage.tables.abandon(table.id, str(uuid.uuid4()), "a trial")
    projector.run(stage.at)
    for player in table.players:
        assert told(stage.pool, player)[-1].kind == "ended"
        assert told(stage.pool, player)[-1].facts["status"] == "abandoned"


def test_each_event_is_told_of_once_whether_read_at_once_or_later(stage: Stage, projector: NotificationProjector):
    table = stage.open(3)
    play(table, 10, lambda: projector.run(stage.at))
    before = all_told(table)
    projector.run(stage.at)
    NotificationProjector(stage.pool).run(stage.at)
    assert all_told(table) == before
    positions = [
        position for position, _ in notifications.after(stage.pool, {table.players[0]: 0}, 99)[table.players[0]]
    ]
    assert positions == list(range(1, len(positions) + 1))


def test_a_process_that_ends_before_its_commit_loses_and_repeats_nothing(
    stage: Stage, projector: NotificationProjector, monkeypatch: pytest.MonkeyPatch
):
    table = stage.open(3)
    projector.run(stage.at)
    play(table, 4)
    with monkeypatch.context() as broken:
        broken.setattr(checkpoints, "move", lambda *_: (_ for _ in ()).throw(psycopg.OperationalError("killed")))
        with pytest.raises(psycopg.OperationalError):
            projector.run(stage.at)
    before = all_told(table)
    again = projector.run(stage.at)
    after = all_told(table)
    assert again == sum(map(len, after)) - sum(map(len, before)) > 0


def test_processes_that_work_at_the_same_time_tell_everything_once(own: Pool, stage: Stage):
    tables = [stage.open(2) for _ in range(8)]
    with ThreadPoolExecutor(4) as threads:
        projectors = [NotificationProjector(own) for _ in range(4)]
        for _ in range(5):
            for table in tables:
                table.move()
            list(threads.map(lambda one: one.run(stage.at), projectors))
    projectors[0].run(stage.at)
    for table in tables:
        for found in all_told(table):
            assert len(found) == len(set(found))
            assert found[0][0] == "started"


def test_an_open_transaction_delays_no_notification(own: Pool, stage: Stage, projector: NotificationProjector):
    table = stage.open()
    projector.run(stage.at)
    before = all_told(table)
    with own.connection() as conn, conn.transaction():
        conn.execute("SELECT pg_current_xact_id()")
        play(table, 4)
        assert projector.run(stage.at) > 0
        assert all_told(table) != before


def test_a_game_is_closed_only_after_its_notifications(own: Pool, stage: Stage, projector: NotificationProjector):
    table = stage.open()
    stage.tables.abandon(table.id, str(uuid.uuid4()), "a trial")
    for other in (SnapshotProjector(own), StatisticsProjector(own), HeadProjector(own)):
        other.run()
    with own.connection() as conn:
        closing.close_games(conn, conn)
    assert not is_closed(own, table)
    projector.run(stage.at)
    with own.connection() as conn:
        closing.close_games(conn, conn)
    assert is_closed(own, table)


def is_closed(pool: Pool, table: Table) -> bool:
    with pool.connection() as conn:
        row = conn.execute("SELECT closed FROM dobon.games WHERE id = %s", (table.id,)).fetchone()
    assert row
    return bool(row[0])


def test_old_notifications_are_deleted_and_positions_go_on(own: Pool, stage: Stage):
    player, (first, second) = str(uuid.uuid4()), [later(stage.at, seconds=day * 86_400) for day in (0, 8)]
    with own.connection() as conn:
        notifications.add(conn, [Notification(player, "started", first)], first)
        assert notifications.sweep(conn, second) == 1
        assert notifications.add(conn, [Notification(player, "started", second)], second) == [2]
        assert notifications.sweep(conn, second) == 0
