"""Events and stamps as JSON: the same form in responses, lists and streams."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from api.presenters.player_names import player_names
from api.schemas.event_types import forms
from domain.game.game import Game
from domain.game.narration import narrate
from domain.log.events import Event
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.wording import Who
from infra.social.stamps import Stamp

OF_ANSWERS = ("form", "text")
"""Fields of an event in answers that do not belong to the log."""


def events_json(game: Game, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return events of a game, with the names of its players in their words."""
    who = player_names().seats_of(game)
    return [event_json(game.ruleset, event, who) for event in events]


def event_json(rules: Ruleset, event: Event, who: Who) -> dict[str, Any]:
    """Return an event with its words, and with those envelopes that are open to the viewer."""
    return {
        "version": event.version,
        "type": event.type,
        "form": forms(rules.family)[event.type],
        "schema": event.schema,
        "at": event.at,
        "public": event.public,
        "sealed": event.sealed,
        "seals": event.seals,
        "digest": event.digest,
        "text": narrate(rules, event, who),
    }


def event_of(shown: Mapping[str, Any]) -> Event:
    """Return the event that an answer shows."""
    return Event(**{name: value for name, value in shown.items() if name not in OF_ANSWERS})


def stamp_json(stamp: Stamp) -> dict[str, Any]:
    """Return a stamp."""
    return {
        "number": stamp.number,
        "seat": stamp.seat,
        "player": stamp.player,
        "stamp": stamp.stamp,
        "version": stamp.version,
        "at": stamp.at,
    }


def event_page(game: Game, found: Sequence[Event], limit: int) -> dict[str, Any]:
    """Return the first `limit` events of a game as a page; one more in `found` means that another page follows."""
    shown = found[:limit]
    return {
        "events": events_json(game, shown),
        "next": shown[-1].version if len(found) > limit else None,
    }
