"""Games of Doubt played over HTTP by people who do what their views list."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.cards import CARDS, RANK, codes
from domain.doubt.settling import last_cards
from domain.events import SERVER
from tests.api.conftest import House, Table

KEY = "doubt"
LONGEST = 3_000
"""Moves after which a game counts as one that never ends."""


def round_of(table: Table, seat: int = 0) -> dict[str, Any]:
    """The round as a seat sees it."""
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
    """Lay these, or the first card of the hand, from the seat in turn; the version of that play."""
    seat = round_of(table)["turn"] if seat is None else seat
    said = do(table, seat, "play", cards=list(cards) or hand_of(table, seat)[:1])
    return int(next(event["version"] for event in said["events"] if event["type"] == "cards-played"))


def laid(table: Table) -> tuple[int, list[str]]:
    """The newest play's version, and the cards of it, as only who laid them is told."""
    claim = round_of(table)["board"]["claim"]
    version = claim["version"]
    log = table.people[claim["seat"]].get(f"{table.path}/events?after={version - 1}&limit=1").json["events"]
    cards: list[str] = log[0]["sealed"][str(claim["seat"])]["cards"]
    return version, cards


def log_of(table: Table, seat: int | None = 0) -> list[dict[str, Any]]:
    """The whole log, as a seat may see it, or somebody who only watches."""
    reader = table.house.player("Kai") if seat is None else table.people[seat]
    found, after = list[dict[str, Any]](), 0
    while page := reader.get(f"{table.path}/events?limit=500&after={after}").json["events"]:
        found += page
        after = page[-1]["version"]
    return found


@dataclass
class Played:
    """A game that was played to its end, and what was done in it."""

    table: Table
    done: Counter[str]


class People:
    """Players of a game who lie and doubt at random; they know what lies there, so that who is right can be chosen."""

    def __init__(self, table: Table, chance: Random, *, right: float = 0.7) -> None:
        self.table, self.chance, self.right = table, chance, right
        self.done = Counter[str]()

    def go_on(self) -> bool:
        """One move; False where the game is over."""
        view = self.table.peek()
        if view["status"] == "finished":
            return False
        if view["status"] == "between-rounds":
            for seat in range(len(self.table.people)):
                if {"type": "ready"} in self.table.peek(seat)["actions"]:
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
            # A joker that may not be the last card is kept; a hand has another one then.
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
            if {"type": "doubt", "on": on} in self.table.peek(seat)["actions"]
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
            self.table.house.tables.tick(64)
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
    """A game played to its end in which plays were settled in every way there is; games are played until one is like that."""
    timed = {"window_seconds": 30, "turn_seconds": 0, **options}
    if options.get("variant") == "cheat":
        timed = {**options, "turn_seconds": 30}
    for number in range(60):
        people = People(house.table(players, ruleset=KEY, listed=True, options=timed), Random(number))
        for _ in range(LONGEST):
            if not people.go_on():
                break
        else:
            raise AssertionError("the game does not end")
        wanted = EVERYTHING - ({"declined"} if options.get("variant") == "cheat" else set())
        if wanted <= {*people.done}:
            return Played(people.table, people.done)
    raise AssertionError("no game had everything")
