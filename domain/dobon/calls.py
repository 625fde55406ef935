"""Calling [ドボンコール] and countering [ドボン返し]: who may, what is recorded, and when a window closes.

What a hand has to make is the rule set's own and comes in as `formulas`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from domain.cards import CODES, RANK
from domain.chance import Chance
from domain.dobon.stock import draw
from domain.dobon.table import NOBODY, DobonTable, ranks
from domain.errors import Refused
from domain.events import Event
from domain.rules import Options
from domain.times import Moment, later

Formulas = Callable[[Sequence[int], int], list[str]]
"""Witnesses for a hand's numbers making a number; empty where there are none."""


def answers_to(table: DobonTable) -> int:
    """The version a call has to name now: the call that stands while a counter is asked for, else the play on top."""
    return table.window or table.top_version


def may_call(table: DobonTable, seat: int) -> bool:
    """May the seat call now? Asks nothing about whether its hand would make the number."""
    if table.over or not (table.hands[seat] or table.shown[seat]):
        return False
    if table.window:
        return seat in table.asked
    return seat != table.top_owner and (not table.calls or not any(call.seat == seat for call in table.calls))


def check_call(table: DobonTable, seat: int, on: int) -> None:
    """Raise `Refused` unless the seat may call on that version now."""
    current = answers_to(table)
    if on != current:
        standing = table.standing
        what = (
            f"the call of version {current} may be countered"
            if standing
            else f"the play of version {current} is on top"
        )
        raise Refused("too-late", f"Version {on} can no longer be called: {what}.", on=current)
    if not table.hand(seat):
        raise Refused("empty-hand", "A call needs at least one card in the hand.")
    if any(call.seat == seat for call in table.calls):
        raise Refused("already-called", "Each player has one call on a card.")
    if seat == table.top_owner and table.standing is None:
        raise Refused("own-card", "Nobody calls on a card of their own; only a call on it can be countered.")
    if table.window and seat not in table.asked:
        raise Refused("already-answered", "This window has your answer already.")


def call(
    table: DobonTable, seat: int, on: int, options: Options, now: Moment, chance: Chance, formulas: Formulas
) -> list[Event]:
    """The events of a call or counter, true or false. Raises `Refused`."""
    check_call(table, seat, on)
    judged = judge(table, seat, formulas)
    hand = judged.pop("hand")
    public: dict[str, Any] = {"seat": seat, **judged}
    if judged["valid"]:
        return _true_call(table, public | {"hand": hand}, options, now)
    return _false_call(table, public, hand, options, now, chance)


def judge(table: DobonTable, seat: int, formulas: Formulas) -> dict[str, Any]:
    """What a call of the seat is now and whether it is true: `on`, `kind`, `card`, `hand`, `formulas`, `valid`; needs its cards."""
    hand = table.hand(seat)
    found = formulas(ranks(hand), RANK[table.top])
    return {
        "on": answers_to(table),
        "kind": "call" if table.standing is None else "counter",
        "card": CODES[table.top],
        "hand": [CODES[card] for card in sorted(card for card in hand if card is not None)],
        "formulas": found,
        "valid": bool(found),
    }


def _true_call(table: DobonTable, public: dict[str, Any], options: Options, now: Moment) -> list[Event]:
    seat = public["seat"]
    called = {seat, *(call.seat for call in table.calls)}
    asked = [other for other in range(len(table.hands)) if other not in called]
    public |= {"asked": asked, "deadline": answer_deadline(options, now) if asked else None}
    events = [Event("dobon-called", public)]
    if not asked:
        before = table.standing
        events.append(decided(table, seat, None if before is None else before.seat, options))
    return events


def _false_call(
    table: DobonTable, public: dict[str, Any], hand: list[str], options: Options, now: Moment, chance: Chance
) -> list[Event]:
    """Option `false_claim`: what is shown, and what it costs."""
    seat, rule = public["seat"], options["false_claim"]
    if rule in ("expose", "lose"):
        events = [Event("dobon-called", public | {"hand": hand})]
    else:
        events = [Event("dobon-called", public | {"hand": None}, {str(seat): {"hand": hand}})]
    if rule == "lose":
        return [*events, ended(table, None, [seat], "false-call")]
    extra: dict[str, list[str]] = {}
    if rule == "draw_2":
        drawn = draw(table, seat, 2, chance, {"why": "false-call", "deadline": table.deadline})
        extra = {str(seat): drawn[-1].sealed[str(seat)]["cards"]}
        events += drawn
    if table.asked == [seat]:
        events += close(table, options, now, extra)
    return events


def decline(table: DobonTable, seat: int, on: int, options: Options, now: Moment) -> list[Event]:
    """The events of a seat answering a window without a call. Raises `Refused`.

    Which seat it was is sealed to every seat, the same shape for each, so that nobody sees who has answered.
    """
    if not table.window:
        raise Refused("nothing-to-decline", "No window is open; keeping quiet needs no answer.")
    if on != table.window:
        raise Refused("too-late", f"The window asks about version {table.window}.", on=table.window)
    if seat not in table.asked:
        raise Refused("already-answered", "This window does not ask you, or has your answer already.")
    everybody = range(len(table.hands))
    events = [Event("call-declined", {"on": on}, {str(other): {"declined": other == seat} for other in everybody})]
    if table.asked == [seat]:
        events += close(table, options, now)
    return events


def close(table: DobonTable, options: Options, now: Moment, extra: dict[str, list[str]] | None = None) -> list[Event]:
    """The events of a window that everybody answered or whose time is over.

    `extra` are codes a seat has just drawn in the same command, which this table does not hold yet.
    """
    standing = table.standing
    if standing is None:
        return [Event("window-closed", {"on": table.window, "deadline": turn_deadline(options, now)})]
    before = [call.seat for call in table.calls if call.valid and call is not standing]
    return [decided(table, standing.seat, before[-1] if before else None, options, extra)]


def decided(
    table: DobonTable,
    winner: int,
    countered: int | None,
    options: Options,
    extra: dict[str, list[str]] | None = None,
) -> Event:
    """The round goes to the last caller; the caller just before loses, or else the owner of the card [ドボン返し]."""
    if countered is not None:
        losers = [countered]
    elif table.top_owner != NOBODY:
        losers = [table.top_owner]
    elif options["initial_card_loser"] == "all_others":
        losers = [seat for seat in range(len(table.hands)) if seat != winner]
    else:
        losers = []
    return ended(table, winner, losers, "dobon", extra)


def ended(
    table: DobonTable, winner: int | None, losers: list[int], reason: str, extra: dict[str, list[str]] | None = None
) -> Event:
    """`round-ended`, which lays every hand open. `points` are the standing: 1 for the winner, -1 for each loser."""
    seats = range(len(table.hands))
    points = [(seat == winner) - (seat in losers) for seat in seats]
    hands = [[CODES[card] for card in sorted(c for c in table.hand(seat) if c is not None)] for seat in seats]
    for part, drawn in (extra or {}).items():
        hands[int(part)] += drawn
    public = {"winner": winner, "losers": losers, "reason": reason, "points": points, "hands": hands}
    return Event("round-ended", public)


def answer_deadline(options: Options, now: Moment) -> Moment | None:
    """When a window that opens now closes."""
    seconds = options["answer_seconds"]
    return later(now, seconds=seconds) if seconds else None


def turn_deadline(options: Options, now: Moment) -> Moment | None:
    """When a turn that begins now is over."""
    seconds = options["turn_seconds"]
    return later(now, seconds=seconds) if seconds else None
