"""`verify` finds forged draws, bouts, places and ends in a resealed and rechained log of Durak."""

from copy import deepcopy

import pytest

from domain.log.events import Event
from prove.harness.random_games import first_event
from tests.domain.played_beating import bouts, drawn, ended, other, pairs, stalled
from tests.domain.verify.log_mutations import Forgeries, Forgery

FORGED = Forgeries()


# Draws


@FORGED.of(bouts, "count of cards-drawn has to be")
def one_card_less_drawn(events: list[Event]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    drawn_.public["count"] -= 1
    drawn_.sealed[str(drawn_.public["seat"])]["cards"].pop()


@FORGED.of(bouts, "other cards lie on top of the stock")
def other_cards_drawn(events: list[Event]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    later = first_event(events[events.index(drawn_) + 1 :], "cards-drawn")
    one, two = (event.sealed[str(event.public["seat"])]["cards"] for event in (drawn_, later))
    one[0], two[0] = two[0], one[0]


@FORGED.of(bouts, "other cards lie on top of the stock")
def fewer_cards_sealed_than_drawn(events: list[Event]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    drawn_.sealed[str(drawn_.public["seat"])]["cards"].append("S6")


@FORGED.of(bouts, "the sealed parts of cards-drawn have to be")
def a_draw_that_somebody_else_is_told_of(events: list[Event]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    seat = drawn_.public["seat"]
    drawn_.sealed[str(other(events, seat))] = deepcopy(drawn_.sealed[str(seat)])


@FORGED.of(bouts, "seat of cards-drawn has to be")
def the_defender_draws_first(events: list[Event]) -> None:
    place = next(place for place, event in enumerate(events) if event.type == events[place + 1].type == "cards-drawn")
    one, two = events[place : place + 2]
    one.public["seat"], two.public["seat"] = two.public["seat"], one.public["seat"]
    one.sealed, two.sealed = (
        {str(event.public["seat"]): cards}
        for event, cards in ((one, *one.sealed.values()), (two, *two.sealed.values()))
    )


@FORGED.of(bouts, "shown of cards-drawn has to be")
def the_trump_card_drawn_in_secret(events: list[Event]) -> None:
    first_event(events, "cards-drawn", lambda event: event.public["shown"]).public["shown"] = []


@FORGED.of(bouts, "what follows at once is cards-drawn")
def somebody_does_not_draw(events: list[Event]) -> None:
    events.remove(first_event(events, "cards-drawn"))


@FORGED.of(bouts, "at the same moment")
def a_draw_a_moment_later(events: list[Event]) -> None:
    drawn_ = first_event(events, "cards-drawn")
    drawn_.at = events[events.index(drawn_) - 1].at.replace("000000Z", "000001Z")


# Bouts, places and the end


@FORGED.of(bouts, "attacker of bout-begun has to be")
def the_defender_who_has_taken_attacks(events: list[Event]) -> None:
    done = ended(events, "taken")
    begun = first_event(events[events.index(done) :], "bout-begun").public
    begun["attacker"] = begun["asks"]["seat"] = done.public["seat"]


@FORGED.of(bouts, "attacker of bout-begun has to be")
def the_defender_who_has_beaten_all_is_passed_over(events: list[Event]) -> None:
    done = ended(events, "beaten")
    begun = first_event(events[events.index(done) :], "bout-begun").public
    begun["attacker"] = begun["asks"]["seat"] = other(events, begun["attacker"])


@FORGED.of(pairs, "defender of bout-begun has to be")
def an_attack_on_the_partner(events: list[Event]) -> None:
    begun = first_event(events, "bout-begun").public
    begun["defender"] = (begun["attacker"] + 2) % 4


@FORGED.of(bouts, "team of bout-begun has to be")
def no_guardian(events: list[Event]) -> None:
    first_event(events, "bout-begun").public["team"].pop()


@FORGED.of(bouts, "limit of bout-begun has to be")
def a_limit_above_the_defender_s_hand(events: list[Event]) -> None:
    first_event(events, "bout-begun", lambda event: event.public["limit"] < 6).public["limit"] = 6


@FORGED.of(bouts, "bout of bout-begun has to be")
def a_bout_that_is_counted_twice(events: list[Event]) -> None:
    first_event(events, "bout-begun", lambda event: event.public["bout"] == 2).public["bout"] = 1


@FORGED.of(bouts, "attacker of bout-begun has to be")
def another_first_attacker(events: list[Event]) -> None:
    begun = first_event(events, "bout-begun").public
    begun["attacker"] = begun["asks"]["seat"] = other(events, begun["attacker"])


@FORGED.of(bouts, "the secret deals otherwise: first")
def another_first_attacker_from_the_deal_on(events: list[Event]) -> None:
    first_event(events, "round-dealt").public["first"] = other(
        events, first_event(events, "round-dealt").public["first"]
    )


@FORGED.of(bouts, "the secret deals otherwise: decided_by")
def another_lowest_trump(events: list[Event]) -> None:
    first_event(events, "round-dealt").public["decided_by"] = None


@FORGED.of(bouts, "place of seat-out has to be")
def a_better_place(events: list[Event]) -> None:
    first_event(events, "seat-out").public["place"] += 1


@FORGED.of(bouts, "what follows at once is")
def somebody_with_cards_is_done(events: list[Event]) -> None:
    done = ended(events, "beaten")
    out = deepcopy(first_event(events, "seat-out"))
    out.public["seat"], out.at = done.public["seat"], done.at
    events.insert(events.index(done) + 1, out)


@FORGED.of(drawn, "seat of seat-out has to be")
def whose_hand_was_empty_later_is_done_first(events: list[Event]) -> None:
    ended_ = events.index(first_event(events, "round-ended"))
    one, two = events[ended_ - 2 : ended_]
    one.public["seat"], two.public["seat"] = two.public["seat"], one.public["seat"]


@FORGED.of(drawn, "ranks of round-ended has to be")
def a_draw_with_a_winner(events: list[Event]) -> None:
    ranks = first_event(events, "round-ended").public["ranks"]
    ranks[:] = [1 if rank == max(ranks) else rank for rank in ranks]


@FORGED.of(drawn, "losers of round-ended has to be []")
def a_draw_that_somebody_loses(events: list[Event]) -> None:
    first_event(events, "round-ended").public["losers"] = [0]


@FORGED.of(pairs, "losers of round-ended has to be")
def one_of_the_pair_that_loses_does_not(events: list[Event]) -> None:
    first_event(events, "round-ended").public["losers"].pop()


@FORGED.of(bouts, "points of round-ended has to be")
def a_loser_who_pays_nothing(events: list[Event]) -> None:
    ended_ = first_event(events, "round-ended").public
    ended_["points"] = [0] * len(ended_["points"])


@FORGED.of(stalled, "reason of round-ended has to be stalled")
def a_round_that_was_given_up_said_to_be_a_draw(events: list[Event]) -> None:
    first_event(events, "round-ended").public["reason"] = "draw"


@FORGED.of(bouts, "what follows at once is bout-begun")
def a_round_given_up_too_early(events: list[Event]) -> None:
    place = next(place for place, event in enumerate(events) if event.type == "bout-begun" and event.public["bout"] > 1)
    ended_ = deepcopy(first_event(events, "round-ended"))
    ended_.at = events[place - 1].at
    events[place] = ended_


@FORGED.of(bouts, "not every seat lays open the hand it held")
def a_card_missing_at_the_end(events: list[Event]) -> None:
    ended_ = first_event(events, "round-ended").public
    ended_["hands"][ended_["losers"][0]].pop()


@FORGED.of(bouts, "the round is over")
def an_attack_after_the_end(events: list[Event]) -> None:
    ended_ = first_event(events, "round-ended")
    attack = deepcopy(first_event(events, "attack-played"))
    attack.at = ended_.at
    events.insert(events.index(ended_) + 1, attack)


@FORGED.of(bouts, "a round that is not over is revealed")
def a_round_revealed_while_it_is_played(events: list[Event]) -> None:
    revealed = first_event(events, "round-revealed")
    events.remove(revealed)
    place = events.index(first_event(events, "bout-begun"))
    revealed.at = events[place].at
    events.insert(place + 1, revealed)


@pytest.mark.parametrize("forgery", FORGED, ids=repr)
def test_a_log_of_durak_forged_to_its_end_with_a_perfect_chain_is_found(forgery: Forgery) -> None:
    assert forgery.finding in forgery.found()
