"""Admin queries and actions. None of them shows a card of a running round."""

from typing import Any

import pytest

from domain.log.moments import later
from infra.accounts import admin_log
from infra.clock import now
from infra.event_store import damaged_games
from infra.event_store.damaged_games import DamagedGame
from infra.postgres.retry import Unavailable
from infra.projections.runner import ProjectionRunner
from infra.projections.snapshots import SNAPSHOT_INTERVAL
from prove.harness.application import Caller, House
from prove.harness.service_games import owning, shard_of
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.operations.test_leaderboard import pages
from tests.api.operations.test_reviews import forging

ABSENT = "00000000-0000-4000-8000-000000000000"
WHY = {"reason": "they asked for it"}


def newest_act(root: Caller) -> dict[str, Any]:
    found: dict[str, Any] = root.get("/v1/admin/acts?limit=1").json["acts"][0]
    return found


def everything(root: Caller, **query: str) -> list[dict[str, Any]]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return pages(root, f"/v1/admin/claims?limit=3&{asked}", "claims")


# Damaged games


def test_a_damaged_game_is_listed_and_put_back(house: House, root: Caller) -> None:
    tables = [house.table() for _ in range(3)]
    for table in tables:
        damaged_games.record(house.pool, DamagedGame(table.id, KeyError("seat")))
    found = pages(root, "/v1/admin/damaged-games?limit=2", "games")
    reasons = {one["game"]: one["reason"] for one in found}
    assert {reasons[table.id] for table in tables} == {"KeyError while the log was decoded or folded"}
    for table in tables:
        done = root.post(f"/v1/admin/games/{table.id}/recovery", WHY)
        assert (done.status_code, done.json["game"], done.json["act"]["kind"]) == (201, table.id, "put-back-game")
        assert newest_act(root) == done.json["act"]
        refused(root.post(f"/v1/admin/games/{table.id}/recovery", WHY), 409, "game-not-damaged")
    left = {one["game"] for one in pages(root, "/v1/admin/damaged-games", "games")}
    assert not left & {table.id for table in tables}


# Calls


def test_calls_are_filtered_by_ruleset_kind_and_verdict(house: House, root: Caller) -> None:
    house.finished(ruleset="dobon-sato")
    while len({claim["valid"] for claim in everything(root, ruleset="doubt")}) < 2:
        house.finished(ruleset="doubt")
    whole = everything(root)
    assert len({(claim["game"], claim["version"]) for claim in whole}) == len(whole)
    places = [(claim["at"], claim["game"], claim["version"]) for claim in whole]
    assert places == sorted(places, reverse=True)
    for name, field, wanted in (
        ("verdict", "valid", True), ("verdict", "valid", False), ("kind", "kind", "doubt"), ("ruleset", "ruleset", "doubt"),
    ):  # fmt: skip
        found = everything(root, **{name: str(wanted).lower() if isinstance(wanted, bool) else wanted})
        assert found == [claim for claim in whole if claim[field] == wanted]
        assert found
    assert everything(root, player="nobody") == []
    refused(root.get("/v1/admin/claims?ruleset=poker"), 422, "bad-parameter")


def test_calls_are_filtered_by_player_and_time(house: House, root: Caller) -> None:
    table = house.table(players=3, options={"false_claim": "lose"})
    caller = table.turn
    house.time.passes(3600)
    on = table.people[0].view(table.id)["round"]["board"]["top"]["version"]
    assert caller.act(table.id, "dobon", on=on).status_code == 200
    for person in table.people:
        for action in actions_of(person.view(table.id)):
            if action["type"] == "decline":
                assert person.post(f"{table.path}/actions", action).status_code == 200
    (found,) = everything(root, player=caller.id)
    assert (found["game"], found["player"], found["at"][:19]) == (table.id, caller.id, "2026-11-21T04:24:00")
    assert found["hand"]
    times = {"since": "2026-11-21T04:24:00Z", "until": "2026-11-21T04:24:00.000001Z"}
    assert found in everything(root, **times)
    assert found not in everything(root, until=times["since"])
    assert found not in everything(root, since=times["until"])
    judged = root.get(f"/v1/admin/claims/{found['game']}/{found['version']}").json
    assert judged["agrees"]


def test_calls_of_a_running_round_are_not_listed(house: House, root: Caller) -> None:
    table = house.table(players=3, options={"false_claim": "nothing"})
    on = table.people[0].view(table.id)["round"]["board"]["top"]["version"]
    before = everything(root)
    version = table.people[0].act(table.id, "dobon", on=on).json["version"]
    with shard_of(house.pool, table.id).connection() as conn:
        row = conn.execute("SELECT version FROM dobon.claims WHERE game_id = %s", [table.id]).fetchone()
    assert row is not None
    assert version >= row[0], "it is recorded"
    assert everything(root) == before
    assert everything(root, player=table.people[0].id) == []
    root.post(f"/v1/admin/games/{table.id}/abandonment", WHY)
    (found,) = everything(root, player=table.people[0].id)
    assert (found["game"], len(found["hand"])) == (table.id, 5), "an abandoned game reveals the cards of its last round"


def test_an_invalid_search_is_refused(house: House, root: Caller) -> None:
    for query in (
        "verdict=maybe",
        "kind=shout",
        "since=yesterday",
        "until=2026-11-21",
        "since=0000-01-01T00:00:00Z",
        "until=2026-02-30T00:00:00Z",
        "hand=S1",
    ):
        refused(root.get(f"/v1/admin/claims?{query}"), 422, "bad-parameter")


def test_an_event_other_than_a_call_has_no_claim(house: House, root: Caller) -> None:
    table = house.old()
    for event in table.people[0].get(f"{table.path}/events?limit=500").json["events"]:
        if event["type"] != "dobon-called":
            refused(root.get(f"/v1/admin/claims/{table.id}/{event['version']}"), 404, "no-such-claim")


# Ending a game


def test_an_abandoned_game_reveals_its_round(house: House, root: Caller) -> None:
    table = house.table(players=2, listed=True)
    done = root.post(f"/v1/admin/games/{table.id}/abandonment", WHY)
    version, _, head = table.log()
    assert done.status_code == 201
    assert done.json == {"game": table.id, "status": "abandoned", "version": version, "head": head}
    act = newest_act(root)
    assert {name: act[name] for name in ("actor", "kind", "subject", "reason")} == {
        "actor": root.id, "kind": "abandon-game", "subject": table.id, **WHY,
    }  # fmt: skip
    for person in table.people:
        view = person.view(table.id)
        assert (view["status"], actions_of(view)) == ("abandoned", [])
    log = root.get(f"/v1/admin/games/{table.id}/events?limit=500").json["events"]
    assert (log[-1]["type"], log[-1]["public"].keys()) == ("game-abandoned", {"reason", "secret"})
    assert all(event["sealed"].keys() == event["seals"].keys() for event in log)
    for person in table.people:
        fairness = person.get(f"{table.path}/fairness").json
        assert fairness["rounds"][0]["secret"] == log[-1]["public"]["secret"]
        frames = person.get(f"{table.path}/rounds/1/review").json["frames"]
        assert frames[0]["event"]["type"] == "round-dealt"
        assert all("??" not in hand for hand in frames[0]["hands"])
    with shard_of(house.pool, table.id).connection() as conn:
        row = conn.execute("SELECT actor FROM dobon.events WHERE game_id = %s AND version = %s", [table.id, version])
        assert row.fetchone() == (root.id,)
        assert conn.execute("SELECT due_at FROM dobon.games WHERE id = %s", [table.id]).fetchone() == (None,)
    assert root.get(f"/v1/admin/games/{table.id}/integrity").json["intact"]


def test_an_abandoned_game_takes_no_more_commands(house: House, root: Caller) -> None:
    table = house.table()
    assert root.post(f"/v1/admin/games/{table.id}/abandonment", WHY).status_code == 201
    with table.untouched():
        assert table.people[0].act(table.id, "draw").status_code == 409
        refused(table.people[0].delete(f"{table.path}/seats/me"), 409, "game-over")
        acts = root.get("/v1/admin/acts").json["acts"]
        refused(root.post(f"/v1/admin/games/{table.id}/abandonment", WHY), 409, "game-over")
        assert root.get("/v1/admin/acts").json["acts"] == acts, "the refused action was not done"


def test_a_finished_game_cannot_be_abandoned(house: House, root: Caller) -> None:
    refused(root.post(f"/v1/admin/games/{house.old().id}/abandonment", WHY), 409, "game-over")
    refused(root.post(f"/v1/admin/games/{ABSENT}/abandonment", WHY), 404, "no-such-game")
    refused(root.post("/v1/admin/games/x/abandonment", WHY), 404, "no-such-game")


@pytest.mark.parametrize(
    "body",
    [{}, {"reason": ""}, {"reason": "  "}, {"reason": "a\nb"}, {"reason": "x" * 501}, {"reason": 1}, {"why": "x"}],
)
def test_an_act_without_a_reason_is_refused(house: House, root: Caller, body: dict[str, Any]) -> None:
    table, player = house.table(), house.player()
    acts = root.get("/v1/admin/acts").json["acts"]
    with table.untouched():
        refused(root.post(f"/v1/admin/games/{table.id}/abandonment", body), 422, "bad-body")
    refused(root.post(f"/v1/admin/players/{player.id}/suspension", body), 422, "bad-body")
    assert player.get("/v1/players/me").status_code == 200
    assert root.get("/v1/admin/acts").json["acts"] == acts


# Suspending a player


def test_a_suspended_player_is_refused_until_the_suspension_is_lifted(house: House, root: Caller) -> None:
    table = house.table()
    player = table.people[0]
    done = root.post(f"/v1/admin/players/{player.id}/suspension", WHY)
    assert (done.status_code, done.json["suspended"]) == (201, True)
    assert newest_act(root) == done.json["act"]
    with table.untouched():
        for path in ("/v1/players/me", table.path, f"{table.path}/view", f"{table.path}/events", "/v1/games"):
            refused(player.get(path), 403, "suspended")
        refused(player.act(table.id, "draw"), 403, "suspended")
        refused(player.delete("/v1/players/me/token"), 403, "suspended")
    refused(root.post(f"/v1/admin/players/{player.id}/suspension", WHY), 409, "already-suspended")
    assert table.people[1].view(table.id)["players"][0]["name"] == "Aoi"
    lifted = root.post(f"/v1/admin/players/{player.id}/reinstatement", {"reason": "a mistake"})
    assert (lifted.status_code, lifted.json["suspended"]) == (201, False)
    assert newest_act(root)["reason"] == "a mistake"
    assert player.view(table.id)["you"] == {"seat": 0, "anchor": None}
    refused(root.post(f"/v1/admin/players/{player.id}/reinstatement", WHY), 409, "not-suspended")


def test_an_unknown_player_cannot_be_suspended(house: House, root: Caller) -> None:
    acts = root.get("/v1/admin/acts").json["acts"]
    for player in (ABSENT, "x"):
        refused(root.post(f"/v1/admin/players/{player}/suspension", WHY), 404, "no-such-player")
        refused(root.post(f"/v1/admin/players/{player}/reinstatement", WHY), 404, "no-such-player")
    assert root.get("/v1/admin/acts").json["acts"] == acts


# Checks and projections


def test_all_logs_are_checked_part_by_part(house: House, root: Caller) -> None:
    table, *_ = [house.table() for _ in range(4)]
    drawn = table.turn.act(table.id, "draw").json["version"]
    table.turn.act(table.id, "draw")
    with forging(table, drawn) as owner:
        owner.execute("UPDATE dobon.events SET type = 'passed' WHERE game_id = %s AND version = %s", [table.id, drawn])
        checked, broken, after = 0, [], {}
        while True:
            part = root.post("/v1/admin/integrity", {"limit": 3, "reason": "weekly", **after}).json
            checked, broken = checked + part["checked"], broken + part["broken"]
            if part["next"] is None:
                break
            after = {"after": part["next"]}
    assert checked == part["games"] > 3
    assert [(one["game"], one["first_bad"]) for one in broken] == [(table.id, drawn)]
    act = newest_act(root)
    assert (act["kind"], act["subject"], act["reason"]) == ("check-integrity", "all", "weekly"), "one act for all parts"
    refused(root.post("/v1/admin/integrity", {"after": "x"}), 422, "bad-body")


def named(root: Caller, name: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = root.get("/v1/admin/projections").json["projections"]
    return next(one for one in found if one["name"] == name)


def idle(house: House, root: Caller) -> ProjectionRunner:
    """Return a projector with no work left, because other tests of the same database may have requested rebuilds."""
    work = ProjectionRunner(house.pool)
    for name in ("folds", "claims", "statistics"):
        while work.run() or (named(root, name)["rebuild"] or {"running": False})["running"]:
            pass
    return work


def behind_after(work: ProjectionRunner, root: Caller) -> list[int]:
    """Run the projectors, and return how many games claims, folds and statistics are behind."""
    for _ in range(200):
        behind = [named(root, name)["behind"] for name in ("claims", "folds", "statistics")]
        if not work.run() and not any(behind):
            break
    return behind


def test_projections_report_their_lag(house: House, root: Caller) -> None:
    work = ProjectionRunner(house.pool)
    assert behind_after(work, root) == [0, 0, 0]
    while (table := house.finished(options={"rounds": 3})).log()[0] < SNAPSHOT_INTERVAL:
        work.run()
    ended = table.people[0].get(f"{table.path}/events?limit=500").json["events"][-1]["at"]
    assert (named(root, "statistics")["behind"], named(root, "folds")["behind"]) == (1, 1)
    assert named(root, "statistics")["since"] <= ended
    assert behind_after(work, root) == [0, 0, 0]


@pytest.mark.parametrize("name", ["folds", "claims", "statistics"])
def test_a_projection_is_rebuilt_in_the_background(house: House, root: Caller, name: str) -> None:
    house.old()
    work = idle(house, root)
    asked = root.post(f"/v1/admin/projections/{name}/rebuild", WHY)
    assert asked.status_code == 202
    assert (asked.json["kind"], asked.json["subject"]) == ("rebuild-projection", name)
    assert newest_act(root) == asked.json
    assert named(root, name)["rebuild"]["running"]
    refused(root.post(f"/v1/admin/projections/{name}/rebuild", WHY), 409, "rebuild-running")
    assert newest_act(root) == asked.json
    for _ in range(200):
        work.run()
        again = named(root, name)["rebuild"]
        if not again["running"]:
            break
    assert (again["running"], again["differences"], again["first_difference"]) == (False, 0, None)
    assert again["games"] > 0


def test_a_rebuild_in_the_background_repairs_wrong_rows(house: House, root: Caller) -> None:
    table, work = house.finished(ruleset="doubt"), idle(house, root)
    with owning(shard_of(house.pool, table.id)) as conn:
        gone = conn.execute("DELETE FROM dobon.claims WHERE game_id = %s", [table.id]).rowcount
    assert table.people[0].get(f"{table.path}/claims").json["claims"] == []
    assert root.post("/v1/admin/projections/claims/rebuild", WHY).status_code == 202
    while named(root, "claims")["rebuild"]["running"]:
        work.run()
    assert named(root, "claims")["rebuild"]["differences"] == gone > 0
    assert len(table.people[0].get(f"{table.path}/claims").json["claims"]) == gone


def test_an_unknown_projection_cannot_be_rebuilt(house: House, root: Caller) -> None:
    refused(root.post("/v1/admin/projections/players/rebuild", WHY), 404, "no-such-projection")


def test_acts_come_in_pages(house: House, root: Caller) -> None:
    for player in (house.player(), house.player(), house.player()):
        root.post(f"/v1/admin/players/{player.id}/suspension", WHY)
    whole = root.get("/v1/admin/acts?limit=100").json["acts"]
    assert pages(root, "/v1/admin/acts?limit=2", "acts")[: len(whole)] == whole


def acts(root: Caller, **query: str) -> list[tuple[str, str, str]]:
    """Return kind, subject and reason of the acts that are listed, newest first."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    found = pages(root, f"/v1/admin/acts?limit=2&{asked}", "acts")
    return [(one["kind"], one["subject"], one["reason"]) for one in found]


def test_acts_are_filtered_by_admin_kind_subject_and_period(house: House, root: Caller) -> None:
    other, player, table = house.admin(), house.player(), house.table()
    root.post(f"/v1/admin/players/{player.id}/suspension", WHY)
    other.post(f"/v1/admin/players/{player.id}/reinstatement", WHY)
    other.post(f"/v1/admin/games/{table.id}/abandonment", WHY)
    lifted, abandoned = (("lift-suspension", player.id, WHY["reason"]), ("abandon-game", table.id, WHY["reason"]))
    assert acts(root, actor=other.id) == [abandoned, lifted]
    assert acts(root, actor=other.id, kind="lift-suspension") == [lifted]
    assert acts(root, kind="abandon-game", subject=table.id) == [abandoned]
    assert acts(root, actor=other.id, subject=player.id) == [lifted]
    at = root.get(f"/v1/admin/acts?subject={player.id}&limit=1").json["acts"][0]["at"]
    assert acts(root, actor=other.id, since=at) == [abandoned, lifted]
    assert acts(root, subject=player.id, until=at) == [("suspend-player", player.id, WHY["reason"])]
    assert acts(root, actor="nobody") == []
    refused(root.get("/v1/admin/acts?kind=look"), 422, "bad-parameter")
    refused(root.get("/v1/admin/acts?since=yesterday"), 422, "bad-parameter")


def test_what_an_admin_reads_is_an_act_once_an_hour(
    house: House, root: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = house.finished(ruleset="doubt"), house.admin()
    player, game = table.people[0], f"/v1/admin/games/{table.id}"
    claim = player.get(f"{table.path}/claims").json["claims"][0]
    paths = [
        f"{game}/events?limit=1",
        f"/v1/admin/claims/{table.id}/{claim['version']}",
        f"/v1/admin/players/{player.id}",
    ]
    with monkeypatch.context() as earlier:
        earlier.setattr(admin_log, "now", lambda: later(now(), seconds=-3601))
        assert root.get(paths[0]).status_code == 200
    for path in [*paths, f"{game}/events?after=1"]:
        assert root.get(path).status_code == 200
    log = ("read-log", table.id, f"{game}/events")
    call, profile = ("read-call", table.id, paths[1]), ("read-player", player.id, paths[2])
    assert acts(root, actor=root.id) == [profile, call, log, log]
    assert acts(root, actor=root.id, subject=table.id, kind="read-log") == [log, log]
    other.get(paths[0])
    assert acts(root, actor=other.id) == [log]


def test_what_is_refused_is_not_read(house: House, root: Caller) -> None:
    player = house.player()
    refused(player.get(f"/v1/admin/players/{player.id}"), 403, "admin-only")
    refused(root.get(f"/v1/admin/players/{ABSENT}"), 404, "no-such-player")
    assert acts(root, subject=player.id) == acts(root, subject=ABSENT) == []


def test_an_answer_whose_reading_cannot_be_recorded_is_not_sent(
    house: House, root: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise Unavailable

    monkeypatch.setattr(admin_log, "append", fail)
    refused(root.get(f"/v1/admin/players/{house.player().id}"), 503, "unavailable")


def test_readings_are_shown_to_admins_alone(house: House, root: Caller) -> None:
    player = house.player()
    assert root.get(f"/v1/admin/players/{player.id}").json["acts"] == []
    assert root.get(f"/v1/admin/players/{player.id}").json["acts"] == [], "a reading is no change of the account"
    assert player.get("/v1/players/me/export").json["acts_on_me"] == []
    assert acts(root, subject=player.id) == [("read-player", player.id, f"/v1/admin/players/{player.id}")]
