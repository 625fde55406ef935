"""`dobon verify FILE --inclusion ANSWER`: compare a log with the public log, and the public log with an older state."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from api.cli.receipts import read_receipts
from domain.game.inclusion import BadInclusion, Finding, Inclusion, compare, parse_inclusion
from domain.game.receipts import BadReceipts, PublicKey
from domain.log.log_format import BadLog, Export, parse
from domain.transparency import checkpoint as checkpoints
from domain.transparency import notes
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.cosignatures import read_key, witnesses_of
from domain.transparency.extension import extends
from domain.transparency.notes import BadNote
from domain.transparency.tiles import BadTile
from infra.delivery.log_source import LogSource
from infra.signatures import is_signed

SENTENCES = {
    Finding.CONTRADICTED: "CONTRADICTED: the public log has another head for {kind}, so this log was changed",
    Finding.CUT_OFF: "CUT OFF: the public log has a later head for {kind}, so events are missing at the end of this log",
    Finding.MISSING: "{kind} is not in the file: get it again, and keep both files if it is still missing after 2 s",
    Finding.UNPROVEN: "{kind} is not proven: the proof does not lead to the root of the checkpoint",
}

AGAINST_THE_LOG = (Finding.CONTRADICTED, Finding.CUT_OFF)


def verify_inclusion(
    lines: Sequence[str],
    inclusion: Path,
    keys: Path,
    kept: Path | None = None,
    source: str | None = None,
    witnesses: Path | None = None,
) -> int:
    """Compare the lines of a log with the proofs in a file, and print the result.

    The other parameters and the code are those of `compare_inclusion`; 2 also if a file cannot be read.
    """
    try:
        answer, trusted = inclusion.read_bytes(), read_receipts(keys).keys
    except (OSError, BadReceipts) as error:
        print(f"public log: {error}", file=sys.stderr)
        return 2
    return compare_inclusion(lines, answer, trusted, kept, source, witnesses)


def compare_inclusion(
    lines: Sequence[str],
    inclusion: bytes,
    keys: Mapping[str, PublicKey],
    kept: Path | None = None,
    source: str | None = None,
    witnesses: Path | None = None,
) -> int:
    """Compare the lines of a log with the public log, and print the result.

    `kept` holds the newest checkpoint that was seen, and afterwards a newer one. `source` is where the tiles of the
    public log are: an address or a folder. `witnesses` has the keys of witnesses, one a line. Return 1 if the public
    log contradicts the log or its own older state, 2 if something cannot be read, has no valid signature or could not
    be compared, else 0.
    """
    publics = [key.public for key in keys.values()]
    try:
        log = parse(lines)
        answer = parse_inclusion(inclusion)
        state = checkpoints.check(answer.checkpoint, publics, is_signed)
    except BadLog:
        print("public log: not compared, because the log cannot be read")
        return 1
    except (BadInclusion, BadNote) as error:
        print(f"public log: {error}", file=sys.stderr)
        return 2
    code = _compare(log, answer, state)
    try:
        states = _read_states(answer.checkpoint, publics, kept, source, witnessed=witnesses is not None)
        found = 0 if len(states) == 1 and kept is None else _compare_states(states, kept, source)
        if witnesses is not None:
            found = found or _name_witnesses(states, witnesses)
    except (OSError, BadNote, BadTile) as error:
        print(f"public log: not compared with another state: {error}", file=sys.stderr)
        found = 2
    return 1 if 1 in (code, found) else max(code, found)


def _compare(log: Export, answer: Inclusion, state: Checkpoint) -> int:
    if answer.game != log.game:
        print(f"public log: not compared, because the file is of the game {answer.game}")
        return 2
    findings = compare(log, answer, state)
    agreeing = [kind for kind, finding in findings.items() if finding is Finding.AGREES]
    print(f"public log: {_names(agreeing)} in it as in this log, by a checkpoint of {state.size} entries")
    for kind, finding in findings.items():
        if finding in SENTENCES:
            print(f"  {SENTENCES[finding].format(kind=kind)}")
    if any(finding in AGAINST_THE_LOG for finding in findings.values()):
        return 1
    return 0 if len(agreeing) == len(findings) else 2


def _names(kinds: Sequence[str]) -> str:
    if not kinds:
        return "no head is"
    *others, last = kinds
    return f"the heads of {', '.join(others)} and {last} are" if others else f"the head of {last} is"


def _read_states(
    note: str, publics: Sequence[bytes], kept: Path | None, source: str | None, *, witnessed: bool
) -> dict[str, Checkpoint]:
    """Return all checkpoints by their notes. Raises `OSError` and `BadNote`."""
    found = [note.encode()]
    if source is not None:
        log = LogSource(source)
        found.append(log.read("checkpoint"))
        if witnessed:
            with suppress(FileNotFoundError):  # no witness has signed yet, or a mirror leaves it out
                found.append(log.read("witnessed"))
    if kept is not None and kept.exists():
        found.append(kept.read_bytes())
    texts = [one.decode(errors="replace") for one in found]
    return {one: checkpoints.check(one, publics, is_signed) for one in texts}


def _compare_states(states: Mapping[str, Checkpoint], kept: Path | None, source: str | None) -> int:
    """Check that the newest state extends all others, and keep it. Raises `OSError`, `BadNote` and `BadTile`."""
    log = None if source is None else LogSource(source)
    if len({state.origin for state in states.values()}) > 1:
        print("  REPLACED: the checkpoints are of different logs, so the server has begun another one")
        return 1
    # Of the same state the one with most signatures of witnesses is kept.
    newest = max(states, key=lambda one: (states[one].size, len(notes.split(one).signatures)))
    for state in states.values():
        code = _check_extension(state, states[newest], log)
        if code:
            return code
    print(f"  the public log was only extended up to its {states[newest].size} entries")
    if kept is not None:
        _keep(kept, newest)
    return 0


def _name_witnesses(states: Mapping[str, Checkpoint], witnesses: Path) -> int:
    """Print which witnesses have signed a checkpoint, and return 2 if none has. Raises `OSError` and `BadNote`."""
    lines = witnesses.read_bytes().decode(errors="replace").splitlines()
    keys = [read_key(line) for line in lines if line.strip()]
    named = 0
    for note, state in states.items():
        for key, at in witnesses_of(notes.split(note), keys, is_signed).items():
            seen = datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
            print(f"  witnessed by {key.name} at {seen}, with {state.size} entries")
            named += 1
    if not named:
        print("  no witness has signed any of these checkpoints")
    return 0 if named else 2


def _check_extension(old: Checkpoint, new: Checkpoint, log: LogSource | None) -> int:
    """Print why a state does not extend an older one. Return the exit code."""
    if old.size < new.size and log is None:
        print(
            f"  not compared: the public log has grown from {old.size} to {new.size} entries; give its address with"
            " --log"
        )
        return 2
    if extends(old, new, log.hashes if log else lambda _: []):
        return 0
    print(
        f"  REWRITTEN: the checkpoint of {new.size} entries does not extend that of {old.size}. Both are signed, so they"
        " prove that the server has changed the public log. Keep both files."
    )
    return 1


def _keep(kept: Path, note: str) -> None:
    """Replace the file that keeps the newest checkpoint, as a whole or not at all."""
    beside = kept.with_name(f"{kept.name}.new")
    beside.write_bytes(note.encode())
    beside.replace(kept)
    print(f"  kept in {kept}")
