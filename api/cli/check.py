"""`dobon check`: recompute the digests and seals of all logs."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.event_store import integrity
from infra.settings import Settings


def check_games(settings: Settings) -> int:
    """Check all games and print those that are invalid or cannot be read. Return 1 if there are any."""
    prepare(settings)
    columns = TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    games = events = broken = 0
    console = Console(file=sys.stderr)
    with open_pool(settings) as pool, Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("checking", total=integrity.count_remaining(pool, None))
        for game, found in integrity.check_all(pool):
            games, events = games + 1, events + found.version
            if found.first_bad is not None:
                broken += 1
                progress.console.out(
                    f"  INVALID: game {game}, version {found.first_bad}: {found.problem}", highlight=False
                )
            progress.advance(task)
        ahead = integrity.count_ahead(pool)
    if ahead:
        print(f"Games whose time is ahead because a wrong clock has written to them: {ahead}.")
    print(f"Checked {games} games with {events} events; invalid games: {broken}.")
    return 1 if broken else 0
