"""Drills: what was the best action here?"""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.actions import Action
from api.schemas.analyses import decision_mark, number
from api.schemas.games import SeatHolder
from api.schemas.options import GameOptions
from api.schemas.reviews import Frame
from api.schemas.rulesets import Words
from domain.analysis.questions import ASKS

DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


class DrillAnswered(f.Answer):
    """The first answer to a drill."""

    choice = f.count(required=True, note="The place of the choice.")
    right = fields.Boolean(required=True)
    at = f.moment(required=True)


class Drill(f.Answer):
    """A position of a finished, analysed round in which one action was clearly the best."""

    id = f.uuid(required=True)
    game = f.uuid(required=True)
    round = f.version(required=True)
    version = f.version(required=True, note="The event of the decision, as in the analysis.")
    position = f.version(required=True, note="The event after which the seat had the choice.")
    seat = f.seat(required=True)
    ruleset = f.ruleset_key(required=True)
    asks = f.chosen(
        *ASKS, required=True, note="Which action to take, whether to call, whether to doubt, or how to answer a window."
    )
    own = fields.Boolean(required=True, metadata={"description": "Whether it was the player's own decision."})
    mark = decision_mark("The mark of the decision that was taken.")
    answered = fields.Nested(
        DrillAnswered, required=True, allow_none=True, metadata={"description": "The first answer; null before it."}
    )


class DrillPage(f.Answer):
    """Drills of a player: unanswered ones first, and own mistakes first among them."""

    drills = fields.List(fields.Nested(Drill), required=True)
    next = f.next_cursor()


def frame() -> fields.Nested:
    """Return a field for the position of a drill."""
    return fields.Nested(Frame, required=True, metadata={"description": "The position as the seat knew it."})


def choices() -> fields.List[object]:
    """Return a field for the choices of a drill."""
    return fields.List(
        fields.Nested(Action, allow_none=True),
        required=True,
        metadata={"description": "The actions to choose from; null stands for waiting."},
    )


class DrillQuestion(Drill):
    """A drill with its position and its choices."""

    frame = frame()
    choices = choices()
    players = fields.List(fields.Nested(SeatHolder), required=True)
    options = fields.Nested(GameOptions, required=True)


class DailyDrill(f.Answer):
    """The drill of a day, the same for everybody, from a game of bots."""

    day = f.text("2026-11-21", "The day in UTC.", required=True)
    seat = f.seat(required=True)
    ruleset = f.ruleset_key(required=True)
    asks = f.chosen(*ASKS, required=True)
    answered = fields.Nested(
        DrillAnswered,
        required=True,
        allow_none=True,
        metadata={"description": "The first answer of the account; null before it, and without a token."},
    )
    frame = frame()
    choices = choices()
    players = fields.List(fields.Nested(SeatHolder), required=True)
    options = fields.Nested(GameOptions, required=True)


class DrillResult(f.Answer):
    """The losses of all choices of a drill."""

    choice = f.count(required=True, note="The place of the choice that was sent.")
    right = fields.Boolean(required=True, metadata={"description": "Whether it is the best one."})
    best = f.count(required=True, note="The place of the best choice.")
    played = f.count(required=True, note="The place of the choice that was taken in the game.")
    unit = number("Points of one unit, in which losses are measured.")
    losses = fields.List(
        fields.Float(),
        required=True,
        metadata={"description": "What each choice loses against the best one, in the units of the analysis."},
    )
    errors = fields.List(
        fields.Float(), required=True, metadata={"description": "The standard errors of these losses."}
    )
    mark = decision_mark("The mark of the choice that was taken.")
    reason = fields.Nested(
        Words,
        required=True,
        allow_none=True,
        metadata={"description": "The reason of the mark; null without a mark."},
    )
    answered = fields.Nested(
        DrillAnswered,
        required=True,
        allow_none=True,
        metadata={"description": "The first answer, which is kept; null if none is kept."},
    )


class DrillChoice(f.Body):
    """An answer to a drill."""

    choice = f.Whole(required=True, validate=validate.Range(0, 999), metadata={"description": "Place of the choice."})


class DailyChoice(DrillChoice):
    """An answer to the drill of a day."""

    day = fields.String(
        validate=f.Pattern(DAY, error="Must be a day such as 2026-11-21."),
        metadata={
            "description": "The day of the drill that is answered; by default today.",
            "examples": ["2026-11-21"],
        },
    )


class DrillsQuery(f.Body):
    """The drills to list."""

    done = f.QueryFlag(metadata={"description": "Answered ones, or unanswered ones; both if it is left out."})
    cursor = f.cursor()
    limit = f.page_limit()
