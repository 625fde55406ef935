"""Players whom an account follows, and players whom it blocks."""

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.games import Game, watched_game_json
from api.operations.operation import Blueprint
from api.operations.players import Player
from api.problems import Problem
from api.representations import fields as f
from domain.game.game import BETWEEN_ROUNDS, PLAYING, WAITING
from domain.log.identifiers import is_uuid
from domain.log.sentences import Sentence
from infra.accounts import accounts
from infra.queries.games import find_games
from infra.social import friends


class Friend(Player):
    """A player whom I follow, with the listed games that it plays and I may watch."""

    games = fields.List(fields.Nested(Game), required=True)


class FriendList(f.Answer):
    """The players whom I follow."""

    players = fields.List(fields.Nested(Friend), required=True)


class BlockedList(f.Answer):
    """The players whom I do not want to meet."""

    players = fields.List(fields.Nested(Player), required=True)


blueprint = Blueprint("friends", __name__, url_prefix="/v1", description="Follows and blocks.")


SHOWN = 3
"""The largest number of games that are shown of a player."""


@blueprint.operation("GET", "/players/me/follows", FriendList, scope="account:read")
def list_follows() -> Response:
    """List the players whom I follow.

    Each has its newest listed games that run or wait for players.
    """
    followed = friends.followed(dependencies().pool, current_account().id)
    players = dependencies().names.players(followed)
    return json_response({"players": [{**players[one], "games": games_of(one)} for one in followed]})


@blueprint.operation(
    "PUT",
    "/players/me/follows/<id:player>",
    None,
    status=204,
    problems=["no-such-player", "too-many-players"],
    scope="social:write",
)
def follow(player: str) -> Response:
    """Follow a player: their link is `/?follow=` with their id.

    A player who blocks me, or whom I block, cannot be followed; the answer is the same as for an absent player.
    """
    me, pool = current_account().id, dependencies().pool
    require_player(player)
    if friends.apart(pool, me, [player]):
        raise friends.no_such_player()
    if not friends.follow(pool, me, player):
        raise Problem("too-many-players", Sentence("You follow {count} players already.", count=friends.MOST))
    return Response(status=204)


@blueprint.operation(
    "DELETE", "/players/me/follows/<id:player>", None, status=204, problems=["no-such-player"], scope="social:write"
)
def unfollow(player: str) -> Response:
    """Follow a player no more.

    The answer is the same if I did not follow the player.
    """
    friends.unfollow(dependencies().pool, current_account().id, player_id(player))
    return Response(status=204)


@blueprint.operation("GET", "/players/me/blocks", BlockedList, scope="account:read")
def list_blocks() -> Response:
    """List the players whom I block.

    The oldest block comes first.
    """
    blocked = friends.blocked(dependencies().pool, current_account().id)
    players = dependencies().names.players(blocked)
    return json_response({"players": [players[one] for one in blocked]})


@blueprint.operation(
    "PUT",
    "/players/me/blocks/<id:player>",
    None,
    status=204,
    problems=["no-such-player", "too-many-players"],
    scope="social:write",
)
def block(player: str) -> Response:
    """Block a player.

    Quick play never seats us together, neither of us can take a seat at a table of the other, I see no comment of that
    player, and neither of us follows the other any more. The player is not told.
    """
    require_player(player)
    if not friends.block(dependencies().pool, current_account().id, player):
        raise Problem("too-many-players", Sentence("You block {count} players already.", count=friends.MOST))
    return Response(status=204)


@blueprint.operation(
    "DELETE", "/players/me/blocks/<id:player>", None, status=204, problems=["no-such-player"], scope="social:write"
)
def unblock(player: str) -> Response:
    """Block a player no more.

    The answer is the same if I did not block the player. Follows that the block has ended do not come back.
    """
    friends.unblock(dependencies().pool, current_account().id, player_id(player))
    return Response(status=204)


def require_player(player: str) -> None:
    """Raise `Refused("no-such-player")` unless it is another player's id."""
    if not accounts.names(dependencies().pool, [player_id(player)]) or player == current_account().id:
        raise friends.no_such_player()


def player_id(player: str) -> str:
    """Return the id if it is a UUID. Raises `Refused("no-such-player")`."""
    if not is_uuid(player):
        raise friends.no_such_player()
    return player


def games_of(player: str) -> list[object]:
    """Return the player's newest games that run or wait, as far as they are listed."""
    rows = [
        row
        for status in (WAITING, PLAYING, BETWEEN_ROUNDS)
        for row in find_games(dependencies().pool, status, None, player, None, SHOWN)
        if row.listed
    ]
    return [shown for row in rows[:SHOWN] if (shown := watched_game_json(row)) is not None]
