"""What the program writes about its own running: one line a thing, as JSON for machines or as plain text for a terminal.

A line never holds what somebody sent or holds: no card, token, name, entropy or body. So of an exception only its type and the places in the source
are written, never its words, since those may quote a value ("x not in list", "Failing row contains ..."); the same goes for what libraries
say. What this program says of itself is written as it stands: ids of games, versions, counts.
"""

import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

import orjson

OWN_LOGGERS = ("api", "infra", "domain")
"""Loggers whose messages are this program's own words."""

QUIET = logging.WARNING
FORMS = ("json", "plain", "quiet")

_ROOT = Path(__file__).parents[2]


def configure(form: str | None = None, stream: TextIO | None = None) -> None:
    """Write to standard error, or another stream. `json`, `plain`, or `quiet`: plain, and warnings only; None is plain on a terminal and JSON elsewhere."""
    stream = stream or sys.stderr
    form = form or ("plain" if stream.isatty() else "json")
    if form not in FORMS:
        raise ValueError(f"DOBON_LOG has to be one of {', '.join(FORMS)}")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter() if form == "json" else PlainFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(QUIET if form == "quiet" else logging.INFO)
    logging.captureWarnings(capture=True)
    # What Alembic says at every start is no news to who runs a server.
    logging.getLogger("alembic").setLevel(logging.WARNING)


GRANIAN_LOGGING: dict[str, Any] = {
    "loggers": {"_granian": {"level": "ERROR", "propagate": True}, "granian.access": {"level": "CRITICAL"}}
}
"""Has granian's loggers write where all others do."""


def record_fields(record: logging.LogRecord) -> dict[str, Any]:
    """What is written of a record."""
    found: dict[str, Any] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "process": record.process,
    }
    access: dict[str, Any] | None = getattr(record, "fields", None)
    if access is not None:
        return found | access
    found["logger"] = record.name
    own = record.name.partition(".")[0] in OWN_LOGGERS
    # A library's format is its source's own text; what it fills in may be anything.
    found["message"] = record.getMessage() if own else str(record.msg)[:200] if record.args else "(see the source)"
    if not own:
        found["source"] = f"{record.module}:{record.lineno}"
    if record.exc_info and record.exc_info[1] is not None:
        found["exception"] = exception_chain(record.exc_info[1])
    return found


def exception_chain(error: BaseException) -> list[dict[str, Any]]:
    """An exception and what caused it, without a word of theirs."""
    chain, seen = [], set[int]()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        state = getattr(current, "sqlstate", None)
        frames = traceback.extract_tb(current.__traceback__)
        chain.append(
            {
                "type": f"{type(current).__module__}.{type(current).__qualname__}".removeprefix("builtins."),
                **({"sqlstate": state} if isinstance(state, str) else {}),
                "places": [f"{_place(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames],
            }
        )
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return chain


def _place(filename: str) -> str:
    """A file as it stands in the source, or in its package."""
    path = Path(filename)
    if path.is_relative_to(_ROOT) and "site-packages" not in path.parts:
        return str(path.relative_to(_ROOT)).replace(os.sep, "/")
    return "/".join(path.parts[-2:])


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return orjson.dumps(record_fields(record)).decode()


class PlainFormatter(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        """A line, and more of them for an exception."""
        found = record_fields(record)
        clock = found.pop("at")[11:23]
        if getattr(record, "fields", None) is not None:
            access = " ".join(str(found[name]) for name in ("method", "route", "status") if name in found)
            return f"{clock} {access} {found.get('ms', '')} ms"
        places = [
            line
            for error in found.get("exception", [])
            for line in (f"    {error['type']}", *(f"        {place}" for place in error["places"]))
        ]
        return "\n".join([f"{clock} {found['level']} {found['logger']}: {found['message']}", *places])
