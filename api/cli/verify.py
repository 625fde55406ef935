"""`dobon verify FILE`: verify chain, seals, deck and every call of an exported log with the rules alone."""

import sys
from pathlib import Path

from domain.verify import verify

SHOWN = 20
"""Limit of problems that are printed one by one."""


def verify_file(path: Path, head: str | None, receipts: Path | None = None, keys: Path | None = None) -> int:
    """Verify the file and print the result, also that of `api.cli.receipts` if there is a file of receipts.

    Return 1 if something is wrong and 2 if a file cannot be read.
    """
    try:
        text = path.read_bytes().decode(errors="surrogateescape")
    except OSError as error:
        print(f"{path}: {error.strerror}", file=sys.stderr)
        return 2
    lines = text.split("\n")
    lines = lines[:-1] if lines[-1] == "" else lines
    report = verify(lines, head)
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
    code = 0 if report.ok else 1
    return code if receipts is None else _with_receipts(code, lines, receipts, keys)


def _with_receipts(code: int, lines: list[str], receipts: Path, keys: Path | None) -> int:
    """Return the exit code of the log together with its receipts: a contradiction outweighs everything else."""
    # Imported here, because nothing else of `dobon verify` needs a library for signatures.
    from api.cli.receipts import verify_receipts

    found = verify_receipts(lines, receipts, keys)
    return found if found == 1 or not code else code
