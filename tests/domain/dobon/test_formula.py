"""The arithmetic of a call: the cases of rulebook 3.1, the waits of 3.3, and agreement with every order of a hand."""

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from operator import add, mul, sub, truediv
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dobon.formula import is_valid, total, waits, witnesses

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "dobon_claims.json").read_text(encoding="utf-8"))

Number = int | Fraction
OPERATORS: dict[str, Callable[[Any, Any], Number]] = {"+": add, "-": sub, "×": mul, "÷": truediv}

# Rulebook 3.3, the table of `dobon-sato`.
WAITS: list[tuple[list[int], dict[int, list[str]]]] = [
    ([5], {5: ["5"]}),
    ([1, 1], {1: ["1×1", "1÷1"], 2: ["1+1"]}),
    ([2, 1], {1: ["2-1"], 2: ["2×1", "2÷1"], 3: ["2+1"]}),
    ([4, 3], {1: ["4-3"], 7: ["4+3"], 12: ["4×3"]}),
    ([6, 6], {1: ["6÷6"], 12: ["6+6"]}),
    ([12, 3], {4: ["12÷3"], 9: ["12-3"]}),
    ([13, 13], {1: ["13÷13"]}),
    ([5, 3, 1], {1: ["5-3-1"], 9: ["5+3+1"]}),
    ([8, 4, 1], {2: ["8÷4÷1"], 3: ["8-4-1"], 13: ["8+4+1"]}),
    ([12, 2, 3], {2: ["12÷3÷2"], 7: ["12-3-2"]}),
    ([2, 3, 4], {9: ["4+3+2"]}),
    ([13, 13, 13], {}),
    ([1, 1, 1, 1], {1: ["1×1×1×1", "1÷1÷1÷1"], 4: ["1+1+1+1"]}),
    ([13, 1, 1, 1], {10: ["13-1-1-1"], 13: ["13×1×1×1", "13÷1÷1÷1"]}),
    ([2, 2, 2, 1], {7: ["2+2+2+1"], 8: ["2×2×2×1"]}),
    ([2, 2, 1, 1, 3], {9: ["3+2+2+1+1"], 12: ["3×2×2×1×1"]}),
    ([1, 1, 1, 1, 9], {5: ["9-1-1-1-1"], 9: ["9×1×1×1×1", "9÷1÷1÷1÷1"], 13: ["9+1+1+1+1"]}),
    ([2, 3, 4, 5, 6], {}),
    ([1, 1, 2, 1, 2, 1, 3], {11: ["3+2+2+1+1+1+1"], 12: ["3×2×2×1×1×1×1"]}),
    ([1, 1, 1, 1, 2, 2, 2], {8: ["2×2×2×1×1×1×1"], 10: ["2+2+2+1+1+1+1"]}),
]


def hands(size: int) -> list[tuple[int, ...]]:
    """Every hand of that size from one deck: numbers ascending, at most four of each."""
    every = combinations_with_replacement(range(1, 14), size)
    return [hand for hand in every if max(Counter(hand).values()) <= 4]


@cache
def reached(operator: str, hand: tuple[int, ...]) -> frozenset[Number]:
    """The exact values of all orders of the (ascending) hand: whatever the cards before the last give, with each last.

    It knows nothing of leaders and closed forms; orders with the same beginning share its work.
    """
    if len(hand) == 1:
        return frozenset({Fraction(hand[0])} if operator == "÷" else hand)
    apply = OPERATORS[operator]
    lasts = {card: place for place, card in enumerate(hand)}
    before = ((last, reached(operator, hand[:place] + hand[place + 1 :])) for last, place in lasts.items())
    return frozenset(apply(value, last) for last, values in before for value in values)


def evaluated(formula: str) -> tuple[list[int], set[str], Number]:
    """The cards of a formula, its operators, and its exact value from left to right."""
    cards = [int(card) for card in re.findall(r"\d+", formula)]
    operators = re.findall(r"[^\d]", formula)
    assert formula == str(cards[0]) + "".join(f"{o}{c}" for o, c in zip(operators, cards[1:], strict=True))
    value: Number = Fraction(cards[0])
    for operator, card in zip(operators, cards[1:], strict=True):
        value = OPERATORS[operator](value, card)
    return cards, set(operators), value


@pytest.mark.parametrize("case", VECTORS["dobon-sato"], ids=lambda case: case["id"])
def test_a_call_is_judged_as_the_rulebook_does(case: dict[str, Any]) -> None:
    assert is_valid(case["hand"], case["top"]) is case["valid"]
    assert witnesses(case["hand"], case["top"]) == case["witnesses"]


def test_no_case_of_the_rulebook_is_missing() -> None:
    assert [case["id"] for case in VECTORS["dobon-sato"]] == [f"S{number:02}" for number in range(1, 59)]


@pytest.mark.parametrize(("hand", "expected"), WAITS, ids=lambda part: str(part) if isinstance(part, list) else "")
def test_the_waits_and_witnesses_are_those_of_the_rulebook(hand: list[int], expected: dict[int, list[str]]) -> None:
    assert waits(hand) == expected
    assert list(waits(hand)) == sorted(expected)
    assert {number for number in range(1, 14) if is_valid(hand, number)} == set(expected)


def test_the_table_of_waits_is_the_one_of_the_vectors() -> None:
    given_waits = [(case["hand"], case["waits"]) for case in VECTORS["waits"]["dobon-sato"]]
    assert [(hand, list(expected)) for hand, expected in WAITS] == given_waits


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_the_closed_form_agrees_with_all_orders_of_all_hands(size: int) -> None:
    for hand in hands(size):
        makes = {operator: reached(operator, hand) for operator in OPERATORS}
        every = waits(hand)
        for number in range(1, 14):
            expected = [operator for operator, values in makes.items() if number in values]
            assert is_valid(hand, number) is bool(expected), (hand, number)
            found = witnesses(hand, number)
            assert every.get(number, []) == found, (hand, number)
            if size > 1:
                assert [formula.lstrip("0123456789")[0] for formula in found] == expected, (hand, number)


def test_the_share_of_hands_with_a_wait_is_the_one_of_the_rulebook() -> None:
    able = [sum(bool(waits(hand)) for hand in hands(size)) for size in (1, 2)]
    assert able == [13, 91]
    assert not waits([13, 13, 13])


@given(st.lists(st.sampled_from([1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 6, 8, 9, 12, 13]), min_size=1, max_size=14))
def test_a_witness_uses_exactly_the_hand_and_gives_the_number(hand: list[int]) -> None:
    for number in range(1, 14):
        found = witnesses(hand, number)
        assert bool(found) is is_valid(hand, number)
        assert len(set(found)) == len(found)
        for formula in found:
            cards, operators, value = evaluated(formula)
            assert Counter(cards) == Counter(hand)
            assert len(operators) <= 1
            assert value == number


@given(hand=st.permutations([9, 1, 1, 1, 1]), number=st.integers(1, 13))
def test_the_order_of_the_hand_does_not_matter(hand: list[int], number: int) -> None:
    assert witnesses(hand, number) == witnesses([1, 1, 1, 1, 9], number)


def test_no_hand_makes_a_number_that_no_card_has() -> None:
    assert not is_valid([6, 6], 0)
    assert not is_valid([], 0)
    assert witnesses([7, 7], 14) == []


# `total`: the sum alone (rulebook 2.1, 2.5)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ([], {}), ([5], {5: ["5"]}), ([3, 4], {7: ["4+3"]}), ([1, 2, 3, 4], {10: ["4+3+2+1"]}), ([2, 3, 2], {7: ["3+2+2"]}),
        ([6, 6, 1], {13: ["6+6+1"]}), ([6, 6, 1, 1], {}), ([13], {13: ["13"]}), ([13, 1], {}),
    ],
)  # fmt: skip
def test_the_total_is_the_one_wait_by_the_sum_where_a_card_has_that_number(
    hand: list[int], expected: dict[int, list[str]]
) -> None:
    assert total(hand) == expected


@given(st.lists(st.integers(1, 13), min_size=2, max_size=8))
def test_the_total_is_the_sum_among_the_waits(hand: list[int]) -> None:
    sums = {number: [f for f in found if "+" in f] for number, found in waits(hand).items()}
    assert total(hand) == {number: found for number, found in sums.items() if found}
