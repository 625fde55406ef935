"""The renderer of Doubt: decisive plays, with the seats that could know whether they were lies, and the doubts."""

from collections.abc import Callable
from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from api.cli.demo.cards import PICTURES, card, review_of, titled

MOST_DOUBTS = 12
"""Maximum number of rows in the table of doubts, because a game may have hundreds."""

UNTOLD: tuple[str, ...] = ("doubt-declined",)
"""Nearly every seat declines each play, so these events are not shown one by one."""

SETTLING = ("doubt-called", "window-closed", "pile-taken")

Frame = dict[str, Any]


def standing(view: dict[str, Any], names: dict[int, str], language: str) -> Text:  # noqa: ARG001 - not translated
    """Return the table as Aoi sees it, on one line; the pile and other hands are numbers of cards."""
    board = view["round"]["board"]
    text = Text("      ").append(f"{board['pile']} face down", "dim")
    for seat, hand in enumerate(view["round"]["hands"]):
        text.append(f"  {names[seat]} ", "dim")
        if "??" in hand:
            text.append(f"{len(hand)}")
        else:
            text.append_text(Text(" ").join(card(code) for code in hand) if hand else Text("-"))
    return text


def show_review(api: Callable[..., Any], path: str, names: dict[int, str], language: str, console: Console) -> None:
    """Show the lies of the last round, and the doubts of the game."""
    claims = api(f"{path}/claims")["claims"]
    last = api(f"{path}/rounds")["rounds"][-1]["round"]
    console.rule("was that a lie?")
    looked_back(review_of(api, f"{path}/rounds/{last}/review"), names, language, console)
    console.rule("the doubts")
    console.print(doubts(claims, names))


def looked_back(frames: list[Frame], names: dict[int, str], language: str, console: Console) -> None:
    """Show the numbers of lies, then the decisive plays one by one."""
    console.print(in_short(frames))
    for title, frame in moments(frames):
        console.print(known(frame, names, f"{title}, version {frame['version']}"))
        console.print(f"Was that a lie? {answer(frame)}")
        console.print(Text(came_of(frames, frame["version"])["event"]["text"][language], "dim"))


def plays(frames: list[Frame]) -> list[Frame]:
    """Return the frames of plays."""
    return [frame for frame in frames if frame["event"]["type"] == "cards-played"]


def in_short(frames: list[Frame]) -> str:
    """Return the numbers of plays, of lies, and of lies that could have been doubted without risk."""
    laid = plays(frames)
    safe = [play for play in laid if any(seat["certain"] for seat in play["claim"]["known"])]
    let_go = {missed["on"] for frame in frames for missed in frame["missed"]}
    lies = sum(play["claim"]["lie"] for play in laid)
    return f"{len(laid)} plays, {lies} of them lies; some seat was certain of {len(safe)} lies, and did not doubt {len(let_go)} of them."


def moments(frames: list[Frame]) -> list[tuple[str, Frame]]:
    """Return noteworthy plays in their order.

    They are the first certain lie that was caught, the first that was not doubted, the first wrong doubt, and the last
    play.
    """
    by_version = {frame["version"]: frame for frame in frames}
    doubts = [frame["event"]["public"] for frame in frames if frame["event"]["type"] == "doubt-called"]
    certain = [doubt["on"] for doubt in doubts if sure(by_version[doubt["on"]], doubt["seat"])]
    let_go = [missed["on"] for frame in frames for missed in frame["missed"]]
    wrong = [doubt["on"] for doubt in doubts if not doubt["valid"]]
    last = [play["version"] for play in plays(frames)][-1:]
    named = {
        "the last play": last, "a lie that was certain, and caught": certain, "a lie that was certain, and not doubted": let_go,
        "a doubt that was wrong": wrong,
    }  # fmt: skip
    first = {found[0]: title for title, found in reversed(named.items()) if found}
    return [(first[version], by_version[version]) for version in sorted(first)]


def sure(play: Frame, seat: int) -> bool:
    """Return whether the seat knew that the play was a lie."""
    return any(known["certain"] for known in play["claim"]["known"] if known["seat"] == seat)


def came_of(frames: list[Frame], version: int) -> Frame:
    """Return the frame that settled the play of that version."""
    later = (frame for frame in frames if frame["version"] > version)
    return next(frame for frame in later if frame["event"]["type"] in SETTLING)


def known(frame: Frame, names: dict[int, str], title: str) -> Group:
    """Return a play: the claim, the cards that lay there, and the seats that could have known."""
    claim = frame["claim"]
    seats = {seat["seat"]: seat for seat in claim["known"]}
    table = Table("", "hand", "could know")
    for seat, hand in enumerate(frame["hands"]):
        if seat == claim["seat"]:
            said = f"lays {claim['count']} and says {named(claim['number'])}"
        elif seat in seats:
            possible = max(0, seats[seat]["possible"])
            said = "certainly a lie" if seats[seat]["certain"] else f"may be true: up to {possible} could lie there"
        else:
            said = "out"
        table.add_row(names[seat], Text(" ").join(card(code) for code in hand), said)
    return titled(title, table)


def answer(frame: Frame) -> Text:
    """Return yes or no, and the cards."""
    claim = frame["claim"]
    said = Text("Yes: ", "red") if claim["lie"] else Text("No: ", "green")
    return said.append_text(Text(" ").join(card(code) for code in claim["cards"])).append(" lay there.", "default")


def doubts(claims: list[dict[str, Any]], names: dict[int, str]) -> Table:
    """Return a table of the newest doubts: the claim, the cards that lay there, and the verdict."""
    left_out = len(claims) - MOST_DOUBTS
    table = Table("version", "who", "doubts", "said", "lay there", "verdict")
    table.title = f"the last {MOST_DOUBTS}; {left_out} before them are in the record" if left_out > 0 else None
    for claim in claims[-MOST_DOUBTS:]:
        said = claim["claimed"]
        laid = Text(" ").join(card(code) for code in claim["cards"])
        verdict = Text("a lie", "green") if claim["valid"] else Text("true", "red")
        number = f"{said['count']} x {named(said['number'])}"
        table.add_row(str(claim["version"]), names[claim["seat"]], names[said["seat"]], number, laid, verdict)
    return table


def named(number: int) -> str:
    """Return a number as A, 2, ..., 10, J, Q or K."""
    return str(PICTURES.get(number, number))
