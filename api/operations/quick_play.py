"""Quick play: the queue for a table with anybody."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.representations.games import anchor
from domain.game.registry import ruleset
from domain.ruleset.ruleset import check_options
from infra.accounts import bot_accounts
from infra.commands.matchmaking import seek_table
from infra.projections.openskill import MILLION
from infra.queries.leaderboard import standings_of
from infra.social import quick_play
from infra.social.quick_play import Place, Wish

LONGEST_SECONDS = 600


class NewPlace(f.Body):
    """The table that a player waits for. The game has the default options of its ruleset, and is not listed."""

    ruleset = f.ruleset_key(required=True)
    seats = f.Whole(required=True, validate=f.Range(2, 8), metadata={"examples": [4]})
    within = f.Whole(
        allow_none=True,
        validate=f.Range(1, 100),
        metadata={"description": "The largest difference of ratings at the table; null or left out for any."},
    )
    bots_after = f.Whole(
        allow_none=True,
        validate=f.Range(0, LONGEST_SECONDS),
        metadata={
            "description": "The seconds after which bots take the seats that are left; null or left out for never."
        },
    )
    anchor = anchor()


class QueuePlace(f.Answer):
    """My place in the queue."""

    ruleset = f.ruleset_key(required=True)
    seats = f.count(required=True)
    within = f.count(required=True, allow_none=True)
    bots_after = f.count(required=True, allow_none=True)
    joined_at = f.moment(required=True)
    game = fields.UUID(
        required=True,
        allow_none=True,
        metadata={"description": "The game in which I have a seat now; null while I wait."},
    )


blueprint = Blueprint("quick_play", __name__, url_prefix="/v1", description="A table with anybody.")


@blueprint.operation(
    "POST",
    "/queue",
    QueuePlace,
    status=201,
    body=NewPlace,
    problems=["bad-seat-count", "no-such-player", "too-many-games"],
    scope="games:play",
)
def join_queue(body: dict[str, Any]) -> Response:
    """Wait for a table.

    An account has one place. Another request replaces it, unless it has led to a game in which I still play: then it
    stays, with that game, until I give it up. The place is kept by `GET /v1/queue/me`, and lapses 10 s after the last
    request. Bot accounts meet other bot accounts alone, and people meet people.
    """
    account, games = current_account().id, dependencies().games
    check_options(ruleset(body["ruleset"]), {}, body["seats"])
    games.check_unfinished(account)
    program = bool(bot_accounts.among(dependencies().pool, [account]))
    wish = Wish(body["ruleset"], body["seats"], body.get("within"), body.get("bots_after"), body.get("anchor"), program)
    place = quick_play.join(dependencies().pool, account, wish, rating_of(account, wish), games.now())
    return json_response(place_json(seek_table(games, place, games.now())), 201)


@blueprint.operation("GET", "/queue/me", QueuePlace, problems=["not-queued"], scope="games:read")
def get_place() -> Response:
    """Get my place, and keep it.

    As soon as there is a table, `game` is its id.
    """
    now = dependencies().games.now()
    place = quick_play.ask(dependencies().pool, current_account().id, now)
    if place is None:
        raise Problem("not-queued", "You do not wait for a table: join the queue first.")
    return json_response(place_json(seek_table(dependencies().games, place, now)))


@blueprint.operation("DELETE", "/queue/me", None, status=204, problems=["not-queued", "matched"], scope="games:play")
def leave_queue() -> Response:
    """Give up my place.

    A seat that it has led to is kept: `DELETE /v1/games/{game}/seats/me` leaves it.
    """
    pool, account, now = dependencies().pool, current_account().id, dependencies().games.now()
    if not quick_play.leave(pool, account):
        if quick_play.ask(pool, account, now) is None:
            raise Problem("not-queued", "You do not wait for a table.")
        raise Problem("matched", "A table was found: leave the game instead.")
    return Response(status=204)


def rating_of(account: str, wish: Wish) -> int:
    """Return the rating of an account in the games that it waits for, rounded; 0 before its first one."""
    standings, wanted = standings_of(dependencies().pool, account), (wish.ruleset, wish.bot_account)
    found = next((one.rating for one in standings if (one.ruleset, one.bot_accounts) == wanted), None)
    return 0 if found is None else round(found.ordinal / MILLION)


def place_json(place: Place) -> dict[str, Any]:
    """Return a place as JSON values."""
    wish = place.wish
    return {
        "ruleset": wish.ruleset, "seats": wish.seats, "within": wish.within, "bots_after": wish.bots_after,
        "joined_at": place.joined_at, "game": place.game,
    }  # fmt: skip
