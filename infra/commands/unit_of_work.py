"""A command while it is tried: what is overdue first, then the command itself, then bots that answer at once; all on copies."""

import logging
from collections.abc import Callable, Sequence

import psycopg

from domain.automation import ViewerGames, due_after, next_step
from domain.commands import Secrets
from domain.events import Event, Viewer, seen_by
from domain.game import Game, Seat, fold, number
from domain.log_format import chain
from domain.moments import Moment, later
from domain.upcasting import newest
from infra.event_store.claims import claim_of
from infra.event_store.store import CLOCK, AdminAct, Append, Claim, IdempotencyKey, NewGame, encode
from infra.postgres.retry import Unavailable

MAX_STEPS = 200
"""Most things that happen by themselves around one command; the clock goes on from there."""

STALLED_SECONDS = 30
"""A game whose next step fails is left alone for so long."""

Fetch = Callable[[Viewer, Sequence[Event]], Game]

_logger = logging.getLogger(__name__)


class UnitOfWork(ViewerGames):
    """The events that would be appended, and the game after them.

    A fold like any other, but the games of seats are fetched only where a strategy has to look.
    """

    __slots__ = (
        "_continue_at",
        "_fetch",
        "_new_secret",
        "_start",
        "actors",
        "at",
        "bodies",
        "claims",
        "events",
        "round_secrets",
        "secrets",
    )

    def __init__(
        self,
        start: Game,
        now: Moment,
        fetch: Fetch,
        secret: bytes,
        new_secret: Callable[[], bytes],
    ) -> None:
        """On the published game `start`.

        `fetch` gives a viewer's own game at the same version moved on by some events, `secret` is behind the newest commitment, and `fresh`
        makes another.
        """
        super().__init__(start, {})
        self.viewers = _LazyGames(self._fetch_game)
        self.at = max(now, start.at)
        self.events: list[Event] = []
        self.actors: list[str] = []
        self.bodies: list[str] = []
        self.claims: list[Claim] = []
        self.round_secrets: dict[int, bytes] = {}
        self._start: Game | None = start
        self._fetch = fetch
        self._new_secret = new_secret
        self.secrets = Secrets(secret, new_secret())
        "The randomness for the next thing to happen."
        self._continue_at: Moment | None = None

    @classmethod
    def for_new_game(
        cls,
        game_id: str,
        first: Sequence[Event],
        now: Moment,
        actor: str,
        secret: bytes,
        new_secret: Callable[[], bytes],
    ) -> "UnitOfWork":
        """On nothing: the first events of a game, which commit to `secret`."""
        for version, event in enumerate(first, 1):
            event.version = version
            event.at = now
            event.schema = newest(event.type)
        chain(game_id, "", first, None)
        bodies = [encode(event) for event in first]
        game = fold(game_id, first)
        unit = cls(
            game, now, lambda viewer, events: fold(game_id, [seen_by(e, viewer) for e in events]), secret, new_secret
        )
        unit.events = list(first)
        unit.actors = [actor] * len(first)
        unit.bodies = bodies
        unit.round_secrets = {1: secret}
        unit._start = None
        return unit

    @property
    def expected_version(self) -> int:
        """The version that the game has to be at for this to be appended."""
        return 0 if self._start is None else self._start.version

    def run_due(self) -> None:
        """Let everything happen that is due by now, bots included."""
        for _ in range(MAX_STEPS):
            try:
                events = next_step(self, self.at, self.secrets)
            except (Unavailable, psycopg.Error):
                raise
            except Exception:
                # A fault in a strategy must not take the commands of its table down with it, nor the clock of all tables.
                _logger.exception("game %s is stalled at version %d", self.server.id, self.server.version)
                self._continue_at = later(self.at, seconds=STALLED_SECONDS)
                return
            if not events:
                self._continue_at = None
                return
            self.record(events, CLOCK)
        self._continue_at = self.at

    def record(self, events: Sequence[Event], actor: str) -> None:
        """Take new events in: number, seal and chain them, and move the game on."""
        if self.server is self._start:
            self.server = self._start.copy()
        game = self.server
        number(game, events, self.at)
        chain(game.id, game.head, events, self.secrets.current)
        # What is folded and answered now is what will be read from the log, down to the order of keys.
        self.bodies += [encode(event) for event in events]
        self.apply(events)
        for event in events:
            self.events.append(event)
            self.actors.append(actor)
            if event.type == "round-committed":
                secret = self.round_secrets[event.public["round"]] = self.secrets.fresh
                self.secrets = Secrets(secret, self._new_secret())
            elif (claim := claim_of(event, game)) is not None:
                self.claims.append(claim)

    @property
    def due_at(self) -> Moment | None:
        """When the clock has to look at the game again."""
        return due_after(self.server, self.at) if self._continue_at is None else self._continue_at

    def to_append(
        self, key: IdempotencyKey | None = None, created: NewGame | None = None, act: AdminAct | None = None
    ) -> Append:
        """What is to be written."""
        game, start = self.server, self._start
        seats: list[Seat | None] = [] if start is None else start.seats
        seated, unseated = ({}, []) if game.seats == seats else _seat_changes(seats, game.seats)
        return Append(
            game.id, self.expected_version, self.events, self.bodies, self.actors, game.status, game.round, self.due_at,
            created, key, self.claims, self.round_secrets, seated, unseated, act,
        )  # fmt: skip

    def _fetch_game(self, viewer: Viewer) -> Game:
        """The viewer's game as far as this unit has come."""
        return self._fetch(viewer, self.events)


class _LazyGames(dict[Viewer, Game]):
    """Games by viewer, each fetched when it is first asked for."""

    def __init__(self, fetch: Callable[[Viewer], Game]) -> None:
        super().__init__()
        self._fetch = fetch

    def __missing__(self, viewer: Viewer) -> Game:
        game = self[viewer] = self._fetch(viewer)
        return game


def _seat_changes(before: Sequence[Seat | None], after: Sequence[Seat | None]) -> tuple[dict[int, str], list[int]]:
    """Accounts that have taken a seat, and seats that an account has left."""
    old = [None if seat is None else seat.player for seat in before] or [None] * len(after)
    new = [None if seat is None else seat.player for seat in after]
    seated = {seat: player for seat, player in enumerate(new) if player is not None and player != old[seat]}
    return seated, [seat for seat, player in enumerate(old) if player is not None and new[seat] is None]
