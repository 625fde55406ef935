"""Events and stamps on the wire: one form for answers, listings and streams."""

from typing import Any

from domain.events import Event
from infra.repositories.stamps import Stamp


def event_json(event: Event) -> dict[str, Any]:
    """An event on the wire, with whatever of it has been left open."""
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
    """A stamp on the wire."""
    return {
        "number": stamp.number,
        "seat": stamp.seat,
        "player": stamp.player,
        "stamp": stamp.stamp,
        "version": stamp.version,
        "at": stamp.at,
    }


def event_page(found: list[Event], limit: int) -> dict[str, Any]:
    """Up to `limit` of the events; one more than that says that there is a next page."""
    shown = found[:limit]
    return {
        "events": [event_json(event) for event in shown],
        "next": shown[-1].version if len(found) > limit else None,
    }
