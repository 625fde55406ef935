"""Players and plays as admins see them before a verdict.

Of a running round an admin sees no more than a spectator does, so hands and judgements wait for its end.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.game.claims import claim_in, rejudge
from domain.game.game import Game
from domain.game.reading import read
from domain.log.events import SERVER, SPECTATOR, LoggedEvent
from infra.accounts import accounts, admin_log, known_names
from infra.accounts.accounts import ModeratedPlayer
from infra.accounts.known_names import KnownName
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from infra.event_store.store import AdminAct
from infra.moderation import reports
from infra.queries import history
from infra.queries.reviews import Reviews

BEFORE, AROUND = 3, 16
"""Events read before a play that is not a call, and at most from the play on."""

LAST_ACTS = 20
"""The acts read of a player."""


class PlayerRecord(NamedTuple):
    """A player with names, reports and acts."""

    player: ModeratedPlayer
    names: Sequence[KnownName]
    reports: Mapping[str, int]
    acts: Sequence[AdminAct]


class PlayRecord(NamedTuple):
    """A play at its moment."""

    game: Game
    "The public part of the game, as it is now."
    round: int
    round_over: bool
    claim: dict[str, Any] | None
    "The call, judged again; None before the end of the round, and for any other play."
    frame: dict[str, Any] | None
    "None before the end of the round."
    events: Sequence[LoggedEvent]
    "The events around the play."


def find_player(pool: AccountsPool, player: str) -> PlayerRecord | None:
    """Return a player, or None for an unknown one. Raises `Unavailable`."""
    found = accounts.moderated(pool, player)
    if found is None:
        return None
    acts = admin_log.list_acts(pool, limit=LAST_ACTS, subject=player, kinds=admin_log.CHANGES)
    return PlayerRecord(found, known_names.names_of(pool, player), reports.counts_about(pool, player), acts)


def find_play(pool: AccountsPool, games: GameService, reviews: Reviews, game_id: str, version: int) -> PlayRecord:
    """Return the play that an event of a game records. Raises `Unavailable`."""
    game = games.view(game_id, SPECTATOR)
    event = history.revealed_event(pool, game_id, version)
    before = games.view(game_id, SERVER if event is not None else SPECTATOR, version - 1)
    claim = None if event is None else _judged_again(before, event)
    first = claim["recorded"]["on"] if claim else max(1, version - BEFORE)
    events = history.visible_events(pool, game_id, SPECTATOR, first - 1, version - first + AROUND)
    frame = None if event is None else reviews.frame(game_id, before.round, version, None)
    return PlayRecord(game, before.round, event is not None, claim, frame, _window(events, version))


def _judged_again(before: Game, logged: LoggedEvent) -> dict[str, Any] | None:
    event = read(before.ruleset, logged)
    return None if claim_in(before.ruleset, event) is None else rejudge(before, event)


def _window(events: Sequence[LoggedEvent], version: int) -> list[LoggedEvent]:
    """Return the events up to the end of the window of the play, or of its round."""
    shown = []
    for event in events:
        shown.append(event)
        if event.version > version and event.type in ("window-closed", "round-ended", "round-revealed", "game-ended"):
            break
    return shown
