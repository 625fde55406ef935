"""A game's log as Server-Sent Events."""

import re
from collections.abc import Callable, Iterator
from threading import Event

from flask import Response, current_app, request

from api.auth.authentication import account
from api.auth.authorization import Sight
from api.dependencies import services
from api.http import client_address
from api.http.request_body import bearer
from api.problems import Problem
from api.resources.operation import EVENT_STREAM
from api.streaming.event_stream import Stream
from domain.spectators import is_over
from infra.postgres.retry import Unavailable

STREAM_URL = "STREAM_URL"
"""In the application's configuration: `stream_url` of the settings."""

DETACHED = "dobon.streams"
"""Key of the WSGI environment for a list. Where it is there, the stream is put into it and the answer has no body: whoever asked sends it."""

_HOST = re.compile(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]")
"""What may stand in a link: whatever a client names as `Host` comes back in it."""

HEADERS = {"X-Accel-Buffering": "no"}
"""Tells a proxy to pass on what comes."""


LINK = {
    "Link": {
        "description": 'With `rel="monitor"`: where the log of the game is streamed, where that is elsewhere; here it is streamed too, to a few.',
        "schema": {"type": "string"},
    }
}


def wanted() -> bool:
    """Does the request ask for a stream, and not for a page of the log?"""
    kinds = ["application/json", EVENT_STREAM]
    return request.method == "GET" and request.accept_mimetypes.best_match(kinds) == EVENT_STREAM


def streamed(game_id: str, found: Sight, after: int) -> Response:
    """The log after a version and on, as the account may see it; 204 where there is nothing to come. Raises `Problem("too-many-streams")`."""
    if is_over(found.game) and after >= found.upto:
        return Response(status=204)
    token = bearer(request)
    assert token is not None
    tail = services().tail
    stream = tail.following.follow(game_id, account().id, token, after, found.newest)
    if stream is None:
        raise Problem("too-many-streams", "Ask again in a moment, or wait for the view instead.", {"Retry-After": "1"})
    tail.wanted()
    # An iterator and no sequence: the length of the answer is not known.
    response = Response(iter(()), status=200, mimetype=EVENT_STREAM, headers=HEADERS)
    if DETACHED in request.environ:
        request.environ[DETACHED].append(stream)
    else:
        response.response = Pieces(stream, tail.following.leave)
    return response


def stream_origin() -> str | None:
    """Where streams are served beside this process, as who asked reaches it; None where nothing is."""
    url: str | None = current_app.config.get(STREAM_URL)
    if not url or not url.startswith(":"):
        return url or None
    here = client_address.asked()
    return f"{request.scheme}://{here}{url}" if _HOST.fullmatch(here) else None


def link(game_id: str) -> dict[str, str]:
    """The header that says where the game's stream is served, if there is a process for streams: `Link` with `rel="monitor"` (RFC 5989)."""
    base = stream_origin()
    return {"Link": f'<{base}/v1/games/{game_id}/events>; rel="monitor"'} if base else {}


class Pieces(Iterator[bytes]):
    """A stream as the body of an answer; each holds a thread while it waits."""

    def __init__(self, stream: Stream, leave: Callable[[Stream], None]) -> None:
        self._stream = stream
        self._leave = leave
        self._woken = Event()
        stream.wake = self._woken.set

    def __next__(self) -> bytes:
        """The next piece, when there is one."""
        stream = self._stream
        while not stream.ended:
            self._woken.clear()
            piece = stream.take()
            if piece is None:
                piece = read(stream)
            if piece:
                return piece
            self._woken.wait(max(0.0, stream.idle()))
        raise StopIteration

    def close(self) -> None:
        """Nobody reads on. Called by the server, however it ends."""
        self._leave(self._stream)


def read(stream: Stream) -> bytes:
    """What is further back than this process remembers; ends the stream where the database does not answer."""
    try:
        return stream.catch_up()
    except Unavailable:
        stream.end("unavailable")
        return b""
