"""Reshuffles and dead ends of `dobon-sato` when the stock runs out (rulebook 1.9, S-27 to S-30)."""

from domain.ruleset.cards import CODES
from tests.domain.dobon.situations import Situation, types


def test_a_reshuffling_draw_takes_the_rest_of_the_stock_first() -> None:
    situation = Situation(["S2 D9", "C5", "C6"], "S3", stock="H5")
    situation.when("P0 plays S2", "P1 accepts")
    assert types(situation.events) == ["cards-played", "stock-reshuffled", "cards-drawn"]
    assert situation.events[-1].sealed["1"].cards[0] == "H5"
    assert situation.table.pile == [CODES.index("S2")]


def test_the_last_card_of_the_stock_is_drawn_without_a_reshuffle() -> None:
    situation = Situation(["D9", "C5"], "S3", stock="H5")
    assert types(situation.when("P0 draws")) == ["cards-drawn"]
    assert types(situation.when("P1 draws")) == ["stock-reshuffled", "cards-drawn"]


def test_a_draw_takes_the_rest_of_a_small_stock() -> None:
    hands = ["S2 D9", " ".join(code for code in CODES[:52] if code not in ("S2", "D9", "S3", "H5", "C5")), "C5"]
    situation = Situation(hands, "S3", stock="H5", shown=["", "", ""])
    situation.when("P0 plays S2", "P1 accepts")
    assert (situation.events[-1].public.count, situation.table.stock, len(situation.table.pile)) == (2, 0, 1)
    events = situation.when("P2 draws")
    assert events[-1].public.count == 0
    assert situation.table.turn == 0


def everything_but(*codes: str) -> str:
    return " ".join(code for code in CODES[:52] if code not in codes)


def test_a_round_of_turns_without_a_possible_draw_ends_the_round_without_a_winner() -> None:
    situation = Situation([everything_but("S3", "C5", "D9"), "C5", "D9"], "S3", stock="")
    situation.when("P0 draws", "P1 draws")
    assert situation.game.result is None
    situation.when("P2 draws")
    result = situation.game.result
    assert result is not None
    assert (result["winner"], result["losers"], result["reason"], result["points"]) == (None, [], "dead-end", [0, 0, 0])


def test_a_play_between_keeps_the_round_going() -> None:
    situation = Situation([everything_but("S3", "S5", "D9"), "S5", "D9"], "S3", stock="")
    situation.when("P0 draws", "P1 plays S5", "P2 draws", "P0 draws")
    assert situation.game.result is None


def test_taking_a_2_without_cards_does_not_count_as_a_turn_before_a_dead_end() -> None:
    situation = Situation(
        ["D9", everything_but("S2", "D9")], "S2", stock="", pending=(2, 2), draw_penalty_ends_turn=False, owner=1
    )
    situation.when("P0 accepts", "P0 draws")
    assert situation.game.result is None
    situation.when("P1 draws")
    assert situation.game.result is not None
