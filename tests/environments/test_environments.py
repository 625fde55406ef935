"""Environments of all rulesets, by PettingZoo's own tests and by what seats may know."""

import pickle
import warnings
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

from domain.game.game import Game
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.ruleset.cards import CODES
from domain.running.self_play import play
from environments import RoundEnv, env
from environments.action_space import FIRST, SIZE, WAIT, describe, number_of
from environments.examples.imitate import compared, trained
from environments.observation import Layout

SEATS = 3


def walk(one: RoundEnv, seed: int, most: int = 10_000) -> list[tuple[str, int]]:
    """Play a round by chance, and return who did what."""
    one.reset(seed=seed)
    chance, done = np.random.default_rng(seed), list[tuple[str, int]]()
    while not any(one.terminations.values()) and len(done) < most:
        agent = one.agent_selection
        number = int(chance.choice(np.flatnonzero(one.observe(agent)["action_mask"])))
        done.append((agent, number))
        one.step(number)
    return done


@pytest.mark.parametrize("key", RULESETS)
def test_the_environment_passes_the_tests_of_pettingzoo(key: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")  # it is a dictionary, as for other games with masks
        api_test(env(key, SEATS), num_cycles=100)
        seed_test(lambda: env(key, SEATS), num_cycles=50)


@pytest.mark.parametrize("key", RULESETS)
def test_a_round_of_chance_ends_with_the_points_of_its_log(key: str) -> None:
    one = RoundEnv(key, SEATS)
    assert walk(one, 1) == walk(one, 1)
    (ended,) = [event for event in one._play.log if event.type == "round-ended"]
    assert [*one.rewards.values()] == ended.public.points
    assert all(one.terminations.values())
    assert not any(mask.any() for mask in (one.observe(agent)["action_mask"] for agent in one.agents))


@pytest.mark.parametrize("key", RULESETS)
def test_an_observation_is_made_from_what_its_seat_knows(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Game, int]] = []
    made = Layout.vector

    def noted(self: Layout, game: Game, seat: int) -> Any:
        seen.append((game, seat))
        return made(self, game, seat)

    monkeypatch.setattr(Layout, "vector", noted)
    one = RoundEnv(key, SEATS)
    walk(one, 2, 40)
    for game, seat in seen:
        assert None not in game.cards(seat)
        shown = game.ruleset.public_view(game.table)["hands"]
        for other in {*range(SEATS)} - {seat}:
            known = [card for card in game.cards(other) if card is not None]
            assert len(known) <= sum(code != "??" for code in shown[other])


def test_the_vector_shows_hand_top_and_turn_from_the_seat_of_its_observer() -> None:
    one = RoundEnv("dobon-sato", SEATS)
    one.reset(seed=3)
    places = {name: (place, size) for place, size, name, _ in one.layout.describe()}
    assert sum(size for _, size in places.values()) == one.layout.size

    def part(agent: str, name: str) -> list[float]:
        place, size = places[name]
        return one.observe(agent)["observation"][place : place + size].tolist()

    game = one._play.game
    for seat, agent in enumerate(one.agents):
        hand = part(agent, "hand")
        assert {CODES[card] for card, count in enumerate(hand) if count} == {CODES[card] for card in game.cards(seat)}
        assert sum(hand) == part(agent, "hands")[0] == len(game.cards(seat))
        assert part(agent, "turn").index(1) == (game.table.turn - seat) % SEATS
        assert part(agent, "board.top.card").index(1) == CODES.index(
            game.ruleset.public_view(game.table)["board"]["top"]["card"]
        )


def test_every_number_has_words_of_its_own() -> None:
    assert len({describe(number) for number in range(SIZE)}) == SIZE
    assert describe(WAIT) == "wait"
    for number in (-1, SIZE):
        with pytest.raises(IndexError):
            describe(number)


@pytest.mark.parametrize("key", RULESETS)
def test_an_offered_action_has_the_number_that_its_words_name(key: str) -> None:
    one = RoundEnv(key, SEATS)
    one.reset(seed=4)
    for _ in range(30):
        for number, action in one.choices.items():
            if action is not None:
                assert number == number_of(action) >= FIRST[type(action)]
        one.step(next(iter(one.choices)))
        if any(one.terminations.values()):
            break


def test_a_seat_waits_only_where_the_game_does_not_wait_for_it() -> None:
    one = RoundEnv("doubt", SEATS)
    one.reset(seed=5)
    offered = set()
    for _ in range(60):
        server = one._play.game
        waited_for = one.asked in server.ruleset.waiting_for(server.state)
        assert (WAIT in one.choices) != waited_for
        offered.add(waited_for)
        one.step(max(one.choices))
        if any(one.terminations.values()):
            one.reset()
    assert True in offered


def test_a_false_call_is_offered_only_on_request() -> None:
    calls = {False: 0, True: 0}
    for false_calls in calls:
        one = RoundEnv("dobon-sato", SEATS, false_calls=false_calls)
        one.reset(seed=6)
        for _ in range(30):
            calls[false_calls] += describe(max(one.choices)) == "decline" or "dobon" in map(describe, one.choices)
            one.step(min(one.choices))
            if any(one.terminations.values()):
                one.reset()
    assert calls[False] < calls[True]


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("made", [deepcopy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copied", "pickled"])
def test_an_environment_that_was_copied_or_pickled_continues_alike(key: str, made: Callable[[AECEnv], AECEnv]) -> None:
    one = env(key, SEATS)
    one.reset(seed=10)
    for most in (0, 1, 2, 5, 10_000):
        play_on(one, most)
        other = made(one)
        before = told(one)
        assert told(other) == before
        play_on(one, 10_000)
        one.reset()
        play_on(one, 20)
        assert told(other) == before
        one = other
    assert not one.agents
    other = made(one)
    for each in (one, other):
        each.reset()
    assert told(one) == told(other)


def play_on(one: AECEnv, most: int) -> None:
    """Play on by the same chance each time, until no seat is left."""
    chance = np.random.default_rng(most)
    for agent in one.agent_iter(most):
        mask = one.observe(agent)["action_mask"]
        one.step(int(chance.choice(np.flatnonzero(mask))) if mask.any() else None)


def told(one: AECEnv) -> list[Any]:
    """Return all that an environment tells about itself."""
    inner = one.unwrapped
    found: list[Any] = [inner.agents, inner.agent_selection, inner.rewards, inner.terminations, inner.infos]
    for agent in inner.possible_agents:
        seen = inner.observe(agent)
        found += [inner.recall(agent), inner.text(agent), *(values.tolist() for values in seen.values())]
    return deepcopy([*found, inner._play.game.stored()])


def test_an_action_that_is_not_offered_is_refused_by_name() -> None:
    one = RoundEnv("dobon-sato", SEATS)
    one.reset(seed=7)
    wrong = next(number for number in range(SIZE) if number not in one.choices)
    with pytest.raises(ValueError, match=r"seat_[0-2] may choose .*, not "):
        one.step(wrong)


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(Refused, match="Options of durak"):
        RoundEnv("durak", SEATS, {"no_such_option": 1})
    with pytest.raises(Refused):
        RoundEnv("kirifu", 2)


def test_strategies_advise_what_they_would_do() -> None:
    one = RoundEnv("dobon-sato", 2)
    won = 0
    for seed in range(40):
        one.reset(seed=seed)
        while not any(one.terminations.values()):
            one.step(one.advice("careful" if one.agent_selection == "seat_0" else "novice"))
        won += one.rewards["seat_0"] > one.rewards["seat_1"]
    assert won > 20
    with pytest.raises(ValueError, match="the round is over"):
        one.advice("careful")


def test_a_seat_is_asked_as_bots_are() -> None:
    """Strategies that need no chance decide alike in an environment and in a game of bots."""
    one = RoundEnv("durak", SEATS)
    one.reset(seed=8)
    while not any(one.terminations.values()):
        one.step(one.advice("careful"))
    log, _ = play("durak", ["careful"] * SEATS, one._play.seed, {"rounds": 1})
    assert [event.type for event in log] == [event.type for event in one._play.log]


def test_the_text_shows_one_seat_and_no_hidden_card() -> None:
    one = RoundEnv("dobon-sato", 2, render_mode="ansi")
    one.reset(seed=9)
    shown = one.render()
    assert shown is not None
    seat = int(one.agent_selection[-1])
    assert shown.startswith(f"seat_{seat}: ")
    hands = shown.splitlines()[1].split(" | ")
    assert ("??" in hands[seat], set(hands[1 - seat].split())) == (False, {"??"})


def test_the_example_learns_and_is_compared() -> None:
    one = RoundEnv("dobon-sato", 2)
    network = trained(one, 2)
    won, error = compared(one, network, 2, "novice")
    assert 0 <= won <= 1
    assert error >= 0
