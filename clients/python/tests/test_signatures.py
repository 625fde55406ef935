"""Webhooks and receipts: what the server has signed."""

import json
from base64 import b64encode
from typing import Any

import pytest

from dobon_client import Dobon, ReceiptProblem, WebhookProblem, check_receipt, verify_webhook
from dobon_client.types import Event, KeySet, Receipt
from test_stream import open_durak

# Secret, id and time of the example of Standard Webhooks, with a body as this server signs it.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NOW = 1614265330
BODY = b'{"data":{"at":"2026-11-21T03:24:00.123456Z","kind":"test","position":0},"timestamp":"2026-11-21T03:24:00.123456Z","type":"test"}'
HEADERS = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "Webhook-Timestamp": str(NOW),
    "Webhook-Signature": "v1,sqwhP1f4VWrCpcK+FLOXXsFAvwbj88cDjq+R1O2tues=",
}


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


# docs/log-format.md
KEYS: KeySet = {
    "keys": [
        {
            "crv": "Ed25519",
            "kid": "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y",
            "kty": "OKP",
            "signs_from": "2026-11-21T03:24:00.123456Z",
            "signs_until": None,
            "use": "sig",
            "x": "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg",
        }
    ]
}
RECEIPT: Receipt = {
    "at": "2026-11-21T03:24:05.123456Z",
    "game": "0e4d1c52-7c1b-4f3a-9b0e-6f2f6f1d8a01",
    "head": "3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728",
    "kid": "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y",
    "signature": "fa596ffffb5a6ffd2f8f99d0c5e5c3028ad523f22a34627a0ac9a8590f6ddc9f"
    "13d855bb879d53a3d5dedc5c6cdc2abc6a6ae3b6f6d04a9d0a7e452d75db6d0f",
    "version": 17,
}


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
    receipt, keys, events = first.receipt(game), first.keys(), list(first.events(game))
    check_receipt(receipt, keys, events)
    changed: list[Event] = json.loads(json.dumps(events).replace(events[0]["at"], RECEIPT["at"], 1))
    for log, code in ((events[:-1], "cut-off"), (changed, "contradicted")):
        with pytest.raises(ReceiptProblem) as raised:
            check_receipt(receipt, keys, log)
        assert raised.value.code == code
