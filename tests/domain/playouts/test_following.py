"""Random rounds of the rules, followed in the playout engine: `prove playouts` follows many more."""

import pytest

from domain.playouts.position import POSITIONS
from domain.ruleset.actions import Action
from prove.playouts import following
from prove.playouts.following import Difference, check_turns, follow
from prove.playouts.rounds import RandomRound


@pytest.mark.parametrize("name", range(6))
@pytest.mark.parametrize("key", POSITIONS)
def test_the_engine_follows_random_rounds_of_the_rules(key, name):
    assert follow(key, f"test-{name}") > (0, 0)


@pytest.mark.parametrize("key", POSITIONS)
def test_turns_of_playouts_are_legal_actions(key):
    played, checked = RandomRound(key, "turns"), 0
    for _ in range(100):
        if played.ended:
            played = RandomRound(key, f"turns-{checked}")
        checked += check_turns(played, 1)
        played.act(*played.choose())
    assert checked > 20


@pytest.mark.parametrize("key", POSITIONS)
def test_an_action_that_the_engine_leaves_out_is_found(key, monkeypatch):
    listed = POSITIONS[key].actions

    def actions(self, seat: int) -> list[Action]:
        return [*listed(self, seat)][1:]

    monkeypatch.setattr(POSITIONS[key], "actions", actions)
    with pytest.raises(Difference, match="may do"):
        follow(key, "left-out")


@pytest.mark.parametrize("key", POSITIONS)
def test_wrong_points_are_found(key, monkeypatch):
    made = following.follower(key)

    class Wrong(made):
        def act(self, seat, action):
            super().act(seat, action)
            if self.over:
                self.points = [point + 1 for point in self.points]

    monkeypatch.setattr(following, "follower", lambda _: Wrong)
    with pytest.raises(Difference, match="the round ends"):
        follow(key, "points")
