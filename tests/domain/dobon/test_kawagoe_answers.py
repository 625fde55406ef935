"""`dobon-kawagoe`: answers to a flip (rulebook 2.1, K-03, K-04, K-12, K-13).

They are openings and ippatsu-dobon, and they stay secret until the window closes.
"""

import json

import pytest

from domain.dobon.opening import openings
from domain.game.game import view
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, seen_by
from domain.log.upcasting import logged
from domain.ruleset.actions import Dobon, Flip, Play
from domain.ruleset.cards import CARDS
from domain.ruleset.windows import asked
from tests.domain.dobon.situations import BEGUN, Situation, kawagoe, result, types

SEVENS = ["S7 D9 H11", "C7 H7 C3", "S12 X1 C5"]
"""On the D7 two seats can open, P1 with two cards; no hand sums to 7."""

# Opening


def test_the_opener_plays_the_cards_and_the_left_neighbour_is_next() -> None:
    situation = kawagoe(SEVENS, "D7", flip=True, dealer=2)
    events = situation.when("P1 plays C7", "P0 declines", "P2 declines")
    assert types(events) == ["flip-answered", "window-closed", "cards-played"]
    assert events[1].public.json() == {"on": BEGUN, "calls_open": False, "deadline": None}
    assert events[2].public.json() == {
        "seat": 1, "cards": ["C7"], "suit": "C", "how": "opening", "turn": 2, "direction": 1, "pending": None, "asked": [],
        "deadline": None, "allowed_from": None,
    }  # fmt: skip
    board = situation.game.ruleset.public_view(situation.table)
    assert (board["phase"], board["turn"], board["board"]["top"]["owner"]) == ("playing", 2, 1)


def test_the_dealer_may_open_too_with_the_last_answer() -> None:
    situation = kawagoe(SEVENS, "D7", flip=True)
    situation.when("P2 declines", "P1 declines", "P0 plays S7")
    assert (situation.table.top_owner, situation.table.turn, situation.hand(0)) == (0, 1, "H11 D9")


@pytest.mark.parametrize("laid", ["C7 H7", "H7 C7"])
def test_several_cards_open_together_in_the_order_they_were_laid(laid: str) -> None:
    situation = kawagoe(SEVENS, "D7", flip=True)
    played = situation.when("P0 declines", "P2 declines", f"P1 plays {laid}")[-1].public
    assert (played.cards, played.suit) == (laid.split(), laid[-2])


@pytest.mark.parametrize(
    ("first", "second", "opener"), [("P0 plays S7", "P1 plays C7", 0), ("P1 plays C7", "P0 plays S7", 1)]
)
def test_of_several_openers_the_first_to_answer_opens(first: str, second: str, opener: int) -> None:
    situation = kawagoe(SEVENS, "D7", flip=True)
    situation.when("P2 declines", first, second)
    assert situation.table.top_owner == opener
    assert situation.hand(1 - opener) == ("S7 H11 D9", "C3 C7 H7")[1 - opener]


def test_the_other_holder_of_the_number_can_still_jump_in() -> None:
    situation = kawagoe(SEVENS, "D7", flip=True)
    situation.when("P1 plays C7", "P0 plays S7", "P2 declines", "P0 plays S7")
    assert (situation.events[-1].public.how, situation.table.turn) == ("jump-in", 1)


def test_an_opening_is_held_until_all_seats_have_answered() -> None:
    situation = kawagoe(SEVENS, "D7", flip=True)
    situation.when("P1 plays C7", "P2 declines")
    assert (situation.table.opening, situation.hand(1)) == (True, "C3 C7 H7")
    situation.when("P1 plays H7 -> already-answered", "P1 declines -> already-answered", "P1 calls -> already-answered")
    situation.when("P0 plays S7")
    assert situation.table.top_owner == 1


def test_an_opening_is_laid_when_the_time_to_answer_is_up() -> None:
    situation = kawagoe(SEVENS, "", stock="D7", answer_seconds=10, dealer=2)
    situation.when("P2 flips", "P1 plays C7 H7")
    assert situation.wait(9.999) == []
    assert types(situation.wait(0.001)) == ["window-closed", "cards-played"]
    assert (situation.table.top_owner, situation.table.turn) == (1, 2)


NOT_AN_OPENING = [
    "P0 plays -> bad-arguments",
    "P0 plays D9 -> does-not-open",
    "P0 plays H11 -> does-not-open",
    "P2 plays X1 -> does-not-open",
    "P0 plays C7 -> card-not-held",
    "P0 plays S7 D9 -> ranks-differ",
    "P0 plays S7 S7 -> same-card-twice",
    "P0 plays S7 naming S -> suit-not-allowed",
    f"P0 plays S7 on {BEGUN - 1} -> too-late",
    f"P0 plays S7 on {BEGUN + 1} -> too-late",
    f"P0 declines on {BEGUN - 1} -> too-late",
    f"P0 calls on {BEGUN - 1} -> too-late",
]


@pytest.mark.parametrize("step", NOT_AN_OPENING)
def test_only_own_cards_of_the_number_open(step: str) -> None:
    situation = kawagoe(SEVENS, "D7", flip=True)
    situation.when(step)
    assert situation.events == []


def test_the_suit_of_a_flip_opens_nothing() -> None:
    kawagoe(["D9 C2", "C3 C4"], "D7", flip=True).when("P0 plays D9 -> does-not-open")


def test_an_opening_2_is_pending_for_the_left_neighbour() -> None:
    situation = kawagoe(["C4 C5", "S2 C2 D9", "C6"], "D2", flip=True)
    situation.when("P0 declines", "P1 plays S2 C2", "P2 declines")
    assert (situation.table.turn, situation.table.pending_draw) == (2, 4)
    situation.when("P2 draws -> must-accept", "P2 accepts")
    assert situation.table.sizes[2] == 5


def test_an_opening_3_skips_and_an_opening_9_reverses() -> None:
    situation = kawagoe(["C4 C5", "S3 D9", "C6", "C10"], "D3", flip=True)
    situation.when("P0 declines", "P1 plays S3", "P2 declines", "P3 declines")
    assert situation.table.turn == 3
    situation = kawagoe(["C4 C5", "S9 D1", "C6", "C10"], "D9", flip=True)
    situation.when("P0 declines", "P1 plays S9", "P2 declines", "P3 declines")
    assert (situation.table.turn, situation.table.direction) == (0, -1)


def test_an_opening_8_names_a_suit() -> None:
    situation = kawagoe(["C4 C5", "S8 D1", "D6"], "H8", flip=True)
    situation.when("P1 plays S8 -> suit-needed", "P0 declines", "P2 declines", "P1 plays S8 naming D")
    situation.when("P2 plays D6")
    assert situation.events[-2].public.suit == "D"


def test_opening_cards_can_be_called_and_the_opener_may_counter() -> None:
    situation = kawagoe(["S7 D3 H4", "C7 H9", "S12"], "D7", flip=True)
    situation.when("P0 plays S7", "P1 declines", "P2 declines", "P0 calls -> own-card")
    called = situation.when("P1 calls")[0].public
    assert (called.kind, called.on, called.valid) == ("call", BEGUN + 5, False)
    situation = kawagoe(["S7 D3 H4", "C5 H2", "S12"], "D7", flip=True)
    situation.when("P0 plays S7", "P1 declines", "P2 declines", "P1 calls", "P0 calls")
    assert result(situation) == (0, [1], "dobon")


# Ippatsu-dobon

IPPATSU = ["S7 D9 H11", "C4 H2 C1", "S4 X1 C3", "H7 H12"]
"""On the D7 the numbers of P1 and P2 sum to 7; P0 and P3 can open."""


@pytest.mark.parametrize("before", [[], ["P0 plays S7"], ["P3 declines", "P0 plays S7", "P2 declines"]])
def test_an_ippatsu_ends_the_round_at_once(before: list[str]) -> None:
    situation = kawagoe(IPPATSU, "D7", flip=True, dealer=3)
    events = situation.when(*before, "P1 calls")
    assert events[0].public.json() == {
        "seat": 1, "on": BEGUN, "kind": "ippatsu", "card": "D7", "valid": True, "formulas": ["4+2+1"], "hand": ["C1", "C4", "H2"],
        "asked": [], "deadline": None,
    }  # fmt: skip
    assert types(events)[:2] == ["dobon-called", "round-ended"]
    assert result(situation) == (1, [0, 2, 3], "ippatsu")


@pytest.mark.parametrize(("first", "other"), [(1, 2), (2, 1)])
def test_of_two_ippatsu_the_first_one_wins(first: int, other: int) -> None:
    situation = kawagoe(IPPATSU, "D7", flip=True, rounds=2)
    situation.when(f"P{first} calls", f"P{other} calls -> between-rounds")
    assert result(situation) == (first, [seat for seat in range(4) if seat != first], "ippatsu")


def test_an_ippatsu_cannot_be_countered_not_even_with_the_same_sum() -> None:
    situation = kawagoe(IPPATSU, "D7", flip=True, rounds=2)
    assert situation.when("P1 calls")[0].public.asked == []
    assert situation.game.status == "between-rounds"


def test_the_dealer_may_call_ippatsu_too() -> None:
    situation = kawagoe(IPPATSU, "D7", flip=True, dealer=2)
    situation.when("P2 calls")
    assert result(situation) == (2, [0, 1, 3], "ippatsu")


def test_a_flip_that_was_answered_can_no_longer_be_called() -> None:
    situation = kawagoe(IPPATSU, "D7", flip=True)
    situation.when("P0 declines", "P1 declines", "P2 declines", "P3 declines")
    situation.when(f"P1 calls on {BEGUN} -> too-late")
    assert (situation.table.calls_open, situation.actions(1)) == (False, [])
    situation.when("P0 flips", f"P1 calls on {BEGUN} -> too-late")


def test_a_flip_that_was_opened_can_no_longer_be_called() -> None:
    situation = kawagoe(IPPATSU, "D7", flip=True)
    situation.when("P0 plays S7", "P1 declines", "P2 declines", "P3 declines", f"P1 calls on {BEGUN} -> too-late")
    called = situation.when("P1 calls")[0].public
    assert (called.kind, called.card, called.asked) == ("call", "S7", [0])


def test_the_refusal_of_a_late_ippatsu_says_what_may_be_named_now() -> None:
    situation = kawagoe(IPPATSU, "D7", flip=True)
    with pytest.raises(Refused) as refused:
        situation.act(1, Dobon(BEGUN - 1))
    assert refused.value.extra == {"on": BEGUN}


# Secrecy of answers


def worlds(steps: str, other: str) -> tuple[Situation, Situation]:
    """Return the same table twice; P1 has answered differently."""
    made = kawagoe(SEVENS, "D7", flip=True), kawagoe(SEVENS, "D7", flip=True)
    for situation, step in zip(made, (steps, other), strict=True):
        situation.when(step)
    return made


@pytest.mark.parametrize("other", ["P1 plays C7", "P1 plays C7 H7", "P2 declines", "P0 plays S7"])
def test_an_answer_looks_the_same_to_all_other_viewers(other: str) -> None:
    first, second = worlds("P1 declines", other)
    asked = int(other[1])
    for viewer in {SPECTATOR, 0, 1, 2} - {1, asked}:
        seen = [seen_by(situation.events[-1], viewer) for situation in (first, second)]
        assert seen[0] == seen[1]
        views = [json.dumps(view(situation.of(viewer), viewer)) for situation in (first, second)]
        assert views[0] == views[1]
        assert first.actions(viewer) == second.actions(viewer) if viewer >= 0 else True


def test_an_answer_has_one_shape_and_is_sealed_to_every_seat() -> None:
    (event,) = kawagoe(SEVENS, "D7", flip=True).when("P1 plays C7 H7")
    quiet = {"answered": False, "cards": None, "suit": None}
    assert event.public.json() == {"on": BEGUN}
    assert logged(event).sealed == {"0": quiet, "1": {"answered": True, "cards": ["C7", "H7"], "suit": "H"}, "2": quiet}
    (event,) = kawagoe(SEVENS, "D7", flip=True).when("P1 declines")
    assert logged(event).sealed["1"] == {"answered": True, "cards": None, "suit": None}


def test_other_viewers_do_not_see_which_seats_have_answered_until_the_window_closes() -> None:
    situation = kawagoe(SEVENS, "D7", flip=True)
    situation.when("P1 plays C7", "P2 declines")
    assert {viewer: asked(game.state) for viewer, game in situation.viewers.items()} == {
        SPECTATOR: [0, 1, 2], 0: [0, 1, 2], 1: [0, 2], 2: [0, 1],
    }  # fmt: skip
    assert [len(openings(situation.of(viewer).state)) for viewer in (SPECTATOR, 0, 1, 2)] == [0, 0, 1, 0]
    situation.when("P0 plays S7")
    assert situation.hand(0, viewer=1) == "?? ?? ??", "an opening without effect stays secret"
    assert {len(openings(game.state)) for game in situation.viewers.values()} == {0}


def test_openings_of_one_flip_say_nothing_about_the_next() -> None:
    situation = kawagoe(SEVENS, "", stock="D7 S9")
    situation.when("P0 flips", "P0 declines", "P1 declines", "P2 declines", "P0 flips")
    assert situation.actions(0)[2:] == [Play((CARDS["D9"],), None, situation.table.top_version)]
    situation.when("P0 declines", "P1 declines", "P2 declines")
    assert situation.actions(0) == [Flip()]
    assert situation.table.top_owner == -1
