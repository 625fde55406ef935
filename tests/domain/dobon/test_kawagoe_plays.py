"""`dobon-kawagoe`: plays and draws in turn, the special cards, and the options that change them (rulebook 2.2, 2.4)."""

from typing import Any

import pytest

from domain.dobon.plays import BY_NUMBER, FITS, FITS_OR_EIGHT
from domain.log.errors import Refused
from domain.ruleset.actions import Accept, Dobon, Draw, Play, Ready
from domain.ruleset.cards import CARDS, CODES
from tests.domain.dobon.situations import BEGUN, kawagoe, result, types

REFUSED = [
    ("a card of another seat", {}, "P0 plays C5 -> card-not-held"),
    ("a card of the stock", {}, "P0 plays S6 -> card-not-held"),
    ("a card that was played", {}, "P0 plays S3 -> card-not-held"),
    ("no card", {}, "P0 plays -> bad-arguments"),
    ("the same card twice", {}, "P0 plays S4 S4 -> same-card-twice"),
    ("a card of another suit and number", {}, "P0 plays D9 -> bottom-does-not-fit"),
    ("a pair with the wrong card below", {}, "P0 plays C4 S4 -> bottom-does-not-fit"),
    ("two numbers", {}, "P0 plays S4 S8 naming H -> ranks-differ"),
    ("a joker", {}, "P0 plays X1 -> joker-unplayable"),
    ("two jokers", {}, "P0 plays X1 X2 -> joker-unplayable"),
    ("a joker on a pending 2", {"pending": (2, 2)}, "P0 plays X1 -> joker-unplayable"),
    ("a joker with a card that fits", {}, "P0 plays S4 X1 -> ranks-differ"),
    ("a joker as an 8", {}, "P0 plays X1 naming S -> joker-unplayable"),
    ("an 8 that fits without a suit", {}, "P0 plays S8 -> suit-needed"),
    ("an 8 that does not fit", {}, "P0 plays D8 naming S -> bottom-does-not-fit"),
    ("a suit with another number", {}, "P0 plays S4 naming S -> suit-not-allowed"),
    ("a draw out of turn", {}, "P1 draws -> not-your-turn"),
    ("a pass out of turn", {}, "P1 passes -> not-your-turn"),
    ("taking nothing out of turn", {}, "P1 accepts -> not-your-turn"),
    ("a pass", {}, "P0 passes -> no-pass"),
    ("a pass on the first turn", {"first_turn": True}, "P0 passes -> no-pass"),
    ("a pass with a pending 2", {"pending": (2, 2)}, "P0 passes -> no-pass"),
    ("taking what nobody played", {}, "P0 accepts -> nothing-pending"),
    ("an answer to no question", {}, "P0 declines -> nothing-to-decline"),
    ("a flip by the dealer", {}, "P0 flips -> already-opened"),
    ("a flip by another", {}, "P1 flips -> already-opened"),
    ("an ordinary play on a pending 2", {"pending": (2, 2)}, "P0 plays S4 -> must-answer-pending"),
    ("an 8 on a pending 2", {"pending": (2, 2)}, "P0 plays S8 naming S -> must-answer-pending"),
    ("an 8 on a pending 2, though it is wild", {"pending": (2, 2), "eight_wild": True}, "P0 plays S8 naming S -> must-answer-pending"),
    ("a draw with a pending 2", {"pending": (2, 2)}, "P0 draws -> must-accept"),
    ("a draw although a card fits", {}, "P0 draws -> card-fits"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "given", "step"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_illegal_actions_are_refused_with_their_code(what: str, given: dict[str, Any], step: str) -> None:
    top = "H2" if "pending" in given else "S3"
    situation = kawagoe(["S4 C4 S8 D8 D9 X1 X2", "C5"], top, owner=1, **given)
    situation.when(step)
    assert situation.events == []


def test_ready_is_for_between_rounds() -> None:
    with pytest.raises(Refused) as refused:
        kawagoe(["S4", "C5"], "S3").act(0, Ready())
    assert refused.value.code == "not-now"


@pytest.mark.parametrize(("wild", "allowed"), [(False, r"suit S or a 3\."), (True, r"suit S or a 3, or an 8\.")])
def test_a_refused_play_says_what_would_have_been_allowed(wild: bool, allowed: str) -> None:
    with pytest.raises(Refused, match=allowed):
        kawagoe(["D9", "C5"], "S3", eight_wild=wild).act(0, Play((CODES.index("D9"),)))


# 2.2: plays


@pytest.mark.parametrize(
    "step", ["P0 plays S4", "P0 plays C3", "P0 plays C3 H3", "P0 plays S8 naming S", "P0 plays S4 C4"]
)
def test_the_suit_and_the_number_fit(step: str) -> None:
    (event,) = kawagoe(["S4 C4 C3 H3 S8", "C5"], "S3").when(step)
    assert (event.type, event.public.how, event.public.turn in (0, 1)) == ("cards-played", "turn", True)


def test_the_last_of_several_cards_is_the_top_and_the_suit() -> None:
    situation = kawagoe(["S4 C4 H4 D9", "H5 C5"], "S3")
    played = situation.when("P0 plays S4 H4 C4")[0].public
    assert (played.cards, played.suit, situation.table.top) == (["S4", "H4", "C4"], "C", CARDS["C4"])
    situation.when("P1 plays H5 -> bottom-does-not-fit", "P1 plays C5")


def test_an_8_fits_like_any_card_unless_it_is_wild() -> None:
    for eight_wild in (False, True):
        listed = kawagoe(["D8 D9", "C5"], "S3", eight_wild=eight_wild).actions(0)
        assert any(isinstance(action, Play) for action in listed) is eight_wild
        assert (Draw() in listed) is not eight_wild
    kawagoe(["D8 D9", "C5"], "S3", eight_wild=True).when("P0 draws -> card-fits", "P0 plays D8 naming H")


@pytest.mark.parametrize("named", ["S", "C", "H", "D"])
def test_an_8_names_any_suit_its_own_too_until_it_is_covered(named: str) -> None:
    situation = kawagoe(["S8 D9", "S4 C4 H4 D4", "C8"], "S3")
    situation.when(f"P0 plays S8 naming {named}")
    for suit in "SCHD":
        if suit != named:
            situation.when(f"P1 plays {suit}4 -> bottom-does-not-fit")
    situation.when(f"P1 plays {named}4")
    assert situation.table.suit == "SCHD".index(named)


def test_another_8_fits_on_a_named_suit() -> None:
    situation = kawagoe(["S8 D9", "C8 D1"], "S3")
    situation.when("P0 plays S8 naming H", "P1 plays C8 naming D")
    assert situation.table.suit == 3


def test_several_8s_name_one_suit() -> None:
    situation = kawagoe(["S8 D8 D9", "H1"], "S3")
    assert situation.when("P0 plays S8 D8 naming H")[0].public.suit == "H"


def test_playing_the_last_card_does_not_win() -> None:
    situation = kawagoe(["S4", "C5", "C6"], "S3", stock="H1 H2 H3")
    situation.when("P0 plays S4", "P1 draws", "P2 draws")
    assert situation.game.result is None
    assert situation.actions(0) == [Draw()]
    situation.when("P0 draws")


def test_a_joker_can_never_be_laid() -> None:
    rows = [*(fits for row in (*FITS, *FITS_OR_EIGHT) for fits in row), *BY_NUMBER]
    assert len(rows) == 2 * 4 * 14 + 14
    assert not any(fits >> CARDS[joker] & 1 for fits in rows for joker in ("X1", "X2"))
    assert not BY_NUMBER[0]


def test_listed_plays_name_the_card_they_are_for() -> None:
    assert kawagoe(["S4 D9", "C5"], "S3", owner=1).actions(0) == [Dobon(BEGUN), Play((CARDS["S4"],), None, BEGUN)]


# 2.2: drawing


def test_a_player_without_a_fitting_card_draws_one_and_the_turn_ends() -> None:
    situation = kawagoe(["D9 C4", "C5"], "S3", stock="S5 S6")
    (event,) = situation.when("P0 draws")
    assert event.public.json() == {
        "seat": 0, "count": 1, "why": "turn", "turn": 1, "may_play": False, "calls_open": False, "deadline": None,
    }  # fmt: skip
    assert (situation.hand(0), situation.hand(0, viewer=1)) == ("S5 C4 D9", "?? ?? ??")
    situation.when("P0 plays S5 -> not-your-turn", "P0 draws -> not-your-turn")


@pytest.mark.parametrize(("hand", "fits"), [
    ("", False), ("X1", False), ("X1 X2", False), ("D9", False), ("D8", False), ("S9", True), ("D3", True), ("D9 X1 S1", True),
])  # fmt: skip
def test_a_draw_is_listed_and_allowed_only_if_no_card_fits(hand: str, fits: bool) -> None:
    situation = kawagoe([hand, "C5"], "S3")
    assert (Draw() in situation.actions(0)) is not fits
    situation.when("P0 draws -> card-fits" if fits else "P0 draws")


def test_an_open_card_that_fits_forbids_the_draw_as_well() -> None:
    kawagoe(["D9", "C5"], "S3", shown=["S7", ""]).when("P0 draws -> card-fits", "P0 plays S7")


def test_only_the_named_suit_fits() -> None:
    kawagoe(["S4 D9", "C5"], "S8", suit="H").when("P0 draws")
    kawagoe(["H4 D9", "C5"], "S8", suit="H").when("P0 draws -> card-fits")


def test_option_voluntary_draw_allows_a_draw_although_a_card_fits() -> None:
    situation = kawagoe(["S4", "C5"], "S3", voluntary_draw=True)
    assert Draw() in situation.actions(0)
    situation.when("P0 draws")
    assert situation.table.turn == 1


def test_a_draw_reshuffles_all_but_the_top_when_the_stock_is_out() -> None:
    situation = kawagoe(["D9", "C5"], "S3", stock="")
    shuffled, drawn = situation.when("P0 draws")
    assert (shuffled.type, shuffled.public.count) == ("stock-reshuffled", 51)
    assert (drawn.public.count, situation.table.pile) == (1, [CARDS["S3"]])


EVERYTHING = [" ".join(code for code in CODES if code[0] in suits and code != "S4") for suits in ("SC", "HD", "X")]
"""All cards except the one on top."""


def test_a_round_of_turns_without_a_possible_draw_is_a_dead_end() -> None:
    situation = kawagoe(EVERYTHING, "S4", stock="", voluntary_draw=True, dealer=1)
    situation.when("P0 draws", "P1 draws")
    assert situation.game.result is None
    situation.when("P2 draws")
    assert result(situation) == (None, [], "dead-end")
    assert situation.game.result["next_dealer"] == 1
    assert situation.game.scores == [0, 0, 0]


def test_a_play_resets_the_count_to_the_dead_end() -> None:
    situation = kawagoe(EVERYTHING, "S4", stock="", voluntary_draw=True)
    situation.when("P0 draws", "P1 draws", "P0 plays C4", "P1 draws")
    # There are cards below the top again, so P2 draws one.
    assert situation.game.result is None


# 2.4: the 2


def test_2s_accumulate_until_the_neighbour_of_the_last_player_takes_them() -> None:
    situation = kawagoe(["S2 D9", "C2 H2 D10", "C6", "C7"], "S3")
    situation.when("P0 plays S2", "P1 plays C2 H2")
    board = situation.game.ruleset.public_view(situation.table)["board"]
    assert board["pending"] == {"rank": 2, "draw": 6, "target": 2}
    (drawn,) = situation.when("P2 accepts")
    assert (drawn.public.why, drawn.public.count, drawn.public.turn) == ("accept", 6, 3)
    assert (situation.table.pending_rank, situation.table.pending_draw, situation.table.sizes[2]) == (0, 0, 7)


def test_the_target_may_take_a_2_although_it_holds_one() -> None:
    situation = kawagoe(["C2", "D9"], "S2", owner=1, pending=(2, 2))
    assert situation.actions(0) == [Dobon(BEGUN), Accept(), Play((CARDS["C2"],), None, BEGUN)]
    situation.when("P0 accepts")
    assert situation.table.turn == 1


def test_a_2_that_was_taken_is_an_ordinary_card() -> None:
    situation = kawagoe(["S2 D9", "C6", "S7"], "S3", stock="H1 H4")
    situation.when("P0 plays S2", "P1 accepts", "P2 plays S7")
    assert situation.table.pending_rank == 0
    assert situation.table.turn == 0


def test_a_2_goes_on_any_2_but_not_on_a_pending_one_s_suit() -> None:
    situation = kawagoe(["S2 D9", "S7 S8", "C6"], "S3")
    situation.when("P0 plays S2", "P1 plays S7 -> must-answer-pending", "P1 plays S8 naming S -> must-answer-pending")


@pytest.mark.parametrize(("direction", "target"), [(1, 1), (-1, 3)])
def test_the_target_is_the_neighbour_in_the_direction_of_play(direction: int, target: int) -> None:
    situation = kawagoe(["S2 D9", "C6", "C7", "C10"], "S3", direction=direction)
    situation.when("P0 plays S2")
    assert situation.table.turn == target
    situation.when(f"P{target} accepts")
    assert situation.table.turn == 2


def test_with_two_players_a_2_bounces_back() -> None:
    situation = kawagoe(["S2 D9", "C2 C6"], "S3")
    situation.when("P0 plays S2", "P1 plays C2", "P0 accepts")
    assert (situation.table.sizes[0], situation.table.turn) == (5, 1)


def test_taking_more_cards_than_are_left_takes_the_rest() -> None:
    hands = [" ".join(code for code in CODES if code[0] in suits and code not in ("S2", "S3")) for suits in "SCHDX"]
    situation = kawagoe(hands, "S2", owner=4, pending=(2, 2), stock="")
    shuffled, drawn = situation.when("P0 accepts")
    assert (types([shuffled]), drawn.public.count, situation.table.pending_rank) == (["stock-reshuffled"], 1, 0)


# 2.4: the 3 and the 9


def test_a_3_and_a_9_leave_a_named_suit_behind() -> None:
    situation = kawagoe(["H3 D9", "C5", "H9 C6"], "S8", suit="H")
    situation.when("P0 plays H3", "P2 plays H9")
    assert (situation.table.turn, situation.table.direction, situation.table.suit) == (1, -1, 2)


def test_a_player_who_skips_all_others_moves_again() -> None:
    situation = kawagoe(["S3 C3 D9", "C5", "C6"], "S11")
    situation.when("P0 plays S3 C3", "P1 draws -> not-your-turn", "P0 draws")
    assert situation.table.turn == 1


def test_a_skipped_player_may_still_call() -> None:
    situation = kawagoe(["S3 D9", "C4 C1", "C5"], "S11")
    situation.when("P0 plays S3", "P1 calls", "P0 declines")
    assert result(situation) == (1, [0], "dobon")
