"""Events on the wire: one form for answers, listings and streams."""

from typing import Any

from domain.events import Event


def recorded(event: Event) -> dict[str, Any]:
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
