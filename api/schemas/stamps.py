"""Stamps at the table."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.components import Component
from infra.social.stamps import STAMPS

STAMP_NAME = Component("StampName", "The message of a stamp.")


class NewStamp(f.Body):
    """A stamp to send."""

    stamp = f.chosen(*STAMPS, required=True, component=STAMP_NAME)


class StampMessage(f.Answer):
    """A short message of a player at the table."""

    number = f.version(required=True, note="The number among the stamps of the game, from 1 without a gap.")
    seat = f.seat(required=True)
    player = f.uuid(required=True)
    stamp = f.chosen(*STAMPS, required=True, component=STAMP_NAME)
    version = f.version(required=True, note="The version of the game at that time.")
    at = f.moment(required=True)


class StampList(f.Answer):
    """The newest stamps, oldest first."""

    stamps = fields.List(fields.Nested(StampMessage), required=True)
