"""Python imports this module at its start, if its folder is in `PYTHONPATH`: it shifts the system's clock of a process.

Libraries see the shift too, and clocks that never jump do not. The machine's own clock stays as it is.
"""

import os
import time
from contextlib import suppress
from pathlib import Path

_file = Path(os.environ["PROVE_CLOCK"])
_true_time = time.time


def _shifted_time() -> float:
    """Return the seconds since 1970, shifted by the number in the file."""
    shift = 0.0
    with suppress(FileNotFoundError):
        shift = float(_file.read_text())
    return _true_time() + shift


time.time = _shifted_time
