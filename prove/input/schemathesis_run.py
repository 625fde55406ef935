"""Requests that schemathesis generates from openapi.yaml in all its phases, for the application in this process."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from time import monotonic, thread_time
from typing import Any, cast

import schemathesis
from schemathesis import engine
from schemathesis.config import GenerationConfig
from schemathesis.hooks import unregister

from api.http.responses import EVENT_STREAM
from prove.harness.description import description
from prove.harness.latency import Pace
from prove.input.oracle import Answer, Server, find_error
from prove.report import Run

PHASES = {"examples": "examples", "coverage": "coverage", "fuzzing": "fuzzing", "stateful testing": "stateful"}
"""Phases as schemathesis reports them, and as its configuration names them."""

SLICE = ("examples", "fuzzing")
"""Phases of a slice: the others take thousands of requests."""


def with_short_streams(app: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """Return the application with each event stream closed after its first chunk: that of an account never ends."""

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        kinds = list[str]()

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            kinds.append(dict(headers).get("Content-Type", ""))
            return start_response(status, headers, *more)

        body = app(environ, start)
        return first_chunk(body) if kinds[-1].startswith(EVENT_STREAM) else body

    return call


def first_chunk(body: Iterable[bytes]) -> list[bytes]:
    """Return the first chunk of a body, which is closed; no chunk if it is empty."""
    with closing(cast("Any", body)):
        return [*islice(body, 1)]


@dataclass
class GeneratedRequests:
    """The requests of a run and their results."""

    run: Run
    server: Server
    wanted: int
    failures: list[str] = field(default_factory=list)
    codes: Counter[int] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    pace: Pace = field(init=False)
    _phase: str = ""
    _began: tuple[float, float] = (0.0, 0.0)
    _before: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        self.pace = Pace(timed=not self.run.quiet)

    @property
    def selected_phases(self) -> tuple[str, ...]:
        """The phases of this run."""
        return SLICE if self.run.share < 0.1 else tuple(PHASES)

    @property
    def count(self) -> int:
        """The number of requests so far."""
        return self.codes.total()

    def send_all(self) -> None:
        """Run all phases, with as many examples as the count needs."""
        round_number = 0
        while self.count < self.wanted:
            self._round(round_number)
            round_number += 1
        self.failures += [f"no requests in phase {phase}" for phase in self.selected_phases if not self.phases[phase]]

    def _round(self, number: int) -> None:
        schema = schemathesis.openapi.from_dict(description())
        schema.app = with_short_streams(self.server.house.app)
        schema.config.update(base_url="http://localhost", continue_on_failure=True)
        schema.config.generation = GenerationConfig(max_examples=self._examples(), deterministic=number == 0, no_shrink=True, database="none")  # fmt: skip
        schema.config.checks.update(included_check_names=["not_a_server_error"])
        schema.config.seed = Random(f"{self.run.seed}-generated-{number}").getrandbits(64)
        schema.config.phases.update(phases=[PHASES[phase] for phase in self.selected_phases])

        # Hooks are functions with fixed names, and hooks of calls can only be registered for all schemas.
        @schemathesis.hook
        def before_call(context: Any, case: schemathesis.Case, kwargs: Any) -> None:  # noqa: ARG001
            self._before_call(case)

        @schemathesis.hook
        def after_call(context: Any, case: schemathesis.Case, response: Any) -> None:  # noqa: ARG001
            self._after_call(case, response)

        try:
            self._run_phases(engine.from_schema(schema))
        finally:
            unregister(before_call)
            unregister(after_call)

    def _run_phases(self, made: Any) -> None:
        """Run all phases, and record errors of schemathesis itself."""
        for event in made.execute():
            phase = getattr(getattr(event, "phase", None), "name", "")
            self._phase = str(getattr(phase, "name", phase)).lower().replace("_", " ")
            if isinstance(error := getattr(event, "value", None), Exception):
                self.failures.append(f"schemathesis: {error}"[:300])

    def _examples(self) -> int:
        """Return the number of examples for each operation and round.

        Two rounds of this size take less time than one of twice the size.
        """
        return max(1, self.wanted // 100)

    def _before_call(self, case: schemathesis.Case) -> None:
        """Aim the request at existing targets."""
        token = self.server.running.aim(case)
        case.headers["Authorization"] = f"Bearer {token}"
        self._before = self.server.count_written()
        self._began = monotonic(), thread_time()

    def _after_call(self, case: schemathesis.Case, response: Any) -> None:
        """Check the answer."""
        headers = {name.lower(): ", ".join(values) for name, values in response.headers.items()}
        began, cpu_seconds = self._began
        answer = Answer(
            response.status_code, headers, response.content, monotonic() - began, thread_time() - cpu_seconds
        )
        what = find_error(answer) or self.pace.find_error(answer, lambda: self._repeat(response.request))
        if not what and answer.status >= 400 and self.server.count_written() != self._before:
            what = f"{answer.status}, but something was written"
        self.codes[answer.status // 100] += 1
        self.phases[self._phase] += 1
        if what:
            self.failures.append(f"{case.method} {case.formatted_path}: {what}")
        self.run.report_progress("generated requests", self.count, self.wanted)

    def _repeat(self, request: Any) -> Answer:
        """Repeat the request exactly as it was sent."""
        began, cpu_seconds = monotonic(), thread_time()
        client = self.server.house.app.test_client(use_cookies=False)
        answer = client.open(request.url, method=request.method, headers=dict(request.headers), data=request.body)
        return Answer(answer.status_code, {}, b"", monotonic() - began, thread_time() - cpu_seconds)
