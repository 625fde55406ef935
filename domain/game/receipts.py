"""Receipts: the head of a game at a version, signed by the server; and logs compared with them (`docs/receipts.md`).

This is arithmetic alone. Signatures are made and checked by `infra.signatures`, and come in here as values.
"""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any

from domain.log.log_format import Export, canonical, digest, genesis
from domain.log.moments import Moment

SIGNED = b"dobon/receipt/1|"
"""The beginning of every signed message, so that a signature of anything else is not valid for a receipt."""

SignatureCheck = Callable[[bytes, bytes, bytes], bool]
"""Tells whether a public key (32 bytes) has signed a message with this signature (64 bytes)."""

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_KEY = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Receipt:
    """The statement that a game had this head at this version, and its signature."""

    game: str
    version: int
    head: str
    "Digest of the event with this version, in hex."
    at: Moment
    "When it was signed, by the clock of the server."
    kid: str
    "Name of the key that signed it: `thumbprint`."
    signature: str
    "Ed25519 (RFC 8032) of `signed_bytes`, 64 bytes in hex."


def signed_bytes(game: str, version: int, head: str, at: Moment) -> bytes:
    """Return the message that a receipt signs."""
    return SIGNED + canonical({"game": game, "version": version, "head": head, "at": at})


# Keys


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A published key, and the time in which it signs."""

    public: bytes
    "Ed25519 public key, 32 bytes."
    signs_from: Moment
    signs_until: Moment | None
    "Exclusive; None while no other key follows."

    @property
    def kid(self) -> str:
        """The name of the key."""
        return thumbprint(self.public)

    def signs_at(self, at: Moment) -> bool:
        """Tell whether the key signs at a moment."""
        return self.signs_from <= at and (self.signs_until is None or at < self.signs_until)


def thumbprint(public: bytes) -> str:
    """Return the JWK thumbprint of an Ed25519 key (RFC 7638, RFC 8037): SHA-256 in Base64url, 43 characters."""
    return _base64url(sha256(canonical(_required_members(public))).digest())


def jwk(key: PublicKey) -> dict[str, Any]:
    """Return a key as JWK (RFC 7517, RFC 8037), with the time in which it signs as members of our own."""
    named = {"kid": key.kid, "use": "sig", "signs_from": key.signs_from, "signs_until": key.signs_until}
    return _required_members(key.public) | named


def read_jwk(value: Any) -> PublicKey:
    """Return the key of a JWK. Raises `ValueError` for other kinds of keys, and if the name is not its thumbprint.

    A JWK without times may have signed at any moment.
    """
    if type(value) is not dict or value.get("kty") != "OKP" or value.get("crv") != "Ed25519":
        raise ValueError("a key has to be a JWK of the kind OKP, Ed25519")
    public = value.get("x")
    if type(public) is not str or not _KEY.fullmatch(public):
        raise ValueError("x of a key has to be 32 bytes in Base64url")
    begin, end = value.get("signs_from", ""), value.get("signs_until")
    if not (begin == "" or _is(_MOMENT, begin)) or not (end is None or _is(_MOMENT, end)):
        raise ValueError("signs_from and signs_until of a key have to be moments")
    key = PublicKey(urlsafe_b64decode(public + "="), begin, end)
    if value.get("kid", key.kid) != key.kid:
        raise ValueError(f"the kid of a key has to be its thumbprint, {key.kid}")
    return key


def _required_members(public: bytes) -> dict[str, str]:
    return {"crv": "Ed25519", "kty": "OKP", "x": _base64url(public)}


def _base64url(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


# Files


class BadReceipts(Exception):
    """A file that does not hold receipts. `line` counts from 1."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(f"line {line}: {detail}")
        self.line = line
        self.detail = detail


@dataclass(slots=True)
class ReceiptFile:
    """Receipts with the keys that were kept beside them. Only their form has been checked."""

    receipts: dict[int, Receipt] = field(default_factory=dict)
    "By line."
    keys: dict[str, PublicKey] = field(default_factory=dict)
    "By name."


def parse_receipts(lines: Iterable[str]) -> ReceiptFile:
    """Parse a file of receipts: each line is an answer of the server, a receipt or a JWK Set (`GET /v1/keys`).

    Empty lines and unknown members are ignored. Of two keys with the same name the later line counts. Raises
    `BadReceipts`.
    """
    found = ReceiptFile()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            if type(value) is not dict:
                raise ValueError("neither a receipt nor a set of keys")
            if "keys" in value:
                found.keys |= {key.kid: key for key in _read_keys(value["keys"])}
            else:
                found.receipts[number] = _read_receipt(value)
        except (ValueError, RecursionError) as problem:
            raise BadReceipts(number, str(problem)) from problem
    return found


def _read_keys(value: Any) -> list[PublicKey]:
    if type(value) is not list:
        raise ValueError("keys have to be a list")
    return [read_jwk(key) for key in value]


def _read_receipt(value: dict[str, Any]) -> Receipt:
    forms = {"head": _DIGEST, "at": _MOMENT, "kid": _KEY, "signature": _SIGNATURE}
    wrong = [name for name, form in forms.items() if not _is(form, value.get(name))]
    wrong += [name for name, kind in (("game", str), ("version", int)) if type(value.get(name)) is not kind]
    if wrong:
        raise ValueError(f"a receipt lacks a valid {', '.join(wrong)}")
    return Receipt(**{name: value[name] for name in ("game", "version", "head", "at", "kid", "signature")})


def _is(form: re.Pattern[str], value: Any) -> bool:
    return type(value) is str and form.fullmatch(value) is not None


# Receipts and a log


class Agreement(Enum):
    """What a receipt says about a log."""

    AGREES = "agrees"
    CONTRADICTED = "contradicted"
    "The log has another head at that version."
    CUT_OFF = "cut-off"
    "The log ends before that version."
    OTHER_GAME = "other-game"
    UNKNOWN_KEY = "unknown-key"
    BAD_SIGNATURE = "bad-signature"
    WRONG_TIME = "wrong-time"
    "Signed by a key that was not in use at that moment, for example with a stolen old one."


@dataclass(slots=True)
class Comparison:
    """The result of comparing receipts with a log."""

    heads: Sequence[str]
    "Digests of the log, by version; 0 is the one before the first event."
    agreements: dict[int, Agreement]
    "By line of the receipt."
    early: dict[int, Moment]
    "Lines of receipts that agree and are dated before the event that they name, with the moment of that event."
    conflicts: list[tuple[int, int]]
    "Lines of two valid receipts with different heads for one version: proof without any log."


def compare(
    log: Export, receipts: Mapping[int, Receipt], keys: Mapping[str, PublicKey], is_signed: SignatureCheck
) -> Comparison:
    """Compare receipts with a log. The digests of the log are computed, so those in its file do not matter."""
    heads = heads_of(log)
    agreements = {line: _judge(receipt, keys, is_signed, log.game, heads) for line, receipt in receipts.items()}
    unsigned = (Agreement.UNKNOWN_KEY, Agreement.BAD_SIGNATURE, Agreement.WRONG_TIME)
    signed = {line: receipts[line] for line, agreement in agreements.items() if agreement not in unsigned}
    return Comparison(heads, agreements, _early(log, receipts, agreements), _conflicts(signed))


def heads_of(log: Export) -> list[str]:
    """Return the computed digest of each version of a log, in hex; 0 is the one before the first event."""
    heads = [genesis(log.game)]
    for event in log.events:
        heads.append(digest(heads[-1], log.game, event))
    return heads


def _judge(
    receipt: Receipt, keys: Mapping[str, PublicKey], is_signed: SignatureCheck, game: str, heads: Sequence[str]
) -> Agreement:
    key = keys.get(receipt.kid)
    if key is None:
        return Agreement.UNKNOWN_KEY
    message = signed_bytes(receipt.game, receipt.version, receipt.head, receipt.at)
    if not is_signed(key.public, message, bytes.fromhex(receipt.signature)):
        return Agreement.BAD_SIGNATURE
    if not key.signs_at(receipt.at):
        return Agreement.WRONG_TIME
    if receipt.game != game:
        return Agreement.OTHER_GAME
    if not 0 <= receipt.version < len(heads):
        return Agreement.CUT_OFF
    return Agreement.AGREES if heads[receipt.version] == receipt.head else Agreement.CONTRADICTED


def _early(log: Export, receipts: Mapping[int, Receipt], agreements: Mapping[int, Agreement]) -> dict[int, Moment]:
    moments = {
        line: log.events[receipts[line].version - 1].at
        for line, agreement in agreements.items()
        if agreement is Agreement.AGREES and receipts[line].version > 0
    }
    return {line: at for line, at in moments.items() if receipts[line].at < at}


def _conflicts(receipts: Mapping[int, Receipt]) -> list[tuple[int, int]]:
    """Return for each version with several heads the line of the first head, with that of each other one."""
    found = []
    lines: dict[tuple[str, int], dict[str, int]] = {}
    for line, receipt in receipts.items():
        of_head = lines.setdefault((receipt.game, receipt.version), {})
        if of_head and receipt.head not in of_head:
            found.append((next(iter(of_head.values())), line))
        of_head.setdefault(receipt.head, line)
    return found
