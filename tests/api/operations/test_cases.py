"""The case of a finished game: what is in the file, who gets it, and what `dobon verify` finds in it elsewhere."""

import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from api.cli import main
from domain.game.receipts import PublicKey, jwk
from infra.projections.heads import HeadProjector
from infra.signatures import public_of
from prove.harness.application import Caller, House, Table
from prove.harness.description import ROOT
from prove.harness.environment import environment_of
from prove.harness.request_targets import finished_with_call
from prove.harness.service_games import owning, shard_of
from tests.api.conftest import refused

ABSENT = "00000000-0000-4000-8000-000000000000"
WHY = {"reason": "they asked for it"}

Verify = Callable[..., tuple[int, str]]


def case_path(table: Table) -> str:
    return f"/v1/admin/games/{table.id}/case"


def case_of(root: Caller, table: Table) -> Any:
    answer = root.get(case_path(table))
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    return answer.json


@pytest.fixture(scope="module")
def case(only_house: House) -> Any:
    """The case of a finished game with a call that is in the public log."""
    table, _ = finished_with_call(only_house, "doubt")
    HeadProjector(only_house.pool).run()
    return case_of(only_house.admin(), table)


@pytest.fixture
def changed(case: Any) -> Any:
    """A copy of the case, for the test to change."""
    return deepcopy(case)


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Call `dobon verify` with a case; return the exit code and the output."""

    def run(value: Any, *more: object) -> tuple[int, str]:
        (tmp_path / "case.json").write_text(json.dumps(value), encoding="utf-8")
        code = main.main([str(argument) for argument in ("verify", tmp_path / "case.json", *more)])
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    return run


# The file


def test_a_case_verifies_in_another_directory_without_a_server(house: House, root: Caller, tmp_path: Path) -> None:
    table, _ = finished_with_call(house, "dobon-sato")
    HeadProjector(house.pool).run()
    answer = root.get(case_path(table))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="dobon-case-{table.id}.json"'
    (tmp_path / "case.json").write_bytes(answer.data)
    found = subprocess.run(
        [sys.executable, "-m", "api.cli", "verify", "case.json"],
        cwd=tmp_path, env=environment_of({"PYTHONPATH": str(ROOT)}), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (found.returncode, found.stderr) == (0, "")
    calls = len(answer.json["claims"])
    assert "The log is whole and true." in found.stdout
    assert f"calls: {calls}, judged again from the log: the same verdicts" in found.stdout
    assert "receipts: 1 of 1 agree with the log" in found.stdout
    assert (
        f"compare their names with those that the server published: {answer.json['receipts'][0]['kid']}" in found.stdout
    )
    assert "public log: the heads of opened, seated and ended are in it as in this log" in found.stdout
    assert "acts of admins: 0" in found.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["case.json"], "it has written nothing"


def test_a_case_has_the_answers_of_the_server_about_its_game(house: House, root: Caller) -> None:
    table, version = finished_with_call(house, "doubt")
    HeadProjector(house.pool).run()
    root.get(f"/v1/admin/claims/{table.id}/{version}")
    me, case = table.people[0], case_of(root, table)
    assert [json.loads(line) for line in me.get(f"{table.path}/log").text.splitlines()] == case["log"]
    for name, path in (("keys", "/v1/keys"), ("inclusion", f"{table.path}/inclusion")):
        assert case[name] == me.get(path).json
    assert case["claims"] == me.get(f"{table.path}/claims").json["claims"]
    (receipt,) = case["receipts"]
    assert (receipt["version"], receipt["head"]) == (table.log()[0], table.log()[2])
    assert case["acts"] == root.get(f"/v1/admin/acts?subject={table.id}&kind=read-call").json["acts"]
    assert len(case["acts"]) == 1


@pytest.mark.parametrize("ruleset", ["dobon-sato", "dobon-kawagoe", "durak", "kirifu", "mustamaija"])
def test_the_case_of_each_ruleset_verifies(house: House, root: Caller, verify: Verify, ruleset: str) -> None:
    table, _ = finished_with_call(house, ruleset)
    HeadProjector(house.pool).run()
    code, shown = verify(case_of(root, table))
    assert code == 0, shown


def test_the_case_of_an_abandoned_game_has_the_act(house: House, root: Caller, verify: Verify) -> None:
    table = house.table(players=3, options={"false_claim": "nothing"})
    on = table.people[0].view(table.id)["round"]["board"]["top"]["version"]
    assert table.people[0].act(table.id, "dobon", on=on).status_code == 200
    root.post(f"/v1/admin/games/{table.id}/abandonment", WHY)
    HeadProjector(house.pool).run()
    case = case_of(root, table)
    assert [(act["kind"], act["reason"]) for act in case["acts"]] == [("abandon-game", WHY["reason"])]
    assert len(case["claims"]) == 1
    code, shown = verify(case)
    assert code == 0, shown
    assert "acts of admins: 1" in shown


def test_a_game_whose_end_is_not_in_the_public_log_has_no_proofs(house: House, root: Caller, verify: Verify) -> None:
    table = house.table()
    HeadProjector(house.pool).run()
    root.post(f"/v1/admin/games/{table.id}/abandonment", WHY)
    assert [one["kind"] for one in table.people[0].get(f"{table.path}/inclusion").json["entries"]] == [
        "opened",
        "seated",
    ]
    case = case_of(root, table)
    assert case["inclusion"] is None
    code, shown = verify(case)
    assert code == 0, shown
    assert "public log: the case has no proofs" in shown
    assert verify(case, "--checkpoint", "kept.txt")[0] == 2


# Who gets it


def test_a_running_game_has_no_case(house: House, root: Caller) -> None:
    for table in (house.table(), house.finished_round()):
        refused(root.get(case_path(table)), 409, "game-not-over")
    refused(root.get(f"/v1/admin/games/{ABSENT}/case"), 404, "no-such-game")


def test_players_get_no_case_even_of_their_own_game(house: House) -> None:
    table = house.finished()
    refused(table.people[0].get(case_path(table)), 403, "admin-only")
    refused(house.nobody.get(case_path(table)), 401, "unauthorized")


def test_the_reading_of_a_case_is_an_act_once_an_hour(house: House, root: Caller) -> None:
    table, running = house.finished(), house.table()
    for _ in range(2):
        case_of(root, table)
    refused(root.get(case_path(running)), 409, "game-not-over")
    (act,) = root.get(f"/v1/admin/acts?actor={root.id}").json["acts"]
    assert (act["kind"], act["subject"], act["reason"]) == ("read-log", table.id, case_path(table))
    assert case_of(house.admin(), table)["acts"] == [act], "the next reader sees who has read it"


# Changed parts


def other(text: str) -> str:
    """Return the text with another last digit."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def test_a_changed_event_of_the_log_is_named(verify: Verify, changed: Any) -> None:
    event = next(event for event in changed["log"] if event.get("type") == "cards-played")
    event["public"]["count"] += 1
    code, shown = verify(changed)
    assert code == 1
    assert f"INVALID at line {event['version'] + 1} (version {event['version']}): the digest has to be" in shown
    assert "The log is FALSE" in shown
    assert "CONTRADICTED at version" in shown, "the receipt has the head before the change"


def test_a_changed_verdict_is_named(verify: Verify, changed: Any) -> None:
    claim = changed["claims"][-1]
    claim["valid"] = not claim["valid"]
    code, shown = verify(changed)
    assert code == 1
    assert f"INVALID call at version {claim['version']}: the log records another valid" in shown
    assert "The log is whole and true." in shown


def test_changed_evidence_of_a_call_is_named(verify: Verify, changed: Any) -> None:
    claim = changed["claims"][0]
    claim["cards"], claim["valid"] = [], int(claim["valid"])  # 1 is a number, not a truth value
    del claim["at"]
    code, shown = verify(changed)
    assert code == 1
    assert f"INVALID call at version {claim['version']}: the log records another at, cards, valid" in shown


def test_a_call_that_is_left_out_or_invented_is_named(verify: Verify, changed: Any) -> None:
    claim = changed["claims"].pop()
    assert f"INVALID call at version {claim['version']}: the case leaves this call out" in verify(changed)[1]
    changed["claims"].append(claim | {"version": 1})
    code, shown = verify(changed)
    assert code == 1
    assert "INVALID call at version 1: the log has no call at this version" in shown
    changed["claims"] += [claim, claim, 7]
    code, shown = verify(changed)
    assert code == 1
    assert shown.count("INVALID call: the case has a call without a version, or two of one version") == 2


def test_a_changed_receipt_is_named(verify: Verify, changed: Any) -> None:
    (receipt,) = changed["receipts"]
    receipt["head"] = other(receipt["head"])
    code, shown = verify(changed)
    assert code == 2
    assert "receipts: 0 of 1 agree with the log" in shown
    assert "receipt 1: not compared: its signature is invalid" in shown
    del receipt["kid"]
    code, shown = verify(changed)
    assert code == 2
    assert "receipt 1 of the case cannot be read: a receipt lacks a valid kid" in shown


def test_the_receipt_of_another_log_contradicts_the_log(verify: Verify, changed: Any) -> None:
    del changed["log"][-1]
    changed["log"][0]["head"] = changed["log"][-1]["digest"]
    code, shown = verify(changed)
    assert code == 1
    assert "CUT OFF: the server signed version" in shown
    assert "CUT OFF: the public log has a later head for ended" in shown


def test_a_changed_proof_is_named(verify: Verify, changed: Any) -> None:
    included = changed["inclusion"]["entries"][1]
    included["proof"][0] = other(included["proof"][0])
    code, shown = verify(changed)
    assert code == 2
    assert "seated is not proven" in shown


def test_a_changed_checkpoint_is_named(verify: Verify, changed: Any) -> None:
    name, size, *more = changed["inclusion"]["checkpoint"].split("\n")
    changed["inclusion"]["checkpoint"] = "\n".join([name, str(int(size) + 1), *more])
    code, shown = verify(changed)
    assert code == 2
    assert f"public log: the signature of {name} is wrong" in shown


def test_changed_keys_are_named(verify: Verify, changed: Any) -> None:
    changed["keys"]["keys"][0]["x"] = jwk(PublicKey(public_of(bytes(32)), "", None))["x"]
    code, shown = verify(changed)
    assert code == 2
    assert "the keys of the case cannot be read: the kid of a key has to be its thumbprint" in shown


def test_a_case_under_the_name_of_another_game_is_named(verify: Verify, changed: Any) -> None:
    code, shown = verify(changed | {"game": ABSENT})
    assert code == 1
    assert f"INVALID: the case is of the game {ABSENT}" in shown


def test_a_verdict_that_the_server_itself_has_changed_is_named(house: House, root: Caller, verify: Verify) -> None:
    table, version = finished_with_call(house, "doubt")
    change = "UPDATE dobon.claims SET valid = NOT valid WHERE game_id = %s AND version = %s"
    with owning(shard_of(house.pool, table.id)) as conn:
        conn.execute(change, [table.id, version])
    try:
        code, shown = verify(case_of(root, table))
    finally:
        with owning(shard_of(house.pool, table.id)) as conn:
            conn.execute(change, [table.id, version])
    assert code == 1
    assert f"INVALID call at version {version}: the log records another valid" in shown


# Other evidence


def test_published_keys_replace_those_of_the_case(verify: Verify, case: Any, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(case["keys"]), encoding="utf-8")
    code, shown = verify(case, "--keys", keys)
    assert code == 0
    assert "compare their names" not in shown
    keys.write_text(json.dumps({"keys": [jwk(PublicKey(public_of(bytes(32)), "", None))]}), encoding="utf-8")
    code, shown = verify(case, "--keys", keys)
    assert code == 2
    assert "is not among the keys" in shown
    assert "none of the keys has signed the checkpoint" in shown
    assert verify(case, "--keys", tmp_path / "gone")[0] == 2


def test_the_checkpoint_of_a_case_is_kept_and_a_head_and_receipts_are_compared(
    verify: Verify, case: Any, tmp_path: Path
) -> None:
    kept, receipts = tmp_path / "kept.txt", tmp_path / "receipts.jsonl"
    assert verify(case, "--checkpoint", kept)[0] == 0
    assert kept.read_text(encoding="utf-8") == case["inclusion"]["checkpoint"]
    receipts.write_text("".join(f"{json.dumps(case[name])}\n" for name in ("keys",)), encoding="utf-8")
    assert verify(case, "--receipts", receipts)[0] == 2, "the file has none"
    assert verify(case, "--head", case["log"][3]["digest"])[0] == 0
    assert verify(case, "--head", "0" * 64)[0] == 1


@pytest.mark.parametrize("change", [{"claims": {}}, {"more": 1}, {"inclusion": "null"}, {"made_at": "\ud800"}])
def test_a_case_of_another_form_cannot_be_read(verify: Verify, changed: Any, change: Any) -> None:
    assert verify(changed | change)[0] == 2


def test_an_object_that_names_a_field_twice_is_no_case(case: Any, tmp_path: Path) -> None:
    text = json.dumps(case)
    path = tmp_path / "case.json"
    path.write_text('{"game": "another", ' + text[1:], encoding="utf-8")
    assert main.main(["verify", str(path)]) == 1


def test_a_case_without_events_is_false(verify: Verify, changed: Any) -> None:
    changed["log"] = changed["log"][:1]
    code, shown = verify(changed)
    assert code == 1
    assert "calls: not compared, because the log cannot be read" in shown
