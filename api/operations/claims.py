"""Calls and doubts, with their verdicts."""

from dataclasses import asdict
from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authorization import visible_game
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.reviews import blueprint
from api.representations import fields as f
from infra.event_store import store
from infra.queries import history


class SaidOf(f.Answer):
    """The announcement of a play."""

    seat = f.seat(required=True)
    number = f.count(required=True)
    count = f.count(required=True)


class Claim(f.Answer):
    """A call or a doubt, and its verdict. Fields that the ruleset does not use are left out."""

    version = f.version(required=True)
    round = f.version(required=True)
    seat = f.seat(required=True)
    kind = f.call_kind(required=True)
    on = f.version(required=True)
    card = f.seen_card(note="Dobon: the card called.")
    hand = fields.List(f.seen_card(), metadata={"description": "Dobon: the caller's hand."})
    formulas = fields.List(
        f.text("7+3+2"), metadata={"description": "Dobon: the formulas by which the hand makes the card's number."}
    )
    claimed = fields.Nested(SaidOf, metadata={"description": "Doubt: the announcement."})
    cards = fields.List(f.seen_card(), metadata={"description": "Doubt: the cards of the play."})
    valid = fields.Boolean(required=True, metadata={"description": "Whether the call was correct."})
    at = f.moment(required=True)


class ClaimList(f.Answer):
    """Every call of the finished rounds."""

    claims = fields.List(fields.Nested(Claim), required=True)


class Judgement(f.Answer):
    """A call judged again from the log up to it alone."""

    on = f.version(required=True, note="The `on` that a call needed then.")
    kind = f.call_kind(required=True)
    permitted = fields.Boolean(required=True, metadata={"description": "Whether the rules allowed the seat to call."})
    hand = fields.List(f.seen_card())
    card = f.seen_card()
    formulas = fields.List(f.text("7+3+2"))
    claimed = fields.Nested(SaidOf)
    cards = fields.List(f.seen_card())
    valid = fields.Boolean(required=True)


class JudgedClaim(f.Answer):
    """A recorded call beside its new judgement."""

    game = f.uuid(required=True)
    version = f.version(required=True)
    recorded = fields.Nested(Claim, required=True)
    judged = fields.Nested(Judgement, required=True)
    agrees = fields.Boolean(required=True)


@blueprint.operation("GET", "/games/<id:game>/claims", ClaimList, problems=["no-such-game"])
def list_claims(game: str) -> Response:
    """List the calls and doubts of finished rounds, each with its verdict and the cards that decided it.

    Calls of a running round are left out until it is over.
    """
    _, found = visible_game(game)
    return json_response({"claims": claims_json(game, found.version)})


def claims_json(game: str, upto: int) -> list[dict[str, Any]]:
    """Return the calls of all rounds that are over by a version, oldest first."""
    return [claim_json(claim) for claim in history.revealed_claims(dependencies().pool, game, upto)]


def claim_json(claim: store.Claim) -> dict[str, Any]:
    """Return a call without its player; the game lists the players by seat."""
    common = {name: value for name, value in asdict(claim).items() if name not in ("player", "facts")}
    return common | claim.facts
