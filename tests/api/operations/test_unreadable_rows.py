"""A row of the table `games` that cannot be decoded fails no list, and only requests for its own game."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from infra.event_store import damaged_games
from infra.queries import games
from prove.harness.application import QUIET, Caller, House
from prove.harness.service_games import owning, shard_of
from tests.api.conftest import refused

COLUMNS = [
    ("summary", "{"),
    ("summary", "[]"),
    ("summary", "{}"),
    ("players", "{}"),
    ("players", '[{"seat":0}]'),
    ("players", ""),
    ("options", "7"),
    ("options", "nothing"),
]


@pytest.fixture(autouse=True)
def nothing_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_recorded_at", {})


@contextmanager
def unreadable(house: House, game: str, column: str, value: str) -> Iterator[None]:
    """Replace a column of a game's row inside this block."""
    with owning(shard_of(house.pool, game)) as owner:
        (whole,) = owner.execute(f"SELECT {column} FROM dobon.games WHERE id = %s", (game,)).fetchone() or ("",)
        change = f"UPDATE dobon.games SET {column} = %s WHERE id = %s"
        owner.execute(change, (value, game))
        try:
            yield
        finally:
            owner.execute(change, (whole, game))
            owner.execute("DELETE FROM dobon.damaged_games WHERE game_id = %s", (game,))


def listed(caller: Caller) -> list[str]:
    """Return all games that the caller lists; other tests may have opened hundreds that are newer."""
    page = caller.get("/v1/games?limit=100").json
    found = [*page["games"]]
    while page["next"]:
        page = caller.get(f"/v1/games?limit=100&cursor={page['next']}").json
        found += page["games"]
    return [game["id"] for game in found]


@pytest.mark.parametrize(("column", "value"), COLUMNS)
def test_lists_leave_out_a_row_that_cannot_be_decoded(
    house: House, caplog: pytest.LogCaptureFixture, column: str, value: str
) -> None:
    aoi, ren = house.player(), house.player("Ren")
    opening = {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"], "options": QUIET, "listed": True}
    for _ in range(3):
        aoi.post("/v1/games", opening)
    opened = [game["id"] for game in aoi.get("/v1/games?mine=true").json["games"]]
    with unreadable(house, opened[1], column, value):
        mine = aoi.get("/v1/games?mine=true&limit=2")
        assert [game["id"] for game in mine.json["games"]] == [opened[0], opened[2]], "the page is full nevertheless"
        assert mine.json["next"] is None
        found = listed(ren)
        assert opened[1] not in found
        assert {opened[0], opened[2]} <= {*found}
        (recorded,) = [one for one in damaged_games.list_damaged(house.pool) if one.game == opened[1]]
        assert recorded.reason.endswith("while the row was decoded or folded")
        assert opened[1] in caplog.text
        assert refused(aoi.get(f"/v1/games/{opened[1]}"), 500, "damaged-game")
        assert aoi.get(f"/v1/games/{opened[0]}").status_code == 200
    assert len(aoi.get("/v1/games?mine=true").json["games"]) == 3
