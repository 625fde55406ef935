"""Forgeries of logs of Durak; `test_changed_events` changes single fields."""

from copy import deepcopy

from domain.log.events import LoggedEvent
from domain.ruleset.cards import CARDS
from prove.harness.random_games import first_event
from tests.domain.played_beating import (
    bouts,
    drawn,
    ended,
    held_by,
    other,
    turned,
)
from tests.domain.verify.log_mutations import Forgeries

FORGED = Forgeries()


# Attacks


@FORGED.of(bouts)
def an_attack_by_the_defender(events: list[LoggedEvent]) -> None:
    attack = first_event(events, "attack-played").public
    attack["seat"] = other(events, attack["seat"])
    attack["cards"] = held_by(events, attack["seat"])[:1]


@FORGED.of(bouts)
def a_bout_begun_twice(events: list[LoggedEvent]) -> None:
    begun = first_event(events, "bout-begun", lambda event: event.public["asks"]["seat"] == 0)
    events.insert(events.index(begun), deepcopy(begun))


@FORGED.of(bouts)
def an_attack_while_the_last_one_is_not_beaten(events: list[LoggedEvent]) -> None:
    attack = first_event(events, "attack-played")
    second = deepcopy(attack)
    second.public["cards"] = [
        next(code for code in held_by(events, attack.public["seat"]) if code not in attack.public["cards"])
    ]
    events.insert(events.index(attack) + 1, second)


@FORGED.of(bouts)
def a_stop_before_the_first_attack(events: list[LoggedEvent]) -> None:
    begun = first_event(events, "bout-begun")
    stopped = deepcopy(first_event(events, "attack-stopped"))
    stopped.public["seat"], stopped.at = begun.public["attacker"], begun.at
    events.insert(events.index(begun) + 1, stopped)


# The clock


@FORGED.of(bouts)
def a_clock_that_only_may_have_done_it(events: list[LoggedEvent]) -> None:
    first_event(events, "attack-stopped", lambda event: "by_clock" in event.public).public["by_clock"] = 1


@FORGED.of(bouts)
def a_defence_by_the_clock(events: list[LoggedEvent]) -> None:
    beaten = first_event(events, "cards-beaten")
    beaten.public["by_clock"] = True
    for event in events[events.index(beaten) :]:
        event.at = event.at.replace("2026-11-21", "2026-11-22")


@FORGED.of(bouts)
def a_card_that_the_clock_would_not_lead(events: list[LoggedEvent]) -> None:
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


# Asked seats


# Defences


@FORGED.of(bouts)
def a_card_of_a_take_goes_out_of_play(events: list[LoggedEvent]) -> None:
    done = ended(events, "taken").public
    done["discarded"] = [done["taken"].pop()]


@FORGED.of(bouts)
def a_beaten_card_is_taken(events: list[LoggedEvent]) -> None:
    done = ended(events, "beaten").public
    done["taken"] = [done["discarded"].pop()]


@FORGED.of(bouts)
def a_take_that_is_never_taken_up(events: list[LoggedEvent]) -> None:
    place = events.index(ended(events, "taken"))
    del events[place : events.index(first_event(events[place:], "bout-begun")) + 1]


# Throwing in and turning over


@FORGED.of(bouts, "take-declared")
def a_throw_in_where_there_is_none(events: list[LoggedEvent]) -> None:
    events[0].public["options"]["throw_in"] = False


@FORGED.of(turned, "attack-turned-over")
def a_turnover_where_there_is_none(events: list[LoggedEvent]) -> None:
    events[0].public["options"]["turnover"] = False


# Draws


@FORGED.of(bouts)
def one_card_less_drawn(events: list[LoggedEvent]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    drawn_.public["count"] -= 1
    drawn_.sealed[str(drawn_.public["seat"])]["cards"].pop()


@FORGED.of(bouts)
def other_cards_drawn(events: list[LoggedEvent]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    later = first_event(events[events.index(drawn_) + 1 :], "cards-drawn")
    one, two = (event.sealed[str(event.public["seat"])]["cards"] for event in (drawn_, later))
    one[0], two[0] = two[0], one[0]


@FORGED.of(bouts)
def fewer_cards_sealed_than_drawn(events: list[LoggedEvent]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    drawn_.sealed[str(drawn_.public["seat"])]["cards"].append("S6")


@FORGED.of(bouts)
def a_draw_that_somebody_else_is_told_of(events: list[LoggedEvent]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    seat = drawn_.public["seat"]
    drawn_.sealed[str(other(events, seat))] = deepcopy(drawn_.sealed[str(seat)])


@FORGED.of(bouts)
def the_defender_draws_first(events: list[LoggedEvent]) -> None:
    place = next(place for place, event in enumerate(events) if event.type == events[place + 1].type == "cards-drawn")
    one, two = events[place : place + 2]
    one.public["seat"], two.public["seat"] = two.public["seat"], one.public["seat"]
    one.sealed, two.sealed = (
        {str(event.public["seat"]): cards}
        for event, cards in ((one, *one.sealed.values()), (two, *two.sealed.values()))
    )


@FORGED.of(bouts)
def somebody_does_not_draw(events: list[LoggedEvent]) -> None:
    events.remove(first_event(events, "cards-drawn"))


@FORGED.of(bouts)
def a_draw_a_moment_later(events: list[LoggedEvent]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    drawn_.at = events[events.index(drawn_) - 1].at.replace("000000Z", "000001Z")


# Bouts, places and the end


@FORGED.of(bouts)
def the_defender_who_has_taken_attacks(events: list[LoggedEvent]) -> None:
    done = ended(events, "taken")
    begun = first_event(events[events.index(done) :], "bout-begun").public
    begun["attacker"] = begun["asks"]["seat"] = done.public["seat"]


@FORGED.of(bouts)
def the_defender_who_has_beaten_all_is_passed_over(events: list[LoggedEvent]) -> None:
    done = ended(events, "beaten")
    begun = first_event(events[events.index(done) :], "bout-begun").public
    begun["attacker"] = begun["asks"]["seat"] = other(events, begun["attacker"])


@FORGED.of(bouts)
def another_first_attacker(events: list[LoggedEvent]) -> None:
    begun = first_event(events, "bout-begun").public
    begun["attacker"] = begun["asks"]["seat"] = other(events, begun["attacker"])


@FORGED.of(bouts)
def somebody_with_cards_is_done(events: list[LoggedEvent]) -> None:
    done = ended(events, "beaten")
    out = deepcopy(first_event(events, "seat-out"))
    out.public["seat"], out.at = done.public["seat"], done.at
    events.insert(events.index(done) + 1, out)


@FORGED.of(drawn)
def whose_hand_was_empty_later_is_done_first(events: list[LoggedEvent]) -> None:
    ended_ = events.index(first_event(events, "round-ended"))
    one, two = events[ended_ - 2 : ended_]
    one.public["seat"], two.public["seat"] = two.public["seat"], one.public["seat"]


@FORGED.of(bouts)
def a_round_given_up_too_early(events: list[LoggedEvent]) -> None:
    place = next(place for place, event in enumerate(events) if event.type == "bout-begun" and event.public["bout"] > 1)
    ended_ = deepcopy(first_event(events, "round-ended"))
    ended_.at = events[place - 1].at
    events[place] = ended_


@FORGED.of(bouts)
def an_attack_after_the_end(events: list[LoggedEvent]) -> None:
    ended_ = first_event(events, "round-ended")
    attack = deepcopy(first_event(events, "attack-played"))
    attack.at = ended_.at
    events.insert(events.index(ended_) + 1, attack)


@FORGED.of(bouts)
def a_round_revealed_while_it_is_played(events: list[LoggedEvent]) -> None:
    revealed = first_event(events, "round-revealed")
    events.remove(revealed)
    place = events.index(first_event(events, "bout-begun"))
    revealed.at = events[place].at
    events.insert(place + 1, revealed)
