"""Signed notes and checkpoints. The first example is that of the documentation of Go's package `note`."""

from base64 import b64decode

import pytest

from domain.transparency import checkpoint as checkpoints
from domain.transparency import notes
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.notes import BadNote, NoteKey, Signature
from infra.signatures import is_signed, public_of, sign

TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"

SECRET = b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
PUBLIC = b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")[1:]
PETER = NoteKey("PeterNeumann", PUBLIC)
SIGNED_BY_PETER = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)

ENOCH = NoteKey("EnochRoot", b64decode("ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop")[1:])
SIGNED_BY_ENOCH = (
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
)

NOTE = f"{TEXT}\n{SIGNED_BY_PETER}"
BOTH = f"{NOTE}{SIGNED_BY_ENOCH}"

LOG_SECRET = bytes(range(32))
LOG = NoteKey("dobon/log/first", public_of(LOG_SECRET))
STATE = Checkpoint(LOG.name, 20, bytes(range(32)))


def signed(state: Checkpoint = STATE, secret: bytes = LOG_SECRET) -> str:
    return checkpoints.signed(state, public_of(secret), lambda message: sign(secret, message))


def test_a_note_is_signed_as_in_the_published_example() -> None:
    assert (PETER.id.hex(), ENOCH.id.hex()) == ("c74f20a3", "af0cfe78")
    assert public_of(SECRET) == PUBLIC
    assert notes.join(TEXT, [Signature(PETER.name, PETER.id, sign(SECRET, TEXT.encode()))]) == NOTE


def test_the_published_signatures_are_valid_in_the_order_of_their_lines() -> None:
    note = notes.split(BOTH)
    assert note.text == TEXT
    assert notes.signers(note, [ENOCH, PETER], is_signed) == [PETER, ENOCH]
    assert notes.signers(note, [ENOCH], is_signed) == [ENOCH]
    assert notes.signers(note, [LOG], is_signed) == []


def test_a_note_with_another_text_is_not_signed() -> None:
    with pytest.raises(BadNote, match="the signature of PeterNeumann is wrong"):
        notes.signers(notes.split(NOTE.replace("answer", "Answer")), [PETER], is_signed)


@pytest.mark.parametrize(
    "note",
    ["", "text\n", "text\n\n", NOTE[:-1], f"{TEXT}\n- PeterNeumann AAAAAAA=\n", f"{TEXT}\n— PeterNeumann AAAA\n",
     f"{TEXT}\n— PeterNeumann A\n", f"\t{NOTE}", f"{NOTE}{SIGNED_BY_ENOCH * 100}", f"{NOTE}\n"],
)  # fmt: skip
def test_a_text_of_another_form_is_not_a_note(note: str) -> None:
    with pytest.raises(BadNote):
        notes.split(note)


def test_a_checkpoint_is_the_name_of_its_log_with_size_and_root() -> None:
    assert signed().startswith(
        "dobon/log/first\n20\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n— dobon/log/first "
    )
    assert checkpoints.check(signed(), [LOG.public], is_signed) == STATE


def test_a_checkpoint_of_another_key_or_with_another_size_is_refused() -> None:
    with pytest.raises(BadNote, match="none of the keys has signed"):
        checkpoints.check(signed(secret=bytes(32)), [LOG.public], is_signed)
    with pytest.raises(BadNote, match="the signature of dobon/log/first is wrong"):
        checkpoints.check(signed().replace("\n20\n", "\n21\n"), [LOG.public], is_signed)
    with pytest.raises(BadNote, match="none of the keys has signed"):
        checkpoints.check(signed().replace("dobon/log/first\n20", "dobon/log/other\n20"), [LOG.public], is_signed)


@pytest.mark.parametrize("text", ["origin\n1\n", "origin\n01\nAA==\n", "or igin\n1\n" + "A" * 43 + "=\n"])
def test_a_note_of_something_else_is_not_a_checkpoint(text: str) -> None:
    with pytest.raises(BadNote, match="the name of a log, a size and a root"):
        checkpoints.read(notes.join(text, [Signature("a", b"abcd", b"x")]))
