"""Games of Durak, Kirifu and Mustamaija over HTTP: played at random to the end, or from a chosen deal."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domain.beating import bouts
from domain.beating.deal import dealt
from domain.beating.leads import Leads
from domain.game.registry import RULESETS
from domain.ruleset.cards import CARDS
from domain.ruleset.ruleset import RoundStart
from infra.event_store import store
from prove.harness.application import START, House, Table
from prove.harness.http_worlds import import_game
from prove.harness.service_games import tick_all
from prove.harness.views import actions_of

LONGEST = 3_000
"""Number of moves after which a game counts as endless."""

Action = dict[str, Any]


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


def of_type(log: list[dict[str, Any]], *kinds: str) -> list[dict[str, Any]]:
    return [event for event in log if event["type"] in kinds]


def chosen(
    house: House,
    key: str,
    hands: list[str],
    stock: str = "",
    *,
    trump: str | None = None,
    lead: int = 0,
    **options: Any,
) -> Table:
    """Open a game with this deal; seat `lead` begins.

    Cards are divided by spaces, and the stock is in the order of drawing. Its last card is the one turned up for
    `trump`. Cards that are not named take no part in the game.
    """
    own = house.table(len(hands), ruleset=key, listed=True, options=options)
    with house.pool.games.of(own.id).connection() as connection:
        events = store.read(connection, own.id)
    rules, full = RULESETS[key], events[0].public["options"]
    cards, left = [[CARDS[code] for code in hand.split()] for hand in hands], [CARDS[code] for code in stock.split()]
    facts: dict[str, Any] = {
        "withheld": [],
        "trump": trump,
        "trump_card": stock.rsplit(maxsplit=1)[-1] if stock and trump else None,
    }
    if key == "durak":
        facts |= {"shown": [], "first": lead, "decided_by": None}
    if key == "kirifu":
        facts |= {
            "jokers": int(full["joker"]), "trump": trump or "C", "trump_card": None, "aces": full["ace_rule"],
            "follow_suit": full["plain_follow_suit"],
        }  # fmt: skip
    if key == "mustamaija":
        facts |= {"dealer": (lead - 1) % len(hands)}
    course = dealt(rules, RoundStart(1, len(hands), full), cards, left, facts, START)
    opening = rules.leads(course, lead) if isinstance(rules, Leads) else bouts.begin(course, lead)
    before = next(place for place, event in enumerate(events) if event.type == "round-dealt")
    for version, event in enumerate(opening, before + 1):
        event.version, event.at = version, START
    world = import_game(own, [*events[:before], *opening])
    return Table(house, world.game, own.join_code, own.people)


@dataclass
class Played:
    """A game that was played to its end, and its commands."""

    table: Table
    done: Counter[str] = field(default_factory=Counter)
    commands: list[tuple[int, Action, list[int]]] = field(default_factory=list)
    "Seat, action, and the versions of its events."


class RandomPlayers:
    """Players that take any allowed action, larger leads and several answers at once included."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.played, self.chance = Played(table), chance

    def move(self) -> bool:
        """Make one move; return False if the game is over."""
        table = self.played.table
        view = table.peek()
        if view["status"] == "finished":
            return False
        if view["status"] == "between-rounds":
            for seat in range(len(table.people)):
                if {"type": "ready"} in actions_of(table.peek(seat)):
                    do(table, seat, "ready")
            return True
        (seat,) = view["round"]["waiting_for"]
        if view["round"]["deadline"] and self.chance.random() < 0.05:
            table.house.time.passes(view["options"]["turn_seconds"])
            tick_all(table.house.tables)
            self.played.done["by the clock"] += 1
            return True
        action = self._choose(table.people[seat].view(table.id), seat)
        said = do(table, seat, action.pop("type"), **action)
        kind = said["events"][0]["type"]
        self.played.done.update([kind, *(event["type"] for event in said["events"][1:])])
        self.played.commands.append((seat, action, [event["version"] for event in said["events"]]))
        return True

    def _choose(self, view: dict[str, Any], seat: int) -> Action:
        able = actions_of(view)
        # A player that can beat or turn over mostly does, so that games end.
        calm = [action for action in able if action["type"] not in ("take", "stop")]
        action = dict(self.chance.choice(calm if calm and self.chance.random() < 0.85 else able))
        if action["type"] == "beat" and self.chance.random() < 0.5:
            action["pairs"] = self._pairs(able)
        if action["type"] == "lead" and self.chance.random() < 0.7:
            self._widen(action, view, view["round"]["hands"][seat])
        if action["type"] == "throw-in":
            room = view["round"]["board"]["limit"] - len(view["round"]["board"]["attacks"])
            fitting = [other["cards"][0] for other in able if other["type"] == "throw-in"]
            action["cards"] = self.chance.sample(fitting, self.chance.randint(1, min(room, len(fitting))))
        return action

    def _pairs(self, able: list[Action]) -> list[list[str]]:
        """Return as many answers as fit together, with each attack and each card used once."""
        found: dict[str, str] = {}
        pairs = [action["pairs"][0] for action in able if action["type"] == "beat"]
        for attack, card in self.chance.sample(pairs, len(pairs)):
            if attack not in found and card not in found.values():
                found[attack] = card
        return [[attack, card] for attack, card in found.items()]

    def _widen(self, action: Action, view: dict[str, Any], hand: list[str]) -> None:
        """Return leads that are allowed but not listed: an extra card with a group, further cards of the suit."""
        others, most = [code for code in hand if code not in action["cards"]], view["round"]["board"]["limit"]
        numbers = Counter(code[1:] for code in action["cards"])
        if view["ruleset"] == "mustamaija":
            others = [code for code in others if code[0] == action["cards"][0][0]]
            action["cards"] += self.chance.sample(others, min(len(others), most - 1, self.chance.randrange(4)))
        elif (
            view["options"]["extra_card"] and 1 < len(action["cards"]) < most and others and {*numbers.values()} != {1}
        ):
            action["extra"] = self.chance.choice(others)


def played(house: House, key: str, players: int, wanted: set[str], **options: Any) -> Played:
    """Play games until one has all wanted events; return it, played to its end."""
    for number in range(60):
        people = RandomPlayers(house.table(players, ruleset=key, listed=True, options=options), Random(number))
        for _ in range(LONGEST):
            if not people.move():
                break
        else:
            raise AssertionError("the game does not end")
        if wanted <= {*people.played.done}:
            return people.played
    raise AssertionError("no game of 60 had all wanted events")
