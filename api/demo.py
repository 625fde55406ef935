"""`dobon demo`: a game of four bots through the REST API, drawn as it goes; then its decisive move, its calls, and the check of its log."""

import argparse
import json
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

from domain.cards import HIDDEN
from domain.chain import export
from domain.events import Event
from domain.rulesets import ruleset
from domain.verify import verify
from domain.words import in_words, seats_called

SIGNS = {"S": ("♠", "bold blue"), "C": ("♣", "bold green"), "H": ("♥", "bold red"), "D": ("♦", "bold yellow")}
PICTURES = {1: "A", 11: "J", 12: "Q", 13: "K"}

START_SECONDS = 60
"""For which a server of its own is waited for."""

PACE_MS, FAST_MS = 400, 10
"""How long the bots take to move."""

LONGEST_SECONDS = 600


class Api:
    """What the demonstration asks of the API, with nothing but the standard library."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.token = ""

    def __call__(
        self, path: str, body: Any = None, method: str | None = None, headers: dict[str, str] | None = None
    ) -> Any:
        """The body of the answer, None for an empty one. Raises `urllib.error.URLError`."""
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
    """Show a game; 0 where its log proved whole and true."""
    given = parser().parse_args(arguments)
    console = Console(highlight=False)
    try:
        with server(given.url, console) as url:
            return show(Api(url), given, console)
    except urllib.error.HTTPError as error:
        console.print(f"[red]{error.url}: {error.code} {error.read().decode(errors='replace')}[/red]")
    except (urllib.error.URLError, TimeoutError) as error:
        console.print(f"[red]The server cannot be reached: {error}[/red]")
    return 1


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    found = argparse.ArgumentParser(
        prog="dobon demo", description="A game of bots through the REST API, and its review."
    )
    found.add_argument("--url", help="a running server (default: one of its own)")
    found.add_argument("--ruleset", default="dobon-sato")
    found.add_argument("--seats", type=int, default=4)
    found.add_argument("--fast", action="store_true", help="bots that hardly think")
    found.add_argument("--language", choices=("en", "ja"), default="en")
    return found


@contextmanager
def server(url: str | None, console: Console) -> Iterator[str]:
    """The server to talk to: the one that was named, or one that runs as long as this."""
    if url is not None:
        yield url.rstrip("/")
        return
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "api.cli", "serve", "--port", str(port), "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with console.status("starting a server with its own Postgres ..."):
            wait_for(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    """Until the server is ready. Raises `TimeoutError`."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            Api(url)("/readyz")
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise TimeoutError("it did not start; try `dobon serve`") from None
            time.sleep(0.1)


def show(api: Api, given: argparse.Namespace, console: Console) -> int:
    """The whole demonstration."""
    player = api("/v1/players", {"name": "Aoi"})
    api.token = player["token"]
    options = {
        "turn_seconds": 0,
        "answer_seconds": 0,
        "claim_grace_seconds": 0,
        "bot_delay_ms": FAST_MS if given.fast else PACE_MS,
    }
    bots = ["careful", "novice"] * given.seats
    made = api(
        "/v1/games",
        {"ruleset": given.ruleset, "seats": given.seats, "bots": bots[: given.seats - 1], "options": options},
    )
    path = f"/v1/games/{made['id']}"
    api(f"{path}/seats/me", method="DELETE")  # a bot plays on for Aoi, whose cards are still shown
    names = {seat["seat"]: f"{seat['name']} {seat['seat']}" for seat in made["players"]}
    names[0] = "Aoi"
    console.rule(f"{given.ruleset}, {given.seats} bots · game {made['id']}")
    follow(api, path, given, names, console)
    claims = api(f"{path}/claims")["claims"]
    console.rule("the decisive move")
    decisive(api, path, claims, names, console)
    console.rule("the calls")
    console.print(table_of(claims, names))
    console.rule("the log")
    return checked(api, path, made["id"], console)


def follow(api: Api, path: str, given: argparse.Namespace, names: dict[int, str], console: Console) -> None:
    """Each event as it comes, until the game is over."""
    rules, who = ruleset(given.ruleset), seats_called(names)
    after, deadline = 0, time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < deadline:
        found = api(f"{path}/events?after={after}")["events"]
        for raw in found:
            after = raw["version"]
            event = Event(raw["type"], raw["public"], raw["sealed"], raw["schema"], after, raw["at"])
            line = Text(f"{after:4}  ", "dim")
            line.append_text(drawn(event))
            line.append(in_words(rules, event, who)[given.language], "default")
            console.print(line)
        # The hands as they were then: the game has gone on meanwhile.
        view = api(f"{path}/view?at={after}")
        if found and view["round"]:
            console.print(hands_of(view, names))
        if view["status"] == "finished":
            return
        wait(api, f"{path}/view?wait=5", after)
    raise TimeoutError("the game did not end")


def wait(api: Api, path: str, version: int) -> None:
    """Until the game has moved on from the version, or some seconds."""
    try:
        api(path, headers={"If-None-Match": f'"{version}-s0"'})
    except urllib.error.HTTPError as error:
        if error.code != 304:
            raise


def drawn(event: Event) -> Text:
    """The cards that fall in an event."""
    codes = event.public["cards"] if event.type == "cards-played" else []
    text = Text()
    for code in codes:
        text.append_text(card(code)).append(" ")
    return text


def card(code: str) -> Text:
    """One card, in its suit's colour."""
    if code == HIDDEN:
        return Text("▒", "dim")
    sign, style = SIGNS[code[0]]
    rank = int(code[1:])
    return Text(f"{sign}{PICTURES.get(rank, rank)}", style)


def hands_of(view: dict[str, Any], names: dict[int, str]) -> Text:
    """What Aoi sees of the hands now, on one line."""
    text = Text("      ")
    text.append_text(card(view["round"]["board"]["top"]["card"])).append(" on top", "dim")
    for seat, hand in enumerate(view["round"]["hands"]):
        text.append(f"  {names[seat]} ", "dim")
        for code in hand:
            text.append_text(card(code))
    return text


def decisive(api: Api, path: str, claims: list[dict[str, Any]], names: dict[int, str], console: Console) -> None:
    """The moment before the first true call of the last round: every hand, every wait, who could have called."""
    rounds = max((claim["round"] for claim in claims if claim["valid"]), default=0)
    first = next((claim for claim in claims if claim["valid"] and claim["round"] == rounds), None)
    if first is None:
        console.print("Nobody called rightly.")
        return
    frame = api(f"{path}/rounds/{first['round']}/review/{first['version'] - 1}")
    could = {seat["seat"]: ", ".join(seat["formulas"]) for seat in frame["could_call"]}
    table = Table("", "hand", "waits", "could call", title=f"version {frame['version']}: {first['card']} is on top")
    for seat, (hand, waits) in enumerate(zip(frame["hands"], frame["waits"], strict=True)):
        shown = Text(" ").join(card(code) for code in hand)
        table.add_row(
            names[seat],
            shown,
            " ".join(f"{wait['number']} ({', '.join(wait['formulas'])})" for wait in waits),
            could.get(seat, ""),
        )
    console.print(table)


def table_of(claims: list[dict[str, Any]], names: dict[int, str]) -> Table:
    """Every call of the game."""
    table = Table("version", "who", "call", "on", "hand", "formulas", "verdict")
    for claim in claims:
        hand = Text(" ").join(card(code) for code in claim["hand"])
        verdict = Text("true", "green") if claim["valid"] else Text("false", "red")
        table.add_row(
            str(claim["version"]),
            names[claim["seat"]],
            claim["kind"],
            card(claim["card"]),
            hand,
            ", ".join(claim["formulas"]),
            verdict,
        )
    return table


def checked(api: Api, path: str, game: str, console: Console) -> int:
    """Fetch the log as anybody may, and verify it with the rules alone."""
    events, after = [], 0
    while raw := api(f"{path}/events?after={after}&limit=200")["events"]:
        events += [Event(**event) for event in raw]
        after = events[-1].version
    head = api(path)["head"]
    report = verify(export(game, events[0], head, events), head)
    for kind, number in sorted(report.checked.items()):
        console.print(f"  {number:5} {kind} checked")
    for problem in report.problems:
        console.print(f"  [red]WRONG at version {problem.version}: {problem.what}[/red]")
    console.print(
        "[green]The log is whole and true.[/green]" if report.ok else "[red]The log is NOT whole and true.[/red]"
    )
    console.print(
        f"Again, from the database: dobon export {game} -o game.jsonl && dobon verify game.jsonl", style="dim"
    )
    return 0 if report.ok else 1
