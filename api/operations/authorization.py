"""Permission for apps of others: OAuth 2.1 with a code and PKCE. `api.auth.apps` has the rules."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Response, request
from marshmallow import fields

from api.auth import apps
from api.auth.authentication import current_account
from api.auth.scopes import SCOPES, SESSION
from api.dependencies import dependencies
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.operations.personal_tokens import scope_field
from api.problems import Problem
from api.representations import fields as f
from infra import clock
from infra.accounts import authorization_codes

PAGE, TOKEN, REVOKE = "/authorize.html", "/oauth/token", "/oauth/revoke"
CLIENT, REDIRECT, SCOPE = "my-app", "https://app.example/back", "games:read games:play"
EXAMPLE_TOKEN = "dbn_mU4rPCyEo6nHLqS8eL3Vw0yvQn5t2dXkZb7aJgR1hFs"  # noqa: S105 - invented

PRINTABLE = r"^[\x20-\x7e]*$"


def parameter(example: str, maximum: int, *, required: bool = True) -> fields.String:
    """Return the field for a parameter of OAuth, whose value is judged in the words of OAuth."""
    valid = [f.Length(0, maximum), f.Pattern(PRINTABLE, error="Must be printable ASCII.")]
    return fields.String(validate=valid, required=required, metadata={"examples": [example]})


class AuthorizationQuery(f.Body):
    """The request of an app for permission, as it came to the page (RFC 6749, section 4.1.1)."""

    response_type = parameter("code", 20)
    client_id = parameter(CLIENT, apps.MOST_CLIENT)
    redirect_uri = parameter(REDIRECT, apps.MOST_ADDRESS)
    scope = parameter(SCOPE, 500)
    state = parameter("xyz", 1000, required=False)
    code_challenge = parameter("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", 128)
    code_challenge_method = parameter("S256", 20)


class AuthorizationDecision(AuthorizationQuery):
    """The request of the app, and what the player says to it."""

    allow = f.Flag(required=True, metadata={"description": "Whether the app gets the permission.", "examples": [True]})


class AuthorizationRequest(f.Answer):
    """What an app asks for."""

    client_id = f.text(CLIENT, "The name that the app gives itself. Nobody has checked it.", required=True)
    address = f.text("app.example", "Whose app it is: the host or the scheme of its redirect address.", required=True)
    scopes = fields.List(scope_field(), required=True)


class AuthorizationResponse(f.Answer):
    """The way back to the app."""

    redirect = f.text(f"{REDIRECT}?code=Zt3k&state=xyz&iss=https%3A%2F%2Fplay.example", required=True)


class TokenRequest(f.Form):
    """The request of an app for its token (RFC 6749, section 4.1.3; RFC 7636, section 4.5)."""

    grant_type = fields.String(metadata={"examples": ["authorization_code"]})
    code = fields.String()
    redirect_uri = fields.String(metadata={"examples": [REDIRECT]})
    client_id = fields.String(metadata={"examples": [CLIENT]})
    code_verifier = fields.String(metadata={"examples": ["dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"]})


class AppToken(f.Answer):
    """The token of an app. It is sent like any other token, and may do what its scopes name."""

    access_token = f.text(EXAMPLE_TOKEN, required=True)
    token_type = f.chosen("Bearer", required=True)
    expires_in = f.count("Seconds until it is refused.", required=True)
    scope = f.text(SCOPE, required=True)


class OAuthError(f.Answer):
    """A refusal in the form of OAuth (RFC 6749, section 5.2)."""

    error = f.text("invalid_grant", required=True)
    error_description = f.text("Invalid 'code' in request.")


class RevocationRequest(f.Form):
    """A token of the app to end (RFC 7009)."""

    token = fields.String(metadata={"examples": [EXAMPLE_TOKEN]})
    token_type_hint = fields.String(metadata={"examples": ["access_token"]})
    client_id = fields.String(metadata={"examples": [CLIENT]})


class ServerMetadata(f.Answer):
    """What apps need to know about the authorization server (RFC 8414)."""

    issuer = f.text("https://play.example", required=True)
    authorization_endpoint = f.text(f"https://play.example{PAGE}", required=True)
    token_endpoint = f.text(f"https://play.example{TOKEN}", required=True)
    revocation_endpoint = f.text(f"https://play.example{REVOKE}", required=True)
    scopes_supported = fields.List(scope_field(), required=True)
    response_types_supported = fields.List(f.chosen("code"), required=True)
    grant_types_supported = fields.List(f.chosen("authorization_code"), required=True)
    code_challenge_methods_supported = fields.List(f.chosen("S256"), required=True)
    token_endpoint_auth_methods_supported = fields.List(f.chosen("none"), required=True)
    revocation_endpoint_auth_methods_supported = fields.List(f.chosen("none"), required=True)
    authorization_response_iss_parameter_supported = f.Flag(required=True)


blueprint = Blueprint(
    "authorization", __name__, scope=SESSION, description="Permission for apps of others (OAuth 2.1)."
)


def issuer() -> str:
    """Return the name of this server for apps: its origin."""
    return request.host_url.rstrip("/")


def unfit(found: apps.Unfit) -> Problem:
    """Return the refusal of a request for permission."""
    return Problem(
        "bad-authorization-request",
        "The app asks in a way that the server does not accept: error and error_description say why.",
        error=found.error,
        error_description=found.description,
        redirect=found.redirect,
    )


@blueprint.operation(
    "GET", "/v1/authorization", AuthorizationRequest, query=AuthorizationQuery, problems=["bad-authorization-request"]
)
def get_authorization_request(query: dict[str, Any]) -> Response:
    """Check what an app asks for.

    The page that an app opens asks this before it asks the player. In a refusal, `redirect` is the address that tells
    the app, if one may be opened.
    """
    try:
        address, scopes = apps.check(query, issuer(), clock.now())
    except apps.Unfit as found:
        raise unfit(found) from None
    return json_response({"client_id": query["client_id"], "address": address, "scopes": scopes})


@blueprint.operation(
    "POST",
    "/v1/authorization",
    AuthorizationResponse,
    body=AuthorizationDecision,
    problems=["bad-authorization-request", "too-many-tokens"],
)
def decide_authorization(body: dict[str, Any]) -> Response:
    """Give an app the permission that it asks for, or refuse it.

    The player is then sent to `redirect`. With permission it has a code, which is valid once and for a minute.
    """
    allow = body.pop("allow")
    try:
        redirect = apps.decide(dependencies().pool, current_account().id, body, allow, issuer(), clock.now())
    except apps.Unfit as found:
        raise unfit(found) from None
    return json_response({"redirect": redirect})


@blueprint.operation("POST", TOKEN, AppToken, access="open", body=TokenRequest, refuses=OAuthError)
def collect_token(body: dict[str, Any]) -> Response:
    """Exchange a code for the token of an app.

    The second use of a code is refused and ends the token of the first.
    """
    answer, ended = apps.exchange(dependencies().pool, body, clock.now())
    if ended:
        dependencies().accounts.expire()
    return json_response(dict(answer.body), answer.status)


@blueprint.operation("POST", REVOKE, None, access="open", body=RevocationRequest, refuses=OAuthError)
def revoke_app_token(body: dict[str, Any]) -> Response:
    """End a token of an app.

    The token of another app is left alone, with the same answer (RFC 7009, section 2.2).
    """
    if not body.get("token") or not re.fullmatch(PRINTABLE, body.get("client_id") or "\0"):
        return json_response({"error": "invalid_request", "error_description": "Send token and client_id."}, 400)
    if authorization_codes.end_token(dependencies().pool, body["token"], body["client_id"], clock.now()):
        dependencies().accounts.expire()
    return Response(status=200)


@blueprint.operation("GET", "/.well-known/oauth-authorization-server", ServerMetadata, access="open")
def get_server_metadata() -> Response:
    """Get what apps need to know to ask for permission.

    Apps are public clients without registration: `client_id` may be any word, and PKCE takes the place of a secret.
    """
    return json_response(metadata(issuer()))


def metadata(origin: str) -> Mapping[str, Any]:
    """Return the metadata of the server with this origin."""
    return {
        "issuer": origin,
        "authorization_endpoint": origin + PAGE,
        "token_endpoint": origin + TOKEN,
        "revocation_endpoint": origin + REVOKE,
        "scopes_supported": [*SCOPES],
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": True,
    }
