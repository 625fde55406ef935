"""`expert` of Durak: the exact search of the end, the policy of playouts, and candidates that drop out."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.bots.beating.expert import DurakSearch
from domain.bots.beating.novice import novice_beating
from domain.bots.beating.policy_durak import ThriftyDurak
from domain.bots.strategies import playing
from domain.game.fold import fold
from domain.game.game import Game, actions
from domain.log.chance import HashChain
from domain.log.events import Event
from domain.playouts.beating.durak import DurakPosition
from domain.playouts.beating.endgame_durak import DRAWN, LOST, WON, as_set
from domain.playouts.beating.endgame_search import SearchLimitReached
from domain.playouts.beating.solver_durak import DurakSolver
from domain.playouts.position import Position as Playout
from domain.playouts.worlds import sample_worlds
from domain.ruleset.actions import Action, Attack, Beat
from domain.ruleset.cards import codes, mask_of
from domain.running.automation import next_step
from domain.running.self_play import play
from domain.verification.verify import verify
from prove.harness.cheating_bots import CheatingMatch
from prove.harness.small_budgets import small_budgets
from tests.domain.beating.situations import Position, cards
from tests.domain.bots.choices import STREAM, ChoiceRecorder, asked, said, worlds
from tests.domain.bots.test_durak import RULES, after, duels, known, position, value
from tests.domain.bots.test_expert import asked_games


def solver(found: Position, budget: int = 100_000) -> DurakSolver:
    return DurakSolver(DurakPosition(found.state, found.game.options, 1), budget)


def values(found: Position) -> dict[Action, int]:
    """Return what each legal action brings its seat, by the rules alone."""
    state, options, seat = found.state, found.game.options, found.table.turn
    legal = RULES.actions(state.table, state.hands[seat], seat, options)
    return {action: value(after(state, action, options), options, {}, seat) for action in legal}


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(duels(throw_in=None, turnover=False, multi_lead=False))
def test_an_end_has_the_value_that_the_rules_give_it(found: Position) -> None:
    if not found.table.over:
        search = solver(found)
        for action, promised in values(found).items():
            assert search.value(action) == promised, action


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.permutations(["S6", "S7", "S9", "H6", "H7", "D7", "D8", "C8"]), st.integers(0, 3))
def test_the_card_that_is_face_up_under_the_stock_is_drawn(deck: list[str], moves: int) -> None:
    found = position(" ".join(deck[:2]), " ".join(deck[2:4]), stock=1)
    for move in range(moves):
        legal = found.actions(found.table.turn)
        if legal and not found.table.over:
            found.act(found.table.turn, legal[move % len(legal)])
    if not found.table.over:
        search = solver(found)
        for action, promised in values(found).items():
            assert search.value(action) == promised, action


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.permutations([code for code in codes(RULES.deck(0)) if code[0] != "D"]), st.integers(4, 6))
def test_a_bout_is_over_at_its_limit_of_attacks(deck: list[str], count: int) -> None:
    hands = [" ".join(deck[:2]), " ".join(deck[2:6]), " ".join(deck[6:10])]
    search, known_end = solver(position(*hands[:2], stock=0)), known()
    own, other, lying = (sum(1 << search.at[card] for card in cards(hand)) for hand in hands)
    promised = known_end.attack(*(as_set(cards(hand)) for hand in hands), count, 6)
    reached = [search._attack(own, other, lying, 6 - count, 0, draws) for draws in (False, True)]
    assert reached == [promised == WON, promised >= DRAWN]


def test_a_search_ends_at_its_budget() -> None:
    found = position("S6 S7 H8 D9", "C6 C7 H9 D8", stock=0)
    (lead, *_) = found.actions(0)
    solver(found).value(lead)
    with pytest.raises(SearchLimitReached):
        solver(found, 5).value(lead)


def test_the_expert_replaces_a_lost_choice_of_careful_by_the_action_that_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    found = position("S7 S9 S10", "D7 H7 H8", stock=0)
    promised = values(found)
    assert sorted(promised.values()) == [LOST, LOST, WON]
    for action, worth in promised.items():
        monkeypatch.setattr(DurakSearch, "base", staticmethod(lambda *_, chosen=action: chosen))
        chosen = asked(found, 0, "expert")
        assert chosen is not None
        assert promised[chosen] == WON, (said(action), worth, said(chosen))


def test_an_end_that_exceeds_the_budget_is_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = position("S7 S9 S10", "D7 H7 H8", stock=0)
    monkeypatch.setattr(DurakSearch, "positions", 1)
    search = DurakSearch(found.of(0), 0, found.actions(0))
    chosen, *others = found.actions(0)
    assert [len(gains) for gains in search.gains([chosen, *others], STREAM)] == [1] * len(others)


def test_a_last_card_that_a_last_card_beats_is_a_draw() -> None:
    found = position("H7", "H9", stock=0)
    assert solver(found).value(Attack(tuple(cards("H7")))) == DRAWN
    found = position("H7", "H9", stock=0, both_out="first_out")
    assert solver(found).value(Attack(tuple(cards("H7")))) == WON


def test_weak_cards_come_first_and_trumps_last() -> None:
    places = [solver(position("H7 S6 D6", "H9 C1", stock=0)).at[card] for card in cards("S6 H7 C1 D6 D1")]
    assert places == sorted(places)


# The search before the end


def choices(seeds: int) -> Iterator[tuple[Game, list[Action]]]:
    """Yield what seat 0 is asked in rounds of careful bots, where it has a choice."""
    for seed in range(seeds):
        for game in asked_games("durak", 0, ["careful"] * 2, f"duel-{seed}"):
            legal = actions(game, 0)
            if len(legal) > 1:
                yield game, [*legal]


def laid_by_policy(game: Game) -> int:
    """Return the mask of the cards that the policy of playouts lays."""
    (world,) = sample_worlds("durak", game.state, 0, 1, STREAM.copy())
    playout = ThriftyDurak(world, game.options, 1)
    before = playout.hands[0]
    playout.decide()
    return before & ~playout.hands[0]


def laid_by(action: Action | None) -> int:
    """Return the mask of the cards that an action lays."""
    if isinstance(action, Beat):
        return mask_of(card for _, card in action.pairs)
    return mask_of(action.cards) if isinstance(action, Attack) else 0


def test_the_policy_of_playouts_mostly_plays_as_careful_does() -> None:
    careful = playing("durak", "careful", None)
    same = [laid_by(careful(game, 0, legal, STREAM)) == laid_by_policy(game) for game, legal in choices(6)]
    assert sum(same) > 0.85 * len(same)


def test_a_candidate_that_is_surely_worse_drops_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game, legal = next(choices(1))
    search = DurakSearch(game, 0, legal)

    def played_out(start: Playout, candidate: Action | None) -> float:
        return -float(candidate == legal[1])

    monkeypatch.setattr(search, "played_out", played_out)
    worse, *others = search.gains(legal, STREAM.copy())
    assert len(worse) == DurakSearch.stage
    assert {len(gains) for gains in others} == {DurakSearch.worlds}


def test_between_two_seats_every_legal_action_is_compared() -> None:
    for game, legal in choices(2):
        search = DurakSearch(game, 0, legal)
        chosen = DurakSearch.base(game, 0, legal, STREAM)
        assert {chosen, *search.alternatives(chosen)} == {*legal}


def test_a_win_counts_as_much_as_a_loss_between_two_seats() -> None:
    game, legal = next(choices(1))
    search = DurakSearch(game, 0, legal)
    found = set()
    for start in search.starts(STREAM.copy()):
        start.play_out()
        assert isinstance(start, ThriftyDurak)
        assert start.over
        found.add((start.winner, search.value(start)))
    assert {(0, 1.0), (1, -1.0)} <= found <= {(0, 1.0), (1, -1.0), (-1, 0.0)}


# What the seat knows, and what `verify` takes again


@cache
def game_of_experts() -> list[Event]:
    with small_budgets():
        return play("durak", ["expert"] * 2, "worlds")[0]


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_the_choices_of_the_expert_do_not_depend_on_hidden_cards(where: int, turn: int) -> None:
    whole = game_of_experts()
    places = [place for place, event in enumerate(whole) if "asks" in event.public]
    place = places[where % len(places)]
    seat = whole[place].public.asks.seat
    with small_budgets():
        answers = [answer_of(world, seat) for world in worlds(whole[: place + 1], seat, turn)]
    assert answers[0] == answers[1]
    assert len(answers[0]) == 1


def answer_of(world: list[Event], seat: int) -> list[Action | None]:
    """Return what the seat decides next."""
    recorder = ChoiceRecorder()
    with pytest.MonkeyPatch.context() as patch:
        recorder.watch(patch)
        next_step(fold("g", world), world[-1].at, HashChain(b"\1" * 32, 20))
    return [answer for _, _, _, answer in recorder.answers]


def test_verify_takes_the_decisions_of_the_expert_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with small_budgets():
        match = CheatingMatch("durak", ("expert", "expert"), 1, None)
        report = verify(match.lines(), match.game.head)
        assert report.problems == []
        assert report.checked["decisions of bots"] > 20
        monkeypatch.setattr(DurakSearch, "base", staticmethod(novice_beating))
        assert verify(match.lines(), match.game.head).problems
