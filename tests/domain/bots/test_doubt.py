"""The bots of `doubt`: choices of a beginner, doubts and plays of `careful`, and its estimates."""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.bots.doubt.hand_value import FALSE_END, LIE, TurnPlan, count_numbers
from domain.bots.doubt.novice import SUSPICION
from domain.bots.doubt.odds import NERVES, TRUTHFUL, DoubtOdds, chance_of_at_least, lie_chance
from domain.bots.doubt.stall_guard import PLAYS_PER_CARD
from domain.ruleset.actions import Decline, Doubt
from domain.ruleset.cards import RANK, deck
from domain.running.self_play import play
from tests.domain.bots.choices import asked, laid
from tests.domain.doubt.situations import Position

FAR = "S9 S10 S11 S12 S13 C9 C10 C11 C12 C13"
FAR_TOO = "H9 H10 H11 H12 H13 D9 D10 D11 D12 D13"
PENALTIES = ("pile", "eliminate", "exchange_two")


def pile_of(count: int, *used: str) -> str:
    """Return a pile of `count` cards that are named nowhere else."""
    taken = set(" ".join(used).split())
    return " ".join(
        [code for code in (f"{suit}{rank}" for suit in "SCHD" for rank in range(1, 14)) if code not in taken][:count]
    )


# Choices of a beginner


def test_a_novice_looks_for_a_right_card_in_every_other_turn() -> None:
    position = Position("S5 H9 D9 C9", "S2 S3", number=5)
    found = Counter(laid(asked(position, 0, "novice")) for _ in range(3_000))
    assert 0.58 < found["S5"] / 3_000 < 0.67, found
    assert set(found) == {"S5", "H9", "D9", "C9"}


def test_a_novice_without_a_right_card_lays_any_card() -> None:
    position = Position("H9 D9", "S2 S3", number=5)
    assert {laid(asked(position, 0, "novice")) for _ in range(100)} == {"H9", "D9"}


@pytest.mark.parametrize("others", [1, 3])
def test_novices_together_doubt_one_play_in_eight_at_a_table_of_any_size(others: int) -> None:
    position = Position("H9 D9", *["S2 S3", "C2 C3", "D2 D3"][:others], number=5)
    position.when("P0 plays H9")
    found = Counter(type(asked(position, 1, "novice")) for _ in range(3_000))
    assert found[Doubt] / 3_000 == pytest.approx(1 / (SUSPICION * others), rel=0.3)


# Doubts of careful


@pytest.mark.parametrize("penalty", PENALTIES)
def test_a_certain_lie_is_doubted_with_any_pile(penalty: str) -> None:
    hands = ("S5 C5 H5 D5 S6", "H9 " + FAR, "D9 D10 D11")
    position = Position(*hands, pile=pile_of(25, *hands), turn=1, number=5, penalty=penalty)
    position.when("P1 plays H9")
    assert asked(position, 0) == Doubt(position.game.version)


def test_a_lie_is_certain_by_cards_the_seat_has_laid_itself() -> None:
    # The seat's turn comes with the same number again where a caught lie resumes it.
    position = Position(
        "S5 C5 H5 D5 S6 S7", "H9 H10", "D9 D10", number=5, max_cards_per_play=3, resume_same_number=True
    )
    position.when("P0 plays S5 C5 H5", "P1 declines", "P2 declines")
    position.when("P1 plays H9", "P0 declines", "P2 declines")
    position.table.number = 5
    position.when("P2 plays D9 D10")
    assert isinstance(asked(position, 0), Doubt)


def test_a_likely_truth_is_not_doubted_when_the_pile_is_large() -> None:
    hands = ("S2 S3 S4 C2 C3", "H5 " + FAR, FAR_TOO)
    position = Position(*hands, pile=pile_of(20, *hands, "S5 C5 D5"), turn=1, number=5)
    position.when("P1 plays H5")
    assert lie_chance(position.table, position.own(0), 0) < 0.6
    assert asked(position, 0) == Decline(position.game.version)


@pytest.mark.parametrize(("own", "pile"), [("S2 S3 S4 C2 C3", 20), (f"S2 S3 S4 C2 C3 {FAR}", 1)])
def test_a_last_card_is_always_doubted(own: str, pile: int) -> None:
    hands = (own, "H5", "D9")
    position = Position(*hands, pile=pile_of(pile, *hands), turn=1, number=5)
    position.when("P1 plays H5")
    assert isinstance(asked(position, 0), Doubt)


def test_a_short_hand_is_doubted_sooner_than_a_long_one() -> None:
    answers = []
    for hand in ("H8 H9", "H8 H9 H10 H11 H12 H13 C6 C7 C8 C9 C10"):
        hands = ("S5 C5 S3 C2 S1 C3 S2 S4 C4", hand, "D9 D10 D11 D12 D13 H2 H3")
        position = Position(*hands, pile=pile_of(6, *hands, "H5 D5"), turn=1, number=5)
        position.when("P1 plays H8")
        answers.append(type(asked(position, 0)))
    assert answers == [Doubt, Decline]


def test_a_seat_that_needs_a_caught_lie_doubts_sooner() -> None:
    hands = ("S5 C5 S2", "H8 " + FAR, FAR_TOO)
    answers = []
    for success in ([0, 1, 1], [1, 1, 1]):
        pile = pile_of(4, *hands, "H5 D5")
        position = Position(*hands, pile=pile, turn=1, number=5, success=success, must_doubt_to_finish=True)
        position.when("P1 plays H8")
        answers.append(type(asked(position, 0)))
    assert answers == [Doubt, Decline]


def tired(plays: int, *, needed: bool = False) -> Counter[type]:
    """Count the choices of a seat that holds all fives about a five, after `plays` plays."""
    position = Position("S5 C5 H5 D5 S6", "H9 S9", "D9 D10 D11", turn=1, number=5, must_doubt_to_finish=needed)
    position.table.plays = plays
    position.when("P1 plays H9")
    return Counter(type(asked(position, 0)) for _ in range(400))


def test_in_a_long_round_careful_doubts_less() -> None:
    patience = PLAYS_PER_CARD * 52
    assert tired(patience - 1) == {Doubt: 400}
    assert 0.4 < tired(patience * 3 // 2)[Doubt] / 400 < 0.6
    assert tired(2 * patience) == {Decline: 400}


def test_in_a_long_round_a_novice_doubts_less() -> None:
    found = [Counter[type](), Counter[type]()]
    for long, counts in enumerate(found):
        position = Position("H9 S9", "S5 S6", number=5)
        position.table.plays = long * 19 * PLAYS_PER_CARD * 52 // 10
        position.when("P0 plays H9")
        counts.update(type(asked(position, 1, "novice")) for _ in range(3_000))
    assert found[1][Doubt] < found[0][Doubt] / 4


def test_a_seat_that_needs_a_caught_lie_does_not_tire() -> None:
    assert tired(2 * PLAYS_PER_CARD * 52, needed=True) == {Doubt: 400}


# Plays of careful


def test_the_truth_is_laid_where_it_is_held() -> None:
    position = Position("S5 H9 D9 C9 S8 S2 S3", FAR_TOO.replace("H9 ", "").replace("D9 ", ""), "C2 C3 C4 C6", number=5)
    assert laid(asked(position, 0)) == "S5"


def test_careful_lies_with_a_card_that_no_later_turn_asks_for() -> None:
    # Three seats: the turns to come ask for 4 and 7.
    for dead in ("H12", "C2", "D13"):
        position = Position(f"S4 S7 {dead}", FAR_TOO.replace("D13", "D2"), "C5 C6 C8", number=1)
        assert laid(asked(position, 0)) == dead


def test_careful_keeps_the_card_that_is_true_on_the_last_turn() -> None:
    # 4 comes next and 7 last: of two sevens one has to go, of two fours one; never the only seven.
    for hand, given_up in (("S4 S7 H7", "S7"), ("S4 H4 S7", "S4")):
        position = Position(hand, FAR_TOO, "C5 C6 C8", number=1)
        assert laid(asked(position, 0)).endswith(given_up[1:])


def test_a_right_card_is_kept_if_it_is_the_one_for_the_last_turn() -> None:
    # Thirteen turns ahead the same number comes again; with two cards and two seats it is 1 now and 3 last.
    position = Position("S3 S9", "C5 C6 C8", number=1)
    assert laid(asked(position, 0)) == "S9"


def test_a_joker_is_kept_for_the_last_turn() -> None:
    position = Position("X1 S9", FAR_TOO, "C5 C6 C8", number=1, jokers_per_deck=1)
    assert laid(asked(position, 0)) == "S9"


def test_a_joker_that_may_not_finish_goes_first() -> None:
    position = Position("X1 S4", FAR_TOO, "C5 C6 C8", number=1, jokers_per_deck=1, joker_may_finish=False)
    assert laid(asked(position, 0)) == "X1"


def test_all_right_cards_go_at_once_where_that_is_allowed() -> None:
    # Three seats: the turns to come ask for 8 and J.
    hands = ("S5 H5 D5 H8 H11", FAR, "C1 C2 C3 C4")
    assert laid(asked(Position(*hands, number=5, max_cards_per_play=3), 0)) == "S5 H5 D5"
    assert laid(asked(Position(*hands, number=5, max_cards_per_play=2), 0)) == "S5 H5"


def test_a_hand_of_right_cards_finishes() -> None:
    position = Position("S5 H5", FAR, "C1 C2", number=5, max_cards_per_play=2)
    assert laid(asked(position, 0)) == "S5 H5"


def test_careful_does_not_lay_last_cards_that_would_be_picked_up_again() -> None:
    hands = ("S5 H5", FAR, "C1 C2")
    position = Position(*hands, number=5, pile=pile_of(12, *hands), max_cards_per_play=2, must_doubt_to_finish=True)
    assert len(laid(asked(position, 0)).split()) == 1


# Estimates of careful


@given(st.integers(0, 4), st.integers(1, 8), st.integers(0, 4), st.integers(0, 8))
def test_the_odds_are_the_share_of_all_possible_hands(wanted: int, unseen: int, fits: int, drawn: int) -> None:
    fits, drawn = min(fits, unseen), min(drawn, unseen)
    hands = [sum(card < fits for card in hand) for hand in combinations(range(unseen), drawn)]
    share = sum(found >= wanted for found in hands) / len(hands)
    assert chance_of_at_least(wanted, unseen, fits, drawn) == pytest.approx(share)


def test_the_odds_of_a_lie_follow_from_the_unseen_cards() -> None:
    # P0 holds two of the fives; 45 cards are unseen, and five of them were P1's.
    position = Position("S5 C5 S1 C1 S2 C2 S3", "H9 D9 H10 D10 H11", turn=1, number=5)
    position.when("P1 plays H9")
    none = comb(43, 5) / comb(45, 5)
    assert lie_chance(position.table, position.own(0), 0) == pytest.approx(1 - TRUTHFUL * (1 - none))


def test_a_seat_that_holds_too_many_of_the_number_doubts() -> None:
    # A seat that holds a five itself cannot be sure of a five.
    chances = []
    for hand in ("S5 H9", "S6 H9"):
        position = Position(hand, FAR, FAR_TOO, number=5)
        chances.append(DoubtOdds(position.table, position.own(0), 0, position.game.options).chance(1))
    one, none = chances
    sure = chance_of_at_least(4, 50, 4, 10)
    assert one == pytest.approx(1 - (1 - NERVES) ** 2)
    assert none == pytest.approx(1 - (1 - NERVES) ** 2 * (1 - sure) ** 2)
    assert none > one


CARDS = st.lists(st.sampled_from(deck()) | st.sampled_from((52, 53)), min_size=1, max_size=5, unique=True)


@given(CARDS, st.integers(1, 13), st.integers(2, 8), st.booleans())
def test_the_cost_of_a_hand_is_that_of_the_best_order_of_laying_it(
    hand: list[int], number: int, seats: int, ends: bool
) -> None:
    plan = TurnPlan(number, seats, 1, joker_ends=ends)

    def cost(order: tuple[int, ...]) -> float:
        true = [RANK[card] in (0, (number + seats * turn - 1) % 13 + 1) for turn, card in enumerate(order, 1)]
        last = true[-1] and (ends or RANK[order[-1]] != 0)
        return len(order) + LIE * true.count(False) + (0 if last else FALSE_END)

    assert plan.turns_left(count_numbers(hand), len(hand)) == pytest.approx(
        min(cost(order) for order in permutations(hand))
    )


# Games of bots


@pytest.mark.parametrize("penalty", PENALTIES)
@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("name", ["careful", "novice"])
def test_games_of_bots_end(name: str, seats: int, penalty: str) -> None:
    _, rounds = play("doubt", [name] * seats, "end", {"penalty": penalty, "rounds": 3})
    assert [played.winner is None for played in rounds] == [False] * 3
    assert all(played.turns < (2 * PLAYS_PER_CARD + 1) * 52 for played in rounds)


def test_games_of_bots_with_open_windows_end() -> None:
    options = {"window_seconds": 10, "min_open_seconds": 3, "bot_delay_ms": 800, "penalty": "exchange_two"}
    log, (played,) = play("doubt", ["careful", "novice"] * 2, "pace", options)
    assert played.winner is not None
    assert any(event.type == "doubt-declined" for event in log)


@pytest.mark.parametrize("options", [{"penalty": "eliminate"}, {"penalty": "exchange_two"}, {"variant": "cheat"}, {}])
def test_careful_wins_more_than_novice(options: dict[str, str]) -> None:
    won = Counter[str]()
    for seed in range(20):
        bots = ["careful", "novice"] * 2 if seed % 2 else ["novice", "careful"] * 2
        for played in play("doubt", bots, str(seed), {"rounds": 1 if not options else 2, **options})[1]:
            won[played.bots[played.winner] if played.winner is not None else ""] += 1
    assert won["careful"] > 2 * won["novice"], won
