"""The embedded server: a PostgreSQL cluster in a directory, shared by every process that uses the same directory.

The state of the server is always determined by connecting to it. A pid file is less reliable, because the process may
be a zombie, or its number may belong to another process by now.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from psycopg import pq

from infra.postgres.binaries import (
    EXE,
    WINDOWS,
    PostgresUnavailable,
    RunAs,
    find_binaries,
    is_root,
    reachable_copy,
    run_as,
    start_failure,
    unusable_directory,
)
from infra.postgres.file_lock import file_lock

SUPERUSER = "postgres"
PORT = 5432
START_SECONDS = 60
SOCKET_PATH_LIMIT = 80
"""A safe length of the socket directory's path. Systems allow 103 characters or more, including the socket's name."""

RELOCATED_HOMES = Path("/var/lib/dobon")
"""Directory for root's clusters if the account of PostgreSQL cannot reach the requested one.

The file `elsewhere` in the requested directory holds the path of the cluster.
"""

DEFAULTS: dict[str, str | int] = {
    "jit": "off",  # statements of a game are short; compiling them costs more than running them
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_error_verbosity": "terse",  # error details hold values, and the values of a running round must not be logged
}


TRANSIENT_ERRORS = ("shared memory block", "lock file")
"""Parts of the server's messages while the last processes of a killed server still exist."""


class Cluster:
    """A PostgreSQL cluster in the directory `base`, which is created if it does not exist.

    `settings` are server settings for the next start. With `tcp` the server listens on a free port of 127.0.0.1 instead
    of a Unix socket.
    """

    def __init__(
        self,
        base: Path | str,
        settings: Mapping[str, str | int] | None = None,
        *,
        tcp: bool = WINDOWS,
        binaries: Path | None = None,
    ) -> None:
        """`binaries` is the directory of PostgreSQL's programs; by default they are found.

        Raises `PostgresUnavailable` if the directory cannot be used.
        """
        self.base = Path(base).absolute()
        try:
            # root's server runs as another account, which has to pass through to its own directory
            self.base.mkdir(mode=0o711 if is_root() else 0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise unusable_directory(self.base, error) from error
        self.settings = DEFAULTS | dict(settings or {})
        self.tcp = tcp
        self.binaries = binaries
        self.account = _account(self.base) if is_root() else None
        self.home = find_home(self.base, self.account)
        self.data = self.home / "data"
        self.log = self.home / "postgres.log"
        self.sockets = self.home
        if len(str(self.home)) > SOCKET_PATH_LIMIT:
            name = hashlib.sha256(str(self.home).encode()).hexdigest()[:16]
            self.sockets = Path(tempfile.gettempdir()) / f"dobon-{name}"

    def start(self) -> Self:
        """Start the server unless it is running. Raises `PostgresUnavailable`."""
        if self.running():
            return self
        deadline = time.monotonic() + START_SECONDS
        with file_lock(self.base / ".lock"):
            while (answer := self._ping()) != pq.Ping.OK:
                if answer == pq.Ping.NO_RESPONSE:
                    self._launch()
                if time.monotonic() > deadline:
                    message = f"PostgreSQL did not start in {START_SECONDS} s. {self.log} says:"
                    raise start_failure(message, self.data, self._read_log())
                # it is starting or stopping, or the last processes of a killed server still hold its memory
                time.sleep(0.05)
        return self

    def stop(self) -> None:
        """Stop the server for all processes that use it; its data stay."""
        with file_lock(self.base / ".lock"):
            if self._ping() != pq.Ping.NO_RESPONSE:
                self._run("pg_ctl", "stop", "-D", self.data, "-m", "fast", "-w")

    def running(self) -> bool:
        """Tell whether the server accepts connections."""
        return self._ping() == pq.Ping.OK

    def url(self, dbname: str = "postgres", user: str = SUPERUSER) -> str:
        """Return the address of a database. There are no passwords, because access to the socket is enough."""
        if not self.tcp:
            return f"postgresql://{user}@/{dbname}?host={quote(str(self.sockets), safe='/')}&port={PORT}"
        return f"postgresql://{user}@127.0.0.1:{self._tcp_port()}/{dbname}"

    def pid(self) -> int | None:
        """Return the process id in the cluster's own file; the process may be dead, or another program."""
        return _first_number(self.data / "postmaster.pid")

    def _tcp_port(self) -> int:
        try:
            return int((self.data / "postmaster.pid").read_text().splitlines()[3])
        except (OSError, IndexError, ValueError):
            return PORT

    def _ping(self) -> int:
        if self.tcp and self.pid() is None:
            return pq.Ping.NO_RESPONSE
        return pq.PGconn.ping(f"{self.url()}{'?' if self.tcp else '&'}connect_timeout=2".encode())

    def _launch(self) -> None:
        self._initdb()
        self._clear_stale_locks()
        if self.tcp:
            # the port of the previous server may be in use by now
            listen: dict[str, str | int] = {
                "listen_addresses": "127.0.0.1",
                "unix_socket_directories": "",
                "port": _free_port(),
            }
        else:
            self._make_private(self.sockets)
            listen = {"listen_addresses": "", "unix_socket_directories": f'"{self.sockets}"', "port": PORT}
        options = " ".join(_quoted(f"--{name}={value}") for name, value in (self.settings | listen).items())
        before = self.log.stat().st_size if self.log.exists() else 0
        done = self._run("pg_ctl", "start", "-D", self.data, "-l", self.log, "-w", "-t", START_SECONDS, "-o", options)
        if done.returncode and not any(words in self._read_log(before) for words in TRANSIENT_ERRORS):
            message = f"PostgreSQL does not start. {self.log} says:"
            raise start_failure(message, self.data, self._read_log(before) or done.stdout)

    def _initdb(self) -> None:
        """Create the cluster in a temporary directory and rename it, because initdb may be interrupted."""
        if (self.data / "PG_VERSION").exists():
            return
        self._make_private(self.home)
        draft = self.home / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        result = self._run(
            "initdb", "-D", draft, "-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--data-checksums"
        )
        if result.returncode:
            raise start_failure(f"initdb failed in {self.home}:", self.home, result.stdout)
        draft.rename(self.data)

    def _make_private(self, directory: Path) -> None:
        """Create a directory for the account of PostgreSQL only.

        Raises `PostgresUnavailable` if another account owns an existing one.
        """
        directory.parent.mkdir(parents=True, exist_ok=True)
        if not directory.exists():
            directory.mkdir(mode=0o700)
            if self.account:
                os.chown(directory, self.account.uid, self.account.gid, follow_symlinks=False)
        owner = self.account.uid if self.account else -1 if WINDOWS else os.geteuid()
        if owner != -1 and directory.lstat().st_uid != owner:
            raise PostgresUnavailable(
                f"{directory} belongs to another account; it must belong to the account that PostgreSQL runs as."
            )

    def _clear_stale_locks(self) -> None:
        """Remove lock files whose process is not a server of this cluster, because PostgreSQL would wait for it.

        A mistake is harmless: PostgreSQL still refuses data whose shared memory is in use.
        """
        for lock in (self.data / "postmaster.pid", self.sockets / f".s.PGSQL.{PORT}.lock"):
            pid = _first_number(lock)
            if lock.exists() and (pid is None or not _is_server(pid, self.data)):
                lock.unlink()

    def _run(self, program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        bindir = self.binaries or find_binaries(_first_number(self.data / "PG_VERSION"))
        drop: dict[str, Any] = {}
        if self.account:
            bindir = reachable_copy(bindir, self.account)
            drop = {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        with tempfile.TemporaryFile("w+") as output:  # a pipe would stay open for as long as the server runs
            done = subprocess.run(
                [str(bindir / f"{program}{EXE}"), *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | {"LC_ALL": "C"},  # `TRANSIENT_ERRORS` is English
                cwd=None if WINDOWS else "/",
                check=False,
                **drop,
            )
            output.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, output.read())

    def _read_log(self, since: int = 0) -> str:
        """Return the server's log after the first `since` bytes."""
        try:
            return self.log.read_bytes()[since:].decode(errors="replace")
        except OSError:
            return ""


def _account(base: Path) -> RunAs:
    """Return the owner of existing data, else the machine's account for PostgreSQL."""
    for home in (base / "server", _relocated_home(base)):
        if home and (home / "data").exists() and (uid := (home / "data").stat().st_uid):
            return run_as(uid)
    return run_as()


def find_home(base: Path, account: RunAs | None) -> Path:
    """Return the directory for the data of `base`: `server` in it, or one elsewhere that the account can reach."""
    home = base / "server"
    if account is None or account.has_access(base, 1):
        return home
    # the name is always new, because a new directory with the same path must not find the data of a deleted one
    draft = base / f"elsewhere.{os.getpid()}"
    draft.write_text(f"{RELOCATED_HOMES / f'{time.time_ns():x}-{os.getpid()}'}\n")
    with suppress(FileExistsError):  # another process has created it
        os.link(draft, base / "elsewhere")
    draft.unlink()
    return _relocated_home(base) or home


def _relocated_home(base: Path) -> Path | None:
    """Return the directory of the data if it is not below `base`."""
    try:
        return Path((base / "elsewhere").read_text().strip())
    except FileNotFoundError:
        return None


def _first_number(path: Path) -> int | None:
    try:
        return abs(int(path.read_text().split()[0]))
    except (OSError, IndexError, ValueError):
        return None


def _is_server(pid: int, data: Path) -> bool:
    """Tell whether the process is a live server of these data, as far as the system shows it; in doubt, True."""
    if WINDOWS:
        return True  # on Windows PostgreSQL checks the process itself
    process = Path(f"/proc/{pid}")
    if not Path("/proc/self/stat").exists():
        state = subprocess.run(
            ["/bin/ps", "-o", "stat=", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return "postgres" in state.stdout and not state.stdout.strip().startswith("Z")
    try:
        name, _, rest = (process / "stat").read_text().partition("(")[2].rpartition(")")
        if rest.split()[0] in "ZX" or not name.startswith(("postgres", "postmaster")):
            return False
        return (process / "cwd").samefile(data)
    except PermissionError:  # a container may hide the working directory even from root
        return True
    except OSError:
        return False


def _free_port() -> int:
    import socket  # only needed without Unix sockets

    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _quoted(option: str) -> str:
    return f'"{option}"' if WINDOWS else shlex.quote(option)
