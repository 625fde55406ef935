"""`dobon witness`: it signs what extends everything that it has seen, and keeps what contradicts it."""

import json
from collections.abc import Sequence
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from api.cli import main
from api.cli.witness import Handler, Witness
from domain.game.receipts import PublicKey, jwk
from domain.transparency import notes
from domain.transparency.cosignatures import read_key, witnesses_of
from domain.transparency.entries import Entry
from domain.transparency.notes import BadNote
from domain.transparency.tiles import BadTile
from infra.signatures import is_signed, public_of
from tests.api.cli.test_inclusion import BEGIN, SECRET, STOLEN, TREE, answer, log, note, others, served, write_files

GROWN = [*TREE, *others(320, 700)]
AT = 1_795_231_440


def serve(folder: Path, tree: Sequence[Entry], secret: bytes = SECRET) -> None:
    """Write what a server with this public log answers."""
    write_files(folder / "log", tree)
    (folder / "v1").mkdir(exist_ok=True)
    keys = {"keys": [jwk(PublicKey(public_of(secret), BEGIN, None))]}
    (folder / "v1" / "keys").write_text(json.dumps(keys), encoding="utf-8")


def witness_of(tmp_path: Path, at: float = AT) -> Witness:
    """Return the witness as it begins again, which reads the files of the server from a folder."""
    return Witness(str(tmp_path / "server"), tmp_path / "witness", lambda: at)


def kept(tmp_path: Path) -> str:
    return (tmp_path / "witness" / "checkpoint").read_text(encoding="utf-8")


def files(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "witness").iterdir())


def test_the_first_checkpoint_is_signed_with_its_time_and_the_next_one_if_it_extends_it(tmp_path: Path) -> None:
    for tree, at in ((TREE, AT), (GROWN, AT + 9)):
        serve(tmp_path / "server", tree)
        witness = witness_of(tmp_path, at)
        assert witness.step()
        found = notes.split(kept(tmp_path))
        assert found.text == notes.split(note(tree)).text
        assert witnesses_of(found, [witness.key], is_signed) == {witness.key: at}
    assert files(tmp_path) == ["checkpoint", "secret-key"]
    assert (tmp_path / "witness" / "secret-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "rewritten",
    [
        [*TREE[1:], *others(320, 330)],
        [*TREE[:-1], *others(901, 902)],
        [*others(900, 901), *TREE[1:]],
        others(0, 5)[::-1],
    ],
    ids=["an entry is missing", "the same size", "another first one", "shorter"],
)
def test_a_log_that_was_rewritten_is_kept_and_not_signed(tmp_path: Path, rewritten: list[Entry]) -> None:
    serve(tmp_path / "server", TREE)
    witness_of(tmp_path).step()
    before = kept(tmp_path)
    serve(tmp_path / "server", rewritten)
    if len(rewritten) < len(TREE):
        write_files(tmp_path / "server" / "log", TREE)  # its tiles stay, so that both can be compared
        (tmp_path / "server" / "log" / "checkpoint").write_text(note(rewritten), encoding="utf-8")
    assert not witness_of(tmp_path).step()
    assert kept(tmp_path) == before
    (contradiction,) = (name for name in files(tmp_path) if name.startswith("contradiction"))
    assert (tmp_path / "witness" / contradiction).read_text(encoding="utf-8") == note(rewritten)


def test_an_older_state_of_the_same_log_is_no_contradiction(tmp_path: Path) -> None:
    serve(tmp_path / "server", GROWN)
    witness_of(tmp_path).step()
    before = kept(tmp_path)
    (tmp_path / "server" / "log" / "checkpoint").write_text(note(TREE), encoding="utf-8")
    assert witness_of(tmp_path).step()
    assert kept(tmp_path) == before


def test_nothing_is_signed_by_tiles_of_another_tree_or_without_the_signature_of_the_server(tmp_path: Path) -> None:
    serve(tmp_path / "server", TREE)
    witness_of(tmp_path).step()
    before = kept(tmp_path)
    write_files(tmp_path / "server" / "log", others(900, 900 + len(GROWN)))
    (tmp_path / "server" / "log" / "checkpoint").write_text(note(GROWN), encoding="utf-8")
    with pytest.raises(BadTile):
        witness_of(tmp_path).step()
    serve(tmp_path / "server", GROWN, STOLEN)
    with pytest.raises(BadNote):
        witness_of(tmp_path).step()
    assert kept(tmp_path) == before


def test_a_witness_serves_its_key_and_what_it_has_signed(tmp_path: Path) -> None:
    serve(tmp_path / "server", TREE)
    witness = witness_of(tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, witness)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}"
        try:
            with pytest.raises(HTTPError, match="404") as missing:
                urlopen(f"{address}/checkpoint")
            missing.value.close()
            witness.step()
            with urlopen(f"{address}/checkpoint") as found, urlopen(f"{address}/key") as key:
                assert found.read().decode() == kept(tmp_path)
                assert read_key(key.read().decode()) == witness.key
            with pytest.raises(HTTPError, match="404") as secret:
                urlopen(f"{address}/secret-key")
            secret.value.close()
        finally:
            server.shutdown()
            thread.join()


def test_the_command_looks_once_and_tells_by_its_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def witness() -> tuple[int, str]:
        with served(tmp_path / "server") as address:
            code = main.main(["witness", address, "--folder", str(tmp_path / "witness"), "--once"])
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    (tmp_path / "server").mkdir()
    assert witness()[0] == 2, "no server is there"
    serve(tmp_path / "server", TREE)
    code, shown = witness()
    assert code == 0
    assert shown.startswith("key: dobon/witness/")
    serve(tmp_path / "server", [*TREE[1:], *others(320, 330)])
    code, shown = witness()
    assert code == 1
    assert "REWRITTEN" in shown


def test_verify_names_the_witnesses_of_a_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    serve(tmp_path / "server", TREE)
    assert main.main(["witness", str(tmp_path / "server"), "--folder", str(tmp_path / "witness"), "--once"]) == 0
    key = capsys.readouterr().out.removeprefix("key: ")
    (tmp_path / "witnesses").write_text(key, encoding="utf-8")
    (tmp_path / "log.jsonl").write_text("".join(f"{line}\n" for line in log()), encoding="utf-8")
    (tmp_path / "inclusion.json").write_text(json.dumps(answer()), encoding="utf-8")
    paths = {"inclusion": "inclusion.json", "keys": "server/v1/keys", "witnesses": "witnesses"}
    arguments = [word for name, path in paths.items() for word in (f"--{name}", str(tmp_path / path))]
    checkpoint = ["--checkpoint", str(tmp_path / "witness" / "checkpoint")]
    assert main.main(["verify", str(tmp_path / "log.jsonl"), *arguments, *checkpoint]) == 0
    assert f"witnessed by {read_key(key).name} at " in capsys.readouterr().out
    assert kept(tmp_path).count("\n— ") == 2, "the signature of the witness stays in the file"
    assert main.main(["verify", str(tmp_path / "log.jsonl"), *arguments]) == 2
    assert "no witness has signed" in capsys.readouterr().out
    # The server has collected the signature, and its log has grown since.
    serve(tmp_path / "server", GROWN)
    (tmp_path / "server" / "log" / "witnessed").write_text(kept(tmp_path), encoding="utf-8")
    server = ["--log", str(tmp_path / "server" / "log")]
    assert main.main(["verify", str(tmp_path / "log.jsonl"), *arguments, *server]) == 0
    assert f"with {len(TREE)} entries" in capsys.readouterr().out
