"""What is counted while the program runs, for Prometheus.

A measure holds numbers of the whole server: no card, name, token, text or id is ever a label, and every label comes from a set that is closed in the
source. `dobon serve` lets its processes write into one directory (`PROMETHEUS_MULTIPROC_DIR`, set before this module is imported), so
that any of them can tell what all of them counted; a process by itself keeps them in memory.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that prometheus_client looks at."""

LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the latencies' buckets."""

REGISTRY = CollectorRegistry()

REQUESTS = Counter(
    "dobon_requests",
    "Requests answered, by route template and status",
    ["method", "route", "status"],
    registry=REGISTRY,
)
REQUEST_SECONDS = Histogram(
    "dobon_request_seconds", "From the request to its answer", ["route"], buckets=LATENCY_BUCKETS, registry=REGISTRY
)
REFUSALS = Counter("dobon_refusals", "Requests refused, by code", ["code"], registry=REGISTRY)
LIMITED = Counter("dobon_limited", "Requests over an allowance", ["allowance"], registry=REGISTRY)
COMMAND_SECONDS = Histogram(
    "dobon_command_seconds",
    "From a command to its commit or refusal; `tick` is the clock's work on the games that were due",
    ["command"],
    buckets=LATENCY_BUCKETS,
    registry=REGISTRY,
)
EVENTS = Counter("dobon_events", "Events appended to logs", registry=REGISTRY)
CONFLICTS = Counter(
    "dobon_append_conflicts", "Appends that found the game moved on, and were judged again", registry=REGISTRY
)
CUT_CONNECTIONS = Counter(
    "dobon_cut_connections", "Connections cut because the database did not answer in time", registry=REGISTRY
)
POOL = Gauge(
    "dobon_pool_connections",
    "Database connections of all processes: open, of which idle; and requests that wait for one",
    ["state"],
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
WAITERS = Gauge(
    "dobon_waiters", "Requests that wait for a game to move", multiprocess_mode="livesum", registry=REGISTRY
)
STREAMS = Gauge("dobon_streams", "Open event streams", multiprocess_mode="livesum", registry=REGISTRY)


@contextmanager
def time_command(command: str) -> Iterator[None]:
    """Count what is done in here, and how long it takes, however it ends."""
    began = perf_counter()
    try:
        yield
    finally:
        COMMAND_SECONDS.labels(command).observe(perf_counter() - began)


def exposition(*more: Collector) -> bytes:
    """Everything that was counted, by all processes of this server, with what further collectors say, in Prometheus' text format."""
    registry = CollectorRegistry()
    directory = os.environ.get(DIRECTORY)
    if directory is None:
        registry.register(REGISTRY)
    else:
        _remove_dead_processes(Path(directory))
        MultiProcessCollector(registry, directory)  # type: ignore[no-untyped-call]
    for collector in more:
        registry.register(collector)
    return generate_latest(registry)


def _remove_dead_processes(directory: Path) -> None:
    """Open connections and streams of a process that was killed are not open any more. Its counters stay."""
    if os.name == "nt":
        return  # there is no asking after a process there without ending it
    for file in directory.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            with suppress(FileNotFoundError):  # another process was faster
                mark_process_dead(pid, str(directory))  # type: ignore[no-untyped-call]
        except PermissionError:
            pass  # it lives, and is another account's
