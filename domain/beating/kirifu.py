"""`kirifu` [キリフ、切り札], in the order of the rulebook (section 3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from domain.beating.deal import dealt, hands_of
from domain.beating.event_builder import RoundEvents, suit_letter
from domain.beating.events import LeadKind
from domain.beating.hand import BeatingHand
from domain.beating.leads import HAND, Leads
from domain.beating.options import KIRIFU
from domain.beating.relation import ACE_HIGH, NAMES
from domain.beating.table import BeatingTable
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence, either, series
from domain.ruleset.actions import Action, Lead
from domain.ruleset.cards import CARDS, RANK, SUIT, SUITS, Card, deck
from domain.ruleset.legal_actions import More
from domain.ruleset.ruleset import Option, Options, RoundStart
from domain.ruleset.wording import Text

MOST = 5
"""Maximum of cards in a lead, including the extra one."""

SPADE_ACE = CARDS["S1"]

SINGLE: LeadKind = "single"
GROUP: LeadKind = "group"
SEQUENCE: LeadKind = "sequence"
TWO_GROUPS: LeadKind = "two-groups"

_PLAIN, _TRUMP, _ACE, _JOKER = range(4)
"""3.3: classes of strength."""


class Kirifu(Leads):
    """The rules of Kirifu."""

    key: ClassVar[str] = "kirifu"
    title: ClassVar[Text] = {"ja": "キリフ", "en": "Kirifu"}
    text: ClassVar[Text] = {
        "ja": "左隣へ1枚、同じ数字の組(おそろい、おつけ1枚を添えられる)、または同じスートの連番をリードする。左隣は一枚ずつ強いカードで切り、全部切れば"
        "続けてリード、切れない分は引き取る(おもらい)。強さはジョーカー、♠A、切り札、その他。手番の終わりに5枚まで引く。先に手札をなくした人の勝ち。",
        "en": "Lead a card, cards of one number (and one extra card with them) or a run of one suit to the player on your left, who beats them one by "
        "one with stronger cards and leads next, or takes up the rest. The joker is strongest, then the spade ace, trumps, and all others. Draw up to "
        "five when your turn ends. The first without cards wins, the last one with cards loses.",
    }
    seats: ClassVar[range] = range(3, 7)
    options: ClassVar[tuple[Option, ...]] = KIRIFU

    def check(self, options: Options, seats: int) -> None:
        """3.6: all options go together."""

    # 3.1 Basics

    def deck(self, jokers: int) -> list[Card]:
        """52 cards and a joker."""
        return deck(jokers)

    def deal(self, start: RoundStart, now: Moment, chance: Chance) -> list[Event]:
        """3.1: five cards each; chance decides who leads, and with `trump` random also the suit."""
        options, seats = start.options, start.seats
        cards = self.deck(int(options["joker"]))
        chance.stream("deck").shuffle(cards)
        first = chance.stream("first").below(seats)
        named = "random", "spades", "clubs", "hearts", "diamonds"
        trump = named.index(options["trump"]) - 1
        facts = {
            "jokers": int(options["joker"]),
            "trump": suit_letter(chance.stream("trump").below(len(SUITS)) if trump < 0 else trump),
            "trump_card": None, "aces": options["ace_rule"], "follow_suit": options["plain_follow_suit"],
        }  # fmt: skip
        course = dealt(self, start, hands_of(cards, seats, HAND), cards[seats * HAND :], facts, now)
        return self.leads(course, first)

    # 3.3 Strength

    def beats(self, table: BeatingTable, card: Card, attack: Card) -> bool:
        """3.3: joker, spade ace, trumps, others; strictly stronger beats, in the plain suits too.

        With `plain_follow_suit`, plain cards beat only cards of their own suit.
        """
        own, other = strength(table, card), strength(table, attack)
        if table.follow_suit and own[0] == other[0] == _PLAIN and SUIT[card] != SUIT[attack]:
            return False
        return own > other

    def beaten_by(self, table: BeatingTable, attack: Card) -> str:
        """3.3."""
        kind, _ = strength(table, attack)
        trump, suit = NAMES[table.trump or 0], NAMES[SUIT[attack]] if RANK[attack] else ""
        ace = {"spade_ace": [Sentence("the spade ace")], "all_aces": [Sentence("any ace")]}.get(table.aces, [])
        ways: list[str] = [Sentence("the joker")] if table.jokers and kind < _JOKER else []
        ways += ace if kind < _ACE else []
        if kind == _TRUMP:
            ways.append(Sentence("a higher {suit}", suit=trump))
        elif kind == _PLAIN:
            ways += [
                Sentence("any {suit} (trump)", suit=trump),
                Sentence("a higher {suit}", suit=suit) if table.follow_suit else Sentence("a higher card of any suit"),
            ]
        return either([series(ways[:-1]), ways[-1]]) if len(ways) > 1 else series(ways)

    # 3.4 Leading

    def check_option(self, action: Action, options: Options) -> None:
        """3.6: extra cards are an option."""
        if isinstance(action, Lead) and action.extra is not None and not options["extra_card"]:
            raise Refused("option-off", "This game is played without extra cards.")

    def check_lead(self, table: BeatingTable, cards: Sequence[Card], extra: Card | None, options: Options) -> LeadKind:
        """3.4: a single card, a group, perhaps with an extra card [おつけ], or a sequence; five cards in all."""
        kind = combination(cards, options)
        if kind is None:
            raise Refused("bad-combination", _combinations(options))
        if extra is not None and kind not in (GROUP, TWO_GROUPS):
            raise Refused("extra-not-allowed", "An extra card goes with cards of one number only.")
        most, count = self.limit(table, table.turn, options), len(cards) + (extra is not None)
        if count > most:
            said = Sentence("At most {most} cards can be led now, the extra one among them.", most=most)
            raise Refused("too-many-cards", said, limit=most)
        return kind

    def limit(self, table: BeatingTable, leader: int, options: Options) -> int:
        """3.4: five; by option no more than the defender holds."""
        return max_lead(table.sizes[table.following(leader)], options)

    # 3.4 Defending, 3.5 the end of a turn

    def beaten(self, course: RoundEvents, seat: int) -> list[Event]:
        """3.4: a seat that has beaten all leads at once, without drawing before.

        If it has no card left for that it draws, and the next one leads.
        """
        if course.table.sizes[seat]:
            return self.leads(course, seat)
        course.draws(seat, HAND)
        if course.goes_out([seat]):
            over = self.decided(course)
            if over:
                return over
        return self.leads(course, course.table.following(seat))

    def decided(self, course: RoundEvents, defender: int | None = None) -> list[Event]:
        """3.5: by `finish` the first seat that is done ends the round, else the last but one."""
        if course.options["finish"] == "play_on":
            return super().decided(course, defender)
        ranks = [1 if seat in course.table.out else None for seat in range(len(course.table.sizes))]
        return course.ends("first-out", ranks, [], self.points(ranks, []))

    def points(self, ranks: Sequence[int | None], losers: Sequence[int]) -> list[int]:
        """3.5: the first seat that is done wins a point, and the last one with cards loses one."""
        won = ranks.index(1) if ranks.count(1) == 1 else None
        return [(seat == won) - (seat in losers) for seat in range(len(ranks))]

    # Listed leads, and what the clock does

    def weakest(self, table: BeatingTable, held: Sequence[Card]) -> Card:
        """0.4: the weakest single card."""
        return min(held, key=lambda card: (strength(table, card), card))

    def listed(self, table: BeatingTable, hand: BeatingHand, options: Options) -> list[Action]:
        """Return every card, group and sequence."""
        held, most = sorted(hand.held()), self.limit(table, table.turn, options)
        return [Lead(cards) for cards in leads_of(held, options) if len(cards) <= most]

    def more_cards(self, table: BeatingTable, hand: BeatingHand, action: Action, options: Options) -> More | None:
        """3.4: a group may take any further card of the hand along [おつけ], up to the limit."""
        if not isinstance(action, Lead) or not options["extra_card"]:
            return None
        cards, most = action.cards, self.limit(table, table.turn, options)
        if len(cards) + 1 > most or combination(cards, options) not in (GROUP, TWO_GROUPS):
            return None
        extra = [card for card in sorted(hand.held()) if card not in cards]
        return More(extra=tuple(extra)) if extra else None


def strength(table: BeatingTable, card: Card) -> tuple[int, int]:
    """3.3: class, and height within it; aces that stand above the trumps are all alike."""
    if not RANK[card]:
        return _JOKER, 0
    if (table.aces == "spade_ace" and card == SPADE_ACE) or (table.aces == "all_aces" and RANK[card] == 1):
        return _ACE, 0
    return (_TRUMP if SUIT[card] == table.trump else _PLAIN), ACE_HIGH[card]


def combination(cards: Sequence[Card], options: Options) -> LeadKind | None:
    """3.4: return the kind of the cards without an extra one, however many; None if they do not form a lead."""
    if len(cards) == 1:
        return SINGLE
    if not all(RANK[card] for card in cards):
        return None
    numbers = Counter(RANK[card] for card in cards)
    if len(numbers) == 1:
        return GROUP
    if options["two_groups"] and sorted(numbers.values()) == [2, 2]:
        return TWO_GROUPS
    heights = sorted(ACE_HIGH[card] for card in cards)
    run = heights == list(range(heights[0], heights[0] + len(cards))) and len({SUIT[card] for card in cards}) == 1
    return SEQUENCE if run and options["sequences"] and len(cards) >= options["min_sequence"] else None


def leads_of(hand: Sequence[Card], options: Options) -> list[tuple[Card, ...]]:
    """Return all leads of a hand without extra cards, the small ones first."""
    found: list[tuple[Card, ...]] = [(card,) for card in hand]
    by_number = [[card for card in hand if RANK[card] == number] for number in range(1, 14)]
    found += [group for same in by_number for count in (2, 3, 4) for group in combinations(same, count)]
    if options["two_groups"]:
        pairs = [pair for same in by_number for pair in combinations(same, 2)]
        found += [(*one, *other) for one, other in combinations(pairs, 2) if RANK[one[0]] != RANK[other[0]]]
    if options["sequences"]:
        held = sorted((card for card in hand if RANK[card]), key=lambda card: (SUIT[card], ACE_HIGH[card]))
        for start in range(len(held)):
            for count in range(options["min_sequence"], MOST + 1):
                run = tuple(held[start : start + count])
                if len(run) == count and combination(run, options) == SEQUENCE:
                    found.append(run)
    return found


def _combinations(options: Options) -> str:
    ways: list[str] = [Sentence("one card"), Sentence("two to four cards of one number")]
    if options["two_groups"]:
        ways.append(Sentence("two pairs"))
    if options["sequences"]:
        ways.append(
            Sentence(
                "{fewest} to {most} cards of one suit in a row, the ace high", fewest=options["min_sequence"], most=MOST
            )
        )
    if options["extra_card"]:
        return Sentence(
            "Lead {some} or {last}; a further card is named as `extra`.", some=series(ways[:-1]), last=ways[-1]
        )
    return Sentence("Lead {some} or {last}.", some=series(ways[:-1]), last=ways[-1])


def possible_leads(hand: Sequence[Card], options: Options, most: int) -> Iterator[tuple[Card, ...]]:
    """Yield all leads of at most `most` cards; groups also with each other card as an extra one, which comes last."""
    for cards in leads_of(hand, options):
        if len(cards) <= most:
            yield cards
        if len(cards) < most and takes_extra(cards, options):
            yield from ((*cards, card) for card in hand if card not in cards)


def takes_extra(cards: Sequence[Card], options: Options) -> bool:
    """Tell whether an extra card may go with these."""
    return options["extra_card"] and combination(cards, options) in (GROUP, TWO_GROUPS)


def max_lead(other: int, options: Options) -> int:
    """3.4: return the maximum number of cards in a lead against a hand of `other` cards."""
    return min(MOST, other) if options["limit_by_defender_hand"] else MOST
