"""Actions built from the entries of a view's `actions`."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from dobon_client.types import Card, CardPair, LegalAction, More, Suit


def choose(
    entry: LegalAction,
    *,
    cards: Sequence[Card] = (),
    pairs: Sequence[CardPair] = (),
    extra: Card | None = None,
    suit: Suit | None = None,
) -> LegalAction:
    """Return an entry whose action has these additions, for `Table.act`.

    `cards` and `pairs` are added to those of the action, in this order. Raises `ValueError`, with what the entry
    allows, if `more` of the entry does not allow an addition.
    """
    action, more = dict[str, Any](entry["action"]), entry.get("more", cast("More", {}))
    if cards:
        _check(not Counter(cards) - Counter(more.get("cards", [])), "cards", cards, more)
        action["cards"] = [*action["cards"], *cards]
        _check(len(action["cards"]) <= more["most"], "cards", cards, more)
    if pairs:
        _check(all([*pair] in more.get("pairs", []) for pair in pairs), "pairs", pairs, more)
        action["pairs"] = [*action["pairs"], *([*pair] for pair in pairs)]
        named = Counter(card for pair in action["pairs"] for card in pair)
        _check(max(named.values()) == 1, "pairs", pairs, more)
    if extra is not None:
        _check(extra in more.get("extra", []) and extra not in action["cards"], "extra", extra, more)
        action["extra"] = extra
    if suit is not None:
        _check(suit in more.get("suits", []), "suit", suit, more)
        action["suit"] = suit
    chosen: dict[str, Any] = {**entry, "action": action}
    chosen.pop("more", None)
    return cast("LegalAction", chosen)


def _check(allowed: bool, name: str, value: object, more: More) -> None:
    if not allowed:
        raise ValueError(f"{name} {value!r} cannot be added; this entry allows {more or 'no additions'}")
