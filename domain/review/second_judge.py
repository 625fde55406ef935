"""A second judge of drills: the best action and the next best one, each continued by `careful` on all seats.

The playouts that find a drill are by a simple policy, and what looks better against it may be worse in real play. So a
drill is asked only if both judges agree. Worlds and chance are other ones than those of the first judge, and the same
for both actions.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from domain.analysis.decisions import Decision
from domain.analysis.likely_worlds import Worlds
from domain.analysis.round_analysis import ANALYSER, Judged
from domain.analysis.samples import mean_and_error
from domain.bots.strategy import Strategy
from domain.game.fold import apply, number
from domain.game.game import Game
from domain.log.chance import HashChain, RandomStream
from domain.log.errors import Refused
from domain.log.events import Event
from domain.playouts.worlds import World
from domain.ruleset.actions import CALLS, Action
from domain.ruleset.catalogue import ROUND_ENDED
from domain.running.automation import Ask, due_after, next_step
from domain.running.commands import act
from domain.running.self_play import seat_bots

BOTS = "careful"
"""The strategy that continues the round."""

BATCHES = (40, 120, 160)
"""Numbers of worlds, after each of which the two actions are compared. After the first one, drills only drop out."""

SURE = 3.0
"""Number of standard errors by which the best action has to lead, so that another judge finds it too."""

LONGEST = 3_000
"""Maximum number of events of a continuation."""


def confirmed(decision: Decision, judged: Judged) -> Judged:
    """Return a judged decision, without its drill if the second judge does not agree. A solved drill needs none."""
    drill = judged["drill"]
    if drill is None or not any(drill["errors"]) or agrees(decision, drill["best"], drill["losses"]):
        return judged
    return {**judged, "drill": None}


def agrees(decision: Decision, best: int, losses: list[float], seed: str = "", sure: float = SURE) -> bool:
    """Tell whether the best candidate is better than the next best one in real play; `losses` are by candidate."""
    second = min((place for place in range(len(losses)) if place != best), key=losses.__getitem__)
    gaps: list[float] = []
    for batch in _gaps(decision, decision.candidates[best], decision.candidates[second], seed):
        gaps += batch
        mean, error = mean_and_error(gaps, range(len(gaps)))
        if mean <= 0:
            break
        if mean > sure * error and len(gaps) > BATCHES[0]:
            return True
    return False


def _gaps(decision: Decision, best: Action | None, second: Action | None, seed: str) -> Iterator[list[float]]:
    """Yield how many points more the best action brings, in batches of worlds; nothing if one cannot be taken."""
    game = decision.game
    label = f"dobon/second/{ANALYSER}|{game.id}|{game.round}|{decision.version}|{decision.seat}|{seed}"
    stream = RandomStream(sha256(label.encode()).digest(), "worlds")
    worlds = Worlds(decision, stream)
    for count in BATCHES:
        found = []
        for world in worlds.draw(count):
            secret = sha256(b"%s|%d" % (label.encode(), stream.word())).digest()
            ends = [_points(decision, world, action, secret) for action in (best, second)]
            if None in ends:
                return
            found.append(float(ends[0] - ends[1]))  # type: ignore[operator]
        yield found


def _points(decision: Decision, world: World, action: Action | None, secret: bytes) -> int | None:
    """Return the points of the seat from a round that continues with the action; None if it cannot be taken there."""
    game, seat, chain = decision.game.copy(), decision.seat, HashChain(secret, decision.game.round)
    game.state = world.copy()
    seat_bots(game, BOTS)
    try:
        events = [] if action is None else act(game, seat, action, game.at, chain)
    except Refused:
        return None
    passed_up = [] if action is not None else [one for one in decision.candidates if isinstance(one, CALLS)]

    def ask(strategy: Strategy, own: Game, other: int, found: Sequence[Action], random: RandomStream) -> Action | None:
        """Let a strategy decide; the seat does not make the call that it has passed up."""
        if other == seat:
            found = [one for one in found if one not in passed_up]
        return strategy(own, other, found, random) if found else None

    return _play_on(game, events, seat, chain, ask)


def _play_on(game: Game, events: list[Event], seat: int, chain: HashChain, ask: Ask) -> int:
    """Return the points of the seat at the end of the round; 0 for a round that does not end."""
    now, first = game.at, game.version
    while game.version - first < LONGEST:
        number(game, events, now)
        for event in events:
            if event.type == ROUND_ENDED:
                points: int = event.public.points[seat]
                return points
            apply(game, event)
        events = next_step(game, now, chain, ask)
        if not events:
            due = due_after(game, now)
            if due is None:
                break
            now = due
    return 0
