"""Looks at finished games and computes the signals of collusion, one small step at a time."""

import logging
from collections.abc import Callable
from random import Random

from domain.game.reading import read_log
from domain.log.errors import BadEvent, Refused
from domain.log.moments import Moment
from domain.signals.pairs import player_rounds, signal
from infra import clock
from infra.databases.pool import AccountsPool
from infra.moderation import signals
from infra.moderation.signals import FEWEST_ROUNDS, Pair, Unseen
from infra.queries import history

GAMES_AT_ONCE = 20
"""Games that are looked at between two signals."""

_logger = logging.getLogger(__name__)


class SignalWorker:
    """Takes finished games and stale signals of all processes. What two workers do twice is stored once."""

    def __init__(self, pool: AccountsPool, now: Callable[[], Moment] = clock.now) -> None:
        self._pool = pool
        self._now = now

    def step(self) -> bool:
        """Look at some games, and compute one signal; return False if there is nothing to do. Raises `Unavailable`.

        A pair that has ended several games meanwhile is computed once. Neither work waits until all of the other is
        done.
        """
        seen = 0
        while seen < GAMES_AT_ONCE and (unseen := signals.next_unseen(self._pool)) is not None:
            self._look_at(unseen)
            seen += 1
        pair = signals.next_stale(self._pool)
        if pair is not None:
            self._compute(pair)
        return seen > 0 or pair is not None

    def _look_at(self, unseen: Unseen) -> None:
        try:
            events = [*read_log(history.revealed_events(self._pool, unseen.game))]
            if not events:
                raise LookupError("the game has no log")
            found = player_rounds(unseen.game, events)
        except (ArithmeticError, BadEvent, LookupError, Refused, TypeError, ValueError):
            # A game that this program cannot read is left out. It must not keep the others waiting.
            _logger.exception("game %s could not be looked at", unseen.game)
            found = {}
        signals.store_rounds(self._pool, unseen, found)

    def _compute(self, pair: Pair) -> None:
        rounds = {
            player: [one.played.seen for one in signals.stored_rounds(self._pool, player)]
            for player in (pair.first, pair.second)
        }
        shared = sum(pair.second in one.others for one in rounds[pair.first])
        # The draws of a permutation test need not be secret, and the same rounds always give the same signal.
        sample = Random(pair.id).sample  # noqa: S311
        found = signal(pair.first, pair.second, rounds, sample) if shared >= FEWEST_ROUNDS else None
        signals.store_signal(self._pool, pair, found, self._now())
