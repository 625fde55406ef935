"""`dobon-kawagoe`: Dobon as Kawagoe high school played it in 1990, in the order of the rulebook (section 2)."""

from collections.abc import Sequence
from typing import ClassVar

from domain.dobon import calls, opening, plays, scoring
from domain.dobon.base import DobonFamily
from domain.dobon.calls import NOTHING, Drawn, Hands
from domain.dobon.effects import Effects
from domain.dobon.events import CardsDrawn, CardsPlayed, How, Reason, RoundDealt, RoundEnded, Score, Why
from domain.dobon.formula import is_valid, total, waits, witnesses
from domain.dobon.options import KAWAGOE
from domain.dobon.plays import MATCHING, MATCHING_OR_EIGHT, SAME, Fits
from domain.dobon.stock import dealt, draw, exhausted
from domain.dobon.table import DobonTable, ranks
from domain.dobon.time_limits import race
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Pass, Play
from domain.ruleset.cards import RANK, SUITS, Card, SuitLetter, codes, deck
from domain.ruleset.legal_actions import LegalAction
from domain.ruleset.ruleset import Option, Options, RoundStart
from domain.ruleset.time_limits import by_clock, turn_deadline
from domain.ruleset.wording import Text

EFFECTS = Effects(skip=3, draw_two=2, reverse=9)
"""2.4: effects of numbers; an 8 names a suit."""

_DRAW, _ACCEPT, _FLIP = Draw(), Accept(), Flip()


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
        self, table: DobonTable, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """2.1: flips and answers before the round is opened; 2.2: play or draw one in turn; 2.3: the same number out of
        turn; calls.
        """
        if table.over:
            raise Refused("round-over", "The round is over.")
        if isinstance(action, Dobon):
            return calls.call(self, table, seat, action.on, options, now, chance)
        if table.opening:
            return opening.decide(self, table, seat, action, options, now, chance)
        if isinstance(action, Decline):
            return calls.decline(self, table, seat, action.on, options, now)
        if table.window:
            raise Refused("window-open", "A call is being answered; the answers are `dobon` and `decline`.")
        if isinstance(action, Play):
            return self._play(table, seat, action, options, now)
        if isinstance(action, Flip):
            raise Refused("already-opened", "The dealer turns cards up only until the round is opened.")
        if seat != table.turn:
            raise Refused("not-your-turn", self._whose_turn(table), turn=table.turn, on=table.top_version)
        if isinstance(action, Draw):
            return self._draw(table, seat, options, now, chance)
        if isinstance(action, Accept):
            return self._accept(table, seat, options, now, chance)
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

    def _play(self, table: DobonTable, seat: int, action: Play, options: Options, now: Moment) -> list[Event]:
        in_turn = seat == table.turn
        if not plays.is_plain(table, seat, action, self._fits(table, options) if in_turn else SAME[table.number]):
            self._check_play(table, seat, action, options)
        self._check_time(table, now)
        how: How = "turn" if in_turn else "jump-in"
        return [self.laid(table, seat, action.cards, plays.suit_named(action), how, options, now)]

    def _check_play(self, table: DobonTable, seat: int, action: Play, options: Options) -> None:
        """2.2: the same suit or the same number, several of one number together; 2.3: out of turn the same number."""
        plays.check_top(table, action)
        bottom = plays.bottom(action)
        if seat != table.turn and not SAME[table.number][bottom]:
            raise Refused("not-your-turn", self._whose_turn(table), turn=table.turn, on=table.top_version)
        plays.check_cards(table, seat, action)
        if not RANK[bottom]:
            raise Refused("joker-unplayable", "A joker is never played; it doubles the points of a winning hand.")
        if seat == table.turn and not self._fits(table, options)[bottom]:
            self._refuse_bottom(table, options)
        plays.check_suit(action)

    @staticmethod
    def _fits(table: DobonTable, options: Options) -> Fits:
        """2.2 and K-09: the cards that the player in turn may lay: suit or number, on a pending 2 only 2s."""
        if table.pending_rank:
            return SAME[table.pending_rank]
        return (MATCHING_OR_EIGHT if options["eight_wild"] else MATCHING)[table.suit][RANK[table.pile[-1]]]

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

    def _draw(self, table: DobonTable, seat: int, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """2.2 and K-05: one card, and only if none fits; K-06, K-07: then the turn passes."""
        if table.pending_rank:
            raise Refused("must-accept", "A 2 is pending: add a 2, or `accept`.")
        if not options["voluntary_draw"] and self._may_lay(table, seat, options):
            raise Refused("card-fits", "A card of your hand fits; one draws only where none does.")
        self._check_time(table, now)
        return self._drawn(table, seat, 1, "turn", options, now, chance)

    def _may_lay(self, table: DobonTable, seat: int, options: Options) -> bool:
        fits = self._fits(table, options)
        return any(fits[card] for card in self._hand(table, seat))

    def _drawn(
        self, table: DobonTable, seat: int, count: int, why: Why, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """K-15: the right to call ends with it. S-29, S-30: when all in turn could draw nothing the round ends."""
        nothing = not table.stock and exhausted(table)
        public = CardsDrawn(
            seat=seat, count=count, why=why, turn=table.next_seat(seat), may_play=False,
            calls_open=False, deadline=turn_deadline(options, now),
        )  # fmt: skip
        events = draw(table, public, chance)
        if nothing and table.idle + 1 >= len(table.hands):
            events.append(self.ended(table, "dead-end", None, [], options, calls.laid_open(table)))
        return events

    # 2.4 Special cards

    def _accept(self, table: DobonTable, seat: int, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """2.4 and K-14: the target draws the whole amount, and the turn ends."""
        if not table.pending_rank:
            raise Refused("nothing-pending", "There is no 2 to accept.")
        self._check_time(table, now)
        return self._drawn(table, seat, table.pending_draw, "accept", options, now, chance)

    # 2.5 Dobon and counter

    def waits(self, table: DobonTable, seat: int) -> dict[int, list[str]]:
        """2.5: without jokers, one number waits for itself, two by the four operations, more by their sum; 2.1: on a
        flip always the sum.
        """
        numbers = [number for number in ranks(table.hand(seat)) if number]
        return total(numbers) if table.opening or len(numbers) > 2 else waits(numbers)

    def witnesses(self, table: DobonTable, seat: int) -> list[str]:
        """Return the formulas by which the seat's hand makes the number on top, as in `waits`."""
        numbers = [number for number in ranks(table.hand(seat)) if number]
        if table.opening or len(numbers) > 2:
            return total(numbers).get(table.number, [])
        return witnesses(numbers, table.number)

    def is_true(self, table: DobonTable, seat: int) -> bool:
        """Tell whether a call of the seat would be true now."""
        numbers = [number for number in ranks(table.hand(seat)) if number]
        number = table.number
        if table.opening or len(numbers) > 2:
            return 0 < sum(numbers) == number
        return is_valid(numbers, number)

    def may_counter(self, table: DobonTable, caller: int) -> list[int]:
        """2.5: only the player who was called, one level only; K-24: nobody on a flip."""
        called = {caller, *(call.seat for call in table.calls)}
        return [] if table.opening or table.top_owner in called else [table.top_owner]

    def losers(self, table: DobonTable, winner: int, options: Options) -> list[int]:  # noqa: ARG002 - no option matters
        """2.5: the player who was called; 2.6, clause 5: on a flip everybody else."""
        if table.opening:
            return [seat for seat in range(len(table.hands)) if seat != winner]
        return [table.top_owner]

    def is_stuck(self, table: DobonTable) -> bool:
        """S-30: no seat opened on any card, or no seat could draw for a whole round of turns."""
        return opening.is_stuck(table) or (exhausted(table) and table.idle >= len(table.hands))

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
            winner=winner, losers=losers, reason=reason, points=scoring.points(len(table.hands), paid),
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
            return scoring.next_dealer(options["dealer_after_ippatsu"], table.dealer, winner, len(table.hands))
        return losers[0] if losers else table.dealer

    # Windows and deadlines

    def holds_back(self, table: DobonTable, seat: int) -> bool:  # noqa: ARG002 - every seat may hold the number
        """2.3: every seat waits, because each may lay the same number out of turn."""
        return not table.opening and not table.window

    def close(self, table: DobonTable, options: Options, now: Moment, extra: Drawn = NOTHING) -> list[Event]:
        """Return the events once no seat is asked: the call that stands decides the round; on a flip the round is
        opened, or the dealer continues.
        """
        if table.opening:
            return opening.close(self, table, options, now)
        return [calls.settled(self, table, options, calls.laid_open(table, extra))]

    def expire(self, table: DobonTable, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """A window closes; a dealer flips; a turn takes the pending cards, or draws, whether or not a card fits."""
        if table.window:
            return self.close(table, options, now)
        if table.opening:
            return by_clock(opening.flip(self, table, table.dealer, options, now, chance))
        if table.pending_rank:
            return by_clock(self._accept(table, table.turn, options, now, chance))
        return by_clock(self._drawn(table, table.turn, 1, "turn", options, now, chance))

    # What a seat may do

    def actions(self, table: DobonTable, seat: int, options: Options) -> list[Action]:
        """Return the seat's legal actions, each set of cards once; plays name the top."""
        fits, on = self._layable(table, seat, options), table.top_version
        found = [] if fits is None else plays.plays(self._hand(table, seat), fits)
        others = self._other_actions(table, seat, options, may_lay=bool(found))
        return [*others, *[Play(play.cards, play.suit, on) for play in found]]

    def legal(self, table: DobonTable, seat: int, options: Options) -> list[LegalAction]:
        """Return an entry for each card that may be at the bottom of a play, after the other actions."""
        fits = self._layable(table, seat, options)
        found = [] if fits is None else plays.legal_plays(self._hand(table, seat), fits, table.top_version)
        return [*map(LegalAction, self._other_actions(table, seat, options, may_lay=bool(found))), *found]

    @staticmethod
    def _hand(table: DobonTable, seat: int) -> list[Card]:
        # A seat's own table, and the server's, know every card of the seat's hand.
        hand: list[Card] = table.hands[seat]  # type: ignore[assignment]
        return hand + table.shown[seat] if table.shown[seat] else hand

    def _layable(self, table: DobonTable, seat: int, options: Options) -> Fits | None:
        """Return the cards that the seat may lay now; None if it may lay none."""
        if table.over:
            return None
        if table.window or table.opening:
            return SAME[table.number] if table.window and table.opening and seat in table.asked else None
        return self._fits(table, options) if seat == table.turn else SAME[table.number]

    def _other_actions(self, table: DobonTable, seat: int, options: Options, *, may_lay: bool) -> list[Action]:
        """Return the seat's legal actions other than plays; `may_lay` says whether it has any play."""
        found: list[Action] = []
        if table.over:
            return found
        if calls.may_call(table, seat) and (not options["claim_hints"] or self.is_true(table, seat)):
            found.append(Dobon(calls.answers_to(table)))
        if table.window:
            if seat in table.asked:
                found.append(Decline(table.window))
        elif table.opening:
            if seat == table.dealer:
                found.append(_FLIP)
        elif seat == table.turn:
            if table.pending_rank:
                found.append(_ACCEPT)
            elif not may_lay or options["voluntary_draw"]:
                found.append(_DRAW)
        return found
