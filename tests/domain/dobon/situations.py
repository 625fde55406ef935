"""Rounds of Dobon set up in the middle of play, and moves written as sentences, for tests that read like the rulebook.

    table = Situation(["S4 C4 H4 D9", "C5 D7"], top="S3")
    table.when("P0 plays S4 C4 H4", "P1 passes -> no-pass")

    table = kawagoe(["S7 D9", "C5 X1"], "H7", flip=True)
    table.when("P0 plays S7", "P1 declines")

Cards that nobody holds are the stock, unless a stock is named; then the rest of them lies under the top, or under that stock where there is no
top yet.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from domain.actions import Accept, Action, Decline, Dobon, Draw, Flip, Pass, Play
from domain.automation import ViewerGames, next_step
from domain.cards import CARDS, CODES, RANK, SUIT, SUITS, deck
from domain.commands import Secrets, act
from domain.dobon.calls import answers_to
from domain.dobon.table import NOBODY, DobonTable
from domain.errors import Refused
from domain.events import SERVER, SPECTATOR, Event
from domain.fold import number
from domain.game import PLAYING, Game, Seat, actions
from domain.moments import Moment, later
from domain.registry import ruleset
from domain.ruleset import check_options

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
    """`S4 C4` as cards."""
    return [CARDS[code] for code in text.split()]


class Situation:
    """A round in play, folded for the server, for every seat and for spectators, with a clock that moves when told to."""

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
        """`stock` with the next card first; `pending` is (2, cards to draw) or (13, 0); options as in the rules, without waiting by default.

        In the rule set with a dealer `flip` says that the top was just turned up and everybody is asked about it; an empty `top` that no card
        was turned up yet.
        """
        self.jokers = 2 if rules == "dobon-kawagoe" else 0
        held = [cards(hand) for hand in hands]
        opened = [cards(hand) for hand in shown or [""] * len(hands)]
        laid = cards(top)
        used = {card for hand in [*held, *opened, laid] for card in hand}
        rest = [card for card in deck(self.jokers) if card not in used]
        named = rest if stock is None else cards(stock)
        others = [card for card in rest if card not in named]
        rank, draw = pending or (0, 0)
        table = DobonTable(
            hands=[[*hand] for hand in held],
            shown=opened,
            stock=[*(named if stock is None else named[::-1])] if laid else [*named, *others][::-1],
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
        self.secrets = Secrets(b"\1" * 32, b"\2" * 32)
        self.folds = ViewerGames(self._game(rules, table, bots, options), {})
        self.game.scores = [*scores] or self.game.scores
        for viewer in range(SPECTATOR, len(hands)):
            self.folds.viewers[viewer] = _hidden(self.folds.server, viewer)
        self.events: list[Event] = []

    @staticmethod
    def _game(key: str, table: DobonTable, bots: Sequence[int], given: Mapping[str, Any]) -> Game:
        rules, seats = ruleset(key), len(table.hands)
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
        game = Game("situation", rules, options, [*taken], status=PLAYING, version=BEGUN, at=NOON, round=1, table=table)
        game.scores = [0] * seats
        game.reseat()
        return game

    @property
    def game(self) -> Game:
        """The server's game."""
        return self.folds.server

    @property
    def table(self) -> DobonTable:
        """The server's table."""
        table: DobonTable = self.game.table
        return table

    def hand(self, seat: int, viewer: int = SERVER) -> str:
        """The seat's cards in the order of the deck, as the viewer knows them; `??` for a hidden one."""
        game = self.folds.of(viewer)
        return " ".join(game.ruleset.view(game.table)["hands"][seat])

    def shown(self, seat: int) -> str:
        """The seat's open cards."""
        return " ".join(CODES[card] for card in self.table.shown[seat])

    def act(self, seat: int, action: Action) -> list[Event]:
        """The action judged, recorded and folded for everybody. Raises `Refused`, and then nothing has changed."""
        before = self.game.stored()
        try:
            events = act(self.game, seat, action, self.now, self.secrets)
        finally:
            assert self.game.stored() == before, "a command changed the game by itself"
        return self._record(events)

    def when(self, *steps: str) -> list[Event]:
        """The steps in order; gives the events of the last. A step with `-> code` has to be refused with it."""
        events: list[Event] = []
        for step in steps:
            found = _STEP.fullmatch(step)
            assert found, f"no step: {step!r}"
            events, code = self._judged(int(found["seat"]), self._action(found))
            assert code == found["code"], f"{step}: got {code}"
        return events

    def wait(self, seconds: float) -> list[Event]:
        """Time passes; gives the events of everything that was due by then."""
        self.now = later(self.now, ms=round(seconds * 1000))
        happened: list[Event] = []
        while events := next_step(self.folds, self.now, self.secrets):
            happened += self._record(events)
        return happened

    def actions(self, seat: int) -> list[Action]:
        """What the seat may do, from its own game."""
        return actions(self.folds.viewers[seat], seat)

    def _judged(self, seat: int, action: Action) -> tuple[list[Event], str | None]:
        """Events, or the code of a refusal."""
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
            self.folds.apply([event])
            self._check()
        self.events += events
        return events

    def _check(self) -> None:
        """What holds after every event: every card in one place, and folds that differ only in what they hide."""
        table = self.table
        every = [card for hand in [*table.hands, *table.shown] for card in hand] + table.stock + table.pile
        assert sorted(card for card in every if card is not None) == deck(self.jokers)
        for viewer, game in self.folds.viewers.items():
            assert [len(hand) for hand in game.table.hands] == [len(hand) for hand in table.hands]
            assert len(game.table.stock) == len(table.stock)
            assert _plain(game.table) == _plain(table)
            assert set(table.asked) <= set(game.table.asked), (
                "a viewer may not know who has answered, and knows nothing else"
            )
            if viewer >= 0:
                assert actions(game, viewer) == actions(self.game, viewer)


def kawagoe(hands: Sequence[str], top: str = "", **given: Any) -> Situation:
    """A situation of `dobon-kawagoe`; seat 0 is the dealer unless another is named."""
    return Situation(hands, top, **{"rules": "dobon-kawagoe", "dealer": 0, **given})


def numbered(numbers: Sequence[int]) -> list[str]:
    """Codes of different cards with these numbers, 0 for a joker."""
    left = {number: [CODES[card] for card in deck(jokers=2) if RANK[card] == number] for number in range(14)}
    return [left[number].pop(0) for number in numbers]


def _ask_about_the_flip(table: DobonTable) -> None:
    """As `card-flipped` leaves the table; about a joker nobody is asked, nor before the first flip."""
    table.asked = [*range(len(table.hands))] if table.number else []
    table.window = BEGUN if table.asked else 0
    table.calls_open = bool(table.asked)


def _plain(table: DobonTable) -> tuple[Any, ...]:
    """What of a table everybody knows."""
    return (
        table.shown, table.pile, table.turn, table.top_version, table.top_owner, table.suit, table.direction, table.pending_rank,
        table.pending_draw, table.window, table.deadline, table.cover_from, table.over, table.dealer, table.opening, table.calls_open,
    )  # fmt: skip


def _hidden(server: Game, viewer: int) -> Game:
    game = server.copy()
    table: DobonTable = game.table
    table.stock = [None] * len(table.stock)
    table.hands = [hand if seat == viewer else [None] * len(hand) for seat, hand in enumerate(table.hands)]
    return game


def types(events: Sequence[Event]) -> list[str]:
    """What happened, by type."""
    return [event.type for event in events]


def result(situation: Situation) -> tuple[int | None, list[int], str]:
    """Winner, losers and reason of the round, which has to be over."""
    found = situation.game.result
    assert found is not None
    return found["winner"], found["losers"], found["reason"]


def flip_until_it_ends(situation: Situation) -> None:
    """The dealer turns cards up, nobody does anything about them, until the round is over. 54 cards are turned up twice at most."""
    for _ in range(2 * 54):
        if situation.game.result is None:
            situation.when(f"P{situation.table.dealer} flips")
        for seat in situation.table.asked[:]:
            situation.when(f"P{seat} declines")
    assert situation.game.result is not None, "turning cards up never ends"
