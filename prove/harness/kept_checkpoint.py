"""The public log of a server with the heads of one game, and a checkpoint of it that a player has kept."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from domain.game.inclusion import Finding, Inclusion, compare, parse_inclusion
from domain.game.receipts import heads_of
from domain.log.log_format import Export, parse
from domain.transparency import checkpoint as checkpoints
from domain.transparency import merkle
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.entries import OPENED, Entry, entries_of
from domain.transparency.extension import extends
from domain.transparency.tiles import HEIGHT, WIDTH, Tile
from infra.signatures import is_signed, public_of, sign

SECRET = bytes(range(32))

BEFORE, AFTER, LATER = 300, 20, 77
"""Entries of other games: before those of the game, after them, and since the checkpoint was kept."""


@cache
def other_entries(first: int, end: int) -> tuple[Entry, ...]:
    """Return entries of other games."""
    return tuple(Entry(f"game {number}", OPENED, 1, f"{number:064x}") for number in range(first, end))


def entries_of_log(log: Export) -> list[Entry]:
    """Return the entries that a server makes of a log."""
    heads = heads_of(log)
    return entries_of(log.game, [(event.version, event.type, heads[event.version]) for event in log.events])


class ShownLog:
    """A public log as a server shows it."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.leaves = [merkle.leaf_hash(entry.data) for entry in entries]

    @classmethod
    def of(cls, log: Export, more: int = 0) -> "ShownLog":
        """Return the public log of a server that shows this log of the game, with more entries since then."""
        end = BEFORE + AFTER
        return cls(
            [
                *other_entries(0, BEFORE),
                *entries_of_log(log),
                *other_entries(BEFORE, end),
                *other_entries(end, end + more),
            ]
        )

    def node(self, level: int, number: int) -> bytes:
        """Return the hash of a node."""
        return merkle.full_hash(self.leaves[number << level : (number + 1) << level])

    def hashes(self, tile: Tile) -> list[bytes]:
        """Return the hashes of a tile."""
        return [self.node((tile.level or 0) * HEIGHT, tile.number * WIDTH + place) for place in range(tile.width)]

    @property
    def note(self) -> str:
        """The signed checkpoint."""
        size = len(self.leaves)
        state = Checkpoint("dobon/log/proof", size, merkle.root(size, self.node))
        return checkpoints.signed(state, public_of(SECRET), lambda message: sign(SECRET, message))

    def answer(self, game: str) -> Inclusion:
        """Return the entries of a game, as a player reads them from the server's answer."""
        entries = [
            {
                "kind": entry.kind,
                "version": entry.version,
                "head": entry.head,
                "index": index,
                "proof": [step.hex() for step in merkle.inclusion_proof(index, len(self.leaves), self.node)],
            }
            for index, entry in enumerate(self.entries)
            if entry.game == game
        ]
        return parse_inclusion(json.dumps({"game": game, "checkpoint": self.note, "entries": entries}).encode())


@dataclass(frozen=True, slots=True)
class Player:
    """A player who has kept a checkpoint from the time when the game had ended."""

    shown: ShownLog
    kept: Checkpoint

    @classmethod
    def of(cls, lines: Sequence[str]) -> "Player":
        """Return a player of the game with this log."""
        shown = ShownLog.of(parse(lines))
        player = cls(shown, _state(shown.note))
        assert {*compare(parse(lines), shown.answer(parse(lines).game), player.kept).values()} == {Finding.AGREES}
        return player

    def finds_by_answer(self, lines: Sequence[str]) -> bool:
        """Tell whether the answer about the true entries gives a forged log away."""
        log = parse(lines)
        findings = compare(log, self.shown.answer(log.game), self.kept).values()
        return Finding.CONTRADICTED in findings or Finding.CUT_OFF in findings

    def finds_by_checkpoint(self, lines: Sequence[str]) -> bool:
        """Tell whether the kept checkpoint gives a server away that has also rewritten the public log.

        The forged log then agrees with the public log that this server shows.
        """
        log = parse(lines)
        forged = ShownLog.of(log, LATER)
        state = _state(forged.note)
        assert {*compare(log, forged.answer(log.game), state).values()} == {Finding.AGREES}
        return not extends(self.kept, state, forged.hashes)


def _state(note: str) -> Checkpoint:
    return checkpoints.check(note, [public_of(SECRET)], is_signed)
