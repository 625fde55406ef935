"""`verify` finds forged plays, answers and windows in a resealed and rechained log of Doubt."""

from copy import deepcopy

import pytest

from domain.log.events import Event
from domain.ruleset.cards import CARDS, CODES, RANK
from prove.harness.random_games import copy_events, first_event, rechain
from tests.domain.played_doubt import LOGS, cheats, eliminations, piles
from tests.domain.verify.log_mutations import Forgeries, Forgery, Log

FORGED = Forgeries()


def play_before(events: list[Event], settled: Event) -> Event:
    """Return the play that an answer or the end of a window is about."""
    return next(event for event in events if event.version == settled.public["on"])


def doubt(events: list[Event], *, valid: bool = True) -> Event:
    return first_event(events, "doubt-called", lambda event: event.public["valid"] is valid)


def closed(events: list[Event], by: str) -> Event:
    return first_event(events, "window-closed", lambda event: event.public["by"] == by)


def forced(events: list[Event]) -> Event:
    return first_event(events, "cards-played", lambda event: not event.public["asked"])


def moved(event: Event, seat: int) -> None:
    """Move the play to another seat."""
    event.sealed = {str(seat): event.sealed[str(event.public["seat"])]}
    event.public["seat"] = seat


# Cards, player and number of a play


@FORGED.of(piles, "no game goes on like this")
def a_card_that_is_not_held(events: list[Event]) -> None:
    played, dealt = first_event(events, "cards-played"), first_event(events, "round-dealt")
    other = (played.public["seat"] + 1) % 3
    played.sealed[str(played.public["seat"])]["cards"][0] = dealt.sealed[str(other)]["cards"][0]


@FORGED.of(piles, "other cards were laid")
def another_card_of_the_hand_before_a_doubt(events: list[Event]) -> None:
    played = play_before(events, doubt(events))
    seat = played.public["seat"]
    dealt = first_event(events, "round-dealt")
    laid = {code for event in events[: played.version] for code in event.sealed.get(str(seat), {}).get("cards", ())
            if event.type == "cards-played"}  # fmt: skip
    mine = played.sealed[str(seat)]["cards"]
    mine[0] = next(code for code in dealt.sealed[str(seat)]["cards"] if code not in laid)


@FORGED.of(piles, "cards are laid, not")
def a_count_that_is_not_true(events: list[Event]) -> None:
    first_event(events, "cards-played", lambda event: event.public["count"] == 1).public["count"] = 2


@FORGED.of(piles, "so many cards cannot be laid at once")
def more_cards_than_allowed(events: list[Event]) -> None:
    events[0].public["options"]["max_cards_per_play"] = 1


@FORGED.of(piles, "it is the turn of seat")
def another_number(events: list[Event]) -> None:
    first_event(events, "cards-played").public["number"] = 7


@FORGED.of(piles, "it is the turn of seat")
def a_play_out_of_turn(events: list[Event]) -> None:
    played = first_event(events, "cards-played")
    moved(played, (played.public["seat"] + 1) % 3)


@FORGED.of(piles, "it is the turn of seat")
def a_play_that_gives_the_turn_away(events: list[Event]) -> None:
    played = first_event(events, "cards-played")
    played.public["turn"] = (played.public["turn"] + 1) % 3


@FORGED.of(piles, "finishing is a play of all the cards")
def a_play_that_does_not_finish(events: list[Event]) -> None:
    first_event(events, "cards-played").public["finishing"] = True


@FORGED.of(piles, "finishing is a play of all the cards")
def a_last_card_that_is_said_not_to_be(events: list[Event]) -> None:
    first_event(events, "cards-played", lambda event: event.public["finishing"]).public["finishing"] = False


@FORGED.of(piles, "the clock lays nothing before")
def a_play_put_down_to_the_clock(events: list[Event]) -> None:
    first_event(events, "cards-played").public["by_clock"] = True


@FORGED.of(piles, "the newest play may still be doubted")
def a_play_while_the_last_may_be_doubted(events: list[Event]) -> None:
    events.remove(closed(events, "play"))


@FORGED.of(piles, "it is the turn of seat")
def a_play_left_out(events: list[Event]) -> None:
    settled = closed(events, "all")
    played = play_before(events, settled)
    del events[events.index(played) : events.index(settled) + 1]


# Asked seats


@FORGED.of(piles, "are asked about it, not")
def somebody_is_not_asked(events: list[Event]) -> None:
    first_event(events, "cards-played").public["asked"].pop()


@FORGED.of(piles, "are asked about it, not [0, 1, 2]")
def the_player_is_asked(events: list[Event]) -> None:
    first_event(events, "cards-played").public["asked"] = [0, 1, 2]


@FORGED.of(cheats, "are asked about it, not")
def everybody_is_asked_at_cheat(events: list[Event]) -> None:
    played = first_event(events, "cards-played")
    played.public["asked"] = sorted({0, 1, 2} - {played.public["seat"]})


@FORGED.of(piles, "seats [] are asked about it")
def a_hand_that_may_not_finish_is_asked_about(events: list[Event]) -> None:
    played = forced(events)
    played.public["asked"] = sorted({0, 1, 2} - {played.public["seat"]})


@FORGED.of(cheats, "seats [] are asked about it")
def a_joker_that_may_not_be_last_is_asked_about(events: list[Event]) -> None:
    played = forced(events)
    played.public["asked"] = [(played.public["seat"] + 1) % 3]


@FORGED.of(piles, "are asked about it, not []")
def nobody_is_asked_about_a_hand_that_finishes(events: list[Event]) -> None:
    first_event(events, "cards-played", lambda event: event.public["finishing"] and event.public["asked"]).public[
        "asked"
    ] = []


# Answers and windows


@FORGED.of(piles, "no game goes on like this")
def a_decline_of_the_player(events: list[Event]) -> None:
    declined = first_event(events, "doubt-declined")
    player = play_before(events, declined).public["seat"]
    declined.sealed = {str(seat): {"declined": seat == player} for seat in range(3)}


@FORGED.of(piles, "one seat that is asked answers")
def two_declines_in_one(events: list[Event]) -> None:
    declined = first_event(events, "doubt-declined")
    player = play_before(events, declined).public["seat"]
    declined.sealed = {str(seat): {"declined": seat != player} for seat in range(3)}


@FORGED.of(piles, "one seat that is asked answers")
def a_decline_of_nobody(events: list[Event]) -> None:
    first_event(events, "doubt-declined").sealed = {str(seat): {"declined": False} for seat in range(3)}


@FORGED.of(piles, "one seat that is asked answers")
def a_decline_of_another_play(events: list[Event]) -> None:
    first_event(events, "doubt-declined").public["on"] -= 1


@FORGED.of(piles, "sealed to every seat alike")
def a_decline_that_only_its_seat_is_told_of(events: list[Event]) -> None:
    declined = first_event(events, "doubt-declined")
    declined.sealed = {part: answer for part, answer in declined.sealed.items() if answer["declined"]}


@FORGED.of(piles, "have yet to answer")
def a_window_closed_before_everybody_has_answered(events: list[Event]) -> None:
    last = closed(events, "all")
    events.remove(next(event for event in reversed(events[: last.version]) if event.type == "doubt-declined"))


@FORGED.of(piles, "before its deadline")
def a_window_closed_early(events: list[Event]) -> None:
    closed(events, "all").public["by"] = "deadline"


@FORGED.of(piles, "closes the window while others may still doubt")
def a_window_closed_by_a_play_before_its_floor(events: list[Event]) -> None:
    settled = first_event(events, "window-closed", lambda event: event.public["by"] == "play"
                    and event.public["on"] == event.version - 1)  # fmt: skip
    played = play_before(events, settled)
    settled.at = events[settled.version].at = played.at


@FORGED.of(piles, "no play may close this window")
def a_window_of_a_last_card_closed_by_a_play(events: list[Event]) -> None:
    ended = first_event(events, "round-ended")
    settled = next(event for event in reversed(events[: ended.version]) if event.type == "window-closed")
    settled.public["by"] = "play"


@FORGED.of(piles, "no window closes by 'everybody'")
def a_window_closed_by_something_else(events: list[Event]) -> None:
    closed(events, "all").public["by"] = "everybody"


@FORGED.of(piles, "the window of version")
def another_window_closed(events: list[Event]) -> None:
    closed(events, "deadline").public["on"] -= 1


@FORGED.of(piles, "what follows at once is {'type': 'cards-played'")
def a_window_closed_by_a_play_that_is_not_there(events: list[Event]) -> None:
    settled = first_event(
        events, "window-closed", lambda event: event.public["by"] == "all" and event.at != events[event.version].at
    )
    settled.public["by"] = "play"


@FORGED.of(piles, "does not follow")
def a_number_that_does_not_follow(events: list[Event]) -> None:
    closed(events, "all").public["number"] = 12


# Doubts


@FORGED.of(piles, "the verdict does not follow from the cards shown")
def a_lie_said_to_be_true(events: list[Event]) -> None:
    doubt(events).public["valid"] = False


@FORGED.of(piles, "valid of the call has to be False")
def a_truth_said_to_be_a_lie(events: list[Event]) -> None:
    doubt(events, valid=False).public["valid"] = True


@FORGED.of(piles, "other cards were laid")
def other_cards_shown(events: list[Event]) -> None:
    called = doubt(events)
    number = called.public["claimed"]["number"]
    shown = [code for code in CODES if RANK[CARDS[code]] == number]
    called.public |= {"cards": shown[: called.public["claimed"]["count"]], "valid": False}


@FORGED.of(piles, "what was said is")
def something_else_said(events: list[Event]) -> None:
    called = doubt(events, valid=False)
    called.public["claimed"]["number"] = called.public["claimed"]["number"] % 13 + 1
    called.public["valid"] = True


@FORGED.of(piles, "on of the call has to be")
def a_doubt_of_another_play(events: list[Event]) -> None:
    doubt(events).public["on"] -= 1


@FORGED.of(piles, "had no right to call")
def a_doubt_of_the_player_s_own(events: list[Event]) -> None:
    called = doubt(events)
    called.public["seat"] = called.public["claimed"]["seat"]


@FORGED.of(piles, "had no right to call")
def a_doubt_after_declining(events: list[Event]) -> None:
    declines = {event.public["on"]: event for event in events if event.type == "doubt-declined"}
    called = first_event(events, "doubt-called", lambda event: event.public["on"] in declines)
    answers = declines[called.public["on"]].sealed
    called.public["seat"] = int(next(part for part, answer in answers.items() if answer["declined"]))


@FORGED.of(cheats, "had no right to call")
def a_doubt_at_cheat_by_somebody_else(events: list[Event]) -> None:
    called = doubt(events)
    called.public["seat"] = ({0, 1, 2} - {called.public["seat"], called.public["claimed"]["seat"]}).pop()


@FORGED.of(eliminations, "nobody else")
def a_doubt_of_somebody_who_is_out(events: list[Event]) -> None:
    out = first_event(events, "seat-eliminated")
    called = first_event(
        events[out.version :], "doubt-called", lambda event: event.public["seat"] != out.public["seat"]
    )
    called.public["seat"] = out.public["seat"]


@FORGED.of(piles, "what follows at once is {'type': 'pile-taken'")
def a_second_doubt_before_the_first_is_paid_for(events: list[Event]) -> None:
    called = doubt(events)
    second = deepcopy(called)
    second.public["seat"] = ({0, 1, 2} - {called.public["seat"], called.public["claimed"]["seat"]}).pop()
    events.insert(called.version, second)


@FORGED.of(piles, "no play may be doubted now")
def a_doubt_of_a_play_that_is_settled(events: list[Event]) -> None:
    called = doubt(events)
    events.insert(called.version + 1, deepcopy(called))


@pytest.mark.parametrize("forgery", FORGED, ids=repr)
def test_a_forged_log_of_doubt_with_a_perfect_chain_is_found(forgery: Forgery) -> None:
    assert forgery.finding in forgery.found()


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
def test_rechaining_an_unchanged_log_of_doubt_gives_the_same_log(log: Log) -> None:
    game, events = log()
    assert rechain(game, copy_events(events)) == events
