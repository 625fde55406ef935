"""Verification of an exported log with the domain alone: chain, seals, grammar, chance, every card, every decision
(`docs/log-format.md`).

A log with revealed rounds and all sealed parts is checked completely. Withheld parts that follow from the seed are
derived and compared with their seals. For the others the report says what could not be checked, and why.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.catalogue import ROUND_DEALT, Check, EventType
from domain.claims import rejudge
from domain.commands import Secrets, open_round
from domain.conformity import misfits
from domain.errors import Refused
from domain.events import Event
from domain.fold import apply, fold
from domain.game import ABANDONED, FINISHED, Game
from domain.game_events import EVENTS
from domain.game_grammar import unbegun, ungrammatical
from domain.game_verification import STEPS, GameCheck, RoundFacts, game_created, round_dealt, unrevealed
from domain.log_format import BadLog, Export, digest, genesis, parse, seal
from domain.registry import ruleset
from domain.replay import Later, Replay, Undecided, refusal, with_parts, withheld
from domain.ruleset import Ruleset
from domain.upcasting import current
from domain.verdicts import Report, Verdict

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_MALFORMED = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, Refused)
"""Exceptions that folding a log raises only if no program of this kind wrote it."""
_WITHOUT_CHANCE = ("asked", "deadline", "allowed_from", "hand_size", "stock")
"""Fields of a deal that do not depend on chance."""


def verify_bytes(data: bytes, head: str | None = None) -> Report:
    """Check the bytes of an exported log as `verify` does, and that a line feed ends every line."""
    lines = data.decode(errors="surrogateescape").split("\n")
    report = verify(lines[:-1] if lines[-1] == "" else lines, head)
    if lines[-1] != "":
        report.add(0, ["the last line has no line feed: the file was changed, or cut off"], line=len(lines))
    return report


def verify(lines: Iterable[str], head: str | None = None) -> Report:
    """Check the lines of an exported log; `head` is a digest of any of its versions, kept elsewhere.

    Never raises for any content of the lines. Split a file only at line feeds, and decode it with
    `errors="surrogateescape"`, so that every byte of it is checked.
    """
    report = Report()
    try:
        log = parse(lines)
    except BadLog as bad:
        report.add(0, [f"this is no log: {bad.detail}"], line=bad.line)
        report.unseen.append("Nothing else was checked, because the file cannot be read.")
        return report
    report.game, report.events = log.game, len(log.events)
    _check_chain(log, head, report)
    try:
        events = [current(event) for event in log.events]
        rounds, of = _rounds(events, report)
    except _MALFORMED as problem:
        report.add(0, [f"the rounds cannot be told apart: {problem!r}"])
        report.unseen.append("Nothing but the chain was checked.")
        return report
    _check_seals(log.events, rounds, of, report)
    _replay(log, events, rounds, report)
    report.unseen += _gaps(rounds)
    report.remarks += _remarks(rounds, head)
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
    of, current, seated = [], 0, False
    for event in events:
        if event.type in STEPS:
            number = event.public["round"]
            if type(number) is not int:
                raise TypeError(f"{number!r} is not the number of a round")
            this = rounds.setdefault(number, RoundFacts())
            step = round_dealt if event.type == ROUND_DEALT else EVENTS[event.type].verify
            report.add(event.version, step(GameCheck(event, this, seated=seated)))
            if event.type == ROUND_DEALT:
                current = number
        seated = seated or event.type == "seat-taken"
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
        rules = ruleset(created.public["ruleset"])
        _check_form(rules, created, created.public["seats"], report)
        report.add(1, unbegun(created))
        if created.public["seats"] not in rules.seats:
            raise ValueError("as many seats are not to be had")
        folded = _Folded(fold(log.game, [created]), events, rounds, report)
        for place in range(1, len(events)):
            version = events[place].version
            folded.check_next(place)
        folded.finish()
    except _MALFORMED as problem:
        report.add(version, [f"no game goes on like this: {problem!r}"])
        report.unseen.append(f"From version {version} on only the chain and the seals were checked.")


def _check_form(rules: Ruleset, event: Event, seats: int, report: Report) -> None:
    """Check the fields and sealed parts of an event. An event with a wrong digest was named already."""
    kind = _declared(rules, event)
    if kind is None:
        raise ValueError(f"{rules.key} has no event {event.type}")
    problems = [] if report.is_faulty(event.version) else [*misfits(kind, event, seats)]
    report.add(event.version, problems, "forms")


def _declared(rules: Ruleset, event: Event) -> EventType | None:
    return EVENTS.get(event.type) or rules.events.get(event.type)


class _Folded:
    """The game at one version of its log, and the events that still have to follow the last decision."""

    def __init__(self, game: Game, events: list[Event], rounds: Mapping[int, RoundFacts], report: Report) -> None:
        self.game, self.events, self.rounds, self.report = game, events, rounds, report
        self.replay = Replay()

    def check_next(self, place: int) -> None:
        """Check one event against the game before it, and fold it."""
        game, report, event, last = self.game, self.report, self.events[place], self.events[place - 1]
        _check_form(game.ruleset, event, len(game.seats), report)
        report.add(event.version, ungrammatical(game, last, event), "orders")
        event = self._opened(event, Later(self.events, place))
        self._check(last, event, Later(self.events, place))
        apply(game, event)
        if game.table is not None:
            report.add(event.version, game.ruleset.misplaced(game.table), "tables")

    def finish(self) -> None:
        """Report what is still open at the end of the log."""
        self.report.unseen += [f"The log breaks off in a move: {what}." for what in self.replay.broken_off()]
        if self.game.status not in (FINISHED, ABANDONED):
            self.report.unseen.append("The game is not over.")

    def _opened(self, event: Event, later: Later) -> Event:
        """Return the event with the withheld parts that follow from the seed, and a possible choice for the others."""
        game, number = self.game, self.game.round
        hidden = withheld(event)
        if not hidden:
            return event
        if event.type == ROUND_DEALT:
            number = event.public["round"]
        this = self.rounds[number]
        if this.secret is not None:
            if event.type == ROUND_DEALT:
                found = open_round(game, event.at, Secrets(this.secret, b""))[0].sealed
            else:
                found = game.ruleset.derive(game.table, event, game.chance(this.secret), later)
            derived = {part: payload for part, payload in found.items() if part in hidden}
            this.derived += len(derived)
            for part, payload in derived.items():
                right = seal(this.secret, event.version, part, payload) == event.seals[part]
                what = f"the withheld part {part} is not the one that follows from the secret"
                self.report.add(event.version, [] if right else [what], "derived parts")
            event = with_parts(event, derived)
        return event if event.type == ROUND_DEALT else game.ruleset.assume(game.table, event, later)

    def _check(self, last: Event, event: Event, later: Later) -> None:
        """Check one event against the game before it; `last` is the event right before it."""
        game, report, version = self.game, self.report, event.version
        this = self.rounds.get(game.round, RoundFacts())
        chance = None if this.secret is None else game.chance(this.secret)
        whole = not this.withheld
        for found, problems in game.ruleset.audit(game.table, last, event, game.options, chance, whole):
            report.add(version, problems, found)
        kind = EVENTS.get(event.type)
        if event.type == ROUND_DEALT:
            _check_deal(game, event, this, self.rounds, report)
        elif kind is not None and not kind.begins and event.type not in STEPS:
            report.add(version, kind.verify(GameCheck(event, this, game=game)))
        elif event.type in game.ruleset.call_events:
            _check_call(game, event, report)
        self._check_decision(Check(game.ruleset, game.table, last, event, game.options, chance, whole, later))

    def _check_decision(self, check: Check[Ruleset, Any]) -> None:
        """Compare the event with what the rules make of the decision behind it."""
        replay, event = self.replay, check.event
        if event.type in EVENTS or event.type == ROUND_DEALT:
            self.report.add(event.version, replay.broken_off())
            replay.owed = []
            return
        problems = [] if replay.owed else [*self._decide(check)]
        problems += replay.compare(event) if replay.owed else ()
        # One forgery is one problem: what another check has named is not repeated.
        self.report.add(event.version, [] if self.report.is_faulty(event.version) else problems, "decisions")

    def _decide(self, check: Check[Ruleset, Any]) -> Iterator[str]:
        """Run the rules for the decision behind the event. Yield why there can be no such decision."""
        try:
            answer = check.rules.answer(check)
        except Refused as refused:
            yield refusal(refused, check.event)
        except Undecided:
            yield f"nothing that happened brings about {check.event.type}"
        else:
            if answer is not None:
                self.replay.begin(answer, check.event.at)


def _check_deal(game: Game, event: Event, before: RoundFacts, rounds: Mapping[int, RoundFacts], report: Report) -> None:
    """Check that hands, top, stock and starter follow from the secret and the entropies."""
    number, version = event.public["round"], event.version
    if number != game.round + 1:
        report.add(version, [f"round {game.round + 1} is to be dealt, not {number}"])
    report.add(version, unrevealed(before, game.round))
    secret = rounds[number].secret
    dealt = open_round(game, event.at, Secrets(secret or b"", b""))[0]
    said, right = event.public, dealt.public
    names = said.keys() | right.keys()
    if secret is None:
        names &= {*_WITHOUT_CHANCE}
    wrong = sorted(name for name in names if said.get(name) != right.get(name))
    wrong += [f"the cards of {part}" for part, cards in event.sealed.items() if secret and cards != dealt.sealed.get(part)]
    by = "the options deal" if secret is None else "the secret deals"
    report.add(version, [f"{by} otherwise: {', '.join(wrong)}"] if wrong else [], "" if secret is None else "deals")


def _check_call(game: Game, event: Event, report: Report) -> None:
    """Judge the call again from the cards of the log: the verdict and the right to call."""
    calls = game.ruleset.calls
    if calls is None or not calls.can_judge(game.table, event.public["seat"]):
        report.unseen.append(f"The call of version {event.version}: the cards it is judged by are withheld.")
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


def _gaps(rounds: Mapping[int, RoundFacts]) -> Iterator[str]:
    """Yield what was withheld or is not revealed, in sentences."""
    for number, this in sorted(rounds.items()):
        if this.secret is None and this.dealt:
            yield f"Round {number} is not revealed: its shuffles and {this.sealed} sealed parts were not checked."
        if this.withheld:
            yield (
                f"Of round {number} {this.withheld} sealed parts are withheld: {this.derived} follow from the secret "
                f"and fit their seals, and of {this.withheld - this.derived} only the seals are in the chain."
            )


def _remarks(rounds: Mapping[int, RoundFacts], head: str | None) -> Iterator[str]:
    """Yield other limits of the verification, in sentences."""
    for number, this in sorted(rounds.items()):
        if this.secret is None and this.committed and not this.dealt:
            yield f"Round {number} is committed to and not dealt."
    if head is None:
        yield "No head was given: a log rewritten as a whole, or cut off at the end, would look the same."


__all__ = ["Report", "Verdict", "verify", "verify_bytes"]
