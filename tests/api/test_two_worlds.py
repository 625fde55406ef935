"""Two worlds that differ only in cards hidden from V answer V alike over HTTP: status, headers and bodies of views, events, actions and refusals.

A game is played, and what V is answered is noted. Then the same game is laid in a second time, with the cards that V never comes to see exchanged
for each other in every sealed part, and played on with the same commands.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.rulesets import RULESETS
from infra import log
from prove.harness.http_worlds import SECONDS, World, deck, exchanged, hidden_from, laid_in
from tests.api.conftest import Caller, House, Table

OPTIONS: dict[str, dict[str, Any]] = {
    "dobon-sato": {"claim_grace_seconds": 3, "false_claim": "expose"},
    "dobon-kawagoe": {"claim_grace_seconds": 3, "false_claim": "expose"},
    "doubt": {"min_open_seconds": 3},
    "durak": {},
    "kirifu": {},
    "mustamaija": {},
}
BEATING = ("durak", "kirifu", "mustamaija")


def asked(world: World, viewer: Caller, seat: int | None, tries: list[dict[str, Any]]) -> Iterator[str]:
    """Everything V may ask at this point, and how it is answered."""
    path = f"/v1/games/{world.game}"
    version = viewer.get(f"{path}/view").get_json()["version"]
    reads = [
        path, f"{path}/rounds", f"{path}/view", f"{path}/view?at={max(1, version - 3)}", f"{path}/events?after={max(0, version - 6)}", f"{path}/claims",
        f"{path}/fairness", f"{path}/rounds/1/review", f"{path}/rounds/1/review/{version}",
    ]  # fmt: skip
    for read in reads:
        yield world.plain(viewer.get(read))
    yield world.plain(viewer.get(f"{path}/view", headers={"If-None-Match": f'"{version}-s0"'}))
    for body in tries:
        answer = viewer.post(f"{path}/actions", body)
        assert answer.status_code >= 400, (seat, body, answer.get_json())
        yield world.plain(answer)


def refusals(view: dict[str, Any], chance: Random) -> list[dict[str, Any]]:
    """Actions that are refused whatever the others hold."""
    seat = view["you"]["seat"] if view["you"] else None
    own = [] if seat is None else view["round"]["hands"][seat]
    strange = chance.sample([code for code in deck(view["ruleset"], view["options"]) if code not in own], 6)
    if view["ruleset"] in BEATING:
        return attacks(view, own[:4] + strange[:2])
    found: list[dict[str, Any]] = [{"type": "play", "cards": [code]} for code in strange]
    found += [{"type": "play", "cards": [code], "suit": "H"} for code in strange[:2]]
    found += [{"type": "play", "cards": [code, code]} for code in own[:1] if own.count(code) == 1]
    found += [{"type": "ready"}, {"type": "flip"}]
    if view["round"]["turn"] != seat:
        found += [
            {"type": "draw"},
            {"type": "pass"},
            {"type": "accept"},
            *({"type": "play", "cards": [c]} for c in own),
        ]
    found += doubts(view) if view["ruleset"] == "doubt" else calls(view, own)
    allowed = [
        action.get("cards", action["type"])
        for action in view["actions"]
        if "cards" in action or view["ruleset"] != "doubt"
    ]
    return [body for body in found if body.get("cards", body["type"]) not in allowed]


def calls(view: dict[str, Any], own: list[str]) -> list[dict[str, Any]]:
    """Calls and answers that come too late, or that nobody has asked for."""
    top = (view["round"]["board"]["top"] or view)["version"]
    found = [{"type": kind, "on": top - 1} for kind in ("dobon", "decline")] + [{"type": "decline", "on": top}]
    return found + [{"type": "play", "cards": [code], "on": top - 1} for code in own[:1]]


def doubts(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The same of Doubt."""
    on = (view["round"]["board"]["claim"] or view)["version"]
    found = [{"type": kind, "on": on + step} for kind in ("doubt", "cheat", "decline") for step in (-1, 0, 1)]
    as_listed = [{**body, "type": "doubt"} if body["type"] == "cheat" else body for body in found]
    return [body for body, listed in zip(found, as_listed, strict=True) if listed not in view["actions"]]


def attacks(view: dict[str, Any], cards: list[str]) -> list[dict[str, Any]]:
    """What can be asked for in a beating game with these cards, right ones apart: each card as a lead, an attack, a defence."""
    lying = [attack["card"] for attack in view["round"]["board"]["attacks"]] + cards[-1:]
    found: list[dict[str, Any]] = [
        {"type": kind, "cards": [code]} for kind in ("lead", "attack", "throw_in") for code in cards
    ]
    found += [{"type": "beat", "pairs": [[attack, code]]} for attack in lying for code in cards]
    found += [{"type": "turn_over", "card": code} for code in cards]
    found += [{"type": "attack", "cards": [code, code]} for code in cards[:1]]
    found += [{"type": kind} for kind in ("take", "stop", "ready", "pass")]
    return [body for body in found if body not in view["actions"]]


def moves(table: Table, chance: Random, open_handed: bool = True) -> tuple[int, dict[str, Any]]:
    """A seat and something it may do: mostly what the turn asks for, now and then a call.

    Without `open_handed` nobody answers a flip with cards: what is answered stays hidden, and nobody can answer with a card of another world. Nor
    does anybody draw cards from a hand of Doubt: they would be the same places of another hand.
    """
    views = [person.view(table.id) for person in table.people]
    able = [(seat, action) for seat, view in enumerate(views) for action in view["actions"]]
    if not open_handed and views[0]["round"]["phase"] == "opening":
        able = [move for move in able if move[1]["type"] != "play"]
    if not open_handed and views[0]["options"].get("penalty") == "exchange_two":
        able = [move for move in able if move[1]["type"] != "doubt"]
    calm = [move for move in able if move[1]["type"] not in ("dobon", "doubt")]
    return chance.choice(able if chance.random() < 0.1 or not calm else calm)


def options(key: str, chance: Random) -> dict[str, Any]:
    """Options by which what somebody does tells nothing of the cards that are kept."""
    if key == "dobon-kawagoe":
        # Who may draw only where nothing fits tells by drawing that nothing does.
        return {"voluntary_draw": True, "eight_wild": chance.random() < 0.5}
    if key == "doubt":
        return {
            "variant": chance.choice(["doubt", "doubt", "cheat"]), "penalty": chance.choice(["pile", "eliminate", "exchange_two"]),
            "decks": chance.choice([1, 1, 2]), "jokers_per_deck": chance.randrange(3), "max_cards_per_play": chance.randint(1, 3),
            "next_play_closes": chance.random() < 0.7, "doubter_takes_turn": chance.random() < 0.5,
        }  # fmt: skip
    if key == "durak":
        return {
            "throw_in": chance.random() < 0.7, "turnover": chance.random() < 0.7, "multi_lead": chance.random() < 0.5,
            "guardian_scope": chance.choice(["neighbours", "all"]),
        }  # fmt: skip
    if key == "kirifu":
        return {
            "two_groups": chance.random() < 0.5, "plain_follow_suit": chance.random() < 0.5,
            "limit_by_defender_hand": chance.random() < 0.5, "finish": chance.choice(["play_on", "first_out"]),
        }  # fmt: skip
    if key == "mustamaija":
        return {"trump_reveal": chance.choice(["after_first_lead", "at_deal"]), "max_lead": chance.choice([0, 1, 5])}
    return {"claim_mode": chance.choice(["race", "ask_all"]), "play_after_draw": chance.random() < 0.5}


def begun(house: House, chance: Random, key: str, extra: dict[str, Any]) -> Table:
    """A first round that has come some way and is not over."""
    # Before the first card of a Kawagoe round is laid, several have been turned up and answered by everybody.
    far = chance.randrange(12 if key == "dobon-sato" else 40)
    while True:
        table = house.table(players=3, listed=True, ruleset=key, options=OPTIONS[key] | extra)
        world = World(house, table.id, table.people)
        house.time.passes(SECONDS)
        for _ in range(far):
            if table.people[0].view(table.id)["status"] == "playing":
                world.do(*moves(table, chance))
        if table.people[0].view(table.id)["status"] == "playing":
            return table


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("watcher", ["seat", "spectator"])
@pytest.mark.parametrize("key", list(RULESETS))
def test_nothing_over_http_depends_on_cards_hidden_from_v(house: House, seed: int, watcher: str, key: str) -> None:
    chance = Random(f"{seed}-{watcher}")
    extra = options(key, chance)
    if key not in ("doubt", *BEATING):
        extra["claim_hints"] = chance.random() < 0.5
    table = begun(house, chance, key, extra)
    seat = chance.randrange(3) if watcher == "seat" else None
    viewer = table.people[seat] if seat is not None else house.player("Kai")
    one = World(house, table.id, table.people)
    start, now = table.log()[0], house.time.now

    told, answers, tried = [], [], []
    for _ in range(6):
        view = viewer.view(table.id)
        if view["status"] != "playing":
            break
        tried.append(refusals(view, chance))
        answers.append(list(asked(one, viewer, seat, tried[-1])))
        told.append(moves(table, chance, open_handed=False))
        answers.append([one.plain(one.do(*told[-1]))] if told[-1][0] == seat else [str(one.do(*told[-1]).status)])
    if viewer.view(table.id)["status"] != "playing":
        # What ended the round laid every hand open; up to there nothing had.
        told, answers = told[:-1], answers[:-1]

    with house.pool.connection() as connection:
        events = log.read(connection, table.id)
    before_end = [event for event in events if event.type not in ("round-ended", "round-revealed", "game-ended")]
    hidden = hidden_from(before_end, seat)
    others = hidden[:]
    chance.shuffle(others)
    swapped = dict(zip(hidden, others, strict=True))
    two = laid_in(table, exchanged(events[:start], seat, swapped))
    house.time.now = now
    again = []
    for index, tries in enumerate(tried):
        again.append(list(asked(two, viewer, seat, tries)))
        if index < len(told):
            mover, body = told[index]
            # Whoever lays cards face down lays those of this world.
            body = {**body, "cards": [swapped.get(code, code) for code in body["cards"]]} if "cards" in body else body
            answer = two.do(mover, body)
            again.append([two.plain(answer)] if mover == seat else [str(answer.status)])
    for point, (first, second) in enumerate(zip(answers, again, strict=True)):
        assert second == first, f"at point {point}, with {hidden} for {others}"
    assert any(hand != other for hand, other in zip(hidden, others, strict=True))


@pytest.mark.parametrize("viewer", ["player", "asked", "spectator"])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_over_http_depends_on_who_has_declined(house: House, seed: int, viewer: str) -> None:
    chance = Random(seed)
    table = house.table(4, listed=True, ruleset="doubt", options={"min_open_seconds": 3})
    one = World(house, table.id, table.people)
    player = table.people[0].view(table.id)["round"]["turn"]
    one.do(player, {"type": "play", "cards": table.people[player].view(table.id)["round"]["hands"][player][:1]})
    with house.pool.connection() as connection:
        events = log.read(connection, table.id)
    two, begun = laid_in(table, events), house.time.now
    first, second, third = chance.sample([seat for seat in range(4) if seat != player], 3)
    seat = {"player": player, "asked": third, "spectator": None}[viewer]
    watcher = house.player("Kai") if seat is None else table.people[seat]
    decline = {"type": "decline", "on": events[-1].version}
    answers = list[list[str]]()
    tried: list[list[dict[str, Any]]] = []
    for world, order in ((one, [first, second, third]), (two, [second, first, third])):
        house.time.now = begun
        told = list[str]()
        for step, mover in enumerate(order):
            assert world.do(mover, decline).status_code == 200
            if world is one:
                tried.append(refusals(watcher.view(world.game), chance))
            told += asked(world, watcher, seat, tried[step])
        answers.append(told)
    assert answers[0] == answers[1]
    assert any("doubt-declined" in answer for answer in answers[0])
