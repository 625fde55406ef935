"""The server of these tests, and its players."""

import os
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from connections import NewPlayer
from dobon_client import Dobon, Patience, ServerClock


@pytest.fixture(scope="session")
def base_url() -> str:
    """The address of a server without rate limits; `make clients` starts one."""
    return os.environ["DOBON_URL"]


@pytest.fixture
def new_player(base_url: str) -> Iterator[NewPlayer]:
    with ExitStack() as opened:

        def create(
            transport: httpx.BaseTransport | None = None,
            *,
            clock: ServerClock | None = None,
            patience: Patience | None = None,
            language: str | None = None,
        ) -> Dobon:
            with Dobon(base_url) as plain:
                token = plain.create_player("Test")["token"]
            client = Dobon(base_url, token, transport=transport, clock=clock, patience=patience, language=language)
            return opened.enter_context(client)

        yield create


@pytest.fixture
def first(new_player: NewPlayer) -> Dobon:
    return new_player()


@pytest.fixture
def second(new_player: NewPlayer) -> Dobon:
    return new_player()
