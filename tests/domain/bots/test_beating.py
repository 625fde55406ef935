"""Bots of all beating games: beginners, what a seat can know, patience, and the losses of each strategy."""

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.beating.relation import follows_or_trumps
from domain.bots.beating.defences import MANY, defences
from domain.bots.beating.inference import Inference, chance_of_none
from domain.bots.beating.stall_guard import LONG_ROUND, STALLED_TAKES
from domain.bots.strategies import playing
from domain.game.fold import fold
from domain.log.chance import HashChain, RandomStream
from domain.log.events import Event
from domain.ruleset.actions import Beat
from domain.running.automation import next_step
from domain.running.self_play import play
from tests.domain.beating.situations import Position, cards
from tests.domain.bots.choices import ChoiceRecorder, asked, said, worlds

KEYS = ("durak", "kirifu", "mustamaija")
TABLES = [("durak", {}), ("durak", {"teams": True}), ("durak", {"throw_in": True, "turnover": True}), ("kirifu", {}), ("mustamaija", {})]  # fmt: skip


def found(situation: Position, seat: int, name: str, times: int = 600) -> Counter[str]:
    """Count the bot's choices in `times` decisions with different random numbers."""
    return Counter(said(asked(situation, seat, name)) for _ in range(times))


# Choices of a beginner


def test_a_novice_attacks_with_any_card() -> None:
    answers = found(Position("durak", "H6 C1 D6", "H7 S8 S9", trump="D", lead=0), 0, "novice")
    assert set(answers) == {"attacks H6", "attacks C1", "attacks D6"}
    assert all(150 < times < 250 for times in answers.values()), answers


def test_a_novice_beats_if_possible_and_half_the_time_with_the_lowest_card() -> None:
    situation = Position("durak", "H6 C1 D6", "H7 H9 D8", trump="D", lead=0, turnover=True)
    situation.when("P0 attacks H6")
    answers = found(situation, 1, "novice")
    assert set(answers) == {"beats H6<-H7", "beats H6<-H9", "beats H6<-D8"}
    assert 0.58 < answers["beats H6<-H7"] / 600 < 0.75
    situation = Position("durak", "H6 C1 D6", "C7 C9 S8", trump="D", lead=0)
    situation.when("P0 attacks H6")
    assert found(situation, 1, "novice") == {"takes": 600}


def test_a_novice_stops_or_attacks_on() -> None:
    situation = Position("durak", "H6 S6 D6", "H7 H9 D8", trump="D", lead=0)
    situation.when("P0 attacks H6", "P1 beats H6<-H7")
    assert set(found(situation, 0, "novice")) == {"stops", "attacks S6", "attacks D6"}


def test_a_novice_of_mustamaija_leads_several_cards_of_a_suit() -> None:
    answers = found(Position("mustamaija", "C3 C4 C9 D2", "D5 D6", "S3 S4", trump="H", lead=0), 0, "novice")
    assert {"leads C3", "leads C3 C4", "leads C4 C9", "leads D2"} <= set(answers)
    assert all(len(answer.split()) <= 3 for answer in answers)


def test_a_novice_of_kirifu_makes_any_listed_lead() -> None:
    answers = found(Position("kirifu", "H3 S3 C9", "D5 D6", "S5 S4", trump="C", lead=0), 0, "novice")
    assert set(answers) == {"leads H3", "leads S3", "leads C9", "leads S3 H3"}


# What a seat can know


@given(st.integers(0, 5), st.integers(1, 8), st.integers(0, 8))
def test_the_odds_of_drawing_no_good_card_are_the_share_of_all_hands(drawn: int, count: int, good: int) -> None:
    drawn, good = min(drawn, count), min(good, count)
    hands = [*combinations(range(count), drawn)]
    assert chance_of_none(drawn, count, good) == pytest.approx(
        sum(min(hand, default=count) >= good for hand in hands) / len(hands)
    )


def test_a_bot_remembers_cards_taken_face_up_and_cards_out_of_play() -> None:
    situation = Position("durak", "H6 C10 S10", "S7 C7 C8", "D10 D9 S9", stock="H13 H12 D6", trump="D", lead=0)
    situation.when("P0 attacks H6", "P1 takes")
    sight = Inference(situation.of(0), 0)
    assert [len(known) for known in sight.known] == [len(sight.hand), 1, 0]
    assert sight.unknown_count(1) == 3
    # The trump under the stock was drawn face up or is still there. A card that is out of play is in no hand.
    assert not {*sight.unseen} & {*situation.table.discard, *sight.hand, *cards("H6")}
    # P1 is known to have no heart but the six; only odds tell whether it has a trump.
    assert 0 < sight.chance_to_stand(1, cards("C10")) < 1
    assert sight.chance_to_stand(1, cards("D13")) == 1


def test_an_attack_that_a_known_card_beats_is_expected_to_fail() -> None:
    situation = Position("durak", "H6 C10 S10", "S7 C7", "D10 D9 S9", trump="D", lead=0)
    situation.of(0).table.known[1] = cards("S7")
    sight = Inference(situation.of(0), 0)
    assert sight.chance_to_stand(1, cards("S6")) == 0
    # One card cannot beat two attacks.
    assert sight.chance_to_stand(1, cards("S6 S6")) > 0


HANDS = st.lists(st.integers(0, 51), min_size=1, max_size=9, unique=True)


@given(HANDS, st.integers(1, MANY), st.integers(0, 3), st.integers(0, 9))
def test_every_set_of_attacks_is_beaten_at_the_best_value(
    dealt: list[int], count: int, trump: int, weight: int
) -> None:
    attacks, hand = dealt[:count], dealt[count:][:4]

    def beats(card: int, attack: int) -> bool:
        return follows_or_trumps(card, attack, trump)

    def worth(attack: int, card: int) -> float:
        return attack * weight % 7 - card % 5

    def all_ways(left: list[int], cards: list[int]) -> Any:
        if not left:
            yield ()
            return
        yield from all_ways(left[1:], cards)
        for card in cards:
            if beats(card, left[0]):
                for pairs in all_ways(left[1:], [other for other in cards if other != card]):
                    yield ((left[0], card), *pairs)

    best: dict[int, float] = {}
    for pairs in all_ways(attacks, hand):
        mask = sum(1 << attacks.index(attack) for attack, _ in pairs)
        best[mask] = max(best.get(mask, -1e9), sum(worth(*pair) for pair in pairs))
    got = defences(attacks, hand, beats, worth)
    assert {mask: value for mask, (value, _) in got.items()} == pytest.approx(best)
    for mask, (value, pairs) in got.items():
        assert mask == sum(1 << attacks.index(attack) for attack, _ in pairs)
        assert value == pytest.approx(sum(worth(*pair) for pair in pairs))
        assert all(beats(card, attack) for attack, card in pairs)
        assert len({card for _, card in pairs}) == len(pairs)


def test_as_many_attacks_as_possible_are_beaten() -> None:
    attacks, hand = cards("C2 C3 C4 C5 C6 C7 C8"), cards("C9 C10 H2")
    got = defences(attacks, hand, lambda card, attack: follows_or_trumps(card, attack, 2), lambda *_: 1.0)
    assert {len(pairs) for _, pairs in got.values()} == {0, 3}


# Patience


@pytest.mark.parametrize("key", KEYS)
def test_after_many_takes_without_effect_careful_plays_at_random(key: str) -> None:
    own = {"durak": "H6 H13 C1 D1", "kirifu": "H3 H9 C1 X1", "mustamaija": "C2 C13 H1 D5"}[key]
    kinds = []
    for stall in (0, STALLED_TAKES, STALLED_TAKES * 3 // 2, 2 * STALLED_TAKES):
        situation = Position(key, own, "S9 S10", "S11 S13", trump="H" if key == "mustamaija" else "C", lead=0)
        situation.table.stall = stall
        kinds.append(len(found(situation, 0, "careful", 200)))
    assert kinds[:2] == [1, 1]
    assert kinds[2] > 2
    assert kinds[3] > 2


def test_in_a_very_long_round_careful_plays_at_random() -> None:
    for version, several in ((LONG_ROUND, False), (LONG_ROUND + 1000, True)):
        situation = Position("durak", "H6 H13 C1 D1", "S9 S10", "S11 S13", trump="C", lead=0)
        situation.game.version = version
        assert (len(found(situation, 0, "careful", 200)) > 1) is several


# Games of bots


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", ["novice", "careful"])
@pytest.mark.parametrize("seats", [3, 6])
def test_games_of_bots_end_without_a_limit(key: str, name: str, seats: int) -> None:
    for seed in range(3):
        log, (played,) = play(key, [name] * seats, str(seed), {"stall_limit": 0})
        assert played.ended_by in ("one-left", "draw")
        assert len(log) < LONG_ROUND


@pytest.mark.parametrize(("key", "options"), TABLES)
def test_careful_loses_far_less_often_than_novice(key: str, options: dict[str, Any]) -> None:
    lost = Counter[str]()
    for seed in range(24):
        bots = ["careful", "novice"] * 2 if seed % 2 else ["novice", "careful"] * 2
        for played in play(key, bots, str(seed), {"rounds": 1, **options})[1]:
            lost.update(played.bots[seat] for seat in played.losers)
    assert lost["novice"] > 4 * lost["careful"], lost


@pytest.mark.parametrize("key", ["durak", "mustamaija"])
def test_careful_beats_novice_in_games_of_two(key: str) -> None:
    lost = Counter[str]()
    for seed in range(24):
        bots = ["careful", "novice"] if seed % 2 else ["novice", "careful"]
        for played in play(key, bots, str(seed))[1]:
            lost.update(played.bots[seat] for seat in played.losers)
    assert lost["novice"] > 4 * lost["careful"], lost


@cache
def game_of(table: int) -> list[Event]:
    """Return a game of careful bots with the ruleset and options of that table."""
    key, options = TABLES[table]
    return play(key, ["careful"] * 4, "7", options)[0]


@given(st.integers(0, len(TABLES) - 1), st.integers(0, 10**6), st.integers(1, 40))
def test_the_choices_of_careful_do_not_depend_on_hidden_cards(table: int, where: int, turn: int) -> None:
    whole = game_of(table)
    places = [place for place, event in enumerate(whole) if "asks" in event.public]
    place = places[where % len(places)]
    seat = whole[place].public.asks.seat
    answers = []
    for world in worlds(whole[: place + 1], seat, turn):
        recorder = ChoiceRecorder()
        with pytest.MonkeyPatch.context() as patch:
            recorder.watch(patch)
            next_step(fold("g", world), world[-1].at, HashChain(b"\1" * 32, 20))
        answers.append([(actions, answer) for _, _, actions, answer in recorder.answers])
    assert answers[0] == answers[1]
    assert len(answers[0]) == 1


@pytest.mark.parametrize("key", KEYS)
def test_the_same_values_give_the_same_answer(key: str) -> None:
    situation = Position(key, "H6 S7 C9", "H9 H8", "C7 D8", trump="H", lead=0)
    for name in ("novice", "careful"):
        game, legal = situation.of(0), situation.actions(0)
        before = game.stored()
        given = [playing(key, name, None)(game, 0, legal, RandomStream(b"\5" * 32, "same")) for _ in range(3)]
        assert given == given[:1] * 3
        assert game.stored() == before
        assert not isinstance(given[0], Beat)
