"""`doubt`: the review: the claim and the true cards, seats that could have known, and safe doubts that were missed."""

from typing import Any

import pytest

from domain.log.events import Event
from domain.review.review import frames
from domain.running.self_play import GAME, play
from tests.domain.doubt.situations import D1, D2, RULES, THREE, Position

SURE = ("S5 C5 H5 D5", "H9 C2 C7", "C3 C8")
"""P0 knows that no other seat has a five."""


def frame_of(position: Position, kind: str) -> dict[str, Any]:
    """Return the frame of the newest event of that type."""
    places = [place for place, event in enumerate(position.events) if event.type == kind]
    return position.frames[places[-1]]


def lied(**given: Any) -> Position:
    """Return a position in which P1 says 5 of H9, and P0 knows that this is a lie."""
    position = Position(*SURE, turn=1, number=5, min_open_seconds=0, **given)
    position.when("P1 plays H9")
    return position


def test_the_frame_of_a_play_shows_claim_cards_and_seats_that_could_have_known() -> None:
    position = lied()
    assert frame_of(position, "cards-played") == {
        "claim": {
            "seat": 1, "number": 5, "count": 1, "version": 11, "cards": ["H9"], "lie": True,
            "known": [{"seat": 0, "possible": 0, "certain": True}, {"seat": 2, "possible": 4, "certain": False}],
        },
        "missed": [],
        "revealed": {"all": [], "seats": {}},
    }  # fmt: skip


def test_a_true_play_is_not_a_lie() -> None:
    position = Position(*D1, turn=1, number=5, max_cards_per_play=2)
    position.when("P1 plays H5 D5")
    claim = frame_of(position, "cards-played")["claim"]
    assert (claim["cards"], claim["lie"], claim["count"]) == (["H5", "D5"], False, 2)
    assert [(known["seat"], known["possible"], known["certain"]) for known in claim["known"]] == [
        (0, 4, False),
        (2, 4, False),
    ]


def test_an_eliminated_seat_could_not_have_known() -> None:
    position = Position("", *D1[1:], out=[0], turn=1, number=5, penalty="eliminate")
    position.when("P1 plays H9")
    assert [known["seat"] for known in frame_of(position, "cards-played")["claim"]["known"]] == [2]


@pytest.mark.parametrize("penalty", ["pile", "eliminate", "exchange_two"])
def test_the_claim_is_shown_until_it_is_settled(penalty: str) -> None:
    position = lied(penalty=penalty)
    position.when("P2 declines", "P0 doubts")
    assert [(frame["claim"] or {}).get("lie") for frame in position.frames] == [True, True, True, None]


def test_a_play_that_is_picked_up_at_once_shows_its_cards() -> None:
    position = Position(*D2, turn=1, number=6, pile=THREE, must_doubt_to_finish=True)
    position.when("P1 plays H5")
    played, taken = position.frames
    assert (played["claim"]["cards"], played["claim"]["lie"], played["missed"]) == (["H5"], True, [])
    assert taken == {"claim": None, "missed": [], "revealed": {"all": [], "seats": {"1": ["S2", "S3", "S4", "H5"]}}}


# Safe doubts that were missed

MISSED = [{"seat": 0, "on": 11}]


def test_declining_a_certain_lie_is_a_doubt_missed_once() -> None:
    position = lied()
    position.when("P2 declines", "P0 declines")
    assert [(event.type, frame["missed"]) for event, frame in zip(position.events, position.frames, strict=True)] == [
        ("cards-played", []), ("doubt-declined", []), ("doubt-declined", MISSED), ("window-closed", []),
    ]  # fmt: skip


@pytest.mark.parametrize("step", ["at 10", "P2 plays C3"])
def test_silence_until_the_window_closes_is_a_missed_doubt(step: str) -> None:
    position = lied()
    position.when(step)
    assert frame_of(position, "window-closed")["missed"] == MISSED
    assert frame_of(position, "window-closed")["claim"]["cards"] == ["H9"]


@pytest.mark.parametrize("steps", [["P0 doubts"], ["P2 doubts"], ["P2 declines", "P0 doubts"]])
def test_a_caught_lie_is_not_missed(steps: list[str]) -> None:
    position = lied()
    position.when(*steps)
    assert [frame["missed"] for frame in position.frames] == [[]] * len(position.frames)


def test_a_lie_that_no_seat_could_be_sure_of_is_not_missed() -> None:
    position = Position(*D1, turn=1, number=5)
    position.when("P1 plays H9", "P0 declines", "at 10")
    assert not any(frame["missed"] for frame in position.frames)


def test_in_cheat_only_a_seat_that_may_doubt_misses_a_lie() -> None:
    position = lied(variant="cheat")
    position.when("P2 declines")
    assert not any(frame["missed"] for frame in position.frames), "P0 knew but was not asked"


# Cards that each event revealed


def revealed(position: Position, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = frame_of(position, kind)["revealed"]
    return found


def test_a_doubt_shows_the_play_to_all_and_the_pile_to_its_taker() -> None:
    position = Position(*D1, turn=1, number=5, pile=THREE)
    position.when("P1 plays H9", "P0 doubts")
    assert revealed(position, "cards-played") == {"all": [], "seats": {}}
    assert revealed(position, "doubt-called") == {"all": ["H9"], "seats": {}}
    assert revealed(position, "pile-taken") == {"all": [], "seats": {"1": ["S2", "S3", "S4", "H9"]}}


def test_an_exchange_shows_the_cards_to_the_seat_that_draws_them() -> None:
    position = Position(*D1, turn=1, number=5, penalty="exchange_two")
    position.when("P1 plays H9", "P0 doubts")
    drawn = position.last("cards-exchanged").sealed["1"].cards
    assert revealed(position, "cards-exchanged") == {"all": [], "seats": {"1": drawn}}
    position = Position(*D2, turn=1, number=5, penalty="exchange_two")
    position.when("P1 plays H5", "P0 doubts")
    assert revealed(position, "cards-exchanged") == {"all": [], "seats": {}}


def test_the_end_shows_every_hand_and_the_deal_its_own_to_each() -> None:
    position = Position(*D2, turn=1, number=5)
    position.when("P1 plays H5", "P0 declines", "P2 declines")
    assert sorted(revealed(position, "round-ended")["all"]) == sorted(["S7", "H2", "C13", "D13", "S6"])
    log, _ = play("doubt", ["novice"] * 3, "dealt", {"max_plays": 50})
    dealt = next(frames(GAME, log, 1))
    assert dealt["revealed"]["seats"] == {str(seat): dealt["event"]["sealed"][str(seat)]["cards"] for seat in range(3)}
    assert (dealt["claim"], dealt["missed"]) == (None, [])


# A doubt is a claim


@pytest.mark.parametrize(("laid", "lie"), [("H9", True), ("H5", False)])
def test_a_doubt_is_judged_from_the_table_and_recorded_as_it_was_judged(laid: str, lie: bool) -> None:
    position = Position(*D1, turn=1, number=5)
    assert not RULES.can_judge(position.state, 0)
    assert not RULES.is_true(position.state, 0)
    position.when(f"P1 plays {laid}")
    judged = RULES.judge(position.state, 0)
    assert judged == {
        "on": 11, "kind": "doubt", "cards": [laid], "valid": lie, "permitted": True,
        "claimed": {"seat": 1, "number": 5, "count": 1},
    }  # fmt: skip
    assert (RULES.is_true(position.state, 0), RULES.judge(position.state, 1)["permitted"]) == (lie, False)
    called, taken = position.when("P0 doubts")
    assert RULES.claim(called) == {"seat": 0} | {name: judged[name] for name in judged if name != "permitted"}
    assert RULES.claim(taken) is None


def test_judging_a_doubt_needs_the_cards() -> None:
    position = Position(*D1, turn=1, number=5, max_cards_per_play=2)
    position.when("P1 plays H9 H5")
    assert [viewer for viewer in range(-2, 3) if RULES.can_judge(position.of(viewer), 0)] == [-2, 1]


# Every play of whole games


def laid(event: Event) -> list[str]:
    cards: list[str] = event.sealed[str(event.public.seat)].cards
    return cards


@pytest.mark.parametrize("penalty", ["pile", "eliminate", "exchange_two"])
@pytest.mark.parametrize("variant", ["doubt", "cheat"])
def test_a_review_says_of_every_play_whether_it_was_a_lie(penalty: str, variant: str) -> None:
    log, _ = play("doubt", ["novice"] * 3, "review", {"penalty": penalty, "variant": variant, "max_plays": 60})
    plays = {event.version: event for event in log if event.type == "cards-played"}
    shown = {frame["version"]: frame["claim"] for frame in frames(GAME, log, 1) if frame["version"] in plays}
    assert set(shown) == set(plays)
    for version, event in plays.items():
        numbers = {card[1:] for card in laid(event)}
        claim = shown[version]
        assert (claim["seat"], claim["cards"]) == (event.public.seat, laid(event))
        assert claim["lie"] == (numbers != {str(event.public.number)})
        assert claim["lie"] or not any(known["certain"] for known in claim["known"])
