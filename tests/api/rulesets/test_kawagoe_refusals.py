"""Refusals in `dobon-kawagoe`: each gives a code and the allowed actions, and leaves the log unchanged."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.log.events import SERVER
from prove.harness.application import House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.rulesets.kawagoe import KEY, do, flipped, hand_of, listed, opened, rank


def where(made: Callable[[], Table], fits: Callable[[Table], Any]) -> Table:
    for _ in range(300):
        table = made()
        if fits(table):
            return table
    raise AssertionError("no table of 300 fits")


def turn(table: Table) -> int:
    return int(table.people[0].view(table.id)["round"]["turn"])


def top(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.people[0].view(table.id)["round"]["board"]["top"]
    return found


def jump_in(table: Table) -> tuple[int, dict[str, Any]] | None:
    """Return a jump-in by a seat out of turn while the player in turn may play too."""
    plays = listed(table, "play")
    seats = {seat for seat, _ in plays}
    if turn(table) not in seats:
        return None
    return next((move for move in plays if move[0] != turn(table)), None)


def test_the_loser_of_a_race_for_a_card_sees_who_won(house: House) -> None:
    table = where(lambda: opened(house, 4, hand_size=8), jump_in)
    seat, jump = jump_in(table) or (0, {})
    slow = turn(table)
    play = next(play for mover, play in listed(table, "play") if mover == slow)
    on = top(table)["version"]
    laid = do(table, seat, jump)["version"]
    with table.untouched():
        answer = table.people[slow].post(f"{table.path}/actions", play)
    card = jump["cards"][-1]
    assert answer.mimetype == "application/problem+json"
    assert answer.get_json(force=True) == {
        "type": "/problems/too-late",
        "title": "It is too late: the game has moved on",
        "status": 409,
        "code": "too-late",
        "now": house.time.now,
        "detail": f"Version {on} is not on top any more: {card} of version {laid} is, which seat {seat} has laid.",
        "on": laid,
        "version": laid,
    }


@pytest.mark.parametrize("action", ["draw", "play"])
def test_an_action_out_of_turn_is_refused_with_the_turn_and_the_number_to_jump_in_on(house: House, action: str) -> None:
    table = opened(house, 3, hand_size=8)
    number = rank(top(table)["card"])
    other = next(seat for seat in range(3) if seat != turn(table))
    card = next(card for card in hand_of(table, other) if rank(card) not in (number, 8) and card[0] != "X")
    body = {"type": "draw"} if action == "draw" else {"type": "play", "cards": [card]}
    with table.untouched():
        said = refused(table.people[other].post(f"{table.path}/actions", body), 409, "not-your-turn")
    assert (said["turn"], said["on"], said["version"]) == (turn(table), top(table)["version"], table.log()[0])
    assert f"Out of turn only a {number} may be laid" in said["detail"]


def test_only_a_flip_is_allowed_before_the_opening(house: House) -> None:
    table = house.table(3, ruleset=KEY)
    dealer = turn(table)
    other = table.people[dealer - 1]
    with table.untouched():
        for body in ({"type": "draw"}, {"type": "accept"}, {"type": "pass"}, {"type": "play", "cards": ["S1"]}):
            said = refused(table.people[dealer].post(f"{table.path}/actions", body), 409, "not-opened")
            assert said["turn"] == dealer
        assert refused(other.act(table.id, "flip"), 409, "not-your-turn")["turn"] == dealer
        refused(other.act(table.id, "dobon", on=table.log()[0]), 409, "too-late")
        refused(other.act(table.id, "decline", on=table.log()[0]), 409, "not-opened")


def test_a_seat_answers_a_flip_once_and_with_its_number(house: House) -> None:
    table = flipped(house, 3, hand_size=8)
    on, number, dealer = (
        top(table)["version"],
        rank(top(table)["card"]),
        table.people[0].view(table.id)["round"]["board"]["dealer"],
    )
    card = next(card for card in hand_of(table, 0) if rank(card) not in (number, 8))
    with table.untouched():
        said = refused(table.people[0].act(table.id, "play", cards=[card], on=on), 409, "does-not-open")
        assert f"Only a {number} opens" in said["detail"]
        refused(table.people[0].act(table.id, "play", cards=[card]), 409, "does-not-open")
        assert refused(table.people[0].act(table.id, "decline", on=on - 1), 409, "too-late")["on"] == on
        assert refused(table.people[0].act(table.id, "play", cards=[card], on=on - 1), 409, "too-late")["on"] == on
        for body in ({"type": "draw"}, {"type": "accept"}, {"type": "flip"}):
            refused(table.people[dealer].post(f"{table.path}/actions", body), 409, "window-open")
    do(table, 0, {"type": "decline", "on": on})
    with table.untouched():
        for body in (
            {"type": "decline", "on": on},
            {"type": "play", "cards": [card], "on": on},
            {"type": "dobon", "on": on},
        ):
            refused(table.people[0].post(f"{table.path}/actions", body), 409, "already-answered")


def test_flips_and_passes_are_refused_after_the_opening(house: House) -> None:
    table = opened(house, 3)
    with table.untouched():
        for person in table.people:
            refused(person.act(table.id, "flip"), 409, "already-opened")
        refused(table.turn.act(table.id, "pass"), 409, "no-pass")


def holds_joker(table: Table) -> bool:
    return any(card[0] == "X" for card in hand_of(table, turn(table)))


def test_a_joker_cannot_be_played(house: House) -> None:
    table = where(lambda: opened(house, 3, hand_size=8), holds_joker)
    joker = next(card for card in hand_of(table, turn(table)) if card[0] == "X")
    absent = next(card for card in ("X1", "X2") if card not in hand_of(table, turn(table) - 1))
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=[joker]), 409, "joker-unplayable")
        refused(table.turn.act(table.id, "play", cards=[joker], on=top(table)["version"]), 409, "joker-unplayable")
        refused(table.people[turn(table) - 1].act(table.id, "play", cards=[absent]), 409, "not-your-turn")


def test_a_joker_outside_the_hand_is_refused_like_any_other_card(house: House) -> None:
    sato = house.table()
    with sato.untouched():
        refused(sato.turn.act(sato.id, "play", cards=["X1"]), 409, "card-not-held")
    table = where(lambda: opened(house, 3), lambda table: not holds_joker(table))
    with table.untouched():
        refused(table.turn.act(table.id, "play", cards=["X2"]), 409, "card-not-held")


def fits(table: Table) -> bool:
    return any(seat == turn(table) for seat, _ in listed(table, "play")) and not listed(table, "accept")


@pytest.mark.parametrize("voluntary", [False, True])
def test_drawing_with_a_fitting_card_needs_its_option(house: House, voluntary: bool) -> None:
    table = where(lambda: opened(house, 3, hand_size=6, voluntary_draw=voluntary), fits)
    if voluntary:
        assert table.turn.act(table.id, "draw").status_code == 200
        return
    with table.untouched():
        refused(table.turn.act(table.id, "draw"), 409, "card-fits")
    assert "draw" not in [action["type"] for action in actions_of(table.turn.view(table.id))]


def callable_by(table: Table) -> int | None:
    """Return a seat whose call on the top card would be true."""
    game = table.house.tables.view(table.id, SERVER)
    return next((seat for seat, _ in listed(table, "dobon") if game.ruleset.is_true(game.table, seat)), None)


def test_only_the_player_who_was_called_is_asked(house: House) -> None:
    table = where(lambda: opened(house, 4, hand_size=2), lambda table: callable_by(table) is not None)
    caller = callable_by(table)
    assert caller is not None
    owner = top(table)["owner"]
    on = do(table, caller, {"type": "dobon", "on": top(table)["version"]})["version"]
    view = table.people[0].view(table.id)["round"]
    assert (view["phase"], view["waiting_for"]) == ("countering", [owner])
    other = next(seat for seat in range(4) if seat not in (owner, caller))
    with table.untouched():
        said = refused(table.people[other].act(table.id, "dobon", on=on), 409, "not-asked")
        assert f"seat {owner}" in said["detail"]
        refused(table.people[caller].act(table.id, "dobon", on=on), 409, "already-called")
        assert (
            refused(table.people[other].act(table.id, "dobon", on=top(table)["version"]), 409, "too-late")["on"] == on
        )
        for person in table.people:
            refused(person.act(table.id, "draw"), 409, "window-open")
    ended = do(table, owner, {"type": "decline", "on": on})
    result = ended["view"]["result"]
    assert (result["winner"], result["losers"], result["reason"]) == (caller, [owner], "dobon")
    assert result["score"]["arithmetic"].startswith(("(", str(result["score"]["addends"][0])))
    assert result["next_dealer"] == owner


def test_a_draw_ends_the_right_to_call(house: House) -> None:
    table = where(lambda: opened(house, 3), lambda table: listed(table, "draw"))
    on = top(table)["version"]
    assert table.people[0].view(table.id)["round"]["board"]["calls_open"]
    do(table, *listed(table, "draw")[0])
    assert not table.people[0].view(table.id)["round"]["board"]["calls_open"]
    assert not listed(table, "dobon")
    with table.untouched():
        for person in table.people:
            said = refused(person.act(table.id, "dobon", on=on), 409, "too-late")
            assert "over" in said["detail"]


def test_only_calls_are_allowed_within_the_grace(house: House) -> None:
    table = where(lambda: opened(house, 4, hand_size=8, claim_grace_seconds=3), jump_in)
    seat, jump = jump_in(table) or (0, {})
    until = table.people[0].view(table.id)["round"]["board"]["allowed_from"]
    with table.untouched():
        assert (
            refused(table.people[seat].post(f"{table.path}/actions", jump), 409, "too-early")["allowed_from"] == until
        )
        for mover, play in listed(table, "play"):
            assert (
                refused(table.people[mover].post(f"{table.path}/actions", play), 409, "too-early")["allowed_from"]
                == until
            )
    caller = next(seat for seat in range(4) if seat != top(table)["owner"])
    assert table.people[caller].act(table.id, "dobon", on=top(table)["version"]).status_code == 200
    house.time.passes(3)


def test_options_of_the_other_ruleset_are_refused(house: House) -> None:
    aoi = house.player()
    for key, option in (("dobon-kawagoe", "claim_mode"), ("dobon-sato", "score_hand")):
        made = aoi.post("/v1/games", {"ruleset": key, "seats": 2, "options": {option: "race"}})
        assert refused(made, 422, "unknown-option")["option"] == option
    for name, value in (
        ("hand_size", 11),
        ("score_hand", "loser"),
        ("dealer_after_ippatsu", "right"),
        ("eight_wild", 1),
        ("rounds", 0),
    ):
        made = aoi.post("/v1/games", {"ruleset": KEY, "seats": 2, "options": {name: value}})
        assert refused(made, 422, "bad-option")["option"] == name
    refused(aoi.post("/v1/games", {"ruleset": KEY, "seats": 8, "options": {"hand_size": 7}}), 422, "bad-option")


def test_a_flip_with_a_repeated_key_is_done_once(house: House) -> None:
    table = house.table(3, ruleset=KEY)
    dealer = table.people[turn(table)]
    path, key = f"{table.path}/actions", {"Idempotency-Key": "flip"}
    first = dealer.post(path, {"type": "flip"}, headers=key)
    with table.untouched():
        assert dealer.post(path, {"type": "flip"}, headers=key).data == first.data
