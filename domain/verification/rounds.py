"""The facts that a log holds about each round: its deal, its secret, and its sealed parts.

They are read before the log is folded, because the judgement of an event needs a secret that is revealed later.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from domain.log.chance import MOST_ROUNDS, is_link, link_before
from domain.log.conclusions import Verification
from domain.log.events import Event
from domain.ruleset.catalogue import ROUND_DEALT


@dataclass(slots=True)
class RoundFacts:
    """The facts that a log holds about one round."""

    dealt: int = 0
    "Version of its deal; 0 for none."
    secret: bytes | None = None
    revealed: int = 0
    linked: bool = False
    "It was abandoned before its deal, when a seat had revealed its link of it."
    sealed: int = 0
    "Number of sealed parts in the file."
    withheld: int = 0
    "Number of sealed parts of which the file has only the seal."
    recovered: int = 0
    "Number of those whose payload the secret told."


@dataclass(frozen=True, slots=True)
class _Step:
    """An event that deals, reveals or breaks off a round."""

    event: Event
    round: RoundFacts
    number: int
    anchor: str
    "The anchor of the server's hash chain, in hex."


def rounds_of(events: list[Event], report: Verification) -> tuple[dict[int, RoundFacts], list[int]]:
    """Return the facts of each round, and for each event the round that was on the table then.

    Raises TypeError for a number that no round has.
    """
    rounds: dict[int, RoundFacts] = {}
    of, current, anchor = [], 0, events[0].public.anchor
    linked = False
    for event in events:
        if event.type in _STEPS:
            number = event.public.get("round", current)
            if event.type == "game-abandoned" and linked:
                number += 1
                rounds.setdefault(number, RoundFacts()).linked = True
            if number > MOST_ROUNDS:
                raise TypeError(f"{number!r} is not the number of a round")
            step = _Step(event, rounds.setdefault(number, RoundFacts()), number, anchor)
            report.add(event.version, _STEPS[event.type](step))
            if event.type == ROUND_DEALT:
                current, linked = number, False
        elif event.type == "seat-readied":
            linked = linked or event.public.link is not None
        of.append(current)
    return rounds, of


def unrevealed(this: RoundFacts, number: int) -> Iterator[str]:
    """Check that a round that is over is revealed, if there was one."""
    if number and this.secret is None:
        yield f"round {number} is over and was never revealed"


def _dealt(step: _Step) -> Iterator[str]:
    """Check that a round is dealt once."""
    if step.round.dealt:
        yield f"round {step.number} is dealt twice"
    step.round.dealt = step.event.version


def _revealed(step: _Step) -> Iterator[str]:
    """Check that a round is revealed once, after its deal, with its link of the server's chain."""
    if not step.round.dealt or step.round.revealed:
        yield f"round {step.number} is revealed before its deal, or twice"
    step.round.revealed = step.event.version
    yield from _reveal(step, step.event.public.secret)


def _abandoned(step: _Step) -> Iterator[str]:
    """Check that the secret of the round becomes public that is broken off: dealt, or with a link of a seat."""
    this, secret = step.round, step.event.public.secret
    broken_off = this.linked or (bool(this.dealt) and not this.revealed)
    if broken_off != (secret is not None):
        yield f"the secret of round {step.number} has to be public" if broken_off else "no round is broken off"
    elif broken_off:
        yield from _reveal(step, secret)


def _reveal(step: _Step, secret: str) -> Iterator[str]:
    """Record the secret of a round, after checking that its chain leads to the anchor."""
    if not is_link(secret) or link_before(bytes.fromhex(secret), step.number).hex() != step.anchor:
        yield f"the secret of round {step.number} is not the one that the anchor fixes"
        return
    step.round.secret = bytes.fromhex(secret)


_STEPS: Mapping[str, Callable[[_Step], Iterator[str]]] = {
    ROUND_DEALT: _dealt,
    "round-revealed": _revealed,
    "game-abandoned": _abandoned,
}
"""The events that deal, reveal or break off a round, each with its check."""
