"""The view of a game for a player or a spectator."""

from time import monotonic
from typing import Any

from flask import Response, request
from marshmallow import fields

from api.auth.authentication import require_account
from api.auth.authorization import GameAccess, access_to
from api.dependencies import dependencies
from api.http.exchange import exchange_of, placeholder
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.operations.rounds import Result
from api.problems import Problem, language, localized
from api.representations import fields as f
from api.representations.actions import LegalAction
from api.representations.boards import Board
from api.representations.games import GameOptions, SeatHolder
from api.streaming.hub import MAX_WAITING_OF_ACCOUNT, Wait, WaitResult, current_reader, update_hub
from domain.game.game import Game, view, waits_until
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, Viewer
from domain.log.moments import Moment, milliseconds_between
from domain.log.sentences import Sentence


class Withheld(f.Answer):
    """A seat with an anchor that has no link in the deck, and the cause."""

    seat = f.seat(required=True)
    why = f.withheld_why(required=True)


class Round(f.Answer):
    """The current round."""

    number = f.version(required=True)
    phase = f.phase(required=True)
    turn = f.seat(required=True)
    waiting_for = fields.List(f.seat(), required=True)
    deadline = f.moment(required=True, allow_none=True)
    hands = fields.List(
        fields.List(f.seen_card()), required=True, metadata={"description": "By seat; `??` for a hidden card."}
    )
    stock = f.count(required=True)
    contributed = fields.List(
        f.seat(), required=True, metadata={"description": "The seats whose links have shuffled this deck."}
    )
    withheld = fields.List(
        fields.Nested(Withheld),
        required=True,
        metadata={"description": "The seats with an anchor whose links are not in this deck."},
    )
    board = fields.Nested(Board, required=True)


class NextRound(f.Answer):
    """The round that is dealt next, and the players it waits for."""

    number = f.version(required=True)
    waiting_for = fields.List(f.seat(), required=True)
    deadline = f.moment(required=True, allow_none=True, note="When it is dealt without waiting; null without a limit.")
    contributors = fields.List(
        f.seat(), required=True, metadata={"description": "The seats that contribute to the shuffles."}
    )


class You(f.Answer):
    """The viewer's seat."""

    seat = f.seat(required=True)
    anchor = f.digest(
        required=True, allow_none=True, note="The anchor of my hash chain; null if I contribute no chance."
    )


class RefusedCard(f.Answer):
    """A card that cannot be used now, and the reason."""

    card = f.seen_card(required=True)
    code = f.text("cannot-beat", required=True, note="The problem code with which its use would be refused.")
    detail = fields.String(required=True)


class View(f.Answer):
    """A game at a version, as one viewer sees it."""

    now = f.moment(note="The moment of the answer, by the clock that keeps all times of the game.", required=True)
    game = f.uuid(required=True)
    version = f.version(required=True)
    head = f.digest(required=True)
    status = f.game_status(required=True)
    ruleset = f.ruleset_key(required=True)
    options = fields.Nested(GameOptions, required=True)
    you = fields.Nested(You, required=True, allow_none=True)
    players = fields.List(fields.Nested(SeatHolder), required=True)
    round = fields.Nested(Round, required=True, allow_none=True)
    next_round = fields.Nested(
        NextRound, required=True, allow_none=True, metadata={"description": "Null unless the game is between rounds."}
    )
    scores = fields.List(f.Whole(), required=True)
    actions = fields.List(
        fields.Nested(LegalAction),
        required=True,
        metadata={"description": "Everything that I may do now, or from a moment on, and what may be added to each."},
    )
    result = fields.Nested(
        Result, required=True, allow_none=True, metadata={"description": "The result of the last finished round."}
    )
    refused = fields.List(
        fields.Nested(RefusedCard),
        metadata={
            "description": "Durak, Kirifu and Mustamaija, while I have to act: the cards of my hand that I cannot use now, and the reasons."
        },
    )


class ViewQuery(f.Body):
    """The view to get."""

    at = f.QueryNumber(validate=f.Range(1, f.MOST), metadata={"description": "The view at that version."})
    wait = f.QueryNumber(
        validate=f.Range(0, 60),
        metadata={"description": "With If-None-Match: seconds to wait for a change before answering 304."},
    )


blueprint = Blueprint(
    "views", __name__, url_prefix="/v1", scope="games:read", description="The view of a player or a spectator."
)


@blueprint.operation(
    "GET",
    "/games/<id:game>/view",
    View,
    query=ViewQuery,
    headers=["If-None-Match"],
    problems=["no-such-game", "no-such-version", "too-many-open"],
    not_modified=True,
    gives_headers=["ETag"],
)
def get_view(query: dict[str, Any], game: str) -> Response:
    """Get my view of a game, or the spectators' view.

    With `wait` and the `If-None-Match` of a known view the response comes when the view changes, or as a 304 after that
    time. The view also changes when actions that had to wait are allowed. A 304 with `Retry-After` means that too many
    requests wait in this process.
    """
    found = access_to(game)
    at, wait = query.get("at"), query.get("wait", 0)
    tag = newest_tag(found) if at in (None, found.upto) else entity_tag(at, found.viewer, early=False)
    if not request.if_none_match.contains_weak(tag):
        return view_response(game, found, at)
    headers = {"ETag": f'"{tag}"'}
    if at is None and wait:
        exchange = exchange_of(request)
        if exchange is None:
            waited, found = wait_in_thread(game, found, wait)
        elif exchange.waited in (None, WaitResult.MOVED):
            exchange.wait = new_wait(
                game, found, exchange.wait_until or monotonic() + wait, again=exchange.waited is not None
            )
            return placeholder()
        else:
            waited = exchange.waited
        if waited is WaitResult.MOVED:
            return view_response(game, found, None)
        if waited is WaitResult.REFUSED:
            headers["Retry-After"] = "1"
    return Response(status=304, headers=headers)


def wait_in_thread(game_id: str, known: GameAccess, seconds: float) -> tuple[WaitResult, GameAccess]:
    """Wait up to `seconds` for the view to change; access is checked again after each wake-up."""
    end = monotonic() + seconds
    found, tag = known, newest_tag(known)
    while True:
        waited = update_hub().wait(new_wait(game_id, found, end, again=found is not known))
        if waited is not WaitResult.MOVED:
            return waited, found
        require_account()
        found = access_to(game_id)
        # The game can change without a change that a delayed spectator sees.
        if newest_tag(found) != tag:
            return waited, found


def new_wait(game_id: str, found: GameAccess, until: float, *, again: bool) -> Wait:
    """Return a wait for the next version. Raises `Problem("too-many-open")` unless the request has waited before."""
    reader = current_reader()
    if not again and not update_hub().has_room_for(reader.account):
        raise Problem(
            "too-many-open",
            Sentence("{most} requests of an account may wait at this process: end one.", most=MAX_WAITING_OF_ACCOUNT),
            {"Retry-After": "1"},
        )
    early_until, now = _early_until(found), dependencies().games.time_of(found.game)
    ends_early = None if early_until is None else monotonic() + milliseconds_between(now, early_until) / 1000 + 0.001
    return Wait(game_id, found.newest, reader, until, ends_early)


def newest_tag(found: GameAccess) -> str:
    """Return the entity tag of the newest view that the account can see."""
    return entity_tag(found.upto, found.viewer, early=_early_until(found) is not None)


def _early_until(found: GameAccess) -> Moment | None:
    """Return the moment for which actions of the account's seat wait; None if none has to wait."""
    return waits_until(found.game, found.viewer, dependencies().games.time_of(found.game))


def view_response(game_id: str, found: GameAccess, at: int | None) -> Response:
    """Return a view with its entity tag. Raises `Refused("no-such-version")`, the same for a hidden version and an
    absent one.
    """
    if at is not None and not 1 <= at <= found.upto:
        raise Refused("no-such-version", Sentence("This game has versions 1 to {newest}.", newest=found.upto))
    if found.viewer == SPECTATOR and at in (None, found.upto):
        game = found.game
    else:
        game = dependencies().games.view(game_id, found.viewer, found.upto if at is None else at)
    tag = newest_tag(found) if game.version == found.upto else entity_tag(game.version, found.viewer, early=False)
    shown = view_json(game, found.viewer, dependencies().games.time_of(game))
    return json_response(shown, headers={"ETag": f'"{tag}"', "Content-Language": language()})


def view_json(game: Game, viewer: Viewer, now: Moment) -> dict[str, Any]:
    """Return the view of a viewer's game at `now`, with names of players."""
    shown = view(game, viewer, now)
    shown["players"] = dependencies().names.with_names(shown["players"])
    if "refused" in shown:
        shown["refused"] = [{**card, "detail": localized(card["detail"])} for card in shown["refused"]]
    return shown


def entity_tag(version: int, viewer: Viewer, *, early: bool) -> str:
    """Return `17-s1` or `17-watch`, and `17-s1-early` while actions of the seat wait for `allowed_from`.

    All of it follows from what every seat knows, so the tag reveals nothing hidden.
    """
    return f"{version}-{'watch' if viewer == SPECTATOR else f's{viewer}'}{'-early' if early else ''}"
