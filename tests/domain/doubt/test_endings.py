"""`doubt`: the end of a round, its winner, and the ranks of the others (rulebook 1.4 step 4, 1.5, 1.6)."""

from typing import Any

import pytest

from domain.log.upcasting import logged
from domain.ruleset.actions import Ready
from tests.domain.doubt.situations import D1, D2, THREE, Position, clock, result, types

RANKED: dict[str, Any] = {"ranking": "by_hand_count"}
DECLINED = ("P0 declines", "P2 declines")


def ended(*hands: str, do: tuple[str, ...], number: int = 5, pile: str = THREE, **given: Any) -> Position:
    """Return a position in which P1 begins and the round is over after the steps."""
    position = Position(*hands, turn=1, number=number, pile=pile, **given)
    position.when(*do)
    assert position.table.over
    return position


# The end test, in its order


def test_the_last_seat_in_wins() -> None:
    position = ended("S7 H2", "H5", do=("P1 plays H5", "P0 doubts"), penalty="eliminate", **RANKED)
    assert result(position) == (1, "last-in", [2, 1])
    position = ended("S7 H2", "H9", do=("P1 plays H9", "P0 doubts"), penalty="eliminate")
    assert result(position) == (0, "last-in", [1, None])


def test_a_caught_liar_with_an_empty_hand_does_not_win() -> None:
    position = Position(*D2, turn=1, number=6, pile=THREE, penalty="exchange_two")
    position.when("P1 plays H5", "P2 doubts")
    assert (position.table.sizes[1], position.table.over) == (2, False)
    position = Position(*D2, turn=1, number=6, penalty="eliminate")
    position.when("P1 plays H5", "P2 doubts")
    assert (position.table.out, position.table.over) == ([1], False)


def test_a_true_last_card_that_eliminates_the_doubter_wins() -> None:
    position = ended(*D2, do=("P1 plays H5", "P2 doubts"), penalty="eliminate", **RANKED)
    assert result(position) == (1, "empty-hand", [2, 1, 3])
    assert position.pile == "S2 S3 S4 H5"


@pytest.mark.parametrize("held", ["D9", "D9 C9"])
def test_a_player_whose_hand_is_emptied_by_the_exchange_wins(held: str) -> None:
    position = ended("S7 H2", f"H5 {held}", "C13", do=("P1 plays H5", "P0 doubts"), penalty="exchange_two")
    assert result(position)[:2] == (1, "empty-hand")
    assert position.table.sizes[0] == 2 + len(held.split())


def test_a_caller_whose_hand_is_emptied_by_the_exchange_wins() -> None:
    position = ended("S7 H2", "H9 D5", "C13", do=("P1 plays H9", "P2 doubts"), penalty="exchange_two")
    assert result(position) == (2, "empty-hand", [None, None, 1])


def test_losing_two_of_three_cards_does_not_end_the_round() -> None:
    position = Position("S7 H2 C9", "H9 D5", "C13", turn=1, number=5, penalty="exchange_two")
    position.when("P1 plays H9", "P0 doubts")
    assert not position.table.over


# One caught lie is needed to finish


@pytest.mark.parametrize("laid", ["H5", "H9"])
def test_without_a_caught_lie_the_last_card_costs_the_whole_pile(laid: str) -> None:
    position = Position("S7 H2", laid, "C13", turn=1, number=5, pile=THREE, must_doubt_to_finish=True)
    played, taken = position.when(f"P1 plays {laid}")
    assert (played.public.asked, played.public.finishing, played.public.deadline) == ([], True, None)
    assert taken.public.json() == {"seat": 1, "count": 4, "why": "finish", "turn": 2, "number": 6, "deadline": None}
    assert "cards" not in played.public
    assert (position.pile, position.table.success) == ("", [0, 0, 0])
    assert position.stand == ("playing", 2, 6)
    assert (position.table.finishing, position.table.window, position.table.plays) == (False, 0, 1)
    position.when("P0 doubts -> too-late", "P0 declines -> too-late", "P2 doubts on play 1 -> too-late")


def test_several_last_cards_are_picked_up_too() -> None:
    position = Position(
        "S7", "H5 D5", turn=1, number=5, must_doubt_to_finish=True, max_cards_per_play=2, turn_seconds=9
    )
    position.when("P1 plays H5 D5")
    assert (position.hand(1), position.stand) == ("H5 D5", ("playing", 0, 6))
    assert position.table.deadline == clock(9)


def test_the_play_that_closes_a_window_may_be_picked_up_at_once() -> None:
    position = Position("S7 H2", "H5 D9", "C13", turn=1, number=5, must_doubt_to_finish=True, min_open_seconds=0)
    events = position.when("P1 plays H5", "P2 plays C13")
    assert types(events) == ["window-closed", "cards-played", "pile-taken"]
    assert events[1].public.number == 6
    assert (position.hand(2), position.stand) == ("C13 H5", ("playing", 0, 7))


def test_after_a_caught_lie_the_last_card_wins() -> None:
    position = Position("S7 H2", "H9 D5", "C6 S12", turn=1, number=5, must_doubt_to_finish=True)
    position.when("P1 plays H9", "P2 doubts", "P2 plays S12", "P0 declines", "P1 declines")
    position.when("P0 plays S7", "P1 declines", "P2 declines", "P1 plays H9", *DECLINED)
    position.when("P2 plays C6")
    assert position.table.finishing
    position.when("P0 declines", "P1 declines")
    assert result(position)[:2] == (2, "empty-hand")


def test_a_wrong_doubt_is_not_a_success() -> None:
    position = Position("S7 H2", "H5 D5", "C13", turn=1, number=5, must_doubt_to_finish=True)
    position.when("P1 plays H5", "P2 doubts")
    position.when("P2 plays C13", "P0 declines", "P1 declines", "P0 plays S7", "P1 declines", "P2 declines")
    position.when("P1 plays D5")
    assert position.last("pile-taken").public.why == "finish"


def test_a_player_emptied_by_the_exchange_without_a_caught_lie_takes_the_pile() -> None:
    position = Position(
        "S7 H2", "H5 D9", "C13 C12", turn=1, number=5, pile=THREE, penalty="exchange_two", must_doubt_to_finish=True,
        doubter_takes_turn=True, turn_seconds=5,
    )  # fmt: skip
    events = position.when("P1 plays H5", "P0 doubts")
    assert types(events) == ["doubt-called", "cards-exchanged", "pile-taken"]
    assert events[-1].public.json() == {
        "seat": 1, "count": 4, "why": "finish", "turn": 2, "number": 6, "deadline": clock(5),
    }  # fmt: skip
    assert logged(events[-1]).sealed == {"1": {"cards": ["S2", "S3", "S4", "H5"]}}
    assert (position.hand(1), position.hand(0), position.pile) == ("S2 S3 S4 H5", "S7 H2 D9", "")
    assert not position.table.over


def test_a_caller_emptied_by_the_exchange_has_caught_a_lie() -> None:
    position = ended(
        "S7", "H9 D5", "C13", do=("P1 plays H9", "P0 doubts"), penalty="exchange_two", must_doubt_to_finish=True
    )
    assert result(position)[0] == 0


def test_the_last_seat_in_needs_no_caught_lie() -> None:
    position = ended("S7 H2", "H5 D5", do=("P1 plays H5", "P0 doubts"), penalty="eliminate", must_doubt_to_finish=True)
    assert result(position)[:2] == (1, "last-in")


# Jokers


def test_a_joker_may_be_the_last_card() -> None:
    position = ended("S7", "X1", "C13", do=("P1 plays X1", *DECLINED), jokers_per_deck=1)
    assert result(position)[0] == 1


def test_a_joker_that_may_not_finish_cannot_be_the_last_card() -> None:
    options: dict[str, Any] = {"jokers_per_deck": 2, "joker_may_finish": False, "max_cards_per_play": 4}
    position = Position("S7", "X1 H5 X2", "C13", turn=1, number=5, pile=THREE, **options)
    position.when("P1 plays X1 H5 X2 -> joker-cannot-finish", "P1 plays X1 X2", *DECLINED)
    assert position.hand(1) == "H5"
    position = Position("S7", "X1 H5", "C13", turn=1, number=5, **options)
    position.when("P1 plays X1 H5 -> joker-cannot-finish", "P1 plays H5 X1 -> joker-cannot-finish", "P1 plays H5")
    position = Position("S7", "H5 D5", "C13", turn=1, number=5, **options)
    position.when("P1 plays H5 D5", *DECLINED)
    assert result(position)[0] == 1


@pytest.mark.parametrize(("hand", "laid"), [("X1", "X1"), ("X1 X2", "X1 X2"), ("X1 X1", "X1 X1")])
def test_a_last_hand_of_jokers_is_laid_and_picked_up_again(hand: str, laid: str) -> None:
    options: dict[str, Any] = {"jokers_per_deck": 2, "joker_may_finish": False, "max_cards_per_play": 2, "decks": 2}
    position = Position("S7", hand, "C13", turn=1, number=5, pile=THREE, success=[0, 1, 0], **options)
    assert types(position.when(f"P1 plays {laid}")) == ["cards-played", "pile-taken"]
    assert position.last("pile-taken").public.why == "finish"
    assert (position.hand(1), position.stand) == (f"{THREE} {hand}", ("playing", 2, 6))


def test_the_clock_lays_a_joker_that_is_the_only_card() -> None:
    position = Position("S7", "X1", "C13", turn=1, number=5, pile=THREE, joker_may_finish=False, deadline=60)
    played, taken = position.at(60)
    assert (played.public.by_clock, taken.public.by_clock, taken.public.why) == (True, True, "finish")
    assert position.hand(1) == f"{THREE} X1"


# Ranks


@pytest.mark.parametrize(
    ("sizes", "ranks"),
    [
        ((2, 0, 2, 3), [2, 1, 2, 4]),
        ((1, 0, 2, 3), [2, 1, 3, 4]),
        ((2, 0, 2, 2), [2, 1, 2, 2]),
        ((3, 0, 1, 3), [3, 1, 2, 3]),
    ],
)
def test_the_others_are_ranked_by_cards_left_with_shared_ranks(sizes: tuple[int, ...], ranks: list[int]) -> None:
    every = iter(["S1", "S6", "S7", "S8", "S9", "S10", "S11", "S12", "S13", "C1", "C2", "C3"])
    hands = [" ".join(next(every) for _ in range(size)) or "H5" for size in sizes]
    position = ended(*hands, do=("P1 plays H5", "P0 declines", "P2 declines", "P3 declines"), **RANKED)
    assert result(position) == (1, "empty-hand", ranks)
    assert position.last("round-ended").public.hands == [position.hand(seat).split() for seat in range(4)], (
        "hands are shown"
    )


def test_the_winner_alone_has_a_rank_by_default() -> None:
    position = ended(*D2, do=("P1 plays H5", *DECLINED))
    public = position.last("round-ended").public
    assert public.json() == {
        "winner": 1, "losers": [], "reason": "empty-hand", "points": [0, 1, 0], "ranks": [None, 1, None],
        "hands": [["S7", "H2"], [], ["S6", "C13", "D13"]],
    }  # fmt: skip


def test_eliminated_seats_rank_last_and_the_later_one_higher() -> None:
    hands = ("", "H5", "C13 D13 S6", "", "S8")
    position = Position(*hands, out=[3, 0], turn=1, number=5, penalty="eliminate", **RANKED)
    position.when("P1 plays H5", "P2 declines", "P4 declines")
    assert result(position) == (1, "empty-hand", [4, 1, 3, 5, 2])


def test_the_newest_eliminated_seat_ranks_above_earlier_ones() -> None:
    position = Position("", "H5", "S6", "C13 D13", out=[0], turn=1, number=5, penalty="eliminate", **RANKED)
    position.when("P1 plays H5", "P2 doubts")
    assert result(position) == (1, "empty-hand", [4, 1, 3, 2])


@pytest.mark.parametrize(
    ("hands", "out", "answer", "losers"),
    [
        (("", "H5", "S6", "C13 D13"), [0], "P2 doubts", [0, 2]),
        (("", "H5", "C13 D13 S6", "", "S8"), [3, 0], "P2 declines", [0, 3]),
        (("S7", "H9", "S6"), [], "P2 doubts", [1]),
    ],
    ids=["the newest one too", "in the order of seats", "a liar with a last card"],
)
def test_eliminated_seats_are_the_losers_of_the_round(
    hands: tuple[str, ...], out: list[int], answer: str, losers: list[int]
) -> None:
    position = Position(*hands, out=out, turn=1, number=5, penalty="eliminate", max_plays=1)
    position.when(f"P1 plays {hands[1]}", answer, *(["P4 declines"] if len(hands) > 4 else []))
    assert position.last("round-ended").public.losers == losers


@pytest.mark.parametrize("penalty", ["pile", "exchange_two"])
def test_without_eliminations_a_round_has_no_losers(penalty: str) -> None:
    position = ended("S7 S9", "H9 D5 H5", "C13 S8", do=("P1 plays H9", "P0 doubts"), max_plays=1, penalty=penalty)
    assert position.last("round-ended").public.losers == []


# The limit of plays


@pytest.mark.parametrize("ranking", ["winner_only", "by_hand_count"])
def test_at_the_limit_all_seats_are_ranked_by_cards_left_without_a_winner(ranking: str) -> None:
    position = ended(*D1, do=("P1 plays H9", *DECLINED), max_plays=1, ranking=ranking)
    assert result(position) == (None, "max-plays", [1, 1, 1])
    position = ended("S7", "H9 D5 H5", "C13 S8", do=("P1 plays H9", "P0 doubts"), max_plays=1, ranking=ranking)
    assert result(position) == (None, "max-plays", [1, 3, 2])
    assert position.last("round-ended").public.points == [0, 0, 0]
    assert position.game.scores == [0, 0, 0]


def test_at_the_limit_eliminated_seats_rank_last() -> None:
    position = ended(*D1, do=("P1 plays H9", "P2 doubts"), max_plays=1, penalty="eliminate")
    assert result(position) == (None, "max-plays", [1, 3, 1])


def test_a_last_card_still_wins_at_the_limit() -> None:
    for do in (DECLINED, ("P2 doubts",)):
        position = ended(*D2, do=("P1 plays H5", *do), max_plays=1)
        assert result(position)[:2] == (1, "empty-hand")


def test_a_forced_pick_up_counts_as_a_play() -> None:
    position = ended(*D2, do=("P1 plays H5",), max_plays=1, must_doubt_to_finish=True)
    assert types(position.events) == ["cards-played", "pile-taken", "round-ended"]
    assert result(position) == (None, "max-plays", [1, 3, 2])


@pytest.mark.parametrize("variant", ["doubt", "cheat"])
def test_the_window_of_the_last_play_at_the_limit_is_not_closed_by_a_play(variant: str) -> None:
    position = Position(*D1, turn=1, number=5, max_plays=2, variant=variant)
    position.when("P1 plays H9", "at 3", "P2 plays S6", "at 9", "P0 plays S7 -> window-open", "P0 declines")
    position.when(*["P1 declines"] * (variant == "doubt"))
    assert result(position)[:2] == (None, "max-plays")


def test_the_round_ends_exactly_at_the_limit_of_plays() -> None:
    position = Position(*D1, turn=1, number=5, max_plays=3)
    position.when("P1 plays H9", *DECLINED, "P2 plays S6", "P0 doubts")
    assert not position.table.over
    position.when("P0 plays S7")
    assert not position.table.over
    assert types(position.at(10)) == ["window-closed", "round-ended"]


# Rounds


def test_each_round_won_is_a_point_and_the_next_begins_when_all_are_ready() -> None:
    position = ended(*D2, do=("P1 plays H5", *DECLINED), rounds=2)
    assert [event.type for event in position.events[-3:]] == ["round-ended", "round-revealed", "readiness-asked"]
    assert (position.game.scores, position.game.status) == ([0, 1, 0], "between-rounds")
    for seat in range(3):
        position.act(seat, Ready())
    (dealt,) = position.at(0)
    assert (dealt.public.round, dealt.public.number, sum(dealt.public.hands)) == (2, 1, 52)
    assert (position.table.success, position.table.plays, position.table.over) == ([0, 0, 0], 0, False)


def test_the_last_round_ends_the_game() -> None:
    position = ended(*D2, do=("P1 plays H5", *DECLINED))
    assert [event.type for event in position.events[-2:]] == ["round-revealed", "game-ended"]
    assert position.last("game-ended").public.json() == {"scores": [0, 1, 0]}
    position.when("P0 plays S7 -> game-over", "P2 doubts -> game-over")
