"""Authentication by the request's token or ticket alone: no body names the acting player."""

from typing import cast

from flask import current_app, g, request

from api.auth.scopes import scope_refusal
from api.dependencies import dependencies
from api.http.client_address import is_local
from api.http.exchange import exchange_of
from api.http.headers import bearer_token, idempotency_key
from api.http.query import read_query
from api.http.routes import route_of
from api.middleware import rate_limit
from api.problems import Problem
from domain.log.identifiers import is_uuid
from domain.log.sentences import Sentence
from infra.accounts import tickets
from infra.accounts.accounts import ADMIN_PREFIX, PLAYER_PREFIX, Account
from infra.accounts.tokens import derived_token, new_token, token_hash

METRICS_OPEN = "METRICS_OPEN"
"""Key of the application's configuration: may every client read the metrics?"""

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="dobon"'}


def refusal(account: Account | None) -> Problem | None:
    """Return the reason to refuse the account of a token, the same for a missing, unknown and revoked token."""
    if account is None:
        return Problem(
            "unauthorized",
            "Missing or invalid token: send Authorization: Bearer with a token from POST /v1/players.",
            CHALLENGE,
        )
    if not account.suspended:
        return None
    problem = Problem(
        "suspended",
        "An admin has suspended this account. Its tokens are refused until the suspension ends or is lifted.",
    )
    if account.suspended_until is not None:
        problem.extra["until"] = account.suspended_until
    return problem


def admin_refusal(account: Account | None) -> Problem | None:
    """Return the reason to refuse the account of a token in an operation for admins."""
    found = refusal(account)
    if found is not None or account is None or account.admin:
        return found
    return Problem(
        "admin-only",
        "This operation requires an admin token. Create one on the server's command line: dobon token --admin.",
    )


def require_account() -> Account:
    """Return the account of the request's token.

    The server has refused an unknown token before it read a body. Another account is looked up again after that, in
    memory, because it may have lost its right since. Raises `Problem` with `unauthorized` or `suspended`.
    """
    exchange = exchange_of(request)
    if exchange is not None and exchange.refusal is not None:
        raise exchange.refusal
    token = bearer_token(request)
    found = dependencies().accounts.account_of(token) if token else None
    return _admit(found, token_hash(token or ""))


def require_admitted(digest: bytes) -> None:
    """Raise `Problem` with `unauthorized` or `suspended` if the token with this hash is no longer admitted."""
    problem = refusal(dependencies().accounts.account_of_hash(digest))
    if problem is not None:
        raise problem


def require_rotation() -> Account:
    """Return the account of the request's token; also of a token that this request, sent before, has replaced.

    Raises as `require_account`.
    """
    token, new, known = bearer_token(request), rotated_token(), dependencies().accounts
    found = known.account_of(new) if token and known.account_of(token) is None else None
    return require_account() if found is None else _admit(found, token_hash(new))


def rotated_token() -> str:
    """Return the token that replaces that of the request, of the same kind; with a key the same one each time.

    Raises `Problem("bad-header")`.
    """
    key, token = idempotency_key(request), bearer_token(request) or ""
    prefix = ADMIN_PREFIX if token.startswith(ADMIN_PREFIX) else PLAYER_PREFIX
    return new_token(prefix) if key is None else derived_token(prefix, token, f"{request.path}|{key}")


def require_scope(needed: str) -> None:
    """Raise `Problem` unless the token of the request, which was admitted, has the scope (`api.auth.scopes`)."""
    account = g.get("account")
    if account is not None and account.scopes is not None:
        problem = scope_refusal(account, needed)
        if problem is not None:
            raise problem


def account_if_any() -> Account | None:
    """Return the account of the request's token; None without a valid token, in an operation open to everybody.

    Raises `Problem("insufficient-scope")` for a token without the scope that the operation declares.
    """
    token = bearer_token(request)
    found = dependencies().accounts.account_of(token) if token else None
    if found is None or found.suspended:
        return None
    problem = scope_refusal(found, route_of(current_app, request.endpoint).scope)
    if problem is not None:
        raise problem
    rate_limit.charge_account(found.id)
    return found


def require_reader() -> Account:
    """Return the account of the request's token, or of its ticket, which is invalid from now on. A token in the header
    is preferred, and leaves a ticket unused.

    Raises `Problem("bad-ticket")`, the same for an unknown, used and expired ticket and for one of another game or a
    revoked token, and as `read_query` and `require_account`.
    """
    ticket = read_query(request).get("ticket")
    if ticket is None or request.method != "GET" or bearer_token(request) is not None:
        return require_account()
    game, now = (request.view_args or {}).get("game"), dependencies().games.now()
    digest = tickets.use(dependencies().pool, game, ticket, now) if game is None or is_uuid(game) else None
    found = None if digest is None else dependencies().accounts.account_of_hash(digest)
    if found is None or digest is None:
        raise Problem(
            "bad-ticket",
            Sentence(
                "Invalid ticket: send one that was made for this stream, once and within {seconds} s.",
                seconds=tickets.TICKET_SECONDS,
            ),
            CHALLENGE,
        )
    return _admit(found, digest)


def _admit(found: Account | None, digest: bytes) -> Account:
    """Make an account the account of the request, whose token has that hash. Raises as `require_account`."""
    problem = refusal(found)
    if problem is not None:
        rate_limit.charge_refused()
        raise problem
    assert found is not None  # or it was refused
    g.account, g.token_hash = found, digest
    rate_limit.charge_account(found.id)
    return found


def require_admin() -> Account:
    """Return the admin account of the request's token. Raises as `require_account`, and `Problem("admin-only")`."""
    found = require_account()
    if (problem := admin_refusal(found)) is not None:
        raise problem
    return found


def require_loopback_or_admin() -> None:
    """Require a request from this machine or an admin's token, unless metrics are open. Raises as `require_admin`."""
    if not (current_app.config.get(METRICS_OPEN) or is_local()):
        require_admin()


def current_account() -> Account:
    """Return the account of the request, in an operation that requires one."""
    return cast("Account", g.account)


def current_token() -> bytes:
    """Return the SHA-256 of the token of the request, or of the token behind its ticket."""
    return cast("bytes", g.token_hash)
