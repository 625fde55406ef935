"""`dobon verify FILE`: verify chain, seals, deck and every call of an exported log with the rules alone."""

import sys
from pathlib import Path

from domain.verify import verify

SHOWN = 20
"""Limit of problems that are printed one by one."""


def verify_file(path: Path, head: str | None) -> int:
    """Verify the file and print the result. Return 1 if something is wrong and 2 if the file cannot be read."""
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
        print(f"  INVALID at {where}: {problem.what}".encode(errors="backslashreplace").decode())
    if len(report.problems) > SHOWN:
        print(f"  and {len(report.problems) - SHOWN} more problems")
    print(
        "The log is complete and valid."
        if report.ok
        else "The log is NOT valid: it differs from what the server wrote."
    )
    return 0 if report.ok else 1
