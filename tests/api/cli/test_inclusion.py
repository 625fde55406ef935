"""`dobon verify --inclusion`: what the public log says about a log, and what kept checkpoints say about it."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from api.cli import main
from domain.game.receipts import PublicKey, heads_of, jwk
from domain.log.log_format import parse
from domain.transparency import checkpoint as checkpoints
from domain.transparency import merkle, tiles
from domain.transparency.checkpoint import Checkpoint
from domain.transparency.entries import ENDED, OPENED, SEATED, Entry, entries_of
from domain.transparency.tiles import Tile
from infra.signatures import public_of, sign
from prove.harness.random_games import export_lines, play_game

SECRET, STOLEN = bytes(range(32)), bytes(32)
GAME = "inclusion"
ORIGIN = "dobon/log/first"
BEGIN = "2026-11-21T03:00:00.000000Z"

Verify = Callable[..., tuple[int, str]]


def log(hand_size: int = 2, cut: int = 0) -> list[str]:
    """Return a game played to its end, without some events at the end."""
    events = play_game(GAME, 2, hand_size=hand_size)
    return export_lines(GAME, events[: len(events) - cut])


def entries_of_log(lines: Sequence[str]) -> list[Entry]:
    read = parse(lines)
    heads = heads_of(read)
    return entries_of(GAME, [(event.version, event.type, heads[event.version]) for event in read.events])


def others(first: int, end: int) -> list[Entry]:
    """Return entries of other games."""
    return [Entry(f"game {number}", OPENED, 1, f"{number:064x}") for number in range(first, end)]


TREE = [*others(0, 300), *entries_of_log(log()), *others(300, 320)]
"""The public log, in which this game is among others."""


def node_of(tree: Sequence[Entry]) -> merkle.Node:
    hashes = [merkle.leaf_hash(entry.data) for entry in tree]
    return lambda level, number: merkle.full_hash(hashes[number << level : (number + 1) << level])


def note(tree: Sequence[Entry], secret: bytes = SECRET, origin: str = ORIGIN) -> str:
    state = Checkpoint(origin, len(tree), merkle.root(len(tree), node_of(tree)))
    return checkpoints.signed(state, public_of(secret), lambda message: sign(secret, message))


def answer(tree: Sequence[Entry] = TREE, secret: bytes = SECRET, kinds: Sequence[str] = (OPENED, SEATED, ENDED)) -> Any:
    """Return the answer of a server with this public log."""
    node = node_of(tree)
    entries = [
        {
            "kind": entry.kind,
            "version": entry.version,
            "head": entry.head,
            "index": index,
            "proof": [step.hex() for step in merkle.inclusion_proof(index, len(tree), node)],
        }
        for index, entry in enumerate(tree)
        if entry.game == GAME and entry.kind in kinds
    ]
    return {"game": GAME, "checkpoint": note(tree, secret), "entries": entries}


def write_files(folder: Path, tree: Sequence[Entry]) -> str:
    """Write the files of a public log, as a mirror has them; return the folder."""
    node = node_of(tree)
    (folder / "tile").mkdir(parents=True, exist_ok=True)
    (folder / "checkpoint").write_text(note(tree), encoding="utf-8")
    for tile in tiles.tiles_of(len(tree)):
        if tile.level is not None:
            path = folder / "tile" / tile.name
            path.parent.mkdir(parents=True, exist_ok=True)
            first = tile.number * tiles.WIDTH
            path.write_bytes(b"".join(node(tile.level * tiles.HEIGHT, first + one) for one in range(tile.width)))
    return str(folder)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder by a plain file server; yield its address."""
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Call `dobon verify` with a log, an answer and the key of the server; return the exit code and the output."""

    def run(lines: list[str], included: Any, *more: object, secret: bytes = SECRET) -> tuple[int, str]:
        (tmp_path / "log.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        (tmp_path / "inclusion.json").write_text(json.dumps(included), encoding="utf-8")
        keys = {"keys": [jwk(PublicKey(public_of(secret), BEGIN, None))]}
        (tmp_path / "keys.json").write_text(json.dumps(keys), encoding="utf-8")
        files = ("--inclusion", tmp_path / "inclusion.json", "--keys", tmp_path / "keys.json")
        code = main.main([str(argument) for argument in ("verify", tmp_path / "log.jsonl", *files, *more)])
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    return run


def test_a_log_whose_heads_are_in_the_public_log_passes(verify: Verify) -> None:
    code, shown = verify(log(), answer())
    assert code == 0
    assert "the heads of opened, seated and ended are in it as in this log, by a checkpoint of 323 entries" in shown


def test_a_log_that_was_rewritten_after_it_was_entered_is_named_with_its_kinds(verify: Verify) -> None:
    """Its options differ, so all heads do. It is a perfect log by its own rules."""
    code, shown = verify(log(hand_size=3), answer())
    assert code == 1
    assert "The log is whole and true." in shown
    for kind in (OPENED, SEATED):
        assert f"CONTRADICTED: the public log has another head for {kind}, so this log was changed" in shown
    assert "no head is in it" in shown


def test_a_log_that_was_changed_after_the_deal_differs_in_its_end_alone(verify: Verify) -> None:
    lines = log()
    changed = [*TREE]
    place = next(index for index, entry in enumerate(changed) if entry.game == GAME and entry.kind == ENDED)
    changed[place] = Entry(GAME, ENDED, changed[place].version, "f" * 64)
    code, shown = verify(lines, answer(changed))
    assert code == 1
    assert "the heads of opened and seated are in it as in this log" in shown
    assert "has another head for ended" in shown
    assert "has another head for seated" not in shown


def test_a_log_that_was_cut_off_is_told_apart(verify: Verify) -> None:
    code, shown = verify(log(cut=3), answer())
    assert code == 1
    assert "The log is true as far as it can be seen." in shown
    assert "CUT OFF: the public log has a later head for ended" in shown
    assert "CONTRADICTED" not in shown


def test_an_entry_that_the_answer_leaves_out_is_named(verify: Verify) -> None:
    code, shown = verify(log(), answer(kinds=(OPENED, SEATED)))
    assert code == 2
    assert "ended is not in the file" in shown


def test_a_running_game_lacks_nothing(verify: Verify) -> None:
    tree = [entry for entry in TREE if entry.kind != ENDED]
    code, shown = verify(log(cut=3), answer(tree))
    assert code == 3, "true as far as it can be seen"
    assert "the heads of opened and seated are in it" in shown


def test_a_proof_that_does_not_lead_to_the_signed_root_proves_nothing(verify: Verify) -> None:
    forged = answer()
    forged["entries"][1]["proof"][2] = "0" * 64
    code, shown = verify(log(), forged)
    assert code == 2
    assert "seated is not proven" in shown
    moved = answer()
    moved["entries"][1]["index"] += 1
    assert verify(log(), moved)[0] == 2


def test_a_checkpoint_of_another_key_is_not_one_of_the_server(verify: Verify) -> None:
    code, shown = verify(log(), answer(secret=STOLEN))
    assert code == 2
    assert "none of the keys has signed the checkpoint" in shown


def test_the_answer_about_another_game_says_nothing(verify: Verify) -> None:
    code, shown = verify(log(), answer() | {"game": "other", "entries": []})
    assert code == 2
    assert "the file is of the game other" in shown


@pytest.mark.parametrize(
    "value", [[], {}, {"game": GAME, "checkpoint": None, "entries": []}, answer() | {"entries": [{}]}, 1]
)
def test_a_file_that_is_no_answer_cannot_be_used(verify: Verify, value: Any) -> None:
    assert verify(log(), value)[0] == 2


# Kept checkpoints


def test_the_first_checkpoint_is_kept_and_the_next_one_replaces_it_if_the_log_was_only_extended(
    verify: Verify, tmp_path: Path
) -> None:
    kept, grown = tmp_path / "kept", [*TREE, *others(320, 700)]
    assert verify(log(), answer(), "--checkpoint", kept)[0] == 0
    assert kept.read_text(encoding="utf-8") == note(TREE)
    place = write_files(tmp_path / "mirror", grown)
    code, shown = verify(log(), answer(), "--checkpoint", kept, "--log", place)
    assert code == 0
    assert "the public log was only extended up to its 703 entries" in shown
    assert kept.read_text(encoding="utf-8") == note(grown)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("kept")] == ["kept"]


def test_a_plain_file_server_is_a_mirror(verify: Verify, tmp_path: Path) -> None:
    kept, grown = tmp_path / "kept", [*TREE, *others(320, 700)]
    verify(log(), answer(), "--checkpoint", kept)
    write_files(tmp_path / "mirror", grown)
    with served(tmp_path / "mirror") as address:
        code, shown = verify(log(), answer(), "--checkpoint", kept, "--log", f"{address}/")
    assert code == 0
    assert "only extended up to its 703 entries" in shown


def test_a_mirror_may_have_deleted_a_partial_tile_of_which_it_has_the_full_one(verify: Verify, tmp_path: Path) -> None:
    grown = [*TREE, *others(320, 509)]
    write_files(tmp_path / "mirror", grown)
    place = write_files(tmp_path / "mirror", grown[:-1])
    tile = Tile(0, 1, 255)
    (tmp_path / "mirror" / "tile" / tile.name).unlink()
    assert (tmp_path / "mirror" / "tile" / tile.full.name).exists()
    code, shown = verify(log(), answer(), "--log", place)
    assert code == 0
    assert "only extended up to its 511 entries" in shown


@pytest.mark.parametrize(
    "rewritten",
    [
        [*TREE[1:], *others(320, 321)],
        [*others(900, 901), *TREE[1:], *others(320, 330)],
        [*TREE[:-1], *others(901, 902), *others(320, 330)],
        [*TREE[:-1], *others(901, 902)],
    ],
    ids=["an entry is missing", "the first one is another", "the last one is another", "the same size"],
)
def test_a_public_log_that_was_rewritten_is_convicted_and_the_kept_checkpoint_stays(
    verify: Verify, tmp_path: Path, rewritten: list[Entry]
) -> None:
    kept = tmp_path / "kept"
    kept.write_text(note(TREE), encoding="utf-8")
    place = write_files(tmp_path / "mirror", rewritten)
    code, shown = verify(log(), answer(rewritten), "--checkpoint", kept, "--log", place)
    assert code == 1
    assert "REWRITTEN" in shown
    assert kept.read_text(encoding="utf-8") == note(TREE)


def test_an_older_answer_is_compared_with_a_newer_kept_checkpoint(verify: Verify, tmp_path: Path) -> None:
    kept, grown = tmp_path / "kept", [*TREE, *others(320, 700)]
    kept.write_text(note(grown), encoding="utf-8")
    place = write_files(tmp_path / "mirror", grown)
    assert verify(log(), answer(), "--checkpoint", kept, "--log", place)[0] == 0
    assert kept.read_text(encoding="utf-8") == note(grown), "the newer one"
    other = [*TREE[:-1], *others(901, 902)]
    code, shown = verify(log(), answer(other), "--checkpoint", kept, "--log", place)
    assert code == 1
    assert "does not extend that of 323" in shown


def test_a_log_that_has_grown_cannot_be_compared_without_its_address(verify: Verify, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text(note(TREE[:-5]), encoding="utf-8")
    code, shown = verify(log(), answer(), "--checkpoint", kept)
    assert code == 2
    assert "has grown from 318 to 323 entries; give its address with --log" in shown
    assert kept.read_text(encoding="utf-8") == note(TREE[:-5])


def test_tiles_of_another_tree_neither_convict_nor_confirm(verify: Verify, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text(note(TREE[:-5]), encoding="utf-8")
    place = write_files(tmp_path / "mirror", [*others(900, 1223)])
    (tmp_path / "mirror" / "checkpoint").write_text(note(TREE), encoding="utf-8")
    code, shown = verify(log(), answer(), "--checkpoint", kept, "--log", place)
    assert code == 2
    assert "the tiles are not those of the newest checkpoint" in shown
    assert "REWRITTEN" not in shown


def test_a_server_that_has_begun_another_log_is_named(verify: Verify, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text(note(TREE, origin="dobon/log/second"), encoding="utf-8")
    code, shown = verify(log(), answer(), "--checkpoint", kept)
    assert code == 1
    assert "REPLACED: the checkpoints are of different logs" in shown


@pytest.mark.parametrize("broken", ["checkpoint", "tile/0/001.p/67"])
def test_a_mirror_without_a_file_cannot_be_compared(verify: Verify, tmp_path: Path, broken: str) -> None:
    kept = tmp_path / "kept"
    kept.write_text(note(TREE[:-5]), encoding="utf-8")
    place = write_files(tmp_path / "mirror", TREE)
    (tmp_path / "mirror" / broken).unlink()
    code, shown = verify(log(), answer(), "--checkpoint", kept, "--log", place)
    assert code == 2
    assert "not compared with another state" in shown
    with served(tmp_path / "mirror") as address:
        code, shown = verify(log(), answer(), "--checkpoint", kept, "--log", address)
    assert code == 2
    assert "404" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--inclusion", "x"], "--inclusion needs --keys"),
        (["--checkpoint", "x"], "--checkpoint, --log and --witnesses need --inclusion"),
        (["--log", "x"], "--checkpoint, --log and --witnesses need --inclusion"),
        (["--keys", "x"], "--keys needs --receipts or --inclusion"),
    ],
)
def test_options_that_need_others_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    with pytest.raises(SystemExit):
        main.main(["verify", "log.jsonl", *arguments])
    assert words in capsys.readouterr().err
