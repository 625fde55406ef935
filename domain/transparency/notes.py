"""Signed notes: text with the signatures of any number of keys below it (C2SP `signed-note`).

Keys and signatures are Ed25519. They are made and checked by `infra.signatures`, and come in here as values.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

ED25519 = b"\x01"
"""The kind of a key that signs the text as it is."""

ID_BYTES = 4

SignatureCheck = Callable[[bytes, bytes, bytes], bool]
"""Tells whether a public key (32 bytes) has signed a message with this signature (64 bytes)."""

_LINE = re.compile(r"— (\S+) ([A-Za-z0-9+/]+={0,2})")

MOST_SIGNATURES = 100
"""More make a note unreadable, so that nobody has to check any number of them."""


class BadNote(Exception):
    """Text that is not a signed note, or a signature that is wrong."""


@dataclass(frozen=True, slots=True)
class NoteKey:
    """A public key under the name with which it signs notes."""

    name: str
    public: bytes
    kind: bytes = ED25519

    @property
    def id(self) -> bytes:
        """What signature lines call the key."""
        return key_id(self.name, self.public, self.kind)


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature line. Nothing of it has been checked."""

    name: str
    id: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """The parts of a signed note."""

    text: str
    "With a line feed at its end. This is what is signed."
    signatures: Sequence[Signature]


def key_id(name: str, public: bytes, kind: bytes = ED25519) -> bytes:
    """Return the four bytes by which signature lines name a key."""
    return sha256(name.encode() + b"\n" + kind + public).digest()[:ID_BYTES]


def join(text: str, signatures: Iterable[Signature]) -> str:
    """Return a note."""
    if not text.endswith("\n"):
        raise ValueError("the text of a note ends with a line feed")
    return f"{text}\n{''.join(map(line_of, signatures))}"


def line_of(signature: Signature) -> str:
    """Return a signature as the line of a note."""
    return f"— {signature.name} {b64encode(signature.id + signature.signature).decode()}\n"


def split(note: str) -> Note:
    """Return the parts of a note. Raises `BadNote`."""
    text, blank, lines = note.rpartition("\n\n")
    if not blank or not lines.endswith("\n"):
        raise BadNote("a signed note has a text, an empty line, and lines of signatures")
    if any(ord(letter) < 32 and letter != "\n" for letter in note):
        raise BadNote("a signed note has a control character")
    signatures = [_signature(line) for line in lines[:-1].split("\n")]
    if len(signatures) > MOST_SIGNATURES:
        raise BadNote(f"a signed note has more than {MOST_SIGNATURES} signatures")
    return Note(f"{text}\n", signatures)


def signers(note: Note, keys: Iterable[NoteKey], is_signed: SignatureCheck) -> list[NoteKey]:
    """Return the keys that have signed a note, in the order of its lines; other lines are ignored.

    Raises `BadNote` if a line names one of the keys and its signature is wrong.
    """
    known = {(key.name, key.id): key for key in keys}
    found = []
    for line in note.signatures:
        key = known.get((line.name, line.id))
        if key is None or key in found:
            continue
        if not is_signed(key.public, note.text.encode(), line.signature):
            raise BadNote(f"the signature of {key.name} is wrong")
        found.append(key)
    return found


def _signature(line: str) -> Signature:
    found = _LINE.fullmatch(line)
    try:
        value = b64decode(found[2], validate=True) if found else b""
    except ValueError as problem:
        raise BadNote("a signature is not Base64") from problem
    if found is None or len(value) <= ID_BYTES or "+" in found[1]:
        raise BadNote("a line of a signed note is no signature")
    return Signature(found[1], value[:ID_BYTES], value[ID_BYTES:])
