"""A webargs parser that reads requests as strictly as `api.http.request_body`."""

from typing import Any, NoReturn

import flask
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from api.http.query import read_query
from api.http.request_body import read_form, read_json
from api.http.validation_errors import field_problems, summarize
from api.problems import Problem, localized


class StrictParser(FlaskParser):
    """Parser of bodies and queries that checks them before a schema loads them."""

    def load_json(self, req: flask.Request, schema: Schema) -> Any:
        """Return the body; `{}` for a missing body if the schema is optional."""
        return read_json(req, optional=getattr(schema, "optional", False))

    def load_form(self, req: flask.Request, *_: Any) -> dict[str, str]:
        """Return the fields of a form, each sent at most once."""
        return read_form(req)

    def load_querystring(self, req: flask.Request, *_: Any) -> dict[str, str]:
        """Return the query parameters, each given at most once."""
        return read_query(req)

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        """Raise the problem for a body or a query that does not match its schema."""
        location, messages = next(iter(error.messages_dict.items()))
        errors = [{**error, "detail": localized(error["detail"])} for error in field_problems(messages)]
        raise Problem("bad-body" if location == "json" else "bad-parameter", summarize(errors), errors=errors)
