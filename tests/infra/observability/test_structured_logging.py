"""What is written about the program's running: never what somebody sent or holds."""

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
    """Where the lines go; the loggers are put back afterwards."""
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


def test_of_an_exception_only_type_and_place_are_written(written: io.StringIO) -> None:
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


def test_the_terminal_is_told_no_more(written: io.StringIO) -> None:
    structured_logging.configure("plain", written)
    log_failure(logging.getLogger("infra.somewhere"))
    logging.getLogger("api.middleware.request_log").info(
        "request", extra={"fields": {"method": "GET", "route": "/healthz", "status": 200, "ms": 1.5}}
    )
    assert "LookupError" in written.getvalue()
    assert "GET /healthz 200 1.5 ms" in written.getvalue()
    assert SECRET not in written.getvalue()


def test_what_a_library_fills_into_its_messages_is_not_written(written: io.StringIO) -> None:
    structured_logging.configure("json", written)
    library = logging.getLogger("psycopg.pool")
    library.warning("error connecting in %r: %s", "pool", SECRET)
    library.warning(f"discarding {SECRET}")
    assert [line["message"] for line in lines(written)] == ["error connecting in %r: %s", "(see the source)"]
    assert SECRET not in written.getvalue()


def test_an_error_of_the_database_is_named_by_its_state(written: io.StringIO, pool: Pool) -> None:
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


def test_quiet_is_warnings_only(written: io.StringIO) -> None:
    structured_logging.configure("quiet", written)
    logging.getLogger("api.middleware.request_log").info("request", extra={"fields": {}})
    assert not written.getvalue()


def test_without_a_terminal_it_is_json(written: io.StringIO) -> None:
    structured_logging.configure(None, written)
    logging.getLogger("api").info("hello")
    assert lines(written)[0]["message"] == "hello"


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(ValueError, match="DOBON_LOG"):
        structured_logging.configure("xml")
