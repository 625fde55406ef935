"""Payments of a round of Kawagoe: the fifteen examples of rulebook 2.6, its ippatsu table, and the arithmetic."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dobon.scoring import Score, called, ippatsu, next_dealer, points, transfers
from domain.ruleset.cards import CODES
from tests.domain.dobon.situations import kawagoe, numbered, result


@dataclass(frozen=True)
class Example:
    """A row of rulebook 2.6; jokers are 0."""

    name: str
    card: int
    payer: list[int]
    winner: list[int]
    kind: str
    payment: int
    arithmetic: str


EXAMPLES = [
    Example("clause 1 only", 9, [11, 5], [4, 5], "call", 25, "9 + 11 + 5 = 25"),
    Example("a loser's joker is worth nothing", 9, [11, 0], [4, 5], "call", 20, "9 + 11 = 20"),
    Example("a loser with an empty hand", 7, [], [7], "call", 7, "7"),
    Example("one 2", 9, [11, 5], [2, 7], "call", 50, "(9 + 11 + 5) x 2 [S2] = 50"),
    Example("two 2s", 9, [11, 5], [2, 2, 5], "call", 100, "(9 + 11 + 5) x 2 [S2] x 2 [C2] = 100"),
    Example("three 2s", 7, [10, 4], [2, 2, 2, 1], "call", 168, "(7 + 10 + 4) x 2 [S2] x 2 [C2] x 2 [H2] = 168"),
    Example("one joker", 9, [11, 5], [4, 5, 0], "call", 50, "(9 + 11 + 5) x 2 [joker] = 50"),
    Example("two jokers", 9, [11, 5], [4, 5, 0, 0], "call", 100, "(9 + 11 + 5) x 2 [joker] x 2 [joker] = 100"),
    Example("one 2 and one joker", 9, [11, 5], [2, 7, 0], "call", 100, "(9 + 11 + 5) x 2 [S2] x 2 [joker] = 100"),
    Example(
        "two 2s and two jokers", 4, [13, 12], [2, 2, 0, 0], "call", 464,
        "(4 + 13 + 12) x 2 [S2] x 2 [C2] x 2 [joker] x 2 [joker] = 464",
    ),
    Example("a plain counter", 12, [3, 9], [4, 8], "counter", 48, "(12 + 9 + 3) x 2 [counter] = 48"),
    Example("a counter with one 2", 12, [3, 9], [2, 6], "counter", 96, "(12 + 9 + 3) x 2 [S2] x 2 [counter] = 96"),
    Example("a counter with a joker", 12, [3, 9], [4, 8, 0], "counter", 96, "(12 + 9 + 3) x 2 [joker] x 2 [counter] = 96"),
    Example(
        "a counter with two 2s and two jokers", 4, [1, 3], [2, 2, 0, 0], "counter", 256,
        "(4 + 3 + 1) x 2 [S2] x 2 [C2] x 2 [joker] x 2 [joker] x 2 [counter] = 256",
    ),
    Example("a called 2 doubles nothing", 2, [8, 6], [1, 1], "call", 16, "2 + 8 + 6 = 16"),
]  # fmt: skip
"""The arithmetic names the cards that `numbered` gives: the winner's first, then the card and the payer's."""


def coded(example: Example) -> tuple[list[str], str, list[str]]:
    """Return the winner's cards, the called one and the payer's."""
    found = numbered([*example.winner, example.card, *example.payer])
    holds = len(example.winner)
    return found[:holds], found[holds], found[holds + 1 :]


def test_there_are_fifteen_examples() -> None:
    assert len(EXAMPLES) == len({example.name for example in EXAMPLES}) == 15


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_payment_is_that_of_the_rulebook(example: Example) -> None:
    winner, _, payer = coded(example)
    score = called(example.card, payer, winner, counter=example.kind == "counter")
    assert (score.payment, score.arithmetic) == (example.payment, example.arithmetic)
    twos, jokers = example.winner.count(2), example.winner.count(0)
    assert score.addends == [example.card, *sorted(filter(None, example.payer), reverse=True)]
    assert score.payment == sum(score.addends) * 2 ** len(score.doublings)
    assert len(score.doublings) == twos + jokers + (example.kind == "counter")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_payment_of_a_played_round_is_that_of_the_rulebook(example: Example) -> None:
    """P0 lays the card on another of its number; P1 calls, and P0 may counter."""
    winner, card, payer = coded(example)
    hands = [[card, *winner], payer] if example.kind == "counter" else [[card, *payer], winner]
    used = {code for hand in hands for code in hand}
    top = next(code for code in CODES if code[1:] == card[1:] and code not in used)
    situation = kawagoe([" ".join(hand) for hand in hands], top)
    steps = ["P0 calls"] if example.kind == "counter" else ["P0 declines"]
    ended = next(
        event for event in situation.when(f"P0 plays {card}", "P1 calls", *steps) if event.type == "round-ended"
    )
    won, lost = (0, 1) if example.kind == "counter" else (1, 0)
    assert result(situation) == (won, [lost], "dobon")
    assert (ended.public.score.payment, ended.public.score.arithmetic) == (
        example.payment,
        example.arithmetic,
    )
    assert [one.json() for one in ended.public.transfers] == [{"from": lost, "to": won, "points": example.payment}]
    assert (situation.game.scores[won], situation.game.scores[lost]) == (example.payment, -example.payment)
    assert ended.public.next_dealer == lost


def test_the_line_of_the_rulebook_s_example() -> None:
    score = called(9, ["D11", "S5"], ["H2", "S7", "X2"], counter=False)
    assert score.arithmetic == "(9 + 11 + 5) x 2 [H2] x 2 [joker] = 100"
    assert score.json() == {
        "addends": [9, 11, 5], "doublings": ["H2", "joker"], "payment": 100,
        "arithmetic": "(9 + 11 + 5) x 2 [H2] x 2 [joker] = 100",
    }  # fmt: skip


def test_a_single_addend_needs_no_brackets() -> None:
    assert called(7, [], ["S3", "S4", "X1"], counter=False).arithmetic == "7 x 2 [joker] = 14"
    assert called(7, ["X1"], ["S7"], counter=True) == Score([7], ["counter"], 14, "7 x 2 [counter] = 14")
    assert called(7, ["X1", "X2"], ["S7"], counter=False) == Score([7], [], 7, "7")


def test_the_addends_are_the_card_and_then_the_numbers_from_the_largest() -> None:
    assert called(3, ["S1", "D13", "C5"], ["H3"], counter=False).addends == [3, 13, 5, 1]


# Rulebook 2.6, the ippatsu table: flip, winner's four cards, players, each payment, the winner's gain, and the line.
IPPATSU = [
    (10, [1, 2, 3, 4], 4, 14, 42, "10 + 4 = 14 each, 14 x 3 [players] = 42"),
    (13, [4, 9, 0, 0], 3, 17, 34, "13 + 4 = 17 each, 17 x 2 [players] = 34"),
    (11, [2, 3, 6, 0], 2, 15, 15, "11 + 4 = 15"),
    (4, [1, 1, 1, 1], 5, 8, 32, "4 + 4 = 8 each, 8 x 4 [players] = 32"),
]


@pytest.mark.parametrize(("flip", "hand", "players", "each", "gets", "line"), IPPATSU)
def test_an_ippatsu_is_paid_as_in_the_rulebook(
    flip: int, hand: list[int], players: int, each: int, gets: int, line: str
) -> None:
    assert ippatsu(flip, players - 1) == Score([flip, 4], [], each, line)
    *winner, card = numbered([*hand, flip])
    others = [f"S{number} C{number} H{number} D{number}" for number in (5, 7, 8, 12)][: players - 1]
    situation = kawagoe([*others, " ".join(winner)], "", stock=card)
    events = situation.when("P0 flips", f"P{players - 1} calls")
    ended = next(event for event in events if event.type == "round-ended").public
    assert result(situation) == (players - 1, list(range(players - 1)), "ippatsu")
    assert (ended.score.payment, ended.score.arithmetic, ended.score.doublings) == (each, line, [])
    assert situation.game.scores == [-each] * (players - 1) + [gets]
    assert [one.json() for one in ended.transfers] == [
        {"from": payer, "to": players - 1, "points": each} for payer in range(players - 1)
    ]


def test_the_option_chooses_the_dealer_after_an_ippatsu() -> None:
    assert [next_dealer(rule, 3, 1, 4) for rule in ("same", "winner", "left")] == [3, 1, 0]
    assert [next_dealer(rule, 0, 2, 4) for rule in ("same", "winner", "left")] == [0, 2, 1]


def test_points_follow_from_the_transfers() -> None:
    paid = transfers([0, 1, 3], 2, 14)
    assert [one.json() for one in paid] == [{"from": payer, "to": 2, "points": 14} for payer in (0, 1, 3)]
    assert points(4, paid) == [-14, -14, 42, -14]
    assert points(3, []) == [0, 0, 0]


@given(
    number=st.integers(1, 13),
    payer=st.lists(st.sampled_from(CODES), unique=True, max_size=12),
    winner=st.lists(st.sampled_from(CODES), unique=True, min_size=1, max_size=12),
    counter=st.booleans(),
)
def test_the_line_adds_up(number: int, payer: list[str], winner: list[str], counter: bool) -> None:
    score = called(number, payer, winner, counter=counter)
    sides = score.arithmetic.split(" = ")
    sum_of, *doublings = sides[0].split(" x ")
    assert sum(map(int, sum_of.strip("()").split(" + "))) == sum(score.addends)
    assert [doubling.removeprefix("2 ").strip("[]") for doubling in doublings] == score.doublings
    assert int(sides[-1]) == score.payment == sum(score.addends) * 2 ** len(doublings)
    assert sum(points(2, transfers([0], 1, score.payment))) == 0
