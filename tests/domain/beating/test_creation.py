"""The rulebook's cases of creation (5.0 T1 to T6), and other invalid options and seats."""

from typing import Any

import pytest

from domain.game.registry import ruleset
from domain.log.errors import Refused
from domain.ruleset.ruleset import check_options


@pytest.mark.parametrize(
    ("number", "key", "seats", "options", "code"),
    [
        ("T1", "durak", 3, {"teams": True}, "bad-seat-count"),
        ("T2", "durak", 4, {"teams": True, "turnover": True}, "option-conflict"),
        ("T3", "kirifu", 2, {}, "bad-seat-count"),
        ("T4", "durak", 7, {}, "bad-seat-count"),
        ("T5", "doubt", 3, {"max_cards_per_play": 5}, "bad-option"),
        ("T6", "mustamaija", 2, {}, None),
    ],
)
def test_a_case_of_creation(number: str, key: str, seats: int, options: dict[str, Any], code: str | None) -> None:
    if code is None:
        assert set(check_options(ruleset(key), options, seats)) == {option.name for option in ruleset(key).options}
        return
    with pytest.raises(Refused) as caught:
        check_options(ruleset(key), options, seats)
    assert (caught.value.code, bool(caught.value.detail)) == (code, True), number
