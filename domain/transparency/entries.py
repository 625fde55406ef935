"""Entries of the public log: the head of a game at the versions that fix it.

An entry has digests and the id of the game, and no name. The head covers the server's anchor, which is random, so
nobody can find out by trying which events lead to it.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from domain.log.log_format import canonical

OPENED = "opened"
"""The game exists: its options and the server's anchor are fixed."""

SEATED = "seated"
"""The last anchor of a player is in, and no link is known yet."""

ENDED = "ended"
"""The game is finished or abandoned."""

KINDS = (OPENED, SEATED, ENDED)

KIND_OF = {
    "game-created": OPENED,
    "readiness-asked": SEATED,
    "round-dealt": SEATED,  # where nobody is asked
    "game-ended": ENDED,
    "game-abandoned": ENDED,
}
"""The kind of entry of the first event of each type; of one game each kind has one entry."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The statement that a game has this head at this version."""

    game: str
    kind: str
    version: int
    head: str
    "The digest of the event with this version, in hex."

    @property
    def data(self) -> bytes:
        """The entry as it is in the log: canonical JSON."""
        return canonical(asdict(self))


def entries_of(game: str, events: Iterable[tuple[int, str, str]]) -> list[Entry]:
    """Return the entries of events, each with its version, type and digest, in order.

    Of each kind the first one counts.
    """
    found: dict[str, Entry] = {}
    for version, kind, head in events:
        if kind in KIND_OF:
            found.setdefault(KIND_OF[kind], Entry(game, KIND_OF[kind], version, head))
    return list(found.values())


def read_entry(data: bytes) -> Entry:
    """Return the entry of a leaf. Raises `ValueError`."""
    value = json.loads(data)
    if type(value) is not dict or value.keys() != {"game", "kind", "version", "head"}:
        raise ValueError("an entry has a game, a kind, a version and a head")
    entry = Entry(**value)
    if entry.kind not in KINDS or entry.data != data:
        raise ValueError("an entry is canonical JSON of a known kind")
    return entry
