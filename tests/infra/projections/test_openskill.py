from dataclasses import fields

from domain.game.statistics import Tally
from infra.postgres.tables.records import COUNTERS
from infra.projections.openskill import MILLION, NEW, Rating, rate


def test_winners_rise_and_losers_fall():
    after = rate(["a", "b", "c"], [1, 2, 3], [NEW, NEW, NEW])
    assert after["a"].mu > NEW.mu > after["c"].mu
    assert all(one.sigma < NEW.sigma for one in after.values())


def test_equal_ranks_of_equals_stay_equal():
    after = rate(["a", "b", "c"], [1, 2, 2], [NEW, NEW, NEW])
    assert after["b"] == after["c"]


def test_a_win_over_a_strong_opponent_is_worth_more():
    strong, weak = Rating(35 * MILLION, 2 * MILLION), Rating(15 * MILLION, 2 * MILLION)
    assert rate(["a", "b"], [1, 2], [NEW, strong])["a"].mu > rate(["a", "b"], [1, 2], [NEW, weak])["a"].mu


def test_a_strategy_on_two_seats_gets_the_mean_of_both():
    after = rate(["p", "bot:careful", "bot:careful"], [2, 1, 3], [NEW, NEW, NEW])
    apart = rate(["p", "x", "y"], [2, 1, 3], [NEW, NEW, NEW])
    assert set(after) == {"p", "bot:careful"}
    assert abs(after["bot:careful"].mu * 2 - apart["x"].mu - apart["y"].mu) <= 2


def test_a_game_with_one_entrant_changes_no_rating():
    assert rate(["bot:careful", "bot:careful"], [1, 2], [NEW, NEW]) == {"bot:careful": NEW}


def test_ratings_are_reproducible_whole_numbers():
    """A rebuild must produce the same ratings, so they may not depend on the last bit of floating-point results."""
    after = rate(["a", "b", "c"], [1, 2, 3], [NEW, Rating(20 * MILLION, 3 * MILLION), NEW])
    assert after == {
        "a": Rating(28_093_606, 8_132_534), "b": Rating(20_208_662, 2_994_917), "c": Rating(20_297_427, 7_917_934),
    }  # fmt: skip


def test_a_tally_and_its_columns_have_the_same_names():
    assert tuple(field.name for field in fields(Tally)) == COUNTERS
