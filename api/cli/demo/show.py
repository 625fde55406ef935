"""`dobon demo`: a game of bots through the REST API, then its review, its ledger, and the verification of its log.

The part that depends on the family of the ruleset is in its renderer: see `api.cli.demo.renderers`.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from api.cli.demo.cards import drawn, ledger_of
from api.cli.demo.renderers import renderer_of
from api.cli.options import option_values, parse_option
from api.cli.verify import CONCLUSIONS, EXIT
from api.representations.events import event_of
from domain.game.narration import narrate, seats_called
from domain.game.reading import read, read_log
from domain.game.registry import RULESETS, ruleset
from domain.log.events import Event, LoggedEvent
from domain.log.log_format import export
from domain.running.self_play import at_once
from domain.verification.verify import verify

START_SECONDS = 60
"""Timeout for the start of the demonstration's own server."""

PACE_MS, FAST_MS = 400, 10
"""Milliseconds that bots take to move, at normal and at fast pace."""

LONGEST_SECONDS = 600

MOST_LINES = 400
"""Maximum number of events that are shown of one game."""


class ApiClient:
    """A client of the API that uses only the standard library."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.token = ""

    def __call__(
        self, path: str, body: Any = None, method: str | None = None, headers: dict[str, str] | None = None
    ) -> Any:
        """Return the body of the answer, None for an empty one. Raise `urllib.error.URLError`."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, headers or {}, method=method)  # noqa: S310 - the user's own URL
        if data is not None:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=40) as answer:  # noqa: S310
            text = answer.read()
        return json.loads(text) if text else None


def main(arguments: Sequence[str]) -> int:
    """Show a game. Return 0 if its log is whole and true, otherwise the exit code of `dobon verify`."""
    given = parser().parse_args(arguments)
    console = Console(highlight=False)
    try:
        with server(given.url, console) as url:
            return show(ApiClient(url), given, console)
    except urllib.error.HTTPError as error:
        console.print(f"[red]{error.url}: {error.code} {error.read().decode(errors='replace')}[/red]")
    except (urllib.error.URLError, TimeoutError) as error:
        console.print(f"[red]The server cannot be reached: {error}[/red]")
    return 1


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's arguments."""
    found = argparse.ArgumentParser(
        prog="dobon demo", description="A game of bots through the REST API, and its review."
    )
    found.add_argument("--url", help="address of a running server (default: start one)")
    found.add_argument("--ruleset", choices=list(RULESETS), default=next(iter(RULESETS)))
    found.add_argument("--seats", type=int, default=4)
    found.add_argument(
        "--options", nargs="*", type=parse_option, default=[], metavar="NAME=VALUE",
        help="options of the game, which take precedence over those of a quick game",
    )  # fmt: skip
    found.add_argument("--fast", action="store_true", help="let bots move after 10 ms")
    found.add_argument("--language", choices=("en", "ja"), default="en")
    return found


@contextmanager
def server(url: str | None, console: Console) -> Iterator[str]:
    """Yield the address of the given server, or of one that runs as long as the context."""
    if url is not None:
        yield url.rstrip("/")
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "api.cli", "serve", "--port", str(port), "--workers", "1"]
    environment = os.environ | {"DOBON_UNATTENDED_SECONDS": "0"}  # all seats of the game are played by bots
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    try:
        with console.status("starting a server with its own Postgres ..."):
            wait_for(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the server is ready. Raise `TimeoutError`."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            ApiClient(url)("/readyz")
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise TimeoutError("the server did not start; run `dobon serve` to see its messages") from None
            time.sleep(0.1)


def show(api: ApiClient, given: argparse.Namespace, console: Console) -> int:
    """Show a whole game, its review, its ledger and its log."""
    player = api("/v1/players", {"name": "Aoi"})
    api.token = player["token"]
    special = {**ruleset(given.ruleset).demo_options, **option_values(given.ruleset, given.options)}
    pace = FAST_MS if given.fast else PACE_MS
    options = {**at_once(given.ruleset), "bot_delay_ms": pace, **special}
    bots = ["careful", "novice"] * given.seats
    made = api(
        "/v1/games",
        {"ruleset": given.ruleset, "seats": given.seats, "bots": bots[: given.seats - 1], "options": options},
    )
    path = f"/v1/games/{made['id']}"
    api(f"{path}/seats/me", method="DELETE")  # a bot plays on for Aoi, whose cards are still shown
    names = {seat["seat"]: seat["name"] for seat in made["players"]}
    names[0] = "Aoi"
    console.rule(f"{given.ruleset}, {given.seats} bots · game {made['id']}")
    if special:
        console.print("options: " + ", ".join(f"{name} {value}" for name, value in special.items()), style="dim")
    follow(api, path, given, names, console)
    renderer_of(given.ruleset).show_review(api, path, names, given.language, console)
    events = log_of(api, path)
    console.rule("the ledger")
    console.print(ledger(api, path, given, names, [*read_log(events)]))
    console.rule("the log")
    return checked(api, path, made["id"], events, console)


def follow(api: ApiClient, path: str, given: argparse.Namespace, names: dict[int, str], console: Console) -> None:
    """Show each event as it happens, until the game is over."""
    rules, who, renderer = ruleset(given.ruleset), seats_called(names), renderer_of(given.ruleset)
    after, lines, deadline = 0, 0, time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < deadline:
        before = lines
        for raw in api(f"{path}/events?after={after}")["events"]:
            after = raw["version"]
            if raw["type"] in renderer.UNTOLD:
                continue
            lines += 1
            if lines <= MOST_LINES:
                event = read(rules, event_of(raw))
                line = Text(f"{after:4}  ", "dim")
                line.append_text(drawn(rules, event))
                line.append(narrate(rules, event, who)[given.language], "default")
                console.print(line)
            elif lines == MOST_LINES + 1:
                console.print("      … more in the log", style="dim")
        # The hands at that version: the game continues meanwhile.
        view = api(f"{path}/view?at={after}")
        if before < lines <= MOST_LINES and view["round"]:
            console.print(renderer.standing(view, names, given.language))
        if view["status"] == "finished":
            return
        wait(api, f"{path}/view?wait=5", after)
    raise TimeoutError("the game did not end")


def wait(api: ApiClient, path: str, version: int) -> None:
    """Wait until the game has passed the version, or some seconds."""
    try:
        api(path, headers={"If-None-Match": f'"{version}-s0"'})
    except urllib.error.HTTPError as error:
        if error.code != 304:
            raise


def ledger(api: ApiClient, path: str, given: argparse.Namespace, names: dict[int, str], events: list[Event]) -> Table:
    """Return the result of each round, and the totals after it."""
    who = seats_called(names)
    said = {
        event.version: narrate(ruleset(given.ruleset), event, who)[given.language]
        for event in events
        if event.type == "round-ended"
    }
    dealt = [event.public for event in events if event.type == "round-dealt"]
    dealers = {public.round: names[public.dealer] for public in dealt if "dealer" in public}
    return ledger_of(api(f"{path}/rounds")["rounds"], dealers, said, names)


def log_of(api: ApiClient, path: str) -> list[LoggedEvent]:
    """Return the log as every client may read it."""
    events, after = list[LoggedEvent](), 0
    while raw := api(f"{path}/events?after={after}&limit=200")["events"]:
        events += [event_of(event) for event in raw]
        after = events[-1].version
    return events


def checked(api: ApiClient, path: str, game: str, events: list[LoggedEvent], console: Console) -> int:
    """Verify the log with the rules alone. Return the exit code of the conclusion."""
    head = api(path)["head"]
    report = verify(export(game, events[0], head, events), head)
    for kind, number in sorted(report.checked.items()):
        console.print(f"  {number:5} {kind} checked")
    for problem in report.problems:
        console.print(f"  [red]INVALID at version {problem.version}: {problem.what}[/red]")
    console.print(f"[{'red' if report.problems else 'green'}]{CONCLUSIONS[report.conclusion]}[/]")
    console.print(
        f"To repeat this from the database: dobon export {game} -o game.jsonl && dobon verify game.jsonl", style="dim"
    )
    return EXIT[report.conclusion]
