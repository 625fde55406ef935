"""`verify` finds forged flips, answers and windows in a resealed and rechained log of Kawagoe."""

from copy import deepcopy

import pytest

from domain.log.events import TABLE, Event
from domain.ruleset.cards import CARDS, CODES, RANK
from prove.harness.random_games import crowded_round, first_event, opening_answers, rich_kawagoe_game
from tests.domain.verify.log_mutations import Forge, problems


def _flip(events: list[Event]) -> Event:
    """Return a flip that all seats are asked about."""
    return first_event(events, "card-flipped", lambda event: event.public["asked"])


def _played(events: list[Event], how: str) -> Event:
    return first_event(events, "cards-played", lambda event: event.public["how"] == how)


def _another_flip(events: list[Event]) -> None:
    stock = first_event(events, "round-dealt").sealed[TABLE]["stock"]
    flip = _flip(events)
    flip.public["card"] = next(card for card in stock[20:] if RANK[CARDS[card]])


def _flips_out_of_order(events: list[Event]) -> None:
    flips = [event for event in events if event.type == "card-flipped" and event.public["asked"]]
    one, two = flips[0], flips[1]
    one.public["card"], two.public["card"] = two.public["card"], one.public["card"]


def _stock_of_a_flip(events: list[Event]) -> None:
    _flip(events).public["stock"] -= 1


def _flip_by_somebody_else(events: list[Event]) -> None:
    flip = _flip(events)
    flip.public["seat"] = (flip.public["seat"] + 1) % 3


def _flip_that_asks_only_some(events: list[Event]) -> None:
    _flip(events).public["asked"].pop()


def _flip_that_cannot_be_called(events: list[Event]) -> None:
    _flip(events).public["calls_open"] = False


def _flip_after_the_opening(events: list[Event]) -> None:
    played = _played(events, "opening")
    events.insert(played.version, _following_flip(events, played))


def _flip_while_one_is_answered(events: list[Event]) -> None:
    closed = first_event(events, "window-closed", lambda event: events[event.version].type == "card-flipped")
    events.remove(closed)


def _two_answers_in_one(events: list[Event]) -> None:
    for answer in first_event(events, "flip-answered").sealed.values():
        answer["answered"] = True


def _answer_of_nobody(events: list[Event]) -> None:
    for answer in first_event(events, "flip-answered").sealed.values():
        answer["answered"] = False


def _answer_with_cards_of_somebody_else(events: list[Event]) -> None:
    answered = first_event(events, "flip-answered", lambda event: not laid_by(event))
    own = next(part for part, answer in answered.sealed.items() if answer["answered"])
    number = _number_on(events, answered)
    answered.sealed[own] |= {"cards": [code for code in CODES if RANK[CARDS[code]] == number][:4], "suit": "S"}


def laid_by(event: Event) -> bool:
    return any(answer["cards"] for answer in event.sealed.values())


def _number_on(events: list[Event], answered: Event) -> int:
    flips = [event for event in events if event.type == "card-flipped" and event.version < answered.version]
    return RANK[CARDS[flips[-1].public["card"]]]


def _answer_to_another_flip(events: list[Event]) -> None:
    first_event(events, "flip-answered").public["on"] -= 1


def _window_closed_early(events: list[Event]) -> None:
    answered = ["flip-answered"] * 3
    closed = first_event(
        events,
        "window-closed",
        lambda event: [other.type for other in events[event.version - 4 : event.version - 1]] == answered,
    )
    del events[closed.version - 2]


def _window_that_leaves_the_right_to_call(events: list[Event]) -> None:
    first_event(events, "window-closed").public["calls_open"] = True


def _window_of_another_flip(events: list[Event]) -> None:
    first_event(events, "window-closed").public["on"] -= 1


def _opening_by_somebody_else(events: list[Event]) -> None:
    played = _played(events, "opening")
    played.public["seat"] = (played.public["seat"] + 1) % 3


def _opening_without_an_answer(events: list[Event]) -> None:
    played = _played(events, "opening")
    answered = next(
        event for event in reversed(events[: played.version]) if event.type == "flip-answered" and laid_by(event)
    )
    own = next(part for part, answer in answered.sealed.items() if answer["cards"])
    answered.sealed[own] |= {"cards": None, "suit": None}


def _opening_suppressed(events: list[Event]) -> None:
    played = _played(events, "opening")
    events[events.index(played)] = _following_flip(events, played)


def _following_flip(events: list[Event], before: Event) -> Event:
    """Return the next flip, as the rules would have it."""
    flip = next(event for event in reversed(events[: before.version]) if event.type == "card-flipped")
    stock = first_event(events, "round-dealt").sealed[TABLE]["stock"]
    following = deepcopy(flip)
    following.public["card"] = stock[stock.index(flip.public["card"]) + 1]
    following.public["stock"] -= 1
    joker = not RANK[CARDS[following.public["card"]]]
    following.public |= {"asked": [] if joker else [0, 1, 2], "calls_open": not joker}
    return following


def _cards_laid_without_an_answer(events: list[Event]) -> None:
    answered = first_event(events, "flip-answered")
    other = next(answer for answer in answered.sealed.values() if not answer["answered"])
    other |= {"cards": [_flip(events).public["card"]], "suit": "S"}


def _answer_with_another_number(events: list[Event]) -> None:
    answered = first_event(events, "flip-answered", lambda event: not laid_by(event))
    own = next(part for part, answer in answered.sealed.items() if answer["answered"])
    number = _number_on(events, answered)
    dealt = next(event for event in reversed(events[: answered.version]) if event.type == "round-dealt")
    held = dealt.sealed[own]["cards"]
    answered.sealed[own] |= {"cards": [card for card in held if RANK[CARDS[card]] != number][:1], "suit": "S"}


def _opening_left_out(events: list[Event]) -> None:
    events.remove(_played(events, "opening"))


def _suit_of_the_opening(events: list[Event]) -> None:
    played = _played(events, "opening")
    played.public["suit"] = "S" if played.public["suit"] != "S" else "H"


FORGERIES: list[tuple[Forge, str]] = [
    (_another_flip, "another card was the next of the stock"),
    (_flips_out_of_order, "another card was the next of the stock"),
    (_stock_of_a_flip, "cards are left in the stock"),
    (_flip_by_somebody_else, "nobody but the dealer turns cards up"),
    (_flip_that_asks_only_some, "are to be asked about it"),
    (_flip_that_cannot_be_called, "are to be asked about it"),
    (_flip_after_the_opening, "one after another, until the round is opened"),
    (_cards_laid_without_an_answer, "and nobody else"),
    (_answer_with_another_number, "or they have another number"),
    (_flip_while_one_is_answered, "turns cards up, one after another"),
    (_two_answers_in_one, "one seat answers the flip"),
    (_answer_of_nobody, "one seat answers the flip"),
    (_answer_with_cards_of_somebody_else, "does not hold these cards"),
    (_answer_to_another_flip, "one seat answers the flip"),
    (_window_closed_early, "has yet to be answered"),
    (_window_that_leaves_the_right_to_call, "and with a flip's the right to call"),
    (_window_of_another_flip, "closes, and with a flip's"),
    (_opening_by_somebody_else, "no game goes on like this"),
    (_opening_without_an_answer, "not opened by the first answer"),
    (_opening_suppressed, "has opened the round"),
    (_opening_left_out, "can be laid as 'opening'"),
    (_suit_of_the_opening, "not opened by the first answer"),
]


@pytest.mark.parametrize(("forge", "what"), FORGERIES, ids=lambda part: getattr(part, "__name__", ""))
def test_a_forged_opening_with_a_perfect_chain_is_found(forge: Forge, what: str) -> None:
    game, events = rich_kawagoe_game()
    forge(events)
    assert what in problems(game, events)


def test_the_second_seat_that_laid_cards_does_not_open() -> None:
    game, events = crowded_round()
    second = opening_answers(events)[1]
    seat, answer = next((part, answer) for part, answer in second.sealed.items() if answer["cards"])
    _played(events, "opening").public |= {"seat": int(seat), "cards": answer["cards"], "suit": answer["suit"]}
    assert "not opened by the first answer that laid cards" in problems(game, events)


def test_swapped_answers_are_found() -> None:
    game, events = crowded_round()
    one, two = opening_answers(events)[:2]
    one.sealed, two.sealed = two.sealed, one.sealed
    assert "not opened by the first answer that laid cards" in problems(game, events)


def test_reordered_flips_are_found() -> None:
    game, events = crowded_round()
    first_event(events, "stock-reshuffled").sealed[TABLE]["cards"].sort()
    assert "the secret shuffles the pile into another order" in problems(game, events)
