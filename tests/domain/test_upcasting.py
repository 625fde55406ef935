"""Old events are upcast to the current schemas when they are folded.

The stored, hashed and sent form stays as it was written.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from domain.game.fold import apply, fold
from domain.game.game import Game, view
from domain.game.narration import narrate
from domain.game.reading import read_log
from domain.log import upcasting
from domain.log.errors import Refused
from domain.log.events import SERVER, SPECTATOR, LoggedEvent, seen_by
from domain.log.log_format import Export, canonical, export
from domain.log.upcasting import BadUpcasters, UpcasterChain, current, logged
from domain.review.review import frames
from domain.ruleset.ledger import lines as ledger
from domain.verification.verify import verify
from prove.harness.random_games import copy_events
from tests.domain.judging import rejudge_all
from tests.domain.old_events import PAST, aged
from tests.golden.record import HERE, parsed

LOGS = ["three-rounds-of-four", "kawagoe-four-rounds"]


@pytest.fixture
def past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a made-up history of the log format."""
    monkeypatch.setattr(upcasting, "CHAIN", PAST)


def known(game: Game, viewer: int) -> dict[str, Any]:
    """Return the view of a game without its digest, because old events have other bytes."""
    return {**view(game, viewer), "head": ""}


def followed(log: Export, events: list[LoggedEvent], viewer: int) -> Iterator[dict[str, Any]]:
    first, *following = read_log(seen_by(event, viewer) for event in events)
    game = fold(log.game, [first])
    yield known(game, viewer)
    for event in following:
        apply(game, event)
        yield known(game, viewer)


@pytest.mark.parametrize("name", LOGS)
def test_a_log_with_a_past_gives_every_viewer_the_same_views_as_a_current_log(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = parsed(HERE / f"{name}.jsonl")
    viewers = range(SPECTATOR, log.seats)
    today = {viewer: list(followed(log, log.events, viewer)) for viewer in viewers}
    events = [*read_log(log.events)]
    words = [narrate(fold(log.game, events).ruleset, event) for event in events]
    judged = [(found["recorded"], found["judged"]) for found in rejudge_all(log.game, events)]
    monkeypatch.setattr(upcasting, "CHAIN", PAST)
    old = aged(log)
    assert {event.schema for event in old if event.type == "cards-drawn"} == {1, 2, 3}
    assert {viewer: list(followed(log, old, viewer)) for viewer in viewers} == today
    today_events = [*read_log(old)]
    assert [narrate(fold(log.game, today_events).ruleset, event) for event in today_events] == words
    assert [(found["recorded"], found["judged"]) for found in rejudge_all(log.game, today_events)] == judged


@pytest.mark.parametrize("name", LOGS)
def test_a_log_with_a_past_verifies_over_the_bytes_that_were_written(name: str, past: None) -> None:
    log = parsed(HERE / f"{name}.jsonl")
    old = aged(log)
    lines = list(export(log.game, old[0], old[-1].digest, old))
    report = verify(lines, old[-1].digest)
    assert report.problems == []
    assert report.unchecked == []
    assert report.checked["seals"] == sum(len(event.sealed) for event in old)
    forged = [line.replace('"number":1', '"number":2', 1) if '"who"' in line else line for line in lines]
    assert not verify(forged, old[-1].digest).ok


def test_a_log_with_a_past_can_be_reviewed(past: None) -> None:
    log = parsed(HERE / "three-rounds-of-four.jsonl")
    old = aged(log)
    shown = list(frames(log.game, old, 1))
    assert shown[-1]["event"]["type"] == "round-revealed"
    assert shown[-1]["event"]["public"].keys() >= {"key"}, (
        "the event as it was written, because the digest covers these bytes"
    )
    assert list(ledger([event for event in read_log(old) if event.type == "round-ended"], log.seats))


def test_upcasting_does_not_depend_on_the_viewer(past: None) -> None:
    log = parsed(HERE / "three-rounds-of-four.jsonl")
    for event in aged(log):
        for viewer in range(SPECTATOR, log.seats):
            seen, then = current(seen_by(event, viewer)), seen_by(current(event), viewer)
            assert (seen.public, seen.sealed, seen.schema) == (then.public, then.sealed, then.schema)


def test_upcasting_does_not_change_the_old_event(past: None) -> None:
    log = parsed(HERE / "three-rounds-of-four.jsonl")
    old = aged(log)
    before = deepcopy(old)
    fold(log.game, read_log(old))
    assert old == before


def test_new_events_are_written_in_the_newest_schema(past: None) -> None:
    log = parsed(HERE / "three-rounds-of-four.jsonl")
    drawn, played = (
        next(event for event in read_log(aged(log)) if event.type == kind) for kind in ("cards-drawn", "cards-played")
    )
    assert [logged(drawn).schema, logged(played).schema] == [3, 1]


def test_the_refusal_of_an_event_of_a_newer_program_explains_it() -> None:
    log = parsed(HERE / "three-rounds-of-four.jsonl")
    events = copy_events(log.events)
    events[40].schema = 7
    with pytest.raises(Refused) as refusal:
        fold(log.game, read_log(events))
    assert refusal.value.code == "newer-event"
    assert f"{events[40].type} has schema 7" in refusal.value.detail
    assert "up to 1" in refusal.value.detail
    report = verify(export(log.game, events[0], events[-1].digest, events))
    assert any("has schema 7" in problem.what for problem in report.problems)


@pytest.mark.parametrize("schema", [0, -1])
def test_a_schema_that_never_existed_is_refused(schema: int) -> None:
    with pytest.raises(Refused):
        current(LoggedEvent("cards-drawn", {}, schema=schema))


@pytest.mark.parametrize("starts", [[2], [1, 3], [0, 1], [1, 2, 4]])
def test_a_chain_of_upcasters_with_a_gap_is_refused(starts: list[int]) -> None:
    with pytest.raises(BadUpcasters, match="cards-drawn"):
        UpcasterChain({("cards-drawn", start): lambda event: event for start in starts})


def test_an_upcaster_that_does_not_give_the_next_schema_is_refused() -> None:
    with pytest.raises(BadUpcasters, match="does not give schema 2"):
        UpcasterChain({("passed", 1): lambda event: event}).current(LoggedEvent("passed", {}))


def test_every_type_with_a_history_is_in_a_recorded_log() -> None:
    """A misspelt type in the upcasters would never be used."""
    recorded = {event.type for path in HERE.glob("*.jsonl") for event in parsed(path).events}
    assert recorded >= upcasting.CHAIN.types


def test_a_stored_fold_of_an_old_log_continues_as_the_whole_fold_for_every_viewer(past: None) -> None:
    log = parsed(HERE / "three-rounds-of-four.jsonl")
    old = aged(log)
    for viewer in (SERVER, SPECTATOR, 0):
        seen = [*read_log(seen_by(event, viewer) for event in old)]
        whole = canonical(fold(log.game, seen).stored())
        game = Game.from_stored(fold(log.game, seen[:50]).stored())
        for event in seen[50:]:
            apply(game, event)
        assert canonical(game.stored()) == whole
