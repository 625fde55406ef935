"""Fairness of the shuffles, and calls judged again."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.reviews import Claim, SaidOf
from api.schemas.rulesets import Words


class RoundFairness(f.Answer):
    """The commitment of a round's shuffle, and the secret after the round is over."""

    round = f.version(required=True)
    commitment = f.digest(required=True)
    secret = f.digest(required=True, allow_none=True)
    entropies = fields.List(fields.String(), required=True, metadata={"description": "By seat."})


class Fairness(f.Answer):
    """All data needed to repeat the shuffles."""

    game = f.uuid(required=True)
    rounds = fields.List(fields.Nested(RoundFairness), required=True)
    how = fields.Nested(Words, required=True, metadata={"description": "How to check it."})


class Judgement(f.Answer):
    """A call judged again from the log up to it alone."""

    on = f.version(required=True, note="The `on` that a call needed then.")
    kind = f.call_kind(required=True)
    permitted = fields.Boolean(required=True, metadata={"description": "Whether the rules allowed the seat to call."})
    hand = fields.List(f.seen_card())
    card = f.seen_card()
    formulas = fields.List(f.text("7+3+2"))
    claimed = fields.Nested(SaidOf)
    cards = fields.List(f.seen_card())
    valid = fields.Boolean(required=True)


class JudgedClaim(f.Answer):
    """A recorded call beside its new judgement."""

    game = f.uuid(required=True)
    version = f.version(required=True)
    recorded = fields.Nested(Claim, required=True)
    judged = fields.Nested(Judgement, required=True)
    agrees = fields.Boolean(required=True)
