"""Receipts: the printed vectors, files of receipts, and what receipts say about a log."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from typing import Any

import pytest

from domain.game.receipts import (
    Agreement,
    BadReceipts,
    Comparison,
    PublicKey,
    Receipt,
    compare,
    heads_of,
    jwk,
    parse_receipts,
    read_jwk,
    signed_bytes,
    thumbprint,
)
from domain.log.events import LoggedEvent
from domain.log.log_format import Export, canonical, parse
from domain.log.moments import later
from domain.verification.verify import verify
from infra.signatures import is_signed, public_of, sign
from prove.harness.random_games import export_lines, first_event, play_game, rechain
from tests.domain.test_log_format import DOCUMENT, RECEIPTS

SECRET, OTHER_SECRET = bytes(range(32)), bytes(32)
AT = "2026-11-21T03:24:05.123456Z"
KEY = PublicKey(public_of(SECRET), "2026-11-21T03:24:00.123456Z", None)
KEYS = {KEY.kid: KEY}
GAME = "receipts"


def printed() -> dict[str, str]:
    """Return the vectors as the section of the page prints them."""
    section = DOCUMENT.partition("\n## Receipts\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^    (\w+) {2,}(.+)$", section, re.MULTILINE))


@cache
def events() -> tuple[LoggedEvent, ...]:
    return tuple(play_game(GAME, 2, hand_size=2))


def honest() -> Export:
    return parse(export_lines(GAME, [*events()]))


def signed(log: Export, version: int, secret: bytes = SECRET, at: str = AT) -> Receipt:
    """Return what the server would sign about a log at a version."""
    head = heads_of(log)[version]
    signature = sign(secret, signed_bytes(log.game, version, head, at)).hex()
    return Receipt(log.game, version, head, at, thumbprint(public_of(secret)), signature)


def compared(log: Export, *receipts: Receipt, keys: dict[str, PublicKey] | None = None) -> Comparison:
    return compare(log, dict(enumerate(receipts, 1)), KEYS if keys is None else keys, is_signed)


def agreement(log: Export, receipt: Receipt, keys: dict[str, PublicKey] | None = None) -> Agreement:
    return compared(log, receipt, keys=keys).agreements[1]


# The vectors


def test_the_page_prints_the_vectors() -> None:
    assert printed() == RECEIPTS


def test_the_printed_secret_signs_the_printed_text_with_the_printed_signature() -> None:
    found = printed()
    secret, message = bytes.fromhex(found["secret"]), found["signed"].encode()
    assert public_of(secret).hex() == found["public"]
    assert sign(secret, message).hex() == found["signature"]
    assert is_signed(bytes.fromhex(found["public"]), message, bytes.fromhex(found["signature"]))


def test_the_printed_text_is_what_the_printed_receipt_signs() -> None:
    found = printed()
    [receipt] = parse_receipts([found["receipt"]]).receipts.values()
    assert signed_bytes(receipt.game, receipt.version, receipt.head, receipt.at).decode() == found["signed"]
    assert canonical(asdict(receipt)).decode() == found["receipt"]
    assert (receipt.kid, receipt.signature) == (found["kid"], found["signature"])


def test_the_printed_key_has_the_printed_name() -> None:
    found = printed()
    key = read_jwk(json.loads(found["key"]))
    assert canonical(jwk(key)).decode() == found["key"]
    assert key.public.hex() == found["public"]
    assert key.kid == found["kid"]
    assert f'"x":"{json.loads(found["key"])["x"]}"' in found["hashed"]


def test_the_thumbprint_of_a_key_is_that_of_rfc_8037() -> None:
    published = {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
    assert read_jwk(published).kid == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


# Receipts and logs


def test_receipts_of_every_version_agree_with_the_log() -> None:
    log = honest()
    receipts = [signed(log, version) for version in range(1, len(log.events) + 1)]
    found = compared(log, *receipts)
    assert {*found.agreements.values()} == {Agreement.AGREES}
    assert found.conflicts == []


def test_a_receipt_convicts_a_rewritten_log_with_recomputed_digests() -> None:
    forged = [replace(event) for event in events()]
    called = first_event(forged, "dobon-called")
    called.at = later(called.at, ms=1)
    log = parse(export_lines(GAME, rechain(GAME, forged)))
    before, after = signed(honest(), called.version - 1), signed(honest(), called.version)
    assert [*compared(log, before, after).agreements.values()] == [Agreement.AGREES, Agreement.CONTRADICTED]
    assert {agreement(log, signed(honest(), later_on.version)) for later_on in forged[called.version :]} == {
        Agreement.CONTRADICTED
    }


def test_a_receipt_convicts_a_wholly_different_game_that_is_played_by_the_rules() -> None:
    forged = play_game(GAME, 2, hand_size=3)
    lines = export_lines(GAME, forged)
    assert verify(lines).ok, "nothing but a receipt tells this game from the real one"
    assert agreement(parse(lines), signed(honest(), 1)) is Agreement.CONTRADICTED


def test_the_digests_in_the_file_of_the_log_do_not_matter() -> None:
    log, receipt = honest(), signed(honest(), 9)
    log.events[8].public = {**log.events[8].public, "more": 1}
    assert agreement(log, receipt) is Agreement.CONTRADICTED


def test_a_receipt_finds_a_log_that_was_cut_off() -> None:
    log = honest()
    last = signed(log, len(log.events))
    del log.events[-1]
    assert agreement(log, last) is Agreement.CUT_OFF
    assert agreement(log, signed(honest(), len(log.events))) is Agreement.AGREES


def test_a_receipt_of_another_game_says_nothing() -> None:
    other = parse(export_lines("other", play_game("other", 2)))
    assert agreement(honest(), signed(other, 5)) is Agreement.OTHER_GAME


CHANGES: dict[str, Callable[[Receipt], Any]] = {
    "game": lambda receipt: receipt.game + "-other",
    "version": lambda receipt: receipt.version + 1,
    "head": lambda receipt: receipt.head[::-1],
    "at": lambda receipt: later(receipt.at, ms=1),
    "signature": lambda receipt: receipt.signature[::-1],
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_receipt_has_a_bad_signature(name: str) -> None:
    receipt = signed(honest(), 9)
    assert agreement(honest(), replace(receipt, **{name: CHANGES[name](receipt)})) is Agreement.BAD_SIGNATURE


def test_a_signature_of_another_key_under_the_name_of_this_one_is_bad() -> None:
    receipt = replace(signed(honest(), 9, OTHER_SECRET), kid=KEY.kid)
    assert agreement(honest(), receipt) is Agreement.BAD_SIGNATURE


def test_a_signature_of_the_same_text_without_its_beginning_is_bad() -> None:
    receipt = signed(honest(), 9)
    bare = signed_bytes(receipt.game, receipt.version, receipt.head, receipt.at).removeprefix(b"dobon/receipt/1|")
    assert agreement(honest(), replace(receipt, signature=sign(SECRET, bare).hex())) is Agreement.BAD_SIGNATURE


def test_a_receipt_of_an_unknown_key_says_nothing() -> None:
    assert agreement(honest(), signed(honest(), 9, OTHER_SECRET)) is Agreement.UNKNOWN_KEY


@pytest.mark.parametrize(
    ("at", "found"),
    [
        (later(KEY.signs_from, ms=-1), Agreement.WRONG_TIME),
        (KEY.signs_from, Agreement.AGREES),
        (later(AT, ms=-1), Agreement.AGREES),
        (AT, Agreement.WRONG_TIME),
    ],
)
def test_a_key_signs_from_its_first_moment_until_the_next_key_does(at: str, found: Agreement) -> None:
    keys = {KEY.kid: replace(KEY, signs_until=AT)}
    assert agreement(honest(), signed(honest(), 9, at=at), keys) is found


def test_two_receipts_with_different_heads_of_a_version_are_a_conflict() -> None:
    forged = parse(export_lines(GAME, play_game(GAME, 2, hand_size=3)))
    one, another = signed(honest(), 7), signed(forged, 7, at=later(AT, seconds=9))
    assert compared(honest(), one, signed(honest(), 8), another, one, another).conflicts == [(1, 3)]
    assert compared(honest(), one, signed(honest(), 8), one).conflicts == []


def test_receipts_with_bad_signatures_are_no_conflict() -> None:
    one = signed(honest(), 7)
    assert compared(honest(), one, replace(one, head="0" * 64)).conflicts == []


# Files


def lines_of(*values: Any) -> list[str]:
    return [json.dumps(value) for value in values]


def test_a_file_holds_receipts_and_keys_in_any_order_of_members() -> None:
    receipt = signed(honest(), 9)
    backwards = dict(reversed(asdict(receipt).items()))
    found = parse_receipts(["", *lines_of({**backwards, "more": 1}, {"keys": [jwk(KEY)], "more": 1}), "  \r"])
    assert found.receipts == {2: receipt}
    assert found.keys == KEYS


def test_of_two_keys_with_the_same_name_the_later_one_counts() -> None:
    ended = replace(KEY, signs_until=AT)
    assert parse_receipts(lines_of({"keys": [jwk(KEY)]}, {"keys": [jwk(ended)]})).keys == {KEY.kid: ended}


@pytest.mark.parametrize(
    "wrong",
    [
        "", "{", "[]", "1", '"text"', "{}", "\udcff", "[" * 100_000, "9" * 10_000, '{"keys":{}}', '{"keys":[1]}', '{"keys":[{}]}',
    ],
)  # fmt: skip
def test_a_line_that_is_no_answer_of_the_server_is_refused(wrong: str) -> None:
    with pytest.raises(BadReceipts) as bad:
        parse_receipts([*lines_of({"keys": []}), wrong or "null"])
    assert bad.value.line == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("version", "9"),
        ("version", True),
        ("version", 9.0),
        ("game", 1),
        ("head", "0" * 63),
        ("head", "G" * 64),
        ("at", "2026-11-21"),
        ("at", "２026-11-21T03:24:05.123456Z"),
        ("kid", "short"),
        ("signature", "0" * 127),
        ("signature", "0" * 128 + "\n"),
    ],
)
def test_a_malformed_member_of_a_receipt_is_named(name: str, value: Any) -> None:
    with pytest.raises(BadReceipts, match=name):
        parse_receipts(lines_of(asdict(signed(honest(), 9)) | {name: value}))


@pytest.mark.parametrize(
    "change",
    [
        {"kty": "EC"},
        {"crv": "X25519"},
        {"x": "AAAA"},
        {"x": None},
        {"kid": "A" * 43},
        {"signs_from": "now"},
        {"signs_until": 7},
    ],
)
def test_an_invalid_key_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="key"):
        read_jwk(jwk(KEY) | change)
