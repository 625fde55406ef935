"""What several answers show of a game: its options, and who holds its seats."""

from collections.abc import Mapping
from typing import Any

from marshmallow import fields

from api.representations import fields as f
from api.representations.components import ANCHOR
from domain.game.registry import RULESETS
from domain.ruleset.ruleset import Option, Ruleset


def option_schema(option: Option, *, with_default: bool) -> dict[str, Any]:
    """Return an option as JSON Schema, with its title and, on request, its default value in words."""
    schema = {name: value for name, value in option.schema().items() if name != "default"}
    ending = f" The default is {default_of(option)}." if with_default else ""
    return {"description": f"{option.title['en']}.{ending}", **schema}


def default_of(option: Option) -> str:
    """Return the default value of an option as JSON."""
    return str(option.default).lower() if option.kind == "bool" else f"`{option.default}`"


def camel(key: str) -> str:
    """Return the key of a ruleset as a part of names: `DobonSato`."""
    return "".join(word.capitalize() for word in key.split("-"))


def request_schema(rules: Ruleset) -> dict[str, Any]:
    """Return the options of a ruleset as a request may name them."""
    return {
        "type": "object",
        "description": f"Options of {rules.title['en']}. The others have their default values.",
        "properties": {option.name: option_schema(option, with_default=True) for option in rules.options},
        "additionalProperties": False,
    }


def answer_schema() -> dict[str, Any]:
    """Return the options of any game, all of them optional, because each ruleset has some of them."""
    properties: dict[str, Any] = {}
    for rules in RULESETS.values():
        for option in rules.options:
            schema = option_schema(option, with_default=False)
            properties[option.name] = widened(properties.get(option.name, schema), schema)
    return {
        "type": "object",
        "description": "All options of the game. Which there are depends on its ruleset.",
        "properties": properties,
    }


def widened(known: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema for the values of both, which are options of one name and kind in two rulesets."""
    found = dict(known)
    for name, widest in (("minimum", min), ("maximum", max)):
        if name in known:
            found[name] = widest(known[name], schema[name])
    if "enum" in known:
        found["enum"] = [*dict.fromkeys([*known["enum"], *schema["enum"]])]
    return found


class GameOptions(f.Given):
    """All options of a game."""

    given = answer_schema()


OPTIONS: dict[str, type[f.Given]] = {
    key: type(f"{camel(key)}Options", (f.Given,), {"given": request_schema(rules)}) for key, rules in RULESETS.items()
}
"""The options that a request may name, by ruleset."""


def anchor() -> fields.String:
    """Return a field for the anchor of a player's hash chain."""
    return f.digest(component=ANCHOR)


class SeatHolder(f.Answer):
    """The player or bot on a seat."""

    seat = f.seat(required=True)
    id = f.uuid(required=True, allow_none=True, note="The player; null for a bot.")
    name = f.text(
        "Aoi",
        "With `#` and the seat, counted from 1, if the player's name looks like another one at the table or a bot's.",
        required=True,
    )
    kind = f.seat_kind(
        required=True,
        note="`human` for the seat of a player, `bot` for that of a bot. The seat of a player who has left stays `human` and "
        "keeps its `id`, while `bot` names the strategy that plays in its place.",
    )
    bot = f.strategy(
        required=True,
        allow_none=True,
        note="The strategy that acts, for a bot or for a player who has left; null while the player acts.",
    )
