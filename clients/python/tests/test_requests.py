import inspect
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest
import yaml

from connections import Intercepting, NewPlayer, grouped, problem
from dobon_client import Dobon, DobonError, Patience
from dobon_client.retry import retry_after
from dobon_client.types import NewGame
from dobon_client.version import VERSION

GAME: NewGame = {"ruleset": "durak", "seats": 2}


def reset(_: object, __: object) -> httpx.Response:
    raise httpx.ReadError("the connection was reset")


def test_a_command_whose_answer_is_lost_happens_once_because_it_is_repeated_with_its_key(new_player: NewPlayer) -> None:
    def lose(go: Callable[[], httpx.Response], sent: list[httpx.Request]) -> httpx.Response:
        response = go()
        if len(sent) < 3:
            response.close()
            raise httpx.ReadError("the connection was reset")
        return response

    transport = Intercepting(lose)
    client = new_player(transport)
    opened = client.games.open(GAME)
    assert len(transport.sent) == 3
    assert len({request.headers["Idempotency-Key"] for request in transport.sent}) == 1
    assert [game["id"] for game in client.games.list(mine=True)["games"]] == [opened["id"]]


def test_two_commands_have_two_keys_and_a_given_key_is_used(first: Dobon) -> None:
    made = [first.games.open(GAME, key=key)["id"] for key in (None, None, "mine", "mine")]
    assert len(set(made)) == 3


def test_a_command_without_a_remembered_key_is_sent_once_and_its_unknown_outcome_is_reported(
    new_player: NewPlayer,
) -> None:
    transport = Intercepting(reset)
    with pytest.raises(DobonError) as raised:
        new_player(transport).account.revoke_token()
    assert (raised.value.code, raised.value.status, raised.value.outcome_unknown) == ("no-answer", 0, True)
    assert len(transport.sent) == 1


def test_retry_after_is_obeyed_for_every_command_because_a_refused_request_was_not_carried_out(
    new_player: NewPlayer,
) -> None:
    limited = problem(429, "rate-limited", {"Retry-After": "1"})
    transport = Intercepting(lambda go, sent: limited if len(sent) == 1 else go())
    client = new_player(transport)
    began = time.monotonic()
    client.account.revoke_token()
    assert len(transport.sent) == 2
    assert time.monotonic() - began >= 1


@pytest.mark.parametrize(("value", "seconds"), [("7", 7.0), ("soon", None), (None, None), ("date", 90.0)])
def test_retry_after_is_read_in_both_forms(value: str | None, seconds: float | None) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    if value == "date":
        value = format_datetime(now + timedelta(seconds=90), usegmt=True)
    assert retry_after(value, now) == seconds


def test_a_refusal_is_raised_at_once_with_its_problem(new_player: NewPlayer) -> None:
    transport = Intercepting()
    with pytest.raises(DobonError, match="人数") as raised:
        new_player(transport, language="ja").games.open({"ruleset": "durak", "seats": 40})
    assert raised.value.code == "bad-seat-count"
    assert raised.value.problem is not None
    assert raised.value.problem["status"] == 422
    assert not raised.value.outcome_unknown
    assert len(transport.sent) == 1


def test_a_read_gives_up_when_its_patience_ends(new_player: NewPlayer) -> None:
    transport = Intercepting(lambda _, __: httpx.Response(502))
    with pytest.raises(DobonError) as raised:
        new_player(transport, patience=Patience(read=1.5)).server.rulesets()
    assert (raised.value.code, raised.value.outcome_unknown) == ("http-502", False)
    assert 1 < len(transport.sent) < 9


def test_a_client_without_a_token_is_refused_and_paths_are_encoded(base_url: str) -> None:
    with Dobon(f"{base_url}/") as client:
        with pytest.raises(DobonError, match="token"):
            client.account.me()
        with pytest.raises(DobonError) as raised:
            client.server.ruleset("a/b?c")
    assert raised.value.status == 404


@pytest.mark.parametrize(("program", "sent"), [(None, ""), ("my-bot/1.2", "my-bot/1.2 ")])
def test_requests_name_the_program_and_this_package(program: str | None, sent: str) -> None:
    transport = Intercepting(lambda _, __: httpx.Response(200, json={}))
    with Dobon("http://test", program=program, transport=transport) as client:
        client.account.me()
    assert transport.sent[0].headers["User-Agent"] == f"{sent}dobon-client/{VERSION}"


class Recording(httpx.BaseTransport):
    """Answers every request with an empty object, and records them."""

    def __init__(self) -> None:
        self.asked: set[tuple[str, str]] = set()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.add((request.method, re.sub(r"(?<=/)x|(?<=/)0(?=/|$)", "{}", request.url.path)))
        return httpx.Response(200, json={"token": "x"})


def test_every_operation_of_players_has_a_method() -> None:
    recording = Recording()
    with Dobon("http://test", transport=recording) as client:
        for method in grouped(client).values():
            required = [one for one in inspect.signature(method).parameters.values() if one.default is one.empty]
            method(*({str: "x", int: 0}.get(one.annotation, {}) for one in required))
        client.create_player("x")
        next(client.players.download_games("x"))
    elsewhere = {
        ("POST", "/v1/games/{}/actions"),  # `Table`
        ("GET", "/v1/games/{}/stream"),  # `GameStream`
        ("GET", "/v1/players/me/events"),  # `AccountStream`
    }
    description = yaml.safe_load((Path(__file__).parents[3] / "openapi.yaml").read_text())
    operations = {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path))
        for path, found in description["paths"].items()
        if path.startswith("/v1/") and not path.startswith("/v1/admin/")
        for method in found
        if method != "parameters"
    }
    assert recording.asked | elsewhere == operations
