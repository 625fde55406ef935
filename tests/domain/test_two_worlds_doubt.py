"""Two worlds of Doubt that differ only in what is hidden from V answer V alike.

Hidden are other hands, the pile, declines and drawn cards.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from domain.game.game import actions, view
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, Viewer
from domain.ruleset.actions import Action, Decline, Doubt, Pass, Play
from domain.ruleset.cards import CARDS
from domain.running.automation import due_after
from domain.running.commands import act, due
from prove.harness.json_values import canonical_text
from prove.harness.match import DOUBT
from prove.harness.random_moves import wander
from prove.harness.worlds.doubt import DoubtWorld
from prove.harness.worlds.world import plain_events, shown_text
from tests.domain.doubt.situations import Position, types

OPTIONS = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(["doubt", "doubt", "cheat"]),
        "penalty": st.sampled_from(["pile", "eliminate", "exchange_two"]),
        "jokers_per_deck": st.integers(0, 2),
        "max_cards_per_play": st.integers(1, 4),
        "must_doubt_to_finish": st.booleans(),
        "joker_may_finish": st.booleans(),
        "next_play_closes": st.booleans(),
        "window_seconds": st.sampled_from([0, 10]),
        "min_open_seconds": st.sampled_from([0, 3]),
        "turn_seconds": st.sampled_from([0, 60]),
    }
)


@settings(max_examples=3 * settings().max_examples)
@given(
    seed=st.integers(0, 2**32), seats=st.integers(2, 6), data=st.data(), before=st.integers(0, 40), after=st.integers(1, 8),
    options=OPTIONS,
)  # fmt: skip
def test_views_do_not_depend_on_hidden_cards(
    seed: int, seats: int, options: dict[str, Any], data: st.DataObject, before: int, after: int
) -> None:
    chance = Random(seed)
    start = DoubtWorld(seats, ruleset=DOUBT, seed=seed, **options)
    wander(start, chance, seats - 1 + before, restless=0)
    assume(start.game.status == "playing")
    viewer = data.draw(st.integers(SPECTATOR, seats - 1))
    future = start.duplicate()
    wander(future, chance, after, restless=0)
    deck = range(52 + options["jokers_per_deck"])
    hidden = start.hidden_cards(future, viewer)
    assume(len(hidden) > 1)
    swapped = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    one, two = start.duplicate(), start.duplicate()
    two.exchange(swapped)
    event(f"commands: {len(future.commands)}")
    for command in future.commands:
        assert shown_text(one, viewer) == shown_text(two, viewer)
        if viewer >= 0:
            cards = [*chance.sample(deck, 6), *one.game.cards(viewer)]
            for action in one.possible_actions(cards):
                assert one.masked_answer(viewer, action) == two.masked_answer(viewer, action)
        other = one.translate(two, command, swapped, viewer)
        if other is None:
            event("another card comes to light")
            return
        assert plain_events(one.do(*command), viewer) == plain_events(two.do(*other), viewer)
    assert shown_text(one, viewer) == shown_text(two, viewer)


# One hidden thing at a time


def assert_alike(worlds: Sequence[Position], watchers: Sequence[Viewer]) -> None:
    """Check that all these viewers see the same in each world, and that the same is due."""
    for viewer in watchers:
        assert len({plain_events(world.events, viewer) for world in worlds}) == 1
        assert len({canonical_text(view(world.viewers[viewer], viewer)) for world in worlds}) == 1
        assert len({canonical_text(world.viewers[viewer].stored()) for world in worlds}) == 1
        if viewer >= 0:
            assert (
                len({canonical_text([[repr(a) for a in actions(world.viewers[viewer], viewer)]]) for world in worlds})
                == 1
            )
    moments = {
        (due(world.game), due_after(world.game, world.now), world.game.ruleset.allowed_from(world.table))
        for world in worlds
    }
    assert len(moments) == 1


def answers(world: Position, seat: int, tried: Sequence[Action]) -> list[str]:
    """Return the answer to each of these actions, without the cards that an accepted doubt shows."""
    found = []
    for action in tried:
        try:
            events = act(world.game, seat, action, world.now, world.chain)
            found.append(
                "doubted" if isinstance(action, Doubt) else canonical_text([[e.type, e.public] for e in events])
            )
        except Refused as refused:
            found.append(canonical_text([refused.code, refused.detail, refused.extra]))
    return found


@pytest.mark.parametrize("variant", ["doubt", "cheat"])
@pytest.mark.parametrize("penalty", ["pile", "eliminate", "exchange_two"])
@pytest.mark.parametrize("hand", ["S5 H2", "S5"])
def test_views_do_not_reveal_before_a_doubt_whether_a_play_is_true(variant: str, penalty: str, hand: str) -> None:
    """P0 lays a five or a six, and says five."""
    options = {"variant": variant, "penalty": penalty, "turn_seconds": 60, "next_play_closes": False}
    worlds = [
        Position(held, "C9 D9", "H9 S9", number=5, pile="C1", **options) for held in (hand, hand.replace("S5", "S6"))
    ]
    for world, card in zip(worlds, ("S5", "S6"), strict=True):
        world.when(f"P0 plays {card}")
    on = worlds[0].table.window
    every: list[Action] = [Doubt(on), Decline(on), Doubt(on - 1), Play((CARDS["C9"],)), Play((CARDS["H9"],)), Pass()]
    for second in (0, 2.9, 3, 9.9):
        for world in worlds:
            world.at(second)
        assert_alike(worlds, (1, 2, SPECTATOR))
        for seat in (1, 2):
            assert answers(worlds[0], seat, every) == answers(worlds[1], seat, every)
    for world in worlds:
        world.when("at 60")
    if hand != "S5":
        assert_alike(worlds, (1, 2, SPECTATOR))


@pytest.mark.parametrize("hands", [("C9 D9", "H9 S9"), ("C5 D5", "H5 X1"), ("C5 D5 H5", "X1 X2")])
def test_the_closing_of_a_window_does_not_depend_on_seats_that_know_of_a_lie(hands: tuple[str, str]) -> None:
    """In one world the others hold enough fives to know of the lie; in the other they know nothing."""
    both = [hands, ("C9 D9 H9"[: len(hands[0])], "H8 S8")]
    worlds = [Position("S6 H2 D2", *held, number=5, jokers_per_deck=2, turn_seconds=60) for held in both]
    for second in (0, 3, 9.9, 10):
        for world in worlds:
            if not second:
                world.when("P0 plays S6")
            world.at(second)
        assert_alike(worlds, (0, SPECTATOR))
    assert types(worlds[0].events) == types(worlds[1].events) == ["cards-played", "window-closed"]


@given(order=st.permutations([0, 2, 3]), viewer=st.sampled_from([0, 2, 3]))
def test_views_do_not_reveal_which_seats_have_declined(order: list[int], viewer: int) -> None:
    """One of the two others has declined, a different one in each world."""
    others = [seat for seat in order if seat != viewer]
    worlds = []
    for seat in others:
        world = Position("C9 D9", "S5 H2", "H9 S9", "S11 S12", turn=1, number=5, turn_seconds=60)
        world.when("P1 plays S5", f"P{seat} declines")
        worlds.append(world)
    assert_alike(worlds, (viewer, 1, SPECTATOR))
    on = worlds[0].table.window
    every: list[Action] = [Doubt(on), Decline(on), Doubt(on - 1), Pass()]
    assert answers(worlds[0], viewer, every) == answers(worlds[1], viewer, every)
    for world in worlds:
        world.when(f"P{viewer} declines")
    assert_alike(worlds, (viewer, 1, SPECTATOR))


def test_declines_stay_sealed_when_a_doubt_closes_the_window() -> None:
    worlds = []
    for seat in (0, 2):
        world = Position("C9 D9", "S5 H2", "H9 S9", "S11 S12", turn=1, number=5, turn_seconds=60)
        world.when("P1 plays S5", f"P{seat} declines", "P3 doubts")
        worlds.append(world)
    assert_alike(worlds, (1, 3, SPECTATOR))


def test_taking_up_a_pile_does_not_reveal_its_order() -> None:
    """The same cards are in the pile, laid in one order or the other."""
    worlds = [Position("C9 D9", "S5 H2", "H9 S9", turn=1, number=5, pile=pile) for pile in ("C1 C2 C3", "C3 C1 C2")]
    for world in worlds:
        world.when("P1 plays S5", "P2 doubts")
    assert_alike(worlds, (0, 1, 2, SPECTATOR))


@pytest.mark.parametrize("penalty", ["exchange_two", "pile", "eliminate"])
def test_only_the_two_seats_see_the_cards_that_change_hands(penalty: str) -> None:
    """P2 wrongly doubts a five; the cards it takes up, puts away or loses differ between the worlds."""
    worlds = [
        Position("C9 D9", held, other, turn=1, number=5, pile=pile, penalty=penalty)
        for held, other, pile in (
            ("S5 H2 H3 H4", "H9 S9", "C1 C2"), ("S5 H2 H3 H6", "H9 S9", "C1 C2"), ("S5 H4 H3 H2", "H10 S12", "C3 C4"),
        )
    ]  # fmt: skip
    for world in worlds:
        world.when("P1 plays S5", "P2 doubts")
    assert_alike(worlds, (0, SPECTATOR))


@pytest.mark.parametrize("hands", [("S5 C9", "C9 H9"), ("X1 C9", "C9 H5"), ("S5 H5", "S6 S7")])
def test_the_clock_lays_one_card_from_any_hand(hands: tuple[str, str]) -> None:
    worlds = [
        Position("C1 D1", held, "H11 S11", turn=1, number=5, deadline=60, jokers_per_deck=1, turn_seconds=60)
        for held in hands
    ]
    for second in (59.9, 60, 63, 70):
        for world in worlds:
            world.at(second)
        assert_alike(worlds, (0, 2, SPECTATOR))
    assert types(worlds[0].events) == ["cards-played", "window-closed"]


def test_the_refusal_of_a_late_doubt_reveals_nothing_of_the_play() -> None:
    said: set[str] = set()
    for card in ("S5", "S6"):
        world = Position(f"{card} H2", "C9 D9", "H9 S9", number=5)
        world.when("P0 plays " + card, "P1 declines", "P2 declines")
        said.add(canonical_text(answers(world, 1, [Doubt(world.table.claim.version if world.table.claim else 0)])))
    assert len(said) == 1
