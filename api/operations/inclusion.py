"""Proofs that the heads of a game are in the public log."""

from dataclasses import asdict
from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authorization import visible_game
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.representations import fields as f
from domain.transparency.entries import KINDS
from infra.queries import public_log
from infra.queries.public_log import Included

NOTE = (
    "dobon/log/1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y\n20\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n"
    "— dobon/log/1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y AAECAw==\n"
)


class IncludedEntry(f.Answer):
    """An entry of the public log, and the proof that the tree of the checkpoint has it."""

    kind = fields.String(
        required=True,
        validate=f.OneOf(KINDS),
        metadata={
            "description": "What happened at this version: the game was `opened`, its last anchor came in (`seated`), "
            "or it `ended` or was abandoned."
        },
    )
    version = f.version(required=True)
    head = f.digest(required=True)
    index = f.count("The place of the entry in the log, from 0.", required=True)
    proof = fields.List(
        f.digest(),
        required=True,
        metadata={"description": "Hashes that lead from the entry to the root (RFC 9162), from the bottom up."},
    )


class Inclusion(f.Answer):
    """The entries of a game in the public log, as far as the account sees the game."""

    game = f.uuid(required=True)
    checkpoint = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The signed checkpoint to whose root the proofs lead; null while the log has no entry.",
            "examples": [NOTE],
        },
    )
    entries = fields.List(fields.Nested(IncludedEntry), required=True)


blueprint = Blueprint(
    "public-log", __name__, url_prefix="/v1", scope="games:read", description="Proofs that nobody can take back."
)


@blueprint.operation("GET", "/games/<id:game>/inclusion", Inclusion, problems=["no-such-game"])
def get_inclusion(game: str) -> Response:
    """Get the entries of a game in the public log, with proofs.

    An entry appears at most 2 s after its event. Keep the answer: `dobon verify --inclusion` compares a log with it,
    and finds out with a later checkpoint whether the public log was rewritten since.
    """
    seen = visible_game(game)[1]
    return inclusion_answer(seen.id, seen.version)


def inclusion_answer(game: str, version: int) -> Response:
    """Return the entries of a game up to a version, with their proofs."""
    return json_response(inclusion_json(game, public_log.read_inclusion(dependencies().pool, game, version)))


def inclusion_json(game: str, found: public_log.Inclusion) -> dict[str, Any]:
    """Return the entries of a game with their proofs, and the checkpoint."""
    return {"game": game, "checkpoint": found.checkpoint, "entries": [entry_json(one) for one in found.entries]}


def entry_json(included: Included) -> dict[str, Any]:
    """Return an entry with its proof."""
    entry = asdict(included.entry)
    del entry["game"]
    return {**entry, "index": included.index, "proof": [step.hex() for step in included.proof]}
