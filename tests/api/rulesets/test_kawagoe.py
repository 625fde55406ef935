"""A match of `dobon-kawagoe` over HTTP, from the first flip to the ledger, the review and the verified calls."""

import re
from typing import Any

import pytest

from api.representations.events import event_of
from domain.log.log_format import export
from domain.verification.verify import verify
from infra.accounts import accounts
from prove.harness.application import Caller, House, Table
from tests.api.rulesets.kawagoe import KEY, do, finished, flip, flipped, listed, opened, phase


@pytest.fixture(scope="module")
def match(only_house: House) -> Table:
    """A match of four rounds with a called ippatsu and a counter."""
    return finished(only_house, hand_size=2)


@pytest.fixture
def root(house: House) -> Caller:
    player, name, token = accounts.create_admin(house.pool, "Root")
    return Caller(house.app, token, player, name)


def claims(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.people[0].get(f"{table.path}/claims").json["claims"]
    return found


def ledger(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.people[0].get(f"{table.path}/rounds").json
    return found


def events(table: Table) -> list[dict[str, Any]]:
    found, after = list[dict[str, Any]](), 0
    while page := table.people[0].get(f"{table.path}/events?limit=500&after={after}").json["events"]:
        found += page
        after = page[-1]["version"]
    return found


def frames(table: Table, round_number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    start: int | None = 1
    while start is not None:
        part = table.people[0].get(f"{table.path}/rounds/{round_number}/review?from={start}").json
        found, start = found + part["frames"], part["next"]
    return found


# During a round


def test_the_dealer_is_asked_for_the_first_flip_on_an_empty_table(house: House) -> None:
    table = house.table(3, ruleset=KEY)
    view = table.people[0].view(table.id)["round"]
    dealer = view["board"]["dealer"]
    assert (view["phase"], view["turn"], view["waiting_for"]) == ("flipping", dealer, [dealer])
    assert (view["board"]["top"], view["board"]["pile"], view["board"]["calls_open"], view["stock"]) == (
        None,
        0,
        False,
        42,
    )
    assert listed(table, "flip", "play", "draw", "dobon", "decline", "accept", "pass") == [(dealer, {"type": "flip"})]


def test_every_seat_is_asked_about_a_flip_and_answers_are_sealed(house: House) -> None:
    table = flipped(house)
    view = table.people[0].view(table.id)["round"]
    on = view["board"]["top"]["version"]
    assert (view["phase"], view["waiting_for"], view["board"]["top"]["owner"]) == ("opening", [0, 1, 2], None)
    assert view["board"]["calls_open"]
    assert listed(table, "decline") == [(seat, {"type": "decline", "on": on}) for seat in range(3)]
    said = do(table, 1, {"type": "decline", "on": on})["events"][0]
    assert (said["type"], said["public"]) == ("flip-answered", {"on": on})
    assert set(said["seals"]) == {"0", "1", "2"}
    assert said["sealed"] == {"1": {"answered": True, "cards": None, "suit": None}}
    assert table.people[1].view(table.id)["round"]["waiting_for"] == [0, 2]
    assert table.people[0].view(table.id)["round"]["waiting_for"] == [0, 1, 2], (
        "the seats that have answered are hidden"
    )


def test_a_flipped_joker_asks_no_seat_and_has_no_suit(house: House) -> None:
    for _ in range(100):
        table = house.table(2, ruleset=KEY)
        while phase(table) in ("flipping", "opening"):
            if phase(table) == "flipping":
                turned = flip(table)
                found = turned["events"][0]["public"]
                if found.get("card", "").startswith("X"):
                    board = turned["view"]["round"]["board"]
                    assert found["asked"] == []
                    assert (board["top"]["suit"], turned["view"]["round"]["phase"]) == (None, "flipping")
                    return
            else:
                do(table, *listed(table, "decline")[0])
    raise AssertionError("no joker in a hundred rounds")


def test_the_first_seat_to_answer_with_cards_opens_when_all_have_answered(house: House) -> None:
    while True:
        table = flipped(house, hand_size=8)
        if plays := listed(table, "play"):
            break
    opener, play = plays[0]
    assert play["on"] == table.people[0].view(table.id)["round"]["board"]["top"]["version"]
    said = do(table, opener, play)
    assert [event["type"] for event in said["events"]] == ["flip-answered"]
    assert said["view"]["round"]["hands"][opener] == table.people[opener].view(table.id)["round"]["hands"][opener]
    for seat in (seat for seat in range(3) if seat != opener):
        said = do(table, seat, {"type": "decline", "on": play["on"]})
    assert [event["type"] for event in said["events"]] == ["flip-answered", "window-closed", "cards-played"]
    laid = said["events"][-1]["public"]
    assert (laid["seat"], laid["cards"], laid["how"]) == (opener, play["cards"], "opening")


def test_a_listed_jump_in_names_its_card_and_play_continues_from_its_seat(house: House) -> None:
    while True:
        table = opened(house, 4, hand_size=8)
        turn = table.people[0].view(table.id)["round"]["turn"]
        jumps = [move for move in listed(table, "play") if move[0] != turn and move[1]["cards"][0][1:] not in "239"]
        if jumps:
            break
    seat, play = jumps[0]
    assert play["on"] == table.people[0].view(table.id)["round"]["board"]["top"]["version"]
    laid = do(table, seat, play)["events"][0]["public"]
    assert (laid["how"], laid["seat"], laid["turn"]) == ("jump-in", seat, (seat + laid["direction"]) % 4)


# The match and its records


def value_of(line: str) -> int:
    """Return the value of a line's arithmetic."""
    sum_, equals, stated = re.sub(r" \[[^]]*\]", "", line).partition(" = ")
    parts = [part.partition(" each")[0] for part in sum_.split(", ")]
    values = [eval(part.replace("x", "*")) for part in parts]  # the pattern below allows only digits, +, x and brackets
    assert re.fullmatch(r"[0-9 +x()]+", parts[0])
    assert not equals or values[0] == int(stated.split(" ")[0].rstrip(",")), line
    return int(values[0])


def test_the_arithmetic_of_the_ledger_is_right(match: Table) -> None:
    found = ledger(match)
    assert [line["round"] for line in found["rounds"]] == [1, 2, 3, 4]
    standing = [0, 0, 0]
    dealers = [event["public"]["dealer"] for event in events(match) if event["type"] == "round-dealt"]
    for line in found["rounds"]:
        paid = [0, 0, 0]
        for transfer in line["transfers"]:
            paid[transfer["from"]] -= transfer["points"]
            paid[transfer["to"]] += transfer["points"]
            assert (transfer["to"], transfer["points"]) == (line["winner"], line["score"]["payment"])
        assert [transfer["from"] for transfer in line["transfers"]] == (line["losers"] if line["score"] else [])
        assert paid == line["points"]
        assert sum(paid) == 0
        standing = [score + points for score, points in zip(standing, paid, strict=True)]
        assert line["scores"] == standing
        if line["score"]:
            assert value_of(line["score"]["arithmetic"]) == line["score"]["payment"], line
        if line["round"] < 4:
            assert dealers[line["round"]] == line["next_dealer"]
        if line["reason"] == "dobon":
            assert [line["next_dealer"]] == line["losers"]
    assert found["scores"] == standing == match.people[0].view(match.id)["scores"]


def test_a_line_of_the_ledger_agrees_with_the_last_event_of_its_round(match: Table) -> None:
    log = {event["version"]: event for event in events(match)}
    lines = ledger(match)["rounds"]
    for line in lines:
        event = log[line["version"]]
        assert event["type"] == "round-ended"
        said = {name: value for name, value in event["public"].items() if name != "hands"}
        assert line == {"round": line["round"], "version": line["version"], "scores": line["scores"], **said}
        view = match.people[0].get(f"{match.path}/view?at={line['version']}").json
        assert view["result"] == {"round": line["round"], **said}
        assert view["scores"] == line["scores"]


def test_the_next_shuffle_is_committed_before_players_are_ready(match: Table) -> None:
    log = events(match)
    dealt = [place for place, event in enumerate(log) if event["type"] == "round-dealt"]
    for place in dealt[1:]:
        before = [event["type"] for event in log[place - 6 : place]]
        assert before == ["round-ended", "round-revealed", "readiness-asked", *["seat-readied"] * 3]
    fairness = match.people[0].get(f"{match.path}/fairness").json["rounds"]
    assert [played["round"] for played in fairness] == [1, 2, 3, 4]
    assert all(played["secret"] for played in fairness)


def of_kind(table: Table, kind: str) -> dict[str, Any]:
    return next(claim for claim in claims(table) if claim["kind"] == kind and claim["valid"])


def test_an_ippatsu_in_the_review(match: Table) -> None:
    claim = of_kind(match, "ippatsu")
    seen = {frame["version"]: frame for frame in frames(match, claim["round"])}
    before, ended = seen[claim["version"] - 1], seen[claim["version"] + 1]
    assert claim["seat"] in [could["seat"] for could in before["could_call"]]
    number = int(claim["card"][1:])
    assert sum(int(card[1:]) for card in claim["hand"] if card[0] != "X") == number
    (wait,) = before["waits"][claim["seat"]]
    assert (wait["number"], wait["formulas"]) == (number, claim["formulas"])
    assert before["hands"][claim["seat"]] == claim["hand"]
    assert ended["event"]["public"]["reason"] == "ippatsu"
    score = ended["event"]["public"]["score"]
    assert score["arithmetic"].startswith(f"{number} + 4 = {number + 4} each")
    assert score["arithmetic"] in ended["event"]["text"]["en"]
    assert f"{number} + 4 = {number + 4}ずつ" in ended["event"]["text"]["ja"]
    called = seen[claim["version"]]["event"]["text"]
    assert "ippatsu" in called["en"]
    assert "一発ドボン" in called["ja"]


def test_a_counter_in_the_review(match: Table) -> None:
    counter = of_kind(match, "counter")
    seen = {frame["version"]: frame for frame in frames(match, counter["round"])}
    call = seen[counter["on"]]["event"]["public"]
    assert (call["kind"], call["asked"]) == ("call", [counter["seat"]])
    assert counter["seat"] in [could["seat"] for could in seen[counter["on"]]["could_call"]]
    ended = next(frame for frame in seen.values() if frame["event"]["type"] == "round-ended")
    result = ended["event"]["public"]
    assert (result["winner"], result["losers"]) == (counter["seat"], [call["seat"]])
    assert "counter" in result["score"]["doublings"]
    assert "x 2 [counter]" in ended["event"]["text"]["en"]
    assert result["next_dealer"] == call["seat"]


def test_every_call_of_the_match_passes_verification(match: Table, root: Caller) -> None:
    for claim in claims(match):
        judged = root.get(f"/v1/admin/claims/{match.id}/{claim['version']}").json
        assert judged["agrees"]
        assert (judged["recorded"], judged["judged"]["kind"]) == (claim, claim["kind"])


def test_the_log_of_the_match_passes_verification(match: Table) -> None:
    log = [event_of(event) for event in events(match)]
    head = match.people[0].get(match.path).json["head"]
    report = verify(export(match.id, log[0], head, log), head)
    assert report.ok, report.problems
    assert not report.unchecked
    assert report.checked["deals"] == 4
    assert report.checked["decisions"] > len(claims(match))


def test_the_match_is_found_by_its_ruleset(match: Table) -> None:
    games = match.people[0].get(f"/v1/games?ruleset={KEY}&mine=true&status=finished").json["games"]
    assert [(game["id"], game["ruleset"]) for game in games] == [(match.id, KEY)]
    assert match.people[0].get("/v1/games?ruleset=dobon-sato&mine=true").json["games"] == []


# The ledger while a round is running


def test_a_running_round_has_no_line_in_the_ledger(house: House) -> None:
    table = opened(house)
    assert ledger(table) == {"rounds": [], "scores": [0, 0, 0]}


@pytest.mark.parametrize("key", [KEY, "dobon-sato"])
def test_the_second_round_adds_its_line_when_it_ends(house: House, key: str) -> None:
    table = house.table(1, ruleset=key, bots=["novice", "novice"], options={"rounds": 3})
    table.played_until(lambda view: view["round"]["number"] == 2)
    first = ledger(table)
    assert [line["round"] for line in first["rounds"]] == [1]
    assert first["scores"] == first["rounds"][0]["scores"] == table.people[0].view(table.id)["scores"]
    table.played_until(lambda view: view["status"] == "between-rounds" and view["result"]["round"] == 2)
    second = ledger(table)
    assert second["rounds"][0] == first["rounds"][0]
    assert [line["round"] for line in second["rounds"]] == [1, 2]
    assert second["scores"] == second["rounds"][1]["scores"]
    assert ("score" in second["rounds"][1]) == (key == KEY)


def test_the_ledger_holds_no_cards(match: Table) -> None:
    text = match.people[0].get(f"{match.path}/rounds").text
    found = {
        code
        for event in events(match)
        if event["type"] == "round-ended"
        for hand in event["public"]["hands"]
        for code in hand
    }
    twos = {
        doubling for line in ledger(match)["rounds"] for doubling in (line["score"] or {"doublings": []})["doublings"]
    }
    assert not [code for code in found - twos if f'"{code}"' in text]
    assert "hands" not in text
