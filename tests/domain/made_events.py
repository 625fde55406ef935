"""Events that a test makes up, with the fields that it needs; the others are None."""

from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from domain.beating.event_types import EVENTS as BEATING
from domain.dobon.event_types import EVENTS as DOBON
from domain.doubt.event_types import EVENTS as DOUBT
from domain.game.game_event_types import EVENTS
from domain.log.events import TABLE, Event, Part
from domain.ruleset.catalogue import is_part

FAMILIES = {"dobon": DOBON, "doubt": DOUBT, "beating": BEATING}


def made(
    name: str, public: dict[str, Any], sealed: dict[str, dict[str, Any]] | None = None, *, family: str = "dobon"
) -> Event:
    """Return an event of that type."""
    kind = EVENTS.get(name) or FAMILIES[family][name]
    parts = {}
    for key, payload in (sealed or {}).items():
        part = next(one.payload for one in kind.sealed if (one.viewer == TABLE) == (key == TABLE))
        parts[key] = _filled(part, payload)
    return Event(_filled(kind.public, public), parts)


def _filled(part: type[Part], given: dict[str, Any]) -> Part:
    hints = get_type_hints(part)
    return part(
        **{
            field.name: _value(hints[field.name], given.get(field.encode_name))
            for field in msgspec.structs.fields(part)
            if field.required or field.encode_name in given
        }
    )


def _value(hint: Any, value: Any) -> Any:
    """Return a value in which objects are those of the declared type."""
    if isinstance(value, dict):
        part = next((one for one in (hint, *get_args(hint)) if is_part(one)), None)
        return value if part is None else _filled(part, value)
    if isinstance(value, list):
        items = next((one for one in (hint, *get_args(hint)) if get_origin(one) is list), None)
        return value if items is None else [_value(get_args(items)[0], one) for one in value]
    return value
