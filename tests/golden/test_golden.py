"""Old logs fold for ever, show everybody what they showed, and can be checked (design section 7, 9)."""

import json
from pathlib import Path

import pytest

from domain.chain import canonical
from domain.claims import rejudge_all
from domain.dobon import folding as dobon
from domain.events import seen_by
from domain.game import _APPLY, ABANDONED, FINISHED, Game, apply, fold
from domain.review import frames
from domain.verify import verify
from domain.words import in_words
from tests.golden.record import HERE, read, views

LOGS = sorted(HERE.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_shows_everybody_what_it_showed(path: Path) -> None:
    assert list(views(read(path))) == path.with_suffix(".views").read_text(encoding="ascii").split()


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_verifies(path: Path) -> None:
    log = read(path)
    report = verify(path.read_text(encoding="utf-8").splitlines(), log.head)
    assert report.ok, report.problems
    dealt = any(event.type == "round-dealt" for event in log.events)
    assert bool(report.unchecked) != dealt, "only of a game that never began there is something left to check"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_goes_on_from_any_stored_fold(path: Path) -> None:
    log = read(path)
    for viewer in (-2, -1, log.seats - 1):
        seen = [seen_by(event, viewer) for event in log.events]
        whole = canonical(fold(log.game, seen).stored())
        for version in range(1, len(seen), 17):
            game = Game.from_stored(json.loads(canonical(fold(log.game, seen[:version]).stored())))
            for event in seen[version:]:
                apply(game, event)
            assert canonical(game.stored()) == whole


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_can_be_reviewed_and_its_calls_judged_again(path: Path) -> None:
    log = read(path)
    game = fold(log.game, log.events)
    assert game.status in (FINISHED, ABANDONED)
    for number in range(1, game.round + 1):
        assert [frame["event"]["type"] for frame in frames(log.game, log.events, number)][-1] == "round-revealed"
    assert all(judged["agrees"] for judged in rejudge_all(log.game, log.events))
    assert all(in_words(game.ruleset, event) for event in log.events)


def test_the_recorded_games_have_every_type_of_event_and_every_kind_of_call() -> None:
    events = [event for path in LOGS for event in read(path).events]
    assert {event.type for event in events} == {"game-created", *_APPLY, *dobon._APPLY}
    calls = {(event.public["kind"], event.public["valid"]) for event in events if event.type == "dobon-called"}
    assert calls == {("call", True), ("call", False), ("counter", True), ("counter", False)}
    assert {event.public["reason"] for event in events if event.type == "round-ended"} == {
        "dobon",
        "false-call",
        "dead-end",
    }
