"""Compression of answers: zstd, br or gzip, as `Accept-Encoding` asks.

Only answers to GET are compressed. An answer to a command can hold a secret (a token, a join code) next to text of the
request, and the length of a compressed answer would then reveal whether that text is like the secret (BREACH). Streams
are never compressed, because each event has to leave at once and would reveal by its length what it repeats.
"""

import gzip
import re
import sys
from collections.abc import Callable
from functools import lru_cache

import brotli  # type: ignore[import-untyped]
from flask import Flask, Response, g, request
from werkzeug.datastructures import Accept

from api.http.responses import LOG_FILE, ConstantResponse

if sys.version_info >= (3, 14):
    from compression import zstd as zstd  # noqa: PLC0414 - for other modules too
else:
    from backports import zstd as zstd  # noqa: PLC0414

LEAST_BYTES = 1024
"""Size from which an answer is compressed. A smaller one fits into a packet either way."""

TYPES = frozenset(
    [
        "application/json", LOG_FILE, "application/manifest+json", "application/problem+json", "application/yaml", "image/svg+xml",
        "text/css", "text/html", "text/javascript", "text/plain",
    ]
)  # fmt: skip

ENCODINGS = ("zstd", "br", "gzip")
"""The encodings, the preferred one first."""

# A review of 477 frames (680 KB) takes 0.5, 1.3 and 3.1 ms and shrinks to 17, 19 and 26 KB; a view of 3 KB takes 20 to
# 32 µs and shrinks to a third. The next levels take twice the time for a tenth of the size.
ONE_ANSWER: dict[str, Callable[[bytes], bytes]] = {
    "zstd": lambda content: zstd.compress(content, 3),
    "br": lambda content: bytes(brotli.compress(content, quality=3)),
    "gzip": lambda content: gzip.compress(content, 4, mtime=0),
}

# openapi.yaml (272 KB) takes 10 to 27 ms. The highest levels take eight times as long for a tenth of the size.
KEPT_ANSWER: dict[str, Callable[[bytes], bytes]] = {
    "zstd": lambda content: zstd.compress(content, 12),
    "br": lambda content: bytes(brotli.compress(content, quality=9)),
    "gzip": lambda content: gzip.compress(content, 9, mtime=0),
}

_CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH")
_ENCODED_TAG = re.compile(rf'-(?:{"|".join(ENCODINGS)})"')


def attach(app: Flask) -> None:
    """Compress the answers of the application."""
    app.before_request(read_entity_tags)
    app.after_request(compress)


def read_entity_tags() -> None:
    """Remove the encodings from the entity tags in the request, so that operations compare them with their own."""
    for name in _CONDITIONS:
        sent = request.environ.get(name, "")
        if _ENCODED_TAG.search(sent):
            g.encoded_tags = sent
            request.environ[name] = _ENCODED_TAG.sub('"', sent)


def compress(response: Response) -> Response:
    """Compress the response if that is worth it and the client accepts an encoding.

    A strong entity tag names the exact bytes, so the tag of a compressed answer gets its encoding: `"17-s1-zstd"`.
    """
    if response.status_code == 304:
        return repeat_entity_tag(response)
    if request.method not in ("GET", "HEAD") or response.mimetype not in TYPES or response.is_streamed:
        return response
    response.vary.add("Accept-Encoding")
    encoding = chosen_encoding(request.accept_encodings)
    content = response.get_data()
    if encoding is None or len(content) < LEAST_BYTES or "Content-Encoding" in response.headers:
        return response
    kept = isinstance(response, ConstantResponse)
    response.set_data(compress_once(content, encoding) if kept else ONE_ANSWER[encoding](content))
    response.headers["Content-Encoding"] = encoding
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        response.set_etag(f"{tag}-{encoding}")
    return response


def repeat_entity_tag(response: Response) -> Response:
    """Name the answer that the client has, which may be a compressed one, in the response that confirms it."""
    response.vary.add("Accept-Encoding")
    tag, _ = response.get_etag()
    sent = g.get("encoded_tags", "")
    for encoding in ENCODINGS:
        if f'"{tag}-{encoding}"' in sent:
            response.set_etag(f"{tag}-{encoding}")
    return response


def chosen_encoding(accepted: Accept) -> str | None:
    """Return the encoding that the client likes best, the preferred one of equals; None for no encoding."""
    if not accepted:
        return None
    best = max(ENCODINGS, key=accepted.quality)
    quality = accepted.quality(best)
    return best if quality > 0 and quality >= accepted.quality("identity") else None


@lru_cache(maxsize=1024)
def compress_once(content: bytes, encoding: str) -> bytes:
    """Return content that stays the same, compressed once for all requests of this process."""
    return KEPT_ANSWER[encoding](content)
