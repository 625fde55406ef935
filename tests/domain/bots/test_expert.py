"""`expert` searches only where there is a choice, compares fairly, and weighs worlds by what the seats have done."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from domain.bots.beating import standing
from domain.bots.beating.policies import ThriftyKirifu, ThriftyMustamaija
from domain.bots.beating.policy_durak import ThriftyDurak
from domain.bots.dobon import policy_kawagoe, policy_sato
from domain.bots.dobon.expert import SatoSearch
from domain.bots.dobon.policy_kawagoe import ThriftyKawagoe
from domain.bots.dobon.policy_sato import PrudentSato
from domain.bots.doubt.expert import DoubtSearch
from domain.bots.doubt.policy import WaryDoubt
from domain.bots.search import Expert, Search, least_mean
from domain.bots.strategies import playing
from domain.dobon.waits import CARDS, COUNTS, HELD
from domain.doubt.hand import last_cards
from domain.game.fold import apply, fold_for
from domain.game.game import PLAYING, Game, actions
from domain.game.registry import RULESETS
from domain.log.chance import RandomStream
from domain.log.events import seen_by
from domain.playouts.dobon.position import DobonPosition
from domain.playouts.doubt.position import DoubtPosition
from domain.playouts.position import NOBODY
from domain.playouts.worlds import sample_worlds
from domain.ruleset.actions import Action, Decline, Dobon, Doubt, Play
from domain.ruleset.cards import CARDS as CARDS_BY_CODE
from domain.ruleset.cards import RANK, cards_of, mask_of
from domain.running.self_play import play


def stream(label: str = "expert") -> RandomStream:
    return RandomStream(b"\5" * 32, label)


def asked_games(key: str, seat: int, bots: Sequence[str], seed: str, **options: Any) -> Iterator[Game]:
    """Yield the seat's own game wherever a log says that the seat is asked."""
    log, _ = play(key, bots, seed, options)
    game = fold_for("selfplay", log[:1], seat)
    for event in log[1:]:
        apply(game, seen_by(event, seat))
        if game.status == PLAYING and seat in game.ruleset.waiting_for(game.state):
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
    strategy = playing(key, "expert", None)
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
            for position in search.starts(stream()):
                assert not [seat for seat in (1, 2) if position.may_call(seat) and position.makes(seat)]
            for world in sample_worlds("dobon-sato", search.game.state, 0, 60, stream()):
                position = search.position(world, search.game.options, 1)
                refused += any(position.may_call(seat) and position.makes(seat) for seat in (1, 2))
    assert refused


@pytest.mark.parametrize("key", ["dobon-sato", "dobon-kawagoe"])
def test_a_sampled_position_of_dobon_has_every_card_once_and_those_that_its_seat_sees(key: str) -> None:
    for search in islice(searched(key, "cards"), 5):
        table = search.game.table
        whole = (1 << (52 if key == "dobon-sato" else 54)) - 1
        for position in search.starts(stream()):
            held = [hand & CARDS for hand in position.hands]
            assert held[0] == sum(1 << card for card in (*search.game.cards(0), *table.shown[0]))
            assert [one.bit_count() for one in held] == [table.size(seat) for seat in range(3)]
            assert len(position.stock) == table.stock
            places = [*held, *(1 << card for card in position.stock), *(1 << card for card in table.pile)]
            assert sum(places) == whole
            assert position.waits == [position.table_of_waits.of(hand) for hand in position.hands]


def test_a_sampled_hand_holds_low_cards_more_often() -> None:
    low = high = 0
    for search in islice(searched("dobon-sato", "low"), 10):
        for position in search.starts(stream()):
            held = [RANK[card] for hand in position.hands[1:] for card in cards_of(hand & CARDS)]
            low, high = low + sum(number <= 2 for number in held), high + sum(number >= 12 for number in held)
    assert low > 1.5 * high


def test_a_lie_is_less_likely_if_its_player_keeps_a_true_card() -> None:
    searches = (search for seed in range(9) for search in searched("doubt", f"lies-{seed}", penalty="eliminate"))
    for search in searches:
        assert isinstance(search, DoubtSearch)
        weigh, claim = search.weigh(), search.table.claim
        if weigh is None:
            continue
        assert claim is not None
        weights: dict[tuple[bool, bool], set[float]] = {}
        for world in sample_worlds("doubt", search.game.state, 0, 200, stream()):
            true = RANK[last_cards(world)[-1]] == claim.number
            kept = any(RANK[card] == claim.number for card in world.cards(claim.seat))
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


POLICIES = {
    "dobon-sato": PrudentSato,
    "dobon-kawagoe": ThriftyKawagoe,
    "durak": ThriftyDurak,
    "kirifu": ThriftyKirifu,
    "mustamaija": ThriftyMustamaija,
    "doubt": WaryDoubt,
}


@pytest.mark.parametrize("key", POLICIES)
def test_a_default_policy_plays_legally_to_the_end_of_the_round(key: str) -> None:
    search = next(searched(key, "policy", **({"penalty": "eliminate"} if key == "doubt" else {})))
    for number, world in enumerate(sample_worlds(key, search.game.state, 0, 20, stream())):
        position: Any = POLICIES[key](world, search.game.options, number + 1)
        cards = in_play(position)
        while not position.over:
            assert position.play_out(1)
            assert in_play(position) & ~cards == 0
        assert position.winner != NOBODY or position.reason in ("draw", "stalled", "one-left", "dead-end")


def in_play(position: Any) -> int:
    """Return the mask of the cards in hands, on the table and in the stock; each is in one place. None of Doubt."""
    if isinstance(position, DoubtPosition):
        return 0
    parts = [1 << card for card in position.stock]
    if isinstance(position, DobonPosition):
        parts += [hand & CARDS for hand in position.hands]
        whole = (1 << 54) - 1
        assert all(parts.count(part) == 1 for part in parts if part)
        return whole
    parts += [*position.hands, position.lying]
    whole = 0
    for part in parts:
        assert not whole & part
        whole |= part
    return whole


# The worth of hands where a playout ends


@pytest.mark.parametrize("key", ["dobon-sato", "dobon-kawagoe"])
def test_what_a_hand_adds_for_its_seat_it_takes_from_the_others(key: str) -> None:
    search: Any = next(searched(key, "worth"))
    tempo = {"dobon-sato": policy_sato.TURN, "dobon-kawagoe": policy_kawagoe.TURN}[key]
    for position in islice(search.starts(stream()), 20):
        position.pending_draw = 0
        total = sum(position.standing_worth(seat) for seat in range(3))
        assert total == pytest.approx(tempo[0] + tempo[1] + tempo[-1])


def test_a_hand_that_waits_for_more_numbers_is_worth_more() -> None:
    def worth(*held: str) -> float:
        return policy_sato.HAND_WORTH[sum(HELD[CARDS_BY_CODE[card]] for card in held) >> COUNTS]

    assert worth("S3", "H3") > worth("S11", "H12")
    assert worth("S1", "H2") > worth("S12", "H13")
    assert worth("S5", "H5") > worth("S5", "H5", "D11", "C12", "D12")


def test_a_seat_of_a_playout_keeps_low_cards_that_the_others_call_more_often() -> None:
    hand = sum(HELD[CARDS_BY_CODE[card]] for card in ("S4", "S11", "H12"))
    other = HELD[CARDS_BY_CODE["D9"]] + HELD[CARDS_BY_CODE["C9"]]
    legal = 1 << CARDS_BY_CODE["S4"] | 1 << CARDS_BY_CODE["S11"]
    assert policy_sato.prudent([hand, other], 0, legal, 0, 0) == (1 << CARDS_BY_CODE["S11"], 0)
    assert policy_sato.RISKS[policy_sato.SIZES[2]][4] > policy_sato.RISKS[policy_sato.SIZES[2]][11]


@pytest.mark.parametrize("key", ["durak", "kirifu", "mustamaija"])
def test_the_chances_of_all_seats_add_up_to_one(key: str) -> None:
    search: Any = next(searched(key, "chances"))
    for world in sample_worlds(key, search.game.state, 0, 10, stream()):
        position = POLICIES[key](world, search.game.options, 7)
        position.play_out(10)
        assert position.over or not position.lying
        if not position.over:
            first, last = zip(*(standing.chances(position, seat) for seat in range(3)), strict=True)
            assert sum(first) == pytest.approx(1)
            assert sum(last) == pytest.approx(1)


def test_a_larger_hand_is_likelier_to_be_the_last() -> None:
    search: Any = next(searched("kirifu", "chances"))
    world = sample_worlds("kirifu", search.game.state, 0, 1, stream())[0]
    position = ThriftyKirifu(world, search.game.options, 7)
    position.stock, position.lying = [], 0
    position.turn = 0
    position.hands = [mask_of([10]), mask_of([1, 15, 29, 43, 5, 19]), mask_of([22, 33])]
    _, last = zip(*(standing.chances(position, seat) for seat in range(3)), strict=True)
    assert last[1] > last[2] > last[0]
