"""Forgeries of logs of Kawagoe; `test_changed_events` changes single fields."""

from contextlib import suppress
from copy import deepcopy

from domain.log.events import TABLE, LoggedEvent
from domain.ruleset.cards import CARDS, CODES, RANK
from prove.harness.random_games import (
    crowded_round,
    first_event,
    opening_answers,
    rich_kawagoe_game,
)
from tests.domain.verify.log_mutations import Forgeries

FORGED = Forgeries()


def _played(events: list[LoggedEvent], how: str) -> LoggedEvent:
    return first_event(events, "cards-played", lambda event: event.public["how"] == how)


def _call(events: list[LoggedEvent], kind: str) -> LoggedEvent:
    return first_event(events, "dobon-called", lambda event: event.public["kind"] == kind and event.public["valid"])


def _end(events: list[LoggedEvent], reason: str) -> LoggedEvent:
    return first_event(events, "round-ended", lambda event: event.public["reason"] == reason)


def _still_held(events: list[LoggedEvent], seat: int, before: LoggedEvent) -> str:
    """Return a card dealt to the seat and not played by then, of another number than the top."""
    dealt = next(event for event in reversed(events[: before.version]) if event.type == "round-dealt")
    played = [event for event in events[dealt.version : before.version] if event.type == "cards-played"]
    gone = {card for event in played for card in event.public["cards"]}
    numbers = {RANK[CARDS[card]] for card in before.public.get("cards", ())} | {0}
    return next(
        card for card in dealt.sealed[str(seat)]["cards"] if card not in gone and RANK[CARDS[card]] not in numbers
    )


def _played_holding_more(events: list[LoggedEvent], how: str) -> tuple[LoggedEvent, str]:
    """Return a play of a seat that still holds a card of another number, and that card."""
    for event in events:
        if event.public.get("how") == how:
            with suppress(StopIteration):
                return event, _still_held(events, event.public["seat"], event)
    raise AssertionError


@FORGED.of(rich_kawagoe_game)
def a_jump_in_with_another_number(events: list[LoggedEvent]) -> None:
    played, card = _played_holding_more(events, "jump-in")
    played.public |= {"cards": [card], "suit": card[0]}


@FORGED.of(rich_kawagoe_game)
def a_play_while_a_call_is_answered(events: list[LoggedEvent]) -> None:
    for place, event in enumerate(events):
        if event.type == "dobon-called" and event.public.get("asked"):
            top = next(play for play in reversed(events[:place]) if play.type == "cards-played")
            with suppress(StopIteration):
                card = _still_held(events, top.public["turn"], event)
                events.insert(place + 1, deepcopy(top))
                events[place + 1].public |= {
                    "seat": top.public["turn"],
                    "cards": [card],
                    "suit": card[0],
                    "how": "turn",
                }
                return
    raise AssertionError


def _draw_of_nothing(events: list[LoggedEvent], called: LoggedEvent) -> None:
    """Insert a draw right after the call that moves no card, so that everything else stays right."""
    place = events.index(called)
    seat = next(play for play in reversed(events[:place]) if play.type == "cards-played").public["turn"]
    nothing = {
        "seat": seat, "count": 0, "why": "turn", "turn": seat, "may_play": False, "calls_open": False, "deadline": None,
    }  # fmt: skip
    events.insert(place + 1, LoggedEvent("cards-drawn", nothing, {str(seat): {"cards": []}}, at=called.at))


@FORGED.of(rich_kawagoe_game)
def a_draw_while_a_call_is_answered(events: list[LoggedEvent]) -> None:
    _draw_of_nothing(events, _call(events, "call"))


@FORGED.of(rich_kawagoe_game)
def a_draw_after_the_counter(events: list[LoggedEvent]) -> None:
    _draw_of_nothing(events, _call(events, "counter"))


@FORGED.of(rich_kawagoe_game)
def a_draw_out_of_turn(events: list[LoggedEvent]) -> None:
    drawn = first_event(events, "cards-drawn", lambda event: event.public["why"] == "turn")
    seat = drawn.public["seat"]
    other = (seat + 1) % 3
    drawn.public["seat"], drawn.sealed = other, {str(other): drawn.sealed[str(seat)]}


@FORGED.of(rich_kawagoe_game)
def a_false_ippatsu_said_to_be_true(events: list[LoggedEvent]) -> None:
    called = first_event(
        events, "dobon-called", lambda event: event.public["kind"] == "ippatsu" and not event.public["valid"]
    )
    called.public |= {"valid": True, "formulas": ["1+1"], "asked": [], "deadline": None}


@FORGED.of(rich_kawagoe_game)
def a_counter_by_a_seat_that_was_not_called(events: list[LoggedEvent]) -> None:
    counter = _call(events, "counter")
    called = first_event(events, "dobon-called", lambda event: event.version == counter.public["on"])
    counter.public["seat"] = ({0, 1, 2} - {counter.public["seat"], called.public["seat"]}).pop()


@FORGED.of(rich_kawagoe_game)
def a_counter_left_out(events: list[LoggedEvent]) -> None:
    events.remove(_call(events, "counter"))


@FORGED.of(rich_kawagoe_game)
def a_counter_to_an_ippatsu(events: list[LoggedEvent]) -> None:
    """Counter an ippatsu (K-24), with a seat whose hand has the sum too, or claims so."""
    called = _call(events, "ippatsu")
    counter = deepcopy(called)
    counter.public |= {"seat": (called.public["seat"] + 1) % 3, "kind": "counter"}
    events.insert(called.version, counter)


@FORGED.of(rich_kawagoe_game)
def a_call_said_to_be_a_dead_end(events: list[LoggedEvent]) -> None:
    _end(events, "dobon").public |= {"reason": "dead-end", "winner": None, "losers": [], "points": [0] * 3}


@FORGED.of(rich_kawagoe_game)
def a_loss_by_a_false_call_that_costs_two_cards(events: list[LoggedEvent]) -> None:
    _end(events, "dobon").public |= {"reason": "false-call", "winner": None, "losers": [1], "points": [0] * 3}


@FORGED.of(rich_kawagoe_game)
def another_first_dealer(events: list[LoggedEvent]) -> None:
    public = first_event(events, "round-dealt").public
    public["dealer"] = public["turn"] = (public["dealer"] + 1) % 3


@FORGED.of(rich_kawagoe_game)
def another_dealer_of_the_next_round(events: list[LoggedEvent]) -> None:
    public = first_event(events, "round-dealt", lambda event: event.public["round"] == 2).public
    public["dealer"] = public["turn"] = (public["dealer"] + 1) % 3


def _flip(events: list[LoggedEvent]) -> LoggedEvent:
    """Return a flip that all seats are asked about."""
    return first_event(events, "card-flipped", lambda event: event.public["asked"])


@FORGED.of(rich_kawagoe_game)
def flips_out_of_order(events: list[LoggedEvent]) -> None:
    flips = [event for event in events if event.type == "card-flipped" and event.public["asked"]]
    one, two = flips[0], flips[1]
    one.public["card"], two.public["card"] = two.public["card"], one.public["card"]


@FORGED.of(rich_kawagoe_game)
def a_flip_after_the_opening(events: list[LoggedEvent]) -> None:
    played = _played(events, "opening")
    events.insert(played.version, _following_flip(events, played))


@FORGED.of(rich_kawagoe_game)
def a_flip_while_one_is_answered(events: list[LoggedEvent]) -> None:
    closed = first_event(events, "window-closed", lambda event: events[event.version].type == "card-flipped")
    events.remove(closed)


@FORGED.of(rich_kawagoe_game)
def answers_of_all_seats_in_one(events: list[LoggedEvent]) -> None:
    for answer in first_event(events, "flip-answered").sealed.values():
        answer["answered"] = True


@FORGED.of(rich_kawagoe_game)
def an_answer_of_nobody(events: list[LoggedEvent]) -> None:
    for answer in first_event(events, "flip-answered").sealed.values():
        answer["answered"] = False


@FORGED.of(rich_kawagoe_game)
def an_answer_with_cards_of_other_seats(events: list[LoggedEvent]) -> None:
    answered = first_event(events, "flip-answered", lambda event: not laid_by(event))
    own = next(part for part, answer in answered.sealed.items() if answer["answered"])
    number = _number_on(events, answered)
    answered.sealed[own] |= {"cards": [code for code in CODES if RANK[CARDS[code]] == number][:4], "suit": "S"}


def laid_by(event: LoggedEvent) -> bool:
    return any(answer["cards"] for answer in event.sealed.values())


def _number_on(events: list[LoggedEvent], answered: LoggedEvent) -> int:
    flips = [event for event in events if event.type == "card-flipped" and event.version < answered.version]
    return RANK[CARDS[flips[-1].public["card"]]]


@FORGED.of(rich_kawagoe_game)
def a_window_closed_before_all_have_answered(events: list[LoggedEvent]) -> None:
    answered = ["flip-answered"] * 3
    closed = first_event(
        events,
        "window-closed",
        lambda event: [other.type for other in events[event.version - 4 : event.version - 1]] == answered,
    )
    del events[closed.version - 2]


@FORGED.of(rich_kawagoe_game, "cards-played")
def an_opening_without_an_answer(events: list[LoggedEvent]) -> None:
    played = _played(events, "opening")
    answered = next(
        event for event in reversed(events[: played.version]) if event.type == "flip-answered" and laid_by(event)
    )
    own = next(part for part, answer in answered.sealed.items() if answer["cards"])
    answered.sealed[own] |= {"cards": None, "suit": None}


@FORGED.of(rich_kawagoe_game)
def a_flip_in_place_of_the_opening(events: list[LoggedEvent]) -> None:
    played = _played(events, "opening")
    events[events.index(played)] = _following_flip(events, played)


def _following_flip(events: list[LoggedEvent], before: LoggedEvent) -> LoggedEvent:
    """Return the next flip, as the rules would have it."""
    flip = next(event for event in reversed(events[: before.version]) if event.type == "card-flipped")
    stock = first_event(events, "round-dealt").sealed[TABLE]["stock"]
    following = deepcopy(flip)
    following.public["card"] = stock[stock.index(flip.public["card"]) + 1]
    following.public["stock"] -= 1
    joker = not RANK[CARDS[following.public["card"]]]
    following.public |= {"asked": [] if joker else [0, 1, 2], "calls_open": not joker}
    return following


@FORGED.of(rich_kawagoe_game)
def cards_of_a_seat_that_does_not_answer(events: list[LoggedEvent]) -> None:
    answered = first_event(events, "flip-answered")
    other = next(answer for answer in answered.sealed.values() if not answer["answered"])
    other |= {"cards": [_flip(events).public["card"]], "suit": "S"}


@FORGED.of(rich_kawagoe_game)
def an_answer_with_another_number(events: list[LoggedEvent]) -> None:
    answered = first_event(events, "flip-answered", lambda event: not laid_by(event))
    own = next(part for part, answer in answered.sealed.items() if answer["answered"])
    number = _number_on(events, answered)
    dealt = next(event for event in reversed(events[: answered.version]) if event.type == "round-dealt")
    held = dealt.sealed[own]["cards"]
    answered.sealed[own] |= {"cards": [card for card in held if RANK[CARDS[card]] != number][:1], "suit": "S"}


@FORGED.of(rich_kawagoe_game)
def an_opening_left_out(events: list[LoggedEvent]) -> None:
    events.remove(_played(events, "opening"))


# Two seats would open the round


@FORGED.of(crowded_round)
def an_opening_by_the_second_seat_that_laid_cards(events: list[LoggedEvent]) -> None:
    second = opening_answers(events)[1]
    seat, answer = next((part, answer) for part, answer in second.sealed.items() if answer["cards"])
    _played(events, "opening").public |= {"seat": int(seat), "cards": answer["cards"], "suit": answer["suit"]}


@FORGED.of(crowded_round, "cards-played")
def two_answers_exchanged(events: list[LoggedEvent]) -> None:
    one, two = opening_answers(events)[:2]
    one.sealed, two.sealed = two.sealed, one.sealed


@FORGED.of(crowded_round)
def a_pile_turned_over_without_a_shuffle(events: list[LoggedEvent]) -> None:
    first_event(events, "stock-reshuffled").sealed[TABLE]["cards"].sort()
