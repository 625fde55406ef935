"""`dobon-sato` by the rulebook: the flow cases of 3.4 by number, and the next seat (1.4)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from domain.game.game import actions
from domain.ruleset.actions import Dobon
from tests.domain.dobon.situations import Situation, types


@dataclass
class Flow:
    """A case of rulebook 3.4: the situation, the steps, and the facts afterwards."""

    case: str
    hands: Sequence[str]
    top: str
    steps: Sequence[str]
    then: dict[str, Any]
    given: dict[str, Any] = field(default_factory=dict)


# The rulebook has no F07, F11, F14, F16 and F18. F11 and F14 are what F12 and F15 say of them.
FLOW = [
    Flow("F01", ["S4 C4 H4 D9", "C5"], "S3", ["P0 plays S4 C4 H4"], {"top": "H4", "suit": "H", "turn": 1}),
    Flow("F02", ["S4 C4 H4 D9", "C5"], "S3", ["P0 plays C4 S4 H4 -> bottom-does-not-fit"], {"top": "S3", "turn": 0}),
    Flow("F03", ["S4 H5", "C5"], "S3", ["P0 plays S4 H5 -> ranks-differ"], {"top": "S3", "turn": 0}),
    Flow(
        "F04", ["S4", "C5", "C6"], "S3", ["P0 passes", "P1 passes -> no-pass"], {"turn": 1, "first_turn": False},
        {"first_turn": True},
    ),
    Flow("F05", ["S1 C1 D9", "C5", "C6", "C7"], "S3", ["P0 plays S1 C1"], {"turn": 3}),
    Flow("F06", ["S1 C1 D9", "C5", "C6"], "S3", ["P0 plays S1 C1"], {"turn": 0}),
    Flow(
        "F08", ["S2 D9", "C2 H2 D10", "C6", "C7"], "S3", ["P0 plays S2", "P1 plays C2 H2", "P2 accepts"],
        {"drawn": 6, "turn": 3, "pending": None},
    ),
    Flow("F09", ["S8 D9", "C5"], "H2", ["P0 plays S8 naming C -> must-answer-pending"], {"turn": 0}, {"pending": (2, 2)}),
    Flow("F10", ["S8 D9", "C5"], "H2", ["P0 draws -> must-accept"], {"turn": 0}, {"pending": (2, 2)}),
    Flow(
        "F11", ["S13 D9", "C13 D10", "C6 C7", "C9"], "S3", ["P0 plays S13", "P1 plays C13", "P2 accepts"],
        {"open": ["", "", "C6 C7", ""], "turn": 2, "pending": None},
    ),
    Flow(
        "F12", ["S13 D9", "C13 D10", "C6 C7"], "S3",
        ["P0 plays S13", "P1 plays C13", "P2 accepts", "P2 draws", "P0 draws", "P1 draws", "P2 draws"],
        {"open": ["", "", "C6 C7"], "seen": ["?? ??", "?? ??", "C6 C7 ?? ??"], "types": ["stock-reshuffled", "cards-drawn"]},
        {"stock": "H9 H10 H11"},
    ),
    Flow(
        "F13", ["S4 C3 D12", "S5 S7", "C6"], "S12", ["P0 plays D12", "P1 calls", "P0 calls", "P2 declines"],
        {"winner": 0, "losers": [1]},
    ),
    Flow(
        "F14", ["D9 D12", "S5 S7", "S3 S4"], "S12", ["P0 plays D12", "P1 calls", "P2 calls", "P0 declines"],
        {"winner": 2, "losers": [1]},
    ),
    Flow(
        "F15", ["D9 D12", "S5 S7", "S3 S4"], "S12", ["P0 plays D12", "P1 calls", "P2 calls", "P1 calls -> already-called"],
        {"turn": 1},
    ),
    Flow("F17", ["S1 D9 C9", "C5"], "S3", ["P0 plays S1", "P0 draws", "P0 calls -> own-card"], {"turn": 1}),
    Flow(
        "F19", ["S4", "C5", "C6"], "S3", ["P0 plays S4", "P1 draws", "P2 draws"],
        {"turn": 0, "seen": ["", "?? ??", "?? ??"], "legal": ["draw"]},
    ),
    Flow(
        "F20", ["S2 D9", "S6 S3", "C6"], "S12", ["P0 plays S2", "P1 calls", "P0 declines", "P2 declines"],
        {"winner": 1, "losers": [0], "held": ["D9", "S3 S6", "C6"]},
    ),
]  # fmt: skip


@pytest.mark.parametrize("flow", FLOW, ids=lambda flow: flow.case)
def test_the_rulebook_s_cases_go_as_it_says(flow: Flow) -> None:
    situation = Situation(flow.hands, flow.top, **flow.given)
    events = situation.when(*flow.steps)
    found = facts(situation, types(events))
    assert {name: found[name] for name in flow.then} == flow.then


def facts(situation: Situation, happened: list[str]) -> dict[str, Any]:
    """Return the facts of the table that a case may name.

    `seen` is the view of spectators, `drawn` the total number of drawn cards.
    """
    table, game = situation.table, situation.game
    board = game.ruleset.public_view(table)["board"]
    seats = range(table.seats)
    return {
        "top": board["top"]["card"],
        "suit": board["top"]["suit"],
        "turn": table.turn,
        "first_turn": table.first_turn,
        "pending": board["pending"],
        "drawn": sum(event.public.count for event in situation.events if event.type == "cards-drawn"),
        "open": [situation.shown(seat) for seat in seats],
        "seen": [situation.hand(seat, viewer=-1) for seat in seats],
        "held": [situation.hand(seat) for seat in seats],
        "winner": game.result and game.result["winner"],
        "losers": game.result and game.result["losers"],
        "legal": [
            type(action).__name__.lower() for action in actions(game, table.turn) if not isinstance(action, Dobon)
        ],
        "types": happened,
    }


# Rulebook 1.4: the next seat after P0 lays some aces or nines.
SKIPS = {
    2: [0, 1, 0, 1],
    3: [2, 0, 1, 2],
    4: [2, 3, 0, 1],
    5: [2, 3, 4, 0],
    6: [2, 3, 4, 5],
}
REVERSES = {2: [1, 1, 1], 3: [2, 1, 2], 4: [3, 1, 3], 5: [4, 1, 4], 6: [5, 1, 5]}
NEXT = [
    (players, rank, count, seat)
    for rank, table in ((1, SKIPS), (9, REVERSES))
    for players, row in table.items()
    for count, seat in enumerate(row, 1)
]


def others(players: int) -> list[str]:
    """Return hands without aces and nines for all seats except P0."""
    return [f"S{number} C{number}" for number in (2, 3, 4, 5, 6, 7, 10)[: players - 1]]


@pytest.mark.parametrize(("players", "rank", "count", "seat"), NEXT)
def test_the_next_seat_after_aces_and_nines_is_that_of_the_table(
    players: int, rank: int, count: int, seat: int
) -> None:
    laid = " ".join(f"{suit}{rank}" for suit in "SCHD"[:count])
    situation = Situation([f"{laid} D12", *others(players)], "S11")
    situation.when(f"P0 plays {laid}")
    assert situation.table.turn == seat


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("rank", [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13])
def test_the_other_numbers_move_the_turn_by_one(players: int, direction: int, rank: int) -> None:
    situation = Situation([f"S{rank}", *["" for _ in range(players - 1)]], "S1", direction=direction)
    situation.when(f"P0 plays S{rank} naming S" if rank == 8 else f"P0 plays S{rank}")
    assert (situation.table.turn, situation.table.direction) == (direction % players, direction)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("direction", [1, -1])
def test_skips_and_reverses_count_in_the_direction_of_play(players: int, direction: int) -> None:
    situation = Situation(["S1 C1 D9", *others(players)], "S11", direction=direction)
    situation.when("P0 plays S1 C1")
    assert situation.table.turn == 3 * direction % players
    situation = Situation(["S9 D12", *others(players)], "S11", direction=direction)
    situation.when("P0 plays S9")
    assert (situation.table.turn, situation.table.direction) == (-direction % players, -direction)


def test_a_player_who_skips_all_others_moves_again() -> None:
    situation = Situation(["S1 C1 D9", *others(3)], "S11")
    situation.when("P0 plays S1 C1", "P0 draws")
    assert situation.table.turn == 1


def test_a_skipped_player_may_still_call() -> None:
    situation = Situation(["S1 D9", "C4 C3", "C5"], "S11")
    situation.when("P0 plays S1", "P1 calls", "P0 declines", "P2 declines")
    assert situation.game.result is not None
    assert (situation.game.result["winner"], situation.game.result["losers"]) == (1, [0])
