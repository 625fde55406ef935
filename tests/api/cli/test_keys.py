"""`dobon keys`, with a database of its own."""

import json
from collections.abc import Callable

import pytest

from api.cli import main
from domain.game.receipts import jwk, read_jwk
from infra.clock import now
from infra.databases.pool import open_pool
from infra.event_store.receipt_keys import ReceiptKeys
from infra.postgres.urls import owner_url
from infra.settings import Settings
from tests.conftest import clone

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def alone(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    return clone(request.config, "_keys")


@pytest.fixture
def run(alone: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Call `dobon` with this database; return the exit code and the output."""
    monkeypatch.setenv("DOBON_DATABASE_URL", str(alone.database_url))
    monkeypatch.setenv("DOBON_OWNER_DATABASE_URL", owner_url(alone))
    monkeypatch.setenv("DOBON_DATA_DIR", str(alone.data_dir))
    return lambda *arguments: (main.main(arguments), capsys.readouterr().out)


def test_the_printed_keys_are_those_that_the_server_publishes(alone: Settings, run: Run) -> None:
    code, shown = run("keys")
    with open_pool(alone) as pool:
        published = ReceiptKeys(pool, now).signer().published()
    assert code == 0
    assert json.loads(shown) == {"keys": [jwk(key) for key in published]}
    assert len(published) == 1


def test_a_rotation_publishes_a_key_and_names_the_moment_from_which_it_signs(run: Run) -> None:
    code, shown = run("keys", "rotate")
    old, new = (read_jwk(key) for key in json.loads(run("keys")[1])["keys"])
    assert code == 0
    assert shown == f"{new.kid} is published, and signs all receipts from {new.signs_from} on.\n"
    assert old.signs_until == new.signs_from > now()


def test_a_second_rotation_waits_for_the_first(run: Run) -> None:
    assert run("keys", "rotate")[0] == 0
    code, shown = run("keys", "rotate")
    assert code == 1
    assert "does not sign receipts yet" in shown
    assert len(json.loads(run("keys")[1])["keys"]) == 2
