"""Reports of players, what admins see of them, verdicts, and what the players learn."""

from typing import Any

import pytest

from infra.accounts import suspensions
from infra.clock import now
from infra.moderation.reports import MAX_OPEN
from prove.harness.application import Caller, House, Table
from prove.harness.service_games import databases_of, owning, shard_of
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.operations.test_leaderboard import pages

ABSENT = "00000000-0000-4000-8000-000000000000"
WHY = {"reason": "seen by an admin"}


@pytest.fixture
def table(house: House) -> Table:
    """A game of two people whose first round is over."""
    house.player("Aoi"), house.player("Ren")  # so that a name is not reserved when one of them takes another
    table = house.table(options={"rounds": 2, "false_claim": "lose"})
    call(table, table.turn)
    return table


def call(table: Table, caller: Caller) -> int:
    """Call on the top card, let the others decline, and return the version of the call."""
    on = table.people[0].view(table.id)["round"]["board"]["top"]["version"]
    version = caller.act(table.id, "dobon", on=on).json["version"]
    for person in table.people:
        for action in actions_of(person.view(table.id)):
            if action["type"] == "decline":
                assert person.post(f"{table.path}/actions", action).status_code == 200
    claims = table.people[0].get(f"{table.path}/claims").json["claims"]
    return next((claim["version"] for claim in claims), version)


def comment(table: Table, author: Caller, text: str = "You play like a bot!") -> str:
    found = author.post(f"{table.path}/rounds/1/comments", {"version": frames(table)[-1]["version"], "text": text})
    assert found.status_code == 201, found.json
    return str(found.json["id"])


def frames(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.people[0].get(f"{table.path}/rounds/1/review").json["frames"]
    return found


def report(reporter: Caller, **body: Any) -> dict[str, Any]:
    made = reporter.post("/v1/reports", {"reason": "insult", **body})
    assert made.status_code == 201, made.json
    found: dict[str, Any] = made.json
    return found


def decide(root: Caller, found: dict[str, Any], verdict: str = "upheld", **more: Any) -> list[dict[str, Any]]:
    done = root.post(f"/v1/admin/reports/{found['id']}/verdict", {"verdict": verdict, **WHY, **more})
    assert done.status_code == 201, done.json
    acts: list[dict[str, Any]] = done.json["acts"]
    return acts


def told(house: House, player: Caller) -> list[tuple[str, str]]:
    """Return kind and facts of the notifications of verdicts."""
    with house.pool.connection() as conn:
        statement = (
            "SELECT kind, facts FROM dobon.notifications WHERE player_id = %s"
            " AND kind IN ('report-decided', 'verdict') ORDER BY position"
        )
        return [(kind, facts) for kind, facts in conn.execute(statement, [player.id])]


def test_a_hidden_comment_is_read_by_its_author_alone(house: House, table: Table, root: Caller) -> None:
    author, reporter = table.people
    said = comment(table, author)
    made = report(reporter, kind="comment", game=table.id, comment=said, text="This hurts.")
    assert (made["status"], made["player"], made["note"]) == ("open", author.id, "")
    file = root.get(f"/v1/admin/reports/{made['id']}").json
    assert file["comment"]["text"] == "You play like a bot!"
    assert (file["report"]["text"], file["report"]["reporter"]) == ("This hurts.", {"id": reporter.id, "name": "Ren"})
    assert file["measures"] == ["hide-comment", "reset-name", "suspend-player"]
    acts = decide(root, made, measures=["hide-comment"], note="Please stay polite.")
    assert [(act["kind"], act["subject"], act["actor"]) for act in acts] == [
        ("uphold-report", made["id"], root.id), ("hide-comment", said, root.id),
    ]  # fmt: skip
    path = f"{table.path}/rounds/1/comments"
    [theirs], [own] = (one.get(path).json["comments"] for one in (reporter, author))
    assert (theirs["text"], theirs["hidden"]) == (None, True)
    assert (own["text"], own["hidden"]) == ("You play like a bot!", True)
    assert root.get(f"/v1/admin/reports/{made['id']}").json["comment"]["text"] == "You play like a bot!"
    again = reporter.post("/v1/reports", {"kind": "comment", "game": table.id, "comment": said, "reason": "insult"})
    refused(again, 404, "no-such-comment")
    hiding = f"/v1/admin/games/{table.id}/comments/{said}"
    refused(root.post(f"{hiding}/hiding", WHY), 409, "already-hidden")
    assert root.post(f"{hiding}/restoration", WHY).json["hidden"] is False
    assert reporter.get(path).json["comments"][0]["text"] == "You play like a bot!"
    refused(root.post(f"{hiding}/restoration", WHY), 409, "not-hidden")
    assert [act["kind"] for act in root.get(f"/v1/admin/acts?subject={said}").json["acts"]] == [
        "show-comment", "hide-comment",
    ]  # fmt: skip


def test_both_learn_of_the_verdict_and_the_reported_player_not_who_reported(
    house: House, table: Table, root: Caller
) -> None:
    author, reporter = table.people
    made = report(reporter, kind="comment", game=table.id, comment=comment(table, author))
    decide(root, made, measures=["hide-comment"], note="Please stay polite.")
    [(kind, facts)], [(theirs, shown)] = told(house, reporter), told(house, author)
    assert (kind, theirs) == ("report-decided", "verdict")
    assert made["id"] in facts
    assert reporter.id not in shown
    assert made["id"] not in shown
    assert '"hide-comment"' in shown
    mine = reporter.get(f"/v1/reports/{made['id']}").json
    assert (mine["status"], mine["note"]) == ("upheld", "Please stay polite.")
    assert reporter.get("/v1/reports").json["reports"] == [mine]
    [verdict] = author.get("/v1/verdicts").json["verdicts"]
    assert (verdict["verdict"], verdict["measures"], verdict["note"]) == (
        "upheld", ["hide-comment"], "Please stay polite.",
    )  # fmt: skip
    assert reporter.id not in str(verdict)
    refused(author.get(f"/v1/reports/{made['id']}"), 404, "no-such-report")
    exported = reporter.get("/v1/players/me/export").json["reports"]
    assert [(one["id"], one["status"], one["note"]) for one in exported] == [
        (made["id"], "upheld", "Please stay polite."),
    ]  # fmt: skip


def test_a_report_that_names_nothing_is_refused(house: House, table: Table) -> None:
    me, other = table.people
    own, theirs = comment(table, me), comment(table, other)
    stranger = house.player("Yui")
    game, insult = {"game": table.id}, {"reason": "insult"}
    for code, body in (
        ("no-such-comment", {**insult, **game, "kind": "comment", "comment": own}),
        ("no-such-comment", {**insult, **game, "kind": "comment", "comment": ABSENT}),
        ("no-such-game", {**insult, "game": ABSENT, "kind": "comment", "comment": theirs}),
        ("no-such-game", {"game": "1", "kind": "play", "version": 5, "reason": "stalling"}),
        ("no-such-player", {**insult, "kind": "name", "player": ABSENT}),
        ("no-such-player", {**insult, "kind": "name", "player": "Aoi"}),
        ("no-such-play", {**game, "kind": "play", "version": 1, "reason": "stalling"}),
        ("no-such-play", {**game, "kind": "play", "version": 99_999, "reason": "stalling"}),
    ):
        refused(me.post("/v1/reports", body), 404, code)
    refused(me.post("/v1/reports", {**insult, "kind": "name", "player": me.id}), 409, "own-name")
    for body in (
        {**insult, **game, "kind": "comment"},
        {**insult, **game, "kind": "name", "player": other.id},
        {**insult, **game, "kind": "play", "version": 5},
        {"kind": "name", "player": other.id, "reason": "other", "text": "x" * 501},
        {"kind": "name", "player": other.id, "reason": "other", "text": " \n"},
    ):
        refused(me.post("/v1/reports", body), 422, "bad-body")
    body = {**insult, **game, "kind": "comment", "comment": theirs}
    refused(stranger.post("/v1/reports", body), 404, "no-such-game")


def test_one_report_of_a_subject_is_open_at_a_time(house: House, root: Caller) -> None:
    me, other, third = (house.player(name) for name in ("Aoi", "Ren", "Yui"))
    body = {"kind": "name", "player": other.id, "reason": "insult"}
    made, second = report(me, **body), report(third, **body)
    refused(me.post("/v1/reports", body), 409, "already-reported")
    assert root.get(f"/v1/admin/reports/{made['id']}").json["same_subject"] == 1
    decide(root, made, "dismissed")
    assert third.get(f"/v1/reports/{second['id']}").json["status"] == "dismissed", "a verdict decides all of them"
    refused(root.post(f"/v1/admin/reports/{second['id']}/verdict", {"verdict": "upheld", **WHY}), 409, "report-decided")
    assert report(me, **body)["id"] != made["id"]
    assert len(told(house, other)) == 1


def test_a_repeated_report_is_the_same(house: House) -> None:
    me, other = house.player(), house.player()
    body, key = {"kind": "name", "player": other.id, "reason": "insult"}, {"Idempotency-Key": "one"}
    first, second = (me.post("/v1/reports", body, headers=key) for _ in range(2))
    assert (first.status_code, first.json) == (second.status_code, second.json)


def test_an_account_has_a_limited_number_of_open_reports(house: House) -> None:
    me = house.player()
    others = [house.player() for _ in range(MAX_OPEN + 1)]
    for other in others[:-1]:
        report(me, kind="name", player=other.id)
    body = {"kind": "name", "player": others[-1].id, "reason": "insult"}
    refused(me.post("/v1/reports", body), 409, "too-many-reports")
    assert len(pages(me, "/v1/reports?limit=7", "reports")) == MAX_OPEN


def test_a_reset_name_is_barred_and_still_found(house: House, root: Caller) -> None:
    me, rude = house.player(), house.player("Rüde Rita")
    made = report(me, kind="name", player=rude.id)
    acts = decide(root, made, measures=["reset-name"])
    assert [act["kind"] for act in acts] == ["uphold-report", "reset-name"]
    name = me.get(f"/v1/players/{rude.id}").json["name"]
    assert name.startswith("Player ")
    assert rude.get("/v1/players/me").json["name"] == name
    for again in ("Rüde Rita", "Rüde  Rita", "Rüde Rіta"):  # the last one has a Cyrillic letter
        refused(rude.call("PATCH", "/v1/players/me", json={"name": again}), 409, "name-barred")
    assert rude.call("PATCH", "/v1/players/me", json={"name": "Rita"}).status_code == 200
    [found] = root.get("/v1/admin/players?name=RÜDE").json["players"]
    assert (found["id"], found["name"], found["matched"]) == (rude.id, "Rita", "Rüde Rita")
    shown = root.get(f"/v1/admin/players/{rude.id}").json
    assert (shown["names"][0]["name"], {one["name"] for one in shown["names"]}) == ("Rita", {"Rita", name, "Rüde Rita"})
    assert (shown["reports"], shown["acts"][0]["kind"]) == ({"upheld": 1}, "reset-name")
    again = root.post(f"/v1/admin/players/{rude.id}/name-reset", WHY)
    assert (again.status_code, again.json["act"]["subject"]) == (201, rude.id)
    refused(root.post(f"/v1/admin/players/{ABSENT}/name-reset", WHY), 404, "no-such-player")


def test_players_are_found_by_the_beginning_of_a_name(house: House, root: Caller) -> None:
    wanted = [house.player(name) for name in ("Zoë One", "ZOË two", "Ｚｏë three")]
    house.player("Zo")
    found = pages(root, "/v1/admin/players?limit=2&name=zoë", "players")
    assert {one["id"] for one in found} == {one.id for one in wanted}
    assert root.get("/v1/admin/players?name=oë").json["players"] == []
    refused(root.get("/v1/admin/players"), 422, "bad-parameter")


def test_calls_have_names_and_are_found_by_them(house: House, table: Table, root: Caller) -> None:
    caller = (
        table.people[0]
        if table.people[0].get(f"{table.path}/claims").json["claims"][0]["seat"] == 0
        else table.people[1]
    )
    # A name that few players have: a search that finds too many players is refused.
    for name in ("Momiji", "Kaede"):
        assert caller.call("PATCH", "/v1/players/me", json={"name": name}).status_code == 200
    old = root.get(f"/v1/admin/claims?player={caller.id}&name=momi").json["claims"]
    new = root.get("/v1/admin/claims?name=kaed").json["claims"]
    assert [claim["game"] for claim in old] == [claim["game"] for claim in new] == [table.id]
    assert root.get("/v1/admin/claims?name=nobody-has-this").json["claims"] == []


def test_a_call_is_reviewed_after_its_round_and_not_before(house: House, root: Caller) -> None:
    table = house.table(players=3, options={"false_claim": "nothing"})
    caller, reporter = table.people[:2]
    on = caller.view(table.id)["round"]["board"]["top"]["version"]
    assert caller.act(table.id, "dobon", on=on).status_code == 200
    with shard_of(house.pool, table.id).connection() as conn:
        row = conn.execute("SELECT version FROM dobon.claims WHERE game_id = %s", [table.id]).fetchone()
    assert row is not None
    version = row[0]
    made = report(reporter, kind="play", game=table.id, version=version, reason="wrong-verdict")
    assert made["player"] == caller.id
    before = root.get(f"/v1/admin/reports/{made['id']}").json["play"]
    assert (before["round_over"], before["frame"], before["claim"]) == (False, None, None)
    assert not any(event["sealed"] for event in before["events"])
    root.post(f"/v1/admin/games/{table.id}/abandonment", WHY)
    after = root.get(f"/v1/admin/reports/{made['id']}").json["play"]
    assert after["round_over"]
    assert after["claim"]["agrees"]
    assert after["claim"]["judged"]["hand"] == after["frame"]["hands"][0]
    assert after["events"][0]["version"] == on
    assert {event["type"] for event in after["events"]} >= {"dobon-called"}
    decide(root, made, "dismissed", note="No formula gives the number.")
    assert told(house, caller)


def test_my_own_call_can_be_disputed(house: House, table: Table, root: Caller) -> None:
    [claim] = table.people[0].get(f"{table.path}/claims").json["claims"]
    caller = table.people[claim["seat"]]
    made = report(caller, kind="play", game=table.id, version=claim["version"], reason="wrong-verdict")
    assert made["player"] is None
    file = root.get(f"/v1/admin/reports/{made['id']}").json
    assert (file["measures"], file["player"]) == (["abandon-game"], None)
    refused(
        root.post(
            f"/v1/admin/reports/{made['id']}/verdict", {"verdict": "upheld", "measures": ["suspend-player"], **WHY}
        ),
        409,
        "no-such-measure",
    )
    decide(root, made, "dismissed")
    assert [kind for kind, _ in told(house, caller)] == ["report-decided"]


def test_a_verdict_abandons_the_game_and_suspends_in_one_step(house: House, table: Table, root: Caller) -> None:
    [claim] = table.people[0].get(f"{table.path}/claims").json["claims"]
    caller, reporter = table.people[claim["seat"]], table.people[1 - claim["seat"]]
    made = report(reporter, kind="play", game=table.id, version=claim["version"], reason="collusion")
    acts = decide(root, made, measures=["abandon-game", "suspend-player"], until="9000-01-01T00:00:00Z")
    assert [act["kind"] for act in acts] == ["uphold-report", "suspend-player", "abandon-game"]
    assert reporter.view(table.id)["status"] == "abandoned"
    body = refused(caller.get("/v1/players/me"), 403, "suspended")
    assert body["until"] == "9000-01-01T00:00:00.000000Z"
    assert root.get(f"/v1/admin/players/{caller.id}").json["suspended_until"] == body["until"]


def test_a_refused_abandonment_leaves_the_report_open(house: House, table: Table, root: Caller) -> None:
    [claim] = table.people[0].get(f"{table.path}/claims").json["claims"]
    reporter = table.people[1 - claim["seat"]]
    made = report(reporter, kind="play", game=table.id, version=claim["version"], reason="collusion")
    root.post(f"/v1/admin/games/{table.id}/abandonment", WHY)
    path = f"/v1/admin/reports/{made['id']}/verdict"
    refused(root.post(path, {"verdict": "upheld", "measures": ["abandon-game"], **WHY}), 409, "game-over")
    assert reporter.get(f"/v1/reports/{made['id']}").json["status"] == "open"
    assert root.get(f"/v1/admin/acts?subject={made['id']}").json["acts"] == []


def test_a_decided_report_does_not_abandon_the_game(house: House, table: Table, root: Caller) -> None:
    [claim] = table.people[0].get(f"{table.path}/claims").json["claims"]
    reporter = table.people[1 - claim["seat"]]
    made = report(reporter, kind="play", game=table.id, version=claim["version"], reason="collusion")
    decide(root, made, "dismissed")
    path = f"/v1/admin/reports/{made['id']}/verdict"
    refused(root.post(path, {"verdict": "upheld", "measures": ["abandon-game"], **WHY}), 409, "report-decided")
    assert reporter.view(table.id)["status"] != "abandoned"
    assert root.get(f"/v1/admin/acts?subject={table.id}").json["acts"] == []


def test_an_invalid_verdict_is_refused(house: House, root: Caller) -> None:
    me, other = house.player(), house.player()
    made = report(me, kind="name", player=other.id)
    path = f"/v1/admin/reports/{made['id']}/verdict"
    for body in (
        {"verdict": "upheld"},
        {"verdict": "maybe", **WHY},
        {"verdict": "dismissed", "measures": ["reset-name"], **WHY},
        {"verdict": "upheld", "until": "9000-01-01T00:00:00Z", **WHY},
        {"verdict": "upheld", "measures": ["suspend-player"], "until": "2020-01-01T00:00:00Z", **WHY},
    ):
        refused(root.post(path, body), 422, "bad-body")
    refused(root.post(path, {"verdict": "upheld", "measures": ["abandon-game"], **WHY}), 409, "no-such-measure")
    refused(root.post(f"/v1/admin/reports/{ABSENT}/verdict", {"verdict": "upheld", **WHY}), 404, "no-such-report")


def test_reports_are_listed_by_status_and_kind(house: House, root: Caller) -> None:
    me, others = house.player(), [house.player() for _ in range(3)]
    made = []
    for other in others:
        house.time.passes(1)
        made.append(report(me, kind="name", player=other.id)["id"])
    listed = [one["id"] for one in pages(root, "/v1/admin/reports?kind=name&limit=2", "reports")]
    assert [one for one in listed if one in made] == made, "open reports, oldest first"
    for one in made:
        decide(root, {"id": one}, "dismissed")
    listed = [one["id"] for one in pages(root, "/v1/admin/reports?status=dismissed&limit=2", "reports")]
    assert [one for one in listed if one in made] == made[::-1], "decided reports, newest first"
    assert not {*made} & {one["id"] for one in pages(root, "/v1/admin/reports?kind=play", "reports")}


def test_a_suspension_ends_by_itself(house: House, root: Caller) -> None:
    player = house.player()
    suspensions.suspend(house.pool, root.id, player.id, "for a while", until=now())
    assert player.get("/v1/players/me").status_code == 200
    refused(root.post(f"/v1/admin/players/{player.id}/reinstatement", WHY), 409, "not-suspended")
    done = root.post(f"/v1/admin/players/{player.id}/suspension", {"until": "9000-01-01T00:00:00Z", **WHY})
    assert (done.status_code, done.json["until"]) == (201, "9000-01-01T00:00:00.000000Z")
    refused(player.get("/v1/players/me"), 403, "suspended")


def test_an_end_that_is_null_is_none(house: House, root: Caller) -> None:
    first, second, me = house.player(), house.player(), house.player()
    done = root.post(f"/v1/admin/players/{first.id}/suspension", {"until": None, **WHY})
    assert (done.status_code, done.json["until"]) == (201, None)
    path = f"/v1/admin/reports/{report(me, kind='name', player=second.id)['id']}/verdict"
    verdict = {"verdict": "upheld", "measures": ["suspend-player"], "until": None, **WHY}
    assert root.post(path, verdict).status_code == 201
    assert root.get(f"/v1/admin/players/{second.id}").json["suspended_until"] is None
    refused(second.get("/v1/players/me"), 403, "suspended")


def test_an_erasure_leaves_no_name_in_reports(house: House, table: Table, root: Caller) -> None:
    author, reporter = table.people
    for one, name in ((author, "Xaverius"), (reporter, "Yolanthe")):
        assert one.call("PATCH", "/v1/players/me", json={"name": name}).status_code == 200
    said = comment(table, author, "Yolanthe cheats")
    made = report(reporter, kind="comment", game=table.id, comment=said, text="Xaverius insults me, Yolanthe")
    named = report(reporter, kind="name", player=author.id, text="Who is called Xaverius?")
    decide(root, made, note="Xaverius, please stay polite.")
    for one in (reporter, author):
        assert one.delete("/v1/players/me?confirm=true").status_code == 204
        for database in databases_of(house.pool):
            with owning(database) as conn:
                tables = [name for (name,) in conn.execute("SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE nspname = 'dobon' AND relkind = 'r' ORDER BY relname")]  # fmt: skip
                held = [
                    name
                    for name in tables
                    for (row,) in conn.execute(f"SELECT row_to_json(t)::text FROM dobon.{name} AS t")
                    if ("Yolanthe" if one is reporter else "Xaverius") in row or ("xaverius" in row and one is author)
                ]
            assert [name for name in held if name != "comments"] == []
    file = root.get(f"/v1/admin/reports/{named['id']}").json
    assert (file["report"]["reporter"], file["report"]["name"], file["player"]["erased"]) == (None, None, True)
    decide(root, named, "dismissed")
    assert told(house, author) == []
