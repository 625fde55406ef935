"""Calls [ドボンコール] and counters [ドボン返し]: the right to call, the record of a call, and the closing of windows.

This module has the rules that all rule sets of Dobon share. `CallRules` has those of each: true calls, counters,
losers, and the end of a round.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from domain.dobon.events import CallDeclined, CardsDrawn, DobonCalled, Hand, Kind, Reason, WindowClosed
from domain.dobon.evolve import DobonState
from domain.dobon.hand import DobonHand
from domain.dobon.stock import draw
from domain.dobon.table import DobonTable
from domain.dobon.time_limits import answer_deadline
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.ruleset.cards import CODES, codes
from domain.ruleset.parts import Declined
from domain.ruleset.ruleset import Options
from domain.ruleset.time_limits import turn_deadline
from domain.ruleset.windows import asked, is_asked

Hands = list[list[str]]
"""Codes of every seat's cards at the end of a round."""


Drawn = Mapping[str, Sequence[str]]
"""Codes of cards that seats drew in the same command; their table does not hold them yet."""

NOTHING: Drawn = {}


class CallRules(Protocol):
    """The rules of calls that each rule set has for itself."""

    def witnesses(self, state: DobonState, seat: int) -> list[str]:
        """Return the formulas by which a call of the seat would be true now; needs its cards."""

    def may_counter(self, table: DobonTable, caller: int) -> list[int]:
        """Return the seats that may counter a true call of the caller, which the table does not hold yet."""

    def losers(self, table: DobonTable, winner: int, options: Options) -> list[int]:
        """Return the losers of a call that no seat countered."""

    def close(self, state: DobonState, options: Options, now: Moment, extra: Drawn = NOTHING) -> list[Event]:
        """Return the events that follow when no seat is asked any more; `extra` as in `laid_open`."""

    def is_stuck(self, table: DobonTable) -> bool:
        """Tell whether the round has to end because no seat can move."""

    def lost(self, table: DobonTable, seat: int, options: Options, hands: Hands) -> Event:
        """Return the end of the round by a false call of the seat, with `false_claim` set to `lose`."""

    def ended(
        self, table: DobonTable, reason: Reason, winner: int | None, losers: list[int], options: Options, hands: Hands
    ) -> Event:
        """Return the end of the round, with points for every seat."""


def answers_to(table: DobonTable) -> int:
    """Return the version that a call has to name now.

    That is the call that stands while it may be countered, else the event that laid the top.
    """
    return table.window or table.top_version


def may_call(table: DobonTable, hand: DobonHand | None, seat: int) -> bool:
    """Tell whether the seat may call now, whether or not its hand makes the number."""
    if table.over or not table.calls_open or not (table.sizes[seat] or table.shown[seat]):
        return False
    if table.window:
        return is_asked(table, hand, seat)
    # A call that stands and asks no seat has decided the round, which ends with the next event.
    return seat != table.top_owner and (
        not table.calls or (table.standing is None and not any(call.seat == seat for call in table.calls))
    )


def check_call(rules: CallRules, state: DobonState, seat: int, on: int) -> None:
    """Raise `Refused` unless the seat may call on that version now."""
    table = state.table
    current = answers_to(table)
    standing = table.standing
    if on != current or not table.calls_open or (standing is not None and not table.window):
        raise Refused(
            "too-late",
            Sentence("Version {version} can no longer be called: {reason}.", version=on, reason=_whats_on(table)),
            on=current,
        )
    if not table.size(seat):
        raise Refused("empty-hand", "A call needs at least one card in the hand.")
    if any(call.seat == seat for call in table.calls):
        raise Refused("already-called", "Each player has one call on a card.")
    if seat == table.top_owner and standing is None:
        raise Refused("own-card", "Nobody calls on a card of their own; only a call on it can be countered.")
    if not table.window or is_asked(table, state.hands[seat], seat):
        return
    if standing is not None and seat not in rules.may_counter(table, standing.seat):
        raise Refused("not-asked", Sentence("Only seat {seat}, which was called, may counter.", seat=table.top_owner))
    raise Refused("already-answered", "This window has your answer already.")


def _whats_on(table: DobonTable) -> str:
    if table.standing:
        version = table.standing.version
        if table.window:
            return Sentence("the call of version {version} may be countered", version=version)
        return Sentence("the call of version {version} stands", version=version)
    if not table.pile:
        return Sentence("no card lies there yet")
    if not table.calls_open:
        return Sentence("the time to call on version {version} is over", version=table.top_version)
    return Sentence("the card of version {version} is on top", version=table.top_version)


def call(
    rules: CallRules, state: DobonState, seat: int, on: int, options: Options, now: Moment, chance: Chance
) -> list[Event]:
    """Return the events of a call or counter, true or false. Raises `Refused`."""
    check_call(rules, state, seat, on)
    called = DobonCalled(seat=seat, **judge(rules, state, seat))
    if called.valid:
        return _true_call(rules, state, called, options, now)
    return _false_call(rules, state, called, options, now, chance)


def judge(rules: CallRules, state: DobonState, seat: int) -> dict[str, Any]:
    """Judge a call of the seat now: `on`, `kind`, `card`, `hand`, `formulas`, `valid`; needs its cards."""
    table, found = state.table, rules.witnesses(state, seat)
    return {
        "on": answers_to(table),
        "kind": kind(table),
        "card": CODES[table.top],
        "hand": hand_codes(state, seat),
        "formulas": found,
        "valid": bool(found),
    }


def kind(table: DobonTable) -> Kind:
    """Return the kind of a call now: `counter` if a call stands, `ippatsu` on a flip, else `call`."""
    if table.standing is not None:
        return "counter"
    return "ippatsu" if table.opening else "call"


def _true_call(rules: CallRules, state: DobonState, called: DobonCalled, options: Options, now: Moment) -> list[Event]:
    table, seat = state.table, called.seat
    called.asked = counters = rules.may_counter(table, seat)
    called.deadline = answer_deadline(options, now) if counters else None
    events: list[Event] = [Event(called)]
    if not counters:
        before = table.standing
        events.append(decided(rules, table, seat, None if before is None else before.seat, options, laid_open(state)))
    return events


def _false_call(
    rules: CallRules,
    state: DobonState,
    called: DobonCalled,
    options: Options,
    now: Moment,
    chance: Chance,
) -> list[Event]:
    """Return the events of a false call: option `false_claim` sets what is shown and what it costs.

    A window that waited only for this seat closes.
    """
    table, seat, rule = state.table, called.seat, options["false_claim"]
    events: list[Event] = [Event(called)]
    if rule not in ("expose", "lose"):
        events[0].sealed = {str(seat): Hand(called.hand or [])}
        called.hand = None
    if rule == "lose":
        return [*events, rules.lost(table, seat, options, laid_open(state))]
    extra = NOTHING
    if rule == "draw_2":
        cost = CardsDrawn(seat=seat, count=2, why="false-call", deadline=table.deadline)
        drawn = draw(state, cost, chance)
        extra = {str(seat): drawn[-1].sealed[str(seat)].cards}
        events += drawn
    if table.window and asked(state) == [seat]:
        events += rules.close(state, options, now, extra)
    return events


def decline(rules: CallRules, state: DobonState, seat: int, on: int, options: Options, now: Moment) -> list[Event]:
    """Return the events of an answer without a call. Raises `Refused`.

    The seat is sealed to every seat, in the same shape for each, so that no seat sees which one answered.
    """
    check_answer(state, seat, on)
    everybody = range(state.table.seats)
    sealed = {str(other): Declined(other == seat) for other in everybody}
    events: list[Event] = [Event(CallDeclined(on=on), sealed)]
    if asked(state) == [seat]:
        events += rules.close(state, options, now)
    return events


def check_answer(state: DobonState, seat: int, on: int) -> None:
    """Raise `Refused` unless the window that asks about `on` is open and waits for the seat."""
    table = state.table
    if not table.window:
        raise Refused("nothing-to-decline", "No window is open; keeping quiet needs no answer.")
    if on != table.window:
        raise Refused(
            "too-late", Sentence("The window asks about version {version}.", version=table.window), on=table.window
        )
    if not is_asked(table, state.hands[seat], seat):
        raise Refused("already-answered", "This window does not ask you, or has your answer already.")


def unused(table: DobonTable, options: Options, now: Moment) -> Event:
    """Return the closing of a window about a play without a call: the turn continues."""
    return Event(WindowClosed(on=table.window, deadline=turn_deadline(options, now)))


def settled(rules: CallRules, table: DobonTable, options: Options, hands: Hands) -> Event:
    """Return the end of the round by the call that stands, once it is not countered."""
    true_calls = [call.seat for call in table.calls if call.valid]
    countered = true_calls[-2] if len(true_calls) > 1 else None
    return decided(rules, table, true_calls[-1], countered, options, hands)


def decided(
    rules: CallRules,
    table: DobonTable,
    winner: int,
    countered: int | None,
    options: Options,
    hands: Hands,
) -> Event:
    """Return the end of the round: the last caller wins; the caller before it loses, or the seats that the rule set
    names.
    """
    losers = rules.losers(table, winner, options) if countered is None else [countered]
    reason: Reason = "ippatsu" if table.opening else "dobon"
    return rules.ended(table, reason, winner, losers, options, hands)


def hand_codes(state: DobonState, seat: int) -> list[str]:
    """Return the codes of a seat's whole hand, as far as it is known, in the order of the deck."""
    return codes(sorted([*state.held(seat), *state.table.shown[seat]]))


def laid_open(state: DobonState, extra: Drawn = NOTHING) -> Hands:
    """Return every hand, with the cards drawn in the same command."""
    return [[*hand_codes(state, seat), *extra.get(str(seat), ())] for seat in range(state.table.seats)]
