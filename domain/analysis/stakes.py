"""What a decision of Doubt may change: a round has up to a thousand decisions, and most of them change little.

The chance to win is estimated from the sizes of the hands alone. The stake of a doubt is how much this chance may rise
or fall by it. The stake of a play is how much the chance depends on which seat is punished if the play is doubted,
times the danger of that.
"""

from collections.abc import Sequence

from domain.analysis.decisions import Decision
from domain.doubt.challenge import sizes_after
from domain.doubt.table import DoubtTable
from domain.ruleset.actions import Doubt, Play
from domain.ruleset.cards import Card

LEAST = 0.08
"""Decisions with smaller stakes are not judged."""

MOST = 15
"""Maximum number of decisions of a seat in a round that are judged."""

START = 3.0
"""Cards added to every hand, so that a hand with a single card has not won yet."""

STEEP = 2.0
"""The chance to win is proportional to the size of a hand to the power of minus this."""


def at_stake(found: Sequence[Decision], most: int = MOST) -> list[Decision]:
    """Return the decisions of one seat that are judged: in Doubt the `most` with the highest stakes, in order."""
    if not found or not isinstance(found[0].game.table, DoubtTable):
        return [*found]
    stakes = {place: stake(decision) for place, decision in enumerate(found)}
    high = sorted((place for place in stakes if stakes[place] >= LEAST), key=lambda place: (-stakes[place], place))
    return [found[place] for place in sorted(high[:most])]


def stake(decision: Decision) -> float:
    """Return by how much the seat's chance to win may depend on the decision."""
    doubts = any(isinstance(action, Doubt) for action in decision.candidates)
    plays = next((action.cards for action in decision.candidates if isinstance(action, Play)), None)
    return max(of_doubt(decision) if doubts else 0.0, 0.0 if plays is None else of_play(decision, plays))


def of_doubt(decision: Decision) -> float:
    """Return the larger one of what a doubt may win and may lose, each times its chance."""
    table, seat, sizes = decision.game.table, decision.seat, sizes_of(decision)
    told = decision.beliefs.lie(decision.game)
    if told is None:
        return 0.0
    now = 0.0 if table.finishing else chance(sizes, seat)
    right = chance(punished(decision, sizes, told.seat, seat), seat)
    wrong = chance(punished(decision, sizes, seat, told.seat), seat)
    return max(abs(right - now) * told.chance, abs(now - wrong) * (1 - told.chance))


def of_play(decision: Decision, cards: tuple[Card, ...]) -> float:
    """Return what depends on the truth of a play, times the chance that it is doubted."""
    seat, sizes = decision.seat, sizes_of(decision)
    sizes[seat] -= len(cards)
    (danger,) = decision.beliefs.dangers(decision.game, [cards])
    gaps = [
        chance(punished(decision, sizes, caller.seat, seat, len(cards)), seat)
        - chance(punished(decision, sizes, seat, caller.seat, len(cards)), seat)
        for caller in danger.callers
    ]
    return danger.chance * max(gaps, default=0.0)


def sizes_of(decision: Decision) -> dict[int, int]:
    """Return the sizes of the hands of all seats that are in."""
    table = decision.game.table
    return {seat: size for seat, size in enumerate(table.sizes) if seat not in table.out}


def punished(decision: Decision, sizes: dict[int, int], loser: int, winner: int, laid: int = 0) -> dict[int, int]:
    """Return the sizes of the hands after a doubt that one seat has lost to another one; `laid` cards join the pile."""
    table, options = decision.game.table, decision.game.options
    return sizes_after(sizes, loser, winner, len(table.pile) + laid, options["penalty"])


def chance(sizes: dict[int, int], seat: int) -> float:
    """Return the seat's chance to win, from the sizes of the hands of all seats that are in."""
    if seat not in sizes:
        return 0.0
    weights: dict[int, float] = {other: (START + size) ** -STEEP for other, size in sizes.items()}
    share: float = weights[seat] / sum(weights.values())
    return share
