"""Turn every exception that leaves a view into a response."""

import logging

from flask import Flask, Response, request
from werkzeug.exceptions import BadHost, HTTPException

from api.dependencies import dependencies
from api.problems import STATUS_CODES, Problem, answer_problem, vary_by_language
from api.texts.codes import PROBLEMS
from domain.log.errors import Refused
from infra.event_store import damaged_games
from infra.event_store.damaged_games import DamagedGame
from infra.postgres.damage import DAMAGE_ERRORS, is_damage
from infra.postgres.disk import DISK
from infra.postgres.pool import UNREACHABLE
from infra.postgres.retry import DiskFull, Unavailable

log = logging.getLogger(__name__)

DISK_FULL = "The disk of the database is full, and nothing was stored: retry after the operators have freed space."


def answer_refused(error: Refused) -> Response:
    """Answer a refusal by a rule of a game or of this API."""
    headers = error.headers if isinstance(error, Problem) else None
    if error.code not in PROBLEMS:
        log.error("no row in the table of problems for %s", error.code)
    return answer_problem(error.code, error.detail, headers, **error.extra)


def answer_http_error(error: HTTPException) -> Response:
    """Answer an error that Flask or werkzeug raised."""
    status = error.code or 500
    code = STATUS_CODES.get(status, "bad-request" if status < 500 else "internal-error")
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    detail = (
        "The Host header is invalid: send a host name or address, optionally with a port."
        if isinstance(error, BadHost)
        else ""
    )
    return answer_problem(code, detail, headers)


def answer_unavailable(error: Exception) -> Response:
    """Answer a request during which the database became unavailable; its command may or may not be committed."""
    if isinstance(error, DiskFull) or DISK.notice(error):
        return answer_problem("unavailable", DISK_FULL, {"Retry-After": "30"})
    log.warning("database unavailable: %s", type(error).__name__)
    detail = "Retry in a moment; if the request had an Idempotency-Key, send the same key again."
    return answer_problem("unavailable", detail)


def answer_damage(error: Exception) -> Response:
    """Answer a request that met damaged data: with the game, if the request names one, and else as a server error."""
    game = (request.view_args or {}).get("game")
    if not is_damage(error) or game is None:
        return answer_internal_error(error)
    damaged = DamagedGame(game, error)
    damaged_games.record(dependencies().pool, damaged)
    return answer_refused(damaged)


def answer_internal_error(error: Exception) -> Response:
    """Answer a bug. The log has the details; the response reveals none of them."""
    log.error("unexpected %s", type(error).__name__, exc_info=error)
    return answer_problem("internal-error")


def attach(app: Flask) -> None:
    """Register the handlers. `api.openapi.spec.Api` handles HTTP errors, because flask-smorest registers a handler of
    its own.
    """
    app.after_request(vary_by_language)
    app.register_error_handler(Refused, answer_refused)
    # PoolTimeout is an OperationalError too; an InterfaceError is a connection that broke between two statements.
    for unavailable in (Unavailable, *UNREACHABLE):
        app.register_error_handler(unavailable, answer_unavailable)
    for damage in DAMAGE_ERRORS:
        app.register_error_handler(damage, answer_damage)
    app.register_error_handler(Exception, answer_internal_error)
