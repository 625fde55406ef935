"""`doubt`: effects of a doubt: its loser, the penalty, and the next turn (rulebook 1.4)."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from domain.doubt.hand import away_from
from domain.log.events import SPECTATOR, seen_by
from domain.log.upcasting import logged
from domain.ruleset.cards import CODES, codes
from tests.domain.doubt.situations import CHAIN, D1, D2, THREE, Position, cards, types

BOTH = [False, True]
FIVE = ("S1 S2 S3 H1", "C1 C2 C3 H2", "D1 D2 D3 H3", "S4 S5 S6 H4", "C4 C5 C6 H5")


def doubted(*hands: str, laid: str, by: int, **given: Any) -> Position:
    """Return a position in which P1 has laid a card, said 5, and been doubted."""
    position = Position(*hands, turn=1, number=5, pile=THREE, **given)
    position.when(f"P1 plays {laid}", f"P{by} doubts")
    return position


def lying(position: Position) -> bool:
    valid: bool = position.last("doubt-called").public.valid
    return valid


# 1. The cards shown


@pytest.mark.parametrize("penalty", ["pile", "eliminate", "exchange_two"])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_a_doubt_shows_only_the_last_play_to_all_viewers(penalty: str, viewer: int) -> None:
    position = Position(*D1, turn=1, number=5, pile=THREE, laid_by=1, penalty=penalty, max_cards_per_play=2)
    called, *_ = position.when("P1 plays H9 S5", "P0 doubts")
    assert seen_by(called, viewer).public.json() == {
        "seat": 0, "on": 11, "kind": "doubt", "valid": True, "cards": ["H9", "S5"],
        "claimed": {"seat": 1, "number": 5, "count": 2},
    }  # fmt: skip
    assert called.sealed == {}
    if penalty == "pile":
        assert [(one.card, one.places) for one in position.of(viewer).table.traced] == [
            (card, (1,)) for card in cards("H9 S5")
        ]
        assert viewer < 0 or position.own(viewer).traced == []
    else:
        assert position.pile == "S2 S3 S4 H9 S5"
        assert [laid.shown for laid in position.of(viewer).table.pile] == [None] * 3 + cards("H9 S5")


# 2. The loser


@pytest.mark.parametrize(("laid", "loser"), [("H9", 1), ("H5", 0)])
def test_the_loser_of_the_doubt_takes_the_pile(laid: str, loser: int) -> None:
    position = doubted(*D1, laid=laid, by=0)
    taken = position.last("pile-taken")
    everything = codes(sorted(cards(f"{THREE} {laid}")))
    assert taken.public.json() == {"seat": loser, "count": 4, "why": "doubt", "turn": 2, "number": 6, "deadline": None}
    assert logged(taken).sealed == {str(loser): {"cards": everything}}
    assert (position.pile, position.table.success) == ("", [int(laid == "H9"), 0, 0])
    for viewer in range(-1, 3):
        assert position.of(viewer).cards(loser).count(None) == (0 if viewer == loser else position.table.sizes[loser])


@pytest.mark.parametrize("why", ["doubt", "finish"])
def test_the_taker_of_the_pile_does_not_learn_its_order(why: str) -> None:
    hands = ("S7 H2", "H9", "C13") if why == "finish" else ("S7 H2", "H9 D5", "C13")
    position = Position(*hands, turn=1, number=5, pile="D4 S2 C3 S1", must_doubt_to_finish=True)
    position.when("P1 plays H9", *["P0 doubts"] * (why == "doubt"))
    taken = position.last("pile-taken")
    assert (taken.public.why, taken.sealed["1"].cards) == (why, ["S1", "S2", "C3", "H9", "D4"])


def test_successes_are_kept_until_the_end_of_the_round() -> None:
    position = Position(*D1, turn=1, number=5)
    position.when("P1 plays H9", "P0 doubts", "P2 plays C13", "P0 doubts", "P0 plays C9", "P2 doubts")
    assert position.table.success == [2, 0, 1]
    position.when("P1 plays H5", "P0 doubts")
    assert position.table.success == [3, 0, 1]
    position.when("P2 plays C13", "P0 declines", "P1 declines", "P0 plays S7", "P1 declines", "P2 declines")
    assert position.table.success == [3, 0, 1]


# 3. Elimination


def test_an_eliminated_liar_puts_the_hand_away_and_the_pile_stays() -> None:
    position = doubted(*D1, laid="H9", by=2, penalty="eliminate")
    assert types(position.events) == ["cards-played", "doubt-called", "seat-eliminated"]
    gone = position.last("seat-eliminated")
    assert gone.public.json() == {"seat": 1, "count": 3, "turn": 2, "number": 6, "deadline": None}
    assert gone.sealed == {}, "the hand is put away face down"
    assert (position.pile, position.hand(1), position.table.out) == ("S2 S3 S4 H9", "", [1])
    assert set(cards("D5 H5 S5")) <= set(away_from(position.state))
    assert [None] * position.table.away == away_from(position.of(0))
    assert set(cards("D5 H5 S5")) <= set(away_from(position.of(1))), "the seat still knows its former hand"


def test_a_wrong_doubter_is_eliminated() -> None:
    position = doubted(*D1, laid="H5", by=2, penalty="eliminate")
    assert (position.table.out, position.hand(2), position.pile) == ([2], "", "S2 S3 S4 H5")
    assert position.stand == ("playing", 0, 6), "the turn passes over the eliminated seat"


def test_play_continues_without_eliminated_seats() -> None:
    position = Position(*FIVE, turn=0, number=1, penalty="eliminate", min_open_seconds=0)
    position.when("P0 plays S1", "P2 doubts", "P1 plays C2", "P4 doubts")
    assert (position.table.out, position.stand) == ([2, 4], ("playing", 3, 3))
    position.when("P3 plays S4", "P0 doubts")
    assert (position.table.out, position.stand) == ([2, 4, 3], ("playing", 0, 4))
    position.when("P0 plays S2", "P1 plays C1", "P0 doubts")
    assert position.events[-3].public.winner == 0


# 4. Exchange


def blind(hand: str, number: int, count: int = 2) -> list[str]:
    """Return the cards that the round's secret draws from a hand."""
    left = sorted(cards(hand))
    stream = Position(*D1).game.chance(CHAIN.link(1)).stream(f"blind-{number}")
    return [CODES[left.pop(stream.below(len(left)))] for _ in range(count)]


@pytest.mark.parametrize(("laid", "giver", "taker"), [("H9", 2, 1), ("H5", 1, 2)])
def test_the_loser_draws_two_cards_from_the_winner_by_the_round_s_secret(laid: str, giver: int, taker: int) -> None:
    position = doubted(*D1, laid=laid, by=2, penalty="exchange_two")
    drawn = position.last("cards-exchanged")
    expected = blind("C13 D13 S6" if giver == 2 else "H9 D5 S5", 1)
    assert drawn.public.json() == {"from": giver, "to": taker, "count": 2, "turn": 2, "number": 6, "deadline": None}
    assert logged(drawn).sealed == {str(giver): {"cards": expected}, str(taker): {"cards": expected}}
    assert set(expected) <= set(position.hand(taker).split())
    assert not set(expected) & set(position.hand(giver).split())
    assert (position.pile.split()[:3], position.table.draws) == (THREE.split(), 1)
    for viewer in (SPECTATOR, 0):
        assert seen_by(drawn, viewer).sealed == {}
        assert position.hand(taker, viewer) == " ".join(["??"] * position.table.sizes[taker])


def test_each_draw_has_its_own_stream() -> None:
    hands = ("S8 S9 S10 S11", "C6 C7 C8 C9", "D1 D2 D3 D4")
    position = Position(*hands, turn=1, number=5, penalty="exchange_two")
    position.when("P1 plays C6", "P0 doubts", "P2 plays D1")
    held = position.hand(1)
    position.when("P1 doubts")
    assert position.last("cards-exchanged").sealed["2"].cards == blind(held, 2)
    assert blind(held, 2) != blind(held, 1)


@pytest.mark.parametrize(("hand", "count"), [("S7", 1), ("S7 H2", 2), ("S7 H2 C9", 2)])
def test_a_draw_from_a_small_hand_takes_the_whole_hand(hand: str, count: int) -> None:
    position = doubted(hand, "H9 D5", "C13 D13", laid="H9", by=0, penalty="exchange_two")
    assert position.last("cards-exchanged").public.count == count
    assert position.table.sizes[0] == len(hand.split()) - count


def test_an_empty_hand_gives_no_cards() -> None:
    position = doubted(*D2, laid="H5", by=2, penalty="exchange_two")
    drawn = position.last("cards-exchanged")
    assert (drawn.public.giver, drawn.public.count) == (1, 0)
    assert logged(drawn).sealed == {"1": {"cards": []}, "2": {"cards": []}}
    assert position.events[-3].public.winner == 1


def test_cards_drawn_from_several_decks_may_be_alike() -> None:
    hand = "S7 S7 S8 S8"
    position = doubted("S7 S7 S8 S8", "H9 D5", "C13", laid="H9", by=0, penalty="exchange_two", decks=2)
    given = position.last("cards-exchanged").sealed["1"].cards
    assert Counter(position.hand(0).split()) == Counter(hand.split()) - Counter(given)


# 5. The next turn


@pytest.mark.parametrize(("same", "takes", "lie"), [*product(BOTH, BOTH, BOTH)])
@pytest.mark.parametrize("penalty", ["pile", "exchange_two", "eliminate"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_turn_and_number_after_a_doubt(seats: int, penalty: str, same: bool, takes: bool, lie: bool) -> None:
    for player, offset in product((0, seats - 1), range(1, seats)):
        caller = (player + offset) % seats
        hands = FIVE[:seats]
        laid = hands[player].split()[0]
        number = 7 if lie else int(laid[1:])
        position = Position(
            *hands, turn=player, number=number, penalty=penalty, resume_same_number=same, doubter_takes_turn=takes
        )
        position.when(f"P{player} plays {laid}", f"P{caller} doubts")
        assert lying(position) == lie
        left = {*range(seats)} - ({player if lie else caller} if penalty == "eliminate" else set())
        order = [(player + step) % seats for step in range(1, seats)] + [player]
        expected = caller if takes and lie else next(seat for seat in order if seat in left)
        following = number if same and lie else number + 1
        if len(left) > 1:
            assert position.stand == ("playing", expected, following)
        event = next(event for event in position.events if "turn" in event.public and event.type != "cards-played")
        assert (event.public.turn, event.public.number) == (expected, following)


@pytest.mark.parametrize("takes", BOTH)
def test_seats_that_are_out_are_passed_over(takes: bool) -> None:
    hands = (*FIVE[:3], "", FIVE[4])
    position = Position(*hands, out=[3], turn=2, number=7, penalty="eliminate", doubter_takes_turn=takes)
    position.when("P2 plays D2", "P0 declines", "P1 declines", "P4 declines")
    assert position.stand == ("playing", 4, 8)
    position.when("P4 plays C5", "P2 doubts")
    assert position.table.out == [3, 4]
    assert position.stand == ("playing", 2 if takes else 0, 9)


@pytest.mark.parametrize(("number", "following"), [(13, 1), (12, 13)])
def test_numbers_run_past_k_after_a_doubt_too(number: int, following: int) -> None:
    position = Position(*D1, turn=0, number=number)
    position.when("P0 plays S7", "P2 doubts")
    assert position.stand == ("playing", 1, following)


def test_after_the_caller_s_turn_the_seat_to_the_left_is_next() -> None:
    position = Position(*FIVE, turn=0, number=9, doubter_takes_turn=True, min_open_seconds=0)
    position.when("P0 plays S1", "P3 doubts", "P3 plays S4", "P4 plays C4", "P0 plays S1")
    assert position.stand == ("doubting", 0, 12)


def test_the_turn_after_a_doubt_has_a_turn_s_time() -> None:
    for penalty in ("pile", "eliminate", "exchange_two"):
        position = doubted(*D1, laid="H9", by=0, penalty=penalty, turn_seconds=60)
        assert position.table.deadline == "2026-11-21T12:01:00.000000Z"


@pytest.mark.parametrize("penalty", ["pile", "eliminate", "exchange_two"])
def test_in_cheat_a_doubt_costs_the_same(penalty: str) -> None:
    found = [
        [
            event.public.json() | {"kind": ""}
            for event in doubted(*D1, laid="H9", by=2, penalty=penalty, variant=variant).events[1:]
        ]
        for variant in ("doubt", "cheat")
    ]
    assert found[0] == found[1]
