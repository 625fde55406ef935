"""Metrics of the running program for Prometheus.

A metric counts for the whole server: cards, names, tokens, texts and ids are never labels, and every label has a fixed
set of values in the source. `dobon serve` makes its processes write into one directory (`PROMETHEUS_MULTIPROC_DIR`, set
before this module is imported), so each of them can report the sum. A single process keeps its metrics in memory.
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
"""The environment variable that prometheus_client reads."""

LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the latency buckets, in seconds."""

REGISTRY = CollectorRegistry()

REQUESTS = Counter(
    "dobon_requests",
    "Requests answered, by route template and status",
    ["method", "route", "status"],
    registry=REGISTRY,
)
REQUEST_SECONDS = Histogram(
    "dobon_request_seconds",
    "Time from a request to its response",
    ["route"],
    buckets=LATENCY_BUCKETS,
    registry=REGISTRY,
)
REFUSALS = Counter("dobon_refusals", "Requests refused, by code", ["code"], registry=REGISTRY)
RATE_LIMITED = Counter("dobon_limited", "Requests over a rate limit", ["allowance"], registry=REGISTRY)
COMMAND_SECONDS = Histogram(
    "dobon_command_seconds",
    "Time from a command to its commit or refusal; `tick` is the scheduler's work on games that were due",
    ["command"],
    buckets=LATENCY_BUCKETS,
    registry=REGISTRY,
)
EVENTS = Counter("dobon_events", "Events appended to logs", registry=REGISTRY)
CONFLICTS = Counter(
    "dobon_append_conflicts",
    "Appends that failed because the game had changed; their commands were judged again",
    registry=REGISTRY,
)
CUT_CONNECTIONS = Counter(
    "dobon_cut_connections", "Connections closed because the database did not answer in time", registry=REGISTRY
)
CLOCK_JUMP = Gauge(
    "dobon_clock_jump_seconds",
    "Size of a jump of the system's clock that has not been adopted; 0 if there is none",
    multiprocess_mode="livemax",
    registry=REGISTRY,
)
CLOCK_JUMPS = Gauge(
    "dobon_clock_jumps",
    "Jumps of the system's clock that the running processes have seen",
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
POOL = Gauge(
    "dobon_pool_connections",
    "Database connections of all processes: open, idle, and requests waiting for one",
    ["state"],
    multiprocess_mode="livesum",
    registry=REGISTRY,
)
WAITERS = Gauge(
    "dobon_waiters", "Requests that wait for a game to change", multiprocess_mode="livesum", registry=REGISTRY
)
STREAMS = Gauge("dobon_streams", "Open event streams", multiprocess_mode="livesum", registry=REGISTRY)


@contextmanager
def time_command(command: str) -> Iterator[None]:
    """Count a command and measure its duration, also if it fails."""
    began = perf_counter()
    try:
        yield
    finally:
        COMMAND_SECONDS.labels(command).observe(perf_counter() - began)


def exposition(*more: Collector) -> bytes:
    """Return the metrics of all processes and of further collectors in the Prometheus text format."""
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
    """Remove the gauges of killed processes, because their connections and streams are closed. Their counters stay."""
    if os.name == "nt":
        return  # on Windows `os.kill` with signal 0 would end the process
    for file in directory.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            with suppress(FileNotFoundError):  # another process has removed it
                mark_process_dead(pid, str(directory))  # type: ignore[no-untyped-call]
        except PermissionError:
            pass  # it is alive and belongs to another account
