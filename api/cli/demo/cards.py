"""Cards and ledgers as the terminal shows them."""

from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from domain.log.events import Event
from domain.ruleset.cards import HIDDEN
from domain.ruleset.ruleset import Ruleset

SIGNS = {"S": ("♠", "bold blue"), "C": ("♣", "bold green"), "H": ("♥", "bold red"), "D": ("♦", "bold yellow")}
PICTURES = {1: "A", 11: "J", 12: "Q", 13: "K"}
JOKER = ("JK", "bold magenta")


def drawn(rules: Ruleset, event: Event) -> Text:
    """Return the cards that the event lays on the table. Cards laid face down are named in the words of the event."""
    kind = rules.events.get(event.type)
    text = Text()
    for code in kind.laid(event) if kind else ():
        text.append_text(card(code)).append(" ")
    return text


def review_of(api: Callable[[str], Any], path: str) -> list[dict[str, Any]]:
    """Return all frames of a review, which takes several requests for a long round."""
    frames: list[dict[str, Any]] = []
    number = 1
    while number:
        page = api(f"{path}?from={number}")
        frames += page["frames"]
        number = page["next"]
    return frames


def card(code: str) -> Text:
    """Return one card in the colour of its suit."""
    if code == HIDDEN:
        return Text("▒", "dim")
    if code.startswith("X"):
        return Text(*JOKER)
    sign, style = SIGNS[code[0]]
    rank = int(code[1:])
    return Text(f"{sign}{PICTURES.get(rank, rank)}", style)


def titled(title: str, table: Table) -> Group:
    """Return a table under its title; a title of the table itself would break at the table's width."""
    return Group(Text(title, "italic"), table)


def ledger_of(
    rounds: Iterable[dict[str, Any]], dealers: dict[int, str], said: dict[int, str], names: dict[int, str]
) -> Table:
    """Return the ledger of a match.

    `dealers` are names by round; `said` are narrated ends of rounds by version.
    """
    rounds = list(rounds)
    pays = any("transfers" in line for line in rounds)
    table = Table("round", *(["dealer"] if dealers else []), "what happened", *(["transfers"] if pays else []))
    for seat in sorted(names):
        table.add_column(names[seat], justify="right")
    for line in rounds:
        paid = ", ".join(
            f"{names[transfer['from']]} → {names[transfer['to']]} {transfer['points']}"
            for transfer in line.get("transfers", ())
        )
        dealer = [dealers[line["round"]]] if dealers else []
        totals = [f"{score:+}" for score in line["scores"]]
        table.add_row(str(line["round"]), *dealer, Text(said[line["version"]]), *([paid] if pays else []), *totals)
    return table
