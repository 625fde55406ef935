"""Addresses of a request: the host that it names, and the address of its client."""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from flask import request

UNKNOWN = "unknown"
"""The client that all requests without a valid address belong to."""


def requested_host() -> str:
    """Return the host name or address that the request names, without the port."""
    return re.sub(":[0-9]+$", "", request.host)


def is_local() -> bool:
    """Return whether the request comes from a program of this machine that knows where it sends it.

    A request through a proxy is not local. Neither is one that names another host than this machine itself: a page of
    any site can make a browser on this machine send that, if the site's name leads here (DNS rebinding).
    """
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    return is_loopback(request.remote_addr or "") and names_this_machine()


def names_this_machine() -> bool:
    """Return whether the request names its host as `localhost` or by a loopback address."""
    host = requested_host().lower()
    return host == "localhost" or is_loopback(host.removeprefix("[").removesuffix("]"))


def is_loopback(text: str) -> bool:
    """Return whether the text is an address of the machine for itself."""
    found = parsed_address(text)
    return found is not None and found.is_loopback


def parsed_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address, an IPv4 one also if it is written as IPv6; None for text without the form of an address."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


@lru_cache(maxsize=4096)
def network(address: str | None) -> str | None:
    """Return the network that counts as one client: an IPv4 address, or the /64 of an IPv6 address.

    All missing and invalid addresses count as one client, `UNKNOWN`. None for the loopback address.
    """
    found = parsed_address(address or "")
    if found is None:
        return UNKNOWN
    if found.is_loopback:
        return None
    return str(ip_network(f"{found}/64", strict=False)) if isinstance(found, IPv6Address) else str(found)
