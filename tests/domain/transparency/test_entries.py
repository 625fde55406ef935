"""Which events have entries, and what an entry is."""

import pytest

from domain.game.receipts import heads_of
from domain.log.log_format import parse
from domain.transparency.entries import ENDED, OPENED, SEATED, Entry, entries_of, read_entry
from prove.harness.random_games import export_lines, play_game

GAME = "0e4d1c52-7c1b-4f3a-9b0e-6f2f6f1d8a01"


def test_a_finished_game_has_three_entries_with_the_heads_of_its_log() -> None:
    log = parse(export_lines(GAME, play_game(GAME, 2, rounds=2)))
    heads = heads_of(log)
    events = [(event.version, event.type, event.digest) for event in log.events]
    found = entries_of(GAME, events)
    dealt = [version for version, kind, _ in events if kind in ("readiness-asked", "round-dealt")]
    assert len(dealt) > 2
    assert [(entry.kind, entry.version) for entry in found] == [
        (OPENED, 1),
        (SEATED, dealt[0]),
        (ENDED, len(events)),
    ]
    assert all(entry.head == heads[entry.version] and entry.game == GAME for entry in found)


@pytest.mark.parametrize("asked", ["readiness-asked", "round-dealt"])
def test_the_seats_are_fixed_when_players_are_asked_or_else_when_cards_are_dealt(asked: str) -> None:
    rows = [(1, "game-created", "a"), (2, "seat-taken", "b"), (3, asked, "c"), (4, "round-dealt", "d")]
    assert [(entry.version, entry.head) for entry in entries_of(GAME, rows)] == [(1, "a"), (3, "c")]


def test_an_abandoned_game_has_ended() -> None:
    assert entries_of(GAME, [(9, "game-abandoned", "f")]) == [Entry(GAME, ENDED, 9, "f")]


def test_an_entry_is_canonical_json_without_names() -> None:
    data = Entry(GAME, OPENED, 1, "ab").data
    assert data == b'{"game":"%s","head":"ab","kind":"opened","version":1}' % GAME.encode()
    assert read_entry(data) == Entry(GAME, OPENED, 1, "ab")


@pytest.mark.parametrize(
    "data",
    [b"{}", b"[]", b"x", b'{"game":"g","head":"h","kind":"begun","version":1}', Entry("g", ENDED, 1, "h").data + b" "],
)
def test_other_bytes_are_no_entry(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_entry(data)
