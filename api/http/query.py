"""Strict reading of query strings."""

from urllib.parse import unquote_to_bytes

import flask

from api.problems import Problem
from domain.log.sentences import Sentence


def read_query(request: flask.Request) -> dict[str, str]:
    """Return the query parameters. Raises `Problem("bad-parameter")` for a repeated parameter and for invalid UTF-8 or
    NUL.
    """
    if not request.query_string:
        return {}
    try:
        text = unquote_to_bytes(request.query_string).decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise Problem("bad-parameter", "Invalid query string: send UTF-8 without NUL.")
    query = {}
    for name, values in request.args.lists():
        if len(values) > 1:
            raise Problem(
                "bad-parameter",
                Sentence("Repeated query parameter {name}: send each parameter once.", name=ascii(name[:40])),
            )
        query[name] = values[0]
    return query
