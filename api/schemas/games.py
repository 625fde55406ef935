"""Games, seats and listings."""

from marshmallow import fields, validate

from api.schemas import fields as f
from domain.spectators import DELAY, LONGEST_DELAY, MODES

STATUSES = ("waiting", "playing", "between-rounds", "finished", "abandoned")


def entropy() -> fields.String:
    """A player's part in the shuffle."""
    return fields.String(
        validate=[
            validate.Length(max=64),
            f.Pattern(f"^[^|{f.CONTROL}]*$", error="Must be one line of text without |."),
        ],
        metadata={
            "description": "Joins the seed of every shuffle of the game, and is public.",
            "examples": ["rain on the tin roof"],
        },
    )


class NewGame(f.Body):
    """A table to open. The creator sits on seat 0, bots on the last seats."""

    ruleset = f.short("dobon-sato", 1, 64, required=True)
    options = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)),
        values=f.option_value(),
        metadata={"description": "What differs from the defaults of the ruleset.", "examples": [{"hand_size": 7}]},
    )
    seats = f.Whole(required=True, validate=validate.Range(1, 64), metadata={"examples": [4]})
    bots = fields.List(
        f.short("careful", 1, 32),
        validate=validate.Length(max=64),
        metadata={"examples": [["careful", "novice"]]},
    )
    listed = f.Flag(load_default=False, metadata={"description": "Anybody may find the game, watch it and sit down."})
    spectators = f.chosen(
        *MODES,
        note="What people who do not sit there see of a listed game: `live` (the default) everything public as it happens, `delayed` the game as it was "
        "`spectator_delay` moves ago, `off` nothing once it is dealt.",
    )
    spectator_delay = f.Whole(
        validate=validate.Range(1, LONGEST_DELAY),
        metadata={
            "description": f"With `delayed`: moves that spectators are behind; {DELAY} where it is not given.",
            "examples": [20],
        },
    )
    entropy = entropy()


class NewSeat(f.Body):
    """Somebody who wants to sit down."""

    optional = True

    entropy = entropy()
    join_code = f.short("KMRTWX", 1, 32, note="Needed where the game is not listed.")


class SeatHolder(f.Answer):
    """Who sits on a seat."""

    seat = f.seat(required=True)
    id = f.uuid(required=True, allow_none=True, note="The player; null for a bot.")
    name = f.text("Aoi", required=True)
    kind = f.chosen("human", "bot", required=True)
    bot = fields.String(
        required=True, allow_none=True, metadata={"description": "The strategy that plays, if one does."}
    )


class Game(f.Answer):
    """A game from outside."""

    id = f.uuid(required=True)
    ruleset = f.text("dobon-sato", required=True)
    options = fields.Dict(keys=fields.String(), values=f.option_value(), required=True)
    seats = f.count(required=True)
    status = f.chosen(*STATUSES, required=True)
    version = f.version(required=True)
    head = f.digest(required=True)
    listed = fields.Boolean(required=True)
    spectators = f.chosen(*MODES, required=True)
    spectator_delay = fields.Integer(
        metadata={"description": "Moves that spectators are behind, where they are.", "examples": [20]}
    )
    players = fields.List(fields.Nested(SeatHolder), required=True)
    join_code = fields.String(metadata={"description": "For seated players only.", "examples": ["KMRTWX"]})


class Games(f.Answer):
    """A page of games, newest first."""

    games = fields.List(fields.Nested(Game), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The `cursor` of the next page."})


class GamesQuery(f.Body):
    """Which games."""

    status = f.chosen(*STATUSES)
    ruleset = f.short("dobon-sato", 1, 64)
    join_code = f.short(
        "KMRTWX",
        1,
        32,
        note="Instead of all else: the games with that code that wait for players, listed or not. Empty where there is none. These look-ups have an "
        "allowance of their own.",
    )
    mine = f.QueryFlag(metadata={"description": "true: games in which I sit; false: listed games in which I do not."})
    cursor = f.short("WyIyMDI2Il0", 1, 200)
    limit = f.QueryNumber(validate=validate.Range(1, 100), load_default=20)
