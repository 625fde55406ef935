"""Decisions of self-play, each with what the analysis said from its seat's view and what came of it."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bench.analysis.players import Player
from domain.analysis.behaviour import strategy
from domain.analysis.beliefs import Beliefs, Danger
from domain.analysis.dobon.beliefs import DobonBeliefs
from domain.analysis.doubt.beliefs import DoubtBeliefs
from domain.analysis.following import begin
from domain.bots.dobon.careful_kawagoe import Plan as KawagoePlan
from domain.bots.dobon.careful_sato import Plan as SatoPlan
from domain.bots.doubt.odds import lie_chance
from domain.bots.strategy import Strategy
from domain.game.fold import apply, fold
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.log.events import Event, seen_by
from domain.ruleset.actions import Action
from domain.ruleset.cards import CARDS, RANK
from domain.running.automation import Ask
from domain.running.self_play import play

ANSWERS = ("call-declined", "doubt-declined")


Source = tuple[str | None, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Forecast:
    """A forecast chance, what `careful` estimates instead, and the truth."""

    chance: float
    baseline: float
    happened: bool
    facts: tuple[float, ...] = ()
    "More facts of the view, for the ceiling."
    sources: tuple[Source, ...] = ()
    "For each seat that may make it happen its strategy and the facts that its coefficients are for."


@dataclass(slots=True)
class Observed:
    """The forecasts of some games and their cost."""

    forecasts: list[Forecast] = field(default_factory=list)
    detailed: bool = False
    "The forecasts have facts and sources."
    seconds: list[float] = field(default_factory=list)
    "CPU time of each frame: an event that one seat learns from, with the danger of its whole hand if it plays next."


class _Seat:
    """One seat that follows the game."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.game, self.viewer = game, viewer
        self.beliefs: Beliefs = begin(game, viewer)

    def see(self, event: Event) -> None:
        """Learn from an event and fold it."""
        seen = seen_by(event, self.viewer)
        self.beliefs.see(self.game, seen)
        apply(self.game, seen)


def observe(
    ruleset: str, players: Sequence[Player], seeds: range, *, detailed: bool = False, **options: Any
) -> Observed:
    """Return all forecasts of the games of these seeds; the players take turns with the seats.

    Detailed forecasts have facts and sources, which take longer.
    """
    found = Observed(detailed=detailed)
    for seed in seeds:
        table = [players[(seat + seed) % len(players)] for seat in range(len(players))]
        log, _ = play(ruleset, [player.bot for player in table], f"analysis-{seed}", options, _ask(table))
        _follow(log, table, found)
    return found


def _ask(table: Sequence[Player]) -> Ask:
    """Return what asks the players of a table in place of their bots."""

    def ask(bot: Strategy, game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
        return (table[seat].decide or bot)(game, seat, actions, stream)

    return ask


def _follow(log: Sequence[Event], table: Sequence[Player], found: Observed) -> None:
    dealt = next(place for place, event in enumerate(log) if event.type == "round-dealt")
    followers = []
    for seat in range(len(table)):
        game = fold("bench", [seen_by(event, seat) for event in log[:dealt]])
        game.seats = [
            None if taken is None else replace(taken, bot=player.told)
            for taken, player in zip(game.seats, table, strict=True)
        ]
        followers.append(_Seat(game, seat))
    for place in range(dealt, len(log)):
        event = log[place]
        if event.type == "cards-played" and event.public.get("how") != "opening":
            _forecast(followers, event, _outcome(log, place), found)
        began = time.process_time()
        followers[0].see(event)
        found.seconds.append(time.process_time() - began)
        for follower in followers[1:]:
            follower.see(event)
        if event.type == "cards-played" and followers[0].game.ruleset.family == "doubt":
            found.forecasts += _lies(followers, event, detailed=found.detailed)


def _forecast(followers: Sequence[_Seat], event: Event, called: bool, found: Observed) -> None:
    """Add the danger of a play in Dobon, from the view of the seat that plays it."""
    seat = followers[event.public.seat]
    if seat.game.ruleset.family != "dobon":
        return
    laid = tuple(CARDS[code] for code in event.public.cards)
    held = [card for card in (*seat.game.cards(seat.viewer), *seat.game.table.shown[seat.viewer]) if RANK[card]]
    began = time.process_time()
    dangers = seat.beliefs.dangers(seat.game, [(card,) for card in held])
    found.seconds.append(time.process_time() - began)
    danger = next(danger for danger in dangers if danger.cards[0] == laid[0])
    baseline = _baseline(seat, RANK[laid[0]])
    facts, sources = tuple[float, ...](), tuple[Source, ...]()
    if found.detailed:
        facts, sources = _facts(seat, danger, laid, baseline), tuple(_sources(seat, RANK[laid[0]]))
    found.forecasts.append(Forecast(danger.chance, baseline, called, facts, sources))


def _sources(seat: _Seat, number: int) -> Iterator[Source]:
    """Yield the strategy and the facts of each other seat that may call on the number; none beside an open hand."""
    beliefs, game = seat.beliefs, seat.game
    assert isinstance(beliefs, DobonBeliefs)
    if not all(game.table.sizes):
        return
    for other in range(len(game.seats)):
        waits = beliefs.waits(game, other) if other != seat.viewer else []
        if waits and waits[number]:
            yield strategy(game, other), beliefs.facts(game, other, number, waits[number])


def _facts(seat: _Seat, danger: Danger, laid: Sequence[int], baseline: float) -> tuple[float, ...]:
    """Return facts of the view: the chances, the cards, and the hands of the others by their chance to call."""
    table, chances = seat.game.table, {caller.seat: caller.chance for caller in danger.callers}
    others = sorted(set(range(table.seats)) - {seat.viewer}, key=lambda other: -chances.get(other, 0.0))
    found = [danger.chance, baseline, RANK[laid[0]], len(laid), table.stock, table.reshuffles, table.pending_rank]
    for other in others:
        steps = (other - seat.viewer) * table.direction % table.seats
        owner = other == table.top_owner
        found += [chances.get(other, 0.0), table.sizes[other], len(table.shown[other]), steps, owner]
    return tuple(float(one) for one in found)


def _baseline(seat: _Seat, number: int) -> float:
    """Return what `careful` estimates of a call on the number."""
    if seat.game.ruleset.key == "dobon-sato":
        return sum(SatoPlan(seat.game.state, seat.viewer)._called(number))  # noqa: SLF001 - the estimate that is compared
    return KawagoePlan(seat.game, seat.viewer)._calls(number)[0]  # noqa: SLF001 - the estimate that is compared


def _outcome(log: Sequence[Event], place: int) -> bool:
    """Tell whether a true call or a doubt answers the play."""
    for event in log[place + 1 :]:
        if event.type in {"dobon-called", "doubt-called"}:
            return event.type == "doubt-called" or bool(event.public.valid)
        if event.type not in ANSWERS:
            return False
    return False


def _lies(followers: Sequence[_Seat], event: Event, *, detailed: bool) -> Iterator[Forecast]:
    """Yield the chance of a lie as the seat after the player sees it."""
    player, number = event.public.seat, event.public.number
    cards = [CARDS[code] for code in event.sealed[str(player)].cards]
    table = followers[player].game.table
    other = followers[table.following(player)]
    told = other.beliefs.lie(other.game)
    if told is not None:
        hand = other.game.state.hands[other.viewer]
        lied = any(RANK[card] not in {0, number} for card in cards)
        own = tuple[Source, ...]()
        if detailed and isinstance(other.beliefs, DoubtBeliefs):
            facts = other.beliefs.facts(other.game.table, hand, other.game.table.claim)
            own = ((strategy(other.game, player), facts),) if facts is not None else ()
        baseline = lie_chance(other.game.table, hand, other.viewer)
        yield Forecast(told.chance, baseline, lied, (*own[0][1], told.chance) if own else (), own)
