"""Players whom an account follows, and players whom it blocks."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.games import Game
from api.schemas.players import Player


class Friend(Player):
    """A player whom I follow, with the listed games that it plays and I may watch."""

    games = fields.List(fields.Nested(Game), required=True)


class FriendList(f.Answer):
    """The players whom I follow."""

    players = fields.List(fields.Nested(Friend), required=True)


class BlockedList(f.Answer):
    """The players whom I do not want to meet."""

    players = fields.List(fields.Nested(Player), required=True)
