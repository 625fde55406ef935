"""Lint the description, generate clients, check the players strictly, and play: `python -m clients.strict`."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from clients.generate import OPENAPI

HERE = Path(__file__).parent
GENERATED = HERE / "generated"
TOOLS = GENERATED / "venv"
START_SECONDS = 60
SETTINGS = {"DOBON_RATES": "off", "DOBON_LOG": "quiet"}


def run(*command: str | Path, **environment: str) -> None:
    """Run a program in this directory. Raises `subprocess.CalledProcessError`."""
    print("$", *command, flush=True)
    subprocess.run([*map(str, command)], cwd=HERE, env={**os.environ, **environment}, check=True)


def install() -> None:
    """Install the generators of `package-lock.json` and `requirements.txt`."""
    run("npm", "ci", "--silent", "--no-audit", "--no-fund")
    if not TOOLS.exists():
        venv.create(TOOLS, with_pip=True)
    run(TOOLS / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt")


def lint() -> None:
    """Check the description by two linters, for which a warning is an error."""
    run("npx", "--yes", "@redocly/cli@^2", "lint", "--extends", "recommended-strict", OPENAPI)
    rules = ("--ruleset", "spectral.yaml", "--fail-severity", "hint")
    run("npx", "--yes", "@stoplight/spectral-cli@^6", "lint", *rules, OPENAPI)


def generate() -> None:
    """Generate a client with each generator."""
    run("npx", "openapi-typescript", OPENAPI, "--output", GENERATED / "openapi-typescript" / "openapi.ts")
    run("npx", "openapi-ts", "--input", OPENAPI, "--output", GENERATED / "hey-api", "--silent", "--no-log-file")
    run("npx", "kubb", "generate", "--config", "kubb.config.js", "--logLevel", "silent")
    run("npx", "orval", "--config", "orval.config.cjs")
    run(
        *(TOOLS / "bin" / "openapi-python-client", "generate", "--path", OPENAPI, "--overwrite"),
        *("--config", "openapi-python-client.yaml", "--output-path", GENERATED / "python", "--fail-on-warning"),
    )


def check() -> None:
    """Check the types of the players strictly."""
    run("npx", "tsc")
    run(TOOLS / "bin" / "mypy", "--strict", "play_openapi_python_client.py", MYPYPATH=str(GENERATED / "python"))


def play(url: str) -> None:
    """Let each player play every ruleset to the end."""
    for player in ("openapi-fetch", "hey-api", "kubb", "orval"):
        run("node", f"build/play-{player}.js", url)
    run(TOOLS / "bin" / "python", "play_openapi_python_client.py", url, PYTHONPATH=str(GENERATED / "python"))


@contextmanager
def server() -> Iterator[str]:
    """Start a server without rate limits and with a database of its own; yield its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        Path(data).chmod(0o755)  # PostgreSQL runs as another account if root starts it
        command = [sys.executable, "-m", "api.cli", "serve", "--port", str(port), "--data-dir", data, "--workers", "1"]
        with subprocess.Popen(command, env={**os.environ, **SETTINGS}, stdout=subprocess.DEVNULL) as process:
            try:
                wait_for(f"{url}/readyz")
                yield url
            finally:
                process.terminate()


def wait_for(url: str) -> None:
    """Wait for a response. Raises `OSError` after `START_SECONDS`."""
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with urlopen(url, timeout=5):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def main() -> None:
    """Do all of it."""
    install()
    lint()
    generate()
    check()
    with server() as url:
        play(url)


if __name__ == "__main__":
    main()
