"""Finds the programs of a cluster, and installs Patroni into an environment of its own.

etcd comes from Debian's package `etcd-server`; PL/Proxy, PgBouncer and HAProxy, which shards need, are packages of
Debian too. PostgreSQL is that of `infra.postgres.binaries`. Patroni comes from
PyPI, because Debian 12 has version 3.0, with which a test lost answered commands.
"""

import hashlib
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from infra.postgres.binaries import COPIES, WINDOWS, RunAs, find_binaries, is_root, reachable_copy, run_as
from infra.postgres.file_lock import file_lock
from infra.settings import StartError

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
"""The packages of Patroni's environment, with exact versions."""

OLDEST_PATRONI = (4, 0)
OLDEST_PYTHON = (3, 9)

INSTALL_SECONDS = 600
"""Seconds in which pip has to install Patroni, and to wait for another process that installs it."""

EXTENSIONS = Path("/usr/share/postgresql")
"""Where Debian has the extensions of each version of PostgreSQL."""

log = logging.getLogger(__name__)


class PackagesMissing(StartError):
    """A program of the cluster was not found. The message names a remedy."""


@dataclass(frozen=True, slots=True)
class RoutingPackages:
    """The programs between servers and shards."""

    postgres: Path
    "The directory of the programs of a PostgreSQL with PL/Proxy."
    pgbouncer: Path
    haproxy: Path


@dataclass(frozen=True, slots=True)
class Packages:
    """The programs of a cluster."""

    etcd: Path
    "The program etcd."
    patroni: Path
    "The program patroni."
    postgres: Path
    "The directory of PostgreSQL's programs."
    account: RunAs | None
    "The account that runs them if this process is root."
    routing: RoutingPackages | None = None
    "Only for a cluster with shards."


def find_packages(*, shards: bool = False) -> Packages:
    """Return the programs of a cluster, with or without shards; the first call installs Patroni.

    Raises `PackagesMissing`.

    Raises `PostgresUnavailable` without PostgreSQL.
    """
    if WINDOWS or not Path("/proc/self/stat").exists():
        raise PackagesMissing("A cluster on one machine needs Linux.")
    etcd = find_etcd()
    routing = find_routing_packages() if shards else None
    account = run_as() if is_root() else None
    bindir = find_binaries()
    reachable = reachable_copy(bindir, account) if account else bindir
    return Packages(etcd, find_patroni(account), reachable, account, routing)


def find_etcd() -> Path:
    """Return the program etcd. Raises `PackagesMissing`."""
    return _find_program("etcd", "etcd-server")


def find_routing_packages() -> RoutingPackages:
    """Return the programs between servers and shards. Raises `PackagesMissing`."""
    return RoutingPackages(
        find_router_binaries(), _find_program("pgbouncer", "pgbouncer"), _find_program("haproxy", "haproxy")
    )


def _find_program(name: str, package: str) -> Path:
    """Return a program, from `PATH` or from where Debian has it."""
    found = shutil.which(name) or shutil.which(name, path="/usr/bin:/usr/sbin")
    if found is None:
        raise PackagesMissing(f"{name} was not found; on Debian: apt install {package}")
    return Path(found)


def find_router_binaries() -> Path:
    """Return the directory of the programs of a PostgreSQL that has PL/Proxy. Raises `PackagesMissing`."""
    for control in sorted(EXTENSIONS.glob("*/extension/plproxy.control"), reverse=True):
        found = Path("/usr/lib/postgresql") / control.parents[1].name / "bin"
        if (found / "postgres").exists():
            return found
    raise PackagesMissing("PL/Proxy was not found; on Debian: apt install postgresql-15-plproxy")


def find_patroni(account: RunAs | None) -> Path:
    """Return the program patroni, in the directory `PATRONI_BINDIR` or installed by this function.

    Raises `PackagesMissing` for a Patroni that is too old or cannot be installed.
    """
    given = os.environ.get("PATRONI_BINDIR")
    program = Path(given).absolute() / "patroni" if given else install_patroni(account)
    if (version := patroni_version(program)) < OLDEST_PATRONI:
        raise PackagesMissing(
            f"{program} has version {'.'.join(map(str, version))}; {OLDEST_PATRONI[0]} or newer is needed, because "
            "answered commands were lost with an older one."
        )
    return program


def patroni_version(program: Path) -> tuple[int, ...]:
    """Return the version: (4, 1, 5) for "patroni 4.1.5". Raises `PackagesMissing`."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise PackagesMissing(f"{program} does not run: {error}") from error
    if (found := re.search(r"patroni (\d+(?:\.\d+)+)", done.stdout)) is None:
        raise PackagesMissing(f"{program} does not say its version: {done.stdout!r}")
    return tuple(map(int, found[1].split(".")))


def install_patroni(account: RunAs | None) -> Path:
    """Install Patroni unless this was done before, and return the program. Raises `PackagesMissing`.

    The environment is in a cache directory that the account can reach, as is its Python: in a directory that is closed
    to the account, Patroni would hang when it creates the database.
    """
    python = find_python(account)
    caches = COPIES if account else Path.home() / ".cache" / "dobon"
    wanted = hashlib.sha256(f"{python}|{REQUIREMENTS.read_text()}".encode()).hexdigest()[:16]
    place = caches / f"patroni-{wanted}"
    program, complete = place / "bin" / "patroni", place / "complete"
    if complete.exists():
        return program
    caches.mkdir(parents=True, exist_ok=True)
    if account:
        caches.chmod(0o755)
    with file_lock(caches / f".patroni-{wanted}.lock", INSTALL_SECONDS, INSTALL_SECONDS):
        if not complete.exists():
            log.warning("installing Patroni into %s", place)
            shutil.rmtree(place, ignore_errors=True)
            # Without pip it needs no package python3-venv. Programs name their environment, so it cannot be moved.
            _run(python, "-m", "venv", "--without-pip", place)
            _run(
                sys.executable, "-m", "pip", "--python", place / "bin" / "python", "install", "--quiet",
                "--disable-pip-version-check", "--no-compile", "-r", REQUIREMENTS,
            )  # fmt: skip
            complete.touch()
    return program


def find_python(account: RunAs | None) -> Path:
    """Return a Python that the account can reach. Raises `PackagesMissing`."""
    for python in _pythons():
        if account is None or account.has_access(python.resolve(), 5):
            return python
    needed = ".".join(map(str, OLDEST_PYTHON))
    name = account.name if account else "this account"
    raise PackagesMissing(
        f"Patroni needs Python {needed} or newer that {name} can reach; on Debian: apt install python3"
    )


def _pythons() -> Iterator[Path]:
    yield Path(sys.executable).resolve()
    for directory in ("/usr/bin", "/usr/local/bin"):
        python = Path(directory) / "python3"
        if python.exists():
            asked = subprocess.run(
                [python, "-c", f"import sys; sys.exit(sys.version_info < {OLDEST_PYTHON})"], check=False, timeout=60
            )
            if asked.returncode == 0:
                yield python


def _run(*command: object) -> None:
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            timeout=INSTALL_SECONDS, umask=0o022, check=False,
        )  # fmt: skip
        output.seek(0)
        if done.returncode:
            raise PackagesMissing(f"Patroni could not be installed:\n{output.read()[-2000:]}")


if __name__ == "__main__":
    try:
        find_packages()
    except StartError as missing:
        sys.exit(str(missing))
