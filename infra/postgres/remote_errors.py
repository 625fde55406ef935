"""Errors that a router reports about a database behind it. They come in the session of the router, which continues."""

import psycopg

_ROUTER = "PL/Proxy function"
"""The beginning of the messages of PL/Proxy's own errors, such as a database that cannot be reached."""

_CLOSED = "REMOTE FATAL"
"""Part of the message if the database has closed the connection."""


def is_lost_behind_router(failure: BaseException) -> bool:
    """Tell whether a router has lost its connection to a database, or found none. The effect of the call is unknown."""
    if not isinstance(failure, psycopg.Error):
        return False
    message = failure.diag.message_primary or ""
    return message.startswith(_ROUTER) or _CLOSED in message
