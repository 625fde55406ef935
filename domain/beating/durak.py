"""`durak` [デュラック], in the order of the rulebook (section 2)."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import ClassVar

from domain.beating import bouts
from domain.beating.base import BeatingFamily
from domain.beating.deal import dealt, hands_of
from domain.beating.event_builder import RoundEvents, suit_letter
from domain.beating.events import AttackPlayed, AttackStopped, CardsBeaten, CardsThrownIn, Shown, TakeDeclared
from domain.beating.hand import BeatingHand
from domain.beating.options import DURAK
from domain.beating.relation import ACE_HIGH, by_worth, follows_or_trumps, higher_or_trump
from domain.beating.table import ATTACKING, DEFENDING, LEADING, THROWING_IN, BeatingTable
from domain.beating.validation import check_held, check_pairs
from domain.beating.view import Roles
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence, series
from domain.ruleset.actions import Action, Attack, Beat, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import CODES, RANK, SUIT, Card, codes, deck
from domain.ruleset.legal_actions import More
from domain.ruleset.ruleset import Option, Options, Refusal, RoundStart
from domain.ruleset.wording import Text

HAND = 6
"""Cards dealt to each seat, and drawn up to."""

LOWEST = 6
"""The lowest number of the deck."""


class Durak(BeatingFamily):
    """The rules of Durak."""

    key: ClassVar[str] = "durak"
    title: ClassVar[Text] = {"ja": "デュラック", "en": "Durak"}
    text: ClassVar[Text] = {
        "ja": "攻撃者が左隣へ1枚出し、防御者は同じスートの強いカードか切り札で撃退する。場にある数字なら攻撃を続けられ、止まれば擁護者が受け継ぐ。"
        "全部撃退すれば次の攻撃者、負けを認めれば場のカードを全部引き取る。6枚まで補充し、最後まで手札が残った人がデュラック(愚か者)。",
        "en": "The attacker plays a card to the player on the left, who beats it with a higher card of the suit or a trump. Numbers on the table may "
        "be attacked with on, by the attacker and the guardian in turn. Who beats all attacks next; who gives up takes all cards. Hands are "
        "filled up to six. The last player with cards is the durak, the fool.",
    }
    seats: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = DURAK
    turns_title: ClassVar[str] = "bouts"
    commands: ClassVar[Mapping[type[Action], tuple[str, ...]]] = {
        Attack: (LEADING, ATTACKING),
        Beat: (DEFENDING,),
        Take: (DEFENDING,),
        TurnOver: (DEFENDING,),
        Stop: (LEADING, ATTACKING, THROWING_IN),
        ThrowIn: (THROWING_IN,),
    }

    def check(self, options: Options, seats: int) -> None:
        """2.1 and 2.5: pairs need four seats, and do not turn attacks over."""
        if options["teams"] and seats != 4:
            raise Refused("bad-seat-count", "Two against two is played with 4 seats.", option="teams")
        if options["teams"] and options["turnover"]:
            raise Refused("option-conflict", "Pairs are played without turnover.", option="turnover")

    # 2.1 Basics

    def deck(self, jokers: int) -> list[Card]:
        """36 cards: 6 to 10, J, Q, K, A."""
        return [card for card in deck(jokers) if ACE_HIGH[card] >= LOWEST]

    def deal(self, start: RoundStart, now: Moment, chance: Chance) -> list[Event]:
        """2.1: six cards each; the next one shows the trump and goes under the stock.

        2.7, 26: if no card is left for that, the last one dealt shows it and stays where it is.
        """
        cards, seats = self.deck(0), start.seats
        chance.stream("deck").shuffle(cards)
        hands, stock = hands_of(cards, seats, HAND), cards[seats * HAND :]
        trump_card = stock[0] if stock else cards[-1]
        first, decided_by = self._first(hands, SUIT[trump_card], start.options, chance)
        shown = [] if stock else [Shown(seat=seats - 1, card=CODES[trump_card])]
        if decided_by is not None:
            shown.append(Shown(seat=first, card=CODES[decided_by]))
        facts = {
            "trump": suit_letter(SUIT[trump_card]), "trump_card": CODES[trump_card], "shown": shown,
            "first": first, "decided_by": None if decided_by is None else CODES[decided_by],
        }  # fmt: skip
        course = dealt(self, start, hands, [*stock[1:], *stock[:1]], facts, now)
        return bouts.begin(course, first)

    @staticmethod
    def _first(
        hands: Sequence[Sequence[Card]], trump: int, options: Options, chance: Chance
    ) -> tuple[int, Card | None]:
        """2.7, 1: the holder of the lowest trump attacks first; if no seat holds one, or by option, chance decides
        among all.
        """
        held = [(ACE_HIGH[card], seat, card) for seat, hand in enumerate(hands) for card in hand if SUIT[card] == trump]
        if options["first_attacker"] == "random" or not held:
            return chance.stream("first").below(len(hands)), None
        _, seat, card = min(held)
        return seat, card

    # 2.1 Beating

    def beats(self, table: BeatingTable, card: Card, attack: Card) -> bool:
        """2.1: same suit and higher, or a trump on a card of another suit."""
        return follows_or_trumps(card, attack, table.trump)

    def beaten_by(self, table: BeatingTable, attack: Card) -> str:
        """2.1."""
        return higher_or_trump(attack, table.trump)

    # 2.3 Phases and commands

    def check_option(self, action: Action, options: Options) -> None:
        """2.5: throwing in and turning over are options."""
        if isinstance(action, ThrowIn) and not options["throw_in"]:
            raise Refused("option-off", "This game is played without throwing in.")
        if isinstance(action, TurnOver) and not options["turnover"]:
            raise Refused("option-off", "This game is played without turning over.")

    def offers(self, kind: type[Action], phase: str, options: Options) -> bool:
        """2.3: a bout does not begin with `stop`; 2.5: optional commands are offered only if they are on."""
        if kind is Stop:
            return phase != LEADING
        return bool(options["turnover"]) if kind is TurnOver else True

    def act(self, course: RoundEvents, seat: int, action: Action, chance: Chance) -> list[Event]:  # noqa: ARG002 - all chance is in the deal
        """One command of the phase, by the seat that is asked."""
        if isinstance(action, Attack):
            return self._attack(course, seat, action.cards)
        if isinstance(action, Beat):
            check_pairs(course.table, course.state.cards(seat), action.pairs, self)
            pairs = [(CODES[attack], CODES[card]) for attack, card in action.pairs]
            course.happens(CardsBeaten(seat=seat, pairs=pairs))
            return bouts.after_beating(course)
        if isinstance(action, Take):
            course.happens(TakeDeclared(seat=seat))
            return bouts.after_giving_up(course)
        if isinstance(action, TurnOver):
            return self._turn_over(course, seat, action.card)
        if isinstance(action, ThrowIn):
            return self._throw_in(course, seat, action.cards)
        if course.table.phase == LEADING:
            raise Refused("must-lead", "A bout begins with an attack; play any card.")
        course.happens(AttackStopped(seat=seat))
        return bouts.pass_right(course)

    def _attack(self, course: RoundEvents, seat: int, cards: Sequence[Card]) -> list[Event]:
        """2.3 LEAD and ATTACK: any card to begin with, then a number that lies on the table."""
        table = course.table
        check_held(course.state.cards(seat), cards)
        leading = table.phase == LEADING
        if len(cards) > 1 and not (leading and course.options["multi_lead"]):
            raise Refused("one-card-only", "Attack with one card at a time.")
        if leading and len({RANK[card] for card in cards}) > 1:
            raise Refused("rank-mismatch", "Several cards can be led together if they are of one number.")
        if not leading:
            _check_ranks(table, cards)
        _check_limit(table, cards)
        course.happens(AttackPlayed(seat=seat, cards=codes(cards)))
        return course.asks(DEFENDING, bouts.of(course.table).defender)

    def _throw_in(self, course: RoundEvents, seat: int, cards: Sequence[Card]) -> list[Event]:
        """2.3 THROW_IN: any number of cards at once, of numbers that lie on the table."""
        check_held(course.state.cards(seat), cards)
        _check_ranks(course.table, cards)
        _check_limit(course.table, cards)
        course.happens(CardsThrownIn(seat=seat, cards=codes(cards)))
        return bouts.after_giving_up(course)

    def _turn_over(self, course: RoundEvents, seat: int, card: Card) -> list[Event]:
        """2.5 [ターンオーバー]: one more card of the number, and the next player has to beat them all."""
        check_held(course.state.cards(seat), [card])
        why = bouts.cannot_turn_over(course.table, card, course.options)
        if why is not None:
            raise why
        return bouts.turn_over(course, seat, card)

    def by_default(self, table: BeatingTable, held: Sequence[Card]) -> Action:
        """0.4: the lowest card of a plain suit, else the lowest trump; `stop`; `take`."""
        if table.phase == LEADING:
            return Attack((by_worth(held, table.trump)[0],))
        return Take() if table.phase == DEFENDING else Stop()

    # The view of a seat

    def roles(self, table: BeatingTable) -> Roles:
        """2.1: attacker [攻撃者], guardians [擁護者], defender [防御者], and the seat with the attack right [攻撃権]."""
        bout = table.bout
        if bout is None or table.over:
            return {"attacker": None, "guardians": [], "defender": None, "attack_right": None}
        return {
            "attacker": bout.attacker, "guardians": [seat for seat in bout.team if seat != bout.attacker],
            "defender": bout.defender, "attack_right": bout.holder,
        }  # fmt: skip

    def actions(self, table: BeatingTable, hand: BeatingHand, seat: int, options: Options) -> list[Action]:
        """Return all legal actions; of a defence one pair at a time, of throwing in one card at a time."""
        if seat not in table.asked():
            return []
        held = sorted(hand.held())
        if table.phase == LEADING:
            return [Attack(cards) for cards in _leads(held, bouts.of(table).limit if options["multi_lead"] else 1)]
        fitting = [card for card in held if RANK[card] in table.ranks()]
        if table.phase == ATTACKING:
            return [*(Attack((card,)) for card in fitting), Stop()]
        if table.phase == THROWING_IN:
            return [*(ThrowIn((card,)) for card in fitting), Stop()]
        return [*self.pairs(table, hand), *map(TurnOver, self._turning(table, hand, options)), Take()]

    def more_cards(self, table: BeatingTable, hand: BeatingHand, action: Action, options: Options) -> More | None:  # noqa: ARG002 - the bout has the limit
        """2.5: cards of numbers on the table may be thrown in together, within the limit of the bout."""
        if not isinstance(action, ThrowIn):
            return None
        room, ranks = bouts.of(table).limit - len(table.attacks), table.ranks()
        others = [card for card in sorted(hand.held()) if card not in action.cards and RANK[card] in ranks]
        return More(tuple(others), min(room, 1 + len(others))) if room > 1 and others else None

    @staticmethod
    def _turning(table: BeatingTable, hand: BeatingHand, options: Options) -> list[Card]:
        """2.5: return the defender's cards that turn the attack over."""
        if not options["turnover"]:
            return []
        return [card for card in sorted(hand.held()) if bouts.cannot_turn_over(table, card, options) is None]

    def refused(self, table: BeatingTable, hand: BeatingHand, seat: int, options: Options) -> list[Refusal]:
        """Return the cards of an attack whose number is not on the table, or of a defence those that neither beat nor
        turn over.
        """
        if seat not in table.asked():
            return []
        if table.phase == DEFENDING:
            turning = codes(self._turning(table, hand, options))
            return [refusal for refusal in self.helpless(table, hand) if refusal.card not in turning]
        if table.phase in (ATTACKING, THROWING_IN):
            found = [card for card in sorted(hand.held()) if RANK[card] not in table.ranks()]
            return [Refusal(CODES[card], "rank-not-on-table", _on_table(table)) for card in found]
        return []


def _on_table(table: BeatingTable) -> str:
    return Sentence("Numbers on the table: {numbers}.", numbers=series([str(rank) for rank in table.ranks()]))


def _check_ranks(table: BeatingTable, cards: Sequence[Card]) -> None:
    """2.3: the number of each card is on the table already, as an attack or as a card that beat one."""
    if any(RANK[card] not in table.ranks() for card in cards):
        raise Refused("rank-not-on-table", _on_table(table), ranks=table.ranks())


def _check_limit(table: BeatingTable, cards: Sequence[Card]) -> None:
    """2.2: a bout has at most `limit` attack cards."""
    bout = bouts.of(table)
    room = bout.limit - len(table.attacks)
    if len(cards) > room:
        said = Sentence(
            "{limit} attack cards at most in this bout: {attacks} lie there, {room} more may.",
            limit=bout.limit,
            attacks=len(table.attacks),
            room=room,
        )
        raise Refused("limit-reached", said, limit=bout.limit)


def _leads(hand: Sequence[Card], most: int) -> list[tuple[Card, ...]]:
    """Return single cards, and groups of one number up to the limit."""
    found: list[tuple[Card, ...]] = [(card,) for card in hand]
    for number in sorted({RANK[card] for card in hand}):
        same = [card for card in hand if RANK[card] == number]
        found += [cards for count in range(2, most + 1) for cards in combinations(same, count)]
    return found
