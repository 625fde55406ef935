// Compiled from clients/typescript/src by `make clients`: change the sources there.
// Operations with idempotency keys. Generated from openapi.yaml by `make clients`: change the schemas of the server instead.
export const KEYED = [
    "POST /v1/games",
    "POST /v1/games/{game}/seats",
    "DELETE /v1/games/{game}/seats/me",
    "POST /v1/games/{game}/actions",
    "POST /v1/games/{game}/rounds/{round_number}/comments"
];
