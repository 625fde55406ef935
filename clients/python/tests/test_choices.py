from typing import Any

import pytest

from dobon_client import choose
from dobon_client.types import LegalAction

PLAY: LegalAction = {
    "action": {"type": "play", "cards": ["S8"], "suit": "S"},
    "more": {"cards": ["H8", "C8", "C8"], "most": 3, "suits": ["S", "H"]},
    "allowed_from": "2026-11-21T03:24:00.000000Z",
}
BEAT: LegalAction = {
    "action": {"type": "beat", "pairs": [["H6", "H9"]]},
    "more": {"pairs": [["S6", "S7"], ["S6", "D7"], ["C6", "S7"]]},
}
LEAD: LegalAction = {
    "action": {"type": "lead", "cards": ["H9"]},
    "more": {"cards": ["D9"], "most": 2, "extra": ["C4", "D9"]},
}


def test_additions_that_an_entry_allows_are_added_in_their_order() -> None:
    chosen = choose(PLAY, cards=["C8", "H8"], suit="H")
    assert chosen == {
        "action": {"type": "play", "cards": ["S8", "C8", "H8"], "suit": "H"},
        "allowed_from": "2026-11-21T03:24:00.000000Z",
    }
    assert choose(BEAT, pairs=[["S6", "D7"]])["action"] == {"type": "beat", "pairs": [["H6", "H9"], ["S6", "D7"]]}
    assert choose(LEAD, extra="D9")["action"] == {"type": "lead", "cards": ["H9"], "extra": "D9"}
    assert PLAY["action"] == {"type": "play", "cards": ["S8"], "suit": "S"}


@pytest.mark.parametrize(
    ("entry", "additions"),
    [
        (PLAY, {"cards": ["D8"]}),
        (PLAY, {"cards": ["H8", "H8"]}),
        (PLAY, {"cards": ["H8", "C8", "C8"]}),
        (PLAY, {"suit": "C"}),
        (PLAY, {"extra": "C4"}),
        (BEAT, {"pairs": [["S6", "S8"]]}),
        (BEAT, {"pairs": [["S6", "S7"], ["S6", "D7"]]}),
        (BEAT, {"pairs": [["S6", "S7"], ["C6", "S7"]]}),
        (LEAD, {"cards": ["D9"], "extra": "D9"}),
        ({"action": {"type": "draw"}}, {"cards": ["D9"]}),
    ],
)
def test_an_addition_that_an_entry_does_not_allow_is_refused(entry: LegalAction, additions: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="cannot be added; this entry allows"):
        choose(entry, **additions)
