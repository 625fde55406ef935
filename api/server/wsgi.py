"""The application of a worker process. Connections and threads are created here, after the process has started."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.app import create_app
from api.auth.authentication import METRICS_OPEN
from api.http.stream_address import STREAM_URL
from api.middleware.rate_limit import RateLimiter
from api.server.shutdown import exit_with_parent, on_shutdown
from api.streaming.gauges import process_gauges
from api.streaming.hub import update_hub
from api.streaming.subscriptions import MAX_STREAMS
from infra.commands.scheduler import Scheduler
from infra.commands.service import GameService
from infra.observability import structured_logging
from infra.postgres.pool import Pool, open_pool
from infra.projections.runner import ProjectionRunner
from infra.settings import Settings


def application() -> Flask:
    """Return the application with its own scheduler, configured by the environment."""
    settings = Settings.from_environment()
    structured_logging.configure(settings.log)
    exit_with_parent()
    pool = open_pool(settings)
    games = GameService(pool, games_per_account=settings.games_per_account)
    app = create_configured_app(settings, pool, games)
    app.config[STREAM_URL] = settings.stream_url
    scheduler = Scheduler(games, ProjectionRunner(pool))
    scheduler.start()
    on_shutdown(update_hub(app).close, process_gauges(app).stop, scheduler.stop)
    return app


def create_configured_app(settings: Settings, pool: Pool, games: GameService, streams: int = MAX_STREAMS) -> Flask:
    """Return the application with these settings, in any serving process, with at most `streams` open streams."""
    app = create_app(pool, games, settings.origins, streams, RateLimiter(settings.rates))
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    app.config[METRICS_OPEN] = settings.metrics == "open"
    process_gauges(app).start()
    return app
