"""The command path: every change of a game goes through `Tables`.

A command is judged on the game as this process knows it, without asking the database first, and then appended on condition that the game has
not moved on. So what succeeds costs one round trip. What the rules refuse is judged again if the game proves to have moved, and nothing
is answered before it is committed.
"""

import hashlib
import hmac
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain import commands
from domain.actions import Action
from domain.errors import Refused
from domain.events import Event, Viewer
from domain.game import Game
from domain.moments import Moment
from domain.spectators import LIVE
from infra import clock
from infra.commands.game_cache import GameCache
from infra.commands.handler import CommandHandler, CommitListener, Outcome
from infra.commands.repository import GameRepository
from infra.commands.unit_of_work import UnitOfWork
from infra.event_store import store
from infra.observability import metrics
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.repositories import admin_log

__all__ = ["GameService", "Outcome"]

JOIN_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Capital letters without the two that look like digits."""


class GameService:
    """All games, for reading and for playing. Any number of processes may have one on the same database."""

    def __init__(
        self,
        pool: Pool,
        now: Callable[[], Moment] = clock.now,
        new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        cache_size: int = 1024,
    ) -> None:
        """`new_secret` makes secrets of 32 bytes; `cache_size` is the number of games kept folded."""
        self.pool = pool
        self.now = now
        self._new_secret = new_secret
        self._repository = GameRepository(pool, GameCache(cache_size))
        self._handler = CommandHandler(pool, self._repository, now, new_secret)

    @property
    def commit_listeners(self) -> list[CommitListener]:
        """Called after each commit with the game, its version, and when the clock has to look at it. They must not block, nor raise."""
        return self._handler.commit_listeners

    def view(self, game_id: str, viewer: Viewer, at: int | None = None) -> Game:
        """The viewer's game now, or as of version `at`; not to be changed. Raises `Refused("no-such-game" | "no-such-version")`."""
        return self._repository.view(game_id, viewer, at)

    def create(
        self,
        account: str,
        ruleset: str,
        options: Mapping[str, Any],
        seats: int,
        bots: Sequence[str] = (),
        listed: bool = True,
        entropy: str = "",
        key: str | None = None,
        request: bytes = b"",
        spectators: str = LIVE,
        spectator_delay: int | None = None,
    ) -> Outcome:
        """A new game with the account on seat 0. Raises `Refused` with the codes of `domain.commands.create`, and `key-reused`."""
        # The key names the game, so that repeating it meets the game it new_game, and all of a command stays with one game.
        game_id = str(uuid.uuid4() if key is None else uuid.uuid5(uuid.UUID(account), key))
        used_key = _idempotency_key(account, key, "create", request)
        secret, at = self._new_secret(), self.now()
        try:
            first = commands.create(
                ruleset, options, seats, bots, listed, account, entropy, secret, spectators, spectator_delay
            )
        except Refused:
            previous = self._handler.previous_outcome(game_id, used_key)
            if previous is None:
                raise
            return previous
        unit = UnitOfWork.for_new_game(game_id, first, at, account, secret, self._new_secret)
        code = "".join(secrets.choice(JOIN_CODE_LETTERS) for _ in range(6))
        new_game = store.NewGame(ruleset, unit.server.options, seats, listed, code, account, at)
        with metrics.time_command("create"):
            return self._handler.create(unit, account, used_key, new_game)

    def sit(
        self,
        game_id: str,
        account: str,
        entropy: str = "",
        join_code: str | None = None,
        key: str | None = None,
        request: bytes = b"",
    ) -> Outcome:
        """Take a free seat, or one's own again. Raises `Refused` with `bad-join-code` and the codes of `domain.commands.sit`."""

        def judge(unit: UnitOfWork) -> list[Event]:
            game = unit.server
            if not game.listed and game.seat_of(account) is None:
                self._check_join_code(game_id, join_code)
            return commands.sit(game, account, entropy)

        with metrics.time_command("sit"):
            return self._handler.handle(game_id, account, _idempotency_key(account, key, "sit", request), judge)

    def leave(self, game_id: str, account: str, key: str | None = None, request: bytes = b"") -> Outcome:
        """Stand up, or let a bot play on. Raises `Refused` with `not-seated` and the codes of `domain.commands.leave`."""
        with metrics.time_command("leave"):
            return self._handler.handle(
                game_id,
                account,
                _idempotency_key(account, key, "leave", request),
                lambda unit: commands.leave(unit.server, _require_seat(unit.server, account)),
            )

    def act(
        self,
        game_id: str,
        account: str,
        action: Action,
        key: str | None = None,
        request: bytes = b"",
        if_match: int | None = None,
    ) -> Outcome:
        """An action of the account's seat; with `if_match` only if the game still is at that version.

        Raises `Refused` with `no-such-game`, `not-seated`, `seat-left`, `precondition-failed`, `key-reused`, `busy`, and what the rules say.
        """

        def judge(unit: UnitOfWork) -> list[Event]:
            game = unit.server
            # The seat comes first: which version the game is at is not for everybody to find out.
            seat = _require_seat(game, account)
            if if_match is not None and game.version != if_match:
                raise Refused("precondition-failed", "The game has moved on from the version in If-Match.")
            taken = game.seats[seat]
            if taken is not None and taken.bot is not None:
                raise Refused("seat-left", "A bot plays on for you; take the seat again to come back.")
            return commands.act(game, seat, action, unit.at, unit.secrets)

        with metrics.time_command("act"):
            return self._handler.handle(game_id, account, _idempotency_key(account, key, "act", request), judge)

    def abandon(self, game_id: str, account: str, reason: str) -> Outcome:
        """End a game that is not over, for good: an admin's act. What is sealed of a running round stays sealed.

        Raises `Refused` with `no-such-game` and `game-over`.
        """
        act = admin_log.new_act(account, admin_log.ABANDON, game_id, reason)
        return self._handler.handle(game_id, account, None, lambda unit: commands.abandon(unit.server), act)

    def tick(self, limit: int = 16) -> int:
        """Let happen what is due in up to `limit` games, and give how many were looked at. Games that somebody else is at are left to them."""
        return self._handler.tick(limit)

    def next_due(self) -> Moment | None:
        """When the next game is due."""
        row = read_with_retry(
            self.pool,
            lambda conn: conn.execute("SELECT min(due_at) FROM dobon.games WHERE due_at IS NOT NULL").fetchone(),
        )
        return None if row is None else row[0]

    def _check_join_code(self, game_id: str, given: str | None) -> None:
        if given is None or not hmac.compare_digest(given.encode(), self._repository.join_code(game_id).encode()):
            raise Refused("bad-join-code", "This game is not listed: its join code is needed to sit down.")


def _require_seat(game: Game, account: str) -> int:
    seat = game.seat_of(account)
    if seat is None:
        raise Refused("not-seated", "Only seated players can do this; take a seat first.")
    return seat


def _idempotency_key(account: str, key: str | None, verb: str, request: bytes) -> store.IdempotencyKey | None:
    """The key with the digest of what it was sent with; the same body for another call is another request."""
    return (
        None
        if key is None
        else store.IdempotencyKey(account, key, hashlib.sha256(verb.encode() + b"|" + request).digest())
    )
