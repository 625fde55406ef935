"""Forgeries of logs of Doubt; `test_changed_events` changes single fields."""

from copy import deepcopy

from domain.log.events import LoggedEvent
from domain.log.moments import later
from domain.ruleset.cards import CARDS, CODES, RANK
from prove.harness.random_games import first_event
from tests.domain.played_doubt import cheats, eliminations, exchanges, piles
from tests.domain.verify.log_mutations import Forgeries

FORGED = Forgeries()


def play_before(events: list[LoggedEvent], settled: LoggedEvent) -> LoggedEvent:
    """Return the play that an answer or the end of a window is about."""
    return next(event for event in events if event.version == settled.public["on"])


def doubt(events: list[LoggedEvent], *, valid: bool = True) -> LoggedEvent:
    return first_event(events, "doubt-called", lambda event: event.public["valid"] is valid)


def closed(events: list[LoggedEvent], by: str) -> LoggedEvent:
    return first_event(events, "window-closed", lambda event: event.public["by"] == by)


def forced(events: list[LoggedEvent]) -> LoggedEvent:
    return first_event(events, "cards-played", lambda event: not event.public["asked"])


def moved(event: LoggedEvent, seat: int) -> None:
    """Move the play to another seat."""
    event.sealed = {str(seat): event.sealed[str(event.public["seat"])]}
    event.public["seat"] = seat


# Cards, player and number of a play


@FORGED.of(piles)
def a_card_that_is_not_held(events: list[LoggedEvent]) -> None:
    played, dealt = first_event(events, "cards-played"), first_event(events, "round-dealt")
    other = (played.public["seat"] + 1) % 3
    played.sealed[str(played.public["seat"])]["cards"][0] = dealt.sealed[str(other)]["cards"][0]


@FORGED.of(piles, "doubt-called")
def another_card_of_the_hand_before_a_doubt(events: list[LoggedEvent]) -> None:
    played = play_before(events, doubt(events))
    seat = played.public["seat"]
    dealt = first_event(events, "round-dealt")
    laid = {code for event in events[: played.version] for code in event.sealed.get(str(seat), {}).get("cards", ())
            if event.type == "cards-played"}  # fmt: skip
    mine = played.sealed[str(seat)]["cards"]
    mine[0] = next(code for code in dealt.sealed[str(seat)]["cards"] if code not in laid)


@FORGED.of(eliminations, lambda event: event.type == "cards-played" and event.public["count"] > 1)
def more_cards_than_allowed(events: list[LoggedEvent]) -> None:
    events[0].public["options"]["max_cards_per_play"] = 1


@FORGED.of(piles)
def a_play_out_of_turn(events: list[LoggedEvent]) -> None:
    played = first_event(events, "cards-played")
    moved(played, (played.public["seat"] + 1) % 3)


@FORGED.of(piles)
def a_play_while_the_last_may_be_doubted(events: list[LoggedEvent]) -> None:
    events.remove(closed(events, "play"))


@FORGED.of(piles)
def a_play_left_out(events: list[LoggedEvent]) -> None:
    settled = first_event(
        events,
        "window-closed",
        lambda event: event.public["by"] == "all" and events[event.public["on"] - 2].type != "window-closed",
    )
    played = play_before(events, settled)
    del events[events.index(played) : events.index(settled) + 1]


# Asked seats


# Answers and windows


@FORGED.of(piles)
def a_decline_of_the_player(events: list[LoggedEvent]) -> None:
    declined = first_event(events, "doubt-declined")
    player = play_before(events, declined).public["seat"]
    declined.sealed = {str(seat): {"declined": seat == player} for seat in range(3)}


@FORGED.of(piles)
def two_declines_in_one(events: list[LoggedEvent]) -> None:
    declined = first_event(events, "doubt-declined")
    player = play_before(events, declined).public["seat"]
    declined.sealed = {str(seat): {"declined": seat != player} for seat in range(3)}


@FORGED.of(piles)
def a_decline_of_nobody(events: list[LoggedEvent]) -> None:
    first_event(events, "doubt-declined").sealed = {str(seat): {"declined": False} for seat in range(3)}


@FORGED.of(piles)
def a_decline_that_only_its_seat_is_told_of(events: list[LoggedEvent]) -> None:
    declined = first_event(events, "doubt-declined")
    declined.sealed = {part: answer for part, answer in declined.sealed.items() if answer["declined"]}


@FORGED.of(piles)
def a_window_closed_before_everybody_has_answered(events: list[LoggedEvent]) -> None:
    last = closed(events, "all")
    events.remove(next(event for event in reversed(events[: last.version]) if event.type == "doubt-declined"))


@FORGED.of(piles)
def a_window_closed_by_a_play_before_its_floor(events: list[LoggedEvent]) -> None:
    settled = first_event(events, "window-closed", lambda event: event.public["by"] == "play"
                    and event.public["on"] == event.version - 1)  # fmt: skip
    played = play_before(events, settled)
    settled.at = events[settled.version].at = played.at


# Doubts


@FORGED.of(piles)
def other_cards_shown(events: list[LoggedEvent]) -> None:
    called = doubt(events)
    number = called.public["claimed"]["number"]
    shown = [code for code in CODES if RANK[CARDS[code]] == number]
    called.public |= {"cards": shown[: called.public["claimed"]["count"]], "valid": False}


@FORGED.of(piles)
def something_else_said(events: list[LoggedEvent]) -> None:
    called = doubt(events, valid=False)
    called.public["claimed"]["number"] = called.public["claimed"]["number"] % 13 + 1
    called.public["valid"] = True


@FORGED.of(piles)
def a_doubt_of_the_player_s_own(events: list[LoggedEvent]) -> None:
    called = doubt(events)
    called.public["seat"] = called.public["claimed"]["seat"]


@FORGED.of(piles)
def a_doubt_after_declining(events: list[LoggedEvent]) -> None:
    declines = {event.public["on"]: event for event in events if event.type == "doubt-declined"}
    called = first_event(events, "doubt-called", lambda event: event.public["on"] in declines)
    answers = declines[called.public["on"]].sealed
    called.public["seat"] = int(next(part for part, answer in answers.items() if answer["declined"]))


@FORGED.of(cheats)
def a_doubt_at_cheat_by_somebody_else(events: list[LoggedEvent]) -> None:
    called = doubt(events)
    called.public["seat"] = ({0, 1, 2} - {called.public["seat"], called.public["claimed"]["seat"]}).pop()


@FORGED.of(eliminations)
def a_doubt_of_somebody_who_is_out(events: list[LoggedEvent]) -> None:
    out = first_event(events, "seat-eliminated")
    called = first_event(
        events[out.version :], "doubt-called", lambda event: event.public["seat"] != out.public["seat"]
    )
    called.public["seat"] = out.public["seat"]


@FORGED.of(piles)
def a_second_doubt_before_the_first_is_paid_for(events: list[LoggedEvent]) -> None:
    called = doubt(events)
    second = deepcopy(called)
    second.public["seat"] = ({0, 1, 2} - {called.public["seat"], called.public["claimed"]["seat"]}).pop()
    events.insert(called.version, second)


@FORGED.of(piles)
def a_doubt_of_a_play_that_is_settled(events: list[LoggedEvent]) -> None:
    called = doubt(events)
    events.insert(called.version + 1, deepcopy(called))


def taken(events: list[LoggedEvent], why: str = "doubt") -> LoggedEvent:
    return first_event(events, "pile-taken", lambda event: event.public["why"] == why)


def opened(events: list[LoggedEvent], seat: int, kind: str) -> list[str]:
    """Return the cards of the seat's part of that event."""
    cards: list[str] = first_event(events, kind).sealed[str(seat)]["cards"]
    return cards


def ended(events: list[LoggedEvent]) -> LoggedEvent:
    return first_event(events, "round-ended")


# The deal


@FORGED.of(piles)
def hands_of_others(events: list[LoggedEvent]) -> None:
    sealed = first_event(events, "round-dealt").sealed
    sealed["0"]["cards"][0], sealed["1"]["cards"][0] = sealed["1"]["cards"][0], sealed["0"]["cards"][0]


@FORGED.of(piles)
def a_card_dealt_twice(events: list[LoggedEvent]) -> None:
    sealed = first_event(events, "round-dealt").sealed
    sealed["0"]["cards"][0] = sealed["1"]["cards"][0]


# The pile


@FORGED.of(piles)
def somebody_else_takes_the_pile(events: list[LoggedEvent]) -> None:
    found = taken(events)
    seat = found.public["seat"]
    found.public["seat"], found.sealed = (seat + 1) % 3, {str((seat + 1) % 3): found.sealed[str(seat)]}


@FORGED.of(piles)
def other_cards_than_lie_there(events: list[LoggedEvent]) -> None:
    found = taken(events)
    cards = found.sealed[str(found.public["seat"])]["cards"]
    cards[0] = next(code for code in CARDS if code not in cards)


@FORGED.of(piles)
def a_pile_that_nobody_takes(events: list[LoggedEvent]) -> None:
    events.remove(taken(events))


@FORGED.of(piles)
def a_pile_taken_later(events: list[LoggedEvent]) -> None:
    for event in events[events.index(taken(events)) :]:
        event.at = later(event.at, seconds=1)


@FORGED.of(piles)
def a_pile_taken_for_nothing(events: list[LoggedEvent]) -> None:
    settled = first_event(events, "window-closed", lambda event: event.public["by"] == "all")
    events.insert(settled.version, deepcopy(taken(events)))


@FORGED.of(piles)
def a_forced_pick_up_left_out(events: list[LoggedEvent]) -> None:
    events.remove(taken(events, "finish"))


@FORGED.of(piles)
def a_forced_pick_up_of_somebody_with_cards(events: list[LoggedEvent]) -> None:
    settled = first_event(events, "window-closed", lambda event: event.public["by"] == "all")
    events.insert(settled.version, deepcopy(taken(events, "finish")))


# The other penalties


@FORGED.of(eliminations)
def another_penalty(events: list[LoggedEvent]) -> None:
    found = first_event(events, "seat-eliminated")
    found.type, found.public["why"], found.public["count"] = "pile-taken", "doubt", 1


@FORGED.of(exchanges)
def other_cards_drawn(events: list[LoggedEvent]) -> None:
    found = first_event(events, "cards-exchanged")
    giver = found.public["from"]
    drawn = found.sealed[str(giver)]["cards"]
    held = opened(events, giver, "round-dealt")
    gone = {code for event in events[: found.version] for code in event.sealed.get(str(giver), {}).get("cards", ())
            if event.type == "cards-played"}  # fmt: skip
    other = [next(code for code in held if code not in {*gone, *drawn}), drawn[1]]
    found.sealed = {part: {"cards": other} for part in found.sealed}


@FORGED.of(exchanges)
def cards_drawn_in_another_order(events: list[LoggedEvent]) -> None:
    found = first_event(events, "cards-exchanged")
    found.sealed = {part: {"cards": payload["cards"][::-1]} for part, payload in found.sealed.items()}


@FORGED.of(exchanges)
def a_card_changed_on_its_way(events: list[LoggedEvent]) -> None:
    found = first_event(events, "cards-exchanged")
    taker = str(found.public["to"])
    cards = found.sealed[taker]["cards"]
    found.sealed[taker] = {"cards": [next(code for code in CARDS if code not in cards), *cards[1:]]}


@FORGED.of(exchanges)
def the_winner_draws(events: list[LoggedEvent]) -> None:
    found = first_event(events, "cards-exchanged").public
    found["from"], found["to"] = found["to"], found["from"]


# The end


@FORGED.of(eliminations)
def a_limit_that_is_none(events: list[LoggedEvent]) -> None:
    ended(events).public |= {"reason": "max-plays", "winner": None}


@FORGED.of(piles)
def an_end_too_early(events: list[LoggedEvent]) -> None:
    settled = first_event(events, "window-closed", lambda event: event.public["by"] == "all")
    events.insert(settled.version, deepcopy(ended(events)))
    events[settled.version].at = settled.at


@FORGED.of(piles)
def no_end_at_all(events: list[LoggedEvent]) -> None:
    events.remove(ended(events))


@FORGED.of(exchanges)
def a_play_more_than_the_limit(events: list[LoggedEvent]) -> None:
    last = ended(events)
    events.insert(last.version - 1, deepcopy(first_event(events, "cards-played")))


@FORGED.of(eliminations)
def an_elimination_of_the_last_one_in(events: list[LoggedEvent]) -> None:
    last = ended(events)
    events.insert(last.version - 1, deepcopy(first_event(events, "seat-eliminated")))


@FORGED.of(piles)
def a_play_after_the_end(events: list[LoggedEvent]) -> None:
    events.insert(ended(events).version, deepcopy(first_event(events, "cards-played")))


@FORGED.of(piles)
def a_pile_taken_after_the_end(events: list[LoggedEvent]) -> None:
    events.insert(ended(events).version, deepcopy(taken(events)))


@FORGED.of(piles, lambda event: event.public.get("finishing"))
def an_end_of_somebody_who_caught_no_lie(events: list[LoggedEvent]) -> None:
    """Let the third seat at the table catch the lies that the winner caught, and decline nothing."""
    winner = ended(events).public["winner"]
    for event in events[: ended(events).version]:
        if event.type == "doubt-called" and event.public["seat"] == winner and event.public["valid"]:
            third = ({0, 1, 2} - {winner, event.public["claimed"]["seat"]}).pop()
            for answer in events[event.public["on"] : event.version]:
                if answer.type == "doubt-declined" and answer.sealed[str(third)]["declined"]:
                    answer.sealed = {part: {"declined": part == str(winner)} for part in answer.sealed}
            event.public["seat"] = third


@FORGED.of(piles)
def other_scores(events: list[LoggedEvent]) -> None:
    first_event(events, "game-ended").public["scores"][0] += 1
