"""`dobon-sato`: Dobon by Sato's essay, in the order of the rulebook (section 1)."""

from typing import Any, ClassVar

from domain.actions import Accept, Action, Decline, Dobon, Draw, Pass, Play
from domain.cards import CODES, RANK, SUIT, SUITS, Card, codes, deck
from domain.chance import Chance
from domain.dobon import board, calls, hindsight
from domain.dobon.calls import turn_deadline
from domain.dobon.options import SATO
from domain.dobon.plays import ON, SAME, SAME_OR_WILD, WILD, Fits, plays
from domain.dobon.stock import draw
from domain.dobon.table import NOBODY, DobonTable, apply, lay, ranks
from domain.dobon.words import in_words
from domain.errors import Refused
from domain.events import TABLE, Event
from domain.formula import is_valid, waits, witnesses
from domain.rules import Option, Options, RoundStart, Text
from domain.times import Moment, later

SKIP, DRAW_TWO, REVERSE, OPEN = 1, 2, 9, 13

_DRAW, _PASS, _ACCEPT = Draw(), Pass(), Accept()


class DobonSato:
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

    def check(self, options: Options, seats: int) -> None:
        """1.1: hands and the first card come from one deck."""
        if seats * options["hand_size"] + 1 > 52:
            raise Refused("bad-option", f"{seats} seats can hold at most {51 // seats} cards each.", option="hand_size")

    # 1.1 Setup

    def deal(self, start: RoundStart, now: Moment, chance: Chance) -> list[Event]:
        """1.1: hands dealt card by card from seat 0, one card face up, the rest is the stock."""
        cards = deck()
        chance.stream("deck").shuffle(cards)
        seats, size, options = start.seats, start.options["hand_size"], start.options
        hands = seats * size
        sealed: dict[str, dict[str, Any]] = {
            str(seat): {"cards": codes(cards[seat:hands:seats])} for seat in range(seats)
        }
        sealed[TABLE] = {"stock": codes(cards[hands + 1 :])}
        public = {
            "round": start.round, "hand_size": size, "turn": self._starter(start, chance), "top": CODES[cards[hands]],
            "stock": 51 - hands, **self._after_laying(seats, NOBODY, options, now),
        }  # fmt: skip
        return [Event("round-dealt", public, sealed)]

    def _starter(self, start: RoundStart, chance: Chance) -> int:
        """1.1 and S-03: any method for the first round; later `next_starter`, or chance where that names nobody."""
        rule = start.options["next_starter"]
        if start.round > 1 and rule == "winner" and start.winner is not None:
            return start.winner
        if start.round > 1 and rule == "loser" and len(start.losers) == 1:
            return start.losers[0]
        return chance.stream("first").below(start.seats)

    @staticmethod
    def _after_laying(table_seats: int, owner: int, options: Options, now: Moment) -> dict[str, Any]:
        """Decision 3: a card was laid; everybody else is asked, or nobody may cover it for a while."""
        if options["claim_mode"] == "ask_all":
            others = [seat for seat in range(table_seats) if seat != owner]
            return {"asked": others, "deadline": calls.answer_deadline(options, now), "cover_from": None}
        grace, seconds = options["claim_grace_seconds"], options["turn_seconds"]
        return {
            "asked": [],
            "deadline": later(now, seconds=grace + seconds) if seconds else None,
            "cover_from": later(now, seconds=grace) if grace else None,
        }

    # 1.2 A turn

    def decide(
        self, table: DobonTable, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """1.2: exactly one of play, draw, and on the very first turn pass; calls at any time."""
        if table.over:
            raise Refused("round-over", "The round is over.")
        if isinstance(action, Dobon):
            return calls.call(table, seat, action.on, options, now, chance, witnesses)
        if isinstance(action, Decline):
            return calls.decline(table, seat, action.on, options, now)
        if table.window:
            raise Refused("window-open", "A call is being answered; the answers are `dobon` and `decline`.")
        if seat != table.turn:
            raise Refused("not-your-turn", f"It is seat {table.turn}'s turn.", turn=table.turn)
        if isinstance(action, Play):
            return self._play(table, seat, action, options, now)
        if isinstance(action, Draw):
            return self._draw(table, seat, options, now, chance)
        if isinstance(action, Accept):
            return self._accept(table, seat, options, now, chance)
        if isinstance(action, Pass):
            return self._pass(table, seat, options, now)
        raise Refused("not-now", "That is asked for between rounds.")

    def _draw(self, table: DobonTable, seat: int, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """1.2: one card, also when a card would fit; then the turn moves on (S-07: `play_after_draw`)."""
        if table.pending_rank:
            raise Refused("must-accept", self._how_to_answer(table))
        if table.may_play:
            raise Refused("already-drawn", "Play the card you drew, or `pass`.")
        return self._drawn(table, seat, 1, "turn", options, now, chance)

    def _drawn(
        self, table: DobonTable, seat: int, count: int, why: str, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """S-29, S-30: what is there is drawn; when all in turn could draw nothing the round ends with no winner."""
        some = bool(table.stock) or len(table.pile) > 1
        may_play = why == "turn" and options["play_after_draw"] and some
        stays = may_play or (why == "accept" and not options["draw_penalty_ends_turn"])
        turn = seat if stays else self._next(table, seat, 1)
        facts = {"why": why, "turn": turn, "may_play": may_play, "deadline": turn_deadline(options, now)}
        events = draw(table, seat, count, chance, facts)
        if not some and not stays and table.idle + 1 >= len(table.hands):
            events.append(calls.ended(table, None, [], "dead-end"))
        return events

    def _pass(self, table: DobonTable, seat: int, options: Options, now: Moment) -> list[Event]:
        """1.2: only the very first player, that time only; with `play_after_draw`, instead of playing the card."""
        if table.pending_rank or not (table.may_play or table.first_turn):
            raise Refused("no-pass", "Only the first turn of a round may be passed; otherwise play or draw.")
        return [
            Event("passed", {"seat": seat, "turn": self._next(table, seat, 1), "deadline": turn_deadline(options, now)})
        ]

    @staticmethod
    def _next(table: DobonTable, seat: int, steps: int) -> int:
        return (seat + table.direction * steps) % len(table.hands)

    # 1.3 Legal play

    def _play(self, table: DobonTable, seat: int, action: Play, options: Options, now: Moment) -> list[Event]:
        self._check_play(table, seat, action, options)
        if table.cover_from is not None and now < table.cover_from:
            raise Refused("too-early", "Others may still call on the top card.", allowed_from=table.cover_from)
        last = action.cards[-1]
        suit = SUIT[last] if action.suit is None else action.suit
        turn, direction, pending = self._effect(table, seat, RANK[last], len(action.cards))
        public = {
            "seat": seat, "cards": codes(action.cards), "suit": SUITS[suit], "turn": turn, "direction": direction,
            "pending": pending, **self._after_laying(len(table.hands), seat, options, now),
        }  # fmt: skip
        return [Event("cards-played", public)]

    def _check_play(self, table: DobonTable, seat: int, action: Play, options: Options) -> None:
        """1.3, clauses 1 to 5: the bottom card has to fit, the others have its number; an 8 names a suit."""
        cards = action.cards
        if len(set(cards)) < len(cards):
            raise Refused("same-card-twice", "Each card can be played once.")
        hand = table.hand(seat)
        rank = RANK[cards[0]]
        for card in cards:
            if card not in hand:
                raise Refused("card-not-held", "Play cards of your own hand.")
            if RANK[card] != rank:
                raise Refused("ranks-differ", "Cards played together have the same number.")
        if table.may_play and table.drawn not in cards:
            raise Refused("only-drawn-card", "After drawing only the card you drew may be played, or `pass`.")
        if not self._fits(table, options)[cards[0]]:
            self._refuse_bottom(table)
        if rank == WILD and action.suit is None:
            raise Refused("suit-needed", "An 8 names a suit: S, C, H or D.")
        if rank != WILD and action.suit is not None:
            raise Refused("suit-not-allowed", "Only an 8 names a suit.")

    @staticmethod
    def _how_to_answer(table: DobonTable) -> str:
        return f"A {table.pending_rank} is pending: pass it on with the same number, or `accept`."

    @staticmethod
    def _refuse_bottom(table: DobonTable) -> None:
        if table.pending_rank:
            raise Refused("must-answer-pending", DobonSato._how_to_answer(table))
        allowed = f"The first card has to be of suit {SUITS[table.suit]}, a {RANK[table.top]}, or an 8."
        raise Refused("bottom-does-not-fit", allowed)

    @staticmethod
    def _fits(table: DobonTable, options: Options) -> Fits:
        """1.3, clauses 2 and 5: which card may be at the bottom now; S-10: whether an 8 passes a pending effect on."""
        if table.pending_rank:
            return (SAME_OR_WILD if options["eight_answers_pending"] else SAME)[table.pending_rank]
        return ON[table.suit][RANK[table.pile[-1]]]

    # 1.4 Effects

    def _effect(self, table: DobonTable, seat: int, rank: int, count: int) -> tuple[int, int, dict[str, int] | None]:
        """1.4: next seat, direction and what is pending after `count` cards of a rank."""
        direction = table.direction
        pending = None
        if rank == REVERSE and count % 2:
            direction = -direction
        elif rank == DRAW_TWO:
            pending = {"rank": DRAW_TWO, "draw": table.pending_draw + 2 * count}
        elif rank == OPEN:
            pending = {"rank": OPEN, "draw": 0}
        elif table.pending_rank:  # An 8 that passes the effect on (S-10).
            pending = {"rank": table.pending_rank, "draw": table.pending_draw}
        steps = 1 + count if rank == SKIP else 1
        return (seat + direction * steps) % len(table.hands), direction, pending

    # 1.5 Pass-on for 2 and 13

    def _accept(self, table: DobonTable, seat: int, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """1.5, clause 2: draw the whole amount, or open the hand."""
        if not table.pending_rank:
            raise Refused("nothing-pending", "There is no 2 or 13 to accept.")
        if table.pending_rank == DRAW_TWO:
            return self._drawn(table, seat, table.pending_draw, "accept", options, now, chance)
        turn = self._next(table, seat, 1) if options["open_penalty_ends_turn"] else seat
        opened = codes(sorted(card for card in table.hands[seat] if card is not None))
        public = {"seat": seat, "cards": opened, "turn": turn, "deadline": turn_deadline(options, now)}
        return [Event("hand-opened", public)]

    # Deadlines

    def due(self, table: DobonTable) -> Moment | None:
        """The end of the turn or of the window."""
        return table.deadline

    def expire(self, table: DobonTable, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """A window closes; a turn takes what is pending, or draws, or passes after a draw."""
        if table.window:
            return calls.close(table, options, now)
        seat = table.turn
        action: Action = _ACCEPT if table.pending_rank else _PASS if table.may_play else _DRAW
        events = self.decide(table, seat, action, options, now, chance)
        for event in events:
            if "seat" in event.public:
                event.public["by_clock"] = True
        return events

    # What a seat may do, and what it sees

    def actions(self, table: DobonTable, seat: int, options: Options) -> list[Action]:
        """All legal actions of the seat, each set of cards in one legal order."""
        if table.over:
            return []
        found: list[Action] = []
        if calls.may_call(table, seat) and (not options["claim_hints"] or self._call_is_true(table, seat)):
            found.append(Dobon(calls.answers_to(table)))
        if table.window:
            if seat in table.asked:
                found.append(Decline(table.window))
        elif seat == table.turn:
            self._turn_actions(table, seat, options, found)
        return found

    @staticmethod
    def _call_is_true(table: DobonTable, seat: int) -> bool:
        return is_valid(ranks(table.hand(seat)), RANK[table.top])

    def _turn_actions(self, table: DobonTable, seat: int, options: Options, found: list[Action]) -> None:
        if table.pending_rank:
            found.append(_ACCEPT)
        elif table.may_play:
            found.append(_PASS)
        else:
            found.append(_DRAW)
            if table.first_turn:
                found.append(_PASS)
        # A seat's own table, and the server's, know every card of the seat's hand.
        hand: list[Card] = table.hands[seat]  # type: ignore[assignment]
        if table.shown[seat]:
            hand = hand + table.shown[seat]
        legal = plays(hand, self._fits(table, options))
        if table.may_play:
            legal = [play for play in legal if isinstance(play, Play) and table.drawn in play.cards]
        found += legal

    def waiting_for(self, table: DobonTable) -> list[int]:
        """Seats that have to answer, else the seat in turn."""
        if table.over:
            return []
        return table.asked if table.window else [table.turn]

    def moves_from(self, table: DobonTable) -> Moment | None:
        """Decision 3: when the top may be covered."""
        return table.cover_from

    # Looking back

    def judge(self, table: DobonTable, seat: int) -> dict[str, Any]:
        """1.6: what a call of the seat is now."""
        return calls.judge(table, seat, witnesses) | {"permitted": calls.may_call(table, seat)}

    def hindsight(self, before: DobonTable | None, event: Event, after: DobonTable) -> dict[str, Any]:
        """Waits, possible and missed calls, and what the event revealed."""
        return hindsight.frame(before, event, after, waits)

    words = staticmethod(in_words)

    # The table itself

    table = staticmethod(lay)
    view = staticmethod(board.view)
    apply = staticmethod(apply)
    copy = staticmethod(DobonTable.copy)
    stored = staticmethod(DobonTable.stored)
    from_stored = staticmethod(DobonTable.from_stored)
