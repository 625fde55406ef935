"""Sampled worlds agree with what the seat sees."""

from collections import Counter
from hashlib import sha256

import pytest

from domain.log.chance import RandomStream
from domain.playouts.position import make_position
from domain.playouts.worlds import sample_world, sample_worlds
from domain.ruleset.actions import Draw
from prove.harness.match import SATO, Match


def stream(name: str) -> RandomStream:
    return RandomStream(sha256(name.encode()).digest(), "worlds")


def dealt(seats: int, seed: int) -> Match:
    """Return a game of one player, whose bots have not moved yet."""
    return Match(seats, bots=["novice"] * (seats - 1), bot_delay_ms=60_000, seed=seed)


def test_a_world_keeps_every_card_that_the_seat_knows():
    server = dealt(3, 1).game
    server.table.shown[1] = [server.cards(1)[0]]
    server.table.sizes[1] -= 1
    state = server.seen_by(0).state
    world = sample_world(SATO, state, 0, 77)
    assert (world.cards(0), world.table.shown, world.table.pile) == (
        state.cards(0),
        state.table.shown,
        state.table.pile,
    )
    assert [len(world.cards(seat)) for seat in range(3)] == state.table.sizes


def test_every_card_of_a_world_is_in_one_place():
    world = sample_world(SATO, dealt(3, 1).of(0).state, 0, 78)
    table, hands = world.table, [world.cards(seat) for seat in range(3)]
    assert sorted(card for cards in (*hands, *table.shown, world.deck, table.pile) for card in cards) == [*range(52)]


def test_an_unseen_card_is_equally_likely_in_every_unknown_place():
    state = dealt(3, 1).of(0).state
    unseen = next(card for card in range(52) if card not in (*state.cards(0), *state.table.pile))
    places = Counter[int]()
    for world in sample_worlds(SATO, state, 0, 4_600, stream("uniform")):
        hand = [seat for seat in (1, 2) if unseen in world.cards(seat)]
        places[hand[0] if hand else 0] += 1
    # 46 unseen cards, 5 of them in each of two hands: 500 expected, with a standard deviation of 21.
    assert 415 < places[1] < 585
    assert 415 < places[2] < 585


def test_a_table_with_a_card_too_many_is_refused():
    state = dealt(3, 1).of(0).state
    state.table.stock += 1
    with pytest.raises(ValueError, match="more cards are unknown"):
        sample_world(SATO, state, 0, 1)


def test_likely_worlds_are_chosen_more_often():
    state = dealt(2, 3).of(0).state

    def weigh(world):
        return 3.0 if 51 in world.cards(1) else 1.0

    assert 51 not in (*state.cards(0), *state.table.pile)
    found = sample_worlds(SATO, state, 0, 2_000, stream("weighed"), weigh)
    share = sum(51 in world.cards(1) for world in found) / 2_000
    # Of 46 unseen cards five are in that hand: 5 × 3 ÷ (5 × 3 + 41) = 0.268 instead of 0.109.
    assert share == pytest.approx(0.268, abs=0.02)


def ends(game, worlds, action):
    """Return the position at the end of the round in each world, after an action of the seat in turn."""
    random = stream("playouts")
    for world in worlds:
        position = make_position(SATO, world, game.options, random.word() >> 34)
        position.act(game.table.turn, action)
        position.play_out()
        yield position


def test_the_same_seed_gives_the_same_results():
    match = dealt(3, 1)
    seat = match.game.table.turn
    game = match.of(seat)

    def run(action):
        worlds = sample_worlds(SATO, game.state, seat, 20, stream("worlds"))
        return [(end.points, end.winner, end.losers) for end in ends(game, worlds, action)]

    assert run(Draw()) == run(Draw())
    assert run(None) == run(None)


def test_the_points_of_a_round_of_sato_are_those_of_winner_and_losers():
    match = dealt(4, 9)
    seat = match.game.table.turn
    game = match.of(seat)
    for end in ends(game, sample_worlds(SATO, game.state, seat, 50, stream("worlds")), Draw()):
        assert [point == 1 for point in end.points] == [other == end.winner for other in range(4)]
        assert [point == -1 for point in end.points] == [other in end.losers for other in range(4)]
