"""The boards of a round, one schema for each family of rulesets."""

from collections.abc import Mapping
from typing import ClassVar

from marshmallow import Schema, fields, validate

from api.representations import fields as f


class Top(f.Answer):
    """The card on top of the pile."""

    card = f.seen_card(required=True)
    owner = f.seat(
        required=True,
        allow_none=True,
        note="The seat that laid it; null for the initial card and for a card that the dealer turned up.",
    )
    version = f.version(required=True, note="The `on` of a call or a play on this card.")
    suit = f.suit(required=True, allow_none=True, note="The suit to follow; null for a joker that was turned up.")


class Pending(f.Answer):
    """The pending effect of a 2 or a 13."""

    rank = f.count(required=True)
    draw = f.count(required=True)
    target = f.seat(required=True)


class Call(f.Answer):
    """A call on the top card."""

    seat = f.seat(required=True)
    on = f.version(required=True)
    kind = f.call_kind(required=True)
    hand = fields.List(f.seen_card(), required=True, allow_none=True)
    formulas = fields.List(f.text("7+3+2"), required=True)
    valid = fields.Boolean(required=True)
    version = f.version(required=True)


class DobonBoard(f.Answer):
    """The table of a game of Dobon."""

    family = fields.Constant("dobon", required=True)
    top = fields.Nested(
        Top, required=True, allow_none=True, metadata={"description": "null until the dealer turns a card up."}
    )
    pile = f.count(required=True)
    direction = f.Whole(required=True, validate=validate.OneOf([1, -1]))
    pending = fields.Nested(Pending, required=True, allow_none=True)
    allowed_from = f.moment(
        required=True, allow_none=True, note="The moment from which the top card may be covered; null for at once."
    )
    may_play = fields.Boolean(required=True)
    open = fields.List(
        fields.List(f.seen_card()), required=True, metadata={"description": "By seat: cards that stay open."}
    )
    calls = fields.List(fields.Nested(Call), required=True)
    dealer = f.seat(note="The seat that turns cards up until the round is opened. In rulesets with a dealer.")
    calls_open = fields.Boolean(
        metadata={
            "description": "Whether the top card can still be called. In rulesets in which the right to call ends before the card is covered."
        }
    )


class Said(f.Answer):
    """The newest play of a game of Doubt, as announced."""

    seat = f.seat(required=True)
    number = f.count(required=True)
    count = f.count(required=True)
    version = f.version(required=True, note="The `on` of a doubt of this play.")


class DoubtBoard(f.Answer):
    """The table of a game of Doubt."""

    family = fields.Constant("doubt", required=True)
    number = f.count(required=True, note="The number to be announced with the next cards.")
    pile = f.count(required=True)
    claim = fields.Nested(Said, required=True, allow_none=True)
    plays = f.count(required=True)
    finishing = fields.Boolean(required=True, metadata={"description": "The newest play emptied a hand."})
    closable = fields.Boolean(required=True, metadata={"description": "The next player's play closes the window."})
    allowed_from = f.moment(
        required=True, allow_none=True, note="The moment from which it may, while others can still doubt."
    )
    success = fields.List(f.count(), required=True, metadata={"description": "By seat: lies caught."})
    out = fields.List(
        f.seat(), required=True, metadata={"description": "Eliminated seats, in the order of elimination."}
    )


class AttackCard(f.Answer):
    """An attack card and the card that beat it."""

    card = f.seen_card(required=True)
    by = f.seat(required=True)
    beaten_with = f.seen_card(required=True, allow_none=True, note="null until a card beats it.")


class BeatingBoard(f.Answer):
    """The table of a game of Durak, Kirifu or Mustamaija: attacker, defender, and the limit of attack cards."""

    family = fields.Constant("beating", required=True)
    trump = f.suit(required=True, allow_none=True, note="null until it is turned up.")
    trump_card = f.seen_card(
        required=True, allow_none=True, note="The card that decided the trump suit, wherever it is now."
    )
    trump_holder = f.seat(
        required=True,
        allow_none=True,
        note="The seat that holds that card, which every player saw being drawn or dealt.",
    )
    attacks = fields.List(fields.Nested(AttackCard), required=True, metadata={"description": "In the order of play."})
    attacker = f.seat(required=True, allow_none=True)
    guardians = fields.List(
        f.seat(), required=True, metadata={"description": "Durak: the other seats that may attack."}
    )
    defender = f.seat(required=True, allow_none=True)
    attack_right = f.seat(
        required=True,
        allow_none=True,
        note="The seat that may attack now or, in Durak, after all attacks are beaten or taken.",
    )
    stopped = fields.List(
        f.seat(),
        required=True,
        metadata={"description": "Durak: the seats that have stopped since the last attack card."},
    )
    limit = f.count(
        required=True, allow_none=True,
        note="Limit of attack cards: of the whole bout in Durak, of the next lead in the other games.",
    )  # fmt: skip
    ranks = fields.List(f.count(), required=True, metadata={"description": "Numbers on the table."})
    bout = f.count(required=True, allow_none=True, note="Durak: the bout's number.")
    out = fields.List(
        f.seat(), required=True, metadata={"description": "Seats without cards, in the order in which they finished."}
    )
    discarded = f.count(required=True, note="Cards out of play.")
    stall = f.count(required=True, note="Consecutive takes without progress; `stall_limit` of them end the round.")


class Board(f.Union):
    """The table, in the form of the ruleset's family."""

    discriminator = "family"
    variants: ClassVar[Mapping[str, type[Schema]]] = {
        "dobon": DobonBoard,
        "doubt": DoubtBoard,
        "beating": BeatingBoard,
    }
