"""What a worker process serves. Everything that holds a connection or a thread is made here, after the process has begun."""

import multiprocessing
import os
import signal
import socket
from collections.abc import Callable
from threading import Thread

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.app import create_app
from api.identity import METRICS_OPEN
from api.rates import Rates
from api.services import NAME, Services
from infra import logs
from infra.clock import Clock
from infra.database import open_pool
from infra.projections.folds import Projector
from infra.settings import Settings
from infra.table import Tables


def application() -> Flask:
    """The application with a clock of its own, as the environment says."""
    settings = Settings.from_environment()
    logs.configure(settings.log)
    end_with_the_parent()
    pool = open_pool(settings)
    tables = Tables(pool)
    app = create_app(pool, tables, settings.origins, Rates(settings.rates))
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    app.config[METRICS_OPEN] = settings.metrics == "open"
    clock = Clock(tables, Projector(pool))
    clock.start()
    known: Services = app.extensions[NAME]
    known.sampler.start()
    when_told_to_stop(known.tail.close, known.sampler.stop, clock.stop)
    return app


def when_told_to_stop(*close: Callable[[], None]) -> None:
    """Call these when a signal comes: nobody is to wait for a game while the server waits for them.

    The handlers of the signals are granian's, and set after this; a wakeup descriptor hears of a signal beside its handler.
    """
    heard, told = socket.socketpair()
    told.setblocking(False)  # noqa: FBT003 - socket's own
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)

    def wait(_open: socket.socket) -> None:
        heard.recv(1)
        for each in close:
            each()

    Thread(target=wait, args=[told], name="signals", daemon=True).start()


def end_with_the_parent() -> None:
    """A worker whose parent was killed would keep the port from the next server, and nobody could stop it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, name="parent", daemon=True).start()
