"""`durak`: throwing in [スローイン], pairs, the deal, and the end of a round (rulebook 2.5 to 2.7)."""

from typing import Any

import pytest

from domain.game.registry import ruleset
from domain.log.chance import Chance
from domain.ruleset.ruleset import RoundStart, check_options
from tests.domain.beating.facts import cards
from tests.domain.beating.situations import NOON, Position, types

DURAK: Any = ruleset("durak")


def bout(*hands: str, **given: Any) -> Position:
    """Set up a position in which diamonds are trump and seat 0 leads."""
    return Position("durak", *hands, **({"trump": "D", "lead": 0} | given))


# 2.5: throw_in

THREE = ("H6 S9 C12 S12 H13", "H9 S8 C11 D6 D10 H12", "C6 H11 S6 C1 D8 C13")


def throwing(*hands: str, **given: Any) -> Position:
    return bout(*hands, throw_in=True, **given)


def test_the_holder_throws_in_first_and_the_guardian_last() -> None:
    position = throwing(*THREE)
    position.when("P0 attacks H6", "P1 takes")
    assert (position.stand, position.right) == (("throwing-in", 0), 0)
    position.when("P2 throws-in C6 -> not-your-turn", "P1 stops -> not-your-turn", "P0 stops")
    assert (position.stand, position.right) == (("throwing-in", 2), 2)
    position.when("P2 throws-in C6")
    assert position.stand == ("throwing-in", 2), "more may be thrown in"
    position.when("P2 throws-in S6", "P2 stops")
    assert (position.stand, position.fact("P1")) == (("leading", 2), "S6 S8 C6 C11 H6 H9 H12 D6 D10")


def test_a_seat_that_stopped_does_not_throw_in_again() -> None:
    position = throwing("H6 S9 D9", "H9 S8 C11 D6", "C6 H11 S6 C1")
    position.when("P0 attacks H6", "P1 takes", "P0 stops", "P2 throws-in C6", "P2 stops")
    assert position.stand == ("leading", 2), "each seat throws in once, whatever was thrown in since"


def test_the_guardian_throws_in_first_when_he_has_the_right() -> None:
    position = throwing("H6 S9 D9", "H9 S8 C11 D6", "C6 H11 S6 C1")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops", "P2 attacks C6", "P1 takes")
    assert position.stand == ("throwing-in", 2)
    position.when("P2 stops")
    assert position.stand == ("throwing-in", 0), "stops before the take do not count"
    position.when("P0 throws-in S9 D9")
    assert position.stand == ("leading", 2)
    assert position.fact("P1") == "S8 S9 C6 C11 H6 H9 D6 D9"


def test_numbers_of_beating_cards_may_be_thrown_in() -> None:
    position = throwing("H6 S9 C6", "H9 S8 C11 D6")
    position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 attacks C6", "P1 takes", "P0 throws-in S9")
    assert position.stand == "over"
    assert position.ended == ("one-left", [1], [1, 2])


def test_only_numbers_on_the_table_may_be_thrown_in() -> None:
    position = throwing("H6 S6 S9", "H9 S8 C11 D6")
    position.when("P0 attacks H6", "P1 takes", "P0 throws-in S6 S9 -> rank-not-on-table", "P0 throws-in S6")
    assert position.refused(0) == {"S9": "rank-not-on-table"}


def test_throwing_in_ends_at_the_limit_of_the_bout() -> None:
    position = throwing("H6 S6 C6 D9", "H9 S8 C11")
    position.when(
        "P0 attacks H6", "P1 beats H6<-H9", "P0 attacks S6", "P1 takes", "P0 throws-in C6 D9 -> limit-reached"
    )
    assert types(position.when("P0 throws-in C6"))[:2] == ["cards-thrown-in", "defence-ended"]


def test_there_is_no_throwing_in_at_the_limit_or_without_cards() -> None:
    position = throwing("H6 S6", "H9")
    assert types(position.when("P0 attacks H6", "P1 takes"))[:2] == ["take-declared", "defence-ended"]
    position = throwing("H6", "H9 S9")
    assert types(position.when("P0 attacks H6", "P1 takes"))[:2] == ["take-declared", "defence-ended"]
    position = throwing("H6", "H9 S9", "C6")
    position.when("P0 attacks H6", "P1 takes")
    assert position.stand == ("throwing-in", 2), "a seat without cards is skipped"
    assert types(position.when("P2 throws-in C6"))[:2] == ["cards-thrown-in", "defence-ended"]


def test_with_all_guardians_each_attacker_throws_in_once_in_turn() -> None:
    position = throwing("H6 S9", "H9 S8 C11 D6", "C13 H11", "S6 C10", "C6 C9", guardian_scope="all")
    position.when("P0 attacks H6", "P1 takes", "P0 stops", "P2 stops", "P3 throws-in S6", "P3 stops")
    assert position.stand == ("throwing-in", 4)
    position.when("P4 throws-in C6", "P4 stops")
    assert position.stand == ("leading", 2)


def test_without_the_option_a_take_ends_the_bout_at_once() -> None:
    position = bout("H6 S6", "H9 S8 C11")
    assert types(position.when("P0 attacks H6", "P1 takes")) == ["take-declared", "defence-ended", "bout-begun"]
    position.when("P0 throws-in S6 -> option-off")


def test_a_thrown_in_last_card_is_an_emptied_hand() -> None:
    position = throwing("H6 S6", "H9 S8 C11", "C6 C12")
    position.when("P0 attacks H6", "P1 takes", "P0 throws-in S6")
    assert position.stand == ("throwing-in", 2)
    position.when("P2 stops")
    assert (position.out, position.roles) == ((0,), "2 -> 1")


# 2.5: teams

PAIRS = ("H6 S9 C12", "H9 S8 C11 D6", "C6 H11 S12", "H12 C10 C9")


def pairs(*hands: str, **given: Any) -> Position:
    return bout(*hands, teams=True, **given)


def test_in_pairs_only_the_opponents_of_the_defender_attack() -> None:
    for scope in ("neighbours", "all"):
        position = pairs(*PAIRS, guardian_scope=scope)
        assert position.roles == "0 -> 1, 2"
        position.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops")
        assert position.stand == ("attacking", 2)
        position.when("P2 stops")
        assert position.roles == "1 -> 2, 3"


@pytest.mark.parametrize(
    ("out", "lead", "roles"),
    [((1,), 0, "0 -> 3, 2"), ((2,), 0, "0 -> 1"), ((3,), 0, "0 -> 1, 2"), ((0,), 1, "1 -> 2, 3"), ((2,), 1, "1 -> 0, 3"), ((0, 1), 2, "2 -> 3")],
)  # fmt: skip
def test_in_pairs_the_next_opponent_still_in_defends(out: tuple[int, ...], lead: int, roles: str) -> None:
    hands = ["" if seat in out else hand for seat, hand in enumerate(PAIRS)]
    assert pairs(*hands, out=out, lead=lead).roles == roles


def test_in_pairs_the_left_neighbour_of_the_taker_leads() -> None:
    position = pairs(PAIRS[0], PAIRS[1], "", PAIRS[3], out=[2])
    position.when("P0 attacks H6", "P1 takes")
    assert position.roles == "3 -> 0, 1"


def test_a_pair_without_cards_has_won() -> None:
    position = pairs("H8", "H9", "", "C6", out=[2])
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    assert position.ended == ("team-out", [1, 3], [1, 3, 1, 3])
    position = pairs("H8", "H9 S9", "", "", out=[2, 3])
    position.when("P0 attacks H8", "P1 takes")
    assert position.ended == ("team-out", [1, 3], [1, 3, 1, 3])
    position = pairs("H8 C8", "H9", "C7", "", out=[3])
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    assert position.ended == ("team-out", [0, 2], [3, 1, 3, 1])


def test_pairs_that_are_done_in_the_same_bout_have_drawn() -> None:
    position = pairs("H8", "H9", "", "", out=[3, 2])
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    assert position.ended == ("draw", [], [1, 1, 1, 1])
    assert (position.winner, position.points) == (None, [0, 0, 0, 0])


def test_in_pairs_the_partner_of_a_seat_that_is_out_plays_on() -> None:
    position = pairs("H8", "H9 S9", "C7 S7", "C10 C6")
    position.when("P0 attacks H8", "P1 beats H8<-H9", "P2 stops")
    assert (position.out, position.roles) == ((0,), "1 -> 2, 3")


def test_pairs_that_stall_have_drawn() -> None:
    position = pairs("H8 H7", "H9 S9", "", "C10 C6", out=[2], stall_limit=1)
    position.when("P0 attacks H8", "P1 takes")
    assert position.ended == ("stalled", [], [1, 1, 1, 1])


# 2.6: the end


def test_the_last_seat_with_cards_loses_and_the_others_are_ranked_by_going_out() -> None:
    position = bout("H8", "", "H9 S9", "", out=[3, 1])
    position.when("P0 attacks H8", "P2 takes")
    assert position.ended == ("one-left", [2], [3, 2, 4, 1])
    assert (position.points, position.winner) == ([0, 0, -1, 0], 3)


def test_seats_emptied_in_the_last_bout_share_the_last_places() -> None:
    position = bout("H8", "H9")
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    assert position.ended == ("draw", [], [1, 1])
    assert (position.points, position.winner) == ([0, 0], None)
    position = bout("H8", "", "H9", "", out=[3, 1])
    position.when("P0 attacks H8", "P2 beats H8<-H9")
    assert position.ended == ("draw", [], [3, 2, 3, 1])
    assert position.winner == 3
    position = bout("H6", "H7 S8", "S7", "", out=[3])
    position.when("P0 attacks H6", "P1 beats H6<-H7", "P2 attacks S7", "P1 beats S7<-S8")
    assert position.ended == ("draw", [], [2, 2, 2, 1])


def test_the_first_to_run_out_wins_if_the_last_hands_run_out_in_the_same_bout() -> None:
    position = bout("H8", "H9", both_out="first_out")
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    assert position.ended == ("first-out", [1], [1, 2])
    assert (position.points, position.winner) == ([0, -1], 0)
    position = bout("H6", "H7 S8", "S7", "", out=[3], both_out="first_out")
    position.when("P0 attacks H6", "P1 beats H6<-H7", "P2 attacks S7", "P1 beats S7<-S8")
    assert position.ended == ("first-out", [1], [2, 4, 3, 1])
    assert (position.points, position.winner) == ([0, -1, 0, 0], 3)


def test_the_option_for_the_last_hands_changes_no_other_end() -> None:
    position = bout("H8", "H9 S9", both_out="first_out")
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    assert position.ended == ("one-left", [1], [1, 2])


def test_the_pair_of_the_last_hand_that_runs_out_loses_if_the_first_out_wins() -> None:
    position = pairs("H8", "H9", "", "", out=[3, 2], both_out="first_out")
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    assert position.ended == ("team-out", [1, 3], [1, 3, 1, 3])
    assert position.points == [0, -1, 0, -1]


def test_the_end_is_decided_after_the_redraw() -> None:
    position = bout("H8", "H9", stock="D1")
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    assert position.ended == ("one-left", [0], [2, 1])
    assert position.drawn == ("P0 D1",)


# 0.5: stall_limit


def taking(position: Position, times: int) -> None:
    """Play `times` bouts of two players in which seat 1 takes."""
    for _ in range(times):
        position.when(f"P0 attacks {position.fact('P0').split()[0]}", "P1 takes")


def test_takes_in_a_row_without_a_draw_end_the_round() -> None:
    position = bout("S6 C6 H6 S7 C7", "S9 S10", "S12 S13", stall_limit=3)
    position.when("P0 attacks S6", "P1 takes", "P2 attacks S12", "P0 takes")
    assert (position.stall, position.stand) == (2, ("leading", 1))
    position.when("P1 attacks S6", "P2 takes")
    assert position.ended == ("stalled", [], [1, 1, 1])
    assert (position.winner, position.points) == (None, [0, 0, 0])


def test_players_still_in_share_the_remaining_places_of_a_stalled_round() -> None:
    position = bout("S6 C6 H6", "S9 S10", "", out=[2], stall_limit=1)
    position.when("P0 attacks S6", "P1 takes")
    assert position.ended == ("stalled", [], [2, 2, 1])


def test_a_beaten_bout_a_done_seat_and_a_draw_reset_the_count() -> None:
    position = bout("S6 C6 H6 S7 C7", "S9 S10", stall_limit=3)
    taking(position, 2)
    position.when("P0 attacks C7", "P1 takes")
    assert position.table.over
    position = bout("S6 C6 H6 S7 C7", "S9 S10", stall=2, stall_limit=3)
    position.when("P0 attacks S6", "P1 beats S6<-S9", "P0 stops")
    assert position.stall == 0
    position = bout("S6", "S9 S10", "C7 C8", stall=2, stall_limit=3)
    position.when("P0 attacks S6", "P1 takes")
    assert (position.stall, position.stand) == (0, ("leading", 2)), "a seat went out"
    position = bout("S6 S7", "S9 S10", stall=0, stall_limit=1, stock="D1")
    position.when("P0 attacks S6", "P1 takes")
    assert (position.stall, position.stand) == (0, ("leading", 0)), "a seat drew"


def test_without_a_limit_takes_do_not_end_the_round() -> None:
    position = bout("S6 C6 H6 S7 C7", "S9 S10", stall=2_000, stall_limit=0)
    taking(position, 2)
    assert (position.stall, position.stand) == (2_002, ("leading", 0))


# 2.1 and 2.7: the deal


@pytest.mark.parametrize(("seats", "stock"), [(2, 24), (3, 18), (4, 12), (5, 6), (6, 0)])
def test_each_seat_gets_six_cards_and_the_next_card_is_turned(seats: int, stock: int) -> None:
    for seed in range(8):
        position = Position.dealt("durak", seats, seed)
        assert (position.sizes, len(position.table.stock)) == ((6,) * seats, stock)
        held = [card for hand in position.hands for card in hand]
        assert sorted([*held, *position.deck]) == sorted(
            cards(" ".join(f"{suit}{rank}" for suit in "SCHD" for rank in (1, *range(6, 14))))
        )


def test_a_random_first_attacker_shows_no_card() -> None:
    found = [Position.dealt("durak", 4, seed, first_attacker="random").opening[0].public for seed in range(40)]
    assert {public.first for public in found} == {0, 1, 2, 3}
    assert {public.decided_by for public in found} == {None}
    assert not any(public.shown for public in found)


def test_without_trumps_in_hands_chance_decides_the_first_attacker() -> None:
    options, found = check_options(DURAK, {}, 2), set()
    for seed in range(300):
        chance = Chance(seed.to_bytes(32, "big"), "deal", 1, ())
        dealt, begun = DURAK.deal(RoundStart(1, 2, options), NOON, chance)
        held = [card for seat in "01" for card in dealt.sealed[seat].cards]
        if dealt.public.decided_by is None:
            assert not any(card[0] == dealt.public.trump for card in held)
            assert (dealt.public.shown, begun.public.attacker) == ([], dealt.public.first)
            found.add(dealt.public.first)
        else:
            assert dealt.public.decided_by in dealt.sealed[str(dealt.public.first)].cards
    assert found == {0, 1}, "the last seat can begin, too"


def test_with_six_seats_players_are_done_from_the_first_bout_on() -> None:
    hands = ("H6 S6", "H9 S9 C13", "H10 C9", "S10 D9", "C10 S11", "H13 S12")
    position = bout(*hands, multi_lead=True)
    position.when("P0 attacks H6 S6", "P1 takes")
    assert (position.table.bout.number, position.out, position.roles) == (2, (0,), "2 -> 3, 4")
