"""The keys that sign receipts: one first key, and rotation."""

from dataclasses import replace

import pytest
from psycopg import errors

from domain.game.receipts import signed_bytes
from domain.log.moments import later
from infra.event_store.receipt_keys import AHEAD_SECONDS, REFRESH_SECONDS, ReceiptKeys
from infra.postgres.pool import Pool
from infra.signatures import is_signed
from prove.harness.application import START, Time
from prove.harness.concurrent_commands import Race

HEAD = "0" * 64


def keys_of(pool: Pool, time: Time) -> ReceiptKeys:
    """Return the keys as another process has them."""
    return ReceiptKeys(pool, lambda: time.now)


def test_concurrent_first_starts_make_one_key(own: Pool, race: Race) -> None:
    found = race([lambda: keys_of(own, Time()).signer().published() for _ in range(8)])
    assert len({keys[0].kid for keys in found}) == 1
    assert {len(keys) for keys in found} == {1}


def test_a_key_outlives_its_process(own: Pool) -> None:
    first, second = (keys_of(own, Time()).signer() for _ in range(2))
    assert first.published() == second.published()
    assert first.published()[0].signs_from == START


def test_the_signature_of_a_receipt_is_that_of_its_key(own: Pool) -> None:
    signer = keys_of(own, Time()).signer()
    receipt, [key] = signer.sign("a game", 7, HEAD), signer.published()
    assert (receipt.kid, receipt.at) == (key.kid, START)
    assert is_signed(key.public, signed_bytes("a game", 7, HEAD, START), bytes.fromhex(receipt.signature))


def test_a_process_whose_clock_is_behind_signs_from_the_first_moment_of_the_key(own: Pool) -> None:
    keys_of(own, Time()).signer()
    receipt = keys_of(own, Time(later(START, seconds=-5))).signer().sign("a game", 7, HEAD)
    assert receipt.at == START


def test_a_new_key_is_published_before_it_signs_and_the_old_one_stays_published(own: Pool) -> None:
    time = Time()
    keys = keys_of(own, time)
    [old] = keys.signer().published()
    new = keys.rotate()
    assert new is not None
    begin = later(START, seconds=AHEAD_SECONDS)
    assert keys.signer().published() == [replace(old, signs_until=begin), new]
    assert new.signs_from == begin
    time.passes(AHEAD_SECONDS - 1)
    assert keys.signer().sign("a game", 7, HEAD).kid == old.kid
    time.passes(1)
    assert keys.signer().sign("a game", 7, HEAD).kid == new.kid
    assert [key.kid for key in keys.signer().published()] == [old.kid, new.kid]


def test_every_process_signs_with_the_new_key_from_the_same_moment(own: Pool) -> None:
    time = Time()
    keys, other = keys_of(own, time), keys_of(own, time)
    other.signer()
    new = keys.rotate()
    assert new is not None
    for _ in range(AHEAD_SECONDS // REFRESH_SECONDS):
        assert other.signer().sign("a game", 7, HEAD).kid != new.kid
        time.passes(REFRESH_SECONDS)
    assert other.signer().sign("a game", 7, HEAD).kid == new.kid


def test_a_key_that_does_not_sign_yet_is_not_replaced(own: Pool) -> None:
    time = Time()
    keys = keys_of(own, time)
    assert keys.rotate() is not None
    assert keys.rotate() is None
    assert len(keys.signer().published()) == 2
    time.passes(AHEAD_SECONDS)
    assert keys.rotate() is not None
    assert len(keys.signer().published()) == 3


def test_concurrent_rotations_add_one_key(own: Pool, race: Race) -> None:
    keys_of(own, Time()).signer()
    made = race([keys_of(own, Time()).rotate for _ in range(4)])
    assert sum(key is not None for key in made) == 1
    assert len(keys_of(own, Time()).signer().published()) == 2


def test_a_key_pair_does_not_show_its_secret(own: Pool) -> None:
    signer = keys_of(own, Time()).signer()
    assert repr(signer.keys[0].secret) not in repr(signer)
    assert "secret" not in repr(signer)


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_only_whole_keys_are_stored(own: Pool, secret: bytes) -> None:
    with own.connection() as connection, pytest.raises(errors.CheckViolation, match="receipt_keys_secret_check"):
        connection.execute(
            "INSERT INTO dobon.receipt_keys (number, secret, public, signs_from) VALUES (1, %s, %s, %s)",
            (secret, bytes(32), START),
        )
