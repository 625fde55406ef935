"""`verify` finds forged plays, calls and ends in a resealed and rechained log of Kawagoe."""

from contextlib import suppress
from copy import deepcopy

import pytest

from domain.log.events import Event
from domain.ruleset.cards import CARDS, RANK
from domain.verification.verify import verify
from prove.harness.random_games import (
    copy_events,
    crowded_round,
    derive_chain,
    export_lines,
    first_event,
    rechain,
    rich_kawagoe_game,
)
from tests.domain.verify.log_mutations import Forge, problems


def _played(events: list[Event], how: str) -> Event:
    return first_event(events, "cards-played", lambda event: event.public["how"] == how)


def _call(events: list[Event], kind: str) -> Event:
    return first_event(events, "dobon-called", lambda event: event.public["kind"] == kind and event.public["valid"])


def _end(events: list[Event], reason: str) -> Event:
    return first_event(events, "round-ended", lambda event: event.public["reason"] == reason)


def _still_held(events: list[Event], seat: int, before: Event) -> str:
    """Return a card dealt to the seat and not played by then, of another number than the top."""
    dealt = next(event for event in reversed(events[: before.version]) if event.type == "round-dealt")
    played = [event for event in events[dealt.version : before.version] if event.type == "cards-played"]
    gone = {card for event in played for card in event.public["cards"]}
    numbers = {RANK[CARDS[card]] for card in before.public.get("cards", ())} | {0}
    return next(
        card for card in dealt.sealed[str(seat)]["cards"] if card not in gone and RANK[CARDS[card]] not in numbers
    )


def _played_holding_more(events: list[Event], how: str) -> tuple[Event, str]:
    """Return a play of a seat that still holds a card of another number, and that card."""
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
    """Insert a draw right after the call that moves no card, so that everything else stays right."""
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


def _jump_in_without_the_card(events: list[Event]) -> None:
    jumped = _played(events, "jump-in")
    jumped.public["seat"] = (jumped.public["seat"] + 1) % 3


def _jump_in_called_a_turn(events: list[Event]) -> None:
    _played(events, "jump-in").public["how"] = "turn"


def _turn_called_a_jump_in(events: list[Event]) -> None:
    _played(events, "turn").public["how"] = "jump-in"


def _draw_out_of_turn(events: list[Event]) -> None:
    drawn = first_event(events, "cards-drawn", lambda event: event.public["why"] == "turn")
    seat = drawn.public["seat"]
    other = (seat + 1) % 3
    drawn.public["seat"], drawn.sealed = other, {str(other): drawn.sealed[str(seat)]}


def _draw_that_leaves_the_right_to_call(events: list[Event]) -> None:
    first_event(events, "cards-drawn", lambda event: event.public["why"] == "turn").public["calls_open"] = True


def _ippatsu_called_a_call(events: list[Event]) -> None:
    _call(events, "ippatsu").public["kind"] = "call"


def _call_called_a_counter(events: list[Event]) -> None:
    _call(events, "call").public["kind"] = "counter"


def _false_ippatsu_made_true(events: list[Event]) -> None:
    called = first_event(
        events, "dobon-called", lambda event: event.public["kind"] == "ippatsu" and not event.public["valid"]
    )
    called.public |= {"valid": True, "formulas": ["1+1"], "asked": [], "deadline": None}


def _formula_with_a_product(events: list[Event]) -> None:
    called = _call(events, "ippatsu")
    called.public["formulas"] = [f"{called.public['card'][1:]}×1"]


def _counter_by_somebody_else(events: list[Event]) -> None:
    counter = _call(events, "counter")
    called = first_event(events, "dobon-called", lambda event: event.version == counter.public["on"])
    counter.public["seat"] = ({0, 1, 2} - {counter.public["seat"], called.public["seat"]}).pop()


def _everybody_asked_to_counter(events: list[Event]) -> None:
    called = _call(events, "call")
    called.public["asked"] = sorted({0, 1, 2} - {called.public["seat"]})


def _nobody_asked_to_counter(events: list[Event]) -> None:
    _call(events, "call").public["asked"] = []


def _counter_denied(events: list[Event]) -> None:
    events.remove(_call(events, "counter"))


def _counter_to_an_ippatsu(events: list[Event]) -> None:
    """Counter an ippatsu (K-24), with a seat whose hand has the sum too, or claims so."""
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
    points = _end(events, "ippatsu").public["points"]
    points.append(points.pop(0))


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
    public = first_event(events, "round-dealt").public
    public["dealer"] = public["turn"] = (public["dealer"] + 1) % 3


def _dealer_of_the_next_round(events: list[Event]) -> None:
    public = first_event(events, "round-dealt", lambda event: event.public["round"] == 2).public
    public["dealer"] = public["turn"] = (public["dealer"] + 1) % 3


def _scores(events: list[Event]) -> None:
    first_event(events, "game-ended").public["scores"][0] += 1


FORGERIES: list[tuple[Forge, str]] = [
    (_two_numbers_laid, "cards laid together have one number, and no joker"),
    (_jump_in_with_another_number, "to open and out of turn only a"),
    (_play_while_a_call_is_answered, "can be laid as 'turn' when no window is open"),
    (_draw_while_a_call_is_answered, "which draws when no window is open"),
    (_draw_after_the_counter, "the round is decided"),
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


@pytest.mark.parametrize(("forge", "what"), FORGERIES, ids=lambda part: getattr(part, "__name__", ""))
def test_a_forged_log_of_kawagoe_with_a_perfect_chain_is_found(forge: Forge, what: str) -> None:
    game, events = rich_kawagoe_game()
    forge(events)
    assert what in problems(game, events)


def test_rechaining_an_unchanged_log_of_kawagoe_gives_the_same_log() -> None:
    for game, events in (rich_kawagoe_game(), crowded_round()):
        assert rechain(game, copy_events(events)) == events


def test_a_secret_of_another_chain_is_found() -> None:
    game, events = crowded_round()
    first_event(events, "round-revealed").public["secret"] = derive_chain("another", 1).last.hex()
    found = "\n".join(problem.what for problem in verify(export_lines(game, rechain(game, events))).problems)
    assert "the secret of round 1 is not the one that the anchor fixes" in found
