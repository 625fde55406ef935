"""`verify` finds forged draws, trumps, places and ends in a resealed and rechained log of Kirifu or Mustamaija."""

from copy import deepcopy

import pytest

from domain.log.events import Event
from prove.harness.random_games import first_event
from tests.domain.played_beating import after, at_deal, dealt, first_out, given_up, kirifu, mustamaija, other
from tests.domain.verify.log_mutations import Forgeries, Forgery

FORGED = Forgeries()


# Draws and the trump


@FORGED.of(kirifu, "asks of defence-ended has to be")
def a_defender_who_draws_before_the_lead(events: list[Event]) -> None:
    """Let the defender draw first, although at Kirifu the lead is made from the rest of the hand."""
    done = first_event(
        events, "defence-ended", lambda event: "asks" in event.public and event.public["how"] == "beaten"
    )
    draw = deepcopy(first_event(events, "cards-drawn"))
    draw.public["seat"], draw.at, draw.public["asks"] = done.public["seat"], done.at, done.public.pop("asks")
    draw.sealed = {str(draw.public["seat"]): draw.sealed.popitem()[1]}
    events.insert(events.index(done) + 1, draw)


@FORGED.of(kirifu, "count of cards-drawn has to be")
def a_sixth_card_is_drawn(events: list[Event]) -> None:
    first_event(events, "cards-drawn").public["count"] += 1


@FORGED.of(kirifu, "stock of cards-drawn has to be")
def a_stock_that_is_larger_than_it_is(events: list[Event]) -> None:
    first_event(events, "cards-drawn").public["stock"] += 1


@FORGED.of(kirifu, "other cards lie on top of the stock")
def the_card_below_is_drawn(events: list[Event]) -> None:
    one = first_event(events, "cards-drawn")
    two = after(events, one, "cards-drawn")
    mine, theirs = (event.sealed[str(event.public["seat"])]["cards"] for event in (one, two))
    mine[-1], theirs[0] = theirs[0], mine[-1]


@FORGED.of(kirifu, "seat of cards-drawn has to be")
def the_defender_draws_after_a_lead(events: list[Event]) -> None:
    drawn = first_event(events, "cards-drawn")
    seat = drawn.public["seat"]
    drawn.public["seat"] = other(events, seat)
    drawn.sealed = {str(drawn.public["seat"]): drawn.sealed[str(seat)]}


@FORGED.of(mustamaija, "card of trump-turned has to be")
def another_trump_card(events: list[Event]) -> None:
    turned = first_event(events, "trump-turned").public
    turned["card"] = next(
        code for code in dealt(events).sealed["table"]["stock"][::-1] if code[0] not in ("S", turned["trump"])
    )
    turned["trump"] = turned["card"][0]


@FORGED.of(mustamaija, "trump of trump-turned has to be")
def a_trump_that_the_card_does_not_show(events: list[Event]) -> None:
    turned = first_event(events, "trump-turned").public
    turned["trump"] = "S"


@FORGED.of(mustamaija, "skipped of trump-turned has to be")
def a_spade_that_was_not_passed_over(events: list[Event]) -> None:
    first_event(events, "trump-turned", lambda event: event.public["skipped"]).public["skipped"].pop()


@FORGED.of(mustamaija, "under of trump-turned has to be")
def spades_put_back_further_down(events: list[Event]) -> None:
    first_event(events, "trump-turned", lambda event: event.public["skipped"]).public["under"] += 1


@FORGED.of(mustamaija, "what follows at once is trump-turned")
def the_trump_is_not_turned(events: list[Event]) -> None:
    events.remove(first_event(events, "trump-turned"))


@FORGED.of(at_deal, "what follows at once is")
def the_trump_is_turned_again(events: list[Event]) -> None:
    turned = first_event(events, "trump-turned")
    lead = first_event(events, "cards-led")
    again = deepcopy(turned)
    again.at = lead.at
    events.insert(events.index(lead) + 1, again)


@FORGED.of(at_deal, "the secret deals otherwise: asks")
def the_trump_is_turned_too_early(events: list[Event]) -> None:
    events[0].public["options"]["trump_reveal"] = "after_first_lead"


@FORGED.of(mustamaija, "the secret deals otherwise: asks")
def the_deal_asks_nobody(events: list[Event]) -> None:
    del dealt(events).public["asks"]
    turned = deepcopy(first_event(events, "trump-turned"))
    turned.at = dealt(events).at
    events.insert(events.index(dealt(events)) + 1, turned)
    events.insert(events.index(turned) + 1, deepcopy(turned))


@FORGED.of(mustamaija, "the secret deals otherwise: dealer")
def another_dealer(events: list[Event]) -> None:
    dealt(events).public["dealer"] = other(events, dealt(events).public["dealer"])


@FORGED.of(kirifu, "the secret deals otherwise: trump")
def another_suit_is_trump(events: list[Event]) -> None:
    dealt(events).public["trump"] = "H"


@FORGED.of(kirifu, "the secret deals otherwise: aces")
def the_aces_are_nothing_special(events: list[Event]) -> None:
    dealt(events).public["aces"] = "none"


@FORGED.of(kirifu, "the secret deals otherwise: asks")
def somebody_else_leads_first(events: list[Event]) -> None:
    asked = dealt(events).public["asks"]
    asked["seat"] = other(events, asked["seat"])


# Places and the end


@FORGED.of(kirifu, "place of seat-out has to be")
def the_first_place_for_the_second(events: list[Event]) -> None:
    first_event(events, "seat-out").public["place"] = 2


@FORGED.of(kirifu, "seat of seat-out has to be")
def somebody_else_is_done(events: list[Event]) -> None:
    out = first_event(events, "seat-out").public
    out["seat"] = other(events, out["seat"])


@FORGED.of(kirifu, "what was begun is to be finished at once")
def nobody_is_done(events: list[Event]) -> None:
    events.remove(first_event(events, "seat-out"))


@FORGED.of(kirifu, "points of round-ended has to be")
def a_winner_who_gets_nothing(events: list[Event]) -> None:
    points = first_event(events, "round-ended").public["points"]
    points[points.index(1)] = 0


@FORGED.of(kirifu, "winner of round-ended has to be")
def another_winner(events: list[Event]) -> None:
    result = first_event(events, "round-ended").public
    result["winner"] = other(events, result["winner"])


@FORGED.of(first_out, "ranks of round-ended has to be")
def those_who_are_not_first_get_places(events: list[Event]) -> None:
    result = first_event(events, "round-ended").public
    result["ranks"] = [rank or 2 for rank in result["ranks"]]


@FORGED.of(first_out, "asks of seat-out has to be")
def a_round_that_ends_with_the_first_goes_on(events: list[Event]) -> None:
    events[0].public["options"]["finish"] = "play_on"
    out = first_event(events, "seat-out")
    del events[out.version :]


@FORGED.of(given_up, "points of round-ended has to be")
def a_round_given_up_has_a_loser(events: list[Event]) -> None:
    points = first_event(events, "round-ended").public["points"]
    points[points.index(0)] = -1


@FORGED.of(given_up, "what follows at once is round-ended")
def a_round_is_not_given_up(events: list[Event]) -> None:
    result = first_event(events, "round-ended")
    draw = deepcopy(first_event(events, "cards-drawn"))
    draw.at = result.at
    events.insert(events.index(result), draw)


@FORGED.of(mustamaija, "losers of round-ended has to be")
def the_holder_of_the_queen_does_not_lose(events: list[Event]) -> None:
    first_event(events, "round-ended").public["losers"] = []


@FORGED.of(mustamaija, "not every seat lays open the hand it held")
def the_queen_changes_hands_at_the_end(events: list[Event]) -> None:
    hands = first_event(events, "round-ended").public["hands"]
    hands.append(hands.pop(0))


@pytest.mark.parametrize("forgery", FORGED, ids=repr)
def test_a_log_of_leads_forged_to_its_end_with_a_perfect_chain_is_found(forgery: Forgery) -> None:
    assert forgery.finding in forgery.found()
