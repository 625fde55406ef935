"""The base of the beating games: everything but their rules."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from domain.beating import replay, review, view
from domain.beating.deal import stated
from domain.beating.event_builder import RoundEvents
from domain.beating.event_types import EVENTS
from domain.beating.hand import BeatingHand, BeatingState, stock_of
from domain.beating.narration import with_asked
from domain.beating.table import ATTACKING, DEFENDING, LEADING, SETTLING, THROWING_IN, BeatingTable
from domain.beating.validation import cannot
from domain.beating.view import Roles
from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event, Part
from domain.log.moments import Moment
from domain.log.sentences import Sentence, either, together
from domain.ruleset.actions import Action, Beat, name_of
from domain.ruleset.base import BaseRuleset
from domain.ruleset.cards import CODES, Card, hand_codes
from domain.ruleset.catalogue import Catalogue, Check
from domain.ruleset.legal_actions import More
from domain.ruleset.places import Places
from domain.ruleset.replay import Answer
from domain.ruleset.ruleset import Options, Refusal
from domain.ruleset.wording import Text, Who


class BeatingFamily(BaseRuleset, ABC):
    """The base class of the games: commands in the order of their checks, defences, folding, reviews, verification."""

    family: ClassVar[str] = "beating"
    events: ClassVar[Catalogue] = EVENTS
    table_type: ClassVar[type[BeatingTable]] = BeatingTable
    hand_type: ClassVar[type[BeatingHand]] = BeatingHand
    phases: ClassVar[tuple[str, ...]] = (LEADING, DEFENDING, ATTACKING, THROWING_IN, SETTLING)
    figures: ClassVar[Mapping[str, str]] = {
        "takes": "takes",
        "attack cards": "attacks",
        "attack cards beaten": "beaten",
    }
    commands: ClassVar[Mapping[type[Action], tuple[str, ...]]]
    "The game's commands, each with the phases in which it may come."

    # Methods of each game

    @abstractmethod
    def deck(self, jokers: int) -> list[Card]:
        """Return all cards of the game."""

    @abstractmethod
    def beats(self, table: BeatingTable, card: Card, attack: Card) -> bool:
        """Tell whether the card beats the attack."""

    @abstractmethod
    def beaten_by(self, table: BeatingTable, attack: Card) -> str:
        """Return in words the cards that would beat the attack; an empty string if none can."""

    @abstractmethod
    def roles(self, table: BeatingTable) -> Roles:
        """Return `attacker`, `guardians`, `defender` and `attack_right` (the seat that may attack now, or once all is
        beaten).
        """

    @abstractmethod
    def act(self, course: RoundEvents, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Return the events of an action in its phase by the seat that is asked. Raises `Refused`."""

    @abstractmethod
    def by_default(self, table: BeatingTable, held: Sequence[Card]) -> Action:
        """Return what the clock does for the seat that is asked (0.4), which holds these cards."""

    @abstractmethod
    def actions(self, table: BeatingTable, hand: BeatingHand, seat: int, options: Options) -> list[Action]:
        """Return the seat's legal actions."""

    @abstractmethod
    def refused(self, table: BeatingTable, hand: BeatingHand, seat: int, options: Options) -> list[Refusal]:
        """Return the cards that the seat, although it is asked, cannot use now, and why."""

    def check_option(self, action: Action, options: Options) -> None:
        """Raise `Refused("option-off")` for a command that the options of this game do not have."""

    # Commands

    def decide(
        self, state: BeatingState, seat: int, action: Action, options: Options, now: Moment, chance: Chance
    ) -> list[Event]:
        """0.3: check the time and the seat of the action, then its cards."""
        self.permit(state.table, seat, action, options)
        return self.act(RoundEvents(self, state, options, now), seat, action, chance)

    def permit(self, table: BeatingTable, seat: int, action: Action, options: Options) -> None:
        """0.3: check that the game has the action, then its phase, then the seat. Raises `Refused`."""
        if type(action) not in self.commands:
            raise Refused("not-in-this-game", "This game has no such action.")
        if table.over:
            raise Refused("round-over", "The round is over.")
        if seat in table.out:
            raise Refused("player-out", "You have no cards left and are done.")
        self.check_option(action, options)
        if table.phase not in self.commands[type(action)]:
            raise Refused("wrong-phase", self._allowed(table, options), phase=table.phase, turn=table.turn)
        if seat != table.turn:
            raise Refused("not-your-turn", Sentence("It is seat {turn}'s turn.", turn=table.turn), turn=table.turn)

    def _allowed(self, table: BeatingTable, options: Options) -> str:
        named = [
            f"`{name_of(kind)}`"
            for kind, phases in self.commands.items()
            if table.phase in phases and self.offers(kind, table.phase, options)
        ]
        return Sentence(
            "The phase is {phase}: seat {turn} may {actions}.",
            phase=table.phase,
            turn=table.turn,
            actions=either(named),
        )

    def offers(self, kind: type[Action], phase: str, options: Options) -> bool:  # noqa: ARG002 - in few games it depends
        """Tell whether a command of the phase can be legal there, with these options."""
        return True

    def expire(self, state: BeatingState, options: Options, now: Moment, chance: Chance) -> list[Event]:
        """0.4: the least harmful legal move, which does not depend on the hands of other seats."""
        turn = state.table.turn
        action = self.by_default(state.table, state.held(turn))
        first, *rest = self.act(RoundEvents(self, state, options, now), turn, action, chance)
        first.public.by_clock = True
        return [first, *rest]

    # A defence, from the table and the defender's hand

    def pairs(self, table: BeatingTable, hand: BeatingHand) -> list[Action]:
        """Return each attack with each card of the hand that beats it."""
        held = sorted(hand.held())
        return [
            Beat(((attack, card),)) for attack in table.unbeaten() for card in held if self.beats(table, card, attack)
        ]

    def more(self, table: BeatingTable, hand: BeatingHand, seat: int, action: Action, options: Options) -> More | None:  # noqa: ARG002 - it is in turn
        """Return what may be added to a listed action: to a pair, pairs of other attacks and other cards."""
        if isinstance(action, Beat):
            return self._more_pairs(table, hand, action)
        return self.more_cards(table, hand, action, options)

    def more_cards(self, table: BeatingTable, hand: BeatingHand, action: Action, options: Options) -> More | None:  # noqa: ARG002 - of most games
        """Return what may be added to a listed action of cards."""
        return None

    def _more_pairs(self, table: BeatingTable, hand: BeatingHand, action: Beat) -> More | None:
        [(first, used)] = action.pairs
        held = sorted(hand.held())
        others = [attack for attack in table.unbeaten() if attack != first]
        pairs = [
            (attack, card) for attack in others for card in held if card != used and self.beats(table, card, attack)
        ]
        return More(pairs=tuple(pairs)) if pairs else None

    def helpless(self, table: BeatingTable, hand: BeatingHand) -> list[Refusal]:
        """Return the cards of the hand that beat no attack on the table."""
        attacks = table.unbeaten()
        return [
            Refusal(CODES[card], "cannot-beat", together([cannot(table, card, attack, self) for attack in attacks]))
            for card in sorted(hand.held())
            if not any(self.beats(table, card, attack) for attack in attacks)
        ]

    # Methods for other modules (`ruleset.Ruleset`)

    def due(self, table: BeatingTable) -> Moment | None:
        """Return the end of the turn."""
        return table.deadline

    def waiting_for(self, state: BeatingState) -> list[int]:
        """Return the seat that is asked."""
        return state.table.asked()

    def public_view(self, table: BeatingTable) -> dict[str, Any]:
        """Return the round as spectators see it."""
        return view.view_round(table, self.roles(table))

    def face(self, table: BeatingTable, hand: BeatingHand, seat: int) -> list[str]:  # noqa: ARG002 - a hand has no other cards
        """Return the codes of the cards in the hand, in the order of the deck."""
        return hand_codes(hand.cards)

    def hindsight(
        self, before: BeatingState | None, event: Event, after: BeatingState, seat: int | None = None
    ) -> dict[str, Any]:
        """Return what could be beaten, the cards of a take, and what each seat could know."""
        return review.frame(self, before, event, after, seat)

    def answer(self, check: Check[Any, BeatingState]) -> Answer:
        """Return the events with which the rules answer the decision behind an event."""
        return replay.answer(self, check)

    def stated(self, dealt: Event, later: Sequence[Event], seats: int, options: Options) -> Chance:  # noqa: ARG002 - the deal says it all
        """Return chance that deals these cards, and draws the seat that begins, the dealer, or the trump."""
        return stated(dealt, replay.turned(later), seats)

    def payloads(self, check: Check[Any, BeatingState], part: str) -> Iterable[Part] | None:  # noqa: ARG002 - only draws have one
        """Return the cards of a draw."""
        return replay.drawn(check.state, check.event)

    def places(self, state: BeatingState) -> Places:
        """Return the places of the cards: cards that were taken up face up are in their hands."""
        table = state.table
        others = [*stock_of(state), *table.lying(), *table.discard]
        return Places(replay.hands(state), others, self.deck(table.jokers))

    def words(self, event: Event, who: Who) -> Text:
        """Return an event of a round in words, and which seat it asks for what."""
        return with_asked(event, super().words(event, who), who)
