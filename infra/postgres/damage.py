"""Errors of the database that mean damaged data, and not a lost connection or an overloaded server."""

import psycopg
from psycopg import errors

from infra.postgres.remote_errors import is_lost_behind_router

DAMAGE_STATES = {
    "XX000",  # internal error, such as an impossible length of a value
    "XX001",  # data corrupted, such as a page with a wrong checksum
    "XX002",  # index corrupted
    "22021",  # text that is invalid in the encoding of the database
    "58030",  # error of the disk
    "58P01",  # file not found
}
"""SQLSTATEs of statements that have read damaged data. The connection remains usable."""

DAMAGE_ERRORS = (errors.InternalError, errors.DataError, errors.IoError, errors.UndefinedFile)
"""The classes of psycopg that these states have; the classes have other states too."""


UNDECODABLE = (ValueError, KeyError, TypeError)
"""What decoding a damaged value raises."""


def is_damage(error: BaseException | None) -> bool:
    """Tell whether the error reports damaged data."""
    return isinstance(error, psycopg.Error) and error.sqlstate in DAMAGE_STATES and not is_lost_behind_router(error)


def describe_damage(error: BaseException, what: str = "log") -> str:
    """Return the reason of a failed read for operators. `what` was read.

    It names a block or a type of error. It holds no value of a game, because values of a running round are secret.
    """
    if isinstance(error, psycopg.Error):
        return (str(error).strip().splitlines() or [type(error).__name__])[0]
    return f"{type(error).__name__} while the {what} was decoded or folded"
