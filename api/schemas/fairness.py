"""Fairness of the shuffles, and calls judged again."""

from marshmallow import fields

from api.schemas import fields as f
from api.schemas.reviews import Claim, SaidOf
from api.schemas.rulesets import Words


class WithheldLink(f.Answer):
    """A round to which a seat with an anchor has contributed no link."""

    round = f.version(required=True)
    why = f.withheld_why(required=True)


class SeatFairness(f.Answer):
    """What a seat contributes to the shuffles."""

    seat = f.seat(required=True)
    anchor = f.digest(required=True, allow_none=True, note="Null for a seat that contributes nothing.")
    contributed = fields.List(
        f.version(), required=True, metadata={"description": "The rounds that its links shuffled."}
    )
    withheld = fields.List(
        fields.Nested(WithheldLink),
        required=True,
        metadata={"description": "The rounds whose decks lack its link, each with the cause."},
    )


class RoundFairness(f.Answer):
    """What shuffles a round that was dealt, or that was broken off when links of it were known."""

    round = f.version(required=True)
    dealt = fields.Boolean(
        required=True,
        metadata={"description": "False for a round that was broken off before its deal: its deck can be computed."},
    )
    secret = f.digest(
        required=True, allow_none=True, note="The server's link, which is public when the round is over; null before."
    )
    links = fields.List(
        f.digest(allow_none=True),
        required=True,
        metadata={"description": "The links of the seats, by seat; null for a seat that contributes none."},
    )


class Fairness(f.Answer):
    """All data needed to repeat the shuffles."""

    game = f.uuid(required=True)
    anchor = f.digest(required=True, note="The anchor of the server's hash chain: it fixes the secrets of all rounds.")
    seats = fields.List(fields.Nested(SeatFairness), required=True)
    rounds = fields.List(fields.Nested(RoundFairness), required=True)
    how = fields.Nested(Words, required=True, metadata={"description": "How to check it."})


class RulesetFairness(f.Answer):
    """How often games of a ruleset were abandoned, and links withheld."""

    ruleset = f.ruleset_key(required=True)
    games = f.count(required=True, note="Finished games.")
    abandoned = f.count(required=True, note="Games that were abandoned after the first link or the first deal.")
    rounds = f.count(required=True, note="Finished rounds.")
    cuts = f.count(required=True, note="Links of players that have shuffled a deck.")
    withheld = f.count(required=True, note="Links of players that are missing in a deck; each game names the causes.")


class FairnessRates(f.Answer):
    """Counts of all games of this server."""

    rulesets = fields.List(fields.Nested(RulesetFairness), required=True)


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
