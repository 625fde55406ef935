"""`dobon export GAME`: write a log to a file, for `dobon verify`."""

import sys
from pathlib import Path

from domain.log.errors import Refused
from domain.log.events import SPECTATOR
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
        lines = history.log_file(pool, game_id, SPECTATOR)
    content = "".join(lines).encode()
    if output is None:
        sys.stdout.buffer.write(content)
        return 0
    try:
        output.write_bytes(content)
    except OSError as error:
        print(f"{output} cannot be written: {error.strerror}. Choose another file with -o.", file=sys.stderr)
        return 1
    print(
        f"Wrote {len(lines) - 1} events of game {game_id} to {output}. Verify them: dobon verify {output}",
        file=sys.stderr,
    )
    return 0
