"""The host that a request was sent to, as its client names it."""

import re

from flask import request


def asked() -> str:
    """Its name or address, without the port."""
    return re.sub(":[0-9]+$", "", request.host)
