"""The order of refusals in the beating games (rulebook 0.3 and the codes of 2.3, 3.4 and 4.3).

If several things are wrong, the first in that order is reported.
"""

from typing import Any

import pytest

from domain.game.registry import ruleset
from domain.log.errors import Refused
from domain.ruleset.actions import Attack, Draw, Lead, Play, Ready, Take, ThrowIn
from domain.ruleset.cards import CARDS
from domain.ruleset.ruleset import check_options
from tests.domain.beating.legal_actions import code_of
from tests.domain.beating.situations import Position

NAMES = ("durak", "kirifu", "mustamaija")


def durak(*hands: str, **given: Any) -> Position:
    return Position("durak", *hands, **({"trump": "D", "lead": 0} | given))


def test_an_action_of_another_game_is_refused_before_anything_else() -> None:
    for key in NAMES:
        position = Position(key, "H6", "H8 H9", "", trump="D", lead=0, out=[2])
        for seat in (0, 1, 2):
            for action in (Draw(), Play((0,))):
                assert (
                    code_of(position.rules, position.state, seat, action, position.game.options) == "not-in-this-game"
                )
    position = Position("kirifu", "H6", "H8", "", trump="C", lead=0, out=[2])
    assert code_of(position.rules, position.state, 0, Attack((0,)), position.game.options) == "not-in-this-game"
    position.when("P0 leads H6")
    assert position.table.over
    assert code_of(position.rules, position.state, 0, Attack((0,)), position.game.options) == "not-in-this-game"


def test_a_finished_round_is_refused_before_seats_and_options() -> None:
    position = durak("H8", "H7 S9")
    position.when("P0 attacks H8", "P1 takes")
    for seat in (0, 1):
        for action in (ThrowIn((0,)), Take(), Attack(())):
            assert code_of(position.rules, position.state, seat, action, position.game.options) == "round-over"
    position.when("P0 takes -> game-over", "P1 attacks H7 -> game-over")


def test_plays_between_rounds_are_refused() -> None:
    position = durak("H8", "H7 S9", rounds=2)
    position.when("P0 attacks H8", "P1 takes", "P1 attacks H7 -> between-rounds")
    position.act(0, Ready())


@pytest.mark.parametrize("step", ["throws-in H6", "attacks", "takes", "stops", "attacks H6"])
def test_a_seat_that_is_out_is_refused_before_options_and_phases(step: str) -> None:
    position = durak("", "H7 S9", "H10 C10", out=[0], lead=1)
    position.when(f"P0 {step} -> player-out")


def test_a_disabled_option_is_refused_before_phase_and_turn() -> None:
    position = durak("H8 C9", "H7 S9")
    position.when("P0 throws-in -> option-off", "P1 throws-in S9 -> option-off", "P1 turns-over S9 -> option-off")
    position = Position("kirifu", "H8 C9", "H7 S9", "S2", trump="C", defend=1, table="H2", extra_card=False)
    position.when("P0 leads H8 C9 + H8 -> option-off", "P0 leads H8 -> wrong-phase")


def test_the_order_of_refusals_is_phase_turn_cards() -> None:
    position = durak("H8 C9", "H7 S9", throw_in=True)
    position.when(
        "P1 takes -> wrong-phase", "P1 beats -> wrong-phase", "P1 attacks -> not-your-turn", "P1 stops -> not-your-turn"
    )
    position.when("P0 attacks C9 C9 -> duplicate-card", "P0 attacks -> bad-arguments", "P0 attacks H8")
    position.when("P0 beats -> not-your-turn", "P0 attacks C9 -> wrong-phase", "P1 throws-in S9 -> wrong-phase")


def test_the_order_of_refusals_is_repeated_cards_foreign_cards_rules() -> None:
    position = durak("H8 C9 S8", "H7 S9 S10", throw_in=True, turnover=True)
    position.when(
        "P0 attacks H7 H7 -> duplicate-card", "P0 attacks H8 H7 -> not-in-hand", "P0 attacks H8 C9 -> one-card-only"
    )
    position.when("P0 attacks H8", "P1 beats H8<-C9, C12<-C9 -> duplicate-card", "P1 beats C12<-C9 -> not-in-hand")
    position.when("P1 turns-over C9 -> not-in-hand", "P1 beats -> bad-arguments")
    position.when(
        "P1 takes",
        "P0 throws-in C9 C9 -> duplicate-card",
        "P0 throws-in S9 -> not-in-hand",
        "P0 throws-in -> bad-arguments",
    )


def test_the_order_of_refusals_is_single_card_number_limit() -> None:
    position = durak("H8 C9 C10 C11 S8", "H9 S9 S10", throw_in=True)
    position.when(
        "P0 attacks H8", "P1 beats H8<-H9", "P0 attacks C10 C11 -> one-card-only", "P0 attacks C10 -> rank-not-on-table"
    )
    position.when("P0 attacks C9", "P1 takes", "P0 throws-in C10 C11 -> rank-not-on-table", "P0 throws-in S8")
    position = durak("H8 C8 H9 C9", "H13", multi_lead=True)
    position.when("P0 attacks H8 C9 -> rank-mismatch", "P0 attacks H8 C8 -> limit-reached")


def test_missing_attacks_are_refused_before_cards_that_do_not_beat() -> None:
    position = durak("H8 C8 S8", "H7 S9 S10", multi_lead=True)
    position.when(
        "P0 attacks H8 C8", "P1 beats H8<-H7, S8<-S9 -> no-such-attack", "P1 beats H8<-H7, C8<-S9 -> cannot-beat"
    )
    assert position.lies == "H8 C8"


def test_the_order_of_refusals_of_a_turnover_is_number_beaten_cards_next_seat() -> None:
    position = durak("H8", "H9 S9 S8", turnover=True)
    position.when("P0 attacks H8", "P1 turns-over S9 -> rank-mismatch", "P1 turns-over S8 -> no-one-to-turn-to")
    position = durak("H8 C8", "H9 S9 S8", turnover=True, multi_lead=True)
    position.when(
        "P0 attacks H8 C8", "P1 beats H8<-H9", "P1 turns-over S9 -> rank-mismatch", "P1 turns-over S8 -> already-beaten"
    )


def test_the_order_of_refusals_in_kirifu_is_combination_extra_card_limit() -> None:
    given: dict[str, Any] = {"trump": "C", "lead": 0, "limit_by_defender_hand": True}
    position = Position("kirifu", "H8 H9 H10 S8 C2", "S9", "S2", **given)
    position.when("P0 leads H8 H9 C2 -> bad-combination", "P0 leads H8 H9 C2 + S8 -> bad-combination")
    position.when("P0 leads H8 H9 H10 + S8 -> extra-not-allowed", "P0 leads H8 H9 H10 -> too-many-cards")
    position.when("P0 leads H8 S8 + C2 -> too-many-cards", "P0 leads H8 + C2 -> extra-not-allowed")


def test_mustamaija_refuses_mixed_suits_before_the_limit() -> None:
    position = Position("mustamaija", "H8 H9 H10 S8", "S9", "S2", trump="C", lead=0)
    position.when("P0 leads H8 S8 -> mixed-suits", "P0 leads H8 H9 -> too-many-cards", "P0 leads H8")


def test_mustamaija_refuses_an_extra_card_before_the_cards() -> None:
    position = Position("mustamaija", "H8 H9", "S9", "S2", trump="C", lead=0)
    assert code_of(position.rules, position.state, 0, Lead((1, 1), 2), position.game.options) == "bad-arguments"


def test_refusals_say_what_would_have_been_allowed() -> None:
    position = durak("H8 C9", "H7 S9")
    rules, options = position.rules, position.game.options
    with pytest.raises(Refused) as caught:
        rules.permit(position.table, 1, Take(), options)
    assert caught.value.detail == "The phase is leading: seat 0 may `attack`."
    with pytest.raises(Refused) as caught:
        rules.permit(position.table, 1, Attack(()), options)
    assert caught.value.detail == "It is seat 0's turn."


@pytest.mark.parametrize(
    ("key", "attack", "ways"),
    [
        ("durak", "H8", "a higher heart or a diamond (trump)"),
        ("durak", "D8", "a higher diamond"),
        ("mustamaija", "S8", "a higher spade or a diamond (trump), never S12"),
        ("mustamaija", "S12", ""),
        ("kirifu", "S8", "the joker, the spade ace, any diamond (trump) or a higher card of any suit"),
        ("kirifu", "D8", "the joker, the spade ace or a higher diamond"),
        ("kirifu", "S1", "the joker"),
        ("kirifu", "X1", ""),
    ],
)
def test_refusals_describe_the_cards_that_beat(key: str, attack: str, ways: str) -> None:
    position = Position(key, "H2" if key != "durak" else "H6", "S9", "S7", trump="D", lead=0)
    assert position.rules.beaten_by(position.table, CARDS[attack]) == ways


def test_a_view_shows_the_limit_and_the_legal_actions() -> None:
    position = durak("H8 C9", "H7 S9 S10", "C10 C11")
    board = position.rules.view(position.of(1).state)["board"]
    assert (board["attacker"], board["defender"], board["guardians"], board["attack_right"]) == (0, 1, [2], 0)
    assert (board["limit"], board["bout"], board["trump"]) == (3, 1, "D")
    for key, limit in (("kirifu", 5), ("mustamaija", 2)):
        position = Position(key, "H8 C9", "H7 S9", "C10 C11", trump="D", lead=0)
        assert position.rules.view(position.of(1).state)["board"]["limit"] == limit
        position.when("P0 leads H8")
        assert position.rules.view(position.of(1).state)["board"]["limit"] is None


# Creation


@pytest.mark.parametrize(
    ("key", "least", "most"), [("durak", 2, 6), ("kirifu", 3, 6), ("mustamaija", 2, 6)]
)  # fmt: skip
def test_the_number_of_seats_is_limited(key: str, least: int, most: int) -> None:
    for seats in range(1, 9):
        if least <= seats <= most:
            check_options(ruleset(key), {}, seats)
            continue
        with pytest.raises(Refused) as caught:
            check_options(ruleset(key), {}, seats)
        assert caught.value.code == "bad-seat-count"


DEFAULTS = {
    "durak": {
        "rounds": 1, "throw_in": False, "turnover": False, "teams": False, "guardian_scope": "neighbours", "first_bout_limit": 6,
        "multi_lead": False, "first_attacker": "lowest_trump", "both_out": "draw", "stall_limit": 100,
    },
    "kirifu": {
        "rounds": 1, "joker": True, "ace_rule": "spade_ace", "trump": "clubs", "finish": "play_on", "sequences": True,
        "extra_card": True, "min_sequence": 3, "two_groups": False, "limit_by_defender_hand": False, "plain_follow_suit": False,
        "stall_limit": 100,
    },
    "mustamaija": {
        "rounds": 1, "trump_reveal": "after_first_lead", "max_lead": 0, "spades_can_be_trump": False, "stall_limit": 100,
    },
}  # fmt: skip


@pytest.mark.parametrize("key", NAMES)
def test_the_defaults_are_those_of_the_rulebook(key: str) -> None:
    found = check_options(ruleset(key), {}, 4)
    assert {name: value for name, value in found.items() if name not in ("turn_seconds", "bot_delay_ms")} == DEFAULTS[
        key
    ]


@pytest.mark.parametrize(
    ("key", "name", "good", "bad"),
    [
        ("durak", "guardian_scope", ["neighbours", "all"], ["none", True]),
        ("durak", "first_bout_limit", [5, 6], [4, 7, True]),
        ("durak", "first_attacker", ["lowest_trump", "random"], ["loser"]),
        ("durak", "both_out", ["draw", "first_out"], ["last_out", False]),
        ("durak", "stall_limit", [0, 1, 100], [-1, None]),
        ("durak", "throw_in", [True, False], [1, "yes"]),
        ("kirifu", "ace_rule", ["spade_ace", "all_aces", "none"], ["aces", None]),
        ("kirifu", "trump", ["clubs", "diamonds", "hearts", "spades", "random"], ["C"]),
        ("kirifu", "finish", ["play_on", "first_out"], ["never"]),
        ("kirifu", "min_sequence", [2, 3], [1, 4]),
        ("mustamaija", "trump_reveal", ["after_first_lead", "at_deal"], ["never"]),
        ("mustamaija", "max_lead", [0, 5], [-1, None]),
    ],
)
def test_valid_and_invalid_option_values(key: str, name: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert check_options(ruleset(key), {name: value}, 4)[name] == value
    for value in bad:
        with pytest.raises(Refused) as caught:
            check_options(ruleset(key), {name: value}, 4)
        assert caught.value.code == "bad-option"


def test_pairs_need_four_seats_and_exclude_turning_over() -> None:
    for seats in (2, 3, 5, 6):
        with pytest.raises(Refused) as caught:
            check_options(ruleset("durak"), {"teams": True, "turnover": True}, seats)
        assert caught.value.code == "bad-seat-count"
    assert check_options(ruleset("durak"), {"teams": True, "throw_in": True}, 4)["teams"]
