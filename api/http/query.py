"""Query strings, read strictly."""

from urllib.parse import unquote_to_bytes

import flask

from api.problems import Problem


def read_query(request: flask.Request) -> dict[str, str]:
    """The query parameters of a request. Raises `Problem("bad-parameter")` for one that stands twice or is no text."""
    try:
        text = unquote_to_bytes(request.query_string).decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise Problem("bad-parameter", "Queries are text in UTF-8, without NUL.")
    query = {}
    for name, values in request.args.lists():
        if len(values) > 1:
            raise Problem("bad-parameter", f"{name[:40]!a} may stand in the query once.")
        query[name] = values[0]
    return query
