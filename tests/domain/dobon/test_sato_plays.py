"""`dobon-sato`: turns, plays, effects and open cards (rulebook 1.2 to 1.5), and the options that change them."""

from typing import Any

import pytest

from domain.log.errors import Refused
from domain.ruleset.actions import Play
from domain.ruleset.cards import CODES
from tests.domain.dobon.situations import Situation, types

REFUSED = [
    ("a card of another seat", {}, "P0 plays C5 -> card-not-held"),
    ("a card of the stock", {}, "P0 plays C6 -> card-not-held"),
    ("a card that was played", {}, "P0 plays S3 -> card-not-held"),
    ("no card", {}, "P0 plays -> bad-arguments"),
    ("the same card twice", {}, "P0 plays S4 S4 -> same-card-twice"),
    ("the same card between others", {}, "P0 plays S4 C4 S4 -> same-card-twice"),
    ("a card of another suit and number", {}, "P0 plays D9 -> bottom-does-not-fit"),
    ("a pair with the wrong card below", {}, "P0 plays C4 S4 -> bottom-does-not-fit"),
    ("two numbers", {}, "P0 plays S4 S8 naming H -> ranks-differ"),
    ("two numbers, the second of the suit", {}, "P0 plays D3 S4 -> ranks-differ"),
    ("an 8 without a suit", {}, "P0 plays S8 -> suit-needed"),
    ("a suit with another number", {}, "P0 plays S4 naming S -> suit-not-allowed"),
    ("a play out of turn", {}, "P1 plays C5 -> not-your-turn"),
    ("a draw out of turn", {}, "P1 draws -> not-your-turn"),
    ("a pass out of turn", {}, "P1 passes -> not-your-turn"),
    ("taking nothing out of turn", {}, "P1 accepts -> not-your-turn"),
    ("a pass after the first turn", {}, "P0 passes -> no-pass"),
    ("taking what nobody played", {}, "P0 accepts -> nothing-pending"),
    ("an answer to no question", {}, "P0 declines -> nothing-to-decline"),
    ("an ordinary play on a pending 2", {"pending": (2, 2)}, "P0 plays S4 -> must-answer-pending"),
    ("a 13 on a pending 2", {"pending": (2, 2)}, "P0 plays S13 -> must-answer-pending"),
    ("an 8 on a pending 2", {"pending": (2, 2)}, "P0 plays S8 naming S -> must-answer-pending"),
    ("a draw with a pending 2", {"pending": (2, 2)}, "P0 draws -> must-accept"),
    ("a draw with a pending 13", {"pending": (13, 0)}, "P0 draws -> must-accept"),
    ("the first turn's pass with a pending 2", {"pending": (2, 2), "first_turn": True}, "P0 passes -> no-pass"),
    ("a 2 on a pending 13", {"pending": (13, 0)}, "P0 plays S2 -> must-answer-pending"),
]


@pytest.mark.parametrize(("what", "given", "step"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_illegal_actions_are_refused_with_their_code(what: str, given: dict[str, Any], step: str) -> None:
    Situation(["S2 S4 C4 S8 S13 D3 D9", "C5"], "S3", **given).when(step)


def test_a_refused_play_says_what_would_have_been_allowed() -> None:
    situation = Situation(["D9", "C5"], "S3")
    with pytest.raises(Refused, match=r"suit S, a 3, or an 8"):
        situation.act(0, Play((CODES.index("D9"),)))


# 1.2, 1.3


def test_a_drawn_card_ends_the_turn() -> None:
    situation = Situation(["S4", "C5"], "S3", stock="S5 S6")
    situation.when("P0 draws", "P0 plays S5 -> not-your-turn")
    assert (situation.table.turn, situation.hand(0), situation.hand(0, viewer=1)) == (1, "S4 S5", "?? ??")


def test_drawing_is_allowed_with_a_card_that_fits() -> None:
    assert types(Situation(["S4", "C5"], "S3").when("P0 draws")) == ["cards-drawn"]


@pytest.mark.parametrize("step", ["P0 plays S4", "P0 plays C3", "P0 plays D8 naming H", "P0 plays C3 H3"])
def test_the_suit_the_number_and_every_8_fit(step: str) -> None:
    assert types(Situation(["S4 C3 H3 D8", "C5"], "S3").when(step)) == ["cards-played"]


@pytest.mark.parametrize("named", ["S", "C", "H", "D"])
def test_an_8_names_any_suit_its_own_too_until_it_is_covered(named: str) -> None:
    situation = Situation(["D8 D9", "S4 C4 H4 D4"], "S3")
    situation.when(f"P0 plays D8 naming {named}")
    for suit in "SCHD":
        if suit != named:
            situation.when(f"P1 plays {suit}4 -> bottom-does-not-fit")
    situation.when(f"P1 plays {named}4")
    assert situation.table.suit == "SCHD".index(named)


def test_several_8s_name_one_suit() -> None:
    situation = Situation(["D8 C8 H8", "S4"], "S3")
    situation.when("P0 plays D8 C8 H8 naming C")
    assert (situation.table.suit, CODES[situation.table.top]) == (1, "H8")


def test_the_last_card_of_a_play_is_the_top_and_the_suit() -> None:
    situation = Situation(["S4 C4 H4", "D4 H9"], "S3")
    situation.when("P0 plays S4 H4 C4", "P1 plays H9 -> bottom-does-not-fit", "P1 plays D4")


def test_playing_the_whole_hand_does_not_win() -> None:
    situation = Situation(["S4 C4", "D9"], "S3")
    situation.when("P0 plays S4 C4", "P1 draws")
    assert situation.game.result is None
    assert situation.hand(0) == ""
    situation.when("P0 draws")
    assert situation.table.turn == 1


def test_the_first_turn_is_over_after_a_play_a_draw_or_a_pass() -> None:
    for step in ("P0 plays S4", "P0 draws", "P0 passes"):
        situation = Situation(["S4", "C5"], "S3", first_turn=True)
        situation.when(step, "P1 passes -> no-pass")


# 1.5, the 2


def test_twos_add_up_and_are_passed_on_around_the_table() -> None:
    situation = Situation(["S2 D9", "C2 D10", "H2 D2 D11"], "S3")
    situation.when("P0 plays S2", "P1 plays C2", "P2 plays H2 D2")
    assert (situation.table.pending_draw, situation.table.turn) == (8, 0)
    situation.when("P0 accepts")
    assert (situation.table.sizes[0], situation.table.pending_rank, situation.table.turn) == (9, 0, 1)


def test_any_2_passes_a_2_on_whatever_its_suit() -> None:
    situation = Situation(["S2", "D2", "C5"], "S3")
    situation.when("P0 plays S2", "P1 plays D2")
    assert situation.table.pending_draw == 4


def test_a_2_may_be_taken_with_a_2_in_the_hand() -> None:
    situation = Situation(["S2", "D2 S7", "C5"], "S3")
    situation.when("P0 plays S2", "P1 accepts")
    assert (situation.table.sizes[1], situation.table.turn) == (4, 2)


def test_a_taken_2_is_an_ordinary_card_for_the_next() -> None:
    situation = Situation(["S2", "D9", "S5"], "S3")
    situation.when("P0 plays S2", "P1 accepts", "P2 plays S5")
    assert situation.table.turn == 0


def test_with_two_players_a_2_comes_back_to_its_player() -> None:
    situation = Situation(["S2 D9", "D2 S7"], "S3")
    situation.when("P0 plays S2", "P1 plays D2", "P0 accepts")
    assert (situation.table.sizes[0], situation.table.turn) == (5, 1)


def test_option_draw_penalty_ends_turn_off_leaves_the_turn() -> None:
    situation = Situation(["S2", "S7", "C5"], "S3", draw_penalty_ends_turn=False)
    situation.when("P0 plays S2", "P1 accepts", "P1 accepts -> nothing-pending", "P1 plays S7")
    assert situation.table.turn == 2


def test_the_first_card_on_the_table_has_no_effect() -> None:
    for top in ("S1", "S2", "S8", "S9", "S13"):
        situation = Situation(["S4", "C5", "C6"], top, first_turn=True)
        situation.when("P0 plays S4")
        assert (situation.table.turn, situation.table.direction, situation.table.pending_rank) == (1, 1, 0)


# 1.5, the 13, and open cards


def test_a_player_who_passes_a_13_on_keeps_a_closed_hand() -> None:
    situation = Situation(["S13", "C13 H13 D9", "C5"], "S3")
    situation.when("P0 plays S13", "P1 plays C13 H13", "P2 accepts")
    assert [situation.shown(seat) for seat in range(3)] == ["", "", "C5"]


def test_opening_the_hand_does_not_end_the_turn() -> None:
    situation = Situation(["S13", "S7 D9", "C5"], "S3")
    situation.when("P0 plays S13", "P1 accepts", "P1 passes -> no-pass", "P1 plays S7")
    assert situation.table.turn == 2


def test_option_open_penalty_ends_turn_moves_the_turn_on() -> None:
    situation = Situation(["S13", "S7 D9", "C5"], "S3", open_penalty_ends_turn=True)
    situation.when("P0 plays S13", "P1 accepts", "P1 plays S7 -> not-your-turn")
    assert situation.table.turn == 2


def test_open_cards_stay_open_until_played_and_new_cards_are_closed() -> None:
    situation = Situation(["S13 D5", "S7 D9", "C5"], "S3", stock="H5 H6 H7 H9")
    situation.when("P0 plays S13", "P1 accepts", "P1 draws")
    assert situation.hand(1, viewer=0) == "S7 D9 ??"
    situation.when("P2 draws", "P0 draws", "P1 plays S7")
    assert (situation.hand(1, viewer=0), situation.shown(1)) == ("D9 ??", "D9")


def test_a_second_13_opens_the_rest() -> None:
    situation = Situation(["C13 H13", "S7 D9", "C5"], "S13", shown=["", "H9", ""], pending=(13, 0), turn=1, owner=0)
    situation.when("P1 accepts")
    assert situation.shown(1) == "S7 H9 D9"


def test_a_card_that_was_open_and_comes_back_from_the_stock_is_closed() -> None:
    situation = Situation(["S10 C5", "C6"], "S3", shown=["S7", ""], stock="H10")
    situation.when("P0 plays S7", "P1 draws", "P0 plays S10", "P1 draws")
    assert situation.table.reshuffles == 1
    while "S7" not in (situation.hand(0) + situation.hand(1)).split():
        situation.when(f"P{situation.table.turn} draws")
    assert situation.table.shown == [[], []]


def test_opening_an_empty_hand_opens_nothing() -> None:
    situation = Situation(["S13 C5", "", "C6"], "S3")
    events = situation.when("P0 plays S13", "P1 accepts")
    assert events[0].public.cards == []
    situation.when("P1 draws")
    assert situation.table.turn == 2


# 1.9, S-10


def test_option_eight_answers_pending_passes_a_2_on_with_an_8() -> None:
    situation = Situation(["S2 D9", "D8 C8 D10", "C2 H2", "C5"], "S3", eight_answers_pending=True)
    situation.when("P0 plays S2", "P1 plays D8 C8 naming H")
    assert situation.table.pending_draw == 2
    situation.when("P2 plays C2 H2", "P3 accepts")
    assert situation.table.sizes[3] == 7


def test_option_eight_answers_pending_passes_a_13_on_with_an_8() -> None:
    situation = Situation(["S13 D9", "D8 D10", "C5"], "S3", eight_answers_pending=True)
    situation.when("P0 plays S13", "P1 plays D8 naming H", "P2 draws -> must-accept", "P2 accepts")
    assert (situation.shown(1), situation.shown(2)) == ("", "C5")


# S-07


def test_option_play_after_draw_lets_the_drawn_card_be_played() -> None:
    situation = Situation(["S4 D9", "C5"], "S3", stock="S5 S6", play_after_draw=True)
    situation.when("P0 draws", "P0 draws -> already-drawn", "P0 plays S4 -> only-drawn-card", "P0 plays S5")
    assert situation.table.turn == 1


def test_option_play_after_draw_lets_the_turn_be_passed_instead() -> None:
    situation = Situation(["S4 D9", "C5"], "S3", stock="S5 S6", play_after_draw=True)
    situation.when("P0 draws", "P0 passes", "P1 passes -> no-pass")
    assert (situation.table.turn, situation.hand(0)) == (1, "S4 S5 D9")


def test_with_play_after_draw_a_card_that_does_not_fit_is_refused() -> None:
    situation = Situation(["S4 D9", "C5"], "S3", stock="H5", play_after_draw=True)
    situation.when("P0 draws", "P0 plays H5 -> bottom-does-not-fit", "P0 plays D9 -> only-drawn-card", "P0 passes")


def test_with_play_after_draw_the_drawn_card_may_go_with_others_of_its_number() -> None:
    situation = Situation(["C5 D9", "C6"], "S3", stock="S5", play_after_draw=True)
    situation.when("P0 draws", "P0 plays S5 C5")
    assert situation.hand(0) == "D9"


def test_cards_taken_for_a_2_may_not_be_played_as_drawn_cards() -> None:
    situation = Situation(["S2", "D9", "C5"], "S3", stock="S5 S6", play_after_draw=True)
    situation.when("P0 plays S2", "P1 accepts")
    assert (situation.table.turn, situation.table.may_play) == (2, False)
