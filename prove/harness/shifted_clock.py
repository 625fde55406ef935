"""A system clock that can be set, for the processes of one server (`prove/harness/shifted/sitecustomize.py`)."""

import os
from collections.abc import Mapping
from pathlib import Path

_FOLDER = Path(__file__).parent / "shifted"


class ShiftedClock:
    """The system's clock of the Python processes that are started in its environment."""

    def __init__(self, file: Path) -> None:
        """`file` will hold the shift."""
        self._file = file
        self.set(0)

    def set(self, seconds: float) -> None:
        """Set the clock that much ahead of the machine's, at once and for all of its processes."""
        draft = self._file.with_suffix(".new")
        draft.write_text(str(seconds))
        draft.replace(self._file)

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables for a process, which hands them on to its own processes."""
        before = os.environ.get("PYTHONPATH")
        path = [str(_FOLDER)] if before is None else [str(_FOLDER), before]
        return {"PYTHONPATH": os.pathsep.join(path), "PROVE_CLOCK": str(self._file)}
