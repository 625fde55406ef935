"""Change the program in small ways and count how many of these mutants the tests notice: `python -m tests.mutants`.

It runs in a copy of the tree, so that the tree may be edited meanwhile. A share of 0.1 is the beginning of the full run
with the same seed.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutants.areas import AREAS
from tests.mutants.worker import ROOT, run

COPIED = ("api", "domain", "infra", "prove", "tests", "docs", "clients/python", "pyproject.toml", "openapi.yaml")
FULL = 80
"""Mutants of each area in a full run."""

IN_COPY = "DOBON_TESTS_MUTANTS"
"""Set in the environment of the process that runs in the copy."""


def main(arguments: list[str]) -> int:
    """Print the share of mutants that were caught, and the survivors. Return 0, because a survivor is not an error."""
    given = parser().parse_args(arguments)
    if IN_COPY in os.environ:
        run(given.areas or list(AREAS), max(1, round(FULL * given.share)), given.seed, given.processes, given.record)
        return 0
    from tests.conftest import keep_temporary_files_in_memory  # not in the copy, where tests import the program

    keep_temporary_files_in_memory()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # deletes the copy
    with tempfile.TemporaryDirectory(prefix="dobon-mutants-") as folder:
        Path(folder).chmod(0o755)  # for the account that PostgreSQL runs as
        copy_tree(Path(folder) / "tree")
        environment = {**os.environ, IN_COPY: "1", "PYTHONPATH": f"{folder}/tree", "TMPDIR": folder}
        command = [sys.executable, "-m", "tests.mutants", *arguments]
        return subprocess.run(command, cwd=f"{folder}/tree", env=environment, check=False).returncode


def copy_tree(tree: Path) -> None:
    """Copy what the tests need, with compiled files, which are still valid because times are copied too."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("node_modules", ".venv"))
        else:
            shutil.copy2(ROOT / name, tree / name)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(prog="python -m tests.mutants", description="Count mutants that tests notice.")
    found.add_argument("areas", nargs="*", metavar="AREA", help=f"areas (default: {', '.join(AREAS)})")
    found.add_argument("--share", type=float, default=1.0, help="share of the full counts (default: %(default)g)")
    found.add_argument("--seed", default="mutants", help="seed that chooses mutants (default: %(default)s)")
    found.add_argument("--processes", type=int, default=os.cpu_count(), help="mutants that are judged at once")
    found.add_argument(
        "--record", type=lambda name: Path(name).resolve(), help="file of results; mutants in it are not judged again"
    )
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
