"""The board of a round, by family of rulesets."""

from marshmallow import fields, validate

from api.schemas import fields as f


class Top(f.Answer):
    """The card on top of the pile."""

    card = f.seen_card(required=True)
    owner = f.seat(
        required=True,
        allow_none=True,
        note="Who laid it; null for the initial card, and for one that the dealer turned up.",
    )
    version = f.version(required=True, note="What a call or a play on this card names as `on`.")
    suit = f.suit(required=True, allow_none=True, note="The suit in force; null for a joker that was turned up.")


class Pending(f.Answer):
    """The effect of a 2 or a 13 that has not been taken."""

    rank = f.count(required=True)
    draw = f.count(required=True)
    target = f.seat(required=True)


class Call(f.Answer):
    """A call on the card on top."""

    seat = f.seat(required=True)
    on = f.version(required=True)
    kind = f.call_kind(required=True)
    hand = fields.List(f.seen_card(), required=True, allow_none=True)
    formulas = fields.List(f.text("7+3+2"), required=True)
    valid = fields.Boolean(required=True)
    version = f.version(required=True)


class DobonBoard(f.Answer):
    """What lies on the table of a game of Dobon."""

    top = fields.Nested(
        Top, required=True, allow_none=True, metadata={"description": "null until the dealer has turned a card up."}
    )
    pile = f.count(required=True)
    direction = f.Whole(required=True, validate=validate.OneOf([1, -1]))
    pending = fields.Nested(Pending, required=True, allow_none=True)
    cover_from = f.moment(required=True, allow_none=True)
    may_play = fields.Boolean(required=True)
    open = fields.List(
        fields.List(f.seen_card()), required=True, metadata={"description": "By seat: cards that lie open for good."}
    )
    calls = fields.List(fields.Nested(Call), required=True)
    dealer = f.seat(note="Who turns cards up until the round is opened; where a dealer does.")
    calls_open = fields.Boolean(
        metadata={
            "description": "May the card on top still be called? Where the right to call ends before it is covered."
        }
    )


class Said(f.Answer):
    """The newest play of a game of Doubt, as it was announced."""

    seat = f.seat(required=True)
    number = f.count(required=True)
    count = f.count(required=True)
    version = f.version(required=True, note="What a doubt names as `on`.")


class DoubtBoard(f.Answer):
    """What lies on the table of a game of Doubt."""

    number = f.count(required=True, note="What the next cards are said to be.")
    pile = f.count(required=True)
    claim = fields.Nested(Said, required=True, allow_none=True)
    plays = f.count(required=True)
    finishing = fields.Boolean(required=True, metadata={"description": "The newest play emptied a hand."})
    closable = fields.Boolean(required=True, metadata={"description": "The next player's play closes the window."})
    play_from = f.moment(required=True, allow_none=True, note="From when it may, while others can still doubt.")
    success = fields.List(f.count(), required=True, metadata={"description": "By seat: lies caught."})
    out = fields.List(f.seat(), required=True, metadata={"description": "Seats eliminated, the first one first."})


class AttackCard(f.Answer):
    """An attack card, and what beat it."""

    card = f.seen_card(required=True)
    by = f.seat(required=True)
    beaten_with = f.seen_card(required=True, allow_none=True, note="null as long as nothing has.")


class BeatingBoard(f.Answer):
    """What lies on the table of a game of Durak, Kirifu or Mustamaija, who attacks whom, and how much may be attacked with."""

    trump = f.suit(required=True, allow_none=True, note="null until it is turned.")
    trump_card = f.seen_card(
        required=True, allow_none=True, note="The card that was turned up to decide it, wherever it is now."
    )
    trump_holder = f.seat(
        required=True, allow_none=True, note="Who holds that card, since everybody saw it being drawn or dealt."
    )
    attacks = fields.List(
        fields.Nested(AttackCard), required=True, metadata={"description": "In the order in which they were laid."}
    )
    attacker = f.seat(required=True, allow_none=True)
    guardians = fields.List(f.seat(), required=True, metadata={"description": "Durak: who else may attack."})
    defender = f.seat(required=True, allow_none=True)
    attack_right = f.seat(
        required=True, allow_none=True, note="Who may attack now or, in Durak, when all is beaten or taken."
    )
    stopped = fields.List(
        f.seat(), required=True, metadata={"description": "Durak: who has stopped since the last attack card."}
    )
    limit = f.count(
        required=True, allow_none=True,
        note="Attack cards at most: of the whole bout in Durak, of the lead that is asked for in the other games.",
    )  # fmt: skip
    ranks = fields.List(f.count(), required=True, metadata={"description": "Numbers on the table."})
    bout = f.count(required=True, allow_none=True, note="Durak: the bout's number.")
    out = fields.List(f.seat(), required=True, metadata={"description": "Seats that are done, the first one first."})
    discarded = f.count(required=True, note="Cards out of play.")
    stall = f.count(required=True, note="Takes in a row that came to nothing; `stall_limit` of them end the round.")


class Board(f.AnyOf):
    """What lies on the table, as the ruleset has it."""

    variants = (DobonBoard, DoubtBoard, BeatingBoard)
