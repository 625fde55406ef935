"""Checks of the cards that a seat lays, and the card that the clock lays for it (rulebook 0.3, 0.4, 1.3 and 1.6)."""

from collections.abc import Sequence

from domain.doubt.hand import DoubtState
from domain.log.errors import Refused
from domain.log.sentences import Sentence
from domain.ruleset.actions import Play
from domain.ruleset.cards import JOKER_SUIT, RANK, SUIT, SUITS, Card
from domain.ruleset.ruleset import Options


def check_held(state: DoubtState, seat: int, action: Play) -> None:
    """0.3: one card or more, all of the seat's own hand."""
    cards, hand = action.cards, state.cards(seat)
    if action.suit is not None or action.on is not None or not cards:
        raise Refused("bad-arguments", "A play in Doubt has one card or more in `cards`, and nothing else.")
    copies = {card: cards.count(card) for card in cards}
    if any(count > state.table.decks for count in copies.values()):
        raise Refused("duplicate-card", "Each card can be played once.")
    if any(hand.count(card) < count for card, count in copies.items()):
        raise Refused("not-in-hand", "Play cards of your own hand.")


def check_allowed(state: DoubtState, seat: int, action: Play, options: Options) -> None:
    """1.3: no more cards than allowed at once; 1.6: whether a joker may be the last."""
    cards, hand = action.cards, state.cards(seat)
    if len(cards) > options["max_cards_per_play"]:
        raise Refused("too-many-cards", Sentence("At most {most} at once.", most=options["max_cards_per_play"]))
    if joker_ends(cards, hand, options) and any(card is None or RANK[card] for card in hand):
        raise Refused("joker-cannot-finish", "A joker cannot be the last card; keep another one for that.")


def joker_ends(cards: Sequence[Card], hand: Sequence[Card | None], options: Options) -> bool:
    """Tell whether the play would empty the hand with a joker, although none may finish."""
    return not options["joker_may_finish"] and len(cards) == len(hand) and not all(RANK[card] for card in cards)


def clock_order(card: Card) -> tuple[int, int]:
    """0.4: spades, hearts, diamonds, clubs, each from A to K, and jokers last; not the order of a deck."""
    return len(SUITS) if SUIT[card] == JOKER_SUIT else "SHDC".index(SUITS[SUIT[card]]), card
