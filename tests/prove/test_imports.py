"""Proofs run without the tests: what both need is in `prove.harness`."""

import ast
from pathlib import Path

import pytest

from prove.faults.planting import ROOT


def imported(path: Path) -> set[str]:
    """Return the packages that a module imports, anywhere in it."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("path", sorted((ROOT / "prove").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_proofs_import_neither_tests_nor_pytest(path: Path):
    assert not imported(path) & {"tests", "pytest"}
