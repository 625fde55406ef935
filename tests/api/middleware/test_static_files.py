"""The web client's files as the server serves them, and the paths that it refuses."""

import json
import re
from pathlib import Path
from shutil import copytree

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.middleware import static_files
from api.middleware.rate_limit import RateLimiter
from api.texts import messages
from prove.harness.application import House
from prove.harness.description import ROOT
from tests.api.conftest import refused

PAGE = '<!doctype html>\n<title>ドボン</title>\n<script type="module" src="/static/VERSION/lobby.js"></script>\n'
FILES = {
    "index.html": PAGE,
    "table.html": PAGE,
    "lobby.js": "export const one = 1;\n",
    "text/table.ja.js": "export default {};\n",
    "css/base.css": "body { margin: 0 }\n",
    "icon.svg": "<svg/>\n",
    "service-worker.js": 'const FOLDER = "/static/VERSION/";\nconst NAMES = ["NAMES"];\n',
    "README.md": "for people who read the source\n",
    "secret": "no kind\n",
    ".hidden.js": "hidden\n",
    "v1/players.js": "in the way\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A web client of a few files, with another file next to its folder."""
    beside = tmp_path_factory.mktemp("client")
    folder = beside / "web"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    (beside / "outside.js").write_text("outside\n")
    (folder / "link.js").symlink_to(beside / "outside.js")
    return folder


@pytest.fixture(scope="module")
def app(only_house: House, folder: Path) -> Flask:
    """A server that serves this folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_files.attach, "__defaults__", (folder,))
        return create_app(only_house.pool, only_house.tables)


def get(app: Flask, path: str, **kwargs: object) -> TestResponse:
    return app.test_client().get(path, **kwargs)


def version_of(app: Flask) -> str:
    """Return the version that the page names."""
    found = re.search(r'src="/static/([0-9a-f]{16})/lobby.js"', get(app, "/").text)
    assert found
    return found[1]


@pytest.mark.parametrize("path", ["/", "/table.html", "/table.html?game=x"])
def test_a_page_names_the_files_of_its_version(app: Flask, path: str) -> None:
    response = get(app, path)
    assert response.status_code == 200
    assert response.text == PAGE.replace("VERSION", version_of(app))
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("lobby.js", "text/javascript; charset=utf-8"),
        ("text/table.ja.js", "text/javascript; charset=utf-8"),
        ("css/base.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml; charset=utf-8"),
    ],
)
def test_each_file_of_the_version_is_kept_for_a_year(app: Flask, name: str, kind: str) -> None:
    response = get(app, f"/static/{version_of(app)}/{name}")
    assert (response.status_code, response.text) == (200, FILES[name])
    assert response.headers["Content-Type"] == kind
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_page_of_another_version_gets_files_that_it_must_not_keep(app: Flask) -> None:
    response = get(app, "/static/0123456789abcdef/lobby.js")
    assert (response.status_code, response.text) == (200, FILES["lobby.js"])
    assert response.headers["Cache-Control"] == "no-store"
    refused(get(app, "/static/0123456789abcdef/nowhere.js"), 404, "not-found")


def test_every_change_of_a_file_changes_the_version(folder: Path, tmp_path: Path) -> None:
    folder = copytree(folder, tmp_path / "web", symlinks=True)
    versions = {static_files.ClientFiles(folder).version}
    for name in ("lobby.js", "css/base.css", "text/table.ja.js", "index.html"):
        (folder / name).write_text("changed")
        versions.add(static_files.ClientFiles(folder).version)
    (folder / "lobby.js").rename(folder / "lobby2.js")
    versions.add(static_files.ClientFiles(folder).version)
    assert len(versions) == 6
    assert static_files.ClientFiles(folder).version in versions


def test_the_service_worker_names_its_version_and_every_file(app: Flask) -> None:
    response = get(app, "/service-worker.js")
    folder, names = re.findall(r"= (.+);", response.text)
    assert json.loads(folder) == f"/static/{version_of(app)}/"
    assert json.loads(names) == sorted({*FILES, *messages.modules()} - {"README.md", "secret", ".hidden.js"})
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    again = get(app, "/service-worker.js", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_the_service_worker_loads_from_this_server_only(app: Flask) -> None:
    policy = get(app, "/service-worker.js").headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; script-src 'self'; connect-src 'self'"


def test_a_page_makes_one_kind_of_trusted_address(app: Flask) -> None:
    assert "trusted-types service-worker" in get(app, "/").headers["Content-Security-Policy"].split("; ")


@pytest.mark.parametrize(
    "path",
    [
        "/README.md",
        "/secret",
        "/lobby.js",
        "/css/base.css",
        "/nowhere.html",
        "/css",
        "/css/",
        "/static/",
        "/static/VERSION/",
        "/static/VERSION/README.md",
        "/static/VERSION/secret",
        "/static/VERSION/.hidden.js",
        "/static/VERSION/link.js",
        "/static/VERSION/nowhere.js",
        "/static/VERSION/css",
        "/static/VERSION/css/nowhere.css",
        "/static/VERSION/../outside.js",
        "/static/VERSION/%2e%2e/outside.js",
        "/static/VERSION/css/../../outside.js",
        "/static/VERSION/..%2foutside.js",
        "/static/VERSION/css%2f..%2f..%2foutside.js",
        "/static/VERSION/..%5coutside.js",
        "/static/VERSION/lobby.js/",
        "/static/VERSION/lobby.js%00",
        "/static/VERSION/lobby.js%00.js",
        "/static/VERSION/lobby.js%0a",
        "/../outside.js",
        "/%2e%2e/outside.js",
        "/%2fetc/x.js",
        "/INDEX.HTML",
        pytest.param("/static/VERSION/" + "a" * 5000 + ".js", id="a-long-name"),
        pytest.param("/static/VERSION/" + "a/" * 2000 + "b.js", id="a-deep-name"),
    ],
)
def test_other_paths_are_not_served(app: Flask, path: str) -> None:
    response = get(app, path.replace("VERSION", version_of(app)))
    refused(response, 404, "not-found")
    assert response.headers["Cache-Control"] == "no-store"


def test_a_page_may_run_scripts_of_the_client_only(app: Flask) -> None:
    rules = dict(part.split(" ", 1) for part in get(app, "/").headers["Content-Security-Policy"].split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["require-trusted-types-for"] == "'script'"
    assert not any("unsafe" in value or "*" in value or "data:" in value for value in rules.values())


def test_a_page_sends_no_referrer(app: Flask) -> None:
    assert get(app, "/table.html").headers["Referrer-Policy"] == "no-referrer"


def test_an_unchanged_page_or_file_is_a_304(app: Flask) -> None:
    for path in ("/", f"/static/{version_of(app)}/lobby.js"):
        first = get(app, path)
        again = get(app, path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/v1/players.js", "/v1/games.html", "/v1/lobby.js"])
def test_files_never_hide_routes_of_the_api(app: Flask, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        refused(app.test_client().open(path, method=method), 404, "not-found")


def test_the_api_answers_the_same_with_and_without_the_client(app: Flask, house: House) -> None:
    assert get(app, "/docs").text == house.nobody.get("/docs").text
    assert get(app, "/openapi.yaml").mimetype == "application/yaml"
    assert get(app, "/problems/too-late").mimetype == "text/html"
    assert get(app, "/healthz").status_code == 200
    assert get(app, "/v1/players/me").headers["Cache-Control"] == "no-store"


def test_files_accept_only_get_and_head(app: Flask) -> None:
    for method in ("POST", "PUT", "DELETE"):
        response = app.test_client().open("/table.html", method=method)
        refused(response, 405, "method-not-allowed")
    head = app.test_client().head("/table.html")
    assert (head.status_code, head.data) == (200, b"")


def test_files_do_not_count_against_the_rate_limit(house: House, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files.attach, "__defaults__", (folder,))
    app = create_app(house.pool, house.tables, limiter=RateLimiter("address=1/day"))
    elsewhere = {"environ_base": {"REMOTE_ADDR": "203.0.113.7"}}
    for path in ("/", "/service-worker.js", f"/static/{version_of(app)}/lobby.js"):
        assert [get(app, path, **elsewhere).status_code for _ in range(5)] == [200] * 5
    assert [get(app, "/v1/players/me", **elsewhere).status_code for _ in range(2)] == [401, 429]


def test_the_client_is_part_of_the_package() -> None:
    lines = (ROOT / "pyproject.toml").read_text()
    assert '"web/**/*"' in lines
    assert static_files.WEB == ROOT / "api" / "web"


@pytest.mark.parametrize(
    ("url", "alone"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost", True),
        ("http://192.0.2.7:8000", False),
        ("http://play.example", False),
        ("https://play.example", True),
    ],
)
def test_the_opener_policy_is_sent_to_secure_origins_only(house: House, url: str, alone: bool) -> None:
    found = house.app.test_client().get("/", base_url=url)
    assert ("Cross-Origin-Opener-Policy" in found.headers) == alone
