"""Refusals in Doubt: each gives a code and the allowed actions, and leaves the log unchanged."""

from typing import Any

import pytest

from prove.harness.application import House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.rulesets.doubt import KEY, do, fits, hand_of, lay, round_of


def open_window(house: House, players: int = 3, **options: Any) -> tuple[Table, int, int]:
    """Return a table with a play that may be doubted, its version and its player."""
    table = house.table(players, ruleset=KEY, options=options)
    player = round_of(table)["turn"]
    return table, lay(table), player


def act(table: Table, seat: int, status: int, code: str, kind: str, **fields: Any) -> dict[str, Any]:
    """Return the body of a refusal, after checking that the log has not changed."""
    with table.untouched():
        said = refused(table.people[seat % len(table.people)].act(table.id, kind, **fields), status, code)
    if status == 409:
        assert said["detail"]
        assert said["version"] == table.log()[0]
    return said


# Turns


def test_an_action_out_of_turn_is_refused(house: House) -> None:
    table = house.table(3, ruleset=KEY)
    turn = round_of(table)["turn"]
    said = act(table, turn + 1, 409, "not-your-turn", "play", cards=hand_of(table, (turn + 1) % 3)[:1])
    assert said["turn"] == turn
    assert act(table, turn + 1, 409, "not-your-turn", "pass")["turn"] == turn


def test_a_turn_is_not_passed(house: House) -> None:
    table = house.table(3, ruleset=KEY)
    act(table, round_of(table)["turn"], 409, "no-pass", "pass")


@pytest.mark.parametrize("kind", ["doubt", "cheat", "decline"])
def test_a_doubt_before_the_first_play_is_refused(house: House, kind: str) -> None:
    table = house.table(3, ruleset=KEY)
    for on in (1, table.log()[0], table.log()[0] + 1):
        said = act(table, round_of(table)["turn"] + 1, 409, "wrong-phase", kind, on=on)
        assert f"seat {round_of(table)['turn']}'s turn" in said["detail"]


@pytest.mark.parametrize("body", [{"type": "draw"}, {"type": "accept"}, {"type": "flip"}, {"type": "dobon", "on": 8}])
def test_actions_of_other_games_are_refused(house: House, body: dict[str, Any]) -> None:
    table = house.table(3, ruleset=KEY)
    for seat in range(3):
        act(table, seat, 409, "not-in-this-game", body["type"], **{key: body[key] for key in body if key != "type"})


# Cards


def test_cards_must_be_in_the_hand(house: House) -> None:
    table = house.table(3, ruleset=KEY, options={"max_cards_per_play": 2})
    turn = round_of(table)["turn"]
    hand = hand_of(table, turn)
    others = hand_of(table, (turn + 1) % 3)
    act(table, turn, 409, "not-in-hand", "play", cards=others[:1])
    act(table, turn, 409, "not-in-hand", "play", cards=[hand[0], others[0]])
    act(table, turn, 409, "not-in-hand", "play", cards=["X1"])
    act(table, turn, 409, "duplicate-card", "play", cards=[hand[0], hand[0]])
    act(table, turn, 409, "too-many-cards", "play", cards=hand[:3])
    act(table, turn, 409, "bad-arguments", "play", cards=hand[:1], suit="S")
    act(table, turn, 409, "bad-arguments", "play", cards=hand[:1], on=table.log()[0])


def test_a_card_code_may_be_named_as_often_as_the_hand_holds_it(house: House) -> None:
    table = house.table(4, ruleset=KEY, options={"decks": 2, "max_cards_per_play": 4})
    turn = round_of(table)["turn"]
    hand = hand_of(table, turn)
    single = next(code for code in hand if hand.count(code) == 1)
    act(table, turn, 409, "not-in-hand", "play", cards=[single, single])
    act(table, turn, 409, "duplicate-card", "play", cards=[single] * 3)


def down_to(house: House, left: list[str], **options: Any) -> tuple[Table, int]:
    """Return a table on which the player in turn holds exactly the given cards, and that seat.

    `left` names the kind of each card (`joker`, `other`). The game has two decks.
    """

    def kinds(hand: list[str]) -> list[str]:
        return sorted("joker" if code[0] == "X" else "other" for code in hand)

    for _ in range(60):
        table = house.table(2, ruleset=KEY, options={"jokers_per_deck": 2, "max_cards_per_play": 4, **options})
        for _ in range(40):
            turn = round_of(table)["turn"]
            hand = hand_of(table, turn)
            if kinds(hand) == left:
                return table, turn
            keep = [code for code in hand if code[0] == "X"]
            rest = [code for code in hand if code[0] != "X"]
            away = max(1, min(4, len(rest) - left.count("other")))
            on = lay(table, *(rest + keep)[:away])
            if round_of(table)["board"]["finishing"] or not round_of(table)["board"]["claim"]:
                break
            do(table, 1 - turn, "decline", on=on)
    raise AssertionError("no deal of 60 led to such a hand")


def test_a_joker_is_not_kept_as_the_last_card_while_another_can_be(house: House) -> None:
    table, turn = down_to(house, ["joker", "other"], joker_may_finish=False)
    hand = hand_of(table, turn)
    act(table, turn, 409, "joker-cannot-finish", "play", cards=hand)
    do(table, turn, "play", cards=[code for code in hand if code[0] == "X"])


# Windows


def test_other_seats_wait_while_a_play_may_be_doubted(house: House) -> None:
    table, on, player = open_window(house)
    for seat in (player, player + 2):
        said = act(table, seat, 409, "wrong-phase", "play", cards=hand_of(table, seat % 3)[:1])
        assert f"Version {on} may be doubted" in said["detail"]
    for seat in range(3):
        act(table, seat, 409, "wrong-phase", "pass")


def test_the_next_player_waits_a_while_before_the_next_play(house: House) -> None:
    table, on, player = open_window(house, min_open_seconds=5)
    following, cards = (player + 1) % 3, hand_of(table, (player + 1) % 3)[:1]
    said = act(table, following, 409, "too-early", "play", cards=cards)
    assert said["allowed_from"] == round_of(table)["board"]["allowed_from"]
    house.time.passes(4)
    act(table, following, 409, "too-early", "play", cards=cards)
    do(table, (player + 2) % 3, "decline", on=on)
    said = do(table, following, "play", cards=cards)
    assert [event["type"] for event in said["events"]] == ["window-closed", "cards-played"]
    assert said["events"][0]["public"]["by"] == "play"


def test_the_next_player_waits_where_plays_do_not_close_a_window(house: House) -> None:
    table, _, player = open_window(house, next_play_closes=False)
    assert "allowed_from" not in act(
        table, player + 1, 409, "window-open", "play", cards=hand_of(table, (player + 1) % 3)[:1]
    )


@pytest.mark.parametrize("kind", ["doubt", "decline"])
def test_a_player_cannot_answer_an_own_play(house: House, kind: str) -> None:
    table, on, player = open_window(house)
    act(table, player, 409, "not-a-caller", kind, on=on)


@pytest.mark.parametrize("kind", ["cheat", "decline"])
def test_in_cheat_only_the_next_player_may_answer(house: House, kind: str) -> None:
    table, on, player = open_window(house, 4, variant="cheat")
    for step in (0, 2, 3):
        act(table, player + step, 409, "not-a-caller", kind, on=on)


@pytest.mark.parametrize("kind", ["doubt", "decline"])
def test_a_decline_is_final(house: House, kind: str) -> None:
    table, on, player = open_window(house)
    do(table, (player + 1) % 3, "decline", on=on)
    act(table, player + 1, 409, "already-passed", kind, on=on)


@pytest.mark.parametrize("kind", ["doubt", "cheat", "decline"])
def test_an_answer_to_an_earlier_play_never_applies_to_the_next_one(house: House, kind: str) -> None:
    table, first, player = open_window(house)
    second = lay(table, seat=(player + 1) % 3)
    # The old play is named by the seat that may answer the new one.
    said = act(table, player, 409, "too-late", kind, on=first)
    assert (said["on"], said["version"]) == (second, second)
    assert str(first) in said["detail"]
    do(table, player, "decline", on=second)
    do(table, (player + 2) % 3, "decline", on=second)
    for on in (first, second):
        said = act(table, player, 409, "too-late", kind, on=on)
        assert said["on"] is None, "nothing can be doubted now"


@pytest.mark.parametrize("kind", ["doubt", "decline"])
def test_an_unknown_play_cannot_be_answered(house: House, kind: str) -> None:
    table, on, player = open_window(house)
    for other in (on + 1, 2**53 - 1):
        act(table, player + 1, 409, "wrong-phase", kind, on=other)


def test_a_second_doubt_is_too_late(house: House) -> None:
    table, on, player = open_window(house, 4)
    do(table, (player + 1) % 4, "doubt", on=on)
    act(table, player + 2, 409, "too-late", "doubt", on=on)
    act(table, player + 2, 409, "too-late", "decline", on=on)


def test_a_doubt_after_the_deadline_is_too_late_even_before_the_clock_runs(house: House) -> None:
    table, on, player = open_window(house, window_seconds=10)
    house.time.passes(9)
    assert {"type": "doubt", "on": on} in actions_of(table.people[(player + 1) % 3].view(table.id))
    house.time.passes(1)
    answer = table.people[(player + 1) % 3].act(table.id, "doubt", on=on)
    said = refused(answer, 409, "too-late")
    assert said["version"] == table.log()[0]
    do(table, (player + 1) % 3, "play", cards=hand_of(table, (player + 1) % 3)[:1])


def test_a_player_who_is_out_cannot_act(house: House) -> None:
    table = house.table(3, ruleset=KEY, options={"penalty": "eliminate"})
    player = round_of(table)["turn"]
    lie = next(code for code in hand_of(table, player) if not fits(code, 1))
    on = lay(table, lie)
    do(table, (player + 1) % 3, "doubt", on=on)
    for kind, fields in (("play", {"cards": [lie]}), ("pass", {}), ("doubt", {"on": on}), ("decline", {"on": on})):
        act(table, player, 409, "player-out", kind, **fields)
    assert actions_of(table.people[player].view(table.id)) == []


def test_actions_are_refused_after_the_end_of_the_round(house: House) -> None:
    table = house.table(2, ruleset=KEY, options={"penalty": "eliminate"})
    on, player = lay(table), 0
    player = round_of(table)["board"]["claim"]["seat"]
    do(table, 1 - player, "doubt", on=on)
    for seat in range(2):
        act(table, seat, 409, "game-over", "doubt", on=on)
        act(table, seat, 409, "game-over", "play", cards=["S1"])


# Bodies


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"type": "doubt"}, 422),
        ({"type": "cheat"}, 422),
        ({"type": "doubt", "on": "9"}, 422),
        ({"type": "doubt", "on": 9.5}, 422),
        ({"type": "doubt", "on": True}, 422),
        ({"type": "doubt", "on": None}, 422),
        ({"type": "doubt", "on": 0}, 422),
        ({"type": "doubt", "on": -1}, 422),
        ({"type": "doubt", "on": 9, "seat": 1}, 422),
        ({"type": "doubt", "on": 9, "cards": ["S1"]}, 422),
        ({"type": "doubt", "on": [9]}, 422),
        ({"type": "Doubt", "on": 9}, 422),
        ({"type": "play", "cards": []}, 422),
        ({"type": "play", "cards": ["S1"] * 9}, 422),
        ({"type": "play", "cards": ["??"]}, 422),
        ({"type": "play", "cards": ["S1"], "number": 1}, 422),
        ({"type": "decline", "on": 2**53 + 1}, 400),
    ],
)
def test_an_invalid_action_changes_nothing(house: House, body: dict[str, Any], status: int) -> None:
    table, _, player = open_window(house)
    with table.untouched():
        answer = table.people[(player + 1) % 3].post(f"{table.path}/actions", body)
    assert answer.status_code == status, answer.get_data(as_text=True)
    assert answer.mimetype == "application/problem+json"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"penalty": "none"}, "bad-option"),
        ({"variant": "Cheat"}, "bad-option"),
        ({"decks": 5}, "bad-option"),
        ({"jokers_per_deck": 3}, "bad-option"),
        ({"max_cards_per_play": 0}, "bad-option"),
        ({"max_plays": 49}, "bad-option"),
        ({"decks": 3, "max_plays": 0}, "option-conflict"),
        ({"joker_may_finish": 1}, "bad-option"),
        ({"answer_seconds": 5}, "unknown-option"),
    ],
)
def test_a_game_with_invalid_options_is_not_opened(house: House, options: dict[str, Any], code: str) -> None:
    body = {"ruleset": KEY, "seats": 3, "options": options}
    said = refused(house.player().post("/v1/games", body), 422, code)
    assert said["option"] in options


@pytest.mark.parametrize("seats", [1, 11])
def test_doubt_takes_two_to_ten_players(house: House, seats: int) -> None:
    refused(house.player().post("/v1/games", {"ruleset": KEY, "seats": seats}), 422, "bad-seat-count")
