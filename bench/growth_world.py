"""A populated database with a server on it, and the operations that are measured."""

import random
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from api.app import create_app
from api.http.pagination import encode_cursor
from domain.game.registry import RULESETS
from domain.log.events import SERVER, SPECTATOR
from domain.log.moments import Moment, later
from infra import clock
from infra.accounts.accounts import create_admin, create_player
from infra.accounts.tokens import token_hash
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.event_store import change_feed
from infra.projections.runner import ProjectionRunner
from infra.queries.database_metrics import read_stats
from infra.settings import Settings
from infra.streams.source import GameUpdates

WAITING, RUNNING = 20, 12
"""Waiting games, of which half are hidden, and running games of each ruleset, which every database has."""

UNTIMED = {"turn_seconds": 0, "answer_seconds": 0, "claim_grace_seconds": 0, "bot_delay_ms": 0}

Operation = Callable[["World", random.Random], Callable[[], object]]


class World:
    """A database with finished, running and waiting games, and an application on it."""

    def __init__(self, settings: Settings, games: int, played: Sequence[str]) -> None:
        """`played` are finished games with valid logs; the logs of all others are copies."""
        self.settings, self.games, self.played = settings, games, played
        self.database = f"games_{games}"
        self.pool = open_pool(settings)
        self.at: Moment = clock.now()
        self.service = GameService(self.pool, now=lambda: self.at)
        self.updates = GameUpdates(self.pool, self.service)
        self.app = create_app(self.pool, self.service)
        self.client = self.app.test_client()
        self.player, _, self.token = create_player(self.pool, "Aoi")
        self.other, _, self.other_token = create_player(self.pool, "Ren")
        self.admin = create_admin(self.pool, "Kai")[2]
        self.regular_id, self.regular = self._use_regular()
        self.waiting = self._open_waiting()
        self.running = self._open_running()
        self.timed = [self._open(RULESETS["dobon-sato"].key, {"turn_seconds": 10}) for _ in range(8)]
        self.draws = self._prepare_draws()
        while ProjectionRunner(self.pool).run():
            pass
        self.sample = self._sample()
        self.own = self.column(
            "SELECT game_id FROM dobon.game_seats WHERE player_id = %s AND status = 'finished' ORDER BY game_id LIMIT 500",
            self.regular_id,
        )
        self.position = self.column("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")[0]

    def close(self) -> None:
        """Close the connections."""
        self.pool.close()

    def column(self, statement: str, *values: Any) -> list[Any]:
        """Return the first column of a query."""
        with self.pool.connection() as conn:
            return [row[0] for row in conn.execute(statement, values)]

    def get(self, path: str, token: str = "") -> Any:
        """Return the body of a GET request. Raises `AssertionError` if it was refused."""
        answer = self.client.get(path, headers={"Authorization": f"Bearer {token or self.token}"})
        assert answer.status_code < 300, (path, answer.status_code, answer.text[:300])
        return answer

    def _use_regular(self) -> tuple[str, str]:
        """Return the account with the longest history, and a token of it."""
        player = self.column(
            "SELECT player_id FROM dobon.game_seats GROUP BY player_id ORDER BY count(*) DESC, player_id LIMIT 1"
        )[0]
        token = "dbn_" + uuid.uuid4().hex
        with self.pool.connection() as conn:
            conn.execute(
                "INSERT INTO dobon.tokens (hash, player_id, kind, created_at) VALUES (%s, %s, 'player', %s)",
                (token_hash(token), player, self.at),
            )
        for _ in range(25):
            self.service.create(player, "dobon-sato", UNTIMED, 3)
        return player, token

    def _open_waiting(self) -> list[str]:
        found = []
        for number in range(WAITING):
            self.at = later(self.at, ms=1)
            found.append(self.service.create(self.player, "dobon-sato", {}, 3, listed=number % 2 == 0).game.id)
        return found

    def _open_running(self) -> list[str]:
        found = []
        for key in RULESETS:
            for number in range(RUNNING):
                more: dict[str, Any] = {"spectators": "delayed", "spectator_delay": 5} if number % 4 == 3 else {}
                found.append(self._open(key, {}, seats=3, bots=["novice"], **more))
        return found

    def _open(self, ruleset: str, options: dict[str, Any], seats: int = 2, **more: Any) -> str:
        self.at = later(self.at, ms=1)
        given = {name: 0 for name in UNTIMED if name in {o.name for o in RULESETS[ruleset].options}}
        game = self.service.create(self.player, ruleset, given | options, seats, **more).game.id
        self.service.sit(game, self.other)
        return game

    def _prepare_draws(self) -> list[tuple[str, str]]:
        """Return games and tokens by which a player may draw at once, one for each command."""
        found = []
        for _ in range(3):
            game = self._open("dobon-sato", {})
            turn = self.service.view(game, SERVER).table.turn
            tokens = (self.token, self.other_token)
            found += [(game, tokens[(turn + number) % 2]) for number in range(38)]
        return found

    def _sample(self) -> list[tuple[str, Moment]]:
        """Return a thousand finished games with the moments of their creation."""
        with self.pool.connection() as conn:
            return conn.execute(
                "SELECT id, created_at FROM dobon.games WHERE shown = 'finished'"
                " AND ruleset = 'dobon-sato' AND id > %s::uuid ORDER BY id LIMIT 1000",
                (str(uuid.UUID(int=0)),),
            ).fetchall()


def _get(path: str, who: str = "token") -> Operation:
    return lambda world, _: lambda: world.get(path, getattr(world, who))


def _later(path: str, who: str = "token") -> Operation:
    """Return a request for the page after a random game."""

    def prepare_call(world: World, chosen: random.Random) -> Callable[[], object]:
        game, at = chosen.choice(world.sample)
        cursor = encode_cursor([at, game])
        return lambda: world.get(f"{path}{'&' if '?' in path else '?'}cursor={cursor}", getattr(world, who))

    return prepare_call


def _of_game(path: str, who: str = "token") -> Operation:
    """Return a request about a random finished game."""

    def prepare_call(world: World, chosen: random.Random) -> Callable[[], object]:
        game, _ = chosen.choice(world.sample)
        return lambda: world.get(path.format(game=game), getattr(world, who))

    return prepare_call


def _of_own_game(path: str) -> Operation:
    """Return a request of the regular account about one of its finished games."""

    def prepare_call(world: World, chosen: random.Random) -> Callable[[], object]:
        game = chosen.choice(world.own)
        return lambda: world.get(path.format(game=game), world.regular)

    return prepare_call


def _cold_view(world: World, chosen: random.Random) -> Callable[[], object]:
    service, (game, _) = GameService(world.pool), chosen.choice(world.sample)
    return lambda: service.view(game, SPECTATOR)


def _draw(world: World, _: random.Random) -> Callable[[], object]:
    game, token = world.draws.pop(0)
    headers = {"Authorization": f"Bearer {token}"}

    def call() -> None:
        answer = world.client.post(f"/v1/games/{game}/actions", json={"type": "draw"}, headers=headers)
        assert answer.status_code < 300, answer.text

    return call


def _tick(world: World, _: random.Random) -> Callable[[], object]:
    world.at = later(world.at, seconds=11)
    return lambda: world.service.tick(16)


def _poll(world: World, _: random.Random) -> Callable[[], object]:
    known = dict.fromkeys(world.running, 5)
    return lambda: world.updates.newest_versions(known)


def _feed(world: World, _: random.Random) -> Callable[[], object]:
    def call() -> None:
        with world.pool.connection() as conn:
            change_feed.changed_since(conn, int(world.position))

    return call


def _first_projection(world: World, _: random.Random) -> Callable[[], object]:
    return ProjectionRunner(world.pool).run


def _page_of_claims(more: str) -> Operation:
    def prepare_call(world: World, chosen: random.Random) -> Callable[[], object]:
        game, at = chosen.choice(world.sample)
        cursor = encode_cursor([at, game, 1])
        return lambda: world.get(f"/v1/admin/claims?{more}&cursor={cursor}", world.admin)

    return prepare_call


def _join_code(world: World, chosen: random.Random) -> Callable[[], object]:
    code = "".join(chosen.choice("ABCDEFGH") for _ in range(6))
    return lambda: world.get(f"/v1/games?join_code={code}")


def _leaderboard_page(world: World, chosen: random.Random) -> Callable[[], object]:
    cursor = encode_cursor([101, chosen.randrange(40_000_000), "0"])
    return lambda: world.get(f"/v1/leaderboard?ruleset=durak&cursor={cursor}")


def _claims_of_player(world: World, _: random.Random) -> Callable[[], object]:
    return lambda: world.get(f"/v1/admin/claims?player={world.regular_id}", world.admin)


def _of_player(rest: str, who: str = "token") -> Operation:
    """Return a request about the account with the longest history."""
    return lambda world, _: lambda: world.get(f"/v1/players/{world.regular_id}/{rest}", getattr(world, who))


def _history_page(who: str) -> Operation:
    def prepare_call(world: World, chosen: random.Random) -> Callable[[], object]:
        game, at = chosen.choice(world.sample)
        path = f"/v1/players/{world.regular_id}/history?cursor={encode_cursor([at, game])}"
        return lambda: world.get(path, getattr(world, who))

    return prepare_call


def _open_game(world: World, _: random.Random) -> Callable[[], object]:
    return lambda: world.service.create(world.player, "dobon-sato", {}, 3)


GAMES = "/v1/games"
OPERATIONS: dict[str, Operation] = {
    "games": _get(GAMES),
    "games, a later page": _later(GAMES),
    "games, 100 of a later page": _later(f"{GAMES}?limit=100"),
    **{
        f"games, {status}": _get(f"{GAMES}?status={status}")
        for status in ("waiting", "playing", "between-rounds", "finished", "abandoned")
    },
    "games, finished, a later page": _later(f"{GAMES}?status=finished"),
    "games, abandoned, a later page": _later(f"{GAMES}?status=abandoned"),
    "games of kawagoe": _get(f"{GAMES}?ruleset=dobon-kawagoe"),
    "games of kawagoe, a later page": _later(f"{GAMES}?ruleset=dobon-kawagoe"),
    "games of kawagoe, waiting": _get(f"{GAMES}?ruleset=dobon-kawagoe&status=waiting"),
    "games of kawagoe, abandoned, later": _later(f"{GAMES}?ruleset=dobon-kawagoe&status=abandoned"),
    "games of an unknown ruleset": _get(f"{GAMES}?ruleset=bridge"),
    "my games": _get(f"{GAMES}?mine=true", "regular"),
    "my games, a later page": _later(f"{GAMES}?mine=true", "regular"),
    "my games, playing": _get(f"{GAMES}?mine=true&status=playing", "regular"),
    "my games, waiting": _get(f"{GAMES}?mine=true&status=waiting", "regular"),
    "my games, finished, a later page": _later(f"{GAMES}?mine=true&status=finished", "regular"),
    "my games of durak": _get(f"{GAMES}?mine=true&ruleset=durak", "regular"),
    "my games of kawagoe, abandoned": _get(
        f"{GAMES}?mine=true&ruleset=dobon-kawagoe&status=abandoned&limit=5", "regular"
    ),
    "a join code": _join_code,
    "leaderboard": _get("/v1/leaderboard?ruleset=dobon-sato"),
    "leaderboard, a later page": _leaderboard_page,
    "leaderboard, my place": _get("/v1/leaderboard/me?ruleset=dobon-sato", "regular"),
    "my history": _of_player("history", "regular"),
    "my history, a later page": _history_page("regular"),
    "my history of kawagoe": _of_player("history?ruleset=dobon-kawagoe", "regular"),
    "another player's history": _of_player("history"),
    "my rating over time": _of_player("ratings?ruleset=dobon-sato", "regular"),
    "my profile": _get("/v1/players/me", "regular"),
    "claims": _get("/v1/admin/claims", "admin"),
    "claims, a later page": _page_of_claims("limit=20"),
    "claims of a player": _claims_of_player,
    "claims of kawagoe, later": _page_of_claims("ruleset=dobon-kawagoe"),
    "claims of mustamaija": _get("/v1/admin/claims?ruleset=mustamaija", "admin"),
    "false calls, later": _page_of_claims("verdict=false&kind=call"),
    "counters, later": _page_of_claims("kind=counter"),
    "acts": _get("/v1/admin/acts", "admin"),
    "projections": _get("/v1/admin/projections", "admin"),
    "one game": _of_game("/v1/games/{game}"),
    "a view, cached": lambda world, _: lambda: world.get(f"/v1/games/{world.running[0]}/view"),
    "a view, cold": _cold_view,
    "events of a game": _of_game("/v1/games/{game}/events"),
    "rounds of a game": _of_game("/v1/games/{game}/rounds"),
    "comments on a round": _of_own_game("/v1/games/{game}/rounds/1/comments"),
    "links to a game": _of_own_game("/v1/games/{game}/shares"),
    "claims of a game": _of_game("/v1/games/{game}/claims"),
    "integrity of a game": _of_game("/v1/admin/games/{game}/integrity", "admin"),
    "opening a game": _open_game,
    "a command": _draw,
    "a tick of the clock": _tick,
    "a poll of the tail, 72 games": _poll,
    "a read of the change feed": _feed,
    "metrics from the database": lambda world, _: lambda: read_stats(world.pool, world.at),
    "start: prepare": lambda world, _: lambda: prepare(world.settings),
    "start: first run of the projectors": _first_projection,
}
"""Each operation prepares a call, which is timed."""
