"""`dobon demo` and `dobon simulate`, as a person at a terminal sees them."""

import re
from itertools import pairwise

import pytest
from rich.console import Console

from api.cli import simulate
from api.cli.demo import dobon, doubt, show
from api.cli.demo.dobon import held_by_all


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_demonstration_ends_with_a_verified_log(
    url: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert show.main(["--fast", "--url", url, "--language", language]) == 0
    shown = capsys.readouterr().out
    assert "The log is whole and true." in shown
    assert "the decisive move" in shown
    assert "♠" in shown
    assert "Dobon" in shown or "ドボン" in shown
    assert "??" not in shown


def test_the_demonstration_of_a_match_ends_with_its_ledger(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    assert show.main(["--fast", "--url", url, "--ruleset", "dobon-kawagoe"]) == 0
    shown = capsys.readouterr().out
    assert "The log is whole and true." in shown
    ledger = [line.split("│")[1:-1] for line in shown.partition("the ledger")[2].splitlines() if line.startswith("│")]
    assert [int(line[0]) for line in ledger] == [1, 2, 3, 4]
    assert all(sum(int(total) for total in line[4:]) == 0 for line in ledger)
    assert all(line[1].strip() in "Aoi careful 1 novice careful 2" for line in ledger)
    paid = [line[2] for line in ledger if "→" in line[3]]
    assert all(re.search(r" pays? (\d+)( each)?: (.* = )?\d+\.$", said.strip()) for said in paid)
    assert bool(paid) == any(int(total) for line in ledger for total in line[4:])


def test_moments_of_a_match_are_the_decisive_ones_and_the_first_ippatsu_and_counter() -> None:
    told = [
        (1, 10, "call", True), (1, 12, "counter", True), (2, 20, "ippatsu", False), (2, 25, "ippatsu", True),
        (3, 30, "counter", True), (4, 40, "counter", False), (4, 44, "call", True),
    ]  # fmt: skip
    claims = [dict(zip(("round", "version", "kind", "valid"), claim, strict=True)) for claim in told]
    assert [claim["version"] for claim in dobon.moments(claims)] == [12, 25, 44]
    assert [claim["version"] for claim in dobon.moments(claims[:2])] == [10, 12]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_game_of_doubt_is_shown_with_declared_and_actual_cards(
    url: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    assert show.main(["--fast", "--url", url, "--ruleset", "doubt", "--language", language]) == 0
    shown = capsys.readouterr().out
    assert "options: penalty exchange_two" in shown
    assert "The log is whole and true." in shown
    events, _, rest = shown.partition("was that a lie?")
    back, _, record = rest.partition("the doubts")
    said = re.findall(r"lays 1 card and says (\w+)\." if language == "en" else r"「(\w+)」と言って1枚", events)
    assert len(said) > 10
    caught = re.findall(r"([♠♣♥♦]\w+) .*(?:It was a lie|嘘だった)", events)
    true = re.findall(r"([♠♣♥♦]\w+) .*(?:It was true|本当だった)", events)
    plays, lies, certain, let_go = map(int, re.findall(r"\d+", back)[:4])
    assert plays == len(said)
    assert len(caught) <= lies <= plays - len(true)
    assert let_go <= certain <= lies
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in record.splitlines() if line.startswith("│")]
    doubts = [row for row in rows if row[-1] in ("a lie", "true")]
    assert 1 <= len(doubts) <= doubt.MOST_DOUBTS
    assert [row[4] for row in doubts if row[-1] == "a lie"] == caught[-sum(row[-1] == "a lie" for row in doubts) :]
    assert "Somebody answers" not in shown
    assert "誰かが" not in shown


def test_the_review_names_each_lie_and_the_seats_that_could_have_known(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    for _ in range(10):
        show.main(["--fast", "--url", url, "--ruleset", "doubt"])
        shown = capsys.readouterr().out.partition("was that a lie?")[2].partition("the doubts")[0]
        if "and caught, version" in shown:
            break
    moments = shown.split("Was that a lie? ")
    assert len(moments) > 2
    for table, answer in pairwise(moments):
        laid = re.search(r"lays (\d) and says (\w+)", table)
        assert laid
        told = re.match(r"(Yes|No): ([♠♣♥♦])(\w+) lay there\.", answer)
        assert told
        assert (told[1] == "No") == (told[3] == laid[2])
        if "certainly a lie" in table.rpartition("version")[2]:
            assert told[1] == "Yes"


@pytest.mark.parametrize("option", ["penalty=eliminate", "variant=cheat"])
def test_the_demonstration_plays_with_the_options_it_is_given(
    url: str, option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    given = ["--fast", "--url", url, "--ruleset", "doubt", "--seats", "3", "--options", option, "max_cards_per_play=2"]
    assert show.main(given) == 0
    shown = capsys.readouterr().out
    assert option.replace("=", " ") in shown.partition("options: ")[2].partition("\n")[0]
    assert ("is out." in shown) == (option == "penalty=eliminate")
    assert ("calls Cheat on" in shown) == (option == "variant=cheat")


def test_only_the_beginning_of_a_long_game_is_shown(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    monkeypatch.setattr(show, "MOST_LINES", 12)
    assert show.main(["--fast", "--url", url, "--ruleset", "doubt"]) == 0
    shown = capsys.readouterr().out.partition("was that a lie?")[0]
    assert len(re.findall(r"^ +\d+  \S", shown, re.MULTILINE)) <= 12 + 12
    assert shown.count("… more in the log") == 1


def test_refused_options_are_reported(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert show.main(["--fast", "--url", url, "--options", "sevens=wild"]) == 1
    assert "unknown-option" in capsys.readouterr().out


def test_hands_are_shown_as_they_were_after_the_events_above_them(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    compared = 0
    for _ in range(20):
        assert show.main(["--fast", "--url", url]) == 0
        top = ""
        for line in capsys.readouterr().out.splitlines():
            if played := re.match(r" +\d+  ((?:[♠♣♥♦]\w+ )+)", line):
                top = played[1].split()[-1]
            elif top and (shown := re.match(r" +([♠♣♥♦]\w+) on top", line)):
                assert shown[1] == top
                compared += 1
        if compared:  # a round may be called on its first card
            break
    assert compared


def test_a_forged_log_fails_the_demonstration(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true_export = show.export

    def forged(game: str, created: object, head: str, events: list[show.Event]) -> object:
        events[-1].public["scores"] = [9, 9, 9, 9]
        return true_export(game, created, head, events)  # type: ignore[arg-type]

    monkeypatch.setattr(show, "export", forged)
    assert show.main(["--fast", "--url", url]) == 1


def test_the_demonstration_reports_a_missing_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert show.main(["--url", "http://127.0.0.1:9"]) == 1
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


def test_a_simulation_refuses_options_that_the_rules_refuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.main(["--games", "1", "--options", "sevens=wild"]) == 2
    assert "unknown-option" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--games", "--seats"])
def test_a_simulation_without_games_or_seats_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        simulate.main([option, "0"])
    assert refused.value.code == 2
    assert "1 or more" in capsys.readouterr().err


def test_a_simulation_of_one_seat_is_refused_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.main(["--games", "1", "--seats", "1"]) == 2
    assert "bad-seat-count" in capsys.readouterr().out


def test_a_simulation_of_a_game_for_points_shows_points_and_end_reasons(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    assert simulate.main(["--ruleset", "dobon-kawagoe", "--games", "20", "--seed", "x"]) == 0
    shown = capsys.readouterr().out
    assert "points a seat and round" in shown
    assert {"call", "counter"} <= set(re.findall(r"│ ([a-z-]+) +│ +\d+ +│ [0-9.]+%", shown))
    simulate.main(["--games", "5", "--seed", "x"])
    assert "points a seat and round" not in capsys.readouterr().out


@pytest.mark.parametrize("variant", ["doubt", "cheat"])
def test_a_simulation_of_doubt_shows_only_figures_that_apply_to_doubt(
    variant: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    given = [
        "--ruleset",
        "doubt",
        "--games",
        "8",
        "--seed",
        "x",
        "--options",
        "penalty=eliminate",
        f"variant={variant}",
    ]
    assert simulate.main(given) == 0
    shown = capsys.readouterr().out
    assert not re.search(r"counters|reshuffles|points|│ calls|false calls", shown)
    figures = dict(re.findall(r"│ (doubts of [a-z ]+?) +│ ([\d.]+) ", shown))
    asked = simulate.parser().parse_args(given)
    log = [played for number in range(8) for played in simulate.one(asked, number)]
    assert figures == {
        "doubts of a lie": f"{sum(played.calls for played in log) / 8:.2f}",
        "doubts of the truth": f"{sum(played.false_calls for played in log) / 8:.2f}",
    }
    # The loser of a doubt is out. The last player left wins, or the first one without cards.
    assert float(figures["doubts of a lie"]) > 0


def test_a_simulation_of_dobon_shows_its_calls(capsys: pytest.CaptureFixture[str]) -> None:
    simulate.main(["--games", "3", "--seed", "x"])
    shown = capsys.readouterr().out
    assert re.findall(r"│ (lost|calls|counters|false calls|reshuffles) ", shown.replace("┃", "│")) == [
        "lost", "calls", "counters", "false calls", "reshuffles",
    ]  # fmt: skip


def test_points_are_averaged_over_the_rounds_and_seats_of_a_strategy(
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


def test_the_interval_of_a_mean() -> None:
    assert simulate.mean([10, -10, 20, 0]) == "+5.00 (-7.65 to +17.65)"
    assert simulate.mean([7]) == "+7.00 (+7.00 to +7.00)"


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert simulate.share(10, 100) == "10.0% (5.5% to 17.4%)"


def test_the_title_of_a_moment_is_not_wrapped_to_the_width_of_its_hands(capsys: pytest.CaptureFixture[str]) -> None:
    frame = {"could_call": [], "hands": [["S1"], ["H9"]], "waits": [[], []]}
    title = "round 1, version 29: S10 is on top, before the counter of careful 1"
    Console(width=120).print(held_by_all(frame, {0: "Aoi", 1: "careful 1"}, title))
    assert capsys.readouterr().out.splitlines()[0].strip() == title
