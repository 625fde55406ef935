"""What every beating game is to the rest of the house, apart from its rules."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from domain.actions import Action, Beat, name_of
from domain.beating import narration, review, view
from domain.beating.event_builder import RoundEvents
from domain.beating.evolve import apply, lay
from domain.beating.table import BeatingTable
from domain.beating.validation import cannot
from domain.beating.verification import findings, misplaced
from domain.cards import CODES, Card
from domain.chance import Chance
from domain.errors import Refused
from domain.events import Event
from domain.moments import Moment
from domain.ruleset import Finding, Options, Refusal


class BeatingFamily(ABC):
    """Commands in the order of their checks, folding, looking back and checking; what cards do is each game's own."""

    phases: ClassVar[Mapping[type[Action], tuple[str, ...]]]
    "The game's commands, each with the phases in which it may come."

    # What a game says for itself

    @abstractmethod
    def deck(self, jokers: int) -> list[Card]:
        """All cards of the game."""

    @abstractmethod
    def beats(self, table: BeatingTable, card: Card, attack: Card) -> bool:
        """Does the card beat the attack?"""

    @abstractmethod
    def beaten_by(self, table: BeatingTable, attack: Card) -> str:
        """What would beat the attack, in words; nothing for what cannot be beaten."""

    @abstractmethod
    def roles(self, table: BeatingTable) -> dict[str, Any]:
        """`attacker`, `guardians`, `defender` and `attack_right` (who may attack now, or when all is beaten), as far as there are any."""

    @abstractmethod
    def act(self, course: RoundEvents, seat: int, action: Action, chance: Chance) -> list[Event]:
        """The events of an action in its phase by the seat that is asked. Raises `Refused`."""

    @abstractmethod
    def goes_on(self, course: RoundEvents, last: Event) -> list[Event]:
        """What follows at once after an event that asks nobody; nothing where nothing can."""

    @abstractmethod
    def by_default(self, table: BeatingTable) -> Action:
        """What the clock does for the seat that is asked (0.4)."""

    @abstractmethod
    def actions(self, table: BeatingTable, seat: int, options: Options) -> list[Action]:
        """The seat's legal actions, from that seat's own table."""

    @abstractmethod
    def refused(self, table: BeatingTable, seat: int, options: Options) -> list[Refusal]:
        """Cards of the seat, which is asked, that it cannot use now, and why."""

    def check_option(self, action: Action, options: Options) -> None:  # noqa: B027 - few games have such commands
        """Raise `Refused("option-off")` for a command that the options of this game do not have."""

    # Commands

    def decide(
        self, table: BeatingTable, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """0.3: whether it may be done now, and by whom; then with which cards."""
        self.permit(table, seat, action, options)
        return self.act(RoundEvents(table, options, now), seat, action, chance)

    def permit(self, table: BeatingTable, seat: int, action: Action, options: Options) -> None:
        """0.3: whether anybody may do it, then whether it can be done now, then by whom. Raises `Refused`."""
        if type(action) not in self.phases:
            raise Refused("not-in-this-game", "This game has no such action.")
        if table.over:
            raise Refused("round-over", "The round is over.")
        if seat in table.out:
            raise Refused("player-out", "You have no cards left and are done.")
        self.check_option(action, options)
        if table.phase not in self.phases[type(action)]:
            raise Refused("wrong-phase", self._allowed(table, options), phase=table.phase, turn=table.turn)
        if seat != table.turn:
            raise Refused("not-your-turn", f"It is seat {table.turn}'s turn.", turn=table.turn)

    def _allowed(self, table: BeatingTable, options: Options) -> str:
        named = [
            f"`{name_of(kind)}`"
            for kind, phases in self.phases.items()
            if table.phase in phases and self.offers(kind, table.phase, options)
        ]
        return f"The phase is {table.phase}: seat {table.turn} may {' or '.join(named)}."

    def offers(self, kind: type[Action], phase: str, options: Options) -> bool:  # noqa: ARG002 - in few games it depends
        """Can a command of the phase be anything but refused there, with these options?"""
        return True

    def expire(self, table: BeatingTable, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """0.4: the least harmful legal move, which is the same whatever anybody else holds."""
        first, *rest = self.act(RoundEvents(table, options, now), table.turn, self.by_default(table), chance)
        first.public["by_clock"] = True
        return [first, *rest]

    # A defence, from the defender's own table

    def pairs(self, table: BeatingTable, seat: int) -> list[Action]:
        """Each attack with each card of the seat that beats it."""
        return [
            Beat(((attack, card),))
            for attack in table.unbeaten()
            for card in sorted(table.held(seat))
            if self.beats(table, card, attack)
        ]

    def helpless(self, table: BeatingTable, seat: int) -> list[Refusal]:
        """Cards of the seat that beat nothing that lies there."""
        attacks = table.unbeaten()
        return [
            Refusal(CODES[card], "cannot-beat", " ".join(cannot(table, card, attack, self) for attack in attacks))
            for card in sorted(table.held(seat))
            if not any(self.beats(table, card, attack) for attack in attacks)
        ]

    # What follows for the rest of the house (`rules.Ruleset`)

    def due(self, table: BeatingTable) -> Moment | None:
        """The end of the turn."""
        return table.deadline

    def waiting_for(self, table: BeatingTable) -> list[int]:
        """The seat that is asked."""
        return table.asked()

    def moves_from(self, table: BeatingTable) -> Moment | None:  # noqa: ARG002 - nobody has to wait for anything
        """Never: there are no calls."""
        return None

    def claim(self, event: Event) -> dict[str, Any] | None:  # noqa: ARG002 - there are none
        """None: there are no calls."""
        return None

    def judge(self, table: BeatingTable, seat: int) -> dict[str, Any]:  # noqa: ARG002 - there are no calls
        """Nothing to judge."""
        return {"permitted": False}

    def is_true(self, table: BeatingTable, seat: int) -> bool:  # noqa: ARG002 - there are no calls
        """Never."""
        return False

    def can_judge(self, table: BeatingTable, seat: int) -> bool:  # noqa: ARG002 - there are no calls
        """Never."""
        return False

    def view(self, table: BeatingTable) -> dict[str, Any]:
        """The round as the table's viewer may see it."""
        return view.view_round(table, self.roles(table))

    def hindsight(
        self, before: BeatingTable | None, event: Event, after: BeatingTable, seat: int | None = None
    ) -> dict[str, Any]:
        """What could be beaten, what a take brought, and what each seat could know."""
        return review.frame(self, before, event, after, seat)

    def audit(
        self,
        before: BeatingTable,
        last: Event | None,
        event: Event,
        options: Options,
        chance: Chance | None,
        whole: bool,
    ) -> Iterable[Finding]:
        """What the event has to agree with."""
        return findings(self, before, last, event, options, chance, whole)

    def misplaced(self, table: BeatingTable) -> Iterator[str]:
        """Cards that are not in exactly one place."""
        return misplaced(table, self.deck(table.jokers))

    table = staticmethod(lay)
    apply = staticmethod(apply)
    words = staticmethod(narration.narrate)
    copy = staticmethod(BeatingTable.copy)
    stored = staticmethod(BeatingTable.stored)
    from_stored = staticmethod(BeatingTable.from_stored)
