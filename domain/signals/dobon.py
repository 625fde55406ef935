"""Tells of Dobon: true calls on a player's card that are not made, and cards on which a player can call."""

from collections.abc import Iterator

from domain.dobon.base import DobonFamily
from domain.dobon.evolve import DobonState
from domain.dobon.review import entitled
from domain.dobon.table import NOBODY
from domain.log.events import Event
from domain.ruleset.actions import Play
from domain.ruleset.cards import CARDS, RANK
from domain.ruleset.ruleset import Options

WITHHELD = "call-withheld"
"""1 for a true call or counter that is not made, 0 for one that is."""

FED = "card-fed"
"""1 if the other seat can call on the card that was laid, else 0; less the share of the numbers that could have been
laid on which it can.
"""

TELLS = (WITHHELD, FED)


def watch(
    rules: DobonFamily, before: DobonState, event: Event, options: Options
) -> Iterator[tuple[str, int, int, float]]:
    """Yield the decisions that the event settles; `before` is the server's state right before it."""
    yield from _calls(rules, before, event)
    if event.type == "cards-played" and not before.table.opening:
        yield from _fed(rules, before, event, options)


def _calls(rules: DobonFamily, before: DobonState, event: Event) -> Iterator[tuple[str, int, int, float]]:
    """Yield a decision of each seat that has called, or whose right to a true call has ended by its own doing.

    A seat that another one forestalled has decided nothing.
    """
    table = before.table
    owner = table.top_owner if table.standing is None else table.standing.seat
    able = [seat for seat in entitled(rules, table) if rules.is_true(before, seat)] if owner != NOBODY else []
    if not able:
        return
    if event.type == "dobon-called":
        if event.public.seat in able:
            yield WITHHELD, event.public.seat, owner, 0.0
        return
    for seat in rules.apply_and_find_missed(before.copy(), event):
        yield WITHHELD, seat, owner, 1.0


def _fed(
    rules: DobonFamily, before: DobonState, event: Event, options: Options
) -> Iterator[tuple[str, int, int, float]]:
    table, seat = before.table, event.public.seat
    hand = before.hands[seat]
    assert hand is not None
    laid = [one.cards for one in rules.actions(table, hand, seat, options) if isinstance(one, Play)]
    numbers = {RANK[cards[-1]] for cards in laid}
    if len(numbers) < 2:
        return
    chosen = RANK[CARDS[event.public.cards[-1]]]
    for other in range(table.seats):
        if other != seat:
            made = numbers & rules.waits(before, other).keys()
            if 0 < len(made) < len(numbers):
                yield FED, seat, other, (chosen in made) - len(made) / len(numbers)
