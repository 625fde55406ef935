"""`dobon simulate` of Durak, Kirifu and Mustamaija: shares of losses, and figures that agree with the logs."""

import re
from collections import Counter

import pytest

from api.cli import simulate
from domain.running.self_play import play

OPTIONS: dict[str, dict[str, int | bool]] = {
    "durak": {"throw_in": True, "turnover": True, "rounds": 2},
    "kirifu": {"two_groups": True},
    "mustamaija": {"max_lead": 3},
}
GAMES = 8


def output_of(key: str, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    options = [f"{name}={str(value).lower()}" for name, value in OPTIONS[key].items()]
    given = ["--ruleset", key, "--games", str(GAMES), "--seats", "3", "--seed", "x", "--options", *options, *more]
    assert simulate.main(given) == 0
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal so wide that no line is wrapped."""
    monkeypatch.setenv("COLUMNS", "150")


@pytest.mark.parametrize("key", list(OPTIONS))
def test_the_figures_agree_with_the_logs(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = output_of(key, capsys)
    assert not re.search(r"counters|reshuffles|points|calls", shown)
    bots, events, rounds = ["careful", "novice", "careful"], [], 0
    lengths: list[int] = []
    for number in range(GAMES):
        shift = number % 3
        log, played = play(key, bots[shift:] + bots[:shift], f"x-{number}", OPTIONS[key])
        events += log
        rounds += len(played)
        for event in log:
            if event.type == "round-dealt":
                lengths.append(0)
            lengths[-1:] = [length + (event.type == "defence-ended") for length in lengths[-1:]]
    types = Counter(event.type for event in events)
    attacks = sum(
        len(event.public.get("cards", []))
        for event in events
        if event.type in ("attack-played", "cards-led", "cards-thrown-in")
    )
    found = dict(re.findall(r"│ ([a-zA-Z0-9 ,]+?) +│ ([\d.,]+) ", shown.rpartition("per round")[2]))
    called = "bouts" if key == "durak" else "defences"
    assert found.pop("decisions per second of CPU")
    assert found == {
        f"{called}, median": str(sorted(lengths)[rounds // 2]),
        f"{called}, 99 of 100 below": str(max(lengths)),
        f"{called}, longest": str(max(lengths)),
        "takes": f"{types['take-declared'] / rounds:.2f}",
        "attack cards": f"{(attacks + types['attack-turned-over']) / rounds:.2f}",
        "attack cards beaten": f"{sum(len(event.public.get('pairs', [])) for event in events) / rounds:.2f}",
    }  # fmt: skip


@pytest.mark.parametrize("key", list(OPTIONS))
def test_each_strategys_share_of_losses_is_shown_with_its_interval(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = output_of(key, capsys)
    given = simulate.parser().parse_args(
        ["--ruleset", key, "--games", str(GAMES), "--seats", "3", "--seed", "x", "--options"]
        + [f"{name}={str(value).lower()}" for name, value in OPTIONS[key].items()]
    )
    rounds = [played for number in range(GAMES) for played in simulate.one(given, number)]
    rows = {
        row[0]: row for row in re.findall(r"│ (careful|novice) +│ (\d+) +│ (\S+ \(.*?\)) +│ (\S+ \(.*?\)) +│", shown)
    }
    for name in ("careful", "novice"):
        seats = sum(played.bots.count(name) for played in rounds)
        lost = sum(played.bots[loser] == name for played in rounds for loser in played.losers)
        won = sum(played.winner is not None and played.bots[played.winner] == name for played in rounds)
        assert rows[name] == (name, str(seats), simulate.share(won, seats), simulate.share(lost, seats))
    endings = dict(re.findall(r"│ ([a-z-]+) +│ (\d+) +│ [\d.]+%", shown))
    assert {reason: int(endings[reason]) for reason in Counter(played.ended_by for played in rounds)} == Counter(
        played.ended_by for played in rounds
    )


def test_a_round_that_ends_by_the_limit_of_takes_is_counted_as_such(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [
        "--ruleset",
        "durak",
        "--games",
        "20",
        "--seats",
        "3",
        "--seed",
        "x",
        "--bots",
        "novice",
        "--options",
        "stall_limit=1",
    ]
    assert simulate.main(given) == 0
    assert re.search(r"│ stalled +│ +[1-9]\d* +│", capsys.readouterr().out)


def test_both_partners_of_a_pair_lose(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--ruleset", "durak", "--games", "12", "--seats", "4", "--seed", "x", "--options", "teams=true"]
    rounds = [played for number in range(12) for played in simulate.one(simulate.parser().parse_args(given), number)]
    assert {len(played.losers) for played in rounds} <= {0, 2}
    assert any(played.losers for played in rounds)
    assert all(sum(played.points) == -len(played.losers) for played in rounds)


def test_no_player_loses_where_the_first_one_out_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate.main(["--ruleset", "kirifu", "--games", "5", "--seed", "x", "--options", "finish=first_out"]) == 0
    shown = capsys.readouterr().out
    assert "lost" not in shown
    assert re.search(r"│ first-out +│ 5 ", shown)


@pytest.mark.parametrize(("key", "code"), [("kirifu", "bad-seat-count"), ("durak", "option-conflict")])
def test_refused_options_are_reported(key: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--ruleset", key, "--games", "1", "--seats"]
    given += ["2"] if key == "kirifu" else ["4", "--options", "teams=true", "turnover=true"]
    assert simulate.main(given) == 2
    assert code in capsys.readouterr().out
