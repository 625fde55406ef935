"""Reviews of games of Durak, Kirifu and Mustamaija: possible defences, takes on purpose, and known cards."""

from itertools import chain
from random import Random
from typing import Any

import pytest

from domain.beating.base import BeatingFamily
from domain.beating.knowledge import sure
from domain.ruleset.cards import codes
from prove.harness.application import House, Table
from tests.api.conftest import refused
from tests.api.rulesets.beating import Played, RandomPlayers, chosen, do, log_of, played

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "durak": ("durak", 3, {"throw_in": True, "turnover": True, "multi_lead": True}),
    "kirifu": ("kirifu", 4, {"two_groups": True}),
    "mustamaija": ("mustamaija", 3, {}),
}

Frame = dict[str, Any]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, only_house: House) -> Played:
    """A game with forced takes and takes on purpose."""
    key, players, options = GAMES[request.param]
    for _ in range(40):
        found = played(only_house, key, players, {"take-declared"}, **options)
        if {frame["taken"]["on_purpose"] for frame in frames_of(found.table) if frame["taken"]} == {True, False}:
            return found
    raise AssertionError("no game of 40 had takes of both kinds")


@pytest.fixture(scope="module")
def table(game: Played) -> Table:
    return game.table


@pytest.fixture(scope="module")
def frames(table: Table) -> list[Frame]:
    return frames_of(table)


def frames_of(table: Table, number: int = 1) -> list[Frame]:
    found: list[Frame] = table.people[0].get(f"{table.path}/rounds/{number}/review").json["frames"]
    return found


def height(code: str) -> int:
    return {"1": 14, "??": 0}.get(code[1:], int(code[1:]))


def beats(key: str, trump: str | None, card: str, attack: str) -> bool:
    """Return whether a card beats an attack, computed from the rule sheets without the rules' code."""
    if key == "kirifu":
        order = [0 if code[0] == "X" else 1 if code == "S1" else 2 if code[0] == "C" else 3 for code in (card, attack)]
        return order[0] < order[1] or (order[0] == order[1] > 1 and height(card) > height(attack))
    if key == "mustamaija" and "S12" in (card, attack):
        return False
    if card[0] == attack[0]:
        return height(card) > height(attack)
    return card[0] == trump


def most_beaten(answers: list[list[str]]) -> int:
    """Return how many attacks can be beaten with one card each, by trying all assignments."""
    if not answers:
        return 0
    rest = answers[1:]
    with_first = (1 + most_beaten([[code for code in other if code != card] for other in rest]) for card in answers[0])
    return max(chain([most_beaten(rest)], with_first))


def test_a_round_has_a_public_review_once_it_is_over(house: House) -> None:
    people = RandomPlayers(house.table(2, ruleset="durak", listed=True, options={"rounds": 2}), Random(1))
    table, watcher = people.played.table, house.player("Kai")
    while people.move():
        view = table.people[0].view(table.id)
        if view["status"] == "between-rounds":
            break
        if people.chance.random() < 0.2:
            for reader in (*table.people, watcher):
                refused(reader.get(f"{table.path}/rounds/1/review"), 409, "round-not-over")
                refused(reader.get(f"{table.path}/rounds/1/review/{view['version']}"), 409, "round-not-over")
    for going_on in (False, True):
        for reader in (*table.people, watcher):
            assert reader.get(f"{table.path}/rounds/1/review").status_code == 200
            answer = reader.get(f"{table.path}/rounds/2/review")
            refused(answer, *((409, "round-not-over") if going_on else (404, "no-such-round")))
        people.move()


def test_every_frame_shows_every_hand_and_its_event_in_words(table: Table, frames: list[Frame]) -> None:
    log = {event["version"]: event for event in log_of(table)}
    names = {person.name for person in table.people}
    assert [frame["version"] for frame in frames] == list(range(frames[0]["version"], frames[-1]["version"] + 1))
    assert [frame["event"]["type"] for frame in (frames[0], frames[-1])] == ["round-dealt", "round-revealed"]
    for frame in frames:
        assert frame["event"]["public"] == log[frame["version"]]["public"]
        assert "??" not in str(frame["hands"])
        assert frame["event"]["text"]["ja"]
        assert frame["event"]["text"]["en"]
        assert not {"missed", "could_call", "waits", "claim"} & frame.keys()
        if "seat" in frame["event"]["public"]:
            assert all(any(name in frame["event"]["text"][language] for name in names) for language in ("ja", "en"))


def test_a_single_frame_equals_the_one_in_the_review(table: Table, frames: list[Frame]) -> None:
    for frame in frames[::9]:
        assert table.people[0].get(f"{table.path}/rounds/1/review/{frame['version']}").json == frame


def test_a_defence_names_all_beating_cards_and_the_best_answer(table: Table, frames: list[Frame]) -> None:
    key, seen = table.people[0].view(table.id)["ruleset"], 0
    for frame, before in zip(frames[1:], frames, strict=False):
        gives_up = frame["event"]["type"] == "take-declared"
        told = (before if gives_up else frame)["board"]
        defends = gives_up or frame["event"]["public"].get("asks", {}).get("phase") == "defending"
        assert (frame["defence"] is not None) == defends
        if frame["defence"] is None:
            continue
        defence, hand = frame["defence"], frame["hands"][frame["defence"]["seat"]]
        assert defence["seat"] == told["defender"]
        unbeaten = [attack["card"] for attack in told["attacks"] if attack["beaten_with"] is None]
        answers = [[card for card in hand if beats(key, told["trump"], card, attack)] for attack in unbeaten]
        assert [(one["card"], sorted(one["beaten_by"])) for one in defence["attacks"]] == [
            (attack, sorted(cards)) for attack, cards in zip(unbeaten, answers, strict=True)
        ]
        by_attack = dict(zip(unbeaten, answers, strict=True))
        assert all(card in by_attack[attack] for attack, card in defence["best"])
        assert len({card for _, card in defence["best"]}) == len({attack for attack, _ in defence["best"]})
        assert len(defence["best"]) == most_beaten(answers)
        assert defence["all"] == (len(defence["best"]) == len(unbeaten))
        seen += 1
    assert seen > 10


def test_a_take_is_on_purpose_if_every_attack_could_be_beaten(frames: list[Frame]) -> None:
    declared: Frame | None = None
    for frame in frames:
        event = frame["event"]
        if event["type"] == "take-declared":
            declared = frame
        taking = event["type"] == "defence-ended" and event["public"]["how"] == "taken"
        assert (frame["taken"] is not None) == taking
        if not taking:
            continue
        found = frame["taken"]
        assert (found["seat"], found["cards"]) == (event["public"]["seat"], event["public"]["taken"])
        assert found["trumps"] == sum(code[0] == frame["board"]["trump"] for code in found["cards"])
        assert {*found["cards"]} <= {*frame["hands"][found["seat"]]}
        # No seat gives up if the last player with cards takes the table.
        assert found["on_purpose"] == (declared is not None and declared["defence"]["all"])
        declared = None


def test_known_cards_of_a_seat_follow_from_its_own_view(house: House, table: Table, frames: list[Frame]) -> None:
    seats = range(len(table.people))
    for frame in frames[:-2:4]:
        assert [one["seat"] for one in frame["known"]] == [*seats]
        for one in frame["known"]:
            own = house.tables.view(table.id, one["seat"], frame["version"])
            assert isinstance(own.ruleset, BeatingFamily)
            found = sure(own.table, one["seat"], own.ruleset.deck(own.table.jokers))
            assert one["of"] == [
                {"seat": other, "cards": codes(found[other])}
                for other in seats
                if other != one["seat"] and found[other]
            ]
            for other in one["of"]:
                assert {*other["cards"]} <= {*frame["hands"][other["seat"]]}, "no seat was certain of something false"


def test_openly_taken_cards_are_known_to_all_other_seats(frames: list[Frame]) -> None:
    for frame in frames:
        if frame["taken"] is None:
            continue
        taker, cards = frame["taken"]["seat"], {*frame["taken"]["cards"]}
        for one in frame["known"]:
            told = {card for other in one["of"] if other["seat"] == taker for card in other["cards"]}
            assert one["seat"] == taker or cards <= told


def test_a_frame_lists_the_cards_that_its_event_revealed(frames: list[Frame]) -> None:
    for frame in frames:
        event, revealed = frame["event"], frame["revealed"]
        drawn = event["type"] in ("cards-drawn", "round-dealt")
        seats = (
            {part: payload["cards"] for part, payload in event["sealed"].items() if part != "table"} if drawn else {}
        )
        assert revealed["seats"] == seats
        if event["type"] in (
            "take-declared",
            "defence-ended",
            "attack-stopped",
            "seat-out",
            "bout-begun",
            "cards-drawn",
        ):
            assert revealed["all"] == []


def test_a_take_on_purpose_with_an_empty_stock_is_reviewed(house: House) -> None:
    """Seat 1 could have beaten the nine with a low trump, and took it."""
    table = chosen(house, "durak", ["H9 S9", "H6 D6", "C6"], "", trump="D")
    do(table, 0, "attack", cards=["H9"])
    do(table, 1, "take")
    do(table, 2, "attack", cards=["C6"])
    do(table, 0, "take")
    # Seat 2 is out; seat 0 defends against the rest of seat 1's hand.
    do(table, 1, "attack", cards=["D6"])
    do(table, 0, "take")
    while table.people[0].view(table.id)["status"] == "playing":
        view = table.people[0].view(table.id)["round"]
        kind = {"leading": "attack", "attacking": "stop", "defending": "take"}[view["phase"]]
        hand = table.people[view["turn"]].view(table.id)["round"]["hands"][view["turn"]]
        do(table, view["turn"], kind, **({"cards": hand[:1]} if kind == "attack" else {}))
    found = frames_of(table)
    first = next(frame for frame in found if frame["event"]["type"] == "take-declared")
    assert first["defence"] == {
        "seat": 1,
        "attacks": [{"card": "H9", "beaten_by": ["D6"]}],
        "best": [["H9", "D6"]],
        "all": True,
    }
    takes = [frame["taken"] for frame in found if frame["taken"]]
    assert takes[0] == {"seat": 1, "cards": ["H9"], "trumps": 0, "on_purpose": True}
    assert takes[1] == {"seat": 0, "cards": ["C6"], "trumps": 0, "on_purpose": False}
    after = next(frame for frame in found if frame["taken"])
    assert after["known"][0]["of"][0] == {"seat": 1, "cards": ["H9"]}
