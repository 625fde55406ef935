"""Verification of an exported log with the domain alone: chain, seals, chance, every card, every call
(`docs/log-format.md`).

A log with revealed rounds and all sealed parts is checked completely. For any other log the report names the parts that
could not be checked, and why.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from domain.bot_verification import replay_bots
from domain.catalogue import ROUND_DEALT
from domain.chance import HashChain
from domain.claims import rejudge
from domain.commands import open_round
from domain.errors import Refused
from domain.events import Event
from domain.fold import apply, fold
from domain.game import Game
from domain.game_events import EVENTS
from domain.game_verification import STEPS, GameCheck, RoundFacts, game_created, round_dealt, unrevealed
from domain.log_format import BadLog, Export, digest, genesis, parse, seal
from domain.registry import ruleset
from domain.upcasting import current

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_MALFORMED = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, Refused)
"""Exceptions that folding a log raises only if no program of this kind wrote it."""
_CLOCK = ("asked", "deadline", "allowed_from")
"""Fields of a deal about windows and times, which do not depend on chance."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of the log."""

    version: int
    "Version of the event; 0 for the file as a whole."
    what: str


@dataclass(slots=True)
class Report:
    """The result of verifying a log."""

    game: str = ""
    head: str = ""
    "Digest of the last event, computed."
    events: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    "Number of checks by kind, good and bad."
    problems: list[Problem] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    "Parts that could not be checked, in sentences."

    @property
    def ok(self) -> bool:
        """No check failed. `unchecked` names the parts without a check."""
        return not self.problems

    def add(self, version: int, problems: Iterable[str], kind: str = "") -> None:
        """Add the problems of one event, and count one more check of that kind."""
        self.problems += [Problem(version, what) for what in problems]
        if kind:
            self.checked[kind] += 1


def verify(lines: Iterable[str], head: str | None = None) -> Report:
    """Check the lines of an exported log; `head` is a digest of any of its versions, kept elsewhere.

    Never raises for any content of the lines. Split a file only at line feeds, and decode it with
    `errors="surrogateescape"`, so that every byte of it is checked.
    """
    report = Report()
    try:
        log = parse(lines)
    except BadLog as bad:
        report.add(0, [f"this is no log: {bad}"])
        report.unchecked.append("Nothing else was checked, because the file cannot be read.")
        return report
    report.game, report.events = log.game, len(log.events)
    _check_chain(log, head, report)
    try:
        events = [current(event) for event in log.events]
        rounds, of = _rounds(events, report)
    except _MALFORMED as problem:
        report.add(0, [f"the rounds cannot be told apart: {problem!r}"])
        report.unchecked.append("Nothing but the chain was checked.")
        return report
    _check_seals(log.events, rounds, of, report)
    _replay(log, events, rounds, report)
    _check_bots(log.game, events, rounds, report)
    report.unchecked += _gaps(rounds, head)
    return report


# The chain


def _check_chain(log: Export, head: str | None, report: Report) -> None:
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


# Secrets and seals


def _rounds(events: list[Event], report: Report) -> tuple[dict[int, RoundFacts], list[int]]:
    """Return the facts of each round, and for each event the round that was on the table then."""
    rounds: dict[int, RoundFacts] = {}
    of, current, anchor = [], 0, events[0].public["anchor"]
    for event in events:
        if event.type in STEPS:
            number = event.public.get("round", current)
            if type(number) is not int:
                raise TypeError(f"{number!r} is not the number of a round")
            this = rounds.setdefault(number, RoundFacts())
            step = round_dealt if event.type == ROUND_DEALT else EVENTS[event.type].verify
            report.add(event.version, step(GameCheck(event, this, anchor=anchor, number=number)))
            if event.type == ROUND_DEALT:
                current = number
        of.append(current)
    return rounds, of


def _check_seals(events: list[Event], rounds: dict[int, RoundFacts], of: list[int], report: Report) -> None:
    """Check that every sealed part in the file matches its seal."""
    report.checked["secrets"] = sum(this.secret is not None for this in rounds.values())
    for event, number in zip(events, of, strict=True):
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


def _replay(log: Export, events: list[Event], rounds: Mapping[int, RoundFacts], report: Report) -> None:
    """Fold the log, and check each event against the game before it."""
    version = 1
    try:
        created = events[0]
        stated = {"ruleset": log.ruleset, "options": log.options, "seats": log.seats}
        report.add(1, game_created(GameCheck(created, RoundFacts(), stated=stated)))
        if created.public["seats"] not in ruleset(created.public["ruleset"]).seats:
            raise ValueError("as many seats are not to be had")
        game = fold(log.game, [created])
        for last, event in pairwise(events):
            version = event.version
            _check(game, last, event, rounds, report)
            apply(game, event)
            if game.table is not None:
                report.add(version, game.ruleset.misplaced(game.table), "tables")
    except _MALFORMED as problem:
        report.add(version, [f"no game goes on like this: {problem!r}"])
        report.unchecked.append(f"From version {version} on only the chain and the seals were checked.")


def _check(game: Game, last: Event, event: Event, rounds: Mapping[int, RoundFacts], report: Report) -> None:
    """Check one event against the game before it; `last` is the event right before it."""
    version, this = event.version, rounds.get(game.round, RoundFacts())
    chance = None if this.secret is None else game.chance(this.secret)
    for found, problems in game.ruleset.audit(game.table, last, event, game.options, chance, not this.withheld):
        report.add(version, problems, found)
    kind = EVENTS.get(event.type)
    if event.type == ROUND_DEALT:
        _check_deal(game, event, this, rounds, report)
    elif kind is not None and not kind.begins and event.type not in STEPS:
        report.add(version, kind.verify(GameCheck(event, this, game=game)))
    elif event.type in game.ruleset.call_events:
        _check_call(game, event, report)


def _check_deal(game: Game, event: Event, before: RoundFacts, rounds: Mapping[int, RoundFacts], report: Report) -> None:
    """Check that hands, top, stock and starter follow from the secret and the entropies."""
    number, version = event.public["round"], event.version
    if number != game.round + 1:
        report.add(version, [f"round {game.round + 1} is to be dealt, not {number}"])
    report.add(version, unrevealed(before, game.round))
    if event.public["withheld"] != game.withheld():
        report.add(version, [f"seats {game.withheld()} have withheld their links, not {event.public['withheld']}"])
    secret = rounds[number].secret
    if secret is None:
        return
    dealt = open_round(game, event.at, HashChain(secret, number))[0]
    said, right = event.public, dealt.public
    wrong = sorted(
        name for name in said.keys() | right.keys() if name not in _CLOCK and said.get(name) != right.get(name)
    )
    wrong += [f"the cards of {part}" for part, cards in event.sealed.items() if cards != dealt.sealed.get(part)]
    report.add(version, [f"the secret deals otherwise: {', '.join(wrong)}"] if wrong else [], "deals")


def _check_call(game: Game, event: Event, report: Report) -> None:
    """Judge the call again from the cards of the log: the verdict and the right to call."""
    calls = game.ruleset.calls
    if calls is None or not calls.can_judge(game.table, event.public["seat"]):
        report.unchecked.append(f"The call of version {event.version}: the cards it is judged by are withheld.")
        return
    found = rejudge(game, event)
    recorded, judged = found["recorded"], found["judged"]
    wrong = [name for name in judged if name in recorded and recorded[name] != judged[name]]
    if (
        "hand" in wrong
        and recorded["hand"] is None
        and str(recorded["seat"]) in event.seals.keys() - event.sealed.keys()
    ):
        wrong.remove("hand")  # Known from elsewhere, and withheld here.
    problems = [f"{name} of the call has to be {judged[name]!r}, not {recorded[name]!r}" for name in wrong]
    if not judged["permitted"]:
        problems.append(f"seat {recorded['seat']} had no right to call")
    report.add(event.version, problems, "calls")


def _check_bots(game: str, events: list[Event], rounds: Mapping[int, RoundFacts], report: Report) -> None:
    """Take the decisions of bots again, unless the log is false anyway: strategies expect a game by the rules."""
    if not report.ok:
        return
    found = replay_bots(game, events, {number: this.secret for number, this in rounds.items() if this.secret})
    for version, what in found.problems:
        report.add(version, [what])
    if found.replayed:
        report.checked["decisions of bots"] = found.replayed
    report.unchecked += found.unchecked()


def _gaps(rounds: Mapping[int, RoundFacts], head: str | None) -> Iterator[str]:
    """Yield the parts that were not checked, in sentences."""
    for number, this in sorted(rounds.items()):
        if this.secret is None and this.dealt:
            yield f"Round {number} is not revealed: its shuffles and {this.sealed} sealed parts were not checked."
        if this.withheld:
            yield f"Of round {number} {this.withheld} sealed parts are withheld: only their seals are in the chain."
    if head is None:
        yield "No head was given: a log rewritten as a whole, or cut off at the end, would look the same."
