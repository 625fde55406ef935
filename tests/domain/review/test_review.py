"""The review of a round of Dobon: hands and waits of all seats, possible calls, missed calls, and revealed cards."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.dobon.formula import is_valid
from domain.game.fold import apply, fold
from domain.game.game import Game
from domain.log.chance import HashChain
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, Event, Viewer, seen_by
from domain.review.review import frame_at, frames
from domain.ruleset.actions import Dobon
from domain.ruleset.cards import CARDS, RANK
from domain.running.commands import act
from prove.harness.match import KAWAGOE, Match
from prove.harness.random_moves import wander
from tests.domain.dobon.reference_rules import calls_by_size
from tests.domain.dobon.situations import BEGUN, TWELVE, Situation
from tests.domain.review.review_frames import frames_of, missed

PLAYED = BEGUN + 1


def test_a_frame_has_all_hands_waits_and_seats_that_could_call() -> None:
    [found] = frames_of(Situation(TWELVE, "D6"), "P0 plays D12")
    assert (found["version"], found["event"]["type"], found["stock"]) == (PLAYED, "cards-played", 43)
    assert found["board"]["top"] == {"card": "D12", "owner": 0, "version": PLAYED, "suit": "D"}
    assert found["hands"] == [["D9"], ["S5", "S7"], ["S3", "S4"], ["C5", "H5"]]
    assert found["waits"][0] == [{"number": 9, "formulas": ["9"]}]
    assert found["waits"][2] == [
        {"number": 1, "formulas": ["4-3"]}, {"number": 7, "formulas": ["4+3"]}, {"number": 12, "formulas": ["4×3"]},
    ]  # fmt: skip
    assert found["could_call"] == [{"seat": 1, "formulas": ["7+5"]}, {"seat": 2, "formulas": ["4×3"]}]
    assert found["missed"] == []
    assert found["revealed"] == {"all": ["D12"], "seats": {}}
    assert found["text"] == {"ja": "席0がD12を出した。次は席1。", "en": "Seat 0 plays D12. Seat 1 is next."}


def test_a_call_is_missed_when_the_card_is_covered() -> None:
    situation = Situation(["D9 D12", "S5 S7", "S3 S4", "D5 H5"], "D6", turn=0)
    found = frames_of(situation, "P0 plays D12", "P1 draws", "P2 draws", "P3 plays D5")
    assert missed(found) == [[], [(1, PLAYED)], [(2, PLAYED)], []]
    situation = Situation(["D9 D12", "D5 H5", "S3 S4"], "D6", turn=0)
    found = frames_of(situation, "P0 plays D12", "P1 plays D5")
    assert found[1]["missed"] == [{"seat": 2, "on": PLAYED, "formulas": ["4×3"]}]


def test_a_draw_does_not_make_a_call_missed() -> None:
    situation = Situation(["D9 D12", "S5 S7", "D5"], "D6", stock="H1")
    found = frames_of(situation, "P0 plays D12", "P1 draws", "P2 plays D5")
    assert missed(found) == [[], [(1, PLAYED)], []], "7, 5 and 1 make 13 and 1, not 12"
    situation = Situation(["D9 D12", "S4 S3", "D5"], "D6", stock="H1")
    assert missed(frames_of(situation, "P0 plays D12", "P1 draws", "P2 plays D5")) == [[], [], [(1, PLAYED)]]


def test_a_caller_has_not_missed_the_call_and_others_may_still_counter() -> None:
    situation = Situation(TWELVE, "D6")
    found = frames_of(situation, "P0 plays D12", "P1 calls")
    assert missed(found) == [[], []]
    assert found[1]["could_call"] == [{"seat": 2, "formulas": ["4×3"]}]


def test_a_counter_is_missed_when_the_round_is_over_even_if_it_was_declined() -> None:
    situation = Situation(TWELVE, "D6")
    found = frames_of(situation, "P0 plays D12", "P1 calls", "P2 declines", "P0 declines", "P3 declines")
    assert found[2]["could_call"] == [], "seat 2 has answered"
    by_type = {entry["event"]["type"]: entry["missed"] for entry in found}
    assert by_type["round-ended"] == [{"seat": 2, "on": PLAYED + 1, "formulas": ["4×3"]}]
    assert [entry for kind, entry in by_type.items() if kind != "round-ended" and entry] == []


def test_the_owner_misses_a_counter_only_where_there_was_a_call() -> None:
    hands = ["S4 C3 D12", "S5 S7", "D5"]
    assert missed(frames_of(Situation(hands, "D6"), "P0 plays D12", "P1 draws", "P2 plays D5")) == [
        [],
        [(1, PLAYED)],
        [],
    ]
    found = frames_of(Situation(hands, "D6"), "P0 plays D12", "P1 calls", "P0 declines", "P2 declines")
    assert [(entry["event"]["type"], entry["missed"]) for entry in found if entry["missed"]] == [
        ("round-ended", [{"seat": 0, "on": PLAYED + 1, "formulas": ["4×3"]}])
    ]


def test_a_seat_that_declined_and_is_asked_again_could_call_again() -> None:
    situation = Situation(["S4 C3 D12", "S5 S7", "H5 H7"], "D6")
    found = frames_of(situation, "P0 plays D12", "P1 calls", "P0 declines", "P2 calls")
    assert [[entry["seat"] for entry in one["could_call"]] for one in found] == [[1, 2], [0, 2], [2], [0]]
    assert missed(found) == [[], [], [], []]


def test_countered_callers_have_not_missed_a_call() -> None:
    situation = Situation(TWELVE, "D6")
    found = frames_of(situation, "P0 plays D12", "P1 calls", "P2 calls", "P0 declines", "P3 declines")
    assert [entry["missed"] for entry in found if entry["missed"]] == []


def test_a_false_call_that_ends_the_round_ends_the_rights_to_call() -> None:
    situation = Situation(TWELVE, "D6", false_claim="lose")
    found = frames_of(situation, "P0 plays D12", "P3 calls")
    assert [(entry["event"]["type"], missed([entry])[0]) for entry in found if entry["missed"]] == [
        ("round-ended", [(1, PLAYED), (2, PLAYED)])
    ]


def test_in_ask_all_a_declined_call_is_missed_when_the_card_is_covered() -> None:
    situation = Situation(["D9 D12", "D5 H5", "S3 S4"], "D6", claim_mode="ask_all")
    found = frames_of(situation, "P0 plays D12", "P1 declines", "P2 declines", "P1 plays D5")
    assert missed(found) == [[], [], [], [], [(2, PLAYED)]]


def test_events_reveal_cards_to_the_right_seats() -> None:
    situation = Situation(["S13 D5", "S7 D9", "C5 C6"], "S3", stock="H5 H6 H7 H9")
    found = frames_of(situation, "P0 plays S13", "P1 accepts", "P1 plays S7", "P2 draws", "P0 calls")
    assert [entry["revealed"] for entry in found] == [
        {"all": ["S13"], "seats": {}},
        {"all": ["S7", "D9"], "seats": {}},
        {"all": [], "seats": {}},
        {"all": [], "seats": {"2": ["H5"]}},
        {"all": ["D5"], "seats": {}},
    ]


def test_a_hidden_false_call_reveals_no_card() -> None:
    situation = Situation(TWELVE, "D6", false_claim="nothing")
    assert frames_of(situation, "P0 plays D12", "P3 calls")[1]["revealed"] == {"all": [], "seats": {}}


def test_a_handed_over_seat_is_a_frame_without_a_change_of_the_table() -> None:
    match = Match(2, turn_seconds=0, bot_delay_ms=60_000)
    match.sit("player-1")
    match.leave(1)
    match.act(0, Dobon(match.game.table.top_version))
    dealt, left = [*frames(match.id, match.log, 1)][:2]
    assert (dealt["event"]["type"], left["event"]["type"]) == ("round-dealt", "seat-handed-over")
    assert left["hands"] == dealt["hands"]


# Whole games


SEATS = 4


@pytest.fixture(scope="module")
def played() -> list[Match]:
    """Return games of bots, which together have every kind of event."""
    rules = ("expose", "nothing", "draw_2", "lose")
    matches = []
    for seed, false_claim in enumerate(rules * 2):
        mode = "ask_all" if seed % 3 == 2 else "race"
        match = Match(
            SEATS,
            bots=["novice"] * (SEATS - 1),
            seed=seed,
            rounds=2,
            false_claim=false_claim,
            claim_mode=mode,
            bot_delay_ms=0,
        )
        match.leave(0)
        match.wait(24 * 3_600_000)
        assert match.game.status == "finished"
        matches.append(match)
    return matches


@pytest.fixture(scope="module")
def kawagoe_played() -> list[Match]:
    """Return games of Kawagoe whose players move at random."""
    matches = []
    for seed, false_claim in enumerate(("expose", "nothing", "draw_2", "lose")):
        match = Match(SEATS, ruleset=KAWAGOE, seed=seed, rounds=2, hand_size=2 + seed % 2, false_claim=false_claim)
        wander(match, Random(seed), 2_000, restless=0, rash=0.1)
        assert match.game.status == "finished"
        matches.append(match)
    return matches


@pytest.fixture(scope="module")
def both(played: list[Match], kawagoe_played: list[Match]) -> list[Match]:
    """Return games by either rules."""
    return [*kawagoe_played, *played]


def folded(match: Match, viewer: Viewer = SERVER) -> Iterator[tuple[Game, Event, Game]]:
    """Yield game before, event, game after; `before` is a copy."""
    game = fold(match.id, [seen_by(match.log[0], viewer)])
    for event in match.log[1:]:
        before = game.copy()
        apply(game, seen_by(event, viewer))
        yield before, event, game


def test_the_frames_of_a_round_are_its_versions_from_the_deal_to_its_secret(both: list[Match]) -> None:
    for match in both:
        for number in (1, 2):
            found = list(frames(match.id, match.log, number))
            assert [found[0]["event"]["type"], found[-1]["event"]["type"]] == ["round-dealt", "round-revealed"]
            first = found[0]["version"]
            assert [entry["version"] for entry in found] == list(range(first, first + len(found)))
            assert found[0]["event"]["public"]["round"] == number
        assert list(frames(match.id, match.log, 3)) == []


def test_frames_are_json(played: list[Match]) -> None:
    for found in frames(played[0].id, played[0].log, 1):
        assert json.loads(json.dumps(found)) == found


def test_one_frame_is_the_same_from_any_stored_fold_before_it(played: list[Match]) -> None:
    match = played[1]
    every = {entry["version"]: entry for number in (1, 2) for entry in frames(match.id, match.log, number)}
    stored = [match.log[0].version, *(version for version in every if version % 7 == 0)]
    for start in stored:
        game = Game.from_stored(json.loads(json.dumps(fold(match.id, match.log[:start]).stored())))
        unchanged = game.stored()
        for event in match.log[start : start + 20]:
            assert frame_at(game, match.log[start:], event.version) == every.get(event.version)
        assert game.stored() == unchanged
        assert frame_at(game, match.log[start:], len(match.log) + 1) is None


def test_the_hands_of_a_frame_are_those_the_seats_saw(both: list[Match]) -> None:
    match = both[0]
    every = {entry["version"]: entry for number in (1, 2) for entry in frames(match.id, match.log, number)}
    for seat in range(SEATS):
        for _, event, game in folded(match, seat):
            if event.version in every:
                own = game.ruleset.view(game.state)["hands"][seat]
                assert every[event.version]["hands"][seat] == own


def test_seats_that_could_call_are_those_whose_call_would_be_true(both: list[Match]) -> None:
    """Every seat calls, at every version, on a copy."""
    for match in both[:7]:
        every = {entry["version"]: entry for number in (1, 2) for entry in frames(match.id, match.log, number)}
        for _, event, game in folded(match):
            if event.version in every:
                able = [seat for seat in range(SEATS) if _called_truly(game, seat)]
                assert [entry["seat"] for entry in every[event.version]["could_call"]] == able


def _called_truly(game: Game, seat: int) -> bool:
    table = game.table
    try:
        events = act(game, seat, Dobon(table.window or table.top_version), game.at, HashChain(bytes(32), 20))
    except Refused:
        return False
    return bool(events[0].public.valid)


def test_every_card_that_could_be_called_is_called_or_missed(both: list[Match]) -> None:
    """A seat's right to call that a frame shows is used or lost by the end of the round, once for each card."""
    for match in both:
        for number in (1, 2):
            able: set[tuple[int, int]] = set()
            settled: list[tuple[int, int]] = []
            top = 0
            for entry in frames(match.id, match.log, number):
                event = entry["event"]
                settled += [(top, one["seat"]) for one in entry["missed"]]
                if event["type"] == "dobon-called":
                    settled.append((top, event["public"]["seat"]))
                top = (entry["board"]["top"] or {"version": 0})["version"]
                able |= {(top, one["seat"]) for one in entry["could_call"]}
            assert able <= set(settled)


def test_missed_calls_would_have_been_true(both: list[Match]) -> None:
    for match in both:
        before: dict[str, Any] = {}
        for entry in frames(match.id, match.log, 1):
            for one in entry["missed"]:
                hand, top = before["hands"][one["seat"]], before["board"]["top"]
                if match.game.ruleset.key == KAWAGOE:
                    assert calls_by_size(hand, RANK[CARDS[top["card"]]], flipped=top["owner"] is None)
                else:
                    assert is_valid([RANK[CARDS[card]] for card in hand], RANK[CARDS[top["card"]]])
            before = entry


def known(game: Game) -> set[int]:
    """Return the cards whose place the viewer of this fold knows."""
    if game.table is None:
        return set()
    state, table = game.state, game.table
    places = (*map(state.held, range(table.seats)), *table.shown, table.pile)
    return {card for place in places for card in place}


def test_revealed_cards_are_those_that_each_viewer_s_fold_learns(both: list[Match]) -> None:
    for match in both:
        every = {
            entry["version"]: entry["revealed"] for number in (1, 2) for entry in frames(match.id, match.log, number)
        }
        for viewer in range(SPECTATOR, SEATS):
            for before, event, game in folded(match, viewer):
                if event.version not in every:
                    continue
                revealed = every[event.version]
                told = {CARDS[code] for code in [*revealed["all"], *revealed["seats"].get(str(viewer), [])]}
                already = set() if before.round != game.round else known(before)
                assert known(game) - already == told - already
