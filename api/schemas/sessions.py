"""Sessions, and the ways to open one: passkeys, recovery codes, codes for the next device."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields, validate

from api.schemas import fields as f
from api.schemas.players import Player
from infra.accounts.sessions import MAX_LABEL

LABEL = "Firefox (Android)"
CODE = "7Q2M-9KXD-4TZB"
RECOVERY_CODE = "7Q2M9-KXD4T-ZB83N-V6WRA"
BASE64 = "^[A-Za-z0-9_-]+={0,2}$"


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


class FreshSession(Player):
    """A new session with its token. This response alone shows the token; the server stores only its hash."""

    token = f.text("dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs", required=True)
    session = f.uuid(required=True, note="The session.")


class Confirmation(f.Body):
    """The confirmation of a step that cannot be taken back."""

    confirm = f.QueryFlag(
        load_default=False, metadata={"description": "`true` takes the step although it cannot be taken back."}
    )


class Loose(Schema):
    """A part of a request that browsers write, and that later versions of them may extend."""

    class Meta:  # noqa: D106 - marshmallow's own
        unknown = EXCLUDE


def base64() -> fields.String:
    """Return a field for bytes in URL-safe Base64."""
    return fields.String(
        required=True,
        validate=[validate.Length(1, 12_000), f.Pattern(BASE64, error="Must be URL-safe Base64.")],
        metadata={"description": "URL-safe Base64.", "examples": ["AQIDBA"]},
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
    userHandle = fields.String(allow_none=True, validate=validate.Length(0, 200))  # noqa: N815


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


class PasskeySignIn(f.Body):
    """A sign-in with a passkey."""

    credential = fields.Nested(AssertedCredential, required=True)
    label = label("A name for the device; by default that of the browser.")


class CodesLeft(f.Answer):
    """The recovery codes of the account, without the codes."""

    left = f.count(required=True, note="Unused codes.")
    created_at = f.moment(required=True, allow_none=True, note="null if there are none.")


class FreshCodes(f.Answer):
    """New recovery codes. This response alone shows them; the server stores only their hashes."""

    codes = fields.List(f.text(RECOVERY_CODE), required=True)


class CodeSignIn(f.Body):
    """A sign-in with a code."""

    code = f.short(RECOVERY_CODE, 1, 64, note="Small letters, and other or no separators, are accepted.", required=True)
    label = label("A name for the device; by default that of the browser.")


class DeviceLinkEntry(f.Answer):
    """A code for the next device, without the code."""

    id = f.uuid(required=True)
    expires_at = f.moment(required=True)
    session = f.uuid(required=True, allow_none=True, note="The session that the code has opened.")


class QrCode(f.Answer):
    """A QR code as an SVG: a square with a dark path."""

    size = f.count(required=True, note="The side of the square with its margin.")
    path = f.text("M4 4h7v1h-7z", note="The `d` of the path of all dark modules.", required=True)


class FreshDeviceLink(DeviceLinkEntry):
    """A new code for the next device. This response alone shows it; the server stores only its hash."""

    code = f.text(CODE, required=True)
    url = fields.String(
        required=True, metadata={"description": "The address of the page that signs in.", "format": "uri"}
    )
    qr = fields.Nested(QrCode, required=True)
