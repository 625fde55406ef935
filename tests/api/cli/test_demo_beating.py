"""Demonstrations of Durak, Kirifu and Mustamaija.

Elements that every game has are checked in a game of bots, all others in invented frames.
"""

import re
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from api.cli.demo import beating, show
from api.cli.demo.renderers import RENDERERS
from domain.game.registry import RULESETS

NAMES = {0: "Aoi", 1: "careful", 2: "novice"}


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal so wide that no line is wrapped."""
    monkeypatch.setenv("COLUMNS", "400")


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize(("key", "language"), [("durak", "en"), ("kirifu", "ja"), ("mustamaija", "en")])
def test_a_game_is_shown_with_table_review_ledger_and_log_check(
    url: str, key: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--fast", "--url", url, "--ruleset", key, "--seats", "3", "--language", language]
    assert show.main(given) == 0
    events, _, rest = capsys.readouterr().out.partition("what could have been beaten?")
    back, _, rest = rest.partition("the ledger")
    ledger, _, log = rest.partition("the log")
    assert events.startswith("─")
    tables = [line for line in events.splitlines() if "→" in line]
    assert tables
    assert all(re.match(r" {6}(trump|切り札|no trump yet)", line) for line in tables)
    assert "▒" not in events
    # Every event that names cards shows them drawn and in words.
    laid = re.findall(r"^ *\d+  ((?:[♠♣♥♦JK]\w* )+)\S.*$", events, re.MULTILINE)
    assert len(laid) > 10
    defences, whole, taken, purpose, given_up, could = map(int, re.findall(r"\d+", back)[:6])
    assert defences == whole + taken
    assert purpose <= taken
    assert could <= given_up
    assert ("the last defence" if language == "en" else "最後の防御") in back
    assert "Aoi" in ledger
    assert re.search(r"[-+]\d", ledger)
    assert "The log is whole and true." in log


@pytest.mark.usefixtures("wide")
def test_the_demonstration_plays_durak_in_pairs_and_with_thrown_in_cards(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--fast", "--url", url, "--ruleset", "durak", "--options", "teams=true", "throw_in=true"]
    assert show.main(given) == 0
    shown = capsys.readouterr().out
    assert "options: teams True, throw_in True" in shown
    for attacker, defender in re.findall(r"(Aoi|careful \d|novice) → (Aoi|careful \d|novice)", shown):
        pairs = [{"Aoi", "novice"}, {"careful 1", "careful 2"}]
        assert not any({attacker, defender} == pair for pair in pairs)


def test_every_ruleset_has_a_demonstration() -> None:
    assert {rules.family for rules in RULESETS.values()} == {*RENDERERS}


# The table


def view(**board: Any) -> dict[str, Any]:
    """Return the view of a seat in a game of Durak."""
    whole = {
        "trump": "D", "trump_card": "D13", "attacks": [], "attacker": 0, "guardians": [2], "defender": 1, "limit": 4, **board,
    }  # fmt: skip
    return {"round": {"stock": 7, "hands": [["H6", "S1"], ["??"] * 5, []], "board": whole}}


def test_the_table_shows_trump_stock_roles_limit_attacks_and_hands() -> None:
    attacks = [{"card": "H6", "by": 0, "beaten_with": "H8"}, {"card": "S13", "by": 2, "beaten_with": None}]
    shown = beating.standing(view(attacks=attacks), NAMES, "en").plain.splitlines()
    assert shown[0].strip() == "trump ♦  7 in the stock  Aoi → careful (guards: novice), at most 4  ♥6◂♥8  ♠K◂…"
    assert shown[1].split() == ["Aoi", "♥6", "♠A", "careful", "5", "novice", "-"]


def test_the_table_leaves_out_trump_and_attacks_while_there_are_none() -> None:
    nothing = view(trump=None, attacker=None, guardians=[], defender=None, limit=None)
    assert beating.standing(nothing, NAMES, "en").plain.splitlines()[0].strip() == "no trump yet  7 in the stock"
    assert beating.standing(nothing, NAMES, "ja").plain.splitlines()[0].strip() == "切り札は未定  山札7枚"


# Looking back


def frame(version: int, kind: str, **more: Any) -> dict[str, Any]:
    """Return a frame of a review, with the fields that the demonstration reads."""
    board = {
        "attacker": 0,
        "guardians": [2],
        "defender": 1,
        "out": [],
        "attacks": [{"card": "H6", "by": 0, "beaten_with": None}],
    }
    return {
        "version": version, "event": {"type": kind, "public": more.pop("public", {})}, "text": {"en": kind, "ja": kind},
        "hands": [["S1"], ["H8", "D6"], []], "board": {**board, **more.pop("board", {})}, "defence": None, "known": [], **more,
    }  # fmt: skip


def defence(*answers: list[str], best: int) -> dict[str, Any]:
    attacks = [
        {"card": code, "beaten_by": cards} for code, cards in zip(["H6", "S6", "C6"], answers, strict=False)
    ]  # fmt: skip
    pairs = [[attack["card"], attack["beaten_by"][0]] for attack in attacks if attack["beaten_by"]][:best]
    return {"seat": 1, "attacks": attacks, "best": pairs, "all": best == len(attacks)}


def sure(cards: list[str]) -> list[dict[str, Any]]:
    return [{"seat": 0, "of": [{"seat": 1, "cards": cards}]}, {"seat": 1, "of": []}, {"seat": 2, "of": []}]


ENDED = {"seat": 1, "taken": [], "discarded": []}

FRAMES = [
    frame(7, "attack-played", defence=defence(["H8"], best=1)),
    frame(8, "take-declared", defence=defence([], best=0)),
    frame(9, "defence-ended", public={**ENDED, "how": "taken"}),
    frame(12, "attack-turned-over", defence=defence(["H8"], [], best=1)),
    frame(13, "take-declared", defence=defence(["H8"], [], best=1), known=sure(["H8"])),
    frame(14, "defence-ended", public={**ENDED, "how": "taken"}, known=sure(["H8", "D6"])),
    frame(
        17, "take-declared", defence=defence(["H8", "D6"], ["D6"], best=2), board={"attacker": None, "defender": None}
    ),
    frame(
        18, "defence-ended", public={**ENDED, "how": "taken"}, board={"attacker": None}, known=sure(["H8", "D6", "C6"])
    ),
    frame(21, "take-declared", defence=defence(["H8"], best=1)),
    frame(24, "cards-led", defence=defence([], best=0)),
    frame(25, "defence-ended", public={**ENDED, "how": "beaten"}),
]


def test_each_kind_of_moment_is_found_once() -> None:
    found = [(title, moment["version"]) for title, moment in beating.moments(FRAMES)]
    assert found == [("turned", 12), ("partly", 13), ("knowing", 14), ("purpose", 17), ("last", 24)]
    assert [title for title, _ in beating.moments(FRAMES[:1])] == ["last"]
    assert beating.moments(FRAMES[2:3]) == []
    # A frame of two kinds gets the title of the first.
    both = frame(17, "take-declared", defence=defence(["H8"], best=1), known=sure(["H8"]))
    assert [title for title, _ in beating.moments([both])] == ["last"]
    assert [title for title, _ in beating.moments([both, FRAMES[-2]])] == ["purpose", "last"]


def test_all_possible_defences_are_listed_in_one_sentence() -> None:
    said = beating.in_short(FRAMES, "en")
    assert said == (
        "4 defences: 1 beaten in full, 3 ended by a take, on purpose: 2. Attack cards that were given up: 6; of these could have been beaten: 4."
    )
    assert list(map(int, re.findall(r"\d+", beating.in_short(FRAMES, "ja")))) == [4, 1, 3, 2, 6, 4]


def rows(shown: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in shown.splitlines() if line.startswith("│")]


@pytest.mark.parametrize("at", [3, 6])
def test_a_moment_shows_hands_roles_answers_and_known_cards(at: int, capsys: pytest.CaptureFixture[str]) -> None:
    told = {**FRAMES[at], "known": sure(["H8", "D6"])}
    Console(width=150).print(beating.moment(told, NAMES, "en", "a title"))
    shown = capsys.readouterr().out
    assert shown.splitlines()[0].strip() == "a title"
    answers = {3: "♥6◂♥8  ♠6◂nothing", 6: "♥6◂♥8 ♦6  ♠6◂♦6"}[at]
    assert rows(shown) == [
        ["Aoi", "attacks", "♠A", "", "careful ♥8 ♦6"],
        ["careful", "defends", "♥8 ♦6", answers, ""],
        ["novice", "guards", "-", "", ""],
    ]


def test_a_player_without_cards_is_marked_as_out() -> None:
    told = frame(30, "cards-led", board={"out": [2], "guardians": []})
    assert [beating.role(told, seat, "ja") for seat in range(3)] == ["攻撃者", "防御者", "上がり"]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (defence([], best=0), "Nothing could be beaten."),
        (defence(["H8"], ["D6"], best=2), "All could be beaten: ♥6◂♥8  ♠6◂♦6"),
        (defence(["H8"], ["H8"], best=1), "At best 1 of 2 could be beaten: ♥6◂♥8"),
    ],
)
def test_the_best_possible_defence_is_described(found: dict[str, Any], said: str) -> None:
    assert beating.answer(found, "en").plain == said


def test_jokers_and_empty_hands_are_drawn() -> None:
    assert beating.cards(["X1", "C10"]).plain == "JK ♣10"
    assert beating.cards([]).plain == "-"
    assert isinstance(beating.beaten("S1", None), Text)
