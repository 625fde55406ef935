"""Addresses that this server connects to: public ones alone, so that no account reaches hosts behind the server.

Only `DOBON_WEBHOOKS=local`, for development, adds webhooks to programs on the same machine, by http.

The names of an address are resolved for each connection, and the connection goes to the address that was checked
(`infra.delivery.requests`). So a name that changes between check and use gains nothing.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from domain.log.sentences import Sentence

MAX_URL = 1_000

_RESERVED = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    )
)  # fmt: skip
"""Networks that are not public or lead to other addresses (IANA's special-purpose registries, and multicast)."""

_UNICAST = IPv6Network("2000::/3")
"""All public addresses of IPv6. NAT64, mapped, local and multicast addresses are outside."""


_LOOPBACK = {"localhost": "127.0.0.1", "127.0.0.1": "127.0.0.1", "::1": "::1"}
"""The hosts that mean this machine, with their addresses; no name server is asked."""


def is_public(address: str) -> bool:
    """Tell whether a literal IP address is public: neither private, local, multicast nor one that embeds another."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found not in _UNICAST:
        return False
    return not any(found in network for network in _RESERVED if network.version == found.version)


def loopback_address(url: str) -> str | None:
    """Return the IP address of an http address on this machine; None for any other address."""
    parts = _split(url)
    if parts is None or parts.scheme != "http" or parts.username is not None or parts.fragment:
        return None
    return _LOOPBACK.get(parts.hostname or "")


def url_problem(url: str) -> str | None:
    """Return why an address is refused before any connection, in a sentence; None if it may be public."""
    parts = _split(url)
    if len(url) > MAX_URL or parts is None or parts.scheme != "https" or not parts.hostname:
        return Sentence(
            "Must be an https address of at most {most} characters, such as https://example.org/dobon.", most=MAX_URL
        )
    if parts.username is not None or parts.password is not None or parts.fragment:
        return "Must have neither a user name, a password nor a fragment."
    host = parts.hostname
    is_literal = ":" in host or host.replace(".", "").isdigit()
    if (is_literal and not is_public(host)) or (not is_literal and "." not in host.rstrip(".")):
        return "Must be the address of a public host."
    if host.rstrip(".").rpartition(".")[2] in ("local", "localhost", "internal", "arpa", "onion"):
        return "Must be the address of a public host."
    return None


def _split(url: str) -> SplitResult | None:
    """Return the parts of an address in visible ASCII with a valid port; None for another."""
    if not all("!" <= letter <= "~" for letter in url):
        return None
    try:
        parts = urlsplit(url)
        return parts if parts.port is None or parts.port else None
    except ValueError:
        return None
