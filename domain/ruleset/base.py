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
from domain.ruleset.ruleset import Applier, Calls, Options, Refusal
from domain.ruleset.wording import Text, Who, with_clock


class BaseRuleset(ABC):
    """The part of a ruleset that follows from the catalogue of its events and the class of its tables."""

    events: ClassVar[Catalogue]
    table_type: ClassVar[type[Any]]
    "Has `copy`, `stored` and `from_stored`."
    demo_options: ClassVar[Options] = {}
    figures: ClassVar[Mapping[str, str]] = {}
    turns_title: ClassVar[str] = "turns"

    @abstractmethod
    def actions(self, table: Any, seat: int, options: Options) -> list[Action]:
        """Return the seat's legal actions."""

    def legal(self, table: Any, seat: int, options: Options) -> list[LegalAction]:
        """Return the seat's legal actions, each with what may be added to it."""
        return [
            LegalAction(action, self.more(table, seat, action, options))
            for action in self.actions(table, seat, options)
        ]

    def more(self, table: Any, seat: int, action: Action, options: Options) -> More | None:  # noqa: ARG002 - of most games
        """Return what may be added to a listed action; None if it can only be sent as it is."""
        return None

    @cached_property
    def appliers(self) -> Mapping[str, Applier]:
        """The functions that apply the events of a round to a table, by type."""
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

    def table(self, dealt: Event, seats: int) -> Any:
        """Return the table that the first event of a round lays."""
        return self.events[ROUND_DEALT].apply(dealt, seats)

    def apply(self, table: Any, event: Event) -> None:
        """Apply an event to the table."""
        self.appliers[event.type](table, event)

    def words(self, event: Event, who: Who) -> Text:
        """Return an event of a round in words. Raises KeyError for a type that the family does not have."""
        return with_clock(event, self.events[event.type].narrate(event, who))

    @abstractmethod
    def places(self, table: Any) -> Places:
        """Return the places of all cards of a table."""

    def misplaced(self, table: Any) -> Iterable[str]:
        """Yield problems with the places of cards."""
        return misplaced(self.places(table))

    def contradictions(self, table: Any, event: Event) -> Iterator[str]:
        """Yield the cards that an event shows otherwise than the table before it has them, in sentences."""
        if event.type == ROUND_ENDED:
            yield from unlike(self.places(table), event.public.hands)

    def result(self, table: Any, ended: Event, hands: Sequence[Sequence[str]], options: Options) -> Event:  # noqa: ARG002 - of most games
        """Return the end of a round with these hands: nothing else depends on which cards they hold."""
        return Event(msgspec.structs.replace(ended.public, hands=[[*hand] for hand in hands]))

    def assume(self, table: Any, event: Event, later: Sequence[Event]) -> Event:  # noqa: ARG002 - most games have no secret answers
        """Return the event as it is: no secret choice is in it."""
        return event

    def refused(self, table: Any, seat: int, options: Options) -> list[Refusal] | None:  # noqa: ARG002 - the actions say enough
        """Return None: the legal actions say enough."""
        return None

    def copy(self, table: Any) -> Any:
        """Return an independent table with the same content."""
        return table.copy()

    def stored(self, table: Any) -> dict[str, Any]:
        """Return the table as JSON values."""
        found: dict[str, Any] = table.stored()
        return found

    def from_stored(self, stored: dict[str, Any]) -> Any:
        """Return the table that `stored` describes."""
        return self.table_type.from_stored(stored)
