"""Reports of players, and what they learn of the verdicts."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import Schema, fields, validate

from api.schemas import fields as f
from api.schemas.comments import WORDS
from api.schemas.components import Component
from infra.moderation.kinds import ALL_MEASURES, ALL_REASONS, COMMENT, KINDS, NAME, PLAY, REASONS, STATUSES, VERDICTS

KIND = Component("ReportKind", "What a report is about.")
REASON = Component("ReportReason", "Why something is reported; which reasons a report may have depends on its kind.")
STATUS = Component("ReportStatus", "The status of a report.")
VERDICT = Component("VerdictKind", "What an admin has decided about a report.")
MEASURE = Component("Measure", "What an admin does together with a verdict.")


def free_text(most: int, note: str, example: str, **kwargs: Any) -> fields.String:
    """Return a field for text of one or more lines, which may be empty."""
    words = f.Pattern(f"({WORDS})?", error="Must be text with a visible character and without control characters.")
    metadata = {"description": note, "examples": [example]}
    return fields.String(validate=[validate.Length(max=most), words], metadata=metadata, **kwargs)


def _note() -> fields.String:
    return free_text(500, "What the admins should know.", "Please look at this.", load_default=str)


def _reason(kind: str) -> fields.String:
    return f.chosen(*REASONS[kind], required=True)


class NewCommentReport(f.Body):
    """A report of a comment of another player, in a game of mine."""

    kind = fields.Constant(COMMENT, required=True)
    game = f.short("00000000-0000-4000-8000-000000000000", 1, 64, required=True)
    comment = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="The id of the comment.", required=True)
    reason = _reason(COMMENT)
    text = _note()


class NewNameReport(f.Body):
    """A report of the name of another player."""

    kind = fields.Constant(NAME, required=True)
    player = f.short("00000000-0000-4000-8000-000000000000", 1, 64, required=True)
    reason = _reason(NAME)
    text = _note()


class NewPlayReport(f.Body):
    """A report of a play in a game of mine, such as a call whose verdict is disputed."""

    kind = fields.Constant(PLAY, required=True)
    game = f.short("00000000-0000-4000-8000-000000000000", 1, 64, required=True)
    version = f.version(required=True, note="Of the event of a seat.")
    reason = _reason(PLAY)
    text = _note()


class NewReport(f.Union):
    """A report, by its kind."""

    discriminator = "kind"
    variants: ClassVar[Mapping[str, type[Schema]]] = {
        COMMENT: NewCommentReport,
        NAME: NewNameReport,
        PLAY: NewPlayReport,
    }


class Report(f.Answer):
    """A report of mine."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    kind = f.chosen(*KINDS, required=True, component=KIND)
    game = f.uuid(required=True, allow_none=True)
    version = f.version(required=True, allow_none=True, note="Of a play, or the moment of a comment.")
    comment = f.uuid(required=True, allow_none=True)
    player = f.uuid(required=True, allow_none=True, note="The reported player; null for a play of a bot or my own.")
    name = f.text("Aoi", "The name that was reported.", required=True, allow_none=True)
    reason = f.chosen(*ALL_REASONS, required=True, component=REASON)
    text = fields.String(required=True)
    status = f.chosen(*STATUSES, required=True, component=STATUS)
    decided_at = f.moment(required=True, allow_none=True)
    note = f.text("The call was right: 7+3+2.", "The admin's words about the verdict.", required=True)


class ReportPage(f.Answer):
    """A page of my reports, newest first."""

    reports = fields.List(fields.Nested(Report), required=True)
    next = f.next_cursor()


class ReceivedVerdict(f.Answer):
    """A verdict about a comment, a name or a play of mine. It does not tell who has reported it."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    kind = f.chosen(*KINDS, required=True, component=KIND)
    game = f.uuid(required=True, allow_none=True)
    version = f.version(required=True, allow_none=True)
    verdict = f.chosen(*VERDICTS, required=True, component=VERDICT)
    measures = fields.List(f.chosen(*ALL_MEASURES, component=MEASURE), required=True)
    note = f.text("The call was right: 7+3+2.", required=True)


class VerdictPage(f.Answer):
    """A page of verdicts about me, newest first."""

    verdicts = fields.List(fields.Nested(ReceivedVerdict), required=True)
    next = f.next_cursor()
