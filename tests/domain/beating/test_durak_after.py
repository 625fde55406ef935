"""`durak`: what follows the end of a bout: who draws, who is done, who attacks next (rulebook 2.4)."""

from typing import Any

import pytest

from tests.domain.beating.situations import Position


def bout(*hands: str, **given: Any) -> Position:
    """Diamonds are trump, and seat 0 leads."""
    return Position("durak", *hands, **({"trump": "D", "lead": 0} | given))


# 2.4: the redraw


def test_hands_are_filled_one_after_the_other_the_attacker_first_the_defender_last() -> None:
    position = bout("H6 S7", "H9 S9", "C10 C11", "S10 S11", stock="H10 H11 H12 H13 C12 C13 S12 S13 H7 H8 C7 C8 D1")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops", "P2 stops")
    assert position.drawn == ("P0 H10 H11 H12 H13 C12", "P2 C13 S12 S13 H7", "P3 H8 C7 C8 D1")
    assert position.fact("P1") == "S9"
    assert position.known == ("", "", "", "D1")


def test_the_defender_draws_last_after_taking_too() -> None:
    position = bout("H6 S7", "H9 S9", "C10 C11 C12 C13 S12 S13 S8", stock="H10 H11 H12 H13 D7 D8 D9 D1")
    position.when("P0 attacks H6", "P1 takes")
    assert position.drawn == ("P0 H10 H11 H12 H13 D7", "P1 D8 D9 D1")
    assert position.stand == ("leading", 2)


def test_who_has_six_or_more_draws_nothing() -> None:
    position = bout("H6 S7 S8 S9 S10 S11 S12", "H9 H10 H11 H12 H13 H1 C1", stock="C6 C7 D1")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops")
    assert (position.drawn, position.sizes) == ((), (6, 6))


def test_who_is_out_draws_nothing() -> None:
    position = bout("H6 S7", "", "H9 S9", stock="", out=[1])
    position.when("P0 attacks H6", "P2 beats H6<-H9", "P0 stops")
    assert (position.drawn, position.roles) == ((), "2 -> 0")


# 2.4, 3: going out


def test_nobody_goes_out_in_the_middle_of_a_bout() -> None:
    position = bout("H6", "H9 S9 C13", "S6 C10", "H13")
    position.when("P0 attacks H6", "P1 beats H6<-H9")
    assert position.out == ()
    position.when("P2 stops")
    assert position.out == (0,)


def test_places_of_one_bout_go_by_when_the_hands_became_empty() -> None:
    position = bout("H6", "H9 S9 C13", "S6", "H13 H12")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P2 attacks S6", "P1 beats S6<-S9")
    assert position.out == (0, 2)
    position = bout("H6 C9", "H9 C13 S9", "S6", "H13 H12", multi_lead=True)
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops", "P2 attacks S6", "P1 beats S6<-S9", "P0 attacks C9")
    position.when("P1 beats C9<-C13")
    assert position.out == (2, 0, 1)
    assert position.ended == ("one-left", [3], [2, 3, 1, 4])


def test_who_draws_the_last_card_stays_in() -> None:
    position = bout("H6", "H9 S9", "C10 C11 C12 C13 S12 S13", stock="D1")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P2 stops")
    assert (position.drawn, position.out, position.fact("P0")) == (("P0 D1",), (), "D1")
    assert position.table.emptied == []


def test_a_hand_that_was_filled_up_again_has_a_new_place_in_the_order() -> None:
    position = bout("H6", "H9 H10", "S6 S10", stock="D1")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P2 attacks S6", "P1 takes")
    assert position.drawn == ("P0 D1",)
    position.when("P2 attacks S10", "P0 beats S10<-D1")
    assert position.out == (2, 0)
    assert position.ended == ("one-left", [1], [2, 3, 1])


# 2.4, 4: the next attacker


@pytest.mark.parametrize(
    ("hands", "out", "steps", "roles"),
    [
        (("H6 S7", "H9 S9", "C9 C10"), (), ("P1 beats H6<-H9", "P0 stops", "P2 stops"), "1 -> 2, 0"),
        (("H6 S7", "H9 S9", "C9 C10"), (), ("P1 takes",), "2 -> 0, 1"),
        (("H6 S7", "H9", "C9 C10"), (), ("P1 beats H6<-H9",), "2 -> 0"),
        (("H6 S7", "H9 S9", "", "C9"), (2,), ("P1 takes",), "3 -> 0, 1"),
        (("H6", "H9 S9", "C9 C10"), (), ("P1 takes",), "2 -> 1"),
        (("H6", "H9 S9", "C9 C10"), (), ("P1 beats H6<-H9", "P2 stops"), "1 -> 2"),
    ],
)
def test_who_attacks_next(hands: tuple[str, ...], out: tuple[int, ...], steps: tuple[str, ...], roles: str) -> None:
    position = bout(*hands, out=out)
    position.when("P0 attacks H6", *steps)
    assert (position.roles, position.lies) == (roles, "")
    assert position.stand == ("leading", int(roles[0]))


def test_the_left_of_a_defender_who_took_may_have_gone_out_in_the_same_bout() -> None:
    position = bout("H6 S9", "H9 C13", "C6", "S10 S11", throw_in=True)
    position.when("P0 attacks H6", "P1 takes", "P0 stops", "P2 throws-in C6")
    assert (position.out, position.roles) == ((2,), "3 -> 0, 1")
