"""`careful` of Durak: attacks, defences, takes and turnovers, and the end game that it solves."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.beating.durak import Durak
from domain.beating.hand import BeatingState
from domain.log.chance import Chance
from domain.log.moments import Moment
from domain.playouts.beating.endgame_durak import DRAWN, LOST, WON, DurakEndgame, action_value, as_set
from domain.ruleset.actions import Action
from domain.ruleset.cards import SUITS, codes
from tests.domain.beating.situations import NOON, Position, cards
from tests.domain.bots.choices import asked, said

RULES = Durak()
CHANCE = Chance(b"\1" * 32, "none", 1, ("", ""))
NOW: Moment = NOON
OTHERS = ("H12 S12 C12 C13 D12 D13", "S13 C11 S11 H11 D11 D10")
"""Hands of other seats that use up no low cards."""


def position(own: str, *others: str, stock: int = 12, trump: str = "D", **given: Any) -> Position:
    """Return a position in which seat 0 is asked to lead with that hand.

    The stock has `stock` cards that are nowhere else, with the trump at its end.
    """
    held = " ".join([own, *others]).split()
    free = [code for code in codes(RULES.deck(0)) if code not in held]
    free.sort(key=lambda code: code[0] == trump)
    assert len(free) >= stock
    drawn = " ".join(free[len(free) - stock :])
    return Position("durak", own, *others, stock=drawn, trump=trump, **{"lead": 0, "bout": 2, **given})


def does(situation: Position, seat: int = 0) -> str:
    return said(asked(situation, seat))


# Leading


def test_a_low_card_is_led_and_trumps_are_kept() -> None:
    assert does(position("H6 H10 S10 C1 D6 D9", *OTHERS)) == "attacks H6"
    assert does(position("S10 C10 C1 D6 D7 D8", *OTHERS)) in ("attacks S10", "attacks C10")
    assert does(position("H13 C1 D6 D7 D8 D9", *OTHERS)) == "attacks H13"


def test_a_number_that_is_held_twice_is_led_rather_than_one_that_is_a_little_lower() -> None:
    assert does(position("S6 H7 C7 C1 D6 D9", *OTHERS)) in ("attacks H7", "attacks C7")
    assert does(position("S6 H10 C10 C1 D6 D9", *OTHERS)) == "attacks S6"


def test_low_cards_of_one_number_are_led_together_where_that_is_allowed() -> None:
    assert does(position("S9 H7 C7 C1 D6 D7", *OTHERS, multi_lead=True)) == "attacks C7 H7"


def test_without_a_stock_careful_leads_an_unbeatable_card() -> None:
    # No heart above the king is left, and no trump; another seat has the ace of spades.
    hands = ("S13 H13", "S1 C6", "C7 C8")
    assert does(position(*hands, stock=0)) == "attacks H13"


def test_careful_remembers_which_seat_took_which_cards() -> None:
    hands = ("S13 C13", "C10 C7", "S1 C1")
    for known, led in (("S1", "attacks S13"), ("C1", "attacks C13")):
        situation = position(*hands, stock=0)
        situation.table.known[2] = [card for card in situation.hands[2] if codes([card]) == [known]]
        assert does(situation) == led


# Attacking on


def test_with_a_stock_careful_attacks_on_only_with_low_cards() -> None:
    for own, then in (("H6 S6 C1 D1 D6 S8", "attacks S6"), ("H6 C10 C1 D1 D6 S8", "stops")):
        situation = position(own, "H1 S12 C12 C13 D12 D13", OTHERS[1])
        situation.when("P0 attacks H6", "P1 beats H6<-H1")
        assert does(situation) == then


def test_without_a_stock_careful_attacks_on_with_an_ace() -> None:
    situation = position("H6 C1 S8", "H1 S12 C12", "S13 C11 S11", stock=0)
    situation.when("P0 attacks H6", "P1 beats H6<-H1")
    assert does(situation) == "attacks C1"


def test_a_guardian_attacks_on_when_the_attacker_stops() -> None:
    situation = position("H6 C10 C1 D1 D6 S8", "H9 S12 C12 C13 D12 D13", "S9 C11 S11 H11 D11 D10")
    situation.when("P0 attacks H6", "P1 beats H6<-H9", "P0 stops")
    assert does(situation, 2) == "attacks S9"


def test_low_cards_are_thrown_in_together_without_trumps_and_aces() -> None:
    situation = position("H6 S6 C6 C1 D6 S8", "H1 S12 C12 C13 D12 D13", OTHERS[1], throw_in=True)
    situation.when("P0 attacks H6", "P1 takes")
    assert does(situation) == "throws-in S6 C6"
    situation = position("H6 C1 D6 S8 S9 S10", "H1 S12 C12 C13 D12 D13", OTHERS[1], throw_in=True)
    situation.when("P0 attacks H6", "P1 beats H6<-H1", "P0 attacks C1", "P1 takes")
    assert does(situation) == "stops"


def test_throwing_in_stays_within_the_limit() -> None:
    situation = position("H6 S6 C6 S8", "H7 S12", OTHERS[1], throw_in=True)
    situation.when("P0 attacks H6", "P1 takes")
    assert does(situation) in ("throws-in S6", "throws-in C6")


# Defending


def against(attacks: str, own: str, before: tuple[str, ...] = (), **given: Any) -> str:
    """Return the choice of seat 1, with that hand, against the attacks of seat 0."""
    rest = " ".join(code for code in ("S7", "C7", "C8", "S8") if code not in f"{attacks} {own}")
    situation = position(f"{attacks} {rest}", own, OTHERS[1], **given)
    situation.when(*before)
    return does(situation, 1)


def test_careful_beats_with_the_lowest_possible_card() -> None:
    assert against("H8", "H9 H13 D6 S9 C9 C10", ("P0 attacks H8",)) == "beats H8<-H9"
    assert against("H8", "D6 D9 S9 C9 C10 S10", ("P0 attacks H8",)) == "beats H8<-D6"


def test_careful_prefers_to_beat_with_a_number_on_the_table() -> None:
    own, first = "H10 S9 S10 C9 C12 C13", ("P0 attacks H6", "P1 beats H6<-H10", "P0 attacks S6")
    assert against("H6 S6", own, first) == "beats S6<-S10"
    own, first = own.replace("H10", "H12"), ("P0 attacks H6", "P1 beats H6<-H12", "P0 attacks S6")
    assert against("H6 S6", own, first) == "beats S6<-S9"


def test_careful_takes_a_good_card_rather_than_spend_a_high_trump() -> None:
    assert against("C1", "D1 D12 S9 C9 C10 S10", ("P0 attacks C1",)) == "takes"
    assert against("C6", "D12 D1 S9 S12 H12 S10", ("P0 attacks C6",)) == "beats C6<-D12"


def test_two_attacks_are_beaten_together_or_not_at_all() -> None:
    led = ("P0 attacks H6 S6",)
    assert against("H6 S6", "H9 S9 C9 C10 C12 C13", led, multi_lead=True) == "beats S6<-S9 H6<-H9"
    assert against("H6 S6", "H9 H10 C9 C10 C12 C13", led, multi_lead=True) == "takes"


def test_a_card_that_alone_beats_one_attack_is_kept_for_it() -> None:
    led = ("P0 attacks H6 S6",)
    assert against("H6 S6", "H9 D6 C9 C10 C12 C13", led, multi_lead=True) == "beats S6<-D6 H6<-H9"


def test_an_attack_is_turned_over_rather_than_beaten_with_a_trump() -> None:
    own = "S6 D9 D12 C9 C10 C12"
    assert against("H6", own, ("P0 attacks H6",), turnover=True) == "turns-over S6"
    assert against("H6", own, ("P0 attacks H6",)) == "beats H6<-D9"


def test_a_high_trump_is_not_spent_on_turning_over() -> None:
    own = "H13 D12 C9 C10 S9 S10"
    assert against("H12", own, ("P0 attacks H12",), turnover=True) == "beats H12<-H13"


# The end game


def after(state: BeatingState, action: Action, options: Mapping[str, Any]) -> BeatingState:
    """Return the state after an action of the asked seat, by the rules."""
    found = state.copy()
    for event in RULES.decide(state, state.table.turn, action, options, NOW, CHANCE):
        RULES.apply(found, event)
    return found


def value(state: BeatingState, options: Mapping[str, Any], known: dict[str, int], seat: int) -> int:
    """Return the value of a position for a seat, by trying every legal action; a repeated position is a draw."""
    table = state.table
    if table.over:
        if any(table.sizes):
            return LOST if table.sizes[seat] else WON
        return DRAWN if options["both_out"] == "draw" else LOST if table.out[-1] == seat else WON
    stored = table.stored()
    stored["bout"] = {**stored["bout"], "number": 0, "original": 0}
    stored["hands"] = [sorted(state.held(one)) for one in range(len(state.hands))]
    key = str([stored[name] for name in ("hands", "attacks", "bout", "phase", "turn")])
    if key not in known:
        known[key] = DRAWN
        best = max if table.turn == seat else min
        known[key] = best(
            value(after(state, action, options), options, known, seat)
            for action in RULES.actions(table, state.hands[table.turn], table.turn, options)
        )
    return known[key]


@st.composite
def duels(draw: st.DrawFn, **given: Any) -> Position:
    """Draw a position with two hands of up to three cards, after some moves."""
    deck = draw(st.permutations(["S6", "S7", "S8", "H6", "H7", "H8", "D6", "D7", "C8", "C9"]))
    first, second = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    options = {name: draw(st.booleans()) if chosen is None else chosen for name, chosen in given.items()}
    options["both_out"] = draw(st.sampled_from(["draw", "first_out"]))
    hands = " ".join(deck[:first]), " ".join(deck[first : first + second])
    found = position(*hands, stock=0, **options)
    for choice in draw(st.lists(st.integers(0, 20), max_size=4)):
        legal = found.actions(found.table.turn)
        if legal and not found.table.over:
            found.act(found.table.turn, legal[choice % len(legal)])
    return found


def known(*, throw_in: bool = False, both_out: str = "draw") -> DurakEndgame:
    """Return an end game with diamonds as trumps."""
    return DurakEndgame(SUITS.index("D"), {"throw_in": throw_in, "turnover": False, "both_out": both_out})


def test_a_last_card_that_a_last_card_beats_wins_if_the_first_out_wins() -> None:
    own, other = as_set(cards("H7")), as_set(cards("H9"))
    assert [known(both_out=rule).lead(own, other) for rule in ("draw", "first_out")] == [DRAWN, WON]


def test_the_last_card_within_the_limit_is_thrown_in() -> None:
    own, other = as_set(cards("H7 C1 S1")), as_set(cards("D12 C12"))
    assert [known(throw_in=throw_in).lead(own, other) for throw_in in (False, True)] == [LOST, WON]


def test_a_bout_is_over_at_its_limit_of_attacks() -> None:
    own, other, lying = (as_set(cards(hand)) for hand in ("C1 C9", "H9 H11 C10 H12", "H1 H13"))
    assert [known(throw_in=False).attack(own, other, lying, count, 6) for count in (5, 6)] == [WON, LOST]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(duels(throw_in=None))
def test_a_duel_predicts_the_result_of_the_rules(found: Position) -> None:
    table, options = found.table, found.game.options
    if table.over:
        return
    own, other = as_set(found.hands[table.turn]), as_set(found.hands[1 - table.turn])
    for action in RULES.actions(table, found.state.hands[table.turn], table.turn, options):
        promised = action_value(DurakEndgame(table.trump, options), table, own, other, action)
        assert promised == value(after(found.state, action, options), options, {}, table.turn), action


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(duels(throw_in=None, turnover=None, multi_lead=False))
def test_a_won_end_game_of_two_known_hands_is_never_lost(found: Position) -> None:
    table, options = found.table, found.game.options
    if table.over:
        return
    seat = table.turn
    values = {
        action: value(after(found.state, action, options), options, {}, seat)
        for action in RULES.actions(table, found.state.hands[seat], seat, options)
    }
    chosen = asked(found, seat)
    assert chosen is not None
    got = values[chosen] if chosen in values else value(after(found.state, chosen, options), options, {}, seat)
    if max(values.values()) == WON:
        assert got == WON or options["turnover"], said(chosen)


def test_unbeatable_cards_are_led_first_only_where_that_wins_without_a_stock() -> None:
    ends = [("S6 S12", "S8 C13 C12"), ("H9 H13", "S10 D9 S7"), ("H1 H9 H11", "D9 C9 H6"), ("S13 S7", "H6 S9")]
    for hands, led in zip(ends, ["S12", "H13", "H11", "S13"], strict=True):
        assert does(position(*hands, stock=0)) == f"attacks {led}"
    # The other hand is known in this case too, because the last card is face up.
    assert does(position(*ends[0], stock=1)) == "attacks S6"


def test_without_a_stock_careful_spends_a_high_trump_rather_than_take() -> None:
    own, led = "D12 D1 S9 C9 C10 S10", ("P0 attacks C13",)
    assert against("C13", own, led) == "takes"
    assert against("C13", own, led, stock=0) == "beats C13<-D12"


def test_careful_turns_over_with_the_lower_of_two_cards() -> None:
    assert against("H6", "S6 D6 C9 C10 C12 S9", ("P0 attacks H6",), turnover=True) == "turns-over S6"


@pytest.mark.parametrize("seat", [0, 1])
def test_in_pairs_careful_attacks_only_the_other_pair(seat: int) -> None:
    situation = position("H6 S6 S8", "H9 S12 C12", "S9 H8 C8", "C9 C10 C11", teams=True, lead=seat)
    assert does(situation, seat).startswith("attacks")
    assert situation.table.bout is not None
    assert (situation.table.bout.defender - seat) % 2 == 1
