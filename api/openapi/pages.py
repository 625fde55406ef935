"""HTML pages: the description of the API, and a page for each problem. They load nothing from other servers."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, render_template, request

from api.http.responses import ConstantResponse, revalidated
from api.openapi.spec import resolved, to_json, to_yaml
from api.problems import Problem
from api.texts.codes import PROBLEMS

POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
DOCS_POLICY = {name: f"{value}; script-src 'self'; connect-src 'self'" for name, value in POLICY.items()}
"""That of the page that tries requests, with its script."""

SCRIPT = Path(__file__).parents[1] / "templates" / "docs.js"


def docs_page(description: dict[str, Any]) -> str:
    """Return the page that describes the API."""
    return render_template("docs.html", api=description, resolved=partial(resolved, description), problems=PROBLEMS)


def attach(app: Flask, describe: Callable[[], dict[str, Any]]) -> None:
    """Serve the pages. `describe` makes the OpenAPI document, on the first request because it takes a moment."""
    described = cache(describe)
    text = cache(lambda: to_yaml(described()).encode())
    data = cache(lambda: to_json(described()))
    script = cache(SCRIPT.read_bytes)
    page = cache(lambda: docs_page(described()).encode())

    @app.get("/openapi.yaml")
    def openapi() -> Response:
        return revalidated(ConstantResponse(text(), mimetype="application/yaml"), request)

    @app.get("/openapi.json")
    def openapi_json() -> Response:
        return revalidated(ConstantResponse(data(), mimetype="application/json"), request)

    @app.get("/docs")
    def docs() -> Response:
        return revalidated(ConstantResponse(page(), headers=DOCS_POLICY, mimetype="text/html"), request)

    @app.get("/docs.js")
    def docs_script() -> Response:
        return revalidated(ConstantResponse(script(), mimetype="text/javascript"), request)

    @app.get("/redoc")
    def redoc() -> Response:
        return Response(status=308, headers={"Location": "/docs"})

    @app.get("/problems")
    def problems() -> Response:
        page = render_template("problems.html", problems=PROBLEMS)
        return Response(page, headers=POLICY, mimetype="text/html")

    @app.get("/problems/<code>")
    def problem(code: str) -> Response:
        if code not in PROBLEMS:
            raise Problem("no-such-problem", "Unknown problem code: /docs lists all codes.")
        page = render_template("problem.html", code=code, kind=PROBLEMS[code])
        return Response(page, headers=POLICY, mimetype="text/html")
