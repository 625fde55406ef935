"""What a worker process serves. Everything that holds a connection or a thread is made here, after the process has begun."""

from typing import cast

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.app import create_app
from api.auth.authentication import METRICS_OPEN
from api.dependencies import NAME, Dependencies
from api.http.stream_address import STREAM_URL
from api.middleware.rate_limit import RateLimiter
from api.server.shutdown import exit_with_parent, on_shutdown
from api.streaming.subscriptions import MAX_STREAMS
from infra.commands.scheduler import Scheduler
from infra.commands.service import GameService
from infra.observability import structured_logging
from infra.postgres.pool import Pool, open_pool
from infra.projections.runner import ProjectionRunner
from infra.settings import Settings


def application() -> Flask:
    """The application with a clock of its own, as the environment says."""
    settings = Settings.from_environment()
    structured_logging.configure(settings.log)
    exit_with_parent()
    pool = open_pool(settings)
    tables = GameService(pool)
    app = configured(settings, pool, tables)
    app.config[STREAM_URL] = settings.stream_url
    clock = Scheduler(tables, ProjectionRunner(pool))
    clock.start()
    known = cast("Dependencies", app.extensions[NAME])
    on_shutdown(known.tail.close, known.sampler.stop, clock.stop)
    return app


def configured(settings: Settings, pool: Pool, tables: GameService, streams: int = MAX_STREAMS) -> Flask:
    """The application as the settings want it in every process that serves, with at most so many `streams` open."""
    app = create_app(pool, tables, settings.origins, streams, RateLimiter(settings.rates))
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    app.config[METRICS_OPEN] = settings.metrics == "open"
    cast("Dependencies", app.extensions[NAME]).sampler.start()
    return app
