"""`verify` finds forged leads, defences and asked seats in a resealed and rechained log of Kirifu or Mustamaija."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from domain.game.fold import apply, fold
from domain.log.events import Event
from domain.ruleset.cards import CARDS, CODES, RANK, SUIT
from prove.harness.random_games import first_event
from tests.domain.played_beating import after, at_deal, ended, held_by, kirifu, mustamaija, other
from tests.domain.verify.log_mutations import Forgeries, Forgery

FORGED = Forgeries()


def led(events: list[Event], fits: Callable[[dict[str, Any]], Any] = bool) -> dict[str, Any]:
    """Return the public part of the first such lead."""
    return first_event(events, "cards-led", lambda event: fits(event.public)).public


def lead_of(events: list[Event], fits: Callable[[list[int]], list[int]]) -> None:
    """Replace the cards of the first lead from a hand that has fitting cards."""
    game = fold("forged", events[:1])
    for place, event in enumerate(events[1:], 1):
        if event.type == "cards-led":
            cards = fits(game.table.hands[event.public["seat"]])
            if cards:
                event.public |= {"cards": [CODES[card] for card in cards], "extra": None}
                return
        apply(game, events[place])
    raise AssertionError


# Leads


@FORGED.of(kirifu, "not-in-hand")
def a_lead_with_a_card_of_somebody_else(events: list[Event]) -> None:
    lead = led(events)
    lead["cards"], lead["extra"] = held_by(events, other(events, lead["seat"]))[:1], None


@FORGED.of(kirifu, "bad-arguments")
def a_lead_of_nothing(events: list[Event]) -> None:
    led(events, lambda lead: not lead["extra"])["cards"] = []


@FORGED.of(kirifu, "bad-combination")
def two_cards_that_do_not_go_together(events: list[Event]) -> None:
    lead_of(
        events,
        lambda hand: next(
            ([one, two] for one in hand for two in hand if RANK[one] != RANK[two] and SUIT[one] != SUIT[two]), []
        ),
    )


@FORGED.of(kirifu, "extra-not-allowed")
def an_extra_card_with_a_single_one(events: list[Event]) -> None:
    lead = led(events, lambda lead: lead["kind"] == "single")
    lead["extra"] = next(code for code in held_by(events, lead["seat"]) if code not in lead["cards"])
    lead["cards"].append(lead["extra"])


@FORGED.of(kirifu, "option-off")
def an_extra_card_where_there_is_none(events: list[Event]) -> None:
    events[0].public["options"]["extra_card"] = False


@FORGED.of(kirifu, "bad-combination")
def an_extra_card_that_is_said_to_belong(events: list[Event]) -> None:
    led(events, lambda lead: lead["extra"])["extra"] = None


@FORGED.of(kirifu, "duplicate-card")
def another_card_is_the_extra_one(events: list[Event]) -> None:
    lead = led(events, lambda lead: lead["extra"])
    lead["extra"] = lead["cards"][0]


@FORGED.of(kirifu, "bad-combination")
def a_sequence_where_there_is_none(events: list[Event]) -> None:
    events[0].public["options"]["sequences"] = False


@FORGED.of(kirifu, "kind of cards-led has to be single")
def a_card_said_to_be_a_group(events: list[Event]) -> None:
    led(events, lambda lead: lead["kind"] == "single")["kind"] = "group"


@FORGED.of(kirifu, "to of cards-led has to be")
def a_lead_past_the_next_seat(events: list[Event]) -> None:
    lead = led(events)
    lead["to"] = other(events, lead["to"])


@FORGED.of(kirifu, "not-your-turn")
def a_lead_out_of_turn(events: list[Event]) -> None:
    lead = led(events)
    lead["seat"], lead["extra"] = other(events, lead["seat"]), None
    lead["cards"] = held_by(events, lead["seat"])[:1]


@FORGED.of(kirifu, "wrong-phase")
def a_lead_instead_of_a_defence(events: list[Event]) -> None:
    defence = first_event(events, "cards-beaten")
    events[events.index(defence)] = Event(
        "cards-led", {"seat": defence.public["seat"], "cards": [], "extra": None}, at=defence.at
    )


@FORGED.of(mustamaija, "mixed-suits")
def a_lead_of_two_suits(events: list[Event]) -> None:
    lead_of(events, lambda hand: next(([one, two] for one in hand for two in hand if SUIT[one] != SUIT[two]), []))


@FORGED.of(mustamaija, "too-many-cards")
def a_lead_of_more_than_the_defender_holds(events: list[Event]) -> None:
    game = fold("forged", events[:1])
    for event in events[1:]:
        if event.type == "cards-led":
            hand = game.table.hands[event.public["seat"]]
            same = max(([card for card in hand if SUIT[card] == suit] for suit in range(4)), key=len)
            if len(same) > len(game.table.hands[event.public["to"]]):
                event.public |= {"cards": [CODES[card] for card in same], "kind": "flush"}
                return
        apply(game, event)


@FORGED.of(at_deal, "too-many-cards")
def a_lead_of_more_than_the_option_allows(events: list[Event]) -> None:
    lead_of(
        events,
        lambda hand: next(
            (same[:3] for suit in range(4) if len(same := [card for card in hand if SUIT[card] == suit]) > 2), []
        ),
    )


@FORGED.of(mustamaija, "bad-arguments")
def an_extra_card_at_mustamaija(events: list[Event]) -> None:
    lead = led(events)
    lead["extra"] = next(code for code in held_by(events, lead["seat"]) if code not in lead["cards"])
    lead["cards"].append(lead["extra"])


@FORGED.of(kirifu, "the clock does something else: Lead")
def a_strong_card_led_by_the_clock(events: list[Event]) -> None:
    lead = led(events, lambda lead: lead.get("by_clock"))
    game = fold("forged", events[:1])
    for event in events[1:]:
        if event.public is lead:
            break
        apply(game, event)
    hand = game.table.hands[lead["seat"]]
    lead["cards"] = [CODES[max(hand, key=lambda card: (SUIT[card] == game.table.trump, RANK[card]))]]


@FORGED.of(kirifu, "the clock does nothing before")
def a_lead_put_down_to_the_clock(events: list[Event]) -> None:
    led(events, lambda lead: not lead.get("by_clock"))["by_clock"] = True


# Defences


@FORGED.of(kirifu, "cannot-beat")
def a_weaker_card_beats(events: list[Event]) -> None:
    """Let the card that beat something else beat the joker."""
    game = fold("forged", events[:1])
    for event in events[1:]:
        if event.type == "cards-beaten":
            weak = game.ruleset.helpless(game.table, event.public["seat"])
            if weak:
                event.public["pairs"] = [[CODES[game.table.unbeaten()[0]], weak[0].card]]
                return
        apply(game, event)


@FORGED.of(mustamaija, "cannot-beat")
def another_suit_beats(events: list[Event]) -> None:
    a_weaker_card_beats(events)


@FORGED.of(mustamaija, "cannot-beat")
def the_queen_of_spades_is_beaten(events: list[Event]) -> None:
    game = fold("forged", events[:1])
    for event in events[1:]:
        if event.type == "take-declared" and CARDS["S12"] in game.table.unbeaten():
            event.type, event.public = "cards-beaten", {
                "seat": event.public["seat"], "pairs": [["S12", CODES[game.table.hands[event.public["seat"]][0]]]],
            }  # fmt: skip
            return
        apply(game, event)


@FORGED.of(kirifu, "duplicate-card")
def one_card_beats_two(events: list[Event]) -> None:
    pairs = first_event(events, "cards-beaten", lambda event: len(event.public["pairs"]) > 1).public["pairs"]
    pairs[1][1] = pairs[0][1]


@FORGED.of(kirifu, "no-such-attack")
def one_attack_is_beaten_twice(events: list[Event]) -> None:
    pairs = first_event(events, "cards-beaten", lambda event: len(event.public["pairs"]) > 1).public["pairs"]
    pairs[1][0] = pairs[0][0]


@FORGED.of(kirifu, "not-your-turn")
def a_defence_by_somebody_else(events: list[Event]) -> None:
    beaten = first_event(events, "cards-beaten").public
    beaten["seat"] = other(events, beaten["seat"])


@FORGED.of(kirifu, "what follows at once is defence-ended")
def a_full_defence_that_is_not_ended(events: list[Event]) -> None:
    done = ended(events, "beaten")
    events.remove(done)
    draw = deepcopy(first_event(events, "cards-drawn"))
    draw.at = done.at
    events.insert(done.version - 1, draw)


@FORGED.of(kirifu, "taken of defence-ended has to be")
def a_beaten_card_is_taken_with_the_rest(events: list[Event]) -> None:
    done = first_event(
        events, "defence-ended", lambda event: event.public["how"] == "taken" and event.public["discarded"]
    ).public
    done["taken"].append(done["discarded"].pop())


@FORGED.of(kirifu, "how of defence-ended has to be taken")
def a_take_said_to_be_a_full_defence(events: list[Event]) -> None:
    ended(events, "taken").public["how"] = "beaten"


@FORGED.of(kirifu, "stall of defence-ended has to be")
def a_take_counted_twice(events: list[Event]) -> None:
    first_event(events, "defence-ended", lambda event: event.public["stall"] > 0).public["stall"] += 1


@FORGED.of(kirifu, "asks of defence-ended has to be")
def who_has_beaten_all_does_not_lead(events: list[Event]) -> None:
    asked = first_event(
        events, "defence-ended", lambda event: "asks" in event.public and event.public["how"] == "beaten"
    ).public["asks"]
    asked["seat"] = other(events, asked["seat"])


@FORGED.of(kirifu, "asks of defence-ended has to be")
def who_has_taken_leads(events: list[Event]) -> None:
    done = first_event(
        events, "defence-ended", lambda event: "asks" in event.public and event.public["how"] == "taken"
    ).public
    done["asks"]["seat"] = done["seat"]


@FORGED.of(mustamaija, "asks of cards-drawn has to be")
def who_has_beaten_all_at_mustamaija_does_not_lead(events: list[Event]) -> None:
    drawn = after(
        events, first_event(events, "defence-ended", lambda event: event.public["how"] == "beaten"), "cards-drawn"
    ).public
    drawn["asks"]["seat"] = other(events, drawn["asks"]["seat"])


@FORGED.of(kirifu, "asks of defence-ended has to be")
def a_lead_of_six_is_asked_for(events: list[Event]) -> None:
    first_event(events, "defence-ended", lambda event: "asks" in event.public).public["asks"]["limit"] = 6


@FORGED.of(mustamaija, "asks of cards-drawn has to be")
def a_lead_of_more_than_the_defender_holds_is_asked_for(events: list[Event]) -> None:
    asked = first_event(events, "cards-drawn", lambda event: "limit" in event.public.get("asks", {})).public["asks"]
    asked["limit"] += 1


@pytest.mark.parametrize("forgery", FORGED, ids=repr)
def test_a_forged_log_of_leads_with_a_perfect_chain_is_found(forgery: Forgery) -> None:
    assert forgery.finding in forgery.found()
