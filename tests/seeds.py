"""Random bytes of this process during tests: the same ones in each run, so that a test that passed passes again.

Deals, ids, tokens and codes follow from them. Each test has a seed of its own, and so has each fixture that several
tests share, because the test that sets it up may be another one in another run. Processes that tests start have real
random bytes. Names of databases and directories must differ between the workers by themselves.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest


class Seeds:
    """A plugin of pytest that replaces the random bytes of the operating system."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._stream = random.Random()
        self._begun = Counter[str]()

    def pytest_sessionstart(self) -> None:
        """Give all users of random bytes those of this plugin; `uuid` takes them from `os`, `secrets` from `random`."""
        self._stream = self._next("the session")
        os.urandom = self._bytes
        random._urandom = self._bytes  # type: ignore[attr-defined]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._stream = self._next(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        parameter = getattr(request, "param_index", 0)
        before, self._stream = self._stream, self._next(f"{fixturedef.argname} {parameter} of {request.node.nodeid}")
        try:
            return (yield)
        finally:
            self._stream = before

    def _next(self, name: str) -> random.Random:
        """Return the stream of that name. When the name is used again, for example by a second setup, it is another."""
        self._begun[name] += 1
        seed = self._config.getoption("randomly_seed", 0)
        return random.Random(f"{seed} {name} {self._begun[name]}")

    def _bytes(self, count: int) -> bytes:
        return self._stream.randbytes(count)
