"""Games, seats and listings."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.options import GameOptions


def anchor() -> fields.String:
    """Return a field for the anchor of a player's hash chain."""
    return f.digest(
        note="The anchor of my own hash chain, if I contribute to the shuffles: docs/fairness.md. It is public. Before each "
        "round, the first included, I am then asked to be `ready` with its next link."
    )


class NewSeat(f.Body):
    """A request for a seat."""

    optional = True

    anchor = anchor()
    join_code = f.short("KMRTWX", 1, 32, note="Required if the game is not listed.")


class NewRematch(f.Body):
    """A request for a rematch."""

    optional = True

    anchor = anchor()


class Rematch(f.Answer):
    """The rematch of a game."""

    game = fields.UUID(
        required=True, allow_none=True, metadata={"description": "The new game; null while nobody has asked for one."}
    )


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


class Standing(f.Answer):
    """The place of a seat at the end of a game. Seats with the same result share a place."""

    place = fields.Integer(required=True, metadata={"examples": [1]})
    seat = f.seat(required=True)
    score = f.Whole(required=True, metadata={"examples": [40]})


class Game(f.Answer):
    """A game as seen from outside."""

    id = f.uuid(required=True)
    ruleset = f.ruleset_key(required=True)
    options = fields.Nested(GameOptions, required=True)
    seats = f.count(required=True)
    status = f.game_status(required=True)
    version = f.version(required=True)
    head = f.digest(required=True)
    listed = fields.Boolean(required=True)
    spectators = f.spectator_mode(required=True)
    spectator_delay = fields.Integer(
        metadata={"description": "The delay of spectators in moves, if they are delayed.", "examples": [20]}
    )
    players = fields.List(fields.Nested(SeatHolder), required=True)
    turn = fields.List(
        f.seat(),
        required=True,
        metadata={
            "description": "The seats that are asked to act. Answers in an open window are sealed, so until it closes "
            "all seats that were asked are listed."
        },
    )
    deadline = f.moment(
        required=True, allow_none=True, note="When the clock acts for the seats that are asked; null without a limit."
    )
    started_at = f.moment(required=True, allow_none=True, note="The first deal; null before it.")
    ended_at = f.moment(required=True, allow_none=True, note="The end of the game; null before it.")
    winner = f.seat(
        required=True, allow_none=True, note="The first seat of the standing; null before the end and after a tie."
    )
    standing = fields.List(
        fields.Nested(Standing),
        required=True,
        allow_none=True,
        metadata={
            "description": "The seats of a finished game, best first; null before the end and after it was abandoned."
        },
    )
    join_code = fields.String(metadata={"description": "For seated players only.", "examples": ["KMRTWX"]})


class GamePage(f.Answer):
    """A page of games, newest first."""

    games = fields.List(fields.Nested(Game), required=True)
    next = f.next_cursor()


class GamesQuery(f.Body):
    """The games to list."""

    status = f.game_status()
    ruleset = f.ruleset_key()
    join_code = f.short(
        "KMRTWX",
        1,
        32,
        note="Lists the waiting games with that code, listed or not, and ignores the other filters. These look-ups have a rate limit of their own.",
    )
    mine = f.QueryFlag(metadata={"description": "true: games in which I sit, as I see them; false: listed games."})
    cursor = f.cursor()
    limit = f.page_limit()
