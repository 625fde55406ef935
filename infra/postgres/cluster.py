"""The embedded server: a PostgreSQL cluster of our own in a directory, shared by every process that names the same directory.

Whether it runs is always found out by asking it. A pid file says less: the process may be a zombie, or the number may have been given to another.
"""

import hashlib
import os
import secrets
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from psycopg import pq

from infra.postgres.binaries import EXE, WINDOWS, PostgresUnavailable, RunAs, find, is_root, reachable, run_as

SUPERUSER = "postgres"
PORT = 5432
START_SECONDS = 60
SOCKET_PATH_LIMIT = 80
"""Systems differ, from 103 characters up, and the name of the socket has yet to be added."""

ELSEWHERE = Path("/var/lib/dobon")
"""Where root's clusters go when the account of Postgres cannot reach the directory asked for, whose file `elsewhere` then tells the place."""

DEFAULTS: dict[str, str | int] = {
    "jit": "off",  # statements of a game are short; compiling them costs more than running them
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_error_verbosity": "terse",  # the detail of an error holds values, and the values of a running round belong in no log
}


PASSING = ("shared memory block", "lock file")
"""What a server says that has to wait for the last processes of a killed one."""


class Cluster:
    """A PostgreSQL cluster in the directory `base`, which is made when it is not there.

    `settings` are server settings for the next start. `tcp` listens on a free port of 127.0.0.1 instead of a Unix socket.
    """

    def __init__(
        self, base: Path | str, settings: Mapping[str, str | int] | None = None, *, tcp: bool = WINDOWS
    ) -> None:
        self.base = Path(base).absolute()
        self.base.mkdir(parents=True, exist_ok=True)
        self.settings = DEFAULTS | dict(settings or {})
        self.tcp = tcp
        self.account = _account(self.base) if is_root() else None
        self.home = _home(self.base, self.account)
        self.data = self.home / "data"
        self.log = self.home / "postgres.log"
        self.sockets = self.home
        if len(str(self.home)) > SOCKET_PATH_LIMIT:
            name = hashlib.sha256(str(self.home).encode()).hexdigest()[:16]
            self.sockets = Path(tempfile.gettempdir()) / f"dobon-{name}"

    def start(self) -> Self:
        """Have the server running, by starting it or by finding it so. Raises `PostgresUnavailable`."""
        if self.running():
            return self
        deadline = time.monotonic() + START_SECONDS
        with _alone(self.base / ".lock"):
            while (answer := self._ping()) != pq.Ping.OK:
                if answer == pq.Ping.NO_RESPONSE:
                    self._launch()
                if time.monotonic() > deadline:
                    said = self._said()[-2000:]
                    raise PostgresUnavailable(
                        f"PostgreSQL did not start in {START_SECONDS} s. {self.log} says:\n{said}"
                    )
                # it is starting or stopping, or the last processes of a killed one still hold its memory
                time.sleep(0.05)
        return self

    def stop(self) -> None:
        """Stop the server, for every process that uses it; its data stay."""
        with _alone(self.base / ".lock"):
            if self._ping() != pq.Ping.NO_RESPONSE:
                self._run("pg_ctl", "stop", "-D", self.data, "-m", "fast", "-w")

    def running(self) -> bool:
        """Whether it accepts connections at this moment."""
        return self._ping() == pq.Ping.OK

    def url(self, dbname: str = "postgres", user: str = SUPERUSER) -> str:
        """The address of a database in it. There are no passwords: who may reach the socket may come in."""
        if not self.tcp:
            return f"postgresql://{user}@/{dbname}?host={quote(str(self.sockets), safe='/')}&port={PORT}"
        return f"postgresql://{user}@127.0.0.1:{self._tcp_port()}/{dbname}"

    def pid(self) -> int | None:
        """The process that the cluster's own file names; it need not be alive, nor Postgres."""
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
        self._make()
        self._clear_stale_locks()
        if self.tcp:
            # the port of a server that is no longer there may be taken by now
            listen: dict[str, str | int] = {
                "listen_addresses": "127.0.0.1",
                "unix_socket_directories": "",
                "port": _free_port(),
            }
        else:
            self._own(self.sockets)
            listen = {"listen_addresses": "", "unix_socket_directories": f'"{self.sockets}"', "port": PORT}
        options = " ".join(_quoted(f"--{name}={value}") for name, value in (self.settings | listen).items())
        before = self.log.stat().st_size if self.log.exists() else 0
        done = self._run("pg_ctl", "start", "-D", self.data, "-l", self.log, "-w", "-t", START_SECONDS, "-o", options)
        if done.returncode and not any(words in self._said(before) for words in PASSING):
            raise PostgresUnavailable(f"PostgreSQL does not start. {self.log} says:\n{self._said(before)[-2000:]}")

    def _make(self) -> None:
        """Make the cluster beside its place and move it there when it is whole, so that one torn half-way is never taken for one."""
        if (self.data / "PG_VERSION").exists():
            return
        self._own(self.home)
        draft = self.home / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        made = self._run(
            "initdb", "-D", draft, "-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--data-checksums"
        )
        if made.returncode:
            raise PostgresUnavailable(f"initdb failed in {self.home}:\n{made.stdout}")
        draft.rename(self.data)

    def _own(self, directory: Path) -> None:
        """Have a directory that only the account of Postgres may enter; refuse one that somebody else put in its place."""
        directory.parent.mkdir(parents=True, exist_ok=True)
        if not directory.exists():
            directory.mkdir(mode=0o700)
            if self.account:
                os.chown(directory, self.account.uid, self.account.gid, follow_symlinks=False)
        owner = self.account.uid if self.account else -1 if WINDOWS else os.geteuid()
        if owner != -1 and directory.lstat().st_uid != owner:
            raise PostgresUnavailable(f"{directory} belongs to another account than the one that PostgreSQL runs as.")

    def _clear_stale_locks(self) -> None:
        """Take away lock files whose process is no server of this cluster. Postgres itself goes by the number and would wait for ever.

        Nothing rests on this being right: Postgres still refuses data whose shared memory is in use.
        """
        for lock in (self.data / "postmaster.pid", self.sockets / f".s.PGSQL.{PORT}.lock"):
            pid = _first_number(lock)
            if lock.exists() and (pid is None or not _serves(pid, self.data)):
                lock.unlink()

    def _run(self, program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        bindir = find(_first_number(self.data / "PG_VERSION"))
        drop: dict[str, Any] = {}
        if self.account:
            bindir = reachable(bindir, self.account)
            drop = {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        with tempfile.TemporaryFile("w+") as said:  # a pipe would stay open for as long as the server runs
            done = subprocess.run(
                [str(bindir / f"{program}{EXE}"), *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env=os.environ | {"LC_ALL": "C"},  # `PASSING` is English
                cwd=None if WINDOWS else "/",
                check=False,
                **drop,
            )
            said.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, said.read())

    def _said(self, since: int = 0) -> str:
        """What the server wrote into its log after the first `since` bytes."""
        try:
            return self.log.read_bytes()[since:].decode(errors="replace")
        except OSError:
            return ""


def _account(base: Path) -> RunAs:
    """Whoever owns the data that are there already, else the machine's account for it."""
    for home in (base / "server", _elsewhere(base)):
        if home and (home / "data").exists() and (uid := (home / "data").stat().st_uid):
            return run_as(uid)
    return run_as()


def _home(base: Path, account: RunAs | None) -> Path:
    home = base / "server"
    if account is None or account.may(base, 1):
        return home
    # a name of its own and not one made of the path: what is put here after this directory was deleted shall not find its old data
    draft = base / f"elsewhere.{os.getpid()}"
    draft.write_text(f"{ELSEWHERE / secrets.token_hex(8)}\n")
    with suppress(FileExistsError):  # another process was faster
        os.link(draft, base / "elsewhere")
    draft.unlink()
    return _elsewhere(base) or home


def _elsewhere(base: Path) -> Path | None:
    """Where the data are when they are not below `base`."""
    try:
        return Path((base / "elsewhere").read_text().strip())
    except FileNotFoundError:
        return None


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the file locked. The system lets go of it when the process ends, however it ends."""
    with path.open("a+") as file:
        if WINDOWS:
            import msvcrt  # only Windows has it

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
                    break
                except OSError:  # it gives up after ten seconds
                    continue
        else:
            import fcntl  # Windows does not have it

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _first_number(path: Path) -> int | None:
    try:
        return abs(int(path.read_text().split()[0]))
    except (OSError, IndexError, ValueError):
        return None


def _serves(pid: int, data: Path) -> bool:
    """Whether the process is alive and a server of these data, as far as the system tells; in doubt, yes."""
    if WINDOWS:
        return True  # Postgres asks the process itself there
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
    except PermissionError:  # a container may keep even root from looking where it works
        return True
    except OSError:
        return False


def _free_port() -> int:
    import socket  # only without Unix sockets

    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _quoted(option: str) -> str:
    return f'"{option}"' if WINDOWS else shlex.quote(option)
