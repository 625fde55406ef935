"""`kirifu`: legal leads, and which card beats which (rulebook 3.3 and 3.4)."""

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.beating.kirifu import combination
from domain.ruleset.actions import Lead
from domain.ruleset.cards import CARDS, RANK, SUIT, Card, codes, deck
from tests.domain.beating.facts import cards
from tests.domain.beating.legal_actions import code_of
from tests.domain.beating.situations import Position

HEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1]
"""Numbers from the lowest to the ace."""

LEAD_OPTIONS: Any = st.fixed_dictionaries(
    {"sequences": st.booleans(), "extra_card": st.booleans(), "min_sequence": st.sampled_from([2, 3]), "two_groups": st.booleans(), "limit_by_defender_hand": st.booleans()}
)  # fmt: skip


def at(*hands: str, **given: Any) -> Position:
    """Set up a position in which clubs are trump; seat 0 leads unless a seat defends."""
    return Position("kirifu", *hands, **({"trump": "C"} | ({} if "defend" in given else {"lead": 0}) | given))


def sequences(least: int) -> set[frozenset[Card]]:
    """Return all runs of one suit, written out."""
    found = set()
    for suit, start, count in product("SCHD", range(13), range(least, 14)):
        run = HEIGHTS[start : start + count]
        if len(run) == count:
            found.add(frozenset(CARDS[f"{suit}{number}"] for number in run))
    return found


RUNS = {least: sequences(least) for least in (2, 3)}


def kind_of(found: frozenset[Card], options: dict[str, Any]) -> str | None:
    """Return the kind of lead by the words of the rulebook."""
    numbers = [RANK[card] for card in found]
    if len(found) == 1:
        return "single"
    if 0 in numbers:
        return None
    if len(found) <= 4 and len({*numbers}) == 1:
        return "group"
    pairs = len(found) == 4 and len({*numbers}) == 2 and all(numbers.count(number) == 2 for number in numbers)
    if options["two_groups"] and pairs:
        return "two-groups"
    return "sequence" if options["sequences"] and found in RUNS[options["min_sequence"]] else None


@settings(max_examples=300, deadline=None)
@given(
    found=st.frozensets(
        st.one_of(st.sampled_from([*range(53)]), st.sampled_from(cards("S1 S2 S3 S4 S12 S13 H12 H13 H1 H2 H3 C2 C3 X1"))),
        min_size=1, max_size=6,
    ),
    options=LEAD_OPTIONS,
)  # fmt: skip
def test_combinations_are_those_of_the_rulebook(found: frozenset[Card], options: dict[str, Any]) -> None:
    for order in (sorted(found), sorted(found, reverse=True)):
        assert combination(order, options) == kind_of(found, options)


@pytest.mark.parametrize("least", [2, 3])
def test_every_run_is_a_sequence_and_every_set_of_a_number_a_group(least: int) -> None:
    options = {"sequences": True, "min_sequence": least, "two_groups": False}
    assert all(combination([*run], options) == "sequence" for run in RUNS[least])
    for number in range(1, 14):
        same = [card for card in deck() if RANK[card] == number]
        for count in (2, 3, 4):
            assert all(combination(group, options) == "group" for group in combinations(same, count))


@settings(max_examples=60, deadline=None)
@given(
    hand=st.lists(
        st.sampled_from(cards("S1 S2 S3 S4 S5 S12 S13 H1 H2 H3 H13 C2 C3 D2 D3 X1")),
        min_size=1,
        max_size=7,
        unique=True,
    ),
    defender=st.integers(1, 6),
    options=LEAD_OPTIONS,
)
def test_all_legal_leads_are_listed(hand: list[Card], defender: int, options: dict[str, Any]) -> None:
    others = [card for card in cards("S6 S7 S8 S9 S10 S11 D9") if card not in hand]
    position = at(" ".join(codes(hand)), " ".join(codes(others[:defender])), "C13", **options)
    most = min(5, defender) if options["limit_by_defender_hand"] else 5
    listed = {frozenset(lead.cards) for lead in position.actions(0) if isinstance(lead, Lead) and lead.extra is None}
    subsets = [frozenset(found) for count in range(1, len(hand) + 1) for found in combinations(hand, count)]
    assert listed == {found for found in subsets if kind_of(found, options) and len(found) <= most}
    assert len(listed) == len(position.actions(0))
    rules, full = position.rules, position.game.options
    for found in subsets:
        kind = kind_of(found, options)
        said = code_of(rules, position.state, 0, Lead(tuple(found)), full)
        assert said == ("bad-combination" if kind is None else "too-many-cards" if len(found) > most else None)
        for extra in {*hand} - found:
            said = code_of(rules, position.state, 0, Lead(tuple(found), extra), full)
            if not options["extra_card"]:
                expected: str | None = "option-off"
            elif kind is None:
                expected = "bad-combination"
            elif kind not in ("group", "two-groups"):
                expected = "extra-not-allowed"
            else:
                expected = "too-many-cards" if len(found) + 1 > most else None
            assert said == expected


def test_the_event_names_the_kind_of_lead() -> None:
    for lead, kind in (("S9", "single"), ("S9 H9", "group"), ("S9 H9 + C2", "group"), ("S8 S9 S10", "sequence")):
        position = at("S8 S9 S10 H9 C2", "H10", "C3")
        (led, *_) = position.when(f"P0 leads {lead}")
        assert (led.public.kind, led.public.to) == (kind, 1)
        assert led.public.cards == lead.replace(" +", "").split(), "the extra card last"
        assert led.public.extra == ("C2" if "+" in lead else None)
    position = at("S8 S9 H8 H9 C2", "H10", "C3", two_groups=True)
    (led, *_) = position.when("P0 leads S8 H8 S9 H9")
    assert led.public.kind == "two-groups"


def test_the_joker_leads_alone_or_as_an_extra_card() -> None:
    position = at("S8 S9 H8 X1 S10 S1", "H10", "C3")
    position.when("P0 leads S8 X1 -> bad-combination", "P0 leads S8 S9 X1 -> bad-combination", "P0 leads X1")
    assert position.lies == "X1"
    position = at("S8 S9 H8 X1 S10 S1", "H10", "C3")
    position.when("P0 leads S8 H8 + X1")
    assert position.lies == "S8 H8 X1"


def test_the_extra_card_is_another_card_of_the_hand() -> None:
    position = at("S8 H8 C4", "H10", "C3")
    position.when(
        "P0 leads S8 H8 + H8 -> duplicate-card", "P0 leads S8 H8 + H10 -> not-in-hand", "P0 leads + C4 -> bad-arguments"
    )


def test_a_group_of_four_and_an_extra_card_are_five_cards() -> None:
    position = at("S8 H8 C8 D8 H3", "H10", "C3")
    position.when("P0 leads S8 H8 C8 D8 + H3")
    assert position.out == (0,)


def test_a_sequence_may_be_five_long_and_end_with_the_ace() -> None:
    position = at("S10 S11 S12 S13 S1 S9", "H10", "C3")
    position.when("P0 leads S9 S10 S11 S12 S13 S1 -> too-many-cards", "P0 leads S10 S11 S12 S13 S1")
    assert position.stand == ("defending", 1)


def test_options_change_the_legal_leads() -> None:
    position = at("S8 S9 S10 H8 C2", "H10", "C3", sequences=False)
    position.when("P0 leads S8 S9 S10 -> bad-combination")
    position = at("S8 S9 S10 H8 C2", "H10", "C3", extra_card=False)
    position.when("P0 leads S8 H8 + C2 -> option-off", "P1 leads H10 + C2 -> option-off", "P0 leads S8 H8")
    position = at("S8 S9 S10 H8 C2", "H10", "C3", min_sequence=2)
    position.when("P0 leads S9 H8 -> bad-combination", "P0 leads S8 S9")
    position = at("S8 S9 S10 H8 C2", "H10 H11", "C3", limit_by_defender_hand=True)
    assert position.limit == 2
    position.when("P0 leads S8 S9 S10 -> too-many-cards", "P0 leads S8 H8 + C2 -> too-many-cards", "P0 leads S8 H8")
    position = at("S8 S9 S10 H8 C2 S11", "H10 H11 H12 H13 H1 D1", "C3", limit_by_defender_hand=True)
    assert position.limit == 5


# 3.3 Strength

BELOW = [[f"{suit}{number}" for suit in "SHD"] for number in HEIGHTS]
TRUMPS = [[f"C{number}"] for number in HEIGHTS]
PLAIN_ACES = ["S1", "H1", "D1"]


def order(ace_rule: str) -> list[list[str]]:
    """Return all cards from the weakest to the strongest, grouped by strength; clubs are trump."""
    if ace_rule == "none":
        return [*BELOW, *TRUMPS, ["X1"]]
    if ace_rule == "spade_ace":
        return [*BELOW[:-1], ["H1", "D1"], *TRUMPS, ["S1"], ["X1"]]
    return [*BELOW[:-1], *TRUMPS[:-1], [*PLAIN_ACES, "C1"], ["X1"]]


@pytest.mark.parametrize("ace_rule", ["spade_ace", "all_aces", "none"])
@pytest.mark.parametrize("follow", [False, True])
def test_which_card_beats_which_over_all_cards(ace_rule: str, follow: bool) -> None:
    position = at("S2", "S3", "S4", ace_rule=ace_rule, plain_follow_suit=follow)
    ranked = order(ace_rule)
    assert sorted(card for same in ranked for card in same) == sorted(codes(position.rules.deck(1)))
    above = {"none": [], "spade_ace": ["S1"], "all_aces": PLAIN_ACES}[ace_rule]
    height = {card: place for place, same in enumerate(ranked) for card in same}
    plain = {card for card in height if card[0] in "SHD" and card not in above}
    for card, attack in product(height, repeat=2):
        expected = height[card] > height[attack]
        if follow and card in plain and attack in plain and card[0] != attack[0]:
            expected = False
        assert position.rules.beats(position.table, CARDS[card], CARDS[attack]) == expected, (card, attack)


@pytest.mark.parametrize(("name", "suit"), [("spades", 0), ("clubs", 1), ("hearts", 2), ("diamonds", 3)])
def test_the_trump_suit_is_an_option(name: str, suit: int) -> None:
    for seed in range(3):
        assert Position.dealt("kirifu", 3, seed, trump=name).table.trump == suit
    table = at("S2", "S3", "S4", trump="SCHD"[suit]).table
    rules = at("S2", "S3", "S4").rules
    other = next(card for card in deck() if SUIT[card] != suit and RANK[card] == 13)
    assert rules.beats(table, suit * 13 + 1, other)


def test_a_random_trump_is_public_and_may_be_any_suit() -> None:
    found = set()
    for seed in range(40):
        position = Position.dealt("kirifu", 3, seed, trump="random")
        assert position.opening[0].public.trump == position.trump
        assert {position.of(viewer).table.trump for viewer in (-1, 0, 1, 2)} == {position.table.trump}
        found.add(position.trump)
    assert found == {*"SCHD"}


def test_the_spade_ace_is_above_trumps_when_spades_are_trump_too() -> None:
    table = at("S2", "S3", "S4", trump="S").table
    rules = at("S2", "S3", "S4").rules
    assert rules.beats(table, CARDS["S1"], CARDS["S13"])
    assert not rules.beats(table, CARDS["S13"], CARDS["S1"])
