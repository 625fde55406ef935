"""Metrics for Prometheus, and access to them."""

import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from api.auth.authentication import METRICS_OPEN
from api.middleware.request_log import REFUSED_BY_RULES
from api.texts.codes.games import RULES
from infra.queries.database_metrics import DatabaseCollector, read_stats
from prove.harness.application import House
from prove.harness.description import ROOT
from tests.api.conftest import refused
from tests.api.streaming.sse import stream

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def scraped(house: House) -> Samples:
    """Return all current samples of the app."""
    response = house.nobody.get("/metrics")
    assert (response.status_code, response.mimetype) == (200, "text/plain")
    return parsed(response.text)


def parsed(text: str) -> Samples:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def increase(before: Samples, after: Samples, name: str, **labels: str) -> float:
    key = (name, tuple(sorted(labels.items())))
    return after.get(key, 0.0) - before.get(key, 0.0)


def test_requests_are_counted_by_route_template(house: House) -> None:
    before = scraped(house)
    table = house.table()
    table.people[0].view(table.id)
    table.people[0].get("/v1/games/no-such-game/view")
    house.nobody.get("/no/such/place")
    house.nobody.call("BREW", "/healthz")
    after = scraped(house)
    route = "/v1/games/{game}/view"
    assert increase(before, after, "dobon_requests_total", method="GET", route=route, status="404") == 1
    assert increase(before, after, "dobon_requests_total", method="GET", route=route, status="200") >= 1
    assert increase(before, after, "dobon_requests_total", method="GET", route="none", status="404") == 1
    assert increase(before, after, "dobon_requests_total", method="other", route="none", status="405") == 1
    assert increase(before, after, "dobon_request_seconds_count", route=route) >= 2


def test_commands_events_and_refusals_are_counted(house: House) -> None:
    before = scraped(house)
    table = house.table()
    assert table.turn.act(table.id, "draw").status_code == 200
    refused(table.waiting.act(table.id, "pass"), 409, "not-your-turn")
    after = scraped(house)
    assert increase(before, after, "dobon_command_seconds_count", command="create") == 1
    assert increase(before, after, "dobon_command_seconds_count", command="sit") == 1
    assert increase(before, after, "dobon_command_seconds_count", command="act") == 2
    assert increase(before, after, "dobon_events_total") == table.log()[0]
    assert increase(before, after, "dobon_refusals_total", code="of-the-rules") == 1


def test_an_append_conflict_is_counted(house: House) -> None:
    table = house.table()
    here = table.turn
    elsewhere = house.elsewhere(here)
    before = scraped(house)
    # The other process draws and passes. This process still holds the game before that, in which it is the same
    # player's turn.
    assert elsewhere.act(table.id, "draw").status_code == 200
    assert here.act(table.id, "draw").status_code == 409
    after = scraped(house)
    assert increase(before, after, "dobon_append_conflicts_total") == 1


def test_refusals_by_the_rules_share_one_label(house: House) -> None:
    before = scraped(house)
    table = house.table()
    seat = table.people.index(table.turn)
    held = table.turn.view(table.id)["round"]["hands"][seat]
    absent = next(f"{suit}{rank}" for suit in "SCHD" for rank in (1, 3, 4, 5) if f"{suit}{rank}" not in held)
    codes = [
        table.turn.act(table.id, "play", cards=[absent]).json["code"],
        table.waiting.act(table.id, "play", cards=[absent]).json["code"],
        table.turn.act(table.id, "ready").json["code"],
    ]
    assert len({*codes}) == 3
    assert RULES.keys() >= {*codes}
    after = scraped(house)
    assert increase(before, after, "dobon_refusals_total", code=REFUSED_BY_RULES) == 3
    assert not [name for name, labels in after if name == "dobon_refusals_total" and dict(labels)["code"] in RULES]


def test_games_by_status_and_the_schedulers_lag_are_reported(house: House) -> None:
    table = house.table(options={"turn_seconds": 30})
    found = read_stats(house.pool, house.time.now)
    assert found.games["playing"] >= 1
    assert set(found.games) == {"waiting", "playing", "between-rounds", "finished", "abandoned"}
    house.time.passes(100)
    late = read_stats(house.pool, house.time.now)
    assert late.due >= 1
    assert late.lag >= 70
    samples = {
        sample.name
        for metric in DatabaseCollector(house.pool, lambda: house.time.now).collect()
        for sample in metric.samples
    }
    assert samples == {
        "dobon_games", "dobon_due_games", "dobon_due_lag_seconds", "dobon_damaged_games", "dobon_games_ahead",
        "dobon_unreachable_shards",
    }  # fmt: skip
    table.house.tables.tick(1000)


def test_connections_waiters_and_streams_are_reported(house: House) -> None:
    table, streams = house.table(), ("dobon_streams", ())
    before = scraped(house)
    assert before[("dobon_pool_connections", (("state", "open"),))] >= 1
    assert before[("dobon_waiters", ())] == 0
    with stream(table.people[0], table.id):
        assert scraped(house)[streams] == before[streams] + 1
    assert scraped(house)[streams] == before[streams]


def test_metrics_are_for_loopback_and_admins(house: House) -> None:
    elsewhere = {"REMOTE_ADDR": "203.0.113.7"}
    refused(house.nobody.get("/metrics", environ_base=elsewhere), 401, "unauthorized")
    refused(house.player().get("/metrics", environ_base=elsewhere), 403, "admin-only")
    assert house.admin().get("/metrics", environ_base=elsewhere).status_code == 200
    for header in ("X-Forwarded-For", "Forwarded"):
        refused(house.nobody.get("/metrics", headers={header: "203.0.113.7"}), 401, "unauthorized")


@pytest.mark.parametrize(
    "host", ["rebound.example", "rebound.example:8000", "203.0.113.7", "127.0.0.1.rebound.example"]
)
def test_metrics_are_not_for_pages_whose_name_leads_to_this_machine(house: House, host: str) -> None:
    refused(house.nobody.get("/metrics", headers={"Host": host}), 401, "unauthorized")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "127.8.0.1", "[::1]", "[::1]:8000"])
def test_metrics_are_for_programs_that_name_this_machine(house: House, host: str) -> None:
    assert house.nobody.get("/metrics", headers={"Host": host}).status_code == 200


def test_metrics_may_be_made_public(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(house.app.config, METRICS_OPEN, "open")
    assert house.nobody.get("/metrics", environ_base={"REMOTE_ADDR": "203.0.113.7"}).status_code == 200


def test_a_request_is_logged_with_the_clients_request_id(house: House, caplog: pytest.LogCaptureFixture) -> None:
    given = "0b1f5c1e-7a52-4a3e-9a53-6f1f2f0a8a11"
    with caplog.at_level("INFO", logger="api.middleware.request_log"):
        assert house.nobody.get("/healthz", headers={"X-Request-Id": given}).headers["X-Request-Id"] == given
        assert "X-Request-Id" not in house.nobody.get("/healthz", headers={"X-Request-Id": "S12 of spades"}).headers
    lines = [record.__dict__["fields"] for record in caplog.records if record.name == "api.middleware.request_log"]
    assert [line["request"] == given for line in lines] == [True, False]


COUNTS = """
import sys
from infra.observability import metrics
metrics.EVENTS.inc(3)
metrics.STREAMS.set(2)
metrics.REFUSALS.labels("too-late").inc()
sys.stdout.write("counted"); sys.stdout.flush()
sys.stdin.readline()
"""


def test_metrics_of_processes_are_summed_and_gauges_of_a_dead_one_removed(tmp_path: Path) -> None:
    environment = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    processes = [
        subprocess.Popen([sys.executable, "-c", COUNTS], cwd=ROOT, env=environment, stdin=-1, stdout=-1) for _ in "ab"
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.read(7) == b"counted"

    def exposed() -> Samples:
        asked = "import sys; from infra.observability import metrics; sys.stdout.buffer.write(metrics.exposition())"
        return parsed(subprocess.check_output([sys.executable, "-c", asked], cwd=ROOT, env=environment, text=True))

    together = exposed()
    assert together[("dobon_events_total", ())] == 6
    assert together[("dobon_streams", ())] == 4
    assert together[("dobon_refusals_total", (("code", "too-late"),))] == 2
    processes[0].kill()
    for process in processes[:1]:
        process.wait()
    after = exposed()
    assert after[("dobon_events_total", ())] == 6
    assert after[("dobon_streams", ())] == 2
    processes[1].communicate(b"\n")
    processes[0].communicate()
