"""A game of every ruleset over HTTP, from the first move to its ledger, its reviews and its verified log."""

from collections import Counter
from typing import Any

import pytest

from api.cli.demo.cards import review_of
from api.representations.events import event_of
from domain.log.log_format import export
from domain.verification.verify import verify
from prove.harness.application import Caller, House, Table
from prove.harness.http_worlds import deck_codes
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.rulesets.played import Played, log_of, played_with

GAMES: dict[str, tuple[str, int, set[str], dict[str, Any]]] = {
    "sato": ("dobon-sato", 3, {"play", "play+", "draw", "dobon", "accept", "ready"}, {"rounds": 3}),
    "kawagoe": ("dobon-kawagoe", 3, {"flip", "decline", "play", "draw", "dobon"}, {"hand_size": 2}),
    "doubt": (
        "doubt", 3, {"play", "play+", "doubt", "decline"},
        {"penalty": "exchange_two", "ranking": "by_hand_count", "decks": 2, "jokers_per_deck": 2, "max_cards_per_play": 4, "rounds": 2},
    ),
    "cheat": ("doubt", 4, {"play", "doubt", "decline"}, {"variant": "cheat", "penalty": "eliminate"}),
    "durak": (
        "durak", 3, {"attack", "beat", "take", "stop", "throw-in", "turn-over"},
        {"throw_in": True, "turnover": True, "multi_lead": True, "rounds": 2},
    ),
    "kirifu": ("kirifu", 4, {"lead", "lead+", "beat", "beat+", "take"}, {"two_groups": True}),
    "mustamaija": ("mustamaija", 3, {"lead", "lead+", "beat", "take"}, {}),
}  # fmt: skip
"""Ruleset, players, types of actions and options; `+` is an action with more cards than a view lists."""

Log = list[dict[str, Any]]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, only_house: House) -> Played:
    key, players, wanted, options = GAMES[request.param]
    return played_with(only_house, key, players, wanted, **options)


@pytest.fixture(scope="module")
def table(game: Played) -> Table:
    return game.table


@pytest.fixture(scope="module")
def log(table: Table) -> Log:
    return log_of(table)


def of_type(log: Log, *kinds: str) -> Log:
    return [event for event in log if event["type"] in kinds]


def result_of(ended: dict[str, Any]) -> dict[str, Any]:
    """Return the part of `round-ended` that views and the ledger repeat."""
    return {name: value for name, value in ended["public"].items() if name != "hands"}


def view_at(table: Table, version: int, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = table.people[seat].get(f"{table.path}/view?at={version}").json
    return found


# Views


def test_a_view_of_an_earlier_version_hides_what_is_hidden_from_spectators_except_the_own_hand(
    table: Table, log: Log
) -> None:
    watcher, hidden = table.house.player("Kai"), 0
    over = ("round-ended", "round-revealed", "readiness-asked", "seat-readied")
    dealt = of_type(log, "round-dealt")[0]["version"]
    for version in [event["version"] for event in log[dealt - 1 :: 12] if event["type"] not in over]:
        public = watcher.get(f"{table.path}/view?at={version}").json["round"]["hands"]
        for seat in range(len(table.people)):
            hands = view_at(table, version, seat)["round"]["hands"]
            assert "??" not in hands[seat]
            assert [*map(len, hands)] == [*map(len, public)]
            assert hands[:seat] + hands[seat + 1 :] == public[:seat] + public[seat + 1 :]
        hidden += Counter(card for hand in public for card in hand)["??"]
    assert hidden


def test_a_view_in_the_middle_of_a_command_asks_no_seat_of_a_beating_game(game: Played) -> None:
    table = game.table
    family = table.people[0].view(table.id)["round"]["board"]["family"]
    between = [version for versions in game.commands for version in versions[:-1]]
    for version in between[::5]:
        view = view_at(table, version)
        if family == "beating" and view["round"]["phase"] != "over":
            assert (view["status"], view["round"]["phase"], view["version"]) == ("playing", "settling", version)
            assert (view["round"]["waiting_for"], view["round"]["deadline"]) == ([], None)
            assert (actions_of(view), view["refused"]) == ([], [])


def test_the_view_of_a_round_s_end_has_its_result(table: Table, log: Log) -> None:
    for number, ended in enumerate(of_type(log, "round-ended"), 1):
        assert view_at(table, ended["version"])["result"] == {"round": number, **result_of(ended)}
    view = table.people[0].view(table.id)
    assert (view["status"], view["round"]["phase"], actions_of(view)) == ("finished", "over", [])
    assert view["result"] == {"round": number, **result_of(ended)}


def test_a_game_is_found_by_its_ruleset(table: Table) -> None:
    key, me = table.people[0].view(table.id)["ruleset"], table.people[0]
    games = me.get(f"/v1/games?ruleset={key}&mine=true&status=finished").json["games"]
    assert [(game["id"], game["ruleset"]) for game in games] == [(table.id, key)]
    other = "doubt" if key != "doubt" else "durak"
    assert me.get(f"/v1/games?ruleset={other}&mine=true").json["games"] == []


# The ledger


def test_a_line_of_the_ledger_agrees_with_the_last_event_of_its_round(table: Table, log: Log) -> None:
    answer = table.people[0].get(f"{table.path}/rounds")
    standing, ended = [0] * len(table.people), of_type(log, "round-ended")
    assert [line["round"] for line in answer.json["rounds"]] == [*range(1, len(ended) + 1)]
    for line, event in zip(answer.json["rounds"], ended, strict=True):
        standing = [score + points for score, points in zip(standing, event["public"]["points"], strict=True)]
        assert line == {"round": line["round"], "version": event["version"], "scores": standing, **result_of(event)}
        assert view_at(table, event["version"])["scores"] == standing
    assert answer.json["scores"] == standing == table.people[0].view(table.id)["scores"]


def test_the_ledger_holds_no_cards(table: Table) -> None:
    answer, view = table.people[0].get(f"{table.path}/rounds"), table.people[0].view(table.id)
    scores = [line["score"] for line in answer.json["rounds"] if line.get("score")]
    doublings = {doubling for score in scores for doubling in score["doublings"]}
    assert not [
        code for code in {*deck_codes(view["ruleset"], view["options"])} - doublings if f'"{code}"' in answer.text
    ]
    assert "hands" not in answer.text


@pytest.mark.parametrize("key", ["dobon-kawagoe", "dobon-sato"])
def test_the_ledger_of_a_running_game_has_the_rounds_that_are_over(house: House, key: str) -> None:
    table = house.table(1, ruleset=key, bots=["novice", "novice"], options={"rounds": 3})
    assert table.people[0].get(f"{table.path}/rounds").json == {"rounds": [], "scores": [0, 0, 0]}
    table.played_until(lambda view: view["round"]["number"] == 2)
    first = table.people[0].get(f"{table.path}/rounds").json
    assert [line["round"] for line in first["rounds"]] == [1]
    assert first["scores"] == first["rounds"][0]["scores"] == table.people[0].view(table.id)["scores"]
    table.played_until(lambda view: view["status"] == "between-rounds" and view["result"]["round"] == 2)
    second = table.people[0].get(f"{table.path}/rounds").json
    assert second["rounds"][0] == first["rounds"][0]
    assert [line["round"] for line in second["rounds"]] == [1, 2]
    assert second["scores"] == second["rounds"][1]["scores"]
    assert ("score" in second["rounds"][1]) == (key == "dobon-kawagoe")


# Reviews


def test_every_version_of_a_round_has_a_frame_with_every_hand_and_its_event_in_words(table: Table, log: Log) -> None:
    events = {event["version"]: event for event in log}
    for number in range(1, len(of_type(log, "round-ended")) + 1):
        path = f"{table.path}/rounds/{number}/review"
        frames = review_of(lambda path: table.people[0].get(path).json, path)
        assert [frame["version"] for frame in frames] == [*range(frames[0]["version"], frames[-1]["version"] + 1)]
        assert [frame["event"]["type"] for frame in (frames[0], frames[-1])] == ["round-dealt", "round-revealed"]
        for frame in frames:
            assert frame["event"]["public"] == events[frame["version"]]["public"]
            assert "??" not in str(frame["hands"])
            assert all(frame["event"]["text"][language] for language in ("ja", "en"))
        for frame in frames[::15]:
            assert table.people[0].get(f"{path}/{frame['version']}").json == frame


def test_a_round_has_a_public_review_once_it_is_over(house: House) -> None:
    table = house.table(2, ruleset="durak", listed=True, options={"rounds": 2})
    watcher = house.player("Kai")
    for reader in (*table.people, watcher):
        refused(reader.get(f"{table.path}/rounds/1/review"), 409, "round-not-over")
        refused(reader.get(f"{table.path}/rounds/1/review/{table.log()[0]}"), 409, "round-not-over")
    while table.peek()["status"] == "playing":
        seat = table.peek()["round"]["waiting_for"][0]
        assert table.people[seat].post(f"{table.path}/actions", actions_of(table.peek(seat))[0]).status_code == 200
    for reader in (*table.people, watcher):
        assert reader.get(f"{table.path}/rounds/1/review").status_code == 200
        refused(reader.get(f"{table.path}/rounds/2/review"), 404, "no-such-round")
    for person in table.people:
        assert person.act(table.id, "ready").status_code == 200
    for reader in (*table.people, watcher):
        assert reader.get(f"{table.path}/rounds/1/review").status_code == 200
        refused(reader.get(f"{table.path}/rounds/2/review"), 409, "round-not-over")


# Verification


def test_every_call_is_a_claim_and_passes_verification(game: Played, log: Log, root: Caller) -> None:
    table = game.table
    recorded = table.people[0].get(f"{table.path}/claims").json["claims"]
    calls = [event["version"] for event in log if event["type"] in ("dobon-called", "doubt-called")]
    assert [claim["version"] for claim in recorded] == calls
    assert bool(calls) == bool(game.kinds & {"dobon", "doubt"})
    for claim in recorded:
        judged = root.get(f"/v1/admin/claims/{table.id}/{claim['version']}").json
        assert judged["agrees"]
        assert judged["recorded"] == claim
        assert (judged["judged"]["kind"], judged["judged"]["valid"]) == (claim["kind"], claim["valid"])
    for event in log[5::40]:
        if event["version"] not in calls:
            refused(root.get(f"/v1/admin/claims/{table.id}/{event['version']}"), 404, "no-such-claim")


def test_the_downloaded_log_passes_verification(table: Table, log: Log) -> None:
    downloaded = [event_of(event) for event in log_of(table, None)]
    head = table.people[0].get(table.path).json["head"]
    report = verify(export(table.id, downloaded[0], head, downloaded), head)
    assert report.ok, report.problems
    assert not report.unchecked
    assert report.checked["deals"] == len(of_type(log, "round-ended"))
    assert report.checked["decisions"] > report.checked["deals"]
    fairness = table.people[0].get(f"{table.path}/fairness").json["rounds"]
    assert [played["round"] for played in fairness] == [*range(1, len(of_type(log, "round-ended")) + 1)]
    assert all(played["secret"] for played in fairness)
