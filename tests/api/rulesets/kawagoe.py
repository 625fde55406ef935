"""Matches of `dobon-kawagoe` over HTTP, played with the actions that views list."""

from random import Random
from typing import Any

from domain.dobon.calls import kind
from domain.dobon.formula import is_valid
from domain.game.game import Game
from domain.log.events import SERVER
from domain.ruleset.cards import CARDS, CODES, RANK
from prove.harness.application import House, Table
from prove.harness.views import actions_of

KEY = "dobon-kawagoe"

Move = tuple[int, dict[str, Any]]
"""A seat and its action."""


def rank(code: str) -> int:
    return RANK[CARDS[code]]


def hand_of(table: Table, seat: int) -> list[str]:
    hand: list[str] = table.people[seat].view(table.id)["round"]["hands"][seat]
    return hand


def listed(table: Table, *kinds: str) -> list[Move]:
    """Return the actions of these types that any seat may take now."""
    views = enumerate(person.view(table.id) for person in table.people)
    return [(seat, action) for seat, view in views for action in actions_of(view) if action["type"] in kinds]


def do(table: Table, seat: int, action: dict[str, Any]) -> dict[str, Any]:
    answer = table.people[seat].post(f"{table.path}/actions", action)
    assert answer.status_code == 200, answer.json
    found: dict[str, Any] = answer.json
    return found


def flip(table: Table) -> dict[str, Any]:
    ((seat, action),) = listed(table, "flip")
    return do(table, seat, action)


def flipped(house: House, players: int = 3, **options: Any) -> Table:
    """Return a table with an open question about a flipped card."""
    table = house.table(players, ruleset=KEY, options=options)
    while not listed(table, "decline"):
        flip(table)
    return table


def opened(house: House, players: int = 3, **options: Any) -> Table:
    """Return a table whose first card has been laid."""
    table = flipped(house, players, **options)
    while table.people[0].view(table.id)["round"]["phase"] in ("flipping", "opening"):
        plays, declines = listed(table, "play"), listed(table, "decline")
        if declines:
            do(table, *next((move for move in plays if move[0] == declines[0][0]), declines[0]))
        else:
            flip(table)
    return table


def phase(table: Table) -> str:
    return str(table.people[0].view(table.id)["round"]["phase"])


def play_on(table: Table, chance: Random, wanted: set[str]) -> None:
    """Make one move.

    While a kind of call is wanted, no other calls are made, and players lay cards whose call they could counter.
    """
    game = table.house.tables.view(table.id, SERVER)
    views = [(seat, table.peek(seat)) for seat in range(len(table.people))]
    able = [(seat, action) for seat, view in views for action in actions_of(view) if action["type"] != "pass"]
    true = [move for move in able if move[1]["type"] == "dobon" and game.ruleset.is_true(game.table, move[0])]
    now = kind(game.table) if true else ""
    if now:
        counters = now == "call" and game.ruleset.is_true(game.table, game.table.top_owner)
        if not wanted or now in wanted or now == "counter" or ("counter" in wanted and counters):
            do_listed(table, *true[0])
            return
    rest = [move for move in able if move[1]["type"] != "dobon"]
    if "ippatsu" in wanted:
        rest = [move for move in rest if move[1]["type"] != "play"]
    baits = [move for move in rest if move[1]["type"] == "play" and could_counter(game, *move)]
    do_listed(table, *chance.choice(baits or rest))


def do_listed(table: Table, seat: int, action: dict[str, Any]) -> None:
    """Perform an action that the seat's view lists."""
    table.listed(seat, action)
    do(table, seat, action)


def could_counter(game: Game, seat: int, play: dict[str, Any]) -> bool:
    """Return whether the seat's other cards make the number it lays."""
    rest = [RANK[card] for card in game.table.hand(seat) if CODES[card] not in play["cards"] and RANK[card]]
    number = rank(play["cards"][0])
    return sum(rest) == number if len(rest) > 2 else bool(rest) and is_valid(rest, number)


def finished(house: House, players: int = 3, **options: Any) -> Table:
    """Play matches until one has a called ippatsu and a counter; return it, played to its end."""
    for number in range(20):
        table, chance, wanted = (
            house.table(players, ruleset=KEY, options=options),
            Random(number),
            {"ippatsu", "counter"},
        )
        for _ in range(600):
            if (game := table.house.tables.view(table.id, SERVER)).status == "finished":
                break
            play_on(table, chance, wanted)
            if game.status == "playing":
                wanted -= {call.kind for call in table.house.tables.view(table.id, SERVER).table.calls if call.valid}
        if not wanted and game.status == "finished":
            return table
    raise AssertionError("no match had an ippatsu and a counter")
