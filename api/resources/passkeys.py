"""Passkeys of the account: add, list, name, remove."""

from typing import Any

from flask import Response, request

from api.auth import relying_party as web_authentication
from api.auth.authentication import current_account
from api.auth.relying_party import relying_party
from api.dependencies import dependencies
from api.http.responses import json_response
from api.presenters.devices import device_label
from api.resources.operation import Blueprint
from api.schemas.sessions import Confirmation, NewPasskey, PasskeyChange, PasskeyEntry, PasskeyList, PasskeyOptions
from infra.accounts import challenges, passkeys
from infra.accounts.challenges import challenge_hash, new_challenge

blueprint = Blueprint("passkeys", __name__, url_prefix="/v1", description="Passkeys that open the account.")

UNNAMED = "-"
"""The name of a passkey of an unknown device."""


@blueprint.operation("POST", "/players/me/passkey-options", PasskeyOptions, problems=["no-passkeys"])
def create_passkey_options() -> Response:
    """Get the options with which a browser makes a passkey.

    Give them to `navigator.credentials.create`, and send its answer to `POST /v1/players/me/passkeys`.
    """
    me, party, challenge = current_account(), relying_party(), new_challenge()
    known = passkeys.credential_ids(dependencies().pool, me.id)
    challenges.add(dependencies().pool, challenge_hash(challenge), me.id, dependencies().games.now())
    options = web_authentication.registration_options(party, challenge, me.id, me.name, known)
    return json_response({"options": options, "expires_in": challenges.CHALLENGE_SECONDS})


@blueprint.operation(
    "POST",
    "/players/me/passkeys",
    PasskeyEntry,
    status=201,
    body=NewPasskey,
    problems=["no-passkeys", "bad-passkey", "too-many-passkeys"],
)
def add_passkey(body: dict[str, Any]) -> Response:
    """Add a passkey.

    The body has the answer of the browser to the options of `POST /v1/players/me/passkey-options`.
    """
    me, answer = current_account(), body["credential"]
    challenge = web_authentication.challenge_in(answer)
    credential = web_authentication.verify_registration(relying_party(), answer, challenge)
    name = body.get("name", "").strip() or device_label(request.user_agent.string) or UNNAMED
    now = dependencies().games.now()
    made = passkeys.add(dependencies().pool, me.id, challenge_hash(challenge), credential, name, now)
    return json_response(made._asdict(), 201)


@blueprint.operation("GET", "/players/me/passkeys", PasskeyList)
def list_passkeys() -> Response:
    """List my passkeys.

    The last use is the last sign-in with the passkey.
    """
    found = passkeys.list_passkeys(dependencies().pool, current_account().id)
    return json_response({"passkeys": [passkey._asdict() for passkey in found]})


@blueprint.operation(
    "PATCH", "/players/me/passkeys/<id:passkey>", None, status=204, body=PasskeyChange, problems=["no-such-passkey"]
)
def change_passkey(body: dict[str, Any], passkey: str) -> Response:
    """Name a passkey.

    Only the list of the account's passkeys shows the name; browsers keep their own.
    """
    passkeys.rename(dependencies().pool, current_account().id, passkey, body["name"].strip() or UNNAMED)
    return Response(status=204)


@blueprint.operation(
    "DELETE",
    "/players/me/passkeys/<id:passkey>",
    None,
    status=204,
    query=Confirmation,
    problems=["no-such-passkey", "last-way-in"],
)
def remove_passkey(query: dict[str, Any], passkey: str) -> Response:
    """Remove a passkey.

    The sessions that it has opened stay. The last passkey of an account without recovery codes is removed only with
    `confirm`.
    """
    passkeys.remove(dependencies().pool, current_account().id, passkey, confirmed=query["confirm"])
    return Response(status=204)
