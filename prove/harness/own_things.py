"""Things that belong to one account: sessions, tokens, passkeys, codes for devices, browsers, webhooks, reports and
challenges.
"""

from collections.abc import Callable

from prove.harness.application import Caller
from prove.harness.authenticator import Authenticator
from prove.harness.receivers import BROWSER, RECEIVER


def current_session(owner: Caller) -> str:
    """Return the id of the session of the caller."""
    sessions = owner.get("/v1/players/me/sessions").json["sessions"]
    return next(str(session["id"]) for session in sessions if session["current"])


def new_program(owner: Caller, *scopes: str) -> Caller:
    """Return a program with a new personal token of the caller, the only one of the account."""
    for token in owner.get("/v1/players/me/personal-tokens").json["tokens"]:
        assert owner.delete(f"/v1/players/me/personal-tokens/{token['id']}").status_code == 204
    made = owner.post("/v1/players/me/personal-tokens", {"name": "My bot", "scopes": [*scopes], "days": 1})
    return Caller(owner.app, made.json["token"], owner.id, owner.name)


def new_personal_token(owner: Caller) -> str:
    """Return the id of a new personal token, the only one of the account."""
    new_program(owner, "games:read")
    return str(owner.get("/v1/players/me/personal-tokens").json["tokens"][0]["id"])


def any_passkey(owner: Caller) -> str:
    """Return the id of a passkey of the account, which is added if it has none."""
    passkeys = owner.get("/v1/players/me/passkeys").json["passkeys"]
    if passkeys:
        return str(passkeys[0]["id"])
    options = owner.post("/v1/players/me/passkey-options").json["options"]
    made = owner.post("/v1/players/me/passkeys", {"credential": Authenticator().create(options)})
    return str(made.json["id"])


def new_device_link(owner: Caller) -> str:
    """Return the id of a new code for the next device."""
    return str(owner.post("/v1/players/me/device-links").json["id"])


def new_subscription(owner: Caller) -> str:
    """Return the id of the subscription of a browser, which may have belonged to another account before."""
    return str(owner.post("/v1/players/me/push-subscriptions", BROWSER).json["id"])


def new_webhook(owner: Caller) -> str:
    """Return the id of a new webhook, the only one of the account."""
    for webhook in owner.get("/v1/players/me/webhooks").json["webhooks"]:
        assert owner.delete(f"/v1/players/me/webhooks/{webhook['id']}").status_code == 204
    return str(owner.post("/v1/players/me/webhooks", {"url": RECEIVER}).json["id"])


def new_report(owner: Caller) -> str:
    """Return the id of a new report of the account, about the name of a new player."""
    reported = Caller(owner.app).post("/v1/players", {"name": "Somebody"}).json["id"]
    made = owner.post("/v1/reports", {"kind": "name", "player": reported, "reason": "insult"})
    return str(made.json["id"])


def new_challenge(owner: Caller) -> str:
    """Return the id of a new challenge by the account to a new player, the only open one of the account."""
    for challenge in owner.get("/v1/challenges").json["challenges"]:
        if challenge["status"] == "open" and challenge["challenger"]["id"] == owner.id:
            assert owner.delete(f"/v1/challenges/{challenge['id']}").status_code == 200
    challenged = Caller(owner.app).post("/v1/players", {"name": "Somebody"}).json["id"]
    return str(owner.post("/v1/challenges", {"player": challenged, "ruleset": "durak"}).json["id"])


THINGS: dict[str, Callable[[Caller], str]] = {
    "session": current_session,
    "personal_token": new_personal_token,
    "passkey": any_passkey,
    "link": new_device_link,
    "subscription": new_subscription,
    "webhook": new_webhook,
    "report": new_report,
    "challenge": new_challenge,
}
"""Functions that return the id of a thing of an account, by its parameter in the path."""
