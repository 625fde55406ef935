"""Plays: which cards fit on which (tables computed once), the plays of a hand, and the checks of every play."""

from functools import cache
from itertools import combinations

from domain.dobon.table import NOBODY, DobonTable
from domain.log.errors import Refused
from domain.log.sentences import Sentence
from domain.ruleset.actions import Play
from domain.ruleset.cards import CODES, RANK, SUIT, SUITS, Card, SuitLetter
from domain.ruleset.legal_actions import LegalAction, More

EIGHT = 8
"""The number that names a suit [マーク変え]."""

Fits = tuple[bool, ...]
"""Tells for each card whether it fits."""

_NUMBERS = range(14)
_SUITS = tuple(range(len(SUITS)))
_ALL = range(len(CODES))

MATCHING: tuple[tuple[Fits, ...], ...] = tuple(
    tuple(tuple(RANK[c] > 0 and (SUIT[c] == suit or RANK[c] == rank) for c in _ALL) for rank in _NUMBERS)
    for suit in range(4)
)
"""Cards that match suit or number: `MATCHING[suit in force][number of the top]`. A joker matches nothing."""

MATCHING_OR_EIGHT: tuple[tuple[Fits, ...], ...] = tuple(
    tuple(tuple(fits or RANK[c] == EIGHT for c, fits in enumerate(row)) for row in rows) for rows in MATCHING
)
"""The same if an 8 goes on anything."""

SAME: tuple[Fits, ...] = tuple(tuple(0 < RANK[c] == rank for c in _ALL) for rank in _NUMBERS)
"""Cards of the same number: `SAME[number]`."""

SAME_OR_EIGHT: tuple[Fits, ...] = tuple(tuple(fits or RANK[c] == EIGHT for c, fits in enumerate(row)) for row in SAME)
"""Cards of the same number, and 8s."""

_TWINS: tuple[frozenset[Card], ...] = tuple(
    frozenset(other for other in _ALL if RANK[other] == RANK[card] and other != card) for card in _ALL
)
"""The other cards of each card's number."""

_SINGLES: tuple[list[Play], ...] = tuple(
    [Play((card,), suit) for suit in range(4)] if RANK[card] == EIGHT else [Play((card,))] for card in _ALL
)


def plays(hand: list[Card], fits: Fits) -> list[Play]:
    """Return all plays of the hand: each set of cards of one number once, with a fitting card at the bottom, an 8 with
    each suit.
    """
    found: list[Play] = []
    grouped: list[int] = []
    for card in hand:
        if fits[card]:
            found += _SINGLES[card]
            if not _TWINS[card].isdisjoint(hand) and RANK[card] not in grouped:
                grouped.append(RANK[card])
                same = tuple(sorted([card, *_TWINS[card].intersection(hand)]))
                found += _several(same, tuple([card for card in same if fits[card]]))
    return found


@cache
def _several(same: tuple[Card, ...], bottoms: tuple[Card, ...]) -> list[Play]:
    """Return plays of two and more of these cards, which have one number, with one of `bottoms` below the others.

    There are 13 numbers with 15 sets of cards and 15 of bottoms, so each result is cached.
    """
    found: list[Play] = []
    suits = range(4) if RANK[same[0]] == EIGHT else (None,)
    for count in range(2, len(same) + 1):
        for group in combinations(same, count):
            bottom = next((card for card in group if card in bottoms), None)
            if bottom is not None:
                ordered = (bottom, *(card for card in group if card != bottom))
                found += [Play(ordered, suit) for suit in suits]
    return found


def legal_plays(hand: list[Card], fits: Fits, on: int | None = None, drawn: Card | None = None) -> list[LegalAction]:
    """Return an entry for each card of the hand that may be at the bottom; the others of its number may be added.

    The plays name the version `on`, if one is given. With `drawn` only plays with that card count.
    """
    found: list[LegalAction] = []
    for card in hand:
        if fits[card]:
            twins = _TWINS[card]
            same = () if twins.isdisjoint(hand) else tuple([other for other in hand if other in twins])
            if drawn is None or drawn == card:
                found.append(_legal(card, (), same, on))
            elif drawn in same:
                found.append(_legal(card, (drawn,), tuple([other for other in same if other != drawn]), on))
    return found


def _legal(card: Card, with_it: tuple[Card, ...], further: tuple[Card, ...], on: int | None) -> LegalAction:
    action, legal = _without_on(card, with_it, further)
    return legal if on is None else LegalAction(Play(action.cards, action.suit, on), legal.more)


@cache
def _without_on(card: Card, with_it: tuple[Card, ...], further: tuple[Card, ...]) -> tuple[Play, LegalAction]:
    """Return the play of a card with those below, alone and as an entry. There are few, so each is cached."""
    cards, eight = (card, *with_it), RANK[card] == EIGHT
    play = Play(cards, SUIT[card] if eight else None)
    if not further and not eight:
        return play, LegalAction(play)
    more = More(further, len(cards) + len(further) if further else 0, suits=_SUITS if eight else ())
    return play, LegalAction(play, more)


def is_plain(table: DobonTable, seat: int, play: Play, fits: Fits) -> bool:
    """Tell whether the play is one card of the seat that fits on the top, other than an 8: it passes every check."""
    card = play.cards[0] if len(play.cards) == 1 else None
    return (
        card is not None
        and fits[card]
        and RANK[card] != EIGHT
        and play.suit is None
        and (card in table.hands[seat] or card in table.shown[seat])
        and (play.on is None or play.on == table.top_version)
    )


def check_top(table: DobonTable, play: Play) -> None:
    """Raise `Refused("too-late")` where the play names a card that is no longer on top, saying who was first."""
    if play.on is None or play.on == table.top_version:
        return
    card, version, owner = CODES[table.top], table.top_version, table.top_owner
    now = (
        Sentence("{card} of version {version} is", card=card, version=version)
        if owner == NOBODY
        else Sentence(
            "{card} of version {version} is, which seat {seat} has laid", card=card, version=version, seat=owner
        )
    )
    raise Refused(
        "too-late",
        Sentence("Version {version} is not on top any more: {top}.", version=play.on, top=now),
        on=table.top_version,
    )


def bottom(play: Play) -> Card:
    """Return the first card of the play. Raises `Refused("bad-arguments")` if the play has no card."""
    if not play.cards:
        raise Refused("bad-arguments", "A play has one card or more in `cards`.")
    return play.cards[0]


def check_cards(table: DobonTable, seat: int, play: Play) -> None:
    """Raise `Refused` unless the cards are the seat's own, each once, and have one number."""
    rank, cards = RANK[bottom(play)], play.cards
    if len(cards) > 1 and len(set(cards)) < len(cards):
        raise Refused("same-card-twice", "Each card can be played once.")
    hand = table.hand(seat)
    for card in cards:
        if card not in hand:
            raise Refused("card-not-held", "Play cards of your own hand.")
        if RANK[card] != rank:
            raise Refused("ranks-differ", "Cards played together have the same number.")


def check_suit(play: Play) -> None:
    """Raise `Refused` unless a suit is named with an 8, and only then."""
    eight = RANK[play.cards[0]] == EIGHT
    if eight and play.suit is None:
        raise Refused("suit-needed", "An 8 names a suit: S, C, H or D.")
    if not eight and play.suit is not None:
        raise Refused("suit-not-allowed", "Only an 8 names a suit.")


def suit_named(play: Play) -> SuitLetter:
    """Return the suit in force after the play, as its letter: the one declared, else that of the last card."""
    return SUITS[SUIT[play.cards[-1]] if play.suit is None else play.suit]
