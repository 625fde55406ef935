"""Rounds of Doubt set up in the middle of play, and moves written as sentences, for tests that read like the rulebook.

    round = Position("S7 H2 C9", "H9 D5 H5 S5", "C13 D13 S6", pile="S2 S3 S4", turn=1, number=5)
    round.when("P1 plays H9", "P0 doubts", "P2 doubts -> too-late")

Cards that are named nowhere are out of play. A step may also be a moment, in seconds since the beginning: `at 10`.
After every event the invariants are checked for the server, every seat and spectators. After every command the listed
actions are compared with the accepted ones.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

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
from domain.ruleset.ruleset import RoundStart, check_options
from domain.running.automation import ViewerGames, next_step
from domain.running.commands import act

RULES = DoubtRules()
NOON: Moment = "2026-11-21T12:00:00.000000Z"
BEGUN, NOBODY = 10, -1  # the version at which a position begins; the owner of its pile
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
    """A round in play with a settable clock, folded for the server, for every seat and for spectators."""

    def __init__(
        self,
        *hands: str,
        pile: str = "",
        turn: int = 0,
        number: int = 1,
        success: Sequence[int] = (),
        out: Sequence[int] = (),
        deadline: int | None = None,
        **options: Any,
    ) -> None:
        """Set up a position with the bottom card of `pile` first and `deadline` in seconds.

        Options are those of the rules, but turns have no limit, and `max_plays` may be any number.
        """
        seats = len(hands)
        given = {"turn_seconds": 0, "bot_delay_ms": 0} | options
        full = check_options(RULES, given | {"max_plays": 50 if given.get("decks", 1) > 2 else 0}, seats) | {
            "max_plays": given.get("max_plays", 0)
        }
        table = DoubtTable(
            hands=[[*cards(hand)] for hand in hands],
            decks=full["decks"],
            jokers=max(full["jokers_per_deck"], *map(int, re.findall(r"X(\d)", " ".join(hands))), 0),
            turn=turn,
            number=number,
            pile=[Laid(card, NOBODY) for card in cards(pile)],
            success=[*success] or [0] * seats,
            out=[*out],
            variant=full["variant"],
            deadline=None if deadline is None else clock(deadline),
        )
        table.away = [*(Counter(deck(table.jokers) * table.decks) - Counter(_everywhere(table))).elements()]
        self._begin(full, table, CHAIN)

    @classmethod
    def dealt(cls, seats: int, seed: int = 0, **options: Any) -> "Position":
        """Return a round from its deal on; `seed` chooses the deal."""
        found = cls.__new__(cls)
        full = check_options(RULES, {"turn_seconds": 0, "bot_delay_ms": 0} | options, seats)
        secret = seed.to_bytes(32, "big")
        (event,) = RULES.deal(RoundStart(1, seats, full), NOON, Chance(secret, "position", 1, ("",) * seats))
        found._begin(full, RULES.table(event, seats), HashChain(secret, 1))
        return found

    def _begin(self, full: dict[str, Any], table: DoubtTable, chain: HashChain) -> None:
        seats = len(table.hands)
        taken = [Seat(f"player-{seat}") for seat in range(seats)]
        game = Game("position", RULES, full, [*taken], status=PLAYING, version=BEGUN, at=NOON, round=1, table=table)
        game.scores = [0] * seats
        game.places = [0] * seats
        game.links = [[""] * seats]
        game.absences = [[]]
        game.reseat()
        self.now, self.chain = NOON, chain
        self.folds = ViewerGames(game, {viewer: _hidden(game, viewer) for viewer in range(SPECTATOR, seats)})
        self.events: list[Event] = []
        "The events since the position began."
        "The same events, as far as they are folded."
        self.frames: list[dict[str, Any]] = []
        "The review of each event."

    @property
    def game(self) -> Game:
        """The game as the server folds it."""
        return self.folds.server

    @property
    def table(self) -> DoubtTable:
        """The table as the server folds it."""
        return self.of(SERVER)

    def of(self, viewer: int) -> DoubtTable:
        """Return the table as a viewer folds it."""
        table: DoubtTable = self.folds.of(viewer).table
        return table

    def hand(self, seat: int, viewer: int = SERVER) -> str:
        """Return the seat's cards in the order of the deck, as the viewer knows them; `??` for a hidden one."""
        return " ".join(RULES.view(self.of(viewer))["hands"][seat])

    @property
    def pile(self) -> str:
        """Cards of the pile, bottom card first."""
        return " ".join(CODES[laid.card] for laid in self.table.pile if laid.card is not None)

    @property
    def stand(self) -> tuple[str, int, int]:
        """Phase, turn and number."""
        shown = RULES.view(self.table)
        return shown["phase"], shown["turn"], shown["board"]["number"]

    def last(self, kind: str) -> Event:
        """Return the newest event of that type."""
        return [event for event in self.events if event.type == kind][-1]

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
                events, code = self.act(int(found["seat"]), self._action(found)), None
            except Refused as refused:
                events, code = [], refused.code if refused.detail else "says-nothing"
            assert code == found["code"], f"{step}: got {code}"
        return events

    def at(self, seconds: float) -> list[Event]:
        """Let time pass until `seconds` after the beginning; return the events of everything due by then."""
        self.now = clock(seconds)
        happened: list[Event] = []
        while events := next_step(self.folds, self.now, self.chain):
            happened += self._record(events)
        return happened

    def actions(self, seat: int) -> list[Action]:
        """Return the seat's legal actions, from its own game."""
        return actions(self.folds.viewers[seat], seat)

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
            for viewer, game in [(SERVER, self.game), *self.folds.viewers.items()]:
                apply(game, seen_by(event, viewer))
            assert before.stored() == kept, "a copy stays as it was"
            self._check()
            self.frames.append(RULES.hindsight(before.table, event, self.table))
        self.events += events
        if self.game.status == PLAYING:
            self._check_actions()
        return events

    def _check(self) -> None:
        """Check that each card is in one place and that folds differ only in what they hide.

        Views may name only own cards.
        """
        table = self.table
        assert Counter(_everywhere(table)) == Counter(deck(table.jokers) * table.decks)
        assert not [*RULES.misplaced(table)]
        if not table.window:
            assert (table.asked, table.allowed_from, table.closable, table.finishing) == ([], None, False, False)
        for viewer, game in self.folds.viewers.items():
            _check_viewer(viewer, game, table)
            copy = Game.from_stored(json.loads(json.dumps(game.stored())))
            assert copy.stored() == game.stored(), "a fold can be stored and restored"
            if viewer >= 0:
                assert actions(game, viewer) == actions(self.game, viewer)

    def _check_actions(self) -> None:
        """Check that exactly the listed actions are accepted; a listed play may be refused as `too-early` for now.

        A round in play has two seats or more, all with cards except one whose last card may be doubted.
        """
        claim, game = self.table.claim, self.game
        empty = [seat for seat, hand in enumerate(self.table.hands) if not hand and seat not in self.table.out]
        assert len(self.table.hands) - len(self.table.out) > 1
        assert empty == ([claim.seat] if claim and self.table.window and self.table.finishing else [])
        chance = game.chance(self.chain.link(self.game.round))
        for seat, hand in enumerate(self.table.hands):
            on = claim.version if claim else game.version
            every: list[Action] = [Doubt(on), Decline(on), *(Play((card,)) for card in {*hand} if card is not None)]
            for action in every:
                try:
                    RULES.decide(self.table, seat, action, game.options, self.now, chance)
                    legal = True
                except Refused as refused:
                    legal = refused.code == "too-early"
                assert (action in self.actions(seat)) == legal, (seat, action)


def _everywhere(table: DoubtTable) -> Iterator[int]:
    for place in (*table.hands, table.away, [laid.card for laid in table.pile]):
        yield from (card for card in place if card is not None)


def _hidden(server: Game, viewer: int) -> Game:
    game = server.copy()
    table: DoubtTable = game.table
    table.hands = [hand if seat == viewer else [None] * len(hand) for seat, hand in enumerate(table.hands)]
    table.pile = [Laid(None, laid.by) for laid in table.pile]
    table.away = [None] * len(table.away)
    return game


def _check_viewer(viewer: int, game: Game, server: DoubtTable) -> None:
    table: DoubtTable = game.table
    for own, true in zip([*table.hands, table.away], [*server.hands, server.away], strict=True):
        assert len(own) == len(true)
    assert _public_parts(table) == _public_parts(server)
    assert all(own.card in (None, true.card) for own, true in zip(table.pile, server.pile, strict=True))
    assert set(server.asked) <= set(table.asked), (
        "viewers may not know which seats have answered, and know everything else"
    )
    assert (viewer in table.asked) == (viewer in server.asked)
    if table.over:
        assert table.hands == server.hands
        return
    for seat, hand in enumerate(table.hands):
        assert hand == (server.hands[seat] if seat == viewer else [None] * len(hand))
    shown = view(game, viewer)["round"]
    others = [hand for seat, hand in enumerate(shown["hands"]) if seat != viewer]
    assert not _CODE.findall(json.dumps({**shown, "hands": others})), "only the seat's own hand is named"
    assert shown["board"]["pile"] == len(server.pile)


def _public_parts(table: DoubtTable) -> tuple[Any, ...]:
    """Return the parts of a table that every viewer knows."""
    laid = [(card.by, card.shown, card.card if card.shown else None) for card in table.pile]
    return (
        laid, [one for one in table.traced if one.shown], table.decks, table.jokers, table.turn, table.number, table.claim, table.plays, table.window, table.finishing, table.allowed_from,
        table.closable, table.deadline, table.success, table.out, table.draws, table.over,
    )  # fmt: skip


def types(events: Sequence[Event]) -> list[str]:
    """Return the types of the events, without the events that close a round."""
    return [event.type for event in events if event.type not in ("round-revealed", "readiness-asked", "game-ended")]


def result(position: Position) -> tuple[int | None, str, list[int | None]]:
    """Return winner, reason and ranks of the round, which has to be over."""
    found = position.game.result
    assert found is not None
    return found["winner"], found["reason"], found["ranks"]
