"""A game that cannot be read is set aside and named, and all other games continue."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from api.cli.check import check_games
from domain.log.errors import Refused
from domain.ruleset.actions import Draw
from infra.commands.service import GameService
from infra.commands.ticks import RETRY_SECONDS
from infra.databases.pool import open_pool
from infra.event_store import damaged_games, integrity
from infra.postgres.cluster import Cluster
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable
from infra.postgres.urls import owner_url
from infra.projections.runner import ProjectionRunner
from infra.settings import Settings
from infra.streams.source import GameUpdates
from prove.harness.damage import damaged_page, page_of_one_game, page_of_row, path_of
from prove.harness.service_games import Stage, Table, owning, shard_of, tick_all
from tests.infra.conftest import database

Connection = psycopg.Connection[Any]


@dataclass
class Ward:
    """A database with a damaged page, and its games."""

    settings: Settings
    stage: Stage
    damaged: Table
    "The game whose page is damaged."
    whole: list[Table]
    "Games with intact pages."
    count: int
    "Number of all games."


@contextmanager
def ward(server: Cluster, embedded: Settings, table: str) -> Iterator[Ward]:
    """Create games, damage a page of this table, and repair it afterwards."""
    with database(embedded) as settings:
        with open_pool(settings) as pool:
            stage = Stage(pool)
            games = [stage.open(options={"turn_seconds": 30}), stage.open_long()]
            if table == "dobon.games":
                fill_page(stage)
            games.append(stage.open(options={"turn_seconds": 30}))
        with psycopg.connect(str(settings.database_url)) as conn:
            page = page_of_one_game(conn, games[1].id) if table == "dobon.events" else page_of_row(conn, games[1].id)
            path = path_of(server, conn, table)
            (count,) = conn.execute("SELECT count(*) FROM dobon.games").fetchone()
        with damaged_page(server, path, page), open_pool(settings) as pool:
            stage = Stage(pool, stage.at)
            for game in games:
                game.stage = stage
            yield Ward(settings, stage, games[1], [games[0], games[2]], count)


def fill_page(stage: Stage) -> None:
    """Create games, so that the row of the next one is on another page than that of the first one."""
    for _ in range(60):
        stage.tables.create(str(uuid.uuid4()), "dobon-sato", {}, 2)


@pytest.fixture
def events_ward(server: Cluster, embedded: Settings) -> Iterator[Ward]:
    """A database in which a page with events of one game is damaged."""
    with ward(server, embedded, "dobon.events") as found:
        yield found


def versions(stage: Stage, tables: list[Table]) -> list[int]:
    return [stage.tables.view(table.id, -2).version for table in tables]


def test_one_damaged_page_stops_only_its_game(
    events_ward: Ward, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
):
    stage, damaged = events_ward.stage, events_ward.damaged
    before = versions(stage, events_ward.whole)
    stage.wait(seconds=30)
    stage.tick()
    assert versions(stage, events_ward.whole) == [version + 1 for version in before], "the clock goes on"
    (found,) = damaged_games.list_damaged(stage.pool)
    assert found.game == damaged.id
    assert "invalid page in block" in found.reason
    assert damaged.id in caplog.text

    for command in (lambda: damaged.act(0, Draw()), lambda: stage.tables.view(damaged.id, 0)):
        with pytest.raises(Refused) as refused:
            command()
        assert refused.value.code == "damaged-game"
        assert "block" not in refused.value.detail, "only admins see the reason"

    projections = ProjectionRunner(stage.pool)
    projections.run()
    stage.tables.abandon(events_ward.whole[0].id, str(uuid.uuid4()), "the end")
    assert projections.run(), "projections read the other games"

    known = {table.id: 4 for table in [damaged, *events_ward.whole]}
    assert set(GameUpdates(stage.pool, stage.tables).events_after(known)) == {table.id for table in events_ward.whole}

    checked = dict(integrity.check_all(stage.pool))
    assert [game for game, result in checked.items() if result.first_bad is not None] == [damaged.id]
    assert checked[damaged.id].problem is not None
    assert "invalid page in block" in str(checked[damaged.id].problem)
    assert check_games(events_ward.settings) == 1
    assert damaged.id in capsys.readouterr().err


@contextmanager
def unreadable_log(pool: Pool, game_id: str, body: str) -> Iterator[None]:
    """Replace the body of the first event inside this block."""
    with owning(shard_of(pool, game_id)) as owner:
        owner.execute("ALTER TABLE dobon.events DISABLE TRIGGER events_no_change")
        where = "FROM dobon.events WHERE game_id = %s AND version = 1"
        (whole,) = owner.execute(f"SELECT body {where}", (game_id,)).fetchone() or ("",)
        change = "UPDATE dobon.events SET body = %s WHERE game_id = %s AND version = 1"
        owner.execute(change, (body, game_id))
        try:
            yield
        finally:
            owner.execute(change, (whole, game_id))
            owner.execute("ALTER TABLE dobon.events ENABLE ALWAYS TRIGGER events_no_change")


def set_aside(pool: Pool) -> dict[str, str]:
    """Return the reasons by game."""
    return {found.game: found.reason for found in damaged_games.list_damaged(pool)}


@pytest.mark.parametrize("body", ["{", "{}", '{"public":{"ruleset":"dobon-sato"}}', '{"public":7}'])
def test_a_log_that_cannot_be_decoded_or_folded_stops_only_its_game(pool: Pool, body: str):
    stage = Stage(pool)
    broken, whole = (stage.open(options={"turn_seconds": 30}) for _ in range(2))
    version = whole.game().version
    stage.wait(seconds=30)
    with unreadable_log(pool, broken.id, body):
        restarted = stage.another_process()
        tick_all(restarted)
        assert restarted.view(whole.id, -2).version == version + 1
        assert "while the log was decoded or folded" in set_aside(pool)[broken.id]
        with pytest.raises(Refused) as refused:
            restarted.put_back(broken.id, str(uuid.uuid4()), "hope")
        assert refused.value.code == "damaged-game"
    restarted.put_back(broken.id, str(uuid.uuid4()), "repaired")
    assert broken.id not in set_aside(pool)
    tick_all(restarted)
    assert restarted.view(broken.id, -2).version == version + 1, "the deadline that passed meanwhile"
    with pytest.raises(Refused) as refused:
        restarted.put_back(broken.id, str(uuid.uuid4()), "once more")
    assert refused.value.code == "game-not-damaged"


def test_a_game_that_can_be_read_again_returns_by_itself(pool: Pool):
    stage = Stage(pool)
    table = stage.open(options={"turn_seconds": 30})
    version = table.game().version
    stage.wait(seconds=30)
    restarted = stage.another_process()
    with unreadable_log(pool, table.id, "{}"):
        tick_all(restarted)
    assert table.id in set_aside(pool)
    stage.wait(seconds=RETRY_SECONDS)
    tick_all(restarted)
    assert table.id not in set_aside(pool)
    assert restarted.view(table.id, -2).version > version


def test_a_game_that_the_scheduler_never_meets_is_named_when_a_client_meets_it(pool: Pool):
    table = Stage(pool).open()
    with unreadable_log(pool, table.id, "{}"), pytest.raises(Refused):
        GameService(pool).view(table.id, 0)
    assert table.id in set_aside(pool)
    GameService(pool).put_back(table.id, str(uuid.uuid4()), "repaired")


def test_a_damaged_page_of_the_table_of_games_stops_only_the_games_on_it(server: Cluster, embedded: Settings):
    with ward(server, embedded, "dobon.games") as found:
        stage = found.stage
        apart = found.whole[1].id
        served = run_due(stage)
        assert apart in served
        assert found.damaged.id not in served
        assert str(stage.tables.next_due()) > stage.at, "the scheduler waits for the others"
        checked = dict(integrity.check_all(stage.pool))
        assert checked[apart].first_bad is None
        assert len(checked) == found.count, "all games are found by their secrets"
        assert "row or the secret" in str(checked[found.damaged.id].problem)
        assert check_games(found.settings) == 1


def run_due(stage: Stage) -> list[str]:
    """Let all turns end, and return the games that continued."""
    stage.wait(seconds=30)
    served = list[str]()
    stage.tables.commit_listeners.append(lambda game, *_: served.append(game))
    stage.tick()
    return served


def move_row(owner: Connection, game: str) -> int:
    """Move the row of a game to another page, and return the page that still has its dead version."""
    before = page_of_row(owner, game)
    with owner.transaction():  # until its end, no dead version makes room for the next one
        while page_of_row(owner, game) == before:
            owner.execute("UPDATE dobon.games SET missed_turns = missed_turns WHERE id = %s", (game,))
    return before


@pytest.mark.parametrize("scanned", [False, True])
def test_a_row_whose_index_entry_leads_to_a_damaged_page_stops_no_other_game(
    server: Cluster, embedded: Settings, scanned: bool
):
    with database(embedded) as settings:
        with open_pool(settings) as pool:
            stage = Stage(pool)
            moved = stage.open(options={"turn_seconds": 30})
            fill_page(stage)
            whole = stage.open(options={"turn_seconds": 30})
        with psycopg.connect(owner_url(settings), autocommit=True) as owner:
            page = move_row(owner, moved.id)
            assert page_of_row(owner, whole.id) != page
            if scanned:
                owner.execute("ANALYZE dobon.games")  # of so small a table, Postgres now reads all pages
            path = path_of(server, owner, "dobon.games")
        with damaged_page(server, path, page), open_pool(settings) as pool:
            served = run_due(Stage(pool, stage.at))
            # The analysis may have cleaned the index, so that the moved row is found.
            assert served in ([whole.id], [moved.id, whole.id] if scanned else [whole.id])


@pytest.fixture
def alone(settings: Settings) -> Iterator[Settings]:
    """A database without other games."""
    with database(settings) as made:
        yield made


@pytest.fixture
def stage(alone: Settings) -> Iterator[Stage]:
    with open_pool(alone) as pool:
        yield Stage(pool)


@pytest.fixture
def damaged_writes(alone: Settings) -> Iterator[Callable[[int], None]]:
    """A function that lets the next writes of events meet a damaged page."""
    with psycopg.connect(owner_url(alone), autocommit=True) as owner:
        yield counting_trigger(owner)


def counting_trigger(owner: Connection) -> Callable[[int], None]:
    owner.execute("CREATE SEQUENCE dobon.met; GRANT USAGE ON dobon.met TO dobon_app")
    owner.execute(
        "CREATE FUNCTION dobon.meet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF nextval('dobon.met') > 1000 THEN RAISE EXCEPTION USING ERRCODE = 'XX001', MESSAGE = 'invalid page'; END IF;"
        " RETURN NULL; END $$"
    )
    owner.execute("CREATE TRIGGER meet BEFORE INSERT ON dobon.events FOR EACH STATEMENT EXECUTE FUNCTION dobon.meet()")

    def meet(count: int) -> None:
        owner.execute("ALTER SEQUENCE dobon.met MAXVALUE 1000000 CYCLE")
        owner.execute("SELECT setval('dobon.met', %s)", (1_000_000 - count,))

    return meet


@pytest.mark.parametrize("count", [1, 3])
def test_a_write_that_meets_a_damaged_page_is_tried_again(
    stage: Stage, damaged_writes: Callable[[int], None], count: int
):
    table = stage.open(options={"turn_seconds": 30})
    before = table.game().version
    damaged_writes(count)
    table.move()
    assert table.game().version > before
    stage.wait(seconds=30)
    before = table.game().version
    damaged_writes(count)
    stage.tick()
    assert stage.tables.view(table.id, -2).version > before
    assert damaged_games.list_damaged(stage.pool) == []


def test_a_game_is_not_set_aside_because_another_page_is_damaged(stage: Stage, damaged_writes: Callable[[int], None]):
    table = stage.open(options={"turn_seconds": 30})
    damaged_writes(10_000)
    with pytest.raises(Unavailable):
        table.move()
    assert damaged_games.list_damaged(stage.pool) == []
    damaged_writes(0)
    table.move()
