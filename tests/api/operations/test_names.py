"""Names of players: readable when they are chosen, and distinct at a table."""

from typing import Any

import pytest

from prove.harness.application import Caller, House
from tests.api.conftest import refused


def created(house: House, name: str) -> int:
    return house.nobody.post("/v1/players", {"name": name}).status_code


@pytest.mark.parametrize(
    "name",
    [
        "Aoi", "葵", "あおい", "アオイ", "ｱｵｲ", "ニコ", "二コ", "ロ", "口", "ー", "一", "ガ", "ｶﾞ", "ハ゜", "々", "〇", "佐々木　葵", "葛\U000e0100城",
        "O'Brien", "José", "Jose\u0301", "Nguyễn Thị", "נָתָן", "محمد", "می\u200cخواهم", "ศิริ", "क्षत्रिय", "김하늘", "👩\u200d💻", "❤\ufe0f\u200d🔥", "7", "a" * 40, "\U0001fadf", "Admira", "Player", "1 Player", "Player One", "管理", "サーバ", "Dobon", "Systema",
    ],
)  # fmt: skip
def test_ordinary_names_of_all_scripts_are_accepted(house: House, name: str) -> None:
    assert created(house, name) == 201


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("\u200b", id="zero-width-space"),
        pytest.param("\u200d\u200d", id="joiners"),
        pytest.param("\u2060Aoi", id="word-joiner"),
        pytest.param("A\u00adoi", id="soft-hyphen"),
        pytest.param("A\ufeffoi", id="byte-order-mark"),
        pytest.param("\u3164", id="hangul-filler"),
        pytest.param("\uffa0\uffa0", id="half-width-filler"),
        pytest.param("\u2800", id="blank-braille"),
        pytest.param("\U000e0041\U000e0042", id="tags"),
        pytest.param("\u0301", id="one-mark"),
        pytest.param("\u0301\u0302\u0303", id="marks"),
        pytest.param("\ufe0f", id="variation-selector"),
        pytest.param("\u20dd", id="enclosing-circle"),
        pytest.param("\u3000", id="ideographic-space"),
        pytest.param(" \u00a0\u2003", id="spaces"),
        pytest.param("A" + "\u0301" * 5 + "oi", id="five-marks-in-a-row"),
        pytest.param("A" + "\u200d\u0301" * 3, id="marks-between-joiners"),
        pytest.param("\u034fAoi", id="grapheme-joiner"),
        pytest.param("A\ue000", id="private-use"),
        pytest.param("A\u202eoi", id="right-to-left-override"),
        pytest.param("A\ufdd0", id="noncharacter"),
        pytest.param("\U0001fffe", id="noncharacter-at-the-end-of-a-plane"),
        pytest.param("\U0010ffff", id="last-noncharacter"),
        pytest.param("A\noi", id="line-feed"),
    ],
)
def test_a_name_that_a_reader_cannot_see_is_refused(house: House, name: str) -> None:
    body = refused(house.nobody.post("/v1/players", {"name": name}), 422, "bad-body")
    assert "Must" in str(body["errors"])


@pytest.mark.parametrize(
    "name",
    [
        "-", " - ", "‐", "−", "－", "admin", "Admin", "ADMIN", "ａｄｍｉｎ", "аdmin", "a dmin", "Moderator", "system", "運営", "管理者", "サーバー", "ｻｰﾊﾞｰ", "公式",
        "Player 1", "player 1", "Player1", "PLAYER 482913", "Ｐｌａｙｅｒ　１", "Рlayer 7", "Player #2", "Player ٣", "プレイヤー1", "プレーヤー 12",
    ],
)  # fmt: skip
def test_a_name_that_players_would_take_for_the_servers_own_is_refused(house: House, name: str) -> None:
    refused(house.nobody.post("/v1/players", {"name": name}), 409, "name-not-allowed")
    player = house.player("Aoi")
    refused(player.call("PATCH", "/v1/players/me", json={"name": name}), 409, "name-not-allowed")
    assert player.get("/v1/players/me").json["name"] == "Aoi"


def test_four_combining_characters_in_a_row_are_accepted(house: House) -> None:
    assert created(house, "A" + "\u0301" * 4) == 201


def seated(house: House, *names: str, bots: tuple[str, ...] = ()) -> tuple[list[Caller], str]:
    """Return players of these names who sit at one table, and the path of its game."""
    people = [house.player(name) for name in names]
    body = {"ruleset": "dobon-sato", "seats": len(names) + len(bots) + 1, "bots": list(bots)}
    game = people[0].post("/v1/games", body).json
    for person in people[1:]:
        sat = person.post(f"/v1/games/{game['id']}/seats", {"join_code": game["join_code"]})
        assert sat.status_code == 201, "a look-alike is not refused"
    return people, f"/v1/games/{game['id']}"


def shown(people: list[Caller], path: str) -> list[Any]:
    """Return the names as the game and the view of a player show them."""
    names = [player["name"] for player in people[0].get(path).json["players"]]
    assert [player["name"] for player in people[0].get(f"{path}/view").json["players"]] == names
    return names


def test_players_with_look_alike_names_are_told_apart_by_their_seats(house: House) -> None:
    assert shown(*seated(house, "Aoi", "Ren", "Аоі", "A\u200doi")) == ["Aoi #1", "Ren", "Аоі #3", "A\u200doi #4"]


def test_japanese_look_alikes_are_told_apart_and_others_are_left_alone(house: House) -> None:
    assert shown(*seated(house, "ニコ", "二コ", "ロビン", "口")) == ["ニコ #1", "二コ #2", "ロビン", "口"]


def test_players_of_one_name_are_told_apart(house: House) -> None:
    assert shown(*seated(house, "Aoi", "Aoi")) == ["Aoi #1", "Aoi #2"]


def test_a_player_named_like_a_bot_is_told_apart_from_it(house: House) -> None:
    names = shown(*seated(house, "Careful", "careful", "慎重", "Ren", bots=("careful",)))
    assert names == ["Careful #1", "careful #2", "慎重 #3", "Ren", "careful"]


@pytest.mark.parametrize("name", ["Aoi #1", "Aoi ＃1", "Aoi♯1"])
def test_a_name_cannot_imitate_one_with_a_seat(house: House, name: str) -> None:
    assert shown(*seated(house, "Aoi", "Aoi", name)) == ["Aoi #1", "Aoi #2", f"{name} #3"]


def test_comments_and_reviews_name_players_as_the_table_does(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "player", lambda _name: House.player(house, "Careful"))
    table = house.finished()
    me = table.people[0]
    review = me.get(f"{table.path}/rounds/1/review").json
    assert any("Careful #1" in frame["event"]["text"]["en"] for frame in review["frames"])
    version = review["frames"][0]["version"]
    said = me.post(f"{table.path}/rounds/1/comments", {"version": version, "text": "!"}).json
    assert said["name"] == "Careful #1"
    assert me.get(f"{table.path}/rounds/1/comments").json["comments"][0]["name"] == "Careful #1"


def test_the_names_of_a_table_do_not_depend_on_its_viewer(house: House) -> None:
    people, path = seated(house, "Aoi", "Aoi")
    assert shown(people, path) == shown(people[::-1], path)
