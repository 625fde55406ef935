"""Rounds of Dobon set up in the middle of play, and moves written as sentences, for tests that read like the rulebook.

    table = Situation(["S4 C4 H4 D9", "C5 D7"], top="S3")
    table.when("P0 plays S4 C4 H4", "P1 passes -> no-pass")

    table = kawagoe(["S7 D9", "C5 X1"], "H7", flip=True)
    table.when("P0 plays S7", "P1 declines")

Cards that are in no hand are the stock, unless a stock is given. Then the other cards are under the top, or under that
stock if there is no top yet.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from domain.dobon.calls import answers_to
from domain.dobon.evolve import DobonState
from domain.dobon.hand import DobonHand
from domain.dobon.table import NOBODY, DobonTable
from domain.game.fold import apply, number
from domain.game.game import PLAYING, Game, Seat, actions
from domain.game.registry import ruleset
from domain.log.chance import HashChain
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, Event, seen_by
from domain.log.moments import Moment, later
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Pass, Play
from domain.ruleset.cards import CARDS, CODES, RANK, SUIT, SUITS, deck
from domain.ruleset.round_state import RoundState
from domain.ruleset.ruleset import check_options
from domain.ruleset.windows import asked
from domain.running.automation import next_step
from domain.running.commands import act

NOON: Moment = "2026-11-21T12:00:00.000000Z"
BEGUN = 10
"""Version at which a situation begins: that of the event that laid the top."""

TWELVE = ["D9 D12", "S5 S7", "S3 S4", "C5 H5"]
"""Hands: on a top of spades or 12, P0 can lay the 12 that P1 and P2 can call; P3 waits for other numbers."""

_STEP = re.compile(
    r"P(?P<seat>\d) (?P<verb>plays|draws|passes|accepts|calls|declines|flips)"
    r"(?P<cards>( [SCHDX]\d+)*)( naming (?P<suit>[SCHD]))?( on (?P<on>\d+))?( -> (?P<code>[a-z-]+))?"
)


def cards(text: str) -> list[int]:
    """Parse cards such as `S4 C4`."""
    return [CARDS[code] for code in text.split()]


class Situation:
    """A round in play with a settable clock, folded for the server, for every seat and for spectators."""

    def __init__(
        self,
        hands: Sequence[str],
        top: str,
        *,
        rules: str = "dobon-sato",
        flip: bool = False,
        dealer: int = NOBODY,
        scores: Sequence[int] = (),
        turn: int = 0,
        owner: int = NOBODY,
        suit: str | None = None,
        direction: int = 1,
        pending: tuple[int, int] | None = None,
        shown: Sequence[str] | None = None,
        stock: str | None = None,
        first_turn: bool = False,
        bots: Sequence[int] = (),
        **options: Any,
    ) -> None:
        """Set up a situation with the next card of `stock` first; options are the defaults, without waiting.

        `pending` is (2, cards to draw) or (13, 0). In the ruleset with a dealer, `flip` says that the top was just
        turned up and every seat is asked about it; an empty `top` means that no card was turned up yet.
        """
        self.jokers = 2 if rules == "dobon-kawagoe" else 0
        held = [cards(hand) for hand in hands]
        opened = [cards(hand) for hand in shown or [""] * len(hands)]
        laid = cards(top)
        used = {card for hand in [*held, *opened, laid] for card in hand}
        rest = [card for card in deck(self.jokers) if card not in used]
        named = rest if stock is None else cards(stock)
        others = [card for card in rest if card not in named]
        stocked = [*(named if stock is None else named[::-1])] if laid else [*named, *others][::-1]
        rank, draw = pending or (0, 0)
        table = DobonTable(
            sizes=[len(hand) for hand in held],
            shown=opened,
            stock=len(stocked),
            pile=[*others, *laid] if laid else [],
            top_version=BEGUN,
            top_owner=owner,
            suit=(SUIT[laid[0]] if laid else 0) if suit is None else SUITS.index(suit),
            turn=dealer if flip or not laid else turn,
            direction=direction,
            first_turn=first_turn,
            pending_rank=rank,
            pending_draw=draw,
            dealer=dealer,
            opening=flip or not laid,
        )
        if table.opening:
            _ask_about_the_flip(table)
        self.now = NOON
        self.chain = HashChain(b"\1" * 32, 20)
        state = RoundState(table, [DobonHand([*hand]) for hand in held], [*stocked])
        self.game = self._game(rules, state, bots, options)
        self.game.scores = [*scores] or self.game.scores
        self.game.links = [[""] * len(hands)]
        self.game.absences = [[]]
        self.viewers = {viewer: self.game.seen_by(viewer).copy() for viewer in range(SPECTATOR, len(hands))}
        "The games that the viewers fold from the events that they see."
        self.events: list[Event] = []

    @staticmethod
    def _game(key: str, state: DobonState, bots: Sequence[int], given: Mapping[str, Any]) -> Game:
        rules, seats = ruleset(key), state.table.seats
        quick = {
            "claim_grace_seconds": 0,
            "turn_seconds": 0,
            "answer_seconds": 0,
            "bot_delay_ms": 0,
            "hand_size": 1,
            "rounds": 1,
        }
        options = check_options(rules, quick | dict(given), seats)
        taken = [Seat(None, "novice") if seat in bots else Seat(f"player-{seat}") for seat in range(seats)]
        game = Game("situation", rules, options, [*taken], status=PLAYING, version=BEGUN, at=NOON, round=1, state=state)
        game.scores = [0] * seats
        game.places = [0] * seats
        game.reseat()
        return game

    @property
    def table(self) -> DobonTable:
        """The table as the server folds it."""
        table: DobonTable = self.game.table
        return table

    def hand(self, seat: int, viewer: int = SERVER) -> str:
        """Return the seat's cards in the order of the deck, as the viewer knows them; `??` for a hidden one."""
        game = self.of(viewer)
        return " ".join(game.ruleset.view(game.state)["hands"][seat])

    def held(self, seat: int) -> list[int]:
        """Return all cards of the seat, closed and open."""
        return [*self.game.state.held(seat), *self.table.shown[seat]]

    def of(self, viewer: int) -> Game:
        """Return the game as the viewer folds it."""
        return self.game if viewer == SERVER else self.viewers[viewer]

    def shown(self, seat: int) -> str:
        """Return the seat's open cards."""
        return " ".join(CODES[card] for card in self.table.shown[seat])

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
            found = _STEP.fullmatch(step)
            assert found, f"no step: {step!r}"
            events, code = self._judged(int(found["seat"]), self._action(found))
            assert code == found["code"], f"{step}: got {code}"
        return events

    def wait(self, seconds: float) -> list[Event]:
        """Let time pass; return the events of everything due by then."""
        self.now = later(self.now, ms=round(seconds * 1000))
        happened: list[Event] = []
        while events := next_step(self.game, self.now, self.chain):
            happened += self._record(events)
        return happened

    def actions(self, seat: int) -> list[Action]:
        """Return the seat's legal actions, from its own game."""
        return actions(self.viewers[seat], seat)

    def _judged(self, seat: int, action: Action) -> tuple[list[Event], str | None]:
        """Return the events, or the code of a refusal."""
        try:
            return self.act(seat, action), None
        except Refused as refused:
            return [], refused.code if refused.detail else "says-nothing"

    def _action(self, found: re.Match[str]) -> Action:
        on = int(found["on"]) if found["on"] else answers_to(self.table)
        suit = SUITS.index(found["suit"]) if found["suit"] else None
        plain: dict[str, Action] = {"draws": Draw(), "passes": Pass(), "accepts": Accept(), "calls": Dobon(on)}
        laid = Play(tuple(cards(found["cards"])), suit, int(found["on"]) if found["on"] else None)
        plain |= {"declines": Decline(on), "plays": laid, "flips": Flip()}
        return plain[found["verb"]]

    def _record(self, events: list[Event]) -> list[Event]:
        number(self.game, events, self.now)
        for event in events:
            apply(self.game, event)
            for viewer, game in self.viewers.items():
                apply(game, seen_by(event, viewer))
            self._check()
        self.events += events
        return events

    def _check(self) -> None:
        """Check the invariants: every card is in one place, and viewers know what the server says that they know."""
        state, table = self.game.state, self.table
        every = [card for seat in range(table.seats) for card in (*state.cards(seat), *table.shown[seat])]
        assert sorted([*every, *state.deck, *table.pile]) == deck(self.jokers)
        for viewer, game in self.viewers.items():
            assert game == self.game.seen_by(viewer)
            if viewer >= 0:
                assert actions(game, viewer) == actions(self.game, viewer)


def kawagoe(hands: Sequence[str], top: str = "", **given: Any) -> Situation:
    """Return a situation of `dobon-kawagoe`; seat 0 is the dealer unless another is given."""
    return Situation(hands, top, **{"rules": "dobon-kawagoe", "dealer": 0, **given})


def numbered(numbers: Sequence[int]) -> list[str]:
    """Return codes of different cards with these numbers, 0 for a joker."""
    left = {number: [CODES[card] for card in deck(jokers=2) if RANK[card] == number] for number in range(14)}
    return [left[number].pop(0) for number in numbers]


def _ask_about_the_flip(table: DobonTable) -> None:
    """Ask about the flip as `card-flipped` does; no seat is asked about a joker or before the first flip."""
    table.asked = [*range(table.seats)] if table.number else []
    table.window = BEGUN if table.asked else 0
    table.calls_open = bool(table.asked)


def types(events: Sequence[Event]) -> list[str]:
    """Return the types of the events."""
    return [event.type for event in events]


def result(situation: Situation) -> tuple[int | None, list[int], str]:
    """Return winner, losers and reason of the round, which has to be over."""
    found = situation.game.result
    assert found is not None
    return found["winner"], found["losers"], found["reason"]


def flip_until_it_ends(situation: Situation) -> None:
    """Let the dealer turn cards up until the round is over, without any call or play.

    The 54 cards are turned up twice at most.
    """
    for _ in range(2 * 54):
        if situation.game.result is None:
            situation.when(f"P{situation.table.dealer} flips")
        for seat in asked(situation.game.state):
            situation.when(f"P{seat} declines")
    assert situation.game.result is not None, "turning cards up never ends"
