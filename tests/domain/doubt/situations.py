"""Rounds of Doubt set up in the middle of play, and moves written as sentences, for tests that read like the rulebook.

    round = Position("S7 H2 C9", "H9 D5 H5 S5", "C13 D13 S6", pile="S2 S3 S4", turn=1, number=5)
    round.when("P1 plays H9", "P0 doubts", "P2 doubts -> too-late")

Cards that are named nowhere are out of play. A step may also be a moment, in seconds since the beginning: `at 10`.
After every event the invariants are checked for the server, every seat and spectators: what each of them knows is what
the fold of its own events gives. After every command the listed actions are compared with the accepted ones.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain.doubt.hand import DoubtHand, DoubtState, lay_down, pile_of
from domain.doubt.rules import DoubtRules
from domain.doubt.table import DoubtTable, Laid
from domain.game.fold import apply, number
from domain.game.game import PLAYING, Game, Seat, actions, view
from domain.log.chance import Chance, HashChain
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, Event, seen_by
from domain.log.moments import Moment, later
from domain.ruleset.actions import Action, Decline, Doubt, Pass, Play, from_wire
from domain.ruleset.cards import CARDS, CODES, deck
from domain.ruleset.catalogue import ROUND_DEALT
from domain.ruleset.round_state import RoundState
from domain.ruleset.ruleset import RoundStart, check_options
from domain.ruleset.windows import asked
from domain.running.automation import next_step
from domain.running.commands import act

RULES = DoubtRules()
NOON: Moment = "2026-11-21T12:00:00.000000Z"
BEGUN = 10
"""The version at which a position begins."""
CHAIN = HashChain(b"\1" * 32, 20)

D1 = ("S7 H2 C9", "H9 D5 H5 S5", "C13 D13 S6")
D2 = ("S7 H2", "H5", "C13 D13 S6")
D3 = ("S7 H2", "X1 D5 C8", "C13 D13 S6")
THREE = "S2 S3 S4"
"""Hands and a pile that many cases of the rulebook begin with."""

_STEP = re.compile(
    r"P(?P<seat>\d) (?P<verb>plays|passes|doubts|cheats|declines)(?P<cards>( [SCHDX]\d+)*)"
    r"( on play (?P<play>\d+))?( on version (?P<version>\d+))?( -> (?P<code>[a-z-]+))?"
)
_CODE = re.compile(r'"([SCHD](?:1[0-3]|[1-9])|X[12])"')


def cards(text: str) -> list[int]:
    """Parse cards such as `S4 C4`."""
    return [CARDS[code] for code in text.split()]


def clock(seconds: float) -> Moment:
    """Return the moment `seconds` after the beginning."""
    return later(NOON, ms=round(seconds * 1000))


class Position:
    """A round in play with a settable clock."""

    def __init__(
        self,
        *hands: str,
        pile: str = "",
        laid_by: int | None = None,
        turn: int = 0,
        number: int = 1,
        success: Sequence[int] = (),
        out: Sequence[int] = (),
        deadline: int | None = None,
        **options: Any,
    ) -> None:
        """Set up a position with the bottom card of `pile` first and `deadline` in seconds.

        `laid_by` is the seat that has laid the pile, by default the one after the seat in turn.
        Options are those of the rules, but turns have no limit, and `max_plays` may be any number.
        """
        seats = len(hands)
        given = {"turn_seconds": 0, "bot_delay_ms": 0} | options
        full = check_options(RULES, given | {"max_plays": 50 if given.get("decks", 1) > 2 else 0}, seats) | {
            "max_plays": given.get("max_plays", 0)
        }
        laid_by = (turn + 1) % seats if laid_by is None else laid_by
        table = DoubtTable(
            sizes=[len(cards(hand)) for hand in hands],
            decks=full["decks"],
            jokers=max(full["jokers_per_deck"], *map(int, re.findall(r"X(\d)", " ".join(hands))), 0),
            turn=turn,
            number=number,
            pile=[Laid(laid_by) for _ in cards(pile)],
            success=[*success] or [0] * seats,
            out=[*out],
            variant=full["variant"],
            deadline=None if deadline is None else clock(deadline),
        )
        state = RoundState(table, [DoubtHand([*cards(hand)]) for hand in hands])
        lay_down(state, cards(pile))
        self._begin(full, state, CHAIN)
        table.away = self.unnamed.total()

    @classmethod
    def dealt(cls, seats: int, seed: int = 0, **options: Any) -> "Position":
        """Return a round from its deal on; `seed` chooses the deal."""
        found = cls.__new__(cls)
        full = check_options(RULES, {"turn_seconds": 0, "bot_delay_ms": 0} | options, seats)
        secret = seed.to_bytes(32, "big")
        (event,) = RULES.deal(RoundStart(1, seats, full), NOON, Chance(secret, "position", 1, ("",) * seats))
        found._begin(full, RULES.begin(event, seats), HashChain(secret, 1))
        return found

    def _begin(self, full: dict[str, Any], state: DoubtState, chain: HashChain) -> None:
        seats = len(state.hands)
        taken = [Seat(f"player-{seat}") for seat in range(seats)]
        game = Game("position", RULES, full, [*taken], status=PLAYING, version=BEGUN, at=NOON, round=1, state=state)
        game.scores = [0] * seats
        game.places = [0] * seats
        game.links = [[""] * seats]
        game.absences = [[]]
        game.reseat()
        self.now, self.chain, self.game = NOON, chain, game
        self.unnamed = Counter(deck(state.table.jokers) * state.table.decks) - _everywhere(state)
        "Cards that are out of play from the beginning."
        self.lying = pile_of(state)
        "The pile, as long as the round is not over."
        self.events: list[Event] = []
        "The events since the position began."
        "The same events, as far as they are folded."
        self.frames: list[dict[str, Any]] = []
        "The review of each event."

    @property
    def state(self) -> DoubtState:
        """The round as the server knows it."""
        return self.of(SERVER)

    @property
    def table(self) -> DoubtTable:
        """What everybody knows."""
        return self.state.table

    def of(self, viewer: int) -> DoubtState:
        """Return the round as a viewer knows it."""
        state: DoubtState = self.game.seen_by(viewer).state
        return state

    @property
    def viewers(self) -> dict[int, Game]:
        """The games of spectators and of every seat."""
        return {viewer: self.game.seen_by(viewer) for viewer in range(SPECTATOR, len(self.table.sizes))}

    def own(self, seat: int) -> DoubtHand:
        """Return the hand of a seat."""
        hand = self.state.hands[seat]
        assert hand is not None
        return hand

    def hand(self, seat: int, viewer: int = SERVER) -> str:
        """Return the seat's cards in the order of the deck, as the viewer knows them; `??` for a hidden one."""
        return " ".join(RULES.view(self.of(viewer))["hands"][seat])

    @property
    def pile(self) -> str:
        """Cards of the pile, bottom card first. At the end of the round it is left as it was."""
        assert len(self.lying) == len(self.table.pile)
        return " ".join(CODES[card] for card in self.lying if card is not None)

    @property
    def stand(self) -> tuple[str, int, int]:
        """Phase, turn and number."""
        shown = RULES.public_view(self.table)
        return shown["phase"], shown["turn"], shown["board"]["number"]

    def last(self, kind: str) -> Event:
        """Return the newest event of that type."""
        return [event for event in self.events if event.type == kind][-1]

    def act(self, seat: int, action: Action) -> list[Event]:
        """Judge, record and fold the action. Raise `Refused`, and then change nothing."""
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
                events, code = self.act(int(found["seat"]), self._action(found)), None
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

    def actions(self, seat: int) -> list[Action]:
        """Return the seat's legal actions, from its own game."""
        return actions(self.viewers[seat], seat)

    def _action(self, found: re.Match[str]) -> Action:
        on = self.table.claim.version if self.table.claim else self.game.version
        if found["play"]:
            on = [event.version for event in self.events if event.type == "cards-played"][int(found["play"]) - 1]
        on = int(found["version"] or on)
        if found["verb"] == "plays":
            return Play(tuple(cards(found["cards"])))
        return Pass() if found["verb"] == "passes" else from_wire({"type": found["verb"][:-1], "on": on})

    def _record(self, events: list[Event]) -> list[Event]:
        number(self.game, events, self.now)
        for event in events:
            before = self.game.copy()
            kept = before.stored()
            folds = {viewer: game.copy() for viewer, game in self.viewers.items()}
            apply(self.game, event)
            for viewer, game in folds.items():
                apply(game, seen_by(event, viewer))
                assert game == self.game.seen_by(viewer), "a viewer knows what the fold of its events gives"
            assert before.stored() == kept, "a copy stays as it was"
            if event.type == ROUND_DEALT:
                self.unnamed.clear()
            self.lying = self.lying if self.table.over else pile_of(self.state)
            self._check(before.state, folds)
            self.frames.append(RULES.hindsight(before.state, event, self.state))
        self.events += events
        if self.game.status == PLAYING:
            self._check_actions()
        return events

    def _check(self, before: DoubtState, folds: dict[int, Game]) -> None:
        """Check that each card is in one place and that viewers know all but what is hidden from them.

        Views may name only own cards.
        """
        state, table = self.state, self.table
        if table.over:
            assert [sorted(state.held(seat)) for seat in range(len(table.sizes))] == table.open_hands
            assert table.open_hands == [sorted(before.held(seat)) for seat in range(len(table.sizes))]
        else:
            assert _everywhere(state) + self.unnamed == Counter(deck(table.jokers) * table.decks)
        assert not [*RULES.misplaced(state)]
        if not table.window:
            assert (table.asked, table.allowed_from, table.closable, table.finishing) == ([], None, False, False)
        for viewer, game in folds.items():
            _check_viewer(viewer, game, state)
            copy = Game.from_stored(json.loads(json.dumps(game.stored())))
            assert copy.stored() == game.stored(), "a fold can be stored and restored"
            if viewer >= 0:
                assert actions(game, viewer) == actions(self.game, viewer)

    def _check_actions(self) -> None:
        """Check that exactly the listed actions are accepted; a listed play may be refused as `too-early` for now.

        A round in play has two seats or more, all with cards except one whose last card may be doubted.
        """
        claim, game = self.table.claim, self.game
        empty = [seat for seat, size in enumerate(self.table.sizes) if not size and seat not in self.table.out]
        assert len(self.table.sizes) - len(self.table.out) > 1
        assert empty == ([claim.seat] if claim and self.table.window and self.table.finishing else [])
        chance = game.chance(self.chain.link(self.game.round))
        for seat in range(len(self.table.sizes)):
            hand = self.game.cards(seat)
            on = claim.version if claim else game.version
            every: list[Action] = [Doubt(on), Decline(on), *(Play((card,)) for card in {*hand} if card is not None)]
            for action in every:
                try:
                    RULES.decide(self.state, seat, action, game.options, self.now, chance)
                    legal = True
                except Refused as refused:
                    legal = refused.code == "too-early"
                assert (action in self.actions(seat)) == legal, (seat, action)


def _everywhere(state: DoubtState) -> Counter[int]:
    """Return the cards in hands, in the pile and of eliminated seats."""
    away = [card for hand in state.hands if hand is not None for card in hand.away]
    places = [*map(state.cards, range(len(state.hands))), away, pile_of(state)]
    return Counter(card for place in places for card in place if card is not None)


def _check_viewer(viewer: int, game: Game, server: DoubtState) -> None:
    state: DoubtState = game.state
    table = state.table
    assert [len(state.cards(seat)) for seat in range(len(table.sizes))] == table.sizes
    assert table == server.table, "the table is public"
    assert all(own in (None, true) for own, true in zip(pile_of(state), pile_of(server), strict=True))
    assert set(asked(server)) <= set(asked(state)), (
        "viewers may not know which seats have answered, and know everything else"
    )
    assert (viewer in asked(state)) == (viewer in asked(server))
    if table.over:
        assert state.hands == server.hands
        return
    for seat, size in enumerate(table.sizes):
        assert state.cards(seat) == (server.cards(seat) if seat == viewer else [None] * size)
    shown = view(game, viewer)["round"]
    others = [hand for seat, hand in enumerate(shown["hands"]) if seat != viewer]
    assert not _CODE.findall(json.dumps({**shown, "hands": others})), "only the seat's own hand is named"
    assert shown["board"]["pile"] == len(table.pile)


def types(events: Sequence[Event]) -> list[str]:
    """Return the types of the events, without the events that close a round."""
    return [event.type for event in events if event.type not in ("round-revealed", "readiness-asked", "game-ended")]


def result(position: Position) -> tuple[int | None, str, list[int | None]]:
    """Return winner, reason and ranks of the round, which has to be over."""
    found = position.game.result
    assert found is not None
    return found["winner"], found["reason"], found["ranks"]
