"""Figures for Prometheus."""

from flask import Response

from api.dependencies import services
from api.resources.operation import Blueprint
from infra.observability import metrics

TEXT = "text/plain; version=0.0.4; charset=utf-8"

prometheus = Blueprint("metrics", __name__, description="For those who run the server.")


@prometheus.operation("GET", "/metrics", None, access="local", gives_text=TEXT)
def get_metrics() -> Response:
    """Figures in Prometheus' text format: for programs on the same machine, for admins, and where `DOBON_METRICS=open` for everybody.

    They are of the whole server. Yet on a quiet one the number of refusals says that somebody has just tried something, which is not for
    those who sit opposite.
    """
    known = services()
    known.sampler.sample()
    return Response(metrics.exposition(known.figures), content_type=TEXT)
