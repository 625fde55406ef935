"""`dobon-sato`: windows, false calls and hints (rulebook 1.8 and decisions 1, 3 and 4)."""

import pytest

from domain.game.game import actions_without_false_calls
from domain.log.errors import Refused
from domain.log.moments import later
from domain.log.upcasting import logged
from domain.ruleset.actions import Dobon, Draw, Play
from domain.ruleset.cards import CARDS
from domain.ruleset.windows import asked
from tests.domain.dobon.situations import BEGUN, NOON, TWELVE, Situation, result, types

# Decision 4: the window


def test_only_the_seat_itself_knows_that_it_declined() -> None:
    situation = Situation(TWELVE, "S12", answer_seconds=10)
    event = situation.when("P0 plays D12", "P1 calls", "P2 declines")[0]
    assert event.public.json() == {"on": BEGUN + 2}
    assert logged(event).sealed == {str(seat): {"declined": seat == 2} for seat in range(4)}
    waiting = {viewer: asked(game.state) for viewer, game in situation.viewers.items()}
    assert waiting == {-1: [0, 2, 3], 0: [0, 2, 3], 1: [0, 2, 3], 2: [0, 3], 3: [0, 2, 3]}


def test_a_window_closes_at_its_deadline() -> None:
    situation = Situation(TWELVE, "S12", answer_seconds=10, turn_seconds=60)
    situation.when("P0 plays D12", "P1 calls")
    assert situation.table.deadline == later(NOON, seconds=10)
    assert situation.wait(9.999) == []
    assert types(situation.wait(0.001)) == ["round-ended", "round-revealed", "game-ended"]
    assert result(situation) == (1, [0], "dobon")


def test_a_counter_opens_a_window_of_its_own_length() -> None:
    situation = Situation(TWELVE, "S12", answer_seconds=10)
    situation.when("P0 plays D12", "P1 calls")
    assert situation.wait(8) == []
    situation.when("P2 calls")
    assert situation.wait(9) == []
    assert situation.wait(1) != []


def test_without_a_limit_a_window_waits_for_all_seats() -> None:
    situation = Situation(TWELVE, "S12", turn_seconds=60)
    situation.when("P0 plays D12", "P1 calls")
    assert situation.wait(100_000) == []


# Decision 1: false calls


def test_option_false_claim_expose_opens_the_hand_and_play_continues() -> None:
    situation = Situation(TWELVE, "S12", false_claim="expose")
    event = situation.when("P0 plays D12", "P3 calls")[0]
    assert (event.public.valid, event.public.formulas, event.public.hand) == (False, [], ["C5", "H5"])
    assert situation.hand(3, viewer=0) == "C5 H5"
    situation.when("P1 draws", "P2 draws", "P3 draws")
    assert situation.hand(3, viewer=0) == "C5 H5 ??"


def test_option_false_claim_nothing_records_the_call_and_shows_nothing() -> None:
    situation = Situation(TWELVE, "S12", false_claim="nothing")
    event = situation.when("P0 plays D12", "P3 calls")[0]
    assert (event.public.valid, event.public.hand) == (False, None)
    assert logged(event).sealed == {"3": {"hand": ["C5", "H5"]}}
    assert situation.hand(3, viewer=0) == "?? ??"
    assert situation.table.turn == 1


def test_option_false_claim_draw_2_costs_two_cards_and_no_turn() -> None:
    situation = Situation(TWELVE, "S12", false_claim="draw_2")
    events = situation.when("P0 plays D12", "P3 calls")
    assert types(events) == ["dobon-called", "cards-drawn"]
    assert (situation.table.sizes[3], situation.table.turn) == (4, 1)
    assert situation.hand(3, viewer=0) == "?? ?? ?? ??"


def test_option_false_claim_draw_2_leaves_a_pending_2_to_its_target() -> None:
    situation = Situation(["S2 D9", "C5 H5", "C6"], "S3", false_claim="draw_2")
    situation.when("P0 plays S2", "P1 calls", "P1 accepts")
    assert (situation.table.sizes[1], situation.table.turn) == (6, 2)


def test_option_false_claim_draw_2_reshuffles_when_it_has_to() -> None:
    situation = Situation(TWELVE, "S12", false_claim="draw_2", stock="C10")
    events = situation.when("P0 plays D12", "P3 calls")
    assert types(events) == ["dobon-called", "stock-reshuffled", "cards-drawn"]


def test_option_false_claim_lose_ends_the_round_without_a_winner() -> None:
    situation = Situation(TWELVE, "S12", false_claim="lose")
    situation.when("P0 plays D12", "P3 calls")
    assert result(situation) == (None, [3], "false-call")
    assert situation.game.scores == [0, 0, 0, -1]


@pytest.mark.parametrize("option", ["expose", "nothing", "draw_2"])
def test_a_seat_has_one_call_on_each_card(option: str) -> None:
    situation = Situation(TWELVE, "S12", false_claim=option)
    situation.when("P0 plays D12", "P3 calls", "P3 calls -> already-called", "P1 calls", "P3 calls -> already-called")
    assert situation.table.asked == [0, 2]


@pytest.mark.parametrize("option", ["expose", "nothing", "draw_2"])
def test_after_a_false_call_the_next_card_can_be_called(option: str) -> None:
    situation = Situation(["D9 D12", "D10 H1", "S3 S4", "C5 H5"], "S12", false_claim=option, stock="S1 C1 H9 H8")
    situation.when("P0 plays D12", "P3 calls", "P1 plays D10", "P3 calls")
    assert [event.public.on for event in situation.events if event.type == "dobon-called"][
        1
    ] == situation.table.top_version


@pytest.mark.parametrize("option", ["expose", "nothing", "draw_2"])
def test_a_false_counter_is_an_answer_and_the_call_stands(option: str) -> None:
    situation = Situation(TWELVE, "S12", false_claim=option)
    events = situation.when("P0 plays D12", "P1 calls", "P0 declines", "P2 declines", "P3 calls")
    assert types(events)[0] == "dobon-called"
    assert events[0].public.kind == "counter"
    assert result(situation) == (1, [0], "dobon")
    ended = next(event for event in events if event.type == "round-ended")
    assert sum(len(hand) for hand in ended.public.hands) == 7 + 2 * (option == "draw_2")


def test_option_false_claim_lose_in_a_counter_window_ends_the_round_for_the_false_counter() -> None:
    situation = Situation(TWELVE, "S12", false_claim="lose")
    situation.when("P0 plays D12", "P1 calls", "P3 calls")
    assert result(situation) == (None, [3], "false-call")


@pytest.mark.parametrize("option", ["expose", "nothing", "draw_2"])
def test_a_false_call_leaves_turn_and_deadline_alone(option: str) -> None:
    situation = Situation(TWELVE, "S12", false_claim=option, turn_seconds=60)
    situation.when("P0 plays D12")
    turn, deadline = situation.table.turn, situation.table.deadline
    assert situation.wait(30) == []
    situation.when("P3 calls")
    assert (situation.table.turn, situation.table.deadline) == (turn, deadline)


# Decision 3: race and ask_all


def test_in_a_race_covering_a_card_during_its_grace_is_refused() -> None:
    situation = Situation(["D9 D12", "S12 S5", "S3 S4"], "H12", claim_grace_seconds=3)
    situation.when("P0 plays D12", "P1 plays S12 -> too-early")
    assert situation.wait(2.999) == []
    situation.when("P1 plays S12 -> too-early")
    situation.wait(0.001)
    situation.when("P1 plays S12")


def test_the_refusal_too_early_says_when_the_action_is_allowed() -> None:
    situation = Situation(["D9 D12", "S12 S5", "S3 S4"], "H12", claim_grace_seconds=3)
    situation.when("P0 plays D12")
    with pytest.raises(Refused) as refused:
        situation.act(1, Play((CARDS["S12"],)))
    assert refused.value.extra == {"allowed_from": later(NOON, seconds=3)}


def test_calls_and_draws_are_accepted_during_the_grace() -> None:
    situation = Situation(TWELVE, "S12", claim_grace_seconds=3)
    situation.when("P0 plays D12", "P1 draws", "P2 calls")


def test_in_ask_all_all_seats_except_the_owner_answer_before_the_turn_continues() -> None:
    situation = Situation(TWELVE, "S12", claim_mode="ask_all")
    situation.when("P0 plays D12", "P1 draws -> window-open", "P0 declines -> already-answered", "P0 calls -> own-card")
    assert situation.table.asked == [1, 2, 3]
    situation.when("P1 declines", "P2 declines", "P3 declines", "P1 draws")
    assert types(situation.events)[-2:] == ["window-closed", "cards-drawn"]


def test_in_ask_all_the_window_closes_at_its_deadline_and_the_turn_begins_then() -> None:
    situation = Situation(TWELVE, "S12", claim_mode="ask_all", answer_seconds=10, turn_seconds=60)
    situation.when("P0 plays D12", "P1 declines")
    assert types(situation.wait(10)) == ["window-closed"]
    assert situation.table.deadline == later(NOON, seconds=70)


def test_in_ask_all_a_call_asks_seats_again_that_had_declined() -> None:
    situation = Situation(TWELVE, "S12", claim_mode="ask_all")
    situation.when("P0 plays D12", "P1 declines", "P2 calls")
    assert (situation.table.asked, situation.events[-1].public.kind) == ([0, 1, 3], "call")
    situation.when("P1 calls", "P0 declines", "P3 declines")
    assert result(situation) == (1, [2], "dobon")


@pytest.mark.parametrize("option", ["expose", "nothing", "draw_2"])
def test_in_ask_all_a_false_call_is_an_answer(option: str) -> None:
    situation = Situation(TWELVE, "S12", claim_mode="ask_all", false_claim=option)
    situation.when("P0 plays D12", "P1 declines", "P2 declines")
    events = situation.when("P3 calls")
    assert types(events)[-1] == "window-closed"
    situation.when("P1 draws")


def test_in_ask_all_a_card_can_still_be_called_while_it_is_on_top() -> None:
    situation = Situation(TWELVE, "S12", claim_mode="ask_all")
    situation.when("P0 plays D12", "P1 declines", "P2 declines", "P3 declines", "P2 calls")
    assert situation.table.standing is not None


# S-38


def test_without_hints_a_call_is_listed_whenever_it_is_permitted() -> None:
    situation = Situation(["S3 S4", "C5", ""], "S12", owner=1)
    assert Dobon(BEGUN) in situation.actions(0)
    assert situation.actions(1) == []
    assert situation.actions(2) == []


def test_calls_that_the_seat_knows_to_be_false_can_be_left_out() -> None:
    situation = Situation(["C5", "S3 S4", "C6"], "S12", claim_hints=False)
    choices = [actions_without_false_calls(situation.game.seen_by(seat), seat) for seat in range(2)]
    assert [Dobon(BEGUN) in found for found in choices] == [False, True]
    assert choices[0] == [action for action in situation.actions(0) if action != Dobon(BEGUN)]


def test_option_claim_hints_lists_a_call_only_when_it_is_true() -> None:
    situation = Situation(["C5", "S3 S4", "C6"], "S12", claim_hints=True)
    assert Draw() in situation.actions(0)
    assert Dobon(BEGUN) not in situation.actions(0)
    assert situation.actions(1) == [Dobon(BEGUN)]
    situation.when("P0 calls")
