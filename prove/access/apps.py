"""Attacks on the permission of apps: codes that are stolen, put into another app, sent elsewhere, late or used twice.

The attacker sees the code and everything else that passes the browser, and may ask anything. What the attacker lacks is
the secret of the app's own request.
"""

from random import Random

from authlib.oauth2.rfc7636 import create_s256_code_challenge

from api.auth.scopes import SCOPES
from prove.harness.application import Caller, House
from prove.harness.authorization import AUTHORIZATION, BACK, VERIFIER, allow, collect, send_form
from prove.report import Row, Run

ATTACKS = 2_000
MOST_APPS = 15
"""Apps of one player, below the limit of their tokens."""

MINE = "a" * 43
"""The attacker's own secret."""

ELSEWHERE = (
    "https://evil.example/",
    f"{BACK}/",
    f"{BACK}?next=https://evil.example/",
    "http://app.example/back",
    BACK.upper(),
)


def check_apps(house: House, run: Run) -> Row:
    """Attack the steps of an app in random ways. None gives a token, or more than the player has allowed."""
    row = Row("attacks on apps that ask for permission", 0, wanted=run.count(ATTACKS))
    chance, player = Random(f"{run.seed}-apps"), house.player()
    while row.count < run.count(ATTACKS):
        if row.count % MOST_APPS == 0:
            player = house.player()
        attack = chance.choice(list(_ATTACKS))
        found = _ATTACKS[attack](house, player, chance)
        if found:
            row.failures.append(f"{attack}: {found}")
        row.count += 1
    return row


def _stolen(house: House, player: Caller, chance: Random) -> str:
    """The code is caught on its way to the app."""
    guess = {"code_verifier": chance.choice([MINE, AUTHORIZATION["code_challenge"], VERIFIER[:-1] + "w", "", "v" * 42])}
    return _no_token(house, allow(player)["code"], **guess)


def _redirected(house: House, player: Caller, chance: Random) -> str:
    """The code is collected for another address than the player was shown."""
    return _no_token(house, allow(player)["code"], redirect_uri=chance.choice(ELSEWHERE))


def _of_another_app(house: House, player: Caller, chance: Random) -> str:
    """The code of one app is collected by another."""
    return _no_token(house, allow(player)["code"], client_id=chance.choice(["other-app", "MY-APP", "my-app2"]))


def _injected(house: House, _: Caller, chance: Random) -> str:
    """The attacker's code is put into the request of a player: the app would act for the attacker."""
    attacker = house.player()
    own = allow(attacker, code_challenge=create_s256_code_challenge(MINE), state=str(chance.random()))
    return _no_token(house, own["code"])


def _repeated(house: House, player: Caller, chance: Random) -> str:
    """The code is used again. The token of the first use ends, because nobody knows whose it is."""
    code = allow(player)["code"]
    app = Caller(house.app, collect(house.app, code).json["access_token"])
    if app.get("/v1/games").status_code != 200:
        return "the token of the first use was refused"
    found = _no_token(house, code, **chance.choice([{}, {"code_verifier": MINE}]))
    return found or ("" if app.get("/v1/games").status_code == 401 else "the token of the first use is still accepted")


def _grown(house: House, player: Caller, chance: Random) -> str:
    """The app asks for more with the code than the player has allowed."""
    scope = chance.choice(list(SCOPES))
    answer = collect(house.app, allow(player, scope=scope)["code"], scope=" ".join(SCOPES)).json
    if answer["scope"] != scope:
        return f"{answer['scope']} instead of {scope}"
    mine = Caller(house.app, answer["access_token"]).get("/v1/players/me").status_code
    return "" if (mine == 200) == (scope == "account:read") else f"{scope} reads the account: {mine}"


def _open_redirect(_: House, player: Caller, chance: Random) -> str:
    """The page is opened with an address to which nobody may be sent."""
    asked = {
        **AUTHORIZATION,
        "redirect_uri": chance.choice(["javascript:alert(1)", "http://evil.example/", "//evil.example/", "/back", ""]),
    }
    answer = player.post("/v1/authorization", {**asked, "allow": chance.random() < 0.5})
    return "" if answer.status_code == 400 and answer.json["redirect"] is None else answer.text


def _forged(house: House, player: Caller, chance: Random) -> str:
    """A page of another site decides for the player: without the token of the session, which no browser adds."""
    decision = {**AUTHORIZATION, "allow": True}
    program = Caller(house.app, collect(house.app, allow(player)["code"]).json["access_token"])
    answer = chance.choice([Caller(house.app), program]).post("/v1/authorization", decision)
    return "" if answer.status_code in (401, 403) else answer.text


def _ended_by_another(house: House, _: Caller, chance: Random) -> str:
    """Another app, or nobody in particular, ends a token or a session."""
    player = house.player()
    token = collect(house.app, allow(player)["code"]).json["access_token"]
    victim = Caller(house.app, chance.choice([token, player.token]))
    send_form(
        house.app, "/oauth/revoke", {"token": victim.token or "", "client_id": chance.choice(["other-app", "", "%"])}
    )
    return "" if victim.get("/v1/games").status_code == 200 else "it was ended"


def _no_token(house: House, code: str, **changes: str) -> str:
    """Return an error if the code gives a token, or is worth something afterwards."""
    for fields in (changes, {}):
        answer = collect(house.app, code, **fields)
        if answer.status_code != 400 or "access_token" in answer.json:
            return answer.text
    return ""


_ATTACKS = {
    "a code is stolen": _stolen,
    "a code is redirected": _redirected,
    "a code is used by another app": _of_another_app,
    "a code is injected": _injected,
    "a code is used twice": _repeated,
    "scopes grow": _grown,
    "a redirect is open": _open_redirect,
    "a decision is forged": _forged,
    "a token is ended by another": _ended_by_another,
}
