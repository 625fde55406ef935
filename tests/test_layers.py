"""Rules that the import contracts in pyproject.toml cannot express.

The domain is pure, every dependency is declared, and few modules know that games may be in several databases.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("domain", "infra", "api")

# The domain uses only modules that compute: no clock, no randomness, no I/O.
VALUES = {"msgspec", "typing_extensions"}
PURE = {
    "__future__", "abc", "array", "base64", "bisect", "collections", "contextlib", "copy", "dataclasses", "datetime", "enum", "fractions", "functools",
    "hashlib", "heapq", "hmac", "itertools", "json", "math", "operator", "re", "string", "struct", "types", "typing", "unicodedata",
    *VALUES,
}  # fmt: skip
CLOCKS = {"now", "utcnow", "today"}

FILES = sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))

RUN_ELSEWHERE = {ROOT / "infra/clustering/patroni_program.py": ROOT / "infra/clustering/requirements.txt"}
"""Programs that are not modules of dobon: the Python of another environment runs them, with these requirements."""


KNOW_SHARDS = (
    "infra/databases/games.py", "infra/sharding/", "infra/clustering/", "infra/postgres/functions/",
    "infra/settings.py", "api/cli/main.py", "api/cli/cluster.py", "api/cli/shards.py",
)  # fmt: skip
"""Modules that name shards: the class of all databases of games, what sets them up, and what operators write and
read."""

UNREACHABLE_SHARDS = "dobon_unreachable_shards"
"""A metric, whose name is known to the monitoring of operators."""


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the names of all modules imported anywhere in the file, inside functions and by name as well."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports use absolute names"
            yield node.module or ""
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {
            "__import__",
            "import_module",
            "importlib.import_module",
        }:
            name = node.args[0].values[0] if isinstance(node.args[0], ast.JoinedStr) else node.args[0]
            assert isinstance(name, ast.Constant), "an import by name begins with the name of a package"
            yield str(name.value)


def tops(tree: ast.AST) -> set[str]:
    return {name.partition(".")[0] for name in imported(tree)}


def impurities(tree: ast.AST) -> list[str]:
    """Return the imports and calls of a module that the domain may not have."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    clocks = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in CLOCKS]
    io = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in {"open", "print", "input"}]
    return [*sorted(tops(tree) - {"domain"} - PURE), *map(ast.unparse, clocks + io)]


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [path for path in FILES if layer_of(path) == "domain"], ids=name_of)
def test_the_domain_does_no_input_or_output(path: Path):
    assert impurities(ast.parse(path.read_text())) == []


def names_shards(text: str) -> bool:
    """Tell whether a module names shards. An import contract says who may import the package of that name."""
    return "shard" in text.replace("from infra.sharding import", "").replace(UNREACHABLE_SHARDS, "").lower()


def test_other_modules_ask_for_the_database_of_a_game_and_name_no_shard():
    others = [path for path in FILES if not name_of(path).startswith(KNOW_SHARDS)]
    assert [name_of(path) for path in others if names_shards(path.read_text())] == []


def test_the_modules_that_know_shards_exist():
    for known in KNOW_SHARDS:
        assert any(names_shards(path.read_text()) for path in FILES if name_of(path).startswith(known)), known


@pytest.mark.parametrize("line", ["pool.shards", "class _Shard:", "# One of several shards.", "settings.shard_urls"])
def test_shards_are_found(line: str):
    assert names_shards(line)


@pytest.mark.parametrize(
    "line",
    [
        "import random", "from secrets import randbelow", "import time", "import os", "def f(): import threading",
        "__import__('socket')", "datetime.datetime.now()", "date.today()", "print(1)",
    ],
)  # fmt: skip
def test_randomness_clocks_and_the_system_are_found(line: str):
    assert impurities(ast.parse(line)) != []


def test_every_layer_has_modules():
    assert {layer_of(path) for path in FILES} == set(LAYERS)
    assert PURE - sys.stdlib_module_names == VALUES


def test_everything_imported_is_declared():
    """The program imports the standard library, itself, and the dependencies in pyproject.toml."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = {line.split(">")[0].split("[")[0].replace("-", "_") for line in project["dependencies"]}
    spelled = {"yaml": "pyyaml", "backports": "backports.zstd", "dns": "dnspython"}
    newer = {"compression"}  # in the standard library from Python 3.14 on; `backports.zstd` is used before
    # flask and flask-smorest document these as part of their own interface
    come_along = {"werkzeug": "flask", "click": "flask", "apispec": "flask_smorest", "webargs": "flask_smorest"}
    own = [path for path in FILES if path not in RUN_ELSEWHERE]
    used = (
        {top for path in own for top in tops(ast.parse(path.read_text()))}
        - sys.stdlib_module_names
        - newer
        - set(LAYERS)
    )
    assert {come_along.get(name, spelled.get(name, name)) for name in used} <= declared


@pytest.mark.parametrize("program", RUN_ELSEWHERE, ids=name_of)
def test_a_program_of_another_environment_imports_only_what_that_has(program: Path):
    lines = RUN_ELSEWHERE[program].read_text().splitlines()
    required = {re.split(r"[\[=]", line)[0] for line in lines if not line.startswith("#")}
    assert tops(ast.parse(program.read_text())) - sys.stdlib_module_names <= required


@pytest.mark.parametrize("program", RUN_ELSEWHERE, ids=name_of)
def test_a_program_of_another_environment_is_not_imported(program: Path):
    name = ".".join(program.relative_to(ROOT).with_suffix("").parts)
    package, _, module = name.rpartition(".")
    for path in FILES:
        tree = ast.parse(path.read_text())
        assert name not in imported(tree), path
        from_package = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == package]
        assert module not in {alias.name for node in from_package for alias in node.names}, path
