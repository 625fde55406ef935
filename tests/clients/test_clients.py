"""The clients of `clients/` and the core that the web client takes from them.

Their own tests run as their developers run them, against `dobon serve`.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
import yaml
from authlib.integrations.requests_client import OAuth2Session

from clients import generate
from infra.settings import Settings
from tests.api.server.serving import Server
from tests.conftest import clone

TYPESCRIPT, PYTHON = generate.TYPESCRIPT, generate.PYTHON
RULESETS = 6

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def settings(request: pytest.FixtureRequest) -> Settings:
    return clone(request.config, "_clients")


@pytest.fixture(scope="module")
def url(settings: Settings) -> Iterator[str]:
    """The address of a server without rate limits and without pauses in games of bots."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    server = Server.start(
        settings.data_dir,
        port,
        workers=1,
        DOBON_DATABASE_URL=settings.database_url or "",
        DOBON_OWNER_DATABASE_URL=settings.owner_database_url or "",
        DOBON_RATES="off",
        DOBON_UNATTENDED_SECONDS="0",
    )
    server.call("GET", "/readyz")
    yield f"http://127.0.0.1:{server.port}"
    server.close()


@pytest.fixture(scope="module")
def node() -> str:
    """The path of Node.js, with the packages of `package-lock.json`, after the types are generated."""
    path = shutil.which("node")
    missing = None if path else "Node.js 20.3 or newer"
    if path and not generate.INSTALLED.exists():
        missing = "the packages of clients/typescript/package-lock.json (make node)"
    if missing:
        # In CI, the tests must not be skipped silently.
        assert "CI" not in os.environ, f"the TypeScript client needs {missing}"
        pytest.skip(f"the TypeScript client needs {missing}")
    assert path is not None
    generate.write({generate.TYPESCRIPT_TYPES: generate.typescript_types()})
    return path


@pytest.fixture(scope="module")
def python() -> str:
    """The path of Python, after the rest of the Python client is generated."""
    generate.write_python()
    return sys.executable


def run(place: Path, url: str, *command: str) -> str:
    """Run a program that must succeed; return its output."""
    environment = {**os.environ, "DOBON_URL": url, "PYTHONPATH": str(PYTHON / "src")}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def assert_current(files: generate.Files) -> None:
    """Assert that generated files are committed as they would be generated now."""
    stale = [str(path.relative_to(generate.ROOT)) for path, text in files.items() if path.read_text() != text]
    assert not stale, f"run make clients: {stale}"


def test_the_clients_know_the_operations_with_idempotency_keys() -> None:
    assert_current(generate.keyed_files())


def test_every_list_in_pages_continues_as_the_clients_expect() -> None:
    """By a cursor, or by a number: `after` a version, and `from` a frame elsewhere. A page has one list."""
    description = yaml.safe_load(generate.OPENAPI.read_text())
    pages = 0
    for path, operations in description["paths"].items():
        found = operations.get("get", {}).get("responses", {}).get("200", {}).get("content", {}).get("application/json")
        properties = generate.resolve(description, found["schema"]).get("properties", {}) if found else {}
        if "next" not in properties:
            continue
        pages += 1
        assert [one.get("type") for one in properties.values()].count("array") == 1, path
        names = {generate.resolve(description, one)["name"] for one in operations["get"]["parameters"]}
        by_number = "integer" in properties["next"]["type"]
        assert ("after" if path.endswith("/events") else "from") in names if by_number else "cursor" in names, path
    assert pages > 10


def test_the_web_client_has_the_current_core_of_the_typescript_client(node: str) -> None:
    files = generate.web_files()
    assert_current(files)
    assert {path for path in generate.WEB.rglob("*") if path.is_file()} == {*files}


def test_the_python_client_and_its_example_work(python: str, url: str) -> None:
    # Its own configuration applies, and no plugin that other tests of this repository need.
    run(
        PYTHON,
        url,
        python,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:randomly",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
    )
    assert "bad-seat-count" in run(PYTHON, url, python, str(write_blocks(PYTHON, "python", url)))
    assert_plays_every_ruleset(run(PYTHON, url, python, "examples/play.py", url))


def test_the_typescript_client_and_its_example_work(node: str, url: str) -> None:
    readme = write_blocks(TYPESCRIPT, "ts", url)
    for project in ("src", "test"):
        run(TYPESCRIPT, url, node, "node_modules/typescript/bin/tsc", "--project", project)
    run(TYPESCRIPT, url, node, "--test", "--test-concurrency=4", "--test-timeout=120000", "build/test/")
    assert "bad-seat-count" in run(TYPESCRIPT, url, node, f"build/{readme.with_suffix('.js')}")
    assert_plays_every_ruleset(run(TYPESCRIPT, url, node, "build/examples/play.js", url))


def test_an_app_gets_permission_by_a_library_of_others(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
    back = "http://127.0.0.1:49152/back"
    found = httpx.get(f"{url}/.well-known/oauth-authorization-server").json()
    with OAuth2Session(
        "my-app",
        redirect_uri=back,
        scope="games:read",
        code_challenge_method="S256",
        token_endpoint_auth_method="none",
        revocation_endpoint_auth_method="none",
    ) as app:
        secret = "s" * 64
        asked, state = app.create_authorization_url(found["authorization_endpoint"], code_verifier=secret)
        # The page that is opened does this when the player allows it.
        player = httpx.post(f"{url}/v1/players", json={"name": "Aoi"}).json()["token"]
        decision = {**dict(parse_qsl(urlsplit(asked).query)), "allow": True}
        sent = httpx.post(f"{url}/v1/authorization", json=decision, headers={"Authorization": f"Bearer {player}"})
        app.fetch_token(
            found["token_endpoint"], authorization_response=sent.json()["redirect"], state=state, code_verifier=secret
        )
        assert app.get(f"{url}/v1/games").status_code == 200
        assert app.post(f"{url}/v1/games", json={"ruleset": "durak", "seats": 2}).json()["scope"] == "games:play"
        ended = app.revoke_token(found["revocation_endpoint"], app.token["access_token"])
        assert (ended.status_code, ended.text) == (200, "")
        assert app.get(f"{url}/v1/games").status_code == 401


def test_a_checkout_packs_the_typescript_client_without_its_packages(node: str, tmp_path: Path) -> None:
    copy = tmp_path / "clients" / "typescript"
    shutil.copytree(TYPESCRIPT, copy, ignore=shutil.ignore_patterns("node_modules", "build", "dist", "openapi.ts"))
    shutil.copy(generate.OPENAPI, tmp_path)
    npm = str(Path(node).with_name("npm"))
    packed = run(copy, "", npm, "pack", "--json", "--silent", "--prefer-offline")
    files = {one["path"] for one in json.loads(packed)[0]["files"]}
    assert {"dist/index.js", "dist/index.d.ts", "dist/openapi.d.ts", "dist/verify/index.js"} <= files
    assert {"LICENSE", "README.md", "package.json"} <= files
    needed = json.loads((TYPESCRIPT / "package.json").read_text())
    for package in ("typescript", "openapi-typescript"):
        assert f"={package}@{needed['devDependencies'][package]} " in needed["scripts"]["prepack"]


def test_the_python_package_generates_its_types_by_the_version_that_is_tested() -> None:
    tested = tomllib.loads((generate.ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["dev"]
    building = tomllib.loads((PYTHON / "pyproject.toml").read_text())["build-system"]["requires"]
    assert {one for one in tested if one.startswith("datamodel-code-generator")} <= {*building}


def write_blocks(place: Path, language: str, url: str) -> Path:
    """Write the blocks of a README as one program; return its path within `place`."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", (place / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) > 3
    program = Path("build") / f"readme.{'ts' if language == 'ts' else 'py'}"
    (place / "build").mkdir(exist_ok=True)
    (place / program).write_text("\n".join(blocks).replace("http://127.0.0.1:8000", url))
    return program


def assert_plays_every_ruleset(output: str) -> None:
    """Assert that an example has finished a game of each ruleset."""
    assert output.count(" finished ") == RULESETS, output


@pytest.mark.parametrize("example", [TYPESCRIPT / "examples" / "play.ts", PYTHON / "examples" / "play.py"])
def test_an_example_has_at_most_100_lines(example: Path) -> None:
    assert len(example.read_text().splitlines()) <= 100
