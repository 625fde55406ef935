"""The review of a round of Kawagoe: waits by sum during flips, missed ippatsu and calls, and revealed cards."""

from typing import Any

from domain.ruleset.cards import CODES
from tests.domain.dobon.situations import BEGUN, Situation, kawagoe
from tests.domain.review.review_frames import frames_of, missed

LATER = BEGUN + 1
"""Version of the first event of the steps."""


def flipped(*hands: str, **options: Any) -> Situation:
    """Return a situation in which the dealer on seat 0 is about to turn up D7, then C12."""
    return kawagoe([*hands], "", stock="D7 C12", **options)


def numbers(found: dict[str, Any]) -> list[list[int]]:
    """Return the numbers that each seat waits for."""
    return [[wait["number"] for wait in waits] for waits in found["waits"]]


def able(found: dict[str, Any]) -> list[int]:
    return [entry["seat"] for entry in found["could_call"]]


def texts(frames: list[dict[str, Any]], language: str) -> list[str]:
    return [found["text"][language] for found in frames]


def test_hands_wait_by_their_sum_during_a_flip_and_later_by_their_size() -> None:
    found = frames_of(flipped("S7 D9", "C5 C2", "H3 H4 X1"), "P0 flips", "P0 plays S7", "P1 declines", "P2 declines")
    assert [numbers(entry) for entry in found] == [
        *[[[], [7], [7]]] * 5,
        [[9], [3, 7, 10], [1, 7, 12]],
    ]
    assert found[0]["could_call"] == [{"seat": 1, "formulas": ["5+2"]}, {"seat": 2, "formulas": ["4+3"]}]
    assert found[-1]["waits"][1][-1] == {"number": 10, "formulas": ["5×2"]}


def test_an_ippatsu_is_missed_when_the_window_closes() -> None:
    found = frames_of(flipped("S7 D9", "C5 C2", "H7 X1"), "P0 flips", "P0 plays S7", "P1 declines", "P2 plays H7")
    assert [entry["event"]["type"] for entry in found] == [
        "card-flipped", "flip-answered", "flip-answered", "flip-answered", "window-closed", "cards-played",
    ]  # fmt: skip
    assert [able(entry) for entry in found] == [[1, 2], [1, 2], [2], [], [], [1, 2]]
    assert missed(found) == [[], [], [], [], [(1, LATER), (2, LATER)], []]
    assert found[4]["missed"][0]["formulas"] == ["5+2"]


def test_answers_to_a_flip_are_revealed_only_by_the_opening() -> None:
    found = frames_of(flipped("S7 D9", "C5 C2", "H7 X1"), "P0 flips", "P0 plays S7", "P1 declines", "P2 plays H7")
    assert [entry["revealed"]["all"] for entry in found] == [["D7"], [], [], [], [], ["S7"]]
    assert all(entry["revealed"]["seats"] == {} for entry in found)
    assert found[0]["stock"] == found[5]["stock"] == 54 - 6 - 1
    assert texts(found, "en")[1:4] == [
        "Seat 0 would open with S7.", "Seat 1 does not open.", "Seat 2 would open with H7.",
    ]  # fmt: skip


def test_after_an_ippatsu_no_seat_could_call() -> None:
    found = frames_of(flipped("S7 D9", "C5 C2", "H7 X1"), "P0 flips", "P0 plays S7", "P1 calls")
    called, ended = found[2:4]
    assert (called["event"]["type"], called["could_call"]) == ("dobon-called", [])
    assert missed([called, ended]) == [[(2, LATER)], []]
    assert called["revealed"]["all"] == ["C2", "C5"]
    assert sorted(ended["revealed"]["all"]) == ["D9", "H7", "S7", "X1"]
    assert ended["text"] == {
        "ja": "席1の勝ち。席0、席2がそれぞれ11点を払う。7 + 4 = 11ずつ、11 × 2人 = 22。",
        "en": "Seat 1 wins; Seat 0, Seat 2 pay 11 each: 7 + 4 = 11 each, 11 x 2 [players] = 22.",
    }


def test_a_false_ippatsu_leaves_all_other_rights_to_call() -> None:
    steps = ("P0 flips", "P0 calls", "P1 declines", "P2 declines")
    found = frames_of(flipped("S7 D9", "C5 C2", "H7 X1", false_claim="draw_2"), *steps)
    assert [able(entry) for entry in found] == [[1, 2], [1, 2], [1, 2], [2], [], []]
    assert missed(found)[-1] == [(1, LATER), (2, LATER)]
    assert found[2]["revealed"] == {"all": [], "seats": {"0": ["C12", "S1"]}}


def test_a_draw_ends_the_right_to_call() -> None:
    situation = kawagoe(["S12 D8", "C5 D7", "H10 S2", "C1"], "S3", owner=3)
    found = frames_of(situation, "P0 plays S12", "P1 draws", "P2 plays S2", "P3 accepts")
    assert [able(entry) for entry in found] == [[1, 2], [], [1], []]
    assert missed(found) == [[], [(1, LATER), (2, LATER)], [], [(1, LATER + 2)]]


def test_a_jump_in_covers_the_card_that_could_be_called() -> None:
    situation = kawagoe(["S12 D8", "C5 D7", "H12 H9"], "S3", owner=2)
    found = frames_of(situation, "P0 plays S12", "P2 plays H12", "P1 calls")
    assert [able(entry) for entry in found] == [[1], [1], []]
    assert missed(found) == [[], [(1, LATER)], []]
    assert texts(found, "ja")[1] == "席2が順番を飛ばしてH12を出した。次は席0。"


def test_only_the_called_player_misses_a_counter() -> None:
    situation = kawagoe(["S12 S4 C3", "C5 D7", "H10 S2"], "S3", owner=2)
    found = frames_of(situation, "P0 plays S12", "P1 calls", "P0 declines")
    assert [able(entry) for entry in found[:4]] == [[1, 2], [0], [], []]
    assert missed(found)[:4] == [[], [(2, LATER)], [], [(0, LATER + 1)]]
    assert found[3]["text"]["en"] == "Seat 1 wins; Seat 0 pays 19: 12 + 4 + 3 = 19."


def test_a_counter_shows_its_arithmetic_and_ends_all_rights_to_call() -> None:
    situation = kawagoe(["S12 C6 S2", "C9 D3", "H10 D2"], "S3", owner=2)
    found = frames_of(situation, "P0 plays S12", "P1 calls", "P0 calls")
    assert [able(entry) for entry in found[:4]] == [[1, 2], [0], [], []]
    assert texts(found, "en")[2:4] == [
        "Seat 0 counters on S12. The hand: S2, C6. It makes 6×2.",
        "Seat 0 wins; Seat 1 pays 96: (12 + 9 + 3) x 2 [S2] x 2 [counter] = 96.",
    ]
    assert texts(found, "ja")[3] == "席0の勝ち。席1が96点を払う。(12 + 9 + 3) × 2 [S2] × 2 [ドボン返し] = 96。"


def test_a_frame_of_kawagoe_has_all_54_cards_in_hands_stock_and_pile() -> None:
    for entry in frames_of(flipped("S7 D9", "C5 C2", "H7 X1"), "P0 flips", "P0 plays S7"):
        held = [card for hand in entry["hands"] for card in hand]
        assert set(held) <= set(CODES)
        assert len(held) + entry["stock"] + entry["board"]["pile"] == 54
