"""The clock in the beating games (rulebook 0.4): it always makes the same, least harmful move."""

from typing import Any

import pytest

from tests.domain.beating.situations import Position, clock, types

DURAK = ("H8 C9 D6 S13", "H9 S9 C13", "C8 D7 S10")


def at(key: str, *hands: str, **given: Any) -> Position:
    """Set up a position with turns of a minute."""
    return Position(key, *hands, **({"turn_seconds": 60} | ({} if "defend" in given else {"lead": 0}) | given))


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("H8 C9 D6 S13", "H8"),
        ("D7 D6 D1", "D6"),
        ("S1 C13 D6", "C13"),
        ("D6 H1", "H1"),
        ("H9 C9 S9 H10", "S9"),
    ],
)
def test_the_clock_leads_the_lowest_plain_card_or_else_the_lowest_trump(hand: str, led: str) -> None:
    position = at("durak", hand, "H11 S11 C11", trump="D", stock="")
    (event,) = position.at(60)
    assert (event.type, event.public.cards, event.public.by_clock) == ("attack-played", [led], True)


def test_the_clock_takes_for_a_defender_and_stops_for_an_attacker() -> None:
    position = at("durak", *DURAK, trump="D", throw_in=True)
    position.when("P0 attacks H8", "P1 beats H8<-H9")
    (event,) = position.at(60)
    assert (event.type, event.public.seat, event.public.by_clock) == ("attack-stopped", 0, True)
    assert position.stand == ("attacking", 2)
    position.when("P2 attacks C8")
    (event,) = position.at(120)
    assert (event.type, event.public.by_clock) == ("take-declared", True)
    assert position.stand == ("throwing-in", 2)
    (event,) = position.at(180)
    assert (event.type, position.stand) == ("attack-stopped", ("throwing-in", 0))
    events = position.at(240)
    assert types(events) == ["attack-stopped", "defence-ended", "bout-begun"]
    assert ["by_clock" in event.public for event in events] == [True, False, False]


def test_only_actions_of_the_clock_are_marked() -> None:
    position = at("durak", *DURAK, trump="D")
    position.when("P0 attacks H8", "P1 takes")
    assert not any("by_clock" in event.public for event in position.events)


def test_the_clock_acts_at_the_deadline_that_each_command_renews() -> None:
    position = at("durak", *DURAK, trump="D")
    assert position.at(59.999) == []
    position.when("P0 attacks H8")
    assert position.table.deadline == clock(119.999)
    assert position.at(119.998) == []
    assert types(position.at(119.999)) == ["take-declared", "defence-ended", "bout-begun"]
    assert position.table.deadline == clock(179.999)


def test_without_a_limit_the_clock_never_acts() -> None:
    for key in ("durak", "kirifu", "mustamaija"):
        position = at(key, "H8 C9", "H9 S9", "S10", trump="D", turn_seconds=0)
        assert position.table.deadline is None
        assert position.at(10_000) == []


@pytest.mark.parametrize(
    ("hand", "ace_rule", "led"),
    [
        ("H9 D4 C2 S1 X1", "spade_ace", "D4"),
        ("H1 C2 S1 X1", "spade_ace", "H1"),
        ("C3 C2 S1 X1", "spade_ace", "C2"),
        ("S1 X1", "spade_ace", "S1"),
        ("C3 H1 X1", "all_aces", "C3"),
        ("C2 S1 H13", "none", "H13"),
        ("D4 H4 C2", "none", "H4"),
    ],
)
def test_the_clock_leads_the_weakest_card_of_kirifu(hand: str, ace_rule: str, led: str) -> None:
    position = at("kirifu", hand, "S9 S8", "S7", trump="C", ace_rule=ace_rule)
    event = position.at(60)[0]
    assert (event.public.cards, event.public.kind, event.public.by_clock) == ([led], "single", True)


@pytest.mark.parametrize("key", ["kirifu", "mustamaija"])
def test_the_clock_takes_for_a_defender_who_beat_some_attacks(key: str) -> None:
    position = at(key, "S2", "S10 H10 H11", "C3", trump="D", defend=1, table="S9 H9")
    position.when("P1 beats S9<-S10")
    events = position.at(60)
    assert types(events)[:2] == ["take-declared", "defence-ended"]
    assert (position.gone, position.stand) == ("S9 S10", ("leading", 2))


@pytest.mark.parametrize(
    ("hand", "trump", "led"),
    [
        ("H2 S12 C5", "H", "S12"),
        ("H2 S3 C5", "H", "S3"),
        ("H9 H2", "H", "H2"),
        ("H9 C1", "H", "C1"),
        ("H4 C5 D4", None, "H4"),
    ],
)
def test_the_clock_leads_the_queen_of_spades_or_else_the_lowest_plain_card(
    hand: str, trump: str | None, led: str
) -> None:
    stock = "D8 D9 D10 C2 C4" if trump is None else ""
    position = at("mustamaija", hand, "S9 S8", "S7", trump=trump, stock=stock)
    event = position.at(60)[0]
    assert (event.public.cards, event.public.by_clock) == ([led], True)


def test_the_clock_alone_plays_a_round_of_two_to_its_end() -> None:
    for key in ("durak", "mustamaija"):
        position = Position.dealt(key, 2, 5, turn_seconds=1, stall_limit=5)
        moves = next(second for second in range(1, 3_000) if position.at(second) and position.table.over)
        assert moves > 20
        assert position.ended == ("stalled", [], [1, 1])
