"""Looks at finished games and computes the signals for admins, one small step at a time."""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from domain.game.reading import read_log
from domain.log.errors import BadEvent, Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.signals.assistance import searched_rounds
from domain.signals.pairs import player_rounds, signal
from domain.signals.permutation import Sample
from domain.signals.players import Played, player_signal, rates
from domain.signals.told import Signal
from infra import clock
from infra.databases.pool import AccountsPool
from infra.moderation import assistance, signals
from infra.moderation.signals import FEWEST_ROUNDS, Stale, Unseen
from infra.queries import history

GAMES_AT_ONCE = 20
"""Games that are looked at between two signals. One of them is searched, because that takes seconds."""

Rounds = TypeVar("Rounds")

_logger = logging.getLogger(__name__)


class SignalWorker:
    """Takes finished games and stale signals of all processes. What two workers do twice is stored once."""

    def __init__(self, pool: AccountsPool, now: Callable[[], Moment] = clock.now) -> None:
        self._pool = pool
        self._now = now

    def step(self) -> bool:
        """Look at some games, search one, and compute one signal. Raises `Unavailable`.

        Returns False if there is nothing to do. A signal that several games have made stale is computed once. None of
        the three waits until all of the others is done.
        """
        seen = 0
        while seen < GAMES_AT_ONCE and (unseen := signals.next_unseen(self._pool)) is not None:
            signals.store_rounds(self._pool, unseen, self._found(unseen, player_rounds))
            seen += 1
        unsearched = assistance.next_unsearched(self._pool)
        if unsearched is not None:
            assistance.store_searched(self._pool, unsearched, self._found(unsearched, searched_rounds))
        stale = signals.next_stale(self._pool)
        if stale is not None:
            self._compute(stale)
        return seen > 0 or unsearched is not None or stale is not None

    def _found(
        self, game: Unseen, look: Callable[[str, Sequence[Event]], dict[str, list[Rounds]]]
    ) -> dict[str, list[Rounds]]:
        """Return what is found in a game by its players; nothing if this program cannot read the game.

        Such a game must not keep the others waiting.
        """
        try:
            events = [*read_log(history.revealed_events(self._pool, game.game))]
            if not events:
                raise LookupError("the game has no log")
            return look(game.game, events)
        except (ArithmeticError, BadEvent, LookupError, Refused, TypeError, ValueError):
            _logger.exception("game %s could not be looked at", game.game)
            return {}

    def _compute(self, stale: Stale) -> None:
        # The draws of a permutation test need not be secret, and the same rounds always give the same signal.
        sample = Random(stale.id).sample  # noqa: S311
        compute = self._of_player if stale.first == stale.second else self._of_pair
        signals.store_signal(self._pool, stale, compute(stale, sample), self._now())

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
        assistance.store_rates(self._pool, player, rates(rounds))

        if len(rounds) < FEWEST_ROUNDS:
            return None
        return player_signal(player, rounds, partial(assistance.peers_of, self._pool, player), sample)
