"""How likely a play of Doubt is a lie, from a seat's own cards and what it remembers."""

import pytest

from domain.analysis.behaviour import DOUBT
from domain.analysis.doubt.beliefs import DoubtBeliefs, at_least
from domain.game.fold import apply
from domain.game.game import Game
from domain.game.registry import ruleset
from domain.log.events import seen_by
from domain.ruleset.cards import CARDS, RANK
from tests.domain.doubt.situations import Position


def test_a_claim_of_cards_that_the_viewer_holds_is_a_certain_lie() -> None:
    table = Position("S5 H5 D5 C5", "S6 H7", "S8 S9", turn=1, number=5)
    beliefs = follow(table, 0, "P1 plays S6")
    lie = beliefs.lie(table.viewers[0])
    assert lie is not None
    assert (lie.seat, lie.number, lie.laid, lie.chance) == (1, 5, 1, 1.0)


def test_each_card_of_the_number_in_the_own_hand_makes_a_lie_likelier() -> None:
    chances = []
    for hand in ("S4 H4 D4", "S5 H4 D4", "S5 H5 D4", "S5 H5 D5"):
        table = Position(hand, "S6 H7 C7", "S8 S9", turn=1, number=5)
        lie = follow(table, 0, "P1 plays S6").lie(table.viewers[0])
        assert lie is not None
        chances.append(lie.chance)
    assert chances == sorted(chances)
    assert chances[0] < chances[-1] < 1.0


def test_a_true_and_a_false_play_look_the_same() -> None:
    chances = set()
    for card in ("C5", "C6"):
        table = Position("S5 H4 D4", f"{card} H7 C7", "S8 S9", turn=1, number=5)
        lie = follow(table, 0, f"P1 plays {card}").lie(table.viewers[0])
        assert lie is not None
        chances.add(lie.chance)
    assert len(chances) == 1


def test_an_own_play_and_a_play_that_stands_have_no_chance_of_a_lie() -> None:
    table = Position("S5 H4 D4", "C6 H7 C7", "S8 S9", turn=1, number=5)
    beliefs = follow(table, 1, "P1 plays C6")
    assert beliefs.lie(table.viewers[1]) is None
    table.when("P0 declines", "P2 declines")
    assert DoubtBeliefs(0).lie(table.viewers[0]) is None


def test_a_card_known_to_be_in_the_hand_makes_its_claim_likelier() -> None:
    """P1 has taken up a pile in which P0 laid a five or a six, and then claims a five."""
    chances = []
    for laid in ("C5", "C6"):
        table = Position(f"{laid} H4 D4 D9", "S6 H7 C7 H8", "S8 S9 D3 D2", number=RANK[CARDS[laid]])
        beliefs, game = DoubtBeliefs(0), table.viewers[0].copy()
        learn(table, beliefs, game, f"P0 plays {laid}", "P1 doubts")
        for fold in (game, table.game):
            fold.table.turn, fold.table.number = 1, 5
        learn(table, beliefs, game, "P1 plays S6")
        lie = beliefs.lie(game)
        assert lie is not None
        chances.append(lie.chance)
    assert chances[0] < chances[1]


def test_more_cards_are_doubted_more() -> None:
    table = Position("S5 H5 H4 D4 C4", "C6 H7 C7", "S8 S9 D9", number=5, max_cards_per_play=4)
    beliefs, game = DoubtBeliefs(0), table.viewers[0]
    one, four = beliefs.dangers(game, [(CARDS["S5"],), (CARDS["S5"], CARDS["H5"], CARDS["H4"], CARDS["D4"])])
    assert one.chance < four.chance
    assert [caller.seat for caller in one.callers] == [1, 2]


def test_in_cheat_only_the_next_seat_may_doubt() -> None:
    table = Position("S5 H5 H4 D4 C4", "C6 H7 C7", "S8 S9 D9", number=5, variant="cheat")
    found = DoubtBeliefs(0).dangers(table.viewers[0], [(CARDS["S5"],)])[0]
    assert [caller.seat for caller in found.callers] == [1]


def test_the_chance_of_holding_cards_is_counted() -> None:
    assert at_least(1, 4, 1, 2) == 0.5
    assert at_least(2, 4, 2, 2) == 1 / 6
    assert at_least(0, 4, 0, 2) == 1.0


def follow(table: Position, viewer: int, *steps: str) -> DoubtBeliefs:
    """Return the beliefs of the viewer after these steps."""
    beliefs = DoubtBeliefs(viewer)
    learn(table, beliefs, table.viewers[viewer].copy(), *steps)
    return beliefs


def learn(table: Position, beliefs: DoubtBeliefs, game: Game, *steps: str) -> None:
    """Let the beliefs see these steps; `game` is the viewer's."""
    for step in steps:
        for event in table.when(step):
            seen = seen_by(event, beliefs.viewer)
            beliefs.see(game, seen)
            apply(game, seen)


@pytest.mark.parametrize(("first", "trusted"), [("S6", False), ("C5", True)])
def test_a_person_whose_lie_was_shown_is_trusted_less_and_one_who_was_honest_more(first: str, trusted: bool) -> None:
    table = Position("S5 H4 D4 D9 D8", "S6 C5 C7 H8", "S8 S9 D3 D2", turn=1, number=5)
    beliefs, game = DoubtBeliefs(0), table.viewers[0].copy()
    learn(table, beliefs, game, f"P1 plays {first}", "P2 doubts")
    for fold in (game, table.game):
        fold.table.turn, fold.table.number = 1, 5
    learn(table, beliefs, game, "P1 plays C7")
    stranger = beliefs.copy()
    stranger.habits = {}
    found, before = beliefs.lie(game), stranger.lie(game)
    assert found is not None
    assert before is not None
    assert min(found.chance, before.chance) > 0
    assert max(found.chance, before.chance) < 1
    assert found.chance < before.chance if trusted else found.chance > before.chance


@pytest.mark.parametrize("strategy", ["careful", "novice", None])
def test_there_are_coefficients_of_lies_for_every_penalty(strategy: str | None) -> None:
    options = {option.name: option for option in ruleset("doubt").options}
    assert {penalty for penalty, name in DOUBT if name == strategy} == {*options["penalty"].values}


def test_the_chance_of_a_lie_depends_on_the_penalty() -> None:
    chances = set()
    for penalty in ("pile", "exchange_two", "eliminate"):
        table = Position("S5 H4 D4", "C6 H7 C7", "S8 S9", turn=1, number=5, penalty=penalty)
        lie = follow(table, 0, "P1 plays C6").lie(table.viewers[0])
        assert lie is not None
        chances.add(lie.chance)
    assert len(chances) == 3
