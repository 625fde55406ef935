"""The declaration of a fault, and how it is planted in a copy of the tree."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]


class RunFailed(Exception):
    """The run of a proof ended without rows."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of the program that a proof has to catch."""

    what: str
    file: str
    old: str
    new: str
    share: float = 0.0
    "Share of the full counts, if it differs from that of the proof's other faults."
    also: tuple[tuple[str, str, str], ...] = ()
    "Further changes: file, old text and new text."
    row: str = ""
    "Part of the names of the rows to make; without it the proof makes rows until one fails."
    stalls: bool = False
    "The proof catches the fault by making no progress, so that its watchdog ends it."

    def plant(self, tree: Path) -> None:
        """Change the places in a copy. Raise `RunFailed` if an old text is not in its file exactly once."""
        for file, old, new in ((self.file, self.old, self.new), *self.also):
            path = tree / file
            text = path.read_text(encoding="utf-8")
            if text.count(old) != 1:
                raise RunFailed(f"{file} must contain exactly once: {old}")
            path.write_text(text.replace(old, new), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults of a proof."""

    share: float
    "Share of the full counts of the proof that looks for one of them."
    all: tuple[Fault, ...]


def declared_faults(proof: str) -> Faults:
    """Return what the module of a proof declares."""
    module = import_module(f"prove.faults.{proof}")
    return Faults(module.SHARE, module.FAULTS)
