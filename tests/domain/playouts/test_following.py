"""Random rounds of the rules, followed in the playout engine: `prove playouts` follows many more."""

import pytest

from domain.playouts.position import POSITIONS
from prove.playouts.following import check_turn, follow
from prove.playouts.rounds import RandomRound


@pytest.mark.parametrize("name", range(8))
@pytest.mark.parametrize("key", POSITIONS)
def test_the_engine_follows_random_rounds_of_the_rules(key, name):
    assert follow(key, f"test-{name}") > 0


@pytest.mark.parametrize("name", range(4))
@pytest.mark.parametrize("key", POSITIONS)
def test_every_turn_of_a_playout_is_a_legal_action(key, name):
    played = RandomRound(key, f"turn-{name}")
    while not played.ended:
        if played.random.random() < 0.2:
            check_turn(played)
        played.act(*played.choose())
