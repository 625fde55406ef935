"""`dobon` whose notifier reaches receivers of a proof on this machine, and no other host.

It is run as a program. The processes of `dobon serve` import it again, so they all have the same sender.
"""

import os
import ssl
import sys
import time

from api.cli.main import main
from infra.delivery import notifier
from infra.delivery.requests import Sender

CERTIFICATE = "PROVE_CERTIFICATE"
"""The environment variable that names the file with the certificate of the receivers."""

DOMAIN = "siege.example.org"
"""The domain of the receivers."""

HERE = "127.0.0.1"

PRIVATE = f"private.{DOMAIN}"
"""A name with an address that is not public."""

SILENT = "silent"
"""The beginning of names whose name server does not answer."""


def resolve(host: str, seconds: float) -> list[str]:
    """Return the addresses of a host of the proof, and raise `OSError` for another one."""
    if host.startswith(SILENT):
        time.sleep(seconds)
        raise TimeoutError
    if host == PRIVATE:
        return ["10.0.0.1"]
    if not host.endswith(f".{DOMAIN}") or host.startswith("unknown"):
        raise OSError("an unknown host")
    return [HERE]


def sender() -> Sender:
    """Return the sender of the notifier."""
    return Sender(resolve, ssl.create_default_context(cafile=os.environ[CERTIFICATE]), lambda address: address == HERE)


notifier.system_sender = sender  # type: ignore[attr-defined]

if __name__ == "__main__":
    sys.exit(main())
