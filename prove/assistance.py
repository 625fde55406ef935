"""Proof `assistance`: players with help from a program stand out, and honest players do not.

The people of `prove.colluders` play without help. Their rates are the peers of all. Then some players ask the expert
bot at a share of their hard decisions, after a past without help. A player counts as found if its signal is at most one
in 1,000 by chance. The share of players with help that are found is the power, and that of the others the false rate.
What a part of the tests finds alone is reported, too, because one that finds nothing may hide behind the others.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from statistics import fmean, variance

from domain.signals.assistance import EVEN, MATCHED, searched_rounds
from domain.signals.permutation import Stratum
from domain.signals.players import Peers, Played, Rates, player_signal, rates
from domain.signals.told import Told, signal_of
from prove.colluders import SEATS, Table
from prove.report import Row, Run
from prove.signals import FOUND, POWER, STRENGTHS, most_by_chance, tell_power

PAST = 60
"""Rounds that a player has played before it has help."""

HELPED = 100
CURVE = (25, 50, HELPED)
"""Rounds with help after which the power is reported."""

SEEN_FROM = dict.fromkeys(("dobon-sato", "durak", "kirifu", "mustamaija"), STRENGTHS[1])
"""The least share of the hard decisions with which help is found. In Kawagoe Dobon few of them are clear. Its power is
reported, and may be any.
"""

HONEST = {"dobon-sato": 10, "dobon-kawagoe": 10, "durak": 7, "kirifu": 7, "mustamaija": 7}
"""Honest tables, with four players each. In Doubt a round takes long, and few of its decisions are clear."""

PLAYERS = 6
"""Players with help, for each ruleset and strength."""

PARTS: Mapping[str, Callable[[Told], bool]] = {
    f"`{MATCHED}`": lambda test: test.tell == MATCHED,
    f"`{EVEN}`": lambda test: test.tell == EVEN,
    "the past": lambda test: test.against == "past",
    "peers": lambda test: test.against == "peers",
}
"""Parts of the tests."""

ALONE = {f"`{MATCHED}`": POWER, "the past": 0.5}
"""The least power of parts alone, with help in all hard decisions in the rulesets of `SEEN_FROM`. Of the past a player
has fewer rounds than of its peers.
"""


@dataclass(frozen=True)
class Job:
    """A table to play at, with help for the first player after its past; 0 for none."""

    key: str
    seed: str
    strength: float = 0.0


def prove(run: Run) -> Iterator[Row]:
    """Yield the row of honest players of each ruleset, then those of its players with help."""
    for key in HONEST:
        strengths = [strength for strength in (0.0, *STRENGTHS) if run.row in _name(key, strength)]
        honest = _honest_players(run, key) if strengths else []
        others = [rates(rounds) for rounds in honest]
        for strength in strengths:
            yield _helped(run, key, strength, others) if strength else _honest(key, honest, others)


def _name(key: str, strength: float) -> str:
    return f"`{key}`, help in {strength:.0%} of the hard decisions" if strength else f"`{key}`, without help"


def _honest_players(run: Run, key: str) -> list[list[Played]]:
    jobs = [Job(key, f"{run.seed}/{number}") for number in range(run.count(HONEST[key], 6))]
    tables = run.map_jobs(f"honest tables of {key}", honest_rounds, jobs)
    return [rounds for table in tables for rounds in table]


def _honest(key: str, players: Sequence[list[Played]], others: Sequence[Rates]) -> Row:
    row = Row(_name(key, 0), len(players), wanted=len(players), trials=False)
    chances = [
        chance_of(tests_of(rounds, [*others[:place], *others[place + 1 :]])) for place, rounds in enumerate(players)
    ]
    false = sum(chance <= FOUND for chance in chances)
    row.note = f"{false} found at one in 1,000"
    if false > most_by_chance(row.count):
        row.failures.append(row.note)
    return row


def _helped(run: Run, key: str, strength: float, others: Sequence[Rates]) -> Row:
    jobs = [Job(key, f"{run.seed}/{number}", strength) for number in range(run.count(PLAYERS, 2))]
    row = Row(_name(key, strength), 0, wanted=len(jobs), trials=False)
    row.note = f"after {PAST} rounds without, "
    found = [*run.map_jobs(row.what, partial(helped_player, others=others), jobs)]
    chances = [{rounds: chance_of(tests) for rounds, tests in one.items()} for one in found]
    tell_power(row, chances, strength >= SEEN_FROM.get(key, inf))
    has_parts = strength == STRENGTHS[-1] and key in SEEN_FROM
    for part, is_in in PARTS.items():
        share = fmean(chance_of(filter(is_in, one[HELPED])) <= FOUND for one in found)
        row.note += f"; by {part} alone {share:.0%}"
        if has_parts and share < ALONE.get(part, 0.0):
            row.failures.append(f"by {part} alone {share:.0%}")
    return row


def honest_rounds(job: Job) -> list[list[Played]]:
    """Return the rounds of each player of an honest table, the newest first."""
    table = Table(job.key, job.seed, times=True)
    return [*searched(table, PAST, [person.id for person in table.people]).values()]


def helped_player(job: Job, others: Sequence[Rates]) -> dict[int, tuple[Told, ...]]:
    """Return the tests of a player with help, by rounds with it."""
    table = Table(job.key, f"helped/{job.strength}/{job.seed}", times=True)
    rounds = searched(table, PAST, ["p0"])["p0"]
    table.cheat("program", job.strength)
    found, before = {}, 0
    for helped in CURVE:
        rounds = [*searched(table, helped - before, ["p0"])["p0"], *rounds]
        found[helped], before = tests_of(rounds, others), helped
    return found


def searched(table: Table, rounds: int, players: Sequence[str]) -> dict[str, list[Played]]:
    """Play some rounds, and return those of some players, the newest first."""
    found: dict[str, list[Played]] = {player: [] for player in players}
    for log in table.games(rounds, players):
        for player, decided in searched_rounds(table.seed, log):
            found[player] += [Played((table.key, SEATS), one) for one in decided]
    return {player: decided[::-1] for player, decided in found.items()}


def tests_of(rounds: Sequence[Played], others: Sequence[Rates]) -> tuple[Told, ...]:
    """Return the tests of a player beside others."""
    found = player_signal("p0", rounds, rates(rounds), partial(peers_of, others), random.Random("assistance").sample)
    return () if found is None else found.told


def chance_of(tests: Iterable[Told]) -> float:
    """Return the chance of the signal of some tests; 1 without a test."""
    found = signal_of(tests, 0)
    return 1.0 if found is None else found.p


def peers_of(others: Sequence[Rates], tell: str, stratum: Stratum) -> Peers | None:
    """Return the peers among some players, as the database does."""
    found = [rate[tell, stratum] for rate in others if (tell, stratum) in rate]
    if len(found) < 2:
        return None
    means, spreads = [rate.mean for rate in found], [rate.spread for rate in found]
    noise = fmean(rate.spread / rate.rows for rate in found)
    decisions = sum(rate.decisions for rate in found)
    return Peers(len(found), decisions, fmean(means), variance(means), fmean(spreads), noise)
