"""Ends of the beating games in which the seat knows every card: its decisions are solved, and not played out.

Two seats are left, and what the seat does not hold can only be in the other hand, or is a card of the stock that lies
open. The values are those with best play of both.
"""

from collections.abc import Iterable, Mapping
from itertools import chain, combinations
from typing import Any

from domain.analysis import drills
from domain.analysis.decisions import Decision
from domain.analysis.losses import Loss
from domain.analysis.marks import LARGE
from domain.analysis.prospects import Prospect
from domain.analysis.samples import Gap
from domain.beating import kirifu, mustamaija
from domain.beating.knowledge import sure
from domain.beating.table import BeatingTable
from domain.game.game import Game
from domain.playouts.beating.durak import DurakPosition
from domain.playouts.beating.endgame_durak import DRAWN, LOST, WON, DurakEndgame, action_value, as_set
from domain.playouts.beating.endgame_leads import Hand, LeadsEndgame
from domain.playouts.beating.endgame_search import SearchLimitReached
from domain.playouts.beating.solver_durak import DurakSolver
from domain.playouts.worlds import sample_world
from domain.ruleset.actions import Action, Beat, Lead, Take
from domain.ruleset.cards import SUIT, SUITS, Card
from domain.ruleset.legal_actions import built

POSITIONS = 300_000
"""Positions that the search of one decision may visit: about a second."""

VALUES = {WON: 0.0, DRAWN: -0.5, LOST: -1.0}
"""Points of an end of Durak. In a draw nobody loses: it is worth half of what lies between winning and losing."""


def solve(decision: Decision) -> dict[Action | None, Prospect] | None:
    """Return what each action brings, first those of the decision's candidates.

    None unless the seat knows every card, and where the search would take more than `POSITIONS`.
    """
    game, seat = decision.game, decision.seat
    if game.ruleset.family != "beating" or game.options.get("teams"):
        return None
    table: BeatingTable = game.table
    left = table.left()
    if len(left) != 2 or seat not in left:
        return None
    rules: Any = game.ruleset
    own = sorted(game.state.held(seat))
    other = next(one for one in left if one != seat)
    theirs = sure(table, own, seat, rules.deck(table.jokers))[other]
    if len(theirs) != table.sizes[other] or len(table.stock) != len(table.seen):
        return None
    try:
        if rules.key == "durak":
            return _durak(decision, own, theirs)
        return None if table.stock else _leads(decision, tuple(own), tuple(theirs))
    except SearchLimitReached:
        return None


def loss_of(decision: Decision, ends: Mapping[Action | None, Prospect], unit: float) -> Loss:
    """Return what a solved decision cost; the best action is the chosen one if no other is better."""
    chosen = ends[decision.chosen]
    best = max(ends, key=lambda action: (ends[action].points, action == decision.chosen))
    alone = sum(end.points == ends[best].points for end in ends.values()) == 1
    return Loss(best, (ends[best].points - chosen.points) / unit, 0.0, chosen, ends[best], alone)


def lead_of(
    decision: Decision, ends: Mapping[Action | None, Prospect], best: Action | None, unit: float
) -> drills.Lead | None:
    """Return the lead of the best candidate of a solved decision; None unless every other one loses."""
    gaps = [Gap((ends[best].points - ends[candidate].points) / unit, 0.0) for candidate in decision.candidates]
    if best not in decision.candidates or sum(gap.mean < LARGE for gap in gaps) > 1:
        return None
    return drills.Lead(decision.candidates.index(best), gaps)


def _durak(decision: Decision, own: list[Card], theirs: list[Card]) -> dict[Action | None, Prospect] | None:
    game, table, options = decision.game, decision.game.table, decision.game.options
    actions = [action for action in decision.candidates if action is not None]
    if not options["turnover"] and not options["multi_lead"]:
        world = sample_world(game.ruleset.key, game.state, decision.seat, 0)
        solver = DurakSolver(DurakPosition(world, options, 0), POSITIONS)
        values = {action: solver.value(action) for action in actions}
    elif table.stock:
        return None
    else:
        endgame = DurakEndgame(table.trump, options, POSITIONS)
        values = {action: action_value(endgame, table, as_set(own), as_set(theirs), action) for action in actions}
    first = not table.out
    return {
        action: Prospect(VALUES[value], float(first and value == WON), float(value == LOST))
        for action, value in values.items()
    }


def _leads(decision: Decision, own: Hand, theirs: Hand) -> dict[Action | None, Prospect]:
    """Kirifu and Mustamaija: also actions of several cards, which are not listed as candidates."""
    game, seat = decision.game, decision.seat
    table, rules = game.table, decision.game.ruleset

    def beats(card: Card, attack: Card) -> bool:
        found: bool = rules.beats(table, card, attack)  # type: ignore[attr-defined]
        return found

    endgame = LeadsEndgame(lambda hand, size: _possible_leads(game, hand, size), beats, POSITIONS)
    listed = rules.legal(table, game.state.hands[seat], seat, game.options)
    every = dict.fromkeys(chain(decision.candidates, chain.from_iterable(map(built, listed))))
    ends = _ends(game)
    return {action: ends[_wins(endgame, table, own, theirs, action)] for action in every if action is not None}


def _wins(endgame: LeadsEndgame, table: BeatingTable, own: Hand, theirs: Hand, action: Action) -> bool:
    if isinstance(action, Lead):
        cards = action.cards if action.extra is None else (*action.cards, action.extra)
        return endgame.wins_with(cards, own, theirs)
    assert isinstance(action, Beat | Take)
    pairs = action.pairs if isinstance(action, Beat) else ()
    return endgame.holds(pairs, table.unbeaten(), own, theirs)


def _possible_leads(game: Game, hand: Hand, size: int) -> Iterable[Hand]:
    """Yield every lead of a hand against one of that size, whatever it is worth."""
    options = game.options
    if game.ruleset.key == "kirifu":
        yield from kirifu.possible_leads(hand, options, kirifu.max_lead(size, options))
        return
    most = mustamaija.max_lead(size, options)
    for suit in range(len(SUITS)):
        suited = [card for card in hand if SUIT[card] == suit]
        for count in range(1, min(most, len(suited)) + 1):
            yield from combinations(suited, count)


def _ends(game: Game) -> dict[bool, Prospect]:
    """Return what the end of the round brings, whether or not the seat is first without cards."""
    first = not game.table.out
    last = game.options.get("finish", "play_on") == "play_on"
    scored = game.ruleset.key == "kirifu" and first  # a point for the first seat that is done
    return {
        True: Prospect(float(scored), float(first), 0.0),
        False: Prospect(-float(last), 0.0, float(last)),
    }
