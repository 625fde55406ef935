"""Addresses of a request: the host that it names, and the address of its client."""

import re
from ipaddress import IPv6Address, ip_address, ip_network

from flask import request


def requested_host() -> str:
    """Return the host name or address that the request names, without the port."""
    return re.sub(":[0-9]+$", "", request.host)


def is_local() -> bool:
    """Return whether the request comes from this machine directly, without a proxy."""
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def network(address: str | None) -> str | None:
    """Return the network that counts as one client: an IPv4 address, or the /64 of an IPv6 address.

    None for the loopback address, and for a missing or invalid one.
    """
    try:
        found = ip_address(address or "")
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return None if found.is_loopback else str(ip_network(f"{found}/64", strict=False))
        found = found.ipv4_mapped
    return None if found.is_loopback else str(found)
