"""Permission for apps of others: codes with PKCE, and every known way to steal one."""

from typing import Any
from urllib.parse import urlencode

import pytest
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from werkzeug.test import TestResponse

from api.auth.apps import address_of
from api.auth.scopes import SCOPES
from api.operations import authorization
from domain.log.moments import later
from infra import clock
from infra.accounts import accounts, authorization_codes, personal_tokens, suspensions
from infra.accounts.account_cache import AccountCache
from prove.harness.application import Caller, House
from prove.harness.authorization import AUTHORIZATION, BACK, allow, collect, returned, send_form
from tests.api.conftest import refused


def app_of(house: House, player: Caller, **changes: str) -> Caller:
    """Return an app with the permission of the player."""
    answer = collect(house.app, allow(player, **changes)["code"])
    assert answer.status_code == 200, answer.json
    return Caller(house.app, answer.json["access_token"], player.id, player.name)


def is_invalid_grant(answer: TestResponse) -> bool:
    return answer.status_code == 400 and answer.json["error"] == "invalid_grant"


def test_an_app_with_permission_plays_and_is_refused_the_rest(house: House) -> None:
    player = house.player()
    asked = player.get(f"/v1/authorization?{urlencode(AUTHORIZATION)}").json
    assert asked == {"client_id": "my-app", "address": "app.example", "scopes": ["games:play", "games:read"]}
    found = allow(player)
    assert found.keys() == {"code", "state", "iss"}
    assert (found["state"], found["iss"]) == ("s1", "http://localhost")
    token = collect(house.app, found["code"]).json
    assert token.keys() == {"access_token", "token_type", "expires_in", "scope"}
    assert (token["token_type"], token["scope"]) == ("Bearer", "games:play games:read")
    app = Caller(house.app, token["access_token"])
    assert app.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).status_code == 201
    assert refused(app.get("/v1/players/me"), 403, "insufficient-scope")["scope"] == "account:read"
    assert refused(app.post("/v1/authorization", {**AUTHORIZATION, "allow": True}), 403, "session-only")


def test_a_refused_app_is_told(house: House) -> None:
    answer = house.player().post("/v1/authorization", {**AUTHORIZATION, "allow": False})
    assert returned(answer.json["redirect"]).items() >= {
        ("error", "access_denied"),
        ("state", "s1"),
        ("iss", "http://localhost"),
    }


def test_the_token_of_an_app_stands_with_its_address_among_those_of_programs(house: House) -> None:
    player = house.player()
    app = app_of(house, player)
    (shown,) = player.get("/v1/players/me/personal-tokens").json["tokens"]
    assert (shown["name"], shown["client"], shown["scopes"]) == ("app.example", "my-app", ["games:play", "games:read"])
    assert player.delete(f"/v1/players/me/personal-tokens/{shown['id']}").status_code == 204
    assert app.get("/v1/games").status_code == 401


def test_the_metadata_is_that_of_an_authorization_server(house: House) -> None:
    answer = Caller(house.app).get("/.well-known/oauth-authorization-server")
    found = AuthorizationServerMetadata({**answer.json, **authorization.metadata("https://play.example")})
    found.validate()
    assert found["scopes_supported"] == [*SCOPES]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("changes", "error", "told"),
    [
        ({"redirect_uri": "http://app.example/back"}, "invalid_request", False),
        ({"redirect_uri": ""}, "invalid_request", False),
        ({"client_id": ""}, "invalid_client", False),
        ({"client_id": "two words"}, "invalid_client", False),
        ({"response_type": "token"}, "unsupported_response_type", True),
        ({"response_type": "code token"}, "unsupported_response_type", True),
        ({"response_type": ""}, "unsupported_response_type", True),
        ({"scope": ""}, "invalid_scope", True),
        ({"scope": "games:read everything"}, "invalid_scope", True),
        ({"scope": "session"}, "invalid_scope", True),
        ({"code_challenge": ""}, "invalid_request", True),
        ({"code_challenge": "short"}, "invalid_request", True),
        ({"code_challenge_method": "plain"}, "invalid_request", True),
        ({"code_challenge_method": ""}, "invalid_request", True),
    ],
    ids=str,
)
def test_a_request_that_cannot_be_granted_is_refused_before_the_player_is_asked(
    house: House, changes: dict[str, str], error: str, told: bool
) -> None:
    player = house.player()
    asked = {**AUTHORIZATION, **changes}
    for answer in (
        player.get(f"/v1/authorization?{urlencode(asked)}"),
        player.post("/v1/authorization", {**asked, "allow": True}),
    ):
        problem = refused(answer, 400, "bad-authorization-request")
        assert problem["error"] == error
        if told:
            assert problem["redirect"].startswith(f"{BACK}?")
            assert returned(problem["redirect"]).items() >= {
                ("error", error),
                ("state", "s1"),
                ("iss", "http://localhost"),
            }
        else:
            assert problem["redirect"] is None


@pytest.mark.parametrize(
    ("redirect", "address"),
    [
        ("https://app.example/back", "app.example"),
        ("https://app.example:8443/back?a=b", "app.example:8443"),
        ("http://127.0.0.1:49152/back", "127.0.0.1:49152"),
        ("http://[::1]:49152/back", "[::1]:49152"),
        ("http://localhost/back", "localhost"),
        ("com.example.app:/back", "com.example.app"),
        ("com.example.app://back", "com.example.app"),
        ("http://app.example/back", None),
        ("http://127.0.0.1.app.example/", None),
        ("https://dobon.example@app.example/", None),
        ("https://app.example:x/", None),
        ("https://dobon.example\\@app.example/", None),
        ("https://app.example/#part", None),
        ("https://äpp.example/", None),
        ("https://APP.example/", None),
        ("https:///back", None),
        ("//app.example/back", None),
        ("/back", None),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("myapp:/back", None),
        ("", None),
        ("https://app.example/" + "x" * 500, None),
    ],
)
def test_a_code_is_sent_only_to_an_address_that_says_whose_app_it_is(redirect: str, address: str | None) -> None:
    assert address_of(redirect) == address


def test_the_second_use_of_a_code_ends_the_token_of_the_first(house: House) -> None:
    player = house.player()
    code = allow(player)["code"]
    app = Caller(house.app, collect(house.app, code).json["access_token"])
    assert app.get("/v1/games").status_code == 200
    assert is_invalid_grant(collect(house.app, code))
    assert app.get("/v1/games").status_code == 401


def test_other_accounts_are_looked_up_again_only_if_a_token_has_ended(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    expired: list[None] = []
    monkeypatch.setattr(AccountCache, "expire", lambda _: expired.append(None))
    code = allow(house.player())["code"]
    assert is_invalid_grant(collect(house.app, "guessed"))
    assert collect(house.app, code, grant_type="password").status_code == 400
    assert collect(house.app, code).status_code == 200
    assert expired == []
    assert is_invalid_grant(collect(house.app, code))
    assert expired == [None]


@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": "w" * 43},
        {"redirect_uri": f"{BACK}/"},
        {"redirect_uri": "https://other.example/back"},
        {"client_id": "other-app"},
    ],
    ids=str,
)
def test_a_stolen_code_is_worth_nothing_and_is_used_up(house: House, changes: dict[str, str]) -> None:
    code = allow(house.player())["code"]
    assert is_invalid_grant(collect(house.app, code, **changes))
    assert is_invalid_grant(collect(house.app, code))


def test_a_code_without_the_secret_of_the_app_is_no_token(house: House) -> None:
    code = allow(house.player())["code"]
    answer = collect(house.app, code, code_verifier="")
    assert (answer.status_code, answer.json["error"]) == (400, "invalid_request")


def test_a_code_of_one_player_is_not_that_of_another(house: House) -> None:
    """An app into which an attacker's code is put (code injection) fails: its secret belongs to its own request."""
    attackers = allow(house.player(), code_challenge=create_s256_code_challenge("a" * 43))["code"]
    assert is_invalid_grant(collect(house.app, attackers))


def test_a_code_expires_after_a_minute(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    code = allow(house.player())["code"]
    due = later(clock.now(), seconds=authorization_codes.CODE_SECONDS)
    monkeypatch.setattr(authorization.clock, "now", lambda: due)
    assert is_invalid_grant(collect(house.app, code))


def test_an_app_gets_nothing_from_an_account_that_was_suspended_or_erased(house: House) -> None:
    suspended, erased = house.player(), house.player()
    codes = [allow(player)["code"] for player in (suspended, erased)]
    suspensions.suspend(house.pool, accounts.create_admin(house.pool, "Root")[0], suspended.id, "test")
    assert erased.delete("/v1/players/me?confirm=true").status_code == 204
    assert all(is_invalid_grant(collect(house.app, code)) for code in codes)


def test_an_app_ends_its_own_tokens_alone(house: House) -> None:
    app = app_of(house, house.player())
    assert app.token is not None
    other = send_form(house.app, authorization.REVOKE, {"token": app.token, "client_id": "other-app"})
    assert (other.status_code, app.get("/v1/games").status_code) == (200, 200)
    assert send_form(house.app, authorization.REVOKE, {"token": app.token}).json["error"] == "invalid_request"
    own = send_form(house.app, authorization.REVOKE, {"token": app.token, "client_id": "my-app"})
    assert (own.status_code, own.data, app.get("/v1/games").status_code) == (200, b"", 401)


def test_a_session_is_no_token_of_an_app(house: House) -> None:
    player = house.player()
    assert player.token is not None
    for client in ("my-app", ""):
        send_form(house.app, authorization.REVOKE, {"token": player.token, "client_id": client})
    assert player.get("/v1/players/me").status_code == 200


def test_an_account_has_a_limited_number_of_apps(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_tokens, "MAX_TOKENS", 1)
    player = house.player()
    app_of(house, player)
    refused(player.post("/v1/authorization", {**AUTHORIZATION, "allow": True}), 409, "too-many-tokens")


@pytest.mark.parametrize(
    "body", [b"", b"grant_type=a&grant_type=b", b"code=%ff", b"&".join([b"%d=x" % n for n in range(30)])]
)
def test_a_malformed_form_is_refused_in_the_words_of_oauth(house: House, body: bytes) -> None:
    answer = send_form(house.app, authorization.TOKEN, body)
    assert refused(answer, 400, "bad-request")["error"] == "invalid_request"
    json = {"Content-Type": "application/json"}
    refused(Caller(house.app).call("POST", authorization.TOKEN, data=body, headers=json), 415, "unsupported-media-type")


def test_an_unknown_way_to_collect_a_token_is_refused(house: House) -> None:
    answer = collect(house.app, "c", grant_type="password")
    assert (answer.status_code, answer.json["error"]) == (400, "unsupported_grant_type")


def test_an_erased_account_leaves_no_app(house: House) -> None:
    player = house.player()
    app_of(house, player)
    allow(player)
    assert [row["client"] for row in player.get("/v1/players/me/export").json["programs"]] == ["my-app"]
    assert player.delete("/v1/players/me?confirm=true").status_code == 204
    with house.pool.connection() as conn:
        rows: Any = conn.execute("SELECT count(*) FROM dobon.authorization_codes WHERE player_id = %s", [player.id])
        assert rows.fetchone() == (0,)
        found = conn.execute("SELECT client FROM dobon.tokens WHERE player_id = %s AND client IS NOT NULL", [player.id])
        assert found.fetchall() == []


def test_the_end_of_a_token_needs_the_name_of_an_app(house: House) -> None:
    for name in ("", "\0", "app\n", "あ"):
        answer = house.nobody.call("POST", "/oauth/revoke", data={"token": "dbn_x", "client_id": name})
        assert (answer.status_code, answer.json["error"]) == (400, "invalid_request")
    assert house.nobody.call("POST", "/oauth/revoke", data={"token": "dbn_x", "client_id": "app"}).status_code == 200
