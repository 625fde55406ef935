"""`careful` for `dobon-kawagoe`: calls, plays, jump-ins and draws, and its estimates of hidden hands."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.bots.dobon.hand_value_kawagoe import KawagoeOdds, hand_waits, multiplier
from domain.bots.strategies import playing
from domain.dobon import scoring
from domain.game.registry import RULESETS
from domain.ruleset.actions import Accept, Decline, Dobon, Draw, Play
from domain.ruleset.cards import CARDS, RANK, SUITS, deck
from domain.running.self_play import play
from tests.domain.bots.choices import STREAM, asked, laid
from tests.domain.dobon.situations import kawagoe, numbered

# Calls and counters


def test_a_true_call_is_made() -> None:
    situation = kawagoe(["C5 H7", "D1 D2", "D9 D13"], "S12", owner=1, turn=2)
    assert isinstance(asked(situation, 0), Dobon)


def test_a_false_call_is_never_made() -> None:
    situation = kawagoe(["C5 H8", "D1 D2", "D9 D13"], "S12", owner=1, turn=2)
    assert situation.actions(0) == [Dobon(situation.table.top_version)]
    assert asked(situation, 0) is None


def test_careful_does_not_call_if_the_owner_s_open_hand_would_counter() -> None:
    situation = kawagoe(["C5 H7", "", "D3 S8"], "S12", owner=1, turn=2, shown=["", "D4 H3", ""])
    assert asked(situation, 0) is None


def test_open_hands_of_other_players_do_not_stop_a_call() -> None:
    situation = kawagoe(["C5 H7", "D9 D11", ""], "S12", owner=1, turn=2, shown=["", "", "D4 H3"])
    assert isinstance(asked(situation, 0), Dobon)


def test_careful_calls_with_a_joker_unless_the_counter_is_certain() -> None:
    # With a joker the win doubles; if the counter is certain, that does not help.
    certain = kawagoe(["C5 H7 X1", "", "D3 S8"], "S12", owner=1, turn=2, shown=["", "D4 H3", ""])
    assert asked(certain, 0) is None
    unlikely = kawagoe(["C5 H7 X1", "D1 D2 D3 D9", "D5 S8"], "S12", owner=1, turn=2)
    assert isinstance(asked(unlikely, 0), Dobon)


def test_a_called_player_counters_if_the_hand_makes_the_number_and_else_declines() -> None:
    for hand, answer in (("S12 S4 C3", Dobon), ("S12 S4 C4", Decline)):
        situation = kawagoe([hand, "C5 H7", "D1 D2"], "S2", turn=0)
        situation.when("P0 plays S12", "P1 calls")
        assert isinstance(asked(situation, 0), answer)


# Flips


def test_an_ippatsu_is_called() -> None:
    situation = kawagoe(["S1 C2 H3 D4", "D9 D10 D11 D12"], "S10", flip=True)
    assert isinstance(asked(situation, 0), Dobon)


def test_a_flip_is_called_only_by_the_sum() -> None:
    # The hand makes 1, 7 and 12 once the round is opened, and only 7 on a flip.
    situation = kawagoe(["S4 C3 X1 X2", "D9 D10 D11 D12"], "S12", flip=True)
    assert isinstance(asked(situation, 0), Decline)


def test_careful_opens_with_a_high_card() -> None:
    situation = kawagoe(["S13 C9 H5 D4", "D9 D10 D11 D12"], "H13", flip=True)
    assert laid(asked(situation, 0)) == "S13"


def test_careful_does_not_open_with_a_card_that_an_open_hand_waits_for() -> None:
    situation = kawagoe(["S13 C9 H5 D4", ""], "H13", flip=True, shown=["", "D6 D7"])
    assert isinstance(asked(situation, 0), Decline)


# Plays in turn


@pytest.mark.parametrize("waiting", ["H12", "D4 H3", "D5 H6 C1", "D4 H3 X1"])
def test_careful_avoids_a_card_that_an_open_hand_waits_for(waiting: str) -> None:
    situation = kawagoe(["S12 S5 C9", "", "H9 H10 H11"], "S10", shown=["", waiting, ""])
    assert laid(asked(situation, 0)) == "S5"


def test_three_open_cards_threaten_only_their_sum() -> None:
    # 12 - 2 - 3 = 7 by Sato's rules; by these three cards make their sum alone.
    situation = kawagoe(["S7 S5 C9", "", "H9 H10 H11"], "S10", shown=["", "D12 H2 C3", ""])
    assert laid(asked(situation, 0)) == "S7"


def test_a_card_is_laid_into_an_open_hand_when_the_rest_can_counter_the_call() -> None:
    situation = kawagoe(["S12 S4 C3", "", "H9 H10 H11"], "S10", shown=["", "C5 H7", ""])
    assert laid(asked(situation, 0)) == "S12"


@pytest.mark.parametrize("cheap", ["S5", "S9", "S13"])
def test_a_2_is_kept_for_a_call_where_another_card_fits(cheap: str) -> None:
    situation = kawagoe([f"S2 {cheap} C10 X1", "H9 H10 H11 C5", "D9 D10 D11 C6"], "S4")
    assert laid(asked(situation, 0)) == cheap


def test_of_two_cards_the_higher_is_laid_because_a_hand_pays_for_its_cards() -> None:
    situation = kawagoe(["S13 S6 H11 D9 C7", "H9 H10 D4 C5", "D8 D10 D11 C6"], "S4")
    assert laid(asked(situation, 0)) == "S13"


def test_a_pending_2_is_taken_where_an_open_hand_waits_for_the_next() -> None:
    situation = kawagoe(["S2 H9 D12", "", "D3 S8"], "D2", owner=2, pending=(2, 2), shown=["", "C2", ""])
    assert isinstance(asked(situation, 0), Accept)


def test_a_pending_2_that_has_grown_is_passed_on() -> None:
    situation = kawagoe(["S2 H9 D12", "C5 C6 C7 D4", "D3 S8 D5 H1"], "D2", owner=2, pending=(2, 6))
    assert laid(asked(situation, 0)) == "S2"


def test_an_8_names_the_suit_whose_unseen_cards_it_waits_for() -> None:
    # The rest waits only for 5 and 9, apart from 14: of those cards, only the hearts are unseen.
    gone = "S5 C5 D5 S9 C9 D9"
    situation = kawagoe(["D8 S7 C2", "C3 D1 H1 S3", ""], "D4", shown=["", "", f"{gone} H13"])
    plays = [action for action in situation.actions(0) if isinstance(action, Play)]
    best = playing("dobon-kawagoe", "careful", None)(situation.viewers[0], 0, plays, STREAM)
    assert isinstance(best, Play)
    assert best.suit == SUITS.index("H")


# Jumping in


def test_careful_jumps_in_with_a_high_card_that_is_unlikely_to_be_called() -> None:
    situation = kawagoe(["H13 S12 D11 C10", "C1 C3 C5 C7", "D1 D3 D5 D7"], "S13", owner=1, turn=2)
    assert laid(asked(situation, 0)) == "H13"


def test_careful_does_not_jump_in_with_a_card_that_an_open_hand_waits_for() -> None:
    situation = kawagoe(["H13 S12 D11 C10", "C1 C3 C5 C7", ""], "S13", owner=2, turn=1, shown=["", "", "D6 D7"])
    assert asked(situation, 0) is None


def test_careful_does_not_jump_in_if_the_hand_is_worth_more_with_the_card() -> None:
    # 2, 2 and a joker wait for 1 and 4, and win eight times the points; without a 2 only four times.
    situation = kawagoe(["H2 S2 X1", "C1 C3 C5 C7", "D1 D3 D5 D7"], "D2", owner=1, turn=2)
    assert asked(situation, 0) is None


def test_careful_jumps_in_with_a_card_whose_call_the_rest_can_counter() -> None:
    situation = kawagoe(["H12 S4 C3", "", "D1 D3 D5 D7"], "S12", owner=1, turn=2, shown=["", "C5 H7", ""])
    assert laid(asked(situation, 0)) == "H12"


def test_out_of_turn_careful_calls_jumps_in_or_does_nothing() -> None:
    situation = kawagoe(["H4 S12 D11", "C1 C3 C5 C7", "D1 D3 D5 D7"], "S13", owner=1, turn=2)
    assert asked(situation, 0) is None


# Draws


def test_careful_draws_if_no_card_fits() -> None:
    situation = kawagoe(["H4 D11", "C1 C3 C5 C7", "D1 D3 D5 D7"], "S13", owner=2)
    assert isinstance(asked(situation, 0), Draw)


def test_careful_draws_voluntarily_rather_than_feed_an_open_hand() -> None:
    shown = ["", "H12", ""]
    situation = kawagoe(["S12 C9", "", "H9 H10 H11"], "S10", shown=shown, voluntary_draw=True)
    assert isinstance(asked(situation, 0), Draw)
    forced = kawagoe(["S12 C9", "", "H9 H10 H11"], "S10", shown=shown)
    assert laid(asked(forced, 0)) == "S12"


# Estimates of hidden hands


@pytest.mark.parametrize(
    ("shown", "closed"), [("", 1), ("", 2), ("", 3), ("H3", 1), ("H3", 2), ("X1", 2), ("H3 D4", 1)]
)
def test_the_odds_are_the_shares_of_all_possible_hands(shown: str, closed: int) -> None:
    situation = kawagoe(["S1 H5 D8", " ".join(["C1", "C2", "X2"][:closed])], "S12", shown=["", shown])
    odds = KawagoeOdds(situation.viewers[0].state, 0)
    known = {CARDS[code] for code in f"S1 H5 D8 S12 {shown}".split()}
    unseen = [card for card in deck(jokers=2) if card not in known]
    assert odds.unseen == unseen
    opened = [RANK[CARDS[code]] for code in shown.split()]
    hands = [tuple(sorted([*opened, *(RANK[c] for c in there)])) for there in combinations(unseen, closed)]
    for number in range(1, 14):
        hits = [hand for hand in hands if number in hand_waits(hand)]
        found = odds.caller(1, number)
        assert found.chance == pytest.approx(len(hits) / comb(len(unseen), closed))
        if hits:
            assert found.factor == pytest.approx(sum(map(multiplier, hits)) / len(hits))
            assert found.held == pytest.approx(sum(map(sum, hits)) / len(hits))


HAND = st.lists(st.integers(0, 13), max_size=7).filter(
    lambda numbers: all(numbers.count(n) <= 4 for n in numbers) and numbers.count(0) <= 2
)


@given(HAND)
def test_the_waits_of_a_hand_are_those_of_the_rules(numbers: list[int]) -> None:
    situation = kawagoe([" ".join(numbered(numbers)), "S13"], "H13")
    assert hand_waits(tuple(sorted(numbers))) == tuple(RULESETS["dobon-kawagoe"].waits(situation.game.state, 0))


@given(HAND)
def test_a_hand_multiplies_its_win_as_the_score_does(numbers: list[int]) -> None:
    score = scoring.called(7, [], numbered(numbers), counter=False)
    assert multiplier(tuple(sorted(numbers))) * 7 == score.payment


# Games of bots


def test_careful_gains_the_points_that_novice_loses() -> None:
    gained = 0
    for seed in range(40):
        bots = ["careful", "novice"] * 2 if seed % 2 else ["novice", "careful"] * 2
        for played in play("dobon-kawagoe", bots, str(seed), {"rounds": 10})[1]:
            gained += sum(points for points, bot in zip(played.points, played.bots, strict=True) if bot == "careful")
    assert gained > 400 * 2
