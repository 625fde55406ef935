"""Decisions in ends in which the seat knows every card: they follow from best play, and from nothing else."""

from collections.abc import Iterator

import pytest

from domain.analysis.decisions import Decision
from domain.analysis.marks import unit
from domain.analysis.round_analysis import judge, round_decisions
from domain.analysis.solved import VALUES, loss_of, solve
from domain.beating.knowledge import sure
from domain.log.events import Event
from domain.playouts.beating.endgame_durak import DurakEndgame, action_value, as_set
from domain.playouts.beating.endgame_search import SearchLimitReached
from domain.ruleset.actions import Action, to_wire
from domain.running.self_play import GAME, play
from prove.harness.match import BEATING, DURAK, KIRIFU, MUSTAMAIJA, SATO

SEATS = {DURAK: 2, KIRIFU: 3, MUSTAMAIJA: 3}
GAMES = {DURAK: 3, KIRIFU: 8, MUSTAMAIJA: 8}


def decisions_of(key: str, seed: str, seats: int) -> list[Decision]:
    """Return the decisions of a round of novices."""
    log: list[Event] = play(key, ["novice"] * seats, seed, {"rounds": 1})[0]
    return round_decisions(GAME, log, 1, seats)


def solved(key: str) -> Iterator[tuple[Decision, dict[Action | None, float]]]:
    """Yield the solved decisions of some rounds, each with the points that every action brings."""
    for seed in range(GAMES[key]):
        for decision in decisions_of(key, f"solved-{seed}", SEATS[key]):
            ends = solve(decision)
            if ends is not None:
                yield decision, {action: end.points for action, end in ends.items()}


@pytest.mark.parametrize("key", BEATING)
def test_marks_best_actions_and_drills_follow_from_best_play(key: str) -> None:
    count = marked = drills = 0
    for decision, points in solved(key):
        told = judge(decision)
        most, chosen = max(points.values()), points[decision.chosen]
        best = next(action for action in points if to_wire(action) == told["best"])  # type: ignore[arg-type]
        assert points[best] == most
        assert (told["loss"], told["error"]) == (most - chosen, 0)
        assert (told["mark"] is not None) == (chosen < most)
        if told["drill"] is not None:
            candidates = [points[candidate] for candidate in decision.candidates]
            assert candidates[told["drill"]["best"]] == most
            assert candidates.count(most) == 1
            drills += 1
        count, marked = count + 1, marked + (chosen < most)
    assert count > 15
    assert drills
    assert marked


def test_an_end_of_durak_has_the_value_that_the_search_of_the_bots_finds() -> None:
    """The two searches share no code: one asks two questions of bits, the other has values and no stock."""
    compared = 0
    for decision, points in solved(DURAK):
        game, seat = decision.game, decision.seat
        table, own = game.table, sorted(game.state.held(decision.seat))
        if table.stock:
            continue
        theirs = sure(table, own, seat, game.ruleset.deck(0))[1 - seat]  # type: ignore[attr-defined]
        endgame = DurakEndgame(table.trump, game.options, 20_000)
        for action, found in points.items():
            assert action is not None
            try:
                assert VALUES[action_value(endgame, table, as_set(own), as_set(theirs), action)] == found
                compared += 1
            except SearchLimitReached:
                break
    assert compared > 50


def test_decisions_are_played_out_as_long_as_a_card_is_hidden() -> None:
    assert all(solve(decision) is None for decision in decisions_of(SATO, "hidden", 3))
    first = decisions_of(DURAK, "hidden", 2)[0]
    assert len(first.game.table.stock) > 1
    assert solve(first) is None


def test_a_draw_is_worth_half() -> None:
    decision = next(decision for decision, _ in solved(DURAK))
    ends = solve(decision)
    assert ends is not None
    drawn = {action: end._replace(points=VALUES[0]) for action, end in ends.items()}
    won = drawn | {decision.candidates[1]: ends[decision.chosen]._replace(points=VALUES[1])}
    assert loss_of(decision, won, unit(DURAK)).loss == 0.5
