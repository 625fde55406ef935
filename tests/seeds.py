"""Random bytes of this process during tests: the same ones in each run, so that a test that passed passes again.

Deals, ids, tokens and codes follow from them. Each test has a seed of its own, and so has each fixture that several
tests share, because its user may be another test in another run. Processes that tests start have real random bytes.
`make test SEED=2` tries other values, in another order.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest


class Seeds:
    """A plugin of pytest that replaces the random bytes of the operating system."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._stream = random.Random()

    def pytest_sessionstart(self) -> None:
        """Give all users of random bytes those of this plugin; `uuid` takes them from `os`, `secrets` from `random`."""
        self._stream = self._named("the session")
        os.urandom = self._bytes
        random._urandom = self._bytes  # type: ignore[attr-defined]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._stream = self._named(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        before, self._stream = self._stream, self._named(f"{fixturedef.argname} of {request.node.nodeid}")
        try:
            return (yield)
        finally:
            self._stream = before

    def _named(self, name: str) -> random.Random:
        return random.Random(f"{self._config.getoption('randomly_seed', 0)} {name}")

    def _bytes(self, count: int) -> bytes:
        return self._stream.randbytes(count)
