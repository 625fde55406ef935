"""Dangers of finished rounds as JSON."""

from itertools import islice
from typing import Any

from api.dependencies import dependencies
from domain.review.round_dangers import dangers
from infra.event_store import store
from infra.queries import history


def dangers_json(
    game_id: str, round_number: int, seat: int, numbers: range, upto: int = store.NEWEST
) -> dict[str, Any]:
    """Return the moments of a finished round with these numbers, from the log up to version `upto`.

    `next` is the number of the moment after them, null at the end of the round.
    """
    events = history.revealed_events(dependencies().pool, game_id, upto)
    moments = dangers(game_id, events, round_number, seat, numbers.start)
    shown = [*islice(moments, len(numbers))]
    more = next(moments, None) is not None
    following = numbers.start + len(shown) if more else None
    return {"round": round_number, "seat": seat, "moments": shown, "next": following}
