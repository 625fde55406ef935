"""`dobon bot check`: games of a program in every ruleset with every option, and what it does wrong."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from api.cli.arena.programs import FAULTS, Program
from api.cli.arena.tables import REPLACEMENT, Contestant, Lost, play_table
from api.cli.options import positive_number
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.ruleset.ruleset import Option, check_options
from domain.running.self_play import TIMES

NAME = "the program"

LONG = ("rounds", "stall_limit")
"""Options that keep a game short with their smallest values."""


def bot(arguments: Sequence[str]) -> int:
    """Run `dobon bot check`."""
    if arguments[:1] != ["check"]:
        print("usage: dobon bot check COMMAND", file=sys.stderr)
        return 2
    return main(arguments[1:])


def main(arguments: Sequence[str]) -> int:
    """Play the games, and print what the program did wrong. The exit code is 1 if there was anything."""
    given = parser().parse_args(arguments)
    console, found = Console(), dict[str, Lost]()
    try:
        with Program(given.program, given.seconds) as program:
            for key in given.rulesets or RULESETS:
                lost = found[key] = Lost()
                games = track([*games_of(key, given.games)], description=key, transient=True)
                for number, (seats, options) in enumerate(games):
                    contestants = [Contestant(REPLACEMENT)] * seats
                    contestants[number % seats] = Contestant(NAME, program)
                    play_table(key, contestants, f"check-{number}", options, lost)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    console.print(report(found, given.games))
    for key, lost in found.items():
        for (_, kind), example in lost.examples.items():
            console.print(f"{key}, {FAULTS[kind]}: {example['detail']}", markup=False, highlight=False)
            console.print(
                json.dumps(example["view"], ensure_ascii=False), markup=False, highlight=False, soft_wrap=True
            )
    return 1 if any(lost.counts for lost in found.values()) else 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's arguments."""
    found = argparse.ArgumentParser(prog="dobon bot check", description="Play games with a program in every ruleset.")
    found.add_argument("program", metavar="COMMAND", help="the command that starts the program")
    found.add_argument("--games", type=positive_number, default=100, help="games of each ruleset (default: 100)")
    found.add_argument("--seconds", type=float, default=1.0, help="time for each answer (default: 1)")
    found.add_argument("--rulesets", nargs="*", choices=list(RULESETS), metavar="RULESET", help="default: all")
    return found


def games_of(key: str, games: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield seats and options of each game: every value of every option comes, and every number of seats."""
    rules = RULESETS[key]
    for number in range(games):
        seats = rules.seats[number % len(rules.seats)]
        options: dict[str, Any] = {}
        for place, option in [*enumerate(rules.options)] * 2:  # a value may fit only with that of a later option
            if option.name in TIMES:
                continue
            values = values_of(option)
            chosen = {**options, option.name: values[(number // (place + 1) + place) % len(values)]}
            if _fits(key, chosen, seats):
                options = chosen
        yield seats, options


def values_of(option: Option) -> list[Any]:
    """Return the values of an option; of a number its bounds and default, or the smallest ones of a long game."""
    if option.kind == "bool":
        return [False, True]
    if option.kind == "choice":
        return [*option.values]
    if option.name in LONG:
        return [max(1, option.minimum), max(2, option.minimum)]
    return sorted({option.minimum, int(option.default), option.maximum})


def _fits(key: str, options: Mapping[str, Any], seats: int) -> bool:
    try:
        check_options(RULESETS[key], options, seats)
    except Refused:
        return False
    return True


def report(found: Mapping[str, Lost], games: int) -> Table:
    """Return the number of lost decisions by ruleset and kind."""
    table = Table("ruleset", "games", "lost decisions", "because of", title="What the program did wrong")
    for key, lost in found.items():
        if not lost.counts:
            table.add_row(key, f"{games:,}", "0", "")
        for (_, kind), count in sorted(lost.counts.items()):
            table.add_row(key, f"{games:,}", f"{count:,}", FAULTS[kind])
    return table
