"""The request that opens a game: one schema for each ruleset, with its own options and numbers of seats."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import Schema, fields, validate

from api.schemas import fields as f
from api.schemas.games import anchor
from api.schemas.options import OPTIONS, camel
from domain.game.registry import RULESETS
from domain.game.spectators import DELAY, LONGEST_DELAY
from domain.ruleset.ruleset import Ruleset


class _NewGame(f.Body):
    """The fields that do not depend on the ruleset."""

    # Defaults are given in words, because code generators take a `default` for a value that the client has to send.
    listed = f.Flag(
        metadata={"description": "Any account can find the game, watch it and take a seat. The default is false."}
    )
    spectators = f.spectator_mode(note="What spectators see of a listed game. The default is `live`.")
    spectator_delay = f.Whole(
        validate=validate.Range(1, LONGEST_DELAY),
        metadata={
            "description": f"With `delayed`: the delay of spectators in moves; the default is {DELAY}.",
        },
    )
    anchor = anchor()


class _AnyNewGame(_NewGame):
    """A game of any ruleset. The domain judges ruleset, options, seats and bots, and says what it accepts."""

    ruleset = f.short("dobon-sato", 1, 64, required=True)
    options = fields.Dict(keys=fields.String(validate=validate.Length(1, 64)), values=f.option_value())
    seats = f.Whole(required=True, validate=validate.Range(1, 64))
    bots = fields.List(f.short("careful", 1, 32), validate=validate.Length(max=64))


def _variant(rules: Ruleset) -> type[Schema]:
    fewest, most = rules.seats[0], rules.seats[-1]
    declared = {
        "__doc__": f"A game of {rules.title['en']} to open. Its creator takes seat 0, bots take the last seats.",
        "ruleset": fields.Constant(rules.key, required=True),
        "options": fields.Nested(OPTIONS[rules.key]),
        "seats": f.Whole(required=True, validate=validate.Range(fewest, most), metadata={"examples": [fewest]}),
        "bots": fields.List(f.strategy(), validate=validate.Length(max=most - 1), metadata={"examples": [["careful"]]}),
    }
    return type(f"New{camel(rules.key)}Game", (_NewGame,), declared)


class NewGame(f.Union):
    """A game to open. Its creator takes seat 0, bots take the last seats."""

    discriminator = "ruleset"
    variants: ClassVar[Mapping[str, type[Schema]]] = {key: _variant(rules) for key, rules in RULESETS.items()}

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the data; what depends on the ruleset is judged by the domain."""
        return _ANY.load(data, **kwargs)


_ANY = _AnyNewGame()

EXAMPLES = {
    "table": {
        "summary": "a table with bots",
        "value": {"ruleset": "dobon-sato", "seats": 4, "bots": ["careful", "careful", "novice"]},
    },
    "listed": {
        "summary": "a match of five rounds, which any account can join",
        "value": {"ruleset": "durak", "options": {"rounds": 5, "turnover": True}, "seats": 3, "listed": True},
    },
}
