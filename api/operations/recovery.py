"""Ways back into the account without a passkey: recovery codes, and codes for the next device."""

from flask import Response, request
from marshmallow import fields

from api.auth.authentication import current_account
from api.auth.codes import DEVICE, RECOVERY, code_hash, new_code
from api.auth.scopes import SESSION
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.representations import fields as f
from api.representations.qr import QrCode, qr_code
from infra.accounts import device_links, recovery_codes

CODE = "7Q2M-9KXD-4TZB"


RECOVERY_CODE = "7Q2M9-KXD4T-ZB83N-V6WRA"


class CodesLeft(f.Answer):
    """The recovery codes of the account, without the codes."""

    left = f.count(required=True, note="Unused codes.")
    created_at = f.moment(required=True, allow_none=True, note="null if there are none.")


class FreshCodes(f.Answer):
    """New recovery codes. This response alone shows them; the server stores only their hashes."""

    codes = fields.List(f.text(RECOVERY_CODE), required=True)


class DeviceLinkEntry(f.Answer):
    """A code for the next device, without the code."""

    id = f.uuid(required=True)
    expires_at = f.moment(required=True)
    session = f.uuid(required=True, allow_none=True, note="The session that the code has opened.")


class FreshDeviceLink(DeviceLinkEntry):
    """A new code for the next device. This response alone shows it; the server stores only its hash."""

    code = f.text(CODE, required=True)
    url = fields.String(
        required=True, metadata={"description": "The address of the page that signs in.", "format": "uri"}
    )
    qr = fields.Nested(QrCode, required=True)


blueprint = Blueprint("recovery", __name__, url_prefix="/v1", scope=SESSION, description="Codes that open the account.")


@blueprint.operation("GET", "/players/me/recovery-codes", CodesLeft)
def count_recovery_codes() -> Response:
    """Count my unused recovery codes.

    The codes themselves are not stored.
    """
    return json_response(recovery_codes.codes_left(dependencies().pool, current_account().id)._asdict())


@blueprint.operation("POST", "/players/me/recovery-codes", FreshCodes, status=201)
def create_recovery_codes() -> Response:
    """Get ten new recovery codes.

    Each opens one session (`POST /v1/sessions/recovery`). The codes of an earlier set become invalid.
    """
    codes = [new_code(RECOVERY) for _ in range(recovery_codes.NUMBER)]
    hashes = [code_hash(code, RECOVERY) for code in codes]
    recovery_codes.replace_codes(dependencies().pool, current_account().id, hashes, dependencies().games.now())
    return json_response({"codes": codes}, 201)


@blueprint.operation("POST", "/players/me/device-links", FreshDeviceLink, status=201)
def create_device_link() -> Response:
    """Get a code that signs in my next device.

    It is valid once and for ten minutes (`POST /v1/sessions/device-link`). An earlier code becomes invalid.
    """
    code = new_code(DEVICE)
    now = dependencies().games.now()
    link = device_links.add(dependencies().pool, current_account().id, code_hash(code, DEVICE), now)
    # Browsers do not send the part behind the `#`, so the code is in no log.
    url = f"{request.host_url}account.html#link={code}"
    return json_response({**link._asdict(), "code": code, "url": url, "qr": qr_code(url)}, 201)


@blueprint.operation("GET", "/players/me/device-links/<id:link>", DeviceLinkEntry, problems=["no-such-device-link"])
def get_device_link(link: str) -> Response:
    """Get the state of a code for my next device.

    It names the session that the code has opened. It can be read for an hour after the code has expired.
    """
    return json_response(device_links.get(dependencies().pool, current_account().id, link)._asdict())
