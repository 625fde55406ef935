"""Games of every ruleset over HTTP, played to the end with actions that are built from what views list."""

import re
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

import orjson

from domain.game.game import Game
from domain.log.events import SERVER
from domain.ruleset.actions import to_wire
from domain.ruleset.legal_actions import built, legal_from_wire
from prove.harness.application import House, Table

LONGEST = 3_000
"""Number of moves after which a game counts as endless."""

CARD = re.compile(r"'([SCHDX]\d+)'")

CALLS = ("dobon", "doubt")
GIVING_UP = ("take", "stop", "draw", "accept")
"""Actions that players seldom choose while they have others, so that games end."""


@dataclass
class Played:
    """A game that was played to its end."""

    table: Table
    kinds: set[str] = field(default_factory=set)
    "Types of its actions; with `+` those that were built from a listed action."
    commands: list[list[int]] = field(default_factory=list)
    "The versions of each command's events."


def round_of(table: Table, seat: int = 0) -> dict[str, Any]:
    """Return the round as a seat sees it."""
    found: dict[str, Any] = table.people[seat].view(table.id)["round"]
    return found


def hand_of(table: Table, seat: int) -> list[str]:
    hand: list[str] = round_of(table, seat)["hands"][seat]
    return hand


def do(table: Table, seat: int, kind: str, **fields: Any) -> dict[str, Any]:
    answer = table.people[seat].act(table.id, kind, **fields)
    assert answer.status_code == 200, answer.json
    found: dict[str, Any] = answer.json
    return found


def log_of(table: Table, seat: int | None = 0) -> list[dict[str, Any]]:
    """Return the whole log as a seat may see it, or as a spectator may for `None`."""
    reader = table.house.player("Kai") if seat is None else table.people[seat]
    found, after = list[dict[str, Any]](), 0
    while page := reader.get(f"{table.path}/events?limit=500&after={after}").json["events"]:
        found += page
        after = page[-1]["version"]
    return found


def move(played: Played, game: Game, chance: Random) -> None:
    """Make one move of any seat, and check that its events name all of its cards. Most calls are true."""
    table = played.table
    able = []
    for seat in range(len(table.people)):
        for entry in table.peek(seat)["actions"]:
            call = entry["action"]["type"] in CALLS
            if not call or game.ruleset.calls.is_true(game.state, seat) or chance.random() < 0.05:  # type: ignore[union-attr]
                able.append((seat, entry))
    active = [one for one in able if one[1]["action"]["type"] not in GIVING_UP]
    seat, entry = chance.choice(active if active and chance.random() < 0.85 else able)
    ways = [*islice(built(legal_from_wire(entry)), 50)]
    action = to_wire(chance.choice(ways))
    answer = table.people[seat].post(f"{table.path}/actions", action)
    assert answer.status_code == 200, (action, answer.json)
    told = orjson.dumps(answer.json["events"]).decode()
    assert all(f'"{code}"' in told for code in CARD.findall(str(action))), (action, told)
    played.kinds |= {action["type"], action["type"] + ("+" if action != entry["action"] else "")}
    played.commands.append([event["version"] for event in answer.json["events"]])


def play(house: House, key: str, players: int, seed: int, **options: Any) -> Played:
    """Play a game to its end."""
    played, chance = Played(house.table(players, ruleset=key, listed=True, options=options)), Random(seed)
    for _ in range(LONGEST):
        game = house.tables.view(played.table.id, SERVER)
        if game.status == "finished":
            return played
        move(played, game, chance)
    raise AssertionError("the game does not end")


def played_with(house: House, key: str, players: int, wanted: set[str], **options: Any) -> Played:
    """Play games until one had all these types of actions; return it."""
    for seed in range(30):
        played = play(house, key, players, seed, **options)
        if wanted <= played.kinds:
            return played
    raise AssertionError(f"no game of 30 had {wanted}")
