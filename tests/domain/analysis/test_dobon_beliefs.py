"""What a seat may infer about the hands of a round of Dobon, and how dangerous a play is."""

from collections.abc import Iterator

import pytest

from domain.analysis.beliefs import Beliefs, Danger
from domain.analysis.dobon.beliefs import DobonBeliefs
from domain.analysis.following import begin
from domain.game.fold import apply, fold
from domain.game.game import PLAYING, Game
from domain.log.events import seen_by
from domain.ruleset.cards import CARDS, RANK
from domain.running.self_play import play
from prove.leaks.analysis import compare_game
from tests.domain.dobon.situations import Situation, kawagoe


def danger(table: Situation, card: str, beliefs: Beliefs | None = None, seat: int = 0) -> Danger:
    """Return the danger of playing that card."""
    own = begin(table.game, seat) if beliefs is None else beliefs
    return own.dangers(table.of(seat), [(CARDS[card],)])[0]


def chance_of(told: Danger, seat: int) -> float:
    """Return the chance that this seat calls."""
    return next(caller.chance for caller in told.callers if caller.seat == seat)


def follow(table: Situation, viewer: int, *steps: str) -> DobonBeliefs:
    """Return the beliefs of the viewer after these steps."""
    beliefs, game = DobonBeliefs(viewer), table.of(viewer).copy()
    for step in steps:
        for event in table.when(step):
            beliefs.see(game, seen_by(event, viewer))
            apply(game, seen_by(event, viewer))
    return beliefs


def test_an_open_hand_that_makes_the_number_is_nearly_certain_to_call() -> None:
    table = Situation(["S7 D2", "", "C9"], "S1", shown=["", "H3 H4", ""])
    assert danger(table, "S7").callers[0].seat == 1
    assert danger(table, "S7").chance > 0.9
    assert [caller.seat for caller in danger(table, "D2").callers] == [2]


def test_the_waits_of_a_caller_are_named_with_the_likeliest_first() -> None:
    table = Situation(["S7 D2", "H3 H4", "C9 C8 D8 D9 H9 H8"], "S1")
    caller = danger(table, "S7").callers[0]
    assert len(caller.waits) == 3
    chances = [wait.chance for wait in caller.waits]
    assert chances == sorted(chances, reverse=True)
    assert all(sum(wait.numbers) == 7 or abs(wait.numbers[0] - wait.numbers[1]) == 7 for wait in caller.waits)


def test_a_single_card_is_one_of_the_unseen_cards() -> None:
    table = Situation(["S7 D2", "H3"], "S1", owner=1)
    beliefs = DobonBeliefs(0)
    waits = beliefs.waits(table.of(0), 1)
    # Of 49 unseen cards three are sevens, three are twos, three are aces, and four of each other number.
    assert sum(waits[number] > waits[7] for number in range(1, 14)) == 10
    assert waits[1] == waits[2] == waits[7]


def test_seen_cards_make_a_number_less_dangerous() -> None:
    few = Situation(["S7 D2", "H3"], "S1")
    more = Situation(["S7 D2", "H3"], "S1", stock="S2 S3")
    assert danger(few, "S7").chance > 0
    assert danger(more, "S7").chance == 0


def test_a_seat_that_did_not_call_on_a_number_hardly_waits_for_it() -> None:
    table = Situation(["S7 D7", "H3", "C9 C8"], "S1", turn=2)
    fresh = chance_of(danger(table, "D7"), 1)
    table = Situation(["S6 D7", "H3", "C7 S7"], "S1", turn=2)
    beliefs = follow(table, 0, "P2 plays S7", "P0 plays S6")
    assert chance_of(danger(table, "D7", beliefs), 1) < fresh / 4


def test_a_seat_that_drew_hardly_holds_a_card_that_fitted() -> None:
    table = Situation(["C5 D6", "H3 H4", "C9 C8"], "S1", turn=1)
    beliefs = follow(table, 0, "P1 draws")
    cards = beliefs.evidence[1].cards
    assert cards is not None
    assert cards[CARDS["S9"]] == cards[CARDS["C1"]] < 0.7 < cards[CARDS["C9"]]


def test_a_draw_by_the_clock_says_nothing_about_cards_that_fit() -> None:
    table = Situation(["C5 D6", "H3 H4", "C9 C8"], "S1", turn=1)
    beliefs, game = DobonBeliefs(0), table.of(0).copy()
    for event in table.when("P1 draws"):
        event.public.by_clock = True
        beliefs.see(game, seen_by(event, 0))
    assert beliefs.evidence[1].cards is None


def test_a_draw_makes_a_silent_seat_dangerous_again() -> None:
    table = Situation(["S6 D7", "H3", "C7 S7"], "S1", turn=2)
    quiet = follow(table, 0, "P2 plays S7", "P0 plays S6")
    before = quiet.waits(table.of(0), 1)[7]
    follow_on = quiet
    game = table.of(0).copy()
    for event in table.when("P1 draws"):
        follow_on.see(game, seen_by(event, 0))
        apply(game, seen_by(event, 0))
    assert follow_on.waits(game, 1)[7] > before


def test_large_hands_are_not_followed_and_hardly_dangerous() -> None:
    table = Situation(["S7 D2", "H3 H4 H5 H6 H7 H8 H9"], "S1")
    assert danger(table, "S7").chance == 0.0


def test_a_flip_in_kawagoe_is_called_by_the_sum_alone() -> None:
    table = kawagoe(["S7 D9", "C5 X1"], "H7", flip=True, dealer=1)
    waits = DobonBeliefs(0).waits(table.of(0), 1)
    assert waits[0] == 0.0
    assert waits[2] > 0.0


def test_jokers_count_for_nothing_in_kawagoe() -> None:
    table = kawagoe(["S7 D9", "C5 X1"], "H6", owner=1)
    waits = DobonBeliefs(0).waits(table.of(0), 1)
    assert waits[1] > 0.0


def test_beliefs_that_are_copied_learn_on_their_own() -> None:
    table = Situation(["S6 D7", "H3", "C7 S7"], "S1", turn=2)
    one = follow(table, 0, "P2 plays S7")
    other, game = one.copy(), table.of(0).copy()
    before = repr([one.waits(game, seat) for seat in (1, 2)])
    for event in table.when("P0 plays S6"):
        other.see(game, seen_by(event, 0))
    assert repr([one.waits(game, seat) for seat in (1, 2)]) == before


def test_the_same_beliefs_know_the_cards_of_each_moment() -> None:
    table = Situation(["S7 D7", "S9 H4", "C9 C8"], "S1", turn=1)
    game = table.of(0).copy()
    beliefs = DobonBeliefs(0)
    before = beliefs.waits(game, 2)
    for event in table.when("P1 plays S9"):
        beliefs.see(game, seen_by(event, 0))
        apply(game, seen_by(event, 0))
    after = beliefs.waits(game, 2)
    assert after == beliefs.copy().waits(game, 2)
    assert after != before


def test_a_chance_to_make_a_number_is_no_chance_of_a_call() -> None:
    table = Situation(["S7 D2", "H3 H4", ""], "S1", shown=["", "", "C3 C4"])
    beliefs, told = DobonBeliefs(0), danger(table, "S7")
    assert beliefs.waits(table.of(0), 2)[7] == 1.0
    assert 0.9 < chance_of(told, 2) < 1.0


@pytest.mark.parametrize(("ruleset", "deck"), [("dobon-sato", 52), ("dobon-kawagoe", 54)])
def test_likelihoods_weigh_worlds_as_the_danger_does(ruleset: str, deck: int) -> None:
    """The chance that a single closed card has a number is its share of the weights of all unseen cards."""
    checked = 0
    for seed in range(20):
        for game, beliefs in moments(ruleset, f"likelihoods-{seed}"):
            table = game.table
            if table.sizes[1] != 1 or table.shown[1] or table.top_owner != 1 or not game.cards(0):
                continue
            seen = {*table.pile, *game.cards(0), *table.shown[0], *table.shown[2]}
            weights = {card: beliefs.likelihood(game, 1, [card]) for card in range(deck) if card not in seen}
            for told in beliefs.dangers(game, [(card,) for card in game.cards(0) if RANK[card]]):
                number = RANK[told.cards[0]]
                making = sum(weight for card, weight in weights.items() if RANK[card] == number)
                found = [wait.chance for caller in told.callers if caller.seat == 1 for wait in caller.waits]
                assert sum(found) == pytest.approx(making / sum(weights.values()))
                checked += 1
    assert checked > 5


def moments(ruleset: str, seed: str) -> Iterator[tuple[Game, DobonBeliefs]]:
    """Yield the game and the beliefs of seat 0 after each event of a round."""
    log, _ = play(ruleset, ["careful"] * 3, seed, {"rounds": 1})
    dealt = next(place for place, event in enumerate(log) if event.type == "round-dealt")
    game, beliefs = fold("g", [seen_by(event, 0) for event in log[:dealt]]), DobonBeliefs(0)
    for event in log[dealt:]:
        beliefs.see(game, seen_by(event, 0))
        apply(game, seen_by(event, 0))
        if game.status == PLAYING:
            yield game, beliefs


@pytest.mark.parametrize("number", range(12))
def test_the_analysis_does_not_depend_on_hidden_cards(number: int) -> None:
    found = compare_game("tests", number)
    assert found.failures == []


def test_the_games_of_the_comparison_have_pairs() -> None:
    assert sum(compare_game("tests", number).pairs for number in range(12)) > 100


def test_games_without_calls_have_no_danger() -> None:
    for ruleset in ("durak", "kirifu", "mustamaija"):
        log, _ = play(ruleset, ["novice"] * 3, "no-calls")
        dealt = next(place for place, event in enumerate(log) if event.type == "round-dealt")
        game = fold("g", [seen_by(event, 0) for event in log[: dealt + 1]])
        beliefs = begin(game, 0)
        assert beliefs.dangers(game, [(card,) for card in game.cards(0)]) == []
        assert beliefs.lie(game) is None
        assert beliefs.likelihood(game, 1, []) == 1.0
