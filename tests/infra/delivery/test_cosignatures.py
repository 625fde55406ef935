"""Signatures of witnesses are collected, checked, and served below the signature of the server."""

import logging
from collections.abc import Callable

import pytest

from domain.transparency import checkpoint as checkpoints
from domain.transparency import notes
from domain.transparency.cosignatures import cosigned, witness_key, witnesses_of
from infra.delivery.cosignatures import Collector
from infra.event_store import head_log
from infra.postgres.pool import Pool
from infra.settings import WitnessAddress
from infra.signatures import is_signed, public_of, sign
from prove.harness.application import START
from tests.infra.event_store.test_head_log import append, entries, keys_of, newest

SECRETS = {"first": bytes([1] * 32), "second": bytes([2] * 32)}
KEYS = {name: witness_key(name, public_of(secret)) for name, secret in SECRETS.items()}
WITNESSES = [WitnessAddress(f"https://{name}.example", key) for name, key in KEYS.items()]
AT = 1_795_231_440


def seen(note: str, name: str = "first", secret: bytes | None = None) -> bytes:
    """Return what a witness serves that has seen a checkpoint."""
    found = notes.split(note)
    line = cosigned(found.text, KEYS[name], AT, lambda message: sign(secret or SECRETS[name], message))
    return notes.join(found.text, [*found.signatures, line]).encode()


def served(pool: Pool, read: Callable[..., str | None] = head_log.newest_checkpoint) -> str:
    with pool.connection() as conn:
        note = read(conn)
    assert note is not None
    return note


def witnessed(pool: Pool) -> tuple[int, list[str]]:
    """Return the size of the newest checkpoint that a witness has signed, and the names of all that have."""
    note = served(pool, head_log.witnessed_checkpoint)
    checkpoints.check(note, [key.public for key in keys_of(pool).signer().published()], is_signed)
    return checkpoints.read(note).size, sorted(
        key.name for key in witnesses_of(notes.split(note), KEYS.values(), is_signed)
    )


def collect(pool: Pool, answers: dict[str, bytes | OSError]) -> int:
    """Ask witnesses with these answers, by name."""

    def read(address: str) -> bytes:
        found = answers[address.removeprefix("https://").removesuffix(".example")]
        if isinstance(found, OSError):
            raise found
        return found

    return Collector(pool, [one for one in WITNESSES if one.key.name in answers], read, lambda: START).step()


def test_the_signatures_of_all_witnesses_are_served_with_the_checkpoint(own: Pool) -> None:
    append(own, entries(0, 5))
    note = served(own)
    assert collect(own, {"first": seen(note), "second": seen(note, "second")}) == 2
    assert witnessed(own) == (5, ["first", "second"])
    assert served(own) == served(own, head_log.witnessed_checkpoint)
    assert served(own).startswith(note)
    assert newest(own).size == 5


def test_a_signature_is_collected_once(own: Pool) -> None:
    append(own, entries(0, 5))
    note = served(own)
    assert [collect(own, {"first": seen(note)}) for _ in range(3)] == [1, 0, 0]
    assert served(own).count("\n— ") == 2


def test_the_newest_checkpoint_does_not_wait_for_witnesses(own: Pool) -> None:
    append(own, entries(0, 5))
    collect(own, {"first": seen(served(own))})
    append(own, entries(5, 9))
    assert newest(own).size == 9
    assert witnessed(own) == (5, ["first"])
    append(own, entries(9, 12))
    collect(own, {"first": seen(served(own))})
    assert witnessed(own) == (12, ["first"])


def test_a_witness_that_serves_nothing_or_something_else_stops_no_other(
    own: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    append(own, entries(0, 5))
    note = served(own)
    other = checkpoints.signed(
        checkpoints.Checkpoint(checkpoints.read(note).origin, 5, bytes(32)), bytes(32), lambda _: bytes(64)
    )
    longer = checkpoints.signed(
        checkpoints.Checkpoint(checkpoints.read(note).origin, 6, bytes(32)), bytes(32), lambda _: bytes(64)
    )
    wrong: list[tuple[bytes | OSError, str]] = [
        (OSError("no answer"), "no answer"),
        (b"", "a signed note has"),
        (note.encode(), "has not signed"),
        (seen(note, secret=bytes(32)), "is wrong"),
        (seen(other), "that this server does not have"),
        (seen(longer), "that this server does not have"),
    ]
    for answer, words in wrong:
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            assert collect(own, {"first": answer}) == 0
        assert words in caplog.text
    assert collect(own, {"first": OSError("no answer"), "second": seen(note, "second")}) == 1
    assert witnessed(own) == (5, ["second"])
