"""`verify` finds a log of Kawagoe forged by somebody who has the secrets, and seals and chains it anew."""

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy

import pytest

from domain.cards import CARDS, CODES, RANK
from domain.events import TABLE, Event
from domain.verify import verify
from tests.domain.played import crowded, first, laid, lines, rewritten, rich_kawagoe, secret

Forge = Callable[[list[Event]], None]


def _flip(events: list[Event]) -> Event:
    """A flip that everybody is asked about."""
    return first(events, "card-flipped", lambda event: event.public["asked"])


def _played(events: list[Event], how: str) -> Event:
    return first(events, "cards-played", lambda event: event.public["how"] == how)


def _call(events: list[Event], kind: str) -> Event:
    return first(events, "dobon-called", lambda event: event.public["kind"] == kind and event.public["valid"])


def _end(events: list[Event], reason: str) -> Event:
    return first(events, "round-ended", lambda event: event.public["reason"] == reason)


def _another_flip(events: list[Event]) -> None:
    stock = first(events, "round-dealt").sealed[TABLE]["stock"]
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
    closed = first(events, "window-closed", lambda event: events[event.version].type == "card-flipped")
    events.remove(closed)


def _two_answers_in_one(events: list[Event]) -> None:
    for answer in first(events, "flip-answered").sealed.values():
        answer["answered"] = True


def _answer_of_nobody(events: list[Event]) -> None:
    for answer in first(events, "flip-answered").sealed.values():
        answer["answered"] = False


def _answer_with_cards_of_somebody_else(events: list[Event]) -> None:
    answered = first(events, "flip-answered", lambda event: not laid_by(event))
    own = next(part for part, answer in answered.sealed.items() if answer["answered"])
    number = _number_on(events, answered)
    answered.sealed[own] |= {"cards": [code for code in CODES if RANK[CARDS[code]] == number][:4], "suit": "S"}


def laid_by(event: Event) -> bool:
    return any(answer["cards"] for answer in event.sealed.values())


def _number_on(events: list[Event], answered: Event) -> int:
    flips = [event for event in events if event.type == "card-flipped" and event.version < answered.version]
    return RANK[CARDS[flips[-1].public["card"]]]


def _answer_to_another_flip(events: list[Event]) -> None:
    first(events, "flip-answered").public["on"] -= 1


def _window_closed_early(events: list[Event]) -> None:
    closed = first(events, "window-closed")
    answers = [event for event in events[: closed.version] if event.type == "flip-answered"]
    events.remove(answers[-1])


def _window_that_leaves_the_right_to_call(events: list[Event]) -> None:
    first(events, "window-closed").public["calls_open"] = True


def _window_of_another_flip(events: list[Event]) -> None:
    first(events, "window-closed").public["on"] -= 1


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
    """The next card turned up, as it would have been by the rules."""
    flip = next(event for event in reversed(events[: before.version]) if event.type == "card-flipped")
    stock = first(events, "round-dealt").sealed[TABLE]["stock"]
    following = deepcopy(flip)
    following.public["card"] = stock[stock.index(flip.public["card"]) + 1]
    following.public["stock"] -= 1
    joker = not RANK[CARDS[following.public["card"]]]
    following.public |= {"asked": [] if joker else [0, 1, 2], "calls_open": not joker}
    return following


def _still_held(events: list[Event], seat: int, before: Event) -> str:
    """A card that was dealt to the seat and that it has not played by then, of another number than the top."""
    dealt = next(event for event in reversed(events[: before.version]) if event.type == "round-dealt")
    played = [event for event in events[dealt.version : before.version] if event.type == "cards-played"]
    gone = {card for event in played for card in event.public["cards"]}
    numbers = {RANK[CARDS[card]] for card in before.public.get("cards", ())} | {0}
    return next(
        card for card in dealt.sealed[str(seat)]["cards"] if card not in gone and RANK[CARDS[card]] not in numbers
    )


def _played_holding_more(events: list[Event], how: str) -> tuple[Event, str]:
    """A play of somebody who still holds a card of another number, and that card."""
    for event in events:
        if event.public.get("how") == how:
            with suppress(StopIteration):
                return event, _still_held(events, event.public["seat"], event)
    raise AssertionError


def _two_numbers_laid(events: list[Event]) -> None:
    played, card = _played_holding_more(events, "turn")
    played.public["cards"].append(card)


def _jump_in_with_another_number(events: list[Event]) -> None:
    played, card = _played_holding_more(events, "jump-in")
    played.public |= {"cards": [card], "suit": card[0]}


def _play_while_a_call_is_answered(events: list[Event]) -> None:
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


def _draw_of_nothing(events: list[Event], called: Event) -> None:
    """A draw right after the call that moves no card, so that nothing else is wrong."""
    place = events.index(called)
    seat = next(play for play in reversed(events[:place]) if play.type == "cards-played").public["turn"]
    nothing = {
        "seat": seat, "count": 0, "why": "turn", "turn": seat, "may_play": False, "calls_open": False, "deadline": None,
    }  # fmt: skip
    events.insert(place + 1, Event("cards-drawn", nothing, {str(seat): {"cards": []}}, at=called.at))


def _draw_while_a_call_is_answered(events: list[Event]) -> None:
    _draw_of_nothing(events, _call(events, "call"))


def _draw_after_the_counter(events: list[Event]) -> None:
    _draw_of_nothing(events, _call(events, "counter"))


def _cards_laid_without_an_answer(events: list[Event]) -> None:
    answered = first(events, "flip-answered")
    other = next(answer for answer in answered.sealed.values() if not answer["answered"])
    other |= {"cards": [_flip(events).public["card"]], "suit": "S"}


def _answer_with_another_number(events: list[Event]) -> None:
    answered = first(events, "flip-answered", lambda event: not laid_by(event))
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


def _jump_in_without_the_card(events: list[Event]) -> None:
    jumped = _played(events, "jump-in")
    jumped.public["seat"] = (jumped.public["seat"] + 1) % 3


def _jump_in_called_a_turn(events: list[Event]) -> None:
    _played(events, "jump-in").public["how"] = "turn"


def _turn_called_a_jump_in(events: list[Event]) -> None:
    _played(events, "turn").public["how"] = "jump-in"


def _draw_out_of_turn(events: list[Event]) -> None:
    drawn = first(events, "cards-drawn", lambda event: event.public["why"] == "turn")
    seat = drawn.public["seat"]
    other = (seat + 1) % 3
    drawn.public["seat"], drawn.sealed = other, {str(other): drawn.sealed[str(seat)]}


def _draw_that_leaves_the_right_to_call(events: list[Event]) -> None:
    first(events, "cards-drawn", lambda event: event.public["why"] == "turn").public["calls_open"] = True


def _ippatsu_called_a_call(events: list[Event]) -> None:
    _call(events, "ippatsu").public["kind"] = "call"


def _call_called_a_counter(events: list[Event]) -> None:
    _call(events, "call").public["kind"] = "counter"


def _false_ippatsu_made_true(events: list[Event]) -> None:
    called = first(
        events, "dobon-called", lambda event: event.public["kind"] == "ippatsu" and not event.public["valid"]
    )
    called.public |= {"valid": True, "formulas": ["1+1"], "asked": [], "deadline": None}


def _formula_with_a_product(events: list[Event]) -> None:
    called = _call(events, "ippatsu")
    called.public["formulas"] = [f"{called.public['card'][1:]}×1"]


def _counter_by_somebody_else(events: list[Event]) -> None:
    counter = _call(events, "counter")
    called = first(events, "dobon-called", lambda event: event.version == counter.public["on"])
    counter.public["seat"] = ({0, 1, 2} - {counter.public["seat"], called.public["seat"]}).pop()


def _everybody_asked_to_counter(events: list[Event]) -> None:
    called = _call(events, "call")
    called.public["asked"] = sorted({0, 1, 2} - {called.public["seat"]})


def _nobody_asked_to_counter(events: list[Event]) -> None:
    _call(events, "call").public["asked"] = []


def _counter_denied(events: list[Event]) -> None:
    events.remove(_call(events, "counter"))


def _counter_to_an_ippatsu(events: list[Event]) -> None:
    """K-24: nobody counters it. The forger takes a seat whose hand has the sum too, or says so."""
    called = _call(events, "ippatsu")
    counter = deepcopy(called)
    counter.public |= {"seat": (called.public["seat"] + 1) % 3, "kind": "counter"}
    events.insert(called.version, counter)


def _payment(events: list[Event]) -> None:
    _end(events, "dobon").public["score"]["payment"] += 1


def _arithmetic(events: list[Event]) -> None:
    score = _end(events, "dobon").public["score"]
    score["arithmetic"] = score["arithmetic"].replace("= ", "= 1")
    score["arithmetic"] += " "


def _addends(events: list[Event]) -> None:
    _end(events, "dobon").public["score"]["addends"].append(1)


def _doublings(events: list[Event]) -> None:
    _end(events, "dobon").public["score"]["doublings"].append("joker")


def _ippatsu_bonus(events: list[Event]) -> None:
    _end(events, "ippatsu").public["score"]["addends"][1] = 5


def _transfers(events: list[Event]) -> None:
    transfer = _end(events, "dobon").public["transfers"][0]
    transfer["from"], transfer["to"] = transfer["to"], transfer["from"]


def _one_payer_of_an_ippatsu(events: list[Event]) -> None:
    _end(events, "ippatsu").public["transfers"].pop()


def _points(events: list[Event]) -> None:
    _end(events, "ippatsu").public["points"].reverse()


def _next_dealer(events: list[Event]) -> None:
    public = _end(events, "dobon").public
    public["next_dealer"] = (public["next_dealer"] + 1) % 3


def _no_score(events: list[Event]) -> None:
    _end(events, "dobon").public["score"] = None


def _reason(events: list[Event]) -> None:
    _end(events, "ippatsu").public["reason"] = "dobon"


def _dead_end(events: list[Event]) -> None:
    _end(events, "dobon").public |= {"reason": "dead-end", "winner": None, "losers": [], "points": [0] * 3}


def _false_call_that_costs_nothing_here(events: list[Event]) -> None:
    _end(events, "dobon").public |= {"reason": "false-call", "winner": None, "losers": [1], "points": [0] * 3}


def _first_dealer(events: list[Event]) -> None:
    public = first(events, "round-dealt").public
    public["dealer"] = public["turn"] = (public["dealer"] + 1) % 3


def _dealer_of_the_next_round(events: list[Event]) -> None:
    public = first(events, "round-dealt", lambda event: event.public["round"] == 2).public
    public["dealer"] = public["turn"] = (public["dealer"] + 1) % 3


def _scores(events: list[Event]) -> None:
    first(events, "game-ended").public["scores"][0] += 1


FORGERIES: list[tuple[Forge, str]] = [
    (_another_flip, "another card was the next of the stock"),
    (_flips_out_of_order, "another card was the next of the stock"),
    (_stock_of_a_flip, "cards are left in the stock"),
    (_flip_by_somebody_else, "nobody but the dealer turns cards up"),
    (_flip_that_asks_only_some, "are to be asked about it"),
    (_flip_that_cannot_be_called, "are to be asked about it"),
    (_flip_after_the_opening, "one after another, until the round is opened"),
    (_two_numbers_laid, "cards laid together have one number, and no joker"),
    (_jump_in_with_another_number, "to open and out of turn only a"),
    (_play_while_a_call_is_answered, "can be laid as 'turn' when no window is open"),
    (_draw_while_a_call_is_answered, "which draws when no window is open"),
    (_draw_after_the_counter, "the round is decided"),
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
    (_jump_in_without_the_card, "no game goes on like this"),
    (_jump_in_called_a_turn, "can be laid as 'jump-in'"),
    (_turn_called_a_jump_in, "can be laid as 'turn'"),
    (_draw_out_of_turn, "which draws when no window is open"),
    (_draw_that_leaves_the_right_to_call, "nobody calls after a draw"),
    (_ippatsu_called_a_call, "kind of the call has to be 'ippatsu'"),
    (_call_called_a_counter, "kind of the call has to be 'call'"),
    (_false_ippatsu_made_true, "valid of the call has to be False"),
    (_formula_with_a_product, "formulas of the call has to be"),
    (_counter_by_somebody_else, "had no right to call"),
    (_everybody_asked_to_counter, "may counter the call, not"),
    (_nobody_asked_to_counter, "may counter the call, not []"),
    (_counter_denied, "has yet to be answered"),
    (_counter_to_an_ippatsu, "had no right to call"),
    (_payment, "score of the result has to be"),
    (_arithmetic, "score of the result has to be"),
    (_addends, "score of the result has to be"),
    (_doublings, "score of the result has to be"),
    (_ippatsu_bonus, "score of the result has to be"),
    (_no_score, "score of the result has to be"),
    (_transfers, "transfers of the result has to be"),
    (_one_payer_of_an_ippatsu, "transfers of the result has to be"),
    (_points, "points of the result has to be"),
    (_next_dealer, "next_dealer of the result has to be"),
    (_reason, "reason of the result has to be ippatsu"),
    (_dead_end, "nothing that happened ends the round by 'dead-end'"),
    (_false_call_that_costs_nothing_here, "nothing that happened ends the round by 'false-call'"),
    (_first_dealer, "the secret deals otherwise: dealer, turn"),
    (_dealer_of_the_next_round, "the secret deals otherwise: dealer, turn"),
    (_scores, "the scores have to be"),
]


def problems(game: str, events: list[Event]) -> str:
    report = verify(lines(game, rewritten(game, events)))
    assert not any("digest" in problem.what or "seal" in problem.what for problem in report.problems)
    return "\n".join(problem.what for problem in report.problems)


@pytest.mark.parametrize(("forge", "what"), FORGERIES, ids=lambda part: getattr(part, "__name__", ""))
def test_a_forged_log_of_kawagoe_with_a_perfect_chain_is_found(forge: Forge, what: str) -> None:
    game, events = rich_kawagoe()
    forge(events)
    assert what in problems(game, events)


def test_a_log_of_kawagoe_chained_anew_without_a_change_is_the_same() -> None:
    for game, events in (rich_kawagoe(), crowded()):
        assert rewritten(game, deepcopy(events)) == events


def test_the_second_who_laid_cards_does_not_open() -> None:
    game, events = crowded()
    second = laid(events)[1]
    seat, answer = next((part, answer) for part, answer in second.sealed.items() if answer["cards"])
    _played(events, "opening").public |= {"seat": int(seat), "cards": answer["cards"], "suit": answer["suit"]}
    assert "not opened by the first answer that laid cards" in problems(game, events)


def test_answers_cannot_change_places() -> None:
    game, events = crowded()
    one, two = laid(events)[:2]
    one.sealed, two.sealed = two.sealed, one.sealed
    assert "not opened by the first answer that laid cards" in problems(game, events)


def test_flips_are_not_reshuffled_into_another_order() -> None:
    game, events = crowded()
    first(events, "stock-reshuffled").sealed[TABLE]["cards"].sort()
    assert "the secret shuffles the pile into another order" in problems(game, events)


def test_another_secret_is_not_the_one_committed_to() -> None:
    game, events = crowded()
    first(events, "round-revealed").public["secret"] = secret("another", 1).hex()
    found = "\n".join(problem.what for problem in verify(lines(game, rewritten(game, events))).problems)
    assert "the secret of round 1 is not the one that was committed to" in found
