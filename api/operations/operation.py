"""One decorator for an operation of the API: its input, output and errors. Route, parsing and OpenAPI come from it."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import flask_smorest  # type: ignore[import-untyped]
from flask import Response, request
from marshmallow import Schema

from api.auth.authentication import (
    admin_refusal,
    current_account,
    refusal,
    require_account,
    require_admin,
    require_loopback_or_admin,
    require_reader,
    require_rotation,
    require_scope,
)
from api.auth.scopes import ANY, SCOPES, SESSION, scope_refusal
from api.dependencies import dependencies
from api.http.described import header_parameter, header_references, problem_responses, reference
from api.http.request_parser import StrictParser
from api.http.responses import EVENT_STREAM, LINES
from api.http.routes import Route, declared
from api.problems import MIMETYPE, Problem
from api.representations.fields import Form
from infra.accounts import admin_log
from infra.accounts.accounts import Account

View = TypeVar("View", bound=Callable[..., Response])


BODY_PROBLEMS = (
    "empty-body", "malformed-json", "duplicate-key", "too-deep", "bad-text", "bad-number", "body-too-large", "body-too-slow",
    "unsupported-media-type", "bad-body",
)  # fmt: skip
"""Problems of any request body."""

FORM_PROBLEMS = ("body-too-large", "body-too-slow", "unsupported-media-type", "bad-request")
"""Problems of a form."""


class Access(NamedTuple):
    """The accounts that may call an operation, apart from the scope of the token."""

    check: Callable[[], object] | None
    "Raises the reason to refuse the request before its operation runs."
    refusal: Callable[[Account | None], Problem | None] | None
    "Returns the reason to refuse the account of a token, before a body is read and before its scope counts."
    problems: tuple[str, ...]
    "The codes of the reasons."


ACCESS = {
    "open": Access(None, None, ()),
    "player": Access(require_account, refusal, ("unauthorized", "suspended")),
    "reader": Access(require_reader, refusal, ("unauthorized", "suspended", "bad-ticket")),
    "rotation": Access(require_rotation, refusal, ("unauthorized", "suspended")),
    "admin": Access(require_admin, admin_refusal, ("unauthorized", "suspended", "admin-only")),
    "local": Access(require_loopback_or_admin, admin_refusal, ("unauthorized", "suspended", "admin-only")),
}
"""The access levels. A body is read only with a token, unless the operation is open."""

ACCESS_SCOPES = {"open": ANY, "admin": SESSION, "local": SESSION}
"""The scope of access levels whose operations declare none. The token of an admin has no scopes, so it has all."""

SCOPE_PROBLEMS = {SESSION: ("session-only",), ANY: ()}
"""The codes of the reasons to refuse a token for its scopes, if no scope is needed."""

SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "open": [],
    "local": [{}, {"token": []}],
}
"""OpenAPI security for access levels other than a plain token."""


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A group of operations."""

    # None: the schema decides about unknown fields; webargs would accept them in queries.
    ARGUMENTS_PARSER = StrictParser(unknown=None)

    def __init__(self, *args: Any, scope: str | None = None, **kwargs: Any) -> None:
        """Take `scope`, that of the operations that declare none of their own."""
        super().__init__(*args, **kwargs)
        self._scope = scope

    def operation(
        self,
        method: str,
        path: str,
        gives: type[Schema] | None,
        *,
        status: int = 200,
        access: str = "player",
        scope: str | None = None,
        counted: bool = True,
        allowances: Sequence[str] = (),
        allowance_of: Callable[[Any], str] | None = None,
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
        gives_lines: type[Schema] | None = None,
        refuses: type[Schema] | None = None,
        reading: str | None = None,
    ) -> Callable[[View], View]:
        """Register a function as an operation.

        The function receives the query, then the body, if the operation has them, and the parameters of the path.
        `problems` are the codes of its refusals, apart from those that its body, query and access imply. `accepted` are
        the shape of a 202 and its description. `counted`, `allowances` and `allowance_of` are as in `Route`. `scope` is
        what a token needs, one of `SCOPES`, `SESSION` or `ANY`. Every operation that takes a token has one. A `body`
        may be a `Form`. `gives_lines` is the shape of each line of an
        answer of lines. `refuses` is the body of a 400 in the form of another standard. `reading` is the act of an
        admin who gets an answer (`infra.accounts.admin_log`); its subject is the first parameter of the path.
        """
        check, refusal_of, codes = ACCESS[access]
        token_scope = scope or ACCESS_SCOPES.get(access, self._scope)
        if token_scope is None:
            raise TypeError(f"{method} {path} declares no scope")
        route = Route(
            body is not None,
            refusal_of and refusal_with_scope(refusal_of, token_scope),
            counted,
            tuple(allowances),
            allowance_of,
            token_scope,
        )
        lacking = (
            SCOPE_PROBLEMS.get(token_scope, ("insufficient-scope",)) if access not in ACCESS_SCOPES or scope else ()
        )
        responses = problem_responses((*codes, *lacking, *problems, *implied_problems(path, body, query, headers)))
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
        if gives_lines is not None:
            responses[status] = {
                "description": "An object in each line.",
                "content": {LINES: {"schema": gives_lines}},
            }
        if refuses is not None:
            responses[400] = {
                "description": responses[400]["description"],
                "content": {
                    "application/json": {"schema": refuses},
                    MIMETYPE: {"schema": reference("schemas", "Problem")},
                },
            }
        if not_modified:
            responses[304] = {
                "description": "The answer has not changed.",
                "headers": header_references(*gives_headers),
            }

        def decorate(view: View) -> View:
            function: Any = view
            if body is not None:
                place, status_code = ("form", 400) if issubclass(body, Form) else ("json", 422)
                needed = not getattr(body, "optional", False)
                function = self.arguments(
                    body(), location=place, examples=examples, required=needed, error_status_code=status_code
                )(function)
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
                security=SECURITY.get(access, [{"token": [token_scope] if token_scope in SCOPES else []}]),
            )(function)
            self.route(path, methods=[method])(declared(route)(with_check(check, token_scope, reading, function)))
            return view

        return decorate


def implied_problems(path: str, body: type[Schema] | None, query: object, headers: Sequence[str]) -> list[str]:
    """Return the problem codes that the input of an operation implies."""
    return [
        "unavailable",
        "rate-limited",
        *(() if body is None else FORM_PROBLEMS if issubclass(body, Form) else BODY_PROBLEMS),
        *(["bad-parameter"] if query is not None else ()),
        *(["bad-header"] if headers else ()),
        *(["not-found"] if "<" in path else ()),
        *(["newer-event", "damaged-game"] if ":game>" in path else ()),
    ]


def refusal_with_scope(
    refuses: Callable[[Account | None], Problem | None], needed: str
) -> Callable[[Account | None], Problem | None]:
    """Return the function that tells the reason to refuse the account of a token, or the token for its scopes."""
    return lambda account: refuses(account) or scope_refusal(account, needed)


def with_check(check: Callable[[], object] | None, needed: str, reading: str | None, view: Any) -> Any:
    """Return the view, preceded by the access check and that of the scope, and followed by the record of a reading.

    An answer whose reading cannot be recorded is not sent.
    """
    if check is None:
        return view

    @wraps(view)
    def run(*args: Any, **kwargs: Any) -> Any:
        check()
        require_scope(needed)
        answer = view(*args, **kwargs)
        if reading is not None:
            subject = next(iter(kwargs.values()))
            admin_log.record_reading(dependencies().pool, current_account().id, reading, subject, request.path)
        return answer

    return run
