// Operations with idempotency keys. Generated from openapi.yaml by `make clients`.

export const KEYED: readonly string[] = [
  "POST /v1/players",
  "POST /v1/players/me/token",
  "POST /v1/sessions/passkey",
  "POST /v1/sessions/recovery",
  "POST /v1/sessions/device-link",
  "POST /v1/players/me/personal-tokens",
  "POST /v1/games",
  "POST /v1/games/{game}/seats",
  "DELETE /v1/games/{game}/seats/me",
  "POST /v1/games/{game}/actions",
  "POST /v1/games/{game}/tickets",
  "POST /v1/games/{game}/stamps",
  "POST /v1/games/{game}/rounds/{round_number}/comments",
  "POST /v1/reports",
  "POST /v1/games/{game}/shares",
  "POST /v1/players/me/tickets",
  "POST /v1/players/me/webhooks"
];
