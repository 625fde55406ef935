"""The contribution of a game to the statistics of its players and strategies, as a function of its log, round by round.

A round counts only once it is revealed, so statistics reveal nothing of a running round.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from domain.game.claims import claim_in
from domain.game.game import Seat
from domain.game.registry import RULESETS, ruleset
from domain.log.events import Event, Part
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED, Role
from domain.ruleset.ranks import places_of, ranked

Entrant = str
"""A counted participant: the id of a player, a strategy (`strategy`), or `EVERYBODY`."""

EVERYBODY: Entrant = "*"
"""All games of a ruleset: finished and abandoned games, rounds, and links contributed and withheld are counted."""

Pool = str
"""Games that are counted and rated together: those of a ruleset without bot accounts, or those with them."""

BOUNDARIES = ("round-revealed", "game-ended", "game-abandoned")
"""Events after which there may be something new to count."""

SEATING = ("seat-taken", "seat-left", "seat-handed-over", "seat-resumed")
CALLED = tuple(sorted({name for rules in RULESETS.values() for name in rules.call_events}))
TURNS = tuple(sorted({name for rules in RULESETS.values() for name in rules.events.having(Role.TURN)}))
TYPES = ("game-created", *SEATING, *CALLED, *TURNS, ROUND_DEALT, ROUND_ENDED, *BOUNDARIES)
"""Events that are read of rounds that are counted already; of later ones every event is read."""

_BOT = "bot:"
_BOT_ACCOUNTS = "+bots"
_TURNS = frozenset(TURNS)


def strategy(name: str) -> Entrant:
    """Return a strategy as an entrant. It is counted and rated like a player, on any seat."""
    return _BOT + name


def bot_of(entrant: Entrant) -> str | None:
    """Return the name of a strategy; None for a player."""
    return entrant.removeprefix(_BOT) if entrant.startswith(_BOT) else None


def pool_of(ruleset_key: str, *, bot_accounts: bool) -> Pool:
    """Return the pool of the games of a ruleset, with or without bot accounts."""
    return ruleset_key + _BOT_ACCOUNTS if bot_accounts else ruleset_key


def parts_of(pool: Pool) -> tuple[str, bool]:
    """Return the ruleset of a pool, and whether its games are those with bot accounts."""
    return pool.removesuffix(_BOT_ACCOUNTS), pool.endswith(_BOT_ACCOUNTS)


@dataclass(slots=True)
class Tally:
    """The figures of one entrant."""

    games: int = 0
    "Finished games."
    games_won: int = 0
    "Finished games in which no seat ranked better, and some seat worse."
    rounds: int = 0
    wins: int = 0
    "Rounds."
    losses: int = 0
    "Rounds."
    points: int = 0
    calls: int = 0
    "Number of calls, counters and doubts made."
    called: int = 0
    "True calls on the entrant's own cards, and its own lies that were caught."
    countered: int = 0
    "The entrant's true calls that were countered."
    false_calls: int = 0
    cuts: int = 0
    "Rounds whose deck a link of the entrant has shuffled."
    withheld: int = 0
    "Rounds for which the entrant has an anchor and revealed no link."
    abandoned: int = 0
    "Games that were abandoned after the first link of a player or the first deal."
    turns: int = 0
    "Decisions in turn, by the player or by the clock. Those of strategies are not counted."
    timeouts: int = 0
    "The player's turns that the clock played."
    missed: int = 0
    "Calls, counters and safe doubts that would have been right, and were not made."

    def add(self, other: "Tally") -> None:
        """Count the other's in."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


@dataclass(frozen=True, slots=True)
class Standing:
    """A finished game, as it is rated."""

    ended_at: str
    entrants: list[Entrant]
    "By seat; a strategy may sit on several."
    ranks: list[int]
    "By seat: 1 is best, equal ones alike."


@dataclass(slots=True)
class Tallies:
    """The contribution of a game between two versions."""

    ruleset: str
    by: dict[Entrant, Tally]
    standing: Standing | None = None
    "None unless the game was finished between them."
    bot_accounts: bool = False
    "Whether a bot account has a seat."

    def pool(self, entrant: Entrant) -> Pool:
        """Return the pool of an entrant's figures. `EVERYBODY` has one for all games of the ruleset."""
        return pool_of(self.ruleset, bot_accounts=self.bot_accounts and entrant != EVERYBODY)


def tally_of_log(
    events: Iterable[Event], on: Mapping[int, Event], missed: Mapping[int, Sequence[int]], upto: int, after: int = 0
) -> Tallies:
    """Return the tallies of a log after one boundary and up to another version.

    `events` are those of the types `TYPES` up to `after`, and all that follow. `on` are the events that calls were made
    on, and `missed` the seats of `domain.game.missed_calls.find_missed`, both by version.
    """
    fold: _Fold | None = None
    for event in events:
        if event.version > upto:
            break
        if fold is None:
            fold = _Fold(event, on, missed)
        else:
            fold.take(event, counted=event.version <= after)
    assert fold is not None  # a log begins with its creation
    return fold.found


def calls_on(ruleset_key: str, events: Iterable[Event]) -> list[int]:
    """Return the versions that calls among the events were made on."""
    rules = ruleset(ruleset_key)
    return [found["on"] for event in events if (found := claim_in(rules, event)) is not None]


class _Fold:
    """The seating and the tallies at one version of a log."""

    def __init__(self, created: Event, on: Mapping[int, Event], missed: Mapping[int, Sequence[int]]) -> None:
        self.found = Tallies(created.public.ruleset, {})
        self._rules = ruleset(self.found.ruleset)
        self._unowned = self._rules.calls.unowned_events if self._rules.calls else ()
        self._seats: list[Seat | None] = [None] * created.public.seats
        self._on = on
        self._missed = missed
        self._round: list[tuple[Entrant, Tally]] = []
        "What counts once the round is revealed."
        self._played: list[tuple[Entrant, Tally]] = []
        "What counts once the round is revealed or abandoned: cuts and turns."
        self._scores = [0] * len(self._seats)
        self._places = [0] * len(self._seats)
        self._dealt = 0
        self._linked = False
        self._counted = False
        "Whether the event belongs to what was counted earlier."

    def take(self, event: Event, *, counted: bool) -> None:
        self._counted = counted
        for seat in self._missed.get(event.version, ()):
            if self._by_hand(seat):
                self._count(seat, Tally(missed=1))
        if event.type in SEATING:
            self._seat(event)
        elif event.type in _TAKE:
            _TAKE[event.type](self, event)
        elif event.type in _TURNS:
            self._turn(event.public)
        elif (claim := claim_in(self._rules, event)) is not None:
            self._call(claim)

    def _seat(self, event: Event) -> None:
        public, number = event.public, event.public.seat
        before = self._seats[number]
        if event.type == "seat-taken":
            program = public.get("bot_account", False)
            self._seats[number] = Seat(public.player, public.bot, public.anchor, bot_account=program)
        elif event.type == "seat-left":
            self._seats[number] = None
        elif before is not None:
            self._seats[number] = replace(before, bot=public.bot)
        self.found.bot_accounts = any(seat is not None and seat.bot_account for seat in self._seats)

    def _entrant(self, number: int) -> Entrant:
        """Return the entrant of a seat: the player, even while a bot plays for a player who left."""
        seat = self._seats[number]
        assert seat is not None  # rounds are played with all seats taken
        return seat.player if seat.player is not None else strategy(str(seat.bot))

    def _by_hand(self, number: int) -> bool:
        """Tell whether the entrant itself plays the seat. Actions of a stand-in count for no entrant."""
        seat = self._seats[number]
        return seat is not None and (seat.player is None or seat.bot is None)

    def _count(self, number: int, tally: Tally) -> None:
        self._round.append((self._entrant(number), tally))

    def _call(self, claim: Mapping[str, Any]) -> None:
        if self._by_hand(claim["seat"]):
            self._count(claim["seat"], Tally(calls=1, false_calls=int(not claim["valid"])))
        on = self._on[claim["on"]]
        if not claim["valid"] or on.type in self._unowned or not self._by_hand(on.public.seat):
            return
        counter = claim["kind"] == "counter"
        self._count(on.public.seat, Tally(countered=1) if counter else Tally(called=1))

    def _turn(self, public: Part) -> None:
        seat = self._seats[public.get("seat")]
        # The draw for a false call is a penalty, not a decision.
        if seat is not None and seat.player is not None and seat.bot is None and public.get("why") != "false-call":
            self._played.append((seat.player, Tally(turns=1, timeouts=int(public.get("by_clock", False)))))

    def _seat_readied(self, event: Event) -> None:
        self._linked = self._linked or event.public.link is not None

    def _round_dealt(self, event: Event) -> None:
        self._dealt += 1
        for number, seat in enumerate(self._seats):
            if seat is not None and seat.anchor is not None:
                withheld = any(absence.seat == number for absence in event.public.withheld)
                for who in (self._entrant(number), EVERYBODY):
                    self._played.append((who, Tally(cuts=int(not withheld), withheld=int(withheld))))

    def _add(self, who: Entrant, tally: Tally) -> None:
        if self._counted:
            return
        self.found.by.setdefault(who, Tally()).add(tally)

    def _round_ended(self, event: Event) -> None:
        public = event.public
        self._round.append((EVERYBODY, Tally(rounds=1)))
        places = places_of(public)
        for seat, points in enumerate(public.points):
            won, lost = seat == public.winner, seat in public.losers
            self._count(seat, Tally(rounds=1, wins=int(won), losses=int(lost), points=points))
            self._scores[seat] += points
            self._places[seat] += places[seat]

    def _round_revealed(self, _: Event) -> None:
        for who, tally in self._round:
            self._add(who, tally)
        self._round = []
        self._count_played()

    def _count_played(self) -> None:
        for who, tally in self._played:
            self._add(who, tally)
        self._played = []

    def _game_ended(self, event: Event) -> None:
        seats = range(len(self._seats))
        ranks = ranked([(-self._scores[seat], self._places[seat]) for seat in seats])
        entrants = [self._entrant(seat) for seat in seats]
        for who, rank in zip(entrants, ranks, strict=True):
            self._add(who, Tally(games=1, games_won=int(rank == 1 < max(ranks))))
        self._add(EVERYBODY, Tally(games=1))
        if not self._counted:
            self.found.standing = Standing(event.at, entrants, ranks)

    def _game_abandoned(self, _: Event) -> None:
        self._count_played()
        if self._dealt or self._linked:
            for who in {*map(self._entrant, range(len(self._seats))), EVERYBODY}:
                self._add(who, Tally(abandoned=1))


_TAKE: dict[str, Callable[[_Fold, Event], None]] = {
    "seat-readied": _Fold._seat_readied,  # noqa: SLF001 - its own table
    ROUND_DEALT: _Fold._round_dealt,  # noqa: SLF001
    ROUND_ENDED: _Fold._round_ended,  # noqa: SLF001
    "round-revealed": _Fold._round_revealed,  # noqa: SLF001
    "game-ended": _Fold._game_ended,  # noqa: SLF001
    "game-abandoned": _Fold._game_abandoned,  # noqa: SLF001
}
