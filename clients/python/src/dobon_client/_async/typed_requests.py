"""Requests whose answers have types."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from dobon_client._async.connection import AsyncConnection
from dobon_client.answers import Values
from dobon_client.cuts import Store, new_anchor

T = TypeVar("T")


class AsyncTypedRequests:
    """What the operations of a group send."""

    def __init__(self, connection: AsyncConnection, store: Store) -> None:
        self._connection = connection
        self._store = store

    async def _get(self, _: type[T], path: str, values: Values | None = None, query: Values | None = None) -> T:
        return cast("T", (await self._connection.request("GET", path, values=values, query=query)).data)

    async def _send(
        self,
        _: type[T],
        method: str,
        path: str,
        values: Values | None = None,
        body: object = None,
        key: str | None = None,
    ) -> T:
        return cast("T", (await self._connection.request(method, path, values=values, body=body, key=key)).data)

    async def _seat(
        self,
        kind: type[T],
        path: str,
        values: Values | None = None,
        body: Mapping[str, object] = {},
        key: str | None = None,
    ) -> T:
        """Send a request for a seat, with the anchor of a new chain.

        With a key it has no anchor but that of the body, because the repetition of a command has to be the same.
        """
        if "anchor" in body or key is not None:
            return await self._send(kind, "POST", path, values, body, key)
        anchor = new_anchor(self._store)
        found = await self._send(kind, "POST", path, values, {**body, "anchor": anchor})
        answer = cast("dict[str, Any]", found)
        # A place in the queue and a challenge have an id of their own, and no game yet.
        game = answer["game"] if "game" in answer else answer.get("id") or answer.get("view", {}).get("game")
        if game is not None:
            self._store[f"anchor.{game}"] = anchor
        return found
