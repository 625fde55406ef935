"""What a process holds open, told to all processes of the server."""

from threading import Event, Thread

from flask import Flask, current_app

from api.streaming.hub import UpdateHub
from infra.observability import metrics
from infra.postgres.pool import Pool

EXTENSION = "dobon.gauges"

SAMPLE_SECONDS = 5.0
"""Between two looks of a process at what it holds open."""


class ProcessGauges:
    """Writes down what this process holds open, now and then, so that the other processes can tell it too."""

    def __init__(self, pool: Pool, hub: UpdateHub) -> None:
        """`tail` has those who wait for games."""
        self._pool = pool
        self._hub = hub
        self._stopping = Event()

    def sample(self) -> None:
        """Look once."""
        found = self._pool.get_stats()
        metrics.POOL.labels("open").set(found.get("pool_size", 0))
        metrics.POOL.labels("idle").set(found.get("pool_available", 0))
        metrics.POOL.labels("waiting").set(found.get("requests_waiting", 0))
        metrics.WAITERS.set(self._hub.waiting)

    def start(self) -> None:
        """Look every few seconds, until `stop`."""
        Thread(target=self._run, name="sampler", daemon=True).start()

    def stop(self) -> None:
        """End."""
        self._stopping.set()

    def _run(self) -> None:
        while not self._stopping.wait(SAMPLE_SECONDS):
            self.sample()


def process_gauges(app: Flask | None = None) -> ProcessGauges:
    """Return the gauges of an application; by default of the one that handles this request."""
    found = (app or current_app).extensions[EXTENSION]
    assert isinstance(found, ProcessGauges)
    return found
