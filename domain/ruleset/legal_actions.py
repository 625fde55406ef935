"""Legal actions, and what may be added to each: from these entries alone every action that is accepted can be built.

An entry holds an action that can be sent as it is. `More` says what may be added to it, in one form for all rulesets.
Only a link cannot be built from the entry, because it is the player's own secret.
Actions that mean the same are listed once: only in Dobon does the order of cards matter, and a play may leave out `on`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import combinations, permutations
from typing import Any

from domain.log.moments import Moment
from domain.log.values import value
from domain.ruleset.actions import Action, Attack, Beat, Lead, Play, ThrowIn, from_wire, to_wire
from domain.ruleset.cards import CARDS, CODES, SUITS, Card, codes

Pair = tuple[Card, Card]


@value
class More:
    """The additions that an action allows. The first card of the action always stays the first one."""

    cards: tuple[Card, ...] = ()
    "Any of these may be added to `cards`, each as often as it stands here. Only in Dobon does their order matter."
    most: int = 0
    "Maximum of cards in the action, those of the listed action included; 0 without `cards`."
    pairs: tuple[Pair, ...] = ()
    "Any of these may be added to `pairs`, as long as no card is named twice."
    extra: tuple[Card, ...] = ()
    "One of these may be sent as `extra`."
    suits: tuple[int, ...] = ()
    "Any one of these may be sent as `suit`."
    link_round: int = 0
    "The round whose link in the seat's hash chain may be sent as `link`; 0 for none."


@value
class LegalAction:
    """An action that the rules accept, now or from a moment on."""

    action: Action
    more: More | None = None
    "None if the action can only be sent as it is."
    allowed_from: Moment | None = None
    "The moment before which the rules refuse it as `too-early`; None if it is allowed now."
    wire: dict[str, Any] | None = field(default=None, compare=False, repr=False)
    "The entry of a view, once it was made."


def built(legal: LegalAction, *, ordered: bool = False) -> Iterator[Action]:
    """Yield every action that can be built from the entry, first the listed one.

    With `ordered` the cards after the first are yielded in every order, and otherwise in one.
    """
    action, more = legal.action, legal.more
    if more is None:
        yield from _orders(action, ordered)
    elif isinstance(action, Beat):
        yield from (Beat((*action.pairs, *added)) for added in _more_pairs(action.pairs, more.pairs))
    elif isinstance(action, Play | Lead | Attack | ThrowIn):
        most = max(more.most - len(action.cards), 0)
        for count in range(min(most, len(more.cards)) + 1):
            for added in combinations(more.cards, count):
                for widened in _orders(replace(action, cards=(*action.cards, *added)), ordered):
                    yield from _chosen(widened, more)


def _orders(action: Action, ordered: bool) -> Iterator[Action]:
    """Yield the action, if `ordered` with the cards after the first in every order."""
    if not ordered or not isinstance(action, Play | Lead | Attack | ThrowIn):
        yield action
        return
    first, *others = action.cards
    yield from (replace(action, cards=(first, *order)) for order in permutations(others))


def _chosen(action: Action, more: More) -> Iterator[Action]:
    """Yield the action with each suit, and without and with each extra card."""
    if isinstance(action, Play) and more.suits:
        yield from (replace(action, suit=suit) for suit in more.suits)
        return
    yield action
    if isinstance(action, Lead):
        yield from (replace(action, extra=card) for card in more.extra if card not in action.cards)


def _more_pairs(taken: tuple[Pair, ...], further: tuple[Pair, ...]) -> Iterator[tuple[Pair, ...]]:
    """Yield each set of further pairs that names no card twice, and no card of the pairs taken."""
    yield ()
    named = {card for pair in taken for card in pair}
    for place, pair in enumerate(further):
        if named.isdisjoint(pair):
            yield from ((pair, *others) for others in _more_pairs((*taken, pair), further[place + 1 :]))


def legal_to_wire(legal: LegalAction) -> dict[str, Any]:
    """Return the entry of a view's `actions`, which must not be changed."""
    if legal.wire is not None:
        return legal.wire
    body: dict[str, Any] = {"action": to_wire(legal.action)}
    if legal.allowed_from is not None:
        body["allowed_from"] = legal.allowed_from
    if legal.more is not None:
        body["more"] = _more_to_wire(legal.more)
    legal.wire = body  # type: ignore[misc]  # only remembered
    return body


def _more_to_wire(more: More) -> dict[str, Any]:
    body: dict[str, Any] = {}
    if more.cards:
        body |= {"cards": codes(more.cards), "most": more.most}
    if more.pairs:
        body["pairs"] = [[CODES[attack], CODES[card]] for attack, card in more.pairs]
    if more.extra:
        body["extra"] = codes(more.extra)
    if more.suits:
        body["suits"] = [SUITS[suit] for suit in more.suits]
    if more.link_round:
        body["link_round"] = more.link_round
    return body


def legal_from_wire(body: Mapping[str, Any]) -> LegalAction:
    """Return the legal action of an entry of a view's `actions`."""
    more = body.get("more")
    return LegalAction(
        from_wire(body["action"]), None if more is None else _more_from_wire(more), body.get("allowed_from")
    )


def _more_from_wire(more: Mapping[str, Any]) -> More:
    return More(
        _cards(more.get("cards", ())),
        more.get("most", 0),
        tuple((CARDS[attack], CARDS[card]) for attack, card in more.get("pairs", ())),
        _cards(more.get("extra", ())),
        tuple(SUITS.index(suit) for suit in more.get("suits", ())),
        more.get("link_round", 0),
    )


def _cards(codes_of: Iterable[str]) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes_of)
