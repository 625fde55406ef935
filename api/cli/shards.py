"""`dobon shards`: what each shard has; `dobon shards move`: move partitions of games to another shard."""

import sys
from collections.abc import Sequence

from infra.settings import Settings
from infra.sharding.moves import move
from infra.sharding.overview import Contents, contents, ranges, without_owner
from infra.sharding.servers import open_servers, public_address


def show_shards(settings: Settings, *, partitions: bool) -> int:
    """Print a paragraph for each shard, with a line for each partition if asked for. Return 1 if one does not answer.

    Raises `NotMovable` if games are in one database.
    """
    with open_servers(settings) as servers:
        found = {one.shard.number: one for one in contents(servers)}
        for shard in servers.shards:
            print(f"shard {shard.number}  {public_address(shard.url)}")
            print(
                "\n".join(_describe(found[shard.number], partitions=partitions))
                if shard.number in found
                else "  does not answer"
            )
        for router in servers.silent_routers:
            print(f"router {router} does not answer")
        missing = without_owner(found.values())
        if missing and len(found) == len(servers.shards):
            print(f"No shard owns the partitions {ranges(missing)}: repeat the move that was interrupted.")
        return 0 if len(found) == len(servers.shards) and not missing and not servers.silent_routers else 1


def _describe(found: Contents, *, partitions: bool) -> list[str]:
    lines = [
        f"  partitions {ranges(found.games)} ({len(found.games)})",
        f"  {_games(sum(found.games.values()))}, {found.bytes / 1e6:,.1f} MB",
    ]
    lines += [f"  partition {number}: {_games(games)}" for number, games in found.games.items() if partitions]
    if found.remains:
        lines.append(f"  {found.remains:,} games of other partitions, which arrive or will be deleted")
    if found.leaving:
        lines.append(f"  moves from here are under way or interrupted: partitions {ranges(found.leaving)}")
    if found.coming:
        lines.append(f"  arriving: partitions {ranges(found.coming)}")
    return lines


def move_partitions(settings: Settings, partitions: Sequence[int], to: int) -> int:
    """Move partitions one after the other, and print each. Return the exit code. Raises `NotMovable`."""
    for partition in partitions:
        moved = move(settings, partition, to, _print_step)
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        if moved is None:
            print(f"Partition {partition} is in shard {to}.", flush=True)
        else:
            print(
                f"Partition {partition} is in shard {to} now: {_games(moved.games)} in {moved.seconds:.1f} s, refused "
                f"for at most {moved.refused_seconds * 1000:.0f} ms.",
                flush=True,
            )
    return 0


def _print_step(step: str) -> None:
    """Print a step on one line that is overwritten."""
    if sys.stderr.isatty():
        print(f"\r\033[K{step}", end="", file=sys.stderr, flush=True)


def _games(count: int) -> str:
    return f"{count:,} game{'' if count == 1 else 's'}"
