"""Modules that are mutated, by area, and the tests that have to notice."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FAMILIES = ("dobon", "doubt", "beating")
_UNJUDGED = {"__init__.py", "narration.py", "review.py", "view.py", "replay.py", "events.py"}
"""Modules of a family without rules: words, declarations, or parts of another area."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the program, with its tests in stages: a later stage runs if the earlier ones notice nothing."""

    modules: tuple[str, ...]
    "Patterns of files."
    stages: tuple[tuple[str, ...], ...]
    "Patterns of files and folders for each stage; {family} stands for the second folder of the module."
    without: frozenset[str] = frozenset()
    "Names of files that the patterns match but the area lacks."

    def files(self, root: Path) -> list[str]:
        """Return the modules of this area."""
        found = {path for pattern in self.modules for path in root.glob(pattern) if path.name not in self.without}
        return sorted(str(path.relative_to(root)) for path in found)

    def tests(self, root: Path, module: str) -> Iterator[tuple[str, ...]]:
        """Yield the test files of each stage for a module; those that import it come first."""
        dotted = module.removesuffix(".py").replace("/", ".")
        for stage in self.stages:
            patterns = [pattern.format(family=Path(module).parent.name) for pattern in stage]
            found = {path for pattern in patterns for path in root.glob(pattern)}
            ordered = sorted(found, key=lambda path: (dotted not in path.read_text(encoding="utf-8"), path))
            if ordered:
                yield tuple(str(path.relative_to(root)) for path in ordered)


_GOLDEN = ("tests/golden/test_*.py",)
_FORGED = tuple(
    f"tests/domain/verify/test_{name}.py" for name in ("verify", "for*", "withheld_parts", "changed_events")
)
_TRUE = ("tests/domain/verify/test_bots.py", "tests/domain/verify/test_true_logs.py")
_GAME = tuple(f"tests/domain/test_{name}.py" for name in ("rounds", "seats", "legal_actions", "spectators", "summary"))
_WORLDS = ("tests/domain/test_two_worlds*.py", "tests/domain/test_properties.py")
_COMMANDS = ("tests/infra/commands/test_[!s]*.py", "tests/infra/commands/test_s[!l]*.py")
"""Without test_slow_bots.py, whose experts decide in real time in processes of their own."""
_HTTP = tuple(f"tests/api/operations/test_{name}.py" for name in ("games", "actions", "views", "spectators"))

AREAS = {
    "rules": Area(
        tuple(f"domain/{family}/*.py" for family in _FAMILIES),
        (("tests/domain/{family}/test_*.py",), _GOLDEN, _WORLDS),
        frozenset(_UNJUDGED),
    ),
    "commands": Area(
        ("domain/running/commands.py", "domain/running/automation.py", "infra/commands/*.py"),
        (_GAME, _COMMANDS, _HTTP),
        frozenset({"__init__.py", "slow_bots.py", "bot_process.py"}),
    ),
    "store": Area(
        ("infra/event_store/*.py",),
        (("tests/infra/event_store/test_*.py",), _COMMANDS, _HTTP),
        frozenset({"__init__.py"}),
    ),
    "views": Area(
        ("domain/*/view.py", "domain/game/game.py", "domain/game/spectators.py"),
        (_GAME, _GOLDEN, ("tests/domain/{family}/test_*.py", *_WORLDS), _HTTP),
    ),
    "verification": Area(
        ("domain/verification/*.py", "domain/*/replay.py", "domain/ruleset/places.py"),
        (_FORGED, _TRUE),
        frozenset({"__init__.py"}),
    ),
}
