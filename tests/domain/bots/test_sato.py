"""`careful` for `dobon-sato`: calls, counters and plays, as the essay's tips advise, and estimates of hidden hands."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.bots.dobon.hand_value_sato import SatoOdds, hand_waits
from domain.bots.dobon.odds import none_one_more
from domain.bots.strategies import playing
from domain.dobon.formula import is_valid, waits
from domain.ruleset.actions import Accept, Decline, Dobon, Draw, Play
from domain.ruleset.cards import CARDS, RANK, SUITS, deck
from domain.running.self_play import play
from tests.domain.bots.choices import STREAM, asked, laid
from tests.domain.dobon.situations import Situation

# Calls and counters of careful


def test_careful_makes_a_call_that_cannot_be_countered() -> None:
    situation = Situation(["C5 H7", "", "", ""], "S12", owner=1, shown=["", "D1 D2", "D9 D13", "H2 H4"])
    assert isinstance(asked(situation, 0), Dobon)


def test_careful_calls_in_spite_of_closed_hands_that_might_counter() -> None:
    situation = Situation(["C5 H7", "D1 D2", "D9 D13", "H2 H4"], "S12", owner=1, turn=3)
    assert isinstance(asked(situation, 0), Dobon)


@pytest.mark.parametrize("owner", [1, 2])
def test_careful_does_not_call_if_an_open_hand_would_counter(owner: int) -> None:
    hidden = Situation(["C5 H7", "D9 D11", "D3 S8 H13"], "S12", owner=owner, turn=2)
    assert isinstance(asked(hidden, 0), Dobon)
    # The same, but the 4 and 3 of P1 are open: P1 makes the 12 as its owner or not.
    seen = Situation(["C5 H7", "", "D3 S8 H13"], "S12", owner=owner, turn=2, shown=["", "D4 H3", ""])
    assert asked(seen, 0) is None


def test_a_seat_in_turn_that_does_not_call_plays_on() -> None:
    situation = Situation(["C5 H7 ", "", "D3 S8 H13"], "S12", owner=2, turn=0, shown=["", "D4 H3", ""])
    answer = asked(situation, 0)
    assert answer is not None
    assert not isinstance(answer, Dobon)


def test_the_owner_of_a_called_card_counters_because_it_would_lose_anyway() -> None:
    hands = ["S12 S4 C3", "C5 H7", "D1 D2", "D9 D10", "H2 H5", "H1 H6", "C1 C6", "S9 S11"]
    situation = Situation(hands, "S2", turn=0)
    situation.when("P0 plays S12", "P1 calls")
    assert isinstance(asked(situation, 0), Dobon)


def test_the_owner_does_not_counter_if_an_open_hand_would_counter_again() -> None:
    situation = Situation(["S12 S4 C3", "C5 H7", ""], "S2", turn=0, shown=["", "", "D4 H3"])
    situation.when("P0 plays S12", "P1 calls")
    assert isinstance(asked(situation, 0), Decline)


def test_other_seats_do_not_counter_if_an_open_hand_would_counter_again() -> None:
    situation = Situation(["S12 H4", "C5 H7", "", "S6 C6"], "S2", turn=0, shown=["", "", "D4 H3", ""])
    situation.when("P0 plays S12", "P1 calls")
    assert isinstance(asked(situation, 3), Decline)


def test_careful_makes_a_counter_that_cannot_be_countered() -> None:
    situation = Situation(["S12 H4", "C5 H7", "", "S6 C6"], "S2", turn=0, shown=["H5", "", "D9 H2", ""])
    situation.when("P0 plays S12", "P1 calls")
    assert isinstance(asked(situation, 3), Dobon)


# Plays of careful


def test_careful_avoids_a_card_that_an_open_hand_would_call() -> None:
    # P1's open 4 and 3 make 1, 7 and 12.
    shown = ["", "D4 H3", "", ""]
    for hand in ("S12 S5 C9", "S7 S5 C9", "S1 S5 C9"):
        situation = Situation([hand, "", "H9 H10 H11", "D9 D10 D11"], "S10", shown=shown)
        answer = asked(situation, 0)
        assert isinstance(answer, Draw) or laid(answer) == "S5"
        only = Situation([hand.replace("S5", "C5"), "", "H9 H10 H11", "D9 D10 D11"], "S10", shown=shown)
        assert isinstance(asked(only, 0), Draw)


def test_a_card_is_laid_into_an_open_hand_when_the_rest_can_counter_the_call() -> None:
    situation = Situation(["S12 S4 C3", "", "H9 H10 H11 C2 C10"], "S10", shown=["", "C5 H7", ""])
    assert laid(asked(situation, 0)) == "S12"


def test_of_two_cards_careful_lays_the_one_that_the_rest_can_counter() -> None:
    # After the 12, 4 and 3 are left; after the 4, 12 and 3 do not make it.
    situation = Situation(["S12 S4 C3", "D9 D6", "H10 H5"], "S10", turn=0)
    assert laid(asked(situation, 0)) == "S12"


def test_an_8_names_the_suit_whose_unseen_cards_it_waits_for() -> None:
    # The rest waits only for 5 and 9: of those cards, only the hearts are unseen.
    rest = "S7 C2"
    gone = "S5 C5 D5 S9 C9 D9"
    situation = Situation([f"D8 {rest}", "", ""], "D4", shown=["", f"{gone} H13", "S6 D13 D10 C11 S11 H1"], turn=0)
    plays = [action for action in situation.actions(0) if isinstance(action, Play) and RANK[action.cards[0]] == 8]
    best = playing("dobon-sato", "careful", None)(situation.viewers[0], 0, plays, STREAM)
    assert isinstance(best, Play)
    assert best.suit == SUITS.index("H")


def test_a_pending_2_is_passed_on_if_a_call_is_unlikely() -> None:
    situation = Situation(
        ["S2 H9 D11 C12", "C5 H7 D9 S9 C9", "D3 S8 H13 D12 S12"], "D2", owner=2, turn=0, pending=(2, 6)
    )
    assert laid(asked(situation, 0)) == "S2"


def test_a_pending_2_is_taken_where_an_open_hand_calls_on_the_next() -> None:
    situation = Situation(
        ["S2 H9 D12", "", "D3 S8 H13"], "D2", owner=2, turn=0, pending=(2, 2), shown=["", "C1 H3", ""]
    )
    assert isinstance(asked(situation, 0), Accept)


def test_a_pending_13_is_taken_where_an_open_hand_calls_on_the_next() -> None:
    situation = Situation(
        ["S13 H9 D5", "", "D3 S8 H2"], "D13", owner=2, turn=0, pending=(13, 0), shown=["", "C6 H7", ""]
    )
    assert isinstance(asked(situation, 0), Accept)


# Estimates of hidden hands


@pytest.mark.parametrize(("shown", "closed"), [("", 1), ("", 2), ("H3", 1), ("H3", 2), ("H3 D9", 1)])
def test_the_odds_are_the_share_of_all_possible_hands(shown: str, closed: int) -> None:
    hands = ["S1 H5 D8", " ".join(["C1", "C2", "C3"][:closed])]
    situation = Situation(hands, "S12", shown=["", shown])
    reckoned = SatoOdds(situation.viewers[0].state, 0)
    known = {CARDS[code] for code in f"S1 H5 D8 S12 {shown}".split()}
    unseen = [card for card in deck() if card not in known]
    assert reckoned.unseen == unseen
    opened = [RANK[CARDS[code]] for code in shown.split()]
    for number in range(1, 14):
        hits = sum(is_valid([*opened, *(RANK[c] for c in there)], number) for there in combinations(unseen, closed))
        assert reckoned.makes(1, number) == pytest.approx(hits / comb(len(unseen), closed))


@given(st.lists(st.integers(1, 13), max_size=9))
def test_the_waits_of_a_hand_are_those_of_the_rulebook(numbers: list[int]) -> None:
    assert hand_waits(tuple(sorted(numbers))) == tuple(waits(numbers))


@given(st.lists(st.floats(0, 1), max_size=6))
def test_the_odds_of_none_one_and_more_add_up(chances: list[float]) -> None:
    found = none_one_more(chances)
    assert sum(found) == pytest.approx(1)
    assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in found)


def test_careful_bots_do_not_repeat_the_same_two_cards_forever() -> None:
    for seed in ("304", "461"):
        _, rounds = play("dobon-sato", ["careful"] * 6, seed, {"play_after_draw": True})
        assert sum(played.turns for played in rounds) < 1_000


# Games of bots


def test_careful_wins_more_and_loses_less_than_novice() -> None:
    won, lost = Counter[str](), Counter[str]()
    for seed in range(10):
        bots = ["careful", "novice"] * 2 if seed % 2 else ["novice", "careful"] * 2
        for played in play("dobon-sato", bots, str(seed), {"rounds": 10})[1]:
            won.update([] if played.winner is None else [played.bots[played.winner]])
            lost.update(played.bots[seat] for seat in played.losers)
    assert won["careful"] > 1.5 * won["novice"]
    assert lost["novice"] > 1.5 * lost["careful"]
