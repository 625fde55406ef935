"""Cosignatures: a witness has seen a checkpoint, and that it extends the one before (C2SP `tlog-cosignature`, v1)."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable

from domain.transparency.notes import BadNote, Note, NoteKey, Signature, SignatureCheck

COSIGNATURE = b"\x04"
"""The kind of a key that signs the text with the time at which it was seen."""

TIME_BYTES = 8


def witness_key(name: str, public: bytes) -> NoteKey:
    """Return the key of a witness."""
    return NoteKey(name, public, COSIGNATURE)


def cosigned(text: str, key: NoteKey, at: int, sign: Callable[[bytes], bytes]) -> Signature:
    """Return the signature line of a witness, which saw the text at this time in seconds since 1970."""
    return Signature(key.name, key.id, at.to_bytes(TIME_BYTES, "big") + sign(_message(text, at)))


def witnesses_of(note: Note, keys: Iterable[NoteKey], is_signed: SignatureCheck) -> dict[NoteKey, int]:
    """Return the witnesses that have signed a note, with the times at which they saw it; other lines are ignored.

    Raises `BadNote` if a line names one of the keys and its signature is wrong.
    """
    known = {(key.name, key.id): key for key in keys}
    found: dict[NoteKey, int] = {}
    for line in note.signatures:
        key = known.get((line.name, line.id))
        if key is not None:
            at = int.from_bytes(line.signature[:TIME_BYTES], "big")
            if not is_signed(key.public, _message(note.text, at), line.signature[TIME_BYTES:]):
                raise BadNote(f"the cosignature of {key.name} is wrong")
            found[key] = at
    return found


def write_key(key: NoteKey) -> str:
    """Return a public key as one line: its name, id and bytes."""
    return f"{key.name}+{key.id.hex()}+{b64encode(key.kind + key.public).decode()}"


def read_key(line: str) -> NoteKey:
    """Return the key of a witness from its line. Raises `BadNote`."""
    name, _, rest = line.strip().partition("+")
    found, _, data = rest.partition("+")
    try:
        value = b64decode(data, validate=True)
    except ValueError as problem:
        raise BadNote("the key of a witness is not Base64") from problem
    key = witness_key(name, value[1:])
    if not name or len(value) != 33 or value[:1] != COSIGNATURE or key.id.hex() != found:
        raise BadNote(f"{line.strip()!r} is not the key of a witness: a name, an id and an Ed25519 key")
    return key


def _message(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()
