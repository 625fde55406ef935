"""Is it up, and can it work?"""

from functools import cache

from flask import Response

from api.dependencies import services
from api.problems import Problem
from api.resources.operation import Blueprint, answer
from api.schemas.audit import Health, Readiness
from infra.postgres import migrate, readiness

newest = cache(migrate.newest)
health = Blueprint("health", __name__, description="For those who run the server.")


@health.operation("GET", "/healthz", Health, access="open")
def get_health() -> Response:
    """The process answers."""
    return answer({"status": "ok"})


@health.operation("GET", "/readyz", Readiness, access="open")
def get_readiness() -> Response:
    """The database answers, and has the tables of this version."""
    revision = readiness.revision(services().pool)
    if revision != newest():
        raise Problem("unavailable", "The database has not been migrated to this version.", {"Retry-After": "5"})
    return answer({"status": "ready", "migration": revision})
