"""Signs of help from a program, in the decisions that a person took itself.

A program that searches finds actions that no rule of thumb shows, and its user takes as long for an easy decision as
for a hard one. A decision is hard if the strategy `expert` searches it. It is clear if two searches, in different
worlds, prefer the same action over that of `careful`, which goes by rules of thumb. Everything is computed from what
the seat itself saw.
"""

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
from domain.log.moments import Moment, milliseconds_between
from domain.ruleset.actions import Action, to_wire
from domain.signals.tells import is_by_hand

MATCHED = "search-matched"
"""1 if the player acts like the searches in a clear decision, else 0."""

EVEN = "pace-even"
"""The mean of the binary logarithms of the seconds that the player took for easy decisions of a round, less that for
hard ones: below 0 for a player who thinks longer about hard decisions.
"""

TELLS = (MATCHED, EVEN)

SEARCHED = 4
"""Hard decisions of a player in a round that are searched."""

SHORTEST, LONGEST = 0.25, 120.0
"""Seconds: shorter and longer answers count as these."""


class Clear(NamedTuple):
    """A clear decision."""

    version: int
    "Of the event that settled it."
    matched: bool
    "The player acted like the searches."
    usual: dict[str, Any] | None
    "What `careful` would have done, on the wire; None for waiting."


class SearchedRound(NamedTuple):
    """What a player decided in a round."""

    round: int
    clear: tuple[Clear, ...]
    pace: float | None
    "The value of `EVEN`; None without easy and hard decisions."


class _Choice(NamedTuple):
    """An action of a person."""

    version: int
    round: int
    seat: int
    game: Game
    "Its own, as it was before; of an easy one as it becomes."
    chosen: Action
    hard: bool
    seconds: float | None
    "Since the event before; None if others were asked, too."


def searched_rounds(game_id: str, events: Sequence[Event]) -> dict[str, list[SearchedRound]]:
    """Return the rounds in which each person of a game decided something; `events` are its log with all parts.

    A game takes some seconds of processor time.
    """
    players = {
        event.public.seat: event.public.player for event in events if event.type == "seat-taken" and event.public.player
    }
    found = {player: _by_round(_choices(game_id, events, seat)) for seat, player in players.items()}
    return {
        player: [
            SearchedRound(number, tuple(_clear(choices, events[-1].digest)), _pace(choices))
            for number, choices in rounds.items()
        ]
        for player, rounds in found.items()
        if rounds
    }


def _choices(game_id: str, events: Sequence[Event], seat: int) -> Iterator[_Choice]:
    """Yield what the player of a seat did itself, in order."""
    game, before = fold(game_id, events[:1]), events[0].at
    expert = expert_of(game)
    for event in events[1:]:
        seen = seen_by(event, seat)
        chosen = own_action(seen, seat) if game.status == PLAYING else None
        if chosen is not None and not seen.public.get("by_clock") and is_by_hand(game, seat):
            listed = actions(game, seat)
            hard = len(listed) > 1 and expert.needs_search(game, seat, listed, _stream(game, seat, 0))
            alone = game.ruleset.waiting_for(game.state) == [seat]
            seconds = _seconds(before, event.at) if alone else None
            yield _Choice(event.version, game.round, seat, game.copy() if hard else game, chosen, hard, seconds)
        apply(game, seen)
        before = event.at


def _by_round(choices: Iterable[_Choice]) -> dict[int, list[_Choice]]:
    found: defaultdict[int, list[_Choice]] = defaultdict(list)
    for choice in choices:
        found[choice.round].append(choice)
    return found


def _clear(choices: Iterable[_Choice], salt: str) -> Iterator[Clear]:
    """Yield the clear decisions among those that are searched; no player knows the salt while it plays."""
    hard = [choice for choice in choices if choice.hard]
    drawn = sorted(hard, key=lambda choice: _digest(choice.game, choice.seat, salt))[:SEARCHED]
    for choice in sorted(drawn):
        game, seat = choice.game, choice.seat
        expert, listed = expert_of(game), actions(game, seat)
        usual = expert.search.base(game, seat, listed, _stream(game, seat, 0))
        best = expert(game, seat, listed, _stream(game, seat, 0))
        if best == usual:
            continue
        again = expert(game, seat, listed, _stream(game, seat, 1))
        if alike(game, again) == alike(game, best) != alike(game, usual):
            matched = alike(game, choice.chosen) == alike(game, best)
            yield Clear(choice.version, matched, None if usual is None else to_wire(usual))


def _pace(choices: Iterable[_Choice]) -> float | None:
    timed = [(choice.hard, log2(choice.seconds)) for choice in choices if choice.seconds is not None]
    easy, hard = ([time for was_hard, time in timed if was_hard is kind] for kind in (False, True))
    if not easy or not hard:
        return None
    return fsum(easy) / len(easy) - fsum(hard) / len(hard)


def _seconds(first: Moment, second: Moment) -> float:
    return min(max(milliseconds_between(first, second) / 1000, SHORTEST), LONGEST)


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
