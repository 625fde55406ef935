"""Webhooks and receipts: what the server has signed."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from dobon_client import Dobon, ReceiptProblem, WebhookProblem, check_receipt, verify_webhook
from dobon_client.types import Event, KeySet, Receipt
from test_stream import open_durak

VECTORS = Path(__file__).parents[3] / "tests" / "vectors"
WEBHOOK = json.loads((VECTORS / "webhooks.json").read_text("utf-8"))
RECEIPTS = json.loads((VECTORS / "receipts.json").read_text("utf-8"))

# Secret, id and time of the example of Standard Webhooks, with a body as this server signs it.
SECRET, NOW, HEADERS, BODY = WEBHOOK["secret"], WEBHOOK["now"], WEBHOOK["headers"], WEBHOOK["body"].encode()


def test_a_delivery_with_the_right_signature_is_read() -> None:
    assert verify_webhook(SECRET, HEADERS, BODY, NOW) == json.loads(BODY)["data"]
    several = {**HEADERS, "Webhook-Signature": f"v1,{b64encode(bytes(32)).decode()} {HEADERS['Webhook-Signature']}"}
    assert verify_webhook(SECRET, several, BODY, NOW + 299)["kind"] == "test"


@pytest.mark.parametrize(
    ("headers", "body", "now"),
    [
        (HEADERS, BODY.replace(b"test", b"turn"), NOW),
        (HEADERS, BODY, NOW + 301),
        (HEADERS, BODY, NOW - 301),
        ({**HEADERS, "Webhook-Timestamp": str(NOW + 1)}, BODY, NOW),
        ({**HEADERS, "Webhook-Timestamp": "now"}, BODY, NOW),
        ({**HEADERS, "Webhook-Id": "another"}, BODY, NOW),
        ({**HEADERS, "Webhook-Signature": ""}, BODY, NOW),
        ({}, BODY, NOW),
    ],
)
def test_a_delivery_that_was_changed_or_is_old_is_refused(headers: dict[str, str], body: bytes, now: int) -> None:
    with pytest.raises(WebhookProblem):
        verify_webhook(SECRET, headers, body, now)


KEYS: KeySet = {"keys": [json.loads(RECEIPTS["key"])]}
RECEIPT: Receipt = json.loads(RECEIPTS["receipt"])


def changed_keys(**changes: Any) -> KeySet:
    keys: Any = {"keys": [{**KEYS["keys"][0], **changes}]}
    return keys  # type: ignore[no-any-return]


def test_the_receipt_of_the_documentation_is_valid() -> None:
    check_receipt(RECEIPT, KEYS)


@pytest.mark.parametrize(
    ("change", "keys", "code"),
    [
        ({"version": 18}, KEYS, "bad-signature"),
        ({"signature": "00"}, KEYS, "bad-signature"),
        ({"signature": "no hex"}, KEYS, "bad-signature"),
        ({"kid": "another"}, KEYS, "unknown-key"),
        ({}, changed_keys(x="A" * 43), "unknown-key"),
        ({}, changed_keys(signs_from="2026-11-21T03:24:05.123457Z"), "wrong-time"),
        ({}, changed_keys(signs_until="2026-11-21T03:24:05.123456Z"), "wrong-time"),
    ],
)
def test_a_receipt_that_proves_nothing_is_refused(change: Any, keys: KeySet, code: str) -> None:
    receipt: Any = {**RECEIPT, **change}
    with pytest.raises(ReceiptProblem) as raised:
        check_receipt(receipt, keys)
    assert raised.value.code == code


def test_a_receipt_is_compared_with_the_log_of_the_server(first: Dobon, second: Dobon) -> None:
    game = open_durak(first, second)
    receipt, keys, events = first.games.receipt(game), first.server.keys(), list(first.games.events(game))
    check_receipt(receipt, keys, events)
    changed: list[Event] = json.loads(json.dumps(events).replace(events[0]["at"], RECEIPT["at"], 1))
    for log, code in ((events[:-1], "cut-off"), (changed, "contradicted")):
        with pytest.raises(ReceiptProblem) as raised:
            check_receipt(receipt, keys, log)
        assert raised.value.code == code
