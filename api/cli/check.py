"""`dobon check`: digests and seals of all logs, computed again."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from infra.event_store import integrity
from infra.postgres.bootstrap import prepare
from infra.postgres.pool import open_pool
from infra.settings import Settings


def check_games(settings: Settings) -> int:
    """Check all games and say which are not what was written; 1 where one is not."""
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
                    f"  WRONG: game {game}, version {found.first_bad}: {found.problem}", highlight=False
                )
            progress.advance(task)
    print(f"{games} games, {events} events checked; {broken} games are not what the server wrote.")
    return 1 if broken else 0
