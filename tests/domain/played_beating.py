"""Logs of whole games of Durak, Kirifu and Mustamaija that together contain everything such a log can hold.

The same names and options always give the same game.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from typing import Any

from domain.game.fold import apply, fold
from domain.game.reading import read, read_log
from domain.log.chance import RandomStream
from domain.log.events import LoggedEvent
from domain.ruleset.actions import Action, Beat, Lead, Take
from domain.ruleset.cards import CODES, RANK, SUIT
from prove.harness.random_games import copy_events, first_event, play_game
from tests.domain.verify.log_mutations import Log


def freely(found: list[Action], stream: RandomStream, able: bool) -> Action | None:
    """Pick any action, but seldom a take.

    Now and then pick more at once: several pairs, more cards of a suit, an extra card with a group.
    """
    chosen = found[stream.below(len(found))]
    if isinstance(chosen, Take) and stream.below(4):
        chosen = found[stream.below(len(found))]
    other = found[stream.below(len(found))]
    if isinstance(chosen, Beat) and isinstance(other, Beat) and not {*chosen.pairs[0]} & {*other.pairs[0]}:
        return Beat(chosen.pairs + other.pairs)
    if (
        isinstance(chosen, Lead)
        and isinstance(other, Lead)
        and len(other.cards) == 1
        and not {*other.cards} & {*chosen.cards}
    ):
        return joined(chosen, other)
    return chosen


def joined(lead: Lead, other: Lead) -> Lead:
    """Return both leads as one, if the cards may be led together."""
    [card] = other.cards
    if len({RANK[one] for one in lead.cards}) == 1 < len(lead.cards) < 5:
        return Lead(lead.cards, card)
    return Lead((*lead.cards, card)) if {SUIT[one] for one in lead.cards} == {SUIT[card]} else lead


def happened(events: Sequence[LoggedEvent]) -> set[Any]:
    """Return the features found in a log: event types with their variants."""
    found: set[Any] = set()
    for event in events:
        public = event.public
        found |= {event.type, *((event.type, public[name]) for name in ("how", "reason", "kind") if name in public)}
        found |= {
            (event.type, name) for name in ("by_clock", "extra", "skipped", "shown", "discarded") if public.get(name)
        }
        found |= {(event.type, len(public[name])) for name in ("pairs", "cards") if name in public}
        if public.get("stall", 0) > 0:
            found.add("stall")
    return found


@cache
def _first(ruleset: str, name: str, seats: int, needed: frozenset[Any], options: tuple[tuple[str, Any], ...]) -> Any:
    # The first of these games that has every feature: which one it is depends on the rules.
    for game in map(f"{name}-{{}}".format, count()):
        events = play_game(game, seats, freely, ruleset=ruleset, **dict(options))
        if happened(events) >= needed:
            return game, events
    raise AssertionError


def _log(ruleset: str, name: str, seats: int, needed: Sequence[Any], **options: Any) -> tuple[str, list[LoggedEvent]]:
    game, events = _first(ruleset, name, seats, frozenset(needed), tuple(options.items()))
    return game, copy_events(events)


BOTH = (("defence-ended", "beaten"), ("defence-ended", "taken"))


def bouts() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Durak: three seats and two rounds with throwing in.

    One round is decided by the last card of a hand, and the clock makes some moves.
    """
    needed = (
        *BOTH,
        "cards-thrown-in",
        ("attack-stopped", "by_clock"),
        ("cards-drawn", "shown"),
        "stall",
        ("round-ended", "one-left"),
    )
    return _log("durak", "bouts", 3, needed, rounds=2, throw_in=True, turn_seconds=7)


def turned() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Durak: four seats, turned-over attacks, leads of several cards, and attacks by every seat."""
    needed = (*BOTH, "attack-turned-over", ("attack-played", 2), "seat-out", ("round-ended", "one-left"))
    return _log("durak", "turned", 4, needed, turnover=True, multi_lead=True, guardian_scope="all", turn_seconds=0)


def pairs() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Durak: two against two, until both seats of one pair are done."""
    return _log("durak", "pairs", 4, (*BOTH, ("round-ended", "team-out")), teams=True, throw_in=True, turn_seconds=0)


def drawn() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Durak in which one bout empties the last two hands."""
    return _log("durak", "drawn", 3, (*BOTH, ("round-ended", "draw")), turn_seconds=0)


def stalled() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Durak: six seats, no stock, and a round that is given up."""
    return _log("durak", "stalled", 6, ("seat-out", ("round-ended", "stalled")), stall_limit=4, turn_seconds=0)


def kirifu() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Kirifu: three seats and two rounds.

    It has every kind of lead, extra cards, partial defences and leads by the clock.
    """
    kinds = (("cards-led", kind) for kind in ("single", "group", "sequence"))
    needed = (
        *BOTH,
        *kinds,
        ("cards-led", "extra"),
        ("cards-led", "by_clock"),
        ("cards-beaten", 2),
        "stall",
        ("defence-ended", "discarded"),
    )
    return _log("kirifu", "kirifu", 3, (*needed, ("round-ended", "one-left")), rounds=2, min_sequence=2, turn_seconds=7)


def first_out() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Kirifu that is over as soon as one seat is done."""
    return _log(
        "kirifu", "first-out", 4, (("round-ended", "first-out"),), finish="first_out", joker=False, turn_seconds=0
    )


def given_up() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Kirifu that is given up after takes without effect, when one seat has already won."""
    return _log("kirifu", "given-up", 3, ("seat-out", ("round-ended", "stalled")), stall_limit=3, turn_seconds=0)


def mustamaija() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Mustamaija: three seats and two rounds.

    It has leads of several cards, spades passed over for the trump, and a drawn trump card.
    """
    needed = (
        *BOTH,
        ("cards-led", "flush"),
        ("trump-turned", "skipped"),
        ("cards-drawn", "shown"),
        ("cards-beaten", 2),
        "seat-out",
        "stall",
    )
    return _log("mustamaija", "mustamaija", 3, needed, rounds=2, turn_seconds=7)


def at_deal() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Mustamaija whose trump is turned with the deal."""
    return _log("mustamaija", "at-deal", 4, BOTH, trump_reveal="at_deal", max_lead=2, turn_seconds=0)


DURAK: dict[str, Log] = {"bouts": bouts, "turned": turned, "pairs": pairs, "drawn": drawn, "stalled": stalled}
LEADS: dict[str, Log] = {
    "kirifu": kirifu, "first_out": first_out, "given_up": given_up, "mustamaija": mustamaija, "at_deal": at_deal,
}  # fmt: skip
LOGS: dict[str, Callable[[], tuple[str, list[LoggedEvent]]]] = {**DURAK, **LEADS}


# Starting points of forgeries


def ended(events: list[LoggedEvent], how: str) -> LoggedEvent:
    """Return the first defence that ended in this way."""
    return first_event(events, "defence-ended", lambda event: event.public["how"] == how)


def after(events: list[LoggedEvent], event: LoggedEvent, kind: str) -> LoggedEvent:
    """Return the next event of that type."""
    return first_event(events[events.index(event) + 1 :], kind)


def dealt(events: list[LoggedEvent]) -> LoggedEvent:
    """Return the first deal."""
    return first_event(events, "round-dealt")


def held_by(events: list[LoggedEvent], seat: int) -> list[str]:
    """Return the cards dealt to the seat."""
    cards: list[str] = dealt(events).sealed[str(seat)]["cards"]
    return cards


def other(events: list[LoggedEvent], seat: int) -> int:
    """Return the next seat."""
    return (seat + 1) % len(dealt(events).public["hands"])


def trump(events: list[LoggedEvent]) -> str:
    """Return the trump suit of the first deal."""
    suit: str = dealt(events).public["trump"]
    return suit


def with_another_number(events: list[LoggedEvent], kind: str, fits: Callable[[LoggedEvent], Any] = bool) -> None:
    """Change an attack of that type: its card becomes another card of the hand, whose number is not on the table.

    The first attack for which there is such a card is changed.
    """
    game = fold("forged", read_log(events[:1]))
    for place, event in enumerate(events[1:], 1):
        if event.type == kind and fits(event) and game.table.attacks:
            unfit = [card for card in game.state.held(event.public["seat"]) if RANK[card] not in game.table.ranks()]
            if unfit:
                named = "card" if "card" in event.public else "cards"
                event.public[named] = CODES[unfit[0]] if named == "card" else [CODES[unfit[0]]]
                return
        apply(game, read(game.ruleset, events[place]))
    raise AssertionError
