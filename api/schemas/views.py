"""A game as one viewer sees it, and the answer to an action."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.actions import Action
from api.schemas.boards import Board
from api.schemas.events import Event
from api.schemas.games import STATUSES, SeatHolder
from api.schemas.rounds import Result
from domain.registry import RULESETS
from domain.ruleset import OVER


class Round(f.Answer):
    """The round on the table."""

    number = f.version(required=True)
    phase = f.chosen(
        *dict.fromkeys(phase for rules in RULESETS.values() for phase in rules.phases), OVER, required=True,
        note="`flipping`: the dealer is to turn a card up; `opening`, `asking`, `countering`, `doubting`: that card, a play or a call is being answered. "
        "`leading`: a lead, or the first attack, is asked for; `defending`: what is not beaten is to be beaten or taken up; `attacking`: all is beaten, and "
        "more may follow; `throwing-in`: the defender takes, and more may be added; `settling`: in the middle of what one command brought about.",
    )  # fmt: skip
    turn = f.seat(required=True)
    waiting_for = fields.List(f.seat(), required=True)
    deadline = f.moment(required=True, allow_none=True)
    hands = fields.List(
        fields.List(f.seen_card()), required=True, metadata={"description": "By seat; hidden cards are ??."}
    )
    stock = f.count(required=True)
    board = fields.Nested(Board, required=True)


class You(f.Answer):
    """The viewer."""

    seat = f.seat(required=True)


class RefusedCard(f.Answer):
    """A card that cannot be used now, and why."""

    card = f.seen_card(required=True)
    code = f.text("cannot-beat", required=True, note="As in the problem with which its use would be refused.")
    detail = fields.String(required=True)


class View(f.Answer):
    """A game as one viewer sees it at a version."""

    game = f.uuid(required=True)
    version = f.version(required=True)
    head = f.digest(required=True)
    status = f.chosen(*STATUSES, required=True)
    ruleset = f.text("dobon-sato", required=True)
    options = fields.Dict(keys=fields.String(), values=f.option_value(), required=True)
    you = fields.Nested(You, required=True, allow_none=True)
    players = fields.List(fields.Nested(SeatHolder), required=True)
    round = fields.Nested(Round, required=True, allow_none=True)
    scores = fields.List(f.Whole(), required=True)
    actions = fields.List(fields.Nested(Action), required=True)
    result = fields.Nested(
        Result, required=True, allow_none=True, metadata={"description": "How the last finished round ended."}
    )
    refused = fields.List(
        fields.Nested(RefusedCard),
        metadata={
            "description": "Durak, Kirifu and Mustamaija, while a round is played: cards of my hand that I cannot use now, though I am asked, and why."
        },
    )


class CommandResult(f.Answer):
    """What an action brought about, as its player sees it."""

    version = f.version(required=True)
    head = f.digest(required=True)
    events = fields.List(fields.Nested(Event), required=True)
    view = fields.Nested(View, required=True)


class ViewQuery(f.Body):
    """Which view."""

    at = f.QueryNumber(validate=validate.Range(1, f.MOST), metadata={"description": "The view as of that version."})
    wait = f.QueryNumber(
        validate=validate.Range(0, 60),
        metadata={"description": "With If-None-Match: seconds to wait for a change before answering 304."},
    )
