"""Rows survive the migrations, up and down."""

import uuid
from typing import Any

import orjson
import psycopg
import pytest
import sqlalchemy

from domain.log.moments import Moment
from domain.ruleset.actions import Doubt, Play
from infra.accounts import accounts, admin_log, suspensions
from infra.accounts.tokens import new_token
from infra.event_store.canonical_json import canonical_text
from infra.event_store.claims import read_claims
from infra.event_store.store import Claim
from infra.postgres import migrate
from infra.postgres.bootstrap import prepare
from infra.postgres.pool import open_pool
from infra.postgres.urls import cluster, owner_url
from infra.projections.rebuild import rebuild
from infra.projections.runner import ProjectionRunner
from infra.settings import Settings
from infra.social import comments, shares, stamps
from prove.harness.service_games import Stage
from tests.infra.projections.records import expected, finished
from tests.infra.projections.records import recorded as counted

AT: Moment = "2026-11-21T03:24:00.123456Z"


@pytest.fixture
def fresh(settings: Settings) -> Settings:
    """Settings of a separate database, which does not exist yet."""
    return Settings(database_url=cluster(settings).url(f"fresh_{uuid.uuid4().hex}"))


def engine(settings: Settings) -> sqlalchemy.Engine:
    return sqlalchemy.create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(owner_url(settings)), poolclass=sqlalchemy.NullPool
    )


OLD_GAME = (
    "INSERT INTO dobon.games (id, ruleset, options, seats, status, version, head, listed, created_by, created_at) "
    "VALUES (:game, 'dobon-sato', '{}', 3, 'playing', 30, '', true, :player, :at)"
)
OLD_CLAIM = (
    "INSERT INTO dobon.claims (game_id, version, round, seat, player_id, kind, on_version, valid, at, card, hand, formulas) "
    "VALUES (:game, :version, 1, 2, :player, :kind, :on, :valid, :at, :card, :hand, :formulas)"
)
OLD_ROWS = [
    {
        "version": 18,
        "kind": "call",
        "on": 17,
        "valid": True,
        "card": "S12",
        "hand": '["S5","H7"]',
        "formulas": '["5+7"]',
    },
    {"version": 19, "kind": "counter", "on": 18, "valid": False, "card": "S12", "hand": '["X1"]', "formulas": "[]"},
    {
        "version": 30,
        "kind": "call",
        "on": 29,
        "valid": True,
        "card": "H4",
        "hand": '["S2"]',
        "formulas": '["2+2","2\\u00d72"]',
    },
]
"""Calls as they were stored before the column for details of the ruleset existed."""


def claims_as_text(connection: sqlalchemy.Connection) -> list[dict[str, Any]]:
    """Return all claims as stored, with their columns in alphabetical order."""
    rows = connection.execute(sqlalchemy.text("SELECT * FROM dobon.claims ORDER BY version")).mappings()
    return [dict(sorted(row.items())) for row in rows]


def test_claims_of_the_first_revision_keep_their_contents_in_the_second(fresh: Settings):
    prepare(fresh)
    game, player = str(uuid.uuid4()), str(uuid.uuid4())
    with engine(fresh).begin() as connection:
        migrate.downgrade(connection, "0001")
        connection.execute(sqlalchemy.text(OLD_GAME), {"game": game, "player": player, "at": AT})
        for row in OLD_ROWS:
            connection.execute(
                sqlalchemy.text(OLD_CLAIM),
                {"game": game, "at": AT, "player": player if row["version"] == 18 else None, **row},
            )
    with engine(fresh).begin() as connection:
        before = claims_as_text(connection)
        migrate.upgrade(connection)
        assert migrate.differences(connection) == []
    with open_pool(fresh) as pool, pool.connection() as application:
        found = read_claims(application, game)
    assert found == [
        Claim(
            row["version"], 1, 2, player if row["version"] == 18 else None, row["kind"], row["on"], row["valid"],
            {"card": row["card"], "hand": orjson.loads(row["hand"]), "formulas": orjson.loads(row["formulas"])}, AT,
        )
        for row in OLD_ROWS
    ]  # fmt: skip
    with engine(fresh).begin() as connection:
        facts = [row["facts"] for row in claims_as_text(connection)]
        assert facts[0] == canonical_text(found[0].facts), "exactly as the program writes it"
        migrate.downgrade(connection, "0001")
    with engine(fresh).begin() as connection:
        assert claims_as_text(connection) == before
        migrate.upgrade(connection)
        assert [row["facts"] for row in claims_as_text(connection)] == facts


def test_a_doubt_is_downgraded_to_a_call_without_a_card_and_restored_by_a_rebuild(fresh: Settings):
    prepare(fresh)
    with open_pool(fresh) as pool:
        table = Stage(pool, AT).open(2, ruleset="doubt", options={"penalty": "exchange_two"})
        state = table.game().table
        table.act(state.turn, Play((state.hands[state.turn][0],)))
        version = table.game().table.window
        table.act(1 - state.turn, Doubt(version))
        with pool.connection() as application:
            (doubted,) = read_claims(application, table.id)
    assert {"claimed", "cards"} <= doubted.facts.keys()
    with engine(fresh).begin() as connection:
        migrate.downgrade(connection, "0001")
        (row,) = claims_as_text(connection)
        assert (row["card"], row["hand"], row["formulas"], row["on_version"]) == ("", "[]", "[]", version)
        migrate.upgrade(connection)
    with open_pool(fresh) as pool:
        found = rebuild(pool)
        assert [
            difference
            for difference in found.differences
            if not difference.startswith("claims") and "summary" not in difference
        ] == []
        assert len([difference for difference in found.differences if "summary" not in difference]) == 1
        with pool.connection() as application:
            assert read_claims(application, table.id) == [doubted]
        assert rebuild(pool).agrees


def test_logs_and_links_survive_the_fourth_revision_up_and_down(fresh: Settings):
    prepare(fresh)
    with open_pool(fresh) as pool:
        table = finished(pool)
        player, _, _ = accounts.create_player(pool, "Aoi")
        token = new_token(shares.PREFIX)
        shares.create(pool, table.id, player, token)
        stamps.add(pool, table.id, player, 0, "nice", AT, 1)
    with engine(fresh).begin() as connection:
        migrate.downgrade(connection, "0004")
        before = everything(connection)
        migrate.downgrade(connection, "0003")
    with engine(fresh).begin() as connection:
        assert everything(connection) == before
        migrate.upgrade(connection)
        assert migrate.differences(connection) == []
    with open_pool(fresh) as pool:
        assert shares.game_of(pool, token) == table.id
        assert stamps.newest(pool, table.id, 9**9) == [], "the data that only the fourth revision can hold are lost"
        assert stamps.add(pool, table.id, player, 0, "nice", AT, 1).number == 1


def everything(connection: sqlalchemy.Connection) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of the tables in the second revision, without later positions of projections."""
    left = {}
    for table in ("games", "events", "claims", "folds", "progress", "players", "tokens"):
        rows = connection.execute(sqlalchemy.text(f"SELECT * FROM dobon.{table} ORDER BY 1, 2")).mappings()
        left[table] = [dict(row) for row in rows if not str(row.get("name")).startswith("statistics")]
    return left


def test_games_and_accounts_survive_the_third_revision_up_and_down(fresh: Settings):
    prepare(fresh)
    with open_pool(fresh) as pool:
        table = finished(pool)
        player, _, token = accounts.create_player(pool, "Aoi")
        ProjectionRunner(pool).run()
    with engine(fresh).begin() as connection:
        migrate.downgrade(connection, "0002")
    with engine(fresh).begin() as connection:
        before = everything(connection)
        assert before["progress"] == before["folds"] == [], (
            "the seventh revision deletes snapshots, which can be rebuilt"
        )
        with pytest.raises(sqlalchemy.exc.IntegrityError, match="the log is append-only"), connection.begin_nested():
            connection.execute(sqlalchemy.text("DELETE FROM dobon.events"))
        migrate.upgrade(connection)
        assert migrate.differences(connection) == []
    with open_pool(fresh) as pool:
        assert accounts.account_of(pool, token) == accounts.Account(player, "Aoi")
        ProjectionRunner(pool).run()
        with pool.connection() as application:
            assert counted(application) == expected(application)
            assert len(counted(application)[0]) == 3 + 1
        suspensions.suspend(pool, player, player, "why not")
        shares.create(pool, table.id, player, new_token(shares.PREFIX))
        comments.add(pool, table.id, 1, 5, player, "well")
    with engine(fresh).begin() as connection:
        migrate.downgrade(connection, "0002")
    with engine(fresh).begin() as connection:
        after = everything(connection)
        assert after == before
        migrate.upgrade(connection)
    with open_pool(fresh) as pool:
        found = accounts.account_of(pool, token)
        assert found is not None
        assert not found.suspended, "the data that only the third revision can hold are lost"
        ProjectionRunner(pool).run()
        with pool.connection() as application:
            assert counted(application) == expected(application)


def test_the_sixth_revision_gives_seats_the_status_of_their_game(fresh: Settings):
    prepare(fresh)
    with open_pool(fresh) as pool:
        over, running = finished(pool), Stage(pool, AT).open()
    statement = "SELECT game_id, status FROM dobon.game_seats ORDER BY game_id, seat"
    with engine(fresh).begin() as connection:
        before = connection.execute(sqlalchemy.text(statement)).all()
        migrate.downgrade(connection, "0004")
        migrate.upgrade(connection)
        assert migrate.differences(connection) == []
        assert connection.execute(sqlalchemy.text(statement)).all() == before
    assert {(str(game), status) for game, status in before} == {(over.id, "finished"), (running.id, "playing")}


RIGHTS = """
SELECT relname, NULL, privilege_type FROM pg_class, aclexplode(relacl)
WHERE relnamespace = 'dobon'::regnamespace AND grantee = 'dobon_app'::regrole
UNION ALL
SELECT relname, attname, privilege_type FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid, aclexplode(attacl)
WHERE relnamespace = 'dobon'::regnamespace AND grantee = 'dobon_app'::regrole
ORDER BY 1, 2, 3"""
"""The rights of the application on tables and columns."""


def test_without_the_eighteenth_revision_acts_and_rights_are_as_before(fresh: Settings):
    prepare(fresh)
    with open_pool(fresh) as pool:
        table = Stage(pool, AT).open()
        table.stage.tables.abandon(table.id, table.players[0], "why not")
        (act,) = admin_log.list_acts(pool)
        assert act.subject == table.id
    with engine(fresh).begin() as connection:
        migrate.downgrade(connection, "0017")
        acts = connection.execute(sqlalchemy.text("SELECT id, act, subject, reason FROM dobon.acts")).all()
        rights = connection.execute(sqlalchemy.text(RIGHTS)).all()
        migrate.downgrade(connection, "base")
        migrate.upgrade(connection, "0017")
        assert rights == connection.execute(sqlalchemy.text(RIGHTS)).all()
    assert [(str(row[0]), *row[1:]) for row in acts] == [(act.id, act.act, act.subject, act.reason)]
