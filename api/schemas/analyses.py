"""Analyses of finished rounds."""

from typing import Any

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.actions import Action
from api.schemas.components import Component
from api.schemas.rulesets import Words
from domain.analysis.marks import MARKS

MARK = Component(
    "Mark", f"The mark of a decision: {', '.join(f'`{name}` from a loss of {least}' for least, name in MARKS)}."
)


def number(note: str, **kwargs: Any) -> fields.Float:
    """Return a field for a number with a fraction."""
    return fields.Float(required=True, metadata={"description": note}, **kwargs)


def decision_mark(note: str) -> fields.String:
    """Return a field for the mark of a decision."""
    return f.chosen(*(name for _, name in MARKS), required=True, allow_none=True, note=note, component=MARK)


class AnalysisProgress(f.Answer):
    """How far an analysis is."""

    done = f.count(required=True, note="The number of decisions that are judged.")
    total = f.count(required=True, allow_none=True, note="The number of all decisions; null before it is known.")


class MarkCounts(f.Answer):
    """How many decisions of a seat have each mark."""

    blunder = f.count(required=True)
    mistake = f.count(required=True)
    inaccuracy = f.count(required=True)


class SeatAnalysis(f.Answer):
    """The decisions of one seat in a round."""

    seat = f.seat(required=True)
    decisions = f.count(required=True, note="The number of decisions that count.")
    accuracy = f.share("The mean of e^(-8 · loss) over these decisions; null without one.", allow_none=True)
    lost = number("The sum of their losses.")
    luck = number(
        "The result of the seat above the mean of all seats, plus `lost`, less the mean of what the other seats lost. "
        "So it is what the cards did, and its sum over the seats is 0. Null for an abandoned round.",
        allow_none=True,
    )
    marks = fields.Nested(MarkCounts, required=True)


class AnalysedDecision(f.Answer):
    """A decision of a seat, judged by what the seat could know."""

    version = f.version(
        required=True, note="The event of the decision, or the one with which a right to call ended unused."
    )
    seat = f.seat(required=True)
    chosen = fields.Nested(Action, required=True, allow_none=True, metadata={"description": "Null for waiting."})
    best = fields.Nested(Action, required=True, allow_none=True, metadata={"description": "Null for waiting."})
    choices = f.count(required=True, note="The number of actions that were compared.")
    loss = number("The expected units that the chosen action lost against the best one; 0 for the best one.")
    error = number("The standard error of the difference between the two.")
    value = number("The expected units of the seat after the chosen action.")
    won = f.share("The chance that the seat wins the round after the chosen action, by what it could know.")
    lost = f.share("The chance that it loses the round after that.")
    best_won = f.share("The chance that it wins the round after the best action.")
    best_lost = f.share("The chance that it loses the round after that.")
    mark = decision_mark("null for a small loss.")
    reason = fields.Nested(Words, required=True, allow_none=True, metadata={"description": "Null without a mark."})
    repeats = f.version(
        required=True,
        allow_none=True,
        note="The decision that missed the same play before; such a decision does not count again.",
    )
    playouts = f.count(required=True, note="The number of playouts that were compared.")


class Analysis(f.Answer):
    """What the decisions of a finished round lost against the best ones."""

    analyser = f.count(required=True, note="The version of the analyser.")
    round = f.count(required=True)
    unit = number("Points of one unit, in which losses, values and luck are measured.")
    accuracy = f.share("The mean accuracy of all decisions that count; null without one.", allow_none=True)
    seats = fields.List(fields.Nested(SeatAnalysis), required=True)
    decisions = fields.List(
        fields.Nested(AnalysedDecision), required=True, metadata={"description": "In the order of the log."}
    )
