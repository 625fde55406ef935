"""The heads of a game in the public log, with proofs."""

from typing import Any
from uuid import uuid4

from domain.game.receipts import read_jwk
from domain.transparency import checkpoint as checkpoints
from domain.transparency import merkle
from domain.transparency.entries import Entry
from infra.projections.heads import HeadProjector
from infra.signatures import is_signed
from prove.harness.application import Caller, House, Table
from tests.api.conftest import refused

BEHIND = 8


def enter(house: House) -> None:
    HeadProjector(house.pool).run()


def proven(caller: Caller, table: Table) -> list[tuple[str, int, str]]:
    """Return kind, version and head of each entry, after checking its proof and the signature of the checkpoint."""
    answer: dict[str, Any] = caller.get(f"{table.path}/inclusion").json
    assert answer["game"] == table.id
    keys = [read_jwk(key).public for key in caller.get("/v1/keys").json["keys"]]
    state = checkpoints.check(answer["checkpoint"], keys, is_signed)
    for one in answer["entries"]:
        leaf = merkle.leaf_hash(Entry(table.id, one["kind"], one["version"], one["head"]).data)
        proof = [bytes.fromhex(step) for step in one["proof"]]
        assert merkle.is_included(leaf, one["index"], state.size, proof, state.root)
    return [(one["kind"], one["version"], one["head"]) for one in answer["entries"]]


def heads(table: Table) -> dict[int, str]:
    events = table.people[0].get(f"{table.path}/events?limit=500").json["events"]
    return {event["version"]: event["digest"] for event in events}


def test_a_finished_game_proves_its_three_heads(house: House) -> None:
    table = house.finished()
    enter(house)
    found, log = proven(table.people[0], table), heads(table)
    assert [kind for kind, _, _ in found] == ["opened", "seated", "ended"]
    assert (found[0][1], found[2][1]) == (1, max(log))
    assert all(log[version] == head for _, version, head in found)


def test_the_holder_of_a_link_gets_the_same_proofs_until_it_is_revoked(house: House) -> None:
    table = house.finished()
    enter(house)
    owner = table.people[0]
    share = owner.post(f"{table.path}/shares").json
    path = f"{share['api_path']}/inclusion"
    assert house.nobody.get(path).json == owner.get(f"{table.path}/inclusion").json
    owner.delete(f"{table.path}/shares/{share['id']}")
    refused(house.nobody.get(path), 404, "no-such-share")


def test_a_running_game_proves_that_it_was_opened_and_seated(house: House) -> None:
    table = house.table()
    enter(house)
    found = proven(table.people[0], table)
    table.turn.act(table.id, "draw")
    enter(house)
    assert proven(table.people[0], table) == found
    assert [kind for kind, _, _ in found] == ["opened", "seated"]


def test_a_game_whose_heads_are_not_entered_yet_proves_nothing(house: House) -> None:
    enter(house)
    table = house.table()
    assert proven(table.people[0], table) == []


def test_a_spectator_gets_the_entries_up_to_the_version_that_it_sees(house: House) -> None:
    table = house.table(listed=True, spectators="delayed", spectator_delay=BEHIND)
    enter(house)
    spectator = house.player()
    assert spectator.view(table.id)["version"] < proven(table.people[0], table)[-1][1]
    assert [kind for kind, _, _ in proven(spectator, table)] == ["opened"]


def test_a_hidden_game_has_no_proofs_for_others(house: House) -> None:
    table = house.table()
    enter(house)
    refused(house.player().get(f"{table.path}/inclusion"), 404, "no-such-game")
    refused(house.player().get(f"/v1/games/{uuid4()}/inclusion"), 404, "no-such-game")
