"""Forgeries of logs of Kirifu and Mustamaija; `test_changed_events` changes single fields."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from domain.game.fold import apply, fold
from domain.game.reading import read, read_log
from domain.log.events import LoggedEvent
from domain.ruleset.cards import CARDS, CODES, SUIT
from prove.harness.random_games import first_event
from tests.domain.played_beating import (
    after,
    at_deal,
    dealt,
    ended,
    first_out,
    given_up,
    held_by,
    kirifu,
    mustamaija,
    other,
)
from tests.domain.verify.log_mutations import Forgeries

FORGED = Forgeries()


def led(events: list[LoggedEvent], fits: Callable[[dict[str, Any]], Any] = bool) -> dict[str, Any]:
    """Return the public part of the first such lead."""
    return first_event(events, "cards-led", lambda event: fits(event.public)).public


def lead_of(events: list[LoggedEvent], fits: Callable[[list[int]], list[int]]) -> None:
    """Replace the cards of the first lead from a hand that has fitting cards."""
    game = fold("forged", read_log(events[:1]))
    for place, event in enumerate(events[1:], 1):
        if event.type == "cards-led":
            cards = fits(game.state.held(event.public["seat"]))
            if cards:
                event.public |= {"cards": [CODES[card] for card in cards], "extra": None}
                return
        apply(game, read(game.ruleset, events[place]))
    raise AssertionError


# Leads


@FORGED.of(kirifu)
def an_extra_card_with_a_single_one(events: list[LoggedEvent]) -> None:
    lead = led(events, lambda lead: lead["kind"] == "single")
    lead["extra"] = next(code for code in held_by(events, lead["seat"]) if code not in lead["cards"])
    lead["cards"].append(lead["extra"])


@FORGED.of(kirifu, lambda event: event.public.get("extra"))
def an_extra_card_where_there_is_none(events: list[LoggedEvent]) -> None:
    events[0].public["options"]["extra_card"] = False


@FORGED.of(kirifu, lambda event: event.public.get("kind") == "sequence")
def a_sequence_where_there_is_none(events: list[LoggedEvent]) -> None:
    events[0].public["options"]["sequences"] = False


@FORGED.of(kirifu)
def a_lead_out_of_turn(events: list[LoggedEvent]) -> None:
    lead = led(events)
    lead["seat"], lead["extra"] = other(events, lead["seat"]), None
    lead["cards"] = held_by(events, lead["seat"])[:1]


@FORGED.of(kirifu)
def a_lead_instead_of_a_defence(events: list[LoggedEvent]) -> None:
    defence = first_event(events, "cards-beaten")
    events[events.index(defence)] = LoggedEvent(
        "cards-led", {"seat": defence.public["seat"], "cards": [], "extra": None}, at=defence.at
    )


@FORGED.of(mustamaija)
def a_lead_of_more_than_the_defender_holds(events: list[LoggedEvent]) -> None:
    game = fold("forged", read_log(events[:1]))
    for event in events[1:]:
        if event.type == "cards-led":
            hand = game.state.held(event.public["seat"])
            same = max(([card for card in hand if SUIT[card] == suit] for suit in range(4)), key=len)
            if len(same) > game.table.sizes[event.public["to"]]:
                event.public |= {"cards": [CODES[card] for card in same], "kind": "flush"}
                return
        apply(game, read(game.ruleset, event))


@FORGED.of(mustamaija)
def an_extra_card_at_mustamaija(events: list[LoggedEvent]) -> None:
    lead = led(events)
    lead["extra"] = next(code for code in held_by(events, lead["seat"]) if code not in lead["cards"])
    lead["cards"].append(lead["extra"])


# Defences


@FORGED.of(mustamaija)
def the_queen_of_spades_is_beaten(events: list[LoggedEvent]) -> None:
    game = fold("forged", read_log(events[:1]))
    for event in events[1:]:
        if event.type == "take-declared" and CARDS["S12"] in game.table.unbeaten():
            event.type, event.public = "cards-beaten", {
                "seat": event.public["seat"], "pairs": [["S12", CODES[game.state.held(event.public["seat"])[0]]]],
            }  # fmt: skip
            return
        apply(game, read(game.ruleset, event))


@FORGED.of(kirifu)
def a_full_defence_that_is_not_ended(events: list[LoggedEvent]) -> None:
    done = ended(events, "beaten")
    events.remove(done)
    draw = deepcopy(first_event(events, "cards-drawn"))
    draw.at = done.at
    events.insert(done.version - 1, draw)


@FORGED.of(kirifu)
def a_beaten_card_is_taken_with_the_rest(events: list[LoggedEvent]) -> None:
    done = first_event(
        events, "defence-ended", lambda event: event.public["how"] == "taken" and event.public["discarded"]
    ).public
    done["taken"].append(done["discarded"].pop())


# Draws and the trump


@FORGED.of(kirifu)
def a_defender_who_draws_before_the_lead(events: list[LoggedEvent]) -> None:
    """Let the defender draw first, although at Kirifu the lead is made from the rest of the hand."""
    done = first_event(
        events, "defence-ended", lambda event: "asks" in event.public and event.public["how"] == "beaten"
    )
    draw = deepcopy(first_event(events, "cards-drawn"))
    draw.public["seat"], draw.at, draw.public["asks"] = done.public["seat"], done.at, done.public.pop("asks")
    draw.sealed = {str(draw.public["seat"]): draw.sealed.popitem()[1]}
    events.insert(events.index(done) + 1, draw)


@FORGED.of(kirifu)
def the_card_below_is_drawn(events: list[LoggedEvent]) -> None:
    one = first_event(events, "cards-drawn")
    two = after(events, one, "cards-drawn")
    mine, theirs = (event.sealed[str(event.public["seat"])]["cards"] for event in (one, two))
    mine[-1], theirs[0] = theirs[0], mine[-1]


@FORGED.of(kirifu)
def the_defender_draws_after_a_lead(events: list[LoggedEvent]) -> None:
    drawn = first_event(events, "cards-drawn")
    seat = drawn.public["seat"]
    drawn.public["seat"] = other(events, seat)
    drawn.sealed = {str(drawn.public["seat"]): drawn.sealed[str(seat)]}


@FORGED.of(mustamaija)
def another_trump_card(events: list[LoggedEvent]) -> None:
    turned = first_event(events, "trump-turned").public
    turned["card"] = next(
        code for code in dealt(events).sealed["table"]["stock"][::-1] if code[0] not in ("S", turned["trump"])
    )
    turned["trump"] = turned["card"][0]


@FORGED.of(mustamaija)
def the_trump_is_not_turned(events: list[LoggedEvent]) -> None:
    events.remove(first_event(events, "trump-turned"))


@FORGED.of(at_deal)
def the_trump_is_turned_again(events: list[LoggedEvent]) -> None:
    turned = first_event(events, "trump-turned")
    lead = first_event(events, "cards-led")
    again = deepcopy(turned)
    again.at = lead.at
    events.insert(events.index(lead) + 1, again)


@FORGED.of(at_deal, "round-dealt")
def the_trump_is_turned_too_early(events: list[LoggedEvent]) -> None:
    events[0].public["options"]["trump_reveal"] = "after_first_lead"


@FORGED.of(mustamaija)
def the_deal_asks_nobody(events: list[LoggedEvent]) -> None:
    del dealt(events).public["asks"]
    turned = deepcopy(first_event(events, "trump-turned"))
    turned.at = dealt(events).at
    events.insert(events.index(dealt(events)) + 1, turned)
    events.insert(events.index(turned) + 1, deepcopy(turned))


# Places and the end


@FORGED.of(kirifu)
def nobody_is_done(events: list[LoggedEvent]) -> None:
    events.remove(first_event(events, "seat-out"))


@FORGED.of(first_out, "seat-out")
def a_round_that_ends_with_the_first_goes_on(events: list[LoggedEvent]) -> None:
    events[0].public["options"]["finish"] = "play_on"
    out = first_event(events, "seat-out")
    del events[out.version :]


@FORGED.of(given_up)
def a_round_is_not_given_up(events: list[LoggedEvent]) -> None:
    result = first_event(events, "round-ended")
    draw = deepcopy(first_event(events, "cards-drawn"))
    draw.at = result.at
    events.insert(events.index(result), draw)
