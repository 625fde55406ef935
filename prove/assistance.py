"""Proof `assistance`: players with help from a program stand out, and honest players do not.

The people of `prove.colluders` play without help. Their rates are the peers of all. Then some players ask the expert
bot at a share of their hard decisions, after a past without help. A player counts as found if its signal is at most one
in 1,000 by chance. The share of players with help that are found is the power, and that of the others the false rate.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from statistics import fmean, variance

from domain.signals.assistance import searched_rounds
from domain.signals.permutation import Stratum
from domain.signals.players import Peers, Played, Rates, player_signal, rates
from prove.colluders import SEATS, Table
from prove.report import Row, Run
from prove.signals import FOUND, STRENGTHS, most_by_chance, tell_power

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

HONEST_PLAYERS = "honest players of all rulesets"


@dataclass(frozen=True)
class Job:
    """A table to play at, with help for the first player after its past; 0 for none."""

    key: str
    seed: str
    strength: float = 0.0


def prove(run: Run) -> Iterator[Row]:
    """Yield the row of honest players, then those of players with help."""
    honest = {
        key: _honest_players(run, key)
        for key in HONEST
        if run.row in HONEST_PLAYERS or any(run.row in _name(key, strength) for strength in STRENGTHS)
    }
    if run.row in HONEST_PLAYERS:
        yield _honest(honest)
    for key, others in honest.items():
        for strength in STRENGTHS:
            if run.row in _name(key, strength):
                yield _helped(run, key, strength, [rates(rounds) for rounds in others])


def _name(key: str, strength: float) -> str:
    return f"`{key}`, help in {strength:.0%} of the hard decisions"


def _honest_players(run: Run, key: str) -> list[list[Played]]:
    jobs = [Job(key, f"{run.seed}/{number}") for number in range(run.count(HONEST[key], 6))]
    tables = run.map_jobs(f"honest tables of {key}", honest_rounds, jobs)
    return [rounds for table in tables for rounds in table]


def _honest(honest: Mapping[str, Sequence[list[Played]]]) -> Row:
    row = Row(HONEST_PLAYERS, 0, wanted=sum(map(len, honest.values())), trials=False)
    false = dict.fromkeys(honest, 0)
    for key, players in honest.items():
        found = [rates(rounds) for rounds in players]
        for place, rounds in enumerate(players):
            row.count += 1
            false[key] += chance_of(rounds, [*found[:place], *found[place + 1 :]]) <= FOUND
    total = sum(false.values())
    row.note = f"{total} found at one in 1,000" + "".join(f", {key} {count}" for key, count in false.items() if count)
    if total > most_by_chance(row.count):
        row.failures.append(row.note)
    return row


def _helped(run: Run, key: str, strength: float, others: Sequence[Rates]) -> Row:
    jobs = [Job(key, f"{run.seed}/{number}", strength) for number in range(run.count(PLAYERS, 2))]
    row = Row(_name(key, strength), 0, wanted=len(jobs), trials=False)
    row.note = f"after {PAST} rounds without, "
    found = [*run.map_jobs(row.what, partial(helped_player, others=others), jobs)]
    tell_power(row, found, strength >= SEEN_FROM.get(key, inf))
    return row


def honest_rounds(job: Job) -> list[list[Played]]:
    """Return the rounds of each player of an honest table, the newest first."""
    table = Table(job.key, job.seed, times=True)
    return [*searched(table, PAST, [person.id for person in table.people]).values()]


def helped_player(job: Job, others: Sequence[Rates]) -> dict[int, float]:
    """Return the chance of a player with help, by rounds with it."""
    table = Table(job.key, f"helped/{job.strength}/{job.seed}", times=True)
    rounds = searched(table, PAST, ["p0"])["p0"]
    table.cheat("program", job.strength)
    found, before = {}, 0
    for helped in CURVE:
        rounds = [*searched(table, helped - before, ["p0"])["p0"], *rounds]
        found[helped], before = chance_of(rounds, others), helped
    return found


def searched(table: Table, rounds: int, players: Sequence[str]) -> dict[str, list[Played]]:
    """Play some rounds, and return those of some players, the newest first."""
    found: dict[str, list[Played]] = {player: [] for player in players}
    for log in table.games(rounds, players):
        for player, decided in searched_rounds(table.seed, log):
            found[player] += [Played((table.key, SEATS), one) for one in decided]
    return {player: decided[::-1] for player, decided in found.items()}


def chance_of(rounds: Sequence[Played], others: Sequence[Rates]) -> float:
    """Return the chance of the signal of a player beside others; 1 without a signal."""
    found = player_signal("p0", rounds, rates(rounds), partial(peers_of, others), random.Random("assistance").sample)
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
