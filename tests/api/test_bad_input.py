"""Every request that the rules or the API refuse: a code, a status, and a log in which nothing has changed."""

from itertools import permutations
from typing import Any

import pytest

from domain.cards import CARDS, RANK, SUIT, SUITS
from tests.api.conftest import QUIET, Caller, House, Table, refused

MANY = {"hand_size": 10}
"""Options with which most hands hold most things."""


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
    """A play of one card without an effect, out of the hand of whose turn it is."""
    view = view_of_turn(table)
    plays = [action for action in view["actions"] if action["type"] == "play" and len(action["cards"]) == 1]
    return next((play for play in plays if rank(play["cards"][0]) not in (1, 2, 8, 9, 13)), None)


# Opening a game


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": "poker"}, "unknown-ruleset"),
        ({"ruleset": ""}, "bad-body"),
        ({"ruleset": None}, "bad-body"),
        ({"options": {"jokers": 2}}, "unknown-option"),
        ({"options": {"hand_size": 0}}, "bad-option"),
        ({"options": {"hand_size": 11}}, "bad-option"),
        ({"options": {"hand_size": "5"}}, "bad-option"),
        ({"options": {"hand_size": True}}, "bad-option"),
        ({"options": {"hand_size": 5.0}}, "bad-body"),
        ({"options": {"hand_size": None}}, "bad-body"),
        ({"options": {"hand_size": [5]}}, "bad-body"),
        ({"options": {"claim_mode": "shout"}}, "bad-option"),
        ({"options": {"claim_hints": 1}}, "bad-option"),
        ({"options": {"rounds": 0}}, "bad-option"),
        ({"options": {"hand_size": 10}, "seats": 6}, "bad-option"),
        ({"options": []}, "bad-body"),
        ({"seats": 1}, "bad-seat-count"),
        ({"seats": 9}, "bad-seat-count"),
        ({"seats": 0}, "bad-body"),
        ({"seats": 2**53}, "bad-body"),
        ({"bots": ["genius"]}, "unknown-bot"),
        ({"bots": ["careful", "careful", "careful"]}, "too-many-bots"),
        ({"bots": "careful"}, "bad-body"),
        ({"listed": "yes"}, "bad-body"),
        ({"entropy": "a|b"}, "bad-body"),
        ({"entropy": "x" * 65}, "bad-body"),
        ({"player": "somebody"}, "bad-body"),
    ],
)
def test_a_game_that_cannot_be_is_not_opened(house: House, change: dict[str, Any], code: str) -> None:
    aoi = house.player()
    refused(aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 3, **change}), 422, code)
    assert aoi.get("/v1/games?mine=true").json["games"] == []


# Tokens


def test_a_missing_token_changes_nothing(house: House) -> None:
    table = house.table()
    with table.untouched():
        refused(house.nobody.act(table.id, "draw"), 401, "unauthorized")
        refused(house.nobody.post(f"{table.path}/seats", {}), 401, "unauthorized")
        refused(house.nobody.delete(f"{table.path}/seats/me"), 401, "unauthorized")
        refused(house.nobody.get(f"{table.path}/view"), 401, "unauthorized")


def test_a_revoked_token_is_a_missing_one(house: House) -> None:
    table = house.table()
    caller = table.turn
    assert caller.delete("/v1/players/me/token").status_code == 204
    with table.untouched():
        refused(caller.act(table.id, "draw"), 401, "unauthorized")
        refused(caller.get("/v1/players/me"), 401, "unauthorized")
        refused(caller.delete("/v1/players/me/token"), 401, "unauthorized")


def test_a_made_up_token_is_a_missing_one(house: House) -> None:
    table = house.table()
    with table.untouched():
        refused(Caller(house.app, "dbn_" + "A" * 43).act(table.id, "draw"), 401, "unauthorized")
        refused(Caller(house.app, "dbnadm_" + "A" * 43).act(table.id, "draw"), 401, "unauthorized")


def test_somebody_elses_token_plays_no_seat_of_this_table(house: House) -> None:
    listed, unlisted = house.table(listed=True), house.table()
    stranger = house.player("Stranger")
    with listed.untouched(), unlisted.untouched():
        refused(stranger.act(listed.id, "draw"), 409, "not-seated")
        refused(stranger.delete(f"{listed.path}/seats/me"), 409, "not-seated")
        refused(stranger.act(unlisted.id, "draw"), 404, "no-such-game")
        refused(stranger.delete(f"{unlisted.path}/seats/me"), 404, "no-such-game")


def test_a_players_token_opens_no_door_of_the_admins(house: House) -> None:
    table = house.table()
    for path in (f"claims/{table.id}/7", f"games/{table.id}/events", f"games/{table.id}/integrity"):
        refused(table.people[0].get(f"/v1/admin/{path}"), 403, "admin-only")
        refused(house.nobody.get(f"/v1/admin/{path}"), 401, "unauthorized")


# Seats


def test_a_full_table_takes_nobody(house: House) -> None:
    table = house.table(listed=True)
    with table.untouched():
        refused(house.player("Late").post(f"{table.path}/seats", {}), 409, "game-started")
        refused(house.player("Late").post(f"{table.path}/seats", {"join_code": table.join_code}), 409, "game-started")
        refused(table.people[0].post(f"{table.path}/seats"), 409, "already-seated")


def test_a_seat_is_not_taken_twice(house: House) -> None:
    aoi = house.player()
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    table = Table(house, game["id"], game["join_code"], [aoi])
    with table.untouched():
        refused(aoi.post(f"{table.path}/seats", {}), 409, "already-seated")


@pytest.mark.parametrize("code", [None, "", "AAAAAA", "kmrtwx", "x" * 32])
def test_without_its_code_an_unlisted_game_is_not_there(house: House, code: str | None) -> None:
    aoi, ren = house.player(), house.player("Ren")
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    table = Table(house, game["id"], game["join_code"], [aoi])
    with table.untouched():
        response = ren.post(f"{table.path}/seats", {} if code is None else {"join_code": code})
    if code == "":
        refused(response, 422, "bad-body")
    else:
        refused(response, 404, "no-such-game")


def test_nobody_acts_before_the_game_starts(house: House) -> None:
    aoi = house.player()
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2}).json
    table = Table(house, game["id"], game["join_code"], [aoi])
    with table.untouched():
        refused(aoi.act(table.id, "draw"), 409, "not-started")
        refused(aoi.act(table.id, "ready"), 409, "not-started")


def test_a_game_that_is_over_stays_as_it_is(house: House) -> None:
    table = house.old()
    with table.untouched():
        refused(table.people[0].act(table.id, "draw"), 409, "game-over")
        refused(table.people[0].act(table.id, "ready"), 409, "game-over")
        refused(table.people[0].delete(f"{table.path}/seats/me"), 409, "game-over")


def test_who_has_left_plays_no_more_until_back(house: House) -> None:
    table = house.table(players=3, options={"bot_delay_ms": 60_000})
    gone = table.turn
    assert gone.delete(f"{table.path}/seats/me").status_code == 200
    with table.untouched():
        refused(gone.act(table.id, "draw"), 409, "seat-left")
        refused(gone.delete(f"{table.path}/seats/me"), 409, "seat-left")
    assert gone.post(f"{table.path}/seats").status_code == 201
    assert gone.act(table.id, "draw").status_code == 200


# Turns and plays


@pytest.mark.parametrize(
    "action",
    [{"type": "draw"}, {"type": "pass"}, {"type": "accept"}, {"type": "play", "cards": ["S1"]}],
)
def test_nobody_plays_out_of_turn(house: House, action: dict[str, Any]) -> None:
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


@pytest.mark.parametrize("cards", [["S14"], ["S0"], ["X1"], ["??"], ["s4"], ["S04"], ["4S"], [""], [4], [None], [["S4"]], [], "S4", None,
                                   ["S4\n"], ["Ｓ4"], ["S4"] * 9])  # fmt: skip
def test_what_is_no_card_is_not_played(house: House, cards: Any) -> None:
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
    """Two cards of a number of which only the second fits the top."""
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


def test_the_bottom_card_has_to_fit_and_the_order_is_the_players(house: House) -> None:
    table = house.table_where(lambda table: wrong_order(table) is not None, options=MANY)
    cards = wrong_order(table)
    assert cards is not None
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=cards), 409, "bottom-does-not-fit")
    assert table.turn.act(table.id, "play", cards=cards[::-1]).status_code == 200


def holds_eight(table: Table) -> bool:
    return any(rank(card) == 8 for card in hand_of(view_of_turn(table)))


def test_an_eight_names_a_suit_that_there_is(house: House) -> None:
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


def test_nothing_is_accepted_or_declined_when_nothing_is_asked(house: House) -> None:
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
                for action in view_of_turn(table)["actions"]
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
    assert body["allowed_from"] == view_of_turn(table)["round"]["board"]["cover_from"]
    house.time.passes(3)
    assert table.turn.act(table.id, "play", cards=play["cards"]).status_code == 200


@pytest.mark.parametrize(
    "body",
    [{}, {"type": None}, {"type": "flip"}, {"type": "Draw"}, {"type": ["draw"]}, {"type": "draw", "cards": ["S1"]}, {"type": "play"},
     {"type": "dobon"}, {"type": "dobon", "on": "6"}, {"type": "dobon", "on": 6.0}, {"type": "dobon", "on": True}, {"type": "dobon", "on": 0},
     {"type": "dobon", "on": -6}, {"type": "dobon", "on": None}, {"type": "dobon", "on": 6, "hand": ["S5"]}, {"type": "draw", "seat": 0},
     {"type": "draw", "player": "x"}, {"type": "decline"}],
)  # fmt: skip
def test_what_is_no_action_does_nothing(house: House, body: dict[str, Any]) -> None:
    table = house.table()
    with table.untouched():
        refused(table.turn.post(f"{table.path}/actions", body), 422, "bad-body")


# Calls


@pytest.mark.parametrize("on", [1, 999, 2**53])
def test_a_call_names_the_play_on_top(house: House, on: int) -> None:
    table = house.table()
    with table.untouched():
        assert refused(table.turn.act(table.id, "dobon", on=on), 409, "too-late")["on"] == 5


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


def test_nobody_calls_on_a_card_of_their_own(house: House) -> None:
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
    """A table whose seat 0 has just called falsely on the initial card."""
    while True:
        table = house.table(options=MANY)
        top = view_of_turn(table)["round"]["board"]["top"]["version"]
        called = table.people[0].act(table.id, "dobon", on=top)
        assert called.status_code == 200
        if not called.json["events"][0]["public"]["valid"]:
            return table, top


def test_nobody_calls_twice_on_a_card(house: House) -> None:
    table, top = false_call(house)
    with table.untouched():
        refused(table.people[0].act(table.id, "dobon", on=top), 409, "already-called")


def test_a_window_is_answered_once_and_holds_everything_up(house: House) -> None:
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


# Keys and versions


def test_a_key_is_good_for_one_request(house: House) -> None:
    table = house.table()
    key = {"Idempotency-Key": "k1"}
    player = table.turn
    assert player.post(f"{table.path}/actions", {"type": "draw"}, headers=key).status_code == 200
    with table.untouched():
        refused(player.post(f"{table.path}/actions", {"type": "pass"}, headers=key), 422, "key-reused")
        refused(player.delete(f"{table.path}/seats/me", headers=key), 422, "key-reused")


def test_a_key_opens_one_game(house: House) -> None:
    aoi, key = house.player(), {"Idempotency-Key": "k1"}
    body = {"ruleset": "dobon-sato", "seats": 3, "options": QUIET}
    first = aoi.post("/v1/games", body, headers=key)
    assert first.status_code == 201
    assert aoi.post("/v1/games", body, headers=key).data == first.data
    refused(aoi.post("/v1/games", {**body, "seats": 4}, headers=key), 422, "key-reused")
    assert len(aoi.get("/v1/games?mine=true").json["games"]) == 1


def test_an_action_decided_on_an_old_view_is_not_done(house: House) -> None:
    table = house.table()
    player = table.turn
    old = player.get(f"{table.path}/view").headers["ETag"]
    assert player.act(table.id, "draw").status_code == 200
    with table.untouched():
        response = table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": old})
        assert refused(response, 412, "precondition-failed")["version"] == table.log()[0]
        refused(
            table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": '"999-s0"'}),
            412,
            "precondition-failed",
        )
    now = table.turn.get(f"{table.path}/view").headers["ETag"]
    assert table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": now}).status_code == 200
    assert table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": "*"}).status_code == 200


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"{", {}, 400, "malformed-json"),
        (b"", {}, 400, "empty-body"),
        (b'{"type": "draw", "type": "draw"}', {}, 400, "duplicate-key"),
        (b'{"type": "draw"}'.ljust(16 * 1024 + 1), {}, 413, "body-too-large"),
        (b"[" * 17 + b"]" * 17, {}, 400, "too-deep"),
        (b'{"type": "draw"}', {"Content-Type": "text/plain"}, 415, "unsupported-media-type"),
        (b"type=draw", {"Content-Type": "application/x-www-form-urlencoded"}, 415, "unsupported-media-type"),
        (rb'{"type": "dr\u0000aw"}', {}, 400, "bad-text"),
    ],
)
def test_a_body_that_cannot_be_read_does_nothing(
    house: House, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    table = house.table()
    with table.untouched():
        sent = {"Content-Type": "application/json", **headers}
        refused(table.turn.post(f"{table.path}/actions", data=body, headers=sent), status, code)
