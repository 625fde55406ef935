"""What a worker process serves. Everything that holds a connection or a thread is made here, after the process has begun."""

import logging

from flask import Flask

from api.app import create_app
from api.services import NAME
from api.stopping import end_with_the_parent, when_told_to_stop
from api.streams import STREAM_URL
from infra.clock import Clock
from infra.database import open_pool
from infra.projections.work import Work
from infra.settings import Settings
from infra.table import Tables


def application() -> Flask:
    """The application with a clock of its own, as the environment says."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
    end_with_the_parent()
    settings = Settings.from_environment()
    pool = open_pool(settings)
    tables = Tables(pool)
    app = create_app(pool, tables, settings.origins)
    app.config[STREAM_URL] = settings.stream_url
    clock = Clock(tables, Work(pool))
    clock.start()
    when_told_to_stop(app.extensions[NAME].tail.close, clock.stop)
    return app
