"""Every exception that can leave a view, turned into an answer."""

import logging

from flask import Flask, Response
from werkzeug.exceptions import BadHost, HTTPException

from api.problems import PROBLEMS, STATUS_CODES, Problem, answer_problem
from domain.errors import Refused
from infra.postgres.pool import UNREACHABLE
from infra.postgres.retry import Unavailable

log = logging.getLogger(__name__)


def answer_refused(error: Refused) -> Response:
    """A rule of a game, or of this API, said no."""
    headers = error.headers if isinstance(error, Problem) else None
    if error.code not in PROBLEMS:
        log.error("no row in the table of problems for %s", error.code)
    return answer_problem(error.code, error.detail, headers, **error.extra)


def answer_http_error(error: HTTPException) -> Response:
    """Flask or werkzeug said no."""
    status = error.code or 500
    code = STATUS_CODES.get(status, "bad-request" if status < 500 else "internal-error")
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    detail = "The Host header names no host." if isinstance(error, BadHost) else ""
    return answer_problem(code, detail, headers)


def answer_unavailable(error: Exception) -> Response:
    """The database cannot be reached. Whatever was asked for may or may not have been done: ask again with the same key."""
    log.warning("database unavailable: %s", type(error).__name__)
    detail = "Ask again in a moment, with the same Idempotency-Key where you gave one."
    return answer_problem("unavailable", detail)


def answer_internal_error(error: Exception) -> Response:
    """A bug. The log has it; the answer tells nothing of the inside."""
    log.error("unexpected %s", type(error).__name__, exc_info=error)
    return answer_problem("internal-error")


def attach(app: Flask) -> None:
    """Have the application answer all of them but errors of HTTP, for which flask-smorest registers what `api.openapi.spec.Api` says."""
    app.register_error_handler(Refused, answer_refused)
    # PoolTimeout is an OperationalError too; an InterfaceError is a connection that broke between two statements.
    for unavailable in (Unavailable, *UNREACHABLE):
        app.register_error_handler(unavailable, answer_unavailable)
    app.register_error_handler(Exception, answer_internal_error)
