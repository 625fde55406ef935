"""`dobon rebuild`: rebuild all projections from the log and compare them with the live ones."""

import sys

from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.projections import rebuild_statistics
from infra.projections.rebuild import rebuild
from infra.settings import Settings


def rebuild_projections(settings: Settings) -> int:
    """Rebuild all projections and print the differences. Return 1 if there are any."""
    prepare(settings)
    with open_pool(settings) as pool:
        found = rebuild(pool, print_progress)
        statistics = rebuild_statistics.rebuild(pool, print_progress)
    print(f"{found.games} games, {found.events} events: rebuilt {found.folds} snapshots and {found.claims} calls.")
    for difference in found.differences:
        print(f"  DIFFERENT: {difference}")
    print(f"Rebuilt the statistics of {statistics.games} games.")
    if statistics.differences:
        print(f"  DIFFERENT: {statistics.differences} rows, the first of them {statistics.first_difference}")
    agrees = found.agrees and not statistics.differences
    print("The live projections were the same." if agrees else "The projections now match the log.")
    return 0 if agrees else 1


def print_progress(done: int, games: int) -> None:
    """Print the print_progress on one line that is overwritten."""
    if sys.stderr.isatty():
        print(f"\r{done} of {games} games", end="" if done < games else "\n", file=sys.stderr, flush=True)
