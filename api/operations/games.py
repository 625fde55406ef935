"""Games: opening, listing, and a game as seen from outside."""

from collections.abc import Mapping
from typing import Any, ClassVar

from flask import Response, request
from marshmallow import Schema, fields

from api.auth.authentication import current_account
from api.auth.authorization import visible_game
from api.dependencies import dependencies
from api.http.headers import idempotency_key
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.middleware.rate_limit import charge
from api.operations.actions import request_fingerprint
from api.operations.operation import Blueprint
from api.representations import fields as f
from api.representations.games import OPTIONS, GameOptions, SeatHolder, anchor, camel
from api.texts.codes.games import OPENING
from domain.game.game import BETWEEN_ROUNDS, PLAYING, view
from domain.game.game import Game as DomainGame
from domain.game.registry import RULESETS
from domain.game.spectators import DELAY, DELAYED, LIVE, LONGEST_DELAY, horizon, may_watch
from domain.log.events import SERVER, SPECTATOR
from domain.ruleset.ruleset import Ruleset
from domain.running.summary import summary
from infra.event_store.damaged_games import DamagedGame
from infra.queries.games import GameRow, find_games, game_row, games_with_join_code


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
    bot_accounts = fields.Boolean(required=True, metadata={"description": "Whether bot accounts may take seats."})
    spectators = f.spectator_mode(required=True)
    spectator_delay = fields.Integer(metadata={"description": "If `delayed`: the delay in moves.", "examples": [20]})
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


class _NewGame(f.Body):
    """The fields that do not depend on the ruleset."""

    # Defaults are given in words, because code generators take a `default` for a value that the client has to send.
    listed = f.Flag(
        metadata={"description": "Any account can find the game, watch it and take a seat. The default is false."}
    )
    bot_accounts = f.Flag(
        metadata={
            "description": "Bot accounts may take seats. The default is false; a bot account that opens a game admits others."
        }
    )
    spectators = f.spectator_mode(note="What spectators see of a listed game. The default is `live`.")
    spectator_delay = f.Whole(
        validate=f.Range(1, LONGEST_DELAY),
        metadata={
            "description": f"The delay in moves, {DELAY} by default.",
        },
    )
    anchor = anchor()


class _AnyNewGame(_NewGame):
    """A game of any ruleset. The domain judges ruleset, options, seats and bots, and says what it accepts."""

    ruleset = f.short("dobon-sato", 1, 64, required=True)
    options = fields.Dict(keys=fields.String(validate=f.Length(1, 64)), values=f.option_value())
    seats = f.Whole(required=True, validate=f.Range(1, 64))
    bots = fields.List(f.short("careful", 1, 32), validate=f.Length(max=64))


def _variant(rules: Ruleset) -> type[Schema]:
    fewest, most = rules.seats[0], rules.seats[-1]
    declared = {
        "__doc__": f"A game of {rules.title['en']} to open. Its creator takes seat 0, bots take the last seats.",
        "ruleset": fields.Constant(rules.key, required=True),
        "options": fields.Nested(OPTIONS[rules.key]),
        "seats": f.Whole(required=True, validate=f.Range(fewest, most), metadata={"examples": [fewest]}),
        "bots": fields.List(f.strategy(), validate=f.Length(max=most - 1), metadata={"examples": [["careful"]]}),
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


blueprint = Blueprint("games", __name__, url_prefix="/v1", description="Games and their seats.")


@blueprint.operation(
    "POST",
    "/games",
    Game,
    status=201,
    body=NewGame,
    headers=["Idempotency-Key"],
    problems=[*OPENING, "too-many-games", "key-reused"],
    examples=EXAMPLES,
    gives_headers=["Location"],
    scope="games:play",
)
def open_game(body: dict[str, Any]) -> Response:
    """Open a game.

    I take seat 0 and bots take the last seats; the first round is dealt when every seat is taken, and when all players
    with an `anchor` are ready. Give `join_code` to
    the players who should take the other seats.
    """
    outcome = dependencies().games.create(
        current_account().id,
        body["ruleset"],
        body.get("options", {}),
        body["seats"],
        body.get("bots", []),
        body.get("listed", False),
        body.get("anchor"),
        key=idempotency_key(request),
        request=request_fingerprint(body),
        spectators=body.get("spectators", LIVE),
        spectator_delay=body.get("spectator_delay"),
        admits_bots=body.get("bot_accounts", False),
    )
    game = outcome.game
    row = game_row(dependencies().pool, game.id)
    described = {**game_json(game), "join_code": row.join_code}
    return json_response(described, 201, {"Location": f"/v1/games/{game.id}"})


@blueprint.operation("GET", "/games", GamePage, query=GamesQuery, scope="games:read")
def list_games(query: dict[str, Any]) -> Response:
    """List games, newest first.

    Without filters these are the listed games; with `mine=true` all games in which I sit; with `join_code` the waiting
    game of that code. The list without `mine` is the same for every account: it shows each game as its spectators see
    it. A page may be shorter than `limit`, if a game changes at that moment; `next` says whether another page follows.
    """
    if "join_code" in query:
        charge("codes", current_account().id)
        rows = games_with_join_code(dependencies().pool, query["join_code"], query["limit"])
        return json_response({"games": [row_json(row) for row in rows], "next": None})
    limit, after = query["limit"], time_and_id(query)
    player = current_account().id if query.get("mine") else None
    rows = find_games(dependencies().pool, query.get("status"), query.get("ruleset"), player, after, limit + 1)
    page = page_of(rows, limit, lambda row: [row.created_at, row.id])
    games = [row_json(row) if player is not None else watched_game_json(row) for row in page.rows]
    return page.response(
        games=[game for game in games if game and game["status"] == query.get("status", game["status"])]
    )


@blueprint.operation("GET", "/games/<id:game>", Game, problems=["no-such-game"], scope="games:read")
def get_game(game: str) -> Response:
    """Get a game as seen from outside.

    The response holds its `join_code` if I have a seat.
    """
    viewer, found = visible_game(game)
    described = game_json(found)
    if viewer != SPECTATOR:
        described["join_code"] = game_row(dependencies().pool, game).join_code
    return json_response(described)


def watched_game_json(row: GameRow) -> dict[str, Any] | None:
    """Return a row of a listing as spectators see the game; None if it is hidden from them by now, or damaged."""
    if row.spectators != DELAYED or row.status not in (PLAYING, BETWEEN_ROUNDS):
        return row_json(row)
    games = dependencies().games
    try:
        game = games.view(row.id, SERVER)
        return game_json(games.view(row.id, SPECTATOR, horizon(game))) if may_watch(game) else None
    except DamagedGame:  # it must not fail the list
        return None


def game_json(game: DomainGame) -> dict[str, Any]:
    """Return a game as seen from outside, which is the same for every viewer of that version."""
    shown = view(game, SPECTATOR)
    watched: dict[str, Any] = {"spectators": game.spectators}
    if game.spectators == DELAYED:
        watched["spectator_delay"] = game.spectator_delay
    return {
        "id": game.id,
        "ruleset": shown["ruleset"],
        "options": shown["options"],
        "seats": len(game.seats),
        "status": shown["status"],
        "version": shown["version"],
        "head": shown["head"],
        "listed": game.listed,
        **watched,
        **summary(game),
        "players": dependencies().names.with_names(shown["players"]),
    }


def row_json(row: GameRow) -> dict[str, Any]:
    """Return the game of a row, at its newest version, as `game_json` does."""
    watched: dict[str, Any] = {"spectators": row.spectators}
    if row.spectators == DELAYED:
        watched["spectator_delay"] = row.spectator_delay
    players = [{name: player[name] for name in ("seat", "id", "kind", "bot")} for player in row.players]
    return {
        "id": row.id,
        "ruleset": row.ruleset,
        "options": row.options,
        "seats": row.seats,
        "status": row.status,
        "version": row.version,
        "head": row.head,
        "listed": row.listed,
        **watched,
        **row.summary,
        "players": dependencies().names.with_names(players),
    }
