"""Sign-in by a passkey, a recovery code, and a code from another device."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from werkzeug.test import TestResponse

from api.app import create_app
from api.auth.relying_party import RelyingParty
from infra.accounts.device_links import LINK_SECONDS
from infra.accounts.passkey_challenges import CHALLENGE_SECONDS
from prove.harness.application import Caller, House
from prove.harness.authenticator import UNUSABLE, Authenticator
from tests.api.conftest import refused
from tests.api.operations.signing_in import add_passkey, device_code, options, recovery_codes

RECOVERY, DEVICE = "/v1/sessions/recovery", "/v1/sessions/device-link"


def sign_in(house: House, authenticator: Authenticator, **more: Any) -> TestResponse:
    asked = options(house.nobody, "/v1/sessions/passkey-options")
    return house.nobody.post("/v1/sessions/passkey", {"credential": authenticator.sign(asked)}, **more)


def is_back(house: House, answer: TestResponse, player: Caller) -> Caller:
    """Return the caller of a new session, after checking that it is one of the player."""
    assert answer.status_code == 201, answer.json
    back = Caller(house.app, answer.json["token"], answer.json["id"], answer.json["name"])
    assert (back.id, back.name) == (player.id, player.name)
    assert back.token != player.token
    assert back.get("/v1/players/me").json["id"] == player.id
    return back


def test_a_player_is_back_with_a_passkey(house: House) -> None:
    player = house.player("Aoi")
    authenticator = add_passkey(player, name="My phone")
    is_back(house, sign_in(house, authenticator), player)
    is_back(house, sign_in(house, authenticator), player)
    (passkey,) = player.get("/v1/players/me/passkeys").json["passkeys"]
    assert passkey["name"] == "My phone"
    assert passkey["used_at"] is not None


def test_a_player_is_back_with_a_recovery_code_once(house: House) -> None:
    player = house.player("Aoi")
    codes = recovery_codes(player)
    assert len(set(codes)) == 10
    is_back(house, house.nobody.post(RECOVERY, {"code": codes[3].lower().replace("-", " ")}), player)
    refused(house.nobody.post(RECOVERY, {"code": codes[3]}), 422, "bad-code")
    assert player.get("/v1/players/me/recovery-codes").json["left"] == 9


def test_a_player_is_on_a_second_device_with_a_code(house: House) -> None:
    player = house.player("Aoi")
    link = player.post("/v1/players/me/device-links").json
    assert link["url"] == f"http://localhost/account.html#link={link['code']}"
    assert re.fullmatch("([0-9A-Z]{4}-){2}[0-9A-Z]{4}", link["code"])
    path = f"/v1/players/me/device-links/{link['id']}"
    assert player.get(path).json["session"] is None
    answer = house.nobody.post(DEVICE, {"code": link["code"], "label": "Tablet"})
    is_back(house, answer, player)
    assert player.get(path).json["session"] == answer.json["session"]
    refused(house.nobody.post(DEVICE, {"code": link["code"]}), 422, "bad-code")
    assert "Tablet" in [session["label"] for session in player.get("/v1/players/me/sessions").json["sessions"]]


@pytest.mark.parametrize("path", [RECOVERY, DEVICE])
def test_a_code_works_once_in_a_race(house: House, path: str) -> None:
    player = house.player("Aoi")
    code = recovery_codes(player)[0] if path == RECOVERY else device_code(player)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: house.nobody.post(path, {"code": code}).status_code, range(8)))
    assert sorted(answers) == [201, *[422] * 7]
    assert len(player.get("/v1/players/me/sessions").json["sessions"]) == 2


@pytest.mark.parametrize("path", [RECOVERY, DEVICE])
def test_a_repeated_request_gets_the_same_session(house: House, path: str) -> None:
    player = house.player("Aoi")
    code = recovery_codes(player)[0] if path == RECOVERY else device_code(player)
    key = {"Idempotency-Key": str(uuid4())}
    first, second = (house.nobody.post(path, {"code": code}, headers=key).json for _ in range(2))
    assert first == second
    assert len(player.get("/v1/players/me/sessions").json["sessions"]) == 2


def test_a_guessable_key_opens_no_session(house: House) -> None:
    code = recovery_codes(house.player())[0]
    answer = house.nobody.post(RECOVERY, {"code": code}, headers={"Idempotency-Key": "1"})
    refused(answer, 400, "bad-header")


def test_a_new_set_of_codes_replaces_the_old_one(house: House) -> None:
    player = house.player("Aoi")
    old, new = recovery_codes(player), recovery_codes(player)
    refused(house.nobody.post(RECOVERY, {"code": old[0]}), 422, "bad-code")
    is_back(house, house.nobody.post(RECOVERY, {"code": new[0]}), player)


def test_a_code_for_a_device_expires(house: House) -> None:
    code = device_code(house.player())
    house.time.passes(LINK_SECONDS)
    refused(house.nobody.post(DEVICE, {"code": code}), 422, "bad-code")


def test_a_newer_code_for_a_device_replaces_the_older_one(house: House) -> None:
    player = house.player("Aoi")
    older, newer = device_code(player), device_code(player)
    refused(house.nobody.post(DEVICE, {"code": older}), 422, "bad-code")
    is_back(house, house.nobody.post(DEVICE, {"code": newer}), player)


@pytest.mark.parametrize("code", ["0", "0000-0000-0000", "00000-00000-00000-00000", "*" * 20, "あ" * 12, "U" * 12])
@pytest.mark.parametrize("path", [RECOVERY, DEVICE])
def test_an_unknown_code_opens_nothing(house: House, path: str, code: str) -> None:
    refused(house.nobody.post(path, {"code": code}), 422, "bad-code")


def test_a_challenge_opens_one_session(house: House) -> None:
    authenticator = add_passkey(house.player())
    asked = options(house.nobody, "/v1/sessions/passkey-options")
    answers = [house.nobody.post("/v1/sessions/passkey", {"credential": authenticator.sign(asked)}) for _ in range(2)]
    assert answers[0].status_code == 201
    refused(answers[1], 422, "bad-passkey")


def test_a_challenge_expires(house: House) -> None:
    authenticator = add_passkey(house.player())
    asked = options(house.nobody, "/v1/sessions/passkey-options")
    house.time.passes(CHALLENGE_SECONDS)
    refused(house.nobody.post("/v1/sessions/passkey", {"credential": authenticator.sign(asked)}), 422, "bad-passkey")


def test_a_challenge_of_another_purpose_or_player_is_invalid(house: House) -> None:
    player, other = house.player("Aoi"), house.player("Ren")
    authenticator = add_passkey(player)
    signed = authenticator.sign(options(player))
    refused(house.nobody.post("/v1/sessions/passkey", {"credential": signed}), 422, "bad-passkey")
    made = Authenticator().create(options(other))
    refused(player.post("/v1/players/me/passkeys", {"credential": made}), 422, "bad-passkey")


@pytest.mark.parametrize(
    "wrong", [{"origin": "http://localhost.example"}, {"origin": "https://play.example"}, {"domain": "play.example"}]
)
def test_a_passkey_of_another_page_is_refused(house: House, wrong: dict[str, str]) -> None:
    player = house.player()
    made = Authenticator(**wrong).create(options(player))  # type: ignore[arg-type]
    refused(player.post("/v1/players/me/passkeys", {"credential": made}), 422, "bad-passkey")
    right = add_passkey(player)
    elsewhere = Authenticator(**wrong, id=right.id, key=right.key)  # type: ignore[arg-type]
    refused(sign_in(house, elsewhere), 422, "bad-passkey")


@pytest.mark.parametrize("key", UNUSABLE)
def test_an_unusable_key_is_refused(house: House, key: str) -> None:
    player = house.player("Aoi")
    made = Authenticator(public=UNUSABLE[key]).create(options(player))
    refused(player.post("/v1/players/me/passkeys", {"credential": made}), 422, "bad-passkey")


def test_keys_of_all_usual_algorithms_are_accepted(house: House) -> None:
    player = house.player("Aoi")
    modulus = rsa.generate_private_key(65537, 2048).public_key().public_numbers().n.to_bytes(256, "big")
    add_passkey(player, Authenticator(public={1: 3, 3: -257, -1: modulus, -2: b"\1\0\1"}))
    raw = ed25519.Ed25519PrivateKey.generate().public_key().public_bytes_raw()
    add_passkey(player, Authenticator(public={1: 1, 3: -8, -1: 6, -2: raw}))


def test_a_page_in_a_frame_of_another_origin_is_refused(house: House) -> None:
    player = house.player("Aoi")
    made = Authenticator(framed=True).create(options(player))
    refused(player.post("/v1/players/me/passkeys", {"credential": made}), 422, "bad-passkey")
    right = add_passkey(player)
    refused(sign_in(house, Authenticator(framed=True, id=right.id, key=right.key)), 422, "bad-passkey")


def test_a_signature_of_another_key_is_refused(house: House) -> None:
    right = add_passkey(house.player())
    refused(sign_in(house, Authenticator(id=right.id)), 422, "bad-passkey")


def test_a_counter_that_has_not_grown_is_refused(house: House) -> None:
    player = house.player()
    authenticator = add_passkey(player, Authenticator(sign_count=7))
    is_back(house, sign_in(house, authenticator), player)
    copy = Authenticator(sign_count=7, id=authenticator.id, key=authenticator.key)
    refused(sign_in(house, copy), 422, "bad-passkey")
    is_back(house, sign_in(house, authenticator), player)


def test_an_authenticator_that_does_not_count_is_accepted(house: House) -> None:
    player = house.player()
    authenticator = add_passkey(player, Authenticator(counts=False))
    for _ in range(2):
        is_back(house, sign_in(house, authenticator), player)


def test_a_removed_passkey_opens_nothing(house: House) -> None:
    player = house.player()
    recovery_codes(player)
    authenticator = add_passkey(player)
    (passkey,) = player.get("/v1/players/me/passkeys").json["passkeys"]
    assert player.delete(f"/v1/players/me/passkeys/{passkey['id']}").status_code == 204
    refused(sign_in(house, authenticator), 422, "bad-passkey")


def test_a_passkey_is_named_for_its_device_and_renamed(house: House) -> None:
    player = house.player()
    add_passkey(player)
    (passkey,) = player.get("/v1/players/me/passkeys").json["passkeys"]
    path = f"/v1/players/me/passkeys/{passkey['id']}"
    assert player.call("PATCH", path, json={"name": "Key"}).status_code == 204
    assert player.get("/v1/players/me/passkeys").json["passkeys"][0]["name"] == "Key"


def test_a_passkey_is_added_once(house: House) -> None:
    player, other = house.player(), house.player()
    authenticator = add_passkey(player)
    assert len(options(player)["excludeCredentials"]) == 1
    again = other.post("/v1/players/me/passkeys", {"credential": authenticator.create(options(other))})
    refused(again, 422, "bad-passkey")


def test_the_last_passkey_is_removed_only_with_confirmation(house: House) -> None:
    player = house.player()
    add_passkey(player)
    (passkey,) = player.get("/v1/players/me/passkeys").json["passkeys"]
    path = f"/v1/players/me/passkeys/{passkey['id']}"
    refused(player.delete(path), 409, "last-way-in")
    assert len(player.get("/v1/players/me/passkeys").json["passkeys"]) == 1
    assert player.delete(f"{path}?confirm=true").status_code == 204


def test_another_players_passkey_is_not_there(house: House) -> None:
    player, other = house.player(), house.player()
    add_passkey(player)
    (passkey,) = player.get("/v1/players/me/passkeys").json["passkeys"]
    path = f"/v1/players/me/passkeys/{passkey['id']}"
    refused(other.delete(f"{path}?confirm=true"), 404, "no-such-passkey")
    refused(other.call("PATCH", path, json={"name": "Mine"}), 404, "no-such-passkey")


@pytest.mark.parametrize("way", ["passkey", "recovery", "device"])
def test_a_suspended_account_gets_no_session_and_keeps_its_code(house: House, way: str) -> None:
    player = house.player()
    authenticator, code, link = add_passkey(player), recovery_codes(player)[0], device_code(player)

    def attempt() -> TestResponse:
        if way == "passkey":
            return sign_in(house, authenticator)
        return house.nobody.post(*((RECOVERY, {"code": code}) if way == "recovery" else (DEVICE, {"code": link})))

    with house.pool.connection() as conn:
        conn.execute("UPDATE dobon.players SET suspended_at = created_at WHERE id = %s", [player.id])
    refused(attempt(), 403, "suspended")
    with house.pool.connection() as conn:
        conn.execute("UPDATE dobon.players SET suspended_at = NULL WHERE id = %s", [player.id])
    is_back(house, attempt(), player)


def test_the_database_stores_no_code(house: House) -> None:
    player = house.player()
    codes = [recovery_codes(player)[0], device_code(player)]
    with house.pool.connection() as conn:
        text = str(
            conn.execute(
                "SELECT r.*::text, l.*::text FROM dobon.recovery_codes AS r JOIN dobon.device_links AS l USING (player_id)"
                " WHERE player_id = %s",
                [player.id],
            ).fetchall()
        )
    assert player.id in text
    assert not any(part in text for code in codes for part in (code, code.replace("-", "")))


def test_passkeys_need_a_domain(house: House) -> None:
    player = house.player()
    at_address = {"base_url": "http://192.0.2.1"}
    refused(player.post("/v1/players/me/passkey-options", **at_address), 409, "no-passkeys")
    refused(house.nobody.post("/v1/sessions/passkey-options", **at_address), 409, "no-passkeys")


def test_a_domain_of_the_settings_accepts_its_own_pages(house: House) -> None:
    app = create_app(house.pool, house.tables, ["https://app.play.example"], passkey_domain="play.example")
    player = Caller(app, house.player().token)
    made = Authenticator("https://app.play.example", "play.example").create(options(player))
    assert player.post("/v1/players/me/passkeys", {"credential": made}).status_code == 201
    other = Authenticator("https://localhost", "localhost").create(options(player))
    refused(player.post("/v1/players/me/passkeys", {"credential": other}), 422, "bad-passkey")


def test_only_pages_of_the_domain_are_origins_of_passkeys() -> None:
    origins = ["https://play.example", "https://a.play.example:444", "https://otherplay.example", "http://play.example"]
    found = RelyingParty.of("play.example", origins)
    assert found.origins == ["https://play.example", "https://a.play.example:444"]
