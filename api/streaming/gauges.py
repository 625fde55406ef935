"""Gauges of what a process holds open, shared with all processes of the server."""

from threading import Event, Thread

from flask import Flask, current_app

from api.streaming.hub import UpdateHub
from infra.clock import CLOCK
from infra.observability import metrics
from infra.postgres.pool import Pool

EXTENSION = "dobon.gauges"

SAMPLE_SECONDS = 5.0
"""Interval between two samples."""


class ProcessGauges:
    """Samples what this process holds open, so that every process can report it."""

    def __init__(self, pool: Pool, hub: UpdateHub) -> None:
        """Sample the connections of `pool` and the waiting requests of `hub`."""
        self._pool = pool
        self._hub = hub
        self._stopping = Event()

    def sample(self) -> None:
        """Set the gauges once."""
        found = self._pool.get_stats()
        metrics.POOL.labels("open").set(found.get("pool_size", 0))
        metrics.POOL.labels("idle").set(found.get("pool_available", 0))
        metrics.POOL.labels("waiting").set(found.get("requests_waiting", 0))
        metrics.WAITERS.set(self._hub.waiting)
        metrics.CLOCK_JUMP.set(abs(CLOCK.jump))
        metrics.CLOCK_JUMPS.set(CLOCK.jumps)

    def start(self) -> None:
        """Sample every `SAMPLE_SECONDS` until `stop`."""
        Thread(target=self._run, name="sampler", daemon=True).start()

    def stop(self) -> None:
        """Stop sampling."""
        self._stopping.set()

    def _run(self) -> None:
        while not self._stopping.wait(SAMPLE_SECONDS):
            self.sample()


def process_gauges(app: Flask | None = None) -> ProcessGauges:
    """Return the gauges of an application; by default of the one that handles this request."""
    found = (app or current_app).extensions[EXTENSION]
    assert isinstance(found, ProcessGauges)
    return found
