"""Attacks with receivers that hang, and with requests for analyses. Each returns what it found wrong."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from domain.running.self_play import at_once
from infra import clock
from infra.databases.pool import open_pool
from prove.harness.loopback_server import DOMAIN, PRIVATE
from prove.harness.receivers import BROWSER
from prove.harness.receiving import HANGS, INTERIM, TAKES
from prove.harness.service_games import Stage, Table
from prove.siege.target import Target

MESSAGE_SECONDS = 2.0
"""Limit of the time from the answer to a request until the receiver of another account has the message about it."""

RATIO = 3.0
"""The same in times of the longest one just before the attack, on a busy machine."""

QUIET_SECONDS = 6.0
"""The same on a machine that does other things as well. A receiver that hangs does so for longer."""

MISSING_SECONDS = 20.0
"""Time after which a message has not arrived."""

PAUSE_SECONDS = 0.3
"""Pause between two messages of the other account."""

GAMES_OF_ACCOUNT = 40
"""Games after which another account opens the next ones, because the games of an account have a limit."""

BROWSERS, PUSHED_GAMES = 20, 60
ACCOUNTS, WEBHOOKS = 12, 5
ANALYSES = 20
ANALYSES_AHEAD = 2
"""Analyses of an account that may be computed before the first one of another account begins."""

ANALYSIS_SECONDS = 600.0
"""Time for those. The analyser runs when nothing else does."""

INTERIM_CPU_SECONDS = 1.0
"""Limit of the processor's time for `WEBHOOKS` receivers with endless interim answers."""

Add = Callable[[Target, str, str], None]
"""Adds a receiver with an address to the account of a token."""


def add_browser(target: Target, token: str, url: str) -> None:
    """Add a browser that gets pushes."""
    body = BROWSER | {"endpoint": url, "language": "en"}
    status, answer = target.ask("POST", "/v1/players/me/push-subscriptions", body, token)
    if status != 201:
        raise RuntimeError(f"a browser was not added: {status} {answer}")


def add_webhook(target: Target, token: str, url: str) -> None:
    """Add a webhook."""
    status, answer = target.ask("POST", "/v1/players/me/webhooks", {"url": url}, token)
    if status != 201:
        raise RuntimeError(f"a webhook was not added: {status} {answer}")


def address(target: Target, host: str, end: str) -> str:
    """Return a new address of a receiver that does what the end of the path says."""
    return f"https://{host}.{DOMAIN}:{target.arrivals.port}/{target.unique()}/{end}"


@dataclass(slots=True)
class Reader:
    """Another account whose games begin one after another, with the time that each message about one took."""

    target: Target
    add: Add
    seconds: list[float] = field(default_factory=list)
    missing: int = 0

    def run(self, stopping: threading.Event) -> None:
        """Open games until `stopping` is set, and wait for the message about each."""
        while not stopping.is_set():
            _, token = self.target.player()
            url = address(self.target, "reader", TAKES)
            self.add(self.target, token, url)
            for _ in range(GAMES_OF_ACCOUNT):
                if stopping.wait(PAUSE_SECONDS):
                    return
                self._wait(url, self.target.game(token))

    def _wait(self, url: str, game: str) -> None:
        path = "/" + url.split("/", 3)[3]
        opened = time.monotonic()
        while (arrived := self.target.arrivals.of(path, game)) is None:
            if time.monotonic() > opened + MISSING_SECONDS:
                self.missing += 1
                return
            time.sleep(0.01)
        self.seconds.append(max(0.0, arrived - opened))

    def late(self, base: Sequence[float]) -> Iterator[str]:
        """Yield an error for messages that have not come, or too late."""
        if self.missing:
            yield f"{self.missing} of {self.missing + len(self.seconds)} messages of another account did not arrive"
        least = QUIET_SECONDS if self.target.run.quiet else MESSAGE_SECONDS
        limit = max(least, RATIO * max(base, default=0.0))
        late = [seconds for seconds in self.seconds if seconds > limit]
        if len(late) > len(self.seconds) // 100:
            yield f"{len(late)} of {len(self.seconds)} messages of another account took up to {max(late):.1f} s"


@contextmanager
def reading(target: Target, add: Add) -> Iterator[Reader]:
    """Let another account get messages inside this block."""
    reader, stopping = Reader(target, add), threading.Event()
    thread = threading.Thread(target=reader.run, args=(stopping,), name="reader")
    thread.start()
    try:
        yield reader
    finally:
        stopping.set()
        thread.join()


def others_read(target: Target, add: Add, attack: Callable[[], None]) -> Iterator[str]:
    """Yield an error if messages of another account are late during an attack, through several rounds of retries."""
    with reading(target, add) as alone:
        time.sleep(target.seconds(10, 4))
    with reading(target, add) as reader:
        attack()
        time.sleep(target.seconds(100, 12))
    yield from reader.late(alone.seconds)
    if not reader.seconds:
        yield "no message of another account arrived"
    if not target.arrivals.count(HANGS):
        yield "nothing was sent to the receivers that hang"


def hanging_browsers(target: Target) -> Iterator[str]:
    """Let 20 browsers of one account hang, and open 60 games, each of which has a push for all of them."""

    def attack() -> None:
        _, token = target.player()
        for number in range(BROWSERS):
            add_browser(target, token, address(target, f"browser-{number}", HANGS))
        for _ in range(PUSHED_GAMES):
            target.game(token)

    yield from others_read(target, add_browser, attack)


def hanging_webhooks(target: Target) -> Iterator[str]:
    """Let the webhooks of twelve accounts hang, all at one host. One host may have less than all threads."""

    def attack() -> None:
        tokens = [target.player()[1] for _ in range(ACCOUNTS)]
        for token in tokens:
            for _ in range(WEBHOOKS):
                add_webhook(target, token, address(target, "shared", HANGS))
        for token in tokens * 2:
            target.game(token)

    yield from others_read(target, add_webhook, attack)


def interim_answers(target: Target) -> Iterator[str]:
    """Answer deliveries with interim answers without an end: they must cost next to nothing."""
    seconds = target.seconds(30, 12)
    notifier = target.server.notifier()
    before = sum(notifier.cpu_times()[:2])
    time.sleep(seconds)
    _, token = target.player()
    for number in range(WEBHOOKS):
        add_webhook(target, token, address(target, f"interim-{number}", INTERIM))
    began = sum(notifier.cpu_times()[:2])
    target.game(token)
    time.sleep(seconds)
    used = sum(notifier.cpu_times()[:2]) - began - (began - before)
    if target.arrivals.count(INTERIM) < WEBHOOKS:
        yield f"{target.arrivals.count(INTERIM)} of {WEBHOOKS} deliveries were sent"
    if used > INTERIM_CPU_SECONDS:
        yield f"interim answers cost {used:.1f} s of the processor's time in {seconds:.0f} s"


def errors_of_names(target: Target) -> Iterator[str]:
    """Ask by webhooks which names the network of the server knows: all errors have to read alike."""
    _, token = target.player()
    errors = {}
    for host in (PRIVATE, f"unknown.{DOMAIN}", f"silent.{DOMAIN}"):
        _, made = target.ask("POST", "/v1/players/me/webhooks", {"url": f"https://{host}/"}, token)
        target.ask("POST", f"/v1/players/me/webhooks/{made['id']}/tests", {}, token)
        end = time.monotonic() + MISSING_SECONDS
        while host not in errors and time.monotonic() < end:
            _, listed = target.ask("GET", f"/v1/players/me/webhooks/{made['id']}/deliveries", token=token)
            if error := listed["deliveries"][0]["error"]:
                errors[host] = error
            time.sleep(0.2)
    if len(errors) < 3 or len(set(errors.values())) != 1:
        yield f"the errors are {errors}"


def many_analyses(target: Target) -> Iterator[str]:
    """Request the analyses of 20 rounds. The first one of another account must begin before most of them."""
    with open_pool(target.server.settings) as pool:
        stage = Stage(pool, clock.now())
        (me, token), (other, their_token) = target.player(), target.player()
        mine, theirs = played(stage, me, ANALYSES), played(stage, other, 1)
    paths = [f"/v1/games/{mine}/rounds/{number}/analysis" for number in range(1, ANALYSES + 1)]
    for path in paths:
        target.ask("GET", path, token=token)
    await_first(target, paths[0], token)
    end = time.monotonic() + ANALYSIS_SECONDS
    while time.monotonic() < end:
        status, found = target.ask("GET", f"/v1/games/{theirs}/rounds/1/analysis", token=their_token)
        if status == 200 or (status == 202 and found["total"] is not None):
            break
        complete = [path for path in paths if target.ask("GET", path, token=token)[0] == 200]
        if len(complete) > ANALYSES_AHEAD:
            yield f"{len(complete)} analyses of one account were complete before the first of another account began"
            return
        time.sleep(1.0)
    else:
        yield f"the analysis of another account has not begun after {ANALYSIS_SECONDS:.0f} s"


def await_first(target: Target, path: str, token: str) -> None:
    """Wait until an analysis has begun, so that the next request comes during it."""
    end = time.monotonic() + ANALYSIS_SECONDS
    while time.monotonic() < end:
        status, found = target.ask("GET", path, token=token)
        if status == 200 or found.get("total") is not None:
            return
        time.sleep(1.0)


def played(stage: Stage, account: str, rounds: int) -> str:
    """Return a finished game of an account against a bot, with rounds of a few decisions."""
    options = at_once("dobon-sato") | {"rounds": rounds, "hand_size": 3}
    game = stage.tables.create(account, "dobon-sato", options, 2, ["novice"]).game
    table = Table(stage, game.id, [account])
    while table.game().status != "finished":
        table.move()
    return game.id
