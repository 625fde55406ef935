"""Bots of every ruleset: their choices are legal and use only their own view; their games end and can be repeated."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.bots import NAMES, STAND_IN
from domain.bots.strategies import STRATEGIES
from domain.game.fold import fold
from domain.game.game import PLAYING
from domain.game.registry import RULESETS
from domain.log.chance import HashChain
from domain.ruleset.actions import Decline, Dobon
from domain.running.automation import next_step
from domain.running.self_play import play
from tests.domain.bots.choices import ChoiceRecorder, asked, worlds
from tests.domain.dobon.situations import Situation

pytestmark = pytest.mark.usefixtures("few_playouts")


def test_every_ruleset_has_a_strategy_of_every_name() -> None:
    assert set(STRATEGIES) == {(key, name) for key in RULESETS for name in NAMES}
    assert STAND_IN in NAMES


@st.composite
def option_values(draw: st.DrawFn, key: str, seats: int) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for option in RULESETS[key].options:
        if option.kind == "choice":
            values[option.name] = draw(st.sampled_from(option.values))
        elif option.kind == "bool":
            values[option.name] = draw(st.booleans())
    sampled = {
        "hand_size": st.integers(1, min(10, 51 // seats)),
        "claim_grace_seconds": st.sampled_from([0, 3]),
        "min_open_seconds": st.sampled_from([0, 3]),
        "bot_delay_ms": st.sampled_from([0, 800]),
        "decks": st.integers(1, 2),
        "jokers_per_deck": st.integers(0, 2),
        "max_cards_per_play": st.integers(1, 4),
        "max_plays": st.sampled_from([0, 50]),
        "stall_limit": st.sampled_from([0, 1, 100]),
        "first_bout_limit": st.integers(5, 6),
        "min_sequence": st.integers(2, 3),
        "max_lead": st.integers(0, 5),
    }
    declared = {option.name for option in RULESETS[key].options}
    values |= {name: draw(wanted) for name, wanted in sampled.items() if name in declared}
    if values.get("teams"):
        values |= {"teams": seats == 4, "turnover": values["turnover"] and seats != 4}
    return values


ENDINGS = {
    "dobon-sato": ("call", "counter", "dead-end"),
    "dobon-kawagoe": ("call", "counter", "ippatsu", "dead-end"),
    "doubt": ("empty-hand", "last-in", "max-plays"),
    "durak": ("one-left", "team-out", "draw", "stalled"),
    "kirifu": ("one-left", "first-out", "stalled"),
    "mustamaija": ("one-left", "stalled"),
}
KEYS = st.sampled_from(list(RULESETS))


@given(st.data(), KEYS, st.text("0123456789", max_size=3))
def test_bots_choose_legal_actions_from_their_own_view_with_any_options(
    data: st.DataObject, key: str, seed: str
) -> None:
    seats = data.draw(st.sampled_from(RULESETS[key].seats))
    options = data.draw(option_values(key, seats))
    bots = data.draw(st.lists(st.sampled_from(NAMES), min_size=seats, max_size=seats))
    recorder = ChoiceRecorder()
    with pytest.MonkeyPatch.context() as patch:
        recorder.watch(patch)
        _, (played,) = play(key, bots, seed, options | {"rounds": 1})
    assert recorder.answers
    # Bots of Dobon make only true calls; a doubt is never certain.
    assert played.false_calls == 0 or key == "doubt"
    assert played.ended_by in ENDINGS[key]


@given(KEYS, st.sampled_from(NAMES), st.integers(0, 99), st.integers(0, 3), st.integers(1, 50), st.integers(0, 10**6))
def test_choices_do_not_depend_on_cards_the_bot_cannot_see(
    key: str, name: str, game: int, seat: int, turn: int, where: int
) -> None:
    whole, _ = play(key, [name] * 4, str(game))
    dealt = next(place for place, event in enumerate(whole) if event.type == "round-dealt")
    ended = next(place for place, event in enumerate(whole) if event.type == "round-ended")
    # A log says where seats are asked; only there can a bot choose.
    asked = [place for place, event in enumerate(whole) if event.public.get("asks", {}).get("seat") == seat]
    log = whole[: 1 + (asked[where % len(asked)] if asked else dealt + where % (ended - dealt))]
    answers = []
    for world in worlds(log, seat, turn):
        recorder = ChoiceRecorder()
        with pytest.MonkeyPatch.context() as patch:
            recorder.watch(patch)
            next_step(fold("g", world), world[-1].at, HashChain(b"\1" * 32, 20))
        answers.append([(actions, answer) for _, _, actions, answer in recorder.answers])
    assert answers[0] == answers[1]


# Choices of novice


def test_a_novice_calls_and_counters_when_its_hand_makes_the_number() -> None:
    situation = Situation(["S4 S7", "C5 H7", "D4 D8"], "S12", owner=2)
    assert isinstance(asked(situation, 1, "novice"), Dobon)
    situation.when("P1 calls")
    assert isinstance(asked(situation, 2, "novice"), Dobon)
    assert asked(situation, 0, "novice") == Decline(situation.game.version)


def test_a_novice_s_other_actions_are_all_equally_likely() -> None:
    situation = Situation(["S4 S7 H9", "C5 H7"], "S12", owner=1)
    found = Counter(str(asked(situation, 0, "novice")) for _ in range(3_000))
    legal = [action for action in situation.actions(0) if not isinstance(action, Dobon)]
    assert set(found) == {str(action) for action in legal}
    assert all(800 < times < 1_200 for times in found.values()), found


# Games of bots from a seed


@pytest.mark.parametrize("key", RULESETS)
def test_the_same_seed_gives_the_same_game_and_another_seed_another(key: str) -> None:
    bots = ["careful", "novice", "careful"]
    first, _ = play(key, bots, "7", {"rounds": 1})
    again, _ = play(key, bots, "7", {"rounds": 1})
    other, _ = play(key, bots, "8", {"rounds": 1})
    assert first == again
    assert first != other


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key, rules in RULESETS.items() for seats in rules.seats])
def test_tables_of_careful_bots_come_to_an_end(key: str, seats: int) -> None:
    log, rounds = play(key, ["careful"] * seats, str(seats), {"rounds": 2})
    assert len(rounds) == 2
    assert log[-1].type == "game-ended"
    assert any(any(played.points) for played in rounds)


@pytest.mark.parametrize("key", RULESETS)
def test_the_summary_of_a_round_agrees_with_its_log(key: str) -> None:
    log, (played,) = play(key, ["novice", "careful", "novice"], "told", {"rounds": 1})
    game = fold("g", log)
    assert game.status != PLAYING
    assert game.result is not None
    assert (played.winner, list(played.losers)) == (game.result["winner"], game.result["losers"])
    assert list(played.points) == game.result["points"]
    types = Counter(event.type for event in log)
    assert played.calls + played.counters == types["dobon-called"] + types["doubt-called"] - played.false_calls
    assert played.reshuffles == types["stock-reshuffled"]
    assert played.turns <= played.decisions
