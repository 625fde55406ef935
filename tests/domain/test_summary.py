"""Summaries say what spectators may know, at every moment of a game."""

from pathlib import Path
from typing import Any

import pytest

from domain.game.fold import apply, fold
from domain.game.game import Game, view
from domain.game.spectators import is_over
from domain.game.statistics import TYPES, tally_of_log
from domain.log.events import SPECTATOR, seen_by
from domain.ruleset.ranks import places_of
from domain.running.summary import standing, summary
from tests.golden.record import HERE, read

LOGS = sorted(HERE.glob("*.jsonl"))


def summaries(path: Path) -> list[tuple[Game, dict[str, Any]]]:
    """Return the spectators' game after each event of a log, with its summary."""
    log = read(path)
    game = fold(log.game, [seen_by(log.events[0], SPECTATOR)])
    found = [(game.copy(), dict(summary(game)))]
    for event in log.events[1:]:
        apply(game, seen_by(event, SPECTATOR))
        found.append((game.copy(), dict(summary(game))))
    return found


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_summary_agrees_with_the_view_of_spectators(path: Path) -> None:
    for game, found in summaries(path):
        seen = view(game, SPECTATOR)
        shown = seen["round"] if game.status == "playing" else seen["next_round"]
        if game.status in ("playing", "between-rounds"):
            assert found["turn"] == sorted(shown["waiting_for"])
            assert found["deadline"] == shown["deadline"]
        else:
            assert (found["turn"], found["deadline"]) == ([], None)
        assert (found["started_at"] is None) == (game.round == 0)
        assert found["ended_at"] == (game.at if is_over(game) else None)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_standing_ranks_seats_as_the_statistics_do(path: Path) -> None:
    events = read(path).events
    on = {event.version: event for event in events}
    counted = tally_of_log([event for event in events if event.type in TYPES], on, {}, 10**9).standing
    final = summaries(path)[-1][1]
    if counted is None:
        assert (final["standing"], final["winner"]) == (None, None)
        return
    assert {row["seat"]: row["place"] for row in final["standing"]} == dict(enumerate(counted.ranks))
    first = [seat for seat, rank in enumerate(counted.ranks) if rank == 1]
    assert final["winner"] == (first[0] if len(first) == 1 else None)


def test_seats_with_the_same_result_share_a_place() -> None:
    assert standing([5, 9, 5], [1, 1, 1]) == [
        {"place": 1, "seat": 1, "score": 9},
        {"place": 2, "seat": 0, "score": 5},
        {"place": 2, "seat": 2, "score": 5},
    ]


def test_places_in_the_rounds_decide_between_equal_scores() -> None:
    assert [row["seat"] for row in standing([5, 5], [4, 3])] == [1, 0]
    assert places_of({"points": [0, 0, 0], "ranks": [None, 1, None]}) == [2, 1, 2]
