"""Worlds of every ruleset keep what a seat knows, and have each card in one place."""

from random import Random

import pytest

from domain.doubt.hand import pile_of
from domain.doubt.table import PILE, Laid, Traced
from domain.game.registry import RULESETS, ruleset
from domain.playouts.position import make_position
from domain.playouts.worlds import sample_world
from prove.harness.match import DOUBT, DURAK, Match


@pytest.mark.parametrize("key", RULESETS)
def test_worlds_of_a_round_have_every_card_in_one_place_and_can_be_played_out(key):
    options = {"max_plays": 200} if key == DOUBT else {}
    random, seats = Random(key), 4
    match = Match(seats, ruleset=key, bots=["careful"] * (seats - 1), seed=3, **options)
    for _ in range(20):
        match.wait(800)
        if match.game.status != "playing":
            break
        for seat in range(seats):
            game = match.of(seat)
            world = sample_world(key, game.state, seat, random.getrandbits(30))
            assert world.cards(seat) == game.cards(seat)
            assert [*ruleset(key).misplaced(world)] == []
            position = make_position(key, world, game.options, random.getrandbits(30))
            position.play_out()
            assert position.over


def test_a_card_that_was_open_and_was_taken_up_stays_in_its_hand():
    state = Match(3, ruleset=DURAK, bots=["novice"] * 2, bot_delay_ms=60_000, seed=2).of(0).state
    card = next(card for card in range(18, 26) if card not in (*state.cards(0), state.table.trump_card))
    state.table.known[1].append(card)
    assert all(card in sample_world(DURAK, state, 0, seed * 7_919).cards(1) for seed in range(20))


def test_a_card_that_a_seat_can_follow_in_doubt_is_where_it_can_be():
    state = Match(3, ruleset=DOUBT, bots=["novice"] * 2, bot_delay_ms=60_000, seed=2).of(0).state
    first, second = [card for card in range(52) if card not in state.cards(0)][:2]
    state.table.sizes[1] -= 1
    state.table.pile = [Laid(1)]
    state.hands[0].traced = [Traced(0, first, places=(2,))]
    state.table.traced = [Traced(1, second, places=(1, PILE))]
    worlds = [sample_world(DOUBT, state, 0, seed * 7_919) for seed in range(300)]
    assert all(first in world.cards(2) for world in worlds)
    in_pile = sum(pile_of(world)[0] == second for world in worlds)
    assert all(second in world.cards(1) for world in worlds if pile_of(world)[0] != second)
    assert 0 < in_pile < 100


def test_what_another_seat_knows_of_a_card_in_doubt_is_not_used():
    match = Match(3, ruleset=DOUBT, bots=["novice"] * 2, bot_delay_ms=60_000, seed=2)
    card = next(card for card in range(52) if card not in match.game.cards(0))
    match.game.state.hands[1].traced = [Traced(0, card, (2,))]
    places = {
        seat
        for seed in range(60)
        for seat, hand in enumerate(sample_world(DOUBT, match.of(0).state, 0, seed * 7_919).hands)
        if card in hand.cards
    }
    assert places == {1, 2}
