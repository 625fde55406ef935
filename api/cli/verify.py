"""`dobon verify FILE`: chain, seals, deck and every call of an exported log, with nothing but the rules."""

import sys
from pathlib import Path

from domain.verify import verify

SHOWN = 20
"""Problems that are printed one by one."""


def verify_file(path: Path, head: str | None) -> int:
    """Check the file and say what was found; 1 where something is wrong, 2 where the file cannot be read at all."""
    try:
        text = path.read_bytes().decode(errors="surrogateescape")
    except OSError as error:
        print(f"{path}: {error.strerror}", file=sys.stderr)
        return 2
    lines = text.split("\n")
    report = verify(lines[:-1] if lines[-1] == "" else lines, head)
    print(f"game {report.game or '?'}: {report.events} events, head {report.head or '?'}")
    for kind, number in sorted(report.checked.items()):
        print(f"  {number:5} {kind} checked")
    for sentence in report.unchecked:
        print(f"  not checked: {sentence}")
    for problem in report.problems[:SHOWN]:
        where = f"version {problem.version}" if problem.version else "the file"
        print(f"  WRONG at {where}: {problem.what}".encode(errors="backslashreplace").decode())
    if len(report.problems) > SHOWN:
        print(f"  and {len(report.problems) - SHOWN} more")
    print("The log is whole and true." if report.ok else "The log is NOT what the server wrote.")
    return 0 if report.ok else 1
