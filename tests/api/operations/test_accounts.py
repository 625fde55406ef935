"""Names, export and erasure of accounts."""

from urllib.parse import quote

import pytest
from psycopg import sql

from domain.log.errors import Refused
from domain.log.identifiers import LOWEST_ID
from domain.log.log_format import export
from domain.verification.verify import verify
from infra.accounts.player_names import RESERVED_DAYS
from infra.commands import erasure, matchmaking
from infra.event_store import store
from infra.notifications import notifications, webhooks
from infra.postgres import functions
from infra.postgres.pool import Pool
from infra.postgres.tables.schema import metadata
from infra.social import comments
from prove.harness.application import START, Caller, House, Table
from prove.harness.receivers import BROWSER, RECEIVER
from prove.harness.service_games import databases_of, owning
from tests.api.conftest import refused
from tests.api.operations.signing_in import add_passkey, device_code, recovery_codes

ME = "/v1/players/me"
NAME = "Tamamo 玉藻前 7041"
"""A name that no other test uses."""


def rename(player: Caller, name: str) -> None:
    answer = player.call("PATCH", ME, json={"name": name})
    assert answer.status_code == 200, answer.json
    assert answer.json == {"id": player.id, "name": name, "kind": "human"}


def sit(player: Caller) -> Table:
    """Let the player sit alone at a new table, so that others may know its name."""
    made = player.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2})
    assert made.status_code == 201
    return Table(None, made.json["id"], made.json["join_code"], [player])  # type: ignore[arg-type]


def test_a_name_is_changed_everywhere(house: House) -> None:
    player, other = house.player("Nine Tails 0"), house.player()
    table = sit(player)
    assert other.post(f"{table.path}/seats", {"join_code": table.join_code}).status_code == 201
    assert other.view(table.id)["players"][0]["name"] == "Nine Tails 0"
    rename(player, "Sora")
    assert player.get(ME).json["name"] == "Sora"
    assert other.view(table.id)["players"][0]["name"] == "Sora"


@pytest.mark.parametrize("name", ["", " ", "\u200bAoi", "x" * 41])
def test_a_new_name_has_to_be_readable(house: House, name: str) -> None:
    refused(house.player().call("PATCH", ME, json={"name": name}), 422, "bad-body")


@pytest.mark.parametrize(
    ("name", "imitation"),
    [("Nine Tails 11", "Nine Tails 11"), ("Nine Tails 12", "Nine Tаils 12"), ("Nine Tails 13", "Ｎｉｎｅ Tails 13")],
)
def test_an_old_name_is_reserved_for_a_while(house: House, name: str, imitation: str) -> None:
    player, other = house.player(name), house.player()
    sit(player)
    rename(player, "Sora")
    refused(other.call("PATCH", ME, json={"name": imitation}), 409, "name-reserved")
    refused(house.nobody.post("/v1/players", {"name": imitation}), 409, "name-reserved")
    house.time.passes(RESERVED_DAYS * 86_400)
    rename(other, imitation)


def test_the_player_may_take_the_old_name_again(house: House) -> None:
    player = house.player("Nine Tails 2")
    sit(player)
    rename(player, "Nine Tails 20")  # "Sora" would now be reserved, which other tests use
    rename(player, "Nine Tails 2")


def test_only_the_last_name_of_a_player_is_reserved(house: House) -> None:
    player = house.player("Nine Tails 3")
    sit(player)
    rename(player, "Nine Tails 4")
    rename(player, "Sora")
    house.player("Nine Tails 3")
    refused(house.nobody.post("/v1/players", {"name": "Nine Tails 4"}), 409, "name-reserved")


def test_a_name_of_two_players_is_not_reserved(house: House) -> None:
    player, other = house.player("Nine Tails 5"), house.player("Nine Tails 5")
    sit(player)
    rename(player, "Sora")
    assert other.get(ME).json["name"] == "Nine Tails 5"
    house.player("Nine Tails 5")


def test_a_name_without_a_seat_is_not_reserved(house: House) -> None:
    rename(house.player("Guest 6"), "Sora")
    house.player("Guest 6")


def test_the_export_has_everything_about_the_player(house: House) -> None:
    table = house.finished()
    player = table.people[0]
    add_passkey(player, name="My phone")
    recovery_codes(player)
    comment = {"version": 5, "text": "I should have called"}
    assert player.post(f"{table.path}/rounds/1/comments", comment).status_code == 201
    assert player.post(f"{table.path}/shares").status_code == 201
    assert player.post(f"{ME}/push-subscriptions", BROWSER).status_code == 201
    assert player.post(f"{ME}/webhooks", {"url": RECEIVER}).status_code == 201
    followed, blocked = house.player("Ren"), house.player("Mio")
    assert player.call("PUT", f"{ME}/follows/{followed.id}").status_code == 204
    assert player.call("PUT", f"{ME}/blocks/{blocked.id}").status_code == 204
    answer = player.get(f"{ME}/export")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    found = answer.json
    assert (found["account"]["id"], found["account"]["name"]) == (player.id, "Aoi")
    assert [passkey["name"] for passkey in found["passkeys"]] == ["My phone"]
    assert len(found["recovery_codes"]) == 10
    assert [comment["text"] for comment in found["comments"]] == ["I should have called"]
    assert len(found["sessions"]) == len(found["shares"]) == 1
    assert [browser["endpoint"] for browser in found["browsers"]] == [BROWSER["endpoint"]]
    assert [webhook["url"] for webhook in found["webhooks"]] == [RECEIVER]
    assert [one["player"] for one in found["follows"]] == [followed.id]
    assert [one["player"] for one in found["blocks"]] == [blocked.id]
    (game,) = found["games"]
    assert game["log"] == f"http://localhost/v1/games/{table.id}/events"
    assert game["replay"] == f"http://localhost/replay.html?game={table.id}"
    calls = [claim for claim in player.get(f"{table.path}/claims").json["claims"] if claim["seat"] == 0]
    assert [call["version"] for call in found["calls"]] == [call["version"] for call in calls]
    assert found["statistics"] == player.get(ME).json["statistics"]


def test_an_export_has_nothing_of_another_player(house: House) -> None:
    table = house.table()
    text = table.people[0].get(f"{ME}/export").text
    assert table.people[0].id in text
    assert table.people[1].id not in text


def test_an_erasure_needs_confirmation(house: House) -> None:
    player = house.player()
    refused(player.delete(ME), 409, "not-confirmed")
    assert player.get(ME).status_code == 200


def tables_with(pool: Pool, text: str) -> set[str]:
    """Return the tables with a row, in any database, that holds the text in any column."""
    found = set()
    for database in databases_of(pool):
        with owning(database) as connection:
            for table in metadata.tables.values():
                row = sql.SQL("SELECT 1 FROM dobon.{} AS r WHERE strpos(r::text, %s) > 0 LIMIT 1")
                if connection.execute(row.format(sql.Identifier(table.name)), [text]).fetchone():
                    found.add(table.name)
    return found


def test_after_an_erasure_no_table_holds_the_name_and_every_log_verifies(house: House) -> None:
    house.player("Aoi"), house.player("Ren")  # so that the names that they have now are not reserved
    table, running = house.finished(listed=True), house.table()
    erased = [player, _] = [table.people[0], running.people[1]]
    for one in erased:
        rename(one, NAME)
    for one in erased:
        add_passkey(one, name=NAME)
        recovery_codes(one)
        device_code(one)
        (session,) = one.get(f"{ME}/sessions").json["sessions"]
        assert one.call("PATCH", f"{ME}/sessions/{session['id']}", json={"label": NAME}).status_code == 204
        hook = {"url": f"https://example.org/{quote(NAME)}"}
        assert one.post(f"{ME}/webhooks", hook).status_code == 201
        endpoint = f"{BROWSER['endpoint']}{one.id}/{quote(NAME)}"
        assert one.post(f"{ME}/push-subscriptions", {**BROWSER, "endpoint": endpoint}).status_code == 201
    comment = {"version": 5, "text": f"{NAME} was here"}
    assert player.post(f"{table.path}/rounds/1/comments", comment).status_code == 201
    link = player.post(f"{table.path}/shares").json["token"]
    assert tables_with(house.pool, NAME) == {"players", "known_names", "tokens", "passkeys", "comments"}
    assert tables_with(house.pool, quote(NAME)) == {"webhooks", "push_subscriptions"}

    for one in erased:
        assert one.delete(f"{ME}?confirm=true").status_code == 204
        refused(one.get(ME), 401, "unauthorized")
    assert tables_with(house.pool, NAME) | tables_with(house.pool, quote(NAME)) == set()
    refused(house.nobody.get(f"/v1/shares/{link}"), 404, "no-such-share")
    shown = house.player().get(f"{table.path}/view").json["players"]
    assert shown[0]["name"] == "-"
    (left,) = [one for one in running.people[0].view(running.id)["players"] if one["seat"] == 1]
    assert left["bot"] is not None
    for game in (table.id, running.id):
        with house.pool.games.of(game).connection() as conn:
            log = store.read(conn, game)
        report = verify(export(game, log[0], log[-1].digest, log), log[-1].digest)
        assert report.ok, report.problems


def test_an_erased_player_gets_in_by_no_way(house: House) -> None:
    player = house.player()
    code, link = recovery_codes(player)[0], device_code(player)
    assert player.delete(f"{ME}?confirm=true").status_code == 204
    refused(house.nobody.post("/v1/sessions/recovery", {"code": code}), 422, "bad-code")
    refused(house.nobody.post("/v1/sessions/device-link", {"code": link}), 422, "bad-code")


def test_a_comment_that_arrives_after_the_erasure_is_not_stored(house: House) -> None:
    player = house.player()
    assert player.delete(f"{ME}?confirm=true").status_code == 204
    with pytest.raises(Refused):
        comments.add(house.pool, LOWEST_ID, 1, 5, player.id, NAME)
    assert tables_with(house.pool, NAME) == set()


def test_an_erasure_ends_follows_and_blocks_in_both_directions_and_the_place_in_the_queue(house: House) -> None:
    player, *others = (house.player(name) for name in ("Aoi", "Ren", "Mio", "Yui", "Sora"))
    followed, follower, blocked, blocker = others
    for one, way, other in (
        (player, "follows", followed),
        (follower, "follows", player),
        (player, "blocks", blocked),
        (blocker, "blocks", player),
    ):
        assert one.call("PUT", f"{ME}/{way}/{other.id}").status_code == 204
    assert player.post("/v1/queue", {"ruleset": "dobon-sato", "seats": 7}).status_code == 201
    assert tables_with(house.pool, player.id) >= {"queue", "follows", "blocks"}
    assert player.delete(f"{ME}?confirm=true").status_code == 204
    assert not tables_with(house.pool, player.id) & {"queue", "follows", "blocks"}


def test_an_erased_player_leaves_the_game_of_a_match_that_was_not_open_yet(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, other = house.player(), house.player("Ren")
    wish = {"ruleset": "dobon-sato", "seats": 2}
    assert other.post("/v1/queue", wish).status_code == 201
    with monkeypatch.context() as patch:
        patch.setattr(matchmaking, "open_game", lambda *_: None)
        assert player.post("/v1/queue", wish).json["game"] is None
    assert player.delete(f"{ME}?confirm=true").status_code == 204
    game = other.get("/v1/queue/me").json["game"]
    # Both came at the same moment, so either may have the first seat.
    assert sorted(one["bot"] is None for one in other.view(game)["players"]) == [False, True]


def test_a_webhook_that_arrives_after_the_erasure_is_not_stored(house: House) -> None:
    player = house.player()
    assert player.delete(f"{ME}?confirm=true").status_code == 204
    with pytest.raises(Refused, match="no-such-player"):
        webhooks.create(house.pool, player.id, RECEIVER, bytes(32), START)
    assert webhooks.of_player(house.pool, player.id) == []


def test_the_erasure_knows_every_table_with_a_player() -> None:
    kept = {"claims", "commands", "game_seats", "player_games", "players", "rematches", "reserved_names"}
    columns = {"player_id", "account", "other", "host", "reporter", "reported", "first_id"}
    with_player = {table.name for table in metadata.tables.values() if columns & set(table.columns.keys())}
    _, _, following = (functions.FOLDER / "additions.sql").read_text().partition("FUNCTION dobon.forget_player")
    in_games, _, _ = following.partition("END $$")
    erased = {name for name in with_player if f"dobon.{name} " in " ".join((*erasure._ERASE, in_games))}
    erased |= set(notifications.OF_ACCOUNT)
    assert with_player - erased - kept == set()
