"""Targets of malformed requests, a server in this process, and the requirements of every answer."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from random import Random
from time import monotonic, thread_time
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import orjson
import psycopg
import schemathesis

from api.http.exchange import EXCHANGE, Exchange
from api.problems import MIMETYPE
from api.server.environ import Scope, call_wsgi, set_body, wsgi_environ
from api.texts.codes import PROBLEMS
from domain.game.registry import RULESETS
from infra.databases.pool import open_pool
from prove.harness.application import House, open_house
from prove.harness.database import database
from prove.harness.request_targets import Targets, finished_with_call
from prove.harness.service_games import owning
from prove.input.malformed import MalformedRequest, Operation

OAUTH_ERROR = re.compile(rb'\{"error":"[a-z_]+"(,"error_description":"[ -~]+")?\}')
"""A refusal in the form of OAuth (RFC 6749, section 5.2)."""

WRITTEN = "SELECT (SELECT count(*) FROM dobon.events), (SELECT count(*) FROM dobon.commands), (SELECT coalesce(sum(version), 0) FROM dobon.games), (SELECT count(*) FROM dobon.games)"


LINK = re.compile('<[!-;=?-~]*>; rel="[a-z]+"')


class Answer(NamedTuple):
    """An answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    cpu_seconds: float = 0.0


def find_error(answer: Answer) -> str:
    """Return an error of the answer to a malformed request, apart from its duration; usually nothing."""
    if answer.status >= 500:
        return f"{answer.status} {answer.body[:200]!r}"
    odd = [name for name, value in answer.headers.items() if not value.replace("\t", " ").isprintable()]
    if odd:
        return f"{answer.status} with unprintable {odd}"
    if not LINK.fullmatch(answer.headers.get("link", '<>; rel="next"')):
        return f"{answer.status} with the link {answer.headers['link']!r}"
    if answer.status < 400:
        return ""
    media_type = answer.headers.get("content-type")
    if (answer.status, media_type) == (400, "application/json") and OAUTH_ERROR.fullmatch(answer.body):
        return ""
    if media_type != MIMETYPE:
        return f"{answer.status} as {media_type}: {answer.body[:100]!r}"
    return "" if not answer.body else _find_problem_error(answer)


def _find_problem_error(answer: Answer) -> str:
    """Return an error in the body of a refusal."""
    try:
        found = orjson.loads(answer.body)
    except ValueError:
        return f"{answer.status} is not JSON: {answer.body[:100]!r}"
    code = found.get("code")
    if code not in PROBLEMS or PROBLEMS[code].status != answer.status or found.get("status") != answer.status:
        return f"{answer.status} with the code {code!r}"
    return "" if found.get("type") == f"/problems/{code}" and found.get("title") else f"{code} without type or title"


class Server:
    """The application, requested as by the ASGI server but without a socket."""

    def __init__(self, running: Targets, owner: psycopg.Connection[Any]) -> None:
        """`owner` reads tables that the application cannot read."""
        self.running = running
        self._owner = owner
        self.house = running.house

    def ask(self, scope: Scope, body: bytes) -> Answer:
        """Return the answer; what it opens is closed at once."""
        began, cpu_seconds = monotonic(), thread_time()
        environ = wsgi_environ(scope)
        set_body(environ, BytesIO(body))
        exchange = environ[EXCHANGE] = Exchange()
        try:
            answer = call_wsgi(self.house.app, environ)
        finally:
            exchange.release()
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in answer.headers}
        return Answer(answer.status, headers, answer.body, monotonic() - began, thread_time() - cpu_seconds)

    def valid_request(self, operation: Operation, fields: dict[str, bytes]) -> MalformedRequest:
        """Return a valid request, mostly for existing targets."""
        path = operation.path_values()
        case = SimpleNamespace(
            path_parameters=path, query={}, path=operation.path,
            operation=SimpleNamespace(definition=SimpleNamespace(raw=operation.described)),
        )  # fmt: skip
        token = self.running.aim(cast("schemathesis.Case", case))
        return MalformedRequest(
            operation, operation.method, {name: str(value) for name, value in path.items()}, token, fields=dict(fields)
        )

    def count_written(self) -> tuple[Any, ...]:
        """Return counts of the log."""
        found: tuple[Any, ...] | None = self._owner.execute(WRITTEN).fetchone()
        assert found is not None
        return found

    def renew_games(self) -> None:
        """Replace finished games by new ones."""
        tables = self.running.tables
        for place, table in enumerate(tables):
            if table.people[0].get(f"{table.path}").json["status"] in ("finished", "abandoned"):
                tables[place] = _open_table(self.house, list(RULESETS)[place])


@contextmanager
def open_server(*, few: bool = False) -> Iterator[Server]:
    """Yield a database with a running and a finished game of each ruleset, or of only two if `few`."""
    with database() as settings, open_pool(settings) as pool, owning(pool) as owner, open_house(pool) as house:
        keys = list(RULESETS)[: 2 if few else None]
        playing = [_open_table(house, key) for key in keys]
        ended = [finished_with_call(house, key) for key in keys]
        share = ended[0][0].people[0].post(f"{ended[0][0].path}/shares").json["token"]
        yield Server(Targets(house, "", house.admin(), playing, ended, share, count(1)), owner)


def _open_table(house: House, key: str) -> Any:
    return house.table(listed=True, ruleset=key, bots=["novice"])


def random_of(seed: str, number: int) -> Random:
    """Return the random source of one request."""
    return Random(f"{seed}-input-{number}")
