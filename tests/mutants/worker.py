"""Judge mutants in this tree: `python -m tests.mutants` runs this module in a copy.

Every mutant is judged in a process of its own, forked from one that has imported the libraries but nothing of the
program. It compiles the mutated module in memory when a test imports it.
"""

import ast
import importlib
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from types import CodeType

import pytest

from tests.mutants.areas import AREAS
from tests.mutants.operators import find_mutants

ROOT = Path(__file__).parents[2]

LIBRARIES = (
    "flask",
    "flask_smorest",
    "httpx",
    "hypothesis",
    "orjson",
    "psycopg_pool",
    "rich",
    "sqlalchemy",
    "webauthn",
)
"""Libraries that are imported before a process is forked for each mutant."""

SECONDS = 300
"""Processor time of a stage of tests. A stage without a mutant has to pass in half of it."""

PATIENT_SECONDS = 600
"""Time of a stage of tests, which also limits mutants that wait."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One mutant, named by its place in the list of its module's mutants."""

    area: str
    module: str
    number: int
    line: int
    change: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.change}"


def choose(area: str, count: int, seed: str, root: Path = ROOT) -> list[Choice]:
    """Return the mutants of an area; a smaller count with the same seed is the beginning of a larger one."""
    found = [
        Choice(area, module, number, mutant.line, f"{mutant.before}  ->  {mutant.after}")
        for module in AREAS[area].files(root)
        for number, mutant in enumerate(find_mutants(ast.parse((root / module).read_bytes())))
    ]
    random.Random(f"{seed} {area}").shuffle(found)
    return found[:count]


def judge(choice: Choice) -> tuple[Choice, str]:
    """Return what the tests did about a mutant: `failed`, `hung` or `survived`."""
    for stage in AREAS[choice.area].tests(ROOT, choice.module):
        if ended := run_tests(stage, choice):
            return choice, ended
    return choice, "survived"


def run_tests(tests: Sequence[str], choice: Choice | None, seconds: int = SECONDS) -> str:
    """Run tests in a forked process, with a mutant if one is given; return how it ended, or nothing if they passed."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = _run_here(tests, choice, seconds)
        finally:
            os._exit(code)
    deadline = time.monotonic() + PATIENT_SECONDS
    while (found := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < deadline:
        time.sleep(0.05)
    _kill_group(child)
    output = output_of(child)
    if choice is None:
        print(output.read_text(encoding="utf-8", errors="replace"), file=sys.stderr)
    output.unlink(missing_ok=True)
    if found[0] == 0:
        os.waitpid(child, 0)
        return "hung"
    code = os.waitstatus_to_exitcode(found[1])
    return "" if code == 0 else "hung" if code < 0 else "failed"


def output_of(child: int) -> Path:
    """Return the file, beside the copy of the tree, for what the tests of a process print."""
    return ROOT.parent / f"output-{child}"


def _run_here(tests: Sequence[str], choice: Choice | None, seconds: int) -> int:
    os.setsid()
    with output_of(os.getpid()).open("wb") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    sys.dont_write_bytecode = True
    if choice:
        plant(choice, ROOT)
    quiet = [
        "-q",
        "-x",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--hypothesis-profile",
        "fast",
    ]
    ignored = ["-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"]
    return int(pytest.main([*quiet, *ignored, "-m", "not browser and not cluster and not slow", *tests]))


def _kill_group(child: int) -> None:
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        return


def plant(choice: Choice, root: Path) -> None:
    """Let this process import the module of a mutant with its change."""
    path, original = root / choice.module, SourceFileLoader.get_code
    tree = ast.parse(path.read_bytes())
    list(find_mutants(tree))[choice.number].plant()

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path).resolve() == path.resolve():
            return compile(tree, str(path), "exec", dont_inherit=True)
        return original(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]


def check(tests: Sequence[str]) -> None:
    """Raise RuntimeError unless tests pass without a mutant, because all mutants would count as caught."""
    began = time.monotonic()
    if ended := run_tests(tests, None, SECONDS // 2):
        raise RuntimeError(f"These tests {ended} without a mutant: {' '.join(tests)}")
    print(f"{len(tests)} files with tests passed in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)


def judge_all(choices: Sequence[Choice], processes: int, record: Path | None) -> Iterator[tuple[Choice, str]]:
    """Yield each mutant with what became of it. Those in the record were judged before; others are added to it."""
    known = dict(json.loads(line) for line in record.read_text().splitlines()) if record and record.exists() else {}
    yield from ((choice, known[str(choice)]) for choice in choices if str(choice) in known)
    others = [choice for choice in choices if str(choice) not in known]
    stages = {stage for choice in others for stage in AREAS[choice.area].tests(ROOT, choice.module)}
    with get_context("fork").Pool(processes) as pool:
        pool.map(check, {tuple(sorted(stage)): stage for stage in stages}.values(), chunksize=1)
        for choice, ended in pool.imap_unordered(judge, others):
            if record:
                with record.open("a") as lines:
                    lines.write(json.dumps([str(choice), ended]) + "\n")
            print(f"{ended}: {choice}", file=sys.stderr, flush=True)
            yield choice, ended


def run(areas: Sequence[str], count: int, seed: str, processes: int, record: Path | None) -> int:
    """Judge `count` mutants of each area, print the figures and the survivors, and return the number of survivors."""
    for name in LIBRARIES:
        importlib.import_module(name)
    ranked = zip_longest(*(choose(area, count, seed) for area in areas))
    choices = [choice for one_of_each in ranked for choice in one_of_each if choice]  # areas advance alike
    ends, survivors = Counter[tuple[str, str]](), []
    for choice, ended in judge_all(choices, processes, record):
        ends[choice.area, ended] += 1
        if ended == "survived":
            survivors.append(choice)
    for area in areas:
        all_of_area = sum(ends[area, ended] for ended in ("failed", "hung", "survived"))
        caught = all_of_area - ends[area, "survived"]
        print(f"{area:12} {caught:3} of {all_of_area:3} caught, {ends[area, 'hung']} of them because tests hung")
    for choice in sorted(survivors, key=str):
        print(f"survived: {choice}")
    return len(survivors)
