"""Settings from the environment. `infra.postgres.binaries` also reads `PG_BINDIR`, as other PostgreSQL programs do."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, NamedTuple

from domain.transparency.cosignatures import read_key
from domain.transparency.notes import BadNote, NoteKey

Network = IPv4Network | IPv6Network

PREFIX = "DOBON_"

PUBLIC, LOCAL = "public", "local"
"""Where webhooks may lead."""

ON, OFF = "on", "off"

_ORIGIN = re.compile(r"https?://([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
_DOMAIN = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.[a-z][a-z0-9-]*[a-z0-9]")
_ANDROID_APP = re.compile(r"([a-zA-Z]\w*(?:\.[a-zA-Z]\w*)+)=((?:[0-9A-F]{2}:){31}[0-9A-F]{2})", re.ASCII)
_APPLE_APP = re.compile(r"[A-Z0-9]{10}\.[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*")
_NUMBER = re.compile(r"[0-9]{1,9}")
_RATE = re.compile(r"off|[1-9][0-9]{0,8}/(second|minute|hour|day)")
_CONTACT = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/]+[^\s]*")
_DATABASE = re.compile(r"postgres(ql)?(\+psycopg)?://.")


class StartError(Exception):
    """The program cannot start as it is set up. The message names a remedy."""


class SettingsError(StartError):
    """Settings are invalid. The message has a line for each of them."""


class AndroidApp(NamedTuple):
    """An app for Android, as one of its certificates signs it."""

    package: str
    fingerprint: str
    """SHA-256 of the certificate, as 32 bytes in capital hex with colons between them."""


class WitnessAddress(NamedTuple):
    """A witness of the public log."""

    address: str
    """Where it serves what it has signed, such as `https://witness.example`."""
    key: NoteKey


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a process. Each field is read from `DOBON_` and its name in capitals, as `PARSERS` says."""

    database_url: str | None = None
    """The address of an external server; its account may act as `dobon_app`. Unset: the embedded server."""
    owner_database_url: str | None = None
    """The address of the same database for an account that may act as `dobon_owner`. Unset: `database_url`."""
    shard_urls: tuple[str, ...] = ()
    """The addresses of the databases of games (shards), separated by spaces. Unset: games are in `database_url`."""
    owner_shard_urls: tuple[str, ...] = ()
    """The addresses of the shards for an account that may act as `dobon_owner`. Unset: `shard_urls`."""
    router_url: str | None = None
    """The address of the router, which sends each call to the shard of its game. Needed with `shard_urls`."""
    owner_router_url: str | None = None
    """The address of the router for an account that may set it up. Unset: `router_url`."""
    standby_url: str | None = None
    """The address of a standby, from which logs of finished rounds are read. Unset: they are read from the primary."""
    data_dir: Path = Path(".dobon")
    """The directory of the embedded server's cluster. Processes with the same directory share one server."""
    pool_size: int = 8
    """The maximum number of database connections of one process."""
    statement_seconds: int = 10
    """The timeout of one statement; the timeout for a locked row is a fifth of it. 0: no timeout."""
    origins: tuple[str, ...] = ()
    """The only origins whose pages may use the API, separated by spaces, such as `https://play.example`. Unset: all."""
    passkey_domain: str | None = None
    """The domain for which browsers keep passkeys, such as `play.example`; its pages need https.

    Pages of the domain may use them, and those of `origins` that belong to it. Unset: only pages on `localhost`.
    """
    android_apps: tuple[AndroidApp, ...] = ()
    """The apps for Android that may use the passkeys, as `package=fingerprint`, separated by spaces."""
    apple_apps: tuple[str, ...] = ()
    """The apps of Apple's platforms that may use the passkeys, as `TEAM.bundle`, separated by spaces."""
    log: str | None = None
    """The log format: `json`, `plain` or `quiet`. Unset: plain on a terminal, JSON elsewhere."""
    metrics: str = "local"
    """Access to `/metrics` without an admin token: `local` for programs on the same machine, `open` for all clients."""

    rates: str = (
        "address=6000/minute account=3000/minute calls=600/minute players=120/minute codes=30/minute stamps=20/minute "
        "analyses=30/hour continuations=120/minute sign_ins=20/minute all_sign_ins=3000/minute exports=10/hour "
        "downloads=60/hour names=10/day searches=60/minute challenges=60/minute webhooks=60/hour reports=30/day"
    )
    """Rate limits of addresses and accounts (`api.middleware.rate_limit`), counted per process. `off`: no limits."""
    games_per_account: int = 100
    """The maximum of unfinished games in which one account plays or which it created. 0: no limit."""
    unattended_seconds: int = 10
    """The pause before each step of a game in which no person takes part. 0: no pause."""
    analyser: str = ON
    """`off`: this server computes no analyses, drills of the day and signals. Another one with its database has to."""
    contact: str = "https://localhost"
    """Where operators of push services reach those of this server: `mailto:` and an address, or an https address."""
    webhooks: str = PUBLIC
    """Where webhooks may lead: `public` for public hosts by https, `local` also for this machine by http.

    `local` is for development: with it every account can send requests to the programs on this machine.
    """
    witnesses: tuple[WitnessAddress, ...] = ()
    """The witnesses of the public log whose signatures are collected, as `address=key`, separated by spaces."""
    proxies: tuple[Network, ...] = ()
    """Addresses or networks of the proxies in front of this server, separated by spaces.

    Only they are believed which client they speak for (`X-Forwarded-For`) and how it reached them
    (`X-Forwarded-Proto`).
    """

    @property
    def game_databases(self) -> int:
        """The number of databases that share the games; 0 if games are in the database of the accounts."""
        return len(self.shard_urls)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings of `environment`; an empty variable is unset.

        Raises `SettingsError` with everything that is not understood, variables with an unknown name included.
        """
        values: dict[str, Any] = {}
        errors: list[str] = []
        for variable, text in sorted(environment.items()):
            if not variable.startswith(PREFIX) or not text.strip():
                continue
            name = variable.removeprefix(PREFIX).lower()
            if variable != variable_of(name) or name not in PARSERS:
                errors.append(unknown_variable(variable))
                continue
            try:
                values[name] = PARSERS[name](text.strip())
            except ValueError as error:
                errors.append(f"{variable}: {error}")
        errors += _contradictions(values)
        if errors:
            raise SettingsError("\n  ".join(["Invalid settings:", *errors]))
        settings = cls(**values)
        return settings.at(settings.data_dir)

    def at(self, data_dir: Path | str) -> "Settings":
        """Return the same settings with another directory for the embedded server."""
        return replace(self, data_dir=Path(data_dir).expanduser().absolute())


def _contradictions(values: Mapping[str, Any]) -> list[str]:
    """Return the errors of settings that do not go together."""
    errors = []
    if bool(values.get("shard_urls")) != bool(values.get("router_url")):
        errors.append(f"{variable_of('shard_urls')}, {variable_of('router_url')}: set both, or none of them")
    owners = values.get("owner_shard_urls", ())
    if owners and len(owners) != len(values.get("shard_urls", ())):
        errors.append(f"{variable_of('owner_shard_urls')}: give one address for each shard, in the same order")
    return errors


def variable_of(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def unknown_variable(variable: str) -> str:
    """Return the error for an unknown variable, with the name that was probably meant."""
    known = [variable_of(name) for name in PARSERS]
    near = get_close_matches(variable.removeprefix(PREFIX).lower(), PARSERS, 1)
    hint = f"did you mean {variable_of(near[0])}?" if near else f"known: {', '.join(known)}"
    return f"{variable}: unknown setting; {hint}"


def number(least: int, most: int, text: str) -> int:
    """Return a whole number in a range. Raises `ValueError`."""
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise ValueError(f"{text!r} is not a whole number from {least} to {most}")
    return int(text)


def one_of(words: tuple[str, ...], text: str) -> str:
    """Return one of the words. Raises `ValueError`."""
    if text not in words:
        raise ValueError(f"{text!r} is not one of {', '.join(words)}")
    return text


def database_address(text: str) -> str:
    """Return the address of a database. Raises `ValueError` without the address, which may hold a password."""
    if not _DATABASE.match(text):
        raise ValueError("the address must begin with postgresql://")
    return text


def database_addresses(text: str) -> tuple[str, ...]:
    """Return addresses of databases that are separated by spaces. Raises `ValueError` as `database_address`."""
    return tuple(database_address(word) for word in text.split())


def contact(text: str) -> str:
    """Return the address of a contact. Raises `ValueError`."""
    if not _CONTACT.fullmatch(text):
        raise ValueError(f"{text!r} is not a contact, such as mailto:games@example.org")
    return text


def origin(text: str) -> str:
    """Return an origin. Raises `ValueError`."""
    if not _ORIGIN.fullmatch(text):
        raise ValueError(f"{text!r} is not an origin, such as https://play.example (in lower case, without a path)")
    return text


def domain(text: str) -> str:
    """Return the name of a domain. Raises `ValueError`."""
    if not _DOMAIN.fullmatch(text):
        raise ValueError(f"{text!r} is not a domain, such as play.example (in lower case, without https:// and port)")
    return text


def origins(text: str) -> tuple[str, ...]:
    """Return origins that are separated by spaces. Raises `ValueError`."""
    if "," in text:
        raise ValueError(f"separate the origins by spaces, not commas: {text.replace(',', ' ')}")
    return tuple(origin(word) for word in text.split())


def android_apps(text: str) -> tuple[AndroidApp, ...]:
    """Return apps for Android that are separated by spaces. Raises `ValueError`."""
    return tuple(android_app(word) for word in text.split())


def android_app(text: str) -> AndroidApp:
    """Return an app for Android. Raises `ValueError`."""
    found = _ANDROID_APP.fullmatch(text)
    if not found:
        raise ValueError(
            f"{text!r} is not an app; write its package, = and the SHA-256 of its certificate as keytool prints it, "
            "as in org.example.dobon=14:6D:..."
        )
    return AndroidApp(*found.groups())


def apple_apps(text: str) -> tuple[str, ...]:
    """Return ids of apps that are separated by spaces. Raises `ValueError`."""
    for word in text.split():
        if not _APPLE_APP.fullmatch(word):
            raise ValueError(f"{word!r} is not an app; write its team and bundle, as in ABCDE12345.org.example.dobon")
    return tuple(text.split())


def witnesses(text: str) -> tuple[WitnessAddress, ...]:
    """Return witnesses that are separated by spaces. Raises `ValueError`."""
    return tuple(witness(word) for word in text.split())


def witness(text: str) -> WitnessAddress:
    """Return a witness. Raises `ValueError`."""
    address, _, key = text.partition("=")
    try:
        return WitnessAddress(origin(address), read_key(key))
    except (BadNote, ValueError):
        raise ValueError(
            f"{text!r} is not a witness; write its address, = and its key as `dobon witness` prints it"
        ) from None


def networks(text: str) -> tuple[Network, ...]:
    """Return addresses and networks that are separated by spaces. Raises `ValueError`."""
    return tuple(network(word) for word in text.split())


def network(text: str) -> Network:
    """Return a network; an address is the network of itself alone. Raises `ValueError`."""
    try:
        return ip_network(text)
    except ValueError:
        raise ValueError(
            f"{text!r} is not the address or network of a proxy; write them as in 127.0.0.1 10.0.0.0/8"
        ) from None


def rates(text: str) -> str:
    """Return rate limits: `off`, or names of the default with limits. Raises `ValueError`."""
    names = [word.partition("=")[0] for word in Settings().rates.split()]
    for word in [] if text == "off" else text.split():
        name, _, limit = word.partition("=")
        if name not in names or not _RATE.fullmatch(limit):
            raise ValueError(
                f"{word!r} is not a limit: write off, or limits as in {Settings().rates.split()[0]} or {names[0]}=off, "
                f"with the names {', '.join(names)} and the times second, minute, hour, day"
            )
    return text


PARSERS: dict[str, Callable[[str], Any]] = {
    "database_url": database_address,
    "owner_database_url": database_address,
    "shard_urls": database_addresses,
    "owner_shard_urls": database_addresses,
    "router_url": database_address,
    "owner_router_url": database_address,
    "standby_url": database_address,
    "data_dir": Path,
    "pool_size": partial(number, 1, 1000),
    "statement_seconds": partial(number, 0, 3600),
    "origins": origins,
    "passkey_domain": domain,
    "android_apps": android_apps,
    "apple_apps": apple_apps,
    "log": partial(one_of, ("json", "plain", "quiet")),
    "metrics": partial(one_of, ("local", "open")),
    "rates": rates,
    "games_per_account": partial(number, 0, 1_000_000),
    "unattended_seconds": partial(number, 0, 3600),
    "analyser": partial(one_of, (ON, OFF)),
    "contact": contact,
    "webhooks": partial(one_of, (PUBLIC, LOCAL)),
    "witnesses": witnesses,
    "proxies": networks,
}
"""What each setting accepts, by field; each parser raises `ValueError` with the reason."""
