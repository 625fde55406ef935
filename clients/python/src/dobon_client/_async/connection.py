"""Requests with a token, attempts that are repeated, and the server's time.

This module knows no operation by name, except which ones can be repeated.
"""

from collections.abc import Mapping
from types import TracebackType
from typing import Self, cast
from urllib.parse import quote

import httpx

from dobon_client._async.clock import AsyncServerClock
from dobon_client.answers import Answer, Patience, Values, new_key, read_data
from dobon_client.errors import NO_ANSWER, DobonError
from dobon_client.retry import backoff, is_repeatable, retry_after
from dobon_client.types import Problem
from dobon_client.version import VERSION

ATTEMPT_SECONDS = 30.0
JSON_TYPES = "application/json, application/problem+json"


class AsyncConnection:
    """Requests to one server."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        program: str | None = None,
        language: str | None = None,
        patience: Patience | None = None,
        clock: AsyncServerClock | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`program` names the program before this package in `User-Agent`. `language` is that of titles and details:
        `en` or `ja`. `transport` replaces that of httpx.
        """
        self.token = token
        self.clock = clock or AsyncServerClock()
        self._patience = patience or Patience()
        headers = {"User-Agent": f"{program or ''} dobon-client/{VERSION}".strip()}
        if language:
            headers["Accept-Language"] = language
        self._http = httpx.AsyncClient(
            base_url=base_url, headers=headers, timeout=ATTEMPT_SECONDS, transport=transport, follow_redirects=False
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def request(
        self,
        method: str,
        path: str,
        *,
        values: Values | None = None,
        query: Values | None = None,
        body: object = None,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request until it is answered. Raises `DobonError` if it is refused or patience ends.

        `values` replace the `{names}` of the path. Reads, commands with a key and commands that the server did not
        carry out are repeated. A command keeps its key, so that it happens once.
        """
        command = method != "GET"
        request = self.build(method, path, values, query, body, headers)
        waiting = float(str((query or {}).get("wait") or 0))
        request.extensions["timeout"] = httpx.Timeout(ATTEMPT_SECONDS + waiting).as_dict()
        if command:
            request.headers["Idempotency-Key"] = key or new_key()
        end = self.clock.local() + waiting + (self._patience.command if command else self._patience.read)
        unknown, attempt = False, 0
        while True:
            try:
                return await self._attempt(request)
            except DobonError as error:
                # A refusal settles what happened to earlier attempts with the same key; a 429 does not.
                unknown = command and (unknown and error.is_transient if error.is_undone else True)
                error.outcome_unknown = unknown
                wait = backoff(attempt, error.retry_after)
                again = error.is_transient and (error.is_undone or is_repeatable(method, request.url.path))
                if not again or self.clock.local() + wait > end:
                    raise
            await self.clock.sleep(wait)
            attempt += 1

    def build(
        self,
        method: str,
        path: str,
        values: Values | None = None,
        query: Values | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Request:
        """Return a request with the token."""
        filled = path.format_map({name: quote(str(value), safe="") for name, value in (values or {}).items()})
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        sent = {"Accept": JSON_TYPES, **(headers or {})}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        return self._http.build_request(method, filled, params=given or None, json=body, headers=sent)

    async def open(self, request: httpx.Request, silence: float) -> httpx.Response:
        """Send a request once and return the open response of a stream. Raises `DobonError`.

        The stream raises `httpx.ReadTimeout` after `silence` seconds without a byte.
        """
        request.extensions["timeout"] = httpx.Timeout(ATTEMPT_SECONDS, read=silence).as_dict()
        sent = self.clock.local()
        try:
            response = await self._http.send(request, stream=True)
            if not response.is_success:
                await response.aread()
        except httpx.TransportError as error:
            raise DobonError(NO_ANSWER) from error
        if response.is_success:
            return response
        raise self._refusal(response, sent)

    async def _attempt(self, request: httpx.Request) -> Answer:
        sent = self.clock.local()
        try:
            response = await self._http.send(request)
        except httpx.TransportError as error:
            raise DobonError(NO_ANSWER) from error
        if not response.is_success and response.status_code != httpx.codes.NOT_MODIFIED:
            raise self._refusal(response, sent)
        data = read_data(response)
        self._observe(data, sent)
        return Answer(response.status_code, data, response.headers)

    def _refusal(self, response: httpx.Response, sent: float) -> DobonError:
        data = read_data(response)
        self._observe(data, sent)
        problem = cast("Problem", data) if isinstance(data, dict) and isinstance(data.get("code"), str) else None
        asked = retry_after(response.headers.get("Retry-After"), self.clock.now())
        status = response.status_code
        return DobonError(problem["code"] if problem else f"http-{status}", status, problem, asked)

    def _observe(self, data: object, sent: float) -> None:
        now = data.get("now") if isinstance(data, dict) else None
        if isinstance(now, str):
            self.clock.observe(now, sent)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
