"""`mustamaija` [ムスタマイヤ], in the order of the rulebook (section 4)."""

from collections.abc import Sequence
from typing import ClassVar

from domain.beating.deal import dealt, hands_of
from domain.beating.event_builder import RoundEvents, suit_letter
from domain.beating.events import LeadKind, TrumpTurned
from domain.beating.hand import BeatingHand
from domain.beating.leads import HAND, Leads
from domain.beating.options import MUSTAMAIJA
from domain.beating.relation import by_worth, follows_or_trumps, higher_or_trump
from domain.beating.table import BeatingTable
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.ruleset.actions import Action, Lead
from domain.ruleset.cards import CARDS, CODES, SUIT, SUITS, Card, codes, deck
from domain.ruleset.legal_actions import More
from domain.ruleset.ruleset import Option, Options, RoundStart
from domain.ruleset.wording import Text

QUEEN = CARDS["S12"]
"""The queen of spades [♠Q], Mustamaija: nothing beats it, and it beats nothing."""

SPADES = SUITS.index("S")


class Mustamaija(Leads):
    """The rules of Mustamaija."""

    key: ClassVar[str] = "mustamaija"
    title: ClassVar[Text] = {"ja": "ムスタマイヤ", "en": "Mustamaija"}
    text: ClassVar[Text] = {
        "ja": "同じスートのカードを何枚でも左隣へリードし、左隣は一枚ずつ同じスートの強いカードか切り札で撃退する。全部撃退すれば次のリード、"
        "できなければ残りを引き取る。切り札は最初のリードの後で決まる。♠Qは撃退されず、何も撃退できない。最後まで手札が残った人の負け。",
        "en": "Lead any cards of one suit to the player on your left, who beats them one by one with higher cards of the suit or trumps. Who beats "
        "all leads next; else the rest is taken up. The trump is turned after the first lead. The queen of spades cannot be beaten and beats nothing. "
        "The last player with cards loses.",
    }
    seats: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = MUSTAMAIJA

    def check(self, options: Options, seats: int) -> None:
        """4.5: all options go together."""

    # 4.1 Basics

    def deck(self, jokers: int) -> list[Card]:
        """52 cards."""
        return deck(jokers)

    def deal(self, start: RoundStart, now: Moment, chance: Chance) -> list[Event]:
        """4.1: five cards each; the seat left of a dealer chosen by chance is led first, and only then the trump is
        turned.
        """
        cards, dealer = self.deck(0), chance.stream("dealer").below(start.seats)
        chance.stream("deck").shuffle(cards)
        facts = {"trump": None, "trump_card": None, "dealer": dealer}
        course = dealt(self, start, hands_of(cards, start.seats, HAND), cards[start.seats * HAND :], facts, now)
        return self._begin(course, dealer)

    def _begin(self, course: RoundEvents, dealer: int) -> list[Event]:
        """4.1, and 4.5: the trump is turned at once, or later; left of the dealer is led first."""
        if course.options["trump_reveal"] == "at_deal":
            self._turn_trump(course)
        return self.leads(course, course.table.following(dealer))

    # 4.2 Strength

    def beats(self, table: BeatingTable, card: Card, attack: Card) -> bool:
        """4.2: a higher card of the suit, or a trump on another suit; never with or on the queen of spades."""
        return QUEEN not in (card, attack) and follows_or_trumps(card, attack, table.trump)

    def beaten_by(self, table: BeatingTable, attack: Card) -> str:
        """4.2."""
        if attack == QUEEN:
            return ""
        return Sentence("{ways}, never S12", ways=higher_or_trump(attack, table.trump))

    # 4.3 Leading

    def act(self, course: RoundEvents, seat: int, action: Action, chance: Chance) -> list[Event]:
        """4.3: leads, defences and takes; extra cards are Kirifu's."""
        if isinstance(action, Lead) and action.extra is not None:
            raise Refused("bad-arguments", "Mustamaija has no extra cards.")
        return super().act(course, seat, action, chance)

    def check_lead(self, table: BeatingTable, cards: Sequence[Card], extra: Card | None, options: Options) -> LeadKind:  # noqa: ARG002 - there is none
        """4.3: cards of one suit, no more than the defender holds."""
        if len({SUIT[card] for card in cards}) > 1:
            raise Refused("mixed-suits", "All cards of a lead are of one suit.")
        most = self.limit(table, table.turn, options)
        if len(cards) > most:
            raise Refused("too-many-cards", Sentence("At most {most} cards can be led now.", most=most), limit=most)
        return "single" if len(cards) == 1 else "flush"

    def limit(self, table: BeatingTable, leader: int, options: Options) -> int:
        """4.3: the defender's hand; 4.5: and the option `max_lead`."""
        held = table.sizes[table.following(leader)]
        return max_lead(held, options)

    def led(self, course: RoundEvents) -> None:
        """4.3: after the first lead of a round the trump is turned, before any seat draws."""
        if course.table.trump is None:
            self._turn_trump(course)

    @staticmethod
    def _turn_trump(course: RoundEvents) -> None:
        """4.3: the first card of another suit than spades goes under the stock, spades before it into the middle of the
        rest.
        """
        # The stock always has more than thirteen cards, so that not all are spades.
        stock = course.stock[::-1]
        spades = course.options["spades_can_be_trump"]
        place = min(place for place, card in enumerate(stock) if spades or SUIT[card] != SPADES)
        turned = stock[place]
        trump, under = suit_letter(SUIT[turned]), (len(stock) - place - 1) // 2
        course.happens(TrumpTurned(card=CODES[turned], trump=trump, skipped=codes(stock[:place]), under=under))

    # 4.3 Defending, 4.4 going out

    def beaten(self, course: RoundEvents, seat: int) -> list[Event]:
        """4.3: a seat that has beaten all draws, and leads; or it is done, and the next one leads (4.4)."""
        course.draws(seat, HAND)
        if course.goes_out([seat]):
            return self.decided(course) or self.leads(course, course.table.following(seat))
        return self.leads(course, seat)

    # Listed leads, and what the clock does

    def weakest(self, table: BeatingTable, held: Sequence[Card]) -> Card:
        """0.4: the queen of spades, else the lowest card of a plain suit."""
        return QUEEN if QUEEN in held else by_worth(held, table.trump)[0]

    def listed(self, table: BeatingTable, hand: BeatingHand, options: Options) -> list[Action]:  # noqa: ARG002 - one card is always few enough
        """Return each card by itself."""
        return [Lead((card,)) for card in sorted(hand.held())]

    def more_cards(self, table: BeatingTable, hand: BeatingHand, action: Action, options: Options) -> More | None:
        """4.3: others of its suit may be led with a card, up to the limit."""
        most = self.limit(table, table.turn, options)
        if not isinstance(action, Lead) or most < 2:
            return None
        [first] = action.cards
        others = [card for card in sorted(hand.held()) if card != first and SUIT[card] == SUIT[first]]
        return More(tuple(others), min(most, 1 + len(others))) if others else None


def max_lead(other: int, options: Options) -> int:
    """4.3, 4.5: return the maximum number of cards in a lead against a hand of `other` cards."""
    most: int = min(other, options["max_lead"] or other)
    return most
