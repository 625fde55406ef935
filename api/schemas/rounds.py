"""How rounds ended, and what they brought."""

from marshmallow import fields

from api.schemas import fields as f
from domain.registry import RULESETS

REASONS = (*dict.fromkeys(reason for rules in RULESETS.values() for reason in rules.end_reasons),)


class Score(f.Answer):
    """What each loser pays, and how it was reckoned."""

    addends = fields.List(
        f.count(),
        required=True,
        metadata={"description": "The card's number, then what is added to it.", "examples": [[9, 11, 5]]},
    )
    doublings = fields.List(
        f.text("H2"),
        required=True,
        metadata={"description": "One for each: the code of a 2, `joker` or `counter`.", "examples": [["H2", "joker"]]},
    )
    payment = f.count(required=True, note="Points from each loser.")
    arithmetic = f.text("(9 + 11 + 5) x 2 [H2] x 2 [joker] = 100", required=True)


class Transfer(f.Answer):
    """Points that go from one seat to another."""

    payer = f.seat(required=True, data_key="from")
    to = f.seat(required=True)
    points = f.count(required=True)


class Result(f.Answer):
    """How a round ended. What a ruleset does not reckon with is left out."""

    round = f.version(required=True, note="Its number.")
    winner = f.seat(required=True, allow_none=True, note="null where nobody won.")
    losers = fields.List(f.seat(), required=True)
    reason = f.chosen(*REASONS, required=True)
    points = fields.List(f.Whole(), required=True, metadata={"description": "By seat: what the round brought."})
    score = fields.Nested(Score, allow_none=True, metadata={"description": "null where nobody pays."})
    transfers = fields.List(fields.Nested(Transfer))
    ranks = fields.List(
        f.count(allow_none=True),
        metadata={"description": "By seat: the place, equal ones alike; null where only the winner has one."},
    )
    next_dealer = f.seat(note="Who deals the next round.")


class FinishedRound(Result):
    """A line of the ledger."""

    version = f.version(required=True, note="Of the event that ended the round.")
    scores = fields.List(f.Whole(), required=True, metadata={"description": "By seat: the standing after the round."})


class Ledger(f.Answer):
    """The rounds that are over, oldest first, and the standing after the last of them."""

    rounds = fields.List(fields.Nested(FinishedRound), required=True)
    scores = fields.List(f.Whole(), required=True, metadata={"description": "By seat."})
