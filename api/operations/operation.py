"""One decorator for an operation of the API: its input, output and errors. Route, parsing and OpenAPI come from it."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import flask_smorest  # type: ignore[import-untyped]
from flask import Response, request
from marshmallow import Schema

from api.auth.authentication import (
    require_account,
    require_admin,
    require_loopback_or_admin,
    require_reader,
    require_rotation,
)
from api.http.described import header_parameter, header_references, problem_responses
from api.http.exchange import exchange_of, placeholder
from api.http.request_parser import StrictParser
from api.http.responses import EVENT_STREAM

View = TypeVar("View", bound=Callable[..., Response])


BODY_PROBLEMS = (
    "empty-body", "malformed-json", "duplicate-key", "too-deep", "bad-text", "bad-number", "body-too-large", "body-too-slow",
    "unsupported-media-type", "bad-body",
)  # fmt: skip
"""Problems of any request body."""

ACCESS: dict[str, tuple[Callable[[], object] | None, tuple[str, ...]]] = {
    "open": (None, ()),
    "player": (require_account, ("unauthorized", "suspended")),
    "reader": (require_reader, ("unauthorized", "suspended", "bad-ticket")),
    "rotation": (require_rotation, ("unauthorized", "suspended")),
    "admin": (require_admin, ("unauthorized", "suspended", "admin-only")),
    "local": (require_loopback_or_admin, ("unauthorized", "suspended", "admin-only")),
}


SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "open": [],
    # A ticket may come instead. It is a parameter and no scheme: clients made from a scheme in the query would put the
    # token there.
    "reader": [{"token": []}],
    "local": [{}, {"token": []}],
}
"""OpenAPI security for access levels other than a plain token."""


OPEN_WITH_BODY: set[tuple[str, str]] = set()
"""Methods and paths of operations that read a body and need no token. Of all others the token is checked first."""


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A group of operations."""

    # None: the schema decides about unknown fields; webargs would accept them in queries.
    ARGUMENTS_PARSER = StrictParser(unknown=None)

    def operation(
        self,
        method: str,
        path: str,
        gives: type[Schema] | None,
        *,
        status: int = 200,
        access: str = "player",
        body: type[Schema] | None = None,
        query: type[Schema] | None = None,
        headers: Sequence[str] = (),
        problems: Sequence[str] = (),
        examples: dict[str, Any] | None = None,
        gives_headers: Sequence[str] = (),
        not_modified: bool = False,
        accepted: tuple[type[Schema], str] | None = None,
        streams: tuple[type[Schema], str] | None = None,
        gives_text: str | None = None,
    ) -> Callable[[View], View]:
        """Register a function as an operation.

        The function receives the query, then the body, if the operation has them, and the parameters of the path.
        `problems` are the codes of its refusals, apart from those that its body, query and access imply. `accepted` are
        the shape of a 202 and its description.
        """
        check, codes = ACCESS[access]
        responses = problem_responses((*codes, *problems, *implied_problems(path, body, query, headers)))
        if streams is not None:
            data, description = streams
            responses[status] = {"description": description, "content": {EVENT_STREAM: {"schema": data}}}
        if accepted is not None:
            progress, description = accepted
            responses[202] = {
                "description": description,
                "content": {"application/json": {"schema": progress}},
                "headers": header_references("Retry-After"),
            }
        if gives_text is not None:
            responses[status] = {"content": {gives_text: {"schema": {"type": "string"}}}}
        if not_modified:
            responses[304] = {
                "description": "The answer has not changed.",
                "headers": header_references(*gives_headers),
            }

        def decorate(view: View) -> View:
            function: Any = view
            if body is not None:
                needed = not getattr(body, "optional", False)
                function = self.arguments(body(), examples=examples, required=needed)(function)
            if query is not None:
                function = self.arguments(query(), location="query")(function)
            function = self.response(status, gives, headers=header_references(*gives_headers) or None)(function)
            if headers:
                # Appended to the query's parameters, because `doc` would replace them.
                arguments = function._apidoc.setdefault("arguments", {})  # noqa: SLF001 - flask-smorest has no other way
                arguments.setdefault("parameters", []).extend(header_parameter(name) for name in headers)
            function = self.doc(
                operationId=view.__name__,
                responses=responses,
                security=SECURITY.get(access, [{"token": []}]),
            )(function)
            if access == "open" and body is not None:
                OPEN_WITH_BODY.add((method, f"{self.url_prefix or ''}{path}"))
            self.route(path, methods=[method])(with_check(check, function, reads_body=body is not None))
            return view

        return decorate


def implied_problems(path: str, body: object, query: object, headers: Sequence[str]) -> list[str]:
    """Return the problem codes that the input of an operation implies."""
    return [
        "unavailable",
        "rate-limited",
        *(BODY_PROBLEMS if body is not None else ()),
        *(["bad-parameter"] if query is not None else ()),
        *(["bad-header"] if headers else ()),
        *(["not-found"] if "<" in path else ()),
        *(["newer-event", "damaged-game"] if ":game>" in path else ()),
    ]


def with_check(check: Callable[[], object] | None, view: Any, *, reads_body: bool) -> Any:
    """Return the view, preceded by the access check. If the body has not been read, the view runs after it has been."""
    if check is None:
        return view

    @wraps(view)
    def run(*args: Any, **kwargs: Any) -> Any:
        check()
        exchange = exchange_of(request)
        if exchange is not None and exchange.unread and reads_body:
            exchange.body_wanted = True
            return placeholder()
        return view(*args, **kwargs)

    return run
