"""`dobon witness ADDRESS`: watch the public log of a server, and cosign what extends everything seen before.

The folder of a witness has its secret key, the last checkpoint that it has cosigned, and the checkpoints that
contradict it. The last checkpoint is written before it is served, so after a crash the witness continues from it.
"""

import sys
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep, time

from domain.game.receipts import BadReceipts, parse_receipts, thumbprint
from domain.transparency import checkpoint as checkpoints
from domain.transparency import notes
from domain.transparency.cosignatures import cosigned, witness_key, write_key
from domain.transparency.extension import extends
from domain.transparency.notes import BadNote, NoteKey
from domain.transparency.tiles import BadTile
from infra.delivery.log_source import LogSource
from infra.signatures import is_signed, new_secret, public_of, sign

SECRET, CHECKPOINT = "secret-key", "checkpoint"

SERVED = ("/checkpoint", "/key")


class Witness:
    """A witness of one log."""

    def __init__(self, address: str, folder: Path, now: Callable[[], float] = time) -> None:
        """`address` is that of the server. The folder is made if it is missing, with a new key."""
        self._server = LogSource(address)
        self._log = LogSource(f"{address.rstrip('/')}/log")
        self._folder = folder
        self._now = now
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / SECRET).exists():
            beside = folder / f"{SECRET}.new"
            beside.touch(mode=0o600)
            beside.write_bytes(new_secret())
            beside.replace(folder / SECRET)
        self._secret = (folder / SECRET).read_bytes()

    @property
    def key(self) -> NoteKey:
        """The public key. Its name follows from it."""
        public = public_of(self._secret)
        return witness_key(f"dobon/witness/{thumbprint(public)}", public)

    def served(self, path: str) -> bytes | None:
        """Return what the witness serves at a path; None if there is nothing."""
        if path == "/key":
            return f"{write_key(self.key)}\n".encode()
        kept = self._folder / CHECKPOINT
        return kept.read_bytes() if path == "/checkpoint" and kept.exists() else None

    def step(self) -> bool:
        """Cosign the newest checkpoint if it extends the last one; return False, and keep it, if it contradicts it.

        Raises `OSError`, `BadNote`, `BadTile` and `BadReceipts` if something cannot be read or is not signed.
        """
        keys = parse_receipts([self._server.read("v1/keys").decode(errors="replace")]).keys
        text = self._log.read("checkpoint").decode(errors="replace")
        new = checkpoints.check(text, [key.public for key in keys.values()], is_signed)
        kept = self._folder / CHECKPOINT
        if kept.exists():
            last = checkpoints.read(kept.read_text(encoding="utf-8"))
            # A server with several processes may show an older state for a moment.
            older, newer = (last, new) if last.size <= new.size else (new, last)
            if not extends(older, newer, self._log.hashes):
                (self._folder / f"contradiction-{new.size}-{new.root.hex()[:16]}").write_text(text, encoding="utf-8")
                return False
            if new.size <= last.size:
                return True
        note = notes.split(text)
        line = cosigned(note.text, self.key, int(self._now()), lambda message: sign(self._secret, message))
        beside = self._folder / f"{CHECKPOINT}.new"
        beside.write_text(notes.join(note.text, [*note.signatures, line]), encoding="utf-8")
        beside.replace(kept)
        return True


class Handler(BaseHTTPRequestHandler):
    """Serves the last cosigned checkpoint and the key of a witness."""

    def __init__(self, witness: Witness, *arguments: object) -> None:
        self._witness = witness
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer a request."""
        found = self._witness.served(self.path)
        self.send_response(404 if found is None else 200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Length", str(len(found or b"")))
        self.end_headers()
        self.wfile.write(found or b"")

    def log_message(self, *_: object) -> None:
        """Log no request."""


def run_witness(address: str, folder: Path, port: int, seconds: int, *, once: bool) -> int:
    """Watch a log until the process is stopped, or once. Return 1 if the last step found a contradiction, 2 if it
    failed, else 0.
    """
    witness = Witness(address, folder)
    print(f"key: {write_key(witness.key)}")
    if once:
        return _report(witness)
    with ThreadingHTTPServer(("", port), partial(Handler, witness)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        while True:
            _report(witness)
            sleep(seconds)


def _report(witness: Witness) -> int:
    try:
        if witness.step():
            return 0
    except (OSError, BadNote, BadTile, BadReceipts) as error:
        print(f"not cosigned: {error}", file=sys.stderr)
        return 2
    print("REWRITTEN: the log contradicts the last checkpoint. Both are kept in the folder.", file=sys.stderr)
    return 1
