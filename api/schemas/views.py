"""The view of a game, and the answer to an action."""

from marshmallow import fields, validate

from api.schemas import fields as f
from api.schemas.actions import LegalAction
from api.schemas.boards import Board
from api.schemas.events import Event
from api.schemas.games import SeatHolder
from api.schemas.options import GameOptions
from api.schemas.receipts import Receipt
from api.schemas.rounds import Result


class Withheld(f.Answer):
    """A seat with an anchor that has no link in the deck, and the cause."""

    seat = f.seat(required=True)
    why = f.withheld_why(required=True)


class Round(f.Answer):
    """The current round."""

    number = f.version(required=True)
    phase = f.phase(required=True)
    turn = f.seat(required=True)
    waiting_for = fields.List(f.seat(), required=True)
    deadline = f.moment(required=True, allow_none=True)
    hands = fields.List(
        fields.List(f.seen_card()), required=True, metadata={"description": "By seat; `??` for a hidden card."}
    )
    stock = f.count(required=True)
    contributed = fields.List(
        f.seat(), required=True, metadata={"description": "The seats whose links have shuffled this deck."}
    )
    withheld = fields.List(
        fields.Nested(Withheld),
        required=True,
        metadata={"description": "The seats with an anchor whose links are not in this deck."},
    )
    board = fields.Nested(Board, required=True)


class NextRound(f.Answer):
    """The round that is dealt next, and the players it waits for."""

    number = f.version(required=True)
    waiting_for = fields.List(f.seat(), required=True)
    deadline = f.moment(required=True, allow_none=True, note="When it is dealt without waiting; null without a limit.")
    contributors = fields.List(
        f.seat(), required=True, metadata={"description": "The seats that contribute to the shuffles."}
    )


class You(f.Answer):
    """The viewer's seat."""

    seat = f.seat(required=True)
    anchor = f.digest(
        required=True, allow_none=True, note="The anchor of my hash chain; null if I contribute no chance."
    )


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
    status = f.game_status(required=True)
    ruleset = f.ruleset_key(required=True)
    options = fields.Nested(GameOptions, required=True)
    you = fields.Nested(You, required=True, allow_none=True)
    players = fields.List(fields.Nested(SeatHolder), required=True)
    round = fields.Nested(Round, required=True, allow_none=True)
    next_round = fields.Nested(
        NextRound, required=True, allow_none=True, metadata={"description": "Null unless the game is between rounds."}
    )
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
    receipt = fields.Nested(Receipt, metadata={"description": "Only if the request asks for it."})


class ViewQuery(f.Body):
    """The view to get."""

    at = f.QueryNumber(validate=validate.Range(1, f.MOST), metadata={"description": "The view at that version."})
    wait = f.QueryNumber(
        validate=validate.Range(0, 60),
        metadata={"description": "With If-None-Match: seconds to wait for a change before answering 304."},
    )
