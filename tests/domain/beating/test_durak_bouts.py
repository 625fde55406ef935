"""`durak`: a bout, who attacks when, how much, and what beats what (rulebook 2.1 to 2.3, 2.5)."""

from typing import Any

import pytest

from tests.domain.beating.facts import cards
from tests.domain.beating.situations import Position, types

TWO = ("H6 S6 C9 H10 S13 C1", "H8 S9 C11 D6 D10 H12")
SIX = ("H6 S6 C6", "H9 S9 C13 H1", "H10 C9", "S10 D9", "C10 S11", "H13 S12")


def bout(*hands: str, **given: Any) -> Position:
    """Diamonds are trump, and seat 0 leads."""
    return Position("durak", *hands, **({"trump": "D", "lead": 0} | given))


# 2.1 and 2.2: roles


@pytest.mark.parametrize(
    ("seats", "out", "lead", "roles"),
    [
        (2, (), 0, "0 -> 1"),
        (2, (), 1, "1 -> 0"),
        (3, (), 0, "0 -> 1, 2"),
        (3, (), 1, "1 -> 2, 0"),
        (3, (), 2, "2 -> 0, 1"),
        (3, (1,), 0, "0 -> 2"),
        (4, (), 3, "3 -> 0, 1"),
        (4, (1,), 0, "0 -> 2, 3"),
        (4, (2,), 0, "0 -> 1, 3"),
        (4, (3, 1), 2, "2 -> 0"),
        (6, (), 4, "4 -> 5, 0"),
        (6, (5, 0), 4, "4 -> 1, 2"),
    ],
)
def test_the_next_one_in_defends_and_the_next_after_is_guardian(
    seats: int, out: tuple[int, ...], lead: int, roles: str
) -> None:
    hands = ["" if seat in out else hand for seat, hand in enumerate(SIX[:seats])]
    position = bout(*hands, out=out, lead=lead)
    assert position.roles == roles
    assert position.right == lead


@pytest.mark.parametrize(
    ("out", "lead", "team"),
    [((), 0, "0 -> 1, 2, 3, 4, 5"), ((), 4, "4 -> 5, 0, 1, 2, 3"), ((1, 3), 0, "0 -> 2, 4, 5"), ((2,), 1, "1 -> 3, 4, 5, 0")],
)  # fmt: skip
def test_with_all_guardians_everybody_attacks_the_attacker_first_then_from_the_left_of_the_defender(
    out: tuple[int, ...], lead: int, team: str
) -> None:
    hands = ["" if seat in out else hand for seat, hand in enumerate(SIX)]
    assert bout(*hands, out=out, lead=lead, guardian_scope="all").roles == team


@pytest.mark.parametrize(("hand", "limit"), [(1, 1), (2, 2), (4, 4), (5, 5), (6, 6), (8, 6)])
def test_a_bout_has_as_many_attacks_as_the_defender_holds_six_at_most(hand: int, limit: int) -> None:
    held = " ".join(["S6", "S7", "S8", "S9", "S10", "S11", "S12", "S13"][:hand])
    assert bout("H6 C6", held).limit == limit


def test_the_limit_is_of_the_hand_with_which_the_defence_began() -> None:
    position = bout("H6 C6 S6 H7", "H8 C8 S8", stock="D1")
    position.when("P0 attacks H6", "P1 beats H6<-H8", "P0 attacks C6", "P1 beats C6<-C8")
    assert (position.limit, position.sizes[1], position.stand) == (3, 1, ("attacking", 0))


# 2.5: first_bout_limit


def test_the_first_bout_may_have_five_attacks_and_the_next_six() -> None:
    hand = "H7 S7 C7 H8 S8 C8 D13 D12"
    position = bout("H6 S6 C6 D6 H9 S9", hand, first_bout_limit=5, stock="H12 D1")
    assert position.limit == 5
    position.when("P0 attacks H6", "P1 takes")
    assert (position.table.bout.number, position.limit) == (2, 6)
    assert bout("H6", hand, first_bout_limit=5, bout=2).limit == 6
    assert bout("H6", "H7 S7", first_bout_limit=5).limit == 2


def test_the_fifth_attack_of_a_first_bout_of_five_ends_it_when_beaten() -> None:
    position = bout("H6 S6 C6 D6 S8 S13", "H7 S7 C7 D7 H8 S9 D1", first_bout_limit=5, stock="")
    for attack, card in (("H6", "H8"), ("S6", "S7"), ("C6", "C7"), ("D6", "D7"), ("S8", "S9")):
        position.when(f"P0 attacks {attack}", f"P1 beats {attack}<-{card}")
    assert (position.stand, position.roles) == (("leading", 1), "1 -> 0")


# 2.3: the attack right


def test_the_holder_keeps_the_right_when_his_card_was_beaten() -> None:
    position = bout("H6 C9", "H9 S9 C13 H1", "S6 C10 H13")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops", "P2 attacks S6", "P1 beats S6<-S9")
    assert (position.right, position.stand) == (2, ("attacking", 2))


def test_a_new_attack_card_clears_all_stops() -> None:
    position = bout("H6 C9", "H9 S9 C13 H1", "S6 C10 H13")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops")
    assert position.table.bout.stopped == [0]
    position.when("P2 attacks S6")
    assert position.table.bout.stopped == []
    position.when("P1 beats S6<-S9", "P2 stops")
    assert position.stand == ("attacking", 0), "the right comes back"
    position.when("P0 stops")
    assert position.stand == ("leading", 1)


def test_the_attacker_may_use_numbers_that_came_after_his_stop() -> None:
    position = bout("H6 C13", "H9 S13 C1", "S9 C10")
    position.when(
        "P0 attacks H6", "P1 beats H6<-H9", "P0 attacks C13 -> rank-not-on-table", "P0 stops", "P2 attacks S9"
    )
    position.when("P1 beats S9<-S13", "P2 stops", "P0 attacks C13")
    assert position.stand == ("defending", 1)


def test_a_holder_without_cards_is_skipped_as_if_he_had_stopped() -> None:
    position = bout("H6", "H9 S9 C13", "S6 C10", stock="")
    position.when("P0 attacks H6", "P1 beats H6<-H9")
    assert (position.stand, position.right) == (("attacking", 2), 2)
    position.when("P2 attacks S6", "P1 beats S6<-S9", "P2 stops")
    assert position.stand == ("leading", 1)
    assert position.out == (0,)


def test_a_guardian_without_cards_is_skipped() -> None:
    position = bout("H6 C13", "H9 S9 C1", "S6", "C6")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops", "P2 attacks S6", "P1 beats S6<-S9")
    assert position.stand == ("attacking", 0), "who has no card has no right either; seat 3 never has"
    position.when("P0 stops")
    assert (position.stand, position.out) == (("leading", 1), (2,))


def test_with_all_guardians_the_right_goes_round_and_back_to_the_attacker() -> None:
    position = bout(*SIX, guardian_scope="all", stock="")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops", "P2 attacks C9", "P1 beats C9<-C13")
    position.when("P2 stops", "P3 stops", "P4 stops")
    assert position.stand == ("attacking", 5)
    position.when("P5 attacks H13", "P1 beats H13<-H1", "P5 stops")
    assert position.stand == ("attacking", 0), "stops of before the card do not count"
    position.when("P0 stops", "P2 stops", "P3 stops", "P4 stops")
    assert position.stand == ("leading", 1), "seat 5 has stopped since the last card"


def test_with_two_seats_one_stop_ends_the_bout() -> None:
    position = bout(*TWO, stock="D1")
    position.when("P0 attacks H6", "P1 beats H6<-H8")
    assert types(position.when("P0 stops")) == ["attack-stopped", "defence-ended", "cards-drawn", "bout-begun"]


def test_nothing_stops_by_itself_where_nothing_fits() -> None:
    position = bout("H6 C12", "H9 S9 C13", "C10 S12")
    position.when("P0 attacks H6", "P1 beats H6<-H9")
    assert position.stand == ("attacking", 0), "stopping at once would say what the hand is not"
    assert position.refused(0) == {"C12": "rank-not-on-table"}


def test_an_unbeaten_card_may_be_beaten_in_any_order_and_several_at_once() -> None:
    position = bout("H6 S6 C6", "H9 S9 C13 H1", multi_lead=True)
    position.when("P0 attacks H6 S6 C6", "P1 beats C6<-C13")
    assert (position.stand, position.lies) == (("defending", 1), "H6 S6 C6<-C13")
    position.when("P1 beats H6<-H9, S6<-S9")
    assert position.gone == "S6 S9 C6 C13 H6 H9"


def test_the_defender_may_take_with_some_beaten_and_takes_all() -> None:
    position = bout("H6 S6 C6 C1", "H9 S9 C13 H1", multi_lead=True)
    position.when("P0 attacks H6 S6", "P1 beats S6<-S9", "P1 takes")
    assert (position.sizes, position.gone, position.stand) == ((2, 6), "", ("leading", 0))


def test_the_defender_may_take_what_he_could_beat() -> None:
    position = bout(*TWO)
    position.when("P0 attacks H6", "P1 takes")
    assert position.stand == ("leading", 0)


# 2.3: refusals


def test_cards_of_an_attack_that_was_beaten_cannot_be_beaten_again() -> None:
    position = bout("H6 S6", "H9 H10 C13", multi_lead=True)
    position.when("P0 attacks H6 S6", "P1 beats H6<-H9", "P1 beats H6<-H10 -> no-such-attack")
    position.when("P1 beats S7<-H10 -> no-such-attack", "P1 beats S6<-C13 -> cannot-beat")
    assert position.refused(1) == {"H10": "cannot-beat", "C13": "cannot-beat"}


def test_an_attack_is_named_once_in_a_batch() -> None:
    position = bout("H6 S6", "H9 H10 S13", multi_lead=True)
    position.when(
        "P0 attacks H6 S6", "P1 beats H6<-H9, H6<-H10 -> no-such-attack", "P1 beats H6<-H9, S6<-H10 -> cannot-beat"
    )
    assert position.lies == "H6 S6"


def test_only_who_has_the_right_attacks() -> None:
    position = bout("H6 S6", "H9 S9 C13", "C6 C9", "D6")
    position.when("P0 attacks H6", "P1 beats H6<-H9")
    position.when("P2 attacks C6 -> not-your-turn", "P3 attacks D6 -> not-your-turn", "P1 attacks S9 -> not-your-turn")
    position.when("P2 stops -> not-your-turn", "P1 beats H6<-S9 -> wrong-phase")


# 2.5: multi_lead


def test_several_cards_of_one_number_may_be_led_by_option_alone() -> None:
    position = bout("H6 S6 C6 H9", "H7 S7 C7 D8", multi_lead=True)
    position.when("P0 attacks H6 H9 -> rank-mismatch", "P0 attacks H6 S6 C6")
    assert (position.lies, position.stand, len(position.events)) == ("H6 S6 C6", ("defending", 1), 1)
    position.when("P1 beats H6<-H7, S6<-S7, C6<-C7")
    assert position.stand == ("attacking", 0)
    position = bout("H6 S6 C6 H9", "H7 S7 C7 D8")
    position.when("P0 attacks H6 S6 -> one-card-only")


def test_a_lead_of_several_is_no_larger_than_the_limit() -> None:
    position = bout("H6 S6 C6 H9", "H7 S7", multi_lead=True)
    position.when("P0 attacks H6 S6 C6 -> limit-reached", "P0 attacks H6 S6", "P1 beats H6<-H7, S6<-S7")
    assert position.stand == "over"
    assert position.ended == ("one-left", [0], [2, 1])


def test_later_attacks_are_single_cards_with_multi_lead_too() -> None:
    position = bout("H6 S6 C6 H9", "H7 S7 C7 D8", multi_lead=True)
    position.when("P0 attacks H6", "P1 beats H6<-H7", "P0 attacks S6 C6 -> one-card-only", "P0 attacks S6")
    assert position.lies == "H6<-H7 S6"


# 2.1: what beats what


def test_what_beats_what_over_all_cards() -> None:
    rules, order = bout(*TWO).rules, ["6", "7", "8", "9", "10", "11", "12", "13", "1"]
    for trump in "SCHD":
        table = bout(*TWO, trump=trump).table
        for attack in (f"{suit}{rank}" for suit in "SCHD" for rank in order):
            better = {f"{attack[0]}{rank}" for rank in order[order.index(attack[1:]) + 1 :]}
            trumps = {f"{trump}{rank}" for rank in order} if attack[0] != trump else set()
            expected = {*cards(" ".join(better | trumps))}
            assert {card for card in rules.deck(0) if rules.beats(table, card, cards(attack)[0])} == expected
