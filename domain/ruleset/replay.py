"""Replay of decisions: the rules are run again, and their events are compared with those of the log, one by one.

Whatever an event says in public follows from the table before it and from a player's decision, or from the clock. So
the order of turns, the fit of cards, effects, windows and deadlines need no checks of their own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.log.chance import Chance
from domain.log.errors import Refused
from domain.log.events import Event, Part
from domain.log.log_format import same
from domain.log.moments import Moment
from domain.ruleset.catalogue import BY_STRATEGY, ROUND_ENDED, Check
from domain.ruleset.parts import Declined

ANY_CHANCE = Chance(b"\0" * 32, "", 0, ())
"""Stands for the chance of a round that is not revealed, where only public fields are compared."""


MOST_PAYLOADS = 500_000
"""Limit of payloads that are tried for one withheld part: enough for any four of 27 cards, in any order."""


DECLINED_OR_NOT = (Declined(declined=False), Declined(declined=True))
"""The payloads of a part that says whether its seat declined."""


class Undecided(Exception):
    """No decision of a seat, and no deadline, brings the event about."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The events with which the rules answer a decision."""

    events: list[Event]
    certain: bool = True
    "Every card was known, and the chance, if it was needed. Otherwise sealed parts and the last hands are arbitrary."


def answered(check: Check[Any, Any], events: list[Event], *, known: bool, by_chance: str) -> Answer:
    """Return these events as the answer; `known` tells whether all cards were known.

    `by_chance` is the type of events that depend on the chance of the round.
    """
    needs_chance = any(event.type == by_chance for event in events)
    return Answer(events, known and not (needs_chance and check.chance is None))


@dataclass(slots=True)
class Replay:
    """The events that still have to follow the decision that was replayed last."""

    owed: list[Event] = field(default_factory=list)
    at: Moment = ""
    certain: bool = True

    def begin(self, answer: Answer, at: Moment) -> None:
        """Expect the events of a decision at that moment."""
        self.owed, self.certain, self.at = answer.events[:], answer.certain, at

    def compare(self, check: Check[Any, Any]) -> Iterator[str]:
        """Compare the event with the one that has to come now. Yield what differs."""
        expected, event = self.owed.pop(0), check.event
        if expected.type != event.type:
            self.owed = []
            yield f"what follows is {expected.type}, not {event.type}"
            return
        if event.at != self.at:
            yield f"{event.type} comes at the same moment as the decision before it"
        if not self.certain:
            yield from check.rules.contradictions(check.state, event)
            if event.type == ROUND_ENDED:
                expected = check.rules.result(check.state, expected, event.public.hands, check.options)
        yield from differences(expected, event)
        if self.certain and not _same_cards(expected, event):
            yield f"the sealed parts of {event.type} are not those that follow"

    def broken_off(self) -> Iterator[str]:
        """Yield a sentence about events that have not come."""
        if self.owed:
            yield f"what was begun is to be finished at once: {self.owed[0].type} is missing"


def refusal(refused: Refused, event: Event) -> str:
    """Return the sentence about a decision that the rules refuse."""
    who = f"seat {event.public.seat}" if "seat" in event.public else "no seat"
    return f"{who} may not do this ({refused.code}): {refused.detail}"


def is_due(deadline: Moment | None, event: Event) -> bool:
    """Tell whether the clock acts at the moment of the event: from the deadline on it comes before every player."""
    return deadline is not None and event.at >= deadline


def differences(expected: Event, event: Event) -> Iterator[str]:
    """Yield a sentence for each public field that differs, and one if other parts are sealed.

    The rules do not say which strategy decides for a bot.
    """
    one, other = expected.public.json(), event.public.json()
    for name in sorted((one.keys() | other.keys()) - {BY_STRATEGY}):
        wanted, found = one.get(name), other.get(name)
        if not same(wanted, found) or (name in one) != (name in other):
            yield f"{name} of {event.type} has to be {wanted}, not {found}"
    if (event.seals or event.sealed).keys() != expected.sealed.keys():
        yield f"the sealed parts of {event.type} have to be {sorted(expected.sealed)}"


def _same_cards(expected: Event, event: Event) -> bool:
    return all(payload == expected.sealed.get(part) for part, payload in event.sealed.items())


def withheld(event: Event) -> set[str]:
    """Return the sealed parts of which the log has only the seal."""
    return event.seals.keys() - event.sealed.keys()


def with_parts(event: Event, parts: Mapping[str, Part]) -> Event:
    """Return the event with more sealed parts opened."""
    return event.opening({**parts, **event.sealed}) if parts else event


def declined(asked: Sequence[int], event: Event, later: Sequence[Event], call: str, told: str) -> list[int]:
    """Return the seats that may have given an answer whose seat is withheld.

    Each answer of a window is of another asked seat: not of one that calls, or is seen to answer, later in the window.
    `call` is the type of calls, `told` the field of a sealed part that says whether its seat has answered.
    """
    busy = {int(part) for part, answer in event.sealed.items() if not getattr(answer, told)}
    for other in later:
        if other.type in (call, event.type):
            if other.public.on != event.public.on:
                break
            answered = [int(part) for part, answer in other.sealed.items() if answer.get(told)]
            busy |= {other.public.seat} if other.type == call else {*answered}
        elif other.type in ("window-closed", ROUND_ENDED):
            break
    return [seat for seat in asked if seat not in busy]


class Later(Sequence[Event]):
    """The events of a log after one of them, without a copy."""

    def __init__(self, events: Sequence[Event], place: int) -> None:
        self._events, self._place = events, place + 1

    def __len__(self) -> int:
        return len(self._events) - self._place

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self._events[self._place + index]
