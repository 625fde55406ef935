"""Part of proof `bots`: games with experts at full strength, on a server with two processes, in real time.

Players leave, come back, call falsely and move while the processes of bots take their decisions.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

from domain.game.game import PLAYING
from domain.game.registry import RULESETS
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, LoggedEvent
from domain.log.log_format import export
from domain.ruleset.catalogue import BY_STRATEGY
from domain.running.self_play import at_once
from domain.verification.verify import verify
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.queries import history
from prove.harness.database import directory
from prove.harness.retrying_client import Account, Client
from prove.harness.server import running_server
from prove.harness.views import actions_of
from prove.overtaken_bots import Played, starved

AT_ONCE = 4
"""Games that are played at the same time."""

SECONDS = 12.0
"""Time after which an admin ends a game."""

PAUSE_SECONDS = 0.05
"""Pause of a player between two commands, which is shorter than an expert thinks."""

DELAYS_MS = (0, 100)

CALLS = ("dobon", "doubt")


def check_served(seed: str, games: int, progress: Callable[[int], None]) -> Played:
    """Play games on a real server. Return the logs that are called false, and bots that starve."""
    counts, failures = Counter[str](), []
    with directory() as place, running_server(place) as server:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            ids = list(threads.map(lambda number: _play(server.port, seed, number), range(games)))
        with open_pool(server.settings) as pool:
            logs = [_ended(pool, game, account.id) for game, account in ids]
    for number, (game, _) in enumerate(ids):
        events = logs[number]
        report = verify(export(game, events[0], events[-1].digest, events))
        counts["decisions"] += report.checked["decisions of bots"]
        counts["at once"] += sum(BY_STRATEGY in event.public for event in events)
        wrong = [str(problem) for problem in report.problems[:1]]
        wrong += [remark for remark in report.remarks if "could not be replayed" in remark]
        failures += [
            f"{events[0].public['ruleset']}, game {number}: {what}" for what in [*wrong, *starved(game, events)]
        ]
        progress(number + 1)
    return Played(games, counts, failures)


def _play(port: int, seed: str, number: int) -> tuple[str, Account]:
    """Play a game against two experts until its end, or until the time is over. Return its id and the creator."""
    chance, key = Random(f"{seed}-served-{number}"), list(RULESETS)[number % len(RULESETS)]
    client = Client(port, f"player-{number}", chance, threading.Event(), lambda: None)
    try:
        account = client.create_account()
        options = {**at_once(key), "bot_delay_ms": chance.choice(DELAYS_MS), "rounds": 1}
        body = {"ruleset": key, "seats": 3, "bots": ["expert", "expert"], "options": options}
        _, opened = client.request("POST", "/v1/games", body, account.token, f"open-{number}")
        game, end = opened["id"], time.monotonic() + SECONDS
        while time.monotonic() < end and _move(client, game, account):
            time.sleep(PAUSE_SECONDS)
    finally:
        client.connection.close()
    return game, account


def _move(client: Client, game: str, account: Account) -> bool:
    """Let the player leave, come back, call or move. Return whether the game continues."""
    chance, seats = client.chance, f"/v1/games/{game}/seats"
    _, view = client.request("GET", f"/v1/games/{game}/view", None, account.token)
    if view["status"] != PLAYING:
        return False
    found = actions_of(view)
    calls = [action for action in found if action["type"] in CALLS]
    others = [action for action in found if action not in calls]
    # Requests that the game has overtaken are refused, which changes nothing.
    if view["players"][view["you"]["seat"]]["bot"] is not None:
        client.request("POST", seats, {}, account.token)
    elif calls and chance.random() < 0.3:
        client.request("POST", f"/v1/games/{game}/actions", chance.choice(calls), account.token)
    elif others and chance.random() < 0.7:
        client.request("POST", f"/v1/games/{game}/actions", chance.choice(others), account.token)
    else:
        client.request("DELETE", f"{seats}/me", None, account.token)
    return True


def _ended(pool: AccountsPool, game: str, account: str) -> list[LoggedEvent]:
    """Return the log of a game, after ending it unless it is over or a deadline that is due ends it."""
    with suppress(Refused):
        GameService(pool).abandon(game, account, "the end of the trial")
    return history.visible_events(pool, game, SPECTATOR)
