"""A command while it is tried: what is overdue first, then the command itself, then bots that answer at once; all on copies."""

import logging
from collections.abc import Callable, Sequence

import psycopg

from domain.automation import ViewerGames, due_after, next_step
from domain.commands import Secrets
from domain.events import Event, Viewer, seen_by
from domain.fold import fold, number
from domain.game import Game, Seat
from domain.log_format import chain
from domain.moments import Moment, later
from domain.upcasting import newest
from infra.event_store.claims import claim_row
from infra.event_store.store import CLOCK, AdminAct, Append, Claim, Created, Key, encode
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
        "_base",
        "_fetch",
        "_fresh",
        "_unfinished",
        "actors",
        "at",
        "bodies",
        "claims",
        "committed",
        "events",
        "secrets",
    )

    def __init__(
        self,
        base: Game,
        now: Moment,
        fetch: Fetch,
        secret: bytes,
        fresh: Callable[[], bytes],
    ) -> None:
        """On the published game `base`.

        `fetch` gives a viewer's own game at the same version moved on by some events, `secret` is behind the newest commitment, and `fresh`
        makes another.
        """
        super().__init__(base, {})
        self.viewers = _Fetched(self._follow)
        self.at = max(now, base.at)
        self.events: list[Event] = []
        self.actors: list[str] = []
        self.bodies: list[str] = []
        self.claims: list[Claim] = []
        self.committed: dict[int, bytes] = {}
        self._base: Game | None = base
        self._fetch = fetch
        self._fresh = fresh
        self.secrets = Secrets(secret, fresh())
        "The randomness for the next thing to happen."
        self._unfinished: Moment | None = None

    @classmethod
    def opening(
        cls, game_id: str, first: Sequence[Event], now: Moment, actor: str, secret: bytes, fresh: Callable[[], bytes]
    ) -> "UnitOfWork":
        """On nothing: the first events of a game, which commit to `secret`."""
        for version, event in enumerate(first, 1):
            event.version = version
            event.at = now
            event.schema = newest(event.type)
        chain(game_id, "", first, None)
        bodies = [encode(event) for event in first]
        game = fold(game_id, first)
        draft = cls(
            game, now, lambda viewer, events: fold(game_id, [seen_by(e, viewer) for e in events]), secret, fresh
        )
        draft.events = list(first)
        draft.actors = [actor] * len(first)
        draft.bodies = bodies
        draft.committed = {1: secret}
        draft._base = None
        return draft

    @property
    def expected(self) -> int:
        """The version that the game has to be at for this to be appended."""
        return 0 if self._base is None else self._base.version

    def settle(self) -> None:
        """Let everything happen that is due by now, bots included."""
        for _ in range(MAX_STEPS):
            try:
                events = next_step(self, self.at, self.secrets)
            except (Unavailable, psycopg.Error):
                raise
            except Exception:
                # A fault in a strategy must not take the commands of its table down with it, nor the clock of all tables.
                _logger.exception("game %s is stalled at version %d", self.server.id, self.server.version)
                self._unfinished = later(self.at, seconds=STALLED_SECONDS)
                return
            if not events:
                self._unfinished = None
                return
            self.record(events, CLOCK)
        self._unfinished = self.at

    def record(self, events: Sequence[Event], actor: str) -> None:
        """Take new events in: number, seal and chain them, and move the game on."""
        if self.server is self._base:
            self.server = self._base.copy()
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
                committed = self.committed[event.public["round"]] = self.secrets.fresh
                self.secrets = Secrets(committed, self._fresh())
            elif (found := claim_row(event, game)) is not None:
                self.claims.append(found)

    @property
    def due_at(self) -> Moment | None:
        """When the clock has to look at the game again."""
        return due_after(self.server, self.at) if self._unfinished is None else self._unfinished

    def appended(self, key: Key | None = None, created: Created | None = None, act: AdminAct | None = None) -> Append:
        """What is to be written."""
        game, base = self.server, self._base
        seats: list[Seat | None] = [] if base is None else base.seats
        seated, unseated = ({}, []) if game.seats == seats else _changes(seats, game.seats)
        return Append(
            game.id, self.expected, self.events, self.bodies, self.actors, game.status, game.round, self.due_at,
            created, key, self.claims, self.committed, seated, unseated, act,
        )  # fmt: skip

    def _follow(self, viewer: Viewer) -> Game:
        """The viewer's game as far as this draft has come."""
        return self._fetch(viewer, self.events)


class _Fetched(dict[Viewer, Game]):
    """Games by viewer, each fetched when it is first asked for."""

    def __init__(self, fetch: Callable[[Viewer], Game]) -> None:
        super().__init__()
        self._fetch = fetch

    def __missing__(self, viewer: Viewer) -> Game:
        game = self[viewer] = self._fetch(viewer)
        return game


def _changes(before: Sequence[Seat | None], after: Sequence[Seat | None]) -> tuple[dict[int, str], list[int]]:
    """Accounts that have taken a seat, and seats that an account has left."""
    old = [None if seat is None else seat.player for seat in before] or [None] * len(after)
    new = [None if seat is None else seat.player for seat in after]
    seated = {seat: player for seat, player in enumerate(new) if player is not None and player != old[seat]}
    return seated, [seat for seat, player in enumerate(old) if player is not None and new[seat] is None]
