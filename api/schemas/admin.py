"""What admins ask for and do."""

from marshmallow import ValidationError, fields, validate

from api.schemas import fields as f
from api.schemas.integrity import Integrity
from api.schemas.reviews import Claim
from domain.moments import instant
from infra.projections.lag import PROJECTION_NAMES
from infra.repositories.admin_log import ACTS

TEXT = rf"^[^{f.CONTROL}]*[^{f.CONTROL}\s][^{f.CONTROL}]*$"
MOMENT = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]{1,6})?Z$"


class Reason(f.Body):
    """Why. It is recorded with the act and the admin's account, and shown to admins alone."""

    reason = fields.String(
        required=True,
        validate=[validate.Length(1, 500), f.Pattern(TEXT, error="Must be one line of text.")],
        metadata={"examples": ["the players asked for it"]},
    )


class FoundClaim(Claim):
    """A call, and where it was made."""

    game = f.uuid(required=True)
    ruleset = f.text("dobon-sato", required=True)
    player = f.uuid(required=True, allow_none=True, note="Who called; null for a bot.")


class FoundClaims(f.Answer):
    """A page of calls, newest first. Those of running rounds are not among them."""

    claims = fields.List(fields.Nested(FoundClaim), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The `cursor` of the next page."})


def _check_date(text: str) -> None:
    """A form alone lets the 30th of February pass, and the year 0."""
    try:
        instant(text)
    except ValueError:
        raise ValidationError("There is no such moment.") from None


def _moment(name: str, note: str) -> fields.String:
    return fields.String(
        data_key=name,
        validate=[f.Pattern(MOMENT, error="Must be a moment in UTC, such as 2026-11-21T03:24:00Z."), _check_date],
        metadata={"description": note, "examples": ["2026-11-21T03:24:00Z"]},
    )


class ClaimsQuery(f.Body):
    """Which calls."""

    verdict = f.chosen("true", "false")
    kind = f.call_kind()
    player = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="Id of the player who called.")
    ruleset = f.short("dobon-sato", 1, 64)
    since = _moment("from", "The first moment.")
    until = _moment("to", "The first moment that is too late.")
    cursor = f.short("WyIyMDI2Il0", 1, 200)
    limit = f.QueryNumber(validate=validate.Range(1, 100), load_default=20)


class AdminAct(f.Answer):
    """Something an admin did."""

    id = f.uuid(required=True)
    at = f.moment(required=True)
    actor = f.uuid(required=True, note="The admin's account.")
    act = f.chosen(*ACTS, required=True)
    subject = f.text(
        "statistics", required=True, note="Id of a game or a player, or name of a projection; `all` for all games."
    )
    reason = f.text("the players asked for it", required=True)


class AdminActs(f.Answer):
    """A page of acts, newest first."""

    acts = fields.List(fields.Nested(AdminAct), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The `cursor` of the next page."})


class PageQuery(f.Body):
    """Which page."""

    cursor = f.short("WyIyMDI2Il0", 1, 200)
    limit = f.QueryNumber(validate=validate.Range(1, 100), load_default=20)


class Rebuild(f.Answer):
    """A projection made again."""

    build = f.version(required=True)
    running = fields.Boolean(required=True)
    games = f.count(required=True, note="Made again so far.")
    differences = f.count(required=True, note="Rows in which the live one and the logs said something else.")
    first_difference = fields.String(required=True, allow_none=True)
    started_at = f.moment(required=True)
    ended_at = f.moment(required=True, allow_none=True)


class Projection(f.Answer):
    """A projection, and how far it is behind the logs."""

    name = f.chosen(*PROJECTION_NAMES, required=True)
    build = f.version(required=True, note="The one that is read.")
    games = f.count(required=True, note="All that there are.")
    behind = f.count(required=True, note="Games of which something has not been read yet.")
    since = f.moment(required=True, allow_none=True, note="When the oldest of that happened.")
    rebuild = fields.Nested(Rebuild, required=True, allow_none=True)


class Projections(f.Answer):
    """All projections."""

    projections = fields.List(fields.Nested(Projection), required=True)


class NewCheck(f.Body):
    """Where to go on with a check of all logs, and why."""

    optional = True

    after = f.short("00000000-0000-4000-8000-000000000000", 1, 64, note="`next` of the part before; missing to begin.")
    limit = f.Whole(validate=validate.Range(1, 1000), load_default=100)
    reason = fields.String(
        load_default="", validate=[validate.Length(max=500), f.Pattern(f.LINE)], metadata={"examples": ["weekly check"]}
    )


class Checked(f.Answer):
    """A part of a check of all logs."""

    checked = f.count(required=True, note="Games of this part.")
    games = f.count(required=True, note="All that there are.")
    events = f.count(required=True, note="Of this part.")
    broken = fields.List(
        fields.Nested(Integrity), required=True, metadata={"description": "Games that are not intact."}
    )
    next = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "`after` of the next part; null where this is the last."},
    )


class Abandoned(f.Answer):
    """A game that an admin has ended."""

    game = f.uuid(required=True)
    status = f.chosen("abandoned", required=True)
    version = f.version(required=True)
    head = f.digest(required=True)


class Suspension(f.Answer):
    """Whether a player's tokens are refused."""

    player = f.uuid(required=True)
    suspended = fields.Boolean(required=True)
    act = fields.Nested(AdminAct, required=True)
