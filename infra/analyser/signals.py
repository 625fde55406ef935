"""Looks at finished games and computes the signals for admins, one small step at a time."""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from random import Random
from typing import TypeVar

from domain.game.reading import read_log
from domain.log.events import Event
from domain.log.moments import Moment
from domain.signals.assistance import SearchedRound, searched_rounds
from domain.signals.pairs import player_rounds, signal
from domain.signals.permutation import Sample
from domain.signals.players import Played, player_signal, rates
from domain.signals.told import Signal
from infra import clock
from infra.databases.pool import AccountsPool
from infra.moderation import assistance, signals
from infra.moderation.signals import FEWEST_ROUNDS, Stale, Unseen
from infra.postgres.retry import Unavailable
from infra.queries import history

Rounds = TypeVar("Rounds")

AT_ONCE = 20
"""Games that are looked at, and signals that are computed, before one game is searched: that takes seconds."""

_logger = logging.getLogger(__name__)


class SignalWorker:
    """Takes finished games and stale signals of all processes. What two workers do twice is stored once.

    A game or a signal on which this program fails must not keep the others waiting: it counts as done, without anything
    found.
    """

    def __init__(
        self,
        pool: AccountsPool,
        is_stopping: Callable[[], bool] = lambda: False,
        now: Callable[[], Moment] = clock.now,
    ) -> None:
        """`is_stopping` is asked between the players of a game; the next worker searches that game again."""
        self._pool = pool
        self._is_stopping = is_stopping
        self._now = now

    def step(self) -> bool:
        """Look at some games, compute some signals and search one game. Raises `Unavailable`.

        Returns False if there was nothing to do. A signal that several games have made stale is computed once.
        """
        looked, computed = some(self.look), some(self.compute)
        return self.search() or looked or computed

    def look(self) -> bool:
        """Look at the game that ended first of those not looked at yet; return False without one."""
        unseen = signals.next_unseen(self._pool)
        if unseen is not None:
            signals.store_rounds(self._pool, unseen, self._found(unseen, player_rounds))
        return unseen is not None

    def search(self) -> bool:
        """Search the game that ended last of those not searched yet; return False without one."""
        unsearched = assistance.next_unsearched(self._pool)
        if unsearched is not None:
            found = self._found(unsearched, self._searched)
            if not self._is_stopping():
                assistance.store_searched(self._pool, unsearched, found)
        return unsearched is not None

    def _searched(self, game: str, events: Sequence[Event]) -> dict[str, list[SearchedRound]]:
        return dict(takewhile(lambda _: not self._is_stopping(), searched_rounds(game, events)))

    def _found(
        self, game: Unseen, look: Callable[[str, Sequence[Event]], dict[str, list[Rounds]]]
    ) -> dict[str, list[Rounds]]:
        """Return what is found in a game by its players."""
        try:
            events = [*read_log(history.revealed_events(self._pool, game.game))]
            if not events:
                raise LookupError("the game has no log")
            return look(game.game, events)
        except Unavailable:
            raise
        except Exception:
            _logger.exception("game %s could not be looked at", game.game)
            return {}

    def compute(self) -> bool:
        """Compute the signal that has not been computed for longest; return False if all are new."""
        stale = signals.next_stale(self._pool)
        if stale is not None:
            signals.store_signal(self._pool, stale, self._signal(stale), self._now())
        return stale is not None

    def _signal(self, stale: Stale) -> Signal | None:
        # The draws of a permutation test need not be secret, and the same rounds always give the same signal.
        sample = Random(stale.id).sample  # noqa: S311
        try:
            return (self._of_player if stale.first == stale.second else self._of_pair)(stale, sample)
        except Unavailable:
            raise
        except Exception:
            _logger.exception("signal %s could not be computed", stale.id)
            return None

    def _of_pair(self, pair: Stale, sample: Sample) -> Signal | None:
        rounds = {
            player: [one.played.seen for one in signals.stored_rounds(self._pool, player)]
            for player in (pair.first, pair.second)
        }
        shared = sum(pair.second in one.others for one in rounds[pair.first])
        return signal(pair.first, pair.second, rounds, sample) if shared >= FEWEST_ROUNDS else None

    def _of_player(self, stale: Stale, sample: Sample) -> Signal | None:
        player = stale.first
        rounds = [
            Played(one.played.seen.stratum, one.searched)
            for one in signals.stored_rounds(self._pool, player)
            if one.searched is not None
        ]
        own = rates(rounds)
        assistance.store_rates(self._pool, player, own)
        if len(rounds) < FEWEST_ROUNDS:
            return None
        return player_signal(player, rounds, own, partial(assistance.peers_of, self._pool, player), sample)


def some(work: Callable[[], bool]) -> bool:
    """Do some work again and again, at most `AT_ONCE` times, until it says that there is none; return if there was."""
    done = 0
    while done < AT_ONCE and work():
        done += 1
    return done > 0
