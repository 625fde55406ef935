"""The access table. A route without a row fails `python -m prove access`, and a test."""

from prove.access.rules import UNLISTED, AccessRule, Account, Admin, Game, Link, Open, Own
from prove.harness.receivers import BROWSER, RECEIVER

WHY = {"reason": "a trial"}
COMMENT = {"version": "CALL", "text": "!"}
"""`CALL` represents the version of the call in the game, `CODE` its join code, `GAME` its id, and `PLAYER` a player."""

CREDENTIAL = {"id": "AQID", "rawId": "AQID", "type": "public-key"}
UNKNOWN_PASSKEY = {
    **CREDENTIAL, "response": {"clientDataJSON": "AQID", "authenticatorData": "AQID", "signature": "AQID"},
}  # fmt: skip
NEW_PASSKEY = {**CREDENTIAL, "response": {"clientDataJSON": "AQID", "attestationObject": "AQID"}}

ROUND = "/v1/games/<id:game>/rounds/<number:round_number>"
REVIEW, COMMENTS = f"{ROUND}/review", f"{ROUND}/comments"

UNKNOWN_COMMENT = "no-such-comment"
PLAY = {"kind": "play", "game": "GAME", "reason": "wrong-verdict"}
DISPUTED = "no-such-play no-such-play 201 201 201 no-such-play"

SEATED = "already-seated already-seated already-seated already-seated game-over game-over"
LATE = "201 game-started game-started game-started game-over game-over"
INVITING = "200 game-started game-started game-started game-over game-over"
REMATCH = "game-not-over game-not-over game-not-over game-not-over 201 201"
OVER = "round-not-over round-not-over round-not-over 200 200 200"
SHARED = "game-not-over game-not-over game-not-over game-not-over 201 game-not-over"

RULES: tuple[AccessRule, ...] = (
    # Players
    Open("POST /v1/players", "201", body={"name": "Aoi"}),
    Account("GET /v1/players/me"),
    Account("PATCH /v1/players/me", body={"name": "Aoi"}, own_token=True),
    Account("GET /v1/players/me/export"),
    Account("DELETE /v1/players/me", "not-confirmed"),
    Account("DELETE /v1/players/me", "204", query="?confirm=true", own_token=True),
    Account("DELETE /v1/players/me/token", "204", own_token=True),
    # What I am told of my games
    Account("GET /v1/players/me/events"),
    Account("POST /v1/players/me/tickets", "201"),
    Account("PUT /v1/players/me/pages/<id:page_id>", "204", body={"visible": True}),
    Account("GET /v1/players/me/push-subscriptions"),
    Account("POST /v1/players/me/push-subscriptions", "201", body=BROWSER),
    Own("DELETE /v1/players/me/push-subscriptions/<id:subscription>", "204", "no-such-subscription"),
    Account("GET /v1/players/me/webhooks"),
    Account("POST /v1/players/me/webhooks", "201", body={"url": RECEIVER}),
    Account("POST /v1/players/me/webhooks", "bad-body", body={"url": "https://127.0.0.1/"}),
    Own("GET /v1/players/me/webhooks/<id:webhook>", "200", "no-such-webhook"),
    Own("PATCH /v1/players/me/webhooks/<id:webhook>", "200", "no-such-webhook", body={"enabled": False}),
    Own("DELETE /v1/players/me/webhooks/<id:webhook>", "204", "no-such-webhook"),
    Own("GET /v1/players/me/webhooks/<id:webhook>/deliveries", "200", "no-such-webhook"),
    Own("POST /v1/players/me/webhooks/<id:webhook>/tests", "202", "no-such-webhook"),
    Account("GET /v1/players/<id:player>", "200", "no-such-player"),
    Account("GET /v1/players/<id:player>/history", "200", "no-such-player"),
    Account("GET /v1/players/<id:player>/ratings", "200", "no-such-player", query="?ruleset=dobon-sato"),
    # Sessions and the ways to open one
    Open("POST /v1/sessions/passkey-options"),
    Open("POST /v1/sessions/passkey", "bad-passkey", body={"credential": UNKNOWN_PASSKEY}),
    Open("POST /v1/sessions/recovery", "bad-code", body={"code": "00000-00000-00000-00000"}),
    Open("POST /v1/sessions/device-link", "bad-code", body={"code": "0000-0000-0000"}),
    Account("GET /v1/players/me/sessions"),
    Account("DELETE /v1/players/me/sessions", "204", own_token=True),
    Account("POST /v1/players/me/token", "201", own_token=True),
    Own("PATCH /v1/players/me/sessions/<id:session>", "204", "no-such-session", body={"label": "Phone"}),
    Own("DELETE /v1/players/me/sessions/<id:session>", "204", "no-such-session", query="?confirm=true", own_token=True),
    Account("POST /v1/players/me/passkey-options"),
    Account("POST /v1/players/me/passkeys", "bad-passkey", body={"credential": NEW_PASSKEY}),
    Account("GET /v1/players/me/passkeys"),
    Own("PATCH /v1/players/me/passkeys/<id:passkey>", "204", "no-such-passkey", body={"name": "Phone"}),
    Own("DELETE /v1/players/me/passkeys/<id:passkey>", "204", "no-such-passkey", query="?confirm=true"),
    Account("GET /v1/players/me/recovery-codes"),
    Account("POST /v1/players/me/recovery-codes", "201"),
    Account("POST /v1/players/me/device-links", "201"),
    Own("GET /v1/players/me/device-links/<id:link>", "200", "no-such-device-link"),
    Open("GET /v1/rulesets"),
    Open("GET /v1/rulesets/<key>"),
    Open("GET /v1/keys"),
    Account("GET /v1/drills"),
    Account("GET /v1/drills/<id:drill>", "no-such-drill"),
    Account("POST /v1/drills/<id:drill>/answers", "no-such-drill", body={"choice": 0}),
    Open("GET /v1/drills/daily", "no-drill-yet"),
    Open("POST /v1/drills/daily/answers", "no-drill-yet", body={"choice": 0}),
    Account("GET /v1/leaderboard", query="?ruleset=dobon-sato"),
    Account("GET /v1/leaderboard/me", query="?ruleset=dobon-sato"),
    Open("GET /v1/fairness"),
    # Quick play, follows and blocks
    Account("GET /v1/queue/me", "not-queued"),
    Account("DELETE /v1/queue/me", "not-queued"),
    Account("POST /v1/queue", "201", body={"ruleset": "dobon-sato", "seats": 8}, own_token=True),
    Account("GET /v1/players/me/follows"),
    Account("PUT /v1/players/me/follows/<id:player>", "204", "no-such-player", myself="no-such-player"),
    Account("DELETE /v1/players/me/follows/<id:player>", "204", "204"),
    Account("GET /v1/players/me/blocks"),
    Account("PUT /v1/players/me/blocks/<id:player>", "204", "no-such-player", myself="no-such-player"),
    Account("DELETE /v1/players/me/blocks/<id:player>", "204", "204"),
    # Reports, and verdicts about me
    Account("POST /v1/reports", "201", body={"kind": "name", "player": "PLAYER", "reason": "insult"}),
    Game("POST /v1/reports", DISPUTED, watching="not-seated", body={**PLAY, "version": "CALL"}),
    Account("GET /v1/reports"),
    Own("GET /v1/reports/<id:report>", "200", "no-such-report"),
    Account("GET /v1/verdicts"),
    # Games
    Account("POST /v1/games", "201", body={"ruleset": "dobon-sato", "seats": 2}),
    Account("GET /v1/games"),
    Account("GET /v1/games", query="?mine=true"),
    Account("GET /v1/games", query="?join_code=AAAAAA"),
    Game("GET /v1/games/<id:game>"),
    Game("POST /v1/games/<id:game>/seats", SEATED, watching=LATE, body={}),
    Game("POST /v1/games/<id:game>/seats", SEATED, watching=LATE, outside=LATE, body={"join_code": "CODE"}),
    Game("POST /v1/games/<id:game>/seats", SEATED, watching=LATE, body={"join_code": "AAAAAA"}),
    Game("DELETE /v1/games/<id:game>/seats/me", "200 200 200 200 game-over game-over", watching="not-seated"),
    Game("GET /v1/games/<id:game>/invitation", INVITING, watching="not-seated"),
    Game("POST /v1/games/<id:game>/rematch", REMATCH, watching="not-seated"),
    Game("GET /v1/games/<id:game>/rematch", watching="not-seated"),
    Game("GET /v1/games/<id:game>/view"),
    Game("GET /v1/games/<id:game>/view", query="?at=1"),
    Game("GET /v1/games/<id:game>/view", query="?at=999", seat="no-such-version"),
    Game(
        "POST /v1/games/<id:game>/actions",
        "not-started 200 window-open between-rounds game-over game-over",
        "not-started not-your-turn window-open between-rounds game-over game-over",
        "not-seated",
        body={"type": "draw"},
    ),
    Game(
        "POST /v1/games/<id:game>/actions",
        "not-started nothing-to-decline 200 between-rounds game-over game-over",
        "not-started nothing-to-decline already-answered between-rounds game-over game-over",
        "not-seated",
        body={"type": "decline", "on": "CALL"},
    ),
    Game(
        "POST /v1/games/<id:game>/actions",
        "not-started not-now not-now 200 game-over game-over",
        watching="not-seated",
        body={"type": "ready"},
    ),
    Game("GET /v1/games/<id:game>/events"),
    Game("GET /v1/games/<id:game>/receipt"),
    Game("GET /v1/games/<id:game>/stream"),
    Game("POST /v1/games/<id:game>/tickets", "201"),
    Game("POST /v1/games/<id:game>/stamps", "201", watching="not-seated", body={"stamp": "nice"}),
    Game("GET /v1/games/<id:game>/stamps"),
    Game("GET /v1/games/<id:game>/rounds"),
    Game(f"GET {REVIEW}", OVER),
    Game(f"GET {REVIEW}", OVER, query="?as=1"),
    Game(f"GET {REVIEW}/<number:version>", OVER),
    Game(f"GET {ROUND}/analysis", OVER.replace("200", "202")),
    Game(f"GET {ROUND}/dangers", OVER, query="?as=1"),
    Game(f"POST {ROUND}/continuations", OVER.replace("200", "no-such-version"), body={"version": 1, "seat": 0}),
    Game("GET /v1/games/<id:game>/claims"),
    Game("GET /v1/games/<id:game>/fairness"),
    Game(f"POST {COMMENTS}", OVER.replace("200", "201"), watching=OVER.replace("200", "not-seated"), body=COMMENT),
    Game(f"GET {COMMENTS}", OVER, watching=OVER.replace("200", "not-seated")),
    Game("POST /v1/games/<id:game>/shares", SHARED, watching="not-seated"),
    Game("GET /v1/games/<id:game>/shares", watching="not-seated"),
    Game(
        "DELETE /v1/games/<id:game>/shares/<id:share>",
        "no-such-share no-such-share no-such-share no-such-share 204 no-such-share",
        "no-such-share",
        "not-seated",
    ),
    Link("GET /v1/shares/<token>"),
    Link("GET /v1/shares/<token>/events"),
    Link("GET /v1/shares/<token>/fairness"),
    Link("GET /v1/shares/<token>/rounds/<number:round_number>"),
    # Admins
    Admin("GET /v1/admin/claims"),
    Admin(
        "GET /v1/admin/claims/<id:game>/<number:version>",
        "no-such-claim round-not-over round-not-over 200 200 no-such-claim",
        UNLISTED,
    ),
    Admin("GET /v1/admin/games/<id:game>/events", "200", UNLISTED),
    Admin("GET /v1/admin/games/<id:game>/integrity", "200", UNLISTED),
    Admin("POST /v1/admin/integrity", body=WHY),
    Admin("GET /v1/admin/acts"),
    Admin("GET /v1/admin/reports"),
    Admin("GET /v1/admin/reports/<id:report>", "200", "no-such-report"),
    Admin("POST /v1/admin/reports/<id:report>/verdict", "201", "no-such-report", body={**WHY, "verdict": "dismissed"}),
    Admin("GET /v1/admin/players", query="?name=a"),
    Admin("GET /v1/admin/players/<id:player>", "200", "no-such-player"),
    Admin("POST /v1/admin/players/<id:player>/name-reset", "201", "no-such-player", body=WHY),
    Admin("POST /v1/admin/games/<id:game>/comments/<id:comment>/hiding", "no-such-comment", UNKNOWN_COMMENT, body=WHY),
    Admin(
        "POST /v1/admin/games/<id:game>/comments/<id:comment>/restoration", "no-such-comment", UNKNOWN_COMMENT, body=WHY
    ),
    Admin("POST /v1/admin/games/<id:game>/abandonment", "201 201 201 201 game-over game-over", UNLISTED, body=WHY),
    Admin("GET /v1/admin/damaged-games"),
    Admin("POST /v1/admin/games/<id:game>/recovery", "game-not-damaged", UNLISTED, body=WHY),
    Admin("POST /v1/admin/players/<id:player>/suspension", "201", "no-such-player", body=WHY),
    Admin("POST /v1/admin/players/<id:player>/reinstatement", "201", "no-such-player", body=WHY),
    Admin("GET /v1/admin/projections"),
    Admin("POST /v1/admin/projections/<name>/rebuild", "202", body=WHY),
    # Monitoring and description
    Open("GET /healthz"),
    Open("GET /readyz"),
    Admin("GET /metrics"),
    Open("GET /openapi.yaml"),
    Open("GET /openapi.json"),
    Open("GET /docs"),
    Open("GET /docs.js"),
    Open("GET /redoc", "308"),
    Open("GET /problems"),
    Open("GET /problems/<code>"),
    # The web client
    Open("GET /"),
    Open("GET /<page:page>"),
    Open("GET /service-worker.js"),
    Open("GET /static/<version>/<file:path>"),
)
