"""QR codes (ISO/IEC 18004) as the path of an SVG, so that a page draws them without a library."""

from typing import Any

import segno

from api.representations import fields as f


class QrCode(f.Answer):
    """A QR code as an SVG: a square with a dark path."""

    size = f.count(required=True, note="The side of the square with its margin.")
    path = f.text("M4 4h7v1h-7z", note="The `d` of the path of all dark modules.", required=True)


QUIET_ZONE = 4
"""The margin that the standard requires, in modules."""


def qr_code(text: str) -> dict[str, Any]:
    """Return the code of a string: the `size` of its square with the margin, and the `path` of its dark modules.

    The unit is one module.
    """
    matrix = segno.make(text, error="m", micro=False).matrix
    runs = [
        f"M{start + QUIET_ZONE} {line + QUIET_ZONE}h{length}v1h-{length}z"
        for line, row in enumerate(matrix)
        for start, length in _dark_runs(row)
    ]
    return {"size": len(matrix) + 2 * QUIET_ZONE, "path": "".join(runs)}


def _dark_runs(row: bytearray | tuple[int, ...]) -> list[tuple[int, int]]:
    """Return start and length of each run of dark modules."""
    runs: list[tuple[int, int]] = []
    for place, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == place:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((place, 1))
    return runs
