"""Errors that say that a database does not answer, in one line for the terminal."""

import psycopg
from sqlalchemy.exc import DBAPIError

from infra.postgres.retry import Unavailable


def describe_unreachable(error: BaseException) -> str | None:
    """Return one line that says which database does not answer, or None for an error of another kind."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    if not isinstance(error, (psycopg.OperationalError, Unavailable)):
        return None
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"A database does not answer: {lines[0] if lines else 'the connection was lost'}. Try again when it does."
