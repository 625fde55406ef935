"""The renderer of Dobon: the hands, the decisive moves with every wait, and the calls."""

from collections.abc import Callable
from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from api.cli.demo.cards import card, titled

UNTOLD: tuple[str, ...] = ()

Api = Callable[..., Any]


def show_review(api: Api, path: str, names: dict[int, str], language: str, console: Console) -> None:  # noqa: ARG001 - a table of calls needs no translation
    """Show the decisive moves, and every call."""
    claims = api(f"{path}/claims")["claims"]
    console.rule("the decisive move")
    decisive(api, path, claims, names, console)
    console.rule("the calls")
    console.print(table_of(claims, names))


def moments(claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the true calls worth looking at.

    They are the call that decided the last round, and the first ippatsu and the first counter of the match.
    """
    true = [claim for claim in claims if claim["valid"]]
    found = [claim for claim in true if claim["round"] == true[-1]["round"]][:1]
    for kind in ("ippatsu", "counter"):
        found += [claim for claim in true if claim["kind"] == kind][:1]
    return sorted({claim["version"]: claim for claim in found}.values(), key=lambda claim: int(claim["version"]))


def decisive(api: Api, path: str, claims: list[dict[str, Any]], names: dict[int, str], console: Console) -> None:
    """Show the moments before those calls: every hand, every wait, and the seats that could have called."""
    if not any(claim["valid"] for claim in claims):
        console.print("There was no true call.")
    for claim in moments(claims):
        frame = api(f"{path}/rounds/{claim['round']}/review/{claim['version'] - 1}")
        kind = "" if claim["kind"] == "call" else f", before the {claim['kind']} of {names[claim['seat']]}"
        title = f"round {claim['round']}, version {frame['version']}: {claim['card']} is on top{kind}"
        console.print(held_by_all(frame, names, title))


def standing(view: dict[str, Any], names: dict[int, str], language: str) -> Text:  # noqa: ARG001 - cards need no translation
    """Return the hands and the top as Aoi sees them now, on one line."""
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
    """Return every call of the game."""
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
    """Return a frame of a review: every hand, the numbers it waits for, and the seats that could have called."""
    could = {seat["seat"]: ", ".join(seat["formulas"]) for seat in frame["could_call"]}
    table = Table("", "hand", "waits", "could call")
    for seat, (hand, waits) in enumerate(zip(frame["hands"], frame["waits"], strict=True)):
        shown = Text(" ").join(card(code) for code in hand)
        made = " ".join(f"{wait['number']} ({', '.join(wait['formulas'])})" for wait in waits)
        table.add_row(names[seat], shown, made, could.get(seat, ""))
    return titled(title, table)
