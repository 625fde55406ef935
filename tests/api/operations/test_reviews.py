from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.operations import reviews as schemas
from domain.game.game import view
from domain.log.events import SERVER
from prove.harness.application import Caller, House, Table
from prove.harness.service_games import owning, shard_of
from tests.api.conftest import refused


def review(table: Table) -> list[dict[str, Any]]:
    found = table.people[0].get(f"{table.path}/rounds/1/review")
    assert found.status_code == 200
    assert found.json["round"] == 1
    frames: list[dict[str, Any]] = found.json["frames"]
    return frames


def test_a_review_shows_every_hand_at_every_move(house: House) -> None:
    table = house.old()
    frames = review(table)
    assert [frame["event"]["type"] for frame in (frames[0], frames[-1])] == ["round-dealt", "round-revealed"]
    assert [frame["version"] for frame in frames] == list(range(frames[0]["version"], frames[-1]["version"] + 1))
    for frame in frames:
        truth = house.tables.view(table.id, SERVER, frame["version"])
        assert frame["hands"] == view(truth, SERVER)["round"]["hands"]
        assert "??" not in str(frame["hands"])
    names = {"Aoi", "novice", "careful"}
    assert all(
        any(name in frame["event"]["text"][language] for name in names)
        for frame in frames[1:3]
        for language in ("ja", "en")
    )


def test_a_single_frame_equals_the_one_in_the_review(house: House) -> None:
    table = house.old()
    for frame in review(table):
        one = table.people[0].get(f"{table.path}/rounds/1/review/{frame['version']}")
        assert one.json == frame


def test_a_version_outside_the_round_has_no_frame(house: House) -> None:
    table = house.old()
    frames = review(table)
    for version in (0, 1, frames[0]["version"] - 1, frames[-1]["version"] + 1, 999_999_999):
        refused(table.people[0].get(f"{table.path}/rounds/1/review/{version}"), 404, "no-such-version")
    refused(table.people[0].get(f"{table.path}/rounds/0/review"), 404, "no-such-round")
    refused(table.people[0].get(f"{table.path}/rounds/2/review"), 404, "no-such-round")
    refused(table.people[0].get(f"{table.path}/rounds/2/review/{frames[0]['version']}"), 404, "no-such-round")


def test_every_call_is_in_the_claims_with_hand_and_formulas(house: House) -> None:
    table = house.old()
    claims = table.people[0].get(f"{table.path}/claims").json["claims"]
    events = table.people[0].get(f"{table.path}/events?limit=500").json["events"]
    called = [event for event in events if event["type"] == "dobon-called"]
    assert [claim["version"] for claim in claims] == [event["version"] for event in called]
    assert all(claim["hand"] and bool(claim["formulas"]) == claim["valid"] for claim in claims)


def test_verifying_a_call_confirms_its_verdict(house: House, root: Caller) -> None:
    table = house.finished()
    claims = table.people[0].get(f"{table.path}/claims").json["claims"]
    assert claims
    for claim in claims:
        judged = root.get(f"/v1/admin/claims/{table.id}/{claim['version']}").json
        assert judged["agrees"]
        assert judged["recorded"] == claim
        assert judged["judged"]["formulas"] == claim["formulas"]
    refused(root.get(f"/v1/admin/claims/{table.id}/1"), 404, "no-such-claim")
    refused(root.get(f"/v1/admin/claims/{table.id}/9999"), 404, "no-such-claim")


def test_secret_and_envelopes_of_a_round_open_when_it_ends(house: House, root: Caller) -> None:
    table = house.finished_round()
    me = table.people[0]
    fairness = me.get(f"{table.path}/fairness").json
    assert [played["secret"] is not None for played in fairness["rounds"]] == [True, False]
    secret = bytes.fromhex(fairness["rounds"][0]["secret"])
    assert sha256(b"dobon/link/1|" + secret).hexdigest() == fairness["anchor"]
    refused(me.get(f"{table.path}/rounds/2/review"), 409, "round-not-over")
    events = root.get(f"/v1/admin/games/{table.id}/events?limit=500").json["events"]
    second = [event for event in events if event["type"] == "round-dealt"][1]
    assert all(event["sealed"] == {} for event in events if event["version"] >= second["version"])
    assert all(set(event["sealed"]) == set(event["seals"]) for event in events if event["version"] < second["version"])


def test_an_intact_log_passes_the_integrity_check(house: House, root: Caller) -> None:
    for table in (house.table(), house.old()):
        found = root.get(f"/v1/admin/games/{table.id}/integrity").json
        version, _, head = table.log()
        assert found == {
            "game": table.id, "version": version, "head": head, "computed": head, "intact": True, "first_bad": None, "problem": None,
        }  # fmt: skip


@pytest.mark.parametrize(
    ("column", "forged"),
    [
        ("body", "replace(body, '\"turn\":', '\"turm\":')"),
        ("body", "'{\"public\":{}}'"),
        ("body", "'{'"),
        ("body", "'[]'"),
        ("body", '\'{"public":{"seat":1.5}}\''),
        ("type", "'passed'"),
        ("at", "'2020-01-01T00:00:00.000000Z'"),
        ("digest", "repeat('0', 64)"),
        ("schema", "2"),
    ],
)
def test_the_integrity_check_names_the_first_wrong_version(
    house: House, root: Caller, column: str, forged: str
) -> None:
    table = house.table()
    drawn = table.turn.act(table.id, "draw").json["version"]
    table.turn.act(table.id, "draw")
    with forging(table, drawn) as owner:
        statement = f"UPDATE dobon.events SET {column} = {forged} WHERE game_id = %s AND version = %s"
        owner.execute(statement, [table.id, drawn])
        found = root.get(f"/v1/admin/games/{table.id}/integrity").json
    assert (found["intact"], found["first_bad"]) == (False, drawn)
    assert found["problem"]
    assert root.get(f"/v1/admin/games/{table.id}/integrity").json["intact"]


def test_a_truncated_log_fails_the_integrity_check(house: House, root: Caller) -> None:
    table = house.table()
    drawn = table.turn.act(table.id, "draw").json["version"]
    with forging(table, drawn) as owner:
        owner.execute("DELETE FROM dobon.events WHERE game_id = %s AND version = %s", [table.id, drawn])
        found = root.get(f"/v1/admin/games/{table.id}/integrity").json
    assert (found["intact"], found["first_bad"], found["version"]) == (False, drawn, drawn - 1)


@contextmanager
def forging(table: Table, version: int) -> Iterator[Any]:
    """Yield a connection that can change an event, and restore the event afterwards."""
    where = [table.id, version]
    with owning(shard_of(table.house.pool, table.id)) as owner:
        owner.execute("ALTER TABLE dobon.events DISABLE TRIGGER events_no_change")
        owner.execute(
            "CREATE TEMPORARY TABLE true_event AS SELECT * FROM dobon.events WHERE game_id = %s AND version = %s", where
        )
        try:
            yield owner
        finally:
            owner.execute("DELETE FROM dobon.events WHERE game_id = %s AND version = %s", where)
            owner.execute("INSERT INTO dobon.events SELECT * FROM true_event")
            owner.execute("DROP TABLE true_event")
            owner.execute("ALTER TABLE dobon.events ENABLE ALWAYS TRIGGER events_no_change")


def test_a_version_has_a_frame_in_its_own_round_only(house: House) -> None:
    table = house.finished(options={"rounds": 2})
    first, second = (table.people[0].get(f"{table.path}/rounds/{number}/review").json["frames"] for number in (1, 2))
    for number, frames in ((2, first), (1, second)):
        for frame in (frames[0], frames[-1]):
            response = table.people[0].get(f"{table.path}/rounds/{number}/review/{frame['version']}")
            refused(response, 404, "no-such-version")


# Ranges and caching


def asked(table: Table, query: str = "", **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return table.people[0].get(f"{table.path}/rounds/1/review{query}", headers=sent)


def test_a_review_is_read_by_ranges_of_frames(house: House) -> None:
    table = next(game for game in iter(house.old, None) if len(review(game)) > 5)  # a random game can be shorter
    frames = review(table)
    for query, shown, following in (
        ("", frames, None),
        ("?from=3", frames[2:], None),
        ("?to=4", frames[:4], 5),
        ("?from=3&to=4", frames[2:4], 5),
        ("?from=3&to=3", frames[2:3], 4),
        ("?from=4&to=3", [], 4),
        (f"?from={len(frames)}", frames[-1:], None),
        (f"?from={len(frames) + 1}", [], None),
        ("?from=999999999&to=999999999", [], None),
    ):
        found = asked(table, query).json
        assert (found["round"], found["frames"], found["next"]) == (1, shown, following), query


def test_a_range_of_a_seats_knowledge_is_part_of_the_whole(house: House) -> None:
    table = house.old()
    whole = asked(table, "?as=1").json["frames"]
    assert asked(table, "?as=1&from=5&to=7").json["frames"] == whole[4:7]


@pytest.mark.parametrize("query", ["?from=0", "?to=0", "?from=-1", "?from=x", "?from=1.5", "?from=1&from=2", "?from="])
def test_an_invalid_range_is_refused(house: House, query: str) -> None:
    refused(asked(house.old(), query), 422, "bad-parameter")


def test_an_answer_has_a_limited_number_of_frames(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemas, "MAX_FRAMES", 5)
    table = house.old()
    whole, first = [], 1
    while first is not None:
        found = asked(table, f"?from={first}&to=999").json
        assert len(found["frames"]) <= 5
        whole += found["frames"]
        first = found["next"]
    monkeypatch.undo()
    assert whole == review(table)


def test_a_review_is_kept_by_the_browser_of_the_account(house: House) -> None:
    first = asked(house.old())
    assert first.headers["Cache-Control"] == "private, max-age=86400, immutable"
    assert {"Authorization", "Accept-Encoding"} <= set(first.vary)
    known = first.headers["ETag"]
    same = asked(house.old(), If_None_Match=known)
    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", known)
    assert asked(house.old(), "?as=1").headers["ETag"] != known
    assert asked(house.old(), "?to=3").headers["ETag"] != known


def test_a_refused_review_is_not_kept(house: House) -> None:
    running = house.finished_round()
    response = running.people[0].get(f"{running.path}/rounds/2/review")
    refused(response, 409, "round-not-over")
    assert response.headers["Cache-Control"] == "no-store"


def test_a_shared_review_is_asked_for_each_time_because_the_link_may_be_revoked(house: House) -> None:
    table = house.finished()
    me = table.people[0]
    link = me.post(f"{table.path}/shares").json
    path = f"/v1/shares/{link['token']}/rounds/1"
    first = house.nobody.get(f"{path}?from=2&to=3")
    assert first.json == asked(table, "?from=2&to=3").json
    assert first.headers["Cache-Control"] == "private, no-cache"
    known = {"If-None-Match": first.headers["ETag"]}
    assert house.nobody.get(f"{path}?from=2&to=3", headers=known).status_code == 304
    me.delete(f"{table.path}/shares/{link['id']}")
    refused(house.nobody.get(f"{path}?from=2&to=3", headers=known), 404, "no-such-share")
