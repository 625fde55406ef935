"""Plays: which cards fit on which (masks computed once), the plays of a hand, and the checks of every play."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from domain.dobon.evolve import DobonState
from domain.dobon.table import NOBODY, DobonTable
from domain.dobon.waits import CARDS
from domain.log.errors import Refused
from domain.log.sentences import Sentence
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Pass, Play
from domain.ruleset.cards import CODES, RANK, SUIT, SUITS, Card, SuitLetter, cards_of, mask_of
from domain.ruleset.legal_actions import LegalAction, More

EIGHT = 8
"""The number that names a suit [マーク変え]."""

_NUMBERS = range(14)
_SUITS = tuple(range(len(SUITS)))
_ALL = range(len(CODES))


FITS = tuple(
    tuple(
        mask_of(card for card in _ALL if RANK[card] and (SUIT[card] == suit or RANK[card] == rank)) for rank in _NUMBERS
    )
    for suit in range(4)
)
"""Cards that match suit or number: `FITS[suit in force][number of the top]`. A joker matches nothing."""

BY_NUMBER = tuple(mask_of(card for card in _ALL if 0 < RANK[card] == rank) for rank in _NUMBERS)
"""Cards of each number."""

EIGHTS = BY_NUMBER[EIGHT]

FITS_OR_EIGHT = tuple(tuple(fits | EIGHTS for fits in row) for row in FITS)
"""The same as `FITS` if an 8 goes on anything."""

_PLAIN = CARDS & ~EIGHTS

# The legal actions of a seat are a mask: the cards that may be at the bottom of a play, and one bit for each other one.
DOBON, DECLINE, FLIP, ACCEPT, DRAW, PASS = (1 << len(CODES) + place for place in range(6))

_FIRST = FLIP.bit_length() - 1
_ACTIONS = [LegalAction(action) for action in (Flip(), Accept(), Draw(), Pass())]

_WITHOUT_FIELDS: tuple[tuple[LegalAction, ...], ...] = tuple(
    tuple(legal for place, legal in enumerate(_ACTIONS) if bits >> place & 1) for bits in range(1 << len(_ACTIONS))
)
"""The actions of the bits from that of `FLIP` on."""


@cache
def _call(on: int) -> LegalAction:
    """Return the call on a version. There are as many as versions of the longest game."""
    return LegalAction(Dobon(on))


_SINGLES: tuple[list[Play], ...] = tuple(
    [Play((card,), suit) for suit in range(4)] if RANK[card] == EIGHT else [Play((card,))] for card in _ALL
)


def single(bit: int, table: DobonTable) -> Action:
    """Return the action of one bit of a mask: of a card the play of that card alone."""
    if bit < DOBON:
        return _SINGLES[bit.bit_length() - 1][0]
    return others(bit, table)[0].action


def others(legal: int, table: DobonTable) -> list[LegalAction]:
    """Return the actions of a mask other than plays."""
    found = [_call(table.window or table.top_version)] if legal & DOBON else []
    if legal & DECLINE:
        found.append(LegalAction(Decline(table.window)))
    found += _WITHOUT_FIELDS[legal >> _FIRST]
    return found


def plays(hand: Iterable[Card], held: int, legal: int, drawn: Card | None = None) -> list[Play]:
    """Return all plays of a mask: each set of cards of one number once, with a fitting card at the bottom, an 8 with
    each suit.

    `hand` are the cards in their order, `held` is their mask. With `drawn` only plays with that card count.
    """
    found: list[Play] = []
    grouped = 0
    for card in hand:
        if legal >> card & 1:
            found += _SINGLES[card]
            same = held & BY_NUMBER[RANK[card]]
            if same & (same - 1) and not grouped >> RANK[card] & 1:
                grouped |= 1 << RANK[card]
                found += _several(same, same & legal)
    return found if drawn is None else [play for play in found if drawn in play.cards]


@cache
def _several(same: int, bottoms: int) -> list[Play]:
    """Return plays of two and more of these cards, which have one number, with one of `bottoms` below the others.

    There are 13 numbers with 15 sets of cards and 15 of bottoms, so each result is cached.
    """
    cards = cards_of(same)
    found: list[Play] = []
    suits = range(4) if RANK[cards[0]] == EIGHT else (None,)
    for count in range(2, len(cards) + 1):
        for group in combinations(cards, count):
            bottom = next((card for card in group if bottoms >> card & 1), None)
            if bottom is not None:
                ordered = (bottom, *(card for card in group if card != bottom))
                found += [Play(ordered, suit) for suit in suits]
    return found


def legal_plays(
    hand: list[Card], held: int, legal: int, on: int | None = None, drawn: Card | None = None
) -> list[LegalAction]:
    """Return an entry for each card of the hand that may be at the bottom; the others of its number may be added.

    `hand`, `held` and `drawn` are as in `plays`. The plays name the version `on`, if one is given.
    """
    found: list[LegalAction] = []
    held &= CARDS
    for card in hand:
        if legal >> card & 1:
            twins = held & BY_NUMBER[RANK[card]] ^ 1 << card
            if not twins:
                found.append(_ALONE[card])
                continue
            same = tuple([other for other in hand if twins >> other & 1])
            if drawn is None or drawn == card:
                found.append(_entry(card, (), same))
            else:
                found.append(_entry(card, (drawn,), tuple([other for other in same if other != drawn])))
    return found if on is None else [_naming(entry, on) for entry in found]


def _naming(entry: LegalAction, on: int) -> LegalAction:
    """Return the entry of a play with the version that the play names."""
    play = entry.action
    assert isinstance(play, Play)
    return LegalAction(Play(play.cards, play.suit, on), entry.more)


@cache
def _entry(card: Card, with_it: tuple[Card, ...], further: tuple[Card, ...]) -> LegalAction:
    """Return the entry of a card with those below it. There are few, so each is made once."""
    cards, eight = (card, *with_it), RANK[card] == EIGHT
    play = Play(cards, SUIT[card] if eight else None)
    if not further and not eight:
        return LegalAction(play)
    more = More(further, len(cards) + len(further) if further else 0, suits=_SUITS if eight else ())
    return LegalAction(play, more)


_ALONE = tuple(_entry(card, (), ()) for card in _ALL)
"""The entry of each card of which the hand has no other of its number."""


def is_plain(legal: int, play: Play) -> bool:
    """Tell whether the play is one card of the mask, other than an 8, without further fields: it passes every check."""
    cards = play.cards
    return len(cards) == 1 and legal & _PLAIN & 1 << cards[0] > 0 and play.suit is None and play.on is None


def held_by(state: DobonState, seat: int) -> int:
    """Return the sum of `HELD` over all known cards of a seat, open and closed."""
    hand, opened = state.hands[seat], state.table.opened[seat]
    return opened if hand is None else hand.held + opened


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


def check_cards(held: int, play: Play) -> None:
    """Raise `Refused` unless the cards are held, each once, and have one number."""
    rank, cards = RANK[bottom(play)], play.cards
    if len(cards) > 1 and len(set(cards)) < len(cards):
        raise Refused("same-card-twice", "Each card can be played once.")
    for card in cards:
        if not held >> card & 1:
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
