"""Games of Durak, Kirifu and Mustamaija over HTTP, played to the end.

Checked are the seats that are asked, the visibility of cards, the results, and the verification of the log.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from api.cli.main import main
from api.representations.events import event_of
from domain.log.log_format import export
from domain.verification.verify import verify
from infra.accounts import accounts
from infra.settings import Settings
from prove.harness.application import Caller, House, Table
from prove.harness.http_worlds import deck_codes
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.rulesets.beating import Played, log_of, of_type, played
from tests.conftest import use_in_environment

GAMES: dict[str, tuple[str, int, set[str], dict[str, Any]]] = {
    "durak, two": ("durak", 2, {"seat-out", "attack-stopped"}, {}),
    "durak, three, thrown in and turned over": (
        "durak", 3, {"attack-turned-over", "cards-thrown-in", "by the clock"}, {"throw_in": True, "turnover": True, "turn_seconds": 30},
    ),
    "durak, six, all attack": (
        "durak", 6, {"attack-stopped"},
        {"guardian_scope": "all", "multi_lead": True, "first_attacker": "random", "first_bout_limit": 5, "rounds": 2},
    ),
    "durak, pairs": ("durak", 4, {"cards-thrown-in"}, {"teams": True, "throw_in": True}),
    "kirifu, three": ("kirifu", 3, {"seat-out", "take-declared"}, {}),
    "kirifu, five, all options": (
        "kirifu", 5, {"cards-beaten", "by the clock"},
        {
            "two_groups": True, "min_sequence": 2, "limit_by_defender_hand": True, "ace_rule": "all_aces", "trump": "random",
            "plain_follow_suit": True, "turn_seconds": 30,
        },
    ),
    "kirifu, the first who is done": ("kirifu", 4, {"seat-out"}, {"finish": "first_out", "joker": False, "rounds": 2}),
    "mustamaija, two": ("mustamaija", 2, {"trump-turned", "take-declared"}, {}),
    "mustamaija, five": (
        "mustamaija", 5, {"by the clock"},
        {"max_lead": 3, "trump_reveal": "at_deal", "spades_can_be_trump": True, "turn_seconds": 20},
    ),
}  # fmt: skip

Log = list[dict[str, Any]]
At = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, only_house: House) -> Played:
    key, players, wanted, options = GAMES[request.param]
    return played(only_house, key, players, wanted, **options)


@pytest.fixture(scope="module")
def table(game: Played) -> Table:
    return game.table


@pytest.fixture(scope="module")
def log(table: Table) -> Log:
    return log_of(table)


@pytest.fixture(scope="module")
def at(table: Table) -> At:
    """A function that returns the view of a version, as a seat sees it or, for `None`, a spectator.

    Each view is requested once, because the game is over.
    """
    watcher = table.house.player("Kai")

    @cache
    def view(version: int, seat: int | None = 0) -> dict[str, Any]:
        reader = watcher if seat is None else table.people[seat]
        found: dict[str, Any] = reader.get(f"{table.path}/view?at={version}").json
        return found

    return view


def rounds_of(log: Log) -> list[Log]:
    """Return the events of each round, from the deal to the end."""
    found: list[Log] = []
    for event in log:
        if event["type"] == "round-dealt":
            found.append([])
        if found and (not found[-1] or found[-1][-1]["type"] != "round-ended"):
            found[-1].append(event)
    return found


# The seat to act


def test_only_the_last_event_of_a_command_names_the_seat_to_act(game: Played, log: Log) -> None:
    events = {event["version"]: event["public"] for event in log}
    assert len(game.commands) > 10
    for _, _, versions in game.commands:
        asking = [version for version in versions if "asks" in events[version]]
        ended = any("losers" in events[version] for version in versions)
        assert asking == ([] if ended else versions[-1:])


def test_the_view_of_a_version_names_the_seat_that_its_event_names(table: Table, log: Log, at: At) -> None:
    for events in rounds_of(log):
        for event in events[::8]:
            asks, view = event["public"].get("asks"), at(event["version"])
            if asks is not None:
                found = {
                    "phase": asks["phase"],
                    "turn": asks["seat"],
                    "waiting_for": [asks["seat"]],
                    "deadline": asks["deadline"],
                }
                assert {name: view["round"][name] for name in found} == found
                listed = [bool(actions_of(at(event["version"], seat))) for seat in range(len(table.people))]
                assert listed == [seat == asks["seat"] for seat in range(len(table.people))]


def test_no_seat_is_asked_in_the_middle_of_a_command(table: Table, log: Log, at: At) -> None:
    between = [
        [event for event in events[::9] if "asks" not in event["public"] and event["type"] != "round-ended"]
        for events in rounds_of(log)
    ]
    assert any(between)
    for event in chain.from_iterable(between):
        for seat in (*range(len(table.people)), None):
            view = at(event["version"], seat)
            assert (view["version"], view["status"], view["round"]["phase"]) == (
                event["version"],
                "playing",
                "settling",
            )
            assert (view["round"]["waiting_for"], view["round"]["deadline"], actions_of(view)) == ([], None, [])
            assert view.get("refused", []) == []
            assert ("refused" in view) == (seat is not None)


# Visibility


def hands_by_version(events: Log) -> Iterator[tuple[dict[str, Any], list[Counter[str]]]]:
    """Return every hand after each event, computed from the opened events alone."""
    hands: list[Counter[str]] = []
    for event in events:
        public, sealed = event["public"], event["sealed"]
        if event["type"] == "round-dealt":
            hands = [Counter(sealed[str(seat)]["cards"]) for seat in range(len(public["hands"]))]
        elif event["type"] in ("cards-led", "attack-played", "cards-thrown-in"):
            hands[public["seat"]] -= Counter(public["cards"])
        elif event["type"] == "attack-turned-over":
            hands[public["seat"]] -= Counter([public["card"]])
        elif event["type"] == "cards-beaten":
            hands[public["seat"]] -= Counter(card for _, card in public["pairs"])
        elif event["type"] == "defence-ended":
            hands[public["seat"]] += Counter(public["taken"])
        elif event["type"] == "cards-drawn":
            hands[public["seat"]] += Counter(sealed[str(public["seat"])]["cards"])
        yield event, hands


def test_a_hand_is_shown_to_its_own_seat_only(table: Table, log: Log, at: At) -> None:
    whole = len(deck_codes(*(table.people[0].view(table.id)[name] for name in ("ruleset", "options"))))
    for events in rounds_of(log):
        for number, (event, hands) in enumerate(hands_by_version(events)):
            if number % 12 or event["type"] == "round-ended":
                continue
            for seat in (*range(len(hands)), None):
                found = at(event["version"], seat)["round"]
                for other, hand in enumerate(found["hands"]):
                    assert Counter(hand) == (hands[other] if other == seat else Counter({"??": hands[other].total()}))
                board = found["board"]
                lying = sum(1 + (attack["beaten_with"] is not None) for attack in board["attacks"])
                assert sum(map(len, found["hands"])) + found["stock"] + lying + board["discarded"] == whole


def test_a_drawn_card_was_shown_to_the_seat_that_drew_it_only(table: Table) -> None:
    """Cards that were openly turned up and put back are shown to all."""
    for events in rounds_of(log_of(table, None)):
        turned = {events[0]["public"]["trump_card"]}
        for event in events:
            public, sealed = event["public"], event["sealed"]
            assert {*event["seals"]} == {*sealed}
            if event["type"] == "round-dealt":
                assert {*sealed} == {"table", *map(str, range(len(table.people)))}
            elif event["type"] == "trump-turned":
                turned |= {public["card"], *public["skipped"]}
            elif event["type"] == "cards-drawn":
                assert {*sealed} == {str(public["seat"])}
                drawn = sealed[str(public["seat"])]["cards"]
                assert (len(drawn), public["shown"]) == (public["count"], [code for code in drawn if code in turned])
            else:
                assert not sealed


# The end


def test_the_result_names_losers_places_and_points(table: Table, log: Log) -> None:
    ruleset, teams = (table.people[0].view(table.id)[name] for name in ("ruleset", "options"))
    for events in rounds_of(log):
        ended, seats = events[-1]["public"], range(len(table.people))
        *_, (_, hands) = hands_by_version(events[:-1])
        assert [Counter(hand) for hand in ended["hands"]] == hands
        left, out = (
            [seat for seat in seats if hands[seat]],
            [event["public"]["seat"] for event in of_type(events, "seat-out")],
        )
        bouts = [event["version"] for event in of_type(events, "defence-ended")]
        before = [event["public"]["seat"] for event in of_type(events, "seat-out") if event["version"] < bouts[-1]]
        assert [event["public"]["place"] for event in of_type(events, "seat-out")] == [*range(1, len(out) + 1)]
        if ended["reason"] == "one-left":
            assert (ended["losers"], len(left)) == (left, 1)
            assert ended["ranks"] == [1 + [*out, *left].index(seat) for seat in seats]
        elif ended["reason"] == "team-out":
            assert {seat % 2 for seat in left} == {ended["losers"][0] % 2}
            assert ended["ranks"] == [3 if seat % 2 == left[0] % 2 else 1 for seat in seats]
        elif ended["reason"] == "draw" and not teams.get("teams"):
            assert (left, ended["losers"]) == ([], [])
            assert ended["ranks"] == [1 + (before.index(seat) if seat in before else len(before)) for seat in seats]
        elif ended["reason"] == "first-out":
            assert (ended["winner"], ended["losers"]) == (out[0], [])
            assert ended["ranks"] == [1 if seat == out[0] else None for seat in seats]
        if ruleset == "mustamaija" and ended["losers"]:
            assert "S12" in ended["hands"][ended["losers"][0]]
        won = ended["winner"] if ruleset == "kirifu" else None
        assert ended["points"] == [(seat == won) - (seat in ended["losers"]) for seat in seats]


def test_the_ledger_has_a_line_for_each_round_and_no_card(table: Table, log: Log) -> None:
    answer = table.people[0].get(f"{table.path}/rounds")
    standing = [0] * len(table.people)
    for line, ended in zip(answer.json["rounds"], of_type(log, "round-ended"), strict=True):
        said = {name: value for name, value in ended["public"].items() if name != "hands"}
        standing = [score + points for score, points in zip(standing, said["points"], strict=True)]
        assert line == {"round": line["round"], "version": ended["version"], "scores": standing, **said}
    view = table.people[0].view(table.id)
    assert answer.json["scores"] == standing == view["scores"]
    assert (view["status"], view["round"]["phase"], actions_of(view), "refused" in view) == (
        "finished",
        "over",
        [],
        False,
    )
    assert view["result"] == {name: line[name] for name in line if name not in ("version", "scores")}
    assert not [code for code in deck_codes(view["ruleset"], view["options"]) if f'"{code}"' in answer.text]


def test_a_beating_game_has_no_claims(table: Table, log: Log, house: House) -> None:
    assert table.people[0].get(f"{table.path}/claims").json == {"claims": []}
    player, name, token = accounts.create_admin(house.pool, "Root")
    root = Caller(house.app, token, player, name)
    for event in log[5::40]:
        refused(root.get(f"/v1/admin/claims/{table.id}/{event['version']}"), 404, "no-such-claim")


def test_the_downloaded_log_passes_verification(table: Table) -> None:
    log = [event_of(event) for event in log_of(table, seat=None)]
    head = table.people[0].get(table.path).json["head"]
    report = verify(export(table.id, log[0], head, log), head)
    assert report.ok, report.problems
    assert not report.unchecked
    fairness = table.people[0].get(f"{table.path}/fairness").json["rounds"]
    assert all(played["secret"] for played in fairness)
    assert len(fairness) == len(of_type(log_of(table), "round-ended"))


def test_the_command_line_exports_and_verifies_it(
    table: Table, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    use_in_environment(settings, monkeypatch)
    file = tmp_path / "game.jsonl"
    assert main(["export", table.id, "-o", str(file)]) == 0
    assert main(["verify", str(file), "--head", table.log()[2]]) == 0
    assert "The log is whole and true." in capsys.readouterr().out
    text = file.read_text()
    lie = text.replace('"how":"taken"', '"how":"beaten"', 1)
    assert lie != text
    file.write_text(lie)
    assert main(["verify", str(file)]) == 1
