"""`dobon keys` and `dobon keys rotate`: the keys that sign receipts."""

import json

from domain.game.receipts import jwk
from infra.clock import now
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.event_store.receipt_keys import ReceiptKeys
from infra.settings import Settings


def show_keys(settings: Settings) -> int:
    """Print the public keys as a JWK Set. Return the exit code."""
    prepare(settings)
    with open_pool(settings) as pool:
        print(json.dumps({"keys": [jwk(key) for key in ReceiptKeys(pool, now).signer().published()]}))
    return 0


def rotate_keys(settings: Settings) -> int:
    """Publish a new key, which signs receipts some minutes later. Return the exit code."""
    prepare(settings)
    with open_pool(settings) as pool:
        added = ReceiptKeys(pool, now).rotate()
    if added is None:
        print("There is a new key already, which does not sign receipts yet.")
        return 1
    print(f"{added.kid} is published, and signs all receipts from {added.signs_from} on.")
    return 0
