"""The address that serves the streams, as a client reaches it."""

import re

from flask import current_app, request

from api.http import client_address

STREAM_URL = "STREAM_URL"
"""Key of the application's configuration for the setting `stream_url`."""


_HOST = re.compile(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]")
"""Hosts that can be part of a link, because the link repeats the client's `Host` header."""


def stream_origin() -> str | None:
    """Return the origin of the stream process as the client reaches it; None without such a process."""
    url: str | None = current_app.config.get(STREAM_URL)
    if not url or not url.startswith(":"):
        return url or None
    host = client_address.requested_host()
    return f"{request.scheme}://{host}{url}" if _HOST.fullmatch(host) else None
