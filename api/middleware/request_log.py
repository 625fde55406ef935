"""Count every response and log one line of it, without any body.

The line holds the route's template, so the only id in it is the game's. The account is a hash. Other values that a
client can choose, such as an unknown method or a malformed id, are not logged.
"""

import logging
import re
import uuid
from functools import cache
from hashlib import sha256
from time import perf_counter
from typing import Any

from flask import Flask, Response, g, request
from werkzeug.routing import Rule

from api.http.exchange import exchange_of
from api.texts.codes import PROBLEMS
from api.texts.codes.games import RULES
from domain.log.identifiers import is_uuid
from infra.observability import metrics

log = logging.getLogger(__name__)

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NO_ROUTE = "none"
OTHER = "other"

REFUSED_BY_RULES = "of-the-rules"
"""Metrics label of every refusal by the rules of a game. Which rule fails first depends on the player's hand, so on a
quiet server a count by rule would reveal that hand.
"""


def attach(app: Flask) -> None:
    """Log and count every request of the application."""
    app.before_request(start_request)
    app.after_request(log_response)


def start_request() -> None:
    """Store the start time and the id of the request."""
    exchange = exchange_of(request)
    g.began = perf_counter() if exchange is None else exchange.began
    g.request_id = client_request_id() or str(uuid.uuid4())


def log_response(response: Response) -> Response:
    """Count the response and log it, unless the request is still to be answered."""
    exchange = exchange_of(request)
    if exchange is not None and exchange.wait is not None:
        return response
    seconds = perf_counter() - g.began
    route = route_template(request.url_rule)
    method = request.method if request.method in METHODS else OTHER
    status = response.status_code
    metrics.REQUESTS.labels(method, route, str(status)).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(seconds)
    code = g.get("code")
    if code is not None:
        metrics.REFUSALS.labels(refusal_label(code)).inc()
    if log.isEnabledFor(logging.INFO):
        log.info("request", extra={"fields": log_fields(method, route, status, seconds)})
    if status >= 500 or client_request_id():
        response.headers["X-Request-Id"] = g.request_id
    return response


def log_fields(method: str, route: str, status: int, seconds: float) -> dict[str, Any]:
    """Return the fields of the log line."""
    account = g.get("account")
    return {
        "event": "request",
        "request": g.request_id,
        "method": method,
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 2),
        "account": None if account is None else hashed_account(account.id),
        "game": game_in_path(),
    }


def hashed_account(account_id: str) -> str:
    """Return the account's name in logs: stable, and meaningless elsewhere."""
    return sha256(f"dobon/account/1|{account_id}".encode()).hexdigest()[:16]


def game_in_path() -> str | None:
    """Return the id of the game in the path, if it has the form of an id."""
    found = (request.view_args or {}).get("game")
    return found if isinstance(found, str) and is_uuid(found) else None


def client_request_id() -> str | None:
    """Return the client's `X-Request-Id` if it is a UUID; no other text of a client enters the log."""
    given = request.headers.get("X-Request-Id", "").lower()
    return given if is_uuid(given) else None


def refusal_label(code: str) -> str:
    """Return the metrics label of a problem code."""
    if code in RULES:
        return REFUSED_BY_RULES
    return code if code in PROBLEMS else OTHER


def route_template(rule: Rule | None) -> str:
    """Return the route as the description of the API writes it."""
    return NO_ROUTE if rule is None else _template(rule.rule)


@cache
def _template(rule: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
