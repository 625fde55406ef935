"""The case of a finished game: one file with everything that another machine needs to verify it."""

from typing import Any

from flask import Response
from marshmallow import fields

from api.dependencies import dependencies
from api.operations.admin.actions import AdminAct, act_json
from api.operations.admin.queries import blueprint
from api.operations.claims import Claim, claims_json
from api.operations.inclusion import Inclusion, inclusion_json
from api.operations.receipts import KeySet, Receipt, keys_json, receipt_json
from api.problems import Problem
from api.representations import fields as f
from domain.game.spectators import is_over
from domain.log.events import SPECTATOR
from domain.transparency.entries import ENDED
from domain.verification.cases import FORMAT
from infra.accounts import admin_log
from infra.queries import history, public_log

NEWEST_ACTS = 1000
"""The most acts of a case."""


class Case(f.Answer):
    """A finished game with all that belongs to it, as one file."""

    format = fields.Constant(FORMAT, required=True)
    game = f.uuid(required=True)
    made_at = f.moment(required=True)
    keys = fields.Nested(KeySet, required=True)
    receipts = fields.List(
        fields.Nested(Receipt), required=True, metadata={"description": "The signature under the head of the log."}
    )
    inclusion = fields.Nested(
        Inclusion,
        required=True,
        allow_none=True,
        metadata={"description": "The proofs of the public log; null until it has the end of the game."},
    )
    claims = fields.List(fields.Nested(Claim), required=True)
    acts = fields.List(
        fields.Nested(AdminAct),
        required=True,
        metadata={"description": f"Acts on the game, newest first: {NEWEST_ACTS} at most."},
    )
    log = fields.List(
        fields.Dict(),
        required=True,
        metadata={"description": "The lines of the log's file (`dobon-log/1`): the header, then the events."},
    )


@blueprint.operation(
    "GET",
    "/games/<id:game>/case",
    Case,
    access="admin",
    problems=["no-such-game", "game-not-over"],
    reading=admin_log.READ_LOG,
)
def get_case(game: str) -> Response:
    """Get the case of a finished or abandoned game: one file that verifies elsewhere.

    It holds the log, a receipt of its head with the keys, the proofs of the public log, the calls with their verdicts,
    and the acts of admins. `dobon verify` compares its parts with each other, without a server.
    """
    found = dependencies().games.view(game, SPECTATOR)
    if not is_over(found):
        raise Problem("game-not-over", "A case can be exported after the game is over.")
    pool, signer = dependencies().pool, dependencies().receipt_keys.signer()
    included = public_log.read_inclusion(pool, game, found.version)
    entered = any(one.entry.kind == ENDED for one in included.entries)
    about: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "made_at": dependencies().games.now(),
        "keys": keys_json(signer),
        "receipts": [receipt_json(signer, found)],
        "inclusion": inclusion_json(game, included) if entered else None,
        "claims": claims_json(game, found.version),
        "acts": [act_json(act) for act in admin_log.list_acts(pool, limit=NEWEST_ACTS, subject=game)],
    }
    lines = history.log_file(pool, game, SPECTATOR, found.version)
    headers = {"Content-Disposition": f'attachment; filename="dobon-case-{game}.json"'}
    return Response(history.with_log(about, lines), headers=headers, mimetype="application/json")
