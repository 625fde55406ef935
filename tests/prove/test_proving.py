"""Parts of the proofs: tests of uniformity that detect uneven decks, rows and their bounds, and plantable faults."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import numpy as np
import pytest

from prove import __main__ as command
from prove import uniformity
from prove.faults.planting import ROOT, declared_faults
from prove.report import Row, Run
from prove.uniformity import Decks, Figure

FAULTS = [fault for proof in command.PROOFS for fault in declared_faults(proof).all]
SIZE, MANY = 12, 20_000


def shuffled(swap: Callable[[np.random.Generator, int], int], first: int = SIZE - 1, last: int = 0) -> Decks:
    """Return decks shuffled by a rule that names the place with which each place is exchanged."""
    chance = np.random.default_rng(1)
    decks = []
    for _ in range(MANY):
        deck = [*range(SIZE)]
        for place in range(first, last, -1):
            other = swap(chance, place)
            deck[place], deck[other] = deck[other], deck[place]
        decks.append(deck)
    return np.array(decks, np.uint8)


def judged(decks: Decks) -> list[Figure]:
    tests = (uniformity.positions, uniformity.pairs, uniformity.neighbours, uniformity.fixed_points, uniformity.parity)
    return [figure for test in tests for figure in test(decks)] + [*uniformity.orders(decks, 5, "orders")]


def test_a_fair_shuffle_is_found_even():
    assert uniformity.find_outliers(judged(shuffled(lambda chance, place: int(chance.integers(place + 1))))) == []


@pytest.mark.parametrize(
    ("swap", "first", "last"),
    [
        (lambda chance, _: int(chance.integers(SIZE)), SIZE - 1, 0),
        (lambda chance, place: int(chance.integers(place)), SIZE - 1, 0),
        (lambda chance, place: int(chance.integers(place + 1)), SIZE - 2, 0),
        (lambda chance, place: int(chance.integers(place + 1)), SIZE - 1, 1),
        (lambda chance, place: int(chance.integers(1, place + 1)), SIZE - 1, 0),
    ],
    ids=["naive", "cyclic", "last stays", "first swap missing", "never to the bottom"],
)
def test_an_unfair_shuffle_is_detected(swap: Callable[[np.random.Generator, int], int], first: int, last: int):
    assert uniformity.find_outliers(judged(shuffled(swap, first, last)))


def test_decks_that_depend_on_the_deck_before_are_detected():
    decks = shuffled(lambda chance, place: int(chance.integers(place + 1)))
    decks[1::2] = np.roll(decks[0::2], 1, axis=1)
    assert any("next deck" in what for what in uniformity.find_outliers(judged(decks)))


def test_counts_that_are_too_even_are_detected_too():
    assert uniformity.find_outliers([("even", uniformity.uniform_p(np.full(100, 10_000)))]) == ["even: p = 1"]


def test_hands_with_too_many_pairs_are_detected():
    chance = np.random.default_rng(2)
    decks = np.array([chance.permutation(52) for _ in range(MANY)], np.uint8)
    assert uniformity.find_outliers([*uniformity.hands(decks, 4)]) == []
    decks[: MANY // 5, 4] = (decks[: MANY // 5, 0] + 13) % 52
    assert [what[:14] for what in uniformity.find_outliers([*uniformity.hands(decks, 4)])] == ["hand of seat 0"]


def test_a_repeated_deck_is_found_at_any_place():
    decks = shuffled(lambda chance, place: int(chance.integers(place + 1)))[:500]
    assert uniformity.count_repeats(decks) == 0
    decks[17] = decks[400]
    assert uniformity.count_repeats(decks) == 1


@pytest.mark.parametrize(
    ("row", "holds", "bound"),
    [
        (Row("x", 3_000), True, "< 1.0e-03"),
        (Row("x", 3_000, ["no"]), False, "1 FAILED"),
        (Row("x", 10, wanted=11), False, "< 3.0e-01"),
        (Row("x", 0), False, "-"),
        (Row("x", 1_000_000, trials=False), True, "-"),
    ],
)
def test_a_row_states_its_bound(row: Row, holds: bool, bound: str):
    assert (row.holds, row.bound) == (holds, bound)


def test_a_share_of_a_count_is_never_zero():
    assert (Run(0.001).count(5_000), Run(0.00001).count(5_000), Run(0.01).count(100, 4)) == (5, 1, 4)


@pytest.mark.parametrize(("given", "made"), [([], ["a", "b", "c"]), (["--until-failure"], ["a", "b"])])
def test_a_proof_ends_after_its_first_failure_if_asked_to(
    monkeypatch: pytest.MonkeyPatch, given: list[str], made: list[str]
):
    rows: list[str] = []

    def prove(_: Run) -> Iterator[Row]:
        for what, failures in (("a", []), ("b", ["no"]), ("c", list[str]())):
            rows.append(what)
            yield Row(what, 1, failures)

    monkeypatch.setattr(command, "import_module", lambda _: SimpleNamespace(prove=prove))
    monkeypatch.setattr(command.figures, "record_proof", lambda *_: None)
    monkeypatch.setattr(command.signal, "signal", lambda *_: None)
    assert command.main(["chance", *given]) == 1
    assert rows == made


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_can_still_be_planted(fault):
    for file, old, new in ((fault.file, fault.old, fault.new), *fault.also):
        assert (ROOT / file).read_text(encoding="utf-8").count(old) == 1
        assert old != new


def test_each_proof_has_faults():
    assert [proof for proof in command.PROOFS if not declared_faults(proof).all] == []
