"""The shell blocks of the README and of the tour of the API, run line by line against a server."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from api.app import create_app
from domain.analysis.round_analysis import round_decisions
from infra.analyser.worker import AnalysisWorker
from infra.commands.scheduler import Scheduler
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.settings import Settings
from tests.conftest import clone
from tests.threaded_server import serve

ROOT = Path(__file__).parent.parent
ADDRESS = "http://127.0.0.1:8000"
MISSING = [name for name in ("bash", "curl", "jq") if shutil.which(name) is None]
GAMES = 40
"""Games of three seats until each side has moved first: all by one side once in ten million runs."""


@pytest.fixture(scope="module")
def settings(request: pytest.FixtureRequest) -> Settings:
    if MISSING:
        assert "CI" not in os.environ, f"the blocks need {', '.join(MISSING)}"
        pytest.skip(f"the blocks need {', '.join(MISSING)}")
    return clone(request.config, "_readme")


@pytest.fixture(scope="module")
def url(settings: Settings) -> Iterator[str]:
    """The address of a server in real time, with a scheduler that moves the bots, and an analyser of few decisions."""
    with open_pool(settings) as pool:
        games = GameService(pool)
        app = create_app(pool, games)
        scheduler = Scheduler(games)
        stopping = Event()
        analyser = Thread(target=analyse, args=(AnalysisWorker(pool, stopping.is_set), stopping))
        with serve(app) as url, pytest.MonkeyPatch.context() as patch:
            patch.setattr("infra.analyser.worker.round_decisions", first_decisions)
            scheduler.start()
            analyser.start()
            yield url
            stopping.set()
            analyser.join()
            scheduler.stop()


def first_decisions(*arguments: Any) -> list[Any]:
    return round_decisions(*arguments)[:2]


def analyse(worker: AnalysisWorker, stopping: Event) -> None:
    while not stopping.wait(0.1):
        worker.step()


def blocks(*pages: str) -> str:
    """Return the shell blocks of some pages as one script."""
    return "\n".join(
        block
        for page in pages
        for block in re.findall(r"^```sh\n(.*?)^```$", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    )


def run(script: str, url: str, place: Path, settings: Settings) -> subprocess.CompletedProcess[str]:
    assert ADDRESS in script
    program = place / ".venv" / "bin" / "dobon"
    if not program.exists():
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m api.cli "$@"\n')
        program.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DOBON_", "PG"))} | {
        "PYTHONPATH": str(ROOT),
        "DOBON_DATABASE_URL": str(settings.database_url),
        "DOBON_OWNER_DATABASE_URL": str(settings.owner_database_url),
    }
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace(ADDRESS, url)],
        env=environment, cwd=place, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_every_line_works_even_when_a_bot_moves_first(page: str, url: str, tmp_path: Path, settings: Settings) -> None:
    script = blocks(page)
    bot_first = set()
    for _ in range(GAMES):
        done = run(script, url, tmp_path, settings)
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        assert done.stderr == ""
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
        mine = next(version for version, _, last in rows if not isinstance(last, str))  # the answer to the action
        dealt = next(version for version, kind, _ in rows if kind == "round-dealt")
        bot_first.add(mine > dealt + 1)
        if bot_first == {True, False}:
            return
    raise AssertionError(f"after {GAMES} games only this was seen: a bot moved first: {bot_first}")


def test_a_refused_request_prints_its_reason(url: str, tmp_path: Path, settings: Settings) -> None:
    done = run(blocks("README.md").replace('"seats": 3', '"seats": 9'), url, tmp_path, settings)
    assert done.returncode != 0
    assert "2 to 8 seats" in done.stderr


@pytest.mark.slow
def test_the_tour_plays_a_game_to_its_end_and_verifies_it(url: str, tmp_path: Path, settings: Settings) -> None:
    done = run(blocks("README.md", "docs/api-tour.md"), url, tmp_path, settings)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert "null" not in done.stdout.splitlines()
    assert "The log is whole and true." in done.stdout
    assert "receipts: 1 of 1 agree with the log" in done.stdout
    listed = (tmp_path / "game.jsonl").read_text()
    assert '"type":"game-ended"' in listed
    game = json.loads(listed.splitlines()[0])["game"]
    exported = run(f"# {ADDRESS}\n.venv/bin/dobon export {game}", url, tmp_path, settings)
    assert exported.stdout == listed
