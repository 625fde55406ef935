"""Refused actions over HTTP: each gives status, code and what a client needs to know, and leaves the log unchanged.

Which action is refused with which code is tested in `tests/domain`; here is one refusal of each kind of answer.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from api.texts.codes import PROBLEMS
from domain.beating import bouts
from domain.beating.deal import dealt
from domain.game.registry import RULESETS
from domain.ruleset.cards import CARDS
from domain.ruleset.ruleset import RoundStart
from infra.event_store import store
from prove.harness.application import START, House, Table
from prove.harness.http_worlds import import_game
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.rulesets.played import do, hand_of, log_of, round_of

RULES = Path(__file__).parents[3] / "domain"
RAISED = re.compile(r"""\bRefused\(\s*["']([a-z0-9-]+)["']""")

UNPROCESSABLE = {"bad-option", "bad-seat-count", "option-conflict", "unknown-option", "unknown-card", "unknown-action"}
"""Codes for games that cannot be opened, and for bodies without a known action or card."""


def act(table: Table, seat: int, code: str, kind: str, **fields: Any) -> dict[str, Any]:
    """Return the body of a refusal, after checking that the log has not changed."""
    with table.untouched():
        said = refused(table.people[seat].act(table.id, kind, **fields), 409, code)
    assert said["detail"]
    assert (said["version"], said["now"]) == (table.log()[0], table.house.time.now)
    return said


@pytest.mark.parametrize("folder", ["ruleset", "dobon", "doubt", "beating"])
def test_rules_refuse_actions_with_409_and_what_no_game_knows_with_422(folder: str) -> None:
    codes = {code for path in (RULES / folder).rglob("*.py") for code in RAISED.findall(path.read_text())}
    assert codes
    for code in codes:
        assert PROBLEMS[code].status == (422 if code in UNPROCESSABLE else 409), code


# Dobon


def plays(table: Table, seat: int) -> list[dict[str, Any]]:
    return [action for action in actions_of(table.people[seat].view(table.id)) if action["type"] == "play"]


def test_an_action_out_of_turn_names_the_turn(house: House) -> None:
    table = house.table()
    turn = round_of(table)["turn"]
    for body in ({"kind": "draw"}, {"kind": "pass"}, {"kind": "accept"}, {"kind": "play", "cards": ["S1"]}):
        assert act(table, 1 - turn, "not-your-turn", **body)["turn"] == turn


def test_a_late_call_names_the_play_on_top(house: House) -> None:
    table = house.table()
    top = round_of(table)["board"]["top"]["version"]
    for on in (1, 999, 2**53):
        assert act(table, round_of(table)["turn"], "too-late", "dobon", on=on)["on"] == top


def test_an_open_window_refuses_other_actions(house: House) -> None:
    table = house.table(players=3, options={"claim_mode": "ask_all"})
    on = round_of(table)["board"]["top"]["version"]
    act(table, round_of(table)["turn"], "window-open", "draw")
    do(table, 0, "decline", on=on)
    act(table, 0, "already-answered", "decline", on=on)


def opened(house: House, players: int, **options: Any) -> Table:
    """Return a game of `dobon-kawagoe` whose first card has been laid, by the first seat that can."""
    table = house.table(players, ruleset="dobon-kawagoe", options=options)
    while table.peek()["round"]["phase"] in ("flipping", "opening"):
        able = [(seat, action) for seat in range(players) for action in actions_of(table.peek(seat))]
        seat, action = next(one for kind in ("play", "decline", "flip") for one in able if one[1]["type"] == kind)
        assert table.people[seat].post(f"{table.path}/actions", action).status_code == 200
    return table


def test_the_loser_of_a_race_for_a_card_sees_who_won(house: House) -> None:
    for _ in range(100):
        table = opened(house, 4, hand_size=8)
        on, slow = round_of(table)["board"]["top"]["version"], round_of(table)["turn"]
        fast = next((seat for seat in range(4) if seat != slow and plays(table, seat)), None)
        if fast is not None and plays(table, slow):
            break
    assert fast is not None
    late, jump = plays(table, slow)[0], plays(table, fast)[0]
    laid = table.people[fast].post(f"{table.path}/actions", jump).json["version"]
    with table.untouched():
        answer = table.people[slow].post(f"{table.path}/actions", late)
    assert answer.mimetype == "application/problem+json"
    assert answer.get_json(force=True) == {
        "type": "/problems/too-late",
        "title": "It is too late: the game has moved on",
        "status": 409,
        "code": "too-late",
        "now": house.time.now,
        "detail": f"Version {on} is not on top any more: {jump['cards'][-1]} of version {laid} is, "
        f"which seat {fast} has laid.",
        "on": laid,
        "version": laid,
    }


# Doubt


def test_an_answer_to_a_settled_play_says_that_none_can_be_doubted(house: House) -> None:
    table = house.table(3, ruleset="doubt")
    player = round_of(table)["turn"]
    said = act(table, (player + 1) % 3, "wrong-phase", "doubt", on=table.log()[0])
    assert f"seat {player}'s turn" in said["detail"]
    do(table, player, "play", cards=hand_of(table, player)[:1])
    on = table.log()[0]
    assert f"Version {on} may be doubted" in act(table, player, "wrong-phase", "pass")["detail"]
    act(table, player, "not-in-this-game", "draw")
    for seat in (player + 1, player + 2):
        do(table, seat % 3, "decline", on=on)
    for kind in ("doubt", "cheat", "decline"):
        assert act(table, (player + 1) % 3, "too-late", kind, on=on)["on"] is None


# Durak


def durak(house: House, *hands: str, stock: str = "H1 H13 D1", **options: Any) -> Table:
    """Open a game with this deal, in which diamonds are trumps and seat 0 begins.

    Cards that are not named take no part in the game.
    """
    own = house.table(len(hands), ruleset="durak", listed=True, options=options)
    with house.pool.games.of(own.id).connection() as connection:
        events = store.read(connection, own.id)
    held, left = [[CARDS[code] for code in hand.split()] for hand in hands], [CARDS[code] for code in stock.split()]
    facts = {
        "trump": "D",
        "trump_card": stock.rsplit(maxsplit=1)[-1],
        "shown": [],
        "first": 0,
        "decided_by": None,
    }
    course = dealt(RULESETS["durak"], RoundStart(1, len(hands), events[0].public["options"]), held, left, facts, START)
    before = next(place for place, event in enumerate(events) if event.type == "round-dealt")
    opening = bouts.begin(course, 0)
    for version, event in enumerate(opening, before + 1):
        event.version, event.at = version, START
    world = import_game(own, [*events[:before], *opening])
    return Table(house, world.game, own.join_code, own.people)


def test_refusals_of_a_bout_name_phase_numbers_limit_and_cards_that_beat(house: House) -> None:
    table = durak(house, "H6 S6 C6 D6 H9", "H8 S9 C11", throw_in=True)
    said = act(table, 1, "wrong-phase", "take")
    assert (said["phase"], said["turn"], said["detail"]) == ("leading", 0, "The phase is leading: seat 0 may `attack`.")
    do(table, 0, "attack", cards=["H6"])
    said = act(table, 1, "cannot-beat", "beat", pairs=[["H6", "S9"]])
    assert said["detail"] == "S9 does not beat H6; it takes a higher heart or a diamond (trump)."
    act(table, 1, "option-off", "turn-over", card="S9")
    do(table, 1, "take")
    assert act(table, 0, "limit-reached", "throw-in", cards=["S6", "C6", "D6"])["limit"] == 3
    said = act(table, 0, "rank-not-on-table", "throw-in", cards=["S6", "H9"])
    assert (said["ranks"], said["detail"]) == ([6], "Numbers on the table: 6.")


def test_a_view_gives_the_refusal_of_each_own_card_only(house: House) -> None:
    table = durak(house, "H6 S6 C9", "H8 S9 D6", "C8")
    do(table, 0, "attack", cards=["H6"])
    words = "S9 does not beat H6; it takes a higher heart or a diamond (trump)."
    assert table.people[1].view(table.id)["refused"] == [{"card": "S9", "code": "cannot-beat", "detail": words}]
    assert [table.people[seat].view(table.id)["refused"] for seat in (0, 2)] == [[], []]
    assert "refused" not in house.player("Kai").view(table.id)


def test_views_of_other_families_have_no_refused_cards(house: House) -> None:
    for key in ("dobon-sato", "doubt"):
        table = house.table(2, ruleset=key)
        assert "refused" not in table.people[0].view(table.id)


# Bodies


SOME: dict[str, Any] = {"type": "play", "cards": ["S1"]}
BODIES: dict[str, list[dict[str, Any]]] = {
    "no known type": [
        {}, {"type": None}, {"type": "flop"}, {"type": "Draw"}, {"type": "Doubt", "on": 9}, {"type": "Take"}, {"type": ["draw"]},
        {"type": "throw_in", "cards": ["H6"]},
    ],
    "fields of other types": [
        {"type": "draw", "cards": ["S1"]}, {"type": "draw", "seat": 0}, {"type": "draw", "player": "x"}, {"type": "flip", "cards": ["S1"]},
        {"type": "flip", "on": 6}, {"type": "dobon", "on": 6, "hand": ["S5"]}, {"type": "doubt", "on": 9, "seat": 1},
        {"type": "doubt", "on": 9, "cards": ["S1"]}, SOME | {"number": 1}, {"type": "attack", "cards": ["H6"], "card": "H6"},
        {"type": "attack", "cards": ["H6"], "seat": 1}, {"type": "beat", "attack": "H6", "card": "H7"}, {"type": "take", "cards": ["H6"]},
        {"type": "stop", "on": 6}, {"type": "turn-over", "cards": ["H6"]},
    ],
    "cards": [
        *({"type": "play", "cards": cards} for cards in (
            ["S14"], ["S0"], ["X0"], ["X3"], ["x1"], ["??"], ["s4"], ["S04"], ["4S"], [""], [4], [None], [["S4"]], [], "S4", None, ["S4\n"],
            ["Ｓ4"], ["S4"] * 9,
        )),
        {"type": "play"}, {"type": "attack"}, {"type": "attack", "cards": []}, {"type": "attack", "cards": "H6"},
        {"type": "attack", "cards": ["H14"]}, {"type": "attack", "cards": ["??"]}, {"type": "attack", "cards": ["H6"] * 54},
        {"type": "throw-in", "cards": []}, {"type": "lead", "cards": ["H6"], "extra": None}, {"type": "lead", "cards": ["H6"], "extra": ["H7"]},
        {"type": "turn-over", "card": "h6"}, {"type": "turn-over", "card": None},
    ],
    "suits": [{"type": "play", "cards": ["S8"], "suit": suit} for suit in ("X", "s", "", "SC", 1, None, ["S"])],
    "versions": [
        *({"type": kind, "on": on} for kind in ("dobon", "doubt", "cheat", "decline") for on in ("6", 6.5, True, 0, -6, None, [9])),
        *({"type": kind} for kind in ("dobon", "doubt", "cheat", "decline")), *(SOME | {"on": on} for on in (0, "6", None)),
    ],
    "pairs": [
        {"type": "beat", **more} for more in (
            {}, {"pairs": []}, {"pairs": [["H6"]]}, {"pairs": [["H6", "H7", "H8"]]}, {"pairs": ["H6", "H7"]}, {"pairs": {"H6": "H7"}},
            {"pairs": [["H6", None]]}, {"pairs": [["H6", "H7"]] * 54},
        )
    ],
}  # fmt: skip
"""Bodies without a valid action of any game, by what is wrong with them."""


@pytest.mark.parametrize("what", BODIES)
def test_an_invalid_action_changes_nothing(house: House, what: str) -> None:
    table = house.table(2, ruleset="durak", options={"throw_in": True, "turnover": True})
    with table.untouched():
        for body in BODIES[what]:
            for person in table.people:
                refused(person.post(f"{table.path}/actions", body), 422, "bad-body")


def test_a_version_beyond_all_numbers_and_a_deep_body_are_malformed(house: House) -> None:
    table = house.table(2, ruleset="durak")
    deep: list[Any] = ["H6"]
    for _ in range(17):
        deep = [deep]
    with table.untouched():
        for body in ({"type": "decline", "on": 2**53 + 1}, {"type": "beat", "pairs": deep}):
            answer = table.turn.post(f"{table.path}/actions", body)
            assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


# What a running game hides


def test_only_the_player_of_a_face_down_play_sees_its_cards(house: House) -> None:
    table = house.table(3, ruleset="doubt", listed=True)
    seat = round_of(table)["turn"]
    code = hand_of(table, seat)[0]
    on = do(table, seat, "play", cards=[code])["version"]
    for reader in (*range(3), None):
        assert log_of(table, reader)[-1]["sealed"] == ({str(seat): {"cards": [code]}} if reader == seat else {})
        view = (house.player("Kai") if reader is None else table.people[reader]).view(table.id)
        assert view["round"]["board"]["claim"] == {"seat": seat, "number": 1, "count": 1, "version": on}
        assert code not in str(view["round"]["board"])
        able = [] if reader in (seat, None) else [{"type": kind, "on": on} for kind in ("doubt", "decline")]
        assert [action for action in actions_of(view) if "on" in action] == able


@pytest.mark.parametrize("variant", ["doubt", "cheat"])
def test_a_doubt_may_be_named_by_either_word(house: House, variant: str) -> None:
    for word in ("doubt", "cheat"):
        table = house.table(3, ruleset="doubt", options={"variant": variant})
        player = round_of(table)["turn"]
        card = hand_of(table, player)[0]
        on = do(table, player, "play", cards=[card])["version"]
        said = do(table, (player + 1) % 3, word, on=on)["events"][0]["public"]
        assert (said["kind"], said["valid"], said["cards"]) == (variant, card[1:] != "1", [card])
