"""Mutants change one place of a module, leave out what no test can notice, and are planted in memory."""

import ast
import importlib
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from tests.mutants.areas import AREAS
from tests.mutants.operators import find_mutants
from tests.mutants.worker import ROOT, Choice, choose, plant


def mutated(code: str) -> list[str]:
    """Return all mutants of the code."""
    found = []
    for number, _ in enumerate(find_mutants(ast.parse(code))):
        tree = ast.parse(code)
        list(find_mutants(tree))[number].plant()
        found.append(ast.unparse(tree))
    return found


@pytest.mark.parametrize(
    ("code", "mutants"),
    [
        ("a < b", ["a <= b"]),
        ("x = a in b", ["x = a not in b"]),
        ("a = b and c", ["a = b or c"]),
        ("a = b + 2", ["a = b - 2", "a = b + 3"]),
        ("a = b if not c else d", ["a = b if c else d"]),
        ("a = [b for b in c if d]", ["a = [b for b in c if not d]"]),
        ("a.b = c", ["pass"]),
        ("a = 'b'", []),
        ("'''A text.'''", []),
        ("a: dict[1, 2]", []),
        ("f'{a + 1}'", []),
        ("assert a < b", []),
        ("raise Refused('no', 1 + 1)", ["pass"]),
        ("class A(TypedDict):\n    a = 1", []),
        ("@cache(maxsize=4)\ndef f(): ...", []),
        ("_log.info(1)", []),
    ],
)
def test_each_operator_makes_its_mutants(code: str, mutants: list[str]):
    assert [text for text in mutated(code) if text != "pass" or "pass" in mutants] == mutants


def test_a_negated_condition_is_not_made_twice():
    assert mutated("if a == b:\n    c()") == ["if not a == b:\n    c()", "if a == b:\n    pass"]


@pytest.mark.parametrize("name", AREAS)
def test_each_area_has_modules_and_tests_for_them(name: str):
    area = AREAS[name]
    patterns = [*area.modules, *(pattern for stage in area.stages for pattern in stage)]
    assert [pattern for pattern in patterns if not [*ROOT.glob(pattern.replace("{family}", "doubt"))]] == []
    assert all(len([*area.tests(ROOT, module)]) >= 2 for module in area.files(ROOT))


def test_a_smaller_share_is_the_beginning_of_a_larger_one():
    assert choose("store", 5, "a") == choose("store", 20, "a")[:5] != choose("store", 5, "b")


def test_a_mutant_is_planted_in_memory_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    module = tmp_path / "planted_here.py"
    module.write_text("def double(value):\n    return value + value\n")
    monkeypatch.setattr(SourceFileLoader, "get_code", SourceFileLoader.get_code)  # restored after the test
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    plant(Choice("rules", "planted_here.py", 1, 2, ""), tmp_path)
    assert importlib.import_module("planted_here").double(3) == 0
    assert module.read_text() == "def double(value):\n    return value + value\n"
