"""Streams as Server-Sent Events: the log of a game, and the notifications of an account."""

from collections.abc import Callable, Iterator
from functools import partial
from threading import Event

from flask import Response, request

from api.auth.authorization import GameAccess
from api.http.exchange import exchange_of
from api.http.responses import EVENT_STREAM
from api.problems import Problem
from api.streaming.hub import current_reader, update_hub
from api.streaming.stream import Stream
from api.streaming.subscriptions import MAX_OF_ACCOUNT
from domain.log.sentences import Sentence
from infra.postgres.retry import Unavailable

HEADERS = {"X-Accel-Buffering": "no"}
"""Tells a proxy to forward chunks without buffering."""


def event_stream_response(game_id: str, found: GameAccess, after: int) -> Response:
    """Return the log after version `after` as a stream of what the account can see.

    Raises `Problem` with `too-many-streams` or `too-many-open`.
    """
    updates, reader = update_hub(), current_reader()
    has_room = updates.subscriptions.has_room_for(reader.account)
    return _stream_response(has_room, lambda: updates.subscribe(game_id, reader, after, found.newest))


def account_stream_response(after: int | None) -> Response:
    """Return the notifications of the account after a position as a stream, by default from the next one on.

    Raises `Problem` with `too-many-streams` or `too-many-open`.
    """
    updates, reader = update_hub(), current_reader()
    has_room = updates.accounts.has_room_for(reader.account)
    return _stream_response(has_room, lambda: updates.subscribe_account(reader, after))


def _stream_response(has_room: bool, subscribe: Callable[[], Stream | None]) -> Response:
    if request.method == "HEAD":
        return Response(status=200, mimetype=EVENT_STREAM, headers=HEADERS)
    if not has_room:
        raise Problem(
            "too-many-open",
            Sentence("An account may have {most} streams open at this process: close one.", most=MAX_OF_ACCOUNT),
            {"Retry-After": "1"},
        )
    stream = subscribe()
    if stream is None:
        raise Problem(
            "too-many-streams",
            "This process serves no more streams: retry in a moment, or wait for the view instead.",
            {"Retry-After": "1"},
        )
    # An iterator, because the length of the response is unknown.
    response = Response(iter(()), status=200, mimetype=EVENT_STREAM, headers=HEADERS)
    exchange = exchange_of(request)
    if exchange is not None:
        exchange.streams.append(stream)
        exchange.endings.append(partial(update_hub().unsubscribe, stream))
    else:
        response.response = SseBody(stream, update_hub().unsubscribe)
    return response


class SseBody(Iterator[bytes]):
    """A stream as the body of a WSGI response; each holds a thread while it waits."""

    def __init__(self, stream: Stream, unsubscribe: Callable[[Stream], None]) -> None:
        self._stream = stream
        self._unsubscribe = unsubscribe
        self._woken = Event()
        stream.wake = self._woken.set

    def __next__(self) -> bytes:
        """Return the next chunk; waits until there is one."""
        stream = self._stream
        while not stream.ended:
            self._woken.clear()
            piece = stream.next_chunk()
            if piece is None:
                piece = read_backlog(stream)
            if piece:
                return piece
            self._woken.wait(stream.until_heartbeat())
        raise StopIteration

    def close(self) -> None:
        """Unsubscribe. The server calls this however the response ends."""
        self._unsubscribe(self._stream)


def read_backlog(stream: Stream) -> bytes:
    """Return older events from the database; ends the stream if the database is unavailable."""
    try:
        return stream.catch_up()
    except Unavailable:
        stream.end("unavailable")
        return b""
