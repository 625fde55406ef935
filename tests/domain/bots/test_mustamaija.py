"""`careful` of Mustamaija: flushes, the queen of spades, defences and takes, and the end game that it solves."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.beating.hand import BeatingState
from domain.beating.mustamaija import Mustamaija
from domain.beating.table import DEFENDING
from domain.bots.beating.careful_mustamaija import Player
from domain.bots.beating.hand_value_mustamaija import card_value, hand_value, possible_leads
from domain.log.chance import Chance
from domain.ruleset.actions import Action, Lead
from domain.ruleset.cards import SUIT, codes
from domain.running.self_play import play
from tests.domain.beating.situations import NOON, Position, cards
from tests.domain.bots.choices import asked, said

RULES = Mustamaija()
CHANCE = Chance(b"\1" * 32, "none", 1, ("", ""))
OTHERS = ("D10 D11 S11 C10 S13", "D12 D13 H12 C12 C13")


def position(own: str, *others: str, stock: int = 14, **given: Any) -> Position:
    """Return a position in which seat 0 is asked to lead with that hand, or seat 1 to defend.

    Hearts are trumps, and the stock has cards that are nowhere else.
    """
    held = " ".join([own, *(others or OTHERS), given.get("table", "")]).replace("<-", " ").split()
    free = [code for code in codes(RULES.deck(0)) if code not in held]
    asks = {} if "defend" in given else {"lead": 0}
    return Position("mustamaija", own, *(others or OTHERS), stock=" ".join(free[:stock]), trump="H", **asks, **given)


def does(situation: Position, seat: int = 0) -> str:
    return said(asked(situation, seat))


def against(attacks: str, own: str, stock: int = 14, **given: Any) -> str:
    """Return the choice of seat 1, with that hand, against the attacks of seat 0, which holds low cards."""
    return does(position("C2 D2", own, "D11 D12 D13", stock=stock, table=attacks, defend=1, **given), 1)


# Leading


def test_low_cards_of_one_suit_are_led_together() -> None:
    assert does(position("C3 C5 C6 H9 D8")) == "leads C3 C5 C6"
    assert does(position("S3 S5 C6 H9 H2")) == "leads S3 S5"


def test_trumps_are_kept() -> None:
    assert does(position("C3 H2 H3 H9 H13")) == "leads C3"


@pytest.mark.parametrize("stock", [14, 0])
@pytest.mark.parametrize("rest", ["C5 D4", "C3 C4 C5 C6", "H2 H13 H1", "S2 S3"])
def test_the_queen_is_led_as_soon_as_it_can_be(rest: str, stock: int) -> None:
    assert "S12" in does(position(f"S12 {rest}", stock=stock))


def test_low_spades_go_along_with_the_queen() -> None:
    assert does(position("S2 S12 C5 H4 D9")) == "leads S2 S12"


def test_a_lead_stays_within_the_defender_s_hand_and_the_option() -> None:
    hands = ("C3 C4 C5 H9 D8", "D10 D11", "D12 H12 C12")
    assert len(does(position(*hands)).split()) == 3
    assert len(does(position("C3 C4 C5 H9 D8", max_lead=1)).split()) == 2


def test_leads_of_a_suit_are_all_choices_of_few_cards_and_the_ends_of_many() -> None:
    few, many = cards("S2 S5 S9"), cards("C2 C3 C4 C5 C6 C7")
    found = [*possible_leads([*few, *many], 5)]
    assert len([lead for lead in found if SUIT[lead[0]] == 0]) == 7
    clubs = {tuple(codes(sorted(lead))) for lead in found if SUIT[lead[0]] == 1}
    assert {("C2",), ("C7",), ("C2", "C3"), ("C6", "C7")} <= clubs
    assert len(clubs) == 10
    assert len({*found}) == len(found)


# Defending


def test_the_cheapest_cards_that_beat_all_are_used() -> None:
    assert against("C4", "C6 C13 H5 D4 S3") == "beats C4<-C6"
    assert against("C4 C6", "C5 C13 H5 H9 S3") == "beats C4<-C5 C6<-C13"


def test_a_trump_is_spent_to_lead_the_queen_away() -> None:
    own = "S12 H13 S3 S4 D5"
    assert against("C13", own) == "beats C13<-H13"
    assert against("C3", own) == "beats C3<-H13"


def test_cards_led_with_the_queen_are_beaten_and_the_queen_is_taken() -> None:
    situation = position("C2 D2", "S3 S13 C7 D4 D7", "D11 D12 D13", table="S2 S12", defend=1)
    assert does(situation, 1) == "beats S2<-S3"
    situation.when("P1 beats S2<-S3")
    assert does(situation, 1) == "takes"


def test_a_suit_that_is_held_already_is_taken_up_sooner_than_another() -> None:
    assert against("C13", "C8 C9 S9 H2 C3") == "beats C13<-H2"
    table, hand = position("C3").table, cards("C8 C9 H13")
    assert hand_value(table, [*hand, *cards("C4")]) > hand_value(table, [*hand, *cards("D4")])


def test_the_queen_is_worth_less_than_anything_and_trumps_more() -> None:
    table = position("C3").table
    prices = [card_value(table, card) for card in cards("S12 C2 C1 H2 H1")]
    assert prices == sorted(prices)
    assert len({*prices}) == 5


# The end game


def after(state: BeatingState, action: Action, options: Mapping[str, Any]) -> BeatingState:
    """Return the state after an action of the asked seat, by the rules."""
    found = state.copy()
    for event in RULES.decide(state, state.table.turn, action, options, NOON, CHANCE):
        RULES.apply(found, event)
    return found


def everything(state: BeatingState, options: Mapping[str, Any]) -> Iterator[Action]:
    """Yield all flushes, and each answer by itself."""
    table, seat = state.table, state.table.turn
    if table.phase == DEFENDING:
        yield from RULES.actions(table, state.hands[seat], seat, options)
        return
    hand = state.held(seat)
    for count in range(1, table.limit + 1):
        for chosen in combinations(hand, count):
            if len({SUIT[card] for card in chosen}) == 1:
                yield Lead(chosen)


def wins(state: BeatingState, options: Mapping[str, Any], seat: int, known: dict[str, bool]) -> bool:
    """Tell whether the seat wins against every play of the other seat."""
    table = state.table
    if table.over:
        return not table.sizes[seat]
    stored, seats = table.stored(), range(len(state.hands))
    key = str([[sorted(state.held(one)) for one in seats], stored["attacks"], stored["turn"], stored["phase"]])
    if key not in known:
        ends = (wins(after(state, action, options), options, seat, known) for action in everything(state, options))
        known[key] = any(ends) if table.turn == seat else all(ends)
    return known[key]


@st.composite
def duels(draw: st.DrawFn) -> Position:
    """Draw a position with two hands of up to four cards, one with the queen.

    Seat 0 leads, or seat 1 defends against a lead.
    """
    deck = draw(st.permutations(["S2", "S5", "S13", "H3", "H4", "D3", "D5", "D7", "C3", "C4", "C9"]))
    first, second, lead = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(0, 1))
    hands = [deck[:first], deck[first : first + second]]
    queen = draw(st.integers(0, 1))
    hands[queen][0] = "S12"
    asks: dict[str, Any] = {"defend": 1, "table": deck[first + second]} if lead else {}
    return position(" ".join(hands[0]), " ".join(hands[1]), stock=0, **asks)


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(duels())
def test_a_duel_knows_which_leads_win(found: Position) -> None:
    table, options = found.table, found.game.options
    if table.phase == DEFENDING:
        return
    player = Player(found.of(0), 0)
    duel, other = player.endgame(), tuple(sorted(found.hands[1]))
    assert duel is not None
    for lead in player.possible_leads(player.hand, len(other)):
        won = wins(after(found.state, player.as_lead(lead), options), options, 0, {})
        assert duel.wins_with(lead, player.hand, other) is won, codes(lead)


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(duels())
def test_a_won_end_game_of_two_known_hands_is_never_lost(found: Position) -> None:
    table, options = found.table, found.game.options
    seat = table.turn
    if not wins(found.state, options, seat, {}):
        return
    action = asked(found, seat)
    assert action is not None
    assert wins(after(found.state, action, options), options, seat, {}), said(action)


def test_the_end_game_is_not_solved_while_a_card_can_be_drawn() -> None:
    for stock, is_played_out in (("", True), ("H9", False)):
        found = Position("mustamaija", "C3 S12", "D5 C9", stock=stock, trump="H", lead=0)
        assert (Player(found.of(0), 0).endgame() is not None) is is_played_out


def test_the_loser_holds_the_queen() -> None:
    for seed in range(10):
        log, (played,) = play("mustamaija", ["careful", "novice", "careful"], str(seed))
        hands = next(event.public.hands for event in log if event.type == "round-ended")
        assert "S12" in hands[played.losers[0]]
