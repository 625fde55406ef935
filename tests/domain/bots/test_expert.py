"""`expert` searches only where there is a choice, compares fairly, and weighs worlds by what the seats have done."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from domain.actions import Action, Decline, Dobon, Doubt, Play
from domain.bots.beating.policies import ThriftyDurak, ThriftyKirifu, ThriftyMustamaija
from domain.bots.dobon.expert import SatoSearch
from domain.bots.doubt.expert import DoubtSearch
from domain.bots.doubt.policy import WaryDoubt
from domain.bots.search import Expert, Search, least_mean
from domain.bots.strategies import STRATEGIES, playing
from domain.cards import RANK
from domain.chance import RandomStream
from domain.events import seen_by
from domain.fold import apply, fold_for
from domain.game import PLAYING, Game, actions
from domain.playouts.position import NOBODY
from domain.playouts.worlds import sample_worlds
from domain.registry import RULESETS
from domain.self_play import play


def stream(label: str = "expert") -> RandomStream:
    return RandomStream(b"\5" * 32, label)


def asked_games(key: str, seat: int, bots: Sequence[str], seed: str, **options: Any) -> Iterator[Game]:
    """Yield the seat's own game wherever a log says that the seat is asked."""
    log, _ = play(key, bots, seed, options)
    game = fold_for("selfplay", log[:1], seat)
    for event in log[1:]:
        apply(game, seen_by(event, seat))
        if game.status == PLAYING and seat in game.ruleset.waiting_for(game.table):
            yield game.copy()


def searched(key: str, seed: str, **options: Any) -> Iterator[Search]:
    """Yield the searches of seat 0 that compare something."""
    strategy = playing(key, "expert", None)
    assert isinstance(strategy, Expert)
    more = {"max_plays": 60} if key == "doubt" else {}
    for game in asked_games(key, 0, ["careful"] * 3, seed, **more, **options):
        legal = actions(game, 0)
        if legal and strategy.needs_search(game, 0, legal, stream()):
            yield strategy.search(game, 0, legal)


# The search


def test_equal_candidates_are_equal_in_every_world() -> None:
    for key in RULESETS:
        search = next(searched(key, "equal"))
        chosen = type(search).base(search.game, 0, search.actions, stream())
        search.alternatives(chosen)
        (sample,) = search.gains([chosen, chosen], stream())
        assert len(sample) == search.worlds
        assert set(sample) == {0.0}


def test_a_mean_less_its_error() -> None:
    assert least_mean([1.0], 2) == 1.0
    assert least_mean([1.0, 1.0, 1.0], 2) == 1.0
    assert least_mean([0.0, 1.0], 1) == 0.0
    assert least_mean([0.0, 1.0], 0) == 0.5


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("gain", [1.0, -1.0])
def test_the_candidate_that_wins_playouts_replaces_the_choice_of_careful(
    key: str, gain: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = next(searched(key, "wins"))
    chosen = type(search).base(search.game, 0, search.actions, stream())
    others = search.alternatives(chosen)
    assert chosen not in others
    given = [[100 * gain * (one is others[-1])] * 3 for one in others]
    monkeypatch.setattr(search, "gains", lambda *_: given)
    assert search.choose(stream()) == (others[-1] if gain > 0 else chosen)


@pytest.mark.parametrize("key", RULESETS)
def test_the_same_situation_and_stream_give_the_same_decision(key: str) -> None:
    search = next(searched(key, "same"))
    strategy = STRATEGIES[key, "expert"][1]
    first, again = (strategy(search.game, 0, search.actions, stream()) for _ in range(2))
    assert first == again


def test_a_copy_of_a_stream_continues_with_the_same_numbers() -> None:
    one = stream()
    one.word()
    other = one.copy()
    assert [one.word() for _ in range(9)] == [other.word() for _ in range(9)]


def test_a_call_of_careful_is_made_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "gains", None)
    calls = 0
    for seed in range(40):
        for game in asked_games("dobon-sato", 0, ["careful"] * 4, f"calls-{seed}", claim_mode="ask_all"):
            found = actions(game, 0)
            if any(isinstance(action, Dobon) for action in found):
                chosen = playing("dobon-sato", "careful", None)(game, 0, found, stream())
                if isinstance(chosen, Dobon):
                    assert playing("dobon-sato", "expert", None)(game, 0, found, stream()) == chosen
                    calls += 1
    assert calls > 3


# Worlds


def test_worlds_in_which_another_seat_would_have_called_are_left_out() -> None:
    refused = 0
    for seed in range(6):
        for search in searched("dobon-sato", f"worlds-{seed}"):
            assert isinstance(search, SatoSearch)
            weigh = search.weigh()
            for world in sample_worlds("dobon-sato", search.game.table, 0, 60, stream()):
                position = search.start(world, 1)
                able = [seat for seat in (1, 2) if position.may_call(seat) and position.makes(seat)]
                assert (weigh(world) == 0) == (able != [])
                refused += len(able) > 0
    assert refused


def test_a_lie_is_less_likely_if_its_player_keeps_a_true_card() -> None:
    searches = (search for seed in range(9) for search in searched("doubt", f"lies-{seed}", penalty="eliminate"))
    for search in searches:
        assert isinstance(search, DoubtSearch)
        weigh, claim = search.weigh(), search.table.claim
        if weigh is None:
            continue
        assert claim is not None
        weights: dict[tuple[bool, bool], set[float]] = {}
        for world in sample_worlds("doubt", search.table, 0, 200, stream()):
            true = RANK[world.pile[-1].card] == claim.number
            kept = any(RANK[card] == claim.number for card in world.hands[claim.seat])
            weights.setdefault((true, kept), set()).add(weigh(world))
        assert max(weights[False, True]) < min(weights[False, False]) < min(weights[True, False])
        return
    raise AssertionError("no doubt was considered")


def test_an_answer_in_doubt_is_compared_with_the_other_one() -> None:
    seen = set[frozenset[type[Action]]]()
    for search in searched("doubt", "answers", penalty="eliminate"):
        chosen = type(search).base(search.game, 0, search.actions, stream())
        compared = [chosen, *search.alternatives(chosen)]
        seen.add(frozenset(type(one) for one in compared if one is not None))
    assert seen == {frozenset({Doubt, Decline}), frozenset({Play})}


# Default policies


POLICIES = {"durak": ThriftyDurak, "kirifu": ThriftyKirifu, "mustamaija": ThriftyMustamaija, "doubt": WaryDoubt}


@pytest.mark.parametrize("key", POLICIES)
def test_a_default_policy_plays_legally_to_the_end_of_the_round(key: str) -> None:
    search = next(searched(key, "policy", **({"penalty": "eliminate"} if key == "doubt" else {})))
    for number, world in enumerate(sample_worlds(key, search.game.table, 0, 20, stream())):
        position: Any = POLICIES[key](world, search.game.options, number + 1)
        cards = in_play(position)
        while not position.over:
            assert position.play_out(1)
            if key != "doubt":
                assert in_play(position) & ~cards == 0
        assert position.winner != NOBODY or position.reason in ("draw", "stalled", "one-left")


def in_play(position: Any) -> Any:
    """Return the mask of the cards in hands, on the table and in the stock; each is in one place."""
    if isinstance(position.hands[0], list):
        return None
    parts = [*position.hands, position.lying, *(1 << card for card in position.stock)]
    whole = 0
    for part in parts:
        assert not whole & part
        whole |= part
    return whole
