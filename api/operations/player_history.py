"""The history of a player: finished games, and the rating over time."""

from collections.abc import Iterator
from typing import Any

from flask import Response
from marshmallow import fields
from orjson import dumps

from api.auth.authentication import current_account, current_token, require_admitted
from api.dependencies import dependencies
from api.http.lines import lines_response
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.operations.games import Game, row_json
from api.operations.leaderboard import Rated, rating_json, with_bot_accounts
from api.operations.operation import Blueprint
from api.operations.players import no_such_player
from api.representations import fields as f
from domain.log.events import SPECTATOR, Viewer
from infra.accounts import accounts
from infra.event_store.damaged_games import DamagedGame, reading, recording
from infra.queries.games import GameRow
from infra.queries.history import log_file, with_log
from infra.queries.player_history import HistoryRow, history_page, played_games, rating_points


class RatingChange(f.Answer):
    """The rating of a player before and after a game."""

    before = fields.Nested(Rated, required=True)
    after = fields.Nested(Rated, required=True)


class PlayedGame(f.Answer):
    """A finished game of a player."""

    game = fields.Nested(Game, required=True)
    seat = f.seat(required=True, note="The player's seat.")
    place = fields.Integer(required=True, metadata={"description": "The player's place.", "examples": [1]})
    score = f.Whole(required=True, metadata={"description": "The player's points.", "examples": [40]})
    rating = fields.Nested(RatingChange, required=True)
    replay = f.text("/replay.html?game=...", "The page with the replay of the game.", required=True)


class PlayerHistory(f.Answer):
    """A page of the finished games of a player, the last one to end first."""

    games = fields.List(fields.Nested(PlayedGame), required=True)
    next = f.next_cursor()


class PlayerHistoryQuery(f.Body):
    """The games to list."""

    ruleset = f.ruleset_key()
    cursor = f.cursor()
    limit = f.page_limit()


class DownloadedGame(PlayedGame):
    """A line of the finished games of a player."""

    log = fields.List(
        fields.Dict(),
        allow_none=True,
        metadata={
            "description": "The lines of the log's file (`dobon-log/1`): the header, then the events. Null if the log"
            " is damaged; left out with `logs=false`."
        },
    )


class DownloadQuery(f.Body):
    """The games to download."""

    ruleset = f.ruleset_key()
    since = f.since()
    until = f.until()
    logs = f.QueryFlag(load_default=True, metadata={"description": "false: without the logs of the games."})


class RatingPoint(f.Answer):
    """The rating of a player after a game."""

    at = f.moment(required=True, note="The end of the game.")
    rating = fields.Nested(Rated, required=True)


class RatingHistory(f.Answer):
    """The rating of a player over time, oldest first."""

    ruleset = f.ruleset_key(required=True)
    points = fields.List(fields.Nested(RatingPoint), required=True)


class RatingHistoryQuery(f.Body):
    """The ruleset."""

    ruleset = f.ruleset_key(required=True)
    bot_accounts = with_bot_accounts()


blueprint = Blueprint(
    "player_history",
    __name__,
    url_prefix="/v1",
    scope="games:read",
    description="Finished games and ratings of players.",
)


POINTS = 200
"""The largest number of points of a rating over time."""


@blueprint.operation(
    "GET", "/players/<id:player>/history", PlayerHistory, query=PlayerHistoryQuery, problems=["no-such-player"]
)
def get_history(query: dict[str, Any], player: str) -> Response:
    """List the finished games of a player, the last one to end first.

    My own history has all my games. That of another player has the games that I may open: listed games with
    spectators, and games in which I have a seat too. A game is in the history as soon as it is rated, a moment after
    its end. An erased player has no history.
    """
    require_profile(player)
    limit, after = query["limit"], time_and_id(query)
    rows = history_page(dependencies().pool, player, current_account().id, query.get("ruleset"), after, limit + 1)
    page = page_of(rows, limit, lambda row: [row.ended_at, row.game.id])
    return page.response(games=[played_game_json(row, player) for row in page.rows])


@blueprint.operation(
    "GET", "/players/<id:player>/ratings", RatingHistory, query=RatingHistoryQuery, problems=["no-such-player"]
)
def get_ratings(query: dict[str, Any], player: str) -> Response:
    """Get the rating of a player over time.

    There is a point after each finished game of the ruleset. After more than 200 games the points are 200 at most, at
    about equal distances in time; the last one is always the newest rating.
    """
    require_profile(player)
    points = rating_points(dependencies().pool, player, query["ruleset"], POINTS, bot_accounts=query["bot_accounts"])
    shown = [{"at": point.at, "rating": rating_json(point.rating)} for point in points]
    return json_response({"ruleset": query["ruleset"], "points": shown})


@blueprint.operation(
    "GET",
    "/players/<id:player>/games",
    None,
    allowances=["downloads"],
    query=DownloadQuery,
    problems=["no-such-player", "too-many-open"],
    gives_lines=DownloadedGame,
)
def download_games(query: dict[str, Any], player: str) -> Response:
    """Download all finished games of a player, one in each line, the last one to end first.

    They are the games of the player's history, as a whole or in a period, each with its result, its options and its
    log as I can see it. The answer is made while it is sent. If the server cannot make the rest, or my token ends, the
    connection is cut: continue with the end of the last game received as `until`. I can receive
    two downloads at once.
    """
    require_profile(player)
    me, token, logs = current_account().id, current_token(), query.pop("logs")
    lines = game_lines(player, me, token, played_games(dependencies().pool, player, me, **query), logs=logs)
    return lines_response(me, lines, {"Content-Disposition": f'attachment; filename="dobon-games-{player}.jsonl"'})


def game_lines(
    player: str, reader: str, token: bytes, pages: Iterator[list[HistoryRow]], *, logs: bool
) -> Iterator[bytes]:
    """Yield a line for each game of a player, with its log as the reader may see it, while the token is admitted.

    A log that cannot be read is null. Raises `Problem` with `unauthorized` or `suspended`, and `Unavailable`.
    """
    for rows in pages:
        require_admitted(token)
        for row in rows:
            about = played_game_json(row, player)
            if logs:
                viewer = next((one["seat"] for one in row.game.players if one["id"] == reader), SPECTATOR)
                yield with_log(about, log_of(row.game, viewer))
            else:
                yield dumps(about) + b"\n"


def log_of(game: GameRow, viewer: Viewer) -> list[str] | None:
    """Return the lines of a game's log; None if it is damaged, which is recorded. Raises `Unavailable`."""
    pool = dependencies().pool
    try:
        with recording(pool), reading(game.id):
            return log_file(pool, game.id, viewer, game.version)
    except DamagedGame:
        return None


def require_profile(player: str) -> None:
    """Raise `Problem("no-such-player")` for an unknown id, and for that of an erased player."""
    if not accounts.has_profile(dependencies().pool, player):
        raise no_such_player()


def played_game_json(row: HistoryRow, player: str) -> dict[str, Any]:
    """Return a finished game with the result and the ratings of the player."""
    game = row_json(row.game)
    seat = next(one["seat"] for one in row.game.players if one["id"] == player)
    result = next(one for one in game["standing"] or [] if one["seat"] == seat)
    return {
        "game": game,
        "seat": seat,
        "place": result["place"],
        "score": result["score"],
        "rating": {"before": rating_json(row.before), "after": rating_json(row.after)},
        "replay": f"/replay.html?game={row.game.id}",
    }
