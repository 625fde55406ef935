"""The calls of a case, compared with its log."""

from typing import Any

import pytest

from domain.game.claims import claim_of
from domain.game.fold import apply, fold
from domain.game.reading import read_log
from domain.log.events import LoggedEvent
from domain.log.log_format import BadLog, Export, parse
from domain.verification.cases import WrongCall, compare_calls
from prove.harness.random_games import export_lines, first_event, rechain, rich_game, rich_kawagoe_game

RICH = pytest.mark.parametrize("rich", [rich_game, rich_kawagoe_game])


def log_of(game: str, events: list[LoggedEvent]) -> Export:
    return parse(export_lines(game, events))


def recorded(log: Export) -> list[dict[str, Any]]:
    """Return the calls as a log records them, whatever it says."""
    first, *events = read_log(log.events)
    game, found = fold(log.game, [first]), []
    for event in events:
        found.append(claim_of(game.ruleset, event, game.round))
        apply(game, event)
    return [claim for claim in found if claim is not None]


@RICH
def test_the_calls_that_a_log_records_are_judged_alike(rich: Any) -> None:
    log = log_of(*rich())
    claims = recorded(log)
    assert {claim["valid"] for claim in claims} == {True, False}
    assert compare_calls(log, claims) == []


@RICH
def test_a_verdict_that_log_and_case_both_state_is_judged_again(rich: Any) -> None:
    game, events = rich()
    call = first_event(events, "dobon-called", lambda event: not event.public["valid"])
    call.public["valid"] = True
    log = log_of(game, rechain(game, events[: call.version]))
    assert compare_calls(log, recorded(log)) == [
        WrongCall(call.version, "judged again from the log, this call has another verdict")
    ]


def test_a_log_that_no_game_has_is_not_compared() -> None:
    game, events = rich_game()
    for kept in (events[:0], events[1:]):
        log = Export(game, "dobon-sato", {}, 3, "", kept)
        with pytest.raises(BadLog, match="no game goes on like this"):
            compare_calls(log, [])
