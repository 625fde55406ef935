"""Views of spectators: some moves late or not at all, on every route."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

import pytest

from api.http.pagination import encode_cursor
from infra.event_store import store
from infra.queries.games import game_row
from prove.harness.application import START, Caller, House, Table
from prove.harness.http_moves import pick_move
from prove.harness.http_worlds import HEX, World, import_game
from prove.harness.views import actions_of
from tests.api.auth.test_authorization import ABSENT
from tests.api.conftest import refused
from tests.api.streaming.sse import read_events, stream

BEHIND = 8
"""Number of moves that spectators are behind in these tests."""


def delayed(house: House, players: int = 2, **options: Any) -> Table:
    body = {"listed": True, "spectators": "delayed", "spectator_delay": BEHIND}
    return house.table(players, options=options, **body)


def reads(house: House, game: str, version: int) -> Iterator[str]:
    """Yield every readable path of a game, with all query parameters around a version."""
    near = [max(1, version - BEHIND + step) for step in (0, 1)] + [version]
    for rule in sorted(house.app.url_map.iter_rules(), key=str):
        if "GET" not in (rule.methods or ()) or "game" not in rule.arguments or rule.rule.startswith("/v1/admin"):
            continue
        if rule.rule.endswith("/stream"):  # read on its own
            continue
        for number in (1, 2) if "round_number" in rule.arguments else (1,):
            for at in near if "version" in rule.arguments else near[:1]:
                given = dict.fromkeys(rule.arguments, "1") | {"game": game, "round_number": number, "version": at}
                with house.app.test_request_context():
                    built = rule.build(given, append_unknown=False)
                assert built is not None, rule
                yield f"{built[1]}?as=0" if rule.rule.endswith("/dangers") else built[1]
    yield from (f"/v1/games/{game}/view?at={at}" for at in near)
    yield from (f"/v1/games/{game}/events?after={at}" for at in near)
    yield f"/v1/games/{game}/events?after={near[0]}&limit=1"


def listed(house: House, caller: Caller, game: str, query: str = "") -> list[dict[str, Any]]:
    """Return the row of the game in a listing that would begin with it, if there is one."""
    row = game_row(house.tables.pool, game)
    before = replace(row, id=str(UUID(int=UUID(game).int + 1)))
    page = caller.get(f"/v1/games?limit=1&cursor={encode_cursor([before.created_at, before.id])}{query}").json
    return [found for found in page["games"] if found["id"] == game]


def everything(world: World, outsider: Caller, version: int) -> list[str]:
    """Return all that an outsider can read at this point."""
    house, game = world.house, world.game
    answers = [world.mask(outsider.get(path)) for path in reads(house, game, version)]
    path = f"/v1/games/{game}"
    for tag in ("watch", "s0"):
        for known in (max(1, version - BEHIND), version):
            same = {"If-None-Match": f'"{known}-{tag}"'}
            answers.append(world.mask(outsider.get(f"{path}/view?wait=0", headers=same)))
            act = {"If-Match": f'"{known}-{tag}"'}
            answers.append(world.mask(outsider.post(f"{path}/actions", {"type": "draw"}, headers=act)))
    answers.append(world.mask(outsider.post(f"{path}/seats")))
    answers.append(world.mask(outsider.delete(f"{path}/seats/me")))
    statuses = ("waiting", "playing")
    rows = {status: listed(house, outsider, game, f"&status={status}") for status in statuses}
    answers.append(HEX.sub("#", str(rows).replace(game, "GAME")))
    shown_up_to = outsider.view(game)["version"]
    with stream(outsider, game) as found:
        answers.append(str([event["version"] for event in read_events(found, shown_up_to)]))
    return answers


@pytest.mark.parametrize("hand_size", [2, 5])
def test_no_answer_to_an_outsider_depends_on_the_hidden_moves(house: House, hand_size: int) -> None:
    chance = Random(hand_size)
    assert any(two_worlds_look_alike(house, chance, hand_size) for _ in range(8)), "no two games took different courses"


def two_worlds_look_alike(house: House, chance: Random, hand_size: int) -> bool:
    """Continue a game from one point in two ways; return whether the ways differed.

    As long as outsiders may see only that point, their answers must be the same in both games.
    """
    table = delayed(house, hand_size=hand_size, rounds=3)
    one, outsider = World(house, table.id, table.people), house.player("Kai")
    while table.log()[0] < 10 + chance.randrange(4):
        one.do(*pick_move(table, chance))
    with house.pool.games.of(table.id).connection() as connection:
        events = store.read(connection, table.id)
    if table.people[0].view(table.id)["round"]["number"] > 1:
        return False  # a second round has a secret that the other game lacks
    two, begun, now = import_game(table, events), len(events), house.time.now
    answers, scenes = dict[int, list[str]](), dict[int, list[Any]]()
    met = 0
    for world in (one, two):
        house.time.now = now
        played = Table(house, world.game, "", table.people)
        while (version := played.log()[0]) <= begun + BEHIND:
            view = table.people[0].view(world.game)
            if view["status"] == "finished":
                break
            if world is one:
                answers[version] = everything(world, outsider, version)
            elif version in answers:
                assert everything(world, outsider, version) == answers[version]
                met += version > begun
            scenes.setdefault(version, []).append((view["status"], view["round"], view["scores"]))
            world.do(*pick_move(played, chance))
    return met > 2 and any(len(scene) == 2 and scene[0] != scene[1] for scene in scenes.values())


def test_a_delayed_view_equals_the_live_view_of_that_version(house: House) -> None:
    table, outsider = delayed(house, 3), house.player("Kai")
    started = table.log()[0]
    for version in range(started, started + 2 * BEHIND):
        assert table.log()[0] == version
        shown = max(started - 1, version - BEHIND)
        view = outsider.view(table.id)
        assert view["version"] == shown
        assert outsider.get(table.path).json["version"] == shown
        events = outsider.get(f"{table.path}/events").json
        assert [event["version"] for event in events["events"]] == list(range(1, shown + 1))
        assert (events["next"], events["events"][-1]["digest"]) == (None, view["head"])
        refused(outsider.get(f"{table.path}/view?at={shown + 1}"), 404, "no-such-version")
        assert outsider.get(f"{table.path}/view?at={shown}").json == view
        assert table.people[1].view(table.id)["version"] == version
        assert table.turn.act(table.id, "draw").status_code == 200


def test_a_delayed_game_shows_its_players_without_delay(house: House) -> None:
    aoi, ren, outsider = house.player(), house.player("Ren"), house.player("Kai")
    body = {"ruleset": "dobon-sato", "seats": 3, "listed": True, "spectators": "delayed"}
    game = aoi.post("/v1/games", body).json
    assert (game["spectators"], game["spectator_delay"]) == ("delayed", 20)
    ren.post(f"/v1/games/{game['id']}/seats")
    assert [player["name"] for player in outsider.get(f"/v1/games/{game['id']}").json["players"]] == ["Aoi", "Ren"]
    outsider.post(f"/v1/games/{game['id']}/seats")
    assert [player["name"] for player in outsider.view(game["id"])["players"]] == ["Aoi", "Ren", "Kai"]
    assert outsider.view(game["id"])["status"] == "playing"
    late = house.player("Mei")
    assert late.view(game["id"])["status"] == "waiting"
    problem = refused(late.post(f"/v1/games/{game['id']}/seats"), 409, "game-started")
    assert problem["version"] == late.view(game["id"])["version"]


def test_a_refusal_names_only_the_visible_version(house: House) -> None:
    table, outsider = delayed(house), house.player("Kai")
    for _ in range(2 * BEHIND):
        table.turn.act(table.id, "draw")
    version = table.log()[0]
    seen = set[bytes]()
    for guess in (1, version - BEHIND, version - 1, version, version + 1):
        sent = {"If-Match": f'"{guess}"'}
        answer = outsider.post(f"{table.path}/actions", {"type": "draw"}, headers=sent)
        assert refused(answer, 409, "not-seated")["version"] == version - BEHIND
        seen.add(answer.data)
    assert len(seen) == 1


def test_listings_filter_by_the_visible_status(house: House) -> None:
    table, outsider = delayed(house), house.player("Kai")

    def found(caller: Caller, status: str, more: str = "") -> list[str]:
        return [row["status"] for row in listed(house, caller, table.id, f"&status={status}{more}")]

    assert (found(outsider, "waiting"), found(outsider, "playing")) == (["waiting"], [])
    assert (found(table.people[0], "waiting"), found(table.people[0], "playing")) == (["waiting"], [])
    assert found(table.people[0], "playing", "&mine=true") == ["playing"]
    while outsider.view(table.id)["status"] == "waiting":
        table.turn.act(table.id, "draw")
    assert (found(outsider, "waiting"), found(outsider, "playing")) == ([], ["playing"])


def test_finished_rounds_become_visible_with_the_delay(house: House) -> None:
    body = {"listed": True, "spectators": "delayed", "spectator_delay": 30}
    table = house.table(1, bots=["novice", "careful"], options={"rounds": 2}, **body)
    table.played_until(lambda view: view["round"]["number"] == 2)
    outsider, (aoi,) = house.player("Kai"), table.people
    ended, revealed = (
        next(event["version"] for event in events(aoi, table) if event["type"] == kind)
        for kind in ("round-ended", "round-revealed")
    )
    late = False
    while (shown := outsider.view(table.id))["version"] < ended:
        assert shown["scores"] == [0, 0, 0]
        assert shown["result"] is None
        refused(outsider.get(f"{table.path}/rounds/1/review"), 409, "round-not-over")
        assert outsider.get(f"{table.path}/claims").json == {"claims": []}
        assert outsider.get(f"{table.path}/rounds").json["rounds"] == []
        shuffled = outsider.get(f"{table.path}/fairness").json["rounds"]
        assert [found["secret"] for found in shuffled] == [None] * bool(shown["round"])
        assert not any(len(event["sealed"]) for event in outsider.get(f"{table.path}/events").json["events"])
        assert aoi.get(f"{table.path}/rounds/1/review").status_code == 200
        late = True
        chosen = next(a for a in actions_of(aoi.view(table.id))[::-1] if a["type"] != "dobon")
        assert aoi.post(f"{table.path}/actions", chosen).status_code == 200
    assert late
    while outsider.view(table.id)["version"] < revealed:
        chosen = next(a for a in actions_of(aoi.view(table.id))[::-1] if a["type"] != "dobon")
        assert aoi.post(f"{table.path}/actions", chosen).status_code == 200
    assert outsider.get(f"{table.path}/rounds/1/review").json == aoi.get(f"{table.path}/rounds/1/review").json
    assert outsider.get(f"{table.path}/claims").json == aoi.get(f"{table.path}/claims").json


def test_a_finished_game_is_shown_to_its_end(house: House) -> None:
    table = house.finished(listed=True, spectators="delayed", spectator_delay=500)
    outsider, (aoi,) = house.player("Kai"), table.people
    assert outsider.view(table.id)["version"] == aoi.view(table.id)["version"]
    assert events(outsider, table) == events(aoi, table)
    with stream(outsider, table.id) as found:
        assert read_events(found) == events(aoi, table)


@pytest.mark.parametrize("over", [False, True])
def test_a_game_without_spectators_looks_absent_to_outsiders(house: House, over: bool) -> None:
    body = {"listed": True, "spectators": "off"}
    table = house.finished(**body) if over else house.table(**body)
    outsider, version = house.player("Kai"), table.log()[0]
    for path in reads(house, table.id, version):
        seen, absent = outsider.get(path), outsider.get(path.replace(table.id, ABSENT))
        refused(seen, 404, "no-such-game")
        assert (seen.data, {**seen.headers}) == (absent.data, {**absent.headers})
    for call, path in (("POST", "/actions"), ("POST", "/seats"), ("DELETE", "/seats/me")):
        sent = {"json": {"type": "draw"} if path == "/actions" else {}} if call == "POST" else {}
        seen = outsider.call(call, f"{table.path}{path}", **sent)
        absent = outsider.call(call, f"/v1/games/{ABSENT}{path}", **sent)
        refused(seen, 404, "no-such-game")
        assert (seen.data, {**seen.headers}) == (absent.data, {**absent.headers})
    for query in ("", "&status=waiting", "&status=playing", "&status=finished"):
        assert not listed(house, outsider, table.id, query)
    assert table.people[0].view(table.id)["version"] == version
    assert listed(house, table.people[0], table.id, "&mine=true")


def test_a_game_without_spectators_is_listed_while_it_waits_for_players(house: House) -> None:
    aoi, ren = house.player(), house.player("Ren")
    body = {"ruleset": "dobon-sato", "seats": 2, "listed": True, "spectators": "off"}
    game = aoi.post("/v1/games", body).json["id"]
    assert listed(house, ren, game, "&status=waiting")
    assert ren.post(f"/v1/games/{game}/seats").status_code == 201
    refused(house.player("Kai").get(f"/v1/games/{game}"), 404, "no-such-game")


def test_a_player_is_never_shown_the_delayed_view(house: House) -> None:
    table = delayed(house, 3, bot_delay_ms=60_000)
    left = table.people[1]
    assert left.delete(f"{table.path}/seats/me").status_code == 200
    for person, seat in zip(table.people, range(3), strict=True):
        assert person.view(table.id)["you"] == {"seat": seat, "anchor": None}
    assert left.view(table.id)["version"] == table.log()[0]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"spectators": "sometimes"}, "bad-body"),
        ({"spectators": "delayed", "spectator_delay": 0}, "bad-body"),
        ({"spectators": "delayed", "spectator_delay": 501}, "bad-body"),
        ({"spectators": "live", "spectator_delay": 5}, "option-conflict"),
        ({"spectator_delay": 5}, "option-conflict"),
    ],
)
def test_an_invalid_choice_of_spectators_is_refused(house: House, asked: dict[str, Any], code: str) -> None:
    refused(house.player().post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, **asked}), 422, code)


def test_a_waiting_delayed_spectator_gets_the_visible_version(house: House) -> None:
    table, outsider = delayed(house), house.player("Kai")
    known = outsider.get(f"{table.path}/view").headers["ETag"]
    for _ in range(BEHIND + 1):
        table.turn.act(table.id, "draw")
    moved = outsider.get(f"{table.path}/view?wait=30", headers={"If-None-Match": known})
    assert moved.status_code == 200
    assert moved.json["version"] == table.log()[0] - BEHIND


def events(caller: Caller, table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = caller.get(f"{table.path}/events?limit=500").json["events"]
    return found


def test_a_list_does_not_tell_which_seats_have_answered(house: House) -> None:
    table = house.table(3, listed=True, options={"claim_mode": "ask_all", "answer_seconds": 60})
    watching = house.player("Kai")
    asked = watching.get(table.path).json
    assert len(asked["turn"]) > 1
    declined = table.people[asked["turn"][0]].act(table.id, "decline", on=asked["version"])
    assert declined.status_code == 200, declined.json
    for found in (watching.get(table.path).json, *listed(house, watching, table.id)):
        assert (found["turn"], found["version"]) == (asked["turn"], asked["version"] + 1), "the answer is sealed"


def test_a_delayed_list_says_whose_turn_it_was(house: House) -> None:
    table = house.table(2, listed=True, spectators="delayed", spectator_delay=1)
    watching, player = house.player("Kai"), table.people[0]
    (before,) = listed(house, watching, table.id)
    assert (before["turn"], before["started_at"]) == ([], None), "before the deal"
    for _ in range(3):
        house.time.passes(10)
        turn = table.peek()["round"]["turn"]
        table.people[turn].act(table.id, "draw")
        table.people[turn].act(table.id, "pass")
    (now,), (late,) = listed(house, player, table.id, "&mine=true"), listed(house, watching, table.id)
    assert now["turn"] == [table.peek()["round"]["turn"]] != late["turn"] == [turn]
    assert late["version"] == now["version"] - 1
    assert late["started_at"] == now["started_at"] == START
