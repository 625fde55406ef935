"""`dobon-kawagoe`: jump-ins [順番を飛ばして] in and out of turn, also on a pending 2 (rulebook 2.3, 2.4, K-06, K-08, K-13)."""

import pytest

from domain.dobon.events import Pending
from domain.log.errors import Refused
from domain.ruleset.actions import Dobon, Play
from domain.ruleset.cards import CARDS
from tests.domain.dobon.situations import BEGUN, Situation, kawagoe, result

SEATS = ["S5 D9", "C6 C10", "H5 D5 H9", "C5 C7"]


def test_the_neighbour_of_the_seat_that_jumped_in_is_next() -> None:
    for seat, cards, turn in ((2, "H5", 3), (3, "C5", 0), (2, "H5 D5", 3)):
        situation = kawagoe(SEATS, "S3")
        (event,) = situation.when("P0 plays S5", f"P{seat} plays {cards}")
        assert (event.public.how, event.public.seat, event.public.turn) == ("jump-in", seat, turn)
        assert (situation.table.top_owner, situation.table.suit) == (seat, "SCHD".index(cards[-2]))


def test_the_same_number_in_turn_is_an_ordinary_play() -> None:
    situation = kawagoe(["S5 D9", "C5 C10"], "S3")
    assert situation.when("P0 plays S5", "P1 plays C5")[0].public.how == "turn"


@pytest.mark.parametrize(("direction", "turn"), [(1, 3), (-1, 1)])
def test_the_next_seat_follows_the_direction_of_play(direction: int, turn: int) -> None:
    situation = kawagoe(SEATS, "S3", direction=direction)
    situation.when("P0 plays S5", "P2 plays H5")
    assert situation.table.turn == turn


def test_out_of_turn_only_the_number_fits_not_the_suit() -> None:
    situation = kawagoe(["S5 D9", "C6", "S7 S8 X1"], "S3")
    situation.when("P0 plays S5", "P2 plays S7 -> not-your-turn", "P2 plays S8 naming S -> not-your-turn")
    situation.when("P2 plays X1 -> not-your-turn", "P2 plays D5 -> card-not-held", "P2 plays S7 S8 -> not-your-turn")
    assert situation.actions(2) == [Dobon(BEGUN + 1)]
    assert situation.table.top_version == BEGUN + 1


def test_a_wild_8_is_wild_in_turn_alone() -> None:
    situation = kawagoe(["S5 D9", "C6 H8", "C8 X1"], "S3", eight_wild=True)
    situation.when(
        "P0 plays S5", "P2 plays C8 naming S -> not-your-turn", "P1 plays H8 naming S", "P0 plays D9 -> not-your-turn"
    )
    situation.when("P2 plays C8 naming D")


def test_cards_laid_out_of_turn_must_be_own_cards_of_one_number() -> None:
    situation = kawagoe(SEATS, "S3")
    situation.when(
        "P0 plays S5",
        "P2 plays C5 -> card-not-held",
        "P2 plays H5 H9 -> ranks-differ",
        "P2 plays -> bad-arguments",
        "P2 plays H5 H5 -> same-card-twice",
    )
    situation.when("P2 plays H5 naming H -> suit-not-allowed")


def test_the_refusal_names_the_turn_and_the_top() -> None:
    situation = kawagoe(SEATS, "S3")
    situation.when("P0 plays S5")
    with pytest.raises(Refused, match=r"Seat 0 .* version 11, .* seat 1's turn\. Out of turn only a 5") as refused:
        situation.act(2, Play((CARDS["H9"],)))
    assert (refused.value.code, refused.value.extra) == ("not-your-turn", {"turn": 1, "on": BEGUN + 1})


def test_a_player_may_jump_in_on_an_own_card() -> None:
    situation = kawagoe(["S5 C5 D9", "C6", "C7"], "S3")
    assert situation.when("P0 plays S5", "P0 plays C5")[0].public.how == "jump-in"
    assert (situation.table.turn, situation.hand(0)) == (1, "D9")


def test_a_drawn_card_of_the_number_can_be_laid_at_once_as_a_jump_in() -> None:
    situation = kawagoe(["D9 C4", "H6", "H7"], "S5", owner=2, stock="H5")
    (event,) = situation.when("P0 draws", "P0 plays H5")
    assert (event.public.how, event.public.turn) == ("jump-in", 1)


def test_a_drawn_card_of_the_suit_cannot_be_laid_out_of_turn() -> None:
    kawagoe(["D9 C4", "H6"], "S3", owner=1, stock="S6").when("P0 draws", "P0 plays S6 -> not-your-turn")


def test_a_jump_in_is_still_possible_after_a_draw() -> None:
    situation = kawagoe(SEATS, "S3")
    situation.when("P0 plays S5", "P1 draws", "P2 calls -> too-late", "P3 plays C5")
    assert situation.table.turn == 0


def test_a_jump_in_on_a_covered_card_is_too_late() -> None:
    situation = kawagoe(SEATS, "S3")
    situation.when("P0 plays S5", f"P2 plays H5 on {BEGUN + 1}", f"P3 plays C5 on {BEGUN + 1} -> too-late")
    with pytest.raises(Refused, match="which seat 2 has laid") as refused:
        situation.act(3, Play((CARDS["C5"],), None, BEGUN + 1))
    assert refused.value.extra == {"on": BEGUN + 2}
    situation.when(f"P3 plays C5 on {BEGUN + 2}")


def test_a_play_in_turn_on_a_covered_card_is_too_late() -> None:
    situation = kawagoe(SEATS, "S3")
    situation.when(
        "P0 plays S5",
        "P2 plays H5",
        f"P3 plays C5 on {BEGUN + 1} -> too-late",
        f"P3 plays C5 on {BEGUN + 3} -> too-late",
    )
    situation.when(f"P3 plays C5 on {BEGUN + 2}")


def test_a_play_without_a_named_card_is_for_the_current_top() -> None:
    situation = kawagoe(SEATS, "S3")
    situation.when("P0 plays S5", "P2 plays H5", "P3 plays C5")


def test_a_jump_in_is_listed_for_the_card_on_top() -> None:
    situation = kawagoe(SEATS, "S3")
    situation.when("P0 plays S5")
    on = BEGUN + 1
    both = [Play((CARDS[first], CARDS[second]), None, on) for first, second in (("H5", "D5"),)]
    assert situation.actions(2) == [Dobon(on), Play((CARDS["H5"],), None, on), *both, Play((CARDS["D5"],), None, on)]
    assert situation.actions(0) == []


def test_jumping_in_is_refused_while_a_counter_is_asked_for() -> None:
    situation = kawagoe(["S5 D9", "C6 C10", "H5 D5 H9", "C2 C7"], "S3")
    situation.when("P0 plays S5", "P3 calls", "P2 plays H5 -> window-open", "P1 draws -> window-open")
    assert situation.actions(2) == []
    situation.when("P0 declines")
    assert result(situation) == (3, [0], "dobon")


# Effects from the seat that jumped in


EFFECTS = [
    ("S3", "P3 plays H3", 1, 1),
    ("S3", "P3 plays H3 D3", 2, 1),
    ("S9", "P2 plays H9", 3, 1),
    ("S9", "P2 plays H9 D9", 1, -1),
    ("S9", "P1 plays H9", 2, 1),
    ("S9", "P0 plays H9", 1, 1),
    ("S1", "P2 plays H1", 3, 1),
    ("S13", "P2 plays H13 D13", 3, 1),
    ("S13", "P0 plays H13", 1, 1),
]


@pytest.mark.parametrize(("first", "jump", "turn", "direction"), EFFECTS)
def test_effects_count_from_the_seat_that_jumped_in(first: str, jump: str, turn: int, direction: int) -> None:
    seat, laid = int(jump[1]), jump[9:]
    hands = ["D12", "C6 C7", "C10 C11", "C12 H12"]
    hands[seat] += f" {laid}"
    hands[0] += f" {first}"
    situation = kawagoe(hands, "S5")
    (event,) = situation.when(f"P0 plays {first}", jump)
    assert event.public.how == "jump-in"
    assert (situation.table.turn, situation.table.direction) == (turn, direction)


def test_an_8_laid_out_of_turn_names_a_suit() -> None:
    situation = kawagoe(["S8 D12", "C6", "H8 H12", "D7 C7"], "S5")
    situation.when("P0 plays S8 naming C", "P2 plays H8 -> suit-needed", "P2 plays H8 naming D")
    situation.when("P3 plays C7 -> bottom-does-not-fit", "P3 plays D7")


# Onto a pending 2


def pending() -> Situation:
    """Return a situation in which P0 has laid a 2 for P1; P0, P2 and P3 hold more of them."""
    situation = kawagoe(["S2 D2 D9", "C6 C10", "H2 H9", "C2 C7"], "S3")
    situation.when("P0 plays S2")
    return situation


@pytest.mark.parametrize(("jump", "target"), [("P2 plays H2", 3), ("P3 plays C2", 0), ("P0 plays D2", 1)])
def test_any_seat_may_add_a_2_and_the_last_one_s_neighbour_draws_for_all(jump: str, target: int) -> None:
    situation = pending()
    (event,) = situation.when(jump)
    assert (event.public.how, event.public.pending) == ("jump-in", Pending(rank=2, draw=4))
    before = situation.table.sizes[target]
    situation.when("P1 accepts -> not-your-turn" if target != 1 else "P1 draws -> must-accept", f"P{target} accepts")
    assert situation.table.sizes[target] - before == 4
    assert situation.table.turn == (target + 1) % 4


def test_2s_of_all_seats_add_up() -> None:
    situation = pending()
    situation.when("P2 plays H2", "P3 plays C2", "P0 plays D2")
    assert (situation.table.turn, situation.table.pending_draw) == (1, 8)
    assert situation.when("P1 accepts")[0].public.count == 8


def test_with_a_2_pending_only_2s_may_be_laid_out_of_turn() -> None:
    situation = pending()
    situation.when("P2 plays H9 -> not-your-turn", "P3 plays C7 -> not-your-turn", "P2 accepts -> not-your-turn")
    assert situation.actions(2) == [Dobon(BEGUN + 1), Play((CARDS["H2"],), None, BEGUN + 1)]


def test_a_2_on_a_taken_2_starts_a_new_count() -> None:
    situation = pending()
    situation.when("P1 accepts", "P0 plays D2")
    assert situation.events[-1].public.how == "jump-in"
    assert (situation.table.turn, situation.table.pending_draw) == (1, 2)


def test_a_2_drawn_as_a_penalty_can_be_laid_at_once() -> None:
    situation = kawagoe(["S2 D9", "C6 C10", "H9", "C7"], "S3", stock="H4 C2")
    situation.when("P0 plays S2", "P1 accepts", "P1 plays C2")
    assert (situation.events[-1].public.how, situation.table.turn, situation.table.pending_draw) == ("jump-in", 2, 2)
