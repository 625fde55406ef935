"""`dobon-sato`: Dobon by Sato's essay, in the order of the rulebook (section 1)."""

from typing import ClassVar

from domain.dobon import calls, plays
from domain.dobon.base import DobonFamily
from domain.dobon.calls import NOTHING, Drawn, Hands
from domain.dobon.effects import Effects
from domain.dobon.events import CardsDrawn, CardsPlayed, HandOpened, Passed, Reason, RoundDealt, RoundEnded, Why
from domain.dobon.evolve import DobonState
from domain.dobon.formula import waits, witnesses
from domain.dobon.hand import DobonHand
from domain.dobon.options import SATO
from domain.dobon.plays import ACCEPT, BY_NUMBER, DECLINE, DOBON, DRAW, EIGHTS, FITS_OR_EIGHT, PASS, held_by
from domain.dobon.stock import dealt, draw, exhausted
from domain.dobon.table import NOBODY, DobonTable
from domain.dobon.time_limits import answer_deadline, race
from domain.dobon.waits import SATO as WAITS
from domain.dobon.waits import numbers
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Pass, Play
from domain.ruleset.cards import CODES, RANK, SUITS, codes, deck
from domain.ruleset.ruleset import Option, Options, RoundStart
from domain.ruleset.time_limits import by_clock, turn_deadline
from domain.ruleset.windows import is_asked
from domain.ruleset.wording import Text

EFFECTS = Effects(skip=1, draw_two=2, reverse=9, opens=13)
"""1.4: effects of numbers; an 8 names a suit."""

_DRAW, _PASS, _ACCEPT = Draw(), Pass(), Accept()


class DobonSato(DobonFamily):
    """The rules of Sato's essay."""

    key: ClassVar[str] = "dobon-sato"
    title: ClassVar[Text] = {"ja": "ドボン(佐藤)", "en": "Dobon (Sato)"}
    text: ClassVar[Text] = {
        "ja": "手札の数字すべてを + - × ÷ のどれか一つで結んだ答えが、他の人が出した場の一番上のカードの数字と等しければ「ドボン」。"
        "最後にドボンした人の勝ち、されたカードの持ち主(返されたらその直前にドボンした人)の負け。"
        "同じマークか同じ数字のカードを出すか、山札から一枚引く。1は飛ばし、2は二枚引き、8はマーク変え、9は逆回り、13は手札公開。",
        "en": "Call Dobon when all the numbers of your hand, joined by one of + - × ÷, make the number of the card on top, laid by somebody "
        "else. The last to call wins; the owner of the card loses, or the caller who was countered. On your turn play cards of the same suit "
        "or number, or draw one. 1 skips, 2 draws two, 8 names a suit, 9 reverses, 13 opens the hand.",
    }
    seats: ClassVar[range] = range(2, 9)
    options: ClassVar[tuple[Option, ...]] = SATO
    held_back: ClassVar[tuple[type[Action], ...]] = (Play,)
    deck_size: ClassVar[int] = 52

    def check(self, options: Options, seats: int) -> None:
        """1.1: hands and the first card come from one deck."""
        if seats * options["hand_size"] + 1 > 52:
            raise Refused(
                "bad-option",
                Sentence("{seats} seats can hold at most {most} cards each.", seats=seats, most=51 // seats),
                option="hand_size",
            )

    # 1.1 Setup

    def deal(self, start: RoundStart, now: Moment, chance: Chance) -> list[Event]:
        """1.1: hands dealt card by card from seat 0, one card face up, the rest is the stock."""
        cards = deck()
        chance.stream("deck").shuffle(cards)
        seats, size, options = start.seats, start.options["hand_size"], start.options
        asked, deadline, allowed_from = self._after_laying(seats, NOBODY, options, now)
        public = RoundDealt(
            round=start.round, withheld=start.withheld, hand_size=size, turn=self._starter(start, chance),
            top=CODES[cards[seats * size]], stock=51 - seats * size,
            asked=asked, deadline=deadline, allowed_from=allowed_from,
        )  # fmt: skip
        return [Event(public, dealt(cards, seats, size, laid=1))]

    def _starter(self, start: RoundStart, chance: Chance) -> int:
        """1.1 and S-03: any method for the first round; later `next_starter`, or chance if it names no seat."""
        rule, before = start.options["next_starter"], start.before
        if before is not None and rule == "winner" and before["winner"] is not None:
            winner: int = before["winner"]
            return winner
        if before is not None and rule == "loser" and len(before["losers"]) == 1:
            loser: int = before["losers"][0]
            return loser
        return chance.stream("first").below(start.seats)

    @staticmethod
    def _after_laying(
        seats: int, owner: int, options: Options, now: Moment
    ) -> tuple[list[int], Moment | None, Moment | None]:
        """Decision 3: `asked`, `deadline` and `allowed_from` of a card: all other seats are asked, or no seat may cover
        it for a while.
        """
        if options["claim_mode"] == "ask_all":
            return [seat for seat in range(seats) if seat != owner], answer_deadline(options, now), None
        return [], *race(options, now)

    # 1.2 A turn

    def decide(
        self, state: DobonState, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """1.2: exactly one of play, draw, and on the very first turn pass; calls at any time."""
        table = state.table
        if table.over:
            raise Refused("round-over", "The round is over.")
        if isinstance(action, Dobon):
            return calls.call(self, state, seat, action.on, options, now, chance)
        if isinstance(action, Decline):
            return calls.decline(self, state, seat, action.on, options, now)
        if table.window:
            raise Refused("window-open", "A call is being answered; the answers are `dobon` and `decline`.")
        if seat != table.turn:
            raise Refused("not-your-turn", Sentence("It is seat {turn}'s turn.", turn=table.turn), turn=table.turn)
        if isinstance(action, Play):
            return self._play(state, seat, action, options, now)
        if isinstance(action, Draw):
            return self._draw(state, seat, options, now, chance)
        if isinstance(action, Accept):
            return self._accept(state, seat, options, now, chance)
        if isinstance(action, Pass):
            return self._pass(table, seat, options, now)
        raise Refused("not-in-this-game", "This game has no such action.")

    def _draw(self, state: DobonState, seat: int, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """1.2: one card, also when a card would fit; then the turn moves on (S-07: `play_after_draw`)."""
        table = state.table
        if table.pending_rank:
            raise Refused("must-accept", self._how_to_answer(table))
        if table.may_play:
            raise Refused("already-drawn", "Play the card you drew, or `pass`.")
        return self._drawn(state, seat, 1, "turn", options, now, chance)

    def _drawn(
        self, state: DobonState, seat: int, count: int, why: Why, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """S-29, S-30: all available cards are drawn; when all in turn could draw nothing the round ends without a
        winner.
        """
        table = state.table
        some = bool(table.stock) or not exhausted(table)
        may_play = why == "turn" and options["play_after_draw"] and some
        stays = may_play or (why == "accept" and not options["draw_penalty_ends_turn"])
        public = CardsDrawn(
            seat=seat, count=count, why=why, turn=seat if stays else table.next_seat(seat), may_play=may_play,
            deadline=turn_deadline(options, now),
        )  # fmt: skip
        events = draw(state, public, chance)
        if not some and not stays and table.idle + 1 >= table.seats:
            events.append(self.ended(table, "dead-end", None, [], options, calls.laid_open(state)))
        return events

    def _pass(self, table: DobonTable, seat: int, options: Options, now: Moment) -> list[Event]:
        """1.2: only the very first player, that time only; with `play_after_draw`, instead of playing the card."""
        if table.pending_rank or not (table.may_play or table.first_turn):
            raise Refused("no-pass", "Only the first turn of a round may be passed; otherwise play or draw.")
        return [Event(Passed(seat=seat, turn=table.next_seat(seat), deadline=turn_deadline(options, now)))]

    # 1.3 Legal play

    def _play(self, state: DobonState, seat: int, action: Play, options: Options, now: Moment) -> list[Event]:
        table, cards = state.table, action.cards
        held, fits = held_by(state, seat), self._fits(table, options)
        if table.may_play or not plays.is_plain(held & fits, action):
            self._check_play(table, held, action, fits, state.hands[seat])
        if table.allowed_from is not None and now < table.allowed_from:
            raise Refused("too-early", "Others may still call on the top card.", allowed_from=table.allowed_from)
        turn, direction, pending = EFFECTS.after(table, seat, RANK[cards[0]], len(cards))
        asked, deadline, allowed_from = self._after_laying(table.seats, seat, options, now)
        public = CardsPlayed(
            seat=seat, cards=codes(cards), suit=plays.suit_named(action),
            turn=turn, direction=direction, pending=pending,
            asked=asked, deadline=deadline, allowed_from=allowed_from,
        )  # fmt: skip
        return [Event(public)]

    def _check_play(self, table: DobonTable, held: int, action: Play, fits: int, hand: DobonHand | None) -> None:
        """1.3, clauses 1 to 5: the bottom card has to fit, the others have its number; an 8 names a suit."""
        plays.check_top(table, action)
        plays.check_cards(held, action)
        if table.may_play and (hand is None or hand.drawn not in action.cards):
            raise Refused("only-drawn-card", "After drawing only the card you drew may be played, or `pass`.")
        if not fits >> action.cards[0] & 1:
            self._refuse_bottom(table)
        plays.check_suit(action)

    @staticmethod
    def _how_to_answer(table: DobonTable) -> str:
        return Sentence(
            "A {number} is pending: pass it on with the same number, or `accept`.", number=table.pending_rank
        )

    @staticmethod
    def _refuse_bottom(table: DobonTable) -> None:
        if table.pending_rank:
            raise Refused("must-answer-pending", DobonSato._how_to_answer(table))
        allowed = Sentence(
            "The first card has to be of suit {suit}, a {number}, or an 8.",
            suit=SUITS[table.suit],
            number=RANK[table.top],
        )
        raise Refused("bottom-does-not-fit", allowed)

    @staticmethod
    def _fits(table: DobonTable, options: Options) -> int:
        """1.3, clauses 2 and 5: the cards that may be at the bottom now; S-10: an 8 on a pending effect."""
        if table.pending_rank:
            same = BY_NUMBER[table.pending_rank]
            return same | EIGHTS if options["eight_answers_pending"] else same
        return FITS_OR_EIGHT[table.suit][RANK[table.pile[-1]]]

    # 1.5 Pass-on for 2 and 13

    def _accept(self, state: DobonState, seat: int, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """1.5, clause 2: draw the whole amount, or open the hand."""
        table = state.table
        if not table.pending_rank:
            raise Refused("nothing-pending", "There is no 2 or 13 to accept.")
        if table.pending_rank == EFFECTS.draw_two:
            return self._drawn(state, seat, table.pending_draw, "accept", options, now, chance)
        turn = table.next_seat(seat) if options["open_penalty_ends_turn"] else seat
        opened = codes(sorted(state.held(seat)))
        return [Event(HandOpened(seat=seat, cards=opened, turn=turn, deadline=turn_deadline(options, now)))]

    # 1.6 Dobon call

    def witnesses(self, state: DobonState, seat: int) -> list[str]:
        """1.6: one operator for the whole hand, no parentheses."""
        return witnesses(numbers(held_by(state, seat)), state.table.number)

    def waits(self, state: DobonState, seat: int) -> dict[int, list[str]]:
        """Return the numbers that the seat waits for [待ち]."""
        return waits(numbers(held_by(state, seat)))

    def makes(self, table: DobonTable, held: int) -> bool:
        """Tell whether the whole hand makes the number on top."""
        return WAITS.of(held) >> table.number & 1 > 0

    # 1.7 Counter-call

    def may_counter(self, table: DobonTable, caller: int) -> list[int]:
        """1.7: any player who has not called on this card, its owner included."""
        called = {caller, *(call.seat for call in table.calls)}
        return [seat for seat in range(table.seats) if seat not in called]

    def losers(self, table: DobonTable, winner: int, options: Options) -> list[int]:
        """1.7: the owner of the card; S-06: nobody, or all others, for the first card."""
        if table.top_owner != NOBODY:
            return [table.top_owner]
        everybody = options["initial_card_loser"] == "all_others"
        return [seat for seat in range(table.seats) if everybody and seat != winner]

    def is_stuck(self, table: DobonTable) -> bool:
        """S-30: no seat could draw for a whole round of turns."""
        return exhausted(table) and table.idle >= table.seats

    def lost(self, table: DobonTable, seat: int, options: Options, hands: Hands) -> Event:
        """Decision 1: the false caller loses, and nobody wins."""
        return self.ended(table, "false-call", None, [seat], options, hands)

    def ended(
        self,
        table: DobonTable,
        reason: Reason,
        winner: int | None,
        losers: list[int],
        options: Options,  # noqa: ARG002 - the standing is the same under all of them
        hands: Hands,
    ) -> Event:
        """S-36: the standing: 1 point for the winner and -1 for each loser."""
        points = [(seat == winner) - (seat in losers) for seat in range(table.seats)]
        return Event(RoundEnded(winner=winner, losers=losers, reason=reason, points=points, hands=hands))

    # Windows and deadlines

    def holds_back(self, table: DobonTable, seat: int) -> bool:
        """1.2: the seat in turn waits before it covers the top."""
        return seat == table.turn and not table.window

    def close(self, state: DobonState, options: Options, now: Moment, extra: Drawn = NOTHING) -> list[Event]:
        """1.8: no seat is asked any more; the call that stands decides the round, else the turn continues."""
        if state.table.standing is None:
            return [calls.unused(state.table, options, now)]
        return [calls.settled(self, state.table, options, calls.laid_open(state, extra))]

    def expire(self, state: DobonState, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """A window closes; a turn takes what is pending, or draws, or passes after a draw."""
        table = state.table
        if table.window:
            return self.close(state, options, now)
        action: Action = _ACCEPT if table.pending_rank else _PASS if table.may_play else _DRAW
        return by_clock(self.decide(state, table.turn, action, options, now, chance))

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
            return found | DECLINE if is_asked(table, hand, seat) else found
        if seat != table.turn:
            return found
        cards = held & self._fits(table, options)
        if table.pending_rank:
            return found | ACCEPT | cards
        if table.may_play:
            same = 0 if hand.drawn is None else BY_NUMBER[RANK[hand.drawn]]
            return found | PASS | cards & same
        return found | cards | (DRAW | PASS if table.first_turn else DRAW)
