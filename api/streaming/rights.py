"""Finds open streams and waiting requests whose token is void: revoked, expired, or its account suspended."""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from domain.log.moments import Moment
from infra.clock import now as current_moment

RIGHTS_SECONDS = 0.25
"""Interval between two checks of the rights of all streams and waiting requests."""


@dataclass(slots=True)
class Reader:
    """The account that reads."""

    account: str
    token: bytes
    "The SHA-256 of its token, or of the token behind its ticket."
    rights: int
    "The number of the table `rights` at which the token was last checked."
    expires_at: Moment | None = None
    "The end of the token; None without an end."


class RightsSource(Protocol):
    """The database as seen by the check."""

    def rights_number(self) -> int:
        """Return the number that grows with every change of a token or an account."""
        ...

    def active_tokens(self, hashes: Collection[bytes]) -> set[bytes]:
        """Return the hashes of those tokens that are valid and whose accounts are not suspended."""
        ...


class Reading(Protocol):
    """A stream or a waiting request."""

    @property
    def reader(self) -> Reader:
        """The account that reads."""
        ...


R = TypeVar("R", bound=Reading)


class RightsCheck:
    """Checks readers when it is due. As long as no right has changed, a check costs one small read."""

    def __init__(self, source: RightsSource, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` returns seconds."""
        self._source = source
        self._clock = clock
        self._checked_at = clock()

    def lost(self, readings: Callable[[], Sequence[R]], *, at_once: bool = False, number: int | None = None) -> list[R]:
        """Return those without a right any more; none if a check is not due, unless `at_once`. Raises `Unavailable`.

        `number` is that of `rights_number` if it is known already.

        A reader may have been checked after the last change by an older answer, so each has the number of its check.
        """
        now = self._clock()
        if not at_once and now - self._checked_at < RIGHTS_SECONDS:
            return []
        if number is None:
            number = self._source.rights_number()
        self._checked_at = now
        moment = current_moment()
        due = [reading for reading in readings() if _is_due(reading.reader, number, moment)]
        if not due:
            return []
        active = self._source.active_tokens({reading.reader.token for reading in due})
        for reading in due:
            reading.reader.rights = number
        return [reading for reading in due if reading.reader.token not in active]


def _is_due(reader: Reader, number: int, moment: Moment) -> bool:
    return reader.rights != number or (reader.expires_at is not None and reader.expires_at <= moment)
