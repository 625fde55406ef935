"""The view of a game, and the answer to an action."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.actions import LegalAction
from api.schemas.boards import Board
from api.schemas.events import Event
from api.schemas.games import STATUSES, SeatHolder
from api.schemas.rounds import Result
from domain.registry import RULESETS
from domain.ruleset import OVER


class Round(f.Answer):
    """The current round."""

    number = f.version(required=True)
    phase = f.chosen(
        *dict.fromkeys(phase for rules in RULESETS.values() for phase in rules.phases), OVER, required=True,
        note="`flipping`: the dealer turns a card up; `opening`, `asking`, `countering`, `doubting`: that card, a play or a call is being answered; "
        "`leading`: a lead or the first attack is next; `defending`: the defender beats or takes the unbeaten cards; `attacking`: all attacks are beaten, and "
        "more can follow; `throwing-in`: the defender takes, and cards can be added; `settling`: between two events of one command.",
    )  # fmt: skip
    turn = f.seat(required=True)
    waiting_for = fields.List(f.seat(), required=True)
    deadline = f.moment(required=True, allow_none=True)
    hands = fields.List(
        fields.List(f.seen_card()), required=True, metadata={"description": "By seat; `??` for a hidden card."}
    )
    stock = f.count(required=True)
    board = fields.Nested(Board, required=True)


class You(f.Answer):
    """The viewer's seat."""

    seat = f.seat(required=True)


class RefusedCard(f.Answer):
    """A card that cannot be used now, and the reason."""

    card = f.seen_card(required=True)
    code = f.text("cannot-beat", required=True, note="The problem code with which its use would be refused.")
    detail = fields.String(required=True)


class View(f.Answer):
    """A game at a version, as one viewer sees it."""

    now = f.moment(note="The moment of the answer, by the clock that keeps all times of the game.", required=True)
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
    actions = fields.List(
        fields.Nested(LegalAction),
        required=True,
        metadata={"description": "Everything that I may do now, or from a moment on, and what may be added to each."},
    )
    result = fields.Nested(
        Result, required=True, allow_none=True, metadata={"description": "The result of the last finished round."}
    )
    refused = fields.List(
        fields.Nested(RefusedCard),
        metadata={
            "description": "Durak, Kirifu and Mustamaija, while I have to act: the cards of my hand that I cannot use now, and the reasons."
        },
    )


class CommandResult(f.Answer):
    """The result of an action, as its player sees it."""

    version = f.version(required=True)
    head = f.digest(required=True)
    events = fields.List(fields.Nested(Event), required=True)
    view = fields.Nested(View, required=True)


class ViewQuery(f.Body):
    """The view to get."""

    at = f.QueryNumber(validate=validate.Range(1, f.MOST), metadata={"description": "The view at that version."})
    wait = f.QueryNumber(
        validate=validate.Range(0, 60),
        metadata={"description": "With If-None-Match: seconds to wait for a change before answering 304."},
    )
