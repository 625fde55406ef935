"""`careful` of Kirifu: leads, defences and takes, and the end game that it solves."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.beating.hand import BeatingState
from domain.beating.kirifu import Kirifu
from domain.beating.table import DEFENDING
from domain.bots.beating.careful_kirifu import Player
from domain.bots.beating.hand_value_kirifu import card_value, leads_needed
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.ruleset.actions import Action, Lead
from domain.ruleset.cards import CARDS, codes
from tests.domain.beating.situations import NOON, Position, cards
from tests.domain.bots.choices import asked, said

RULES = Kirifu()
CHANCE = Chance(b"\1" * 32, "none", 1, ("", "", ""))
OTHERS = ("H10 D10 S11 D6 S12", "H11 D11 H12 D12 S13")


def position(own: str, *others: str, stock: int = 12, **given: Any) -> Position:
    """Return a position in which seat 0 is asked to lead with that hand, or seat 1 to defend.

    Clubs are trumps, and the stock has cards that are nowhere else.
    """
    held = " ".join([own, *(others or OTHERS), given.get("table", "")]).replace("<-", " ").split()
    free = [code for code in codes(RULES.deck(int(given.get("joker", True)))) if code not in held]
    asks = {} if "defend" in given else {"lead": 0}
    stocked = " ".join(free[:stock])
    return Position("kirifu", own, *(others or OTHERS), stock=stocked, trump="C", **asks, **given)


def does(situation: Position, seat: int = 0) -> str:
    return said(asked(situation, seat))


def against(attacks: str, own: str, stock: int = 12, **given: Any) -> str:
    """Return the choice of seat 1, with that hand, against the attacks of seat 0, which holds low cards."""
    situation = position("H2 D2", own, "H11 D11 D12", stock=stock, table=attacks, defend=1, **given)
    return does(situation, 1)


# Leading


def test_a_low_group_is_led_with_the_lowest_other_card() -> None:
    assert does(position("H3 S3 D5 S9 C9")) == "leads S3 H3 + D5"
    assert does(position("H3 S3 D5 D9 X1")) == "leads S3 H3 + D5"


def test_without_the_option_no_extra_card_is_led() -> None:
    assert does(position("H3 D5 S9 C9 X1", extra_card=False)) in ("leads H3", "leads D5")
    assert "+" not in does(position("H3 S3 D5 S9 C9", extra_card=False))


def test_trumps_the_spade_ace_and_the_joker_are_kept() -> None:
    assert does(position("H4 C2 C7 S1 X1")) == "leads H4"
    assert does(position("H4 D4 C4 S1 X1")) in ("leads H4", "leads D4", "leads H4 D4")


def test_a_run_is_led_together() -> None:
    assert does(position("H3 H4 H5 C12 X1")) == "leads H3 H4 H5"
    assert does(position("H3 H4 H5 C12 X1", sequences=False)) == "leads H3"


def test_two_pairs_are_led_together_with_an_extra_card_where_allowed() -> None:
    assert does(position("H3 D3 H4 D4 S6", two_groups=True)) == "leads H3 H4 D3 D4 + S6"


def test_a_lead_stays_within_the_defender_s_hand_where_that_is_the_rule() -> None:
    hands = ("H3 S3 D5 S9 C9", "H10 D10", "S12 D12 D13")
    assert does(position(*hands, limit_by_defender_hand=True)) == "leads S3 H3"
    assert does(position(*hands)) == "leads S3 H3 + D5"


def test_without_a_stock_the_last_cards_are_led_together() -> None:
    assert does(position("H3 S3 D5", "H10 D10 S11", "S12 D12 D13", stock=0)) == "leads S3 H3 + D5"


# Defending


def test_the_cheapest_cards_that_beat_all_are_used() -> None:
    assert against("S4", "H5 H9 C3 X1 D13") == "beats S4<-H5"
    assert against("S4 H8 D4", "H5 H9 D6 X1 C13") in ("beats S4<-H5 H8<-H9 D4<-D6", "beats S4<-D6 H8<-H9 D4<-H5")


def test_a_card_that_alone_beats_the_higher_one_is_kept_for_it() -> None:
    assert against("S4 H8", "H5 H9 C13 X1 S1") == "beats S4<-H5 H8<-H9"
    assert against("H8 S4", "H9 H5 C13 X1 S1") == "beats S4<-H5 H8<-H9"


def test_the_weakest_sufficient_card_is_spent() -> None:
    assert against("C12", "S3 H3 C13 S1 X1") == "beats C12<-C13"
    assert against("C12", "S3 H3 S9 S1 X1") == "beats C12<-S1"


def test_unbeatable_attacks_are_taken() -> None:
    assert against("S1", "S3 H3 D5 S9 C13") == "takes"
    assert against("X1", "S3 H3 D5 S9 S1") == "takes"


def test_careful_takes_cards_that_complete_groups_rather_than_spend_the_joker() -> None:
    assert against("S13", "X1 S4 H4 S3 H3") == "takes"
    assert against("S13 H13", "X1 S1 S4 H4 D4") == "takes"
    assert against("S13", "D1 S4 H4 S3 H3") == "beats S13<-D1"


def test_in_the_end_game_a_partial_defence_shortens_the_hand() -> None:
    assert against("S3 H3 D13", "H5 H6 D7 D8 S9", stock=0).count("<-") == 2


def test_careful_counts_the_leads_that_a_hand_needs() -> None:
    options = position("H3").game.options
    for hand, count in (
        ("H3", 1),
        ("H3 D4", 2),
        ("H3 D3", 1),
        ("H3 D3 S4", 1),
        ("H3 D3 S4 S6", 2),
        ("H3 D3 S4 D4 S6 X1", 2),
        ("X1", 1),
    ):
        assert leads_needed(cards(hand), options) == count, hand
    assert leads_needed(cards("H3 D3 S4"), {**options, "extra_card": False}) == 2


def test_prices_follow_the_strength_of_cards() -> None:
    table = position("H3").table
    order = cards("H2 H9 H1 C2 C13 C1 S1 X1")
    prices = [card_value(table, card) for card in order]
    assert prices == sorted(prices)
    assert card_value(table, CARDS["H1"]) < card_value(table, CARDS["C2"])
    table.aces = "all_aces"
    assert card_value(table, CARDS["H1"]) == card_value(table, CARDS["S1"]) > card_value(table, CARDS["C13"])


# The end game


def after(state: BeatingState, action: Action, options: Mapping[str, Any]) -> BeatingState:
    """Return the state after an action of the asked seat, by the rules."""
    found = state.copy()
    for event in RULES.decide(state, state.table.turn, action, options, NOON, CHANCE):
        RULES.apply(found, event)
    return found


def everything(state: BeatingState, options: Mapping[str, Any]) -> Iterator[Action]:
    """Yield all actions that the rules accept."""
    table, seat = state.table, state.table.turn
    if table.phase == DEFENDING:
        yield from RULES.actions(table, state.hands[seat], seat, options)
        return
    hand = state.held(seat)
    for count in range(1, len(hand) + 1):
        for chosen in combinations(hand, count):
            yield Lead(chosen)
            if count > 2:
                yield from (Lead(tuple(card for card in chosen if card != extra), extra) for extra in chosen)


def wins(state: BeatingState, options: Mapping[str, Any], seat: int, known: dict[str, bool]) -> bool:
    """Tell whether the seat wins against every play of the other seat."""
    table = state.table
    if table.over:
        return not table.sizes[seat]
    stored, seats = table.stored(), range(len(state.hands))
    key = str([[sorted(state.held(one)) for one in seats], stored["attacks"], stored["turn"], stored["phase"]])
    if key not in known:
        ends = []
        for action in everything(state, options):
            try:
                then = after(state, action, options)
            except Refused:
                continue
            ends.append(wins(then, options, seat, known))
        known[key] = any(ends) if table.turn == seat else all(ends)
    return known[key]


@st.composite
def duels(draw: st.DrawFn) -> Position:
    """Draw a position with two hands of up to three cards and a third player who is done.

    Seat 0 leads, or seat 1 defends against a lead.
    """
    deck = draw(st.permutations(["S3", "S4", "S5", "H3", "H4", "D3", "D5", "C3", "C4", "X1", "S1", "D9"]))
    first, second, lead = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(0, 2))
    hands = " ".join(deck[:first]), " ".join(deck[first : first + second])
    lying = " ".join(deck[first + second : first + second + lead])
    asks: dict[str, Any] = {"defend": 1, "table": lying} if lead else {}
    return position(hands[0], hands[1], "", stock=0, out=[2], **asks)


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


def test_winning_leads_and_winning_takes_are_found() -> None:
    for hands, said_then in (
        (("D4 S13", "D5 H12", ""), "leads S13"),
        (("H3 S11", "D11 S10", ""), "leads S11"),
        (("S12 D13 D4", "D5 H7", ""), "leads S12"),
    ):
        assert does(position(*hands, stock=0, out=[2])) == said_then
    taking = position("S3 H2 C13", "D1 H1 S2", "", stock=0, out=[2], table="H9", defend=1)
    assert does(taking, 1) == "takes"


def test_the_end_game_is_solved_only_from_known_cards() -> None:
    found = position("H3 D3", "H5 D9", "", stock=0, out=[2])
    assert Player(found.of(0), 0).endgame() is not None
    found = position("H3 D3", "H5 D9", "", stock=1, out=[2])
    assert Player(found.of(0), 0).endgame() is None
    found = position("H3 D3", "H5 D9", "S9", stock=0)
    assert Player(found.of(0), 0).endgame() is None
