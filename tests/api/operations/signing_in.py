"""Ways to sign in, as players of tests get them."""

from typing import Any

from prove.harness.application import Caller
from prove.harness.authenticator import Authenticator


def options(caller: Caller, path: str = "/v1/players/me/passkey-options") -> dict[str, Any]:
    answer = caller.post(path)
    assert answer.status_code == 200, answer.json
    found: dict[str, Any] = answer.json["options"]
    return found


def add_passkey(caller: Caller, authenticator: Authenticator | None = None, **body: Any) -> Authenticator:
    authenticator = authenticator or Authenticator()
    made = caller.post("/v1/players/me/passkeys", {"credential": authenticator.create(options(caller)), **body})
    assert made.status_code == 201, made.json
    return authenticator


def recovery_codes(caller: Caller) -> list[str]:
    made = caller.post("/v1/players/me/recovery-codes")
    assert made.status_code == 201
    codes: list[str] = made.json["codes"]
    return codes


def device_code(caller: Caller) -> str:
    made = caller.post("/v1/players/me/device-links")
    assert made.status_code == 201
    code: str = made.json["code"]
    return code
