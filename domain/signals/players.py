"""The signal of one player: its newest rounds beside its older ones, and all of them beside those of other players."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import copysign, exp, fsum, lgamma, log1p, sqrt
from typing import NamedTuple

from domain.signals.assistance import EVEN, MATCHED, TELLS, SearchedRound
from domain.signals.permutation import FEWEST, LEAST, Row, Sample, Stratum, chance, compare, normal_tail
from domain.signals.told import Signal, Told, signal_of

RECENT = (10, 25, 100)
"""The newest rounds with decisions are compared with all older ones, for each of these numbers of rounds."""

FEWEST_PEERS = 20
"""Other players that there have to be."""


class Played(NamedTuple):
    """A round of a player with the games that it may be compared with."""

    stratum: Stratum
    searched: SearchedRound


@dataclass(frozen=True, slots=True)
class Rate:
    """The decisions of a player in one ruleset at one number of seats."""

    rows: int
    "Rounds with decisions."
    decisions: int
    mean: float
    "The mean of their values."
    spread: float
    "The variance of this mean, if it depended on one round."


@dataclass(frozen=True, slots=True)
class Peers:
    """The rates of all other players that have at least `FEWEST` rounds."""

    players: int
    decisions: int
    "Of all of them."
    mean: float
    "That of their means."
    variance: float
    "That of their means."
    spread: float
    "The mean of their spreads."
    noise: float
    "The mean variance of their means by the number of their rounds alone."

    @property
    def skill(self) -> float:
        """The variance of their means without that noise."""
        return max(0.0, self.variance - self.noise)


PeersOf = Callable[[str, Stratum], Peers | None]
"""Returns the peers for a tell, in a ruleset at a number of seats; None without any."""


Rates = Mapping[tuple[str, Stratum], Rate]
"""The rates of a player, by tell."""


def rates(rounds: Sequence[Played]) -> Rates:
    """Return the rates of a player that depend on at least `FEWEST` rounds, by tell."""
    return {
        (tell, stratum): _rate(rows)
        for tell in TELLS
        for stratum, rows in _rows(rounds, tell, 0).items()
        if len(rows) >= FEWEST
    }


def _rate(rows: Sequence[Row]) -> Rate:
    decisions = sum(row.decisions for row in rows)
    mean = fsum(row.total for row in rows) / decisions
    squares = fsum((row.total - mean * row.decisions) ** 2 for row in rows)
    each = decisions / len(rows)
    return Rate(len(rows), decisions, mean, squares / (len(rows) - 1) / (each * each))


def player_signal(player: str, rounds: Sequence[Played], own: Rates, peers: PeersOf, sample: Sample) -> Signal | None:
    """Return the signal of a player from all its rounds, the newest first; None if too little was seen of it.

    `own` are the `rates` of these rounds.
    """
    return signal_of([*_beside_past(player, rounds, sample), *_beside_peers(player, own, peers)], len(rounds))


def _beside_past(player: str, rounds: Sequence[Played], sample: Sample) -> Iterator[Told]:
    for tell in TELLS:
        for recent in RECENT:
            found = compare(_rows(rounds, tell, recent), _NEW)
            if found is not None:
                p = chance([found], sample)
                yield Told(tell, player, "past", found.count, found.mean, found.others, found.z, p)


def _beside_peers(player: str, own: Rates, peers_of: PeersOf) -> Iterator[Told]:
    """Yield a test for each tell where the player has most rounds: its skill in several rulesets is not independent."""
    for tell in TELLS:
        played = {stratum: rate for (name, stratum), rate in own.items() if name == tell}
        if not played:
            continue
        stratum, rate = max(played.items(), key=lambda one: (one[1].rows, one[0]))
        peers = peers_of(tell, stratum)
        if peers is not None and peers.players >= FEWEST_PEERS and peers.spread > 0:
            z, p = (_matches if tell == MATCHED else _evenness)(rate, peers)
            yield Told(tell, player, "peers", rate.decisions, rate.mean, peers.mean, z, p)


def _matches(rate: Rate, peers: Peers) -> tuple[float, float]:
    """Return the standard deviations above the peers, and the chance of as many matches.

    Matches are rare, so their number has a beta-binomial distribution: the rate of the player is drawn from those of
    its peers, which are not better known than by all their decisions, and each decision matches at that rate.
    """
    share = (peers.mean * peers.decisions + 1) / (peers.decisions + 2)
    known = peers.decisions + 2.0
    size = min(known, share * (1 - share) / peers.skill - 1) if peers.skill > 0 else known
    size = max(size, 1.0)
    count, matches = rate.decisions, round(rate.mean * rate.decisions)
    deviation = sqrt(count * share * (1 - share) * (size + count) / (size + 1))
    return (matches - count * share) / deviation, beta_binomial_tail(matches, count, share * size, (1 - share) * size)


def beta_binomial_tail(least: int, count: int, first: float, second: float) -> float:
    """Return the chance of at least that many of `count`, if their rate has a beta distribution."""

    def chance(number: int) -> float:
        ways = lgamma(count + 1) - lgamma(number + 1) - lgamma(count - number + 1)
        return exp(ways + _log_beta(number + first, count - number + second) - _log_beta(first, second))

    return min(1.0, max(LEAST, fsum(chance(number) for number in range(least, count + 1))))


def _log_beta(first: float, second: float) -> float:
    return lgamma(first) + lgamma(second) - lgamma(first + second)


def _evenness(rate: Rate, peers: Peers) -> tuple[float, float]:
    """Return the standard deviations above the peers, and the chance of as much, by Student's distribution.

    Peers differ by what they are, and by chance as far as they have few rounds. The rounds of the player itself are
    as variable as those of its peers.
    """
    variance = peers.skill + peers.spread / rate.rows
    # the mean of the peers has an error, too
    t = (rate.mean - peers.mean) / sqrt(variance * (1 + 1 / peers.players))
    freedom = peers.players - 1
    # the normal deviate with the same tail (Wallace 1959)
    z = copysign((8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom)), t)
    return z, normal_tail(z)


_NEW, _OLD = "new", "old"


def _rows(rounds: Sequence[Played], tell: str, recent: int) -> Mapping[Stratum, list[Row]]:
    """Return the rounds with decisions, the newest `recent` of them apart."""
    rows: dict[Stratum, list[Row]] = {}
    for stratum, count, total in _decided(rounds, tell):
        made = sum(map(len, rows.values()))
        rows.setdefault(stratum, []).append(Row(_NEW if made < recent else _OLD, count, total))
    return rows


def _decided(rounds: Iterable[Played], tell: str) -> Iterator[tuple[Stratum, int, float]]:
    for stratum, searched in rounds:
        if tell == MATCHED and searched.clear:
            yield stratum, len(searched.clear), float(sum(one.matched for one in searched.clear))
        if tell == EVEN and searched.pace is not None:
            yield stratum, 1, searched.pace
