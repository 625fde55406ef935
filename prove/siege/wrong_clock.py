"""The attack of a wrong clock: it is set back while games are played. Returns what it found wrong."""

import time
from collections.abc import Iterator

import psycopg

from infra.postgres.urls import owner_url
from prove.siege.target import LATE_SECONDS, Target

BACK_SECONDS = 120
"""By how much the clock is set back."""

HUNG_SECONDS = 20.0
"""Seconds without a report after which the parent kills a worker."""

TRUSTED_SECONDS = 61.0
"""Seconds after which a process trusts its own time more than a jump."""


def clock_set_back(target: Target) -> Iterator[str]:
    """Set the system's clock back while games are played, and forward again."""
    time.sleep(max(0.0, TRUSTED_SECONDS - (time.monotonic() - target.began)))
    before = {worker.pid for worker in target.server.workers()}
    target.clock.set(-BACK_SECONDS)
    time.sleep(HUNG_SECONDS + LATE_SECONDS)
    target.clock.set(0)
    time.sleep(target.seconds(10, 2))
    if before != {worker.pid for worker in target.server.workers()}:
        yield "workers were replaced"
    with psycopg.connect(owner_url(target.server.settings)) as conn:
        ahead, early = conn.execute(_AHEAD).fetchone() or (0, 0)
    if ahead or early:
        yield f"{ahead} games are ahead of the time, and {early} were created in the future"


_AHEAD = """
SELECT count(*) FILTER (WHERE clock_offset_ms <> 0),
    count(*) FILTER (WHERE created_at::timestamptz > now() + interval '2 s') FROM dobon.games"""
