"""The base of both rule sets of Dobon: everything but their rules."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from domain.dobon import calls, plays, replay, review
from domain.dobon.calls import NOTHING, Drawn, Hands
from domain.dobon.event_types import EVENTS
from domain.dobon.events import DobonCalled, Reason
from domain.dobon.evolve import DobonState, stock_of
from domain.dobon.hand import DobonHand
from domain.dobon.table import DobonTable
from domain.dobon.view import view_round
from domain.dobon.waits import CARDS
from domain.log.chance import Chance
from domain.log.events import Event, Part
from domain.log.moments import Moment
from domain.ruleset.actions import Action, Play
from domain.ruleset.base import BaseRuleset
from domain.ruleset.cards import Card, hand_codes
from domain.ruleset.catalogue import Catalogue, Check
from domain.ruleset.legal_actions import LegalAction
from domain.ruleset.places import Places
from domain.ruleset.replay import Answer
from domain.ruleset.ruleset import Options
from domain.ruleset.windows import waiting_for, without_answer


class DobonFamily(BaseRuleset, ABC):
    """The base class of both rule sets: folding, reviews and verification follow from a few methods of each."""

    family: ClassVar[str] = "dobon"
    events: ClassVar[Catalogue] = EVENTS
    table_type: ClassVar[type[DobonTable]] = DobonTable
    hand_type: ClassVar[type[DobonHand]] = DobonHand
    phases: ClassVar[tuple[str, ...]] = ("flipping", "opening", "playing", "asking", "countering")
    call_actions: ClassVar[tuple[str, ...]] = ("dobon", "decline")
    first_kinds: ClassVar[tuple[str, ...]] = ("call",)
    unowned_events: ClassVar[tuple[str, ...]] = ("round-dealt", "card-flipped")
    figures: ClassVar[Mapping[str, str]] = {
        "calls": "calls", "counters": "counters", "false calls": "false_calls", "reshuffles": "reshuffles",
    }  # fmt: skip
    held_back: ClassVar[tuple[type[Action], ...]]
    deck_size: ClassVar[int]
    "Cards in the game."
    plays_name_top: ClassVar[bool] = False
    "Legal plays name the version of the card on top: another seat may be faster."

    # Methods of each rule set about calls (`calls.CallRules`)

    @abstractmethod
    def waits(self, state: DobonState, seat: int) -> dict[int, list[str]]:
        """Return the numbers that the seat's hand waits for now [待ち], each with its formulas."""

    @abstractmethod
    def witnesses(self, state: DobonState, seat: int) -> list[str]:
        """Return the formulas by which a call of the seat would be true now."""

    @abstractmethod
    def makes(self, table: DobonTable, held: int) -> bool:
        """Tell whether a whole hand, as the sum of `HELD`, makes the number on top."""

    @abstractmethod
    def may_counter(self, table: DobonTable, caller: int) -> list[int]:
        """Return the seats that are asked whether they counter a true call of the caller."""

    @abstractmethod
    def close(self, state: DobonState, options: Options, now: Moment, extra: Drawn = NOTHING) -> list[Event]:
        """Return the events that follow when no seat is asked any more."""

    @abstractmethod
    def losers(self, table: DobonTable, winner: int, options: Options) -> list[int]:
        """Return the losers of a call that no seat countered."""

    @abstractmethod
    def is_stuck(self, table: DobonTable) -> bool:
        """Tell whether the round has to end because no seat can move."""

    @abstractmethod
    def lost(self, table: DobonTable, seat: int, options: Options, hands: Hands) -> Event:
        """Return the end of the round by a false call that loses it."""

    @abstractmethod
    def ended(
        self, table: DobonTable, reason: Reason, winner: int | None, losers: list[int], options: Options, hands: Hands
    ) -> Event:
        """Return the end of the round, with points for every seat."""

    # Methods for other modules (`ruleset.Ruleset`, `ruleset.Calls`)

    @property
    def calls(self) -> "DobonFamily":
        """The rule set itself: it has calls."""
        return self

    def due(self, table: DobonTable) -> Moment | None:
        """Return the end of the turn or of the window."""
        return table.deadline

    waiting_for = staticmethod(waiting_for)

    @abstractmethod
    def mask(self, table: DobonTable, hand: DobonHand, seat: int, options: Options) -> int:
        """Return the seat's legal actions as a mask (`domain.dobon.plays`)."""

    def actions(self, table: DobonTable, hand: DobonHand, seat: int, options: Options) -> list[Action]:
        """Return the seat's legal actions, each set of cards once."""
        legal = self.mask(table, hand, seat, options)
        found = [entry.action for entry in plays.others(legal, table)]
        if legal & CARDS:
            held, drawn = hand.held + table.opened[seat], hand.drawn if table.may_play else None
            laid = plays.plays(self._hand(table, hand, seat), held, legal, drawn)
            on = table.top_version
            found += [Play(play.cards, play.suit, on) for play in laid] if self.plays_name_top else laid
        return found

    def legal(self, table: DobonTable, hand: DobonHand, seat: int, options: Options) -> list[LegalAction]:
        """Return an entry for each card that may be at the bottom of a play, after the other actions."""
        legal = self.mask(table, hand, seat, options)
        found = plays.others(legal, table)
        if legal & CARDS:
            held, drawn = hand.held + table.opened[seat], hand.drawn if table.may_play else None
            on = table.top_version if self.plays_name_top else None
            found += plays.legal_plays(self._hand(table, hand, seat), held, legal, on, drawn)
        return found

    @staticmethod
    def _hand(table: DobonTable, hand: DobonHand, seat: int) -> list[Card]:
        # A seat knows every card of its hand.
        cards: list[Card] = hand.cards  # type: ignore[assignment]
        return cards + table.shown[seat] if table.shown[seat] else cards

    def window(self, table: DobonTable) -> int:
        """Return the version of the play or call that may be answered; 0 if there is none."""
        return table.window

    def allowed_from(self, table: DobonTable) -> Moment | None:
        """Decision 3: return the moment from which the top may be covered."""
        return table.allowed_from

    @abstractmethod
    def holds_back(self, table: DobonTable, seat: int) -> bool:
        """Tell whether actions of the seat that would cover the top wait for that moment."""

    def claim(self, event: Event) -> dict[str, Any] | None:
        """Return the call that a `dobon-called` event records; a hand that the viewer may not open is None."""
        if event.type != "dobon-called":
            return None
        public: DobonCalled = event.public
        hidden = event.sealed.get(str(public.seat))
        shown = {name: getattr(public, name) for name in ("seat", "kind", "on", "card", "formulas", "valid")}
        return shown | {"hand": hidden.hand if public.hand is None and hidden is not None else public.hand}

    def judge(self, state: DobonState, seat: int) -> dict[str, Any]:
        """Judge a call that the seat would make now."""
        permitted = calls.may_call(state.table, state.hands[seat], seat)
        return calls.judge(self, state, seat) | {"permitted": permitted}

    def is_true(self, state: DobonState, seat: int) -> bool:
        """Tell whether a call of the seat would be true now."""
        return self.makes(state.table, plays.held_by(state, seat))

    def hindsight(
        self, before: DobonState | None, event: Event, after: DobonState, seat: int | None = None
    ) -> dict[str, Any]:
        """Return waits, possible and missed calls, and the cards that the event revealed."""
        return review.frame(self, before, event, after, seat)

    def apply_and_find_missed(self, state: DobonState, event: Event) -> list[int]:
        """Apply an event to the server's state, and return the seats that missed a call or counter with it."""
        return review.apply_and_find_missed(self, state, event)

    def answer(self, check: Check[Any, DobonState]) -> Answer:
        """Return the events with which the rules answer the decision behind an event."""
        return replay.answer(self, check)

    def stated(self, dealt: Event, later: Sequence[Event], seats: int, options: Options) -> Chance:  # noqa: ARG002 - the deal says it all
        """Return chance that deals these cards, and draws this starter or dealer."""
        return replay.stated(dealt, seats, options)

    def payloads(self, check: Check[Any, DobonState], part: str) -> Iterable[Part] | None:
        """Return the cards of a draw, a reshuffle or a hidden hand, or the answers that a seat may have given."""
        return replay.payloads(check, part)

    def assume(self, state: DobonState, event: Event, later: Sequence[Event]) -> Event:
        """Return an answer with a seat that may have given it."""
        return replay.assume(state, event, later)

    def places(self, state: DobonState) -> Places:
        """Return the places of the cards."""
        table = state.table
        hands = [[*state.cards(seat), *table.shown[seat]] for seat in range(table.seats)]
        return Places(hands, [*stock_of(state), *table.pile], range(self.deck_size))

    def result(self, state: DobonState, ended: Event, hands: Sequence[Sequence[str]], options: Options) -> Event:
        """Return the end of a round with these hands, on which the payment may depend."""
        public = ended.public
        laid = [[*hand] for hand in hands]
        return self.ended(state.table, public.reason, public.winner, public.losers, options, laid)

    public_view = staticmethod(view_round)

    def face(self, table: DobonTable, hand: DobonHand, seat: int) -> list[str]:
        """Return the codes of the seat's cards, in the order of the deck."""
        if hand.face is None:
            hand.face = hand_codes(self._hand(table, hand, seat))
        return hand.face

    def seat_view(self, public: dict[str, Any], table: DobonTable, hand: DobonHand, seat: int) -> dict[str, Any]:
        """Return the public view with the seat's hand, and without its answer to a window."""
        return without_answer(super().seat_view(public, table, hand, seat), table, hand, seat)

    def can_judge(self, state: DobonState, seat: int) -> bool:
        """Tell whether all cards of the seat are known."""
        return None not in state.cards(seat)
