"""What a worker process serves. Everything that holds a connection or a thread is made here, after the process has begun."""

from typing import cast

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.app import create_app
from api.auth.authentication import METRICS_OPEN
from api.dependencies import NAME, Services
from api.middleware.rate_limit import Rates
from api.server.shutdown import end_with_the_parent, when_told_to_stop
from api.streaming.sse import STREAM_URL
from api.streaming.subscriptions import MOST
from infra.commands.scheduler import Clock
from infra.commands.service import Tables
from infra.observability import structured_logging
from infra.postgres.bootstrap import Pool, open_pool
from infra.projections.runner import Work
from infra.settings import Settings


def application() -> Flask:
    """The application with a clock of its own, as the environment says."""
    settings = Settings.from_environment()
    structured_logging.configure(settings.log)
    end_with_the_parent()
    pool = open_pool(settings)
    tables = Tables(pool)
    app = configured(settings, pool, tables)
    app.config[STREAM_URL] = settings.stream_url
    clock = Clock(tables, Work(pool))
    clock.start()
    known = cast("Services", app.extensions[NAME])
    when_told_to_stop(known.tail.close, known.sampler.stop, clock.stop)
    return app


def configured(settings: Settings, pool: Pool, tables: Tables, streams: int = MOST) -> Flask:
    """The application as the settings want it in every process that serves, with at most so many `streams` open."""
    app = create_app(pool, tables, settings.origins, streams, Rates(settings.rates))
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    app.config[METRICS_OPEN] = settings.metrics == "open"
    cast("Services", app.extensions[NAME]).sampler.start()
    return app
