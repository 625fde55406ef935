"""The request of an app for permission, and the steps that follow it."""

from collections.abc import Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from flask import Flask
from werkzeug.test import TestResponse

from api.http.request_body import FORM
from api.operations import authorization
from prove.harness.application import Caller

BACK = "https://app.example/back"
VERIFIER = "v" * 43
AUTHORIZATION = {
    "response_type": "code",
    "client_id": "my-app",
    "redirect_uri": BACK,
    "scope": "games:read games:play",
    "state": "s1",
    "code_challenge": create_s256_code_challenge(VERIFIER),
    "code_challenge_method": "S256",
}


def allow(player: Caller, **changes: str) -> dict[str, str]:
    """Return the parameters that the app gets when the player gives the permission."""
    answer = player.post("/v1/authorization", {**AUTHORIZATION, **changes, "allow": True})
    assert answer.status_code == 200, answer.json
    return returned(answer.json["redirect"])


def returned(redirect: str) -> dict[str, str]:
    """Return the parameters with which a player comes back to the app."""
    return {name: value for name, (value,) in parse_qs(urlsplit(redirect).query).items()}


def send_form(app: Flask, path: str, fields: Mapping[str, str] | bytes) -> TestResponse:
    """Return the answer to a form."""
    body = fields if isinstance(fields, bytes) else urlencode(fields)
    return Caller(app).call("POST", path, data=body, headers={"Content-Type": FORM})


def collect(app: Flask, code: str, **changes: str) -> TestResponse:
    """Return the answer to an app that exchanges a code for its token."""
    fields = {
        "grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "client_id": "my-app", "code_verifier": VERIFIER,
    }  # fmt: skip
    return send_form(app, authorization.TOKEN, {**fields, **changes})
