"""What each route declares about its requests. The server and the middleware read it before the operation runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from flask import Flask
from werkzeug.exceptions import HTTPException

from api.problems import Problem
from infra.accounts.accounts import Account

View = TypeVar("View", bound=Callable[..., Any])

ATTRIBUTE = "declared_route"
"""The attribute of a view function that holds its `Route`."""


@dataclass(frozen=True, slots=True)
class Route:
    """The declaration of a route."""

    reads_body: bool = False
    "Whether its operation reads a body. No other body is read."
    refusal: Callable[[Account | None], Problem | None] | None = None
    "Returns the reason to refuse the account of a token; None if no token is needed."
    counted: bool = True
    "Whether its requests count for the address of the client."
    allowances: tuple[str, ...] = ()
    "What each request uses up besides the allowances of its address and account."
    allowance_of: Callable[[Any], str] | None = None
    "Returns the allowance of the account that a request with this body uses up; None for `account`."
    scope: str = ""
    "What a token needs (`api.auth.scopes`)."


UNDECLARED = Route()
"""Of pages, and of requests without a route."""


class Match(NamedTuple):
    """The route of a request, and the values in its path."""

    route: Route
    values: Mapping[str, Any]


class Routes:
    """The routes of an application, found without running it."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._paths = app.url_map.bind("localhost")

    def match(self, path: str, method: str) -> Match:
        """Return the route of a request; `UNDECLARED` if there is none."""
        try:
            endpoint, values = self._paths.match(path, method)
        except HTTPException:
            return Match(UNDECLARED, {})
        return Match(route_of(self._app, endpoint), values)


def declared(route: Route) -> Callable[[View], View]:
    """Return a decorator for a view function with this declaration."""

    def decorate(view: View) -> View:
        setattr(view, ATTRIBUTE, route)
        return view

    return decorate


def route_of(app: Flask, endpoint: str | None) -> Route:
    """Return what the route of an endpoint declares; `UNDECLARED` for None."""
    found = getattr(app.view_functions.get(endpoint or ""), ATTRIBUTE, UNDECLARED)
    assert isinstance(found, Route)
    return found
