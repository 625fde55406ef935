"""Two worlds that differ only in what is hidden from V answer V alike (design section 7, 4): views, events, actions, refusals, times."""

import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from domain.actions import Dobon, Play
from domain.automation import due_after
from domain.cards import CARDS, CODES
from domain.commands import due
from domain.errors import Refused
from domain.events import SPECTATOR, Viewer
from domain.game import actions, view
from domain.moments import later
from tests.domain.dobon.situations import BEGUN, TWELVE, Situation, kawagoe, types
from tests.domain.games import KAWAGOE, SATO
from tests.domain.wander import wander
from tests.domain.witness import text
from tests.domain.worlds import plain, shown
from tests.domain.worlds_dobon import DobonWorld, tries

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
def test_nothing_that_v_sees_depends_on_cards_hidden_from_v(
    seed: int, seats: int, rules: dict[str, Any], data: st.DataObject, before: int, after: int
) -> None:
    chance = Random(seed)
    start = DobonWorld(seats, seed=seed, **rules)
    wander(start, chance, seats - 1 + before, restless=0)
    assume(start.game.status == "playing")
    viewer = data.draw(st.integers(SPECTATOR, seats - 1))
    future = start.double()
    wander(future, chance, after, restless=0)
    hidden = start.hidden(future, viewer)
    assume(len(hidden) > 1)
    others = hidden[:]
    chance.shuffle(others)
    one, two = start.double(), start.double()
    swapped = dict(zip(hidden, others, strict=True))
    two.exchange(swapped)
    event(f"commands: {len(future.told)}")
    event(f"hidden cards in hands: {sum(card in hidden for hand in one.game.table.hands for card in hand) > 0}")
    for command in future.told:
        assert shown(one, viewer) == shown(two, viewer)
        if viewer >= 0:
            cards = [*chance.sample(range(start.game.ruleset.deck_size), 6), *one.of(viewer).table.hand(viewer)]
            assert tries(one, viewer, cards) == tries(two, viewer, cards)
        other = one.alike(two, command, swapped, viewer)
        if other is None:
            return
        assert plain(one.do(*command), viewer) == plain(two.do(*other), viewer)
    assert shown(one, viewer) == shown(two, viewer)


@given(seed=st.integers(0, 2**32), answering=st.permutations([0, 2, 3]), mode=st.sampled_from(["race", "ask_all"]))
def test_nothing_that_v_sees_tells_who_has_declined(seed: int, answering: list[int], mode: str) -> None:
    """Two of the three who are asked answer, in one world these and in the other those."""
    first, second, viewer = answering
    worlds = []
    for seat in (first, second):
        situation = Situation(TWELVE, "S12", claim_mode=mode, answer_seconds=10)
        steps = ["P0 plays D12", *(["P2 declines"] if mode == "ask_all" and seed % 2 else []), "P1 calls"]
        situation.when(*steps, f"P{seat} declines")
        worlds.append(situation)
    for watcher in (viewer, SPECTATOR, 1):
        assert len({seen(world, watcher) for world in worlds}) == 1
        assert len({text(view(world.folds.of(watcher), watcher)) for world in worlds}) == 1
        assert len({text(world.folds.of(watcher).stored()) for world in worlds}) == 1
    assert actions(worlds[0].game, viewer) == actions(worlds[1].game, viewer)


def seen(situation: Situation, viewer: Viewer) -> str:
    return plain(situation.events, viewer)


# What only Kawagoe has


WINDOW = {"claim_grace_seconds": 3, "answer_seconds": 10, "turn_seconds": 60}


def alike(worlds: list[Situation], watchers: Iterable[Viewer]) -> None:
    """All these viewers see the same in each world."""
    for viewer in watchers:
        assert len({seen(world, viewer) for world in worlds}) == 1
        assert len({text(view(world.folds.of(viewer), viewer)) for world in worlds}) == 1
        assert len({text(world.folds.of(viewer).stored()) for world in worlds}) == 1
    assert len({(due(world.game), due_after(world.game, world.now)) for world in worlds}) == 1


def dealt_around(chance: Random, viewer: Viewer, own: list[str], flip: str, seats: int) -> list[str]:
    """Hands of one world: the viewer's, and any others, in which the number that is turned up is common."""
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
def test_nothing_that_v_sees_tells_who_has_answered_a_flip_or_with_what(
    seed: int, seats: int, data: st.DataObject, false_claim: str, hints: bool
) -> None:
    """Others answer, as many in each world but others, in another order, with cards or without; V answers in both alike."""
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
        alike(worlds, (viewer, SPECTATOR))
        if viewer >= 0:
            cards = [CARDS[code] for code in own]
            assert tries(worlds[0], viewer, cards) == tries(worlds[1], viewer, cards)
        if place == mine and viewer >= 0:
            answer = chance.choice([action for action in worlds[0].actions(viewer) if not isinstance(action, Dobon)])
            assert plain(worlds[0].act(viewer, answer), viewer) == plain(worlds[1].act(viewer, answer), viewer)
        for which, (world, order) in enumerate(zip(worlds, orders, strict=True)):
            answers = [action for action in world.actions(order[place]) if not isinstance(action, Dobon)]
            answer = chance.choice(answers)
            world.act(order[place], answer)
            opened[which] |= isinstance(answer, Play)
    alike(worlds, (viewer, SPECTATOR))
    event(f"somebody lays cards: {opened}")
    if not any(opened):
        for world in worlds:
            world.wait(10)
        alike(worlds, (viewer, SPECTATOR))


@pytest.mark.parametrize("counter", ["declines", "calls"])
@pytest.mark.parametrize("false_claim", ["expose", "nothing", "draw_2", "lose"])
def test_nothing_tells_whether_the_player_who_was_called_can_counter(counter: str, false_claim: str) -> None:
    """The called player holds 4 and 3 in one world, 4 and 9 in the other; the window is the same until it is answered."""
    worlds = [
        kawagoe([f"D12 S4 {other}", "S5 S7", "H1 H10"], "S12", false_claim=false_claim, **WINDOW)
        for other in ("C3", "C9")
    ]  # fmt: skip
    for world in worlds:
        world.when("P0 plays D12", "P1 calls", "P2 calls -> not-asked", "P2 plays H1 -> window-open")
    alike(worlds, (1, 2, SPECTATOR))
    for viewer in (1, 2):
        held = [card for card in worlds[0].table.hand(viewer) if card is not None]
        assert tries(worlds[0], viewer, held) == tries(worlds[1], viewer, held)
    for world in worlds:
        world.wait(9.9)
    alike(worlds, (1, 2, SPECTATOR))
    if counter == "declines":
        moments = []
        for world in worlds:
            ended = world.when("P0 declines")
            moments.append([(event.type, event.at) for event in ended])
        assert moments[0] == moments[1]
    else:
        assert [world.when("P0 calls")[0].public["valid"] for world in worlds] == [True, False]


@pytest.mark.parametrize("hands", [("S4", "D9"), ("C7", "D9"), ("S4 S5", "X1 D9")])
def test_the_clock_draws_for_the_absent_whether_or_not_a_card_fits(hands: tuple[str, str]) -> None:
    worlds = [kawagoe([hand, "H1 H10", "C1 C2"], "S7", **WINDOW) for hand in hands]
    for world in worlds:
        world.table.deadline = later(world.now, seconds=60)
        world.wait(59.9)
        assert world.events == []
        world.wait(0.1)
        assert types(world.events) == ["cards-drawn"]
    alike(worlds, (1, 2, SPECTATOR))


def test_a_play_that_comes_too_late_is_told_no_card_of_anybody() -> None:
    """Whoever loses a race learns of the top alone, which everybody sees."""
    details = set()
    for others in ("H4 C10", "D4 X2"):
        world = kawagoe(["S4 S9", "C4 D11", others], "S7", owner=2)
        world.when("P0 plays S4")
        late = Play((CARDS["C4"],), None, BEGUN)
        with pytest.raises(Refused) as refused:
            world.act(1, late)
        said = [refused.value.detail, refused.value.extra]
        assert refused.value.code == "too-late"
        assert re.findall(r"[SCHDX]\d", text(said)) in ([], ["S4"])
        details.add(text(said))
    assert len(details) == 1
