"""The application: operations, errors and pages put together."""

from collections.abc import Collection
from typing import Any

import orjson
from flask import Flask, Response
from flask.json.provider import JSONProvider

from api import answers, cors, metering, openapi, pages, paths
from api import rates as allowances
from api.actions import actions
from api.acts import admin_acts
from api.admin import admin
from api.comments import comments
from api.events import events
from api.following import MOST
from api.games import games
from api.health import health
from api.leaderboard import leaderboard
from api.ledger import ledger
from api.live import Tail
from api.metrics import metrics
from api.names import Names
from api.players import players
from api.rates import Rates
from api.reviews import reviews
from api.rulesets import rulesets
from api.sampler import Sampler
from api.services import NAME, Services
from api.shares import shares
from api.stamps import stamps
from api.views import views
from infra.database import Pool
from infra.figures import DatabaseFigures
from infra.table import Tables
from infra.tail import Source

BLUEPRINTS = (
    players,
    rulesets,
    games,
    views,
    actions,
    events,
    stamps,
    ledger,
    reviews,
    comments,
    shares,
    leaderboard,
    admin,
    admin_acts,
    health,
    metrics,
)
"""In the order of the description."""


class Json(JSONProvider):
    """orjson, which is several times faster and keeps the order of keys."""

    def dumps(self, obj: Any, **_: Any) -> str:
        """JSON text of a value."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        """The value of JSON text. Requests are read by `api.bodies` instead."""
        return orjson.loads(s)


def create_app(
    pool: Pool,
    tables: Tables,
    origins: Collection[str] = (),
    streams: int = MOST,
    rates: Rates | None = None,
) -> Flask:
    """The application on a database, with at most so many `streams` open.

    `origins` are those whose pages may use the API (`https://play.example`); without `rates` nobody is limited.
    """
    app, api = assemble()
    tail = Tail(Source(pool, tables), streams=streams)
    tables.listeners.append(lambda game_id, version, _: tail.moved(game_id, version))
    sampler = Sampler(pool, tail)
    app.extensions[NAME] = Services(pool, tables, tail, Names(pool), sampler, DatabaseFigures(pool, tables.now))
    if rates is not None:
        allowances.attach(app, rates)
    cors.attach(app, origins)
    pages.attach(app, lambda: openapi.document(api))
    return app


def assemble() -> tuple[Flask, openapi.Api]:
    """The operations and their description, on nothing."""
    app = Flask("api", static_folder=None)
    app.json = Json(app)
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    metering.attach(app)
    paths.attach(app)
    answers.attach(app)
    api = openapi.attach(app)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.after_request(never_stored)
    return app, api


def describe() -> dict[str, Any]:
    """The OpenAPI document."""
    return openapi.document(assemble()[1])


def never_stored(response: Response) -> Response:
    """No cache on the way keeps what one player may see."""
    response.headers["Cache-Control"] = "no-store"
    return response
