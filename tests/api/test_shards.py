"""Journeys over HTTP with games in two databases, a router, and accounts in a third database.

All other tests of the API run so with `--shards 2`.
"""

import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.cli import main
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.pool import Pool
from infra.projections.heads import HeadProjector
from infra.queries.database_metrics import read_stats
from infra.queries.games import rows_of
from infra.queries.player_history import history_page
from infra.settings import Settings
from infra.social import comments, shares, stamps
from prove.harness.application import QUIET, Caller, House, Table, open_house
from prove.harness.drills import add_drill
from prove.harness.service_games import databases_of, owning, shard_of
from tests.api.conftest import refused
from tests.api.operations.test_leaderboard import pages
from tests.api.operations.test_reports import call, comment, decide, report
from tests.api.streaming.sse import read_events, stream
from tests.shards import sharded

ME = "/v1/players/me"

PLAYED = """
INSERT INTO dobon.player_games
    (build, player_id, game_id, ruleset, public, ended_at, mu_before, sigma_before, mu, sigma)
VALUES (%s, %s, %s, 'dobon-sato', true, %s, 25, 8, 26, 8)"""

BOTH = pytest.mark.parametrize("place", [0, 1], ids=["the first shard", "the second shard"])


@pytest.fixture(scope="module")
def settings(request: pytest.FixtureRequest) -> Settings:
    """Two shards, a router, and a database of accounts."""
    return sharded(request.config)


@pytest.fixture(scope="module")
def pool(settings: Settings) -> Iterator[AccountsPool]:
    with open_pool(settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def only_house(pool: Pool) -> Iterator[House]:
    with open_house(pool) as house:
        yield house


def place_of(house: House, game: str) -> int:
    """Return the number of the shard of a game."""
    return house.pool.games.each().index(shard_of(house.pool, game))


def table_on(house: House, place: int, **body: Any) -> Table:
    """Return a table in this shard."""
    return house.table_where(lambda table: place_of(house, table.id) == place, **body)


def finished_on(house: House, place: int) -> Table:
    table = table_on(house, place, players=1, bots=["novice", "careful"], listed=True)
    return table.played_until(lambda view: view["status"] == "finished")


def games_on_both(house: House, player: Caller, count: int = 3) -> list[str]:
    """Let a player create games until it has `count` in each shard; return their ids, newest first."""
    games: list[str] = []
    while min([place_of(house, game) for game in games].count(place) for place in (0, 1)) < count:
        house.time.passes(1)
        made = player.post("/v1/games", {"ruleset": "doubt", "seats": 3, "listed": True})
        assert made.status_code == 201, made.json
        games.insert(0, made.json["id"])
    return games


def keyed(make: Any) -> dict[str, Any]:
    """Send a request twice with one key, and return the answer, which is the same."""
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first, again = make(key), make(key)
    assert (first.status_code, again.data) == (201, first.data), first.json
    found: dict[str, Any] = first.json
    return found


@BOTH
def test_a_game_is_found_by_its_join_code_played_and_reviewed(house: House, place: int) -> None:
    while True:
        host, guest = house.player("Aoi"), house.player("Ren")
        made = host.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "options": QUIET}).json
        if place_of(house, made["id"]) == place:
            break
    (found,) = guest.get(f"/v1/games?join_code={made['join_code']}").json["games"]
    assert found["id"] == made["id"]
    assert guest.post(f"/v1/games/{made['id']}/seats", {"join_code": made["join_code"]}).status_code == 201
    assert house.nobody.get(f"/v1/games/{made['id']}").status_code == 401
    table = finished_on(house, place)
    assert table.people[0].get(f"{table.path}/rounds/1/review").json["frames"]
    assert table.people[0].get(f"{table.path}/events?limit=500").json["events"][-1]["version"] == table.log()[0]


@BOTH
def test_the_case_of_a_game_verifies(house: House, place: int, tmp_path: Path) -> None:
    table = finished_on(house, place)
    HeadProjector(house.pool).run()
    case = house.admin().get(f"/v1/admin/games/{table.id}/case")
    assert [one["kind"] for one in case.json["inclusion"]["entries"]] == ["opened", "seated", "ended"]
    (tmp_path / "case.json").write_bytes(case.data)
    assert main.main(["verify", str(tmp_path / "case.json")]) == 0


def test_pages_of_games_have_no_gap_and_no_repeat(house: House) -> None:
    player = house.player("Aoi")
    games = games_on_both(house, player)
    assert {place_of(house, game) for game in games} == {0, 1}
    for limit in (1, 2, 100):
        assert [game["id"] for game in pages(player, f"/v1/games?mine=true&limit={limit}", "games")] == games
    listed = [game["id"] for game in pages(house.player(), "/v1/games?status=waiting&ruleset=doubt&limit=3", "games")]
    assert len(set(listed)) == len(listed)
    assert [game for game in listed if game in games] == games


@BOTH
def test_a_repeated_key_adds_one_comment_one_stamp_and_one_link(house: House, place: int) -> None:
    table = finished_on(house, place)
    me = table.people[0]
    version = me.get(f"{table.path}/rounds/1/review").json["frames"][2]["version"]
    said = {"version": version, "text": "Here I should have called."}
    comment = keyed(lambda key: me.post(f"{table.path}/rounds/1/comments", said, headers=key))
    link = keyed(lambda key: me.post(f"{table.path}/shares", headers=key))
    assert me.get(f"{table.path}/rounds/1/comments").json["comments"] == [comment]
    assert len(me.get(f"{table.path}/shares").json["shares"]) == 1
    assert house.nobody.get(f"/v1/shares/{link['token']}").json["game"] == table.id
    running = table_on(house, place)
    stamp = keyed(lambda key: running.people[0].post(f"{running.path}/stamps", {"stamp": "nice"}, headers=key))
    assert running.people[1].get(f"{running.path}/stamps").json["stamps"] == [stamp]


def test_an_unknown_link_is_refused(house: House) -> None:
    refused(house.nobody.get("/v1/shares/dbnshr_unknown"), 404, "no-such-share")


@BOTH
def test_a_verdict_hides_a_comment_abandons_a_game_and_is_in_the_log_of_acts(
    house: House, root: Caller, place: int
) -> None:
    table = table_on(house, place, options={"rounds": 2, "false_claim": "lose"})
    call(table, table.turn)
    author, reporter = table.people
    said = comment(table, author)
    decide(root, report(reporter, kind="comment", game=table.id, comment=said), measures=["hide-comment"])
    assert [one["text"] for one in reporter.get(f"{table.path}/rounds/1/comments").json["comments"]] == [None]
    [claim] = author.get(f"{table.path}/claims").json["claims"]
    other = table.people[1 - claim["seat"]]
    made = report(other, kind="play", game=table.id, version=claim["version"], reason="collusion")
    decide(root, made, measures=["abandon-game"])
    assert author.view(table.id)["status"] == "abandoned"
    whole = pages(root, "/v1/admin/acts?limit=2", "acts")
    assert [(act["at"], act["id"]) for act in whole] == sorted(((act["at"], act["id"]) for act in whole), reverse=True)
    about = pages(root, f"/v1/admin/acts?subject={table.id}", "acts")
    assert [act["kind"] for act in about] == ["abandon-game"]
    assert about[0] in whole


def test_claims_of_both_shards_are_searched(house: House, root: Caller) -> None:
    tables = [table_on(house, place, options={"rounds": 1, "false_claim": "lose"}) for place in (0, 1, 0, 1)]
    for table in tables:
        house.time.passes(1)
        call(table, table.turn)
    games = [table.id for table in tables[::-1]]
    found = pages(root, "/v1/admin/claims?limit=1", "claims")
    assert [one["game"] for one in found if one["game"] in games] == games
    assert len({(one["game"], one["version"]) for one in found}) == len(found)


def test_totals_of_claims_add_up_those_of_both_shards(house: House, root: Caller) -> None:
    house.time.now = "2026-03-04T12:00:00.000000Z"
    for place in (0, 1, 1):
        table = table_on(house, place, options={"rounds": 1, "false_claim": "lose"})
        call(table, table.turn)
    since, until = "2026-03-02T00:00:00Z", "2026-03-09T00:00:00Z"
    totals = root.get(f"/v1/admin/claims/totals?since={since}&until={until}").json["weeks"][0]["totals"]
    listed = pages(root, f"/v1/admin/claims?since={since}&until={until}", "claims")
    assert {(one["valid"], one["calls"]) for one in totals} == {*Counter(one["valid"] for one in listed).items()}
    assert len(listed) == 3


def test_an_export_has_the_games_of_both_shards_and_an_erasure_leaves_nothing(house: House) -> None:
    player = house.player("Tamamo")
    games = games_on_both(house, player, 1)
    for game in games:
        stamps.add(house.pool, game, player.id, 0, "hello", house.time.now, 9**9)
    finished = [finished_on(house, place) for place in (0, 1)]
    for table in finished:
        comments.add(house.pool, table.id, 1, 5, player.id, "I was here", None)
        shares.create(house.pool, table.id, player.id, f"dbnshr_{table.id}")
    found = player.get(f"{ME}/export").json
    assert [one["game"] for one in found["games"]] == games[::-1]
    assert {one["game"] for one in found["stamps"]} == set(games)
    assert {one["game"] for one in found["comments"]} == {table.id for table in finished}
    assert {one["game"] for one in found["shares"]} == {table.id for table in finished}
    assert player.delete(f"{ME}?confirm=true").status_code == 204
    for database in databases_of(house.pool):
        with owning(database) as conn:
            for text in ("Tamamo", "I was here"):
                for table in ("players", "known_names", "comments", "stamps", "requests", "notifications"):
                    query = f"SELECT FROM dobon.{table} AS r WHERE strpos(r::text, %s) > 0"
                    assert not conn.execute(query, [text]).rowcount
            assert not conn.execute("SELECT FROM dobon.stamps WHERE player_id = %s", [player.id]).rowcount
            links = "SELECT FROM dobon.shares WHERE player_id = %s AND revoked_at IS NULL"
            assert not conn.execute(links, [player.id]).rowcount
    for game in games:
        assert rows_of(house.pool, [game])[game].status == "abandoned", "its player has left it"


def test_a_name_is_reserved_for_a_player_with_a_seat_in_any_shard(house: House) -> None:
    for place in (0, 1):
        name = f"Sugoroku {place}"
        player = house.player(name)
        while place_of(house, player.post("/v1/games", {"ruleset": "doubt", "seats": 3}).json["id"]) != place:
            player = house.player(name := f"{name}0")
        assert player.call("PATCH", ME, json={"name": "Sora"}).status_code == 200
        refused(house.nobody.post("/v1/players", {"name": name}), 409, "name-reserved")


@BOTH
def test_drills_are_listed_with_their_questions(house: House, place: int) -> None:
    table = finished_on(house, place)
    me = table.people[0]
    drill = add_drill(house, table, 7)
    assert [one["id"] for one in pages(me, "/v1/drills?limit=1", "drills")] == [drill]
    assert me.get(f"/v1/drills/{drill}").json["game"] == table.id


def test_the_metrics_count_the_games_of_all_shards(house: House) -> None:
    before = read_stats(house.pool, house.time.now).games["waiting"]
    made = games_on_both(house, house.player(), 1)
    found = read_stats(house.pool, house.time.now)
    assert found.games["waiting"] == before + len(made)
    assert found.unreachable == 0


def test_a_history_leaves_out_games_without_a_row(house: House) -> None:
    player = house.player().id
    games = [table.id for table in (finished_on(house, place) for place in (0, 1))]
    gone = [str(uuid.uuid4()) for _ in range(3)]
    listed = [gone[0], games[0], gone[1], gone[2], games[1]]
    with owning(house.pool) as conn:
        (build,) = conn.execute(
            "SELECT build FROM dobon.projections WHERE name = 'statistics' AND state = 'live'"
        ).fetchone() or (1,)
        for number, game in enumerate(listed):
            at = f"2026-11-21T04:00:0{number}.000000Z"
            conn.execute(PLAYED, [build, player, game, at])
    assert [row.game.id for row in history_page(house.pool, player, player, limit=50)] == games[::-1]
    first = history_page(house.pool, player, player, limit=1)
    assert [row.game.id for row in first] == games[1:]
    later = history_page(house.pool, player, player, after=(first[0].ended_at, games[1]), limit=1)
    assert [row.game.id for row in later] == games[:1]


def test_streams_of_games_in_different_shards_go_on_beside_each_other(house: House) -> None:
    tables = [table_on(house, place) for place in (0, 1)]
    known = [table.log()[0] for table in tables]
    readers = [table.people[0] for table in tables]
    with stream(readers[0], tables[0].id) as one, stream(readers[1], tables[1].id) as other:
        for found, version in zip((one, other), known, strict=True):
            assert len(read_events(found, version)) == version
        for _ in range(2):
            for table, found in zip(tables, (one, other), strict=True):
                before = table.log()[0]
                table.turn.act(table.id, "draw")
                new = read_events(found, table.log()[0] - before)
                assert [event["version"] for event in new] == [*range(before + 1, table.log()[0] + 1)]
