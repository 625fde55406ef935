"""Pages for people: the description of the API, and one for each problem. They need nothing from elsewhere."""

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Flask, Response, render_template

from api.openapi.spec import to_yaml
from api.problems import PROBLEMS, Problem

SECURITY = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
}


def attach(app: Flask, describe: Callable[[], dict[str, Any]]) -> None:
    """Serve them; `describe` makes the OpenAPI document, which takes a moment and is put off until somebody asks."""
    described = cache(describe)
    text = cache(lambda: to_yaml(described()))

    @app.get("/openapi.yaml")
    def openapi() -> Response:
        return Response(text(), mimetype="application/yaml")

    @app.get("/docs")
    def docs() -> Response:
        return Response(render_template("docs.html", api=described()), headers=SECURITY, mimetype="text/html")

    @app.get("/problems/<code>")
    def problem(code: str) -> Response:
        if code not in PROBLEMS:
            raise Problem("no-such-problem", "All codes stand in /docs.")
        page = render_template("problem.html", code=code, kind=PROBLEMS[code])
        return Response(page, headers=SECURITY, mimetype="text/html")
