"""Games of Doubt over HTTP, played with the actions that views list."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.doubt.challenge import last_cards
from domain.log.events import SERVER
from domain.ruleset.cards import CARDS, RANK, codes
from prove.harness.application import House, Table
from prove.harness.service_games import tick_all
from prove.harness.views import actions_of

KEY = "doubt"
LONGEST = 3_000
"""Number of moves after which a game counts as endless."""


def round_of(table: Table, seat: int = 0) -> dict[str, Any]:
    """Return the round as a seat sees it."""
    found: dict[str, Any] = table.people[seat].view(table.id)["round"]
    return found


def hand_of(table: Table, seat: int) -> list[str]:
    hand: list[str] = round_of(table, seat)["hands"][seat]
    return hand


def fits(code: str, number: int) -> bool:
    return RANK[CARDS[code]] in (0, number)


def do(table: Table, seat: int, kind: str, **fields: Any) -> dict[str, Any]:
    answer = table.people[seat].act(table.id, kind, **fields)
    assert answer.status_code == 200, answer.json
    found: dict[str, Any] = answer.json
    return found


def lay(table: Table, *cards: str, seat: int | None = None) -> int:
    """Lay these cards, or the first of the hand, from the seat in turn; return the version of that play."""
    seat = round_of(table)["turn"] if seat is None else seat
    said = do(table, seat, "play", cards=list(cards) or hand_of(table, seat)[:1])
    return int(next(event["version"] for event in said["events"] if event["type"] == "cards-played"))


def laid(table: Table) -> tuple[int, list[str]]:
    """Return the version and the cards of the newest play, as only its player sees them."""
    claim = round_of(table)["board"]["claim"]
    version = claim["version"]
    log = table.people[claim["seat"]].get(f"{table.path}/events?after={version - 1}&limit=1").json["events"]
    cards: list[str] = log[0]["sealed"][str(claim["seat"])]["cards"]
    return version, cards


def log_of(table: Table, seat: int | None = 0) -> list[dict[str, Any]]:
    """Return the whole log as a seat may see it, or as a spectator may for `None`."""
    reader = table.house.player("Kai") if seat is None else table.people[seat]
    found, after = list[dict[str, Any]](), 0
    while page := reader.get(f"{table.path}/events?limit=500&after={after}").json["events"]:
        found += page
        after = page[-1]["version"]
    return found


@dataclass
class Played:
    """A game that was played to its end, and its commands."""

    table: Table
    done: Counter[str]


class RandomPlayers:
    """Players that lie and doubt at random; they know the face-down cards, so that a right doubt can be chosen."""

    def __init__(self, table: Table, chance: Random, *, right: float = 0.7) -> None:
        self.table, self.chance, self.right = table, chance, right
        self.done = Counter[str]()

    def move(self) -> bool:
        """Make one move; return False if the game is over."""
        view = self.table.peek()
        if view["status"] == "finished":
            return False
        if view["status"] == "between-rounds":
            for seat in range(len(self.table.people)):
                if {"type": "ready"} in actions_of(self.table.peek(seat)):
                    do(self.table, seat, "ready")
        elif view["round"]["phase"] == "doubting":
            self._answer(view["round"])
        else:
            self._play(view["round"]["turn"])
        return True

    def _play(self, seat: int) -> None:
        view = self.table.people[seat].view(self.table.id)
        number, most, hand = view["round"]["board"]["number"], view["options"], view["round"]["hands"][seat]
        right = [code for code in hand if fits(code, number)]
        pool = right if right and self.chance.random() < 0.6 else hand
        count = self.chance.randint(1, min(most["max_cards_per_play"], len(pool)))
        answer = self.table.people[seat].act(self.table.id, "play", cards=self.chance.sample(pool, count))
        if answer.status_code != 200:
            # A joker that may not be the last card is kept, because the hand has another card then.
            assert answer.json["code"] == "joker-cannot-finish"
            do(self.table, seat, "play", cards=[next(code for code in hand if code[0] != "X")])
        self.done["several" if count > 1 else "one"] += 1

    def _answer(self, found: dict[str, Any]) -> None:
        game = self.table.house.tables.view(self.table.id, SERVER)
        on, cards = found["board"]["claim"]["version"], codes(last_cards(game.table))
        lie = not all(fits(code, found["board"]["claim"]["number"]) for code in cards)
        waiting = [
            seat
            for seat in range(len(self.table.people))
            if {"type": "doubt", "on": on} in actions_of(self.table.peek(seat))
        ]
        seat, chance = self.chance.choice(waiting), self.chance.random()
        self.table.listed(seat, {"type": "doubt", "on": on})
        following = (found["board"]["claim"]["seat"] + 1) % len(self.table.people)
        if chance < 0.25:
            self._doubt(seat, on) if lie == (self.chance.random() < self.right) else self._decline(seat, on)
        elif chance < 0.35 and found["board"]["closable"] and following not in found["board"]["out"]:
            lay(self.table, seat=following)
            self.done["closed by a play"] += 1
        elif chance < 0.42 and found["deadline"]:
            self.table.house.time.passes(60)
            tick_all(self.table.house.tables)
            self.done["closed by the clock"] += 1
        else:
            self._decline(seat, on)

    def _doubt(self, seat: int, on: int) -> None:
        said = do(self.table, seat, self.chance.choice(["doubt", "cheat"]), on=on)
        self.done["right" if said["events"][0]["public"]["valid"] else "wrong"] += 1

    def _decline(self, seat: int, on: int) -> None:
        said = do(self.table, seat, "decline", on=on)
        self.done["closed by all" if len(said["events"]) > 1 else "declined"] += 1


EVERYTHING = {"right", "wrong", "declined", "closed by all", "closed by a play", "closed by the clock"}


def played(house: House, players: int = 4, **options: Any) -> Played:
    """Play games until one settles plays in every possible way; return it, played to its end."""
    timed = {"window_seconds": 30, "turn_seconds": 0, **options}
    if options.get("variant") == "cheat":
        timed = {**options, "turn_seconds": 30}
    for number in range(60):
        people = RandomPlayers(house.table(players, ruleset=KEY, listed=True, options=timed), Random(number))
        for _ in range(LONGEST):
            if not people.move():
                break
        else:
            raise AssertionError("the game does not end")
        wanted = EVERYTHING - ({"declined"} if options.get("variant") == "cheat" else set())
        if wanted <= {*people.done}:
            return Played(people.table, people.done)
    raise AssertionError("no game settled plays in every way")
