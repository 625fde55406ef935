"""Is it up, and can it work?"""

from functools import cache

from flask import Response

from api.dependencies import dependencies
from api.http.responses import json_response
from api.problems import Problem
from api.resources.operation import Blueprint
from api.schemas.monitoring import Health, Readiness
from api.streaming.gauges import process_gauges
from infra.observability import metrics
from infra.postgres import migrate, readiness

newest = cache(migrate.newest)
health = Blueprint("health", __name__, description="For operators of the server.")


@health.operation("GET", "/healthz", Health, access="open")
def get_health() -> Response:
    """The process answers."""
    return json_response({"status": "ok"})


@health.operation("GET", "/readyz", Readiness, access="open")
def get_readiness() -> Response:
    """The database answers, and has the tables of this version."""
    revision = readiness.revision(dependencies().pool)
    if revision != newest():
        raise Problem("unavailable", "The database has not been migrated to this version.", {"Retry-After": "5"})
    return json_response({"status": "ready", "migration": revision})


METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


prometheus = Blueprint("metrics", __name__, description="For operators of the server.")
BLUEPRINTS = (health, prometheus)
"""In the order of the description."""


@prometheus.operation("GET", "/metrics", None, access="local", gives_text=METRICS_TYPE)
def get_metrics() -> Response:
    """Figures in Prometheus' text format: for programs on the same machine, for admins, and where `DOBON_METRICS=open` for everybody.

    They are of the whole server. Yet on a quiet one the number of refusals says that somebody has just tried something, which is not for
    those who sit opposite.
    """
    process_gauges().sample()
    return Response(metrics.exposition(dependencies().database_metrics), content_type=METRICS_TYPE)
