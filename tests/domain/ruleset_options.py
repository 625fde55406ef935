"""Hypothesis strategies for every ruleset with any of its options."""

from typing import Any

from hypothesis import strategies as st

from prove.harness.match import DOUBT, DURAK, KAWAGOE, KIRIFU, MUSTAMAIJA, SATO

TIMES = {
    "claim_grace_seconds": st.sampled_from([0, 0, 3]),
    "answer_seconds": st.sampled_from([0, 10]),
    "turn_seconds": st.sampled_from([0, 60]),
    "bot_delay_ms": st.sampled_from([0, 800]),
}
LEISURE = {
    "turn_seconds": st.sampled_from([0, 60]),
    "bot_delay_ms": st.sampled_from([0, 800]),
    "stall_limit": st.sampled_from([100, 100, 3, 0]),
    "rounds": st.integers(1, 3),
}
OPTIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    SATO: st.fixed_dictionaries(
        TIMES
        | {
            "claim_mode": st.sampled_from(["race", "race", "race", "ask_all"]),
            "false_claim": st.sampled_from(["expose", "nothing", "draw_2", "lose"]),
            "claim_hints": st.booleans(),
            "initial_card_loser": st.sampled_from(["none", "all_others"]),
            "draw_penalty_ends_turn": st.booleans(),
            "open_penalty_ends_turn": st.booleans(),
            "eight_answers_pending": st.booleans(),
            "play_after_draw": st.booleans(),
            "next_starter": st.sampled_from(["loser", "winner", "random"]),
            "rounds": st.integers(1, 3),
        }
    ),
    KAWAGOE: st.fixed_dictionaries(
        TIMES
        | {
            "false_claim": st.sampled_from(["expose", "nothing", "draw_2", "lose"]),
            "claim_hints": st.booleans(),
            "voluntary_draw": st.booleans(),
            "eight_wild": st.booleans(),
            "score_hand": st.sampled_from(["payer", "winner", "both"]),
            "dealer_after_ippatsu": st.sampled_from(["same", "winner", "left"]),
            "rounds": st.integers(1, 4),
        }
    ),
    DOUBT: st.fixed_dictionaries(
        {
            "variant": st.sampled_from(["doubt", "doubt", "cheat"]),
            "penalty": st.sampled_from(["pile", "eliminate", "exchange_two"]),
            "decks": st.sampled_from([1, 1, 1, 2, 4]),
            "jokers_per_deck": st.integers(0, 2),
            "max_cards_per_play": st.sampled_from([4, 4, 3, 2, 1]),
            "resume_same_number": st.booleans(),
            "doubter_takes_turn": st.booleans(),
            "must_doubt_to_finish": st.booleans(),
            "joker_may_finish": st.booleans(),
            "next_play_closes": st.booleans(),
            "ranking": st.sampled_from(["winner_only", "by_hand_count"]),
            "window_seconds": st.sampled_from([0, 10]),
            "min_open_seconds": st.sampled_from([0, 3]),
            "max_plays": st.sampled_from([0, 50]),
            "turn_seconds": st.sampled_from([0, 60]),
            "bot_delay_ms": st.sampled_from([0, 800]),
            "rounds": st.integers(1, 3),
        }
    ).map(lambda options: options | ({"max_plays": 50} if options["decks"] > 2 else {})),
    DURAK: st.fixed_dictionaries(
        LEISURE
        | {
            "throw_in": st.booleans(),
            "turnover": st.booleans(),
            "teams": st.sampled_from([False, False, True]),
            "guardian_scope": st.sampled_from(["neighbours", "all"]),
            "first_bout_limit": st.sampled_from([6, 5]),
            "multi_lead": st.booleans(),
            "first_attacker": st.sampled_from(["lowest_trump", "random"]),
            "both_out": st.sampled_from(["draw", "first_out"]),
        }
    ),
    KIRIFU: st.fixed_dictionaries(
        LEISURE
        | {
            "joker": st.booleans(),
            "ace_rule": st.sampled_from(["spade_ace", "all_aces", "none"]),
            "trump": st.sampled_from(["clubs", "diamonds", "hearts", "spades", "random"]),
            "finish": st.sampled_from(["play_on", "play_on", "first_out"]),
            "sequences": st.booleans(),
            "extra_card": st.booleans(),
            "min_sequence": st.sampled_from([3, 2]),
            "two_groups": st.booleans(),
            "limit_by_defender_hand": st.booleans(),
            "plain_follow_suit": st.booleans(),
        }
    ),
    MUSTAMAIJA: st.fixed_dictionaries(
        LEISURE
        | {
            "trump_reveal": st.sampled_from(["after_first_lead", "at_deal"]),
            "max_lead": st.sampled_from([0, 0, 1, 5]),
            "spades_can_be_trump": st.booleans(),
        }
    ),
}
RULES = st.sampled_from([*OPTIONS]).flatmap(
    lambda key: OPTIONS[key].map(lambda options: {"ruleset": key, **options}),
)
"""A ruleset and options of it."""
