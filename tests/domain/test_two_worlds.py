"""Two worlds of Dobon that differ only in cards hidden from V answer V alike (design section 7, 4).

Views, events, actions, refusals and times are compared.
"""

import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from domain.game.game import actions, view
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, Viewer
from domain.log.moments import later
from domain.ruleset.actions import Dobon, Play
from domain.ruleset.cards import CARDS, CODES
from domain.running.automation import due_after
from domain.running.commands import due
from prove.harness.json_values import canonical_text
from prove.harness.match import KAWAGOE, SATO
from prove.harness.random_moves import wander
from prove.harness.worlds.dobon import DobonWorld, all_answers
from prove.harness.worlds.world import plain_events, shown_text
from tests.domain.dobon.situations import BEGUN, TWELVE, Situation, kawagoe, types

TIMES = {
    "claim_grace_seconds": st.sampled_from([0, 3]),
    "false_claim": st.sampled_from(["expose", "nothing", "draw_2", "lose"]),
    "answer_seconds": st.sampled_from([0, 10]),
    "turn_seconds": st.sampled_from([0, 60]),
    "claim_hints": st.booleans(),
    "hand_size": st.integers(1, 6),
}
OPTIONS = {
    SATO: st.fixed_dictionaries(
        TIMES
        | {
            "claim_mode": st.sampled_from(["race", "ask_all"]),
            "draw_penalty_ends_turn": st.booleans(),
            "eight_answers_pending": st.booleans(),
            "play_after_draw": st.booleans(),
        }
    ),
    KAWAGOE: st.fixed_dictionaries(TIMES | {"voluntary_draw": st.booleans(), "eight_wild": st.booleans()}),
}


@settings(max_examples=5 * settings().max_examples)
@given(
    seed=st.integers(0, 2**32), seats=st.integers(2, 5), data=st.data(), before=st.integers(0, 40), after=st.integers(1, 8),
    rules=st.sampled_from([*OPTIONS]).flatmap(lambda key: OPTIONS[key].map(lambda options: {"ruleset": key, **options})),
)  # fmt: skip
def test_views_do_not_depend_on_hidden_cards(
    seed: int, seats: int, rules: dict[str, Any], data: st.DataObject, before: int, after: int
) -> None:
    chance = Random(seed)
    start = DobonWorld(seats, seed=seed, **rules)
    wander(start, chance, seats - 1 + before, restless=0)
    assume(start.game.status == "playing")
    viewer = data.draw(st.integers(SPECTATOR, seats - 1))
    future = start.duplicate()
    wander(future, chance, after, restless=0)
    hidden = start.hidden_cards(future, viewer)
    assume(len(hidden) > 1)
    others = hidden[:]
    chance.shuffle(others)
    one, two = start.duplicate(), start.duplicate()
    swapped = dict(zip(hidden, others, strict=True))
    two.exchange(swapped)
    event(f"commands: {len(future.commands)}")
    event(
        f"hidden cards in hands: {any(card in hidden for seat in range(one.game.table.seats) for card in one.game.cards(seat))}"
    )
    for command in future.commands:
        assert shown_text(one, viewer) == shown_text(two, viewer)
        if viewer >= 0:
            cards = [
                *chance.sample(range(start.game.ruleset.deck_size), 6),
                *one.game.state.held(viewer),
                *one.game.table.shown[viewer],
            ]
            assert all_answers(one, viewer, cards) == all_answers(two, viewer, cards)
        other = one.translate(two, command, swapped, viewer)
        if other is None:
            return
        assert plain_events(one.do(*command), viewer) == plain_events(two.do(*other), viewer)
    assert shown_text(one, viewer) == shown_text(two, viewer)


@given(seed=st.integers(0, 2**32), answering=st.permutations([0, 2, 3]), mode=st.sampled_from(["race", "ask_all"]))
def test_views_do_not_reveal_which_seats_have_declined(seed: int, answering: list[int], mode: str) -> None:
    """Two of the three asked seats answer: one pair in one world, another pair in the other."""
    first, second, viewer = answering
    worlds = []
    for seat in (first, second):
        situation = Situation(TWELVE, "S12", claim_mode=mode, answer_seconds=10)
        steps = ["P0 plays D12", *(["P2 declines"] if mode == "ask_all" and seed % 2 else []), "P1 calls"]
        situation.when(*steps, f"P{seat} declines")
        worlds.append(situation)
    for watcher in (viewer, SPECTATOR, 1):
        assert len({seen(world, watcher) for world in worlds}) == 1
        assert len({canonical_text(view(world.of(watcher), watcher)) for world in worlds}) == 1
        assert len({canonical_text(world.of(watcher).stored()) for world in worlds}) == 1
    assert actions(worlds[0].game, viewer) == actions(worlds[1].game, viewer)


def seen(situation: Situation, viewer: Viewer) -> str:
    return plain_events(situation.events, viewer)


# Only in Kawagoe


WINDOW = {"claim_grace_seconds": 3, "answer_seconds": 10, "turn_seconds": 60}


def assert_alike(worlds: list[Situation], watchers: Iterable[Viewer]) -> None:
    """Check that all these viewers see the same in each world."""
    for viewer in watchers:
        assert len({seen(world, viewer) for world in worlds}) == 1
        assert len({canonical_text(view(world.of(viewer), viewer)) for world in worlds}) == 1
        assert len({canonical_text(world.of(viewer).stored()) for world in worlds}) == 1
    assert len({(due(world.game), due_after(world.game, world.now)) for world in worlds}) == 1


def dealt_around(chance: Random, viewer: Viewer, own: list[str], flip: str, seats: int) -> list[str]:
    """Return hands of one world: the viewer's own, and other hands in which the number turned up is common."""
    rest = [code for code in CODES if code not in (flip, *own)]
    chance.shuffle(rest)
    rest.sort(key=lambda code: code[1:] == flip[1:] and chance.random() < 0.7, reverse=True)
    hands = [rest[seat::seats][:2] for seat in range(seats)]
    chance.shuffle(hands)
    return [" ".join(own if seat == viewer else hand) for seat, hand in enumerate(hands)]


@given(
    seed=st.integers(0, 2**32), seats=st.integers(2, 5), data=st.data(),
    false_claim=st.sampled_from(["expose", "nothing", "draw_2", "lose"]), hints=st.booleans(),
)  # fmt: skip
def test_views_do_not_reveal_answers_to_a_flip(
    seed: int, seats: int, data: st.DataObject, false_claim: str, hints: bool
) -> None:
    """Other seats answer, equally many in each world, but different seats in another order, with cards or without.

    V answers in both worlds alike.
    """
    chance = Random(seed)
    viewer = data.draw(st.integers(SPECTATOR, seats - 1))
    own = chance.sample(CODES, 3)
    flip = chance.choice([code for code in CODES[:52] if code not in own])
    worlds = [
        kawagoe(
            dealt_around(chance, viewer, own, flip, seats), "", stock=flip, false_claim=false_claim,
            claim_hints=hints, **WINDOW,
        )
        for _ in range(2)
    ]  # fmt: skip
    others = [seat for seat in range(seats) if seat != viewer]
    orders = [chance.sample(others, len(others)) for _ in worlds]
    mine = data.draw(st.integers(0, seats))
    for world in worlds:
        world.when("P0 flips")
    opened = [False, False]
    for place in range(len(others) - 1):
        assert_alike(worlds, (viewer, SPECTATOR))
        if viewer >= 0:
            cards = [CARDS[code] for code in own]
            assert all_answers(worlds[0], viewer, cards) == all_answers(worlds[1], viewer, cards)
        if place == mine and viewer >= 0:
            answer = chance.choice([action for action in worlds[0].actions(viewer) if not isinstance(action, Dobon)])
            assert plain_events(worlds[0].act(viewer, answer), viewer) == plain_events(
                worlds[1].act(viewer, answer), viewer
            )
        for which, (world, order) in enumerate(zip(worlds, orders, strict=True)):
            answers = [action for action in world.actions(order[place]) if not isinstance(action, Dobon)]
            answer = chance.choice(answers)
            world.act(order[place], answer)
            opened[which] |= isinstance(answer, Play)
    assert_alike(worlds, (viewer, SPECTATOR))
    event(f"somebody lays cards: {opened}")
    if not any(opened):
        for world in worlds:
            world.wait(10)
        assert_alike(worlds, (viewer, SPECTATOR))


@pytest.mark.parametrize("counter", ["declines", "calls"])
@pytest.mark.parametrize("false_claim", ["expose", "nothing", "draw_2", "lose"])
def test_views_do_not_reveal_whether_the_called_player_can_counter(counter: str, false_claim: str) -> None:
    """The called player holds 4 and 3 in one world, 4 and 9 in the other; until an answer both windows are the same."""
    worlds = [
        kawagoe([f"D12 S4 {other}", "S5 S7", "H1 H10"], "S12", false_claim=false_claim, **WINDOW)
        for other in ("C3", "C9")
    ]  # fmt: skip
    for world in worlds:
        world.when("P0 plays D12", "P1 calls", "P2 calls -> not-asked", "P2 plays H1 -> window-open")
    assert_alike(worlds, (1, 2, SPECTATOR))
    for viewer in (1, 2):
        held = worlds[0].held(viewer)
        assert all_answers(worlds[0], viewer, held) == all_answers(worlds[1], viewer, held)
    for world in worlds:
        world.wait(9.9)
    assert_alike(worlds, (1, 2, SPECTATOR))
    if counter == "declines":
        moments = []
        for world in worlds:
            ended = world.when("P0 declines")
            moments.append([(event.type, event.at) for event in ended])
        assert moments[0] == moments[1]
    else:
        assert [world.when("P0 calls")[0].public.valid for world in worlds] == [True, False]


@pytest.mark.parametrize("hands", [("S4", "D9"), ("C7", "D9"), ("S4 S5", "X1 D9")])
def test_the_clock_draws_for_an_absent_player_even_when_a_card_fits(hands: tuple[str, str]) -> None:
    worlds = [kawagoe([hand, "H1 H10", "C1 C2"], "S7", **WINDOW) for hand in hands]
    for world in worlds:
        world.table.deadline = later(world.now, seconds=60)
        world.wait(59.9)
        assert world.events == []
        world.wait(0.1)
        assert types(world.events) == ["cards-drawn"]
    assert_alike(worlds, (1, 2, SPECTATOR))


def test_the_refusal_of_a_late_play_reveals_no_hidden_card() -> None:
    """The loser of a race learns only the top, which every viewer sees."""
    details = set()
    for others in ("H4 C10", "D4 X2"):
        world = kawagoe(["S4 S9", "C4 D11", others], "S7", owner=2)
        world.when("P0 plays S4")
        late = Play((CARDS["C4"],), None, BEGUN)
        with pytest.raises(Refused) as refused:
            world.act(1, late)
        said = [refused.value.detail, refused.value.extra]
        assert refused.value.code == "too-late"
        assert re.findall(r"[SCHDX]\d", canonical_text(said)) in ([], ["S4"])
        details.add(canonical_text(said))
    assert len(details) == 1
