"""Events and stamps as JSON: the same form in responses, lists and streams."""

from typing import Any

from domain.events import Event
from infra.repositories.stamps import Stamp


def event_json(event: Event) -> dict[str, Any]:
    """Return an event, with those envelopes that are open to the viewer."""
    return {
        "version": event.version,
        "type": event.type,
        "schema": event.schema,
        "at": event.at,
        "public": event.public,
        "sealed": event.sealed,
        "seals": event.seals,
        "digest": event.digest,
    }


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


def event_page(found: list[Event], limit: int) -> dict[str, Any]:
    """Return the first `limit` events as a page; one event more in `found` means that another page follows."""
    shown = found[:limit]
    return {
        "events": [event_json(event) for event in shown],
        "next": shown[-1].version if len(found) > limit else None,
    }
