"""Idempotency keys: a repeated command is done once and gets the same answer."""

import uuid
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from domain.game.game import view
from domain.log.errors import Refused
from domain.ruleset.actions import Dobon, Draw
from infra.commands.handler import Outcome
from infra.event_store import store
from infra.postgres.partitions import ID_COLUMNS, partition_of
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable
from infra.queries.games import find_games, game_row
from prove.harness.service_games import Stage, owning, shard_of

ANCHOR = "5a" * 32


@pytest.fixture
def stage(pool: Pool) -> Stage:
    return Stage(pool)


def said(outcome: Outcome) -> str:
    """Return all that an outcome shows its actor, as text."""
    shown = view(outcome.game, outcome.viewer)
    events = [[e.version, e.type, e.schema, e.at, e.public, e.sealed, e.seals, e.digest] for e in outcome.events]
    # Not sorted: the order of keys is part of the bytes of an answer.
    return orjson.dumps([outcome.version, outcome.head, outcome.viewer, shown, events]).decode()


def test_the_same_key_gets_the_same_answer_and_is_done_once(stage: Stage):
    table, seat = stage.open_to_draw(seats=3, bots=1)
    first = table.act(seat, Draw(), key="k", request=b"draw")
    rows = table.rows()
    for tables in (stage.tables, stage.another_process()):
        again = table.act(seat, Draw(), tables, key="k", request=b"draw")
        assert again.repeated
        assert said(again) == said(first)
    assert not first.repeated
    assert table.rows() == rows


def test_the_old_answer_stays_when_the_game_has_moved_on(stage: Stage):
    table, seat = stage.open_to_draw(seats=3, bots=1)
    first = table.act(seat, Draw(), key="k")
    for _ in range(5):
        table.move()
    stage.wait(seconds=3600)
    for tables in (stage.tables, stage.another_process()):
        assert said(table.act(seat, Draw(), tables, key="k")) == said(first)


@pytest.fixture
def failover(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lose a game when its next command was found to be a repeated one, and before the first one is read."""

    def prepare(game: str) -> None:
        read = store.events_of_command

        def lose(*arguments: Any) -> Any:
            monkeypatch.undo()
            with owning(shard_of(stage.pool, game)) as conn, conn.transaction():
                # Rows may be deleted only while another database owns their partition.
                conn.execute("UPDATE dobon.partitions SET owned = false WHERE number = %s", (partition_of(game),))
                for table, column in ID_COLUMNS.items():
                    conn.execute(f"DELETE FROM dobon.{table} WHERE {column} = %s", (game,))
                conn.execute("UPDATE dobon.partitions SET owned = true WHERE number = %s", (partition_of(game),))
            return read(*arguments)

        monkeypatch.setattr(store, "events_of_command", lose)

    return prepare


def test_a_command_whose_first_attempt_is_lost_in_a_failover_may_be_repeated(
    stage: Stage, failover: Callable[[str], None]
):
    table = stage.open()
    seat = table.turn
    table.act(seat, Draw(), key="k")
    table.act(1 - seat, Draw())
    failover(table.id)
    with pytest.raises(Unavailable, match="lost with its primary"):
        table.act(seat, Draw(), key="k")


def test_a_game_that_is_lost_in_a_failover_may_be_opened_again(stage: Stage, failover: Callable[[str], None]):
    opener = str(uuid.uuid4())
    opened = stage.tables.create(opener, "dobon-sato", {}, 2, key="k")
    failover(opened.game.id)
    with pytest.raises(Unavailable, match="lost with its primary"):
        stage.tables.create(opener, "dobon-sato", {}, 2, key="k")
    again = stage.tables.create(opener, "dobon-sato", {}, 2, key="k")
    assert (again.game.id, again.repeated) == (opened.game.id, False)


def test_a_repeated_key_is_answered_even_where_the_command_is_allowed_again(stage: Stage):
    table = stage.open()
    seat = table.turn
    first = table.act(seat, Draw(), key="k")
    table.act(1 - seat, Draw())
    rows = table.rows()
    again = table.act(seat, Draw(), key="k")
    assert (again.repeated, said(again)) == (True, said(first))
    assert table.rows() == rows


def test_a_repeated_key_is_answered_before_if_match_is_checked(stage: Stage):
    table = stage.open()
    seat, version = table.turn, table.game().version
    first = table.act(seat, Draw(), key="k", if_match=version)
    assert said(table.act(seat, Draw(), key="k", if_match=version)) == said(first)


@pytest.mark.parametrize("allowed", [True, False])
def test_a_key_of_another_request_is_refused(stage: Stage, allowed: bool):
    table = stage.open()
    seat = table.turn
    table.act(seat, Draw(), key="k", request=b"one")
    if allowed:
        table.act(1 - seat, Draw())
    rows = table.rows()
    with pytest.raises(Refused) as refused:
        table.act(seat, Draw(), key="k", request=b"two")
    assert refused.value.code == "key-reused"
    assert table.rows() == rows


def test_the_same_key_for_another_command_is_refused(stage: Stage):
    table = stage.open()
    seat = table.turn
    table.act(seat, Draw(), key="k")
    with pytest.raises(Refused) as refused:
        stage.tables.leave(table.id, table.players[seat], key="k")
    assert refused.value.code == "key-reused"


def test_keys_of_two_accounts_are_independent(stage: Stage):
    table = stage.open()
    seat = table.turn
    table.act(seat, Draw(), key="k", request=b"one")
    assert not table.act(1 - seat, Draw(), key="k", request=b"two").repeated


def test_keys_of_two_games_are_independent(stage: Stage):
    player = str(uuid.uuid4())
    games = [stage.tables.create(player, "dobon-sato", {}, 3, key=key).game.id for key in ("a", "b")]
    assert games[0] != games[1]
    for game in games:
        assert not stage.tables.leave(game, player, key="k").repeated


def test_a_refused_command_leaves_its_key_free(stage: Stage):
    table = stage.open()
    waiting = 1 - table.turn
    with pytest.raises(Refused):
        table.act(waiting, Draw(), key="k")
    table.draw()
    assert not table.act(waiting, Draw(), key="k").repeated


def test_creating_a_game_twice_makes_one(stage: Stage):
    player = str(uuid.uuid4())
    asked = {"key": "k", "request": b"four seats"}
    first = stage.tables.create(player, "dobon-sato", {"bot_delay_ms": 0}, 4, ["novice"] * 3, **asked)
    stage.wait(seconds=5)
    again = stage.another_process().create(player, "dobon-sato", {"bot_delay_ms": 0}, 4, ["novice"] * 3, **asked)
    assert (again.repeated, said(again)) == (True, said(first))
    assert len(find_games(stage.pool, player=player)) == 1
    with pytest.raises(Refused) as refused:
        stage.tables.create(player, "dobon-sato", {}, 3, key="k", request=b"three seats")
    assert refused.value.code == "key-reused"
    assert stage.tables.create(str(uuid.uuid4()), "dobon-sato", {}, 4, **asked).game.id != first.game.id


def test_repeated_joins_and_leaves_get_the_same_answers(stage: Stage):
    owner, guest = str(uuid.uuid4()), str(uuid.uuid4())
    game = stage.tables.create(owner, "dobon-sato", {}, 3, listed=False).game.id
    code = game_row(stage.pool, game).join_code
    sat = stage.tables.sit(game, guest, ANCHOR, code, key="s")
    left = stage.tables.leave(game, guest, key="l")
    for tables in (stage.tables, stage.another_process()):
        assert said(tables.sit(game, guest, ANCHOR, code, key="s")) == said(sat)
        assert said(tables.leave(game, guest, key="l")) == said(left)
    assert len(stage.tables.view(game, 0).seats) == 3


def test_a_repeated_call_is_one_claim(stage: Stage):
    table = stage.open(seats=3)
    seat = next(seat for seat in range(3) if table.game().table.size(seat))
    call = Dobon(table.game().table.top_version)
    first = table.act(seat, call, key="k")
    assert said(table.act(seat, call, key="k")) == said(first)
    assert len(table.rows()["claims"]) == 1
