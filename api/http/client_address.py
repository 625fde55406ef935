"""The host that a request was sent to, as its client names it."""

import re
from ipaddress import IPv6Address, ip_address, ip_network

from flask import request


def requested_host() -> str:
    """Its name or address, without the port."""
    return re.sub(":[0-9]+$", "", request.host)


def is_local() -> bool:
    """Does the request come from this very machine, and not through a proxy on it?"""
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def network(address: str | None) -> str | None:
    """What counts as one address: of version 6, what one household is given. None for this machine, and where there is none."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return None if found.is_loopback else str(ip_network(f"{found}/64", strict=False))
        found = found.ipv4_mapped
    return None if found.is_loopback else str(found)
