"""The signal of a player: beside its own past, and beside its peers."""

import random
from collections.abc import Sequence

import pytest

from domain.signals.assistance import Clear, SearchedRound
from domain.signals.permutation import Stratum
from domain.signals.players import FEWEST_PEERS, Peers, Played, beta_binomial_tail, player_signal, rates
from domain.signals.told import Signal, Told
from prove.assistance import peers_of

SATO = ("dobon-sato", 4)


def played(values: Sequence[float], stratum: Stratum = SATO, pace: float | None = None) -> list[Played]:
    """Return rounds, the newest first, in which the player matched a search as often as the values say."""
    dice = random.Random(f"{values}")
    return [
        Played(stratum, SearchedRound(1, tuple(Clear(place, dice.random() < value, {}) for place in range(2)), pace))
        for value in values
    ]


def signal(rounds: Sequence[Played], peers: Peers | None = None) -> Signal | None:
    return player_signal("ann", rounds, rates(rounds), lambda *_: peers, random.Random(1).sample)


def told(rounds: Sequence[Played], against: str, peers: Peers | None = None) -> list[Told]:
    found = signal(rounds, peers)
    return [] if found is None else [one for one in found.told if one.against == against]


def peers(players: int = 100, mean: float = 0.2, variance: float = 0.01) -> Peers:
    return Peers(players, 60 * players, mean, variance, 0.08, 0.004)


def test_a_player_who_finds_more_than_in_its_past_is_found():
    first = next(one for one in told(played([0.8] * 25 + [0.2] * 60), "past") if one.count == 50)
    assert first.p < 0.001
    assert first.by == "ann"
    assert first.mean > 0.6
    assert first.others < 0.4


def test_a_player_who_finds_less_than_in_its_past_is_not():
    assert all(one.p > 0.5 for one in told(played([0.1] * 25 + [0.8] * 60), "past"))


def test_each_length_of_the_newest_rounds_is_compared():
    for rounds, counts in ((150, {20, 50, 200}), (60, {20, 50}), (30, {20}), (19, set())):
        assert {one.count for one in told(played([0.5] * rounds), "past")} == counts


def test_even_times_are_found_beside_the_past():
    evenly = [Played(SATO, SearchedRound(1, (), 0.01 * (place % 7))) for place in range(30)]
    before = [Played(SATO, SearchedRound(1, (), -1 + 0.1 * (place % 7))) for place in range(40)]
    assert {one.count: one.p < 0.001 for one in told([*evenly[:25], *before], "past")} == {10: True, 25: True}


def test_a_player_far_above_its_peers_is_found():
    [one] = told(played([0.9] * 40), "peers", peers())
    assert one.p < 1e-6
    assert (one.count, one.others) == (80, 0.2)


def test_peers_who_differ_much_make_nobody_stand_out():
    [one] = told(played([0.5] * 40), "peers", peers(variance=0.09))
    assert one.p > 0.1


def test_a_rare_match_proves_nothing():
    """Of 20 peers none has matched in 240 decisions, so one match of twelve has a chance of about one in 20."""
    rounds = [Played(SATO, SearchedRound(1, (Clear(1, place == 0, {}),), None)) for place in range(12)]
    [one] = told(rounds, "peers", Peers(20, 240, 0.0, 0.0, 0.001, 0.0))
    assert one.p == pytest.approx(12 / 253)


def test_the_tail_of_the_beta_binomial_adds_up():
    """With a uniform rate all numbers are equally likely."""
    assert [beta_binomial_tail(least, 9, 1, 1) for least in (0, 5, 9)] == pytest.approx([1, 0.5, 0.1])
    assert beta_binomial_tail(500, 500, 0.01, 1000) > 0


def test_even_times_are_found_beside_peers():
    rounds = [Played(SATO, SearchedRound(1, (), 0.01 * (place % 7))) for place in range(30)]
    [one] = told(rounds, "peers", Peers(100, 3000, -1.0, 0.05, 0.3, 0.01))
    assert one.tell == "pace-even"
    assert one.p < 0.001
    assert told(rounds, "peers", Peers(100, 3000, -1.0, 0.0, 0.0, 0.0)) == []


def test_no_chance_is_0():
    """The strength is a logarithm, and a player can do what never happens."""
    paces = [*[8.0] * 100, *[-0.7 + (-1) ** place for place in range(1900)]]
    found = signal([Played(SATO, SearchedRound(1, (), pace)) for pace in paces])
    assert found is not None
    assert 80 < found.strength < 400


def test_too_few_peers_say_nothing():
    assert told(played([0.9] * 40), "peers", peers(players=FEWEST_PEERS - 1)) == []
    assert told(played([0.9] * 40), "peers", peers(players=FEWEST_PEERS)) != []


def test_the_ruleset_with_most_rounds_is_compared_with_peers():
    asked = []

    def of(tell: str, stratum: Stratum) -> Peers:
        asked.append((tell, stratum))
        return peers()

    rounds = [*played([0.2] * 12, ("durak", 3)), *played([0.2] * 30)]
    player_signal("ann", rounds, rates(rounds), of, random.Random(1).sample)
    assert asked == [("search-matched", SATO)]


def test_honest_players_are_found_as_rarely_as_the_chance_says():
    """Skills are normal, and so each player is above as many peers as the chance of its signal says."""
    dice = random.Random("skills")
    skills = [min(0.9, max(0.05, dice.gauss(0.4, 0.1))) for _ in range(200)]
    players = [played([skill] * 60) for skill in skills]
    found = [rates(rounds) for rounds in players]
    few = []
    for place, rounds in enumerate(players):
        others = [*found[:place], *found[place + 1 :]]
        [one] = told(rounds, "peers", peers_of(others, "search-matched", SATO))
        few.append(one.p)
    assert sum(p <= 0.05 for p in few) <= 20
    assert sum(p <= 0.5 for p in few) >= 70


def test_nothing_seen_is_no_signal():
    assert signal([]) is None
    assert signal([Played(SATO, SearchedRound(1, (), None))] * 50, peers()) is None
