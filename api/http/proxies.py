"""The client behind trusted proxies: `X-Forwarded-For` and `X-Forwarded-Proto` are believed only from them."""

from collections.abc import Collection
from typing import Any

from api.http.client_address import parsed_address
from infra.settings import Network

SCHEMES = ("http", "https")


class TrustedProxies:
    """The proxies in front of this server.

    Each proxy appends the address that it was reached from, so `X-Forwarded-For` is read from the right, and only as
    long as the sender is a proxy of `networks`. Entries further left are the client's own words.
    """

    def __init__(self, networks: Collection[Network] = ()) -> None:
        self._networks = networks

    def resolve(self, environ: dict[str, Any]) -> None:
        """Set `REMOTE_ADDR` and `wsgi.url_scheme` of a request to those of the client behind the proxies."""
        if self._networks and self._trusts(environ["REMOTE_ADDR"]):
            environ["REMOTE_ADDR"] = self._client(environ)
            scheme = last_value(environ, "HTTP_X_FORWARDED_PROTO").lower()
            if scheme in SCHEMES:
                environ["wsgi.url_scheme"] = scheme

    def _client(self, environ: dict[str, Any]) -> str:
        """Return the last address that is not a trusted proxy; it need not have the form of an address."""
        found: str = environ["REMOTE_ADDR"]
        for entry in reversed(environ.get("HTTP_X_FORWARDED_FOR", "").split(",")):
            if not entry.strip():
                break
            found = entry.strip()
            if not self._trusts(found):
                break
        return found

    def _trusts(self, text: str) -> bool:
        found = parsed_address(text)
        return found is not None and any(
            found.version == network.version and found in network for network in self._networks
        )


def last_value(environ: dict[str, Any], name: str) -> str:
    """Return the value that the nearest proxy has added to a header with a list."""
    return str(environ.get(name, "")).rpartition(",")[2].strip()
