"""Games in every state there is, and somebody for each role: what a proof over HTTP asks about."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4, uuid5

from werkzeug.test import TestResponse

from api.app import create_app
from api.http.body_reader import BodyReaderPool
from api.streaming.hub import UpdateHub, update_hub
from domain.cards import RANK, deck
from domain.chance import Chance
from domain.dobon.formula import is_valid
from infra.commands.service import GameService
from infra.postgres.pool import Pool, open_pool
from infra.repositories import accounts
from infra.settings import Settings
from prove.harness.application import QUIET, Caller, House, Table, Time

LOBBY, RUNNING, WINDOW, BETWEEN, FINISHED, ABANDONED = (
    "lobby",
    "running",
    "window",
    "between rounds",
    "finished",
    "abandoned",
)
STATES = (LOBBY, RUNNING, WINDOW, BETWEEN, FINISHED, ABANDONED)

GAMES: dict[str, dict[str, Any]] = {
    "private": {"listed": False},
    "listed": {"listed": True},
    "closed": {"listed": True, "spectators": "off"},
    "other": {"listed": False},
}
"""Of each state: three at which the same people sit, not listed, for everybody to watch and for nobody, and one of other people."""

CALLED = QUIET | {"claim_hints": True, "hand_size": 2, "bot_delay_ms": 60_000}
"""Options: hands are small and whoever could call is told so, and a bot that plays for somebody who has left takes its time."""

SEATS = 3

PATIENT = 600
"""Seconds for a body that comes from this very process: however busy the machine is, none is too slow."""

CALLER = 1
"""The seat that can call the first card of games in which there is a call."""


class Secrets:
    """Where the secrets of games come from: by chance, but for one that was chosen."""

    def __init__(self) -> None:
        self.chosen: bytes | None = None

    def __call__(self) -> bytes:
        """The next one."""
        secret, self.chosen = self.chosen or token_bytes(32), None
        return secret


@dataclass
class Staged:
    """A game in a state."""

    table: Table
    call: int = 0
    "The version of the call that was made in it."
    link: str = ""
    "A link that opens its replay, where it is finished; somebody on the first seat made it."
    share: str = ""
    "The id of that link."
    revoked: str = ""
    "A link that opens nothing any more."


@dataclass
class GameFixtures:
    """Where they are."""

    house: House
    secrets: Secrets
    people: list[Caller] = field(init=False)
    "Sit at the first three games: who is in turn or asked, another one, and one who is suspended."
    others: list[Caller] = field(init=False)
    admin: Caller = field(init=False)
    stranger: Caller = field(init=False)
    _staged: dict[tuple[str, str], Staged] = field(default_factory=dict)

    def __post_init__(self) -> None:
        house = self.house
        self.people = [house.player(name) for name in ("Aoi", "Ren", "Yui")]
        self.others = [house.player(name) for name in ("Sota", "Mei", "Riku")]
        self.stranger = house.player("Hina")
        self.admin = self.new_admin()

    @property
    def tail(self) -> UpdateHub:
        """What wakes those who wait."""
        return update_hub(self.house.app)

    def new_admin(self) -> Caller:
        """Another admin."""
        player, name, token = accounts.create_admin(self.house.pool, "Root")
        return Caller(self.house.app, token, player, name)

    def game(self, state: str, name: str) -> Staged:
        """That game, made where it is not there yet."""
        found = self._staged.get((state, name))
        if found is None:
            people = self.others if name == "other" else self.people
            found = self._staged[state, name] = self._made(state, people, GAMES[name])
        return found

    def opening(self) -> list[str]:
        """What opens something: tokens, links and join codes."""
        people = [*self.people, *self.others, self.admin, self.stranger]
        tokens = [str(person.token) for person in people]
        games = [*self._staged.values()]
        codes = [found for game in games for found in (game.table.join_code, game.link, game.revoked) if found]
        return tokens + codes

    def again(self, state: str, name: str) -> None:
        """Something has happened in that game: have another one."""
        self._staged.pop((state, name), None)

    def _made(self, state: str, people: list[Caller], body: dict[str, Any]) -> Staged:
        if state == LOBBY:
            return Staged(self._opened(people, body, str(uuid4()), seats=4))
        if state in (RUNNING, ABANDONED):
            table = self._in_turn(people, body)
            if state == ABANDONED:
                fields(self.admin.post(f"/v1/admin/games/{table.id}/abandonment", {"reason": "a trial"}), 201)
            return Staged(table)
        table, call = self._called(people, body, rounds=1 if state == FINISHED else 2)
        if state == WINDOW:
            return Staged(table, call)
        for person in (people[0], people[2]):
            fields(person.act(table.id, "decline", on=call), 200)
        staged = Staged(table, call)
        if state == FINISHED:
            first, second = (fields(people[0].post(f"{table.path}/shares"), 201) for _ in range(2))
            assert people[0].delete(f"{table.path}/shares/{second['id']}").status_code == 204
            staged.link, staged.share, staged.revoked = first["token"], first["id"], second["token"]
        return staged

    def _opened(
        self, people: list[Caller], body: dict[str, Any], key: str, seats: int = SEATS, **options: Any
    ) -> Table:
        asked = {"ruleset": "dobon-sato", "seats": seats, "options": {**CALLED, **options}, **body}
        made = fields(people[0].post("/v1/games", asked, headers={"Idempotency-Key": key}), 201)
        table = Table(self.house, made["id"], made["join_code"], people)
        for person in people[1:]:
            fields(person.post(f"{table.path}/seats", {"join_code": table.join_code}), 201)
        return table

    def _in_turn(self, people: list[Caller], body: dict[str, Any]) -> Table:
        """A game in which it is the first one's turn."""
        return self._dealt(people, body, lambda chance: chance.stream("first").below(SEATS) == 0)

    def _called(self, people: list[Caller], body: dict[str, Any], rounds: int) -> tuple[Table, int]:
        """A game in which one has rightly called the first card and the others are asked, and the version of the call."""
        table = self._dealt(people, body, _can_call, rounds=rounds)
        [call] = [action for action in people[CALLER].view(table.id)["actions"] if action["type"] == "dobon"]
        called = people[CALLER].post(f"{table.path}/actions", call)
        return table, fields(called, 200)["version"]

    def _dealt(
        self, people: list[Caller], body: dict[str, Any], fits: Callable[[Chance], bool], **options: Any
    ) -> Table:
        """A game with a deal that was chosen."""
        key = str(uuid4())
        game = str(uuid5(UUID(people[0].id), key))  # as the key of its creation makes it
        secret = token_bytes(32)
        while not fits(Chance(secret, game, 1, [""] * SEATS)):
            secret = token_bytes(32)
        self.secrets.chosen = secret
        return self._opened(people, body, key, **options)


def _can_call(chance: Chance) -> bool:
    cards = deck()
    chance.stream("deck").shuffle(cards)
    numbers = [RANK[card] for card in cards]
    return is_valid(numbers[CALLER : 2 * SEATS : SEATS], numbers[2 * SEATS])


def fields(response: TestResponse, status: int) -> dict[str, Any]:
    """The body of an answer that has that status."""
    body = response.get_json()
    assert response.status_code == status, body
    assert isinstance(body, dict)
    return body


@contextmanager
def game_fixtures(settings: Settings) -> Iterator[GameFixtures]:
    """A theatre on a database."""
    with open_pool(settings) as pool, patch("api.http.request_body.READERS", BodyReaderPool(seconds=PATIENT)):
        secrets = Secrets()
        there = GameFixtures(house(pool, secrets), secrets)
        yield there
        there.tail.close()


def house(pool: Pool, secrets: Secrets) -> House:
    """A house whose clock stands still."""
    time = Time()
    tables = GameService(pool, lambda: time.now, secrets)
    return House(create_app(pool, tables), tables, pool, time)
