"""The game of OpenSpiel, by OpenSpiel's own tests and by what seats may know."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from msgspec.structs import replace
from open_spiel.python.algorithms.generate_playthrough import playthrough

from domain.game.fold import fold
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.log.events import PART
from domain.ruleset.actions import to_wire
from domain.ruleset.cards import CODES
from domain.running.self_play import GAME
from environments.action_space import WAIT, describe
from environments.aec import RoundEnv
from environments.open_spiel import TYPE
from prove.harness.json_values import named_cards

SEATS, DEALS = 3, 7


def load(key: str, **more: Any) -> Any:
    """Return the game of a ruleset."""
    return pyspiel.load_game(TYPE.short_name, {"ruleset": key, "players": SEATS, "deals": DEALS, **more})


def dealt(game: Any, deal: int) -> Any:
    """Return the state after a deal."""
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


def walk(state: Any, seed: int, most: int = 10_000) -> list[int]:
    """Play a state on by chance, and return the actions."""
    chance, done = np.random.default_rng(seed), list[int]()
    while not state.is_terminal() and len(done) < most:
        done.append(int(chance.choice(state.legal_actions())))
        state.apply_action(done[-1])
    return done


def known(state: Any, seat: int) -> tuple[str, str, list[float]]:
    """Return all that the game tells about a seat."""
    return state.information_state_string(seat), state.observation_string(seat), state.observation_tensor(seat)


def everything(state: Any) -> list[Any]:
    """Return all that the game tells about a state."""
    told = [state.current_player(), state.legal_actions(), state.history(), state.returns(), str(state)]
    return told + [known(state, seat) for seat in range(SEATS)]


@pytest.mark.parametrize("key", RULESETS)
def test_the_game_passes_the_test_of_openspiel(key: str) -> None:
    pyspiel.random_sim_test(load(key), num_sims=1, serialize=True, verbose=False)


def test_a_playthrough_is_the_same_when_it_is_made_again() -> None:
    game = str(load("dobon-kawagoe"))
    made = playthrough(game, None, seed=1)
    actions = [int(line.removeprefix("action: ")) for line in made.splitlines() if line.startswith("action: ")]
    assert len(actions) > 10
    assert playthrough(game, actions, seed=2) == made


@pytest.mark.parametrize("key", RULESETS)
def test_a_deal_is_the_same_round_every_time(key: str) -> None:
    states = [dealt(load(key), deal) for deal in (1, 1, 2)]
    first, second, other = (state.information_state_string(0) for state in states)
    assert first == second != other
    assert walk(states[0], 1) == walk(states[1], 1)
    assert everything(states[0]) == everything(states[1])


@pytest.mark.parametrize("key", RULESETS)
def test_a_clone_and_its_original_do_not_change_each_other(key: str) -> None:
    state = dealt(load(key), 3)
    for _ in range(4):
        clone = state.clone()
        before = everything(state)
        assert everything(clone) == before
        actions = walk(clone, 4)
        assert everything(state) == before
        after, again = everything(clone), state.clone()
        walk(state, 5, 3)
        assert (everything(clone), everything(again)) == (after, before)
        for action in actions:
            again.apply_action(action)
        assert everything(again) == after


@pytest.mark.parametrize("key", RULESETS)
def test_a_pickled_state_continues_alike(key: str) -> None:
    state = dealt(load(key), 4)
    walk(state, 6, 9)
    game, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(game) == str(state.get_game())
    assert everything(other) == everything(state)
    assert walk(other, 7) == walk(state, 7)
    assert everything(other) == everything(state)


@pytest.mark.parametrize("key", RULESETS)
def test_the_returns_are_the_points_of_the_log(key: str) -> None:
    state = dealt(load(key), 5)
    assert state.returns() == [0.0] * SEATS
    walk(state, 8)
    (ended,) = [event for event in state.round._play.log if event.type == "round-ended"]
    assert state.returns() == state.rewards() == ended.public.points


def test_a_round_that_is_too_long_ends_without_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("environments.aec.LONGEST", 5)
    state = dealt(load("durak"), 5)
    assert len(walk(state, 8)) == 5
    assert (state.returns(), state.legal_actions()) == ([0.0] * SEATS, [])
    assert all(state.round.truncations.values())
    assert not any(state.round.terminations.values())


@pytest.mark.parametrize("key", RULESETS)
def test_a_seat_is_told_the_same_of_two_worlds_that_it_cannot_tell_apart(key: str) -> None:
    compared = 0
    for deal in range(4):
        one = dealt(load(key), deal)
        swapped = hidden_cards(one.round)
        two = one.clone()
        exchange(two.round, swapped)
        assert known(one, 1) != known(two, 1)
        chance = np.random.default_rng(deal)
        for _ in range(40):
            if swapped.keys() & shown_cards(one.round):  # the end shows all cards
                break
            assert known(one, 0) == known(two, 0)
            compared += 1
            if one.current_player() != two.current_player():  # one of the others can call in one world alone
                break
            if one.current_player() == 0:
                assert one.legal_actions() == two.legal_actions()
            alike = [number for number in one.legal_actions() if is_alike(one.round, two.round, number, swapped)]
            if not alike:
                break
            number = int(chance.choice(alike))
            one.apply_action(number)
            two.apply_action(number)
    assert compared > 50


def shown_cards(one: RoundEnv) -> set[str]:
    """Return the cards that everybody has seen."""
    return {code for event in one._play.log for code in named_cards(event.public)}


def hidden_cards(one: RoundEnv) -> dict[str, str]:
    """Return a card of each of two other hands that nobody has seen, with the other one in its place."""
    seen = shown_cards(one)
    first, second = (
        next(CODES[card] for card in one._play.game.cards(seat) if CODES[card] not in seen) for seat in (1, 2)
    )
    return {first: second, second: first}


def exchange(one: RoundEnv, swapped: dict[str, str]) -> None:
    """Make the round one in which these cards were dealt to each other's hands."""
    play = one._play
    for place, event in enumerate(play.log):
        parts = {key: part for key, part in event.sealed.items() if key in PART[:SEATS]}
        changed = {
            key: replace(part, cards=[swapped.get(code, code) for code in part.cards]) for key, part in parts.items()
        }
        play.log[place] = event.opening(event.sealed | changed)
    play.game = fold(GAME, play.log)
    one._answers = []
    one._ask()


def is_alike(one: RoundEnv, two: RoundEnv, number: int, swapped: dict[str, str]) -> bool:
    """Tell whether a number is the same action in both worlds, and names none of these cards."""
    action = one.choices[number]
    if number not in two.choices or two.choices[number] != action:
        return False
    return action is None or not {*named_cards(to_wire(action))} & {*swapped}


def test_a_seat_recalls_what_it_did() -> None:
    state = dealt(load("dobon-kawagoe", false_calls=True), 0)
    done: list[list[str]] = [[] for _ in range(SEATS)]
    chance = np.random.default_rng(9)
    while not state.is_terminal():
        seat, number = state.current_player(), int(chance.choice(state.legal_actions()))
        done[seat].append(state.action_to_string(number))
        state.apply_action(number)
    for seat, actions in enumerate(done):
        lines = [line.split(" ", 1) for line in state.information_state_string(seat).splitlines()]
        assert [line for _, line in lines if "{" not in line] == actions
        assert [int(version) for version, _ in lines] == sorted(int(version) for version, _ in lines)
        assert describe(WAIT) in actions


def test_before_the_deal_nobody_sees_anything() -> None:
    state = load("durak").new_initial_state()
    assert state.chance_outcomes() == [(deal, 1 / DEALS) for deal in range(DEALS)]
    size = RoundEnv("durak", SEATS).layout.size
    assert [known(state, seat) for seat in range(SEATS)] == [("", "", [0.0] * size)] * SEATS


def test_parameters_reach_the_round_and_are_kept_in_the_name() -> None:
    game = load("dobon-sato", options={"hand_size": 3, "claim_hints": True}, false_calls=True)
    one = dealt(pyspiel.load_game(str(game)), 0).round
    assert (one.options["hand_size"], one.options["claim_hints"], one.false_calls) == (3, True, True)
    assert len(one._play.game.cards(0)) == 3


def test_parameters_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(Refused, match="Options of durak"):
        load("durak", options={"no_such_option": 1})
    with pytest.raises(Refused):
        load("kirifu", players=2)
