from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import pytest

from domain.events import SERVER
from domain.game import view
from infra.repositories import accounts
from tests.api.conftest import Caller, House, Table, refused


@pytest.fixture
def root(house: House) -> Caller:
    player, name, token = accounts.create_admin(house.pool, "Root")
    return Caller(house.app, token, player, name)


def review(table: Table) -> list[dict[str, Any]]:
    found = table.people[0].get(f"{table.path}/rounds/1/review")
    assert found.status_code == 200
    assert found.json["round"] == 1
    frames: list[dict[str, Any]] = found.json["frames"]
    return frames


def test_a_review_shows_what_everybody_held_at_every_move(house: House) -> None:
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
        any(name in frame["text"][language] for name in names) for frame in frames[1:3] for language in ("ja", "en")
    )


def test_one_frame_is_the_one_of_the_review(house: House) -> None:
    table = house.old()
    for frame in review(table):
        one = table.people[0].get(f"{table.path}/rounds/1/review/{frame['version']}")
        assert one.json == frame


def test_what_is_outside_the_round_has_no_frame(house: House) -> None:
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


def test_a_call_judged_again_agrees(house: House, root: Caller) -> None:
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


def test_a_secret_is_shown_and_envelopes_open_when_their_round_is_over(house: House, root: Caller) -> None:
    table = house.finished_round()
    me = table.people[0]
    fairness = me.get(f"{table.path}/fairness").json["rounds"]
    assert [played["secret"] is not None for played in fairness] == [True, False]
    secret = bytes.fromhex(fairness[0]["secret"])
    assert sha256(b"dobon/commit/1|" + secret).hexdigest() == fairness[0]["commitment"]
    refused(me.get(f"{table.path}/rounds/2/review"), 409, "round-not-over")
    events = root.get(f"/v1/admin/games/{table.id}/events?limit=500").json["events"]
    second = [event for event in events if event["type"] == "round-dealt"][1]
    assert all(event["sealed"] == {} for event in events if event["version"] >= second["version"])
    assert all(set(event["sealed"]) == set(event["seals"]) for event in events if event["version"] < second["version"])


def test_a_log_that_is_whole_is_found_whole(house: House, root: Caller) -> None:
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
def test_the_first_version_that_is_wrong_is_named(
    house: House, root: Caller, owner: Any, column: str, forged: str
) -> None:
    table = house.table()
    drawn = table.turn.act(table.id, "draw").json["version"]
    table.turn.act(table.id, "draw")
    with forging(owner, table, drawn):
        statement = f"UPDATE dobon.events SET {column} = {forged} WHERE game_id = %s AND version = %s"
        owner.execute(statement, [table.id, drawn])
        found = root.get(f"/v1/admin/games/{table.id}/integrity").json
    assert (found["intact"], found["first_bad"]) == (False, drawn)
    assert found["problem"]
    assert root.get(f"/v1/admin/games/{table.id}/integrity").json["intact"]


def test_a_log_that_was_cut_off_is_found_out(house: House, root: Caller, owner: Any) -> None:
    table = house.table()
    drawn = table.turn.act(table.id, "draw").json["version"]
    with forging(owner, table, drawn):
        owner.execute("DELETE FROM dobon.events WHERE game_id = %s AND version = %s", [table.id, drawn])
        found = root.get(f"/v1/admin/games/{table.id}/integrity").json
    assert (found["intact"], found["first_bad"], found["version"]) == (False, drawn, drawn - 1)


@contextmanager
def forging(owner: Any, table: Table, version: int) -> Iterator[None]:
    """An event can be changed in here, by somebody who owns the tables; afterwards it is what it was."""
    where = [table.id, version]
    owner.execute("ALTER TABLE dobon.events DISABLE TRIGGER events_no_change")
    owner.execute(
        "CREATE TEMPORARY TABLE true_event AS SELECT * FROM dobon.events WHERE game_id = %s AND version = %s", where
    )
    try:
        yield
    finally:
        owner.execute("DELETE FROM dobon.events WHERE game_id = %s AND version = %s", where)
        owner.execute("INSERT INTO dobon.events SELECT * FROM true_event")
        owner.execute("DROP TABLE true_event")
        owner.execute("ALTER TABLE dobon.events ENABLE ALWAYS TRIGGER events_no_change")


def test_a_version_has_its_frame_in_its_own_round_alone(house: House) -> None:
    table = house.finished(options={"rounds": 2})
    first, second = (table.people[0].get(f"{table.path}/rounds/{number}/review").json["frames"] for number in (1, 2))
    for number, frames in ((2, first), (1, second)):
        for frame in (frames[0], frames[-1]):
            response = table.people[0].get(f"{table.path}/rounds/{number}/review/{frame['version']}")
            refused(response, 404, "no-such-version")
