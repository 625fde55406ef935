"""The mean that replaces the rest of a playout."""

import pytest

from domain.analysis.decisions import Decision
from domain.analysis.prospects import HORIZONS, horizon_of, kirifu_facts
from domain.analysis.round_analysis import round_decisions
from domain.playouts.beating.leads import KirifuPosition
from domain.playouts.doubt.position import DoubtPosition
from domain.playouts.worlds import sample_world
from domain.ruleset.cards import CARDS, mask_of
from domain.running.self_play import GAME, play


def decision(ruleset: str, **options: object) -> Decision:
    """Return the first decision of a round of three careful bots."""
    log, _ = play(ruleset, ["careful"] * 3, "prospects", {"rounds": 1, **options})
    return next(iter(round_decisions(GAME, log, 1, 3)))


@pytest.mark.parametrize(
    ("ruleset", "option", "value"),
    [
        ("kirifu", "finish", "first_out"),
        ("doubt", "variant", "cheat"),
        ("doubt", "penalty", "exchange_two"),
        ("doubt", "must_doubt_to_finish", True),
        ("doubt", "max_plays", 60),
    ],
)
def test_playouts_go_to_the_end_with_options_that_the_mean_was_not_fitted_to(
    ruleset: str, option: str, value: object
) -> None:
    assert horizon_of(decision(ruleset).game) is HORIZONS[ruleset]
    assert horizon_of(decision(ruleset, **{option: value}).game) is None


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


def doubt(*sizes: int) -> DoubtPosition:
    """Return a position of Doubt with hands of these sizes, in which seat 0 is to play."""
    found = decision("doubt")
    playout = DoubtPosition(sample_world("doubt", found.game.state, 0, 1), found.game.options, 1)
    playout.hands = [[CARDS["S1"]] * size for size in sizes]
    playout.turn, playout.window = 0, False
    return playout


def expected(position: DoubtPosition) -> list[float]:
    """Return the chance of each seat to win."""
    return [HORIZONS["doubt"].prospect(position, seat).won for seat in range(position.seats)]


@pytest.mark.parametrize("sizes", [(2, 5, 9), (12, 12, 12), (1, 1, 30)])
def test_one_seat_of_doubt_is_expected_to_win(sizes: tuple[int, ...]) -> None:
    assert sum(expected(doubt(*sizes))) == pytest.approx(1, abs=0.1)


def test_seats_with_fewer_cards_and_earlier_turns_are_expected_to_win_more() -> None:
    assert sorted(found := expected(doubt(2, 4, 9)), reverse=True) == found
    assert sorted(found := expected(doubt(3, 3, 3)), reverse=True) == found


def test_a_lie_that_may_still_be_doubted_is_expected_to_bring_less() -> None:
    playout = doubt(1, 4, 9)
    playout.open_window(0)
    playout.claim_seat, playout.claim_count, playout.claim_number = 0, 1, 5
    playout.pile = [CARDS["S5"]]
    told_the_truth = expected(playout)[0]
    playout.pile = [CARDS["S6"]]
    assert expected(playout)[0] < told_the_truth


def test_a_mean_has_a_coefficient_for_each_fact() -> None:
    for horizon in HORIZONS.values():
        assert len({len(line) for line in horizon.coefficients}) == 1


def test_the_points_expected_of_kirifu_are_those_of_the_chances_to_win_and_to_lose() -> None:
    for points, won, lost in zip(*HORIZONS["kirifu"].coefficients, strict=True):
        assert points == pytest.approx(won - lost, abs=0.0002)
