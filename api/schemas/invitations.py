"""Invitations to a game."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.sessions import QrCode


class Invitation(f.Answer):
    """What other players need to take a seat."""

    join_code = f.short("KMRTWX", 6, 6, required=True)
    url = fields.String(
        required=True, metadata={"description": "The address of the page that takes a seat.", "format": "uri"}
    )
    qr = fields.Nested(QrCode, required=True, metadata={"description": "The address as a QR code."})
