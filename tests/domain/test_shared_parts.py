"""Views share parts that did not change; no later event, view or copy may change them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game.fold import apply, fold
from domain.game.game import Game, view
from domain.log.events import SERVER, SPECTATOR, Event, seen_by
from domain.log.log_format import canonical
from tests.golden.record import HERE, read

LOGS = sorted(HERE.glob("*.jsonl"))
each_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)


def folded(path: Path, viewer: int) -> Iterator[tuple[Game, Event]]:
    """Yield the viewer's game, one game for all events, after each of them."""
    log = read(path)
    first, *others = [seen_by(event, viewer) for event in log.events]
    game = fold(log.game, [first])
    for event in others:
        apply(game, event)
        yield game, event


@each_log
@pytest.mark.parametrize("viewer", [SERVER, SPECTATOR, 0, 1])
def test_a_view_shows_what_a_view_without_earlier_ones_shows(path: Path, viewer: int) -> None:
    for game, event in folded(path, viewer):
        assert view(game, viewer) == view(Game.from_stored(game.stored()), viewer), event


@each_log
def test_a_view_stays_as_it_was_when_the_game_moves_on(path: Path) -> None:
    taken = [(shown, canonical(shown)) for shown in (view(game, 1) for game, _ in folded(path, 1))]
    assert all(canonical(shown) == before for shown, before in taken)


@each_log
def test_a_copy_leaves_the_views_of_the_original_alone(path: Path) -> None:
    before: tuple[Game, Any] | None = None
    for game, event in folded(path, 0):
        if before is not None:
            original, shown = before
            copy = original.copy()
            apply(copy, event)
            view(copy, 0)
            assert view(original, 0) == shown
        before = game.copy(), view(game, 0)
