"""The application factory: operations, error handlers, middleware and pages."""

from collections.abc import Callable, Collection
from typing import Any

import orjson
from flask import Flask, Response
from flask.json.provider import JSONProvider

from api import dependencies, problems
from api.auth import relying_party
from api.auth.relying_party import RelyingParty
from api.dependencies import Dependencies
from api.http import converters, error_handlers
from api.middleware import (
    compression,
    cors,
    native_apps,
    public_log,
    rate_limit,
    request_log,
    security_headers,
    static_files,
)
from api.middleware.rate_limit import RateLimiter
from api.openapi import pages, spec
from api.operations import BLUEPRINTS
from api.operations.outgoing import MESSAGES
from api.streaming import gauges, hub
from api.streaming.gauges import ProcessGauges
from api.streaming.hub import UpdateHub
from api.streaming.subscriptions import MAX_STREAMS
from infra.accounts.account_cache import AccountCache
from infra.accounts.name_cache import PlayerNames
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from infra.event_store.receipt_keys import ReceiptKeys
from infra.queries.database_metrics import DatabaseCollector
from infra.queries.reviews import Reviews
from infra.settings import AndroidApp
from infra.streams.account_updates import AccountUpdates
from infra.streams.source import GameUpdates


class Application(Flask):
    """An application whose functions are all synchronous."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as it is. Flask would ask of each hook and view in each request whether it is one."""
        return func


class Json(JSONProvider):
    """JSON by orjson, which is several times faster and keeps the order of keys."""

    def dumps(self, obj: Any, **_: Any) -> str:
        """Return the JSON text of a value."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        """Return the value of JSON text. Request bodies are read by `api.http.request_body` instead."""
        return orjson.loads(s)


def create_app(
    pool: AccountsPool,
    games: GameService,
    origins: Collection[str] = (),
    streams: int = MAX_STREAMS,
    limiter: RateLimiter | None = None,
    accounts: AccountCache | None = None,
    passkey_domain: str | None = None,
    android_apps: Collection[AndroidApp] = (),
    apple_apps: Collection[str] = (),
) -> Flask:
    """Return the application on a database, with at most `streams` open streams.

    Pages of `origins` (such as `https://play.example`) may use the API, or all pages if there are none. Without a `limiter` there are no rate limits,
    without `accounts` every token is looked up, and without a `passkey_domain` only `localhost` has passkeys.
    Android and Apple find there which of their apps may use them.
    """
    app, api = assemble()
    names = PlayerNames(pool)
    updates = UpdateHub(
        GameUpdates(pool, games),
        AccountUpdates(pool, games.now),
        streams=streams,
        time_of=games.time_of,
        names=names.seats_of,
        now=games.now,
    )
    games.commit_listeners.append(lambda game_id, version, _: updates.notify(game_id, version))
    app.extensions |= {
        dependencies.EXTENSION: Dependencies(
            pool,
            games,
            DatabaseCollector(pool, games.now),
            accounts or AccountCache(pool, fresh_seconds=0),
            ReceiptKeys(pool, games.now),
            names,
            Reviews(pool, games, names),
        ),
        hub.EXTENSION: updates,
        gauges.EXTENSION: ProcessGauges(pool, updates),
    }
    if passkey_domain is not None:
        app.extensions[relying_party.EXTENSION] = RelyingParty.of(passkey_domain, origins, android_apps)
    app.extensions[problems.CLOCK] = games.now
    if limiter is not None:
        rate_limit.attach(app, limiter)
    cors.attach(app, origins)
    pages.attach(app, lambda: spec.document(api))
    native_apps.attach(app, android_apps, apple_apps)
    public_log.attach(app)
    static_files.attach(app)
    return app


def assemble() -> tuple[Flask, spec.Api]:
    """Return the operations and their description, without a database."""
    app = Application("api", static_folder=None)
    app.json = Json(app)
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    request_log.attach(app)
    compression.attach(app)
    security_headers.attach(app)
    converters.attach(app)
    error_handlers.attach(app)
    api = spec.attach(app)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    spec.add_messages(api, MESSAGES)
    app.after_request(forbid_caching)
    return app, api


def describe() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return spec.document(assemble()[1])


def forbid_caching(response: Response) -> Response:
    """Forbid caches to keep what one player may see, unless the operation itself says how long its answer holds."""
    if "Cache-Control" not in response.headers or response.status_code >= 400:
        response.headers["Cache-Control"] = "no-store"
    return response
