"""Apps of others get permission by OAuth 2.1: a code with PKCE, for public clients without registration.

Authlib judges requests and forms the answers; here is what this server adds. An app is what its redirect address says,
because nothing else of an app can be checked: nobody registers, and `client_id` is a word that the app has chosen. The
rules are those of RFC 6749, 7009, 7636 (`S256` alone), 8252 (apps on devices), 9207 (`iss`) and 9700.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import AuthorizationServer, OAuth2Error, OAuth2Request
from authlib.oauth2.rfc6749 import ClientMixin, InvalidRequestError, InvalidScopeError
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7636 import CodeChallenge

from api.auth.scopes import SCOPES
from domain.log.errors import Refused
from domain.log.moments import Moment
from infra.accounts import authorization_codes
from infra.accounts.accounts import PLAYER_PREFIX
from infra.accounts.authorization_codes import TOKEN_SECONDS, Admission
from infra.accounts.keyed_requests import Connection
from infra.accounts.tokens import new_token, token_hash
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once

MOST_CLIENT = 200
MOST_ADDRESS = 500
"""Limits of `client_id` and `redirect_uri`, in characters."""

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Hosts of apps on the player's own device (RFC 8252, section 7.3), the only ones without TLS."""

_CLIENT = re.compile(rf"[\x21\x23-\x5b\x5d-\x7e]{{1,{MOST_CLIENT}}}")
_ADDRESS = re.compile(rf"[A-Za-z0-9._~:/?@!$&'()*+,;=%\[\]-]{{1,{MOST_ADDRESS}}}")
_HOST = re.compile(r"[a-z0-9.-]+|\[[0-9a-f:.]+\]")
_PRIVATE_SCHEME = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


def address_of(redirect: str) -> str | None:
    """Return whose app a redirect address belongs to; None if no code may be sent there.

    That is the host of an `https` address, the scheme of an app on a phone, such as `com.example.app`, or a loopback
    address with its port.
    """
    if not _ADDRESS.fullmatch(redirect):
        return None
    try:
        parts = urlsplit(redirect)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if _PRIVATE_SCHEME.fullmatch(parts.scheme):
        return parts.scheme
    if not host or not _HOST.fullmatch(parts.netloc.rpartition(":")[0] if port else parts.netloc):
        return None
    if parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK):
        return parts.netloc
    return None


class App(ClientMixin):  # type: ignore[misc]
    """A public client, of which only the id and the redirect address are known."""

    def __init__(self, client: str) -> None:
        self.client = client

    def get_client_id(self) -> str:
        """Return the id that the app has chosen."""
        return self.client

    def get_default_redirect_uri(self) -> None:
        """Return None: every request names its redirect address."""

    def get_allowed_scope(self, scope: str) -> str:
        """Return the scopes as they are: the player has allowed exactly them."""
        return scope

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Tell whether a code may be sent to an address."""
        return address_of(redirect_uri) is not None

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:  # noqa: ARG002 - Authlib's own
        """Tell whether an app may name itself in this way: by its id alone."""
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        """Tell whether an app may ask for this: a code."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Tell whether an app may collect a token by this: a code."""
        return grant_type == "authorization_code"


class AppRequest(OAuth2Request):  # type: ignore[misc]
    """A request of an app, and the transaction that answers it."""

    def __init__(self, fields: Mapping[str, str], conn: Connection | None, at: Moment) -> None:
        super().__init__("POST", "https://dobon/")  # Authlib reads neither
        self.payload = BasicOAuth2Payload(dict(fields))
        self.conn = conn
        self.at = at
        self.ended = False
        "Whether answering has ended a token."

    @property
    def form(self) -> dict[str, str]:
        """The fields of the request."""
        found: dict[str, str] = self.payload.data
        return found


class Admitted(Admission):
    """A used code, as Authlib asks about it."""

    code_challenge_method = "S256"

    @property
    def code_challenge(self) -> str:
        """The SHA-256 of the secret."""
        return self.challenge

    def get_redirect_uri(self) -> str:
        """Return the address to which the code was sent."""
        return self.redirect

    def get_scope(self) -> str:
        """Return the scopes, separated by spaces."""
        return " ".join(self.scopes)


class CodeGrant(AuthorizationCodeGrant):  # type: ignore[misc]
    """Codes in the database."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def save_authorization_code(self, code: str, request: AppRequest) -> None:
        """Keep the code for the app; `request.user` are the pool and the player."""
        pool, player = request.user
        redirect, data = request.payload.redirect_uri, request.payload.data
        admission = Admission(
            player, request.payload.client_id, redirect, data["code_challenge"],
            sorted({*request.payload.scope.split()}), address_of(redirect) or "",
        )  # fmt: skip
        authorization_codes.add(pool, token_hash(code), admission, request.at)

    def query_authorization_code(self, code: str, client: App) -> Admitted | None:
        """Return what the code stands for, which is used up from now on; None for another app and an invalid code."""
        try:
            found, self.request.ended = authorization_codes.use(self.request.conn, token_hash(code), self.request.at)
        except Refused:  # the account was suspended or erased
            return None
        return Admitted(*found) if found is not None and found.client == client.client else None

    def authenticate_user(self, authorization_code: Admitted) -> str:
        """Return the player who has admitted the app."""
        return authorization_code.player

    def delete_authorization_code(self, authorization_code: Admitted) -> None:
        """Do nothing: the code is used up, and its second use has to be seen."""


class S256(CodeChallenge):  # type: ignore[misc]
    """PKCE, which every request needs, and only by SHA-256."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ("S256",)

    def validate_code_challenge(self, grant: CodeGrant, redirect_uri: str) -> None:
        """Raise `InvalidRequestError` for a request without PKCE or with another method."""
        data = grant.request.payload.data
        if data.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(data.get("code_challenge") or ""):
            raise InvalidRequestError("PKCE is needed: send code_challenge with code_challenge_method=S256.")
        super().validate_code_challenge(grant, redirect_uri)


@dataclass
class Answer:
    """An answer in the form of OAuth."""

    status: int
    body: Any
    location: str | None


class Apps(AuthorizationServer):  # type: ignore[misc]
    """The authorization server."""

    def __init__(self) -> None:
        super().__init__(tuple(SCOPES))
        self.register_grant(CodeGrant, [S256()])
        self.register_token_generator("default", _token)

    def query_client(self, client_id: str) -> App | None:
        """Return the app with an id; None for one without the form of an id."""
        return App(client_id) if _CLIENT.fullmatch(client_id) else None

    def save_token(self, token: Mapping[str, Any], request: AppRequest) -> None:
        """Store the token that an app collects."""
        code = token_hash(request.form["code"])
        assert request.conn is not None
        authorization_codes.collect(request.conn, code, request.authorization_code, token["access_token"], request.at)

    def create_oauth2_request(self, request: AppRequest) -> AppRequest:
        """Return the request as it is."""
        return request

    def validate_requested_scope(self, scope: str | None) -> None:
        """Raise `InvalidScopeError` for unknown scopes, and for none."""
        if not (scope or "").split():
            raise InvalidScopeError
        super().validate_requested_scope(scope)

    def handle_response(self, status: int, body: Any, headers: list[tuple[str, str]]) -> Answer:
        """Return the answer."""
        return Answer(status, body, dict(headers).get("Location"))

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Do nothing."""


def _token(*, scope: str, **_: Any) -> dict[str, Any]:
    """Return a new token, as the app gets it."""
    return {
        "access_token": new_token(PLAYER_PREFIX), "token_type": "Bearer", "expires_in": TOKEN_SECONDS, "scope": scope,
    }  # fmt: skip


APPS = Apps()


class Unfit(Exception):
    """A request for permission that cannot be granted. `redirect` tells the app, if its address is valid."""

    def __init__(self, error: OAuth2Error, issuer: str) -> None:
        self.error = error.error
        self.description = error.get_error_description()
        self.redirect = with_issuer(dict(error()[2]).get("Location"), issuer) if error.redirect_uri else None


def check(fields: Mapping[str, str], issuer: str, at: Moment) -> tuple[str, list[str]]:
    """Return whose app asks for permission, and for which scopes. Raises `Unfit`."""
    grant = _grant(AppRequest(fields, None, at), issuer)
    return address_of(grant.redirect_uri) or "", sorted({*fields["scope"].split()})


def decide(pool: Pool, player: str, fields: Mapping[str, str], allowed: bool, issuer: str, at: Moment) -> str:
    """Return the address that tells the app what the player has decided: with a code, or with `access_denied`.

    Raises `Unfit`, `Refused("too-many-tokens")` and as `sessions.lock_player`.
    """
    request = AppRequest(fields, None, at)
    grant = _grant(request, issuer)
    answer = APPS.create_authorization_response(request, (pool, player) if allowed else None, grant)
    return with_issuer(answer.location, issuer) or ""


def _grant(request: AppRequest, issuer: str) -> CodeGrant:
    try:
        found: CodeGrant = APPS.get_consent_grant(request)
    except OAuth2Error as error:
        raise Unfit(error, issuer) from None
    return found


def with_issuer(location: str | None, issuer: str) -> str | None:
    """Return an address for the app that also says who answers (RFC 9207)."""
    found: str | None = location and add_params_to_uri(location, [("iss", issuer)])
    return found


def exchange(pool: Pool, fields: Mapping[str, str], at: Moment) -> tuple[Answer, bool]:
    """Return the answer to an app that collects a token, and whether it has ended one. Raises `Unavailable`."""

    def work(conn: Connection) -> tuple[Answer, bool]:
        # Committed also after an error, because the code is used up.
        with conn.transaction():
            request = AppRequest(fields, conn, at)
            return APPS.create_token_response(request), request.ended

    return write_once(pool, work)
