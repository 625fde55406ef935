"""Structured logging: one line per record, as JSON for machines or as plain text for a terminal.

A line never holds values from clients or players: cards, tokens, names, links or bodies. Of an exception only its
type and source locations are logged, because its message may quote a value ("x not in list", "Failing row contains
..."). The same holds for messages of libraries. Messages of this program are logged as they are: ids of games,
versions, counts.
"""

import logging
import os
import re
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

import orjson

OWN_LOGGERS = ("api", "infra", "domain")
"""Loggers whose messages are written by this program."""

QUIET = logging.WARNING
FORMS = ("json", "plain", "quiet")

_PLACEHOLDER = re.compile(r"%(?:%|(?:\(\w*\))?[-#0 +]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[a-zA-Z])")
"""A place for an argument in a format, or `%%`."""

_ROOT = Path(__file__).parents[2]


def configure(form: str | None = None, stream: TextIO | None = None) -> None:
    """Log to `stream`, by default standard error, in one of `FORMS`.

    `quiet` is plain with warnings and errors only. Without `form` the log is plain on a terminal and JSON elsewhere.
    Raises `ValueError` for another form.
    """
    stream = stream or sys.stderr
    form = form or ("plain" if stream.isatty() else "json")
    if form not in FORMS:
        raise ValueError(f"DOBON_LOG is {form!r}; it must be one of {', '.join(FORMS)}")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter() if form == "json" else PlainFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(QUIET if form == "quiet" else logging.INFO)
    logging.captureWarnings(capture=True)
    # Alembic logs every start, which is of no interest to an operator.
    logging.getLogger("alembic").setLevel(logging.WARNING)


def record_fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields of a line."""
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
    # The format of a library's message is constant text, but its arguments may be any value.
    found["message"] = record.getMessage() if own else _without_values(record) if record.args else "(see the source)"
    if not own:
        found["source"] = f"{record.module}:{record.lineno}"
    if record.exc_info and record.exc_info[1] is not None:
        found["exception"] = exception_chain(record.exc_info[1])
    return found


def _without_values(record: logging.LogRecord) -> str:
    """Return the message with an ellipsis for each argument."""
    return _PLACEHOLDER.sub(lambda found: "%" if found[0] == "%%" else "…", str(record.msg)[:200])


def exception_chain(error: BaseException) -> list[dict[str, Any]]:
    """Return an exception and its causes without their messages."""
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
    """Return a file's path within the project, or within its package."""
    path = Path(filename)
    if path.is_relative_to(_ROOT) and "site-packages" not in path.parts:
        return str(path.relative_to(_ROOT)).replace(os.sep, "/")
    return "/".join(path.parts[-2:])


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return orjson.dumps(record_fields(record)).decode()


class PlainFormatter(logging.Formatter):
    """Plain text for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, with further lines for an exception."""
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
