"""Two worlds of Durak, Kirifu and Mustamaija that differ only in cards hidden from V answer V alike.

Hidden are the hands of other seats and the order of the stock.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from domain.game.game import actions, view
from domain.log.events import SPECTATOR, Viewer
from domain.ruleset.actions import TurnOver
from domain.ruleset.cards import CARDS, RANK, SUIT
from domain.running.automation import due_after
from domain.running.commands import act, due
from prove.harness.json_values import canonical_text
from prove.harness.match import BEATING, KIRIFU, MUSTAMAIJA
from prove.harness.random_moves import wander
from prove.harness.worlds.beating import NOTHING, BeatingWorld, mask_event
from prove.harness.worlds.world import plain_events, shown_text
from tests.domain.beating.situations import Position
from tests.domain.ruleset_options import OPTIONS

RULES = st.sampled_from(BEATING).flatmap(
    lambda key: OPTIONS[key].map(lambda options: {"ruleset": key, **options, "rounds": 1, "stall_limit": 100})
)


@settings(max_examples=2 * settings().max_examples)
@given(
    seed=st.integers(0, 2**32), seats=st.integers(2, 6), data=st.data(), before=st.sampled_from([0, 5, 20, 60, 120]), after=st.integers(1, 8), rules=RULES,
)  # fmt: skip
def test_views_do_not_depend_on_hidden_cards(
    seed: int, seats: int, rules: dict[str, Any], data: st.DataObject, before: int, after: int
) -> None:
    seats = 4 if rules.get("teams") else max(seats, 3) if rules["ruleset"] == KIRIFU else seats
    rules = rules | ({"turnover": False} if rules.get("teams") else {})
    chance = Random(seed)
    start = BeatingWorld(seats, seed=seed, **rules)
    wander(start, chance, seats - 1 + before, restless=0)
    assume(start.game.status == "playing")
    viewer = data.draw(st.integers(SPECTATOR, seats - 1))
    future = start.duplicate()
    wander(future, chance, after, restless=0)
    hidden = start.hidden_cards(future, viewer)
    assume(len(hidden) > 1)
    one, two = start.duplicate(), start.duplicate()
    swapped = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    two.exchange(swapped)
    event(f"commands: {len(future.commands)}")
    event(f"cards hidden: {len(hidden) // 10 * 10}")
    for command in future.commands:
        assert shown_text(one, viewer) == shown_text(two, viewer)
        if viewer >= 0:
            cards = [*one.of(viewer).state.held(viewer), *chance.sample(range(52), 3)]
            for action in one.possible_actions(cards):
                assert one.masked_answer(viewer, action) == two.masked_answer(viewer, action)
        assert plain_events(one.do(*command), viewer) == plain_events(two.do(*command), viewer)
    assert shown_text(one, viewer) == shown_text(two, viewer)


# One hidden thing at a time


def assert_alike(worlds: Sequence[Position], watchers: Sequence[Viewer]) -> None:
    """Check that all these viewers see the same in each world, and that the same is due."""
    for viewer in watchers:
        assert len({plain_events(world.events, viewer) for world in worlds}) == 1
        assert len({canonical_text(view(world.of(viewer), viewer)) for world in worlds}) == 1
        assert len({canonical_text(_fold(world, viewer)) for world in worlds}) == 1
        if viewer >= 0:
            assert len({repr(actions(world.of(viewer), viewer)) for world in worlds}) == 1
            found = [world.refusals(viewer) for world in worlds]
            assert found[1:] == found[:-1]
    assert len({(due(world.game), due_after(world.game, world.now)) for world in worlds}) == 1


def _fold(world: Position, viewer: Viewer) -> dict[str, Any]:
    """Return the viewer's fold without the cards out of play at the beginning, because they are named nowhere."""
    stored = world.of(viewer).stored()
    table = stored["state"]["table"]
    gone = [card for card in table["discard"] if card not in world.away]
    return stored | {"state": stored["state"] | {"table": table | {"discard": gone}}}


@pytest.mark.parametrize("defence", ["H8 D7", "S9 C11", "D1 H7"])
def test_a_take_does_not_reveal_whether_the_defender_could_have_beaten(defence: str) -> None:
    """A defender who can beat, can beat with a trump or cannot beat: the take and the clock's take look the same."""
    worlds = [
        Position("durak", "H6 S6", held, "C9 C13", stock="S7 S8 D13", trump="D", lead=0, turn_seconds=60)
        for held in (defence, "C10 S10")
    ]
    for world in worlds:
        world.when("P0 attacks H6")
    assert_alike(worlds, (0, 2, SPECTATOR))
    for world in worlds:
        world.when("at 59")
    assert_alike(worlds, (0, 2, SPECTATOR))
    for world in worlds:
        world.when("at 60")
    assert_alike(worlds, (2, SPECTATOR))


@pytest.mark.parametrize("hand", ["S6 C9", "H8 C12"])
def test_a_stop_does_not_reveal_whether_the_seat_could_have_attacked(hand: str) -> None:
    """A stop happens by itself only for an empty hand or a full limit (2.7, 11)."""
    worlds = [
        Position(
            "durak",
            f"H6 {held}",
            "H7 C7",
            "C13 C11",
            stock="",
            trump="D",
            lead=0,
            bout=2,
            turn_seconds=60,
        )
        for held in (hand, "S12 S13")
    ]
    for world in worlds:
        world.when("P0 attacks H6", "P1 beats H6<-H7")
        assert world.stand == ("attacking", 0)
    assert_alike(worlds, (1, 2, SPECTATOR))
    for world in worlds:
        world.when("P0 stops")
        assert world.stand == ("attacking", 2)
    assert_alike(worlds, (1, 2, SPECTATOR))


@pytest.mark.parametrize("hand", ["S6 C6", "S9 C12"])
def test_views_do_not_reveal_which_seats_could_throw_in(hand: str) -> None:
    worlds = [
        Position("durak", "H6 S13", "C7 C8", held, stock="", trump="D", lead=0, throw_in=True)
        for held in (hand, "S7 H9")
    ]
    for world in worlds:
        world.when("P0 attacks H6", "P1 takes", "P0 stops")
        assert world.stand == ("throwing-in", 2)
    assert_alike(worlds, (0, 1, SPECTATOR))


def test_the_refusal_of_a_turnover_depends_only_on_the_size_of_the_next_hand() -> None:
    """The refusal depends on how many cards the next player holds, not on which."""
    answers = set()
    for held in ("C7 S9", "C10 S10"):
        world = Position("durak", "H7", "S7 D7 H9", held, stock="", trump="D", lead=0, turnover=True)
        world.when("P0 attacks H7")
        answers.add(
            canonical_text([mask_event(one) for one in act(world.game, 1, TurnOver(CARDS["S7"]), world.now, NOTHING)])
        )
    assert len(answers) == 1


@pytest.mark.parametrize("key", [KIRIFU, MUSTAMAIJA])
@pytest.mark.parametrize("step", ["P0 leads S2", "P0 leads S2 S3 S4"])
def test_the_answer_to_a_lead_does_not_depend_on_other_hands_or_the_stock(key: str, step: str) -> None:
    hands = (("H9 D9 C4", "C12 C13 D2"), ("D3 D4 D5", "S6 S7 S12"))
    worlds = [
        Position(key, "S2 S3 S4 H2", *others, stock=stock, trump="C", lead=0)
        for others, stock in zip(hands, ("H7 H6 C10 H8 H10 C5", "H7 H6 C10 H8 H4 C5"), strict=True)
    ]
    for world in worlds:
        world.when(step)
    assert_alike(worlds, (0, SPECTATOR))


def test_only_the_drawing_seat_sees_a_drawn_card() -> None:
    worlds = [
        Position("mustamaija", "S2 S3 H2", "H9 D9", "C12 C13", stock=stock, trump="C", lead=0)
        for stock in ("H7 H6 C10 H8", "D7 D6 C10 H8")
    ]
    for world in worlds:
        world.when("P0 leads S2")
    assert_alike(worlds, (1, 2, SPECTATOR))


def test_the_lead_of_the_clock_depends_only_on_the_leader_s_hand() -> None:
    for key in (KIRIFU, MUSTAMAIJA):
        worlds = [
            Position(key, "S2 S3 H2", *others, stock="H7 H6 C10 H8", trump="C", lead=0, turn_seconds=60)
            for others in (("H9 D9", "C12 C13"), ("D3 S12", "C2 H5"))
        ]
        for world in worlds:
            world.when("at 60")
        assert_alike(worlds, (0, SPECTATOR))


def test_the_trump_of_mustamaija_is_unknown_until_it_is_turned() -> None:
    """Mustamaija: until the first lead nothing reveals the stock."""
    worlds = [
        Position("mustamaija", "S2 S3", "H9 D9", "C12 C13", stock=stock, lead=0)
        for stock in ("H7 H6 C10 H8", "S7 D6 C10 H8")
    ]
    assert_alike(worlds, (0, 1, 2, SPECTATOR))


def test_the_second_world_has_other_hidden_cards() -> None:
    """The exchange that makes a second world moves cards between hands and stock."""
    chance = Random(1)
    world = BeatingWorld(3, ruleset="durak", seed=1)
    wander(world, chance, 4, restless=0)
    other = world.duplicate()
    hidden = [card for card in world.game.ruleset.deck(0) if card not in world.shown_cards(0)]
    other.exchange(dict(zip(hidden, hidden[1:] + hidden[:1], strict=True)))
    one, two = world.game.state, other.game.state
    assert one is not None
    assert two is not None
    assert one.hands[1:] != two.hands[1:]
    assert one.deck != two.deck
    assert [{RANK[card] for card in hidden}, {SUIT[card] for card in hidden}] != [set(), set()]
