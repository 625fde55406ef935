"""`dobon verify FILE --receipts RECEIPTS`: compare a log with what the server has signed."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from domain.game.receipts import (
    Agreement,
    BadReceipts,
    Comparison,
    PublicKey,
    Receipt,
    ReceiptFile,
    compare,
    parse_receipts,
)
from domain.log.log_format import BadLog, parse
from infra.signatures import is_signed

AGAINST_THE_LOG = (Agreement.CONTRADICTED, Agreement.CUT_OFF)
UNUSABLE = (Agreement.UNKNOWN_KEY, Agreement.BAD_SIGNATURE, Agreement.WRONG_TIME)


def verify_receipts(lines: Sequence[str], receipts: Path, keys: Path | None) -> int:
    """Compare the lines of a log with the receipts in a file, and print the result.

    The keys are those in the file `keys`; without it, those beside the receipts. Return the code of
    `compare_receipts`, or 2 if a file cannot be read.
    """
    try:
        found = read_receipts(receipts)
        trusted = None if keys is None else read_receipts(keys).keys
    except (OSError, BadReceipts) as error:
        print(error, file=sys.stderr)
        return 2
    return compare_receipts(lines, found, trusted, str(receipts))


def compare_receipts(
    lines: Sequence[str], found: ReceiptFile, keys: Mapping[str, PublicKey] | None, place: str, word: str = "line"
) -> int:
    """Compare the lines of a log with receipts, and print the result.

    Without `keys` those beside the receipts are used, which are in `place`. `word` is what the numbers of receipts
    count. Return 1 if a receipt contradicts the log or another receipt, 2 if a receipt is not signed by a key, or none
    is of this game, else 0.
    """
    try:
        log = parse(lines)
    except BadLog:
        print("receipts: not compared, because the log cannot be read")
        return 1
    trusted = found.keys if keys is None else keys
    result = compare(log, found.receipts, trusted, is_signed)
    counts = Counter(result.agreements.values())
    print(f"receipts: {counts[Agreement.AGREES]} of {len(found.receipts)} agree with the log")
    if keys is None:
        print(
            f"  signed by the keys in {place}: compare their names with those that the server published: "
            f"{', '.join(sorted(trusted)) or 'none'}"
        )
    for line, agreement in result.agreements.items():
        if agreement is not Agreement.AGREES:
            print(f"  {word} {line}: {_sentence(agreement, found.receipts[line], result)}")
    for line, at in result.early.items():
        receipt = found.receipts[line]
        print(
            f"  {word} {line}: agrees, but the server dated it {receipt.at}, before the event of version "
            f"{receipt.version}, which is of {at}: one of its clocks was wrong, or one of the dates is invented"
        )
    for line, other in result.conflicts:
        version = found.receipts[line].version
        print(f"  CONFLICT: {word}s {line} and {other} are signed, and their heads of version {version} differ")
    return _conclude(counts, result)


def read_receipts(path: Path) -> ReceiptFile:
    """Return the receipts and keys of a file. Raises `OSError` and `BadReceipts`."""
    return parse_receipts(path.read_bytes().decode(errors="surrogateescape").split("\n"))


def _sentence(agreement: Agreement, receipt: Receipt, result: Comparison) -> str:
    if agreement is Agreement.CONTRADICTED:
        return (
            f"CONTRADICTED at version {receipt.version}: the server signed the head {receipt.head} at {receipt.at}, "
            f"and the head of this log is {result.heads[receipt.version]}"
        )
    if agreement is Agreement.CUT_OFF:
        return (
            f"CUT OFF: the server signed version {receipt.version} at {receipt.at}, "
            f"and this log ends at version {len(result.heads) - 1}"
        )
    return {
        Agreement.OTHER_GAME: f"not compared: it is of the game {receipt.game}",
        Agreement.UNKNOWN_KEY: f"not compared: the key {receipt.kid} is not among the keys",
        Agreement.BAD_SIGNATURE: "not compared: its signature is invalid, so the server did not make it like this",
        Agreement.WRONG_TIME: f"not compared: the key {receipt.kid} did not sign at {receipt.at}",
    }[agreement]


def _conclude(counts: Mapping[Agreement, int], result: Comparison) -> int:
    """Print the conclusion and return the exit code."""
    if result.conflicts:
        print("The receipts contradict each other. They prove that the server signed two different logs of one game.")
    if any(counts[agreement] for agreement in AGAINST_THE_LOG):
        print("The receipts contradict the log. If the server gave you this log, they prove that it changed it.")
    if result.conflicts or any(counts[agreement] for agreement in AGAINST_THE_LOG):
        return 1
    if any(counts[agreement] for agreement in UNUSABLE) or not counts[Agreement.AGREES]:
        print("Not all receipts could be used." if counts[Agreement.AGREES] else "No receipt could be used.")
        return 2
    return 0
