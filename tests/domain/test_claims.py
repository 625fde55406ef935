"""Calls as rows, and calls judged again from the log alone."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from domain.game.claims import claim_of, rejudge
from domain.game.registry import ruleset
from domain.log.events import SPECTATOR, Event, seen_by
from prove.harness.match import KAWAGOE, Match
from prove.harness.random_moves import wander
from tests.domain.dobon.situations import BEGUN, TWELVE, Situation, kawagoe
from tests.domain.judging import rejudge_all

SATO = ruleset("dobon-sato")


def called(steps: tuple[str, ...], **options: Any) -> tuple[Any, Event]:
    """Return the game before the last step, and the call that the step makes."""
    situation = Situation(TWELVE, "S12", **options)
    situation.when(*steps[:-1])
    before = situation.game.copy()
    return before, situation.when(steps[-1])[0]


def test_a_claim_is_the_row_of_its_event() -> None:
    _, event = called(("P0 plays D12", "P1 calls"))
    assert claim_of(SATO, event, 3) == {
        "version": BEGUN + 2, "round": 3, "seat": 1, "kind": "call", "on": BEGUN + 1, "card": "D12", "hand": ["S5", "S7"],
        "formulas": ["7+5"], "valid": True, "at": event.at,
    }  # fmt: skip


def test_the_hand_of_a_false_call_that_was_not_shown_is_in_its_sealed_part() -> None:
    _, event = called(("P0 plays D12", "P3 calls"), false_claim="nothing")
    assert claim_of(SATO, event, 1)["hand"] == ["C5", "H5"]
    assert claim_of(SATO, seen_by(event, 3), 1)["hand"] == ["C5", "H5"]
    assert claim_of(SATO, seen_by(event, SPECTATOR), 1)["hand"] is None


@pytest.mark.parametrize("false_claim", ["expose", "nothing", "draw_2", "lose"])
@pytest.mark.parametrize("steps", [("P1 calls",), ("P3 calls",), ("P1 calls", "P2 calls"), ("P1 calls", "P0 calls")])
def test_an_honest_claim_agrees(steps: tuple[str, ...], false_claim: str) -> None:
    before, event = called(("P0 plays D12", *steps), false_claim=false_claim)
    judged = rejudge(before, event)
    assert judged["agrees"]
    assert judged["recorded"] == claim_of(SATO, event, 1)
    assert {name: judged["judged"][name] for name in ("hand", "card", "formulas", "valid")} == {
        name: judged["recorded"][name] for name in ("hand", "card", "formulas", "valid")
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seat", 2), ("seat", 0), ("on", BEGUN), ("kind", "counter"), ("card", "S12"), ("valid", False), ("formulas", ["8+4"]),
        ("formulas", []), ("hand", ["S5", "S6"]), ("hand", ["S5"]), ("hand", []),
    ],
)  # fmt: skip
def test_a_changed_claim_does_not_agree(name: str, value: Any) -> None:
    before, event = called(("P0 plays D12", "P1 calls"))
    event = deepcopy(event)
    setattr(event.public, name, value)
    assert not rejudge(before, event)["agrees"]


def test_a_false_call_made_true_does_not_agree() -> None:
    before, event = called(("P0 plays D12", "P3 calls"))
    event.public.valid, event.public.formulas = True, ["7+5"]
    judged = rejudge(before, event)
    assert (judged["agrees"], judged["judged"]["valid"], judged["judged"]["formulas"]) == (False, False, [])


def test_a_call_of_a_seat_that_may_not_call_does_not_agree() -> None:
    before, event = called(("P0 plays D12", "P1 calls"))
    before.table.top_owner = 1
    assert not rejudge(before, event)["agrees"]


def test_judging_again_changes_nothing() -> None:
    before, event = called(("P0 plays D12", "P1 calls"))
    stored, recorded = before.stored(), deepcopy(event)
    rejudge(before, event)
    assert (before.stored(), event) == (stored, recorded)


def test_every_call_of_a_game_agrees_with_its_log() -> None:
    for seed, false_claim in enumerate(("expose", "nothing", "draw_2", "lose")):
        match = Match(4, bots=["novice"] * 3, seed=seed, rounds=3, false_claim=false_claim, bot_delay_ms=0)
        match.leave(0)
        match.wait(24 * 3_600_000)
        judged = list(rejudge_all(match.id, match.log))
        calls = [event for event in match.log if event.type == "dobon-called"]
        assert [entry["recorded"]["version"] for entry in judged] == [event.version for event in calls]
        assert calls
        assert all(entry["agrees"] for entry in judged)


# Kawagoe


FLIP = ["S7 D9", "C5 C2", "H3 H4 X1"]


def ippatsu(*steps: str, **options: Any) -> tuple[Any, Event]:
    """Return the game before the last step, and the call on the flip that the step makes."""
    situation = kawagoe(FLIP, "", stock="D7 C12", **options)
    situation.when("P0 flips", *steps[:-1])
    before = situation.game.copy()
    return before, situation.when(steps[-1])[0]


def test_a_claim_of_an_ippatsu_is_the_row_of_its_event() -> None:
    before, event = ippatsu("P0 plays S7", "P2 calls")
    assert claim_of(ruleset(KAWAGOE), event, 1) == {
        "version": BEGUN + 3, "round": 1, "seat": 2, "kind": "ippatsu", "on": BEGUN + 1, "card": "D7",
        "hand": ["H3", "H4", "X1"], "formulas": ["4+3"], "valid": True, "at": event.at,
    }  # fmt: skip
    assert rejudge(before, event)["agrees"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seat", 1), ("seat", 0), ("on", BEGUN), ("kind", "call"), ("kind", "counter"), ("card", "H7"), ("valid", False),
        ("formulas", ["7"]), ("formulas", []), ("hand", ["H3", "H4"]), ("hand", ["H3", "H4", "X2"]),
    ],
)  # fmt: skip
def test_a_changed_claim_of_an_ippatsu_does_not_agree(name: str, value: Any) -> None:
    before, event = ippatsu("P0 plays S7", "P2 calls")
    event = deepcopy(event)
    setattr(event.public, name, value)
    assert not rejudge(before, event)["agrees"]


def test_a_call_on_a_flip_after_an_answer_to_it_does_not_agree() -> None:
    before, event = ippatsu("P0 plays S7", "P2 calls")
    before.table.asked.remove(2)
    assert not rejudge(before, event)["agrees"]


def test_a_call_after_the_next_draw_does_not_agree() -> None:
    situation = kawagoe(["S12 D8", "C5 D7", "H10 S2"], "S3", owner=2)
    situation.when("P0 plays S12")
    before = situation.game.copy()
    event = situation.when("P1 calls")[0]
    assert rejudge(before, event)["agrees"]
    before.table.calls_open = False
    assert not rejudge(before, event)["agrees"]


def test_every_call_of_a_game_of_kawagoe_agrees_with_its_log() -> None:
    kinds = set()
    for seed, false_claim in enumerate(("expose", "nothing", "draw_2", "lose") * 2):
        match = Match(3, ruleset=KAWAGOE, seed=seed, rounds=4, hand_size=2, false_claim=false_claim)
        wander(match, Random(seed), 400, rash=0.1)
        judged = list(rejudge_all(match.id, match.log))
        calls = [event for event in match.log if event.type == "dobon-called"]
        assert [entry["recorded"]["version"] for entry in judged] == [event.version for event in calls]
        assert all(entry["agrees"] for entry in judged)
        kinds |= {(event.public.kind, event.public.valid) for event in calls}
    assert kinds >= {(kind, valid) for kind in ("call", "ippatsu") for valid in (True, False)}
