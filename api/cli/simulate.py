"""`dobon simulate`: many games of bots with the rules alone, and tables of their results.

The same seed gives the same games.
"""

import argparse
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice

from rich.console import Console
from rich.progress import track
from rich.table import Table

from api.cli.options import option_values, parse_option, positive_number
from domain.bots import NAMES
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.running.self_play import PlayedRound, play

CERTAIN = 1.96
"""Standard deviations to either side of a share that include it in 95 of 100 simulations."""


def main(arguments: Sequence[str]) -> int:
    """Play the games and print their results."""
    given = parser().parse_args(arguments)
    console = Console()
    began = time.process_time()
    try:
        rounds = [played for number in steps(given) for played in one(given, number)]
    except Refused as refused:
        console.print(f"{refused.code}: {refused.detail}", markup=False)
        return 2
    seconds = time.process_time() - began
    console.print(by_bot(rounds, f"{given.ruleset}, {given.seats} seats, {given.games} games, seed {given.seed}"))
    console.print(by_ending(rounds))
    rules = RULESETS[given.ruleset]
    console.print(in_short(rounds, seconds, rules.figures, rules.turns_title))
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's arguments."""
    found = argparse.ArgumentParser(prog="dobon simulate", description="Play many games of bots and print statistics.")
    found.add_argument("--ruleset", choices=list(RULESETS), default=next(iter(RULESETS)))
    found.add_argument("--seats", type=positive_number, default=4)
    found.add_argument("--games", type=positive_number, default=200)
    found.add_argument("--seed", default="1", help="any text; the same seed gives the same games")
    found.add_argument(
        "--bots", type=_bots, default=["careful", "novice"], metavar="NAME,...",
        help=f"strategies, assigned to the seats in turn and moved by one seat in each game ({', '.join(NAMES)})",
    )  # fmt: skip
    found.add_argument("--options", nargs="*", type=parse_option, default=[], metavar="NAME=VALUE")
    return found


def steps(given: argparse.Namespace) -> Iterator[int]:
    """Yield the numbers of the games, and show a progress bar."""
    yield from track(range(given.games), description="playing", transient=True)


def one(given: argparse.Namespace, number: int) -> list[PlayedRound]:
    """Return the rounds of one game; the strategies sit one seat further than in the game before."""
    dealt = list(islice(cycle(given.bots), given.seats))
    shift = number % given.seats
    options = option_values(given.ruleset, given.options)
    _, rounds = play(given.ruleset, dealt[shift:] + dealt[:shift], f"{given.seed}-{number}", options)
    return rounds


def by_bot(rounds: Sequence[PlayedRound], title: str) -> Table:
    """Return wins and losses of each strategy by seats played, and its points if the ruleset has payments."""
    seats, wins, losses = Counter[str](), Counter[str](), Counter[str]()
    points: defaultdict[str, list[float]] = defaultdict(list)
    for played in rounds:
        seats.update(played.bots)
        wins.update([] if played.winner is None else [played.bots[played.winner]])
        losses.update(played.bots[loser] for loser in played.losers)
        for name in set(played.bots):
            # Points of one round sum to zero, so seats are not independent: each round counts once.
            brought = [points for bot, points in zip(played.bots, played.points, strict=True) if bot == name]
            points[name].append(sum(brought) / len(brought))
    paid = any(abs(brought) > 1 for played in rounds for brought in played.points)
    # Some rulesets name no losers; then every seat but the winner has lost.
    lost = bool(losses)
    table = Table(
        "bot",
        "seats played",
        "won",
        *(["lost"] if lost else []),
        *(["points a seat and round"] if paid else []),
        title=title,
    )
    for name in sorted(seats):
        shares = [share(counts[name], seats[name]) for counts in ([wins, losses] if lost else [wins])]
        table.add_row(name, f"{seats[name]:,}", *shares, *([mean(points[name])] if paid else []))
    return table


def by_ending(rounds: Sequence[PlayedRound]) -> Table:
    """Return the numbers of rounds by their end."""
    table = Table("a round ended by", "rounds", "share")
    for name, count in Counter(played.ended_by for played in rounds).most_common():
        table.add_row(name, f"{count:,}", share(count, len(rounds)))
    return table


def in_short(rounds: Sequence[PlayedRound], seconds: float, figures: Mapping[str, str], called: str) -> Table:
    """Return averages over all rounds, and their lengths in turns, which the ruleset calls `called`."""
    turns = sorted(played.turns for played in rounds)
    decisions = sum(played.decisions for played in rounds)
    table = Table("per round", "figure", show_header=True)
    table.add_row(f"{called}, median", f"{turns[len(turns) // 2]}")
    table.add_row(f"{called}, 99 of 100 below", f"{turns[len(turns) * 99 // 100]}")
    table.add_row(f"{called}, longest", f"{turns[-1]:,}")
    for title, name in figures.items():
        total = sum(getattr(played, name) for played in rounds)
        table.add_row(title, f"{total / len(rounds):.2f}")
    table.add_row("decisions per second of CPU", f"{decisions / seconds:,.0f}")
    return table


def share(count: int, of: int) -> str:
    """Return a share with its 95 % interval (Wilson, 1927)."""
    part, square = count / of, CERTAIN**2
    middle = (part + square / (2 * of)) / (1 + square / of)
    half = CERTAIN / (1 + square / of) * math.sqrt(part * (1 - part) / of + square / (4 * of * of))
    return f"{part:.1%} ({middle - half:.1%} to {middle + half:.1%})"


def mean(values: Sequence[float]) -> str:
    """Return a mean with its 95 % interval, from the spread of the values."""
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1))
    half = CERTAIN * spread / math.sqrt(len(values))
    return f"{middle:+.2f} ({middle - half:+.2f} to {middle + half:+.2f})"


def _bots(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"must be names of bots, separated by commas: {', '.join(NAMES)}")
    return names
