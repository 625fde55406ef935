"""The application of a worker process. Connections and threads are created here, after the process has started."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from flask import Flask

from api.app import create_app
from api.auth.authentication import METRICS_OPEN
from api.dependencies import dependencies
from api.middleware.rate_limit import RateLimiter
from api.operations.webhooks import LOCAL_WEBHOOKS
from api.streaming.gauges import process_gauges
from infra.accounts.account_cache import AccountCache
from infra.commands.scheduler import Scheduler
from infra.commands.service import GameService
from infra.commands.slow_bots import SlowBots
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.retry import Unavailable
from infra.projections.runner import ProjectionRunner
from infra.settings import LOCAL, Settings


@contextmanager
def running_app(settings: Settings) -> Iterator[Flask]:
    """Yield the application with schedulers of its own, which are stopped afterwards.

    Each database of games has one, so that a dead one does not delay the games of the others.
    """
    with open_pool(settings) as pool:
        slow_bots = SlowBots()
        games = GameService(
            pool,
            games_per_account=settings.games_per_account,
            unattended_seconds=settings.unattended_seconds,
            slow_bots=slow_bots,
        )
        app = create_configured_app(settings, pool, games)
        make_first_key(app)
        schedulers = [
            Scheduler(games, ProjectionRunner(pool, database), only=database) for database in pool.games.each()
        ]
        for scheduler in schedulers:
            scheduler.start()
        yield app
        for scheduler in schedulers:
            scheduler.stop()
        slow_bots.stop()
        process_gauges(app).stop()
        dependencies(app).accounts.close()


def make_first_key(app: Flask) -> None:
    """Make the key that signs receipts, unless the database has one. If it does not answer, the first receipt does."""
    with suppress(Unavailable):
        dependencies(app).receipt_keys.signer()


def create_configured_app(settings: Settings, pool: AccountsPool, games: GameService) -> Flask:
    """Return the application with these settings."""
    app = create_app(
        pool,
        games,
        settings.origins,
        limiter=RateLimiter(settings.rates),
        accounts=AccountCache(pool),
        passkey_domain=settings.passkey_domain,
        android_apps=settings.android_apps,
        apple_apps=settings.apple_apps,
    )
    app.config[METRICS_OPEN] = settings.metrics == "open"
    app.config[LOCAL_WEBHOOKS] = settings.webhooks == LOCAL
    process_gauges(app).start()
    return app
