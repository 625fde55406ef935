"""`dobon verify CASE`: compare the parts of a case with its log (`docs/log-format.md`)."""

import sys
from pathlib import Path

from api.cli.inclusion import compare_inclusion
from api.cli.receipts import compare_receipts, read_receipts
from domain.game.receipts import BadReceipts, parse_receipts
from domain.log.log_format import BadLog, parse
from domain.verification.cases import Case, compare_calls


def verify_parts(
    case: Case,
    path: Path,
    keys: Path | None,
    kept: Path | None = None,
    source: str | None = None,
    witnesses: Path | None = None,
) -> int:
    """Compare calls, receipts and proofs of a case with its log, and print a line for each part.

    The keys are those in the file `keys`; without it, those of the case. `kept`, `source` and `witnesses` are as in
    `compare_inclusion`. Return 1 if a part contradicts the log, 2 if a part could not be used, else 0.
    """
    codes = [_compare_calls(case)]
    try:
        found = parse_receipts([*case.receipts, case.keys])
        trusted = None if keys is None else read_receipts(keys).keys
    except BadReceipts as error:
        where = "the keys" if error.line > len(case.receipts) else f"receipt {error.line}"
        print(f"receipts: {where} of the case cannot be read: {error.detail}", file=sys.stderr)
        return 1 if 1 in codes else 2
    except OSError as error:
        print(error, file=sys.stderr)
        return 1 if 1 in codes else 2
    codes.append(compare_receipts(case.lines, found, trusted, str(path), "receipt"))
    if case.inclusion is not None:
        publics = found.keys if trusted is None else trusted
        codes.append(compare_inclusion(case.lines, case.inclusion.encode(), publics, kept, source, witnesses))
    else:
        print("public log: the case has no proofs, because the public log did not have the end of the game yet")
        codes.append(0 if (kept, source, witnesses) == (None,) * 3 else 2)
    print(f"acts of admins: {len(case.acts)}, which nothing in the case proves")
    return 1 if 1 in codes else max(codes)


def _compare_calls(case: Case) -> int:
    """Print whether the calls of a case are those of its log, judged again. Return the exit code."""
    try:
        log = parse(case.lines)
        wrong = compare_calls(log, case.claims)
    except BadLog:
        print("calls: not compared, because the log cannot be read")
        return 1
    if case.game != log.game:
        print(f"  INVALID: the case is of the game {case.game}, and its log of the game {log.game}")
    result = f"{len(wrong)} differences" if wrong else "the same verdicts"
    print(f"calls: {len(case.claims)}, judged again from the log: {result}")
    for one in wrong:
        where = "" if one.version is None else f" at version {one.version}"
        print(f"  INVALID call{where}: {one.what}".encode(errors="backslashreplace").decode())
    return 1 if wrong or case.game != log.game else 0
