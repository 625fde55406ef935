"""Who is asking. The token says it and nothing else does: no body names a player."""

from typing import cast

from flask import current_app, g, request

from api.dependencies import dependencies
from api.http.client_address import is_local
from api.http.headers import bearer_token
from api.middleware import rate_limit
from api.problems import Problem
from infra.repositories.accounts import Account, account_of

METRICS_OPEN = "METRICS_OPEN"
"""In the application's configuration: may everybody read the figures of the server?"""

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="dobon"'}


def require_account() -> Account:
    """The account of the request's token. Raises `Problem("unauthorized")`, the same for a missing, unknown and revoked one, and `suspended`."""
    token = bearer_token(request)
    found = account_of(dependencies().pool, token) if token else None
    if found is None:
        rate_limit.charge_address()
        raise Problem("unauthorized", "Send Authorization: Bearer with a token of POST /v1/players.", CHALLENGE)
    if found.suspended:
        raise Problem("suspended", "An admin has suspended this account. Until that is lifted its tokens open nothing.")
    g.account = found
    rate_limit.limit_account(found.id)
    return found


def require_admin() -> Account:
    """The same for an admin's token. Raises `Problem("unauthorized" | "suspended" | "admin-only")`."""
    found = require_account()
    if not found.admin:
        raise Problem("admin-only", "Admin tokens are made on the server's command line: dobon token --admin.")
    return found


def require_loopback_or_admin() -> None:
    """A request from this machine, or an admin's token; everybody, where the server was told so. Raises as `require_admin`."""
    if not (current_app.config.get(METRICS_OPEN) or is_local()):
        require_admin()


def current_account() -> Account:
    """Who is asking, in an operation that asked for it."""
    return cast("Account", g.account)
