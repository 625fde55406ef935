"""Passkeys of the account: add, list, name, remove."""

from typing import Any

from flask import Response, request
from marshmallow import EXCLUDE, Schema, fields

from api.auth import relying_party as web_authentication
from api.auth.authentication import current_account
from api.auth.relying_party import relying_party
from api.auth.scopes import SESSION
from api.dependencies import dependencies
from api.http.devices import device_label
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.operations.sessions import Confirmation
from api.representations import fields as f
from api.representations.components import Component
from infra.accounts import passkey_challenges, passkeys
from infra.accounts.passkey_challenges import challenge_hash, new_challenge
from infra.accounts.sessions import MAX_LABEL

BASE64 = "^[A-Za-z0-9_-]+={0,2}$"


class Loose(Schema):
    """A part of a request that browsers write, and that later versions of them may extend."""

    class Meta:  # noqa: D106 - marshmallow's own
        unknown = EXCLUDE


BASE64_URL = Component("Base64Url", "Bytes in URL-safe Base64.")


def base64() -> fields.String:
    """Return a field for bytes in URL-safe Base64."""
    return fields.String(
        required=True,
        validate=[f.Length(1, 12_000), f.Pattern(BASE64, error="Must be URL-safe Base64.")],
        metadata={"component": BASE64_URL, "examples": ["AQIDBA"]},
    )


class AttestationResponse(Loose):
    """What an authenticator says of a new passkey."""

    clientDataJSON = base64()  # noqa: N815 - the names of the standard
    attestationObject = base64()  # noqa: N815


class AssertionResponse(Loose):
    """What an authenticator has signed."""

    clientDataJSON = base64()  # noqa: N815
    authenticatorData = base64()  # noqa: N815
    signature = base64()
    userHandle = fields.String(allow_none=True, validate=f.Length(0, 200))  # noqa: N815


class CredentialOfBrowser(Loose):
    """A `PublicKeyCredential` in the JSON form of WebAuthn."""

    id = base64()
    rawId = base64()  # noqa: N815
    type = f.chosen("public-key", required=True)


class CreatedCredential(CredentialOfBrowser):
    """A new credential: `RegistrationResponseJSON` of WebAuthn."""

    response = fields.Nested(AttestationResponse, required=True)


class AssertedCredential(CredentialOfBrowser):
    """A credential that has signed: `AuthenticationResponseJSON` of WebAuthn."""

    response = fields.Nested(AssertionResponse, required=True)


class PasskeyOptions(f.Answer):
    """Options for the browser."""

    options = fields.Dict(
        keys=fields.String(),
        required=True,
        metadata={
            "description": "`PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.",
            "examples": [{"challenge": "AQIDBA", "rpId": "localhost"}],
        },
    )
    expires_in = f.count(required=True, note="Seconds for which the challenge is valid, once.")


class NewPasskey(f.Body):
    """A passkey to add."""

    credential = fields.Nested(CreatedCredential, required=True)
    name = f.short("My phone", 0, MAX_LABEL, note="A name for the list of passkeys; by default that of the device.")


class PasskeyEntry(f.Answer):
    """A passkey of the account."""

    id = f.uuid(required=True)
    name = f.text("My phone", required=True)
    created_at = f.moment(required=True)
    used_at = f.moment(required=True, allow_none=True, note="The last sign-in with it.")


class PasskeyList(f.Answer):
    """The passkeys of the account, oldest first."""

    passkeys = fields.List(fields.Nested(PasskeyEntry), required=True)


class PasskeyChange(f.Body):
    """A change of a passkey."""

    name = f.short("My phone", 1, MAX_LABEL, required=True)


blueprint = Blueprint(
    "passkeys", __name__, url_prefix="/v1", scope=SESSION, description="Passkeys that open the account."
)


UNNAMED = "-"
"""The name of a passkey of an unknown device."""


@blueprint.operation("POST", "/players/me/passkey-options", PasskeyOptions, problems=["no-passkeys"])
def create_passkey_options() -> Response:
    """Get the options with which a browser makes a passkey.

    Give them to `navigator.credentials.create`, and send its answer to `POST /v1/players/me/passkeys`.
    """
    me, party, challenge = current_account(), relying_party(), new_challenge()
    known = passkeys.credential_ids(dependencies().pool, me.id)
    passkey_challenges.add(dependencies().pool, challenge_hash(challenge), me.id, dependencies().games.now())
    options = web_authentication.registration_options(party, challenge, me.id, me.name, known)
    return json_response({"options": options, "expires_in": passkey_challenges.CHALLENGE_SECONDS})


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
