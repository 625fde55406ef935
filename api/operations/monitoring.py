"""Health, readiness and metrics of the server."""

from functools import cache

from flask import Response

from api.dependencies import dependencies
from api.http.error_handlers import DISK_FULL
from api.http.responses import json_response
from api.operations.operation import Blueprint
from api.problems import Problem
from api.representations import fields as f
from api.streaming.gauges import process_gauges
from infra.databases import readiness
from infra.observability import metrics
from infra.postgres import migrate
from infra.postgres.disk import DISK


class Health(f.Answer):
    """The process answers."""

    status = f.chosen("ok", required=True)


class Readiness(f.Answer):
    """The server is ready for requests."""

    status = f.chosen("ready", required=True)
    migration = f.text("0001", required=True)


newest = cache(migrate.newest)


METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


health = Blueprint("health", __name__, description="For operators of the server.")


@health.operation("GET", "/healthz", Health, access="open", counted=False)
def get_health() -> Response:
    """Check that the process answers.

    The database is not asked.
    """
    return json_response({"status": "ok"})


@health.operation("GET", "/readyz", Readiness, access="open", counted=False)
def get_readiness() -> Response:
    """Check that the database answers, has the tables of this version, and can store data.

    A load balancer can send requests to this process while the answer is 200.
    """
    if DISK.is_full():
        raise Problem("unavailable", DISK_FULL, {"Retry-After": "30"})
    revision = readiness.revision(dependencies().pool)
    if revision != newest():
        raise Problem(
            "unavailable", "The database lacks the tables of this version: run `dobon migrate`.", {"Retry-After": "5"}
        )
    return json_response({"status": "ready", "migration": revision})


prometheus = Blueprint("metrics", __name__, description="For operators of the server.")


BLUEPRINTS = (health, prometheus)
"""In the order of the description."""


@prometheus.operation("GET", "/metrics", None, access="local", counted=False, gives_text=METRICS_TYPE)
def get_metrics() -> Response:
    """Return metrics in Prometheus' text format.

    Open to programs on the same machine and to admins, and with `DOBON_METRICS=open` to every client. The metrics cover
    the whole server. Yet on a quiet server a count of refusals reveals that a player has just tried an action, which
    opponents must not learn.
    """
    process_gauges().sample()
    return Response(metrics.exposition(dependencies().database_metrics), content_type=METRICS_TYPE)
