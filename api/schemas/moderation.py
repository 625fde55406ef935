"""Reports as admins see them, verdicts, and measures against players and comments."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from api.schemas import fields as f
from api.schemas.admin import AdminAct, NewAct, requested_moment
from api.schemas.comments import Comment
from api.schemas.events import Event
from api.schemas.fairness import JudgedClaim
from api.schemas.reports import KIND, MEASURE, REASON, STATUS, VERDICT, free_text
from api.schemas.reviews import Frame
from infra.moderation.kinds import ALL_MEASURES, ALL_REASONS, DISMISSED, KINDS, OPEN, STATUSES, SUSPEND, VERDICTS

LATER = "2126-11-21T03:24:00Z"
"""An example of the end of a suspension."""


class NewSuspension(NewAct):
    """The reason of a suspension, and its end."""

    until = requested_moment(
        "until", "The end; null or left out for a suspension without an end.", LATER, allow_none=True
    )


class NewVerdict(NewAct):
    """A verdict about a report, with the measures that are taken together with it."""

    verdict = f.chosen(*VERDICTS, required=True, component=VERDICT)
    note = free_text(500, "For the reporters and the reported player.", "The call was right: 7+3+2.", load_default=str)
    measures = fields.List(
        f.chosen(*ALL_MEASURES, component=MEASURE),
        load_default=list,
        validate=validate.Length(max=len(ALL_MEASURES)),
        metadata={"description": "Those that the report allows; none if it is dismissed.", "examples": [[SUSPEND]]},
    )
    until = requested_moment(
        "until", "The end of the suspension; null or left out for one without an end.", LATER, allow_none=True
    )

    @validates_schema(skip_on_field_errors=True)
    def check_measures(self, data: dict[str, Any], **_: Any) -> None:
        """Raise `ValidationError` for measures of a dismissed report, and for an end of no suspension."""
        if data["verdict"] == DISMISSED and data["measures"]:
            raise ValidationError("A dismissed report has no measures.", "measures")
        if data.get("until") is not None and SUSPEND not in data["measures"]:
            raise ValidationError("Only a suspension has an end.", "until")


class ReportsQuery(f.Body):
    """The reports to list."""

    status = f.chosen(*STATUSES, load_default=OPEN, component=STATUS)
    kind = f.chosen(*KINDS, component=KIND)
    cursor = f.cursor()
    limit = f.page_limit()


class Person(f.Answer):
    """A player with the present name; an erased player has the name `-`."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)


class ReportEntry(f.Answer):
    """A report in the list of admins."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    kind = f.chosen(*KINDS, required=True, component=KIND)
    reason = f.chosen(*ALL_REASONS, required=True, component=REASON)
    text = fields.String(required=True)
    status = f.chosen(*STATUSES, required=True, component=STATUS)
    reporter = fields.Nested(Person, required=True, allow_none=True, metadata={"description": "Null after an erasure."})
    reported = fields.Nested(
        Person, required=True, allow_none=True, metadata={"description": "Null for a play of a bot or of the reporter."}
    )
    game = f.uuid(required=True, allow_none=True)
    version = f.version(required=True, allow_none=True)
    comment = f.uuid(required=True, allow_none=True)
    name = f.text("Aoi", "The name that was reported.", required=True, allow_none=True)


class ReportEntryPage(f.Answer):
    """A page of reports: open ones oldest first, decided ones newest first."""

    reports = fields.List(fields.Nested(ReportEntry), required=True)
    next = f.next_cursor()


class KnownName(f.Answer):
    """A name that a player has or had."""

    name = f.text("Aoi", required=True)
    since = f.moment(required=True)
    until = f.moment(required=True, allow_none=True, note="Null for the present name.")


class ModeratedPlayer(f.Answer):
    """A player with everything that a verdict may depend on."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    created_at = f.moment(required=True)
    erased = fields.Boolean(required=True)
    suspended = fields.Boolean(required=True)
    suspended_until = f.moment(required=True, allow_none=True, note="Null without an end.")
    names = fields.List(fields.Nested(KnownName), required=True, metadata={"description": "The present one first."})
    reports = fields.Dict(
        keys=f.chosen(*STATUSES),
        values=f.count(),
        required=True,
        metadata={"description": "The number of reports about the player, by status."},
    )
    acts = fields.List(fields.Nested(AdminAct), required=True, metadata={"description": "The last acts, newest first."})


class SeatedPlayer(f.Answer):
    """A player of a game, by seat."""

    seat = f.seat(required=True)
    id = f.uuid(required=True, allow_none=True, note="Null for a bot.")
    kind = f.seat_kind(required=True)
    bot = f.strategy(required=True, allow_none=True, note="The strategy that plays for the seat.")
    name = f.text("Aoi", required=True)


class ReportedPlay(f.Answer):
    """A play at its moment. Hands and judgements are there after the end of the round."""

    ruleset = f.ruleset_key(required=True)
    status = f.game_status(required=True)
    round = f.version(required=True)
    round_over = fields.Boolean(required=True)
    players = fields.List(fields.Nested(SeatedPlayer), required=True)
    claim = fields.Nested(
        JudgedClaim, required=True, allow_none=True, metadata={"description": "Of a call, judged again."}
    )
    frame = fields.Nested(
        Frame, required=True, allow_none=True, metadata={"description": "The table right after the play."}
    )
    events = fields.List(
        fields.Nested(Event),
        required=True,
        metadata={
            "description": "The events around the play; of a call from the play that it was made on. Without envelopes "
            "before the end of the round."
        },
    )


class ReportFile(f.Answer):
    """A report with everything that is needed for a verdict."""

    report = fields.Nested(ReportEntry, required=True)
    same_subject = f.count(required=True, note="Other open reports about the same thing; a verdict decides all.")
    measures = fields.List(
        f.chosen(*ALL_MEASURES, component=MEASURE), required=True, metadata={"description": "What a verdict may do."}
    )
    comment = fields.Nested(Comment, required=True, allow_none=True)
    player = fields.Nested(ModeratedPlayer, required=True, allow_none=True)
    play = fields.Nested(ReportedPlay, required=True, allow_none=True)
    acts = fields.List(fields.Nested(AdminAct), required=True, metadata={"description": "The acts of the verdict."})


class Decided(f.Answer):
    """A verdict that was given, and the acts that were recorded."""

    report = f.uuid(required=True)
    verdict = f.chosen(*VERDICTS, required=True, component=VERDICT)
    acts = fields.List(fields.Nested(AdminAct), required=True)


class HiddenComment(f.Answer):
    """Whether a comment is hidden."""

    comment = f.uuid(required=True)
    hidden = fields.Boolean(required=True)
    act = fields.Nested(AdminAct, required=True)


class NameReset(f.Answer):
    """The new name of a player."""

    player = f.uuid(required=True)
    name = f.text("Player 482913", required=True)
    act = fields.Nested(AdminAct, required=True)


class PlayersQuery(f.Body):
    """The players to find."""

    name = f.short("Aoi", 1, 40, note="The beginning of a present or old name, in any case.", required=True)
    cursor = fields.String(
        validate=[validate.Length(1, 1000), f.Pattern(f.LINE, error=f.NOT_A_LINE)],
        metadata={"description": "The `next` of the page before."},
    )
    limit = f.page_limit()


class FoundPlayer(f.Answer):
    """A player found by a present or old name."""

    id = f.uuid(required=True)
    name = f.text("Aoi", required=True)
    matched = f.text("AOI", "The name that was found.", required=True)
    created_at = f.moment(required=True)
    suspended = fields.Boolean(required=True)
    suspended_until = f.moment(required=True, allow_none=True)


class FoundPlayerPage(f.Answer):
    """A page of players, by the names that were found."""

    players = fields.List(fields.Nested(FoundPlayer), required=True)
    next = f.next_cursor()
