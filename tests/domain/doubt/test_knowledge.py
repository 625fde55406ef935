"""`doubt`: certain knowledge of a seat: cards it holds, cards it held, and cards that were shown."""

from typing import Any

import pytest

from domain.doubt.knowledge import certainly_a_lie, elsewhere, possible
from domain.ruleset.cards import CARDS
from tests.domain.doubt.situations import D1, Position

FIVES = "S5 C5 H5 D5"


def certain(position: Position) -> list[int]:
    """Return the seats that know the newest play to be a lie."""
    table = position.table
    return [seat for seat in range(len(table.sizes)) if certainly_a_lie(table, position.own(seat), seat)]


def fitting(position: Position, seat: int) -> int:
    """Return how many fitting cards the newest play may have had, for all the seat knows."""
    claim = position.table.claim
    assert claim is not None
    return possible(position.table, position.own(seat), seat, claim.seat, claim.number)


# Cards that a seat holds


@pytest.mark.parametrize(
    ("held", "laid", "said", "sure"),
    [
        (FIVES, "H9", 5, True),
        ("S5 C5 H5", "H9", 5, False),
        ("S5 C5 H5", "H9 D8", 5, True),
        ("S5 C5", "H9 D8", 5, False),
        ("S5 C5", "H9 D8 D7", 5, True),
        ("S5", "H9 D8 D7", 5, False),
        ("S5", "H9 D8 D7 D6", 5, True),
        ("S1", "H9 D8 D7 D6", 5, False),
        ("S4 C4 H4 D4 S6 C6 H6 D6", "H9", 5, False),
        ("S1 C1 H1 D1", "H9", 1, True),
        ("S13 C13 H13 D13", "H9", 1, False),
        ("S5 C5 H5 S1", "D5", 5, False),
    ],
)
def test_a_seat_is_sure_of_cards_in_its_own_hand(held: str, laid: str, said: int, sure: bool) -> None:
    position = Position(held, f"{laid} C2", "C3 C8", turn=1, number=said, max_cards_per_play=4)
    position.when(f"P1 plays {laid}")
    assert certain(position) == [0] * sure


@pytest.mark.parametrize(
    ("jokers", "held", "left"),
    [
        (0, FIVES, 0), (1, FIVES, 1), (2, FIVES, 2), (2, f"{FIVES} X1", 1), (2, f"{FIVES} X1 X2", 0), (1, f"{FIVES} X1", 0),
        (1, "S5 X1", 3), (2, "S9", 6),
    ],
)  # fmt: skip
def test_jokers_count_as_any_number(jokers: int, held: str, left: int) -> None:
    position = Position(held, "H8 C2", "C3", turn=1, number=5, jokers_per_deck=jokers)
    position.when("P1 plays H8")
    assert fitting(position, 0) == left
    assert certain(position) == [0] * (left == 0)


@pytest.mark.parametrize(
    ("decks", "held", "left"),
    [
        (2, FIVES, 4),
        (2, f"{FIVES} {FIVES}", 0),
        (2, f"{FIVES} S5 C5 H5", 1),
        (3, f"{FIVES} {FIVES}", 4),
        (4, "S5 S5 S5 S5", 12),
    ],
)
def test_each_deck_has_a_copy_of_every_card(decks: int, held: str, left: int) -> None:
    position = Position(held, "H8 C2", "C3", turn=1, number=5, decks=decks, max_plays=50)
    position.when("P1 plays H8")
    assert fitting(position, 0) == left
    assert certain(position) == [0] * (left == 0)


def test_a_seat_knows_no_lie_without_a_play_or_in_its_own_play() -> None:
    position = Position(f"{FIVES} H9", "C2", "C3", number=5)
    assert certain(position) == []
    position.when("P0 plays H9")
    assert certain(position) == []


# Cards that a seat held


def story(*hands: str, do: str, turn: int = 0, **given: Any) -> Position:
    """Return a position after steps whose last is a play of 5; the earlier numbers follow from that."""
    steps = do.split(", ")
    first = (5 - sum(" plays " in step for step in steps)) % 13 + 1
    position = Position(*hands, turn=turn, number=first, min_open_seconds=0, max_cards_per_play=2, **given)
    position.when(*steps)
    assert position.table.claim is not None
    assert position.table.claim.number == 5
    return position


def test_a_seat_knows_its_own_cards_in_the_pile() -> None:
    position = story("S5 C5 H5 D5", "H9 C2", "C3 C8", do="P0 plays S5, P1 plays H9")
    assert (certain(position), fitting(position, 0), fitting(position, 2)) == ([0], 0, 4)


def test_cards_that_others_laid_face_down_are_not_known() -> None:
    position = story("S5 C9", "C5 H9", "H5 D5 C3", do="P0 plays S5, P1 plays C5, P2 plays C3")
    assert (certain(position), fitting(position, 0), fitting(position, 1)) == ([], 3, 3)


@pytest.mark.parametrize("penalty", ["eliminate", "exchange_two"])
def test_cards_that_were_shown_and_stay_in_the_pile_are_known_to_all(penalty: str) -> None:
    hands = ("S7 H2 H3 H4", "S5 C5 S9 S10 S11", "C13 D13 S6 C9 C10", "H8 H9 H10 H11")
    position = story(*hands, do="P1 plays S5 C5, P0 doubts, P2 plays C13", turn=1, penalty=penalty)
    assert (fitting(position, 0), fitting(position, 3)) == (2, 2)


# Cards that others took up

FOUR = ("S5 C5 H5 D5", "S8 S9 S10", "C8 C9 C10 C11", "D8 D9 D10")
TAKEN_UP = "P0 plays S5, P1 plays S8, P2 plays C8, P3 doubts, P3 plays D8"
"""P2 takes up S5, which P0 laid; P0 holds the other fives."""
UNTIL_ITS_TAKER_PLAYS = f"{TAKEN_UP}, P0 plays C5, P1 plays S9, P2 plays C9"


def test_a_card_taken_up_is_in_no_other_hand() -> None:
    position = story(*FOUR, do=TAKEN_UP)
    assert (certain(position), fitting(position, 0), fitting(position, 1)) == ([0], 0, 4)


def test_the_taker_may_have_laid_the_card_it_took_up() -> None:
    position = story(*FOUR, do=UNTIL_ITS_TAKER_PLAYS)
    assert (certain(position), fitting(position, 0)) == ([], 1)


def test_the_taker_may_still_lay_the_card_it_took_up() -> None:
    position = story(*FOUR, do=TAKEN_UP)
    assert [possible(position.table, position.own(0), 0, player, 5) for player in (1, 2, 3)] == [0, 1, 0]


def test_a_shown_newest_play_does_not_count_as_lying_elsewhere() -> None:
    position = Position(*FOUR, number=7, penalty="exchange_two")
    position.when("P0 plays S5", "P1 doubts")
    assert set(elsewhere(position.table, position.own(2), 2, 0)) == set(position.state.held(2))
    position.when(f"P1 plays {position.hand(1)}")
    assert CARDS["S5"] in elsewhere(position.table, position.own(2), 2, 1)


def test_a_card_its_taker_may_have_laid_is_in_no_third_hand() -> None:
    position = story(*FOUR, do=f"{UNTIL_ITS_TAKER_PLAYS}, P3 plays D9")
    assert (certain(position), fitting(position, 0)) == ([0], 0), (
        "C5 is in the pile, H5 and D5 are in the hand, S5 is with P2 or in the pile"
    )


def test_the_taker_of_the_pile_may_have_got_the_card() -> None:
    hands = ("S5 C5 H5 D5 S1", "S8 S9 S10 S11", "C8 C9 C10 C11", "D8 D9 D10 D11")
    position = story(*hands, do=f"{UNTIL_ITS_TAKER_PLAYS}, P3 plays D9")
    position.when("P2 doubts")
    assert position.last("pile-taken").public.seat == 3, (
        "the liar; cards that P2 took up and laid may have gone with it"
    )
    assert [CARDS["S5"] in elsewhere(position.table, position.own(0), 0, player) for player in (1, 2, 3)] == [
        True,
        False,
        False,
    ]


def test_a_card_that_may_have_come_back_is_known_only_in_the_own_hand() -> None:
    position = story(*FOUR, do=UNTIL_ITS_TAKER_PLAYS)
    position.when("P3 doubts", f"P3 plays {position.hand(3).split()[0]}", "P0 doubts")
    assert position.last("pile-taken").public.seat in (0, 3)
    for player in (1, 3):
        assert elsewhere(position.table, position.own(0), 0, player).count(CARDS["S5"]) <= 1


SHOWN = ("S1 S2 S6", "S5 C5 H9", "H5 D5 C9 C10", "D8 D9 D10")
SHOWN_AND_TAKEN_UP = "P1 plays S5 C5, P0 doubts, P2 plays C9, P3 plays D8"


def test_cards_shown_and_taken_up_are_known_to_all() -> None:
    position = story(*SHOWN, do=SHOWN_AND_TAKEN_UP, turn=1)
    assert [fitting(position, seat) for seat in range(3)] == [2, 2, 0]
    assert certain(position) == [2], "P2 holds the other two"


def test_cards_shown_and_taken_up_are_with_the_taker_or_in_the_pile() -> None:
    position = story(*SHOWN, do=f"{SHOWN_AND_TAKEN_UP}, P0 plays S1, P1 plays H9, P2 plays C10", turn=1)
    assert [fitting(position, seat) for seat in (0, 1, 3)] == [2, 2, 2]
    position = story(*SHOWN, do=f"{SHOWN_AND_TAKEN_UP}, P0 plays S1, P1 plays H9", turn=1)
    assert [fitting(position, seat) for seat in (0, 2, 3)] == [4, 2, 4], "the taker may have laid them"


DRAWN = ("S5 C5 H5 D5", "H9 D9", "C2 C3 C4", "D2 D3")


def test_the_giver_of_an_exchange_knows_the_taker_s_cards() -> None:
    position = story(*DRAWN, do="P1 plays H9, P0 doubts, P2 plays C2", turn=1, penalty="exchange_two")
    assert [fitting(position, seat) for seat in (0, 1, 3)] == [0, 2, 4]
    assert certain(position) == [0]


def test_a_card_that_may_have_been_drawn_back_is_with_one_of_the_two() -> None:
    position = story(
        *DRAWN, do="P1 plays H9, P0 doubts, P2 plays C2, P1 doubts, P3 plays D2", turn=1, penalty="exchange_two"
    )
    assert fitting(position, 0) == 0
    drawn = position.last("cards-exchanged").sealed["1"].cards
    own = sum(card.endswith("5") for card in [*position.hand(1).split(), *drawn])
    assert (own, fitting(position, 1)) == (2, 2), "the seat holds them or knows that P2 does"


def test_cards_of_an_eliminated_seat_are_not_traced() -> None:
    position = story(
        "S5 C5", "H9 D9", "C2 C3", "D2 D3", do="P1 plays H9, P3 doubts, P2 plays C2", turn=1, penalty="eliminate"
    )
    assert position.table.traced == []
    assert [position.own(seat).traced for seat in range(4)] == [[]] * 4
    assert fitting(position, 0) == 2


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_before_the_first_play_no_seat_knows_a_lie(seat: int) -> None:
    position = Position(*D1)
    assert not certainly_a_lie(position.table, position.own(seat), seat)
