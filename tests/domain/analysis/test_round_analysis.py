"""Losses, marks and summaries, and that each decision is judged by what its seat knew."""

from dataclasses import replace
from typing import Any

import pytest

from domain.analysis.decisions import Decision, decisions
from domain.analysis.following import NoBeliefs
from domain.analysis.losses import USUAL, Budget, Loss, precision
from domain.analysis.marks import MARKED, SMALLEST, accuracy, mark
from domain.analysis.prospects import Prospect
from domain.analysis.reasons import reason
from domain.analysis.round_analysis import analyse, judge, round_decisions, shown, summary, with_repeats
from domain.analysis.samples import Gap, mean_and_error
from domain.game.game import Game
from domain.game.registry import ruleset
from domain.log.events import seen_by
from domain.ruleset.actions import Play, Stop, Take
from domain.ruleset.cards import CARDS
from domain.running.self_play import GAME, play
from prove.harness.json_values import canonical_text
from tests.domain.dobon.situations import TWELVE, Situation

SMALL = Budget(stages=(8, 8), batch=32, most=4)


def judged(situation: Situation, seat: int, *steps: str, budget: Budget = USUAL) -> list[dict[str, Any]]:
    """Return the seat's decisions in the steps with their losses."""
    start = situation.viewers[seat].copy()
    situation.when(*steps)
    events = [seen_by(event, seat) for event in situation.events]
    return [judge(decision, budget=budget) for decision in decisions(start, events, 1, seat)]


def test_a_missed_call_that_nobody_can_counter_is_a_blunder():
    situation = Situation(["D9 D12 C4", "D4 D6", "S5 S7"], "S12")
    (found,) = judged(situation, 2, "P0 plays D12", "P1 plays D4")
    assert (found["mark"], found["best"], found["chosen"]) == ("blunder", {"type": "dobon", "on": 11}, None)
    assert found["loss"] > 0.3
    assert found["error"] <= 0.02


def test_the_best_action_loses_nothing():
    situation = Situation(["D9 D12 C4", "D4 D6", "S5 S7"], "S12")
    (found,) = judged(situation, 2, "P0 plays D12", "P2 calls")
    assert (found["loss"], found["mark"], found["best"]) == (0, None, found["chosen"])


def test_the_loss_is_the_difference_of_the_chances_after_both_actions():
    situation = Situation(["D9 D12 C4", "D4 D6", "S5 S7"], "S12")
    (found,) = judged(situation, 2, "P0 plays D12", "P1 plays D4")
    assert found["best_won"] > 0.7
    assert 0 < found["won"] < 0.5
    assert found["best_lost"] < 0.3
    assert found["best_lost"] < found["lost"] < 1 - found["won"]
    gap = found["best_won"] - found["best_lost"] - (found["won"] - found["lost"])
    assert found["loss"] == pytest.approx(gap, abs=0.01)


def test_the_chances_after_the_best_action_are_those_after_the_chosen_one():
    (found,) = judged(Situation(["D9 D12 C4", "D4 D6", "S5 S7"], "S12"), 2, "P0 plays D12", "P2 calls")
    assert (found["won"], found["lost"]) == (found["best_won"], found["best_lost"])
    assert found["value"] == pytest.approx(found["won"] - found["lost"], abs=0.01)


def test_a_card_that_another_seat_waits_for_is_given_as_the_reason():
    """P1 has opened its hand and waits for 12."""
    situation = Situation(["D12 S9 C2", "", "C6 C7 C8"], "S12", shown=["", "S5 S7", ""])
    found = judged(situation, 0, "P0 plays D12")[0]
    assert found["mark"] == "blunder"
    assert found["reason"]["en"].startswith("Seat 1 waits for 12: ")
    assert found["reason"]["ja"].startswith("席1が12を待っている確率は")


def test_a_position_in_which_one_action_leads_clearly_is_kept_for_a_drill():
    situation = Situation(["D9 D12 C4", "D4 D6", "S5 S7"], "S12")
    (found,) = judged(situation, 2, "P0 plays D12", "P1 plays D4")
    drill = found["drill"]
    assert drill["candidates"] == [{"type": "dobon", "on": 11}, None]
    assert (drill["best"], drill["losses"][0], drill["errors"][0]) == (0, 0, 0)
    assert (drill["lead"], drill["error"]) == (drill["losses"][1], drill["errors"][1])
    assert drill["lead"] >= max(0.08, 3 * drill["error"])
    assert drill["lead"] == pytest.approx(found["loss"], abs=4 * (found["error"] + drill["error"]))


def test_a_position_in_which_no_action_leads_clearly_is_no_drill():
    situation = Situation(["D12 D9 D3", "C5 H4", "C6 C7 C8"], "D2")
    (found,) = judged(situation, 0, "P0 plays D9")
    assert found["choices"] == 4
    assert found["drill"] is None


def test_the_analysis_is_shown_without_drills():
    found = shown({"round": 1, "decisions": [{"version": 7, "drill": {"best": 1}}]})
    assert found == {"round": 1, "decisions": [{"version": 7}]}


def test_worlds_that_a_seat_cannot_tell_apart_are_judged_alike():
    hands = [["D9 D12", "S5 S7", "S3 S4", "C5 H5"], ["D9 D12", "S6 H13", "C9 H11", "H2 D3"]]
    steps = ["P0 plays D12", "P1 draws", "P2 draws", "P3 draws", "P0 draws"]
    one, two = (canonical_text(judged(Situation(world, "S12"), 0, *steps, budget=SMALL)) for world in hands)
    assert one == two
    assert '"loss"' in one


def test_other_worlds_are_sampled_with_another_seed():
    situation = Situation(TWELVE, "S12")
    start = situation.viewers[0].copy()
    situation.when("P0 plays D12")
    (decision,) = decisions(start, situation.events, 1, 0)
    assert judge(decision, "", SMALL) == judge(decision, "", SMALL) != judge(decision, "other", SMALL)


def test_a_round_is_analysed_from_its_log():
    log, _ = play("dobon-sato", ["novice", "careful", "novice"], "analysis", {"rounds": 1})
    found = analyse(GAME, log, 1, budget=SMALL)
    assert [one["version"] for one in found["decisions"]] == sorted(one["version"] for one in found["decisions"])
    assert {one["seat"] for one in found["seats"]} == {0, 1, 2}
    assert len(found["decisions"]) == len(round_decisions(GAME, log, 1, 3))
    assert all(one["loss"] - MARKED * one["error"] >= SMALLEST for one in found["decisions"] if one["mark"])
    assert all(one["reason"]["ja"] for one in found["decisions"] if one["mark"])


# Reasons


def explained(chosen: Any, best: Any, chosen_ends: Prospect, best_ends: Prospect) -> Any:
    """Return the reason of a decision of Durak, which has only the ends of its playouts."""
    game = Game("reasons", ruleset("durak"), {}, [])
    decision = Decision(0, 7, game, NoBeliefs(), (chosen, best), chosen)
    return reason(decision, Loss(best, 0.2, 0.02, chosen_ends, best_ends))


def test_a_false_call_is_given_as_the_reason():
    situation = Situation(["D9 D12 C4", "D4 D6", "S5 H8"], "S12")
    (found,) = [one for one in judged(situation, 1, "P0 plays D12", "P1 calls") if one["mark"] is not None]
    assert found["reason"] == {"ja": "手札からその数字は作れない。", "en": "The hand does not make the number."}


def test_the_reason_tells_the_chances_after_both_actions():
    found = explained(Take(), Stop(), Prospect(-0.3, 0.1, 0.4), Prospect(0.1, 0.3, 0.2))
    assert found["en"] == "Stopping: 30 % won, 20 % lost; taking: 10 % won, 40 % lost."
    assert found["ja"] == "止める:勝ち30 %・負け20 %。取る:勝ち10 %・負け40 %。"


def test_the_reason_leaves_out_losing_where_nobody_loses():
    found = explained(Take(), Stop(), Prospect(0.1, 0.1, 0.0), Prospect(0.3, 0.3, 0.0))
    assert found["en"] == "Stopping: 30 % won; taking: 10 % won."


# Marks


@pytest.mark.parametrize(
    ("loss", "error", "name"),
    [
        (0.0299, 0, None),
        (0.03, 0, "inaccuracy"),
        (0.08, 0, "mistake"),
        (0.15, 0, "blunder"),
        (0.15, 0.054, None),
        (0.15, 0.053, "blunder"),
        (0.05, 0.009, None),
        (0.05, 0.008, "inaccuracy"),
    ],
)
def test_marks_begin_at_their_loss_and_are_surely_above_the_smallest_one(loss: float, error: float, name: str | None):
    assert mark(loss, error) == name


def test_accuracy_is_whole_without_losses_and_none_without_decisions():
    assert (accuracy([0, 0]), accuracy([])) == (1, None)
    assert accuracy([0, 0.1]) == pytest.approx(0.7247, abs=1e-4)


def test_the_difference_of_two_actions_has_its_standard_error():
    assert mean_and_error([1, 0, 0, 2], range(4)) == (0.75, pytest.approx(0.4787, abs=1e-4))


def test_results_of_one_world_count_as_one_in_the_standard_error():
    assert mean_and_error([1, -1], [1, 2]) == (0, 1)
    assert mean_and_error([1, 1, -1, -1], range(4)) == (0, pytest.approx(0.577, abs=1e-3))
    assert mean_and_error([1, 1, -1, -1], [1, 1, 2, 2]) == (0, pytest.approx(0.816, abs=1e-3))


@pytest.mark.parametrize(
    ("among", "loss", "error", "settled"),
    [
        (6, 0.0, 0.013, False),
        (6, 0.0, 0.012, True),
        (6, 0.03, 0.014, False),
        (6, 0.03, 0.013, True),
        (6, 0.2, 0.019, False),
        (6, 0.2, 0.018, True),
        (6, -0.1, 0.062, True),
        (1, 0.03, 0.006, False),
        (1, 0.03, 0.005, True),
        (24, 0.03, 0.019, False),
        (24, 0.03, 0.018, True),
    ],
)
def test_more_worlds_are_played_until_a_loss_is_surely_small_or_well_known(
    among: int, loss: float, error: float, *, settled: bool
):
    decision = Decision(0, 7, Game("precision", ruleset("durak"), {}, []), NoBeliefs(), (), None, among)
    assert precision(decision).settles(Gap(loss, error)) is settled


def test_a_decision_is_one_among_those_of_its_seat():
    log, _ = play("doubt", ["novice", "careful", "novice"], "among", {"rounds": 1})
    found = round_decisions(GAME, log, 1, 3)
    seats = [one.seat for one in found]
    assert [one.among for one in found] == [seats.count(seat) for seat in seats]


@pytest.mark.parametrize("seed", range(4))
def test_an_action_that_leads_by_luck_is_compared_in_other_worlds(seed: int):
    situation = Situation(["S5 H5 C9 C12", "D4 D6 S8", "S7 C1 H2"], "D5")
    start = situation.viewers[0].copy()
    situation.when("P0 plays S5")
    (decision,) = decisions(start, [seen_by(event, 0) for event in situation.events], 1, 0)
    alike = replace(decision, candidates=(Play((CARDS["S5"],)), Play((CARDS["H5"],))))
    found = judge(alike, str(seed))
    assert found["loss"] < 0.02
    assert found["error"] < 0.012, "0 is as well known as a small loss"


# Summaries


def decision(version: int, seat: int, best: str, mark: str | None, loss: float, chosen: str = "S9") -> dict[str, Any]:
    return {
        "version": version, "seat": seat, "chosen": {"type": "play", "cards": [chosen]},
        "best": {"type": "play", "cards": [best]}, "loss": loss, "error": 0.0, "mark": mark,
        "reason": {"ja": "", "en": ""} if mark else None,
    }  # fmt: skip


def test_the_same_missed_play_is_counted_once():
    again = with_repeats([
        decision(1, 0, "H7", "mistake", 0.1),
        decision(3, 0, "H7", "blunder", 0.2),
        decision(5, 0, "C7", "blunder", 0.2),
        decision(7, 1, "H7", "blunder", 0.2),
    ])  # fmt: skip
    assert [(one["repeats"], one["mark"]) for one in again] == [
        (None, "mistake"), (1, None), (None, "blunder"), (None, "blunder"),
    ]  # fmt: skip


def test_a_play_that_was_missed_before_and_is_made_now_is_no_repetition():
    again = with_repeats([decision(1, 0, "H7", "mistake", 0.1), decision(3, 0, "H7", None, 0, chosen="H7")])
    assert again[1]["repeats"] is None


def test_the_result_is_luck_and_what_the_seat_lost_less_than_the_others():
    """Seat 0 won the round and lost 0.2 by its decisions, which the others share."""
    lossy = [decision(1, 0, "H7", "mistake", 0.1), decision(3, 0, "C7", "mistake", 0.1)]
    found = summary("dobon-sato", 1, 3, lossy, [1, -1, 0])
    assert [(one["lost"], one["luck"]) for one in found["seats"]] == [(0.2, 1.2), (0.0, -1.1), (0.0, -0.1)]
    assert found["seats"][0]["marks"] == {"blunder": 0, "mistake": 2, "inaccuracy": 0}
    assert found["seats"][1]["accuracy"] is None


def test_luck_has_the_sum_zero():
    log, _ = play("dobon-sato", ["novice", "careful", "novice"], "luck", {"rounds": 1})
    found = analyse(GAME, log, 1, budget=SMALL)
    assert sum(one["lost"] for one in found["seats"]) > 0
    assert sum(one["luck"] for one in found["seats"]) == pytest.approx(0, abs=0.001)


def test_an_abandoned_round_has_no_luck():
    found = summary("dobon-sato", 1, 2, [decision(1, 0, "H7", "mistake", 0.1)], None)
    assert [(one["lost"], one["luck"]) for one in found["seats"]] == [(0.1, None), (0.0, None)]
