"""Deadlines of windows in Dobon, and the moment from which a card may be covered (rulebook, decisions 3 and 4)."""

from domain.log.moments import Moment
from domain.ruleset.ruleset import Options
from domain.ruleset.time_limits import after, turn_deadline


def answer_deadline(options: Options, now: Moment) -> Moment | None:
    """Return the deadline of a window that opens now."""
    return after(options["answer_seconds"], now)


def race(options: Options, now: Moment) -> tuple[Moment | None, Moment | None]:
    """Return `deadline` and `allowed_from` of a card if calls race the next play.

    The turn begins when the card may be covered.
    """
    free = after(options["claim_grace_seconds"], now)
    return turn_deadline(options, free or now), free
