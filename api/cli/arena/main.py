"""`dobon arena`: contestants play the same deals on every seat in turn.

A deal is played once for each rotation of the contestants, so that each gets the cards of every seat. Deals are
independent of each other; what a contestant got from a deal, beside the mean of all contestants, gives its error.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.progress import track
from rich.table import Table

from api.cli.arena.programs import FAULTS, Program
from api.cli.arena.tables import Contestant, Lost, play_table
from api.cli.options import option_values, parse_option, positive_number
from api.cli.simulate import mean
from domain.bots import NAMES
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.running.self_play import PlayedRound
from infra.projections.openskill import MILLION, NEW, rate

FIGURES: Mapping[str, Callable[[PlayedRound, int], float]] = {
    "won": lambda played, seat: float(played.winner == seat),
    "lost": lambda played, seat: float(seat in played.losers),
    "points": lambda played, seat: float(played.points[seat]),
}
"""What a contestant gets from a round."""

Deal = dict[str, Any]
"""A line of the file of results: `deal`, `figures` by contestant, `games` and `lost`."""


def main(arguments: Sequence[str]) -> int:
    """Play the deals and print the results."""
    given = parser().parse_args(arguments)
    console = Console()
    try:
        with ExitStack() as running:
            contestants = [
                _contestant(text, given.seconds, number, running) for number, text in enumerate(given.contestants, 1)
            ]
            deals = [*_play(given, contestants)]
    except (Refused, ValueError, OSError) as error:
        print(f"{error.code}: {error.detail}" if isinstance(error, Refused) else error, file=sys.stderr)
        return 2
    console.print(results(deals, f"{given.ruleset}, {given.seats} seats, {len(deals)} deals, seed {given.seed}"))
    if any(deal["lost"] for deal in deals):
        console.print(faults(deals))
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's arguments."""
    found = argparse.ArgumentParser(prog="dobon arena", description="Let strategies and programs play the same deals.")
    found.add_argument(
        "contestants", nargs="+", metavar="CONTESTANT",
        help=f"a strategy ({', '.join(NAMES)}), or NAME=COMMAND with the command that starts a program",
    )  # fmt: skip
    found.add_argument("--ruleset", choices=list(RULESETS), default=next(iter(RULESETS)))
    found.add_argument("--seats", type=positive_number, default=4)
    found.add_argument("--deals", type=positive_number, default=100)
    found.add_argument("--seed", default="1", help="any text; the same seed gives the same deals")
    found.add_argument("--options", nargs="*", type=parse_option, default=[], metavar="NAME=VALUE")
    found.add_argument("--seconds", type=float, default=1.0, help="time for each answer of a program (default: 1)")
    found.add_argument("--results", type=Path, help="file to which each deal is added; the next run continues it")
    return found


def _contestant(text: str, seconds: float, number: int, running: ExitStack) -> Contestant:
    """Return the contestant of an argument. Raises `ValueError`."""
    name, equals, command = text.partition("=")
    if not equals:
        if text not in NAMES:
            raise ValueError(f"{text!r} is neither a strategy ({', '.join(NAMES)}) nor NAME=COMMAND")
        return Contestant(text)
    if name in NAMES or not name:
        raise ValueError(f"contestant {number} needs a name that is not that of a strategy")
    return Contestant(name, running.enter_context(Program(command, seconds)))


def _play(given: argparse.Namespace, contestants: Sequence[Contestant]) -> Iterator[Deal]:
    """Yield the deals in order: those that the file of results has, then new ones, which are added to it."""
    if len({one.name for one in contestants}) < max(2, len(contestants)):
        raise ValueError("an arena needs two contestants or more, each with another name")
    if given.seats % len(contestants) and len(contestants) % given.seats:
        raise ValueError("the number of seats has to be a multiple of the number of contestants, or the reverse")
    options = option_values(given.ruleset, given.options)
    head = {
        "format": "dobon-arena/1", "ruleset": given.ruleset, "seats": given.seats, "options": options, "seed": given.seed,
        "contestants": [one.name for one in contestants],
    }  # fmt: skip
    done, file = ([], None) if given.results is None else _continued(given.results, head)
    yield from done[: given.deals]
    try:
        for number in track(range(len(done), given.deals), description="playing", transient=True):
            deal = play_deal(given.ruleset, contestants, given.seats, f"{given.seed}-{number}", options)
            if file is not None:
                file.write(json.dumps({"deal": number, **deal}) + "\n")
                file.flush()
            yield deal
    finally:
        if file is not None:
            file.close()


def _continued(path: Path, head: dict[str, Any]) -> tuple[list[Deal], TextIO]:
    """Return the deals of a file of results, and the file, open at its end. Raises `ValueError` for another arena."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    whole = [json.loads(line) for line in lines if line.endswith("\n")]  # a stop may have cut the last one
    if whole and whole[0] != head:
        raise ValueError(f"{path} has the results of another arena: choose another file")
    kept = "".join(line for line in lines if line.endswith("\n"))
    path.write_text(kept or json.dumps(head) + "\n", encoding="utf-8")
    return whole[1:], path.open("a", encoding="utf-8")


def play_deal(key: str, contestants: Sequence[Contestant], seats: int, seed: str, options: Mapping[str, Any]) -> Deal:
    """Play a deal once for each rotation of the contestants, and return what each got."""
    lost, games = Lost(), []
    got: dict[str, list[list[float]]] = {one.name: [] for one in contestants}
    for shift in range(max(seats, len(contestants))):
        turned = [*contestants[shift % len(contestants) :], *contestants[: shift % len(contestants)]]
        seated = [*islice(cycle(turned), seats)]
        rounds = play_table(key, seated, seed, options, lost)
        points = [sum(one.points[seat] for one in rounds) for seat in range(seats)]
        games.append([[one.name for one in seated], points])
        for seat, one in enumerate(seated):
            got[one.name] += [[of(played, seat) for of in FIGURES.values()] for played in rounds]
    return {
        "figures": {
            name: [sum(column) / len(rows) for column in zip(*rows, strict=True)] for name, rows in got.items()
        },
        "games": games,
        "lost": [[*key_of, count] for key_of, count in sorted(lost.counts.items())],
    }


def results(deals: Sequence[Deal], title: str) -> Table:
    """Return wins, losses and points beside the mean of all contestants, each with its 95 % interval, and ratings."""
    names = [*deals[0]["figures"]]
    ratings = ratings_of(deals)
    table = Table("contestant", *(f"{figure}, gain" for figure in FIGURES), "won", "rating", title=title)
    for name in sorted(names, key=lambda one: -ratings[one]):
        gains = []
        for place in range(len(FIGURES)):
            middle = [sum(deal["figures"][one][place] for one in names) / len(names) for deal in deals]
            gains.append([deal["figures"][name][place] - mid for deal, mid in zip(deals, middle, strict=True)])
        won = sum(deal["figures"][name][0] for deal in deals) / len(deals)
        table.add_row(name, *map(mean, gains), f"{won:.1%}", f"{ratings[name]:.1f}")
    return table


def ratings_of(deals: Sequence[Deal]) -> dict[str, float]:
    """Return the ratings of the contestants after all games in order, by OpenSkill as on the leaderboards."""
    found = dict.fromkeys(deals[0]["figures"], NEW)
    for deal in deals:
        for seated, points in deal["games"]:
            ranks = [sum(other > own for other in points) + 1 for own in points]
            found |= rate(seated, ranks, [found[name] for name in seated])
    return {name: rating.mu / MILLION for name, rating in found.items()}


def faults(deals: Sequence[Deal]) -> Table:
    """Return the decisions that programs have lost."""
    counts: dict[tuple[str, str], int] = {}
    for deal in deals:
        for name, kind, count in deal["lost"]:
            counts[name, kind] = counts.get((name, kind), 0) + count
    table = Table("program", "lost decisions", "because of", title="Decisions that `novice` took for programs")
    for (name, kind), count in sorted(counts.items()):
        table.add_row(name, f"{count:,}", FAULTS[kind])
    return table
