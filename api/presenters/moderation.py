"""Reports, players and plays as admins see them.

Of a running round an admin sees no more than a spectator does, so hands and judgements wait for its end.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from api.dependencies import dependencies
from api.presenters.events import events_json
from api.presenters.player_names import player_names
from api.presenters.reviews import frame_json, named_players
from domain.game.claims import claim_in, rejudge
from domain.log.events import SERVER, SPECTATOR, Event
from domain.log.upcasting import current
from infra.accounts import accounts, admin_log, known_names
from infra.event_store import store
from infra.moderation import reports
from infra.moderation.reports import Report
from infra.queries import history

BEFORE, AROUND = 3, 16
"""Events shown before a play that is not a call, and at most from the play on."""

LAST_ACTS = 20
"""The acts shown of a player."""


def act_json(act: store.AdminAct) -> dict[str, Any]:
    """Return an act as JSON values."""
    return {
        "id": act.id, "at": act.at, "actor": act.actor, "kind": act.act, "subject": act.subject, "reason": act.reason,
    }  # fmt: skip


def entries_json(found: Sequence[Report]) -> list[dict[str, Any]]:
    """Return reports with the present names of their players."""
    names = player_names().of({one for report in found for one in (report.reporter, report.reported) if one})

    def person(player: str | None) -> dict[str, Any] | None:
        return None if player is None else {"id": player, "name": names[player]}

    shown = ("id", "at", "kind", "reason", "text", "status", "game", "version", "comment", "name")
    return [
        {
            **{name: getattr(one, name) for name in shown},
            "reporter": person(one.reporter),
            "reported": person(one.reported),
        }
        for one in found
    ]


def player_json(player: str) -> dict[str, Any] | None:
    """Return a player with names, suspension, reports and acts; None for an unknown one."""
    pool = dependencies().pool
    found = accounts.moderated(pool, player)
    if found is None:
        return None
    names = [asdict(one) for one in known_names.names_of(pool, player)]
    acts = [act_json(act) for act in admin_log.list_acts(pool, limit=LAST_ACTS, subject=player)]
    return {**asdict(found), "names": names, "reports": reports.counts_about(pool, player), "acts": acts}


def play_json(game_id: str, version: int) -> dict[str, Any]:
    """Return a play at its moment, with hands and judgement if its round is over."""
    pool, games = dependencies().pool, dependencies().games
    game = games.view(game_id, SPECTATOR)
    event = history.revealed_event(pool, game_id, version)
    before = games.view(game_id, SERVER if event is not None else SPECTATOR, version - 1)
    claim = None if event is None else _claim_json(before, event)
    first = claim["recorded"]["on"] if claim else max(1, version - BEFORE)
    events = history.visible_events(pool, game_id, SPECTATOR, first - 1, version - first + AROUND)
    players = [{**one, "kind": "bot" if one["id"] is None else "human"} for one in named_players(game)]
    return {
        "ruleset": game.ruleset.key,
        "status": game.status,
        "round": before.round,
        "round_over": event is not None,
        "players": players,
        "claim": None if claim is None else {"game": game_id, "version": version, **claim},
        "frame": None if event is None else frame_json(game_id, before.round, version, None),
        "events": events_json(game, _window(events, version)),
    }


def _claim_json(before: Any, event: Event) -> dict[str, Any] | None:
    if claim_in(before.ruleset, current(event)) is None:
        return None
    return rejudge(before, event)


def _window(events: Sequence[Event], version: int) -> list[Event]:
    """Return the events up to the end of the window of the play, or of its round."""
    shown = []
    for event in events:
        shown.append(event)
        if event.version > version and event.type in ("window-closed", "round-ended", "round-revealed", "game-ended"):
            break
    return shown
