"""Events and stamps: their schemas, and the same JSON in answers, lists and streams."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from marshmallow import fields

from api.dependencies import dependencies
from api.representations import fields as f
from api.representations.components import Component
from api.representations.event_types import MOMENT, event_parts, event_schema, forms, reference
from domain.game.game import Game
from domain.game.narration import narrate
from domain.game.reading import read
from domain.log.events import LoggedEvent
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.wording import Who
from infra.social.stamps import STAMPS, Stamp

STAMP_NAME = Component("StampName", "The message of a stamp.")


class StampMessage(f.Answer):
    """A short message of a player at the table."""

    number = f.version(required=True, note="The number among the stamps of the game, from 1 without a gap.")
    seat = f.seat(required=True)
    player = f.uuid(required=True)
    stamp = f.chosen(*STAMPS, required=True, component=STAMP_NAME)
    version = f.version(required=True, note="The version of the game at that time.")
    at = f.moment(required=True)


DIGEST = {"type": "string", "pattern": f.HEX_PATTERN}


FIELDS: dict[str, dict[str, Any]] = {
    "version": {"type": "integer", "minimum": 1, "description": "The position in the log, from 1."},
    "schema": {"type": "integer", "minimum": 1, "description": "The number of the form of `public` and `sealed`."},
    "at": MOMENT,
    "seals": {"$ref": reference("Seals")},
    "digest": {**DIGEST, "description": "The digest of this event and the one before it."},
    "text": {"$ref": reference("Words"), "description": "The event in words, as far as the viewer may know it."},
}
ENVELOPE = "EventEnvelope"
PARTS: dict[str, dict[str, Any]] = {
    "Seals": {
        "type": "object",
        "description": "The seals of all envelopes, by viewer: a seat, or `table`.",
        "additionalProperties": DIGEST,
    },
    ENVELOPE: {
        "type": "object",
        "description": "The fields that are alike in all events.",
        "properties": FIELDS,
        "required": [*FIELDS],
    },
}


class Event(f.Given):
    """An event of the log. `sealed` holds the envelopes that the viewer may open; `seals` holds the seals of all.
    `form` is the type, with the family of the ruleset before it where the form depends on that; it is not part of the
    log.
    """

    given = event_schema()
    parts: ClassVar[Mapping[str, Any]] = {**PARTS, **event_parts(ENVELOPE)}


class EventPage(f.Answer):
    """A part of a log."""

    events = fields.List(fields.Nested(Event), required=True)
    next = f.version(
        required=True,
        allow_none=True,
        note="`after` of the next page; null on the last page.",
    )


OF_ANSWERS = ("form", "text")
"""Fields of an event in answers that do not belong to the log."""


def events_json(game: Game, events: Iterable[LoggedEvent], who: Who) -> list[dict[str, Any]]:
    """Return events of a game; `who` names its players in their words."""
    return [event_json(game.ruleset, event, who) for event in events]


def event_json(rules: Ruleset, event: LoggedEvent, who: Who) -> dict[str, Any]:
    """Return an event with its words, and with those envelopes that are open to the viewer."""
    said = narrate(rules, read(rules, event), who)
    return {"form": forms(rules.family)[event.type], **event.json(), "text": said}


def event_of(shown: Mapping[str, Any]) -> LoggedEvent:
    """Return the event that an answer shows."""
    return LoggedEvent(**{name: value for name, value in shown.items() if name not in OF_ANSWERS})


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


def event_page(game: Game, found: Sequence[LoggedEvent], limit: int) -> dict[str, Any]:
    """Return the first `limit` events of a game as a page; one more in `found` means that another page follows."""
    shown = found[:limit]
    return {
        "events": events_json(game, shown, dependencies().names.seats_of(game)),
        "next": shown[-1].version if len(found) > limit else None,
    }
