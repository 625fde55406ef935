"""Signs of help from a program, in the decisions that a person took itself.

A program that searches finds actions that no rule of thumb shows, and its user takes as long for an easy decision as
for a hard one. A decision is hard if the game waits for the seat and the strategy `expert` searches it. It is clear if
two searches, in different worlds, prefer the same action over that of `careful`, which goes by rules of thumb.
Everything is computed from what the seat itself saw.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from math import fsum, log2
from typing import Any, NamedTuple

from domain.analysis.decisions import alike, own_action
from domain.bots.search import Expert
from domain.bots.strategies import STRATEGIES, newest_version
from domain.game.fold import apply, fold
from domain.game.game import PLAYING, Game, actions
from domain.log.chance import RandomStream
from domain.log.events import Event, seen_by
from domain.log.moments import milliseconds_between
from domain.ruleset.actions import Action, to_wire
from domain.signals.tells import is_by_hand

MATCHED = "search-matched"
"""1 if the player acts like the searches in a clear decision, else 0."""

EVEN = "pace-even"
"""The mean of the binary logarithms of the seconds that the player took for easy decisions of a round, less that for
hard ones: below 0 for a player who thinks longer about hard decisions.
"""

TELLS = (MATCHED, EVEN)

SEARCHED = 20
"""Maximum number of hard decisions of a player in a game that are searched."""

SHORTEST, LONGEST = 0.25, 120.0
"""Seconds: shorter and longer answers count as these."""


class Clear(NamedTuple):
    """A clear decision."""

    version: int
    "Of the event that settled it."
    matched: bool
    "The player acted like the searches."
    usual: dict[str, Any]
    "What `careful` would have done, on the wire."


class SearchedRound(NamedTuple):
    """What a player decided in a round."""

    round: int
    clear: tuple[Clear, ...]
    pace: float | None
    "The value of `EVEN`; None without easy and hard decisions."


class _Choice(NamedTuple):
    """An action of the person on a seat."""

    version: int
    round: int
    chosen: Action
    hard: bool
    seconds: float | None
    "Since the event before; None if others were asked, too."


class _Drawn(NamedTuple):
    """A hard decision that is searched."""

    digest: bytes
    choice: _Choice
    game: Game
    "That of its seat, as it was before."


def searched_rounds(game_id: str, events: Sequence[Event]) -> Iterator[tuple[str, list[SearchedRound]]]:
    """Yield each person of a game with the rounds in which it decided something; `events` are its log with all parts.

    A person takes up to some seconds of processor time.
    """
    for seat, taken in enumerate(fold(game_id, events).seats):
        if taken is not None and taken.kind == "human" and taken.player is not None:
            yield taken.player, _rounds(game_id, events, seat)


def _rounds(game_id: str, events: Sequence[Event], seat: int) -> list[SearchedRound]:
    timed: defaultdict[int, list[tuple[bool, float]]] = defaultdict(list)
    clear: defaultdict[int, list[Clear]] = defaultdict(list)
    drawn: list[_Drawn] = []
    for choice, game in _choices(game_id, events, seat):
        timed[choice.round] += [] if choice.seconds is None else [(choice.hard, choice.seconds)]
        if choice.hard:
            # No player knows the digest of the last event while it plays.
            digest = _digest(game, seat, events[-1].digest)
            if len(drawn) < SEARCHED or digest < drawn[-1].digest:
                insort(drawn, _Drawn(digest, choice, game.copy()))
                del drawn[SEARCHED:]
    for one in sorted(drawn, key=lambda one: one.choice.version):
        clear[one.choice.round] += _clear(one, seat)
    return [SearchedRound(number, tuple(clear[number]), pace(times)) for number, times in timed.items()]


def _choices(game_id: str, events: Sequence[Event], seat: int) -> Iterator[tuple[_Choice, Game]]:
    """Yield what the player of a seat did itself, in order, with its game as it was before; the game moves on."""
    game, before = fold(game_id, events[:1]), events[0].at
    expert = expert_of(game)
    for event in events[1:]:
        seen = seen_by(event, seat)
        chosen = own_action(seen, seat) if game.status == PLAYING else None
        if chosen is not None and not seen.public.get("by_clock") and is_by_hand(game, seat):
            listed, asked = actions(game, seat), game.ruleset.waiting_for(game.state)
            # A seat that the game does not wait for may also wait, and of that there is no event.
            searches = seat in asked and len(listed) > 1
            hard = searches and expert.needs_search(game, seat, listed, _stream(game, seat, 0))
            seconds = milliseconds_between(before, event.at) / 1000 if asked == [seat] else None
            yield _Choice(event.version, game.round, chosen, hard, seconds), game
        apply(game, seen)
        before = event.at


def _clear(drawn: _Drawn, seat: int) -> Iterator[Clear]:
    """Yield the decision if it is clear."""
    game, listed = drawn.game, actions(drawn.game, seat)
    expert = expert_of(game)
    usual = expert.search.base(game, seat, listed, _stream(game, seat, 0))
    best = expert(game, seat, listed, _stream(game, seat, 0))
    if usual is None or best == usual:
        return
    again = expert(game, seat, listed, _stream(game, seat, 1))
    if alike(game, again) == alike(game, best) != alike(game, usual):
        yield Clear(drawn.choice.version, alike(game, drawn.choice.chosen) == alike(game, best), to_wire(usual))


def pace(times: Iterable[tuple[bool, float]]) -> float | None:
    """Return the value of `EVEN` for the decisions of a round: whether each was hard, and its seconds."""
    logs = [(hard, log2(min(max(seconds, SHORTEST), LONGEST))) for hard, seconds in times]
    easy, hard = ([one for was_hard, one in logs if was_hard is kind] for kind in (False, True))
    if not easy or not hard:
        return None
    return fsum(easy) / len(easy) - fsum(hard) / len(hard)


def expert_of(game: Game) -> Expert:
    """Return the strategy that a player may have help from."""
    key = game.ruleset.key
    expert = STRATEGIES[key, "expert"][newest_version(key, "expert")]
    assert isinstance(expert, Expert)
    return expert


def _stream(game: Game, seat: int, number: int) -> RandomStream:
    return RandomStream(_digest(game, seat, str(number)), "worlds")


def _digest(game: Game, seat: int, purpose: str) -> bytes:
    return sha256(f"dobon/assistance|{game.id}|{game.version}|{seat}|{purpose}".encode()).digest()
