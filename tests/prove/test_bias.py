"""The proof `bias`: cheats gain nothing, and each weakness that is planted lets them gain."""

import pytest

from prove import bias
from prove.report import Run


def check(*peeks: str) -> list[bool]:
    return [row.holds for row in bias.prove(Run(0.04, quiet=True), peeks)]


def test_cheats_get_no_better_decks_than_chance():
    assert check() == [True] * 5


@pytest.mark.parametrize(
    "peeks",
    [
        pytest.param((bias.CREATE,), id="the server commits when it knows all that players contribute"),
        pytest.param((bias.SIT,), id="an anchor is sent after the links"),
        pytest.param((bias.CREATE, bias.SIT), id="links are known early"),
    ],
)
def test_a_planted_weakness_is_found(peeks: tuple[str, ...]):
    assert check(*peeks) == [False, True, True, True, True]


def test_the_same_count_is_likely_and_a_doubled_one_is_not():
    assert bias.probability(400, 400, 10_000) == 1.0
    assert bias.probability(800, 400, 10_000) < bias.LEAST_P
