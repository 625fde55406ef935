"""Finished rounds as reviews show them: their frames, the dangers of each moment, and how they might have continued.

The callers ensure that a round is over, because frames show every hand.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from domain.game.game import Game
from domain.game.reading import read, read_log
from domain.log.events import SERVER, SPECTATOR
from domain.review import review, round_dangers, what_if
from domain.ruleset.actions import Action
from domain.ruleset.wording import Who
from infra.accounts.name_cache import PlayerNames
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.queries import history

FOLLOWING = 100
"""Number of events read after a moment from which a round continues: more than any decision causes."""


class Part(NamedTuple):
    """A part of a list that has one entry for each event of a round."""

    shown: list[dict[str, Any]]
    next: int | None
    "The number of the entry after them; None at the end of the round."


class Reviews:
    """The finished rounds of all games."""

    def __init__(self, pool: AccountsPool, games: GameService, names: PlayerNames) -> None:
        self._pool = pool
        self._games = games
        self._names = names

    def frames(
        self, game_id: str, round_number: int, seat: int | None, numbers: range, upto: int = store.NEWEST
    ) -> Part:
        """Return the frames of a round with these numbers, from the log up to version `upto`. Raises `Unavailable`.

        With a `seat` they show what that seat knew.
        """
        events = history.revealed_events(self._pool, game_id, upto)
        return _part(
            review.frames(game_id, events, round_number, self._seats_of(game_id), seat, numbers.start), numbers
        )

    def frame(
        self, game_id: str, round_number: int, version: int, seat: int | None, upto: int = store.NEWEST
    ) -> dict[str, Any] | None:
        """Return the frame of one event of the round, as `frames`; None if the round has no such event."""
        logged = history.revealed_event(self._pool, game_id, version, upto)
        if logged is None or version < 2:
            return None
        before = self._games.view(game_id, SERVER if seat is None else seat, version - 1)
        event = read(before.ruleset, logged)
        if (event.public.round if event.type == "round-dealt" else before.round) != round_number:
            return None
        return review.frame_at(before, [logged], version, self._seats_of(game_id), seat)

    def dangers(self, game_id: str, round_number: int, seat: int, numbers: range, upto: int = store.NEWEST) -> Part:
        """Return what the cards of a seat risked at the moments with these numbers, as `frames`."""
        events = read_log(history.revealed_events(self._pool, game_id, upto))
        return _part(round_dangers.dangers(game_id, events, round_number, seat, numbers.start), numbers)

    def continuation(
        self, game: Game, version: int, seat: int, actions: Sequence[Action | None], bots: str
    ) -> what_if.Continuation:
        """Return how a round continues from a version. `game` is the server's at that version, in which the round runs.

        Raises `Refused` as `domain.review.what_if.continue_round`.
        """
        secret = self._games.view(game.id, SERVER).secrets[game.round - 1]
        logged = history.visible_events(self._pool, game.id, SERVER, after=version, limit=FOLLOWING)
        following = read_log(logged, game)
        return what_if.continue_round(
            game, following, seat, actions, bytes.fromhex(secret), bots, self._seats_of(game.id)
        )

    def _seats_of(self, game_id: str) -> Who:
        return self._names.seats_of(self._games.view(game_id, SPECTATOR))


def _part(entries: Iterator[dict[str, Any]], numbers: range) -> Part:
    shown = [*islice(entries, len(numbers))]
    more = next(entries, None) is not None
    return Part(shown, numbers.start + len(shown) if more else None)
