"""Signals of collusion and of help from a program: from finished games to the list of admins."""

import pytest

from domain.signals.assistance import SearchedRound
from infra.analyser import signals as worker_module
from infra.analyser.signals import SignalWorker
from infra.moderation import assistance, signals
from infra.queries import history
from prove.harness.application import Caller, House
from prove.harness.stored_signals import (
    AT,
    add_game,
    add_searched,
    assisted_signal,
    compute,
    count_and_look,
    durak,
    durak_signal,
    new_signal,
)
from tests.api.conftest import refused
from tests.api.operations.test_leaderboard import pages

LATER = "2026-11-20T12:00:00.000000Z"
WHY = "two friends who play alike"


def rounds_of(house: House, player: Caller) -> list[str]:
    return [one.game for one in signals.stored_rounds(house.pool, player.id)]


def test_a_finished_game_is_looked_at_once_and_a_running_one_never(house: House):
    finished, running = durak(house, rounds=1), house.table(2, ruleset="durak")
    count_and_look(house)
    for person in finished.people:
        [one] = signals.stored_rounds(house.pool, person.id)
        assert (one.game, one.played.round) == (finished.id, 1)
        assert {*one.played.seen.others} == {other.id for other in finished.people if other is not person}
    assert (
        sum(one.played.points for person in finished.people for one in signals.stored_rounds(house.pool, person.id))
        == -1
    )
    assert [rounds_of(house, person) for person in running.people] == [[], []]


def test_who_spares_each_other_stands_before_who_does_not(house: House, root: Caller):
    signal, ann, ben = new_signal(house)
    file = root.get(f"/v1/admin/signals/{signal}").json
    found = file["signal"]
    assert {player["id"]: player["name"] for player in found["players"]} == {ann.id: "Ann", ben.id: "Ben"}
    assert (found["rounds"], found["games"], found["last_at"], found["state"]) == (20, 1, AT, "open")
    assert found["strength"] > 5
    assert {one["by"] for one in found["told"]} == {ann.id, ben.id, None}
    assert found["told"][0]["mean"] == 1
    assert found["told"][0]["others"] == 0
    pairs = pages(root, f"/v1/admin/signals?player={ann.id}&limit=1", "signals")
    assert pairs[0]["id"] == signal
    assert len(pairs) == 3
    assert all(one["strength"] < 1 for one in pairs[1:])


def test_the_evidence_names_the_versions_of_the_replay(house: House, root: Caller):
    signal, table = durak_signal(house)
    events = {event.version: event for event in history.revealed_events(house.pool, table.id)}
    evidence = root.get(f"/v1/admin/signals/{signal.id}").json["evidence"]
    assert evidence
    for decision in evidence:
        assert decision["game"] == table.id
        by = table.people[events[decision["version"]].public["seat"]].id
        assert decision["by"] == by
        assert by in (signal.first, signal.second)
        assert decision["value"] > 0


def test_few_rounds_say_nothing(house: House, root: Caller):
    table = durak(house, rounds=1)
    count_and_look(house)
    assert root.get(f"/v1/admin/signals?player={table.people[0].id}").json["signals"] == []


def test_results_together_and_apart(house: House, root: Caller):
    signal, ann, ben = new_signal(house)
    add_game(house.pool, [ann.id, house.player().id], {}, 5)
    results = {one["player"]: one for one in root.get(f"/v1/admin/signals/{signal}").json["results"]}
    assert (results[ann.id]["rounds_together"], results[ann.id]["rounds_apart"]) == (20, 5)
    assert (results[ben.id]["rounds_together"], results[ben.id]["rounds_apart"]) == (20, 0)


def test_a_signal_is_noted_closed_and_opened_again(house: House, root: Caller):
    signal, ann, _ = new_signal(house)

    def decide(decision: str) -> tuple[str, str]:
        made = root.post(f"/v1/admin/signals/{signal}/decision", {"decision": decision, "reason": WHY})
        assert made.status_code == 201
        return made.json["state"], made.json["act"]["kind"]

    def listed(state: str) -> bool:
        return signal in [
            one["id"] for one in root.get(f"/v1/admin/signals?player={ann.id}&state={state}").json["signals"]
        ]

    assert decide("note") == ("open", "note-signal")
    assert decide("close") == ("closed", "close-signal")
    assert (listed("open"), listed("closed")) == (False, True)
    assert decide("note") == ("closed", "note-signal")
    assert decide("open") == ("open", "open-signal")
    assert (listed("open"), listed("closed")) == (True, False)
    acts = root.get(f"/v1/admin/signals/{signal}").json["acts"]
    assert [act["kind"] for act in acts] == ["open-signal", "note-signal", "close-signal", "note-signal"]
    assert {act["reason"] for act in acts} == {WHY}


def test_a_closed_signal_opens_again_when_it_has_become_ten_times_less_likely(house: House, root: Caller):
    signal, ann, ben = new_signal(house)
    players = [ann.id, ben.id, house.player().id, house.player().id]
    close = {"decision": "close", "reason": WHY}
    assert root.post(f"/v1/admin/signals/{signal}/decision", close).json["state"] == "closed"

    def state_after(spared: float) -> str:
        add_game(house.pool, players, {(ann.id, ben.id): spared, (ben.id, ann.id): spared}, 20, LATER)
        compute(house)
        found = signals.find_signal(house.pool, signal)
        assert found is not None
        return found.state

    assert state_after(0.0) == "closed"
    assert [state_after(1.0) for _ in range(3)][-1] == "open"


def test_signals_of_a_period_are_those_of_pairs_that_played_in_it(house: House, root: Caller):
    early, ann, _ = new_signal(house)
    late, ben, _ = new_signal(house, LATER)
    for query, expected in (("", (1, 1)), (f"&since={LATER}", (0, 1)), (f"&until={LATER}", (1, 0))):
        for signal, player, count in ((early, ann, expected[0]), (late, ben, expected[1])):
            found = pages(root, f"/v1/admin/signals?player={player.id}{query}", "signals")
            assert [one["id"] for one in found].count(signal) == count
    assert root.get("/v1/admin/signals?player=nobody").json == {"signals": [], "next": None}
    refused(root.get("/v1/admin/signals?cursor=WyJhIl0"), 422, "bad-parameter")


def test_only_admins_read_signals_and_each_reading_is_an_act(house: House, root: Caller):
    signal, ann, _ = new_signal(house)
    for caller, status, code in ((ann, 403, "admin-only"), (house.nobody, 401, "unauthorized")):
        refused(caller.get("/v1/admin/signals"), status, code)
        refused(caller.get(f"/v1/admin/signals/{signal}"), status, code)
        refused(caller.post(f"/v1/admin/signals/{signal}/decision", {"decision": "note", "reason": WHY}), status, code)
    assert root.get(f"/v1/admin/signals/{signal}").status_code == 200
    acts = root.get(f"/v1/admin/acts?subject={signal}").json["acts"]
    assert [(act["kind"], act["reason"]) for act in acts] == [("read-signal", f"/v1/admin/signals/{signal}")]
    exported = ann.get("/v1/players/me/export").text
    assert signal not in exported
    assert "attack-spared" not in exported
    refused(root.get("/v1/admin/signals/00000000-0000-4000-8000-000000000000"), 404, "no-such-signal")


def test_an_erased_account_has_no_rounds_and_no_signals(house: House, root: Caller):
    signal, ann, ben = new_signal(house)
    assert ann.delete("/v1/players/me?confirm=true").status_code == 204
    assert rounds_of(house, ann) == []
    refused(root.get(f"/v1/admin/signals/{signal}"), 404, "no-such-signal")
    assert rounds_of(house, ben)
    add_game(house.pool, [ann.id, ben.id], {}, 1)
    compute(house)
    assert rounds_of(house, ann) == []


@pytest.mark.usefixtures("root")
def test_a_game_that_cannot_be_read_keeps_no_other_waiting(house: House, caplog: pytest.LogCaptureFixture):
    with house.pool.connection() as conn:
        signals.note_finished(conn, {"00000000-0000-4000-8000-00000000dead": "2026-01-01T00:00:00.000000Z"})
    table = durak(house, rounds=1)
    count_and_look(house)
    assert rounds_of(house, table.people[0]) == [table.id]
    assert "could not be looked at" in caplog.text


def test_a_game_that_two_processes_have_looked_at_counts_once(house: House):
    signal, ann, ben = new_signal(house)
    game = rounds_of(house, ann)[0]
    signals.store_rounds(house.pool, signals.Unseen(game, AT), {ann.id: [], ben.id: []})
    found = signals.find_signal(house.pool, signal)
    assert found is not None
    assert found.games == 1


def test_a_finished_game_is_searched_once(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("domain.signals.assistance.SEARCHED", 2)
    finished = durak(house, rounds=1)
    count_and_look(house)
    while (unsearched := assistance.next_unsearched(house.pool)) and unsearched.game != finished.id:
        assistance.store_searched(house.pool, unsearched, {})
    assert SignalWorker(house.pool).search()
    for person in finished.people:
        [one] = signals.stored_rounds(house.pool, person.id)
        assert one.searched is not None
        assert one.searched.pace is None or -10 < one.searched.pace < 10
    again = signals.Unseen(finished.id, signals.stored_rounds(house.pool, finished.people[0].id)[0].ended_at)
    assistance.store_searched(house.pool, again, {finished.people[0].id: [SearchedRound(1, (), 9.0)]})
    assert signals.stored_rounds(house.pool, finished.people[0].id)[0].searched != SearchedRound(1, (), 9.0)


def test_a_game_or_signal_on_which_the_program_fails_keeps_no_other_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(*_: object) -> None:
        raise AssertionError("a fault of the program")

    ann = house.player()
    add_searched(house.pool, ann.id, [True] * 40)
    durak(house, rounds=1)
    for name in ("searched_rounds", "player_rounds", "player_signal"):
        monkeypatch.setattr(worker_module, name, fail)
    count_and_look(house)
    worker = SignalWorker(house.pool)
    while worker.step():
        pass
    assert "could not be looked at" in caplog.text
    assert "could not be computed" in caplog.text


def test_a_worker_that_is_stopping_leaves_the_game_to_the_next_one(house: House):
    durak(house, rounds=1)
    count_and_look(house)
    before = assistance.next_unsearched(house.pool)
    assert SignalWorker(house.pool, is_stopping=lambda: True).search()
    assert assistance.next_unsearched(house.pool) == before


def test_who_finds_more_than_before_has_a_signal_of_its_own(house: House, root: Caller):
    signal, table = assisted_signal(house)
    player = table.people[0]
    listed = root.get(f"/v1/admin/signals?player={player.id}&kind=assistance").json["signals"]
    assert [one["id"] for one in listed] == [signal.id]
    assert [one["kind"] for one in root.get(f"/v1/admin/signals?player={player.id}").json["signals"]] == ["assistance"]
    assert root.get(f"/v1/admin/signals?player={player.id}&kind=collusion").json["signals"] == []
    [found] = listed
    assert found["players"] == [{"id": player.id, "name": player.name}]
    assert (found["games"], found["rounds"]) == (1, 71)
    assert found["strength"] > 5
    assert (found["told"][0]["tell"], found["told"][0]["against"]) == ("search-matched", "past")


def test_the_evidence_of_help_names_what_a_rule_of_thumb_would_have_done(house: House, root: Caller):
    signal, table = assisted_signal(house)
    file = root.get(f"/v1/admin/signals/{signal.id}").json
    assert file["results"] == []
    [decision] = [one for one in file["evidence"] if one["game"] == table.id]
    assert (decision["by"], decision["tell"], decision["usual"]) == (signal.first, "search-matched", {"type": "take"})
    assert len(file["evidence"]) == 31


def test_peers_are_the_other_players_of_a_ruleset(house: House):
    ann, ben, *others = [house.player() for _ in range(22)]
    add_searched(house.pool, ann.id, [True] * 40)
    for place, other in enumerate([ben, *others]):
        add_searched(house.pool, other.id, [(place + number) % 3 == 0 for number in range(30 + place)])
    compute(house)
    add_searched(house.pool, ann.id, [True])
    compute(house)
    [found] = signals.list_signals(house.pool, signals.Filter(kind=signals.ASSISTANCE, player=ann.id))
    [beside] = [one for one in found.told if one["against"] == "peers"]
    assert beside["mean"] == 1
    assert 0.2 < beside["others"] < 0.5
    peers = assistance.peers_of(house.pool, ann.id, "search-matched", ("durak", 4))
    assert peers is not None
    assert peers.players >= 21


def test_rates_of_an_erased_account_are_gone(house: House):
    ann = house.player()
    add_searched(house.pool, ann.id, [True] * 40)
    compute(house)
    assert ann.delete("/v1/players/me?confirm=true").status_code == 204
    with house.pool.connection() as conn:
        for table in ("player_rates", "player_rounds"):
            assert conn.execute(f"SELECT 1 FROM dobon.{table} WHERE player_id = %s", [ann.id]).fetchall() == []
