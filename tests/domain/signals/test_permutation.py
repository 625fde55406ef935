"""The permutation test, and the signal of a pair."""

import random
from collections.abc import Sequence
from itertools import combinations, product
from math import comb, sqrt

import pytest

from domain.signals.pairs import SeatRound, signal
from domain.signals.permutation import CERTAIN, DRAWS, FEWEST, Comparison, Row, chance, compare, skewed_tail, together

SATO = ("dobon-sato", 4)


def rows(other: str, values: list[float], decisions: int = 1) -> list[Row]:
    return [Row(other, decisions, value) for value in values]


def compared(own: list[float], others: list[float]) -> Comparison:
    found = compare({SATO: rows("ben", own) + rows("cho", others)}, "ben")
    assert found is not None
    return found


def test_the_chance_is_that_of_all_choices_of_as_many_rows():
    own, others = [1.0] * 7 + [0.0] * 3, [1.0] * 2 + [0.0] * 9
    both = own + others
    sums = [sum(chosen) for chosen in combinations(both, len(own))]
    exact = sum(total >= sum(own) for total in sums) / len(sums)
    found = compared(own, others)
    mean, deviation = (
        sum(sums) / len(sums),
        sqrt(sum(one**2 for one in sums) / len(sums) - (sum(sums) / len(sums)) ** 2),
    )
    assert found.z == pytest.approx((sum(own) - mean) / deviation)
    assert chance([found], random.Random(1).sample) == pytest.approx(exact, rel=0.4)
    assert (found.mean, found.others) == (0.7, pytest.approx(2 / 11))


@pytest.mark.parametrize("size", [60, 200, 600])
def test_no_chance_is_told_without_drawing_that_draws_would_reach(size: int):
    """Of rows with 1 or 0 the exact chance is known: it is hypergeometric."""
    told = 0
    for drawn, ones in product((10, size // 3, 2 * size // 3), (5, size // 10, size // 2, 9 * size // 10)):
        for reached in range(max(0, ones - (size - drawn)), min(ones, drawn) + 1):
            own, others = [1.0] * reached, [1.0] * (ones - reached)
            found = compare(
                {
                    SATO: rows("ben", own + [0.0] * (drawn - reached))
                    + rows("cho", others + [0.0] * (size - drawn - ones + reached))
                },
                "ben",
            )
            tail = None if found is None or found.z < 2 else skewed_tail(found.z, found.skewness)
            if tail is None or found is None:
                continue
            exact = hypergeometric_tail(size, drawn, ones, reached)
            assert exact < tail * 10, "it is not called rarer than it is"
            assert exact < 1e-3 or tail < exact * 1.1, "nor much more common"
            if tail < CERTAIN:
                assert exact * DRAWS < 0.1
                assert chance([found], no_draws) == tail
                told += 1
    assert told


def hypergeometric_tail(size: int, drawn: int, ones: int, least: int) -> float:
    ways = sum(comb(ones, one) * comb(size - ones, drawn - one) for one in range(least, min(ones, drawn) + 1))
    return ways / comb(size, drawn)


def no_draws(_values: Sequence[float], _number: int) -> Sequence[float]:
    raise AssertionError("rows are drawn")


def test_one_row_that_decides_all_is_drawn_for():
    """The distribution is skewed: as often as the row is drawn, the sum is as high."""
    found = compared([100.0] + [0.0] * 9, [0.0] * 9_990)
    assert found.z > 30
    assert chance([found], random.Random(1).sample) == pytest.approx(0.001, rel=0.5)


def test_a_sum_that_no_draw_reaches_is_at_most_one_in_as_many_draws():
    unlikely = compared([1.0] * 13 + [0.0] * 7, [1.0] * 8 + [0.0] * 52)
    tail = skewed_tail(unlikely.z, unlikely.skewness)
    assert tail is not None
    assert CERTAIN < tail < 1 / DRAWS
    assert chance([unlikely], no_row_of_value) == tail
    skewed = compared([100.0] + [0.0] * 9, [0.0] * 9_990)
    assert chance([skewed], no_row_of_value) == 1 / (DRAWS + 1)


def no_row_of_value(_values: Sequence[float], number: int) -> Sequence[float]:
    return [-1.0] * number


def test_rows_with_many_decisions_weigh_no_more_than_their_sum_differs():
    """Ten decisions with the average of all raise no suspicion, however high the sum of the row is."""
    many = [Row("ben", 10, 5.0)] * 12
    found = compare({SATO: many + rows("cho", [0.0, 1.0] * 10)}, "ben")
    assert found is not None
    assert found.z == pytest.approx(0)


def test_an_honest_player_is_found_as_rarely_as_the_chance_says():
    dice = random.Random("honest")
    found = []
    for _ in range(400):
        values = [float(dice.random() < 0.2) for _ in range(60)]
        found.append(chance([compared(values[:20], values[20:])], dice.sample))
    assert sum(one <= 0.05 for one in found) <= 32
    assert sum(one <= 0.5 for one in found) >= 120


def test_small_favours_both_ways_add_up():
    one = compared([1.0] * 6 + [0.0] * 8, [1.0] * 6 + [0.0] * 34)
    sample = random.Random(1).sample
    assert together([one, one]) == pytest.approx(one.z * sqrt(2))
    assert chance([one, one], sample) < chance([one], sample) / 3


def test_rulesets_are_not_mixed():
    """A player who spares everybody in one ruleset and nobody in another favours nobody."""
    strata = {
        SATO: rows("ben", [1.0] * 15) + rows("cho", [1.0, 1.0, 0.5] * 5),
        ("doubt", 4): rows("cho", [0.0] * 40) + rows("ben", [0.0, 0.0, 0.1]),
    }
    mixed = compare({SATO: [row for found in strata.values() for row in found]}, "ben")
    apart = compare(strata, "ben")
    assert mixed is not None
    assert apart is not None
    assert mixed.z > 4
    assert apart.z < 3


def test_too_few_rounds_say_nothing():
    assert compare({SATO: rows("ben", [1.0] * (FEWEST - 1)) + rows("cho", [0.0] * 50)}, "ben") is None
    assert compare({SATO: rows("ben", [1.0] * 50)}, "ben") is None
    assert compare({SATO: rows("ben", [1.0] * 50) + rows("cho", [1.0] * 50)}, "ben") is None


def test_the_signal_of_a_pair_is_corrected_for_the_number_of_tests():
    def played(spared: str) -> list[SeatRound]:
        tells = {("call-withheld", other): (1, float(other == spared)) for other in ("ann", "ben", "cho")}
        return [SeatRound(SATO, ("ann", "ben", "cho"), tells)] * 20

    rounds = {"ann": played("ben"), "ben": played("ann"), "cho": played("nobody")}
    found = signal("ann", "ben", rounds, random.Random(1).sample)
    assert found is not None
    assert (found.rounds, {one.by for one in found.told}) == (20, {"ann", "ben", None})
    assert found.told[0].by is None
    assert found.p == found.told[0].p * 3
    assert found.strength > 10
    honest = signal("ann", "cho", rounds, random.Random(1).sample)
    assert honest is not None
    assert honest.p > 0.5
