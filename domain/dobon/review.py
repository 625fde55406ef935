"""Reviews of a round of Dobon: the numbers that hands waited for, possible and missed calls, and revealed cards.

Formulas and counters are rules of each rule set. States here are the server's, with every card known, or those of one
seat, of which only that seat's hand is used.
"""

from collections.abc import Collection, Iterable
from typing import Any, Protocol

from domain.dobon.calls import answers_to, may_call
from domain.dobon.event_types import EVENTS
from domain.dobon.evolve import DobonState
from domain.dobon.table import DobonTable
from domain.log.events import Event
from domain.ruleset.cards import CARDS, Card


class Waiting(Protocol):
    """The rules of a rule set that a review needs."""

    def waits(self, state: DobonState, seat: int) -> dict[int, list[str]]:
        """Return the numbers that the seat's hand makes now, each with its formulas."""

    def may_counter(self, table: DobonTable, caller: int) -> list[int]:
        """Return the seats that may counter a true call of the caller."""

    def is_true(self, state: DobonState, seat: int) -> bool:
        """Tell whether a call of the seat would be true now."""

    def apply(self, state: DobonState, event: Event) -> None:
        """Apply an event to the state."""


def frame(
    rules: Waiting, before: DobonState | None, event: Event, after: DobonState, only: int | None = None
) -> dict[str, Any]:
    """Return the rule set's part of a review frame; `before` is None for the first event of a round.

    `waits` and `could_call` are as of right after the event. `missed` are the seats whose right to call on a card, or
    to counter a call on it, ended unused with the event: the card was covered, the time to call ran out, the round was
    over, or their own hand changed. `revealed` names the cards that all seats (`all`), or one seat alone (`seats`),
    know since the event. With `only` a seat everything is from its own state and about it alone; the `waits` of the
    others are None.
    """
    table = after.table
    made = [rules.waits(after, seat) if only in (None, seat) else None for seat in range(table.seats)]
    number = table.number
    could_call = [
        {"seat": seat, "formulas": found[number]}
        for seat, found in enumerate(made)
        if found is not None and number in found and may_call(table, after.hands[seat], seat)
    ]
    return {
        "waits": [
            None if found is None else [{"number": number, "formulas": found[number]} for number in found]
            for found in made
        ],
        "could_call": could_call,
        "missed": [] if before is None else _missed(rules, before, event, after, only),
        "revealed": _revealed(before, event),
    }


def apply_and_find_missed(rules: Waiting, state: DobonState, event: Event) -> list[int]:
    """Apply an event of a round to the server's state, and return the seats whose right to a true call ended unused.

    They are those of `missed` in `frame`.
    """
    able = [seat for seat in entitled(rules, state.table) if rules.is_true(state, seat)]
    top = state.table.top_version
    rules.apply(state, event)
    if not able:
        return []
    kept = entitled(rules, state.table) if state.table.top_version == top else []
    return _lapsed(able, [seat for seat in kept if rules.is_true(state, seat)], event)


def entitled(rules: Waiting, table: DobonTable) -> list[int]:
    """Return the seats that can still call on the card on top or counter, whether or not they would be right.

    A seat without an answer is among them: a new counter asks it again, and without a window no answer is final.
    """
    if table.over or not table.calls_open:
        return []
    standing = table.standing
    if standing is not None:
        return rules.may_counter(table, standing.seat)
    called = {table.top_owner, *(call.seat for call in table.calls)}
    return [seat for seat in range(table.seats) if seat not in called]


def _rights(rules: Waiting, state: DobonState, only: int | None) -> dict[int, list[str]]:
    """Return the seats (or `only` that one) that can still call and would be right, with their formulas."""
    number, seats = state.table.number, entitled(rules, state.table)
    found = {seat: rules.waits(state, seat).get(number) for seat in seats if only in (None, seat)}
    return {seat: formulas for seat, formulas in found.items() if formulas}


def _missed(
    rules: Waiting, before: DobonState, event: Event, after: DobonState, only: int | None
) -> list[dict[str, Any]]:
    rights = _rights(rules, before, only)
    if not rights:
        return []
    kept = _rights(rules, after, only) if after.table.top_version == before.table.top_version else {}
    on = answers_to(before.table)
    return [{"seat": seat, "on": on, "formulas": rights[seat]} for seat in _lapsed(rights, kept, event)]


def _lapsed(before: Iterable[int], after: Collection[int], event: Event) -> list[int]:
    """Return the seats that had the right before the event, have it no longer, and did not use it by the event."""
    caller = event.public.seat if event.type == "dobon-called" else None
    return [seat for seat in before if seat not in after and seat != caller]


def _revealed(before: DobonState | None, event: Event) -> dict[str, Any]:
    kind = EVENTS.get(event.type)
    if kind is None:
        return {"all": [], "seats": {}}
    open_cards: set[Card] = set()
    if before is not None:
        open_cards.update(before.table.pile, *before.table.shown)
    seats = {}
    for part, codes in kind.learned(event):
        seat = int(part)
        own = set() if before is None else {*before.cards(seat), *before.table.shown[seat]}
        news = [code for code in codes if CARDS[code] not in own]
        if news:
            seats[part] = news
    return {"all": [code for code in kind.revealed(event) if CARDS[code] not in open_cards], "seats": seats}
