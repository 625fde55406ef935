"""Requests whose answers have types."""

from typing import TypeVar, cast

from dobon_client.connection import Connection, Values

T = TypeVar("T")


class TypedRequests:
    """What the methods of the client send."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def _get(self, _: type[T], path: str, values: Values | None = None, query: Values | None = None) -> T:
        return cast("T", self.connection.request("GET", path, values=values, query=query).data)

    def _send(
        self,
        _: type[T],
        method: str,
        path: str,
        values: Values | None = None,
        body: object = None,
        key: str | None = None,
    ) -> T:
        return cast("T", self.connection.request(method, path, values=values, body=body, key=key).data)
