"""Positions of the beating games, and the steps taken in them, written like the rulebook's cases.

Turns have no limit unless one is given; seconds count from the beginning: `at 60`. After every event the invariants
are checked for the server, every seat and spectators. After every command the listed and refused actions are compared
with the accepted ones.
"""

import re
from collections.abc import Sequence
from typing import Any

from domain.beating import bouts
from domain.beating.event_builder import RoundEvents
from domain.beating.hand import BeatingHand, BeatingState
from domain.beating.table import Attack as Lying
from domain.beating.table import BeatingTable, Bout
from domain.game.fold import apply, number
from domain.game.game import PLAYING, Game, Seat
from domain.game.registry import ruleset
from domain.log.chance import Chance, HashChain
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, Event, seen_by
from domain.log.moments import Moment, later
from domain.ruleset.actions import Action, Attack, Beat, Lead, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import CARDS, SUIT, SUITS, Card
from domain.ruleset.round_state import RoundState
from domain.ruleset.ruleset import Option, RoundStart, check_options
from domain.running.automation import next_step
from domain.running.commands import act
from tests.domain.beating.facts import Facts, cards
from tests.domain.beating.invariants import check_between_commands, check_event
from tests.domain.beating.legal_actions import check_legal

NOON: Moment = "2026-11-21T12:00:00.000000Z"
BEGUN = 10  # the version at which a position begins
CHAIN = HashChain(b"\1" * 32, 20)

_STEP = re.compile(r"P(?P<seat>\d) (?P<verb>[a-z-]+)(?P<cards>( \S+)*?)( -> (?P<code>[a-z-]+))?")


def lying(text: str) -> list[tuple[Card, Card | None]]:
    """Parse attacks with the cards that beat them, such as `H6<-H8 S6`."""
    pairs = (one.split("<-") for one in text.replace(",", "").split())
    return [(CARDS[one[0]], CARDS[one[1]] if len(one) > 1 else None) for one in pairs]


def clock(seconds: float) -> Moment:
    """Return the moment `seconds` after the beginning."""
    return later(NOON, ms=round(seconds * 1000))


class Position(Facts):
    """A round in play with a settable clock, folded for the server, for every seat and for spectators."""

    def __init__(
        self,
        key: str,
        *hands: str,
        stock: str = "",
        trump: str | None = None,
        lead: int | None = None,
        defend: int | None = None,
        table: str = "",
        by: int | None = None,
        out: Sequence[int] = (),
        bout: int = 1,
        stall: int = 0,
        **options: Any,
    ) -> None:
        """Set up a position with the top of `stock` first.

        Seat `lead` is asked to lead, or `defend` to defend against the `table`, which `by` has led.
        """
        self.rules = ruleset(key)
        full = _checked(self.rules, options, len(hands))
        jokers = int(full.get("joker", False))
        drawn = cards(stock)
        found = BeatingTable(
            sizes=[len(cards(hand)) for hand in hands],
            stock=[None] * len(drawn),
            jokers=jokers,
            trump=None if trump is None else SUITS.index(trump),
            aces=full.get("ace_rule", "none"),
            follow_suit=full.get("plain_follow_suit", True),
            known=[[] for _ in hands],
            out=[*out],
            stall=stall,
        )
        leader = (defend or 0) - 1 if by is None else by
        found.attacks = [Lying(card, leader % len(hands), answer) for card, answer in lying(table)]
        everything = [*drawn, *found.lying(), *cards(" ".join(hands))]
        assert len({*everything}) == len(everything), "a card is in the position twice"
        found.discard = [card for card in self.rules.deck(jokers) if card not in everything]
        if key != "kirifu" and found.trump is not None:
            _show_trump(found, drawn)
        state = RoundState(found, [BeatingHand([*cards(hand)]) for hand in hands], [*reversed(drawn)])
        self._ask(state, key, full, lead, defend, bout)
        self._begin(full, state, CHAIN)

    def _ask(
        self, state: BeatingState, key: str, options: dict[str, Any], lead: int | None, defend: int | None, bout: int
    ) -> None:
        """Ask a seat, as the event before the position would have done."""
        table, course = state.table, RoundEvents(self.rules, state, options, NOON)
        if key == "durak":
            assert lead is not None
            if bout > 1:
                course.table.bout = table.bout = Bout(bout - 1, lead, lead, lead, [lead], 1, lead)
            for event in bouts.begin(course, lead):
                self.rules.apply(state, event)
            return
        table.phase, table.turn = ("defending", defend) if defend is not None else ("leading", lead or 0)
        table.deadline = clock(options["turn_seconds"]) if options["turn_seconds"] else None
        if defend is None:
            table.limit = self.rules.limit(table, table.turn, options)

    @classmethod
    def dealt(cls, key: str, seats: int, seed: int = 0, **options: Any) -> "Position":
        """Return a round from its deal on; `seed` chooses the deal."""
        found = cls.__new__(cls)
        found.rules = ruleset(key)
        full = check_options(found.rules, {"turn_seconds": 0, "bot_delay_ms": 0} | options, seats)
        secret = seed.to_bytes(32, "big")
        chance = Chance(secret, "position", 1, ("",) * seats)
        opening, *rest = found.rules.deal(RoundStart(1, seats, full), NOON, chance)
        opening.at = NOON
        found._begin(full, found.rules.begin(opening, seats), HashChain(secret, 1))
        found.opening = [opening, *rest]
        found._record(rest)
        return found

    def _begin(self, full: dict[str, Any], state: BeatingState, chain: HashChain) -> None:
        seats = len(state.hands)
        taken = [Seat(f"player-{seat}") for seat in range(seats)]
        rules: Any = self.rules
        game = Game("position", rules, full, [*taken], status=PLAYING, version=BEGUN, at=NOON, round=1, state=state)
        game.scores = [0] * seats
        game.places = [0] * seats
        game.links = [[""] * seats]
        game.absences = [[]]
        game.reseat()
        self.now, self.chain = NOON, chain
        self.game = game
        self.viewers = {viewer: game.seen_by(viewer).copy() for viewer in range(SPECTATOR, seats)}
        self.away = {*state.table.discard}
        self.events: list[Event] = []
        "The events since the position began."
        "The same events, as far as they are folded."
        self.opening: list[Event] = []
        "The events of the deal, if there was one."

    def act(self, seat: int, action: Action) -> list[Event]:
        """Judge, record and fold the action for every viewer. Raise `Refused`, and then change nothing."""
        before = self.game.stored()
        try:
            events = act(self.game, seat, action, self.now, self.chain)
        finally:
            assert self.game.stored() == before, "a command changed the game by itself"
        return self._record(events)

    def when(self, *steps: str) -> list[Event]:
        """Execute the steps and return the events of the last; a step with `-> code` must be refused with it."""
        events: list[Event] = []
        for step in steps:
            if step.startswith("at "):
                events = self.at(float(step[3:]))
                continue
            found = _STEP.fullmatch(step)
            assert found, f"no step: {step!r}"
            try:
                events, code = self.act(int(found["seat"]), _action(found["verb"], found["cards"])), None
            except Refused as refused:
                events, code = [], refused.code if refused.detail else "says-nothing"
            assert code == found["code"], f"{step}: got {code}"
        return events

    def at(self, seconds: float) -> list[Event]:
        """Let time pass until `seconds` after the beginning; return the events of everything due by then."""
        self.now = clock(seconds)
        happened: list[Event] = []
        while events := next_step(self.game, self.now, self.chain):
            happened += self._record(events)
        return happened

    def _record(self, events: list[Event]) -> list[Event]:
        number(self.game, events, self.now)
        for event in events:
            before = self.game.copy()
            kept = before.stored()
            for viewer, game in [(SERVER, self.game), *self.viewers.items()]:
                apply(game, seen_by(event, viewer))
            assert before.stored() == kept, "a copy stays as it was"
            check_event(self.game, self.viewers, before, event)
        self.events += events
        if self.game.status == PLAYING:
            check_between_commands(self.table, self.game.options)
            check_legal(self.rules, self.state, self.game.options)
        return events


def _checked(rules: Any, given: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return the options of a position; a few cases have fewer seats than the game allows."""
    allowed: range = rules.seats
    return check_options(rules, {"turn_seconds": 0, "bot_delay_ms": 0} | given, max(seats, allowed[0]))


def _show_trump(table: BeatingTable, drawn: Sequence[Card]) -> None:
    """Set the card that shows the trump: the last of the stock if it is a trump, else one out of play."""
    if drawn and SUIT[drawn[-1]] == table.trump:
        table.trump_card = table.stock[0] = drawn[-1]
        table.seen = [drawn[-1]]
    else:
        table.trump_card = next((card for card in table.discard if SUIT[card] == table.trump), None)


def _action(verb: str, named_cards: str) -> Action:
    """Return the action that a step describes."""
    before, _, extra = named_cards.partition(" + ")
    match verb:
        case "takes":
            return Take()
        case "stops":
            return Stop()
        case "beats":
            return Beat(tuple((attack, card) for attack, card in lying(before) if card is not None))
        case "attacks":
            return Attack(tuple(cards(before)))
        case "throws-in":
            return ThrowIn(tuple(cards(before)))
        case "turns-over":
            return TurnOver(cards(before)[0])
    assert verb == "leads", verb
    return Lead(tuple(cards(before)), cards(extra)[0] if extra else None)


def types(events: Sequence[Event]) -> list[str]:
    """Return the types of the events, without the events that close a round."""
    return [event.type for event in events if event.type not in ("round-revealed", "readiness-asked", "game-ended")]


def switches(options: Sequence[Option]) -> list[str]:
    """Return the names of the options that are on or off."""
    return [option.name for option in options if option.kind == "bool"]
