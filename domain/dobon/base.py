"""What every rule set of Dobon is to the rest of the house, apart from its rules."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from domain.chance import Chance
from domain.dobon import calls, narration, review, view
from domain.dobon.calls import NOTHING, Drawn, Hands
from domain.dobon.evolve import apply, lay
from domain.dobon.table import DobonTable
from domain.dobon.verification import findings, knows, misplaced
from domain.events import Event
from domain.moments import Moment
from domain.ruleset import Finding, Options, Refusal


class DobonFamily(ABC):
    """Folding, looking back and checking, which follow from a few things that each rule set says for itself."""

    deck_size: ClassVar[int]
    "Cards in the game."

    # What a rule set says about calls (`calls.CallRules`)

    @abstractmethod
    def waits(self, table: DobonTable, seat: int) -> dict[int, list[str]]:
        """The numbers the seat's hand waits for now [待ち], each with its formulas."""

    @abstractmethod
    def witnesses(self, table: DobonTable, seat: int) -> list[str]:
        """The formulas by which a call of the seat would be true now."""

    @abstractmethod
    def is_true(self, table: DobonTable, seat: int) -> bool:
        """Would a call of the seat be true now?"""

    @abstractmethod
    def may_counter(self, table: DobonTable, caller: int) -> list[int]:
        """The seats that are asked whether they counter a true call of the caller."""

    @abstractmethod
    def close(self, table: DobonTable, options: Options, now: Moment, extra: Drawn = NOTHING) -> list[Event]:
        """What follows when nobody is asked any more."""

    @abstractmethod
    def losers(self, table: DobonTable, winner: int, options: Options) -> list[int]:
        """Who loses to a call that nobody countered."""

    @abstractmethod
    def is_stuck(self, table: DobonTable) -> bool:
        """Has the round come to where it ends because nobody can go on?"""

    @abstractmethod
    def lost(self, table: DobonTable, seat: int, options: Options, hands: Hands) -> Event:
        """The end of the round by a false call that loses it."""

    @abstractmethod
    def ended(
        self, table: DobonTable, reason: str, winner: int | None, losers: list[int], options: Options, hands: Hands
    ) -> Event:
        """The end of the round, with points for every seat."""

    # What follows for the rest of the house (`rules.Ruleset`)

    def due(self, table: DobonTable) -> Moment | None:
        """The end of the turn or of the window."""
        return table.deadline

    def refused(self, table: DobonTable, seat: int, options: Options) -> list[Refusal] | None:  # noqa: ARG002 - the actions say enough
        """None."""
        return None

    def waiting_for(self, table: DobonTable) -> list[int]:
        """Seats that have to answer, else the seat in turn."""
        return view.waiting_for(table)

    def moves_from(self, table: DobonTable) -> Moment | None:
        """Decision 3: when the top may be covered."""
        return table.cover_from

    def claim(self, event: Event) -> dict[str, Any] | None:
        """What a `dobon-called` event records; a hand that was not shown is None for whoever may not open it."""
        if event.type != "dobon-called":
            return None
        public = event.public
        hidden = event.sealed.get(str(public["seat"]), {}).get("hand")
        shown = {name: public[name] for name in ("seat", "kind", "on", "card", "formulas", "valid")}
        return shown | {"hand": hidden if public["hand"] is None else public["hand"]}

    def judge(self, table: DobonTable, seat: int) -> dict[str, Any]:
        """What a call of the seat is now."""
        return calls.judge(self, table, seat) | {"permitted": calls.may_call(table, seat)}

    def hindsight(
        self, before: DobonTable | None, event: Event, after: DobonTable, seat: int | None = None
    ) -> dict[str, Any]:
        """Waits, possible and missed calls, and what the event revealed."""
        return review.frame(self, before, event, after, seat)

    def audit(
        self,
        before: DobonTable,
        last: Event | None,  # noqa: ARG002 - tables of Dobon say what has to follow
        event: Event,
        options: Options,
        chance: Chance | None,
        whole: bool,
    ) -> Iterator[Finding]:
        """What the event has to agree with."""
        return findings(self, before, event, options, chance, whole)

    def misplaced(self, table: DobonTable) -> Iterator[str]:
        """Cards that are not in exactly one place."""
        return misplaced(table, self.deck_size)

    table = staticmethod(lay)
    apply = staticmethod(apply)
    view = staticmethod(view.view_round)
    words = staticmethod(narration.narrate)
    can_judge = staticmethod(knows)
    copy = staticmethod(DobonTable.copy)
    stored = staticmethod(DobonTable.stored)
    from_stored = staticmethod(DobonTable.from_stored)
