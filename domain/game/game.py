"""A whole game: seats, rounds and scores; everything that all rulesets share.

A game changes only by events: see `domain.game.fold`. The commands of `domain.running.commands` judge and answer with
events.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

from domain.game.registry import ruleset
from domain.log.chance import Chance, is_link, link_before
from domain.log.events import SERVER, Viewer
from domain.log.moments import Moment
from domain.ruleset.actions import Action, Dobon, Ready
from domain.ruleset.cards import Card
from domain.ruleset.legal_actions import LegalAction, More, legal_to_wire
from domain.ruleset.parts import Cause, Withheld
from domain.ruleset.ruleset import Ruleset, State

WAITING = "waiting"
PLAYING = "playing"
BETWEEN_ROUNDS = "between-rounds"
FINISHED = "finished"
ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Seat:
    """The player or bot on a seat."""

    player: str | None
    "Id of the account; None for a bot."
    bot: str | None = None
    "Strategy that plays this seat: a bot's own, or the stand-in of a player who left."
    anchor: str | None = None
    "The anchor of the player's hash chain, in hex; None for a seat that contributes no chance."
    link: str = ""
    "The newest link of that chain, in hex: first the anchor."
    link_round: int = 0
    "The round that the newest link is for; 0 for the anchor."
    bot_version: int | None = None
    "Version of that strategy; None for a person who plays."
    bot_account: bool = False
    "Whether the player is a program."

    def has_link(self, link: str, round_number: int) -> bool:
        """Tell whether this is the link of a coming round in the chain of the seat."""
        if self.anchor is None or not is_link(link):
            return False
        return link_before(bytes.fromhex(link), round_number - self.link_round).hex() == self.link

    @property
    def kind(self) -> str:
        """`human` or `bot`; a player who left remains human, and a bot account has an id."""
        return "bot" if self.player is None or self.bot_account else "human"


@dataclass(slots=True)
class Game:
    """A game as the server or one viewer knows it: the fold of the events that it has seen."""

    id: str
    ruleset: Ruleset
    options: dict[str, Any]
    seats: list[Seat | None]
    listed: bool = True
    status: str = WAITING
    version: int = 0
    at: Moment = ""
    head: str = ""
    "Digest of the newest event."
    round: int = 0
    "Number of the round that was dealt last."
    anchor: str = ""
    "The anchor of the server's hash chain, in hex."
    secrets: list[str] = field(default_factory=list)
    "The server's links of the rounds that are over, in hex."
    undealt: str | None = None
    "The server's link of a round that was broken off before its deal, in hex."
    links: list[list[str]] = field(default_factory=list)
    "The links of the seats for each round that was dealt, in hex; an empty text for a seat that contributed none."
    state: Any = None
    "The `RoundState` of that round; None before the first deal."
    scores: list[int] = field(default_factory=list)
    result: dict[str, Any] | None = None
    "The result of the last finished round."
    unready: list[int] = field(default_factory=list)
    "Seats that are not ready for the next round yet."
    ready_by: Moment | None = None
    players: list[dict[str, Any]] = field(default_factory=list)
    "Players by seat, as views show them; rebuilt whenever a seat changes, as are the next four fields."
    bots: tuple[int, ...] = ()
    "Seats that are played by a strategy."
    people: tuple[int, ...] = ()
    "Seats that no strategy plays."
    you: tuple[dict[str, Any], ...] = ()
    "By seat: what the views of its player say of the player."
    anchored: tuple[int, ...] = ()
    "Seats with an anchor."
    contributed: list[int] = field(default_factory=list)
    "Seats that contributed a link to the round on the table; rebuilt with each deal."
    absences: list[list[dict[str, Any]]] = field(default_factory=list)
    "For each round that was dealt, the seats with an anchor that contributed none, with the causes."
    causes: list[Cause] = field(default_factory=list)
    "By seat: why it has no link for the next round, if it has none."
    bot_accounts: bool = False
    "Whether bot accounts may take seats."
    spectators: str = "live"
    spectator_delay: int = 0
    "Moves by which spectators are behind, if they are delayed."
    started: int = 0
    "Version of the first deal; 0 before it."
    started_at: Moment | None = None
    "Moment of the first deal."
    places: list[int] = field(default_factory=list)
    "The sum of each seat's places in the finished rounds."
    statuses: list[tuple[int, str]] = field(default_factory=list)
    "Each change of the status and its version, oldest first; recorded only in games with delayed spectators."
    interruptions: int = 0
    "The number of interruptions in a row up to the newest event: see `domain.game.decisions`."
    shown: list[dict[str, Any]] = field(default_factory=list, compare=False)
    "The view of spectators at this version, once it was made. What viewers know of the game shares it."

    @property
    def table(self) -> Any:
        """What everybody knows of the round that was dealt last; None before the first deal."""
        return None if self.state is None else self.state.table

    def cards(self, seat: int) -> list[Card | None]:
        """Return the closed cards of a seat in the round, None for each that the viewer does not know."""
        cards: list[Card | None] = self.state.cards(seat)
        return cards

    def seat_of(self, player: str) -> int | None:
        """Return the seat of an account, including one that left during the game; None for no seat."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.player == player:
                return number
        return None

    def reseat(self) -> None:
        """Rebuild the fields that follow from `seats`."""
        taken = [(number, seat) for number, seat in enumerate(self.seats) if seat is not None]
        self.players = [
            {"seat": number, "id": seat.player, "kind": seat.kind, "bot": seat.bot} for number, seat in taken
        ]
        self.bots = tuple(number for number, seat in taken if seat.bot is not None)
        self.people = tuple(number for number, seat in taken if seat.bot is None)
        self.you = tuple({"seat": number, "anchor": seat and seat.anchor} for number, seat in enumerate(self.seats))
        self.anchored = tuple(number for number, seat in taken if seat.anchor is not None)

    def relink(self) -> None:
        """Rebuild the field that follows from the links of the round on the table."""
        links = self.links[-1] if self.links else []
        self.contributed = [seat for seat, link in enumerate(links) if link]

    def chance(self, secret: bytes) -> Chance:
        """Return the chance of the round on the table; `secret` is the server's link of that round."""
        return Chance(secret, self.id, self.round, self.links[-1])

    def next_chance(self, secret: bytes) -> Chance:
        """Return the chance of the round that is dealt next; `secret` is the server's link of that round."""
        return Chance(secret, self.id, self.round + 1, self.next_links())

    def next_links(self) -> list[str]:
        """Return the links that the seats have revealed for the next round, in hex; an empty text for none."""
        return [seat.link if seat and seat.link_round > self.round else "" for seat in self.seats]

    def contributors(self) -> list[int]:
        """Return the seats with an anchor."""
        return [*self.anchored]

    def withheld(self) -> list[Withheld]:
        """Return the seats with an anchor that have revealed no link for the next round, with the causes."""
        links = self.next_links()
        return [Withheld(seat=number, why=self.causes[number]) for number in self.anchored if not links[number]]

    def broken_off(self) -> int:
        """Return the round that an end of the game breaks off: the one on the table, or a coming one with a link.

        0 if there is none.
        """
        if self.status == PLAYING:
            return self.round
        return self.round + 1 if any(self.next_links()) else 0

    def copy(self) -> "Game":
        """Return an independent game with the same content."""
        return self._with(None if self.state is None else self.state.copy())

    def seen_by(self, viewer: Viewer) -> "Game":
        """Return the game as a viewer knows it: what the fold of the events that it sees would give.

        It shares the table and the hand, so it must not be changed, and is void with the next event.
        """
        return self if viewer == SERVER else self._with(None if self.state is None else self.state.seen_by(viewer))

    def _with(self, state: State | None) -> "Game":
        return Game(
            self.id,
            self.ruleset,
            self.options,
            self.seats[:],
            self.listed,
            self.status,
            self.version,
            self.at,
            self.head,
            self.round,
            self.anchor,
            self.secrets[:],
            self.undealt,
            self.links[:],
            state,
            self.scores[:],
            self.result,
            self.unready[:],
            self.ready_by,
            self.players,
            self.bots,
            self.people,
            self.you,
            self.anchored,
            self.contributed,
            self.absences[:],
            self.causes[:],
            self.bot_accounts,
            self.spectators,
            self.spectator_delay,
            self.started,
            self.started_at,
            self.places[:],
            self.statuses[:],
            self.interruptions,
            self.shown,
        )

    def stored(self) -> dict[str, Any]:
        """Return the game as JSON values."""
        copy = self.copy()
        return {name: getattr(copy, name) for name in _PLAIN} | {
            "ruleset": self.ruleset.key,
            "seats": [seat and asdict(seat) for seat in self.seats],
            "state": None if self.state is None else self.state.stored(),
            "statuses": [list(change) for change in self.statuses],
        }

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "Game":
        """Return the game that `stored` describes."""
        rules = ruleset(stored["ruleset"])
        seats = [None if seat is None else Seat(**seat) for seat in stored["seats"]]
        state = None if stored["state"] is None else rules.from_stored(stored["state"])
        statuses = [(version, status) for version, status in stored["statuses"]]
        game = cls(**{**stored, "ruleset": rules, "seats": seats, "state": state, "statuses": statuses})
        game.reseat()
        game.relink()
        return game


_PLAIN = [
    "id", "options", "listed", "status", "version", "at", "head", "round", "anchor", "secrets", "undealt", "links", "scores", "result",
    "unready", "ready_by", "bot_accounts", "spectators", "spectator_delay", "started", "started_at", "places",
    "interruptions", "absences", "causes",
]  # fmt: skip


def actions(game: Game, seat: int) -> list[Action]:
    """Return the seat's legal actions that strategies choose from."""
    if game.status == PLAYING:
        state = game.state
        return game.ruleset.actions(state.table, state.hands[seat], seat, game.options)
    if game.status == BETWEEN_ROUNDS and seat in game.unready:
        return [Ready()]
    return []


def actions_without_false_calls(game: Game, seat: int) -> list[Action]:
    """Return the actions of `actions` without calls that the seat knows to be false."""
    found, calls = actions(game, seat), game.ruleset.calls
    if calls is None or calls.is_true(game.state, seat):
        return found
    return [action for action in found if not isinstance(action, Dobon)]


def allowed_from(game: Game) -> Moment | None:
    """Return the moment before which no action may end the right to call; None if there is none."""
    calls = game.ruleset.calls
    return None if calls is None or game.status != PLAYING else calls.allowed_from(game.table)


def waits_until(game: Game, seat: int, now: Moment) -> Moment | None:
    """Return the moment, after `now`, for which actions of the seat wait that would end the right to call.

    It follows from what all seats know, so it reveals nothing. None if no such action would have to wait.
    """
    until = allowed_from(game)
    if until is None or now >= until or seat not in game.people:
        return None
    calls = game.ruleset.calls
    return until if calls is not None and calls.holds_back(game.table, seat) else None


def legal_actions(game: Game, seat: int, now: Moment) -> list[LegalAction]:
    """Return the seat's legal actions: every action that it may send is built from them.

    Two kinds are accepted without being listed: false calls, if `claim_hints` shows true ones, and in Doubt a play
    before its `allowed_from` if all other seats have declined, which no seat knows.
    """
    if game.status == BETWEEN_ROUNDS and seat in game.unready:
        return [LegalAction(Ready(), More(link_round=game.round + 1) if seat in game.anchored else None)]
    if game.status != PLAYING:
        return []
    found = game.ruleset.legal(game.state.table, game.state.hands[seat], seat, game.options)
    until = waits_until(game, seat, now)
    if until is None:
        return found
    calls = game.ruleset.calls
    held = () if calls is None else calls.held_back
    return [
        LegalAction(legal.action, legal.more, until) if isinstance(legal.action, held) else legal for legal in found
    ]


def view(game: Game, viewer: Viewer, now: Moment | None = None) -> dict[str, Any]:
    """Return the game as a viewer may see it at `now`, by default the moment of its newest event.

    `game` is the server's, or the viewer's own. The names of players are not known here. Views share what is the same,
    so they must not be changed.
    """
    if not game.shown:
        game.shown.append(_public_view(game))
    shown = game.shown[0].copy()
    if now is not None:
        shown["now"] = now
    if viewer < 0:
        if viewer == SERVER and game.state is not None:
            shown["round"] = shown["round"] | game.ruleset.view(game.state)
        return shown
    shown["you"] = game.you[viewer]
    state = game.state
    if state is not None and not state.table.over:
        shown["round"] = game.ruleset.seat_view(shown["round"], state.table, state.hands[viewer], viewer)
    if viewer in game.people:  # not if a bot plays for a player who left
        found = legal_actions(game, viewer, shown["now"])
        shown["actions"] = [legal_to_wire(legal) for legal in found]
        if game.status == PLAYING:
            # Rulesets that report it tell which cards the viewer cannot use now although it is asked, and why.
            refused = game.ruleset.refused(state.table, state.hands[viewer], viewer, game.options)
            if refused is not None:
                shown["refused"] = [refusal._asdict() for refusal in refused]
    return shown


def _public_view(game: Game) -> dict[str, Any]:
    """Return the view of spectators."""
    return {
        "now": game.at,
        "game": game.id,
        "version": game.version,
        "head": game.head,
        "status": game.status,
        "ruleset": game.ruleset.key,
        "options": game.options,
        "you": None,
        "players": game.players,
        "round": _round_view(game),
        "next_round": _next_round_view(game),
        "scores": game.scores,
        "actions": [],
        "result": game.result,
    }


def _round_view(game: Game) -> dict[str, Any] | None:
    if game.state is None:
        return None
    return {
        "number": game.round,
        **game.ruleset.public_view(game.table),
        "contributed": game.contributed,
        "withheld": game.absences[-1],
    }


def _next_round_view(game: Game) -> dict[str, Any] | None:
    """Return what the next round waits for; None unless the game is between rounds."""
    if game.status != BETWEEN_ROUNDS:
        return None
    return {
        "number": game.round + 1,
        "waiting_for": game.unready[:],
        "deadline": game.ready_by,
        "contributors": game.contributors(),
    }
