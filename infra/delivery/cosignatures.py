"""Collects the signatures of witnesses under checkpoints of the public log."""

import logging
from collections.abc import Callable, Sequence

from domain.log.moments import Moment
from domain.transparency import checkpoint, notes
from domain.transparency.cosignatures import witnesses_of
from domain.transparency.notes import BadNote
from infra import clock
from infra.delivery.log_source import LogSource
from infra.event_store import head_log
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once
from infra.settings import WitnessAddress
from infra.signatures import is_signed

COLLECT_SECONDS = 2.0
"""The pause between two looks at all witnesses."""

Read = Callable[[str], bytes]
"""Returns what a witness at this address has signed. Raises `OSError`."""

_logger = logging.getLogger(__name__)


def read_witness(address: str) -> bytes:
    """Return what a witness has signed. Raises `OSError`."""
    return LogSource(address).read("checkpoint")


class Collector:
    """Asks the witnesses of the operator for their signatures. Any number of processes may have one."""

    def __init__(
        self,
        pool: Pool,
        witnesses: Sequence[WitnessAddress],
        read: Read = read_witness,
        now: Callable[[], Moment] = clock.now,
    ) -> None:
        self._pool = pool
        self._witnesses = witnesses
        self._read = read
        self._now = now

    def step(self) -> int:
        """Ask each witness once, and return the number of new signatures. Raises `Unavailable`.

        A witness that does not answer, or with something else, is left out. It never makes the log wait.
        """
        return sum(self._collect(witness) for witness in self._witnesses)

    def _collect(self, witness: WitnessAddress) -> bool:
        try:
            text = self._read(witness.address).decode(errors="replace")
            note, size = notes.split(text), checkpoint.read(text).size
            if witness.key not in witnesses_of(note, [witness.key], is_signed):
                raise BadNote(f"{witness.key.name} has not signed what it serves")
        except (OSError, BadNote) as problem:
            _logger.warning("witness %s has no signature: %s", witness.address, problem)
            return False
        own = read_with_retry(self._pool, lambda conn: head_log.checkpoint_note(conn, size))
        if own is None or notes.split(own).text != note.text:
            _logger.error("witness %s has signed a checkpoint that this server does not have", witness.address)
            return False
        line = next(notes.line_of(one) for one in note.signatures if one.id == witness.key.id)
        values = (size, witness.key.name, line, self._now())
        return write_once(self._pool, lambda conn: head_log.add_cosignature(conn, *values))
