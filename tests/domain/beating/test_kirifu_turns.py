"""`kirifu`: turns, drawing, going out and the end (rulebook 3.1, 3.2, 3.4 and 3.5)."""

from typing import Any

import pytest

from domain.ruleset.cards import codes
from tests.domain.beating.situations import Position, types


def at(*hands: str, **given: Any) -> Position:
    """Set up a position in which clubs are trump; seat 0 leads unless a seat defends."""
    return Position("kirifu", *hands, **({"trump": "C"} | ({} if "defend" in given else {"lead": 0}) | given))


@pytest.mark.parametrize(
    ("seats", "joker", "stock"), [(3, True, 38), (4, True, 33), (5, False, 27), (6, True, 23), (6, False, 22)]
)
def test_each_seat_gets_five_cards(seats: int, joker: bool, stock: int) -> None:
    position = Position.dealt("kirifu", seats, 7, joker=joker)
    assert (position.sizes, len(position.table.stock)) == ((5,) * seats, stock)
    held = [card for hand in position.hands for card in hand]
    assert len({*held, *position.deck}) == 52 + joker
    assert ("X1" in codes(position.rules.deck(int(joker)))) == joker


# 3.2 and 3.4


def test_a_defender_who_beat_everything_leads_at_once_from_the_rest_of_the_hand() -> None:
    position = at("S2", "H10 H3 H4", "C3", defend=1, table="H9 D9", stock="D2 D3 D4")
    position.when("P1 beats H9<-H10", "P1 beats D9<-H10 -> not-in-hand", "P1 takes")
    assert position.drawn == ("P1 D2 D3",), "two cards were left and one was taken"
    position = at("S2", "H10 D10 H4", "C3", defend=1, table="H9 D9", stock="D2 D3 D4 D5 D6")
    position.when("P1 beats H9<-H10, D9<-D10")
    assert (position.stand, position.drawn, position.gone) == (("leading", 1), (), "H9 H10 D9 D10")
    position.when("P1 leads H4")
    assert (position.stand, position.drawn) == (("defending", 2), ("P1 D2 D3 D4 D5 D6",))


def test_a_defence_may_come_in_several_commands_and_is_never_taken_back() -> None:
    position = at("S2", "H10 D10 H4", "C3", defend=1, table="H9 D9")
    position.when("P1 beats D9<-D10", "P1 beats D9<-H10 -> no-such-attack")
    assert (position.stand, position.lies) == (("defending", 1), "H9 D9<-D10")
    assert types(position.when("P1 beats H9<-H10")) == ["cards-beaten", "defence-ended"]


def test_a_defender_who_beats_with_the_last_card_draws_and_the_next_seat_leads() -> None:
    position = at("S2", "H10", "C3", defend=1, table="H9", stock="D2 D3 D4 D5 D6 D7")
    position.when("P1 beats H9<-H10")
    assert (position.stand, position.drawn, position.stock) == (("leading", 2), ("P1 D2 D3 D4 D5 D6",), "D7")
    assert position.out == ()


def test_a_defender_who_beats_with_the_last_card_without_a_stock_is_done() -> None:
    position = at("S2", "H10", "C3", defend=1, table="H9")
    position.when("P1 beats H9<-H10")
    assert (position.stand, position.out, position.roles) == (("leading", 2), (1,), "2 -> 0")


def test_after_a_take_the_next_seat_leads() -> None:
    position = at("S2", "H10 H3", "C3 C4", defend=1, table="H9 D9", stock="D2 D3")
    position.when("P1 beats H9<-H10", "P1 takes")
    assert (position.stand, position.fact("P1"), position.gone) == (("leading", 2), "H3 D2 D3 D9", "H9 H10")
    assert position.known == ("", "D9", "")
    position.when("P2 takes -> wrong-phase", "P2 leads C3")
    assert position.stand == ("defending", 0)


@pytest.mark.parametrize(
    ("hand", "drawn"), [("H3 H4", 2), ("H3 H4 H5", 1), ("H3 H4 H5 H6", 0), ("H3 H4 H5 H6 H7 H8", 0)]
)
def test_after_a_take_hands_with_fewer_than_five_cards_are_filled(hand: str, drawn: int) -> None:
    position = at("S2", hand, "C3 C4", defend=1, table="H9", stock="D2 D3 D4 D5")
    position.when("P1 takes")
    assert sum(len(one.split()) - 1 for one in position.drawn) == drawn


def test_the_leader_draws_after_the_lead() -> None:
    position = at("S2 S3 S4 H2 H3", "H10", "C3 C4", stock="D2 D3 D4 D5")
    assert types(position.when("P0 leads S2 S3 S4")) == ["cards-led", "cards-drawn"]
    assert position.drawn == ("P0 D2 D3 D4",)
    position = at("S2 S3 S4 H2 H3 H4 H5", "H10", "C3 C4", stock="D2 D3 D4 D5")
    position.when("P0 leads S2")
    assert position.drawn == ()


def test_a_seat_that_is_out_is_passed_over() -> None:
    position = at("S2 S3", "", "C3 C4", "D9 D10", out=[1])
    position.when("P0 leads S2")
    assert (position.stand, position.roles) == (("defending", 2), "0 -> 2")
    position.when("P2 takes")
    assert (position.stand, position.roles) == (("leading", 3), "3 -> 0")


# 3.5


def test_an_empty_hand_is_not_done_while_there_is_a_stock() -> None:
    position = at("S2", "H10", "C3 C4", stock="D2")
    position.when("P0 leads S2")
    assert (position.out, position.fact("P0"), position.stock) == ((), "D2", "")


def test_the_round_continues_until_one_seat_is_left_which_gets_the_cards_on_the_table() -> None:
    position = at("S2", "S9", "H3 H4")
    position.when("P0 leads S2", "P1 beats S2<-S9")
    assert position.ended == ("one-left", [2], [1, 2, 3])
    assert (position.points, position.winner) == ([1, 0, -1], 0)
    position = at("S2", "", "H3 H4", out=[1])
    position.when("P0 leads S2")
    assert position.ended == ("one-left", [2], [2, 1, 3])
    assert (position.fact("P2"), position.points) == ("S2 H3 H4", [0, 1, -1])


@pytest.mark.parametrize(
    ("given", "step", "ranks"),
    [
        ({"lead": 0}, "P0 leads S2", [1, None, None]),
        ({"defend": 1, "table": "H9"}, "P1 beats H9<-H10", [None, 1, None]),
    ],
)
def test_by_option_the_first_seat_done_ends_the_round(
    given: dict[str, Any], step: str, ranks: list[int | None]
) -> None:
    position = at("S2", "H10", "C3 C4", finish="first_out", **given)
    position.when(step)
    assert position.ended == ("first-out", [], ranks)
    assert position.winner == ranks.index(1)
    assert position.points == [int(rank == 1) for rank in ranks]


# 0.5


def test_too_many_takes_without_progress_end_the_round() -> None:
    position = at("S9 H4", "H3 H5", "S8 D5", stall_limit=3)
    position.when("P0 leads S9", "P1 takes", "P2 leads S8", "P0 takes")
    assert position.stall == 2
    position.when("P1 leads H3", "P2 takes")
    assert position.ended == ("stalled", [], [1, 1, 1])


def test_a_discard_resets_the_count() -> None:
    position = at("S9 H9", "H10 H5", "S8 D5", stall=2, stall_limit=3)
    position.when("P0 leads S9 H9", "P1 beats H9<-H10", "P1 takes")
    assert (position.stall, position.stand) == (0, ("leading", 2))
    position = at("S9 H9", "H10 H5", "S8 D5", stall=2, stall_limit=3)
    position.when("P0 leads H9", "P1 beats H9<-H10")
    assert position.stall == 0
    position = at("S9", "H10 H5", "S8 D5", stall=2, stall_limit=3)
    position.when("P0 leads S9", "P1 takes")
    assert (position.stall, position.stand) == (1, ("leading", 2)), "a seat went out before the take"
    position = at("S9 S7", "H10 H5", "S8 D5", stall=2, stall_limit=3, stock="D2 D3 D4 D6 D7 D8 D9")
    position.when("P0 leads S9", "P1 takes")
    assert (position.stall, position.stand) == (0, ("leading", 2)), "a seat drew after the take"


def test_takes_with_full_hands_end_the_round_although_a_stock_is_left() -> None:
    """The endless round: everybody holds five cards or more, so nobody draws, and single cards go round the table."""
    hands = ("S2 S3 S4 S5 S6 S7", "C2 C3 C4 C5 C6 C7", "D2 D3 D4 D5 D6 D7")
    position = at(*hands, stock="H2 H3", stall_limit=3)
    position.when("P0 leads S2", "P1 takes", "P2 leads D2", "P0 takes", "P1 leads C2", "P2 takes")
    assert position.ended == ("stalled", [], [1, 1, 1])


def test_a_take_after_a_draw_counts_as_the_first_one() -> None:
    position = at("S2 S3 S4 S5 S6", "C2 C3 C4 C5 C6 C7", "D2", stock="H2 H3", stall=2, stall_limit=3)
    position.when("P0 leads S2")
    assert position.stall == 0, "the leader drew"
    position.when("P1 takes")
    assert (position.stall, position.stand) == (1, ("leading", 2))


def test_a_stalled_round_keeps_the_place_and_point_of_the_winner() -> None:
    position = at("S9 H4", "H3 H5", "S8 D5", "", out=[3], stall_limit=1)
    position.when("P0 leads S9", "P1 takes")
    assert position.ended == ("stalled", [], [2, 2, 2, 1])
    assert (position.winner, position.points) == (3, [0, 0, 0, 1])


def test_without_a_limit_takes_do_not_end_the_round() -> None:
    position = at("S9 H4", "H3 H5", "S8 D5", stall=500, stall_limit=0)
    position.when("P0 leads S9", "P1 takes")
    assert (position.stall, position.stand) == (501, ("leading", 2))
