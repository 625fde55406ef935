"""Proof `siege`: attacks on `dobon serve` as it starts by default, while other clients play.

No request of another client may fail, and 99 % of them have to be answered within a second. Each attack also checks the
limit that ends it, after that limit is due.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from prove.harness.database import directory
from prove.harness.server import running_server
from prove.report import Row, Run
from prove.siege.attacks import ATTACKS, Attack, Target
from prove.siege.bystanders import SECONDS, Crowd, percentile, playing

BYSTANDERS = 6

LEAST_REQUESTS = 50
"""Minimum number of requests of the bystanders during an attack of full length."""

SETTLE_SECONDS = 1.0
"""Pause between two attacks, so that each is judged by its own requests."""


def prove(run: Run) -> Iterator[Row]:
    """Yield a row for each attack: the requests of other clients during it, and what went wrong."""
    with directory() as place, running_server(place, default_limits=True) as server:
        target = Target(server, run, Random(f"{run.seed}-siege"))
        with playing(server.port, BYSTANDERS, run.seed) as crowd, watched(run, crowd):
            for attack in ATTACKS:
                yield attack_row(run, target, crowd, attack)
                time.sleep(SETTLE_SECONDS)


def attack_row(run: Run, target: Target, crowd: Crowd, attack: Attack) -> Row:
    """Return the row of one attack."""
    began = time.monotonic()
    failures = list(attack.run(target))
    ended = time.monotonic()
    found = crowd.between(began, ended)
    failures += [one.error for one in found if one.error]
    slowest = percentile([one.seconds for one in found], 0.99)
    if slowest > SECONDS and not run.quiet:
        failures.append(f"99 % of the requests took up to {slowest:.2f} s")
    note = f"{ended - began:.0f} s; median {1000 * percentile([one.seconds for one in found], 0.5):.0f} ms, 99 % {1000 * slowest:.0f} ms"
    return Row(attack.what, len(found), failures, note, run.count(LEAST_REQUESTS))


@contextmanager
def watched(run: Run, crowd: Crowd) -> Iterator[None]:
    """Report the progress of the bystanders inside this block, so that the watchdog sees that the server answers."""
    ended = threading.Event()

    def report() -> None:
        while not ended.wait(1.0):
            answered = sum(len(person.observed) for person in crowd.people)
            run.report_progress("requests of the bystanders", answered, answered + 1)

    thread = threading.Thread(target=report, name="progress")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
