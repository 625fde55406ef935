"""Challenges: a game that one player proposes to another."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.dependencies import dependencies
from api.http.pagination import page_of, time_and_id
from api.http.responses import json_response
from api.middleware.rate_limit import charge
from api.operations.friends import require_player
from api.operations.operation import Blueprint
from api.operations.players import Player
from api.representations import components
from api.representations import fields as f
from api.representations.games import GameOptions, anchor
from api.texts.codes.games import OPENING
from domain.bots import STAND_IN
from domain.game.registry import RULESETS, ruleset
from domain.log.identifiers import is_uuid
from domain.log.moments import later
from domain.running.commands import check_table
from infra.commands.challenging import with_game
from infra.social import challenges
from infra.social.challenges import ACCEPTED, DECLINED, REASONS, STATUSES, WITHDRAWN, Proposal
from infra.social.challenges import Challenge as Stored

PLAYERS = 2
"""The challenger and the challenged player."""

MOST_SEATS = max(rules.seats[-1] for rules in RULESETS.values())

SHORTEST, LONGEST, USUAL = 30, 7 * 86_400, 86_400
"""The seconds for which a challenge is open: at least, at most, and unless something else is asked for."""


class NewChallenge(f.Body):
    """A game to propose to a player. I take seat 0, the player seat 1, and strategies the others."""

    player = f.uuid(required=True, note="The player to challenge.")
    ruleset = f.short("dobon-sato", 1, 64, required=True)
    options = fields.Dict(keys=fields.String(validate=f.Length(1, 64)), values=f.option_value())
    seats = f.Whole(
        validate=f.Range(2, MOST_SEATS), metadata={"description": "The default is the smallest number of the ruleset."}
    )
    bots = fields.List(
        f.short("careful", 1, 32),
        validate=f.Length(max=MOST_SEATS - PLAYERS),
        metadata={"description": f"The strategies from seat 2 on; `{STAND_IN}` takes each seat that is left."},
    )
    listed = f.Flag(metadata={"description": "Any account can watch the game. The default is false."})
    expires_in = f.Whole(
        validate=f.Range(SHORTEST, LONGEST),
        metadata={"description": f"The seconds for which it can be accepted. The default is {USUAL}, a day."},
    )
    anchor = anchor()


class Acceptance(f.Body):
    """An acceptance."""

    optional = True

    anchor = anchor()


class Refusal(f.Body):
    """Why I decline."""

    optional = True

    reason = f.chosen(
        *REASONS, component=components.CHALLENGE_REASON, note="What does not suit me; by default `no-reason`."
    )


class Challenge(f.Answer):
    """A game that one player proposes to another."""

    id = f.uuid(required=True)
    challenger = fields.Nested(Player, required=True)
    player = fields.Nested(Player, required=True, metadata={"description": "The challenged player."})
    ruleset = f.ruleset_key(required=True)
    options = fields.Nested(GameOptions, required=True)
    seats = f.count(required=True)
    bots = fields.List(f.strategy(), required=True, metadata={"description": "The strategies from seat 2 on."})
    listed = fields.Boolean(required=True)
    status = f.chosen(*STATUSES, required=True, component=components.CHALLENGE_STATUS)
    reason = f.chosen(
        *REASONS,
        required=True,
        allow_none=True,
        component=components.CHALLENGE_REASON,
        note="Why it was declined; else null.",
    )
    at = f.moment(required=True)
    expires_at = f.moment(required=True)
    ended_at = f.moment(required=True, allow_none=True, note="When it was accepted, declined or withdrawn.")
    game = fields.UUID(
        required=True, allow_none=True, metadata={"description": "The game of an accepted challenge; else null."}
    )


class ChallengePage(f.Answer):
    """A page of challenges, newest first."""

    challenges = fields.List(fields.Nested(Challenge), required=True)
    next = f.next_cursor()


class ChallengesQuery(f.Body):
    """The challenges to list."""

    open = f.QueryFlag(load_default=False, metadata={"description": "true: only those that can be accepted now."})
    cursor = f.cursor()
    limit = f.page_limit()


blueprint = Blueprint(
    "challenges",
    __name__,
    url_prefix="/v1",
    scope="games:play",
    description="Games that players propose to each other.",
)


@blueprint.operation(
    "POST",
    "/challenges",
    Challenge,
    status=201,
    body=NewChallenge,
    problems=[*OPENING, "no-such-player", "challenge-refused", "too-many-challenges", "too-many-games"],
    gives_headers=["Location"],
)
def make_challenge(body: dict[str, Any]) -> Response:
    """Challenge a player.

    The player gets a notification `challenge`, and I get one with the answer. When it is accepted, the game begins, and
    `game` is its id. Bot accounts can be challenged like people, and can challenge people.
    """
    me, games = current_account().id, dependencies().games
    charge("challenges", me)
    proposal = proposal_in(body)
    require_player(body["player"])
    games.check_unfinished(me)
    now = games.now()
    until = later(now, seconds=body.get("expires_in", USUAL))
    made = challenges.make(dependencies().pool, me, body["player"], proposal, body.get("anchor"), now, until)
    return json_response(challenge_json(made), 201, {"Location": f"/v1/challenges/{made.id}"})


@blueprint.operation("GET", "/challenges", ChallengePage, query=ChallengesQuery, scope="games:read")
def list_challenges(query: dict[str, Any]) -> Response:
    """List the challenges that I have made, and those to me.

    They are kept for a week after their end.
    """
    limit, after = query["limit"], time_and_id(query)
    rows = challenges.page(
        dependencies().pool, current_account().id, dependencies().games.now(), after, limit + 1, only_open=query["open"]
    )
    page = page_of(rows, limit, lambda one: [one.at, one.id])
    return page.response(challenges=[challenge_json(one) for one in page.rows])


@blueprint.operation("GET", "/challenges/<id:challenge>", Challenge, problems=["no-such-challenge"], scope="games:read")
def get_challenge(challenge: str) -> Response:
    """Get a challenge.

    It is one of mine, or one to me.
    """
    return json_response(challenge_json(with_game(dependencies().games, _found(challenge))))


@blueprint.operation(
    "POST",
    "/challenges/<id:challenge>/accept",
    Challenge,
    body=Acceptance,
    problems=["no-such-challenge", "challenge-over", "challenge-refused", "too-many-games"],
)
def accept_challenge(body: dict[str, Any], challenge: str) -> Response:
    """Accept a challenge to me: its game begins, and I have seat 1.

    A repeated request gets the same game.
    """
    games, account = dependencies().games, current_account().id
    found = _found(challenge)
    if found.status == challenges.OPEN:
        games.check_unfinished(account)
    return _ended(found, ACCEPTED, anchor=body.get("anchor"))


@blueprint.operation(
    "POST",
    "/challenges/<id:challenge>/decline",
    Challenge,
    body=Refusal,
    problems=["no-such-challenge", "challenge-over"],
)
def decline_challenge(body: dict[str, Any], challenge: str) -> Response:
    """Decline a challenge to me.

    The challenger sees the reason.
    """
    return _ended(_found(challenge), DECLINED, reason=body.get("reason", REASONS[0]))


@blueprint.operation(
    "DELETE", "/challenges/<id:challenge>", Challenge, problems=["no-such-challenge", "challenge-over"]
)
def withdraw_challenge(challenge: str) -> Response:
    """Withdraw a challenge of mine.

    It must be open. The challenged player gets a notification.
    """
    return _ended(_found(challenge), WITHDRAWN)


def proposal_in(body: dict[str, Any]) -> Proposal:
    """Return the game that a body proposes, with a strategy for every seat from 2 on. Raises `Refused`."""
    rules, bots = ruleset(body["ruleset"]), body.get("bots", [])
    seats = body.get("seats", rules.seats[0])
    options = check_table(rules, body.get("options", {}), seats, bots, PLAYERS)
    filled = [*bots, *[STAND_IN] * (seats - PLAYERS - len(bots))]
    return Proposal(rules.key, options, seats, filled, body.get("listed", False))


def _found(challenge: str) -> Stored:
    if not is_uuid(challenge):
        raise challenges.no_such_challenge()
    return challenges.find(dependencies().pool, challenge, current_account().id, dependencies().games.now())


def _ended(found: Stored, status: str, **answer: str | None) -> Response:
    games, account = dependencies().games, current_account().id
    ended = challenges.end(dependencies().pool, found, account, status, games.now(), **answer)
    return json_response(challenge_json(with_game(games, ended)))


def challenge_json(one: Stored) -> dict[str, Any]:
    """Return a challenge as JSON values."""
    players = dependencies().names.players([one.challenger, one.player])
    proposal = one.game_of
    return {
        "id": one.id, "challenger": players[one.challenger], "player": players[one.player], "ruleset": proposal.ruleset,
        "options": proposal.options, "seats": proposal.seats, "bots": proposal.bots, "listed": proposal.listed,
        "status": one.status, "reason": one.reason, "at": one.at, "expires_at": one.expires_at,
        "ended_at": one.ended_at, "game": one.game,
    }  # fmt: skip
