"""`doubt`: Doubt [ダウト], and Cheat, in the order of the rulebook (section 1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from domain.doubt import replay, review, view
from domain.doubt.challenge import Challenge, following_number, is_true, verdict
from domain.doubt.event_types import EVENTS
from domain.doubt.events import CardsPlayed, DoubtDeclined, RoundDealt
from domain.doubt.hand import DoubtHand, DoubtState, away_from, last_cards, pile_of
from domain.doubt.options import DOUBT
from domain.doubt.table import Claim, DoubtTable
from domain.doubt.validation import check_allowed, check_held, clock_order, joker_ends
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event, Part
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.ruleset.actions import Action, Decline, Doubt, Pass, Play
from domain.ruleset.base import BaseRuleset
from domain.ruleset.cards import CARDS, RANK, Card, codes, deck, hand_codes
from domain.ruleset.catalogue import ROUND_ENDED, Catalogue, Check
from domain.ruleset.legal_actions import More
from domain.ruleset.parts import Cards, Declined
from domain.ruleset.places import Places, agree, misplaced
from domain.ruleset.replay import Answer
from domain.ruleset.round_state import RoundState
from domain.ruleset.ruleset import Option, Options, RoundStart
from domain.ruleset.time_limits import after, by_clock, turn_deadline
from domain.ruleset.windows import asked, is_asked, waiting_for, without_answer
from domain.ruleset.wording import Text

UNLIMITED_DECKS = 2
"""Maximum number of decks with which losers may take up the pile in a round without a limit of plays."""

_NEEDS_LIMIT = "With 3 or 4 decks and the penalty pile a round need not end: set max_plays, or choose another penalty."


class DoubtRules(BaseRuleset):
    """The rules of Doubt."""

    key: ClassVar[str] = "doubt"
    family: ClassVar[str] = "doubt"
    title: ClassVar[Text] = {"ja": "ダウト", "en": "Doubt"}
    text: ClassVar[Text] = {
        "ja": "カードを全部配り、A、2、3…Kと順に、その数字だと言って一枚ずつ伏せて出す。嘘でもよい。"
        "嘘だと思ったら「ダウト」。嘘なら出した人が、本当ならダウトした人が場のカードを全部引き取る。手札が先になくなった人の勝ち。",
        "en": "All cards are dealt. In turn each lays a card face down and says it is an A, a 2, a 3 and so on up to K and round again; it may be "
        "a lie. A player who suspects a lie calls Doubt: the liar, or the caller if the play was true, takes up the whole pile. The first player without cards wins.",
    }
    seats: ClassVar[range] = range(2, 11)
    options: ClassVar[tuple[Option, ...]] = DOUBT
    events: ClassVar[Catalogue] = EVENTS
    table_type: ClassVar[type[DoubtTable]] = DoubtTable
    hand_type: ClassVar[type[DoubtHand]] = DoubtHand
    phases: ClassVar[tuple[str, ...]] = ("playing", "doubting")
    held_back: ClassVar[tuple[type[Action], ...]] = (Play,)
    call_actions: ClassVar[tuple[str, ...]] = ("doubt", "cheat", "decline")
    first_kinds: ClassVar[tuple[str, ...]] = ("doubt", "cheat")
    unowned_events: ClassVar[tuple[str, ...]] = ()
    # If losers take up the pile, a round has hundreds of plays.
    demo_options: ClassVar[Options] = {"penalty": "exchange_two"}
    figures: ClassVar[Mapping[str, str]] = {"doubts of a lie": "calls", "doubts of the truth": "false_calls"}

    def check(self, options: Options, seats: int) -> None:  # noqa: ARG002 - any number of seats will do
        """1.6: a limit of plays is 0 or at least 50. Losers who take up the pile of many decks need one."""
        if 0 < options["max_plays"] < 50:
            raise Refused("bad-option", "max_plays is 0 for no limit, or at least 50.", option="max_plays")
        if options["decks"] > UNLIMITED_DECKS and options["penalty"] == "pile" and not options["max_plays"]:
            raise Refused("option-conflict", _NEEDS_LIMIT, option="max_plays")

    # 1.1 Basics

    def deal(self, start: RoundStart, now: Moment, chance: Chance) -> list[Event]:
        """1.1: every card, one by one from the seat that begins, which chance decides."""
        options, seats = start.options, start.seats
        cards = deck(options["jokers_per_deck"]) * options["decks"]
        chance.stream("deck").shuffle(cards)
        first = chance.stream("first").below(seats)
        hands = [cards[(seat - first) % seats :: seats] for seat in range(seats)]
        public = RoundDealt(
            round=start.round, withheld=start.withheld, turn=first, number=1, variant=options["variant"],
            decks=options["decks"], jokers=options["jokers_per_deck"], hands=[len(hand) for hand in hands],
            deadline=turn_deadline(options, now),
        )  # fmt: skip
        return [Event(public, {str(seat): Cards(codes(hand)) for seat, hand in enumerate(hands)})]

    # 1.3 Phases and commands

    def decide(
        self, state: DoubtState, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """1.3: play in turn; while a play may be doubted, doubt or decline, or close the window by the next play."""
        table = state.table
        if table.over:
            raise Refused("round-over", "The round is over.")
        if seat in table.out:
            raise Refused("player-out", "You were eliminated from this round.")
        if isinstance(action, Play):
            return self._play(state, seat, action, options, now, chance)
        if isinstance(action, Doubt):
            return self._doubt(state, seat, action.on, options, now, chance)
        if isinstance(action, Decline):
            return self._decline(state, seat, action.on, options, now, chance)
        if not isinstance(action, Pass):
            raise Refused("not-in-this-game", "This game has no such action.")
        if table.window:
            raise Refused("wrong-phase", self._allowed(table))
        self._check_turn(table, seat)
        raise Refused("no-pass", "A turn cannot be passed: lay a card, true or not.")

    @staticmethod
    def _allowed(table: DoubtTable) -> str:
        if table.window:
            return Sentence("Version {version} may be doubted: `doubt` or `decline`.", version=table.window)
        return Sentence("It is seat {turn}'s turn to `play`; no play can be doubted.", turn=table.turn)

    @staticmethod
    def _check_turn(table: DoubtTable, seat: int) -> None:
        if seat != table.turn:
            raise Refused("not-your-turn", Sentence("It is seat {turn}'s turn.", turn=table.turn), turn=table.turn)

    # 1.3 PLAY

    def _play(
        self, state: DoubtState, seat: int, action: Play, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        table = state.table
        if not table.window:
            self._check_turn(table, seat)
        elif table.claim is None or seat != table.following(table.claim.seat):
            raise Refused("wrong-phase", self._allowed(table))
        check_held(state, seat, action)
        if table.window:
            self._check_closing(state, seat, now)
        check_allowed(state, seat, action, options)
        closed, number = list[Event](), table.number
        if table.window:
            closed = Challenge(state, options, now, chance).accepted("play")
            number = following_number(number)
        return [*closed, *self._laid(state, seat, action.cards, number, options, now, chance)]

    @staticmethod
    def _check_closing(state: DoubtState, seat: int, now: Moment) -> None:
        """1.3 WINDOW: the next player may close it by playing, after some time or when all others have declined."""
        table = state.table
        if not table.closable:
            raise Refused("window-open", "This play stays open to doubt until all have answered or time is up.")
        if table.allowed_from is not None and now < table.allowed_from and {*asked(state)} - {seat}:
            raise Refused("too-early", "Others may still doubt this play.", allowed_from=table.allowed_from)

    def _laid(
        self,
        state: DoubtState,
        seat: int,
        cards: Sequence[Card],
        number: int,
        options: Options,
        now: Moment,
        chance: Chance,
    ) -> list[Event]:
        """1.3: cards face down under the number; a player who may not finish takes the pile at once."""
        table, hand = state.table, state.cards(seat)
        finishing = len(cards) == len(hand)
        stays = finishing and options["must_doubt_to_finish"] and not table.success[seat]
        stays = stays or joker_ends(cards, hand, options)
        window: dict[str, Any] = {"asked": [], "allowed_from": None, "closable": False, "deadline": None}
        if not stays:
            window = self._window(table, seat, finishing, options, now)
        public = CardsPlayed(
            seat=seat, number=number, count=len(cards), finishing=finishing, turn=seat, **window
        )  # fmt: skip
        played = Event(public, {str(seat): Cards(codes(cards))})
        if not stays:
            return [played]
        after_it = table.copy()
        after_it.claim, after_it.plays = Claim(seat, number, len(cards), 0), table.plays + 1
        return [played, *Challenge(RoundState(after_it, state.hands), options, now, chance).picked_up(cards)]

    def _window(self, table: DoubtTable, seat: int, finishing: bool, options: Options, now: Moment) -> dict[str, Any]:
        """1.3 WINDOW: the seats that may doubt the play, and how long; in Cheat without a floor and for a turn's time
        (1.7, 29).

        No play closes the window of one that may end the round, by the last card or as the last that `max_plays`
        allows.
        """
        cheat = table.variant == "cheat"
        followed = not finishing and not 0 < options["max_plays"] <= table.plays + 1
        closable = followed and (cheat or options["next_play_closes"])
        floor = 0 if cheat else options["min_open_seconds"]
        return {
            "asked": self._callers(table, seat),
            "closable": closable,
            "allowed_from": after(floor, now) if closable else None,
            "deadline": after(options["turn_seconds" if cheat else "window_seconds"], now),
        }

    # 1.3 WINDOW

    def _doubt(
        self, state: DoubtState, seat: int, on: int, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """1.4: the first doubt accepted settles the play; it names that play and never falls on another."""
        self._check_answer(state, seat, on)
        return Challenge(state, options, now, chance).doubted(seat)

    def _decline(
        self, state: DoubtState, seat: int, on: int, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """A final answer. The seat is sealed to every seat, in the same shape for each."""
        self._check_answer(state, seat, on)
        everybody = range(len(state.table.sizes))
        sealed = {str(other): Declined(other == seat) for other in everybody}
        events: list[Event] = [Event(DoubtDeclined(on=on), sealed)]
        if asked(state) == [seat]:
            events += Challenge(state, options, now, chance).accepted("all")
        return events

    def _check_answer(self, state: DoubtState, seat: int, on: int) -> None:
        """Raise `Refused` unless the window that asks about `on` is open and waits for the seat."""
        table = state.table
        claim = table.claim
        if claim is not None and on <= claim.version and on != table.window:
            raise Refused(
                "too-late", Sentence("Version {version} can no longer be doubted.", version=on), on=table.window or None
            )
        if claim is None or not table.window or on != table.window:
            raise Refused("wrong-phase", self._allowed(table))
        if seat not in self._callers(table, claim.seat):
            raise Refused(
                "not-a-caller", "In Cheat only the next player may doubt, and a player may not doubt their own play."
            )
        if not is_asked(table, state.hands[seat], seat):
            raise Refused("already-passed", "You have declined to doubt this play.")

    @staticmethod
    def _callers(table: DoubtTable, player: int) -> list[int]:
        """1.3 WINDOW: all seats that are in but the player; in Cheat the next one alone."""
        if table.variant == "cheat":
            return [table.following(player)]
        return [other for other in range(len(table.sizes)) if other != player and other not in table.out]

    # Deadlines, section 0.4

    def due(self, table: DoubtTable) -> Moment | None:
        """Return the end of the turn or of the window."""
        return table.deadline

    def expire(self, state: DoubtState, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """A window closes; a turn lays one card of its number if there is one, else the first card of the hand."""
        table = state.table
        if table.window:
            return Challenge(state, options, now, chance).accepted("deadline")
        seat = table.turn
        hand = sorted(state.held(seat), key=clock_order)
        right = [card for card in hand if is_true([card], table.number)]
        return by_clock(self._laid(state, seat, (right or hand)[:1], table.number, options, now, chance))

    # What a seat may do

    def actions(self, table: DoubtTable, hand: DoubtHand, seat: int, options: Options) -> list[Action]:  # noqa: ARG002 - they are the same with any
        """Return the seat's legal actions, of plays those of one card."""
        if table.over or seat in table.out:
            return []
        if not table.window:
            return self._plays(hand) if seat == table.turn else []
        found: list[Action] = [Doubt(table.window), Decline(table.window)] if is_asked(table, hand, seat) else []
        if table.claim and table.closable and seat == table.following(table.claim.seat):
            found += self._plays(hand)
        return found

    @staticmethod
    def _plays(hand: DoubtHand) -> list[Action]:
        return [Play((card,)) for card in sorted({card for card in hand.cards if card is not None})]

    def more(self, table: DoubtTable, hand: DoubtHand, seat: int, action: Action, options: Options) -> More | None:  # noqa: ARG002 - the hand says it all
        """1.3: others of the hand may be laid with a card, up to `max_cards_per_play`; 1.6: not all, if none of them
        may be a joker.
        """
        most = options["max_cards_per_play"]
        if not isinstance(action, Play) or most < 2:
            return None
        cards = sorted(card for card in hand.cards if card is not None)
        others = cards[:]
        others.remove(action.cards[0])
        if joker_ends(cards, cards, options) and any(RANK[card] for card in cards):
            most = min(most, len(cards) - 1)
        return More(tuple(others), min(most, 1 + len(others))) if most > 1 and others else None

    def waiting_for(self, state: DoubtState) -> list[int]:
        """Return the seats that may doubt, else the seat in turn."""
        return waiting_for(state)

    def window(self, table: DoubtTable) -> int:
        """Return the version of the play that may be doubted; 0 if there is none."""
        return table.window

    def allowed_from(self, table: DoubtTable) -> Moment | None:
        """Return the moment from which the next player may close the window."""
        return table.allowed_from

    def holds_back(self, table: DoubtTable, seat: int) -> bool:
        """1.3 WINDOW: the next player waits before closing a window that asks another seat too."""
        if table.claim is None or not table.closable or seat != table.following(table.claim.seat):
            return False
        return bool({*table.asked} - {seat})

    # Calls and reviews

    @property
    def calls(self) -> "DoubtRules":
        """The rules themselves: a doubt is a call."""
        return self

    def judge(self, state: DoubtState, seat: int) -> dict[str, Any]:
        """Judge a doubt that the seat would make now: whether the newest play is a lie."""
        return verdict(state) | {"permitted": is_asked(state.table, state.hands[seat], seat)}

    def claim(self, event: Event) -> dict[str, Any] | None:
        """Return the doubt that a `doubt-called` event records."""
        if event.type != "doubt-called":
            return None
        said = event.public.json()
        return {name: said[name] for name in ("seat", "kind", "on", "claimed", "cards", "valid")}

    def is_true(self, state: DoubtState, seat: int) -> bool:  # noqa: ARG002 - what lies there is the same for everybody
        """Tell whether the newest play is a lie."""
        claim = state.table.claim
        return claim is not None and not is_true(last_cards(state), claim.number)

    def can_judge(self, state: DoubtState, seat: int) -> bool:  # noqa: ARG002 - as above
        """Tell whether the cards of the newest play are known."""
        claim = state.table.claim
        return claim is not None and len(last_cards(state)) == claim.count

    def hindsight(
        self, before: DoubtState | None, event: Event, after: DoubtState, seat: int | None = None
    ) -> dict[str, Any]:
        """Return what was said and what was laid, what each seat could know of it, and missed safe doubts."""
        return review.frame(before, event, after, seat)

    def apply_and_find_missed(self, state: DoubtState, event: Event) -> list[int]:
        """Apply an event to the server's state, and return the seats that missed a safe doubt with it."""
        seats = review.missed(state, event)
        self.apply(state, event)
        return seats

    # Verification and views

    def answer(self, check: Check[Any, DoubtState]) -> Answer:
        """Return the events with which the rules answer the decision behind an event."""
        return replay.answer(self, check)

    def stated(self, dealt: Event, later: Sequence[Event], seats: int, options: Options) -> Chance:  # noqa: ARG002 - the deal says it all
        """Return chance that deals these cards from the seat that begins."""
        return replay.stated(dealt, seats)

    def payloads(self, check: Check[Any, DoubtState], part: str) -> Iterable[Part] | None:  # noqa: ARG002 - they are the same for every seat
        """Return the cards of a pile or an exchange, or those that a seat may have laid, or its answers."""
        return replay.payloads(check)

    def assume(self, state: DoubtState, event: Event, later: Sequence[Event]) -> Event:
        """Return an answer with a seat that may have given it; a hand that gives unknown cards is unknown."""
        replay.forget(state, event)
        return replay.assume(state, event, later)

    def contradictions(self, state: DoubtState, event: Event) -> Iterator[str]:
        """Yield a hand or pile of other cards than were held or laid, or an exchange that two seats see otherwise."""
        yield from super().contradictions(state, event)
        if event.type == ROUND_ENDED:
            # The end itself does not say what lies in the pile.
            opened_hands = [[CARDS[code] for code in hand] for hand in event.public.hands]
            yield from misplaced(replace(self.places(state), hands=opened_hands))
        if event.type not in ("pile-taken", "cards-exchanged"):
            return
        opened = [part.cards for part in event.sealed.values()]
        if event.type == "pile-taken":
            if opened and not agree(pile_of(state), opened[0]):
                yield "other cards lie in the pile"
        elif any(cards != opened[0] or len(cards) != event.public.count for cards in opened):
            yield "both seats know the same cards"

    def places(self, state: DoubtState) -> Places:
        """Return the places of the cards."""
        table, hands = state.table, [state.cards(seat) for seat in range(len(state.table.sizes))]
        return Places(hands, [*away_from(state), *pile_of(state)], deck(table.jokers) * table.decks)

    def public_view(self, table: DoubtTable) -> dict[str, Any]:
        """Return the round as spectators see it."""
        return view.public_view(table)

    def face(self, table: DoubtTable, hand: DoubtHand, seat: int) -> list[str]:  # noqa: ARG002 - the hand says it all
        """Return the codes of the seat's cards, sorted."""
        return hand_codes(hand.cards)

    def seat_view(self, public: dict[str, Any], table: DoubtTable, hand: DoubtHand, seat: int) -> dict[str, Any]:
        """Return the public view with the seat's hand, and without the seat if it has declined."""
        return without_answer(super().seat_view(public, table, hand, seat), table, hand, seat)
