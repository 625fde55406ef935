"""Every call of a log, judged again."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.game.claims import claim_in, rejudge
from domain.game.fold import apply, fold
from domain.log.events import Event


def rejudge_all(game_id: str, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """Yield the result of `rejudge` for every call of a log, whose events are whole."""
    remaining = iter(events)
    game = fold(game_id, [next(remaining)])
    for event in remaining:
        if claim_in(game.ruleset, event) is not None:
            yield rejudge(game, event)
        apply(game, event)
