"""Queries and acts of admins."""

from typing import Any

from marshmallow import ValidationError, fields, validate

from api.schemas import fields as f
from api.schemas.components import Component
from api.schemas.integrity import Integrity
from api.schemas.reviews import Claim
from domain.log.moments import instant
from infra.accounts.admin_log import ACTS
from infra.projections.lag import PROJECTION_NAMES

ACT = Component("AdminActKind", "The kind of an act.")
PROJECTION_NAME = Component("ProjectionName", "A projection: a table that is rebuilt from the logs.")

TEXT = rf"^[^{f.CONTROL}]*[^{f.CONTROL}\s][^{f.CONTROL}]*$"
MOMENT = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]{1,6})?Z$"


class NewAct(f.Body):
    """The reason of an act. It is recorded with the admin's account and shown to admins alone."""

    reason = fields.String(
        required=True,
        validate=[
            validate.Length(1, 500),
            f.Pattern(TEXT, error=f.NOT_A_LINE),
        ],
        metadata={"examples": ["the players asked for it"]},
    )


class FoundClaim(Claim):
    """A call with its game and player."""

    game = f.uuid(required=True)
    ruleset = f.ruleset_key(required=True)
    player = f.uuid(required=True, allow_none=True, note="The player who called; null for a bot.")
    name = f.text("Aoi", "The present name of the player; null for a bot.", required=True, allow_none=True)


class FoundClaimPage(f.Answer):
    """A page of calls, newest first. Calls of running rounds are left out."""

    claims = fields.List(fields.Nested(FoundClaim), required=True)
    next = f.next_cursor()


def _check_date(text: str) -> None:
    """Raise `ValidationError` for dates that the pattern accepts and no calendar has, such as 30 February."""
    try:
        instant(text)
    except ValueError:
        raise ValidationError("Must be an existing date and time.") from None


def requested_moment(name: str, note: str, example: str = "2026-11-21T03:24:00Z", **kwargs: Any) -> fields.String:
    """Return a field for a moment in a request, in UTC."""
    return fields.String(
        **kwargs,
        data_key=name,
        validate=[f.Pattern(MOMENT, error="Must be a time in UTC, such as 2026-11-21T03:24:00Z."), _check_date],
        metadata={"description": note, "examples": [example]},
    )


class ClaimsQuery(f.Body):
    """The calls to list."""

    verdict = f.chosen("true", "false")
    kind = f.call_kind()
    player = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="Id of the player who called.")
    name = f.short("Rowan", 1, 40, note="The beginning of a present or old name of the player, in any case.")
    ruleset = f.ruleset_key()
    since = requested_moment("from", "Start of the period, included.")
    until = requested_moment("to", "End of the period, excluded.")
    cursor = f.cursor()
    limit = f.page_limit()


class AdminAct(f.Answer):
    """An act of an admin."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    actor = f.uuid(required=True, note="The admin's account.")
    kind = f.chosen(*ACTS, required=True, component=ACT)
    subject = f.text(
        "statistics",
        required=True,
        note="Id of a game, player, comment or report, or name of a projection; `all` for all games.",
    )
    reason = f.text("the players asked for it", required=True)


class AdminActPage(f.Answer):
    """A page of acts, newest first."""

    acts = fields.List(fields.Nested(AdminAct), required=True)
    next = f.next_cursor()


class ActsQuery(f.Body):
    """The acts to list."""

    subject = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="Of one game, player, comment or report.")
    cursor = f.cursor()
    limit = f.page_limit()


class PageQuery(f.Body):
    """The page to list."""

    cursor = f.cursor()
    limit = f.page_limit()


class Rebuild(f.Answer):
    """A rebuild of a projection."""

    build = f.version(required=True)
    running = fields.Boolean(required=True)
    games = f.count(required=True, note="Games rebuilt so far.")
    differences = f.count(required=True, note="Rows that differ between the live projection and the rebuild.")
    first_difference = fields.String(required=True, allow_none=True)
    started_at = f.moment(required=True)
    ended_at = f.moment(required=True, allow_none=True)


class Projection(f.Answer):
    """A projection and its lag behind the logs."""

    name = f.chosen(*PROJECTION_NAMES, required=True, component=PROJECTION_NAME)
    build = f.version(required=True, note="The build in use.")
    games = f.count(required=True, note="All games.")
    behind = f.count(required=True, note="Games with events that the projection has not read, counted up to 1000.")
    since = f.moment(required=True, allow_none=True, note="Time of the oldest unread event of these games.")
    rebuild = fields.Nested(Rebuild, required=True, allow_none=True)


class ProjectionList(f.Answer):
    """All projections."""

    projections = fields.List(fields.Nested(Projection), required=True)


class NewCheck(f.Body):
    """The part of all logs to check, and the reason."""

    optional = True

    after = f.short(
        "00000000-0000-4000-8000-000000000000", 1, 64, note="`next` of the previous part; left out for the first part."
    )
    limit = f.Whole(
        validate=validate.Range(1, 1000), metadata={"description": "The most games of the part; the default is 100."}
    )
    reason = fields.String(
        validate=[validate.Length(max=500), f.Pattern(f.LINE, error=f.NOT_A_LINE)],
        metadata={"examples": ["weekly check"]},
    )


class CheckedPart(f.Answer):
    """A part of a check of all logs."""

    checked = f.count(required=True, note="Games in this part.")
    games = f.count(required=True, note="All games.")
    events = f.count(required=True, note="Events in this part.")
    broken = fields.List(
        fields.Nested(Integrity), required=True, metadata={"description": "Games that are not intact."}
    )
    next = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "`after` of the next part; null after the last part."},
    )


class DamagedGame(f.Answer):
    """A game that cannot be read and is set aside."""

    game = f.uuid(required=True)
    found_at = f.moment(required=True)
    reason = f.text(
        "invalid page in block 7 of relation base/16384/16403", required=True, note="The error of the read."
    )


class DamagedGamePage(f.Answer):
    """A page of games that are set aside, by id."""

    games = fields.List(fields.Nested(DamagedGame), required=True)
    next = f.next_cursor()


class PutBack(f.Answer):
    """A game that runs again."""

    game = f.uuid(required=True)
    act = fields.Nested(AdminAct, required=True)


class Abandoned(f.Answer):
    """A game that an admin has abandoned."""

    game = f.uuid(required=True)
    status = f.chosen("abandoned", required=True)
    version = f.version(required=True)
    head = f.digest(required=True)


class Suspension(f.Answer):
    """Whether the account of a player is suspended."""

    player = f.uuid(required=True)
    suspended = fields.Boolean(required=True)
    until = f.moment(required=True, allow_none=True, note="The end of the suspension; null without one.")
    act = fields.Nested(AdminAct, required=True)
