"""Rate limits: a client over its limit gets a retry time, and other requests never use up the limit of calls."""

import re
from dataclasses import replace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.app import create_app
from api.auth.codes import ALPHABET, DEVICE, RECOVERY
from api.http.client_address import UNKNOWN, network
from api.middleware.rate_limit import DEFAULT, RateLimiter
from infra.settings import Settings
from prove.harness.application import Caller, House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused

PROCESSES = 16
"""Processes of a large server, which count separately."""

ELSEWHERE, NEIGHBOUR = "203.0.113.7", "203.0.113.8"


def limited(house: House, caller: Caller, rates: str) -> Caller:
    """Return the client as one of a server with these limits."""
    app = create_app(house.pool, house.tables, limiter=RateLimiter(rates))
    return replace(caller, app=app)


def ask(
    caller: Caller, method: str = "GET", path: str = "/v1/players/me", address: str = ELSEWHERE, **more: Any
) -> TestResponse:
    return caller.call(method, path, environ_base={"REMOTE_ADDR": address}, **more)


def act(caller: Caller, table: Table, kind: str, **fields: Any) -> TestResponse:
    return ask(caller, "POST", f"{table.path}/actions", json={"type": kind, **fields})


def is_limited(response: TestResponse, allowance: str) -> bool:
    if response.status_code != 429:
        return False
    body = refused(response, 429, "rate-limited")
    assert body["allowance"] == allowance
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    assert response.headers["Retry-After"] in body["detail"]
    return True


def test_an_account_over_its_limit_gets_a_retry_time(house: House) -> None:
    me = limited(house, house.player(), "account=5/minute")
    assert [ask(me).status_code for _ in range(5)] == [200] * 5
    assert is_limited(ask(me), "account")
    assert is_limited(ask(me, address=NEIGHBOUR), "account"), "the limit holds from any address"
    assert ask(replace(me, token=house.player().token)).status_code == 200, "other accounts are not affected"


def test_an_answer_states_what_the_account_has_left(house: House) -> None:
    me = limited(house, house.player(), "account=3/minute address=100/minute")
    found = [ask(me) for _ in range(4)]
    assert {answer.headers["RateLimit-Policy"] for answer in found} == {'"account";q=3;w=60'}
    left = [re.fullmatch(r'"account";r=([0-9]+);t=([0-9]+)', answer.headers["RateLimit"]) for answer in found]
    assert [match and match[1] for match in left] == ["2", "1", "0", "0"]
    assert all(match and 1 <= int(match[2]) <= 120 for match in left)
    assert found[3].status_code == 429


def test_an_answer_states_every_allowance_that_was_charged(house: House) -> None:
    me = limited(house, house.player(), "account=30/minute codes=5/second")
    answer = ask(me, path="/v1/games?join_code=AAAAAA")
    assert answer.headers["RateLimit-Policy"] == '"account";q=30;w=60, "codes";q=5;w=1'
    assert answer.headers["RateLimit"].startswith('"account";r=29;t=')
    assert "RateLimit" not in ask(limited(house, house.nobody, "address=9/minute"), path="/v1/rulesets").headers


def test_an_allowance_recovers_with_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    me = limited(house, house.player(), "account=5/minute")
    later = 0.0
    real = __import__("time").time
    monkeypatch.setattr("limits.storage.memory.time.time", lambda: real() + later)
    while not is_limited(ask(me), "account"):
        pass
    later = 130.0
    assert ask(me).status_code == 200


def test_an_address_over_its_limit_gets_a_retry_time(house: House) -> None:
    nobody = limited(house, house.nobody, "address=5/minute")
    assert [ask(nobody).status_code for _ in range(5)] == [401] * 5
    assert is_limited(ask(nobody), "address")
    assert is_limited(ask(nobody, path="/v1/nowhere"), "address")
    assert ask(nobody, address=NEIGHBOUR).status_code == 401
    assert ask(nobody, path="/healthz").status_code == 200


def test_new_players_have_an_allowance_of_their_own(house: House) -> None:
    nobody = limited(house, house.nobody, "players=2/minute")
    made = [ask(nobody, "POST", "/v1/players", json={"name": "Aoi"}) for _ in range(3)]
    assert [response.status_code for response in made[:2]] == [201, 201]
    assert is_limited(made[2], "players")


@pytest.mark.parametrize("kind", ["dobon", "decline", "doubt"])
def test_calls_have_a_limit_that_nothing_else_uses_up(house: House, kind: str) -> None:
    table = house.table()
    me = limited(house, table.people[0], "account=3/minute address=3/minute calls=10/minute")
    while not is_limited(ask(me, path="/v1/rulesets"), "address"):
        pass  # as another client at the same address would
    assert any(is_limited(ask(me, address=f"203.0.113.{last}"), "account") for last in range(100, 105))
    assert is_limited(act(me, table, "draw"), "address")
    with table.untouched():
        answers = [act(me, table, kind, on=1) for _ in range(10)]
    assert {answer.status_code for answer in answers} == {409}, "refused by the rules, not by the rate limit"
    assert is_limited(act(me, table, kind, on=1), "calls")


def test_a_true_call_succeeds_when_all_other_limits_are_used_up(house: House) -> None:
    def can_call(table: Table) -> bool:
        return any(action["type"] == "dobon" for person in table.people for action in actions_of(person.view(table.id)))

    table = house.table_where(can_call, options={"claim_hints": True, "hand_size": 2})
    caller = next(
        person for person in table.people if any(a["type"] == "dobon" for a in actions_of(person.view(table.id)))
    )
    call = next(action for action in actions_of(caller.view(table.id)) if action["type"] == "dobon")
    me = limited(house, caller, "account=1/minute address=1/minute")
    while not is_limited(ask(me), "address"):
        pass
    assert act(me, table, kind=call["type"], on=call["on"]).status_code == 200


def test_a_call_with_an_unknown_token_is_charged_as_a_plain_request(house: House) -> None:
    table = house.table()
    thief = limited(house, Caller(house.app, "dbn_" + "x" * 43), "address=4/minute")
    assert [act(thief, table, "dobon", on=1).status_code for _ in range(4)] == [401] * 4
    assert is_limited(act(thief, table, "dobon", on=1), "address")


@pytest.mark.parametrize(
    "odd",
    [b'{"type":"draw","why":"\\"type\\":\\"dobon\\""}', b'{"type":"draw","why":{"type":"dobon"}}', b'{"type":"dobon"', b'["dobon"]', b'{"type":["dobon"]}'],
)  # fmt: skip
def test_an_action_that_only_resembles_a_call_is_not_charged_as_one(house: House, odd: bytes) -> None:
    table = house.table()
    me = limited(house, table.people[0], "account=3/minute calls=1/minute")
    answers = [
        ask(me, "POST", f"{table.path}/actions", data=odd, content_type="application/json").status_code
        for _ in range(4)
    ]
    assert 429 not in answers[:3]
    assert answers[3] == 429


def test_a_call_is_recognized_however_its_body_is_written(house: House) -> None:
    table = house.table()
    me = limited(house, table.people[0], "account=1/minute calls=3/minute")
    for body in (b'{"on":1,\n"type" : "dobon"}', rb'{"type":"dob\u006fn","on":1}', rb'{"\u0074ype":"dobon","on":1}'):
        answer = ask(me, "POST", f"{table.path}/actions", data=body, content_type="application/json")
        assert (answer.status_code, answer.headers["RateLimit-Policy"]) == (409, '"calls";q=3;w=60')


def test_loopback_is_limited_by_account_only(house: House) -> None:
    me = limited(house, house.player(), "address=2/minute account=4/minute")
    answers = [ask(me, address="127.0.0.1").status_code for _ in range(5)]
    assert answers == [200] * 4 + [429]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("127.0.0.5", None), ("::1", None), ("::ffff:127.0.0.1", None), ("", UNKNOWN), (None, UNKNOWN), ("unix:", UNKNOWN),
    ],
)  # fmt: skip
def test_addresses_are_counted_by_network(address: str | None, counted: str | None) -> None:
    assert network(address) == counted


def test_without_limits_nothing_is_limited(house: House) -> None:
    for rates in ("off", "", "account=off calls=off"):
        me = limited(house, house.player(), rates)
        assert {ask(me).status_code for _ in range(30)} == {200}


@pytest.mark.parametrize("text", ["account", "everything=5/minute", "account=many", "account=5"])
def test_invalid_limits_are_refused_at_start(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        RateLimiter(text)


def test_the_default_is_generous() -> None:
    assert Settings().rates == DEFAULT
    allowed = {name: int(number.partition("/")[0]) for name, _, number in (w.partition("=") for w in DEFAULT.split())}
    assert allowed["account"] >= 3000, "fifty a second from one account"
    assert allowed["calls"] >= 600
    RateLimiter()


def test_expired_counts_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = RateLimiter("account=5/minute")
    for number in range(100):
        rates.hit("account", str(number))
    storage = rates._storage
    assert len(storage.storage) == 100
    real = __import__("time").time
    monkeypatch.setattr("limits.storage.memory.time.time", lambda: real() + 1000)
    storage._swept = 0.0
    rates.hit("account", "somebody")
    assert len(storage.storage) == 1


def test_join_codes_have_an_allowance_of_their_own_by_account_and_by_address(house: House) -> None:
    aoi = limited(house, house.player(), "codes=4/minute")
    ren = replace(aoi, token=house.player("Ren").token)
    yui = replace(aoi, token=house.player("Yui").token)
    look = "/v1/games?join_code=IIIIII"
    assert [ask(aoi, path=look).status_code for _ in range(3)] == [200] * 3
    assert [ask(ren, path=look).status_code, is_limited(ask(ren, path=look), "codes")] == [200, True], "by address"
    assert [ask(aoi, path=look, address=NEIGHBOUR).status_code for _ in range(1)] == [200]
    assert is_limited(ask(aoi, path=look, address="203.0.113.9"), "codes"), "by account"
    assert is_limited(ask(yui, path=look), "codes"), "for any account at that address"
    assert ask(aoi, path="/v1/games").status_code == 200, "other requests are not affected"


def test_stamps_have_an_allowance_of_their_own_beside_calls(house: House) -> None:
    table = house.table()
    me = limited(house, table.people[0], "stamps=3/minute")
    stamp = {"method": "POST", "path": f"{table.path}/stamps", "json": {"stamp": "nice"}}
    assert [ask(me, **stamp).status_code for _ in range(3)] == [201] * 3
    assert is_limited(ask(me, **stamp), "stamps")
    assert is_limited(ask(me, **stamp, address=NEIGHBOUR), "stamps"), "the limit holds from any address"
    assert act(me, table, "dobon", on=1).status_code == 409
    assert len(ask(me, path=f"{table.path}/stamps").json["stamps"]) == 3
    assert ask(replace(me, token=table.people[1].token), **stamp).status_code == 201


def guess(caller: Caller, address: str) -> TestResponse:
    return ask(caller, "POST", "/v1/sessions/recovery", address, json={"code": "00000-00000-00000-00000"})


def test_sign_ins_of_an_address_are_limited(house: House) -> None:
    nobody = limited(house, house.nobody, "sign_ins=3/minute")
    assert [guess(nobody, ELSEWHERE).status_code for _ in range(3)] == [422] * 3
    assert is_limited(guess(nobody, ELSEWHERE), "sign_ins")
    assert is_limited(ask(nobody, "POST", "/v1/sessions/passkey-options", ELSEWHERE), "sign_ins")
    assert guess(nobody, NEIGHBOUR).status_code == 422


def test_sign_ins_of_all_addresses_together_are_limited_also_on_this_machine(house: House) -> None:
    nobody = limited(house, house.nobody, "all_sign_ins=3/minute")
    assert [guess(nobody, f"203.0.113.{number}").status_code for number in range(3)] == [422] * 3
    assert is_limited(guess(nobody, NEIGHBOUR), "all_sign_ins")
    assert is_limited(guess(nobody, "127.0.0.1"), "all_sign_ins")
    assert ask(replace(nobody, token=house.player().token)).status_code == 200, "tokens continue to work"


def test_the_chance_to_guess_a_code_is_below_one_in_a_million_a_day() -> None:
    limit = re.search(r"all_sign_ins=([0-9]+)/minute", DEFAULT)
    assert limit
    guesses = int(limit[1]) * 60 * 24 * PROCESSES
    for (groups, characters), valid in ((RECOVERY, 10_000_000), (DEVICE, 10_000)):
        assert guesses * valid / len(ALPHABET) ** (groups * characters) < 1e-6


def test_exports_and_changes_of_the_name_are_limited(house: House) -> None:
    me = limited(house, house.player(), "exports=1/hour names=1/day")
    assert ask(me, path="/v1/players/me/export").status_code == 200
    assert ask(me, path="/v1/players/me/export").status_code == 429
    rename = {"method": "PATCH", "json": {"name": "Aoi"}}
    assert [ask(me, **rename).status_code for _ in range(2)] == [200, 429]


def test_searches_and_downloads_of_one_account_leave_those_of_others(house: House) -> None:
    me = limited(house, house.player(), "searches=1/minute downloads=1/hour")
    other = replace(house.player(), app=me.app)
    for path in ("/v1/players?name=Mio", f"/v1/players/{me.id}/games"):
        assert [ask(me, path=path).status_code for _ in range(2)] == [200, 429]
        assert ask(other, path=path).status_code == 200


def test_reports_are_limited(house: House) -> None:
    me = limited(house, house.player(), "reports=1/day")
    for status in (201, 429):
        body = {"kind": "name", "player": house.player().id, "reason": "other"}
        assert ask(me, "POST", "/v1/reports", json=body).status_code == status
