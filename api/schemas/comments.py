"""Comments on moments of a finished round."""

from marshmallow import fields, validate

from api.schemas import fields as f

_NO_TEXT = r"\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069"


WORDS = rf"^[^{_NO_TEXT}]*[^{_NO_TEXT}\s][^{_NO_TEXT}]*$"
"""Text of several lines with something in it."""


class NewComment(f.Body):
    """Something to say about a moment of the round."""

    version = f.version(required=True, note="Of an event of the round: the moment it is about.")
    text = fields.String(
        required=True,
        validate=[validate.Length(1, 1000), f.Pattern(WORDS, error="Must be text, of one line or several.")],
        metadata={"examples": ["Here I should have called."]},
    )


class Comment(f.Answer):
    """What somebody said about a moment."""

    id = f.uuid(required=True)
    round = f.version(required=True)
    version = f.version(required=True)
    seat = f.seat(required=True, allow_none=True)
    player = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    text = f.text("Here I should have called.", required=True)
    at = f.moment(required=True)


class Comments(f.Answer):
    """A page of comments, oldest first."""

    comments = fields.List(fields.Nested(Comment), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The `cursor` of the next page."})
