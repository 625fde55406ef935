"""My part in the shuffles: the steps before and after a link, and what a server that cheats makes of them."""

import json
import warnings
from pathlib import Path

import httpx
import pytest

from connections import Intercepting, NewPlayer, Passing
from dobon_client import CutProblem, CutWarning, Dobon, FileStore
from dobon_client.cuts import CAUSES, WORDS
from dobon_client.types import NewGame

GAME: NewGame = {
    "ruleset": "dobon-sato",
    "seats": 2,
    "bots": ["careful"],
    "options": {"bot_delay_ms": 60_000, "rounds": 1, "turn_seconds": 0},
}


def told(caught: list[warnings.WarningMessage]) -> list[str]:
    return [str(one.message) for one in caught if one.category is CutWarning]


class WithoutLinks(httpx.HTTPTransport):
    """A proxy that takes the links out of actions."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/actions"):
            action = json.loads(request.read())
            del action["link"]
            headers = {name: value for name, value in request.headers.items() if name != "content-length"}
            request = httpx.Request(request.method, request.url, headers=headers, json=action)
        return super().handle_request(request)


def test_the_link_follows_a_receipt_and_is_in_the_deck_and_in_a_receipt(new_player: NewPlayer) -> None:
    transport = Intercepting()
    player = new_player(transport)
    table = player.table(player.games.open(GAME)["id"])
    entry = table.view["actions"][0]
    assert entry["more"]["link_round"] == 1
    before = len(transport.sent)
    result = table.act(entry)
    steps = [request.url.path.rpartition("/")[2] for request in transport.sent[before:]]
    assert steps == ["receipt", "events", "actions", "events"]
    assert table.view["round"] is not None
    assert table.view["round"]["contributed"] == [0]
    assert table.cut is not None
    assert [kept["version"] for kept in table.cut.receipts] == [result["version"] - 2, result["version"]]
    assert player.games.fairness(table.game)["anchor"] == table.cut.server_anchor


def test_a_later_run_goes_on_with_the_chain_of_the_file(new_player: NewPlayer, base_url: str, tmp_path: Path) -> None:
    path = tmp_path / "dobon.json"
    with Dobon(base_url, new_player().token, store=FileStore(path)) as first:
        game = first.games.open(GAME)["id"]
    assert path.stat().st_mode & 0o077 == 0
    with Dobon(base_url, first.token, store=FileStore(path)) as later:
        table = later.table(game)
        table.act(table.view["actions"][0])
        assert table.view["round"] is not None
        assert table.view["round"]["contributed"] == [0]
    with Dobon(base_url, first.token) as elsewhere:
        assert elsewhere.table(game).cut is None


def test_both_players_of_a_challenge_cut_its_decks(first: Dobon, second: Dobon) -> None:
    made = first.challenges.create({"player": second.account.me()["id"], "ruleset": "durak"})
    game = second.challenges.accept(made["id"])["game"]
    assert game is not None
    tables = [player.table(game) for player in (first, second)]
    assert second.store[f"anchor.{game}"] == tables[1].view["you"]["anchor"]  # type: ignore[index]
    assert f"anchor.{made['id']}" not in first.store
    for table in tables:
        table.act(table.view["actions"][0])
    view = tables[1].view
    assert view["round"] is not None
    assert view["round"]["contributed"] == [0, 1]


def test_an_anchor_of_my_own_goes_with_an_acceptance(first: Dobon, second: Dobon) -> None:
    made = first.challenges.create({"player": second.account.me()["id"], "ruleset": "durak"})
    game = second.challenges.accept(made["id"], anchor="ab" * 32)["game"]
    assert game is not None
    table = second.table(game)
    assert table.view["you"]["anchor"] == "ab" * 32  # type: ignore[index]
    assert table.cut is None


def test_the_player_is_told_once_that_a_proxy_has_dropped_the_link(new_player: NewPlayer) -> None:
    player = new_player(WithoutLinks())
    table = player.table(player.games.open(GAME)["id"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table.act(table.view["actions"][0])
        table.refresh()
        player.table(table.game)
    assert told(caught) == [WORDS["cut-missing"]]


def test_a_player_who_refuses_is_told_nothing(first: Dobon) -> None:
    table = first.table(first.games.open(GAME)["id"])
    table.act(table.view["actions"][0], cut=False)
    assert table.view["round"] is not None
    assert table.view["round"]["withheld"] == [{"seat": 0, "why": "refused"}]


def test_the_player_is_told_why_the_server_says_that_a_link_is_missing(first: Dobon) -> None:
    table = first.table(first.games.open(GAME)["id"])
    first.games.leave_seat(table.game)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table.refresh()
    assert told(caught) == [f"{WORDS['cut-missing']} {CAUSES['handed-over']}"]


def test_a_seat_without_the_anchor_that_was_sent_gets_no_link(new_player: NewPlayer) -> None:
    def answer(go: Passing, sent: list[httpx.Request]) -> httpx.Response:
        response = go()
        if not sent[-1].url.path.endswith("/view"):
            return response
        view = json.loads(response.read())
        view["you"]["anchor"] = None
        return httpx.Response(200, json=view, headers={"ETag": response.headers["ETag"]})

    player = new_player(Intercepting(answer))
    game = player.games.open(GAME)["id"]
    table = player.table(game)
    assert table.cut is not None


@pytest.mark.parametrize(("kept", "code"), [(False, "log-changed"), (True, "anchor-changed")])
def test_no_link_is_sent_if_the_server_has_changed_its_anchor(new_player: NewPlayer, kept: bool, code: str) -> None:
    other = "00" * 32
    changed: list[str] = []

    def answer(go: Passing, sent: list[httpx.Request]) -> httpx.Response:
        response = go()
        if not changed or not sent[-1].url.path.endswith("/events"):
            return response
        return httpx.Response(200, json=json.loads(response.read().replace(changed[0].encode(), other.encode())))

    transport = Intercepting(answer)
    player = new_player(transport)
    table = player.table(player.games.open(GAME)["id"])
    assert table.cut is not None
    if kept:
        table.cut.check(table._events(0), player.games.receipt(table.game))  # noqa: SLF001 - the steps before the change
        table.cut.version, table.cut.head = 1, "11" * 32  # a log that was written anew goes on otherwise
    changed.append(player.games.fairness(table.game)["anchor"])
    with pytest.raises(CutProblem) as raised:
        table.act(table.view["actions"][0])
    assert raised.value.code == code
    assert not transport.actions()
