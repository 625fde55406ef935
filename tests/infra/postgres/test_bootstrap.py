import multiprocessing
import os
import signal
import uuid
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors, sql

from infra.accounts import accounts
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.postgres import bootstrap, migrate
from infra.postgres.bootstrap import DatabaseUnusable, UnreleasedTables, stop_if_unused
from infra.postgres.urls import application_url, cluster, owner_url
from infra.settings import Settings
from prove.harness.service_games import Stage


@pytest.fixture
def fresh(settings: Settings) -> Settings:
    """Settings of a separate database, which does not exist yet."""
    return Settings(database_url=cluster(settings).url(f"fresh_{uuid.uuid4().hex}"))


def test_an_empty_directory_becomes_a_database(directory: Path):
    settings = Settings(data_dir=directory)
    url = prepare(settings)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT current_user, session_user").fetchone() == ("dobon_app", "dobon_app")
        assert connection.execute("SELECT version_num FROM dobon.alembic_version").fetchone() == (migrate.newest(),)
    assert prepare(settings) == url, "the second call has nothing to do"


def test_a_missing_database_is_created(fresh: Settings):
    with psycopg.connect(prepare(fresh)) as connection:
        assert connection.execute("SELECT count(*) FROM dobon.events").fetchone() == (0,)


def test_the_application_acts_as_its_role_for_every_login(fresh: Settings):
    with psycopg.connect(prepare(fresh)) as connection:
        assert connection.execute("SELECT current_user, current_setting('search_path')").fetchone() == (
            "dobon_app",
            "pg_catalog",
        )
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute("DELETE FROM dobon.events")


def test_the_application_cannot_create_temporary_tables(fresh: Settings):
    with psycopg.connect(prepare(fresh)) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute("CREATE TEMPORARY TABLE events (a int)")


def test_session_options_in_the_url_are_kept():
    url = application_url(
        Settings(
            database_url="postgresql+psycopg://a,b:5433/games?options=-c%20work_mem%3D8MB&target_session_attrs=read-write"
        )
    )
    assert url.startswith("postgresql://a,b:5433/games?")
    given = psycopg.conninfo.conninfo_to_dict(url)
    assert str(given["options"]).startswith("-c work_mem=8MB -c role=dobon_app -c search_path=pg_catalog")
    assert given["target_session_attrs"] == "read-write"


def prepare_and_count(settings: Settings) -> int:
    with psycopg.connect(prepare(settings)) as connection:
        row = connection.execute("SELECT count(*) FROM dobon.alembic_version").fetchone()
        assert row is not None
        return int(row[0])


def test_a_database_that_another_process_creates_meanwhile_is_used(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tried = psycopg.connect, list[str]()

    def connect(address: str, **more: Any) -> Any:
        tried.append(address)
        if len(tried) == 1:
            raise psycopg.OperationalError("the database does not exist yet")
        return real(address, **more)

    monkeypatch.setattr(psycopg, "connect", connect)
    assert prepare(settings)
    assert len(tried) > 2


def test_processes_that_start_together_prepare_once(directory: Path):
    settings = Settings(data_dir=directory)
    with multiprocessing.get_context("spawn").Pool(3) as processes:
        assert processes.map(prepare_and_count, [settings] * 3) == [1] * 3


@pytest.mark.parametrize("setting", ["synchronous_commit", "fsync", "full_page_writes"])
def test_a_server_without_durable_commits_is_refused(embedded: Settings, setting: str):
    restart_after(embedded, "ALTER SYSTEM SET {} = off", setting)
    try:
        with pytest.raises(DatabaseUnusable, match=f"{setting}=off"):
            prepare(embedded)
    finally:
        restart_after(embedded, "ALTER SYSTEM RESET {}", setting)


def restart_after(settings: Settings, statement: str, setting: str) -> None:
    """Change a setting of the server, and restart it."""
    server = cluster(settings).start()
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(sql.Identifier(setting)))
    server.stop()
    server.start()


def test_the_error_for_an_account_without_rights_says_what_to_do(settings: Settings):
    server = cluster(settings)
    poor = f"poor_{uuid.uuid4().hex}"
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(poor)))
    with pytest.raises(DatabaseUnusable, match="may not create it"):
        prepare(Settings(database_url=server.url("nowhere", poor)))


def test_an_account_without_the_role_cannot_act_as_the_application(settings: Settings):
    poor = f"poor_{uuid.uuid4().hex}"
    server = cluster(settings)
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(poor)))
    with pytest.raises(psycopg.OperationalError, match="role"):
        psycopg.connect(application_url(Settings(database_url=server.url("postgres", poor))))


def test_tables_of_a_newer_program_are_refused(fresh: Settings):
    set_revision(fresh, "9999_newer")
    with pytest.raises(DatabaseUnusable, match=r"another version .* \(revision 9999_newer\)\. Run that version"):
        prepare(fresh)


def set_revision(settings: Settings, revision: str) -> None:
    """Prepare a database, and let its tables have another revision."""
    prepare(settings)
    with psycopg.connect(owner_url(settings)) as owner:
        owner.execute("UPDATE dobon.alembic_version SET version_num = %s", (revision,))


@pytest.mark.parametrize("revision", ["0001", "0020"])
def test_a_data_directory_of_an_unreleased_commit_is_named_with_what_to_do(embedded: Settings, revision: str):
    set_revision(embedded, revision)
    try:
        with pytest.raises(UnreleasedTables) as refused:
            prepare(embedded)
        assert not cluster(embedded).running(), "the directory may be deleted"
    finally:
        cluster(embedded).start()
        with psycopg.connect(owner_url(embedded)) as owner:
            owner.execute("UPDATE dobon.alembic_version SET version_num = %s", (migrate.newest(),))
    assert str(refused.value) == (
        f"The data directory {embedded.data_dir} was made by an unreleased commit of this program (tables of revision"
        f" {revision}), and this version cannot use it. Use another --data-dir, or delete that directory."
    )


def test_another_database_of_an_unreleased_commit_is_named_without_its_password(fresh: Settings):
    set_revision(fresh, "0020")
    with pytest.raises(UnreleasedTables, match=r"^The database fresh_\w+ at .* Use another database, or drop it\.$"):
        prepare(fresh)


def test_a_server_without_ownership_starts_on_a_prepared_database(fresh: Settings):
    prepare(fresh)
    name = f"plain_{uuid.uuid4().hex}"
    assert fresh.database_url is not None
    with psycopg.connect(fresh.database_url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {name} LOGIN IN ROLE dobon_app")
    plain = Settings(database_url=fresh.database_url.replace("postgres@", f"{name}@"))
    assert plain != fresh
    prepare(plain)
    with open_pool(plain) as pool:
        assert Stage(pool).open().game().version > 1
    with psycopg.connect(fresh.database_url, autocommit=True) as admin:
        admin.execute(f"DROP ROLE {name}")


def test_the_pool_survives_a_killed_server(embedded: Settings):
    with open_pool(embedded) as pool:
        player, _, token = accounts.create_player(pool, "Aoi")
        pid = cluster(embedded).pid()
        assert pid
        os.kill(pid, signal.SIGKILL)
        cluster(embedded).start()
        assert accounts.account_of(pool, token) == accounts.Account(player, "Aoi")


def test_a_new_connection_starts_the_embedded_server_again(embedded: Settings):
    cluster(embedded).stop()
    with open_pool(embedded) as pool:
        assert accounts.names(pool, [str(uuid.uuid4())]) == {}


def test_a_connection_that_has_just_ended_does_not_keep_the_embedded_server(embedded: Settings):
    connection = psycopg.connect(cluster(embedded).url())
    connection.pgconn.send_query(b"SELECT pg_sleep(0.5)")
    connection.pgconn.finish()  # the server lists the connection until the statement has ended
    assert stop_if_unused(embedded)
    assert not cluster(embedded).running()


def test_an_embedded_server_that_stops_before_it_is_used_is_started_again(
    embedded: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare_database, stops = bootstrap.prepare_database, iter([True])

    def stop_first(*addresses: Any) -> None:
        if next(stops, False):
            cluster(embedded).stop()
        prepare_database(*addresses)

    monkeypatch.setattr(bootstrap, "prepare_database", stop_first)
    assert prepare(embedded) == application_url(embedded)


def test_a_connected_process_keeps_the_embedded_server(embedded: Settings):
    with psycopg.connect(cluster(embedded).url()) as connection:
        assert not stop_if_unused(embedded)
        assert connection.execute("SELECT 1").fetchone() == (1,)
