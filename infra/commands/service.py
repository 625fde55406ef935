"""The entry point for reading and changing games: every change goes through `GameService`.

A command is judged on the cached game without a query first. It is appended on the condition that the game has not
changed, so a successful command costs one round trip. A refused command is judged again if the game has changed, and
nothing is answered before it is committed.
"""

import hashlib
import hmac
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.game.game import Game
from domain.game.spectators import LIVE
from domain.log.errors import Refused
from domain.log.events import Event, Viewer
from domain.log.moments import Moment, later
from domain.ruleset.actions import Action
from domain.running import commands
from infra import clock
from infra.accounts import admin_log, bot_accounts
from infra.commands.game_cache import GameCache
from infra.commands.handler import Also, CommandHandler, Outcome
from infra.commands.repository import GameRepository
from infra.commands.slow_bots import SlowBots
from infra.commands.ticks import Ticks
from infra.commands.unfinished_games import UnfinishedGames
from infra.commands.unit_of_work import UNATTENDED_SECONDS, UnitOfWork, offset_after
from infra.commands.units import CommitListener, Units
from infra.databases.pool import AccountsPool
from infra.event_store import damaged_games, store
from infra.observability import metrics
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once
from infra.social import friends

__all__ = ["GameService", "Outcome"]

JOIN_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Capital letters without I and O, which look like digits."""


class GameService:
    """All games of a database. Any number of processes may have a service on the same database."""

    def __init__(
        self,
        pool: AccountsPool,
        now: Callable[[], Moment] = clock.now,
        new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        cache_size: int = 1024,
        games_per_account: int = 0,
        unattended_seconds: int = UNATTENDED_SECONDS,
        slow_bots: SlowBots | None = None,
        corrected: Callable[[], Moment] = clock.CLOCK.corrected,
    ) -> None:
        """`new_secret` returns secrets of 32 bytes; `cache_size` is the number of folded games kept.

        `games_per_account` is the maximum of unfinished games for one account; 0 for no limit. `unattended_seconds` is
        the pause before each step of a game without people. Without `slow_bots` slow strategies decide at once. `now`
        and `corrected` are those of a clock.
        """
        self.pool = pool
        self.now = now
        self._corrected = corrected
        self._new_secret = new_secret
        self._repository = GameRepository(pool, GameCache(cache_size, pool))
        self._units = Units(pool, self._repository, now, unattended_seconds, slow_bots, corrected)
        self._handler = CommandHandler(pool, self._repository, self._units)
        self._unfinished = UnfinishedGames(pool, games_per_account)
        self._ticks = {database: Ticks(pool, database, self._units, now) for database in pool.games.each()}
        if slow_bots is not None:
            slow_bots.on_decision = self._continue

    @property
    def commit_listeners(self) -> list[CommitListener]:
        """Functions called after each commit with the game, its version and the moment of its next check.

        They must not block and must not raise.
        """
        return self._units.commit_listeners

    def time_of(self, game: Game) -> Moment:
        """Return the moment now in the time of the game, in which its deadlines are; any viewer's game will do."""
        now = self.now()
        offset = offset_after(game.at, now, self._repository.cached(game.id).clock_offset_ms, self._corrected())
        return max(later(now, ms=offset) if offset else now, game.at)

    def view(self, game_id: str, viewer: Viewer, at: int | None = None) -> Game:
        """Return the viewer's game now, or at version `at`; callers must not change it.

        Raises `Refused` with `no-such-game` or `no-such-version`, and `Unavailable`.
        """
        return self._repository.view(game_id, viewer, at)

    def create(
        self,
        account: str,
        ruleset: str,
        options: Mapping[str, Any],
        seats: int,
        bots: Sequence[str] = (),
        listed: bool = True,
        anchor: str | None = None,
        key: str | None = None,
        request: bytes = b"",
        spectators: str = LIVE,
        spectator_delay: int | None = None,
        others: Sequence[tuple[str, str | None]] = (),
        *,
        counted: bool = False,
        admits_bots: bool = False,
    ) -> Outcome:
        """Create a game with the account on seat 0, and the `others` with their anchors on the next seats.

        If it `admits_bots`, or if one of these is a bot account, bot accounts may take the seats that are left.
        The unfinished games of the accounts are not `counted` again if that was done before. Raises `Refused` with
        `too-many-games`, the codes of `domain.running.commands.create`, and `key-reused`.
        """
        game_id = str(uuid.uuid4()) if key is None else game_id_of(account, key)
        used_key = _idempotency_key(account, key, "create", request)
        last_link, at = self._new_secret(), self.now()
        with metrics.time_command("create"), self._unfinished.adding(account):
            try:
                first = commands.create(
                    ruleset,
                    options,
                    seats,
                    bots,
                    listed,
                    account,
                    anchor,
                    last_link,
                    spectators,
                    spectator_delay,
                    others,
                    bot_accounts=admits_bots,
                    programs=bot_accounts.among(self.pool, [account, *(other for other, _ in others)]),
                )
                if not counted:
                    self._unfinished.check(account)
            except Refused:
                previous = self._handler.previous_outcome(game_id, used_key)
                if previous is None:
                    raise
                return previous
            unit = UnitOfWork.for_new_game(game_id, first, at, account, last_link, self._units.slow_bots)
            code = "".join(secrets.choice(JOIN_CODE_LETTERS) for _ in range(6))
            new_game = store.NewGame(
                ruleset, unit.server.options, seats, listed, code, account, at, unit.server.spectators, unit.server.spectator_delay, last_link
            )  # fmt: skip
            return self._handler.create(unit, account, used_key, new_game)

    def check_unfinished(self, account: str) -> None:
        """Raise `Refused("too-many-games")` if the account takes part in as many unfinished games as allowed."""
        self._unfinished.check(account)

    def sit(
        self,
        game_id: str,
        account: str,
        anchor: str | None = None,
        join_code: str | None = None,
        key: str | None = None,
        request: bytes = b"",
    ) -> Outcome:
        """Take a free seat, or return to the account's own seat.

        Raises `Refused` with `bad-join-code`, `too-many-games`, `seat-refused` and the codes of
        `domain.running.commands.sit`.
        """

        def decide(unit: UnitOfWork) -> list[Event]:
            game = unit.server
            if not game.listed and game.seat_of(account) is None:
                self._check_join_code(game_id, join_code)
            is_new = game.seat_of(account) is None
            program = is_new and bool(bot_accounts.among(self.pool, [account]))
            events = commands.sit(game, account, anchor, program=program)
            if is_new:
                self._unfinished.check(account)
                self._check_blocks(game, account)
            return events

        with metrics.time_command("sit"), self._unfinished.adding(account):
            return self._handler.handle(game_id, account, _idempotency_key(account, key, "sit", request), decide)

    def leave(self, game_id: str, account: str, key: str | None = None, request: bytes = b"") -> Outcome:
        """Leave the seat before the start, or let a bot play for it later.

        Raises `Refused` with `not-seated` and the codes of `domain.running.commands.leave`.
        """
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
        """Perform an action of the account's seat; with `if_match` only if the game is at that version.

        Raises `Refused` with `no-such-game`, `not-seated`, `seat-left`, `precondition-failed`, `key-reused`, `busy`,
        and the codes of the rules.
        """

        def decide(unit: UnitOfWork) -> list[Event]:
            game = unit.server
            # The seat is checked first, because the game's version is not visible to every account.
            seat = _require_seat(game, account)
            if if_match is not None and game.version != if_match:
                raise Refused("precondition-failed", "The game has changed since the version in If-Match.")
            taken = game.seats[seat]
            if taken is not None and taken.bot is not None:
                raise Refused("seat-left", "A bot plays for you now; take the seat again to return.")
            try:
                return commands.act(game, seat, action, unit.at, unit.chain)
            except Refused as refusal:
                refusal.extra.setdefault("now", unit.at)
                raise

        with metrics.time_command("act"):
            return self._handler.handle(game_id, account, _idempotency_key(account, key, "act", request), decide)

    def abandon(self, game_id: str, account: str, reason: str, also: Also | None = None) -> Outcome:
        """End a running game permanently, as an act of an admin. The secret of the running round becomes public.

        `also` runs in the same transaction. Raises `Refused` with `no-such-game` and `game-over`.
        """
        act = admin_log.new_act(account, admin_log.ABANDON, game_id, reason)
        return self._handler.handle(
            game_id, account, None, lambda unit: commands.abandon(unit.server, unit.chain), act, also
        )

    def put_back(self, game_id: str, account: str, reason: str) -> store.AdminAct:
        """Return a game that was set aside to the schedule, as an act of an admin.

        Raises `Refused` with `no-such-game`, `game-not-damaged`, or `damaged-game` if it still cannot be read.
        """
        self._units.reread(game_id)
        act = admin_log.new_act(account, admin_log.PUT_BACK, game_id, reason)
        if not damaged_games.put_back(self.pool, game_id, self.now(), act):
            raise Refused("game-not-damaged", "This game is not set aside; it runs as usual.")
        return act

    def tick(self, limit: int = 16, only: Pool | None = None) -> int:
        """Run everything overdue in up to `limit` games of each database, and return the number of games examined.

        Games that another process has locked are skipped. `only` is the only database to examine.
        """
        return sum(self._ticks[database].run(limit) for database in self.pool.games.each(only))

    def next_due(self, only: Pool | None = None) -> Moment | None:
        """Return the moment at which the next game is due, or None; with `only` the next one of that database."""
        found = (self._ticks[database].next_due() for database in self.pool.games.each(only))
        return min((due for due in found if due), default=None)

    def _continue(self, game_id: str) -> None:
        """Let the scheduler continue a game, because a slow strategy has decided. Raises `Unavailable`."""
        now = self.now()
        write_once(
            self.pool.games.of(game_id), lambda conn: conn.execute("SELECT dobon.bring_forward(%s, %s)", (game_id, now))
        )
        self._units.notify(game_id, 0, now)

    def _check_join_code(self, game_id: str, given: str | None) -> None:
        if given is None or not hmac.compare_digest(given.encode(), self._repository.join_code(game_id).encode()):
            raise Refused("bad-join-code", "This game is not listed: its join code is needed to sit down.")

    def _check_blocks(self, game: Game, account: str) -> None:
        """Raise `Refused("seat-refused")` if a player of the game blocks the account, or is blocked by it."""
        others = [seat.player for seat in game.seats if seat is not None and seat.player is not None]
        if others and friends.apart(self.pool, account, others):
            raise Refused("seat-refused", "You cannot take a seat in this game.")


def game_id_of(account: str, key: str) -> str:
    """Return the id of the game that the account creates with this key: a repeated command finds the same game."""
    return str(uuid.uuid5(uuid.UUID(account), key))


def _require_seat(game: Game, account: str) -> int:
    seat = game.seat_of(account)
    if seat is None:
        raise Refused("not-seated", "Only seated players can do this; take a seat first.")
    return seat


def _idempotency_key(account: str, key: str | None, verb: str, request: bytes) -> store.IdempotencyKey | None:
    """Return the key with a digest of its request; the same body for another command is another request."""
    return (
        None
        if key is None
        else store.IdempotencyKey(account, key, hashlib.sha256(verb.encode() + b"|" + request).digest())
    )
