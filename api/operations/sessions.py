"""Sessions of the account: list and name them, end one or all others, rotate the token of this one."""

from typing import Any

from flask import Response, request
from marshmallow import fields

from api.auth.authentication import current_account, current_token, rotated_token
from api.auth.scopes import SESSION
from api.dependencies import dependencies
from api.http.headers import bearer_token
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from infra.accounts import sessions
from infra.accounts.sessions import MAX_LABEL
from infra.accounts.tokens import token_hash

LABEL = "Firefox (Android)"


def label(note: str, **kwargs: Any) -> fields.String:
    """Return a field for the label of a device in a request."""
    return f.short(LABEL, 0, MAX_LABEL, note=note, **kwargs)


class SessionEntry(f.Answer):
    """A session of the account."""

    id = f.uuid(required=True)
    label = f.text(LABEL, note="The device; empty if it is unknown.", required=True)
    created_at = f.moment(required=True)
    used_at = f.moment(required=True, note="The last use, to the hour.")
    current = f.Flag(required=True, metadata={"description": "The session of this request."})


class SessionList(f.Answer):
    """The sessions of the account, the last used one first."""

    sessions = fields.List(fields.Nested(SessionEntry), required=True)


class SessionChange(f.Body):
    """A change of a session."""

    label = label("A name for the device.", required=True)


class FreshToken(f.Answer):
    """A new token of a session. This response alone shows it; the server stores only its hash."""

    token = f.text("dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)


class Confirmation(f.Body):
    """The confirmation of a step that cannot be taken back."""

    confirm = f.QueryFlag(
        load_default=False, metadata={"description": "`true` takes the step although it cannot be taken back."}
    )


blueprint = Blueprint(
    "sessions", __name__, url_prefix="/v1", scope=SESSION, description="Where the account is signed in."
)


@blueprint.operation("GET", "/players/me/sessions", SessionList)
def list_sessions() -> Response:
    """List my sessions.

    Each token is a session. The last use is noted once an hour.
    """
    found = sessions.list_sessions(dependencies().pool, current_account().id)
    return json_response({"sessions": [_session_json(session) for session in found]})


@blueprint.operation(
    "PATCH", "/players/me/sessions/<id:session>", None, status=204, body=SessionChange, problems=["no-such-session"]
)
def change_session(body: dict[str, Any], session: str) -> Response:
    """Name the device of a session.

    Only the lists of the account's sessions show the name.
    """
    sessions.set_label(dependencies().pool, current_account().id, session, body["label"].strip())
    return Response(status=204)


@blueprint.operation(
    "DELETE",
    "/players/me/sessions/<id:session>",
    None,
    status=204,
    query=Confirmation,
    problems=["no-such-session", "last-way-in"],
)
def end_session(query: dict[str, Any], session: str) -> Response:
    """End a session.

    Its token is refused within a second, and its streams end. The last session of an account without a passkey and
    without recovery codes ends only with `confirm`, because nobody could sign in to the account again.
    """
    me, now = current_account().id, dependencies().games.now()
    sessions.end_session(dependencies().pool, me, session, now, confirmed=query["confirm"])
    dependencies().accounts.expire()
    return Response(status=204)


@blueprint.operation("DELETE", "/players/me/sessions", None, status=204)
def end_other_sessions() -> Response:
    """End all other sessions.

    Their tokens are refused within a second, and their streams end.
    """
    sessions.end_others(dependencies().pool, current_account().id, current_token(), dependencies().games.now())
    dependencies().accounts.expire()
    return Response(status=204)


@blueprint.operation(
    "POST",
    "/players/me/token",
    FreshToken,
    status=201,
    access="rotation",
    headers=["Idempotency-Key"],
)
def rotate_session() -> Response:
    """Get a new token for this session.

    The old token is refused within a second, and its streams end. With a key, the request can be repeated with the old
    token and gets the same new one.
    """
    old, new = bearer_token(request), rotated_token()
    assert old is not None
    known = dependencies().accounts
    if not sessions.rotate(dependencies().pool, token_hash(old), token_hash(new)) and known.account_of(new) is None:
        raise Problem("unauthorized", "The token was rotated or revoked by another request.")
    known.expire()
    return json_response({"token": new}, 201)


def _session_json(session: sessions.Session) -> dict[str, Any]:
    return {
        "id": session.id, "label": session.label, "created_at": session.created_at, "used_at": session.used_at,
        "current": session.hash == current_token(),
    }  # fmt: skip
