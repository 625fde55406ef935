"""`dobon export GAME`: write a log to a file, for `dobon verify`."""

import sys
from pathlib import Path

from domain.log.errors import Refused
from domain.log.events import SPECTATOR
from domain.log.log_format import export
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.queries import history
from infra.queries.games import game_row
from infra.settings import Settings


def export_game(settings: Settings, game_id: str, output: Path | None) -> int:
    """Write the game's log, with all envelopes of finished rounds and none of a running round. Return the exit code."""
    prepare(settings)
    with open_pool(settings) as pool:
        try:
            game_row(pool, game_id)
        except Refused as refusal:
            print(refusal.detail, file=sys.stderr)
            return 1
        events = history.visible_events(pool, game_id, SPECTATOR)
    lines = "".join(f"{line}\n" for line in export(game_id, events[0], events[-1].digest, events))
    if output is None:
        sys.stdout.buffer.write(lines.encode())
        return 0
    try:
        output.write_bytes(lines.encode())
    except OSError as error:
        print(f"{output} cannot be written: {error.strerror}. Choose another file with -o.", file=sys.stderr)
        return 1
    print(
        f"Wrote {len(events)} events of game {game_id} to {output}. Verify them: dobon verify {output}", file=sys.stderr
    )
    return 0
