"""Pages for people: the description of the API, and one for each problem. They need nothing from elsewhere."""

from typing import Any

from flask import Flask, Response, render_template

from api.openapi import to_yaml
from api.problems import PROBLEMS, Problem

SECURITY = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
}


def attach(app: Flask, description: dict[str, Any]) -> None:
    """Serve them; `description` is the OpenAPI document."""
    text = to_yaml(description)

    @app.get("/openapi.yaml")
    def openapi() -> Response:
        return Response(text, mimetype="application/yaml")

    @app.get("/docs")
    def docs() -> Response:
        return Response(render_template("docs.html", api=description), headers=SECURITY, mimetype="text/html")

    @app.get("/problems/<code>")
    def problem(code: str) -> Response:
        if code not in PROBLEMS:
            raise Problem("no-such-problem", "All codes stand in /docs.")
        page = render_template("problem.html", code=code, kind=PROBLEMS[code])
        return Response(page, headers=SECURITY, mimetype="text/html")
