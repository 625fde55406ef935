"""Drills as questions: positions of a finished round in which one action was clearly the best."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypedDict

from domain.analysis.decisions import Decision
from domain.analysis.round_analysis import Judged
from domain.log.log_format import canonical
from domain.ruleset.actions import Decline, Dobon, Doubt
from domain.ruleset.wording import Text

ASKS = ("play", "call", "doubt", "answer")
"""What a question asks: which action to take in turn, whether to call, whether to doubt, or how to answer a window."""


class Question(TypedDict):
    """A position, its choices, and what is known of them. All values are JSON."""

    round: int
    version: int
    "The event of the decision, as in the analysis."
    seat: int
    position: int
    "The version at which the seat had the choice."
    ruleset: str
    asks: str
    choices: list[dict[str, Any] | None]
    "The actions on the wire, in an order that tells nothing; null stands for waiting."
    best: int
    "Place of the best choice."
    played: int
    "Place of the choice that was taken."
    losses: list[float]
    "What each choice loses against the best one, in units of `marks.unit`."
    errors: list[float]
    "The standard errors of the losses."
    mark: str | None
    "The mark of the decision that was taken."
    reason: Text | None
    "The reason of the mark."


def questions(decisions: Sequence[Decision], judged: Iterable[Judged]) -> Iterator[Question]:
    """Yield the questions of a round, from its decisions and, in the same order, what is known of each.

    A decision that misses the same play again asks nothing new.
    """
    for decision, one in zip(decisions, judged, strict=True):
        if one["drill"] is not None and one.get("repeats") is None:
            yield question(decision, one)


def question(decision: Decision, judged: Judged) -> Question:
    """Return the question of a decision with a drill."""
    drill, game = judged["drill"], decision.game
    candidates = drill["candidates"]
    order = sorted(range(len(candidates)), key=lambda place: (candidates[place] is None, canonical(candidates[place])))
    return {
        "round": game.round,
        "version": decision.version,
        "seat": decision.seat,
        "position": game.version,
        "ruleset": game.ruleset.key,
        "asks": asks(decision),
        "choices": [candidates[place] for place in order],
        "best": order.index(drill["best"]),
        "played": order.index(candidates.index(judged["chosen"])),
        "losses": [drill["losses"][place] for place in order],
        "errors": [drill["errors"][place] for place in order],
        "mark": judged["mark"],
        "reason": judged["reason"],
    }


def asks(decision: Decision) -> str:
    """Return what the decision is about, one of `ASKS`."""
    kinds = {type(candidate) for candidate in decision.candidates}
    if Dobon in kinds:
        return "call"
    if Doubt in kinds:
        return "doubt"
    return "answer" if Decline in kinds else "play"
