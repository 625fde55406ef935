"""`dobon arena` and `dobon bot check`: programs at the tables, and what they do wrong."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from api.cli import main
from api.cli.arena import check, programs, tables
from api.cli.arena.main import play_deal, ratings_of
from api.cli.arena.programs import FAULTS, Program
from api.cli.arena.tables import Contestant, Lost, play_table
from domain.game.registry import RULESETS
from domain.running.self_play import TIMES, play
from prove.harness.description import ROOT

EXAMPLE = f"{sys.executable} {ROOT / 'clients' / 'python' / 'examples' / 'arena_bot.py'}"

HEAD = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "decide":
        continue
    number, view = message["id"], message["view"]
    asked = view["you"]["seat"] in view["round"]["waiting_for"]
    action = view["actions"][-1]["action"] if asked else None
"""
GOOD = 'print(json.dumps({"id": number, "action": action}), flush=True)'

WRONG = {
    "late": "pass",
    "died": "sys.exit()",
    "not-json": 'print("draw", flush=True)',
    "too-long": f'print("x" * {programs.MOST_BYTES + 2}, flush=True)',
    "wrong-id": 'print(json.dumps({"id": number + 1, "action": action}), flush=True)',
    "no-action": 'print(json.dumps({"id": number, "action": None}), flush=True)',
    "bad-action": 'print(json.dumps({"id": number, "action": {"type": "draw", "cards": []}}), flush=True)',
    "illegal": 'print(json.dumps({"id": number, "action": {"type": "accept"}}), flush=True)',
}


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def program_of(folder: Path, body: str) -> str:
    """Return the command of a program that does this for each question."""
    file = folder / "program.py"
    file.write_text(HEAD + "".join(f"    {line}\n" for line in body.splitlines()), encoding="utf-8")
    return f"{sys.executable} {file}"


@pytest.fixture
def example() -> Iterator[Contestant]:
    with Program(EXAMPLE, 60) as program:
        yield Contestant("example", program)


@pytest.mark.parametrize("key", RULESETS)
def test_the_example_plays_every_ruleset_without_a_fault(key: str, example: Contestant) -> None:
    lost = Lost()
    rounds = play_table(key, [example, Contestant("careful"), Contestant("novice")], "a", {"rounds": 2}, lost)
    assert len(rounds) == 2
    assert not lost.counts


def test_strategies_play_in_the_arena_as_they_do_elsewhere() -> None:
    names = ["careful", "novice", "careful"]
    rounds = play_table("doubt", [Contestant(name) for name in names], "a", {"rounds": 1}, Lost())
    assert rounds == play("doubt", names, "a", {"rounds": 1})[1]


@pytest.mark.parametrize("kind", WRONG)
def test_a_fault_loses_the_decision_and_the_game_goes_on(kind: str, tmp_path: Path) -> None:
    assert {*WRONG} == {*FAULTS}
    moments = iter(range(10**9))
    clock = (lambda: next(moments) * 61.0) if kind == "late" else monotonic
    lost = Lost()
    with Program(program_of(tmp_path, WRONG[kind]), 60, clock) as program:
        seated = [Contestant("wrong", program), Contestant("careful")]
        rounds = play_table("dobon-sato", seated, "a", {"rounds": 1}, lost)
    assert len(rounds) == 1
    assert {found for _, found in lost.counts} == {kind}
    assert lost.examples["wrong", kind]["view"]["you"]["seat"] == 0


def test_what_replaces_lost_decisions_is_novice(tmp_path: Path) -> None:
    with Program(program_of(tmp_path, WRONG["not-json"]), 60) as program:
        seated = [Contestant("wrong", program), Contestant("careful")]
        rounds = play_table("dobon-sato", seated, "a", {"rounds": 2}, Lost())
    assert rounds == play("dobon-sato", [tables.REPLACEMENT, "careful"], "a", {"rounds": 2})[1]


def test_an_answer_that_comes_late_is_not_that_to_the_next_question(tmp_path: Path) -> None:
    body = f"if number == 2:\n    print(json.dumps({{'id': 1, 'action': action}}), flush=True)\n{GOOD} if number > 1 else None"
    late = iter([0.0] * 4)  # the game and the first question are sent
    lost = Lost()
    with Program(program_of(tmp_path, body), 60, lambda: next(late, 61.0)) as program:
        play_table("dobon-sato", [Contestant("slow", program), Contestant("careful")], "a", {"rounds": 1}, lost)
    assert lost.counts == {("slow", "late"): 1}


def test_a_program_sees_only_what_its_seat_may_see(tmp_path: Path) -> None:
    body = f"open({str(tmp_path / 'seen')!r}, 'a').write(json.dumps(view) + '\\n')\n{GOOD}"
    with Program(program_of(tmp_path, body), 60) as program:
        seated = [Contestant("eye", program), Contestant("careful"), Contestant("careful")]
        play_table("dobon-sato", seated, "a", {"rounds": 1}, Lost())
    views = [json.loads(line) for line in (tmp_path / "seen").read_text().splitlines()]
    assert views
    for view in views:
        assert "??" not in view["round"]["hands"][0]
        shown = view["round"]["board"]["open"]
        for seat in (1, 2):
            assert all(card == "??" or card in shown[seat] for card in view["round"]["hands"][seat])


def test_a_program_that_does_not_read_is_late(tmp_path: Path) -> None:
    file = tmp_path / "deaf.py"
    file.write_text("import time; time.sleep(3600)", encoding="utf-8")
    view = {"you": {"seat": 0}, "round": {"waiting_for": []}, "actions": [], "long": "x" * 1_000_000}
    with Program(f"{sys.executable} {file}", 0.1) as program, pytest.raises(programs.Fault) as found:
        program.decide(view)
    assert found.value.kind == "late"


def test_a_stopped_program_leaves_no_process(tmp_path: Path) -> None:
    program = Program(program_of(tmp_path, "import time; time.sleep(3600)"), 0.01)
    with program, pytest.raises(programs.Fault):
        program.decide({"you": {"seat": 0}, "round": {"waiting_for": []}, "actions": []})
    assert program._process is None


def test_every_contestant_gets_the_cards_of_every_seat() -> None:
    deal = play_deal("dobon-sato", [Contestant("careful"), Contestant("novice")], 4, "a", {"rounds": 1})
    seated = [names for names, _ in deal["games"]]
    assert len(seated) == 4
    assert all({names[seat] for names in seated} == {"careful", "novice"} for seat in range(4))
    assert sum(points for _, game in deal["games"] for points in game) <= 0


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main.main([*arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_a_run_that_was_stopped_is_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arena = ["arena", "careful", "novice", "--seats", "2", "--seed", "7"]
    whole = run(capsys, *arena, "--deals", "6")
    file = tmp_path / "results.jsonl"
    assert run(capsys, *arena, "--deals", "3", "--results", str(file))[0] == 0
    with file.open("a") as cut:
        cut.write('{"deal": 3, "figu')
    continued = run(capsys, *arena, "--deals", "6", "--results", str(file))
    assert continued == whole
    assert [json.loads(line).get("deal") for line in file.read_text().splitlines()] == [None, *range(6)]
    code, _, problem = run(capsys, *arena[:-1], "8", "--deals", "6", "--results", str(file))
    assert (code, "another arena" in problem) == (2, True)


def test_a_program_that_is_wrong_is_named_with_the_cause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = f"mine={program_of(tmp_path, WRONG['illegal'])}"
    code, shown, _ = run(capsys, "arena", wrong, "careful", "--seats", "2", "--deals", "2", "--seconds", "60")
    assert code == 0
    assert "mine" in shown
    assert FAULTS["illegal"] in shown


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["careful"], "two contestants"),
        (["careful", "careful"], "another name"),
        (["careful", "somebody"], "neither a strategy"),
        (["careful", "novice=true"], "needs a name"),
        (["careful", "mine="], "empty"),
        (["careful", "mine=/no/such/program"], "No such file"),
        (["careful", "novice", "expert", "--seats", "4"], "multiple"),
        (["careful", "novice", "--options", "no=1"], "unknown-option"),
    ],
    ids=str,
)
def test_bad_arguments_are_refused_with_the_reason(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, error = run(capsys, "arena", *arguments, "--deals", "1")
    assert code == 2
    assert problem in error


def test_a_rating_is_higher_for_a_contestant_that_wins() -> None:
    games: list[Any] = [[["one", "other"], [1, -1]]] * 20
    ratings = ratings_of([{"figures": {"one": [], "other": []}, "games": games, "lost": []}])
    assert ratings["one"] > ratings["other"]


@pytest.mark.parametrize("key", RULESETS)
def test_the_check_has_every_value_of_every_option_and_every_number_of_seats(key: str) -> None:
    games = [*check.games_of(key, 100)]
    assert {seats for seats, _ in games} == {*RULESETS[key].seats}
    for option in RULESETS[key].options:
        if option.name not in TIMES:
            assert {options.get(option.name) for _, options in games} >= {*check.values_of(option)}, option.name


def test_the_check_of_a_good_program_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code, shown, _ = run(capsys, "bot", "check", EXAMPLE, "--games", "3", "--seconds", "60")
    assert code == 0
    assert all(key in shown for key in RULESETS)


def test_the_check_shows_the_view_that_led_to_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = program_of(tmp_path, WRONG["no-action"])
    code, shown, _ = run(capsys, "bot", "check", wrong, "--games", "1", "--rulesets", "durak", "--seconds", "60")
    assert code == 1
    assert FAULTS["no-action"] in shown
    assert '"ruleset": "durak"' in shown
