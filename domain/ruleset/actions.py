"""The actions of players, and their form on the wire (discriminated by `type`)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.log.errors import Refused
from domain.log.sentences import Sentence, series
from domain.log.values import value
from domain.ruleset.cards import CARDS, CODES, SUITS, Card, codes


@value
class Play:
    """Lay cards of one rank on the pile, bottom card first; `suit` is declared with an 8 and only then."""

    cards: tuple[Card, ...]
    suit: int | None = None
    on: int | None = None
    "Version of the event that laid the top, if the play is for that card only."


@value
class Draw:
    """Draw one card from the stock."""


@value
class Pass:
    """Do nothing, where that is allowed."""


@value
class Accept:
    """Take a pending effect: draw the cards, or open the hand."""


@value
class Dobon:
    """Call, or counter, on the event with version `on`."""

    on: int


@value
class Decline:
    """Answer a window without calling; `on` as in `Dobon`."""

    on: int


@value
class Doubt:
    """Say that the play with version `on` was a lie."""

    on: int


@value
class Flip:
    """Turn up the next card of the stock, as the dealer."""


@value
class Lead:
    """Lay cards before the next player, with perhaps one extra card [おつけ]."""

    cards: tuple[Card, ...]
    extra: Card | None = None


@value
class Attack:
    """Attack the defender."""

    cards: tuple[Card, ...]


@value
class Beat:
    """Beat attacks: pairs of an attack card and the card that beats it."""

    pairs: tuple[tuple[Card, Card], ...]


@value
class Take:
    """Take up the cards that are not beaten [負けを認める、おもらい]."""


@value
class Stop:
    """Attack no further [攻撃が止まる]."""


@value
class ThrowIn:
    """Add cards to what the defender takes up [スローイン]."""

    cards: tuple[Card, ...]


@value
class TurnOver:
    """Turn an attack over to the next player with a card of its number [ターンオーバー]."""

    card: Card


@value
class Ready:
    """Declare readiness for the next round."""

    link: str | None = None
    "The link of that round in the player's hash chain, in hex."


CALLS = (Dobon, Doubt)
"""Actions that answer a play of another player. They come before any action that would end the right to call."""

Action = (
    Play | Draw | Pass | Accept | Dobon | Doubt | Decline | Flip | Lead | Attack | Beat | Take | Stop | ThrowIn | TurnOver
    | Ready
)  # fmt: skip

_PLAIN: dict[str, Action] = {
    "draw": Draw(), "pass": Pass(), "accept": Accept(), "flip": Flip(), "take": Take(), "stop": Stop(),
}  # fmt: skip
_NAMES: dict[type[Any], str] = {
    Play: "play", Draw: "draw", Pass: "pass", Accept: "accept", Dobon: "dobon", Doubt: "doubt", Decline: "decline", Flip: "flip",
    Lead: "lead", Attack: "attack", Beat: "beat", Take: "take", Stop: "stop", ThrowIn: "throw-in", TurnOver: "turn-over",
    Ready: "ready",
}  # fmt: skip
_ALONE = frozenset(type(action) for action in _PLAIN.values())
"""Types of actions without fields."""

_ON: dict[str, Callable[[int], Action]] = {"dobon": Dobon, "doubt": Doubt, "cheat": Doubt, "decline": Decline}
"""Answers to the event of a version."""


def name_of(kind: type[Action]) -> str:
    """Return the name of the kind of action on the wire."""
    return _NAMES[kind]


def from_wire(body: Mapping[str, Any]) -> Action:
    """Return the action of a body that has the right fields. Raises `Refused("unknown-action" | "unknown-card")`."""
    name = body["type"]
    if name in _PLAIN:
        return _PLAIN[name]
    if name in _ON:
        return _ON[name](body["on"])
    if name == "ready":
        return Ready(body.get("link"))
    if name not in _WITH_CARDS:
        raise Refused("unknown-action", Sentence("Known actions: {actions}.", actions=series(sorted(_NAMES.values()))))
    return _WITH_CARDS[name](body)


def _cards(codes: Iterable[str]) -> tuple[Card, ...]:
    found = tuple(codes)
    if any(code not in CARDS for code in found):
        raise Refused("unknown-card", "A card is a suit letter of S, C, H, D and a number 1 to 13, or X1, X2.")
    return tuple(CARDS[code] for code in found)


def _play(body: Mapping[str, Any]) -> Play:
    suit = body.get("suit")
    return Play(_cards(body["cards"]), None if suit is None else SUITS.index(suit), body.get("on"))


def _lead(body: Mapping[str, Any]) -> Lead:
    extra = body.get("extra")
    return Lead(_cards(body["cards"]), None if extra is None else _cards([extra])[0])


def _beat(body: Mapping[str, Any]) -> Beat:
    pairs = [_cards(pair) for pair in body["pairs"]]
    return Beat(tuple((attack, card) for attack, card in pairs))


_WITH_CARDS: dict[str, Callable[[Mapping[str, Any]], Action]] = {
    "play": _play,
    "lead": _lead,
    "attack": lambda body: Attack(_cards(body["cards"])),
    "beat": _beat,
    "throw-in": lambda body: ThrowIn(_cards(body["cards"])),
    "turn-over": lambda body: TurnOver(_cards([body["card"]])[0]),
}


def to_wire(action: Action) -> dict[str, Any]:
    """Return the body that stands for the action."""
    kind = type(action)
    body: dict[str, Any] = {"type": _NAMES[kind]}
    if kind not in _ALONE:
        _FIELDS[kind](action, body)
    return body


def _add_play(action: Play, body: dict[str, Any]) -> None:
    body["cards"] = codes(action.cards)
    if action.suit is not None:
        body["suit"] = SUITS[action.suit]
    if action.on is not None:
        body["on"] = action.on


def _add_lead(action: Lead, body: dict[str, Any]) -> None:
    body["cards"] = codes(action.cards)
    if action.extra is not None:
        body["extra"] = CODES[action.extra]


def _add_cards(action: Attack | ThrowIn, body: dict[str, Any]) -> None:
    body["cards"] = codes(action.cards)


def _add_on(action: Dobon | Doubt | Decline, body: dict[str, Any]) -> None:
    body["on"] = action.on


def _add_pairs(action: Beat, body: dict[str, Any]) -> None:
    body["pairs"] = [codes(pair) for pair in action.pairs]


def _add_card(action: TurnOver, body: dict[str, Any]) -> None:
    body["card"] = CODES[action.card]


def _add_link(action: Ready, body: dict[str, Any]) -> None:
    if action.link is not None:
        body["link"] = action.link


_FIELDS: dict[type[Any], Callable[[Any, dict[str, Any]], None]] = {
    Play: _add_play, Lead: _add_lead, Attack: _add_cards, ThrowIn: _add_cards, Dobon: _add_on, Doubt: _add_on,
    Decline: _add_on, Beat: _add_pairs, TurnOver: _add_card, Ready: _add_link,
}  # fmt: skip
"""Adds the fields of an action to its body."""
