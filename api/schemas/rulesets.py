"""Rulesets and their options."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.components import Component

OPTION_KIND = Component("OptionKind", "The kind of an option's values.")


class Words(f.Answer):
    """The same text in both languages."""

    ja = fields.String(required=True)
    en = fields.String(required=True)


class SeatRange(f.Answer):
    """The number of seats at a table."""

    min = f.count(required=True)
    max = f.count(required=True)


class Option(f.Answer):
    """An option of a ruleset."""

    name = f.text("hand_size", required=True)
    kind = f.chosen("int", "bool", "choice", required=True, component=OPTION_KIND)
    default = f.option_value(required=True)
    values = fields.List(
        fields.String(), required=True, metadata={"description": "The values of a choice; empty for other kinds."}
    )
    schema = fields.Dict(required=True, metadata={"description": "The option as JSON Schema."})
    title = fields.Nested(Words, required=True)


class Ruleset(f.Answer):
    """A ruleset of this server."""

    key = f.ruleset_key(required=True)
    title = fields.Nested(Words, required=True)
    text = fields.Nested(Words, required=True)
    seats = fields.Nested(SeatRange, required=True)
    options = fields.List(fields.Nested(Option), required=True)
    strategies = fields.List(f.strategy(), required=True, metadata={"description": "Strategies that bots can have."})


class RulesetList(f.Answer):
    """All rulesets."""

    rulesets = fields.List(fields.Nested(Ruleset), required=True)
