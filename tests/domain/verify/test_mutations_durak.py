"""`verify` finds forged attacks, defences and asked seats in a resealed and rechained log of Durak."""

from copy import deepcopy

import pytest

from domain.log.events import Event
from domain.ruleset.cards import CARDS, RANK
from prove.harness.random_games import first_event
from tests.domain.played_beating import bouts, ended, held_by, other, stalled, trump, turned, with_another_number
from tests.domain.verify.log_mutations import Forgeries, Forgery

FORGED = Forgeries()


# Attacks


@FORGED.of(bouts, "not-in-hand")
def a_card_that_somebody_else_holds(events: list[Event]) -> None:
    attack = first_event(events, "attack-played").public
    attack["cards"] = held_by(events, other(events, attack["seat"]))[:1]


@FORGED.of(bouts, "not-your-turn")
def an_attack_by_the_defender(events: list[Event]) -> None:
    attack = first_event(events, "attack-played").public
    attack["seat"] = other(events, attack["seat"])
    attack["cards"] = held_by(events, attack["seat"])[:1]


@FORGED.of(bouts, "one-card-only")
def a_lead_of_two_cards_where_one_may_be_led(events: list[Event]) -> None:
    attack = first_event(events, "attack-played").public
    attack["cards"] = held_by(events, attack["seat"])[:2]


@FORGED.of(turned, "rank-mismatch")
def a_lead_of_two_numbers(events: list[Event]) -> None:
    attack = first_event(events, "attack-played").public
    [one, *_], hand = attack["cards"], held_by(events, attack["seat"])
    attack["cards"] = [one, next(code for code in hand if RANK[CARDS[code]] != RANK[CARDS[one]])]


@FORGED.of(bouts, "bad-arguments")
def an_attack_without_a_card(events: list[Event]) -> None:
    first_event(events, "attack-played").public["cards"] = []


@FORGED.of(turned, "duplicate-card")
def an_attack_with_a_card_named_twice(events: list[Event]) -> None:
    attack = first_event(events, "attack-played").public
    attack["cards"] = attack["cards"][:1] * 2


@FORGED.of(bouts, "rank-not-on-table")
def a_further_attack_with_a_number_that_is_not_there(events: list[Event]) -> None:
    with_another_number(events, "attack-played", lambda event: event.public["cards"])


@FORGED.of(bouts, "limit-reached")
def more_attack_cards_than_the_bout_allows(events: list[Event]) -> None:
    """Beat the second card of a bout in which only one card may be played."""
    place = next(
        place
        for place, event in enumerate(events)
        if event.type == "attack-played" and events[place - 1].type == "cards-beaten"
    )
    begun = next(event for event in reversed(events[:place]) if event.type == "bout-begun")
    begun.public["limit"] = 1


@FORGED.of(bouts, "seat 0 is asked to act")
def a_bout_begun_twice(events: list[Event]) -> None:
    begun = first_event(events, "bout-begun", lambda event: event.public["asks"]["seat"] == 0)
    events.insert(events.index(begun), deepcopy(begun))


@FORGED.of(bouts, "wrong-phase")
def an_attack_while_the_last_one_is_not_beaten(events: list[Event]) -> None:
    attack = first_event(events, "attack-played")
    second = deepcopy(attack)
    second.public["cards"] = [
        next(code for code in held_by(events, attack.public["seat"]) if code not in attack.public["cards"])
    ]
    events.insert(events.index(attack) + 1, second)


@FORGED.of(bouts, "must-lead")
def a_stop_before_the_first_attack(events: list[Event]) -> None:
    begun = first_event(events, "bout-begun")
    stopped = deepcopy(first_event(events, "attack-stopped"))
    stopped.public["seat"], stopped.at = begun.public["attacker"], begun.at
    events.insert(events.index(begun) + 1, stopped)


@FORGED.of(bouts, "not-your-turn")
def a_stop_of_somebody_else(events: list[Event]) -> None:
    stopped = first_event(events, "attack-stopped").public
    stopped["seat"] = other(events, stopped["seat"])


# The clock


@FORGED.of(bouts, "the clock does nothing before")
def an_attack_put_down_to_the_clock(events: list[Event]) -> None:
    first_event(events, "attack-played", lambda event: "by_clock" not in event.public).public["by_clock"] = True


@FORGED.of(bouts, "the clock does nothing before")
def a_clock_that_only_may_have_done_it(events: list[Event]) -> None:
    first_event(events, "attack-stopped", lambda event: "by_clock" in event.public).public["by_clock"] = 1


@FORGED.of(bouts, "the clock does something else: Take()")
def a_defence_by_the_clock(events: list[Event]) -> None:
    beaten = first_event(events, "cards-beaten")
    beaten.public["by_clock"] = True
    for event in events[events.index(beaten) :]:
        event.at = event.at.replace("2026-11-21", "2026-11-22")


@FORGED.of(bouts, "the clock does something else: Attack")
def a_card_that_the_clock_would_not_lead(events: list[Event]) -> None:
    attack = first_event(events, "attack-played")
    attack.public["by_clock"] = True
    hand = [CARDS[code] for code in held_by(events, attack.public["seat"])]
    trump = first_event(events, "round-dealt").public["trump"]
    attack.public["cards"] = [
        max(
            (code for code in held_by(events, attack.public["seat"])),
            key=lambda code: (code[0] == trump, CARDS[code] % 13 or 13),
        )
    ]
    assert len(hand) == 6
    for event in events[events.index(attack) :]:
        event.at = event.at.replace("2026-11-21", "2026-11-22")


@FORGED.of(bouts, "asks of attack-played has to be")
def a_deadline_a_day_later(events: list[Event]) -> None:
    asked = first_event(events, "attack-played").public["asks"]
    asked["deadline"] = asked["deadline"].replace("2026-11-21", "2026-11-22")


# Asked seats


@FORGED.of(bouts, "asks of attack-played has to be")
def somebody_else_defends(events: list[Event]) -> None:
    asked = first_event(events, "attack-played").public["asks"]
    asked["seat"] = other(events, asked["seat"])


@FORGED.of(bouts, "asks of cards-beaten has to be")
def the_attack_right_goes_to_the_guardian_though_nobody_has_stopped(events: list[Event]) -> None:
    beaten = first_event(
        events, "cards-beaten", lambda event: (event.public.get("asks") or {}).get("phase") == "attacking"
    )
    beaten.public["asks"]["seat"] = other(events, beaten.public["seat"])


@FORGED.of(bouts, "asks of attack-stopped has to be")
def the_attack_right_stays_after_a_stop(events: list[Event]) -> None:
    stopped = first_event(events, "attack-stopped", lambda event: "asks" in event.public).public
    stopped["asks"]["seat"] = stopped["seat"]


@FORGED.of(bouts, "asks of attack-stopped has to be")
def a_bout_that_is_over_goes_on(events: list[Event]) -> None:
    stopped = first_event(events, "attack-stopped", lambda event: "asks" not in event.public)
    stopped.public["asks"] = {"phase": "attacking", "seat": stopped.public["seat"], "deadline": None}


@FORGED.of(bouts, "asks of take-declared has to be")
def a_take_into_which_nobody_may_throw(events: list[Event]) -> None:
    del first_event(events, "take-declared", lambda event: "asks" in event.public).public["asks"]


@FORGED.of(bouts, "asks of take-declared has to be")
def a_take_after_which_the_attack_goes_on(events: list[Event]) -> None:
    first_event(events, "take-declared", lambda event: "asks" in event.public).public["asks"]["phase"] = "attacking"


# Defences


@FORGED.of(bouts, "cannot-beat")
def a_card_that_does_not_beat(events: list[Event]) -> None:
    for beaten in (event for event in events if event.type == "cards-beaten"):
        [[attack, _]] = beaten.public["pairs"]
        unfit = [code for code in held_by(events, beaten.public["seat"]) if code[0] not in (attack[0], trump(events))]
        if unfit:
            beaten.public["pairs"] = [[attack, unfit[0]]]
            return


@FORGED.of(bouts, "no-such-attack")
def an_attack_beaten_that_does_not_lie_there(events: list[Event]) -> None:
    first_event(events, "cards-beaten").public["pairs"][0][0] = "S1"


@FORGED.of(bouts, "seat")
def a_defence_by_the_guardian(events: list[Event]) -> None:
    beaten = first_event(events, "cards-beaten")
    beaten.public["seat"] = other(events, beaten.public["seat"])


@FORGED.of(bouts, "taken of defence-ended has to be")
def a_card_of_a_take_goes_out_of_play(events: list[Event]) -> None:
    done = ended(events, "taken").public
    done["discarded"] = [done["taken"].pop()]


@FORGED.of(bouts, "discarded of defence-ended has to be")
def a_beaten_card_is_taken(events: list[Event]) -> None:
    done = ended(events, "beaten").public
    done["taken"] = [done["discarded"].pop()]


@FORGED.of(bouts, "how of defence-ended has to be beaten")
def a_full_defence_said_to_be_a_take(events: list[Event]) -> None:
    ended(events, "beaten").public["how"] = "taken"


@FORGED.of(bouts, "seat of defence-ended has to be")
def the_attacker_takes(events: list[Event]) -> None:
    done = ended(events, "taken").public
    done["seat"] = other(events, done["seat"])


@FORGED.of(stalled, "stall of defence-ended has to be")
def a_take_that_is_not_counted(events: list[Event]) -> None:
    first_event(events, "defence-ended", lambda event: event.public["stall"] > 0).public["stall"] = 0


@FORGED.of(bouts, "stall of defence-ended has to be 0")
def a_take_counted_while_there_is_a_stock(events: list[Event]) -> None:
    ended(events, "taken").public["stall"] = 1


@FORGED.of(bouts, "what was begun is to be finished at once")
def a_take_that_is_never_taken_up(events: list[Event]) -> None:
    place = events.index(ended(events, "taken"))
    del events[place : events.index(first_event(events[place:], "bout-begun")) + 1]


# Throwing in and turning over


@FORGED.of(bouts, "option-off")
def a_throw_in_where_there_is_none(events: list[Event]) -> None:
    events[0].public["options"]["throw_in"] = False


@FORGED.of(bouts, "rank-not-on-table")
def a_number_thrown_in_that_does_not_lie_there(events: list[Event]) -> None:
    with_another_number(events, "cards-thrown-in")


@FORGED.of(turned, "option-off")
def a_turnover_where_there_is_none(events: list[Event]) -> None:
    events[0].public["options"]["turnover"] = False


@FORGED.of(turned, "defender of attack-turned-over has to be")
def a_turnover_past_the_next_seat(events: list[Event]) -> None:
    over = first_event(events, "attack-turned-over").public
    over["defender"] = other(events, over["defender"])


@FORGED.of(turned, "team of attack-turned-over has to be")
def a_turnover_after_which_one_less_attacks(events: list[Event]) -> None:
    first_event(events, "attack-turned-over").public["team"].pop()


@FORGED.of(turned, "limit of attack-turned-over has to be")
def a_turnover_that_allows_one_more(events: list[Event]) -> None:
    first_event(events, "attack-turned-over").public["limit"] += 1


@FORGED.of(turned, "rank-mismatch")
def a_turnover_with_another_number(events: list[Event]) -> None:
    with_another_number(events, "attack-turned-over")


@pytest.mark.parametrize("forgery", FORGED, ids=repr)
def test_a_forged_log_of_durak_with_a_perfect_chain_is_found(forgery: Forgery) -> None:
    assert forgery.finding in forgery.found()
