"""Games in every state and a caller for each role, for proofs over HTTP."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any
from uuid import UUID, uuid4, uuid5

from werkzeug.test import TestResponse

from domain.dobon.formula import is_valid
from domain.log.chance import Chance, HashChain
from domain.ruleset.cards import RANK, deck
from infra.databases.pool import open_pool
from infra.settings import Settings
from prove.harness.application import QUIET, Caller, House, Table, open_house
from prove.harness.views import actions_of

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
"""The games of each state: unlisted, listed and closed ones with the same players, and one of other players."""

CALL_OPTIONS = QUIET | {"claim_hints": True, "hand_size": 2, "bot_delay_ms": 60_000}
"""Options: small hands with hints of calls, and slow bots in the place of players who left."""

SEATS = 3

CALLER = 1
"""The seat that can call the first card, in games with a call."""


class Secrets:
    """The source of the games' secrets: random, except for a chosen next one."""

    def __init__(self) -> None:
        self.chosen: bytes | None = None

    def __call__(self) -> bytes:
        """Return the next secret."""
        secret, self.chosen = self.chosen or token_bytes(32), None
        return secret


@dataclass
class StagedGame:
    """A game in a state."""

    table: Table
    call: int = 0
    "Version of the call made in it."
    link: str = ""
    "A link to the replay of a finished game, created by the first seat."
    share: str = ""
    "Id of that link."
    revoked: str = ""
    "A revoked link."


@dataclass
class GameFixtures:
    """The games and the callers."""

    house: House
    secrets: Secrets
    people: list[Caller] = field(init=False)
    "Players of the first three games: the one in turn or asked, another one, and a suspended one."
    others: list[Caller] = field(init=False)
    admin: Caller = field(init=False)
    stranger: Caller = field(init=False)
    _staged: dict[tuple[str, str], StagedGame] = field(default_factory=dict)

    def __post_init__(self) -> None:
        house = self.house
        self.people = [house.player(name) for name in ("Aoi", "Ren", "Yui")]
        self.others = [house.player(name) for name in ("Sota", "Mei", "Riku")]
        self.stranger = house.player("Hina")
        self.admin = self.house.admin()

    def game(self, state: str, name: str) -> StagedGame:
        """Return a game, and create it at the first request."""
        found = self._staged.get((state, name))
        if found is None:
            people = self.others if name == "other" else self.people
            found = self._staged[state, name] = self._create(state, people, GAMES[name])
        return found

    def opening_secrets(self) -> list[str]:
        """Return all tokens, links and join codes."""
        people = [*self.people, *self.others, self.admin, self.stranger]
        tokens = [str(person.token) for person in people]
        games = [*self._staged.values()]
        codes = [found for game in games for found in (game.table.join_code, game.link, game.revoked) if found]
        return tokens + codes

    def discard(self, state: str, name: str) -> None:
        """Forget a game that has changed, so that the next request creates another one."""
        self._staged.pop((state, name), None)

    def _create(self, state: str, people: list[Caller], body: dict[str, Any]) -> StagedGame:
        if state == LOBBY:
            return StagedGame(self._open(people, body, str(uuid4()), seats=4))
        if state in (RUNNING, ABANDONED):
            table = self._open_in_turn(people, body)
            if state == ABANDONED:
                json_fields(self.admin.post(f"/v1/admin/games/{table.id}/abandonment", {"reason": "a trial"}), 201)
            return StagedGame(table)
        table, call = self._open_with_call(people, body, rounds=1 if state == FINISHED else 2)
        if state == WINDOW:
            return StagedGame(table, call)
        for person in (people[0], people[2]):
            json_fields(person.act(table.id, "decline", on=call), 200)
        staged = StagedGame(table, call)
        if state == FINISHED:
            first, second = (json_fields(people[0].post(f"{table.path}/shares"), 201) for _ in range(2))
            assert people[0].delete(f"{table.path}/shares/{second['id']}").status_code == 204
            staged.link, staged.share, staged.revoked = first["token"], first["id"], second["token"]
        return staged

    def _open(self, people: list[Caller], body: dict[str, Any], key: str, seats: int = SEATS, **options: Any) -> Table:
        asked = {"ruleset": "dobon-sato", "seats": seats, "options": {**CALL_OPTIONS, **options}, **body}
        made = json_fields(people[0].post("/v1/games", asked, headers={"Idempotency-Key": key}), 201)
        table = Table(self.house, made["id"], made["join_code"], people)
        for person in people[1:]:
            json_fields(person.post(f"{table.path}/seats", {"join_code": table.join_code}), 201)
        return table

    def _open_in_turn(self, people: list[Caller], body: dict[str, Any]) -> Table:
        """Return a game in which the first player is in turn."""
        return self._open_with_deal(people, body, lambda chance: chance.stream("first").below(SEATS) == 0)

    def _open_with_call(self, people: list[Caller], body: dict[str, Any], rounds: int) -> tuple[Table, int]:
        """Return a game with a true call of the first card, open to the other seats, and its version."""
        table = self._open_with_deal(people, body, _can_call, rounds=rounds)
        [call] = [action for action in actions_of(people[CALLER].view(table.id)) if action["type"] == "dobon"]
        called = people[CALLER].post(f"{table.path}/actions", call)
        return table, json_fields(called, 200)["version"]

    def _open_with_deal(
        self, people: list[Caller], body: dict[str, Any], fits: Callable[[Chance], bool], **options: Any
    ) -> Table:
        """Return a game with a chosen deal."""
        key = str(uuid4())
        game = str(uuid5(UUID(people[0].id), key))  # the id that this key gives
        secret = token_bytes(32)
        rounds = options.get("rounds", 1)
        while not fits(Chance(HashChain(secret, rounds).link(1), game, 1, [""] * SEATS)):
            secret = token_bytes(32)
        self.secrets.chosen = secret
        return self._open(people, body, key, **options)


def _can_call(chance: Chance) -> bool:
    cards = deck()
    chance.stream("deck").shuffle(cards)
    numbers = [RANK[card] for card in cards]
    return is_valid(numbers[CALLER : 2 * SEATS : SEATS], numbers[2 * SEATS])


def json_fields(response: TestResponse, status: int) -> dict[str, Any]:
    """Return the body of an answer with that status."""
    body = response.get_json()
    assert response.status_code == status, body
    assert isinstance(body, dict)
    return body


@contextmanager
def game_fixtures(settings: Settings) -> Iterator[GameFixtures]:
    """Yield fixtures on a database."""
    secrets = Secrets()
    with open_pool(settings) as pool, open_house(pool, new_secret=secrets) as house:
        yield GameFixtures(house, secrets)
