"""Verification of an exported log with the domain alone: chain, seals, grammar, chance, every card, every decision
(`docs/log-format.md`).

A log with revealed rounds and all sealed parts is checked completely. Withheld parts of a revealed round are derived
from the seed, or found by trying what the rules allow, and compared with their seals. For the others the report says
what could not be checked, and why.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from domain.game.reading import read_log
from domain.log.conclusions import Verification
from domain.log.errors import BadEvent
from domain.log.events import Event, LoggedEvent
from domain.log.log_format import BadLog, Export, digest, genesis, parse, seal
from domain.verification.bot_verification import replay_bots
from domain.verification.judgement import MALFORMED, Judge
from domain.verification.rounds import RoundFacts, rounds_of

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


def verify_bytes(data: bytes, head: str | None = None) -> Verification:
    """Check the bytes of an exported log as `verify` does, and that a line feed ends every line."""
    lines = split_lines(data)
    report = verify(lines, head)
    if data and not data.endswith(b"\n"):
        report.add(0, ["the last line has no line feed: the file was changed, or cut off"], line=len(lines))
    return report


def split_lines(data: bytes) -> list[str]:
    """Return the lines of a file, split at line feeds only; bytes outside UTF-8 become halves of surrogates."""
    lines = data.decode(errors="surrogateescape").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def verify(lines: Iterable[str], head: str | None = None) -> Verification:
    """Check the lines of an exported log; `head` is a digest of any of its versions, kept elsewhere.

    Never raises for any content of the lines. Split a file only at line feeds, and decode it with
    `errors="surrogateescape"`, so that every byte of it is checked.
    """
    report = Verification()
    try:
        log = parse(lines)
    except BadLog as bad:
        report.add(0, [f"this is no log: {bad.detail}"], line=bad.line)
        report.unseen.append("Nothing else was checked, because the file cannot be read.")
        return report
    report.game, report.events = log.game, len(log.events)
    _check_chain(log, head, report)
    try:
        events = _declared(log, report)
        rounds, of = rounds_of(events, report)
    except MALFORMED as problem:
        report.add(0, [f"the rounds cannot be told apart: {problem!r}"])
        report.unseen.append("Nothing but the chain was checked.")
        return report
    _check_seals(log.events, rounds, of, report)
    opened = _replay(log, events, rounds, report)
    _check_bots(log.game, opened, rounds, report)
    report.unseen += _gaps(rounds)
    report.remarks += _remarks(head)
    return report


# The chain


def _check_chain(log: Export, head: str | None, report: Verification) -> None:
    """Check that versions have no holes, that moments do not go back, and every digest."""
    previous, at = genesis(log.game), ""
    digests = {previous}
    for expected, event in enumerate(log.events, 1):
        problems = []
        if event.version != expected:
            problems.append(f"the version has to be {expected}, not {event.version}")
        if not _MOMENT.fullmatch(event.at) or event.at < at:
            problems.append(f"the moment {event.at!r} is none, or before that of the event before")
        computed = digest(previous, log.game, event)
        if computed != event.digest:
            problems.append(f"the digest has to be {computed}")
        report.add(expected, problems, "digests")
        # Continue with the digest in the file, so that one changed event is one problem.
        previous = event.digest if re.fullmatch("[0-9a-f]{64}", event.digest) else computed
        digests.add(previous)
        at = event.at
        report.head = computed
    if log.head != report.head:
        report.add(0, ["the head in the first line is not the digest of the last event"])
    if head is not None and head not in digests:
        report.add(0, [f"the head {head} is of no version of this log: it was rewritten, or its end cut off"])


# Forms and seals


def _declared(log: Export, report: Verification) -> list[Event]:
    """Return the events up to the first that is not as its type is declared, which is reported."""
    events: list[Event] = []
    try:
        events.extend(read_log(log.events))
    except BadEvent as bad:
        if not events:
            raise
        wrong = log.events[len(events)]
        # An event with a wrong digest was named already.
        report.add(
            wrong.version, [] if report.is_faulty(wrong.version) else [f"{wrong.type} is not as declared: {bad}"]
        )
        report.unseen.append(f"From version {wrong.version} on only the chain was checked.")
    return events


def _check_seals(events: list[LoggedEvent], rounds: dict[int, RoundFacts], of: list[int], report: Verification) -> None:
    """Check that every sealed part in the file matches its seal."""
    report.checked["secrets"] = sum(this.secret is not None for this in rounds.values())
    for event, number in zip(events, of, strict=False):
        unsealed = sorted(event.sealed.keys() - event.seals.keys())
        report.add(event.version, [f"the sealed part {part} has no seal" for part in unsealed])
        if not event.seals:
            continue
        this = rounds.setdefault(number, RoundFacts())
        this.sealed += len(event.sealed)
        this.withheld += len(event.seals.keys() - event.sealed.keys())
        for part, payload in event.sealed.items():
            if this.secret is None or part not in event.seals:
                continue
            right = seal(this.secret, event.version, part, payload) == event.seals[part]
            report.add(event.version, [] if right else [f"the sealed part {part} does not fit its seal"], "seals")


# The game itself


def _replay(log: Export, events: list[Event], rounds: Mapping[int, RoundFacts], report: Verification) -> list[Event]:
    """Fold the log, and judge each event against the game before it.

    Return the events, up to the first that no game can have, with the withheld parts that were recovered.
    """
    version, opened = 1, []
    try:
        stated, created = {"ruleset": log.ruleset, "options": log.options, "seats": log.seats}, events[0]
        if created.type != "game-created" or any(created.public.get(name) != value for name, value in stated.items()):
            report.add(1, ["the first line does not say what `game-created` says"])
        judge = Judge(log.game, events, rounds, report)
        opened = judge.opened
        for place in range(1, len(events)):
            version = events[place].version
            judge.check(place)
        if len(events) == len(log.events):
            judge.finish()
    except MALFORMED as problem:
        report.add(version, [f"no game goes on like this: {problem!r}"])
        report.unseen.append(f"From version {version} on only the chain and the seals were checked.")
    return opened


def _check_bots(game: str, events: list[Event], rounds: Mapping[int, RoundFacts], report: Verification) -> None:
    """Take the decisions of bots again, unless the log is false anyway: strategies expect a game by the rules."""
    if not report.ok:
        return
    found = replay_bots(game, events, {number: this.secret for number, this in rounds.items() if this.secret})
    for version, what in found.problems:
        report.add(version, [what])
    if found.replayed:
        report.checked["decisions of bots"] = found.replayed
    report.unseen += found.unchecked()


def _gaps(rounds: Mapping[int, RoundFacts]) -> Iterator[str]:
    """Yield what was withheld or is not revealed, in sentences."""
    for number, this in sorted(rounds.items()):
        if this.secret is None and this.dealt:
            yield f"Round {number} is not revealed: its shuffles and {this.sealed} sealed parts were not checked."
        if this.withheld:
            yield (
                f"Of round {number} {this.withheld} sealed parts are withheld: {this.recovered} were derived from the "
                f"secret or found by trying, and of {this.withheld - this.recovered} only the seals are in the chain."
            )


def _remarks(head: str | None) -> Iterator[str]:
    """Yield other limits of the verification, in sentences."""
    if head is None:
        yield "No head was given: a log rewritten as a whole, or cut off at the end, would look the same."
