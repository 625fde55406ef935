"""`dobon rebuild`: all projections made again from the log, and compared with the live ones."""

import sys

from infra.postgres.bootstrap import prepare
from infra.postgres.pool import open_pool
from infra.projections import rebuild_statistics
from infra.projections.rebuild import rebuild
from infra.settings import Settings


def rebuild_projections(settings: Settings) -> int:
    """Rebuild, and say what was different; 1 where something was."""
    prepare(settings)
    with open_pool(settings) as pool:
        found = rebuild(pool, progress)
        again = rebuild_statistics.rebuild(pool, progress)
    print(f"{found.games} games, {found.events} events: {found.folds} folds and {found.claims} calls made again.")
    for difference in found.differences:
        print(f"  DIFFERENT: {difference}")
    print(f"Statistics of {again.games} games counted again.")
    if again.differences:
        print(f"  DIFFERENT: {again.differences} rows, the first of them {again.first_difference}")
    agrees = found.agrees and not again.differences
    print("The live projections said the same." if agrees else "They stand as the log says now.")
    return 0 if agrees else 1


def progress(done: int, games: int) -> None:
    """One line that is written over."""
    if sys.stderr.isatty():
        print(f"\r{done} of {games} games", end="" if done < games else "\n", file=sys.stderr, flush=True)
