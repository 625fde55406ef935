"""The actions of players, told apart by their `type`."""

from collections.abc import Mapping
from typing import ClassVar

from marshmallow import Schema, fields

from api.representations import fields as f

DECK = 53
"""Limit of cards in one action. The games themselves refuse far lower numbers."""


def _cards(*example: str) -> fields.List[str]:
    return fields.List(f.card(), required=True, validate=f.Length(1, DECK), metadata={"examples": [list(example)]})


class Play(f.Body):
    """Lay cards of one number, bottom card first. An 8 names a suit; no other card does.

    With `on` the play is meant for the card of that version alone: if it is no longer on top, the play is `too-late`.
    """

    type = fields.Constant("play", required=True)
    cards = fields.List(f.card(), required=True, validate=f.Length(1, 8), metadata={"examples": [["S4", "C4"]]})
    suit = f.suit()
    on = f.version(note="The version of the event that laid the top card or turned it up.")


class Draw(f.Body):
    """Draw one card."""

    type = fields.Constant("draw", required=True)


class Pass(f.Body):
    """Do nothing: in the very first turn of a round, or after drawing if `play_after_draw` is on."""

    type = fields.Constant("pass", required=True)


class Accept(f.Body):
    """Accept the effect of a 2 or a 13: draw the cards, or open the hand."""

    type = fields.Constant("accept", required=True)


class Dobon(f.Body):
    """Call, or counter a call, with the whole hand. `on` is the version of the play, of the flip or of the call."""

    type = fields.Constant("dobon", required=True)
    on = f.version(required=True)


class Decline(f.Body):
    """Answer a window without calling. `on` is the same as in a call."""

    type = fields.Constant("decline", required=True)
    on = f.version(required=True)


class Flip(f.Body):
    """Turn up the next card of the stock, as the dealer."""

    type = fields.Constant("flip", required=True)


class Doubt(f.Body):
    """Claim that the play of version `on` was a lie. In Cheat the same action is also named `cheat`."""

    type = fields.Constant("doubt", required=True)
    on = f.version(required=True)


class Cheat(f.Body):
    """Another name for `doubt`."""

    type = fields.Constant("cheat", required=True)
    on = f.version(required=True)


class Lead(f.Body):
    """Kirifu and Mustamaija: lay cards in front of the next player.

    In Kirifu a group can have one further card as `extra` [おつけ].
    """

    type = fields.Constant("lead", required=True)
    cards = _cards("H9", "D9")
    extra = f.card()


class Attack(f.Body):
    """Durak: attack the defender, to begin a bout or to continue it with a number on the table.

    One card, unless the rules allow a lead of several.
    """

    type = fields.Constant("attack", required=True)
    cards = _cards("H6")


class Beat(f.Body):
    """Beat attacks: pairs of an attack card and the card that beats it. Either all pairs are played or none."""

    type = fields.Constant("beat", required=True)
    pairs = fields.List(
        f.card_pair(),
        required=True,
        validate=f.Length(1, DECK),
        metadata={"description": "Attack card first.", "examples": [[["H9", "H10"]]]},
    )


class Take(f.Body):
    """Give up the defence and take up cards: in Durak all of them, in Kirifu and Mustamaija the unbeaten ones.

    Always allowed to the defender.
    """

    type = fields.Constant("take", required=True)


class Stop(f.Body):
    """Durak: stop attacking or throwing in for now. The right to attack goes to the next player who can use it."""

    type = fields.Constant("stop", required=True)


class ThrowIn(f.Body):
    """Durak: add cards of numbers on the table to those that the defender takes up [スローイン]."""

    type = fields.Constant("throw-in", required=True)
    cards = _cards("S9", "C9")


class TurnOver(f.Body):
    """Durak: turn the attack over to the next player with one more card of its number [ターンオーバー]."""

    type = fields.Constant("turn-over", required=True)
    card = f.card(required=True)


class Ready(f.Body):
    """Be ready for the next round."""

    type = fields.Constant("ready", required=True)
    link = f.digest(
        note="The link of that round in my hash chain, if I have sent an anchor with my seat. Without it the round is shuffled "
        "without my part, and everybody sees that I have withheld it."
    )


class Action(f.Union):
    """One of the actions."""

    variants: ClassVar[Mapping[str, type[Schema]]] = {
        "play": Play,
        "draw": Draw,
        "pass": Pass,
        "accept": Accept,
        "dobon": Dobon,
        "decline": Decline,
        "doubt": Doubt,
        "cheat": Cheat,
        "flip": Flip,
        "lead": Lead,
        "attack": Attack,
        "beat": Beat,
        "take": Take,
        "stop": Stop,
        "throw-in": ThrowIn,
        "turn-over": TurnOver,
        "ready": Ready,
    }


class More(f.Answer):
    """The additions that a listed action allows. Each property is there only if there are any."""

    cards = fields.List(
        f.card(),
        validate=f.Length(1),
        metadata={
            "description": "Any of these may be added to `cards`, each as often as it is listed, up to `most`. The first "
            "card stays the first; in Dobon the order of the others says which suit is in force, elsewhere it means nothing."
        },
    )
    most = f.count(note="Together with `cards`: the maximum of cards in the action, those that it has included.")
    pairs = fields.List(
        f.card_pair(),
        validate=f.Length(1),
        metadata={"description": "Any of these may be added to `pairs`, as long as no card is named twice."},
    )
    extra = fields.List(
        f.card(), validate=f.Length(1), metadata={"description": "Any one of these may be sent as `extra`."}
    )
    suits = fields.List(
        f.suit(), validate=f.Length(1), metadata={"description": "Any one of these may be sent as `suit`."}
    )
    link_round = f.version(note="The link of this round in my hash chain may be sent as `link`.")


class LegalAction(f.Answer):
    """An action that may be sent as it is, or with what `more` adds."""

    action = fields.Nested(Action, required=True)
    allowed_from = f.moment(
        note="The moment before which the action is refused as `too-early`. Only while it lies in the future; the view "
        "changes when it has come, so a request that waits for a change is answered then."
    )
    more = fields.Nested(More)


EXAMPLES = {
    "play": {"summary": "two fours, the spade below", "value": {"type": "play", "cards": ["S4", "C4"]}},
    "eight": {
        "summary": "an eight that makes the suit hearts",
        "value": {"type": "play", "cards": ["D8"], "suit": "H"},
    },
    "jump-in": {
        "summary": "a nine out of turn, on the nine of version 17 and on no other card",
        "value": {"type": "play", "cards": ["H9"], "on": 17},
    },
    "draw": {"value": {"type": "draw"}},
    "accept": {"value": {"type": "accept"}},
    "dobon": {"summary": "a call on the play of version 17", "value": {"type": "dobon", "on": 17}},
    "decline": {"value": {"type": "decline", "on": 18}},
    "doubt": {"summary": "the play of version 17 was a lie", "value": {"type": "doubt", "on": 17}},
    "flip": {"value": {"type": "flip"}},
    "lead": {
        "summary": "two nines, and a four as extra card",
        "value": {"type": "lead", "cards": ["H9", "D9"], "extra": "C4"},
    },
    "attack": {"value": {"type": "attack", "cards": ["H6"]}},
    "beat": {
        "summary": "the nine with the ten, the king with a trump",
        "value": {"type": "beat", "pairs": [["H9", "H10"], ["S13", "D6"]]},
    },
    "ready": {
        "summary": "ready for the next round, with a link of my hash chain",
        "value": {"type": "ready", "link": "9f" * 32},
    },
    "take": {"value": {"type": "take"}},
    "stop": {"value": {"type": "stop"}},
    "throw-in": {"value": {"type": "throw-in", "cards": ["S9", "C9"]}},
    "turn-over": {
        "summary": "a seven on sevens, which the next player has to beat",
        "value": {"type": "turn-over", "card": "S7"},
    },
}
