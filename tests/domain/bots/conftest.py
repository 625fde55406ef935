from collections.abc import Iterator

import pytest

from prove.harness.small_budgets import small_budgets


@pytest.fixture
def few_playouts() -> Iterator[None]:
    """Experts with a small budget, whose decisions are quick."""
    with small_budgets():
        yield
