"""The largest possible defence, compared with every way to pair attacks with cards."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.beating.relation import best_defence, by_worth, follows_or_trumps
from domain.ruleset.cards import SUIT, codes
from tests.domain.beating.facts import cards


def most(attacks: list[int], hand: list[int], trump: int) -> int:
    """Return the most attacks that can be beaten, by trying the hand in every order.

    Each card is tried against the attack in its place, or against none.
    """
    places = [*attacks, *[None] * len(hand)]
    orders = permutations(range(len(places)), len(hand))
    pairs = ([(card, places[place]) for card, place in zip(hand, order, strict=True)] for order in orders)
    return max(
        sum(attack is not None and follows_or_trumps(card, attack, trump) for card, attack in one) for one in pairs
    )


@settings(max_examples=150, deadline=None)
@given(
    found=st.lists(
        st.sampled_from(cards("S6 S7 S8 S9 S10 S1 H6 H7 H8 H9 C10 C6 D6 D7")), min_size=2, max_size=7, unique=True
    ),
    cut=st.integers(1, 4),
    trump=st.integers(0, 3),
)
def test_the_best_defence_beats_as_many_attacks_as_possible(found: list[int], cut: int, trump: int) -> None:
    attacks, hand = found[:cut], found[cut : cut + 3]
    best = best_defence(attacks, hand, lambda card, attack: follows_or_trumps(card, attack, trump))
    assert len(best) == (most(attacks, hand, trump) if hand else 0)
    assert all(follows_or_trumps(card, attack, trump) for attack, card in best)
    assert len({attack for attack, _ in best}) == len({card for _, card in best}) == len(best)
    assert {attack for attack, _ in best} <= {*attacks}
    assert {card for _, card in best} <= {*hand}


def test_one_attack_moves_to_another_card_to_make_room() -> None:
    best = best_defence(cards("S7 S9"), cards("S10 S8"), lambda card, attack: follows_or_trumps(card, attack, None))
    assert [codes(pair) for pair in best] == [["S7", "S8"], ["S9", "S10"]]


def test_cards_are_sorted_by_worth() -> None:
    assert codes(by_worth(cards("X1 D6 S1 H7 C7 D1 S6"), SUIT[cards("D6")[0]])) == [
        "S6",
        "C7",
        "H7",
        "S1",
        "D6",
        "D1",
        "X1",
    ]
    assert codes(by_worth(cards("D6 S1 C7"), None)) == ["D6", "C7", "S1"]
