"""A cluster that the command `dobon cluster` has started, which is killed alone and started again."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from infra.clustering.layout import Layout, free_ports
from infra.clustering.local import is_whole
from infra.settings import Settings
from prove.harness.database import directory
from prove.harness.environment import environment_of
from prove.harness.observed_cluster import NotWhole, ObservedCluster

UP = re.compile(r"The cluster is up after .*?Logs and data are in (\S+)\.\n", re.DOTALL)
"""The part of the greeting that names the directory of the cluster."""

STOP_SECONDS = 120.0
"""Seconds for the command to stop all processes of the cluster."""


@dataclass(kw_only=True)
class ParentCluster(ObservedCluster):
    """The command, and the cluster that it has started."""

    place: Path
    options: list[str]
    "Options of the command besides directory and port."
    home: Path = field(default_factory=Path)
    "The directory of the cluster, once it is up."
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def layout(self) -> Layout:
        """The names, ports and directories."""
        found = Layout.load(self.home)
        assert found is not None
        return found

    @property
    def output(self) -> Path:
        """The file with all that the command has printed."""
        return self.place / "parent.log"

    def start(self, port: int) -> None:
        """Start the command with a server at a port, and wait until the cluster is up. Raises `NotWhole`."""
        self.note(f"the command is started with port {port}")
        before = self.output.stat().st_size if self.output.exists() else 0
        command = [sys.executable, "-m", "api.cli", "cluster", "--data-dir", str(self.place), "--port", str(port)]
        environment = environment_of({"DOBON_RATES": "off", "DOBON_GAMES_PER_ACCOUNT": "0"})
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [*command, "--servers", "1", *self.options], stdout=output, stderr=output, env=environment
            )
        found: list[str] = []

        def is_up() -> bool:
            said = self.output.read_bytes()[before:].decode(errors="replace")
            assert self.process is not None
            if self.process.poll() is not None:
                raise NotWhole(f"the cluster did not start: {' '.join(said.splitlines()[-3:])}")
            found.extend(UP.findall(said))
            return bool(found)

        self.wait_until(is_up)
        self.home, self.ports = Path(found[0]), [port]
        for client in self.clients:
            client.connection.port = port  # from its next connection on
        self.note("the command says that the cluster is up")

    def kill_parent(self) -> None:
        """Send SIGKILL to the command, and to nothing else."""
        assert self.process is not None
        self.note("the command is killed")
        self.process.kill()
        self.process.wait()

    def heal(self) -> None:
        """Wait until all databases are whole. Raises `NotWhole`."""
        self.wait_until(lambda: all(is_whole(database) for database in self.layout.databases))
        self.note("the cluster is whole")

    def processes(self) -> Mapping[str, int]:
        """Return the numbers of all processes of the cluster except the servers, by name."""
        files = [file for file in self.home.glob("*.pid") if not file.name.startswith("server-")]
        return {file.stem: int(file.read_text()) for file in files}

    def stop(self) -> None:
        """Let the command stop the cluster, and kill what it leaves."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(STOP_SECONDS)
                return
            self.process.kill()
            self.process.wait()
        for file in self.home.glob("*.pid") if self.home != Path() else ():
            _kill(int(file.read_text()), self.place)
        if self.home != Path():
            for node in self.layout.nodes:
                with suppress(OSError, ValueError, IndexError):
                    main = (self.layout.directory(node.name) / "data" / "postmaster.pid").read_text().split()[0]
                    _kill(int(main), self.place)


def _kill(number: int, place: Path) -> None:
    """Kill a process with its children, if it still is one of the cluster in a directory."""
    with suppress(psutil.Error):
        process = psutil.Process(number)
        if str(place) in " ".join([*process.cmdline(), process.cwd()]) or "api.cli" in process.cmdline():
            for one in (*process.children(recursive=True), process):
                with suppress(psutil.NoSuchProcess):
                    one.kill()


@contextmanager
def parent_cluster(*options: str) -> Iterator[ParentCluster]:
    """Yield a new cluster that was started by the command with these options. It is stopped afterwards."""
    with directory() as place:
        house = ParentCluster(Settings(), (), place=place, options=[*options])
        try:
            house.start(free_ports(1)[0])
            house.settings = house.layout.settings()
            yield house
        finally:
            house.stop()
