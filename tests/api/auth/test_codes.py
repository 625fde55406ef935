"""Codes that people write down or type."""

import pytest

from api.auth.codes import ALPHABET, DEVICE, RECOVERY, code_hash, new_code
from domain.log.errors import Refused


@pytest.mark.parametrize(("form", "length"), [(RECOVERY, 20), (DEVICE, 12)])
def test_a_code_has_five_random_bits_a_character(form: tuple[int, int], length: int) -> None:
    codes = [new_code(form).replace("-", "") for _ in range(200)]
    assert {len(code) for code in codes} == {length}
    assert len(set(codes)) == 200
    assert set("".join(codes)) == set(ALPHABET)
    assert len(ALPHABET) == 2**5


@pytest.mark.parametrize(
    "typed", ["0111-ABCD-EFGH", "o1il-abcd-efgh", "OLIL ABCD EFGH", "0111abcdefgh", "-0111ABCDEFGH-"]
)
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert code_hash(typed, DEVICE) == code_hash("0111-ABCD-EFGH", DEVICE)


@pytest.mark.parametrize(
    "typed", ["", "0111-ABCD-EFG", "0111-ABCD-EFGHJ", "0111-ABCD-EFGU", "\ud8000111ABCDEFG", "１111ABCDEFGH"]
)
def test_other_texts_are_no_codes(typed: str) -> None:
    with pytest.raises(Refused, match="bad-code"):
        code_hash(typed, DEVICE)
