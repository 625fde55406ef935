"""Authentication by the request's token alone: no body names the acting player."""

from typing import cast

from flask import current_app, g, request

from api.dependencies import dependencies
from api.http.client_address import is_local
from api.http.headers import bearer_token
from api.middleware import rate_limit
from api.problems import Problem
from infra.repositories.accounts import Account

METRICS_OPEN = "METRICS_OPEN"
"""Key of the application's configuration: may every client read the metrics?"""

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="dobon"'}


def require_account() -> Account:
    """Return the account of the request's token.

    Raises `Problem("unauthorized")`, the same for a missing, unknown and revoked token, and `Problem("suspended")`.
    """
    token = bearer_token(request)
    found = dependencies().accounts.account_of(token) if token else None
    if found is None:
        rate_limit.charge_address()
        raise Problem(
            "unauthorized",
            "Missing or invalid token: send Authorization: Bearer with a token from POST /v1/players.",
            CHALLENGE,
        )
    if found.suspended:
        raise Problem(
            "suspended", "An admin has suspended this account. Its tokens are refused until the suspension is lifted."
        )
    g.account = found
    rate_limit.limit_account(found.id)
    return found


def require_admin() -> Account:
    """Return the admin account of the request's token. Raises as `require_account`, and `Problem("admin-only")`."""
    found = require_account()
    if not found.admin:
        raise Problem(
            "admin-only",
            "This operation requires an admin token. Create one on the server's command line: dobon token --admin.",
        )
    return found


def require_loopback_or_admin() -> None:
    """Require a request from this machine or an admin's token, unless metrics are open. Raises as `require_admin`."""
    if not (current_app.config.get(METRICS_OPEN) or is_local()):
        require_admin()


def current_account() -> Account:
    """Return the account of the request, in an operation that requires one."""
    return cast("Account", g.account)
