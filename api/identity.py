"""Who is asking. The token says it and nothing else does: no body names a player."""

from typing import cast

from flask import g, request

from api.bodies import bearer
from api.problems import Problem
from api.services import services
from infra.accounts import Account, who

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="dobon"'}


def require_account() -> Account:
    """The account of the request's token. Raises `Problem("unauthorized")`, the same for a missing, unknown and revoked one, and `suspended`."""
    token = bearer(request)
    found = who(services().pool, token) if token else None
    if found is None:
        raise Problem("unauthorized", "Send Authorization: Bearer with a token of POST /v1/players.", CHALLENGE)
    if found.suspended:
        raise Problem("suspended", "An admin has suspended this account. Until that is lifted its tokens open nothing.")
    g.account = found
    return found


def require_admin() -> Account:
    """The same for an admin's token. Raises `Problem("unauthorized" | "suspended" | "admin-only")`."""
    found = require_account()
    if not found.admin:
        raise Problem("admin-only", "Admin tokens are made on the server's command line: dobon token --admin.")
    return found


def account() -> Account:
    """Who is asking, in an operation that asked for it."""
    return cast("Account", g.account)
