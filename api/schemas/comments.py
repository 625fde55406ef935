"""Comments on moments of a finished round."""

from marshmallow import fields, validate

from api.schemas import fields as f

_CONTROL = r"\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069"


WORDS = rf"^[^{_CONTROL}]*[^{_CONTROL}\s][^{_CONTROL}]*$"
"""Text of one or more lines with a visible character."""


class NewComment(f.Body):
    """A comment on a moment of the round."""

    version = f.version(required=True, note="The version of an event of the round: the moment of the comment.")
    text = fields.String(
        required=True,
        validate=[
            validate.Length(1, 1000),
            f.Pattern(WORDS, error="Must be text with a visible character and without control characters."),
        ],
        metadata={"examples": ["Here I should have called."]},
    )


class Comment(f.Answer):
    """A comment of a player on a moment."""

    id = f.uuid(required=True)
    round = f.version(required=True)
    version = f.version(required=True)
    seat = f.seat(required=True, allow_none=True)
    player = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    text = f.text(
        "Here I should have called.", "Null if the comment is hidden and not mine.", required=True, allow_none=True
    )
    hidden = fields.Boolean(required=True, metadata={"description": "Whether an admin has hidden it from others."})
    at = f.moment(required=True)


class CommentPage(f.Answer):
    """A page of comments, oldest first."""

    comments = fields.List(fields.Nested(Comment), required=True)
    next = f.next_cursor()
