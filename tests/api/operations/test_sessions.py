"""Sessions of an account: listed, named, ended and rotated."""

from typing import Any
from uuid import uuid4

import pytest

from infra.accounts import sessions
from infra.accounts.tokens import token_hash
from prove.harness.application import START, Caller, House
from prove.harness.receivers import BROWSER
from tests.api.conftest import refused
from tests.api.operations.signing_in import add_passkey, device_code, recovery_codes
from tests.api.streaming.sse import stream

SESSIONS = "/v1/players/me/sessions"
ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0"


def second_session(player: Caller, label: str = "Tablet") -> Caller:
    answer = Caller(player.app).post("/v1/sessions/device-link", {"code": device_code(player), "label": label})
    assert answer.status_code == 201
    return Caller(player.app, answer.json["token"], player.id, player.name)


def listed(player: Caller) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.get(SESSIONS).json["sessions"]
    return found


def session_of(player: Caller) -> str:
    return next(one["id"] for one in listed(player) if one["current"])


def test_a_new_player_has_one_session_named_for_the_device(house: House) -> None:
    made = house.nobody.post("/v1/players", {"name": "Aoi"}, headers={"User-Agent": ANDROID}).json
    (session,) = listed(Caller(house.app, made["token"]))
    assert session["label"] == "Firefox (Android)"
    assert session["current"]
    assert session["used_at"] == session["created_at"]


def test_a_session_is_named(house: House) -> None:
    player = house.player()
    assert player.call("PATCH", f"{SESSIONS}/{session_of(player)}", json={"label": " Kitchen "}).status_code == 204
    assert [one["label"] for one in listed(player)] == ["Kitchen"]


def test_an_ended_session_is_refused_and_its_stream_ends(house: House) -> None:
    player, table = house.player(), house.table(listed=True)
    other = second_session(player)
    with stream(other, table.id, f"?after={table.log()[0]}") as found:
        assert player.delete(f"{SESSIONS}/{session_of(other)}").status_code == 204
        assert next(found).data == {"reason": "unauthorized"}
    refused(other.get("/v1/players/me"), 401, "unauthorized")
    assert len(listed(player)) == 1


def test_all_other_sessions_are_ended(house: House) -> None:
    player = house.player()
    others = [second_session(player) for _ in range(2)]
    assert player.delete(SESSIONS).status_code == 204
    assert [one["current"] for one in listed(player)] == [True]
    for other in others:
        refused(other.get("/v1/players/me"), 401, "unauthorized")


def test_the_last_session_without_another_way_in_ends_only_with_confirmation(house: House) -> None:
    player = house.player()
    path = f"{SESSIONS}/{session_of(player)}"
    refused(player.delete(path), 409, "last-way-in")
    assert player.delete(f"{path}?confirm=true").status_code == 204
    refused(player.get(SESSIONS), 401, "unauthorized")


def test_an_unknown_session_is_refused_as_unknown_whatever_ways_in_there_are(house: House) -> None:
    player = house.player()
    assert len(listed(player)) == 1
    refused(player.delete(f"{SESSIONS}/{uuid4()}"), 404, "no-such-session")
    assert len(listed(player)) == 1


@pytest.mark.parametrize("way", [add_passkey, recovery_codes, second_session])
def test_a_session_ends_without_confirmation_if_there_is_another_way_in(house: House, way: Any) -> None:
    player = house.player()
    way(player)
    assert player.delete(f"{SESSIONS}/{session_of(player)}").status_code == 204


def test_another_players_session_is_not_there(house: House) -> None:
    player, other = house.player(), house.player()
    path = f"{SESSIONS}/{session_of(player)}"
    refused(other.delete(f"{path}?confirm=true"), 404, "no-such-session")
    refused(other.call("PATCH", path, json={"label": "Mine"}), 404, "no-such-session")
    assert player.get("/v1/players/me").status_code == 200


def test_a_rotated_token_is_refused_and_its_stream_ends(house: House) -> None:
    player, table = house.player(), house.table(listed=True)
    session = session_of(player)
    with stream(player, table.id, f"?after={table.log()[0]}") as found:
        new = Caller(house.app, player.post("/v1/players/me/token").json["token"])
        assert next(found).data == {"reason": "unauthorized"}
    refused(player.get("/v1/players/me"), 401, "unauthorized")
    assert session_of(new) == session


def test_a_browser_that_gets_pushes_follows_the_rotated_token(house: House) -> None:
    player = house.player()
    assert player.post("/v1/players/me/push-subscriptions", BROWSER).status_code == 201
    new = Caller(house.app, player.post("/v1/players/me/token").json["token"])
    assert [one["own"] for one in new.get("/v1/players/me/push-subscriptions").json["subscriptions"]] == [True]


def test_a_repeated_rotation_with_the_old_token_gets_the_same_new_one(house: House) -> None:
    player, key = house.player(), {"Idempotency-Key": "again"}
    answers = [player.post("/v1/players/me/token", headers=key) for _ in range(2)]
    assert answers[0].status_code == answers[1].status_code == 201
    assert answers[0].json == answers[1].json
    refused(player.post("/v1/players/me/token"), 401, "unauthorized")
    refused(player.post("/v1/players/me/token", headers={"Idempotency-Key": "other"}), 401, "unauthorized")


def test_a_new_session_over_the_limit_ends_the_one_with_the_oldest_use(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MAX_SESSIONS", 3)
    player = house.player()
    with house.pool.connection() as conn:  # new players have the time of the system
        conn.execute("UPDATE dobon.tokens SET used_at = %s WHERE hash = %s", [START, token_hash(player.token or "")])
    found: list[Caller] = []
    for number in range(3):
        house.time.passes(60)
        found.append(second_session(player if not found else found[-1], str(number)))
    refused(player.get(SESSIONS), 401, "unauthorized")
    assert {one["label"] for one in listed(found[-1])} == {"0", "1", "2"}


def test_a_session_has_at_most_64_characters_in_its_name(house: House) -> None:
    player = house.player()
    path = f"{SESSIONS}/{session_of(player)}"
    refused(player.call("PATCH", path, json={"label": "x" * 65}), 422, "bad-body")
    refused(player.call("PATCH", f"{SESSIONS}/{uuid4()}", json={"label": "x"}), 404, "no-such-session")
