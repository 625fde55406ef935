"""`dobon erase`, with a database of its own."""

from collections.abc import Callable

import pytest

from api.cli import main
from infra.accounts import accounts, admin_log
from infra.databases.pool import open_pool
from infra.postgres.urls import owner_url
from infra.settings import Settings
from prove.harness.service_games import Stage
from tests.conftest import clone

ABSENT = "00000000-0000-4000-8000-000000000000"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def alone(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    return clone(request.config, "_erase")


@pytest.fixture
def run(alone: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Call `dobon` with this database; return the exit code, the output and the errors."""
    monkeypatch.setenv("DOBON_DATABASE_URL", str(alone.database_url))
    monkeypatch.setenv("DOBON_OWNER_DATABASE_URL", owner_url(alone))
    monkeypatch.setenv("DOBON_DATA_DIR", str(alone.data_dir))
    return lambda *arguments: (main.main(arguments), *capsys.readouterr())


def test_an_account_is_erased_with_a_record_of_the_act(alone: Settings, run: Run) -> None:
    with open_pool(alone) as pool:
        admin, player = accounts.create_admin(pool, "Root")[0], accounts.create_player(pool, "Aoi")[0]
        game = Stage(pool).tables.create(player, "dobon-sato", {}, 2, ["novice"]).game.id
        code, said, _ = run("erase", player, "--admin", admin, "--reason", " on request ")
        assert (code, said) == (0, f"The account {player} was erased.\n")
        assert accounts.names(pool, [player])[player].name == "-"
        (act,) = admin_log.list_acts(pool)
        assert (act.actor, act.act, act.subject, act.reason) == (admin, "erase-player", player, "on request")
        seat = Stage(pool).tables.view(game, 0).seats[0]
        assert seat is not None
        assert seat.bot is not None


def test_what_cannot_be_erased_is_refused_without_a_record(alone: Settings, run: Run) -> None:
    with open_pool(alone) as pool:
        admin, player = accounts.create_admin(pool, "Root")[0], accounts.create_player(pool, "Aoi")[0]
        for arguments, reason in (
            ((ABSENT, "--admin", admin, "--reason", "x"), "No player has the id"),
            (("Aoi", "--admin", admin, "--reason", "x"), "No player has the id"),
            ((player, "--admin", player, "--reason", "x"), "No admin has the id"),
            ((player, "--admin", admin, "--reason", " "), "Give a reason"),
        ):
            code, said, error = run("erase", *arguments)
            assert (code, said) == (1, "")
            assert error.startswith(reason)
        assert accounts.names(pool, [player])[player].name == "Aoi"
        assert admin_log.list_acts(pool) == []
