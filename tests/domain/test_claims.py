"""Calls as rows, and judged again from the log alone."""

from copy import deepcopy
from typing import Any

import pytest

from domain.claims import CALLED, claim_of, rejudge, rejudge_all
from domain.events import SPECTATOR, Event, seen_by
from tests.domain.games import Match
from tests.domain.situations import BEGUN, TWELVE, Situation


def called(steps: tuple[str, ...], **options: Any) -> tuple[Any, Event]:
    """The game before the last step, and the call it makes."""
    situation = Situation(TWELVE, "S12", **options)
    situation.when(*steps[:-1])
    before = situation.game.copy()
    return before, situation.when(steps[-1])[0]


def test_a_claim_is_the_row_of_its_event() -> None:
    _, event = called(("P0 plays D12", "P1 calls"))
    assert claim_of(event, 3) == {
        "version": BEGUN + 2, "round": 3, "seat": 1, "kind": "call", "on": BEGUN + 1, "card": "D12", "hand": ["S5", "S7"],
        "formulas": ["7+5"], "valid": True, "at": event.at,
    }  # fmt: skip


def test_the_hand_of_a_false_call_that_was_not_shown_is_in_its_sealed_part() -> None:
    _, event = called(("P0 plays D12", "P3 calls"), false_claim="nothing")
    assert claim_of(event, 1)["hand"] == ["C5", "H5"]
    assert claim_of(seen_by(event, 3), 1)["hand"] == ["C5", "H5"]
    assert claim_of(seen_by(event, SPECTATOR), 1)["hand"] is None


@pytest.mark.parametrize("false_claim", ["expose", "nothing", "draw_2", "lose"])
@pytest.mark.parametrize("steps", [("P1 calls",), ("P3 calls",), ("P1 calls", "P2 calls"), ("P1 calls", "P0 calls")])
def test_an_honest_claim_agrees(steps: tuple[str, ...], false_claim: str) -> None:
    before, event = called(("P0 plays D12", *steps), false_claim=false_claim)
    judged = rejudge(before, event)
    assert judged["agrees"]
    assert judged["recorded"] == claim_of(event, 1)
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
def test_a_claim_of_which_anything_was_changed_does_not(name: str, value: Any) -> None:
    before, event = called(("P0 plays D12", "P1 calls"))
    event = deepcopy(event)
    event.public[name] = value
    assert not rejudge(before, event)["agrees"]


def test_a_false_call_made_true_does_not_agree() -> None:
    before, event = called(("P0 plays D12", "P3 calls"))
    event.public |= {"valid": True, "formulas": ["7+5"]}
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
        calls = [event for event in match.log if event.type == CALLED]
        assert [entry["recorded"]["version"] for entry in judged] == [event.version for event in calls]
        assert calls
        assert all(entry["agrees"] for entry in judged)
