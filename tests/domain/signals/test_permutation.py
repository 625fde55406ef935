"""The permutation test, and the signal of a pair."""

import random
from itertools import combinations
from math import sqrt

import pytest

from domain.signals.pairs import SeatRound, signal
from domain.signals.permutation import FEWEST, Comparison, Row, chance, compare, together

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
