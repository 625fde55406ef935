"""Checkpoints: the size and the root of a tree, as the text of a signed note (C2SP `tlog-checkpoint`)."""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from domain.transparency import notes
from domain.transparency.notes import BadNote, NoteKey, Signature, SignatureCheck

_TEXT = re.compile(r"(\S+)\n(0|[1-9]\d{0,17})\n([A-Za-z0-9+/]{43}=)\n(?:.+\n)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a log."""

    origin: str
    "The name of the log, which is also that of its keys."
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def origin_of(kid: str) -> str:
    """Return the name of the log of a server, from the name of the first key that it has had."""
    return f"dobon/log/{kid}"


def signed(checkpoint: Checkpoint, public: bytes, sign: Callable[[bytes], bytes]) -> str:
    """Return a checkpoint as a note with one signature."""
    key = NoteKey(checkpoint.origin, public)
    return notes.join(checkpoint.text, [Signature(key.name, key.id, sign(checkpoint.text.encode()))])


def read(note: str) -> Checkpoint:
    """Return the checkpoint in a note, without checking its signatures. Raises `BadNote`."""
    found = _TEXT.fullmatch(notes.split(note).text)
    if found is None:
        raise BadNote("a checkpoint has the name of a log, a size and a root")
    return Checkpoint(found[1], int(found[2]), b64decode(found[3]))


def check(note: str, publics: Iterable[bytes], is_signed: SignatureCheck) -> Checkpoint:
    """Return the checkpoint in a note that one of these keys has signed as the log. Raises `BadNote`."""
    checkpoint = read(note)
    keys = [NoteKey(checkpoint.origin, public) for public in publics]
    if not notes.signers(notes.split(note), keys, is_signed):
        raise BadNote("none of the keys has signed the checkpoint")
    return checkpoint
