"""Personal tokens: what a program may do with its scopes, until its end."""

from typing import Any

import pytest

from api.auth.scopes import SCOPES
from api.streaming import rights
from domain.log.moments import later
from infra.accounts import account_cache, accounts, personal_tokens
from infra.accounts.account_cache import AccountCache
from infra.clock import now
from prove.harness.application import Caller, House
from prove.harness.description import description
from tests.api.conftest import refused
from tests.api.operations.test_every_operation import OPERATIONS, Operation
from tests.api.streaming.sse import stream

TOKENS = "/v1/players/me/personal-tokens"
LATER = later(now(), seconds=2 * 86_400)


def program_of(player: Caller, *scopes: str, days: int = 1) -> Caller:
    """Return a program with a token of the player."""
    made = player.post(TOKENS, {"name": "My bot", "scopes": [*scopes], "days": days})
    assert made.status_code == 201, made.json
    return Caller(player.app, made.json["token"], player.id, player.name)


def listed(player: Caller) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.get(TOKENS).json["tokens"]
    return found


def scope_of(operation: Operation) -> str | None:
    """Return the scope that the description of an operation names."""
    named = description()["paths"][operation.path][operation.method.lower()]["security"][0]["token"]
    return named[0] if named else None


BY_SCOPE = {scope: [one for one in OPERATIONS if one.has_token and scope_of(one) == scope] for scope in SCOPES}
FOR_SESSIONS = [
    one
    for one in OPERATIONS
    if one.has_token and scope_of(one) is None and "/admin/" not in one.path and one.name != "revoke_token"
]


def test_every_scope_is_needed_by_an_operation() -> None:
    assert all(BY_SCOPE.values())


@pytest.mark.parametrize("scope", SCOPES)
def test_a_program_is_refused_exactly_what_its_scope_does_not_name(house: House, scope: str) -> None:
    program = program_of(house.player(), scope)
    for needed, operations in BY_SCOPE.items():
        for one in operations:
            if needed == scope:
                answer = one.ask(program)
                code = (answer.get_json(silent=True) or {}).get("code")
                assert code not in ("insufficient-scope", "session-only", "unauthorized"), one
            else:
                answer = one.ask(program)
                assert refused(answer, 403, "insufficient-scope")["scope"] == needed, one
                assert f'error="insufficient_scope", scope="{needed}"' in answer.headers["WWW-Authenticate"]


def test_no_program_may_take_the_account_away(house: House) -> None:
    program = program_of(house.player(), *SCOPES)
    assert {one.name for one in FOR_SESSIONS} > {"erase_me", "list_sessions", "create_personal_token", "add_passkey"}
    for one in FOR_SESSIONS:
        refused(one.ask(program), 403, "session-only")


def test_no_token_of_an_admin_is_a_program(house: House) -> None:
    admin = house.admin()
    refused(program_of(admin, *SCOPES).get("/v1/admin/claims"), 403, "admin-only")


def test_a_session_has_every_scope(house: House) -> None:
    player = house.player()
    for one in OPERATIONS:
        if one.has_token and scope_of(one) is not None:
            code = (one.ask(player).get_json(silent=True) or {}).get("code")
            assert code not in ("insufficient-scope", "session-only"), one


def test_a_program_plays_with_its_token(house: House) -> None:
    player = house.player()
    program = program_of(player, "games:read", "games:play")
    made = program.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"]})
    assert made.status_code == 201
    assert program.view(made.json["id"])["you"]["seat"] == 0


def test_an_open_operation_that_notes_the_account_asks_for_its_scope(house: House) -> None:
    program = program_of(house.player(), "games:read")
    refused(program.get("/v1/drills/daily"), 403, "insufficient-scope")
    assert program.get("/v1/rulesets").status_code == 200


def test_a_body_is_not_read_for_a_program_without_the_scope(house: House) -> None:
    program = program_of(house.player(), "games:read")
    answer = program.call("POST", "/v1/games", data=b"{", content_type="application/json")
    refused(answer, 403, "insufficient-scope")


def test_a_stream_by_ticket_needs_the_scope_of_the_token(house: House) -> None:
    player, table = house.player(), house.table(listed=True)
    refused(program_of(player, "games:play").post(f"{table.path}/tickets"), 403, "insufficient-scope")
    assert program_of(player, "games:read").post(f"{table.path}/tickets").status_code == 201


def test_tokens_are_listed_without_the_secret_and_beside_the_sessions(house: House) -> None:
    player = house.player()
    program = program_of(player, "games:read", "account:read", days=30)
    (token,) = listed(player)
    assert (token["name"], token["scopes"], token["used_at"]) == ("My bot", ["account:read", "games:read"], None)
    assert token["expires_at"] == later(token["created_at"], seconds=30 * 86_400)
    assert program.token not in str(token)
    assert len(player.get("/v1/players/me/sessions").json["sessions"]) == 1


def test_a_program_is_no_way_into_the_account(house: House) -> None:
    player = house.player()
    program_of(player, *SCOPES)
    (session,) = player.get("/v1/players/me/sessions").json["sessions"]
    refused(player.delete(f"/v1/players/me/sessions/{session['id']}"), 409, "last-way-in")


def test_an_ended_token_is_refused_and_its_stream_ends(house: House) -> None:
    player, table = house.player(), house.table(listed=True)
    program = program_of(player, "games:read")
    with stream(program, table.id, f"?after={table.log()[0]}") as found:
        assert player.delete(f"{TOKENS}/{listed(player)[0]['id']}").status_code == 204
        assert next(found).data == {"reason": "unauthorized"}
    refused(program.get("/v1/games"), 401, "unauthorized")
    assert listed(player) == []


def test_a_program_ends_its_own_token(house: House) -> None:
    player = house.player()
    program = program_of(player, "games:read")
    assert program.delete("/v1/players/me/token").status_code == 204
    refused(program.get("/v1/games"), 401, "unauthorized")
    assert player.get("/v1/players/me").status_code == 200


def test_a_token_is_refused_from_its_end_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    player, table = house.player(), house.table(listed=True)
    program = program_of(player, "games:read")
    with stream(program, table.id, f"?after={table.log()[0]}") as found:
        monkeypatch.setattr(accounts, "now", lambda: LATER)
        monkeypatch.setattr(rights, "current_moment", lambda: LATER)
        refused(program.get("/v1/games"), 401, "unauthorized")
        assert next(found).data == {"reason": "unauthorized"}
    assert player.get("/v1/games").status_code == 200
    assert len(listed(player)) == 1, "the player sees what has expired, and can end it"


def test_a_cached_token_is_refused_from_its_end_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of(house.player(), "games:read")
    cache = AccountCache(house.pool)
    assert program.token is not None
    assert cache.account_of(program.token) is not None
    assert cache.known(program.token) is not None
    monkeypatch.setattr(account_cache, "moment_now", lambda: LATER)
    assert cache.known(program.token) is None
    cache.close()


def test_sessions_end_without_the_tokens_of_programs(house: House) -> None:
    player = house.player()
    program = program_of(player, "games:read")
    assert player.delete("/v1/players/me/sessions").status_code == 204
    assert program.get("/v1/games").status_code == 200


def test_a_repeated_request_makes_one_token(house: House) -> None:
    player, body = house.player(), {"name": "My bot", "scopes": ["games:read"], "days": 1}
    first, second = (player.post(TOKENS, body, headers={"Idempotency-Key": "again"}) for _ in range(2))
    assert first.json == second.json
    assert len(listed(player)) == 1


def test_the_number_of_tokens_is_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_tokens, "MAX_TOKENS", 2)
    player, body = house.player(), {"name": "My bot", "scopes": ["games:read"], "days": 1}
    for _ in range(2):
        program_of(player, "games:read")
    refused(player.post(TOKENS, body), 409, "too-many-tokens")
    assert player.delete(f"{TOKENS}/{listed(player)[0]['id']}").status_code == 204
    program_of(player, "games:read")


@pytest.mark.parametrize(
    "change",
    [{"scopes": []}, {"scopes": ["games:write"]}, {"scopes": ["session"]}, {"days": 0}, {"days": 367}, {"name": ""}],
    ids=str,
)
def test_a_token_without_a_valid_scope_name_or_end_is_refused(house: House, change: dict[str, Any]) -> None:
    body = {"name": "My bot", "scopes": ["games:read"], "days": 1, **change}
    refused(house.player().post(TOKENS, body), 422, "bad-body")


def test_another_players_token_is_not_there(house: House) -> None:
    player, other = house.player(), house.player()
    program_of(player, "games:read")
    refused(other.delete(f"{TOKENS}/{listed(player)[0]['id']}"), 404, "no-such-token")
    assert len(listed(player)) == 1


def test_scopes_are_told_in_both_languages(house: House) -> None:
    found = house.nobody.get("/v1/scopes").json["scopes"]
    assert [one["name"] for one in found] == [*SCOPES]
    assert all(one["title"]["en"] and one["title"]["ja"] for one in found)
