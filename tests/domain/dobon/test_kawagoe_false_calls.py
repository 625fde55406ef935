"""`dobon-kawagoe`: the cost of a false call, counter or ippatsu under each `false_claim` (decision 1, K-29)."""

import pytest

from domain.log.upcasting import logged
from tests.domain.dobon.situations import BEGUN, Situation, kawagoe, result, types

TWELVE = ["D12 C9 H9", "S5 S7", "S3 S4", "C5 H5"]
"""P0 can lay a 12 that P1 and P2 can call; the rest of P0's hand cannot counter, and P3 cannot call."""

FLIP = ["S7 D9 H11", "C7 C4 C3", "S4 X1 C2 H1"]
"""On the D7 P0 and P1 can open; the numbers of P2 sum to 7."""

GOES_ON = ["expose", "nothing", "draw_2"]


def drawn(situation: Situation) -> int:
    return sum(event.public.count for event in situation.events if event.type == "cards-drawn")


# A false call


@pytest.mark.parametrize("false_claim", GOES_ON)
def test_play_continues_after_a_false_call(false_claim: str) -> None:
    situation = kawagoe(TWELVE, "S12", false_claim=false_claim, turn_seconds=60, stock="H1 H2 H3")
    situation.when("P0 plays D12")
    deadline = situation.table.deadline
    assert situation.wait(30) == []
    events = situation.when("P3 calls")
    public = events[0].public
    assert (public.valid, public.formulas, public.kind) == (False, [], "call")
    assert "asked" not in public
    assert "deadline" not in public
    assert types(events) == ["dobon-called", *(["cards-drawn"] if false_claim == "draw_2" else [])]
    assert (situation.table.turn, situation.table.deadline, situation.table.window) == (1, deadline, 0)
    assert (situation.table.calls_open, drawn(situation)) == (True, 2 if false_claim == "draw_2" else 0)
    situation.when("P1 draws")


def test_expose_shows_the_hand_until_it_is_played() -> None:
    situation = kawagoe(TWELVE, "S12", false_claim="expose", stock="H1 H2 H3")
    assert situation.when("P0 plays D12", "P3 calls")[0].public.hand == ["C5", "H5"]
    situation.when("P1 draws", "P2 draws", "P3 draws")
    assert situation.hand(3, viewer=0) == "C5 H5 ??"


def test_option_nothing_does_not_show_the_hand() -> None:
    situation = kawagoe(TWELVE, "S12", false_claim="nothing")
    (event,) = situation.when("P0 plays D12", "P3 calls")
    assert (event.public.hand, logged(event).sealed) == (None, {"3": {"hand": ["C5", "H5"]}})
    assert (situation.hand(3, viewer=0), situation.hand(3, viewer=3)) == ("?? ??", "C5 H5")


def test_draw_2_costs_two_cards_that_only_the_caller_sees() -> None:
    situation = kawagoe(TWELVE, "S12", false_claim="draw_2", stock="H1 H2 H3")
    called, penalty = situation.when("P0 plays D12", "P3 calls")
    assert (called.public.hand, penalty.public.why) == (None, "false-call")
    assert (situation.hand(3), situation.hand(3, viewer=0)) == ("C5 H1 H2 H5", "?? ?? ?? ??")


def test_draw_2_leaves_a_pending_2_to_its_target() -> None:
    situation = kawagoe(["S2 D9", "C5 H5", "C6"], "S3", false_claim="draw_2")
    situation.when("P0 plays S2", "P1 calls", "P1 accepts")
    assert (situation.table.sizes[1], situation.table.turn) == (6, 2)


def test_draw_2_reshuffles_when_it_has_to() -> None:
    situation = kawagoe(TWELVE, "S12", false_claim="draw_2", stock="C10")
    assert types(situation.when("P0 plays D12", "P3 calls")) == ["dobon-called", "stock-reshuffled", "cards-drawn"]


def test_lose_ends_the_round_without_a_winner_and_the_false_caller_deals() -> None:
    situation = kawagoe(TWELVE, "S12", false_claim="lose", dealer=1)
    events = situation.when("P0 plays D12", "P3 calls")
    assert (events[0].public.hand, events[1].type) == (["C5", "H5"], "round-ended")
    assert result(situation) == (None, [3], "false-call")
    ended = events[1].public
    assert (ended.points, ended.score, ended.transfers, ended.next_dealer) == ([0, 0, 0, 0], None, [], 3)
    assert ended.hands == [["C9", "H9"], ["S5", "S7"], ["S3", "S4"], ["C5", "H5"]]
    assert situation.game.scores == [0, 0, 0, 0]


# A false counter


@pytest.mark.parametrize(("false_claim", "addends"), [
    ("expose", [12, 9, 9]), ("nothing", [12, 9, 9]), ("lose", [12, 9, 9]), ("draw_2", [12, 10, 9, 9, 1]),
])  # fmt: skip
def test_after_a_false_counter_the_call_stands_and_the_called_player_pays(false_claim: str, addends: list[int]) -> None:
    situation = kawagoe(TWELVE, "S12", false_claim=false_claim, stock="H1 H10")
    events = situation.when("P0 plays D12", "P1 calls", "P0 calls")
    public = events[0].public
    assert (public.kind, public.valid, public.on) == ("counter", False, BEGUN + 2)
    assert public.hand == (["C9", "H9"] if false_claim in ("expose", "lose") else None)
    assert result(situation) == (1, [0], "dobon")
    ended = next(event for event in events if event.type == "round-ended").public
    assert ended.score.addends == addends
    assert [one.json() for one in ended.transfers] == [{"from": 0, "to": 1, "points": sum(addends)}]
    assert (ended.score.doublings, ended.next_dealer) == ([], 0)
    assert len(ended.hands[0]) == len(addends) - 1


# A false ippatsu


@pytest.mark.parametrize("false_claim", GOES_ON)
def test_a_false_ippatsu_is_an_answer_to_the_flip(false_claim: str) -> None:
    situation = kawagoe(FLIP, "D7", flip=True, false_claim=false_claim, stock="H2 H3 H5")
    public = situation.when("P0 calls")[0].public
    assert (public.kind, public.valid, public.on) == ("ippatsu", False, BEGUN)
    assert public.hand == (["S7", "H11", "D9"] if false_claim == "expose" else None)
    situation.when("P0 plays S7 -> already-answered", "P0 declines -> already-answered", "P0 calls -> already-called")
    assert (situation.table.asked, situation.table.opening, drawn(situation)) == (
        [1, 2],
        True,
        2 * (false_claim == "draw_2"),
    )
    situation.when("P1 plays C7", "P2 calls")
    assert result(situation) == (2, [0, 1], "ippatsu")


@pytest.mark.parametrize("false_claim", GOES_ON)
def test_a_false_ippatsu_as_the_last_answer_closes_the_window(false_claim: str) -> None:
    situation = kawagoe(FLIP, "D7", flip=True, false_claim=false_claim, stock="H2 H3 H5")
    situation.when("P1 plays C7", "P2 declines")
    penalty = ["cards-drawn"] if false_claim == "draw_2" else []
    assert types(situation.when("P0 calls")) == ["dobon-called", *penalty, "window-closed", "cards-played"]
    assert (situation.table.top_owner, situation.table.turn) == (1, 2)


@pytest.mark.parametrize("false_claim", GOES_ON)
def test_without_an_opener_the_dealer_flips_again_after_a_false_ippatsu(false_claim: str) -> None:
    situation = kawagoe(FLIP, "D7", flip=True, false_claim=false_claim, stock="H2 H3 H9 H5")
    situation.when("P1 declines", "P2 declines", "P0 calls", "P0 flips")
    assert situation.table.asked == [0, 1, 2]
    situation.when("P0 calls")


def test_a_false_ippatsu_under_lose_ends_the_round_without_a_payment() -> None:
    situation = kawagoe(FLIP, "D7", flip=True, false_claim="lose", dealer=2)
    situation.when("P1 plays C7", "P0 calls")
    assert result(situation) == (None, [0], "false-call")
    ended = situation.game.result
    assert ended is not None
    assert (ended["points"], ended["transfers"], ended["next_dealer"]) == ([0, 0, 0], [], 0)


@pytest.mark.parametrize("dealer_after_ippatsu", ["same", "winner", "left"])
def test_the_loser_of_a_false_ippatsu_deals_next_under_every_option(dealer_after_ippatsu: str) -> None:
    given = {"false_claim": "lose", "dealer_after_ippatsu": dealer_after_ippatsu, "dealer": 2}
    situation = kawagoe(FLIP, "D7", flip=True, **given)
    situation.when("P1 calls")
    assert situation.game.result is not None
    assert situation.game.result["next_dealer"] == 1
