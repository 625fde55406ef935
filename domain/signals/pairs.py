"""The signal of a pair: the strongest of its tells, both ways, corrected for how many were tested."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.log.events import Event
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED
from domain.signals.permutation import Row, Sample, Stratum, chance, compare, together
from domain.signals.tells import TELLS, RoundSums, look_at, sums
from domain.signals.told import Signal, Told, signal_of

Entrant = str
"""The id of an account, or anything else that tells the opponents of one table apart."""


class SeatRound(NamedTuple):
    """What one player did in a round."""

    stratum: Stratum
    others: tuple[Entrant, ...]
    "All its opponents."
    tells: Mapping[tuple[str, Entrant], tuple[int, float]]
    "Number of decisions and their sum, by tell and opponent."


class PlayerRound(NamedTuple):
    """A round of one player."""

    round: int
    points: int
    seen: SeatRound


def player_rounds(game_id: str, events: Sequence[Event]) -> dict[Entrant, list[PlayerRound]]:
    """Return the rounds of each person of a game by the id of its account; `events` are its log with all parts.

    Bots and bot accounts have no rounds of their own, but are opponents like all others.
    """
    game, sights = look_at(game_id, events)
    by_round, seats = sums(sights), [taken for taken in game.seats if taken is not None]
    entrants = [taken.player or f"bot:{taken.bot}:{place}" for place, taken in enumerate(seats)]
    stratum, number = (game.ruleset.key, len(seats)), 0
    found: dict[Entrant, list[PlayerRound]] = {
        taken.player: [] for taken in seats if taken.player is not None and not taken.bot_account
    }
    for event in events:
        if event.type == ROUND_DEALT:
            number = event.public.round
        elif event.type == ROUND_ENDED:
            for seat, entrant in enumerate(entrants):
                if entrant in found:
                    seen = _seen(by_round.get(number, {}), stratum, seat, entrants)
                    found[entrant].append(PlayerRound(number, event.public.points[seat], seen))
    return found


def _seen(found: RoundSums, stratum: Stratum, seat: int, entrants: Sequence[Entrant]) -> SeatRound:
    others = tuple(entrant for place, entrant in enumerate(entrants) if place != seat)
    tells = {(tell, entrants[other]): (of.count, of.total) for (tell, by, other), of in found.items() if by == seat}
    return SeatRound(stratum, others, tells)


def signal(
    first: Entrant, second: Entrant, rounds: Mapping[Entrant, Iterable[SeatRound]], sample: Sample
) -> Signal | None:
    """Return the signal of two players from all rounds of each; None if too little was seen of them."""
    ways = ((first, second), (second, first))
    own = {player: list(rounds[player]) for player in (first, second)}
    shared = max(sum(other in one.others for one in own[by]) for by, other in ways)
    return signal_of((one for tell in TELLS for one in _told(tell, ways, own, sample)), shared)


def _told(
    tell: str, ways: Iterable[tuple[Entrant, Entrant]], rounds: Mapping[Entrant, Sequence[SeatRound]], sample: Sample
) -> Iterator[Told]:
    """Yield a tell of each player, and that of both together: small favours both ways add up."""
    found = {by: compare(_rows(rounds[by], tell), other) for by, other in ways}
    known = {by: one for by, one in found.items() if one is not None}
    for by, one in known.items():
        yield Told(tell, by, "opponents", one.count, one.mean, one.others, one.z, chance([one], sample))
    if len(known) > 1:
        both = list(known.values())
        count = sum(one.count for one in both)
        mean, others = (sum(getattr(one, name) * one.count for one in both) / count for name in ("mean", "others"))
        yield Told(tell, None, "opponents", count, mean, others, together(both), chance(both, sample))


def _rows(rounds: Iterable[SeatRound], tell: str) -> dict[Stratum, list[Row]]:
    rows: dict[Stratum, list[Row]] = {}
    for one in rounds:
        for (name, other), (count, total) in one.tells.items():
            if name == tell:
                rows.setdefault(one.stratum, []).append(Row(other, count, total))
    return rows
