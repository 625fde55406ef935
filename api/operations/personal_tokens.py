"""Personal tokens: what programs use instead of a session of the account, each with scopes and an end."""

from dataclasses import asdict
from typing import Any

from flask import Response
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.idempotency import keyed_secret
from api.auth.scopes import SCOPES, SESSION
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.operations.rulesets import Words
from api.representations import components
from api.representations import fields as f
from domain.log.moments import later
from infra import clock
from infra.accounts import personal_tokens
from infra.accounts.accounts import PLAYER_PREFIX
from infra.accounts.sessions import MAX_LABEL

NAME = "My bot"
MOST_DAYS = 366
"""The longest time until the end of a token, in days."""

SECONDS_OF_DAY = 86_400


def scope_field(**kwargs: Any) -> fields.String:
    """Return the field for a scope."""
    return f.chosen(*SCOPES, component=components.SCOPE, **kwargs)


class NewPersonalToken(f.Body):
    """A personal token to create."""

    name = f.short(NAME, 1, MAX_LABEL, note="The program that uses it.", required=True)
    scopes = fields.List(
        scope_field(), required=True, validate=f.Length(1, len(SCOPES)), metadata={"description": "What it may do."}
    )
    days = f.Whole(
        required=True,
        validate=f.Range(1, MOST_DAYS),
        metadata={"description": "The number of days after which it is refused.", "example": 30},
    )


class PersonalToken(f.Answer):
    """A personal token. It is refused from `expires_at` on."""

    id = f.uuid(required=True)
    name = f.text(NAME, required=True)
    scopes = fields.List(scope_field(), required=True)
    created_at = f.moment(required=True)
    used_at = f.moment(required=True, allow_none=True, note="The last use, to the hour; null before the first.")
    expires_at = f.moment(required=True)
    client = f.text(
        "my-app", "The id of the app that has the token; null for a personal token.", required=True, allow_none=True
    )


class FreshPersonalToken(PersonalToken):
    """A new personal token. This response alone shows it; the server stores only its hash."""

    token = f.text("dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)


class PersonalTokenList(f.Answer):
    """The personal tokens of the account that were not ended, oldest first."""

    tokens = fields.List(fields.Nested(PersonalToken), required=True)


class Scope(f.Answer):
    """A scope, in words for the player who gives it."""

    name = scope_field(required=True)
    title = fields.Nested(Words, required=True)


class ScopeList(f.Answer):
    """All scopes."""

    scopes = fields.List(fields.Nested(Scope), required=True)


blueprint = Blueprint(
    "personal_tokens", __name__, url_prefix="/v1", scope=SESSION, description="Tokens of programs, with scopes."
)


@blueprint.operation("GET", "/scopes", ScopeList, access="open")
def list_scopes() -> Response:
    """List the scopes.

    A token with scopes may do only what they name. The description of each operation names the scope that it needs.
    """
    return json_response(
        {"scopes": [{"name": name, "title": permission._asdict()} for name, permission in SCOPES.items()]}
    )


@blueprint.operation("GET", "/players/me/personal-tokens", PersonalTokenList)
def list_personal_tokens() -> Response:
    """List my personal tokens, oldest first.

    The tokens themselves are not shown again.
    """
    found = personal_tokens.list_tokens(dependencies().pool, current_account().id)
    return json_response({"tokens": [asdict(token) for token in found]})


@blueprint.operation(
    "POST",
    "/players/me/personal-tokens",
    FreshPersonalToken,
    status=201,
    body=NewPersonalToken,
    headers=["Idempotency-Key"],
    problems=["too-many-tokens", "key-reused"],
)
def create_personal_token(body: dict[str, Any]) -> Response:
    """Create a personal token for a program.

    The program sends it like any other token, and may do only what its scopes name. It can neither erase the account
    nor sign in, end sessions or create tokens. This response alone shows it.
    """
    pool, me, now = dependencies().pool, current_account().id, clock.now()
    token, keyed = keyed_secret(PLAYER_PREFIX, body)
    expires_at = later(now, seconds=body["days"] * SECONDS_OF_DAY)
    made = personal_tokens.create(pool, me, token, body["name"].strip(), {*body["scopes"]}, now, expires_at, keyed)
    return json_response(asdict(made) | {"token": token}, 201)


@blueprint.operation(
    "DELETE", "/players/me/personal-tokens/<id:personal_token>", None, status=204, problems=["no-such-token"]
)
def end_personal_token(personal_token: str) -> Response:
    """End a personal token.

    It is refused within a second, and its streams end.
    """
    personal_tokens.end(dependencies().pool, current_account().id, personal_token, clock.now())
    dependencies().accounts.expire()
    return Response(status=204)
