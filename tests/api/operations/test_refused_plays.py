"""Plays and calls that the rules refuse: each gives a code and a status, and leaves the log unchanged."""

from itertools import permutations
from typing import Any

import pytest

from domain.ruleset.cards import CARDS, RANK, SUIT, SUITS
from prove.harness.application import House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused

MANY = {"hand_size": 10}
"""Options with which most hands hold most ranks."""


def view_of_turn(table: Table) -> dict[str, Any]:
    return table.turn.view(table.id)


def hand_of(view: dict[str, Any]) -> list[str]:
    hand: list[str] = view["round"]["hands"][view["you"]["seat"]]
    return hand


def rank(code: str) -> int:
    return RANK[CARDS[code]]


def fits(view: dict[str, Any], code: str) -> bool:
    top = view["round"]["board"]["top"]
    return SUITS[SUIT[CARDS[code]]] == top["suit"] or rank(code) == rank(top["card"]) or rank(code) == 8


def plain_play(table: Table) -> dict[str, Any] | None:
    """Return a play of one card without an effect from the hand of the player in turn."""
    view = view_of_turn(table)
    plays = [action for action in actions_of(view) if action["type"] == "play" and len(action["cards"]) == 1]
    return next((play for play in plays if rank(play["cards"][0]) not in (1, 2, 8, 9, 13)), None)


# Turns and plays


@pytest.mark.parametrize(
    "action",
    [{"type": "draw"}, {"type": "pass"}, {"type": "accept"}, {"type": "play", "cards": ["S1"]}],
)
def test_an_action_out_of_turn_is_refused(house: House, action: dict[str, Any]) -> None:
    table = house.table()
    with table.untouched():
        body = refused(table.waiting.post(f"{table.path}/actions", action), 409, "not-your-turn")
    assert body["turn"] == table.people.index(table.turn)
    assert body["version"] == table.log()[0]


def test_a_card_that_is_not_held_is_not_played(house: House) -> None:
    table = house.table()
    hand = hand_of(view_of_turn(table))
    other = next(code for code in CARDS if code not in hand and not code.startswith("X"))
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=[other]), 409, "card-not-held")


@pytest.mark.parametrize("cards", [["S14"], ["S0"], ["X0"], ["X3"], ["x1"], ["??"], ["s4"], ["S04"], ["4S"], [""], [4], [None], [["S4"]], [], "S4", None,
                                   ["S4\n"], ["Ｓ4"], ["S4"] * 9])  # fmt: skip
def test_an_invalid_card_is_not_played(house: House, cards: Any) -> None:
    table = house.table()
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=cards), 422, "bad-body")


def test_a_card_is_not_played_twice(house: House) -> None:
    table = house.table()
    card = hand_of(view_of_turn(table))[0]
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=[card, card]), 409, "same-card-twice")


def test_cards_of_two_numbers_are_not_played_together(house: House) -> None:
    table = house.table(options=MANY)
    hand = hand_of(view_of_turn(table))
    other = next(card for card in hand if rank(card) != rank(hand[0]))
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=[hand[0], other]), 409, "ranks-differ")


def wrong_order(table: Table) -> list[str] | None:
    """Return two cards of one number of which only the second fits the top."""
    view = view_of_turn(table)
    pairs = permutations(hand_of(view), 2)
    return next(
        (
            list(pair)
            for pair in pairs
            if rank(pair[0]) == rank(pair[1]) and [fits(view, card) for card in pair] == [False, True]
        ),
        None,
    )


def test_the_first_card_has_to_fit_and_the_order_is_the_players(house: House) -> None:
    table = house.table_where(lambda table: wrong_order(table) is not None, options=MANY)
    cards = wrong_order(table)
    assert cards is not None
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=cards), 409, "bottom-does-not-fit")
    assert table.turn.act(table.id, "play", cards=cards[::-1]).status_code == 200


def holds_eight(table: Table) -> bool:
    return any(rank(card) == 8 for card in hand_of(view_of_turn(table)))


def test_an_eight_names_one_of_the_four_suits(house: House) -> None:
    table = house.table_where(holds_eight, options=MANY)
    eight = next(card for card in hand_of(view_of_turn(table)) if rank(card) == 8)
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=[eight]), 409, "suit-needed")
        for suit in ("X", "s", "", "SC", 1, None, ["S"]):
            refused(table.turn.act(table.id, "play", cards=[eight], suit=suit), 422, "bad-body")
    assert table.turn.act(table.id, "play", cards=[eight], suit="D").status_code == 200


def test_only_an_eight_names_a_suit(house: House) -> None:
    table = house.table_where(lambda table: plain_play(table) is not None, options=MANY)
    play = plain_play(table)
    assert play is not None
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=play["cards"], suit="S"), 409, "suit-not-allowed")


def test_answers_are_refused_while_no_question_is_open(house: House) -> None:
    table = house.table()
    top = view_of_turn(table)["round"]["board"]["top"]["version"]
    with table.untouched():
        refused(table.turn.act(table.id, "accept"), 409, "nothing-pending")
        refused(table.turn.act(table.id, "decline", on=top), 409, "nothing-to-decline")
        refused(table.turn.act(table.id, "ready"), 409, "not-now")


def test_only_the_first_turn_is_passed(house: House) -> None:
    table = house.table()
    assert table.turn.act(table.id, "pass").status_code == 200
    with table.untouched():
        refused(table.turn.act(table.id, "pass"), 409, "no-pass")


def test_a_pending_two_is_taken_or_passed_on(house: House) -> None:
    def two(table: Table) -> dict[str, Any] | None:
        return next(
            (
                action
                for action in actions_of(view_of_turn(table))
                if [rank(card) for card in action.get("cards", [])] == [2]
            ),
            None,
        )

    table = house.table_where(lambda table: two(table) is not None, options=MANY)
    play = two(table)
    assert play is not None
    assert table.turn.act(table.id, kind=play["type"], cards=play["cards"]).status_code == 200
    other = next(card for card in hand_of(view_of_turn(table)) if rank(card) != 2)
    with table.untouched():
        refused(table.turn.act(table.id, "draw"), 409, "must-accept")
        refused(
            table.turn.act(table.id, "play", cards=[other], **({"suit": "S"} if rank(other) == 8 else {})),
            409,
            "must-answer-pending",
        )


def test_a_card_is_not_covered_within_the_grace(house: House) -> None:
    table = house.table_where(
        lambda table: plain_play(table) is not None, options={**MANY, "claim_grace_seconds": 3, "turn_seconds": 0}
    )
    play = plain_play(table)
    assert play is not None
    with table.untouched():
        body = refused(table.turn.act(table.id, "play", cards=play["cards"]), 409, "too-early")
    assert body["allowed_from"] == view_of_turn(table)["round"]["board"]["allowed_from"]
    house.time.passes(3)
    assert table.turn.act(table.id, "play", cards=play["cards"]).status_code == 200


@pytest.mark.parametrize(
    "body",
    [{}, {"type": None}, {"type": "flop"}, {"type": "flip", "cards": ["S1"]}, {"type": "flip", "on": 6}, {"type": "play", "cards": ["S1"], "on": 0},
     {"type": "play", "cards": ["S1"], "on": "6"}, {"type": "play", "cards": ["S1"], "on": None}, {"type": "Draw"}, {"type": ["draw"]}, {"type": "draw", "cards": ["S1"]}, {"type": "play"},
     {"type": "dobon"}, {"type": "dobon", "on": "6"}, {"type": "dobon", "on": 6.5}, {"type": "dobon", "on": True}, {"type": "dobon", "on": 0},
     {"type": "dobon", "on": -6}, {"type": "dobon", "on": None}, {"type": "dobon", "on": 6, "hand": ["S5"]}, {"type": "draw", "seat": 0},
     {"type": "draw", "player": "x"}, {"type": "decline"}],
)  # fmt: skip
def test_an_invalid_action_changes_nothing(house: House, body: dict[str, Any]) -> None:
    table = house.table()
    with table.untouched():
        refused(table.turn.post(f"{table.path}/actions", body), 422, "bad-body")


# Calls


@pytest.mark.parametrize("on", [1, 999, 2**53])
def test_a_call_names_the_play_on_top(house: House, on: int) -> None:
    table = house.table()
    with table.untouched():
        assert refused(table.turn.act(table.id, "dobon", on=on), 409, "too-late")["on"] == 4


def test_a_call_on_a_covered_card_is_too_late(house: House) -> None:
    table = house.table_where(lambda table: plain_play(table) is not None, options=MANY)
    covered = view_of_turn(table)["round"]["board"]["top"]["version"]
    play = plain_play(table)
    assert play is not None
    table.turn.act(table.id, "play", cards=play["cards"])
    top = view_of_turn(table)["round"]["board"]["top"]["version"]
    with table.untouched():
        for person in table.people:
            assert refused(person.act(table.id, "dobon", on=covered), 409, "too-late")["on"] == top


def test_a_player_cannot_call_on_an_own_card(house: House) -> None:
    table = house.table_where(lambda table: plain_play(table) is not None, options=MANY)
    player, play = table.turn, plain_play(table)
    assert play is not None
    top = player.act(table.id, "play", cards=play["cards"]).json["version"]
    with table.untouched():
        refused(player.act(table.id, "dobon", on=top), 409, "own-card")


def test_an_empty_hand_does_not_call(house: House) -> None:
    table = house.table_where(lambda table: plain_play(table) is not None, options={"hand_size": 1})
    player, play = table.turn, plain_play(table)
    assert play is not None
    top = player.act(table.id, "play", cards=play["cards"]).json["version"]
    with table.untouched():
        refused(player.act(table.id, "dobon", on=top), 409, "empty-hand")


def false_call(house: House) -> tuple[Table, int]:
    """Return a table whose seat 0 has just called falsely on the initial card."""
    while True:
        table = house.table(options=MANY)
        top = view_of_turn(table)["round"]["board"]["top"]["version"]
        called = table.people[0].act(table.id, "dobon", on=top)
        assert called.status_code == 200
        if not called.json["events"][0]["public"]["valid"]:
            return table, top


def test_a_player_calls_once_on_a_card(house: House) -> None:
    table, top = false_call(house)
    with table.untouched():
        refused(table.people[0].act(table.id, "dobon", on=top), 409, "already-called")


def test_a_window_is_answered_once_and_blocks_other_actions(house: House) -> None:
    table = house.table(players=3, options={"claim_mode": "ask_all"})
    asked = view_of_turn(table)["round"]
    on = asked["board"]["top"]["version"]
    assert asked["phase"] == "asking"
    with table.untouched():
        refused(table.turn.act(table.id, "draw"), 409, "window-open")
        refused(table.turn.act(table.id, "decline", on=on + 1), 409, "too-late")
    assert table.people[0].act(table.id, "decline", on=on).status_code == 200
    with table.untouched():
        refused(table.people[0].act(table.id, "decline", on=on), 409, "already-answered")
        refused(table.people[0].act(table.id, "dobon", on=on), 409, "already-answered")
