"""`dobon demo` and `dobon simulate`, as somebody at a terminal sees them."""

import re
from collections.abc import Iterator
from threading import Thread

import pytest
from werkzeug.serving import make_server

from api import demo, simulate
from api.app import create_app
from infra.clock import Clock
from infra.database import Pool
from infra.table import Tables


@pytest.fixture
def url(pool: Pool) -> Iterator[str]:
    """A server in real time, with a clock that plays the bots."""
    tables = Tables(pool)
    server = make_server("127.0.0.1", 0, create_app(pool, tables), threaded=True)
    clock = Clock(tables)
    thread = Thread(target=server.serve_forever)
    thread.start()
    clock.start()
    yield f"http://127.0.0.1:{server.port}"
    clock.stop()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_demonstration_ends_with_a_verified_log(
    url: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert demo.main(["--fast", "--url", url, "--language", language]) == 0
    shown = capsys.readouterr().out
    assert "The log is whole and true." in shown
    assert "the decisive move" in shown
    assert "♠" in shown
    assert "Dobon" in shown or "ドボン" in shown
    assert "??" not in shown


def test_a_match_ends_with_its_ledger(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    for _ in range(20):
        assert demo.main(["--fast", "--url", url, "--ruleset", "dobon-kawagoe"]) == 0
        shown = capsys.readouterr().out
        assert "The log is whole and true." in shown
        if re.search(r"│ counter +│", shown):
            break
    ledger = [line.split("│")[1:-1] for line in shown.partition("the ledger")[2].splitlines() if line.startswith("│")]
    assert [int(line[0]) for line in ledger] == [1, 2, 3, 4]
    assert all(sum(int(total) for total in line[4:]) == 0 for line in ledger)
    assert all(line[1].strip() in "Aoi careful 1 novice careful 2" for line in ledger)
    paid = [line[2] for line in ledger if "→" in line[3]]
    assert paid
    assert all(re.search(r" pays? (\d+)( each)?: (.* = )?\d+\.$", said.strip()) for said in paid)
    assert any("x 2 [counter]" in line[2] for line in ledger), ledger
    assert "before the counter of" in shown


def test_the_hands_are_shown_as_they_were_after_the_events_above_them(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert demo.main(["--fast", "--url", url]) == 0
    top, compared = "", 0
    for line in capsys.readouterr().out.splitlines():
        if played := re.match(r" +\d+  ((?:[♠♣♥♦]\w+ )+)", line):
            top = played[1].split()[-1]
        elif top and (shown := re.match(r" +([♠♣♥♦]\w+) on top", line)):
            assert shown[1] == top
            compared += 1
    assert compared


def test_a_log_that_is_not_true_fails_the_demonstration(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true_export = demo.export

    def forged(game: str, created: object, head: str, events: list[demo.Event]) -> object:
        events[-1].public["scores"] = [9, 9, 9, 9]
        return true_export(game, created, head, events)  # type: ignore[arg-type]

    monkeypatch.setattr(demo, "export", forged)
    assert demo.main(["--fast", "--url", url]) == 1


def test_without_a_server_the_demonstration_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo.main(["--url", "http://127.0.0.1:9"]) == 1
    assert "cannot be reached" in capsys.readouterr().out


def test_a_simulation_counts_every_round_and_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.main(["--games", "6", "--seats", "3", "--seed", "x", "--options", "rounds=2"]) == 0
    shown = capsys.readouterr().out
    assert "careful" in shown
    given = simulate.parser().parse_args(["--games", "6", "--seats", "3", "--seed", "x", "--options", "rounds=2"])
    rounds = [played for number in range(6) for played in simulate.one(given, number)]
    assert len(rounds) == 12
    assert rounds == [played for number in range(6) for played in simulate.one(given, number)]
    assert {played.bots for played in rounds} == {
        ("careful", "novice", "careful"), ("novice", "careful", "careful"), ("careful", "careful", "novice"),
    }  # fmt: skip


def test_a_simulation_refuses_what_the_rules_refuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.main(["--games", "1", "--options", "sevens=wild"]) == 2
    assert "unknown-option" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--games", "--seats"])
def test_a_simulation_of_nothing_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        simulate.main([option, "0"])
    assert refused.value.code == 2
    assert "1 or more" in capsys.readouterr().err


def test_a_simulation_of_one_seat_is_refused_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.main(["--games", "1", "--seats", "1"]) == 2
    assert "bad-seat-count" in capsys.readouterr().out


def test_a_simulation_of_a_game_for_points_shows_them_and_the_ways_rounds_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    assert simulate.main(["--ruleset", "dobon-kawagoe", "--games", "20", "--seed", "x"]) == 0
    shown = capsys.readouterr().out
    assert "points a seat and round" in shown
    assert {"call", "counter"} <= set(re.findall(r"│ ([a-z-]+) +│ +\d+ +│ [0-9.]+%", shown))
    simulate.main(["--games", "5", "--seed", "x"])
    assert "points a seat and round" not in capsys.readouterr().out


def test_points_are_counted_by_round_and_shared_among_the_seats_of_a_strategy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    given = simulate.parser().parse_args(["--ruleset", "dobon-kawagoe", "--games", "9", "--seats", "3", "--seed", "x"])
    rounds = [played for number in range(9) for played in simulate.one(given, number)]
    simulate.main(["--ruleset", "dobon-kawagoe", "--games", "9", "--seats", "3", "--seed", "x"])
    shown = dict(re.findall(r"│ (careful|novice) .*│ ([+-][\d.]+) \(", capsys.readouterr().out))
    for name, seats in (("careful", 2), ("novice", 1)):
        brought = sum(
            points for played in rounds for bot, points in zip(played.bots, played.points, strict=True) if bot == name
        )
        assert float(shown[name]) == pytest.approx(brought / len(rounds) / seats, abs=0.005)


def test_a_mean_has_its_interval() -> None:
    assert simulate.mean([10, -10, 20, 0]) == "+5.00 (-7.65 to +17.65)"
    assert simulate.mean([7]) == "+7.00 (+7.00 to +7.00)"


def test_a_share_has_wilsons_interval() -> None:
    assert simulate.share(10, 100) == "10.0% (5.5% to 17.4%)"
