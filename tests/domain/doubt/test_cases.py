"""The rulebook's cases of Doubt (5.0 T5, 5.1 D01 to D45), with their numbers."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from domain.log.errors import Refused
from domain.ruleset.ruleset import check_options
from tests.domain.doubt.situations import D1, D2, D3, RULES, THREE, Position, result


@dataclass(frozen=True)
class Case:
    """Options and position, the steps, and the facts that must hold afterwards."""

    number: str
    hands: tuple[str, ...]
    turn: int
    said: int
    do: tuple[str, ...]
    stand: tuple[str, int, int]
    "Phase, turn and number."
    sizes: tuple[int, ...]
    "Cards in each hand."
    left: int
    "Cards in the pile."
    pile: str = ""
    ranks: tuple[int, ...] | None = None
    winner: int | None = None
    shown: str | None = None
    "Cards that the newest doubt showed."
    given: dict[str, Any] = field(default_factory=dict)


PLAYING, DOUBTING, OVER = "playing", "doubting", "over"
RANKED: dict[str, Any] = {"ranking": "by_hand_count"}
ALL_DECLINE = ("P0 declines", "P2 declines")

CASES = (
    Case("D01", D1, 0, 1, ("P0 plays S7",), (DOUBTING, 0, 1), (2, 4, 3), 1),
    Case("D02", D1, 0, 1, ("P1 plays H9 -> not-your-turn",), (PLAYING, 0, 1), (3, 4, 3), 0),
    Case("D03", D1, 0, 1, ("P0 passes -> no-pass",), (PLAYING, 0, 1), (3, 4, 3), 0),
    Case("D05", D1, 0, 1, ("P0 plays S7 H2 -> too-many-cards",), (PLAYING, 0, 1), (3, 4, 3), 0),
    Case(
        "D06", D1, 0, 1, ("P0 plays S7 S7 -> duplicate-card",), (PLAYING, 0, 1), (3, 4, 3), 0,
        given={"max_cards_per_play": 4},
    ),
    Case("D07", D1, 1, 5, ("P1 plays H9", "P0 doubts"), (PLAYING, 2, 6), (3, 7, 3), 0, THREE, shown="H9"),
    Case("D09", D1, 1, 5, ("P1 plays H5", "P0 doubts"), (PLAYING, 2, 6), (7, 3, 3), 0, THREE, shown="H5"),
    Case(
        "D10", D1, 1, 5, ("P1 plays H9", "P1 doubts -> not-a-caller", "P1 declines -> not-a-caller"), (DOUBTING, 1, 5),
        (3, 3, 3), 1,
    ),
    Case(
        "D11", D1, 1, 5, ("P1 plays H9", "P2 doubts", "P0 doubts -> too-late"), (PLAYING, 2, 6), (3, 7, 3), 0, THREE,
        shown="H9", given={"success_after": [0, 0, 1]},
    ),
    Case("D13", D1, 1, 5, ("P1 plays H9", *ALL_DECLINE), (PLAYING, 2, 6), (3, 3, 3), 4, THREE),
    Case("D14", D1, 2, 13, ("P2 plays C13", "P0 declines", "P1 declines"), (PLAYING, 0, 1), (3, 4, 2), 1),
    Case(
        "D15", D1, 1, 5, ("at 100", "P1 plays H9", "at 101", "P2 plays S6 -> too-early", "at 103", "P2 plays S6"),
        (DOUBTING, 2, 6), (3, 3, 2), 2,
    ),
    Case(
        "D17", D1, 1, 5,
        ("at 100", "P1 plays H9", "at 105", "P2 plays S6", "P0 doubts on play 1 -> too-late", "at 106", "P0 doubts on play 2"),
        (PLAYING, 0, 7), (5, 3, 2), 0, shown="S6",
    ),
    Case("D18", D1, 1, 5, ("at 100", "P1 plays H9", "at 109.999"), (DOUBTING, 1, 5), (3, 3, 3), 1),
    Case("D18", D1, 1, 5, ("at 100", "P1 plays H9", "at 109", "at 110"), (PLAYING, 2, 6), (3, 3, 3), 1),
    Case("D19", D1, 0, 1, ("P0 doubts -> wrong-phase",), (PLAYING, 0, 1), (3, 4, 3), 0),
    Case("D21", D2, 1, 6, ("P1 plays H5", "P2 doubts"), (PLAYING, 2, 7), (2, 4, 3), 0, THREE, shown="H5"),
    Case(
        "D22", D2, 1, 5, ("P1 plays H5", "P2 doubts"), (OVER, 2, 6), (2, 0, 7), 0, THREE, (2, 1, 3), 1, "H5", RANKED
    ),
    Case(
        "D23", ("S7 H2", "H5", "C13 D13", "S6 S8 S9"), 1, 5,
        ("P1 plays H5", *ALL_DECLINE, "P3 declines", "P0 plays S7 -> game-over"), (OVER, 2, 6), (2, 0, 2, 3), 1, "",
        (2, 1, 2, 4), 1, None, RANKED,
    ),
    Case(
        "D25", D1, 1, 5, ("P1 plays H5", "P0 doubts"), (PLAYING, 2, 6), (7, 3, 3), 0, THREE, shown="H5",
        given={"resume_same_number": True},
    ),
    Case(
        "D26", D1, 1, 5, ("P1 plays H9", "P0 doubts", "P0 plays S7", "P1 declines", "P2 declines"), (PLAYING, 1, 7),
        (2, 7, 3), 1, THREE, shown="H9", given={"doubter_takes_turn": True},
    ),
    Case(
        "D27", D1, 1, 5, ("P1 plays H9", "P0 doubts"), (PLAYING, 0, 5), (3, 7, 3), 0, THREE, shown="H9",
        given={"doubter_takes_turn": True, "resume_same_number": True},
    ),
    Case(
        "D29", D1, 1, 5, ("P1 plays H9", "P0 doubts", "P1 plays D5 -> player-out"), (PLAYING, 2, 6), (3, 0, 3), 4, THREE,
        shown="H9", given={"penalty": "eliminate"},
    ),
    Case(
        "D30", ("S7 H2", "H5 D9"), 0, 5, ("P0 plays S7", "P1 doubts"), (OVER, 1, 6), (0, 2), 1, winner=1, shown="S7",
        given={"penalty": "eliminate"},
    ),
    Case(
        "D31", D1, 1, 5, ("P1 plays H9", "P0 doubts"), (PLAYING, 2, 6), (1, 5, 3), 4, THREE, shown="H9",
        given={"penalty": "exchange_two"},
    ),
    Case(
        "D33", ("S7", "H9 D5", "C13 D13"), 1, 5, ("P1 plays H9", "P0 doubts"), (OVER, 2, 6), (0, 2, 2), 1, winner=0,
        shown="H9", given={"penalty": "exchange_two"},
    ),
    Case(
        "D34", D2, 1, 5, ("P1 plays H5", "P2 doubts -> too-late"), (PLAYING, 2, 6), (2, 4, 3), 0, THREE,
        given={"must_doubt_to_finish": True},
    ),
    Case(
        "D35", D2, 1, 5, ("P1 plays H5", *ALL_DECLINE), (OVER, 2, 6), (2, 0, 3), 4, THREE, winner=1,
        given={"must_doubt_to_finish": True, "success": [0, 1, 0]},
    ),
    Case(
        "D37", D3, 1, 9, ("P1 plays X1 C8", "P0 doubts"), (PLAYING, 2, 10), (2, 3, 3), 0, shown="X1 C8",
        given={"jokers_per_deck": 1, "max_cards_per_play": 2},
    ),
    Case(
        "D38", ("S7", "X1", "C13"), 1, 9, ("P1 plays X1", "P2 doubts"), (OVER, 2, 10), (1, 0, 2), 0, winner=1, shown="X1",
        given={"jokers_per_deck": 1},
    ),
    Case(
        "D39", D1, 1, 5, ("P1 plays D5 H5 H9", "P2 doubts"), (PLAYING, 2, 6), (3, 7, 3), 0, THREE, shown="D5 H5 H9",
        given={"max_cards_per_play": 4},
    ),
    Case(
        "D41", D1, 1, 5, ("P1 plays H9", "P0 cheats -> not-a-caller", "P2 cheats"), (PLAYING, 2, 6), (3, 7, 3), 0, THREE,
        shown="H9", given={"variant": "cheat"},
    ),
    Case(
        "D42", D1, 1, 5, ("P1 plays H9", "P2 plays S6"), (DOUBTING, 2, 6), (3, 3, 2), 2, given={"variant": "cheat"}
    ),
    Case(
        "D43", ("S7 S7 H2", "H9", "C13"), 0, 7, ("P0 plays S7 S7", "P1 doubts"), (PLAYING, 1, 8), (1, 3, 1), 0,
        shown="S7 S7", given={"decks": 2, "max_cards_per_play": 2},
    ),
    Case(
        "D45", D1, 1, 5, ("P1 plays H9", *ALL_DECLINE, "P2 plays S6", "P0 declines", "P1 declines"), (OVER, 0, 7),
        (3, 3, 2), 2, ranks=(2, 2, 1), given={"max_plays": 2},
    ),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.number)
def test_a_case_of_the_rulebook(case: Case) -> None:
    given = {**case.given}
    success = given.pop("success_after", None)
    position = Position(*case.hands, pile=case.pile, turn=case.turn, number=case.said, **given)
    position.when(*case.do)
    assert position.stand == case.stand
    assert position.table.sizes == list(case.sizes)
    assert len(position.table.pile) == case.left
    if success is not None:
        assert position.table.success == success
    if case.stand[0] == OVER:
        winner, _, ranks = result(position)
        assert winner == case.winner
        if case.ranks is not None:
            assert ranks == list(case.ranks)
    doubts = [event for event in position.events if event.type == "doubt-called"]
    assert [" ".join(event.public.cards) for event in doubts] == ([] if case.shown is None else [case.shown])


def test_every_case_is_in_the_table() -> None:
    numbers = "01 02 03 05 06 07 09 10 11 13 14 15 17 18 19 21 22 23 25 26 27 29 30 31 33 34 35 37 38 39 41 42 43 45"
    assert {case.number for case in CASES} == {f"D{number}" for number in numbers.split()}


def test_t5_a_play_has_at_most_four_cards() -> None:
    with pytest.raises(Refused) as refused:
        check_options(RULES, {"max_cards_per_play": 5}, 3)
    assert (refused.value.code, refused.value.extra) == ("bad-option", {"option": "max_cards_per_play"})
