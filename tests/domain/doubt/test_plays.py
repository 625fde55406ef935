"""`doubt`: true and false plays, and refusals (rulebook 0.3, 1.3 PLAY)."""

import pytest

from domain.doubt.hand import pile_of
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, seen_by
from domain.log.upcasting import logged
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Doubt, Draw, Flip, Pass, Play
from tests.domain.doubt.situations import D1, D2, NOON, RULES, THREE, Position, cards, clock, types

# The statement of a play


def test_the_number_said_is_that_of_the_turn() -> None:
    position = Position(*D1, turn=1, number=5)
    position.when("P1 plays H9")
    played = position.last("cards-played")
    assert played.public.json() == {
        "seat": 1, "number": 5, "count": 1, "finishing": False, "turn": 1, "asked": [0, 2], "closable": True,
        "allowed_from": clock(3), "deadline": clock(10),
    }  # fmt: skip
    assert logged(played).sealed == {"1": {"cards": ["H9"]}}
    assert position.table.plays == 1


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_only_the_player_sees_the_card_of_a_play(viewer: int) -> None:
    position = Position(*D1, turn=1, number=5)
    played = position.when("P1 plays H9")[-1]
    assert seen_by(played, viewer).sealed == {}
    assert pile_of(position.of(viewer)) == [None]
    assert pile_of(position.of(1)) == cards("H9")


def test_wrong_cards_may_be_played_while_right_ones_are_held() -> None:
    position = Position("S5 H9", "S1", number=5)
    position.when("P0 plays H9")
    assert position.hand(0) == "S5"


@pytest.mark.parametrize("number", range(1, 14))
def test_after_a_number_comes_the_next_and_after_k_comes_a(number: int) -> None:
    position = Position("S7 H2", "S5 S6", number=number)
    position.when("P0 plays S7", "P1 declines")
    assert position.stand == ("playing", 1, 1 if number == 13 else number + 1)


def test_the_pile_keeps_the_order_in_which_cards_were_laid() -> None:
    position = Position("S7 H2 C9", "H9 D5", pile="S2", number=5, max_cards_per_play=2)
    position.when("P0 plays C9 S7", "P1 declines", "P1 plays H9")
    assert position.pile == "S2 C9 S7 H9"


TRUTH = [
    ("S5", 5, True), ("S5 H5", 5, True), ("S5 H5 D5", 5, True), ("S5 H5 D5 C5", 5, True),
    ("S6", 5, False), ("S5 H6", 5, False), ("H6 S5", 5, False), ("S5 H5 D6", 5, False), ("S6 H5 D5 C5", 5, False),
    ("S6 H6 D6 C6", 5, False), ("X1", 5, True), ("X1 X2", 5, True), ("X1 S5", 5, True), ("X1 S6", 5, False),
    ("X1 X2 S5 H5", 5, True), ("X1 X2 S5 H6", 5, False), ("S1", 1, True), ("S13", 13, True), ("S13", 1, False),
    ("S1", 13, False), ("X1", 13, True), ("S10", 1, False), ("S12 H12", 12, True),
]  # fmt: skip


@pytest.mark.parametrize(("laid", "number", "true"), TRUTH)
def test_a_play_is_true_when_every_card_has_the_number_or_is_a_joker(laid: str, number: int, true: bool) -> None:
    held = f"{laid} C2"
    position = Position(held, "S8 H8", number=number, max_cards_per_play=4, jokers_per_deck=2)
    position.when(f"P0 plays {laid}", "P1 doubts")
    called = position.last("doubt-called").public
    assert (called.valid, called.cards) == (not true, laid.split())
    assert position.last("pile-taken").public.seat == int(true)
    assert position.table.success == [0, int(not true)]


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_the_option_limits_the_cards_of_a_play(most: int) -> None:
    held = "S5 H5 D5 C5 S9 H9"
    for count in range(1, 6):
        position = Position(held, "S8", number=5, max_cards_per_play=most)
        refusal = " -> too-many-cards" if count > most else ""
        position.when(f"P0 plays {' '.join(held.split()[:count])}{refusal}")


def test_one_copy_of_each_deck_can_be_played() -> None:
    position = Position("S7 S7 S8 H2", "C9 C9", number=7, decks=2, max_cards_per_play=3)
    position.when("P0 plays S7 S7 S7 -> duplicate-card", "P0 plays S8 S8 -> not-in-hand", "P0 plays S7 S7")
    assert position.hand(0) == "S8 H2"
    assert position.actions(0) == []
    position = Position("S7 S7 H2", "C9", number=7, decks=2)
    assert position.actions(0) == [Play((card,)) for card in cards("S7 H2")]
    position.when("P0 plays S7")
    assert position.hand(0) == "S7 H2"


# Refusals and their order


def refused(position: Position, seat: int, action: Action) -> str:
    with pytest.raises(Refused) as refusal:
        position.act(seat, action)
    assert refusal.value.detail.endswith(".")
    return refusal.value.code


@pytest.mark.parametrize(
    ("seat", "laid", "code"),
    [
        (1, "H9 H9 S13", "not-your-turn"),
        (0, "", "bad-arguments"),
        (0, "S7 S7 S13", "duplicate-card"),
        (0, "S13 S12 S11", "not-in-hand"),
        (0, "S7 H9", "not-in-hand"),
        (0, "S7 H2 C9", "too-many-cards"),
    ],
)
def test_a_play_with_several_mistakes_is_refused_for_the_first(seat: int, laid: str, code: str) -> None:
    position = Position(*D1, max_cards_per_play=2)
    assert refused(position, seat, Play(tuple(cards(laid)))) == code


def test_a_play_with_suit_or_version_is_refused() -> None:
    position = Position(*D1)
    for action in (Play((6,), suit=1), Play((6,), on=10)):
        assert refused(position, 0, action) == "bad-arguments"
    assert refused(position, 1, Play((6,), suit=1)) == "not-your-turn"


@pytest.mark.parametrize("action", [Draw(), Accept(), Flip(), Dobon(10)])
def test_actions_of_other_games_are_refused(action: Action) -> None:
    position = Position(*D1)
    assert refused(position, 0, action) == "not-in-this-game"
    position.when("P0 plays S7")
    assert refused(position, 1, action) == "not-in-this-game"


def test_passing_is_refused_in_a_turn_and_in_a_window() -> None:
    position = Position(*D1)
    position.when("P1 passes -> not-your-turn", "P0 passes -> no-pass", "P0 plays S7", "P1 passes -> wrong-phase")


def test_doubts_and_declines_before_the_first_play_are_refused() -> None:
    position = Position(*D1)
    position.when("P1 doubts -> wrong-phase", "P1 declines -> wrong-phase", "P1 cheats on version 3 -> wrong-phase")


def test_a_doubt_of_a_future_version_is_refused() -> None:
    position = Position(*D1)
    position.when("P0 plays S7", "P1 doubts on version 12 -> wrong-phase", "P1 declines", "P2 declines")
    position.when("P1 doubts on version 99 -> wrong-phase")


@pytest.mark.parametrize("action", [Play((6,)), Doubt(10), Decline(10), Pass(), Draw()])
def test_all_actions_of_an_eliminated_seat_are_refused(action: Action) -> None:
    position = Position("S7 H2", "", "C13 S6", out=[1], turn=0, penalty="eliminate")
    assert refused(position, 1, action) == "player-out"
    position.when("P0 plays S7")
    assert refused(position, 1, Doubt(11)) == "player-out"
    assert position.actions(1) == []


@pytest.mark.parametrize("action", [Play((6,)), Doubt(10), Decline(11), Pass()])
def test_a_round_that_is_over_takes_no_action(action: Action) -> None:
    position = Position(*D2, turn=1, number=5, penalty="eliminate", rounds=2)
    position.when("P1 plays H5", "P0 declines", "P2 declines")
    assert refused(position, 0, action) == "between-rounds"
    for seat in range(3):
        assert position.table.over
        with pytest.raises(Refused) as refusal:
            RULES.decide(position.state, seat, action, position.game.options, NOON, Chance(b"", "", 1, ()))
        assert refusal.value.code == "round-over"
        assert RULES.actions(position.table, position.own(seat), seat, position.game.options) == []


def test_a_refusal_says_what_would_have_been_allowed() -> None:
    position = Position(*D1, pile=THREE)
    said = {}
    asked: list[tuple[int, Action]] = [(1, Play((7,))), (1, Doubt(10)), (0, Play((6, 14))), (0, Pass())]
    for seat, action in asked:
        with pytest.raises(Refused) as refusal:
            position.act(seat, action)
        said[refusal.value.code] = refusal.value
    assert said["not-your-turn"].extra == {"turn": 0}
    assert "seat 0's turn to `play`" in said["wrong-phase"].detail
    assert "Play cards of your own hand" in said["not-in-hand"].detail
    assert "lay a card" in said["no-pass"].detail
    position.when("P0 plays S7")
    with pytest.raises(Refused, match="Version 11 may be doubted: `doubt` or `decline`") as refusal:
        position.act(1, Pass())
    with pytest.raises(Refused) as refusal:
        position.act(1, Doubt(4))
    assert (refusal.value.code, refusal.value.extra) == ("too-late", {"on": 11})
    assert types(position.events) == ["cards-played"]
