"""Two worlds that differ only in cards hidden from a viewer V answer V the same over HTTP.

Status, headers and bodies are compared: of views, events, actions and refusals. A game is played and V's answers are
recorded. Then the same game is imported a second time. In it, the cards that V never sees are swapped for each other in
every sealed part. It is played with the same commands.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.game.registry import RULESETS
from infra.event_store import store
from prove.harness.application import Caller, House, Table
from prove.harness.http_moves import BEATING, OPTIONS, pick_move, pick_options, refused_actions
from prove.harness.http_worlds import SECONDS, World, exchange_cards, hidden_cards, import_game


def asked(world: World, viewer: Caller, seat: int | None, tries: list[dict[str, Any]]) -> Iterator[str]:
    """Return V's requests at this point and their answers."""
    path = f"/v1/games/{world.game}"
    version = viewer.get(f"{path}/view").get_json()["version"]
    reads = [
        path, f"{path}/rounds", f"{path}/view", f"{path}/view?at={max(1, version - 3)}", f"{path}/events?after={max(0, version - 6)}", f"{path}/claims",
        f"{path}/fairness", f"{path}/rounds/1/review", f"{path}/rounds/1/review/{version}",
    ]  # fmt: skip
    for read in reads:
        yield world.mask(viewer.get(read))
    yield world.mask(viewer.get(f"{path}/view", headers={"If-None-Match": f'"{version}-s0"'}))
    for body in tries:
        answer = viewer.post(f"{path}/actions", body)
        assert answer.status_code >= 400, (seat, body, answer.get_json())
        yield world.mask(answer)


def begun(house: House, chance: Random, key: str, extra: dict[str, Any]) -> Table:
    """Return a game whose first round is under way and unfinished."""
    # In Kawagoe, several cards are flipped and answered by every seat before the first card is laid.
    far = chance.randrange(12 if key == "dobon-sato" else 40)
    while True:
        table = house.table(players=3, listed=True, ruleset=key, options=OPTIONS[key] | extra)
        world = World(house, table.id, table.people)
        house.time.passes(SECONDS)
        for _ in range(far):
            if table.people[0].view(table.id)["status"] == "playing":
                world.do(*pick_move(table, chance))
        if table.people[0].view(table.id)["status"] == "playing":
            return table


@pytest.mark.parametrize("watcher", ["seat", "spectator"])
@pytest.mark.parametrize("key", list(RULESETS))
def test_nothing_over_http_depends_on_cards_hidden_from_v(house: House, watcher: str, key: str) -> None:
    chance = Random(watcher)
    extra = pick_options(key, chance)
    if key not in ("doubt", *BEATING):
        extra["claim_hints"] = chance.random() < 0.5
    table = begun(house, chance, key, extra)
    seat = chance.randrange(3) if watcher == "seat" else None
    viewer = table.people[seat] if seat is not None else house.player("Kai")
    one = World(house, table.id, table.people)
    start, now = table.log()[0], house.time.now

    told, answers, tried = [], [], []
    for _ in range(4):
        view = viewer.view(table.id)
        if view["status"] != "playing":
            break
        tried.append(refused_actions(view, chance))
        answers.append(list(asked(one, viewer, seat, tried[-1])))
        told.append(pick_move(table, chance, open_handed=False))
        answers.append([one.mask(one.do(*told[-1]))] if told[-1][0] == seat else [str(one.do(*told[-1]).status)])
    if viewer.view(table.id)["status"] != "playing":
        # The end of the round opened every hand; nothing before it did.
        told, answers = told[:-1], answers[:-1]

    with house.pool.games.of(table.id).connection() as connection:
        events = store.read(connection, table.id)
    before_end = [event for event in events if event.type not in ("round-ended", "round-revealed", "game-ended")]
    hidden = hidden_cards(before_end, seat)
    others = hidden[:]
    chance.shuffle(others)
    swapped = dict(zip(hidden, others, strict=True))
    two = import_game(table, exchange_cards(events[:start], seat, swapped))
    house.time.now = now
    again = []
    for index, tries in enumerate(tried):
        again.append(list(asked(two, viewer, seat, tries)))
        if index < len(told):
            mover, body = told[index]
            # In Doubt, the cards of this world are laid face down.
            body = {**body, "cards": [swapped.get(code, code) for code in body["cards"]]} if "cards" in body else body
            answer = two.do(mover, body)
            again.append([two.mask(answer)] if mover == seat else [str(answer.status)])
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
    with house.pool.games.of(table.id).connection() as connection:
        events = store.read(connection, table.id)
    two, begun = import_game(table, events), house.time.now
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
                tried.append(refused_actions(watcher.view(world.game), chance))
            told += asked(world, watcher, seat, tried[step])
        answers.append(told)
    assert answers[0] == answers[1]
    assert any("doubt-declined" in answer for answer in answers[0])
