"""`dobon-kawagoe`: the deal and the dealer's flips (rulebook 2.1); for answers to flips see `test_kawagoe_answers`."""

from typing import Any

import pytest

from domain.dobon.kawagoe import DobonKawagoe
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import TABLE
from domain.log.moments import later
from domain.ruleset.actions import Accept, Decline, Dobon, Draw, Flip, Pass, Play
from domain.ruleset.cards import CARDS, codes, deck
from domain.ruleset.ruleset import RoundStart, check_options
from tests.domain.dobon.situations import BEGUN, NOON, cards, flip_until_it_ends, kawagoe, result, types

RULES = DobonKawagoe()

# Setup


def dealt(seats: int, secret: int = 1, before: dict[str, Any] | None = None, **options: Any) -> Any:
    start = RoundStart(1, seats, check_options(RULES, options, seats), before)
    (event,) = RULES.deal(start, NOON, Chance(bytes([secret]) * 32, "deal", 1, [""] * seats))
    return event


@pytest.mark.parametrize("seats", range(2, 9))
def test_four_cards_each_of_54_and_the_rest_face_down(seats: int) -> None:
    event = dealt(seats)
    hands = [event.sealed[str(seat)].cards for seat in range(seats)]
    stock = event.sealed[TABLE].stock
    assert [len(hand) for hand in hands] == [4] * seats
    assert sorted(CARDS[code] for part in [*hands, stock] for code in part) == deck(jokers=2)
    assert (event.public.hand_size, event.public.stock) == (4, 54 - 4 * seats)
    assert not {"top", "hands", "cards"} & {*event.public.json()}
    table = RULES.begin(event, seats).table
    assert (table.pile, table.opening, table.calls_open, table.turn) == ([], True, False, event.public.dealer)


def test_cards_are_dealt_one_by_one_from_seat_0() -> None:
    event = dealt(3)
    shuffled = deck(jokers=2)
    Chance(bytes([1]) * 32, "deal", 1, [""] * 3).stream("deck").shuffle(shuffled)
    assert [event.sealed[str(seat)].cards for seat in range(3)] == [codes(shuffled[seat:12:3]) for seat in range(3)]
    assert event.sealed[TABLE].stock == codes(shuffled[12:])


def test_chance_chooses_the_first_dealer_and_the_previous_round_the_next() -> None:
    assert {dealt(4, secret).public.dealer for secret in range(30)} == {0, 1, 2, 3}
    assert {dealt(4, secret, {"next_dealer": 2}).public.dealer for secret in range(30)} == {2}


def test_the_dealer_has_a_turn_s_time_for_the_first_flip() -> None:
    assert dealt(2, turn_seconds=45).public.deadline == later(NOON, seconds=45)
    assert dealt(2, turn_seconds=0).public.deadline is None


@pytest.mark.parametrize(("seats", "most"), [(2, 10), (3, 10), (4, 10), (5, 10), (6, 8), (7, 7), (8, 6)])
def test_hands_and_one_flip_come_from_one_deck(seats: int, most: int) -> None:
    assert len(dealt(seats, hand_size=most).sealed["0"].cards) == most
    with pytest.raises(Refused) as refused:
        check_options(RULES, {"hand_size": most + 1}, seats)
    assert (refused.value.code, refused.value.extra) == ("bad-option", {"option": "hand_size"})
    assert most == 10 or f"at most {most} cards" in refused.value.detail


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_seats_are_allowed(seats: int) -> None:
    with pytest.raises(Refused, match="2 to 8 seats"):
        check_options(RULES, {}, seats)


def test_the_defaults_are_those_of_the_rulebook() -> None:
    expected = {
        "hand_size": 4, "rounds": 4, "false_claim": "expose", "answer_seconds": 10, "claim_grace_seconds": 3, "claim_hints": False,
        "voluntary_draw": False, "eight_wild": False, "score_hand": "payer", "dealer_after_ippatsu": "same",
    }  # fmt: skip
    options = check_options(RULES, {}, 4)
    assert {name: options[name] for name in expected} == expected
    assert set(options) == {*expected, "turn_seconds", "bot_delay_ms"}


# Flips

HANDS = ["S7 D9 H11", "C7 H7 C3", "S12 X1 C5"]
"""On the D7 two seats can open, P1 with two cards; no hand sums to 7."""


def test_before_the_first_flip_only_the_dealer_s_flip_is_accepted() -> None:
    situation = kawagoe(HANDS, "", dealer=1)
    for seat in range(3):
        for step in ("draws", "accepts", "passes", "declines", "plays S7", "plays X1"):
            situation.when(f"P{seat} {step} -> not-opened")
        situation.when(f"P{seat} calls -> too-late")
    situation.when("P0 flips -> not-your-turn", "P2 flips -> not-your-turn")
    assert [situation.actions(seat) for seat in range(3)] == [[], [Flip()], []]
    assert situation.events == []
    situation.when("P1 flips")


def test_a_flip_asks_every_seat_the_dealer_too() -> None:
    situation = kawagoe(HANDS, "", dealer=1, stock="D12", answer_seconds=10)
    (event,) = situation.when("P1 flips")
    assert (event.type, event.public.json(), event.sealed) == (
        "card-flipped",
        {"seat": 1, "card": "D12", "stock": 44, "asked": [0, 1, 2], "calls_open": True, "deadline": later(NOON, seconds=10)},
        {},
    )  # fmt: skip
    shown = situation.game.ruleset.public_view(situation.table)
    assert (shown["phase"], shown["waiting_for"]) == ("opening", [0, 1, 2])
    assert shown["board"]["top"] == {"card": "D12", "owner": None, "version": BEGUN + 1, "suit": "D"}


@pytest.mark.parametrize("card", ["S2", "S3", "S8", "S9", "S13"])
def test_a_flip_has_no_effect_by_itself(card: str) -> None:
    situation = kawagoe(["C4 C5", "C6 C10", "C11 C12"], "", stock=card)
    situation.when("P0 flips", "P0 declines", "P1 declines", "P2 declines")
    table = situation.table
    assert (table.turn, table.direction, table.pending_rank, table.opening) == (0, 1, 0, True)
    assert situation.actions(0) == [Flip()]


def test_each_seat_may_answer_with_a_call_the_number_or_a_decline() -> None:
    situation = kawagoe(HANDS, "D7", flip=True)
    assert situation.actions(0) == [Dobon(BEGUN), Decline(BEGUN), Play((CARDS["S7"],), None, BEGUN)]
    both = [("C7",), ("C7", "H7"), ("H7",)]
    assert situation.actions(1)[:2] == [Dobon(BEGUN), Decline(BEGUN)]
    assert sorted(tuple(codes(play.cards)) for play in situation.actions(1)[2:]) == both  # type: ignore[union-attr]
    assert situation.actions(2) == [Dobon(BEGUN), Decline(BEGUN)]


@pytest.mark.parametrize("action", [Draw(), Accept(), Pass()])
def test_while_a_flip_is_answered_only_answers_are_accepted(action: Any) -> None:
    situation = kawagoe(HANDS, "S9", flip=True)
    for seat in range(3):
        with pytest.raises(Refused) as refused:
            situation.act(seat, action)
        assert refused.value.code == "window-open"


def test_the_dealer_flips_again_when_all_seats_have_answered() -> None:
    situation = kawagoe(HANDS, "S13", flip=True)
    situation.when("P0 flips -> window-open", "P1 flips -> not-your-turn", "P0 declines", "P2 declines")
    situation.when("P0 flips -> window-open")
    assert types(situation.when("P1 declines")) == ["flip-answered", "window-closed"]
    situation.when("P1 flips -> not-your-turn", "P0 flips")


def test_the_dealer_flips_again_when_the_time_to_answer_is_up() -> None:
    situation = kawagoe(HANDS, "", stock="S13 D13", answer_seconds=10)
    situation.when("P0 flips", "P1 declines")
    assert situation.wait(9.999) == []
    assert types(situation.wait(0.001)) == ["window-closed"]
    situation.when("P0 flips")


def test_a_joker_turned_up_asks_no_seat_and_the_dealer_flips_again() -> None:
    situation = kawagoe(["X1 S7", "C5"], "", stock="X2 C7", turn_seconds=60, answer_seconds=10)
    event = situation.when("P0 flips")[0].public
    assert (event.card, event.asked, event.calls_open) == ("X2", [], False)
    assert event.deadline == later(NOON, seconds=60)
    assert situation.game.ruleset.public_view(situation.table)["board"]["top"]["suit"] is None
    situation.when("P0 calls -> too-late", "P0 plays X1 -> not-opened", "P1 declines -> not-opened")
    assert situation.actions(0) == [Flip()]
    situation.when("P0 flips", "P0 plays S7", "P1 declines")
    assert situation.table.turn == 1


def test_when_the_stock_runs_out_all_but_the_last_flip_are_shuffled() -> None:
    situation = kawagoe(["S7 D9", "C5 X1"], "H12", flip=True, stock="")
    below = len(situation.table.pile) - 1
    situation.when("P0 declines", "P1 declines")
    shuffled, flipped = situation.when("P0 flips")
    assert (shuffled.type, shuffled.public.json()) == ("stock-reshuffled", {"count": below, "stock": below})
    assert sorted(cards(" ".join(shuffled.sealed[TABLE].cards))) == sorted(set(deck(2)) - set(cards("S7 D9 C5 X1 H12")))
    assert flipped.public.stock == below - 1
    assert situation.table.pile == cards(f"H12 {flipped.public.card}")


def test_a_call_on_a_joker_or_an_empty_pile_is_never_true() -> None:
    for top in ("", "X2"):
        situation = kawagoe(["X1", "C5"], top, flip=bool(top))
        rules, state = situation.game.ruleset, situation.game.state
        assert [rules.is_true(state, seat) for seat in (0, 1)] == [False, False]
        assert [rules.witnesses(state, seat) for seat in (0, 1)] == [[], []]
        situation.when("P0 calls -> too-late")


def test_turning_up_all_cards_twice_without_an_opening_is_a_dead_end() -> None:
    situation = kawagoe(["S7 D9", "C5 X1"], "", dealer=1)
    flip_until_it_ends(situation)
    flips = [event.public.card for event in situation.events if event.type == "card-flipped"]
    assert types(situation.events).count("stock-reshuffled") == 1
    assert (len(flips), len(set(flips[:50])), len(set(flips[50:]))) == (99, 50, 49)
    assert result(situation) == (None, [], "dead-end")
    assert situation.game.result["next_dealer"] == 1
    assert (situation.game.scores, situation.game.result["transfers"]) == ([0, 0], [])
