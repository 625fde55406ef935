"""Where streams are served, as the client reaches it."""

import re

from flask import current_app, request

from api.http import client_address

STREAM_URL = "STREAM_URL"
"""In the application's configuration: `stream_url` of the settings."""


_HOST = re.compile(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]")
"""What may stand in a link: whatever a client names as `Host` comes back in it."""


def stream_origin() -> str | None:
    """Where streams are served beside this process, as who asked reaches it; None where nothing is."""
    url: str | None = current_app.config.get(STREAM_URL)
    if not url or not url.startswith(":"):
        return url or None
    host = client_address.requested_host()
    return f"{request.scheme}://{host}{url}" if _HOST.fullmatch(host) else None
