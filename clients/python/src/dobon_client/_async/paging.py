"""Iteration over pages: one mechanism for all operations that return them."""

import inspect
from collections.abc import AsyncIterator
from typing import Any

POSITIONS = ("cursor", "after", "start")
"""The parameters by which operations continue after a page."""


async def items(operation: Any, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
    """Yield the items of a page and of all pages that follow it. A page has one list, and `next`."""
    signature = inspect.signature(operation)
    position = next(name for name in POSITIONS if name in signature.parameters)
    asked = signature.bind(*args, **kwargs)
    while True:
        page = await operation(*asked.args, **asked.kwargs)
        for item in next(value for value in page.values() if isinstance(value, list)):
            yield item
        if page["next"] is None:
            return
        asked.arguments[position] = page["next"]
