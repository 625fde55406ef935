"""Recorded logs always fold, give every viewer the same views, and can be verified (design section 7, 9)."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.beating.event_types import EVENTS as BEATING
from domain.dobon.event_types import EVENTS as DOBON
from domain.doubt.event_types import EVENTS as DOUBT
from domain.game.fold import apply, fold
from domain.game.game import ABANDONED, FINISHED, Game, view
from domain.game.game_event_types import EVENTS as WHOLE_GAME
from domain.game.narration import narrate
from domain.log.conclusions import Conclusion
from domain.log.events import SPECTATOR, Event, seen_by
from domain.log.log_format import canonical
from domain.review.review import frames
from domain.verification.verify import verify
from tests.domain.judging import rejudge_all
from tests.golden import record
from tests.golden.record import HERE, digests, read

LOGS = sorted(HERE.glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_gives_every_viewer_the_recorded_views(path: Path) -> None:
    # The first line that differs has the version whose views changed.
    assert list(digests(path.stem, read(path))) == record.recorded()[path.stem]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_verifies(path: Path) -> None:
    log = read(path)
    report = verify(path.read_text(encoding="utf-8").splitlines(), log.head)
    assert (report.problems, report.conclusion) == ([], Conclusion.WHOLE)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_continues_from_any_stored_fold(path: Path) -> None:
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
def test_a_view_has_the_same_bytes_from_a_stored_fold_as_from_the_log(path: Path) -> None:
    log = read(path)
    for viewer in (SPECTATOR, 0):
        game = fold(log.game, [seen_by(log.events[0], viewer)])
        for event in log.events[1:]:
            apply(game, seen_by(event, viewer))
            stored = Game.from_stored(json.loads(canonical(game.stored())))
            # Not canonical: the order of keys is part of the bytes of an answer.
            assert json.dumps(view(stored, viewer)) == json.dumps(view(game, viewer))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_can_be_reviewed_and_its_calls_judged_again(path: Path) -> None:
    log = read(path)
    game = fold(log.game, log.events)
    assert game.status in (FINISHED, ABANDONED)
    for number in range(1, game.round + 1):
        *_, last = (frame["event"]["type"] for frame in frames(log.game, log.events, number))
        broken_off = game.status == ABANDONED and number == game.round
        assert last == ("game-abandoned" if broken_off else "round-revealed")
    assert all(judged["agrees"] for judged in rejudge_all(log.game, log.events))
    assert all(narrate(game.ruleset, event) for event in log.events)


@pytest.fixture(scope="module")
def recorded() -> dict[str, list[Event]]:
    """Return all events of the recorded games of each ruleset."""
    events: dict[str, list[Event]] = {}
    for log in map(read, LOGS):
        events.setdefault(log.ruleset, []).extend(log.events)
    return events


def test_the_recorded_games_have_every_type_of_event(recorded: dict[str, list[Event]]) -> None:
    types = {event.type for events in recorded.values() for event in events}
    assert types == {kind.name for family in (WHOLE_GAME, DOBON, DOUBT, BEATING) for kind in family}


def test_the_recorded_games_have_every_kind_of_call_true_and_false(recorded: dict[str, list[Event]]) -> None:
    for ruleset, kinds in (("dobon-sato", {"call", "counter"}), ("dobon-kawagoe", {"call", "counter", "ippatsu"})):
        calls = {(event.public.kind, event.public.valid) for event in recorded[ruleset] if event.type == "dobon-called"}
        assert calls == {(kind, valid) for kind in kinds for valid in (True, False)}


def test_the_recorded_games_have_every_end_of_a_round(recorded: dict[str, list[Event]]) -> None:
    for ruleset, reasons in (("dobon-sato", set()), ("dobon-kawagoe", {"ippatsu"})):
        ends = {event.public.reason for event in recorded[ruleset] if event.type == "round-ended"}
        assert ends == {"dobon", "false-call", "dead-end", *reasons}


def test_the_recorded_games_have_every_kind_of_play_and_every_doubling(recorded: dict[str, list[Event]]) -> None:
    events = recorded["dobon-kawagoe"]
    played = {event.public.how for event in events if event.type == "cards-played"}
    assert played == {"turn", "opening", "jump-in"}
    doublings = {
        "2" if doubling[1:] == "2" else doubling
        for event in events
        if event.type == "round-ended" and event.public.score
        for doubling in event.public.score.doublings
    }
    assert doublings == {"2", "joker", "counter"}
    by_clock = {event.type for event in events if event.public.get("by_clock")}
    assert by_clock == {"card-flipped", "cards-drawn", "seat-readied"}


@pytest.mark.parametrize("ruleset", ["dobon-sato", "dobon-kawagoe"])
def test_the_recorded_games_have_every_cost_of_a_false_call(ruleset: str, recorded: dict[str, list[Event]]) -> None:
    options = [event.public.options for event in recorded[ruleset] if event.type == "game-created"]
    assert {chosen["false_claim"] for chosen in options} == {"expose", "nothing", "draw_2", "lose"}


def test_the_recorded_games_of_doubt_have_every_event_option_and_end(recorded: dict[str, list[Event]]) -> None:
    events = recorded["doubt"]
    assert {event.type for event in events} >= {*DOUBT.types}

    def said(kind: str, name: str) -> set[object]:
        return {event.public.get(name) for event in events if event.type == kind}

    assert said("round-ended", "reason") == {"empty-hand", "last-in", "max-plays"}
    assert said("window-closed", "by") == {"all", "deadline", "play"}
    assert said("pile-taken", "why") == {"doubt", "finish"}
    calls = {(event.public.kind, event.public.valid) for event in events if event.type == "doubt-called"}
    assert calls == {(kind, valid) for kind in ("doubt", "cheat") for valid in (True, False)}
    assert {event.type for event in events if event.public.get("by_clock")} == {"cards-played"}
    options = [event.public.options for event in events if event.type == "game-created"]
    assert {chosen["penalty"] for chosen in options} == {"pile", "eliminate", "exchange_two"}
    for switch in (
        "resume_same_number",
        "doubter_takes_turn",
        "must_doubt_to_finish",
        "joker_may_finish",
        "next_play_closes",
    ):
        assert {chosen[switch] for chosen in options} == {True, False}


def test_the_recorded_beating_games_have_every_end_and_every_lead(recorded: dict[str, list[Event]]) -> None:
    def said(ruleset: str, kind: str, name: str) -> set[Any]:
        return {event.public.get(name) for event in recorded[ruleset] if event.type == kind}

    assert said("durak", "round-ended", "reason") == {"one-left", "team-out", "draw", "stalled"}
    assert said("kirifu", "round-ended", "reason") >= {"one-left", "first-out"}
    assert said("mustamaija", "round-ended", "reason") == {"one-left", "stalled"}
    assert said("kirifu", "cards-led", "kind") >= {"single", "group", "sequence"}
    assert said("mustamaija", "cards-led", "kind") == {"single", "flush"}
    for ruleset in ("durak", "kirifu", "mustamaija"):
        assert said(ruleset, "defence-ended", "how") == {"beaten", "taken"}
    assert any(event.public.extra for event in recorded["kirifu"] if event.type == "cards-led")
    assert any(event.public.skipped for event in recorded["mustamaija"] if event.type == "trump-turned")
