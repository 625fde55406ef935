"""The addresses of a host by the name servers of this machine, in bounded time.

The system's own function has no time limit: a name server that does not answer holds it for half a minute.
"""

from ipaddress import ip_address
from time import monotonic

from dns.exception import DNSException
from dns.resolver import NoAnswer, Resolver


def resolve(host: str, seconds: float) -> list[str]:
    """Return the addresses of a host, IPv4 first, because not every server has IPv6. Raises `OSError`."""
    try:
        return [str(ip_address(host))]
    except ValueError:
        end = monotonic() + seconds
    name = host.rstrip(".") + "."  # no domain of this machine is appended
    found: list[str] = []
    try:
        resolver = Resolver()
        for kind in ("A", "AAAA"):
            try:
                found += sorted(str(one) for one in resolver.resolve(name, kind, lifetime=max(0.0, end - monotonic())))
            except NoAnswer:
                continue
    except DNSException as failure:
        if not found:
            raise OSError(str(failure)) from None
    return found
