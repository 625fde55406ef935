"""Players and their comments for admins, and measures against both."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import page_of
from api.http.responses import json_response
from api.operations.admin.actions import AdminAct, NewAct, act_json, player_id
from api.operations.admin.moderation import ModeratedPlayer, blueprint, player_json
from api.operations.players import name_position
from api.problems import Problem
from api.representations import fields as f
from domain.log.errors import no_such_game
from domain.log.identifiers import is_uuid
from infra import clock
from infra.accounts import admin_log, known_names
from infra.accounts import player_names as stored_names
from infra.queries.moderation import find_player
from infra.social import comments


class HiddenComment(f.Answer):
    """Whether a comment is hidden."""

    comment = f.uuid(required=True)
    hidden = fields.Boolean(required=True)
    act = fields.Nested(AdminAct, required=True)


class NameReset(f.Answer):
    """The new name of a player."""

    player = f.uuid(required=True)
    name = f.text("Player 482913", required=True)
    act = fields.Nested(AdminAct, required=True)


class PlayersQuery(f.Body):
    """The players to find."""

    name = f.short("Aoi", 1, 40, note="The beginning of a present or old name, in any case.", required=True)
    cursor = f.cursor(1000)
    limit = f.page_limit()


class FoundPlayer(f.Answer):
    """A player found by a present or old name."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    matched = f.text("AOI", "The name that was found.", required=True)
    created_at = f.moment(required=True)
    suspended = fields.Boolean(required=True)
    suspended_until = f.moment(required=True, allow_none=True)


class FoundPlayerPage(f.Answer):
    """A page of players, by the names that were found."""

    players = fields.List(fields.Nested(FoundPlayer), required=True)
    next = f.next_cursor()


@blueprint.operation("GET", "/players", FoundPlayerPage, access="admin", query=PlayersQuery)
def find_players(query: dict[str, Any]) -> Response:
    """Find players by name.

    The beginning of a present or old name is enough, in any case and width of letters.
    """
    limit = query["limit"]
    rows = known_names.find_players(dependencies().pool, query["name"], clock.now(), name_position(query), limit + 1)
    page = page_of(rows, limit, lambda one: one.position)
    shown = ("id", "name", "matched", "created_at", "suspended", "suspended_until")
    return page.response(players=[{name: getattr(one, name) for name in shown} for one in page.rows])


@blueprint.operation(
    "GET",
    "/players/<id:player>",
    ModeratedPlayer,
    access="admin",
    problems=["no-such-player"],
    reading=admin_log.READ_PLAYER,
)
def get_moderated_player(player: str) -> Response:
    """Get a player as admins see it.

    The answer has all names, the suspension, the number of reports, and the last acts.
    """
    found = find_player(dependencies().pool, player_id(player))
    if found is None:
        raise Problem("no-such-player", "No player has this id: the view of a game lists the ids of its players.")
    return json_response(player_json(found))


@blueprint.operation(
    "POST",
    "/players/<id:player>/name-reset",
    NameReset,
    status=201,
    access="admin",
    body=NewAct,
    problems=["no-such-player"],
)
def reset_name(body: dict[str, Any], player: str) -> Response:
    """Give a player a new name that says nothing.

    The player may choose another name, but not the old one for 90 days.
    """
    act = admin_log.new_act(current_account().id, admin_log.RESET_NAME, player_id(player), body["reason"].strip())
    name = stored_names.reset(dependencies().pool, act)
    dependencies().names.forget(player)
    dependencies().accounts.expire()
    return json_response({"player": player, "name": name, "act": act_json(act)}, 201)


COMMENT_PATH = "/games/<id:game>/comments/<id:comment>"


COMMENT_PROBLEMS = ("no-such-game", "no-such-comment")


@blueprint.operation(
    "POST",
    f"{COMMENT_PATH}/hiding",
    HiddenComment,
    status=201,
    access="admin",
    body=NewAct,
    problems=[*COMMENT_PROBLEMS, "already-hidden"],
)
def hide_comment(body: dict[str, Any], game: str, comment: str) -> Response:
    """Hide a comment.

    From now on its author alone can read it. The others see that an admin has hidden it.
    """
    return change_comment(body, game, comment, admin_log.HIDE)


@blueprint.operation(
    "POST",
    f"{COMMENT_PATH}/restoration",
    HiddenComment,
    status=201,
    access="admin",
    body=NewAct,
    problems=[*COMMENT_PROBLEMS, "not-hidden"],
)
def restore_comment(body: dict[str, Any], game: str, comment: str) -> Response:
    """Show a hidden comment again.

    All players who may read the comments of the game can read it.
    """
    return change_comment(body, game, comment, admin_log.SHOW)


def change_comment(body: dict[str, Any], game: str, comment: str, kind: str) -> Response:
    """Hide or show a comment."""
    if not is_uuid(game):
        raise no_such_game()
    found = comments.find(dependencies().pool, game, comment) if is_uuid(comment) else None
    if found is None:
        raise Problem("no-such-comment", "The game has no comment with this id.")
    act = admin_log.new_act(current_account().id, kind, comment, body["reason"].strip())
    hide = kind == admin_log.HIDE
    if not comments.change_once(dependencies().pool, game, act):
        raise (
            Problem("already-hidden", "The comment is hidden already.")
            if hide
            else Problem("not-hidden", "The comment is not hidden.")
        )
    return json_response({"comment": comment, "hidden": hide, "act": act_json(act)}, 201)
