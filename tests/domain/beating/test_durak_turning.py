"""`durak`: turning an attack over [ターンオーバー] (rulebook 2.5)."""

from typing import Any

import pytest

from tests.domain.beating.situations import Position, types

FOUR = ("H7 S9 C13 S10", "S7 S8 C11 D6", "C7 H11 H1 C1", "D7 H12 H13 C12")
PACK = "C6 C8 C10 H8 H10 S13 S12 S11 C9 H9 D1"


def bout(*hands: str, **given: Any) -> Position:
    """Diamonds are trump, seat 0 leads, and attacks may be turned over."""
    return Position("durak", *hands, **({"trump": "D", "lead": 0, "turnover": True} | given))


def test_between_two_it_goes_back_and_forth_until_there_is_no_card_of_the_number() -> None:
    position = bout("H7 C7 S9 S10 S11 S12", "S7 D7 H9 H10 H11 H12", stock="D1")
    position.when("P0 attacks H7", "P1 turns-over S7", "P0 turns-over C7", "P1 turns-over D7")
    assert (position.roles, position.lies, position.limit, position.right) == ("1 -> 0", "H7 S7 C7 D7", 4, 1)
    position.when("P0 takes")
    assert (position.stand, position.sizes) == (("leading", 1), (8, 5))
    assert position.drawn == ("P1 D1",), "seat 0 is first, and draws nothing"


def test_between_three_it_travels_round_and_the_roles_with_it() -> None:
    position = bout(*FOUR[:3], stock=PACK)
    seen = []
    for step in ("P0 attacks H7", "P1 turns-over S7", "P2 turns-over C7"):
        position.when(step)
        seen.append((position.roles, position.limit, position.right))
    assert seen == [("0 -> 1, 2", 4, 0), ("1 -> 2, 0", 4, 1), ("2 -> 0, 1", 3, 2)]


def test_among_four_the_guardian_is_left_of_the_new_defender() -> None:
    position = bout(FOUR[0] + " S6", *FOUR[1:], stock=PACK)
    position.when("P0 attacks H7", "P1 turns-over S7")
    assert position.roles == "1 -> 2, 3"
    position.when("P2 turns-over C7")
    assert position.roles == "2 -> 3, 0"
    position.when("P3 turns-over D7")
    assert (position.roles, position.limit, position.lies) == ("3 -> 0, 1", 4, "H7 S7 C7 D7")


def test_with_all_guardians_everybody_but_the_new_defender_attacks() -> None:
    position = bout(*FOUR, stock=PACK, guardian_scope="all")
    position.when("P0 attacks H7", "P1 turns-over S7")
    assert position.roles == "1 -> 2, 3, 0"


def test_the_new_attacker_has_the_right_and_the_new_guardian_after_him() -> None:
    position = bout("H7 S11 C11", "S7 S8 H8", "H11 S12 C1 D6", "C8 H12 C12", stock="D1")
    position.when("P0 attacks H7", "P1 turns-over S7", "P2 beats H7<-H11, S7<-S12")
    assert position.stand == ("attacking", 1)
    position.when(
        "P0 attacks S11 -> not-your-turn", "P1 stops", "P3 attacks C12", "P2 beats C12<-C1", "P3 stops", "P1 stops"
    )
    assert (position.stand, position.roles) == (("leading", 2), "2 -> 3, 0"), "who has beaten all attacks next"
    assert position.drawn == ("P0 D1",), "who led the first card draws first"


def test_the_limit_is_that_of_the_new_defender() -> None:
    position = bout("H7 S11 C11 C10", "S7 S8 H8", "H11 S12 C1", stock="D1")
    position.when("P0 attacks H7")
    assert position.limit == 3
    position = bout("H7 S11 C11 C10", "S7 S8 H8", "H11 S12 C1 C13", stock="D1")
    position.when("P0 attacks H7", "P1 turns-over S7")
    assert position.limit == 4
    position.when("P2 beats H7<-H11, S7<-S12", "P1 stops", "P0 attacks C11", "P2 beats C11<-C1", "P0 attacks S11")
    position.when("P2 takes")
    assert position.stand == ("leading", 0)


@pytest.mark.parametrize(("hand", "code"), [("C10 S10", None), ("C10", "limit-reached")])
def test_who_would_have_to_defend_needs_a_card_for_each_that_lies_there(hand: str, code: str | None) -> None:
    position = bout("H7 C9", "S7 S8 H9", hand)
    position.when("P0 attacks H7", f"P1 turns-over S7{f' -> {code}' if code else ''}")
    assert position.refused(1) == ({} if code is None else {"S7": "cannot-beat", "S8": "cannot-beat"})


def test_a_third_card_needs_a_hand_of_three() -> None:
    position = bout("H7 C7 S9", "S7 S8 H9")
    position.when("P0 attacks H7", "P1 turns-over S7", "P0 turns-over C7 -> limit-reached", "P0 takes")
    assert (position.sizes, position.stand) == ((4, 2), ("leading", 1))


def test_nobody_is_turned_to_when_nobody_else_has_cards() -> None:
    position = bout("H7", "S7 S8 H9")
    position.when("P0 attacks H7", "P1 turns-over S7 -> no-one-to-turn-to", "P1 takes")
    assert position.ended == ("one-left", [1], [1, 2])


def test_who_has_no_card_is_skipped() -> None:
    position = bout("H7", "S7 S8 H9 C9", "C7 C8 D9", stock="")
    position.when("P0 attacks H7", "P1 turns-over S7")
    assert position.roles == "1 -> 2, 0"
    position.when("P2 turns-over C7")
    assert (position.roles, position.stand, position.limit) == ("2 -> 1", ("defending", 1), 3)
    position.when("P1 takes")
    assert (position.out, position.stand) == ((0,), ("leading", 2))


def test_who_is_out_is_passed_over() -> None:
    position = bout("H7 S9 C13 S10", "S7 S8 C11 D6", "", "D7 H12 H13 C12", out=[2])
    position.when("P0 attacks H7", "P1 turns-over S7")
    assert position.roles == "1 -> 3, 0"


def test_it_takes_the_number_of_all_that_lies_there() -> None:
    position = bout("H7 C7 S9", "S7 D8 H9 C1")
    position.when("P0 attacks H7", "P1 turns-over D8 -> rank-mismatch", "P1 turns-over C1 -> rank-mismatch")
    position.when("P1 turns-over C7 -> not-in-hand", "P0 turns-over C7 -> not-your-turn")
    assert position.refused(1) == {"C1": "cannot-beat"}, "S7 turns over what it cannot beat"


def test_it_is_an_answer_to_an_attack_and_nothing_else() -> None:
    position = bout("H7 C7 S9", "S7 D8 H9 C1")
    position.when(
        "P0 turns-over C7 -> wrong-phase", "P0 attacks H7", "P1 beats H7<-H9", "P0 turns-over C7 -> wrong-phase"
    )


def test_after_a_card_was_beaten_nothing_is_turned_over() -> None:
    position = bout("H7 S7 S9", "C7 D8 H9 C1", "S10 S11 S12", multi_lead=True)
    position.when("P0 attacks H7 S7", "P1 beats H7<-H9", "P1 turns-over C7 -> already-beaten")
    position = bout("H7 S7 S9", "C7 D8 H9 C1", "S10 S11 S12", multi_lead=True)
    position.when("P0 attacks H7 S7", "P1 turns-over C7")
    assert (position.roles, position.lies, position.limit) == ("1 -> 2, 0", "H7 S7 C7", 3)


def test_an_attack_that_is_turned_over_is_one_command_with_one_event() -> None:
    position = bout(*FOUR, stock=PACK)
    position.when("P0 attacks H7")
    assert types(position.when("P1 turns-over S7")) == ["attack-turned-over"]


@pytest.mark.parametrize(
    ("steps", "drawn", "roles"),
    [
        (("P1 takes",), ("P0 C6 C8 C10", "P2 H8 H10", "P3 S6 S12", "P1 S11"), "2 -> 3, 0"),
        (("P1 turns-over S7", "P2 takes"), ("P0 C6 C8 C10", "P1 H8 H10 S6", "P3 S12 S11"), "3 -> 0, 1"),
        (
            ("P1 turns-over S7", "P2 turns-over C7", "P3 takes"),
            ("P0 C6 C8 C10", "P1 H8 H10 S6", "P2 S12 S11 C9"),
            "0 -> 1, 2",
        ),
        (
            ("P1 turns-over S7", "P2 beats H7<-H11, S7<-S13", "P1 stops", "P3 stops"),
            ("P0 C6 C8 C10", "P1 H8 H10 S6", "P3 S12 S11", "P2 C9 H9 D1"),
            "2 -> 3, 0",
        ),
    ],
)
def test_redraw_is_from_the_first_attacker_round_with_the_last_defender_last(
    steps: tuple[str, ...], drawn: tuple[str, ...], roles: str
) -> None:
    position = bout(FOUR[0], FOUR[1], "C7 H11 S13 C1", FOUR[3], stock="C6 C8 C10 H8 H10 S6 S12 S11 C9 H9 D1")
    position.when("P0 attacks H7", *steps)
    assert (position.drawn, position.roles) == (drawn, roles)


def test_who_led_draws_first_though_the_attack_came_back_to_him() -> None:
    position = bout("H7 C7 S9", "S7 S8 H9 C1", stock="C6 C8 C10 H13 S13 D1")
    position.when("P0 attacks H7", "P1 turns-over S7", "P0 takes")
    assert position.drawn == ("P0 C6 C8", "P1 C10 H13 S13")
    assert position.roles == "1 -> 0"


def test_turning_over_and_throwing_in_go_together() -> None:
    position = bout("H7 C7 S9 S10", "S7 S8 H9 C1", "C10 C11 H11 D7", throw_in=True)
    position.when("P0 attacks H7", "P1 turns-over S7", "P2 takes")
    assert position.stand == ("throwing-in", 1), "the new attacker first"
    position.when("P1 stops", "P0 throws-in C7")
    assert position.stand == ("throwing-in", 0)
    position.when("P0 stops")
    assert (position.fact("P2"), position.roles) == ("S7 C7 C10 C11 H7 H11 D7", "0 -> 1, 2")


def test_the_first_bout_of_five_holds_for_who_is_turned_to() -> None:
    position = bout("H7 C7 S9 S10", "S7 S8 H9 C1", "C10 C11 H11 D7 D8 D9 H13", first_bout_limit=5)
    position.when("P0 attacks H7", "P1 turns-over S7")
    assert position.limit == 5
    position = bout("H7 C7 S9 S10", "S7 S8 H9 C1", "C10 C11 H11 D7 D8 D9 H13", first_bout_limit=5, bout=2)
    position.when("P0 attacks H7", "P1 turns-over S7")
    assert position.limit == 6


def test_places_go_by_the_emptied_hands_after_a_turnover_too() -> None:
    position = bout("H7 S9", "S7", "C10 C11 H11")
    position.when("P0 attacks H7", "P1 turns-over S7", "P2 takes")
    assert (position.out, position.roles) == ((1,), "0 -> 2")
