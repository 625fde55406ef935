"""`dobon verify FILE`: check chain, seals, decks, grammar and every decision of an exported log with the rules.

The file of a case has its evidence with it.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from domain.log.conclusions import Conclusion, Verification
from domain.verification.cases import BadCase, Case, parse_case
from domain.verification.verify import split_lines, verify, verify_bytes

SHOWN = 20
"""Limit of problems that are printed one by one."""

EXIT = {Conclusion.WHOLE: 0, Conclusion.FALSE: 1, Conclusion.SEEN: 3}
"""Exit code of each conclusion. 2 is a file that cannot be read."""

CONCLUSIONS = {
    Conclusion.WHOLE: "The log is whole and true.",
    Conclusion.SEEN: "The log is true as far as it can be seen.",
    Conclusion.FALSE: "The log is FALSE: it differs from what the server wrote, or from what the rules allow.",
}
"""The last line that is printed."""


class Evidence(NamedTuple):
    """Files that a log is compared with."""

    receipts: Path | None = None
    keys: Path | None = None
    inclusion: Path | None = None
    checkpoint: Path | None = None
    "The file that keeps the newest checkpoint of the public log."
    log: str | None = None
    "The address or folder of the public log."
    witnesses: Path | None = None
    "The keys of witnesses, one a line."


NO_EVIDENCE = Evidence()


def holds_case(path: Path) -> bool:
    """Tell whether the file names the format of a case."""
    try:
        return parse_case(path.read_bytes()) is not None
    except BadCase:
        return True
    except OSError:
        return False


def verify_file(path: Path, head: str | None, evidence: Evidence = NO_EVIDENCE) -> int:
    """Verify the file and print the result, also what receipts and the public log say about it.

    Return the exit code of the conclusion, 1 if a receipt, the public log or a call of a case contradicts the log, or 2
    if a file cannot be read.
    """
    try:
        data = path.read_bytes()
        case = parse_case(data)
    except OSError as error:
        print(f"{path}: {error.strerror}", file=sys.stderr)
        return 2
    except BadCase as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    if not data.strip():
        print(f"{path}: the file is empty. A log has a line for the game and one for each event.", file=sys.stderr)
        return 2
    if case is not None:
        code = _conclude(verify(case.lines, head))
        return _with_evidence(_with_parts(code, case, path, evidence), case.lines, evidence)
    return _with_evidence(_conclude(verify_bytes(data, head)), split_lines(data), evidence)


def _conclude(report: Verification) -> int:
    """Print the result of verifying a log, and return the exit code of its conclusion."""
    print(f"game {report.game or '?'}: {report.events} events, head {report.head or '?'}")
    for kind, number in sorted(report.checked.items()):
        print(f"  {number:5} {kind} checked")
    for sentence in report.unseen:
        print(f"  not seen: {sentence}")
    for sentence in report.remarks:
        print(f"  note: {sentence}")
    _print_problems(report)
    print(CONCLUSIONS[report.conclusion])
    return EXIT[report.conclusion]


def _print_problems(report: Verification) -> None:
    for problem in report.problems[:SHOWN]:
        where = f"line {problem.line}" if problem.line else "the file"
        where += f" (version {problem.version})" if problem.version else ""
        print(f"  INVALID at {where}: {problem.what}".encode(errors="backslashreplace").decode())
    if len(report.problems) > SHOWN:
        print(f"  and {len(report.problems) - SHOWN} more problems")


def _with_parts(code: int, case: Case, path: Path, evidence: Evidence) -> int:
    """Return the exit code of the log of a case together with the other parts of the case."""
    from api.cli.case import verify_parts

    # A file of proofs beside the case is the one that is compared with other states of the public log.
    states = () if evidence.inclusion is not None else (evidence.checkpoint, evidence.log, evidence.witnesses)
    return _heavier(code, verify_parts(case, path, evidence.keys, *states))


def _with_evidence(code: int, lines: Sequence[str], evidence: Evidence) -> int:
    """Return the exit code of the log together with the evidence: a contradiction outweighs everything else."""
    # Imported here, because nothing else of `dobon verify` needs a library for signatures.
    if evidence.receipts is not None:
        from api.cli.receipts import verify_receipts

        code = _heavier(code, verify_receipts(lines, evidence.receipts, evidence.keys))
    if evidence.inclusion is not None and evidence.keys is not None:
        from api.cli.inclusion import verify_inclusion

        files = (evidence.inclusion, evidence.keys, evidence.checkpoint, evidence.log, evidence.witnesses)
        code = _heavier(code, verify_inclusion(lines, *files))
    return code


def _heavier(code: int, found: int) -> int:
    return found if found == 1 or not code else code
