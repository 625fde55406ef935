"""Cards, hands, calls and ledgers as the terminal shows them."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from domain.cards import HIDDEN
from domain.events import Event

SIGNS = {"S": ("♠", "bold blue"), "C": ("♣", "bold green"), "H": ("♥", "bold red"), "D": ("♦", "bold yellow")}
PICTURES = {1: "A", 11: "J", 12: "Q", 13: "K"}
JOKER = ("JK", "bold magenta")


OPEN = ("cards-played", "doubt-called", "cards-led", "attack-played", "cards-thrown-in")
"""Events whose public part names cards that fall, or come to light, as `cards`."""

TURNED = ("card-flipped", "attack-turned-over", "trump-turned")
"""Events that name one as `card`."""


def drawn(event: Event) -> Text:
    """The cards that fall in an event, or come to light in it. Cards laid face down are `in_words`' to tell, where they are known."""
    codes = event.public.get("cards", []) if event.type in OPEN else []
    codes = [event.public["card"]] if event.type in TURNED else codes
    codes = [own for _, own in event.public["pairs"]] if event.type == "cards-beaten" else codes
    text = Text()
    for code in codes:
        text.append_text(card(code)).append(" ")
    return text


def card(code: str) -> Text:
    """One card, in its suit's colour."""
    if code == HIDDEN:
        return Text("▒", "dim")
    if code.startswith("X"):
        return Text(*JOKER)
    sign, style = SIGNS[code[0]]
    rank = int(code[1:])
    return Text(f"{sign}{PICTURES.get(rank, rank)}", style)


def hands_of(view: dict[str, Any], names: dict[int, str]) -> Text:
    """What Aoi sees of the hands now, on one line."""
    text = Text("      ")
    top = view["round"]["board"]["top"]
    if top is not None:
        text.append_text(card(top["card"])).append(" on top", "dim")
    for seat, hand in enumerate(view["round"]["hands"]):
        text.append(f"  {names[seat]} ", "dim")
        for code in hand:
            text.append_text(card(code))
    return text


def table_of(claims: list[dict[str, Any]], names: dict[int, str]) -> Table:
    """Every call of the game."""
    table = Table("version", "who", "call", "on", "hand", "formulas", "verdict")
    for claim in claims:
        hand = Text(" ").join(card(code) for code in claim["hand"])
        verdict = Text("true", "green") if claim["valid"] else Text("false", "red")
        table.add_row(
            str(claim["version"]),
            names[claim["seat"]],
            claim["kind"],
            card(claim["card"]),
            hand,
            ", ".join(claim["formulas"]),
            verdict,
        )
    return table


def held_by_all(frame: dict[str, Any], names: dict[int, str], title: str) -> Group:
    """A frame of a review: every hand, what it waits for, and who could have called."""
    could = {seat["seat"]: ", ".join(seat["formulas"]) for seat in frame["could_call"]}
    table = Table("", "hand", "waits", "could call")
    for seat, (hand, waits) in enumerate(zip(frame["hands"], frame["waits"], strict=True)):
        shown = Text(" ").join(card(code) for code in hand)
        made = " ".join(f"{wait['number']} ({', '.join(wait['formulas'])})" for wait in waits)
        table.add_row(names[seat], shown, made, could.get(seat, ""))
    return titled(title, table)


def titled(title: str, table: Table) -> Group:
    """A table under its title, which a table's own would break to the table's width."""
    return Group(Text(title, "italic"), table)


def ledger_of(
    rounds: Iterable[dict[str, Any]], dealers: dict[int, str], said: dict[int, str], names: dict[int, str]
) -> Table:
    """The ledger of a match; `dealers` by round, `said` are the events that ended rounds in words, by version."""
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
