"""The PostgreSQL of a router. It has no data worth keeping: each start of the cluster creates it again."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from infra.clustering.layout import HOST, SUPERUSER, Router, make_private, write_private
from infra.clustering.pgbouncer import SESSIONS
from infra.postgres.binaries import RunAs
from infra.postgres.cluster import DEFAULTS
from infra.settings import StartError

CREATE_SECONDS = 120

PARAMETERS: dict[str, Any] = DEFAULTS | {
    "max_connections": SESSIONS + 20,
    "wal_level": "minimal",
    "max_wal_senders": 0,
    "shared_buffers": "16MB",
    "autovacuum": "off",  # nothing is written
    "client_connection_check_interval": "1s",  # a call whose client has gone does not wait for its shard
}


def create(postgres: Path, directory: Path, password: str, account: RunAs | None) -> None:
    """Create the data directory in `directory`; an earlier one is deleted. Raises `StartError`."""
    make_private(directory, account)
    shutil.rmtree(directory / "data", ignore_errors=True)
    passwords = directory / "password"
    write_private(passwords, password, account)
    drop: dict[str, Any] = {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(
            [
                postgres / "initdb", "-D", directory / "data", "-U", SUPERUSER, "--auth=scram-sha-256",
                f"--pwfile={passwords}", "--encoding=UTF8", "--locale=C", "--no-sync",
            ],
            stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=CREATE_SECONDS, cwd="/", check=False, **drop,
        )  # fmt: skip
        passwords.unlink()
        output.seek(0)
        if done.returncode:
            raise StartError(f"The router could not be created:\n{output.read()[-2000:]}")


def command(postgres: Path, directory: Path, router: Router) -> list[str]:
    """Return the command line."""
    parameters = PARAMETERS | {"listen_addresses": HOST, "port": router.port, "unix_socket_directories": ""}
    settings = [f"--{name}={value}" for name, value in parameters.items()]
    return [str(postgres / "postgres"), "-D", str(directory / "data"), *settings]
