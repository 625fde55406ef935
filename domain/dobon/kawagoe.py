"""`dobon-kawagoe`: Dobon as Kawagoe high school played it in 1990, in the order of the rulebook (section 2)."""

from collections.abc import Sequence
from typing import ClassVar

from domain.dobon import calls, opening, plays, scoring
from domain.dobon.base import DobonFamily
from domain.dobon.calls import NOTHING, Drawn, Hands
from domain.dobon.effects import Effects
from domain.dobon.events import CardsDrawn, CardsPlayed, How, Reason, RoundDealt, RoundEnded, Score, Why
from domain.dobon.evolve import DobonState
from domain.dobon.formula import total, waits, witnesses
from domain.dobon.hand import DobonHand
from domain.dobon.options import KAWAGOE
from domain.dobon.plays import ACCEPT, BY_NUMBER, DECLINE, DOBON, DRAW, FITS, FITS_OR_EIGHT, FLIP, held_by
from domain.dobon.stock import dealt, draw, exhausted
from domain.dobon.table import DobonTable
from domain.dobon.time_limits import race
from domain.dobon.waits import KAWAGOE as WAITS
from domain.dobon.waits import SUM, numbers
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Pass, Play
from domain.ruleset.cards import RANK, SUITS, Card, SuitLetter, codes, deck
from domain.ruleset.ruleset import Option, Options, RoundStart
from domain.ruleset.time_limits import by_clock, turn_deadline
from domain.ruleset.windows import is_asked
from domain.ruleset.wording import Text

EFFECTS = Effects(skip=3, draw_two=2, reverse=9)
"""2.4: effects of numbers; an 8 names a suit."""


class DobonKawagoe(DobonFamily):
    """The rules of Kawagoe high school."""

    key: ClassVar[str] = "dobon-kawagoe"
    title: ClassVar[Text] = {"ja": "ドボン(川越高校)", "en": "Dobon (Kawagoe)"}
    text: ClassVar[Text] = {
        "ja": "ディーラーが山札をめくり、同じ数字を持つ人が出して始める。手札の数字の合計がめくられた数字なら「一発ドボン」。"
        "同じマークか同じ数字を出し、なければ一枚引く。同じ数字なら順番を飛ばして出せる。2は二枚引き、3は飛ばし、8はマーク指定、9は逆回り。"
        "出されたカードに、手札一枚なら同じ数字、二枚なら四則のどれか、三枚以上なら合計でドボン。ドボン返しはされた人だけ。"
        "ジョーカーは出せず数えず、上がれば得点が二倍。払うのは負けた人で、カードの数字と手札の合計。",
        "en": "The dealer turns cards up; whoever holds the number lays it and begins, and a hand whose sum is the number wins at once "
        "(ippatsu). Play the same suit or number, else draw one; the same number may be laid out of turn. 2 draws two, 3 skips, 8 names a "
        "suit, 9 reverses. Call Dobon on a card somebody else lays: one card by its number, two by + - × ÷, three and more by the sum. "
        "Only the player who was called may counter. Jokers are never played nor counted; each doubles the winner's points. The loser "
        "pays the card's number and the sum of the hand.",
    }
    seats: ClassVar[range] = range(2, 9)
    options: ClassVar[tuple[Option, ...]] = KAWAGOE
    held_back: ClassVar[tuple[type[Action], ...]] = (Play, Draw, Accept)
    deck_size: ClassVar[int] = 54
    plays_name_top: ClassVar[bool] = True

    def check(self, options: Options, seats: int) -> None:
        """2.1: hands and the first flip come from one deck."""
        if seats * options["hand_size"] + 1 > self.deck_size:
            most = (self.deck_size - 1) // seats
            raise Refused(
                "bad-option",
                Sentence("{seats} seats can hold at most {most} cards each.", seats=seats, most=most),
                option="hand_size",
            )

    # 2.1 Setup and opening

    def deal(self, start: RoundStart, now: Moment, chance: Chance) -> list[Event]:
        """2.1: hands dealt card by card from seat 0, the rest face down; the dealer is to turn cards up."""
        cards = deck(jokers=2)
        chance.stream("deck").shuffle(cards)
        size = start.options["hand_size"]
        dealer: int = chance.stream("first").below(start.seats) if start.before is None else start.before["next_dealer"]
        public = RoundDealt(
            round=start.round, withheld=start.withheld, hand_size=size, dealer=dealer, turn=dealer,
            stock=len(cards) - start.seats * size, deadline=turn_deadline(start.options, now),
        )  # fmt: skip
        return [Event(public, dealt(cards, start.seats, size))]

    # 2.2 A turn, and 2.3 Jump-in

    def decide(
        self, state: DobonState, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """2.1: flips and answers before the round is opened; 2.2: play or draw one in turn; 2.3: the same number out of
        turn; calls.
        """
        table = state.table
        if table.over:
            raise Refused("round-over", "The round is over.")
        if isinstance(action, Dobon):
            return calls.call(self, state, seat, action.on, options, now, chance)
        if table.opening:
            return opening.decide(self, state, seat, action, options, now, chance)
        if isinstance(action, Decline):
            return calls.decline(self, state, seat, action.on, options, now)
        if table.window:
            raise Refused("window-open", "A call is being answered; the answers are `dobon` and `decline`.")
        if isinstance(action, Play):
            return self._play(state, seat, action, options, now)
        if isinstance(action, Flip):
            raise Refused("already-opened", "The dealer turns cards up only until the round is opened.")
        if seat != table.turn:
            raise Refused("not-your-turn", self._whose_turn(table), turn=table.turn, on=table.top_version)
        if isinstance(action, Draw):
            return self._draw(state, seat, options, now, chance)
        if isinstance(action, Accept):
            return self._accept(state, seat, options, now, chance)
        if isinstance(action, Pass):
            raise Refused("no-pass", "There is no pass: play, or draw where no card fits.")
        raise Refused("not-in-this-game", "This game has no such action.")

    @staticmethod
    def _whose_turn(table: DobonTable) -> str:
        return Sentence(
            "Seat {owner} has laid the card of version {version}, and it is seat {turn}'s turn. "
            "Out of turn only a {number} may be laid on it.",
            owner=table.top_owner,
            version=table.top_version,
            turn=table.turn,
            number=table.number,
        )

    def _play(self, state: DobonState, seat: int, action: Play, options: Options, now: Moment) -> list[Event]:
        table, held, in_turn = state.table, held_by(state, seat), seat == state.table.turn
        fits = self._fits(table, options) if in_turn else BY_NUMBER[table.number]
        if not plays.is_plain(held & fits, action):
            self._check_play(table, held, seat, action, options)
        self._check_time(table, now)
        how: How = "turn" if in_turn else "jump-in"
        return [self.laid(table, seat, action.cards, plays.suit_named(action), how, options, now)]

    def _check_play(self, table: DobonTable, held: int, seat: int, action: Play, options: Options) -> None:
        """2.2: the same suit or the same number, several of one number together; 2.3: out of turn the same number."""
        plays.check_top(table, action)
        bottom = plays.bottom(action)
        if seat != table.turn and not BY_NUMBER[table.number] >> bottom & 1:
            raise Refused("not-your-turn", self._whose_turn(table), turn=table.turn, on=table.top_version)
        plays.check_cards(held, action)
        if not RANK[bottom]:
            raise Refused("joker-unplayable", "A joker is never played; it doubles the points of a winning hand.")
        if seat == table.turn and not self._fits(table, options) >> bottom & 1:
            self._refuse_bottom(table, options)
        plays.check_suit(action)

    @staticmethod
    def _fits(table: DobonTable, options: Options) -> int:
        """2.2 and K-09: the cards that the player in turn may lay: suit or number, on a pending 2 only 2s."""
        if table.pending_rank:
            return BY_NUMBER[table.pending_rank]
        return (FITS_OR_EIGHT if options["eight_wild"] else FITS)[table.suit][RANK[table.pile[-1]]]

    @staticmethod
    def _refuse_bottom(table: DobonTable, options: Options) -> None:
        if table.pending_rank:
            raise Refused("must-answer-pending", "A 2 is pending: add a 2, or `accept`.")
        suit, number = SUITS[table.suit], table.number
        if options["eight_wild"]:
            allowed = Sentence(
                "The first card has to be of suit {suit} or a {number}, or an 8.", suit=suit, number=number
            )
        else:
            allowed = Sentence("The first card has to be of suit {suit} or a {number}.", suit=suit, number=number)
        raise Refused("bottom-does-not-fit", allowed)

    @staticmethod
    def _check_time(table: DobonTable, now: Moment) -> None:
        """Decision 3: while others may call, no player covers the card, draws, or takes a 2."""
        if table.allowed_from is not None and now < table.allowed_from:
            raise Refused("too-early", "Others may still call on the top card.", allowed_from=table.allowed_from)

    def laid(
        self,
        table: DobonTable,
        seat: int,
        cards: Sequence[Card],
        suit: SuitLetter,
        how: How,
        options: Options,
        now: Moment,
    ) -> Event:
        """2.4: cards and their effect, computed from the seat that laid them."""
        turn, direction, pending = EFFECTS.after(table, seat, RANK[cards[0]], len(cards))
        deadline, allowed_from = race(options, now)
        public = CardsPlayed(
            seat=seat, cards=codes(cards), suit=suit, how=how,
            turn=turn, direction=direction, pending=pending,
            asked=[], deadline=deadline, allowed_from=allowed_from,
        )  # fmt: skip
        return Event(public)

    def _draw(self, state: DobonState, seat: int, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """2.2 and K-05: one card, and only if none fits; K-06, K-07: then the turn passes."""
        table = state.table
        if table.pending_rank:
            raise Refused("must-accept", "A 2 is pending: add a 2, or `accept`.")
        if not options["voluntary_draw"] and held_by(state, seat) & self._fits(table, options):
            raise Refused("card-fits", "A card of your hand fits; one draws only where none does.")
        self._check_time(table, now)
        return self._drawn(state, seat, 1, "turn", options, now, chance)

    def _drawn(
        self, state: DobonState, seat: int, count: int, why: Why, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """K-15: the right to call ends with it. S-29, S-30: when all in turn could draw nothing the round ends."""
        table = state.table
        nothing = not table.stock and exhausted(table)
        public = CardsDrawn(
            seat=seat, count=count, why=why, turn=table.next_seat(seat), may_play=False,
            calls_open=False, deadline=turn_deadline(options, now),
        )  # fmt: skip
        events = draw(state, public, chance)
        if nothing and table.idle + 1 >= table.seats:
            events.append(self.ended(table, "dead-end", None, [], options, calls.laid_open(state)))
        return events

    # 2.4 Special cards

    def _accept(self, state: DobonState, seat: int, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """2.4 and K-14: the target draws the whole amount, and the turn ends."""
        table = state.table
        if not table.pending_rank:
            raise Refused("nothing-pending", "There is no 2 to accept.")
        self._check_time(table, now)
        return self._drawn(state, seat, table.pending_draw, "accept", options, now, chance)

    # 2.5 Dobon and counter

    def waits(self, state: DobonState, seat: int) -> dict[int, list[str]]:
        """2.5: without jokers, one number waits for itself, two by the four operations, more by their sum; 2.1: on a
        flip always the sum.
        """
        hand = numbers(held_by(state, seat))
        return total(hand) if state.table.opening or len(hand) > 2 else waits(hand)

    def witnesses(self, state: DobonState, seat: int) -> list[str]:
        """Return the formulas by which the seat's hand makes the number on top, as in `waits`."""
        table, hand = state.table, numbers(held_by(state, seat))
        if table.opening or len(hand) > 2:
            return total(hand).get(table.number, [])
        return witnesses(hand, table.number)

    def makes(self, table: DobonTable, held: int) -> bool:
        """Tell whether the whole hand makes the number on top."""
        if table.opening:
            return 0 < held >> SUM == table.number
        return WAITS.of(held) >> table.number & 1 > 0

    def may_counter(self, table: DobonTable, caller: int) -> list[int]:
        """2.5: only the player who was called, one level only; K-24: nobody on a flip."""
        called = {caller, *(call.seat for call in table.calls)}
        return [] if table.opening or table.top_owner in called else [table.top_owner]

    def losers(self, table: DobonTable, winner: int, options: Options) -> list[int]:  # noqa: ARG002 - no option matters
        """2.5: the player who was called; 2.6, clause 5: on a flip everybody else."""
        if table.opening:
            return [seat for seat in range(table.seats) if seat != winner]
        return [table.top_owner]

    def is_stuck(self, table: DobonTable) -> bool:
        """S-30: no seat opened on any card, or no seat could draw for a whole round of turns."""
        return opening.is_stuck(table) or (exhausted(table) and table.idle >= table.seats)

    def lost(self, table: DobonTable, seat: int, options: Options, hands: Hands) -> Event:
        """Decision 1: the false caller loses and nobody wins; a call that stands is not undone by a false counter."""
        standing = table.standing
        if standing is not None:
            return self.ended(table, "dobon", standing.seat, [table.top_owner], options, hands)
        return self.ended(table, "false-call", None, [seat], options, hands)

    # 2.6 Scoring

    def ended(
        self, table: DobonTable, reason: Reason, winner: int | None, losers: list[int], options: Options, hands: Hands
    ) -> Event:
        """2.6: the payment of the losers to the winner, and the next dealer."""
        score, paid = None, []
        if winner is not None:
            score = self._score(table, reason, winner, losers, options, hands)
            paid = scoring.transfers(losers, winner, score.payment)
        public = RoundEnded(
            winner=winner, losers=losers, reason=reason, points=scoring.points(table.seats, paid),
            score=score, transfers=paid, next_dealer=self._next_dealer(table, winner, losers, options), hands=hands,
        )  # fmt: skip
        return Event(public)

    @staticmethod
    def _score(
        table: DobonTable, reason: Reason, winner: int, losers: list[int], options: Options, hands: Hands
    ) -> Score:
        """2.6, clauses 1 to 5, and K-17: the hand that is added to the card."""
        if reason == "ippatsu":
            return scoring.ippatsu(table.number, len(losers))
        payer = losers[0]
        counted = {"payer": hands[payer], "winner": hands[winner], "both": [*hands[payer], *hands[winner]]}
        counter = payer != table.top_owner
        return scoring.called(table.number, counted[options["score_hand"]], hands[winner], counter=counter)

    @staticmethod
    def _next_dealer(table: DobonTable, winner: int | None, losers: list[int], options: Options) -> int:
        """2.1: the loser of the round deals next; K-02: after an ippatsu, the option decides; without a loser the same
        dealer.
        """
        if winner is not None and table.opening:
            return scoring.next_dealer(options["dealer_after_ippatsu"], table.dealer, winner, table.seats)
        return losers[0] if losers else table.dealer

    # Windows and deadlines

    def holds_back(self, table: DobonTable, seat: int) -> bool:  # noqa: ARG002 - every seat may hold the number
        """2.3: every seat waits, because each may lay the same number out of turn."""
        return not table.opening and not table.window

    def close(self, state: DobonState, options: Options, now: Moment, extra: Drawn = NOTHING) -> list[Event]:
        """Return the events once no seat is asked: the call that stands decides the round; on a flip the round is
        opened, or the dealer continues.
        """
        if state.table.opening:
            return opening.close(self, state, options, now)
        return [calls.settled(self, state.table, options, calls.laid_open(state, extra))]

    def expire(self, state: DobonState, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """A window closes; a dealer flips; a turn takes the pending cards, or draws, whether or not a card fits."""
        table = state.table
        if table.window:
            return self.close(state, options, now)
        if table.opening:
            return by_clock(opening.flip(self, state, table.dealer, options, now, chance))
        if table.pending_rank:
            return by_clock(self._accept(state, table.turn, options, now, chance))
        return by_clock(self._drawn(state, table.turn, 1, "turn", options, now, chance))

    # What a seat may do

    def mask(self, table: DobonTable, hand: DobonHand, seat: int, options: Options) -> int:
        """Return the seat's legal actions as a mask."""
        if table.over:
            return 0
        held = hand.held + table.opened[seat]
        found = 0
        if calls.may_call(table, hand, seat) and (not options["claim_hints"] or self.makes(table, held)):
            found = DOBON
        if table.window:
            if not is_asked(table, hand, seat):
                return found
            return found | DECLINE | (held & BY_NUMBER[table.number] if table.opening else 0)
        if table.opening:
            return found | FLIP if seat == table.dealer else found
        if seat != table.turn:
            return found | held & BY_NUMBER[table.number]
        cards = held & self._fits(table, options)
        if table.pending_rank:
            return found | ACCEPT | cards
        return found | cards if cards and not options["voluntary_draw"] else found | cards | DRAW
