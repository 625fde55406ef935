"""Proof `siege`: attacks on `dobon serve` as it starts by default, while other clients play.

No request of another client may fail, and 99 % of them have to be answered within three times as long as just before
and after the attack; an attack that misses this alone is tried once more. Each attack also checks the limit that ends
it, after that limit is due.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import psycopg

from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.postgres.urls import cluster, owner_url
from infra.settings import Settings
from prove.harness import loopback_server
from prove.harness.certificates import write_certificate
from prove.harness.damage import damaged_page, page_of_one_game, path_of
from prove.harness.database import directory
from prove.harness.loopback_server import CERTIFICATE, DOMAIN
from prove.harness.receiving import receiving
from prove.harness.server import running_server
from prove.harness.service_games import Stage
from prove.harness.shifted_clock import ShiftedClock
from prove.report import Row, Run
from prove.siege.attacks import ATTACKS, Attack
from prove.siege.bystanders import Crowd, percentile, playing, slow
from prove.siege.target import Target

BYSTANDERS = 6

LEAST_REQUESTS = 50
"""Minimum number of requests of the bystanders during an attack of full length."""

BASE_SECONDS = 10.0
"""Time before and after each attack in which the bystanders are alone: the base."""

SETTLE_SECONDS = 1.0
"""Pause after an attack, so that each is judged by its own requests."""


def prove(run: Run) -> Iterator[Row]:
    """Yield a row for each attack: the requests of other clients during it, and what went wrong."""
    with (
        directory() as place,
        damaged_game(Settings(data_dir=place)) as damaged,
        receiving(certificate := write_certificate(place / "receivers.pem", f"*.{DOMAIN}")) as arrivals,
        running_server(
            place,
            default_limits=True,
            program=loopback_server.__name__,
            environment={CERTIFICATE: str(certificate)} | (clock := ShiftedClock(place / "clock")).environment,
        ) as server,
    ):
        target = Target(server, run, Random(f"{run.seed}-siege"), damaged, arrivals, clock)
        with playing(server.port, BYSTANDERS, run.seed) as crowd, watched(run, crowd):
            for attack in (one for one in ATTACKS if run.row in one.what):
                row, late = attack_row(run, target, crowd, attack)
                if late and not row.failures:
                    # The machine may have done other work; what an attack causes, it causes again.
                    row, late = attack_row(run, target, crowd, attack, f"second try ({late[0]}); ")
                row.failures += late
                yield row


@contextmanager
def damaged_game(settings: Settings) -> Iterator[str]:
    """Yield the id of a game with a damaged page of events."""
    prepare(settings)
    server = cluster(settings)
    with open_pool(settings) as pool:
        games = [Stage(pool).open_long().id for _ in range(3)]
    with psycopg.connect(owner_url(settings)) as conn:
        page, path = page_of_one_game(conn, games[1]), path_of(server, conn, "dobon.events")
    with damaged_page(server, path, page):
        yield games[1]


def attack_row(run: Run, target: Target, crowd: Crowd, attack: Attack, note: str = "") -> tuple[Row, list[str]]:
    """Return the row of one attack, and apart from its failures what took too long."""
    alone = target.seconds(BASE_SECONDS, 0.0)
    time.sleep(alone)
    began = time.monotonic()
    failures = list(attack.run(target))
    ended = time.monotonic()
    time.sleep(SETTLE_SECONDS + alone)
    found = crowd.between(began, ended)
    base = crowd.between(began - alone, began) + crowd.between(ended + SETTLE_SECONDS, time.monotonic())
    failures += [one.error for one in (*found, *base) if one.error]
    late = [] if run.quiet else [*slow(found, base)]
    times = " ms, 99 % ".join(f"{1000 * percentile(found, part):.0f}" for part in (0.5, 0.99))
    note += f"{ended - began:.0f} s; median {times} ms (alone {1000 * percentile(base, 0.99):.0f} ms)"
    return Row(attack.what, len(found), failures, note, run.count(LEAST_REQUESTS)), late


@contextmanager
def watched(run: Run, crowd: Crowd) -> Iterator[None]:
    """Report the progress of the bystanders inside this block, so that the watchdog sees that the server answers."""
    ended = threading.Event()

    def report() -> None:
        while not ended.wait(1.0):
            answered = len(crowd.observed)
            run.report_progress("requests of the bystanders", answered, answered + 1)

    thread = threading.Thread(target=report, name="progress")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
