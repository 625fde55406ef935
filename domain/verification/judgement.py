"""The judgement of each event of a log: its form, its place in the game, its chance, and the decision behind it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.game.fold import apply, fold
from domain.game.game import ABANDONED, FINISHED
from domain.game.game_event_types import EVENTS
from domain.game.reading import kind_of
from domain.game.registry import ruleset
from domain.log.conclusions import Verification
from domain.log.errors import Refused
from domain.log.events import Event, Part
from domain.log.log_format import open_seal, same
from domain.ruleset.catalogue import ROUND_DEALT, Check
from domain.ruleset.places import check_counts
from domain.ruleset.replay import Answer, Later, Replay, Undecided, refusal, with_parts, withheld
from domain.ruleset.ruleset import Ruleset
from domain.running.commands import deal_round
from domain.verification.bot_verification import misnamed_strategy
from domain.verification.game_grammar import unbegun, ungrammatical
from domain.verification.rounds import RoundFacts, unrevealed

MALFORMED = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, Refused)
"""Exceptions that folding a log raises only if no program of this kind wrote it."""


class Judge:
    """Judges the events of a log one by one against the game before them. Raises `MALFORMED` for what none is."""

    def __init__(self, game: str, events: list[Event], rounds: Mapping[int, RoundFacts], report: Verification) -> None:
        """Begin with the first event; `rounds` are the facts of each round, `report` takes what is found."""
        self.events, self.rounds, self.report, created = events, rounds, report, events[0]
        rules = ruleset(created.public.ruleset)
        _check_form(rules, created, created.public.seats, report)
        report.add(1, unbegun(created))
        if created.public.seats not in rules.seats:
            raise ValueError("as many seats are not to be had")
        self.game = fold(game, [created])
        self.replay = Replay()
        self.opened = [created]
        "The events so far, with the withheld parts that were recovered with the secrets."

    def check(self, place: int) -> None:
        """Check one event against the game before it, and fold it."""
        game, report, event, last = self.game, self.report, self.events[place], self.events[place - 1]
        _check_form(game.ruleset, event, len(game.seats), report)
        report.add(event.version, ungrammatical(game, last, event), "orders")
        check_counts(event)
        later = Later(self.events, place)
        event = self._opened(event, later)
        self.opened.append(event)
        report.add(event.version, () if report.is_faulty(event.version) else misnamed_strategy(game, event))
        if event.type != ROUND_DEALT and withheld(event):
            event = game.ruleset.assume(game.state, event, later)
        self._check(event, later)
        apply(game, event)
        if game.state is not None:
            report.add(event.version, game.ruleset.misplaced(game.state), "tables")

    def finish(self) -> None:
        """Report what is still open at the end of the log."""
        self.report.unseen += [f"The log breaks off in a move: {what}." for what in self.replay.broken_off()]
        if self.game.status not in (FINISHED, ABANDONED):
            self.report.unseen.append("The game is not over.")

    def _opened(self, event: Event, later: Later) -> Event:
        """Return the event with the withheld parts whose payloads the secret opens: the seal says which one it is."""
        hidden = withheld(event)
        if not hidden:
            return event
        this = self.rounds[event.public.round if event.type == ROUND_DEALT else self.game.round]
        if this.secret is None:
            return event
        opened = {}
        for part, payloads in self._payloads(event, hidden, this.secret, later).items():
            payload = open_seal(this.secret, event.version, part, event.seals[part], payloads)
            if payload is not None:
                opened[part] = payload
            what = f"no payload that follows from the secret, or that the rules allow, fits the seal of part {part}"
            self.report.add(event.version, [what] if payload is None else [], "withheld parts")
        this.recovered += len(opened)
        return with_parts(event, opened)

    def _payloads(self, event: Event, hidden: set[str], secret: bytes, later: Later) -> dict[str, Iterable[Part]]:
        """Return the payloads that each withheld part may have, as far as they follow."""
        game = self.game
        if event.type == ROUND_DEALT:
            dealt = deal_round(game, event.at, game.next_chance(secret))[0].sealed
            return {part: [dealt[part]] for part in hidden if part in dealt}
        check: Check[Ruleset, Any] = Check(game.ruleset, game.state, event, game.options, game.chance(secret), later)
        found = {part: game.ruleset.payloads(check, part) for part in sorted(hidden)}
        return {part: payloads for part, payloads in found.items() if payloads is not None}

    def _check(self, event: Event, later: Later) -> None:
        """Compare one event with what chance, or the decision behind it, makes of the game before it."""
        game, report, version = self.game, self.report, event.version
        this = self.rounds.get(game.round, RoundFacts())
        if event.type in EVENTS or event.type == ROUND_DEALT:
            report.add(version, self.replay.broken_off())
            self.replay.owed = []
        if event.type in (ROUND_DEALT, "game-ended"):
            report.add(version, unrevealed(this, game.round))
        if event.type == ROUND_DEALT:
            self._check_deal(event, later)
        elif event.type not in EVENTS:
            chance = None if this.secret is None else game.chance(this.secret)
            self._check_decision(Check(game.ruleset, game.state, event, game.options, chance, later))

    def _check_deal(self, event: Event, later: Later) -> None:
        """Check that hands, top, stock and starter follow from the secret and the links, or from any shuffle."""
        game, report, version, number = self.game, self.report, event.version, event.public.round
        if number != game.round + 1:
            report.add(version, [f"round {game.round + 1} is to be dealt, not {number}"])
        secret = self.rounds[number].secret
        try:
            if secret is None:
                chance = game.ruleset.stated(event, later, len(game.seats), game.options)
            else:
                chance = game.next_chance(secret)
            dealt, *following = deal_round(game, event.at, chance)
        except MALFORMED as problem:
            report.add(version, [f"no shuffle gives this deal: {problem}"])
            return
        self.replay.begin(Answer(following, certain=secret is not None), event.at)
        said, right = event.public.json(), dealt.public.json()
        wrong = sorted(name for name in said.keys() | right.keys() if not same(said.get(name), right.get(name)))
        wrong += [f"the cards of {part}" for part, cards in event.sealed.items() if cards != dealt.sealed.get(part)]
        by = "any shuffle deals" if secret is None else "the secret deals"
        report.add(version, [f"{by} otherwise: {', '.join(wrong)}"] if wrong else [], "" if secret is None else "deals")

    def _check_decision(self, check: Check[Ruleset, Any]) -> None:
        """Compare the event with what the rules make of the decision behind it."""
        replay, event, calls = self.replay, check.event, check.rules.calls
        problems = [] if replay.owed else [*self._decide(check)]
        problems += replay.compare(check) if replay.owed else ()
        # One forgery is one problem: what another check has named is not repeated.
        self.report.add(event.version, [] if self.report.is_faulty(event.version) else problems, "decisions")
        if event.type in check.rules.call_events and not (calls and calls.can_judge(check.state, event.public.seat)):
            self.report.unseen.append(f"The call of version {event.version}: the cards it is judged by are withheld.")

    def _decide(self, check: Check[Ruleset, Any]) -> Iterator[str]:
        """Run the rules for the decision behind the event. Yield why there can be no such decision."""
        try:
            self.replay.begin(check.rules.answer(check), check.event.at)
        except Refused as refused:
            yield refusal(refused, check.event)
        except Undecided:
            yield f"nothing that happened brings about {check.event.type}"


def _check_form(rules: Ruleset, event: Event, seats: int, report: Verification) -> None:
    """Check the sealed parts of an event. An event with a wrong digest was named already."""
    kind = kind_of(rules, event.type)
    report.add(event.version, [] if report.is_faulty(event.version) else [*kind.misfits(event, seats)], "forms")
