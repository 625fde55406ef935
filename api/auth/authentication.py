"""Who is asking. The token says it and nothing else does: no body names a player."""

from ipaddress import ip_address
from typing import cast

from flask import current_app, g, request

from api.dependencies import services
from api.http.request_body import bearer
from api.middleware import rate_limit
from api.problems import Problem
from infra.repositories.accounts import Account, who

METRICS_OPEN = "METRICS_OPEN"
"""In the application's configuration: may everybody read the figures of the server?"""

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="dobon"'}


def require_account() -> Account:
    """The account of the request's token. Raises `Problem("unauthorized")`, the same for a missing, unknown and revoked one, and `suspended`."""
    token = bearer(request)
    found = who(services().pool, token) if token else None
    if found is None:
        rate_limit.stranger_spends()
        raise Problem("unauthorized", "Send Authorization: Bearer with a token of POST /v1/players.", CHALLENGE)
    if found.suspended:
        raise Problem("suspended", "An admin has suspended this account. Until that is lifted its tokens open nothing.")
    g.account = found
    rate_limit.account_spends(found.id)
    return found


def require_admin() -> Account:
    """The same for an admin's token. Raises `Problem("unauthorized" | "suspended" | "admin-only")`."""
    found = require_account()
    if not found.admin:
        raise Problem("admin-only", "Admin tokens are made on the server's command line: dobon token --admin.")
    return found


def require_local_or_admin() -> None:
    """A request from this machine, or an admin's token; everybody, where the server was told so. Raises as `require_admin`."""
    if not (current_app.config.get(METRICS_OPEN) or is_local()):
        require_admin()


def is_local() -> bool:
    """Does the request come from this very machine, and not through a proxy on it?"""
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def account() -> Account:
    """Who is asking, in an operation that asked for it."""
    return cast("Account", g.account)
