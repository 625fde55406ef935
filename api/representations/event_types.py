"""The schemas of all types of events, made from their declarations in the catalogues of the domain.

Several families have types of the same name: the field `form` tells these events apart.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from domain.game import game_events
from domain.game.game_event_types import EVENTS
from domain.game.registry import RULESETS
from domain.log.events import TABLE
from domain.ruleset import cards, catalogue
from domain.ruleset import parts as declared_parts
from domain.ruleset.catalogue import Catalogue, EventType, is_part

MOMENT = {"type": "string", "format": "date-time"}


REFERENCES: dict[Any, str] = {
    declared_parts.Code: "Card",
    cards.SuitLetter: "Suit",
    declared_parts.CardPair: "CardPair",
    declared_parts.Withheld: "Withheld",
    game_events.RulesetKey: "RulesetKey",
    declared_parts.Strategy: "Strategy",
    game_events.Mode: "SpectatorMode",
    game_events.Options: "GameOptions",
}
"""Components for declared types."""

NULL = {"type": "null"}


ALWAYS_NULL = {"bot": {"$ref": "#/components/schemas/Strategy"}}
"""The values that a field has in other events, by fields that are always null in one: generators have no type for a
field that is only null.
"""


class Declared(NamedTuple):
    """An event type and the family that declares it."""

    family: str
    "Empty for the types of the whole game."
    kind: EventType


def catalogues() -> dict[str, Catalogue]:
    """Return the catalogue of the whole game, under an empty name, and those of the families."""
    return {"": EVENTS, **{rules.family: rules.events for rules in RULESETS.values()}}


@cache
def types() -> dict[str, list[Declared]]:
    """Return the declarations of each type by its name."""
    found: dict[str, list[Declared]] = {}
    for family, events in catalogues().items():
        for kind in events:
            found.setdefault(kind.name, []).append(Declared(family, kind))
    return found


def event_schema() -> dict[str, Any]:
    """Return the schema of any event: one of all forms, told apart by `form`."""
    mapping = {form(one): reference(event_name(one)) for declared in types().values() for one in declared}
    return {
        "oneOf": [{"$ref": path} for path in mapping.values()],
        "discriminator": {"propertyName": "form", "mapping": mapping},
    }


def form(declared: Declared) -> str:
    """Return the name of the form of an event: its type, preceded by the family if several have a type of this name."""
    name = declared.kind.name
    return f"{declared.family}-{name}" if len(types()[name]) > 1 else name


@cache
def forms(family: str) -> dict[str, str]:
    """Return the forms of all events in games of a family, by type."""
    return {name: form(one) for name, declared in types().items() for one in declared if one.family in ("", family)}


def event_parts(envelope: str) -> dict[str, dict[str, Any]]:
    """Return the components of all events. `envelope` is the component with the fields that all of them have."""
    parts: dict[str, dict[str, Any]] = {}
    for one in (one for declared in types().values() for one in declared):
        own = {
            "type": {"type": "string", "const": one.kind.name},
            "form": {"type": "string", "const": form(one)},
            "public": {"$ref": reference(public(one, parts))},
            "sealed": {"$ref": reference(envelopes(one, parts))},
        }
        parts[event_name(one)] = {
            "description": described(one.kind.public),
            # Two parts: openapi-python-client takes a schema that has only one for another name of that part.
            "allOf": [{"$ref": reference(envelope)}, {"type": "object", "properties": own, "required": [*own]}],
        }
    return parts


def public(declared: Declared, parts: dict[str, dict[str, Any]]) -> str:
    """Add the public part of an event to `parts`, and return its name."""
    name = camel(form(declared))
    add(name, declared.kind.public, declared.family, parts)
    for field, part in parts[name]["properties"].items():
        if part == NULL:
            parts[name]["properties"][field] = {"description": "Always null.", "anyOf": [ALWAYS_NULL[field], NULL]}
    return name


def envelopes(declared: Declared, parts: dict[str, dict[str, Any]]) -> str:
    """Add the envelopes of an event to `parts`, and return their name."""
    contents = {f"Sealed{part.payload.__name__}": part.payload for part in declared.kind.sealed}
    for name, payload in contents.items():
        add(name, payload, "", parts)
    found = "Or".join(name.removeprefix("Sealed") for name in contents)
    content = {"additionalProperties": union(contents) if contents else False}
    said = f"Envelopes by viewer: a seat, or `{TABLE}`." if contents else "No envelope."
    parts[f"{found or 'No'}Envelopes"] = {"type": "object", "description": said, **content}
    return f"{found or 'No'}Envelopes"


def add(name: str, kind: Any, family: str, parts: dict[str, dict[str, Any]]) -> None:
    """Add a declared object to `parts`, and the objects in it. Raises ValueError if another one has its name."""

    def known(inner: Any) -> dict[str, Any] | None:
        if inner == declared_parts.Time:
            return MOMENT
        if inner in REFERENCES:
            return {"$ref": reference(REFERENCES[inner])}
        if is_part(inner) and inner is not kind:
            part = f"{family.capitalize()}{inner.__name__}"
            add(part, inner, family, parts)
            return {"$ref": reference(part)}
        return None

    made = {"description": described(kind), **catalogue.schema(kind, known)}
    del made["additionalProperties"]  # answers may have more fields
    if parts.setdefault(name, made) != made:
        raise ValueError(f"two different schemas have the name {name}")


def union(names: Iterable[str]) -> dict[str, Any]:
    """Return a reference to the only one of these components, or to any of them."""
    found = [{"$ref": reference(name)} for name in names]
    return found[0] if len(found) == 1 else {"anyOf": found}


def camel(name: str) -> str:
    """Return the name of a type as that of a component: `CardsPlayed`."""
    return "".join(word.capitalize() for word in name.split("-"))


def event_name(declared: Declared) -> str:
    """Return the component of the events of this form."""
    return f"{camel(form(declared))}Event"


def reference(name: str) -> str:
    """Return the path of a component."""
    return f"#/components/schemas/{name}"


def described(kind: Any) -> str:
    """Return what a declared object means, from its docstring."""
    return " ".join((kind.__doc__ or "").split())
