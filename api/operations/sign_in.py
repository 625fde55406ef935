"""Sign-in without a token: by a passkey, a recovery code, or a code from another device.

Each opens a new session. The rate limits `LIMITS` bound the chance to guess a code (docs/accounts.md).
"""

from collections.abc import Callable
from typing import Any

from flask import Response, request
from marshmallow import fields

from api.auth import relying_party as web_authentication
from api.auth.codes import DEVICE, RECOVERY, code_hash
from api.auth.idempotency import keyed_session
from api.auth.relying_party import relying_party
from api.dependencies import dependencies
from api.http.devices import device_label
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.operations.passkeys import AssertedCredential, PasskeyOptions
from api.operations.players import Player, described
from api.operations.recovery import RECOVERY_CODE
from api.operations.sessions import label
from api.representations import fields as f
from infra.accounts import accounts, device_links, passkey_challenges, passkeys, recovery_codes
from infra.accounts.keyed_requests import KeyedRequest
from infra.accounts.passkey_challenges import challenge_hash, new_challenge
from infra.accounts.sessions import Opened, Opening
from infra.accounts.tokens import token_hash


class FreshSession(Player):
    """A new session with its token. This response alone shows the token; the server stores only its hash."""

    token = f.text("dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)
    session = f.uuid(required=True, note="The session.")


class PasskeySignIn(f.Body):
    """A sign-in with a passkey."""

    credential = fields.Nested(AssertedCredential, required=True)
    label = label("A name for the device; by default that of the browser.")


class CodeSignIn(f.Body):
    """A sign-in with a code."""

    code = f.short(RECOVERY_CODE, 1, 64, note="Small letters, and other or no separators, are accepted.", required=True)
    label = label("A name for the device; by default that of the browser.")


blueprint = Blueprint("sign_in", __name__, url_prefix="/v1", description="Sign in to an account that was kept.")

LIMITS = ("sign_ins", "all_sign_ins")
"""What every attempt uses up, right or wrong."""

BY_CODE = ["bad-code", "suspended", "no-such-player", "key-reused"]


@blueprint.operation(
    "POST", "/sessions/passkey-options", PasskeyOptions, access="open", allowances=LIMITS, problems=["no-passkeys"]
)
def create_sign_in_options() -> Response:
    """Get the options with which a browser signs in by a passkey.

    Give them to `navigator.credentials.get`, and send its answer to `POST /v1/sessions/passkey`.
    """
    party, challenge = relying_party(), new_challenge()
    passkey_challenges.add(dependencies().pool, challenge_hash(challenge), None, dependencies().games.now())
    options = web_authentication.sign_in_options(party, challenge)
    return json_response({"options": options, "expires_in": passkey_challenges.CHALLENGE_SECONDS})


@blueprint.operation(
    "POST",
    "/sessions/passkey",
    FreshSession,
    status=201,
    access="open",
    allowances=LIMITS,
    body=PasskeySignIn,
    headers=["Idempotency-Key: UUID"],
    problems=["no-passkeys", "bad-passkey", "suspended", "no-such-player", "key-reused"],
)
def sign_in_by_passkey(body: dict[str, Any]) -> Response:
    """Sign in by a passkey.

    This response alone shows the token. With a key, a repeated request gets the same session, so the key is as secret
    as the token.
    """
    party, answer = relying_party(), body["credential"]
    challenge = web_authentication.challenge_in(answer)
    credential = web_authentication.credential_in(answer)

    def verify(public_key: bytes, count: int) -> int:
        return web_authentication.verify_sign_in(party, answer, challenge, public_key, count)

    return _opened(
        body,
        lambda opening, keyed: passkeys.sign_in(
            dependencies().pool, credential, challenge_hash(challenge), verify, opening, keyed
        ),
    )


@blueprint.operation(
    "POST",
    "/sessions/recovery",
    FreshSession,
    status=201,
    access="open",
    allowances=LIMITS,
    body=CodeSignIn,
    headers=["Idempotency-Key: UUID"],
    problems=BY_CODE,
)
def sign_in_by_recovery_code(body: dict[str, Any]) -> Response:
    """Sign in by a recovery code.

    The code is used from now on. With a key, a repeated request gets the same session, so the key is as secret as the
    token.
    """
    code = code_hash(body["code"], RECOVERY)
    return _opened(body, lambda *opening: recovery_codes.sign_in(dependencies().pool, code, *opening))


@blueprint.operation(
    "POST",
    "/sessions/device-link",
    FreshSession,
    status=201,
    access="open",
    allowances=LIMITS,
    body=CodeSignIn,
    headers=["Idempotency-Key: UUID"],
    problems=BY_CODE,
)
def sign_in_by_device_link(body: dict[str, Any]) -> Response:
    """Sign in by a code from another device.

    The code is used from now on. With a key, a repeated request gets the same session, so the key is as secret as the
    token.
    """
    code = code_hash(body["code"], DEVICE)
    return _opened(body, lambda *opening: device_links.sign_in(dependencies().pool, code, *opening))


def _opened(body: dict[str, Any], sign_in: Callable[[Opening, KeyedRequest | None], Opened]) -> Response:
    """Return the answer with a new session, which `sign_in` opens."""
    token, keyed = keyed_session(accounts.PLAYER_PREFIX, body)
    label = body.get("label", "").strip() or device_label(request.user_agent.string)
    opened = sign_in(Opening(token_hash(token), label, dependencies().games.now()), keyed)
    return json_response({**described(opened.player), "token": token, "session": opened.session}, 201)
