"""After the game: reviews as one seat, comments, and links for readers without an account."""

from typing import Any

import pytest

from api.representations.events import event_of
from domain.log.chance import link_before
from domain.log.log_format import digest, genesis, seal
from infra.social import comments as said
from infra.social import shares
from prove.harness.application import Caller, House, Table
from prove.harness.service_games import shard_of
from tests.api.conftest import refused
from tests.api.operations.test_leaderboard import pages
from tests.api.operations.test_reviews import review

ABSENT = "00000000-0000-4000-8000-000000000000"


def comment(caller: Caller, table: Table, text: str, version: int | None = None, **headers: str) -> Any:
    at = review(table)[3]["version"] if version is None else version
    return caller.post(f"{table.path}/rounds/1/comments", {"version": at, "text": text}, headers=headers)


# Reviews with one seat's knowledge


def test_a_review_as_a_seat_shows_the_cards_that_it_saw(house: House) -> None:
    table = house.old()
    frames = table.people[0].get(f"{table.path}/rounds/1/review?as=0").json["frames"]
    assert [frame["version"] for frame in frames] == [frame["version"] for frame in review(table)]
    for frame in frames[:: max(1, len(frames) // 6)]:
        then = table.people[0].get(f"{table.path}/view?at={frame['version']}").json
        assert frame["hands"] == then["round"]["hands"]
        one = table.people[0].get(f"{table.path}/rounds/1/review/{frame['version']}?as=0").json
        assert one == frame
    assert "??" in str(frames[0]["hands"])
    assert frames[0]["hands"] != table.people[0].get(f"{table.path}/rounds/1/review?as=1").json["frames"][0]["hands"]


def test_a_review_as_an_unknown_seat_is_refused(house: House) -> None:
    table = house.old()
    for query in ("as=3", "as=99", "as=-1", "as=x", "as=1.5", "seat=1"):
        refused(table.people[0].get(f"{table.path}/rounds/1/review?{query}"), 422, "bad-parameter")
        refused(table.people[0].get(f"{table.path}/rounds/1/review/7?{query}"), 422, "bad-parameter")


def test_a_running_round_is_not_reviewed_as_a_seat_either(house: House) -> None:
    table = house.table(listed=True)
    for seat in (0, 1):
        for path in ("review", "review/5"):
            refused(table.people[0].get(f"{table.path}/rounds/1/{path}?as={seat}"), 409, "round-not-over")


# Comments


def test_players_comment_on_a_moment(house: House) -> None:
    table = house.finished()
    me = table.people[0]
    version = review(table)[2]["version"]
    made = comment(me, table, "  Here I should have called.\nOr not?  ", version)
    assert made.status_code == 201
    assert (made.json["text"], made.json["version"], made.json["seat"], made.json["name"]) == (
        "Here I should have called.\nOr not?", version, 0, "Aoi",
    )  # fmt: skip
    others = [comment(me, table, f"again {number}").json for number in range(4)]
    path = f"{table.path}/rounds/1/comments"
    assert me.get(path).json["comments"] == [made.json, *others]
    assert pages(me, f"{path}?limit=2", "comments") == [made.json, *others]


def test_a_comment_with_a_repeated_key_is_made_once(house: House) -> None:
    table = house.finished()
    me = table.people[0]
    first = comment(me, table, "once", **{"Idempotency-Key": "k"})
    again = comment(me, table, "once", **{"Idempotency-Key": "k"})
    assert (again.status_code, again.data) == (201, first.data)
    refused(comment(me, table, "twice", **{"Idempotency-Key": "k"}), 422, "key-reused")
    assert len(me.get(f"{table.path}/rounds/1/comments").json["comments"]) == 1


def test_comments_wait_for_the_end_of_the_round(house: House) -> None:
    table = house.finished_round()
    me = table.people[0]
    assert comment(me, table, "well played").status_code == 201
    for method in ("GET", "POST"):
        body = {"json": {"version": 7, "text": "x"}} if method == "POST" else {}
        refused(me.call(method, f"{table.path}/rounds/2/comments", **body), 409, "round-not-over")
        refused(me.call(method, f"{table.path}/rounds/3/comments", **body), 404, "no-such-round")
    second = me.view(table.id)["version"]
    for version in (1, second, 9999):
        refused(comment(me, table, "x", version), 404, "no-such-version")


def test_outsiders_neither_read_nor_write_comments(house: House) -> None:
    listed, stranger = house.finished(listed=True), house.player("Stranger")
    comment(listed.people[0], listed, "among us")
    path = f"{listed.path}/rounds/1/comments"
    refused(stranger.get(path), 409, "not-seated")
    refused(stranger.post(path, {"version": 7, "text": "me too"}), 409, "not-seated")
    hidden = house.finished()
    for response in (
        stranger.get(f"{hidden.path}/rounds/1/comments"),
        stranger.post(f"{hidden.path}/rounds/1/comments", {"version": 7, "text": "x"}),
    ):
        refused(response, 404, "no-such-game")


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "x" * 1001, "a\u202eb", "a\u0000b", 7, None])
def test_an_invalid_comment_is_refused(house: House, text: Any) -> None:
    table = house.finished()
    response = comment(table.people[0], table, text)
    assert response.status_code in (400, 422)
    assert table.people[0].get(f"{table.path}/rounds/1/comments").json["comments"] == []


def test_the_number_of_comments_is_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(said, "MAX_COMMENTS", 2)
    table = house.finished()
    assert [comment(table.people[0], table, text).status_code for text in "ab"] == [201, 201]
    refused(comment(table.people[0], table, "c"), 409, "too-many-comments")


# Shared links


def test_the_number_of_links_is_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "MAX_SHARES", 2)
    table, other = house.finished(), house.finished()
    me = table.people[0]
    assert [me.post(f"{table.path}/shares").status_code for _ in range(2)] == [201, 201]
    first = me.get(f"{table.path}/shares").json["shares"][0]
    assert me.delete(f"{table.path}/shares/{first['id']}").status_code == 204
    body = refused(me.post(f"{table.path}/shares"), 409, "too-many-shares")
    assert "at most 2 links" in body["detail"]
    assert len(me.get(f"{table.path}/shares").json["shares"]) == 2
    assert other.people[0].post(f"{other.path}/shares").status_code == 201


def test_links_are_listed_by_page(house: House) -> None:
    table = house.finished()
    me, path = table.people[0], f"{table.path}/shares"
    made = [me.post(path).json["id"] for _ in range(5)]
    first = me.get(f"{path}?limit=3")
    assert [share["id"] for share in first.json["shares"]] == made[:3]
    assert 'rel="next"' in first.headers["Link"]
    rest = me.get(f"{path}?limit=3&cursor={first.json['next']}").json
    assert ([share["id"] for share in rest["shares"]], rest["next"]) == (made[3:], None)
    assert len(me.get(path).json["shares"]) == 5


def shared(table: Table) -> dict[str, Any]:
    made = table.people[0].post(f"{table.path}/shares")
    assert made.status_code == 201, made.json
    assert made.headers["Location"] == made.json["api_path"] == f"/v1/shares/{made.json['token']}"
    page = table.house.nobody.get(made.json["path"])
    assert (page.status_code, page.mimetype) == (200, "text/html")
    found: dict[str, Any] = made.json
    return found


def test_a_link_opens_the_replay_without_an_account(house: House) -> None:
    table = house.finished(options={"rounds": 2})
    link = shared(table)
    replay = house.nobody.get(link["api_path"])
    ledger = table.people[0].get(f"{table.path}/rounds").json
    assert replay.status_code == 200
    assert (replay.json["game"], replay.json["rounds"], replay.json["scores"]) == (
        table.id,
        ledger["rounds"],
        ledger["scores"],
    )
    assert [player["name"] for player in replay.json["players"]] == ["Aoi", "novice", "careful"]
    assert replay.headers["Referrer-Policy"] == "no-referrer"
    for number in (1, 2):
        for query in ("", "?as=1"):
            mine = table.people[0].get(f"{table.path}/rounds/{number}/review{query}").json
            assert house.nobody.get(f"{link['api_path']}/rounds/{number}{query}").json == mine
    refused(house.nobody.get(f"{link['api_path']}/rounds/3"), 404, "no-such-round")
    refused(house.nobody.get(f"{link['api_path']}/rounds/1?as=9"), 422, "bad-parameter")


def test_the_log_behind_a_link_can_be_verified_without_an_account(house: House) -> None:
    table = house.finished(options={"rounds": 2})
    link = shared(table)["api_path"]
    events, after = [], 0
    while after is not None:
        found = house.nobody.get(f"{link}/events?after={after}&limit=7")
        assert found.headers["Referrer-Policy"] == "no-referrer"
        events += found.json["events"]
        after = found.json["next"]
    assert [event["version"] for event in events] == list(range(1, table.log()[0] + 1))
    fairness = house.nobody.get(f"{link}/fairness").json
    assert fairness == table.people[0].get(f"{table.path}/fairness").json
    secrets = [bytes.fromhex(found["secret"]) for found in fairness["rounds"]]
    assert {link_before(secret, number).hex() for number, secret in enumerate(secrets, 1)} == {fairness["anchor"]}
    previous, dealt = genesis(table.id), 0
    for event in events:
        dealt += event["type"] == "round-dealt"
        assert event["sealed"].keys() == event["seals"].keys(), "every envelope is open"
        for part, payload in event["sealed"].items():
            assert seal(secrets[dealt - 1], event["version"], part, payload) == event["seals"][part]
        previous = digest(previous, table.id, event_of(event))
        assert previous == event["digest"]
    assert (dealt, previous) == (2, table.log()[2])


def test_the_log_behind_a_link_is_never_streamed(house: House) -> None:
    link = shared(house.finished())["api_path"]
    answer = house.nobody.get(f"{link}/events?limit=3", headers={"Accept": "text/event-stream, */*;q=0.1"})
    assert (answer.status_code, answer.mimetype, len(answer.json["events"])) == (200, "application/json", 3)
    assert answer.json["next"] == 3


def test_a_link_opens_only_the_replay(house: House) -> None:
    table = house.finished()
    comment(table.people[0], table, "among us")
    link = shared(table)
    for path in ("", "/view", "/events", "/rounds/1/review", "/rounds/1/comments", "/shares"):
        refused(house.nobody.get(f"{table.path}{path}"), 401, "unauthorized")
        bearer = Caller(house.app, link["token"])
        refused(bearer.get(f"{table.path}{path}"), 401, "unauthorized")
    assert (
        "among us"
        not in house.nobody.get(link["api_path"]).text + house.nobody.get(f"{link['api_path']}/rounds/1").text
    )
    assert table.join_code not in house.nobody.get(link["api_path"]).text


def test_a_revoked_link_is_answered_like_an_unknown_one(house: House) -> None:
    table = house.finished()
    first, second = shared(table), shared(table)
    me = table.people[0]
    listed = me.get(f"{table.path}/shares").json["shares"]
    assert [(share["id"], share["revoked_at"]) for share in listed] == [(first["id"], None), (second["id"], None)]
    assert me.delete(f"{table.path}/shares/{first['id']}").status_code == 204
    assert me.delete(f"{table.path}/shares/{first['id']}").status_code == 204
    for path in ("", "/rounds/1", "/rounds/9", "/events", "/fairness"):
        revoked = house.nobody.get(f"{first['api_path']}{path}")
        unknown = house.nobody.get(f"/v1/shares/dbnshr_{'A' * 43}{path}")
        refused(revoked, 404, "no-such-share")
        assert revoked.data == unknown.data
        assert {**revoked.headers} == {**unknown.headers}
    assert house.nobody.get(second["api_path"]).status_code == 200
    assert me.get(f"{table.path}/shares").json["shares"][0]["revoked_at"]


def test_links_are_stored_as_hashes_only(house: House) -> None:
    table = house.finished()
    link = shared(table)
    with shard_of(house.pool, table.id).connection() as conn:
        rows = conn.execute("SELECT shares::text FROM dobon.shares").fetchall()
    assert rows
    assert link["token"] not in str(rows)
    assert link["token"].removeprefix("dbnshr_") not in str(rows)
    assert len(link["token"]) >= len("dbnshr_") + 43, "256 bits"


def test_only_players_share_a_game_and_only_when_it_is_over(house: House) -> None:
    running = house.table(listed=True)
    refused(running.people[0].post(f"{running.path}/shares"), 409, "game-not-over")
    half = house.finished_round()
    refused(half.people[0].post(f"{half.path}/shares"), 409, "game-not-over")
    over, stranger = house.finished(listed=True), house.player("Stranger")
    link = shared(over)
    for response in (
        stranger.post(f"{over.path}/shares"),
        stranger.get(f"{over.path}/shares"),
        stranger.delete(f"{over.path}/shares/{link['id']}"),
    ):
        refused(response, 409, "not-seated")
    refused(stranger.post(f"{house.old().path}/shares"), 404, "no-such-game")
    for share in (ABSENT, "x"):
        refused(over.people[0].delete(f"{over.path}/shares/{share}"), 404, "no-such-share")
    assert house.nobody.get(link["api_path"]).status_code == 200


def test_only_its_author_revokes_a_link(house: House) -> None:
    table = house.table(players=2, options={"false_claim": "lose"})
    me, other = table.people
    on = me.view(table.id)["round"]["board"]["top"]["version"]
    assert other.act(table.id, "dobon", on=on).status_code == 200  # it ends the game, whether true or false
    if me.view(table.id)["status"] == "playing":
        assert me.act(table.id, "decline", on=table.log()[0]).status_code == 200
    link = shared(table)
    refused(other.delete(f"{table.path}/shares/{link['id']}"), 404, "no-such-share")
    assert other.get(f"{table.path}/shares").json["shares"] == []
    assert house.nobody.get(link["api_path"]).status_code == 200
