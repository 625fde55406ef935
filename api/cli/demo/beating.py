"""The renderer of Durak, Kirifu and Mustamaija.

It shows the table with its attacks and roles; afterwards it shows which attacks could have been beaten, and which cards
each seat knew of the others.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from api.cli.demo.cards import SIGNS, card, review_of, titled

UNTOLD: tuple[str, ...] = ()

Frame = dict[str, Any]

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "trump": "trump", "no trump": "no trump yet", "stock": "{} in the stock", "attacker": "attacks", "guardian": "guards", "defender": "defends",
        "done": "done", "limit": "at most {}", "hand": "hand", "could beat": "could beat", "knew": "knew of the others",
        "nothing": "nothing", "purpose": "a take on purpose", "partly": "a take of what could have been beaten in part", "turned": "an attack turned over",
        "knowing": "when most was known of other hands", "last": "the last defence",
        "short": "{} defences: {} beaten in full, {} ended by a take, on purpose: {}. Attack cards that were given up: {}; of these could have been beaten: {}.",
        "all": "All could be beaten: ", "some": "At best {} of {} could be beaten: ", "none": "Nothing could be beaten.",
    },
    "ja": {
        "trump": "切り札", "no trump": "切り札は未定", "stock": "山札{}枚", "attacker": "攻撃者", "guardian": "擁護者", "defender": "防御者",
        "done": "上がり", "limit": "{}枚まで", "hand": "手札", "could beat": "撃退できた", "knew": "他の手札で知っていたカード",
        "nothing": "なし", "purpose": "わざと引き取った", "partly": "一部は撃退できたのに引き取った", "turned": "ターンオーバー",
        "knowing": "他の手札が一番よく知られていた時", "last": "最後の防御",
        "short": "防御{}回: 完全防御{}回、引き取り{}回、そのうちわざと{}回。あきらめた攻撃は{}枚で、そのうち{}枚は撃退できた。",
        "all": "全部撃退できた: ", "some": "最善でも{}枚(全{}枚)の撃退: ", "none": "何も撃退できなかった。",
    },
}  # fmt: skip


def standing(view: dict[str, Any], names: Mapping[int, str], language: str) -> Text:
    """Return the table as Aoi sees it: trump, stock, attacker and defender, limit, attacks and hands."""
    words, board = _WORDS[language], view["round"]["board"]
    text = Text("      ")
    if board["trump"] is None:
        text.append(words["no trump"], "dim")
    else:
        text.append(f"{words['trump']} ", "dim").append(*SIGNS[board["trump"]])
    text.append("  " + words["stock"].format(view["round"]["stock"]), "dim")
    if board["attacker"] is not None:
        guards = [names[seat] for seat in board["guardians"]]
        text.append(f"  {names[board['attacker']]} → {names[board['defender']]}", "bold")
        text.append(f" ({words['guardian']}: {', '.join(guards)})" if guards else "", "dim")
        text.append(f", {words['limit'].format(board['limit'])}" if board["limit"] else "", "dim")
    for attack in board["attacks"]:
        text.append("  ").append_text(beaten(attack["card"], attack["beaten_with"]))
    text.append("\n     ")
    for seat, hand in enumerate(view["round"]["hands"]):
        text.append(f" {names[seat]} ", "dim")
        text.append_text(cards(hand) if "??" not in hand else Text(f"{len(hand)}"))
    return text


def beaten(attack: str, with_what: str | None) -> Text:
    """Return an attack card with the card that beat it."""
    answer = Text("…", "dim") if with_what is None else card(with_what)
    return card(attack).append("◂", "dim").append_text(answer)


def cards(codes: Sequence[str]) -> Text:
    """Return cards in a row, or a dash if there are none."""
    return Text(" ").join(card(code) for code in codes) if codes else Text("-", "dim")


def show_review(api: Callable[..., Any], path: str, names: Mapping[int, str], language: str, console: Console) -> None:
    """Show what could have been beaten in the last round."""
    last = api(f"{path}/rounds")["rounds"][-1]["round"]
    console.rule("what could have been beaten?")
    looked_back(review_of(api, f"{path}/rounds/{last}/review"), names, language, console)


def looked_back(frames: Sequence[Frame], names: Mapping[int, str], language: str, console: Console) -> None:
    """Show the numbers of all defences, then some moments with every hand, its defences and its knowledge."""
    console.print(in_short(frames, language))
    for title, frame in moments(frames):
        console.print(moment(frame, names, language, f"{_WORDS[language][title]}, version {frame['version']}"))
        console.print(Text(frame["event"]["text"][language], "dim"))
        if frame["defence"] is not None:
            console.print(answer(frame["defence"], language))


def in_short(frames: Sequence[Frame], language: str) -> str:
    """Return the numbers of defences, of takes on purpose, and of given up cards that could have been beaten."""
    ended = [frame["event"]["public"] for frame in frames if frame["event"]["type"] == "defence-ended"]
    takes = declared(frames)
    # A lead to the last player with cards is not declared, and not a defence.
    taken = sum(end["how"] == "taken" for end in ended)
    purpose = sum(take["defence"]["all"] for take in takes)
    could = sum(len(take["defence"]["best"]) for take in takes)
    faced = sum(len(take["defence"]["attacks"]) for take in takes)
    return _WORDS[language]["short"].format(len(ended), len(ended) - taken, taken, purpose, faced, could)


def declared(frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames in which a seat gave up; they say what it could have beaten."""
    return [frame for frame in frames if frame["event"]["type"] == "take-declared"]


def moments(frames: Sequence[Frame]) -> list[tuple[str, Frame]]:
    """Return noteworthy moments in their order.

    They are the first take on purpose, the first take of attacks that could have been beaten in part, the first
    turnover, the moment when most was known, and the last defence.
    """
    takes = declared(frames)
    found: dict[str, list[Frame]] = {
        "last": [frame for frame in frames if frame["defence"] is not None][-1:],
        "purpose": [take for take in takes if take["defence"]["all"]],
        "partly": [take for take in takes if take["defence"]["best"] and not take["defence"]["all"]],
        "turned": [frame for frame in frames if frame["event"]["type"] == "attack-turned-over"],
        "knowing": sorted((frame for frame in frames if known_cards(frame)), key=known_cards, reverse=True)[:1],
    }
    first = {at[0]["version"]: (title, at[0]) for title, at in reversed(found.items()) if at}
    return [first[version] for version in sorted(first)]


def known_cards(frame: Frame) -> int:
    """Return the number of cards of others that seats in the round knew for certain, while there is an attacker."""
    if frame["board"]["attacker"] is None:
        return 0
    known = [one["of"] for one in frame["known"] if one["seat"] not in frame["board"]["out"]]
    return sum(len(other["cards"]) for of in known for other in of)


def moment(frame: Frame, names: Mapping[int, str], language: str, title: str) -> Group:
    """Return a frame: every hand, roles, possible defences, and the cards that each seat knew of the others."""
    words = _WORDS[language]
    could = {} if frame["defence"] is None else {frame["defence"]["seat"]: options(frame["defence"], language)}
    knew = {one["seat"]: one["of"] for one in frame["known"]}
    table = Table("", "", words["hand"], words["could beat"], words["knew"])
    for seat, hand in enumerate(frame["hands"]):
        known = Text("  ").join(
            Text(f"{names[other['seat']]} ", "dim").append_text(cards(other["cards"])) for other in knew.get(seat, ())
        )
        table.add_row(names[seat], role(frame, seat, language), cards(hand), could.get(seat, ""), known)
    return titled(title, table)


def role(frame: Frame, seat: int, language: str) -> str:
    """Return the role of the seat in this bout or lead.

    Between the last card of a lead and the next lead the board names no attacker; then the cards on it do.
    """
    words, board, defence = _WORDS[language], frame["board"], frame["defence"]
    attacker, defender = board["attacker"], board["defender"]
    if attacker is None and defence is not None:
        attacker, defender = board["attacks"][0]["by"], defence["seat"]
    if seat in board["out"]:
        return words["done"]
    if seat in board["guardians"]:
        return words["guardian"]
    return words["attacker"] if seat == attacker else words["defender"] if seat == defender else ""


def options(defence: Mapping[str, Any], language: str) -> Text:
    """Return each attack with all cards that beat it."""
    return Text("  ").join(
        card(attack["card"]).append("◂", "dim").append_text(
            cards(attack["beaten_by"]) if attack["beaten_by"] else Text(_WORDS[language]["nothing"], "dim")
        )
        for attack in defence["attacks"]
    )  # fmt: skip


def answer(defence: Mapping[str, Any], language: str) -> Text:
    """Return the best possible defence."""
    words, best = _WORDS[language], defence["best"]
    if not best:
        return Text(words["none"], "green")
    said = words["all"] if defence["all"] else words["some"].format(len(best), len(defence["attacks"]))
    return Text(said, "red" if defence["all"] else "yellow").append_text(
        Text("  ").join(beaten(attack, own) for attack, own in best)
    )
