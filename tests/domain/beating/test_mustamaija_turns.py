"""`mustamaija`: the trump, leads and defences, going out and the end (rulebook section 4)."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ruleset.actions import Lead
from domain.ruleset.cards import CARDS, CODES, codes, deck
from tests.domain.beating.situations import Position, types

HANDS = ("H2 H9 S12 C5 D4", "S13 S11 H8 C12 D7", "C1 C11 H1 H3 D3")


def at(*hands: str, **given: Any) -> Position:
    """Set up a position in which hearts are trump; seat 0 leads unless a seat defends."""
    return Position("mustamaija", *hands, **({"trump": "H"} | ({} if "defend" in given else {"lead": 0}) | given))


# 4.1: the deal


@pytest.mark.parametrize(("seats", "stock"), [(2, 42), (3, 37), (4, 32), (5, 27), (6, 22)])
def test_each_seat_gets_five_cards_and_the_dealer_s_left_neighbour_leads(seats: int, stock: int) -> None:
    dealers = set()
    for seed in range(25):
        position = Position.dealt("mustamaija", seats, seed)
        dealer = position.opening[0].public.dealer
        assert (position.sizes, len(position.table.stock)) == ((5,) * seats, stock)
        assert (position.trump, position.table.trump_card, position.stand) == (
            None,
            None,
            ("leading", (dealer + 1) % seats),
        )
        dealers.add(dealer)
    assert len(dealers) > 1
    held = [card for hand in position.hands for card in hand]
    assert sorted([*held, *position.deck]) == deck()


# 4.3: turning the trump


@pytest.mark.parametrize(
    ("stock", "trump", "then"),
    [
        ("D8 D9 D10 C2 H4", "D", "D9 D10 C2 H4 D8"),
        ("S4 H7 D8", "H", "S4 D8 H7"),
        ("S4 S5 H7 D8 D9", "H", "D8 S4 S5 D9 H7"),
        ("S4 S5 S6 S7 C8 D8 D9 D10", "C", "D8 S4 S5 S6 S7 D9 D10 C8"),
        ("S4 S5 S6 S7 C8 D8 D9 D10 S9", "C", "D8 D9 S4 S5 S6 S7 D10 S9 C8"),
        ("S4 S5 S6 C8", "C", "S4 S5 S6 C8"),
    ],
)
def test_spades_passed_over_go_into_the_middle_and_the_trump_to_the_bottom(stock: str, trump: str, then: str) -> None:
    position = at(HANDS[0] + " S3", *HANDS[1:], trump=None, stock=stock)
    assert types(position.when("P0 leads D4")) == ["cards-led", "trump-turned"], "five cards are left"
    assert (position.trump, position.stock) == (trump, then)
    skipped = [CARDS[code] for code in position.last("trump-turned").public.skipped]
    for viewer in (-1, 0, 1, 2):
        seen = {card for card in position.of(viewer).table.stock if card is not None}
        assert seen == {position.table.stock[0], *skipped}, "all of them were face up, and their places are known"
        assert position.of(viewer).table.trump_card == position.table.stock[0]


@settings(max_examples=100, deadline=None)
@given(order=st.permutations(["S4", "S5", "S6", "S7", "S8", "C8", "C13", "D8", "D9", "H4"]))
def test_the_trump_is_the_first_card_other_than_a_spade(order: list[str]) -> None:
    position = at(HANDS[0] + " S3", *HANDS[1:], trump=None, stock=" ".join(order))
    position.when("P0 leads D4")
    rest, spades = [*order], []
    while rest[0][0] == "S":
        spades.append(rest.pop(0))
    turned = rest.pop(0)
    middle = len(rest) // 2
    assert position.stock.split() == [*rest[:middle], *spades, *rest[middle:], turned]
    assert position.trump == turned[0]


def test_the_trump_is_turned_before_the_leader_draws_and_only_once() -> None:
    position = at("D4 D5 C5 C6 H2", *HANDS[1:], trump=None, stock="D8 D9 D10 C3 H4")
    assert types(position.when("P0 leads D4 D5")) == ["cards-led", "trump-turned", "cards-drawn"]
    assert (position.drawn, position.stock) == (("P0 D9 D10",), "C3 H4 D8")
    assert "trump-turned" not in types(position.when("P1 takes", "P2 leads C1"))


def test_a_drawn_card_that_was_face_up_is_known_in_its_hand() -> None:
    position = at("D4 D5 C5 C6 H2", *HANDS[1:], trump=None, stock="S4 D9 D10")
    position.when("P0 leads D4 D5")
    assert (position.drawn, position.stock, position.known) == (("P0 S4 D10",), "D9", ("S4", "", ""))
    assert position.last("cards-drawn").public.shown == ["S4"]


def test_by_option_the_trump_is_turned_at_the_deal() -> None:
    for seed in range(15):
        late, early = (
            Position.dealt("mustamaija", 3, seed, trump_reveal=when) for when in ("after_first_lead", "at_deal")
        )
        assert late.hands == early.hands
        assert (late.trump, early.trump) == (None, CODES[early.table.stock[0]][0])
        assert early.trump != "S"
        assert [event.type for event in early.opening] == ["round-dealt", "trump-turned"]
        seat = early.stand[1]
        lead = CODES[early.hands[seat][0]]
        assert "trump-turned" not in types(early.when(f"P{seat} leads {lead}"))


def test_by_option_spades_can_be_trump() -> None:
    position = at("D4 D5 C5 C6 H2", *HANDS[1:], trump=None, stock="S4 D9 D10 C3", spades_can_be_trump=True)
    position.when("P0 leads D4 D5")
    assert (position.trump, position.stock) == ("S", "C3 S4")
    suits = {
        Position.dealt("mustamaija", 3, seed, trump_reveal="at_deal", spades_can_be_trump=True).trump
        for seed in range(30)
    }
    assert suits == {*"SCHD"}


# 4.2: strength


def test_which_card_beats_which_over_all_cards() -> None:
    order = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1]
    rules = at(*HANDS).rules
    for trump in (*"SCHD", None):
        table = at(*HANDS, trump=trump).table
        for card, attack in product(codes(deck()), repeat=2):
            higher = card[0] == attack[0] and order.index(int(card[1:])) > order.index(int(attack[1:]))
            expected = "S12" not in (card, attack) and (higher or (card[0] == trump != attack[0]))
            assert rules.beats(table, CARDS[card], CARDS[attack]) == expected, (trump, card, attack)


def test_the_queen_of_spades_does_not_beat_a_lower_spade() -> None:
    position = at("C5", "S12 H2", "C9", defend=1, table="S2")
    position.when("P1 beats S2<-S12 -> cannot-beat")
    assert position.refused(1) == {"S12": "cannot-beat"}


def test_a_hand_of_only_the_queen_of_spades_takes() -> None:
    position = at("C5 C6", "S12", "C9", defend=1, table="S2")
    assert len(position.actions(1)) == 1
    position.when("P1 takes")
    assert position.stand == ("leading", 2)


# 4.3: leads


def test_a_lead_is_of_one_suit_with_any_numbers() -> None:
    position = at("C2 C9 C13 D4 S12", *HANDS[1:])
    position.when("P0 leads C2 D4 -> mixed-suits", "P0 leads C2 C9 C13")
    assert position.last("cards-led").public.kind == "flush"
    position = at("C2 C9 C13 D4 S12", *HANDS[1:])
    position.when("P0 leads D4")
    assert position.last("cards-led").public.kind == "single"


def test_a_lead_is_no_larger_than_the_hand_that_defends() -> None:
    position = at("C2 C3 C4 C6 C7 C8", "S13 S11 H5", "C9")
    assert position.limit == 3
    position.when("P0 leads C2 C3 C4 C6 -> too-many-cards", "P0 leads C2 C3 C4 D2 -> not-in-hand", "P0 leads C2 C3 C4")
    position = at("C2 C3 C4 C6 C7 C8", "S13 S11 H5 H6 H7 H8 H9", "C9")
    position.when("P0 leads C2 C3 C4 C6 C7 C8")
    assert position.lies == "C2 C3 C4 C6 C7 C8", "there is no other cap"


@pytest.mark.parametrize(("most", "held", "limit"), [(0, 7, 7), (5, 7, 5), (5, 3, 3), (1, 7, 1), (13, 7, 7)])
def test_the_largest_lead_is_an_option(most: int, held: int, limit: int) -> None:
    position = at(
        "C2 C3 C4 C6 C7 C8 C9", " ".join(["S13", "S11", "H5", "H6", "H7", "H8", "H9"][:held]), "C10", max_lead=most
    )
    assert position.limit == limit
    rest = ["C2", "C3", "C4", "C6", "C7", "C8", "C9"]
    if limit < 7:
        position.when(f"P0 leads {' '.join(rest[: limit + 1])} -> too-many-cards")
    position.when(f"P0 leads {' '.join(rest[:limit])}")


def test_a_lead_has_no_extra_card() -> None:
    position = at("C2 C3 D4", *HANDS[1:])
    position.when(
        "P0 leads C2 C3 + D4 -> bad-arguments",
        "P0 leads C2 C2 + D4 -> bad-arguments",
        "P1 leads C12 + D7 -> not-your-turn",
    )


def test_the_queen_is_led_alone_or_with_other_spades() -> None:
    for lead in ("S12", "S2 S12", "S2 S9 S12"):
        position = at("S2 S9 S12 C5", *HANDS[1:])
        position.when(f"P0 leads {lead}")
        assert position.lies == lead
    at("S2 S9 S12 C5", *HANDS[1:]).when("P0 leads S12 C5 -> mixed-suits")


def test_every_single_card_is_listed_and_more_of_the_suit_are_accepted() -> None:
    position = at("C2 C9 D4 S12", *HANDS[1:])
    assert position.actions(0) == [Lead((card,)) for card in sorted(CARDS[code] for code in ("C2", "C9", "D4", "S12"))]


# 4.3: defences


def test_a_defender_who_beat_everything_draws_and_then_leads() -> None:
    position = at("S2", "H9 C8 H2", "C3", defend=1, table="C5 C7", stock="D2 D3 D4 D5 H4")
    position.when("P1 beats C7<-C8, C5<-H2")
    assert (position.stand, position.drawn, position.gone) == (("leading", 1), ("P1 D2 D3 D4 D5",), "C5 C7 C8 H2")
    assert types(position.events) == ["cards-beaten", "defence-ended", "cards-drawn"]


def test_a_defender_who_beat_everything_with_the_last_card_draws_and_leads() -> None:
    position = at("S2", "C8", "C3", defend=1, table="C7", stock="D2 H4")
    position.when("P1 beats C7<-C8")
    assert (position.stand, position.fact("P1"), position.out) == (("leading", 1), "H4 D2", ())


def test_after_a_take_hands_are_filled_and_the_defender_s_left_neighbour_leads() -> None:
    position = at("S2", "C8 H9", "C3", "C4", defend=1, table="C5 C7", stock="D2 D3 D4 D5 H4")
    position.when("P1 beats C7<-C8", "P1 takes")
    assert (position.stand, position.roles) == (("leading", 2), "2 -> 3")
    assert (position.drawn, position.gone, position.known) == (("P1 D2 D3 D4",), "C7 C8", ("", "C5", "", ""))


def test_the_leader_draws_up_to_five() -> None:
    position = at("C2 C3 C4 D5 D6", *HANDS[1:], stock="D2 D8 D9 D10 H4")
    position.when("P0 leads C2 C3 C4")
    assert position.drawn == ("P0 D2 D8 D9",)


# 4.4: going out and the end


def test_a_leader_of_the_last_cards_is_done_and_the_cards_must_still_be_beaten() -> None:
    position = at("C5 C6", "C12 S12 C13", "C9")
    assert types(position.when("P0 leads C5 C6")) == ["cards-led", "seat-out"]
    assert (position.out, position.stand, position.roles) == ((0,), ("defending", 1), "0 -> 1")
    position.when("P0 leads C5 -> player-out", "P1 beats C5<-C12, C6<-C13")
    assert position.stand == ("leading", 1)


def test_the_next_seat_still_in_leads_for_a_leader_who_is_out() -> None:
    position = at("D4 S12", "C12", "", "C9 C10", defend=1, table="C5", out=[2])
    position.when("P1 beats C5<-C12")
    assert (position.out, position.stand, position.roles) == ((2, 1), ("leading", 3), "3 -> 0")
    position = at("D4 S12", "C12 C2", "", "C9 C10", defend=1, table="C5", out=[2])
    position.when("P1 takes")
    assert (position.stand, position.roles) == (("leading", 3), "3 -> 0")


def test_the_last_seat_with_cards_gets_the_table_and_loses() -> None:
    position = at("C5 C6", "C12 S12 C13", "", out=[2])
    position.when("P0 leads C5 C6")
    assert position.ended == ("one-left", [1], [2, 3, 1])
    assert (position.fact("P1"), position.points, position.winner) == ("S12 C5 C6 C12 C13", [0, -1, 0], 2)
    position = at("D4 S12", "C12", "", defend=1, table="C5", out=[2])
    position.when("P1 beats C5<-C12")
    assert position.ended == ("one-left", [0], [3, 2, 1])


def test_too_many_takes_without_progress_end_the_round_without_a_loser() -> None:
    position = at("D4 S12", "C12 C2", "C9 C10", stall_limit=2)
    position.when("P0 leads D4", "P1 takes", "P2 leads C9", "P0 takes")
    assert position.ended == ("stalled", [], [1, 1, 1])
    assert (position.points, position.winner) == ([0, 0, 0], None)
    position = at("D4 S12", "C12 C2", "C9 C10", "", out=[3], stall_limit=2, stall=1)
    position.when("P0 leads S12", "P1 takes")
    assert position.ended == ("stalled", [], [2, 2, 2, 1])


def test_only_a_take_without_a_beaten_card_counts() -> None:
    position = at("C4 C5", "C12 C2", "C9 C10", stall_limit=2, stall=1)
    position.when("P0 leads C4 C5", "P1 beats C5<-C12", "P1 takes")
    assert (position.stall, position.stand) == (0, ("leading", 2))
