"""`dobon verify --receipts`: each kind of receipt has its words and its exit code."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from api.cli import main
from domain.game.receipts import PublicKey, Receipt, heads_of, jwk, signed_bytes, thumbprint
from domain.log.log_format import parse
from infra.signatures import public_of, sign
from prove.harness.random_games import export_lines, play_game

SECRET, STOLEN = bytes(range(32)), bytes(32)
AT, BEGIN = "2026-11-21T04:00:00.000000Z", "2026-11-21T03:00:00.000000Z"
GAME = "receipts"

Verify = Callable[..., tuple[int, str]]


def key(secret: bytes = SECRET) -> dict[str, Any]:
    return jwk(PublicKey(public_of(secret), BEGIN, None))


def receipt(version: int, secret: bytes = SECRET, game: str = GAME, hand_size: int = 2, at: str = AT) -> dict[str, Any]:
    head = heads_of(parse(log(game, hand_size)))[version]
    signature = sign(secret, signed_bytes(game, version, head, at)).hex()
    return asdict(Receipt(game, version, head, at, thumbprint(public_of(secret)), signature))


def log(game: str = GAME, hand_size: int = 2) -> list[str]:
    return export_lines(game, play_game(game, 2, hand_size=hand_size))


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Call `dobon verify` with a log, receipts and keys; return the exit code and the output."""

    def write(name: str, values: list[Any]) -> Path:
        lines = [value if isinstance(value, str) else json.dumps(value) for value in values]
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return tmp_path / name

    def run(lines: list[str], receipts: list[Any], keys: list[Any] | None = None) -> tuple[int, str]:
        arguments = ["verify", write("log.jsonl", [*lines]), "--receipts", write("receipts.jsonl", receipts)]
        if keys is not None:
            arguments += ["--keys", write("keys.json", [{"keys": keys}])]
        code = main.main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    return run


def test_a_log_that_agrees_with_its_receipts_passes(verify: Verify) -> None:
    code, shown = verify(log(), [{"keys": [key()]}, receipt(3), receipt(9)])
    assert code == 0
    assert "2 of 2 agree with the log" in shown
    assert f"compare their names with those that the server published: {key()['kid']}" in shown


def test_a_rewritten_log_is_convicted_with_version_and_heads(verify: Verify) -> None:
    code, shown = verify(log(hand_size=3), [receipt(9)], [key()])
    assert code == 1
    assert "CONTRADICTED at version 9" in shown
    assert receipt(9)["head"] in shown
    assert heads_of(parse(log(hand_size=3)))[9] in shown
    assert "If the server gave you this log, they prove that it changed it." in shown


def test_a_log_that_was_cut_off_is_found(verify: Verify) -> None:
    code, shown = verify(log()[:9], [receipt(8), receipt(9)], [key()])
    assert code == 1
    assert "1 of 2 agree" in shown
    assert "CUT OFF: the server signed version 9" in shown
    assert "ends at version 8" in shown


def test_two_signed_logs_of_one_game_are_a_conflict_even_if_one_agrees(verify: Verify) -> None:
    code, shown = verify(log(), [receipt(9), receipt(9, hand_size=3)], [key()])
    assert code == 1
    assert "CONFLICT: lines 1 and 2" in shown


def test_a_receipt_that_is_older_than_its_event_agrees_and_is_named(verify: Verify) -> None:
    old = "2019-01-01T00:00:00.000000Z"
    ancient = key() | {"signs_from": old}
    code, shown = verify(log(), [receipt(3), receipt(9, at=old)], [ancient])
    assert code == 0
    assert "2 of 2 agree" in shown
    at = parse(log()).events[8].at
    assert f"line 2: agrees, but the server dated it {old}, before the event of version 9, which is of {at}" in shown
    assert "line 1" not in shown


FORGED = receipt(9) | {"head": "0" * 64}


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (FORGED, "line 2: not compared: its signature is invalid"),
        (receipt(9, STOLEN), "is not among the keys"),
        (receipt(9, at="2026-11-21T02:00:00.000000Z"), "did not sign at 2026-11-21T02:00:00.000000Z"),
    ],
)
def test_a_receipt_that_the_server_did_not_sign_is_told_apart(verify: Verify, bad: Any, words: str) -> None:
    code, shown = verify(log(), [receipt(3), bad], [key()])
    assert code == 2
    assert words in shown
    assert "CONTRADICTED" not in shown
    assert "Not all receipts could be used." in shown


def test_receipts_of_other_games_are_named_and_do_no_harm_beside_one_of_this_game(verify: Verify) -> None:
    code, shown = verify(log(), [receipt(3), receipt(5, game="other")], [key()])
    assert code == 0
    assert "line 2: not compared: it is of the game other" in shown
    assert verify(log(), [receipt(5, game="other")], [key()])[0] == 2


def test_the_keys_of_the_file_of_keys_replace_those_beside_the_receipts(verify: Verify) -> None:
    forged = [{"keys": [key(STOLEN)]}, receipt(9, STOLEN, hand_size=3)]
    assert verify(log(), forged)[0] == 1
    code, shown = verify(log(), forged, [key()])
    assert code == 2
    assert "No receipt could be used." in shown


def test_an_invalid_log_stays_invalid_with_receipts_that_cannot_be_used(verify: Verify) -> None:
    assert verify(["{}"], [receipt(3)], [key()])[0] == 1
    lines = log()
    lines[5] = lines[5].replace('"schema":1', '"schema":2')
    assert verify(lines, [receipt(3, STOLEN)], [key()])[0] == 1


@pytest.mark.parametrize("receipts", [["{}"], ["no JSON"], ['{"keys":[{}]}']])
def test_a_file_that_does_not_hold_receipts_cannot_be_used(verify: Verify, receipts: list[Any]) -> None:
    code, shown = verify(log(), receipts)
    assert code == 2
    assert "line 1: " in shown


def test_a_missing_file_of_receipts_cannot_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verify: Verify
) -> None:
    verify(log(), [receipt(3)])
    assert main.main(["verify", str(tmp_path / "log.jsonl"), "--receipts", str(tmp_path / "gone")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_keys_without_receipts_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main.main(["verify", str(tmp_path / "log.jsonl"), "--keys", str(tmp_path / "keys.json")])
    assert stopped.value.code == 2
    assert "--keys needs --receipts" in capsys.readouterr().err
