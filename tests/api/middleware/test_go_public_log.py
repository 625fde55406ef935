"""The public log is checked by Go's packages `note` and `tlog`, which know nothing of this project."""

import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from domain.game.receipts import read_jwk
from domain.transparency import checkpoint as checkpoints
from domain.transparency import tiles
from domain.transparency.notes import ED25519, NoteKey
from infra.databases.pool import open_pool
from prove.harness.application import open_house
from tests.api.middleware.test_public_log import enter
from tests.conftest import clone

PROGRAM = Path(__file__).with_name("check_public_log.go")
PACKAGES = Path("/usr/share/gocode")
"""Where Debian puts the sources of Go's packages."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled program."""
    if shutil.which("go") is None or not (PACKAGES / "src/golang.org/x/mod/sumdb/tlog").is_dir():
        reason = "Go and its package x/mod are needed: apt install golang-go golang-golang-x-mod-dev"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    folder = tmp_path_factory.mktemp("go")
    environment = {**os.environ, "GO111MODULE": "off", "GOPATH": str(PACKAGES), "GOCACHE": str(folder / "cache")}
    subprocess.run(["go", "build", "-o", folder / "check", PROGRAM], env=environment, check=True, timeout=300)
    return folder / "check"


@pytest.fixture(scope="module")
def mirror(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A mirror of a public log that has grown once, and the key of the log as Go writes it."""
    folder = tmp_path_factory.mktemp("mirror")
    with open_pool(clone(request.config, "_go_public_log")) as pool, open_house(pool) as house:
        house.finished()
        enter(house)
        old = house.nobody.get("/log/checkpoint").text
        for _ in range(GAMES):
            house.table()
        enter(house)
        note = house.nobody.get("/log/checkpoint").text
        (folder / "old").write_text(old)
        (folder / "checkpoint").write_text(note)
        state = checkpoints.read(note)
        for tile in tiles.tiles_of(state.size):
            file = folder / "tile" / tile.name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(house.nobody.get(f"/log/tile/{tile.name}").data)
        public = read_jwk(house.nobody.get("/v1/keys").json["keys"][0]).public
        key = NoteKey(state.origin, public)
        yield folder, f"{key.name}+{key.id.hex()}+{b64encode(ED25519 + public).decode()}"


GAMES = 140
"""Each has two entries, so that the tree has a full tile and another one above it."""


def run(program: Path, folder: Path, key: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, folder, key], check=False, capture_output=True, text=True, timeout=60)


def test_go_checks_every_entry_and_the_extension(program: Path, mirror: tuple[Path, str]) -> None:
    found = run(program, *mirror)
    assert found.returncode == 0, found.stderr
    assert int(found.stdout) == checkpoints.read((mirror[0] / "checkpoint").read_text()).size > 256


def changed(mirror: tuple[Path, str], to: Path, changes: Mapping[str, bytes]) -> Path:
    """Return a copy of the mirror in which some bytes are replaced in files by others of the same length."""
    shutil.copytree(mirror[0], to, dirs_exist_ok=True)
    for name, old in changes.items():
        file = to / name
        data = file.read_bytes()
        assert old in data
        file.write_bytes(data.replace(old, bytes(byte ^ 1 for byte in old), 1))
    return to


@pytest.mark.parametrize(
    ("name", "old"), [("checkpoint", b"dobon/log"), ("old", b"dobon/log"), ("tile/entries/000", b'"kind":"ended"')]
)
def test_go_refuses_a_changed_mirror(
    program: Path, mirror: tuple[Path, str], tmp_path: Path, name: str, old: bytes
) -> None:
    found = run(program, changed(mirror, tmp_path, {name: old}), mirror[1])
    assert found.returncode == 1, found.stdout
