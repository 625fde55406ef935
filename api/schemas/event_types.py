"""The schemas of all types of events, made from their declarations in the catalogues of the domain.

Several families have types of the same name: `public` of such an event has the form of one of the families.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, is_typeddict

from domain import catalogue, game_events
from domain.catalogue import Catalogue, EventType
from domain.events import TABLE
from domain.registry import RULESETS

MOMENT = {"type": "string", "format": "date-time"}
REFERENCES: dict[Any, str] = {
    catalogue.Code: "Card",
    catalogue.SuitLetter: "Suit",
    catalogue.CardPair: "CardPair",
    catalogue.Withheld: "Withheld",
    game_events.RulesetKey: "RulesetKey",
    catalogue.Strategy: "Strategy",
    game_events.Mode: "SpectatorMode",
    game_events.Options: "GameOptions",
}
"""Components for declared types."""


class Declared(NamedTuple):
    """An event type and the family that declares it."""

    family: str
    "Empty for the types of the whole game."
    kind: EventType


def catalogues() -> dict[str, Catalogue]:
    """Return the catalogue of the whole game, under an empty name, and those of the families."""
    return {"": game_events.EVENTS, **{rules.family: rules.events for rules in RULESETS.values()}}


@cache
def types() -> dict[str, list[Declared]]:
    """Return the declarations of each type by its name."""
    found: dict[str, list[Declared]] = {}
    for family, events in catalogues().items():
        for kind in events:
            found.setdefault(kind.name, []).append(Declared(family, kind))
    return found


def event_schema() -> dict[str, Any]:
    """Return the schema of any event: one of all types, told apart by `type`."""
    mapping = {name: reference(event_name(name)) for name in types()}
    return {
        "oneOf": [{"$ref": path} for path in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def event_parts(envelope: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the components of all events. `envelope` is the schema of the fields that all of them have."""
    parts: dict[str, dict[str, Any]] = {}
    for name, declared in types().items():
        bodies = sorted((public(one, parts) for one in declared), key=lambda body: -len(parts[body]["required"]))
        properties = {
            **envelope["properties"],
            "type": {"type": "string", "const": name},
            "public": union(bodies),
            "sealed": {"$ref": reference(envelopes(declared, parts))},
        }
        parts[event_name(name)] = {
            "description": " ".join(dict.fromkeys(described(one.kind.public) for one in declared)),
            "type": "object",
            "properties": {field: properties[field] for field in envelope["properties"]},
            "required": [*envelope["required"]],
        }
    return parts


def public(declared: Declared, parts: dict[str, dict[str, Any]]) -> str:
    """Add the public part of an event to `parts`, and return its name."""
    shared = len(types()[declared.kind.name]) > 1
    name = (declared.family.capitalize() if shared else "") + camel(declared.kind.name)
    add(name, declared.kind.public, declared.family, parts)
    return name


def envelopes(declared: Iterable[Declared], parts: dict[str, dict[str, Any]]) -> str:
    """Add the envelopes of an event to `parts`, and return their name."""
    contents = {f"Sealed{part.payload.__name__}": part.payload for one in declared for part in one.kind.sealed}
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
        if inner == catalogue.Time:
            return MOMENT
        if inner in REFERENCES:
            return {"$ref": reference(REFERENCES[inner])}
        if is_typeddict(inner) and inner is not kind:
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


def event_name(name: str) -> str:
    """Return the component of the events of this type."""
    return f"{camel(name)}Event"


def reference(name: str) -> str:
    """Return the path of a component."""
    return f"#/components/schemas/{name}"


def described(kind: Any) -> str:
    """Return what a declared object means, from its docstring."""
    return " ".join((kind.__doc__ or "").split())
