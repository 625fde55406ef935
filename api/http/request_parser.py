"""webargs, made to read requests as strictly as `api.http.request_body` does."""

from collections.abc import Iterator
from typing import Any, NoReturn
from urllib.parse import unquote_to_bytes

import flask
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from api.http.request_body import read_json
from api.problems import Problem


class StrictParser(FlaskParser):
    """Bodies and queries, checked before a schema sees them."""

    def load_json(self, req: flask.Request, schema: Schema) -> Any:
        """The body; `{}` for none where the schema says that it is optional."""
        return read_json(req, optional=getattr(schema, "optional", False))

    def load_querystring(self, req: flask.Request, *_: Any) -> dict[str, str]:
        """The query, with each parameter at most once."""
        return read_query(req)

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        """A body or a query that does not fit its schema."""
        location, messages = next(iter(error.messages_dict.items()))
        errors = list(field_problems(messages))
        raise Problem("bad-body" if location == "json" else "bad-parameter", sentence(errors), errors=errors)


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


def field_problems(messages: Any, pointer: str = "#") -> Iterator[dict[str, str]]:
    """The nested messages of marshmallow as a flat list of JSON pointers and sentences."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from field_problems(inner, pointer if name == "_schema" else f"{pointer}/{escaped(name)}")
    elif isinstance(messages, list):
        for inner in messages:
            yield from field_problems(inner, pointer)
    else:
        yield {"pointer": pointer, "detail": str(messages)}


def escaped(name: object) -> str:
    """A name as part of a JSON pointer, at most 64 characters of it."""
    return str(name)[:64].replace("~", "~0").replace("/", "~1")


def sentence(errors: list[dict[str, str]]) -> str:
    """The first few of the problems in words."""
    shown = "; ".join(f"{error['pointer']}: {error['detail']}" for error in errors[:3])
    return shown if len(errors) <= 3 else f"{shown}; and {len(errors) - 3} more"
