"""`verify` and logs of Doubt.

Played logs pass, with parts withheld too. Every change is found, and nonsense does not raise an exception.
"""

from typing import Any

import pytest

from domain.doubt import replay
from domain.log.chance import RandomStream
from domain.log.events import SPECTATOR, Event, seen_by
from domain.log.verdicts import Verdict
from domain.verification.verify import verify
from prove.harness.match import DOUBT
from prove.harness.random_games import export_lines, first_event, play_game, rechain
from tests.domain.played_doubt import LOGS, OFTEN, cheats, eliminations, exchanges, piles
from tests.domain.verify.log_mutations import NONSENSE, Log, with_nonsense


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("penalty", ["pile", "eliminate", "exchange_two"])
def test_a_played_game_of_doubt_passes(seed: int, penalty: str) -> None:
    stream = RandomStream(bytes([seed]), "options")
    options = {
        "rounds": 1 + stream.below(3),
        "variant": ("doubt", "cheat")[stream.below(2)],
        "decks": 1 + stream.below(2),
        "jokers_per_deck": stream.below(3),
        "max_cards_per_play": 2 + stream.below(3),
        "ranking": ("winner_only", "by_hand_count")[stream.below(2)],
        "window_seconds": stream.below(10),
        "min_open_seconds": stream.below(4),
        "max_plays": 50,
    }
    switches = (
        "resume_same_number",
        "doubter_takes_turn",
        "must_doubt_to_finish",
        "joker_may_finish",
        "next_play_closes",
    )
    options |= {name: stream.below(2) == 1 for name in switches}
    game = f"good-{seed}"
    events = play_game(game, 2 + stream.below(9), OFTEN, ruleset=DOUBT, penalty=penalty, **options)
    report = verify(export_lines(game, events), events[-1].digest)
    assert report.problems == []
    assert report.unchecked == []


@pytest.mark.parametrize("log", [eliminations, exchanges])
def test_every_flipped_byte_of_a_log_of_doubt_is_found(log: Log) -> None:
    data = "\n".join(export_lines(*log())).encode()
    for place in range(0, len(data), len(data) // 50):
        bad = data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]
        assert not verify(bad.decode(errors="surrogateescape").split("\n")).ok, place


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
def test_nonsense_in_a_log_of_doubt_does_not_raise_an_exception(nonsense: Any, log: Log) -> None:
    reports = [*with_nonsense(lambda: beginning(log), nonsense)]
    assert len(reports) > 30
    assert sum(not report.ok for report in reports) > len(reports) / 2


def beginning(log: Log) -> tuple[str, list[Event]]:
    """Return the first 60 events of a log."""
    game, events = log()
    return game, events[:60]


# Withheld parts


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_every_withheld_part_of_doubt_is_recovered(log: Log, viewer: int) -> None:
    game, whole = log()
    events = [seen_by(event, viewer) for event in whole]
    report = verify(export_lines(game, events), events[-1].digest)
    assert (report.problems, report.verdict) == ([], Verdict.SEEN)
    assert report.checked["withheld parts"] == sum(len(event.seals) - len(event.sealed) for event in events)
    hidden = [what for what in report.unchecked if "sealed parts are withheld" in what]
    assert hidden
    assert all("and of 0 only the seals" in what for what in hidden)
    everything = verify(export_lines(game, whole), whole[-1].digest).checked
    assert report.checked["decisions"] == everything["decisions"]
    assert report.checked["answers"] == everything["answers"] > 0


def test_more_cards_than_can_be_tried_stay_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_PAYLOADS", 0)
    for log in LOGS.values():
        game, whole = log()
        events = [seen_by(event, 0) for event in whole]
        report = verify(export_lines(game, events), events[-1].digest)
        assert (report.problems, report.verdict) == ([], Verdict.SEEN)
        for kind, of in (("plays", "cards-played"), ("windows", "window-closed"), ("doubts", "doubt-called")):
            assert report.checked[kind] == sum(event.type == of for event in events)
        assert report.checked["answers"] < sum(event.type == "doubt-declined" for event in events)


def test_asked_seats_are_checked_for_a_withheld_last_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a joker that may not be last, or another card, all seats or none may be asked, but never the player."""
    monkeypatch.setattr(replay, "MOST_PAYLOADS", 0)
    game, whole = cheats()
    played = first_event(whole, "cards-played", lambda event: event.public["finishing"])
    played.public["asked"] = [played.public["seat"]]
    report = verify(export_lines(game, [seen_by(event, SPECTATOR) for event in rechain(game, whole)]))
    assert any("are asked about it, or nobody" in problem.what for problem in report.problems)


def test_a_report_counts_the_checks_of_doubt() -> None:
    game, events = piles()
    report = verify(export_lines(game, events), events[-1].digest)
    count = {kind: sum(event.type == kind for event in events) for kind in {event.type for event in events}}
    assert report.unchecked == []
    assert {kind: report.checked[kind] for kind in ("plays", "answers", "windows", "doubts", "calls", "piles", "results")} == {
        "plays": count["cards-played"], "answers": count["doubt-declined"], "windows": count["window-closed"],
        "doubts": count["doubt-called"], "calls": count["doubt-called"], "piles": count["pile-taken"], "results": 2,
    }  # fmt: skip
