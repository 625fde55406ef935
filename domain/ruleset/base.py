"""The part of a ruleset that follows from declarations. Every family builds on it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from domain.log.events import Event
from domain.ruleset.actions import Action
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED, Catalogue, Role
from domain.ruleset.legal_actions import LegalAction, More
from domain.ruleset.places import Places, misplaced, unlike
from domain.ruleset.round_state import RoundState
from domain.ruleset.ruleset import Applier, Calls, Options, Refusal, State
from domain.ruleset.wording import Text, Who, with_clock


class BaseRuleset(ABC):
    """The part of a ruleset that follows from the catalogue of its events and the class of its tables."""

    events: ClassVar[Catalogue]
    table_type: ClassVar[type[Any]]
    hand_type: ClassVar[type[Any]]
    demo_options: ClassVar[Options] = {}
    figures: ClassVar[Mapping[str, str]] = {}
    turns_title: ClassVar[str] = "turns"

    @abstractmethod
    def actions(self, table: Any, hand: Any, seat: int, options: Options) -> list[Action]:
        """Return the seat's legal actions."""

    def legal(self, table: Any, hand: Any, seat: int, options: Options) -> list[LegalAction]:
        """Return the seat's legal actions, each with what may be added to it."""
        return [
            LegalAction(action, self.more(table, hand, seat, action, options))
            for action in self.actions(table, hand, seat, options)
        ]

    def more(self, table: Any, hand: Any, seat: int, action: Action, options: Options) -> More | None:  # noqa: ARG002 - of most games
        """Return what may be added to a listed action; None if it can only be sent as it is."""
        return None

    @cached_property
    def appliers(self) -> Mapping[str, Applier]:
        """The functions that apply the events of a round to a state, by type."""
        return self.events.appliers

    def window(self, table: Any) -> int:  # noqa: ARG002 - of most games
        """Return 0: most games have no windows."""
        return 0

    @property
    def calls(self) -> Calls | None:
        """None: most games have no calls."""
        return None

    @cached_property
    def end_reasons(self) -> tuple[str, ...]:
        """The reasons for which a round may end, as declared for the event that ends it."""
        return self.events.choices(ROUND_ENDED, "reason")

    @cached_property
    def call_kinds(self) -> tuple[str, ...]:
        """The kinds of calls, as declared for the events that record them."""
        return tuple(kind for name in self.call_events for kind in self.events.choices(name, "kind"))

    @cached_property
    def call_events(self) -> tuple[str, ...]:
        """The types of events that record a call, a counter or a doubt."""
        return self.events.having(Role.CALL)

    def begin(self, dealt: Event, seats: int) -> State:
        """Return the state after the first event of a round."""
        begun: State = self.events[ROUND_DEALT].apply(dealt, seats)
        return begun

    def apply(self, state: State, event: Event) -> None:
        """Apply an event to the state."""
        self.appliers[event.type](state, event)

    def words(self, event: Event, who: Who) -> Text:
        """Return an event of a round in words. Raises KeyError for a type that the family does not have."""
        return with_clock(event, self.events[event.type].narrate(event, who))

    @abstractmethod
    def places(self, state: State) -> Places:
        """Return the places of all cards of a round."""

    def misplaced(self, state: State) -> Iterable[str]:
        """Yield problems with the places of cards."""
        return misplaced(self.places(state))

    def contradictions(self, state: State, event: Event) -> Iterator[str]:
        """Yield the cards that an event shows otherwise than the state before it has them, in sentences."""
        if event.type == ROUND_ENDED:
            yield from unlike(self.places(state), event.public.hands)

    def result(self, state: State, ended: Event, hands: Sequence[Sequence[str]], options: Options) -> Event:  # noqa: ARG002 - of most games
        """Return the end of a round with these hands: nothing else depends on which cards they hold."""
        return Event(msgspec.structs.replace(ended.public, hands=[[*hand] for hand in hands]))

    def assume(self, state: State, event: Event, later: Sequence[Event]) -> Event:  # noqa: ARG002 - most games have no secret answers
        """Return the event as it is: no secret choice is in it."""
        return event

    def refused(self, table: Any, hand: Any, seat: int, options: Options) -> list[Refusal] | None:  # noqa: ARG002 - the actions say enough
        """Return None: the legal actions say enough."""
        return None

    @abstractmethod
    def public_view(self, table: Any) -> dict[str, Any]:
        """Return the round as spectators see it."""

    @abstractmethod
    def face(self, table: Any, hand: Any, seat: int) -> list[str]:
        """Return the codes of the seat's cards in the order of views, as the seat sees them."""

    def seat_view(self, public: dict[str, Any], table: Any, hand: Any, seat: int) -> dict[str, Any]:
        """Return the public view with what the seat knows beside it."""
        mine, hands = public.copy(), public["hands"][:]
        hands[seat] = self.face(table, hand, seat)
        mine["hands"] = hands
        return mine

    def view(self, state: State) -> dict[str, Any]:
        """Return the round as the viewer of the state may see it."""
        shown = self.public_view(state.table)
        if not state.table.over:
            for seat, hand in enumerate(state.hands):
                if hand is not None:
                    shown = self.seat_view(shown, state.table, hand, seat)
        return shown

    def from_stored(self, stored: dict[str, Any]) -> State:
        """Return the state that `stored` describes."""
        return RoundState.from_stored(stored, self.table_type, self.hand_type)
