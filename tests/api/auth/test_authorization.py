"""Access to games. To an account without access, a hidden game looks like one that does not exist."""

import pytest

from prove.harness.application import House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused

ABSENT = "00000000-0000-4000-8000-000000000000"

READS = [
    "", "/view", "/view?at=3", "/view?wait=1", "/events", "/events?after=2&limit=1", "/claims", "/fairness", "/rounds", "/rounds/1/review",
    "/rounds/1/review/7", "/rounds/9/review", "/rounds/1/review/999",
    "/rounds/1/review?as=1", "/rounds/1/review/7?as=1", "/rounds/1/review?as=9", "/rounds/1/comments", "/rounds/9/comments", "/shares", "/stamps",
]  # fmt: skip


@pytest.mark.parametrize("read", READS)
def test_an_unlisted_game_is_visible_to_its_players_only(house: House, read: str) -> None:
    table, stranger = house.old(), house.player("Stranger")
    seen = stranger.get(f"{table.path}{read}")
    absent = stranger.get(f"/v1/games/{ABSENT}{read}")
    refused(seen, 404, "no-such-game")
    assert seen.data == absent.data
    assert {**seen.headers} == {**absent.headers}
    assert table.people[0].get(f"{table.path}{read}").json.get("code") != "no-such-game"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/actions", {"type": "draw"}),
        ("POST", "/actions", {"type": "play", "cards": ["S1"]}),
        ("POST", "/actions", {"type": "dobon", "on": 5}),
        ("POST", "/seats", {}),
        ("POST", "/seats", {"join_code": "AAAAAA", "anchor": "a0" * 32}),
        ("DELETE", "/seats/me", None),
        ("POST", "/rounds/1/comments", {"version": 7, "text": "x"}),
        ("POST", "/rounds/1/comments", {"version": 999, "text": "x"}),
        ("POST", "/shares", None),
        ("POST", "/stamps", {"stamp": "nice"}),
        ("DELETE", "/shares/00000000-0000-4000-8000-000000000000", None),
    ],
)
@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "k"}, {"If-Match": '"1-s0"'}])
def test_a_command_of_an_outsider_reveals_nothing_about_an_unlisted_game(
    house: House, method: str, path: str, body: object, headers: dict[str, str]
) -> None:
    for table in (house.table(), house.old()):
        stranger = house.player("Stranger")
        sent = {"headers": headers} if body is None else {"headers": headers, "json": body}
        with table.untouched():
            seen = stranger.call(method, f"{table.path}{path}", **sent)
        absent = stranger.call(method, f"/v1/games/{ABSENT}{path}", **sent)
        refused(seen, 404, "no-such-game")
        assert seen.data == absent.data
        assert {**seen.headers} == {**absent.headers}


def test_any_account_may_watch_a_listed_game(house: House) -> None:
    table, stranger = house.table(listed=True), house.player("Stranger")
    view = stranger.view(table.id)
    assert view["you"] is None
    assert actions_of(view) == []
    assert view["round"]["hands"] == [["??"] * 5, ["??"] * 5]
    assert all(event["sealed"] == {} for event in stranger.get(f"{table.path}/events").json["events"])


def test_the_join_code_is_shown_to_players_of_the_game_only(house: House) -> None:
    table, stranger = house.table(listed=True), house.player("Stranger")
    assert table.people[1].get(table.path).json["join_code"] == table.join_code
    assert "join_code" not in stranger.get(table.path).json
    for person in (*table.people, stranger):
        assert all("join_code" not in game for game in person.get("/v1/games?mine=true").json["games"])
        assert table.join_code not in person.get(f"{table.path}/view").text
        assert table.join_code not in person.get(f"{table.path}/events").text


def test_a_player_who_leaves_before_the_start_is_an_outsider_again(house: House) -> None:
    aoi, ren = house.player(), house.player("Ren")
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 3}).json
    path = f"/v1/games/{game['id']}"
    assert ren.post(f"{path}/seats", {"join_code": game["join_code"]}).json["view"]["you"] == {
        "seat": 1,
        "anchor": None,
    }
    left = ren.delete(f"{path}/seats/me")
    assert left.json["view"]["you"] is None
    assert left.headers["ETag"].endswith('-watch"')
    refused(ren.get(f"{path}/view"), 404, "no-such-game")
    assert ren.post(f"{path}/seats", {"join_code": game["join_code"]}).status_code == 201


def test_no_answer_shows_a_player_the_cards_of_another(house: House) -> None:
    table = house.table(players=3, listed=True)
    hands = [person.view(table.id)["round"]["hands"][seat] for seat, person in enumerate(table.people)]
    for seat, person in enumerate(table.people):
        hidden = [card for other, hand in enumerate(hands) for card in hand if other != seat]
        texts = [
            person.get(f"{table.path}{read}").text
            for read in ("", "/view", "/events", "/claims", "/fairness", "/rounds")
        ]
        assert not any(f'"{card}"' in text for text in texts for card in hidden)


def test_an_admin_sees_no_more_of_a_running_round_than_a_spectator(house: House) -> None:
    table, root = house.table(), house.admin()
    raw = root.get(f"/v1/admin/games/{table.id}/events").json["events"]
    assert raw[-1]["type"] == "round-dealt"
    assert all(event["sealed"] == {} for event in raw)
    refused(root.get(f"{table.path}/view"), 404, "no-such-game")


def test_an_admin_sees_every_card_of_a_finished_round(house: House) -> None:
    table, root = house.old(), house.admin()
    raw = root.get(f"/v1/admin/games/{table.id}/events?limit=500").json["events"]
    dealt = next(event for event in raw if event["type"] == "round-dealt")
    assert set(dealt["sealed"]) == {"0", "1", "2", "table"}
    assert raw == table.people[0].get(f"{table.path}/events?limit=500").json["events"]


@pytest.mark.parametrize(
    "path", [f"games/{ABSENT}/events", f"games/{ABSENT}/integrity", f"claims/{ABSENT}/1", "games/x/integrity"]
)
def test_an_admin_gets_a_404_for_an_unknown_game(house: House, path: str) -> None:
    refused(house.admin().get(f"/v1/admin/{path}"), 404, "no-such-game")


def test_a_running_round_has_no_review(house: House) -> None:
    table = house.table(listed=True)
    for caller in (*table.people, house.player("Stranger")):
        refused(caller.get(f"{table.path}/rounds/1/review"), 409, "round-not-over")
        refused(caller.get(f"{table.path}/rounds/1/review/5"), 409, "round-not-over")
        assert caller.get(f"{table.path}/claims").json == {"claims": []}


def test_a_call_in_a_running_round_cannot_be_verified_yet(house: House) -> None:
    table: Table = house.table(players=3, options={"false_claim": "nothing"})
    on = table.people[0].view(table.id)["round"]["board"]["top"]["version"]
    version = table.people[0].act(table.id, "dobon", on=on).json["version"]
    refused(house.admin().get(f"/v1/admin/claims/{table.id}/{version}"), 409, "round-not-over")
