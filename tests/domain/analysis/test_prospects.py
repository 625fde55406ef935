"""The mean that replaces the rest of a playout."""

import pytest

from domain.analysis.decisions import Decision
from domain.analysis.prospects import HORIZONS, horizon_of, kirifu_facts
from domain.analysis.round_analysis import round_decisions
from domain.playouts.beating.leads import KirifuPosition
from domain.playouts.worlds import sample_world
from domain.ruleset.cards import CARDS, mask_of
from domain.running.self_play import GAME, play


def decision(ruleset: str, **options: object) -> Decision:
    """Return the first decision of a round of three careful bots."""
    log, _ = play(ruleset, ["careful"] * 3, "prospects", {"rounds": 1, **options})
    return next(iter(round_decisions(GAME, log, 1, 3)))


def test_playouts_of_kirifu_go_to_the_end_where_the_first_seat_without_cards_ends_the_round() -> None:
    assert horizon_of(decision("kirifu").game) is HORIZONS["kirifu"]
    assert horizon_of(decision("kirifu", finish="first_out").game) is None


def position(hand: str) -> KirifuPosition:
    """Return a position of Kirifu in which clubs are trumps and seat 0 holds these cards."""
    found = decision("kirifu", trump="clubs")
    playout = KirifuPosition(sample_world("kirifu", found.game.state, 0, 1), found.game.options, 1)
    playout.hands[0] = mask_of(CARDS[code] for code in hand.split())
    return playout


def test_trumps_high_cards_the_best_cards_and_different_numbers_are_counted() -> None:
    facts = kirifu_facts(position("C2 C13 H13 D13 H12 S1 X1 H4 D4"), 0)
    assert facts[11:15] == (2, 4, 2, 5)
    assert len(facts) == len(HORIZONS["kirifu"].coefficients[0])


def test_a_stronger_hand_of_the_same_size_is_expected_to_bring_more() -> None:
    weak, strong = (HORIZONS["kirifu"].prospect(position(hand), 0) for hand in ("H2 D3 S4 H6 D8", "C12 C13 S1 X1 H1"))
    assert strong.points > weak.points
    assert strong.won > weak.won
    assert strong.lost < weak.lost


def test_a_mean_has_a_coefficient_for_each_fact() -> None:
    for horizon in HORIZONS.values():
        assert len({len(line) for line in horizon.coefficients}) == 1


def test_the_points_expected_of_kirifu_are_those_of_the_chances_to_win_and_to_lose() -> None:
    for points, won, lost in zip(*HORIZONS["kirifu"].coefficients, strict=True):
        assert points == pytest.approx(won - lost, abs=0.0002)
