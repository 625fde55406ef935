"""`dobon dump --month 2026-11`: the logs of all finished listed games of a month, for people who study them.

A line of the file has one game, and the file is compressed with Zstandard. Beside it lies a manifest with its SHA-256
and the head of each game. Logs hold no names; a game in which an erased player sat is left out.
"""

import json
import re
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from api.middleware.compression import zstd
from domain.log.conclusions import Conclusion, Verification
from domain.log.events import SPECTATOR
from domain.log.moments import moment
from domain.verification.verify import verify
from infra import clock
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.event_store.canonical_json import canonical_text
from infra.queries.finished_games import ended_between, has_erased
from infra.queries.history import log_file, with_log
from infra.settings import Settings

FORMAT = "dobon-dump/1"

LEVEL = 12
"""The level of compression."""

_PLAYER = re.compile(r'"player":"([0-9a-f-]{36})"')


def dump_month(settings: Settings, first: datetime, output: Path | None) -> int:
    """Write the games that ended in the month that begins with `first`, and the manifest. Return the exit code."""
    path = output or Path(f"dobon-{first:%Y-%m}.jsonl.zst")
    part = path.with_name(f"{path.name}.part")
    days = days_of(first)
    prepare(settings)
    heads, left_out = dict[str, str](), 0
    try:
        with open_pool(settings) as pool, zstd.open(part, "wb", level=LEVEL) as file:
            file.write(b"")  # without a write the file of a month without games would have no frame
            for day in track(days, description="writing", console=Console(stderr=True), transient=True):
                for game in ended_between(pool, moment(day), moment(day + timedelta(days=1))):
                    lines = log_file(pool, game.id, SPECTATOR, game.version)
                    if has_erased(pool, _PLAYER.findall("".join(lines))):
                        left_out += 1
                        continue
                    header = json.loads(lines[0])
                    about = {name: header[name] for name in ("game", "ruleset", "seats")}
                    file.write(with_log({**about, "ended_at": game.ended_at}, lines))
                    heads[game.id] = header["head"]
        manifest = {
            "format": FORMAT, "month": f"{first:%Y-%m}", "made_at": clock.now(), "sha256": digest_of(part),
            "games": len(heads), "left_out": left_out, "heads": heads,
        }  # fmt: skip
        manifest_of(path).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        print(f"{path} cannot be written: {error.strerror}. Choose another file with -o.", file=sys.stderr)
        return 1
    if clock.now() < moment(days[-1] + timedelta(days=1)):
        print("The month is not over: later games are missing.", file=sys.stderr)
    print(f"Wrote {len(heads):,} games to {path}. Verify them: dobon verify {path}", file=sys.stderr)
    return 0


def days_of(first: datetime) -> list[datetime]:
    """Return the days of the month that begins with `first`."""
    days = [first + timedelta(days=number) for number in range(31)]
    return [day for day in days if day.month == first.month]


def manifest_of(path: Path) -> Path:
    """Return the path of the manifest of a file."""
    return path.with_name(f"{path.name}.manifest.json")


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hex."""
    found = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def verify_dump(path: Path) -> int:
    """Verify each log of a file, and compare the file with the manifest beside it. Return the exit code.

    1 if a log is false or the manifest differs, 2 if a file cannot be read, 3 if parts of a log cannot be seen.
    """
    counts = dict.fromkeys(Conclusion, 0)
    wrong, heads = list[str](), dict[str, str]()
    try:
        manifest = json.loads(manifest_of(path).read_bytes()) if manifest_of(path).exists() else None
        for number, (game, report) in enumerate(_reports(path), 1):
            counts[report.conclusion] += 1
            heads[game] = report.head or ""
            if report.conclusion is Conclusion.FALSE:
                wrong.append(f"line {number}, game {game}: {report.problems[0].what}")
        if manifest is not None:
            wrong += _differences(manifest, digest_of(path), heads)
    except (OSError, ValueError, EOFError, zstd.ZstdError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    for sentence in wrong[:20]:
        print(f"  INVALID: {sentence}".encode(errors="backslashreplace").decode())
    print(
        f"{sum(counts.values()):,} games: {counts[Conclusion.WHOLE]:,} whole and true, "
        f"{counts[Conclusion.SEEN]:,} true as far as they can be seen, {counts[Conclusion.FALSE]:,} false; "
        + ("no manifest" if manifest is None else "as the manifest says" if not wrong else "see above")
    )
    return 1 if wrong else 3 if counts[Conclusion.SEEN] else 0


def _reports(path: Path) -> Iterator[tuple[str, Verification]]:
    """Yield the id of each game, and what the verification of its log has found. Raises `ValueError`."""
    with zstd.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, 1):
            found: Any = json.loads(line)
            if not isinstance(found, dict) or not isinstance(found.get("log"), list):
                raise ValueError(f"line {number} is not a game of {FORMAT}")
            yield str(found.get("game")), verify([canonical_text(one) for one in found["log"]])


def _differences(manifest: dict[str, Any], digest: str, heads: dict[str, str]) -> list[str]:
    found = []
    if manifest.get("sha256") != digest:
        found.append("the SHA-256 of the file is not that of the manifest")
    if manifest.get("games") != len(heads) or manifest.get("heads") != heads:
        found.append("the games or heads are not those of the manifest")
    return found
