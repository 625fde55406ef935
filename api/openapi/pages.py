"""HTML pages: the description of the API, and a page for each problem. They load nothing from other servers."""

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Flask, Response, render_template

from api.openapi.spec import to_yaml
from api.problems import PROBLEMS, Problem

POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}


def attach(app: Flask, describe: Callable[[], dict[str, Any]]) -> None:
    """Serve the pages. `describe` makes the OpenAPI document, on the first request because it takes a moment."""
    described = cache(describe)
    text = cache(lambda: to_yaml(described()))

    @app.get("/openapi.yaml")
    def openapi() -> Response:
        return Response(text(), mimetype="application/yaml")

    @app.get("/docs")
    def docs() -> Response:
        return Response(render_template("docs.html", api=described()), headers=POLICY, mimetype="text/html")

    @app.get("/problems/<code>")
    def problem(code: str) -> Response:
        if code not in PROBLEMS:
            raise Problem("no-such-problem", "Unknown problem code: /docs lists all codes.")
        page = render_template("problem.html", code=code, kind=PROBLEMS[code])
        return Response(page, headers=POLICY, mimetype="text/html")
