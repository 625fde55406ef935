import hashlib
import uuid

import psycopg
import pytest

from infra.accounts import accounts
from infra.accounts.accounts import Account
from infra.postgres.pool import Pool


def test_a_token_identifies_its_player(pool: Pool):
    player, name, token = accounts.create_player(pool, "Aoi")
    assert token.startswith("dbn_")
    assert accounts.account_of(pool, token) == Account(player, "Aoi", admin=False)
    assert name == "Aoi"


def test_two_players_may_have_one_name(pool: Pool):
    first, second = accounts.create_player(pool, "Ren"), accounts.create_player(pool, "Ren")
    assert first[0] != second[0]
    assert first[2] != second[2]


def test_an_admin_token_has_its_own_prefix_and_role(pool: Pool):
    _, _, token = accounts.create_admin(pool, "Operator")
    account = accounts.account_of(pool, token)
    assert token.startswith("dbnadm_")
    assert account
    assert account.admin


@pytest.mark.parametrize(
    "token", ["", "dbn_", "dbn_" + "A" * 43, "Aoi", "dbn_\x00", "dbn_\ud800", "dbn_" + "A" * 100_000]
)
def test_an_unknown_token_identifies_no_account(pool: Pool, token: str):
    assert accounts.account_of(pool, token) is None


def test_a_revoked_token_identifies_no_account(pool: Pool):
    _, _, token = accounts.create_player(pool, "Aoi")
    assert accounts.revoke(pool, token)
    assert accounts.account_of(pool, token) is None
    assert not accounts.revoke(pool, token), "it was revoked before"


def test_the_database_stores_no_token(pool: Pool, owner: psycopg.Connection):
    player, _, token = accounts.create_player(pool, "Aoi")
    row = owner.execute(
        "SELECT hash, row_to_json(t)::text FROM dobon.tokens AS t WHERE player_id = %s", [player]
    ).fetchone()
    assert row is not None
    assert row[0] == hashlib.sha256(token.encode()).digest()
    assert token.removeprefix("dbn_") not in row[1]


def test_names_are_found_by_id(pool: Pool):
    aoi, ren = accounts.create_player(pool, "Aoi")[0], accounts.create_player(pool, "れん")[0]
    assert accounts.names(pool, [ren, aoi, ren, str(uuid.uuid4())]) == {aoi: ("Aoi", False), ren: ("れん", False)}
    assert accounts.names(pool, []) == {}


@pytest.mark.parametrize("name", ["", "x" * 65])
def test_a_name_has_1_to_64_characters(pool: Pool, name: str):
    with pytest.raises(psycopg.errors.CheckViolation):
        accounts.create_player(pool, name)
