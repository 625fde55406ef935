"""Games of leads [台札], Kirifu and Mustamaija: a player leads cards to the next, who beats them one by one or takes
them.

The rules of legal leads, of draws and of beating are in each game's own module.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from domain.beating.base import BeatingFamily
from domain.beating.event_builder import BEATEN, TAKEN, RoundEvents
from domain.beating.events import CardsBeaten, CardsLed, LeadKind, TakeDeclared
from domain.beating.hand import BeatingHand
from domain.beating.table import DEFENDING, LEADING, BeatingTable
from domain.beating.validation import Pair, check_held, check_pairs
from domain.beating.view import Roles
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event
from domain.ruleset.actions import Action, Beat, Lead, Take
from domain.ruleset.cards import CODES, Card, codes
from domain.ruleset.ruleset import Options, Refusal

HAND = 5
"""Cards dealt to each seat, and drawn up to."""


class Leads(BeatingFamily):
    """A lead, its defence, and the next lead."""

    turns_title: ClassVar[str] = "defences"
    commands: ClassVar[Mapping[type[Action], tuple[str, ...]]] = {
        Lead: (LEADING,), Beat: (DEFENDING,), Take: (DEFENDING,),
    }  # fmt: skip

    # Methods of each game

    @abstractmethod
    def check_lead(self, table: BeatingTable, cards: Sequence[Card], extra: Card | None, options: Options) -> LeadKind:
        """Return the kind of the lead. Raises `Refused`."""

    @abstractmethod
    def limit(self, table: BeatingTable, leader: int, options: Options) -> int:
        """Return the maximum of cards in a lead, by what all seats see."""

    @abstractmethod
    def beaten(self, course: RoundEvents, seat: int) -> list[Event]:
        """Return the events after all is beaten and cleared away: draws, and the next lead."""

    def led(self, course: RoundEvents) -> None:
        """Add the events between a lead and the drawing after it."""

    # Commands

    def act(self, course: RoundEvents, seat: int, action: Action, chance: Chance) -> list[Event]:  # noqa: ARG002 - all chance is in the deal
        """Return the events of a lead, a defence or a take."""
        if isinstance(action, Lead):
            return self._lead(course, seat, action)
        if isinstance(action, Beat):
            return self._beat(course, seat, action.pairs)
        course.happens(TakeDeclared(seat=seat))
        return self._takes(course, seat)

    def _lead(self, course: RoundEvents, seat: int, action: Lead) -> list[Event]:
        """Lay the cards before the next player; the leader's turn ends."""
        table, extra = course.table, action.extra
        cards = [*action.cards, *([] if extra is None else [extra])]
        if not action.cards:
            raise Refused("bad-arguments", "Lead one card or more; an extra card goes with others.")
        check_held(course.state.cards(seat), cards)
        kind = self.check_lead(table, action.cards, extra, course.options)
        to = table.following(seat)
        last = None if extra is None else CODES[extra]
        course.happens(CardsLed(seat=seat, to=to, kind=kind, cards=codes(cards), extra=last))
        return self._after_lead(course, seat)

    def _after_lead(self, course: RoundEvents, seat: int) -> list[Event]:
        """Let the leader draw, or be done; the next player defends."""
        self.led(course)
        course.draws(seat, HAND)
        if course.goes_out([seat]):
            over = self.decided(course, course.table.following(seat))
            if over:
                return over
        return course.asks(DEFENDING, course.table.following(seat))

    def _beat(self, course: RoundEvents, seat: int, pairs: Sequence[Pair]) -> list[Event]:
        """Beat some attacks or all; beaten ones stay beaten."""
        check_pairs(course.table, course.state.cards(seat), pairs, self)
        course.happens(CardsBeaten(seat=seat, pairs=[(CODES[attack], CODES[card]) for attack, card in pairs]))
        if course.table.unbeaten():
            return course.asks(DEFENDING, seat)
        return self._beats_all(course, seat)

    def _beats_all(self, course: RoundEvents, seat: int) -> list[Event]:
        """Clear the table without a take."""
        course.ends_defence(seat, BEATEN, [])
        return self.beaten(course, seat)

    def _takes(self, course: RoundEvents, seat: int) -> list[Event]:
        """Move the cards that are not beaten to the hand, the rest out of play; the next player leads."""
        course.ends_defence(seat, TAKEN, course.table.unbeaten())
        return self._after_taking(course, seat)

    def _after_taking(self, course: RoundEvents, seat: int) -> list[Event]:
        """Let a seat that took draw, if few cards were left; the next player leads.

        After too many takes in a row without progress the round ends.
        """
        course.draws(seat, HAND)
        if course.stalled():
            return course.ends("stalled", course.places(), [], self.points(course.places(), []))
        return self.leads(course, course.table.following(seat))

    def leads(self, course: RoundEvents, seat: int) -> list[Event]:
        """Ask the seat to lead."""
        return course.asks(LEADING, seat, limit=self.limit(course.table, seat, course.options))

    def decided(self, course: RoundEvents, defender: int | None = None) -> list[Event]:
        """Return the end of the round, once one player is left, who gets the cards on the table; an empty list before
        that.
        """
        table = course.table
        if len(table.left()) > 1:
            return []
        if defender is not None:
            course.ends_defence(defender, TAKEN, table.unbeaten())
        losers, ranks = table.left(), course.places()
        return course.ends("one-left", ranks, losers, self.points(ranks, losers))

    def points(self, ranks: Sequence[int | None], losers: Sequence[int]) -> list[int] | None:  # noqa: ARG002 - for who counts more
        """Return the points of each seat; None if losing costs a point and no other points count."""
        return None

    def by_default(self, table: BeatingTable, held: Sequence[Card]) -> Action:
        """0.4: take, or lead the weakest card."""
        return Take() if table.phase == DEFENDING else Lead((self.weakest(table, held),))

    @abstractmethod
    def weakest(self, table: BeatingTable, held: Sequence[Card]) -> Card:
        """Return the card that the clock leads."""

    # The view of a seat

    def roles(self, table: BeatingTable) -> Roles:
        """Return the roles: the leader attacks the next seat alone."""
        defending = table.phase == DEFENDING
        if not defending and table.phase != LEADING:
            return {"attacker": None, "guardians": [], "defender": None, "attack_right": None}
        attacker = table.attacks[0].by if defending else table.turn
        defender = table.turn if defending else table.following(table.turn)
        return {
            "attacker": attacker, "guardians": [], "defender": defender,
            "attack_right": None if defending else attacker,
        }  # fmt: skip

    def actions(self, table: BeatingTable, hand: BeatingHand, seat: int, options: Options) -> list[Action]:
        """Return leads as the game lists them; of a defence one pair at a time, and `take`."""
        if seat not in table.asked():
            return []
        if table.phase == LEADING:
            return self.listed(table, hand, options)
        return [*self.pairs(table, hand), Take()]

    @abstractmethod
    def listed(self, table: BeatingTable, hand: BeatingHand, options: Options) -> list[Action]:
        """Return the leads that are listed."""

    def refused(self, table: BeatingTable, hand: BeatingHand, seat: int, options: Options) -> list[Refusal]:  # noqa: ARG002 - no option changes what one card can do
        """Return the unusable cards: any card can be led by itself; of a defence those that beat no attack."""
        return self.helpless(table, hand) if table.phase == DEFENDING and table.turn == seat else []
