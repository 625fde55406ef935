"""Cosignatures of witnesses, and their keys as lines."""

import pytest

from domain.transparency import notes
from domain.transparency.cosignatures import cosigned, read_key, witness_key, witnesses_of, write_key
from domain.transparency.notes import BadNote, NoteKey, Signature
from infra.signatures import is_signed, public_of, sign

SECRET = bytes(range(32))
KEY = witness_key("witness.example/w1", public_of(SECRET))
TEXT = "example.com/log\n15368405\n31JQUq8EyQx5lpqtKRqryJzA+77WD2xmTyuB4uIlXeE=\n"
AT = 1_679_315_147


def line(secret: bytes = SECRET, at: int = AT) -> Signature:
    return cosigned(TEXT, KEY, at, lambda message: sign(secret, message))


def test_a_witness_signs_the_text_below_the_time_at_which_it_saw_it() -> None:
    signed: list[bytes] = []
    cosigned(TEXT, KEY, AT, lambda message: signed.append(message) or bytes(64))  # type: ignore[func-returns-value]
    assert signed == [b"cosignature/v1\ntime 1679315147\n" + TEXT.encode()]
    assert line().signature[:8] == AT.to_bytes(8, "big")
    assert len(line().signature) == 8 + 64


def test_the_witnesses_of_a_note_are_those_whose_keys_are_known() -> None:
    note = notes.split(notes.join(TEXT, [Signature("example.com/log", b"abcd", bytes(64)), line()]))
    assert witnesses_of(note, [KEY], is_signed) == {KEY: AT}
    other = witness_key(KEY.name, public_of(bytes(32)))
    assert witnesses_of(note, [other], is_signed) == {}
    assert notes.signers(note, [NoteKey(KEY.name, KEY.public)], is_signed) == [], "a cosignature is no signature"


def test_a_cosignature_of_another_key_or_another_time_is_wrong() -> None:
    later = Signature(KEY.name, KEY.id, (AT + 1).to_bytes(8, "big") + line().signature[8:])
    for wrong in (line(bytes(32)), later, Signature(KEY.name, KEY.id, b"x")):
        with pytest.raises(BadNote, match=r"the cosignature of witness\.example/w1 is wrong"):
            witnesses_of(notes.split(notes.join(TEXT, [wrong])), [KEY], is_signed)


def test_a_key_is_one_line() -> None:
    assert write_key(KEY).startswith("witness.example/w1+")
    assert read_key(f"{write_key(KEY)}\n") == KEY


@pytest.mark.parametrize(
    "text",
    ["", "w1", "w1+00000000+AA==", "w1+zz+!", write_key(NoteKey("w1", KEY.public)), write_key(KEY).replace("w1", "w2")],
)
def test_another_line_is_no_key(text: str) -> None:
    with pytest.raises(BadNote):
        read_key(text)
