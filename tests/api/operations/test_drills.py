"""Drills over HTTP: the questions of analysed rounds, and the drill of the day."""

from datetime import date
from typing import Any

import pytest

from domain.review import daily_drill
from infra.analyser import daily_drills
from infra.analyser import worker as workers
from infra.analyser.daily import DailyPreparation
from infra.analyser.worker import AnalysisWorker
from prove.harness.application import Caller, House, Table
from prove.harness.drills import judge_at_once
from prove.harness.views import actions_of
from tests.api.conftest import refused


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "judge", judge_at_once)
    monkeypatch.setattr(daily_drill, "judge", judge_at_once)


def analysed(house: House, **body: Any) -> Table:
    """Return a finished game whose first round is analysed, and has drills of the seats 0 and 1.

    A round may end before a seat has decided anything.
    """
    while True:
        table = house.finished(**body)
        table.people[0].get(f"{table.path}/rounds/1/analysis")
        worker = AnalysisWorker(house.pool, now=house.tables.now)
        while worker.step():
            pass
        if {0, 1} <= {drill["seat"] for drill in listed(table.people[0])}:
            return table


def listed(player: Caller, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = player.get(f"/v1/drills?limit=7{query}{cursor}").json
        found += page["drills"]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


def test_an_analysed_round_gives_drills(house: House):
    table = analysed(house)
    player = table.people[0]
    decisions = player.get(f"{table.path}/rounds/1/analysis").json["decisions"]
    drills = listed(player)
    assert sorted((one["version"], one["seat"]) for one in drills) == sorted(
        (one["version"], one["seat"]) for one in decisions if one["repeats"] is None
    )
    assert all((one["game"], one["round"], one["ruleset"]) == (table.id, 1, "dobon-sato") for one in drills)
    assert [one["own"] for one in drills] == [one["seat"] == 0 for one in drills]


def test_own_mistakes_come_first_and_answered_drills_last(house: House):
    player = analysed(house).people[0]
    first = listed(player)[0]
    player.post(f"/v1/drills/{first['id']}/answers", {"choice": 0})
    drills = listed(player)
    keys = [(one["answered"] is not None, not one["own"], one["mark"] is None and one["own"]) for one in drills]
    assert keys == sorted(keys)
    assert drills[-1]["id"] == first["id"]
    assert listed(player, "&done=true") == drills[-1:]
    assert listed(player, "&done=false") == drills[:-1]


@pytest.mark.parametrize("ruleset", ["dobon-sato", "dobon-kawagoe", "durak"])
def test_a_drill_shows_the_position_as_its_seat_knew_it(house: House, ruleset: str):
    table = analysed(house, ruleset=ruleset)
    player = table.people[0]
    for seat in (0, 1):
        one = next(drill for drill in listed(player) if drill["seat"] == seat)
        found = player.get(f"/v1/drills/{one['id']}").json
        frame = player.get(f"{table.path}/rounds/1/review/{one['position']}?as={seat}").json
        assert found["frame"] == frame
        assert {name: found[name] for name in one} == one
        assert len(found["choices"]) >= 2
        assert not {"best", "played", "losses"} & set(found)


def test_an_answer_tells_the_losses_of_all_choices(house: House):
    table = analysed(house)
    player = table.people[0]
    decisions = player.get(f"{table.path}/rounds/1/analysis").json["decisions"]
    for one in listed(player):
        choices = player.get(f"/v1/drills/{one['id']}").json["choices"]
        result = player.post(f"/v1/drills/{one['id']}/answers", {"choice": len(choices) - 1}).json
        assert len(choices) == len(result["losses"]) == len(result["errors"])
        assert result["losses"][result["best"]] == 0 == min(result["losses"])
        assert result["right"] == (result["best"] == len(choices) - 1)
        decision = next(
            found for found in decisions if (found["version"], found["seat"]) == (one["version"], one["seat"])
        )
        assert choices[result["played"]] == decision["chosen"]


def test_the_first_answer_is_kept(house: House):
    player = analysed(house).people[0]
    drill = f"/v1/drills/{listed(player)[0]['id']}"
    first = player.post(f"{drill}/answers", {"choice": 0}).json
    house.time.passes(5)
    second = player.post(f"{drill}/answers", {"choice": 1}).json
    assert (second["choice"], second["answered"]) == (1, first["answered"])
    assert player.get(drill).json["answered"] == first["answered"]
    assert first["answered"]["choice"] == 0


def test_the_drills_of_another_account_do_not_exist(house: House):
    player, stranger = analysed(house, listed=True).people[0], house.player()
    drill = f"/v1/drills/{listed(player)[0]['id']}"
    assert listed(stranger) == []
    refused(stranger.get(drill), 404, "no-such-drill")
    refused(stranger.post(f"{drill}/answers", {"choice": 0}), 404, "no-such-drill")
    assert player.get(drill).json["answered"] is None
    refused(player.get("/v1/drills/no-id"), 404, "no-such-drill")


def test_a_choice_that_the_drill_does_not_have_is_refused(house: House):
    player = analysed(house).people[0]
    drill = f"/v1/drills/{listed(player)[0]['id']}"
    for choice in (-1, 900, 1000, "0", None):
        refused(player.post(f"{drill}/answers", {"choice": choice}), 422, "bad-body")
    assert player.get(drill).json["answered"] is None


def finished_for_two(house: House) -> Table:
    """Return a finished game of two players and a bot."""
    table = house.table(2, bots=["careful"])
    for _ in range(2000):
        for person in table.people:
            shown = person.view(table.id)
            if shown["status"] == "finished":
                return table
            chosen = [action for action in actions_of(shown)[::-1] if action["type"] not in ("dobon", "ready")]
            if chosen:
                assert person.post(f"{table.path}/actions", chosen[0]).status_code == 200
    raise AssertionError("the game does not end")


def test_two_players_of_a_game_have_the_same_drills_with_their_own_answers(house: House):
    table = finished_for_two(house)
    table.people[0].get(f"{table.path}/rounds/1/analysis")
    worker = AnalysisWorker(house.pool, now=house.tables.now)
    while worker.step():
        pass
    one, two = (listed(person) for person in table.people)
    assert {drill["id"] for drill in one} == {drill["id"] for drill in two}
    table.people[0].post(f"/v1/drills/{one[0]['id']}/answers", {"choice": 0})
    assert table.people[1].get(f"/v1/drills/{one[0]['id']}").json["answered"] is None


def test_erasing_an_account_deletes_its_answers(house: House, owner: Any):
    player = analysed(house).people[0]
    drill = listed(player)[0]["id"]
    player.post(f"/v1/drills/{drill}/answers", {"choice": 0})
    prepared(house)
    player.post("/v1/drills/daily/answers", {"choice": 0})
    counting = "SELECT count(*) FROM dobon.{} WHERE player_id = %s"
    tables = ("player_drills", "daily_answers")
    assert all(owner.execute(counting.format(table), [player.id]).fetchone()[0] for table in tables)
    for table, column in (("tokens", "player_id"), ("known_names", "player_id"), ("players", "id")):
        owner.execute(f"DELETE FROM dobon.{table} WHERE {column} = %s", [player.id])
    assert not any(owner.execute(counting.format(table), [player.id]).fetchone()[0] for table in tables)


def test_an_interrupted_analysis_has_no_drills_yet(house: House):
    table = house.finished()
    player = table.people[0]
    player.get(f"{table.path}/rounds/1/analysis")
    AnalysisWorker(house.pool, lambda: True, house.tables.now).step()
    assert listed(player) == []


# The drill of the day


def prepared(house: House) -> None:
    """Prepare the drills of today and of the next day."""
    daily = DailyPreparation(house.pool, house.tables.now)
    while daily.step():
        pass


def test_everybody_gets_the_same_drill_of_the_day(house: House):
    prepared(house)
    found = house.nobody.get("/v1/drills/daily").json
    assert found["day"] == house.time.now[:10]
    assert found == house.player().get("/v1/drills/daily").json
    assert len(found["choices"]) >= 2
    assert {player["kind"] for player in found["players"]} == {"bot"}
    hidden = {card for seat, hand in enumerate(found["frame"]["hands"]) if seat != found["seat"] for card in hand}
    assert "??" not in found["frame"]["hands"][found["seat"]]
    assert "??" in hidden


def test_a_day_without_a_prepared_drill_has_none_yet(house: House):
    house.time.passes(86_400 * 900)
    body = refused(house.nobody.get("/v1/drills/daily"), 404, "no-drill-yet")
    assert body["status"] == 404
    refused(house.nobody.post("/v1/drills/daily/answers", {"choice": 0}), 404, "no-drill-yet")


def test_the_drill_of_a_coming_day_is_not_shown(house: House):
    prepared(house)
    tomorrow = daily_drills.find(house.pool, date(2026, 11, 22))
    assert tomorrow is not None
    for day in ("2026-11-22", "2027-01-01", "2026-13-01"):
        refused(house.nobody.post("/v1/drills/daily/answers", {"choice": 0, "day": day}), 404, "no-drill-yet")
    refused(house.nobody.post("/v1/drills/daily/answers", {"choice": 0, "day": "today"}), 422, "bad-body")


def test_a_drill_of_a_past_day_can_be_answered(house: House):
    prepared(house)
    house.time.passes(86_400)
    result = house.nobody.post("/v1/drills/daily/answers", {"choice": 0, "day": "2026-11-21"})
    assert result.status_code == 200


def test_an_answer_without_an_account_is_not_kept(house: House):
    prepared(house)
    count = "SELECT count(*) FROM dobon.daily_answers"
    with house.pool.connection() as connection:
        before = connection.execute(count).fetchone()
    for caller in (house.nobody, Caller(house.app, "dbn_of_nobody")):
        result = caller.post("/v1/drills/daily/answers", {"choice": 0})
        assert result.json["answered"] is None
        assert result.json["losses"][result.json["best"]] == 0
    with house.pool.connection() as connection:
        assert connection.execute(count).fetchone() == before


def test_the_first_answer_of_an_account_to_the_drill_of_the_day_is_kept(house: House):
    prepared(house)
    player = house.player()
    first = player.post("/v1/drills/daily/answers", {"choice": 1}).json
    second = player.post("/v1/drills/daily/answers", {"choice": 0}).json
    assert first["answered"] == second["answered"] == player.get("/v1/drills/daily").json["answered"]
    assert first["answered"]["choice"] == 1


def test_two_servers_prepare_the_same_drill():
    def drill() -> Any:
        return [found for found in daily_drill.prepare(date(2026, 11, 21)) if found is not None]

    assert drill() == drill()
    assert len(drill()) == 1


def test_rulesets_of_days_take_turns():
    days = [date.fromordinal(739_000 + number) for number in range(5)]
    assert len({daily_drill.ruleset_of(day) for day in days}) == 5
