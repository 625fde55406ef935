"""Shuffles: the secret and the links alone decide them, and they are uniform."""

import hmac
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.log.chance import Chance, RandomStream
from domain.ruleset.cards import deck

SECRET = bytes(range(32))

# Upper 1e-6 quantiles of chi-square. The samples are fixed, so a test that passes once always passes.
CHI_SQUARE_51, CHI_SQUARE_23, CHI_SQUARE_12 = 114.5, 71.2, 51.8


class Words(RandomStream):
    """A stream of given words."""

    __slots__ = ("_given",)

    def __init__(self, words: Sequence[int]) -> None:
        super().__init__(b"", "")
        self._given = iter(words)

    def word(self) -> int:
        return next(self._given)


def shuffled(secret: bytes) -> list[int]:
    cards = deck()
    Chance(secret, "g", 1, ["", ""]).stream("deck").shuffle(cards)
    return cards


def chi_square(counts: Sequence[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def test_a_stream_is_hmac_blocks_read_as_four_words_each() -> None:
    stream = RandomStream(SECRET, "deck")
    blocks = [hmac.new(SECRET, f"deck|{number}".encode(), sha256).digest() for number in range(3)]
    every = b"".join(blocks)
    expected = [int.from_bytes(every[at : at + 8], "big") for at in range(0, 96, 8)]
    assert [stream.word() for _ in range(12)] == expected


def test_the_seed_joins_game_round_and_links() -> None:
    expected = hmac.new(SECRET, b"dobon/deal/2|g7|2|0a0b||0c", sha256).digest()
    assert Chance(SECRET, "g7", 2, ["0a0b", "", "0c"]).seed == expected


def test_streams_of_different_labels_secrets_games_rounds_and_links_differ() -> None:
    chance = Chance(SECRET, "g", 1, ["a", "b"])
    firsts = [chance.stream(label).word() for label in ("deck", "first", "reshuffle-1", "reshuffle-2")]
    others = [
        Chance(SECRET[::-1], "g", 1, ["a", "b"]),
        Chance(SECRET, "h", 1, ["a", "b"]),
        Chance(SECRET, "g", 2, ["a", "b"]),
        Chance(SECRET, "g", 1, ["b", "a"]),
        Chance(SECRET, "g", 1, ["a", "b", ""]),
    ]
    firsts += [other.stream("deck").word() for other in others]
    assert len(set(firsts)) == len(firsts)


def test_each_request_for_a_stream_starts_it_from_the_beginning() -> None:
    chance = Chance(SECRET, "g", 1, [])
    assert [chance.stream("first").below(5) for _ in range(20)] == [chance.stream("first").below(5)] * 20


def test_words_of_the_incomplete_last_run_are_refused() -> None:
    top = 2**64
    assert top % 7 == 2
    assert Words([top - 1, top - 2, top - 3]).below(7) == (top - 3) % 7 == 6
    assert Words([top - 3]).below(7) == 6
    assert Words([top - 1, 12]).below(10) == 2


def test_every_word_is_used_when_the_runs_come_out_even() -> None:
    assert Words([2**64 - 1]).below(8) == 7
    assert Words([2**64 - 1]).below(1) == 0
    assert Words([2**64 - 1]).below(2**64) == 2**64 - 1


@pytest.mark.parametrize("m", [0, -1, 2**64 + 1])
def test_a_bound_outside_the_range_of_a_word_is_refused(m: int) -> None:
    with pytest.raises(ValueError, match="no numbers below"):
        RandomStream(SECRET, "x").below(m)


@given(secret=st.binary(min_size=32, max_size=32), label=st.text(max_size=20), m=st.integers(1, 2**64))
def test_a_number_is_below_its_bound(secret: bytes, label: str, m: int) -> None:
    stream = RandomStream(secret, label)
    assert all(0 <= stream.below(m) < m for _ in range(5))


@given(secret=st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_every_card_and_repeats_itself(secret: bytes) -> None:
    cards = shuffled(secret)
    assert sorted(cards) == deck()
    assert shuffled(secret) == cards


@pytest.mark.parametrize("short", [[], [1]])
def test_shuffling_fewer_than_two_cards_takes_nothing_from_the_stream(short: list[int]) -> None:
    Words([]).shuffle(short)


def test_every_card_comes_to_every_place_equally_often() -> None:
    sample = [shuffled(number.to_bytes(32, "big")) for number in range(5200)]
    for place in range(52):
        counts = Counter(cards[place] for cards in sample)
        assert chi_square([counts[card] for card in deck()]) < CHI_SQUARE_51, place


def test_every_order_of_four_comes_equally_often() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(4800):
        items = [0, 1, 2, 3]
        RandomStream(number.to_bytes(32, "big"), "deck").shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 24
    assert chi_square(list(orders.values())) < CHI_SQUARE_23


def test_the_numbers_of_one_stream_are_even() -> None:
    stream = RandomStream(SECRET, "first")
    counts = Counter(stream.below(13) for _ in range(13000))
    assert chi_square([counts[number] for number in range(13)]) < CHI_SQUARE_12
