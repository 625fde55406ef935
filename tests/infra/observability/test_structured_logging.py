"""Log lines: they never hold values that clients send or hold."""

import io
import json
import logging
from collections.abc import Iterator

import psycopg
import pytest

from infra.observability import structured_logging
from infra.postgres.pool import Pool

SECRET = "S12 dbn_canary Aoi"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """The stream that log lines are written to; the loggers are restored afterwards."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    out = io.StringIO()
    yield out
    root.handlers[:], root.level = before, level
    logging.captureWarnings(capture=False)
    root.setLevel(level)


def lines(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def fail(words: str) -> None:
    try:
        [].index(words)  # type: ignore[arg-type]
    except ValueError as error:
        raise LookupError(words) from error


def log_failure(logger: logging.Logger) -> None:
    try:
        fail(SECRET)
    except LookupError:
        logger.exception("game %s cannot be folded", "0b1f5c1e")


def test_only_type_and_place_of_an_exception_are_logged(written: io.StringIO) -> None:
    structured_logging.configure("json", written)
    log_failure(logging.getLogger("infra.somewhere"))
    (line,) = lines(written)
    assert line["message"] == "game 0b1f5c1e cannot be folded"
    assert line["level"] == "error"
    exception = line["exception"]
    assert isinstance(exception, list)
    assert [error["type"] for error in exception] == ["LookupError", "ValueError"]
    assert exception[0]["places"][-1].startswith("tests/infra/observability/test_structured_logging.py:")
    assert SECRET not in written.getvalue()


def test_the_plain_format_shows_no_values_either(written: io.StringIO) -> None:
    structured_logging.configure("plain", written)
    log_failure(logging.getLogger("infra.somewhere"))
    logging.getLogger("api.middleware.request_log").info(
        "request", extra={"fields": {"method": "GET", "route": "/healthz", "status": 200, "ms": 1.5}}
    )
    assert "LookupError" in written.getvalue()
    assert "GET /healthz 200 1.5 ms" in written.getvalue()
    assert SECRET not in written.getvalue()


def test_arguments_of_library_messages_are_not_logged(written: io.StringIO) -> None:
    structured_logging.configure("json", written)
    library = logging.getLogger("psycopg.pool")
    library.warning("error connecting in %r: %s, 100%% of %5.2f", "pool", SECRET, 1)
    library.warning(f"discarding {SECRET}")
    assert [line["message"] for line in lines(written)] == ["error connecting in …: …, 100% of …", "(see the source)"]
    assert SECRET not in written.getvalue()


def test_a_database_error_is_logged_with_its_sqlstate(written: io.StringIO, pool: Pool) -> None:
    structured_logging.configure("json", written)
    with pool.connection() as connection:
        try:
            connection.execute("SELECT %s::int", [SECRET])
        except psycopg.Error:
            logging.getLogger("infra.commands.scheduler").exception("the clock has failed")
    (line,) = lines(written)
    exception = line["exception"]
    assert isinstance(exception, list)
    assert exception[0]["sqlstate"] == "22P02"
    assert SECRET not in written.getvalue()


def test_quiet_logging_shows_warnings_only(written: io.StringIO) -> None:
    structured_logging.configure("quiet", written)
    logging.getLogger("api.middleware.request_log").info("request", extra={"fields": {}})
    assert not written.getvalue()


def test_without_a_terminal_the_format_is_json(written: io.StringIO) -> None:
    structured_logging.configure(None, written)
    logging.getLogger("api").info("hello")
    assert lines(written)[0]["message"] == "hello"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="DOBON_LOG"):
        structured_logging.configure("xml")
