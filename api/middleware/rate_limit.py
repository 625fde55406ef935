"""Rate limits for addresses and accounts. A request over a limit is answered with 429 and `Retry-After`.

Calls (`dobon`, `doubt`, `cheat`, and `decline`, their answer) have an allowance of their own, counted by account alone.
So neither other requests of the account nor other clients at its address can keep a call out of its window. Each
process counts separately, so several workers together allow more. Counts are lost when the process ends.
"""

from collections.abc import Iterable
from enum import Enum, auto
from math import ceil
from threading import Lock, Timer
from time import monotonic, time
from typing import NamedTuple

from flask import Flask, Response, current_app, g, has_request_context, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from api.http.client_address import network
from api.http.exchange import exchange_of
from api.http.request_body import read_json
from api.http.routes import Route, route_of
from api.problems import Problem
from domain.log.sentences import Sentence
from infra.observability import metrics
from infra.settings import Settings

EXTENSION = "rates"


class By(Enum):
    """The requests that an allowance counts together: those of an address, of an account, or all."""

    ADDRESS = auto()
    ACCOUNT = auto()
    EVERYBODY = auto()


ALLOWANCES = {
    "address": (By.ADDRESS,),
    "account": (By.ACCOUNT,),
    "calls": (By.ACCOUNT,),
    "players": (By.ADDRESS,),
    "codes": (By.ACCOUNT, By.ADDRESS),
    "stamps": (By.ACCOUNT,),
    "analyses": (By.ACCOUNT,),
    "continuations": (By.ACCOUNT,),
    "sign_ins": (By.ADDRESS,),
    "all_sign_ins": (By.EVERYBODY,),
    "exports": (By.ACCOUNT,),
    "downloads": (By.ACCOUNT,),
    "names": (By.ACCOUNT,),
    "searches": (By.ACCOUNT,),
    "challenges": (By.ACCOUNT,),
    "webhooks": (By.ACCOUNT,),
    "reports": (By.ACCOUNT,),
}
"""All allowances, and by whom each is counted. docs/operations.md says what they are for."""

DEFAULT = Settings().rates
"""The limits without `DOBON_RATES`."""

ANY_REQUEST = "account"
"""The allowance of an account for requests that have none of their own."""

SWEEP_SECONDS = 60.0
"""Interval between two removals of expired counts."""


class RateLimiter:
    """The allowances of one process. An allowance without a limit in the settings is unlimited."""

    def __init__(self, text: str = DEFAULT) -> None:
        """Parse `text`, which has the form of `DEFAULT`: names of `ALLOWANCES` with limits; empty or `off` for no
        limits. Raises `ValueError`.
        """
        given = {} if text == "off" else dict(_pairs(text.split()))
        self._allowed: dict[str, RateLimitItem] = given
        self._storage = SweptMemoryStorage()
        self._limiter = SlidingWindowCounterRateLimiter(self._storage)

    def hit(self, allowance: str, key: str, *, stated: bool = True) -> None:
        """Count one request of `key`, an account or a network. Raises `Problem("rate-limited")` with `Retry-After`.

        The answer states what remains unless it is not to be `stated`. A refusal always states it.
        """
        item = self._allowed.get(allowance)
        if item is None:
            return
        within = self._limiter.hit(item, allowance, key)
        if within and not stated:
            return
        until, remaining = self._limiter.get_window_stats(item, allowance, key)
        seconds = max(1, ceil(until - time()))
        note_limit(Limit(allowance, item.amount, item.get_expiry(), remaining if within else 0, seconds))
        if within:
            return
        metrics.RATE_LIMITED.labels(allowance).inc()
        raise Problem(
            "rate-limited",
            Sentence("The limit is {limit}: retry in {seconds} s.", limit=item, seconds=seconds),
            {"Retry-After": str(seconds)},
            allowance=allowance,
        )


class SweptMemoryStorage(MemoryStorage):
    """The library's storage, whose timer would check all counts a hundred times a second; once a minute is enough."""

    def __init__(self) -> None:
        super().__init__()
        self.timer.cancel()
        self.timer = NeverStartedTimer()
        self._sweeping = Lock()
        self._swept = monotonic()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Increment the count, and remove expired counts if a sweep is due."""
        if monotonic() - self._swept > SWEEP_SECONDS and self._sweeping.acquire(blocking=False):
            try:
                self._swept = monotonic()
                for old in list(self.expirations):
                    self.get(old)  # drops what has expired
            finally:
                self._sweeping.release()
        return super().incr(key, expiry, amount)


class NeverStartedTimer(Timer):
    """A timer that always appears to be running, so that the library starts no other."""

    def __init__(self) -> None:
        super().__init__(0, lambda: None)

    def is_alive(self) -> bool:
        """Return True."""
        return True


def _pairs(words: Iterable[str]) -> Iterable[tuple[str, RateLimitItem]]:
    for word in words:
        name, _, allowed = word.partition("=")
        if name not in ALLOWANCES:
            raise ValueError(
                f"invalid limit {word!r}: use the names {', '.join(ALLOWANCES)}, each as in {DEFAULT.split()[0]}"
            )
        if allowed != "off":
            yield name, parse(allowed)


class Limit(NamedTuple):
    """An allowance after a request: the requests in a window of some seconds, how many remain, and until when."""

    allowance: str
    requests: int
    window: int
    remaining: int
    seconds: int


def note_limit(limit: Limit) -> None:
    """Keep an allowance for the headers of the answer."""
    if has_request_context():
        g.setdefault("limits", {})[limit.allowance] = limit


def state_limits(response: Response) -> Response:
    """Add `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10) for what the request was
    charged.
    """
    found: list[Limit] = list(g.get("limits", {}).values())
    if found:
        response.headers["RateLimit-Policy"] = ", ".join(
            f'"{one.allowance}";q={one.requests};w={one.window}' for one in found
        )
        response.headers["RateLimit"] = ", ".join(
            f'"{one.allowance}";r={one.remaining};t={one.seconds}' for one in found
        )
    return response


def attach(app: Flask, limiter: RateLimiter) -> None:
    """Apply the limits to every request of the application."""
    app.extensions[EXTENSION] = limiter
    app.before_request(charge_request)
    app.after_request(state_limits)


def charge_request() -> None:
    """Charge the request to its address, and to those allowances of its route that no account has.

    The account is not known yet, and `charge_account` charges it. It also charges a request that has an allowance of
    its own, as a call does, which is not charged to its address, or `charge_refused` does if the account is refused.
    Raises `Problem("rate-limited")`.
    """
    route = route_of(current_app, request.endpoint)
    if not route.counted or was_charged():
        return
    g.allowance = allowance_of_body(route)
    if g.allowance == ANY_REQUEST:
        charge("address")
    for allowance in route.allowances:
        if By.ACCOUNT not in ALLOWANCES[allowance]:
            charge(allowance)


def allowance_of_body(route: Route) -> str:
    """Return the allowance of the account for this request. A body that is refused or unread has none of its own."""
    if route.allowance_of is None:
        return ANY_REQUEST
    try:
        return route.allowance_of(read_json(request))
    except Problem:
        return ANY_REQUEST  # the operation raises it again


def charge_account(account_id: str) -> None:
    """Charge the request to its account, with the allowances of accounts that its route declares.

    Raises `Problem("rate-limited")`.
    """
    if was_charged():
        return
    charge(g.get("allowance", ANY_REQUEST), account_id)
    for allowance in route_of(current_app, request.endpoint).allowances:
        if By.ACCOUNT in ALLOWANCES[allowance]:
            charge(allowance, account_id)


def charge_refused() -> None:
    """Charge a request whose account is refused to its address, if that was left. Raises `Problem("rate-limited")`."""
    if g.get("allowance", ANY_REQUEST) != ANY_REQUEST:
        charge("address")


def was_charged() -> bool:
    """Return whether the request was charged before, because it has waited."""
    exchange = exchange_of(request)
    return exchange is not None and exchange.waited is not None


def charge(allowance: str, account_id: str = "") -> None:
    """Count the request against an allowance; `account_id` is needed if that is counted by account.

    Everything that is charged is charged here. Raises `Problem("rate-limited")`.
    """
    limiter: RateLimiter | None = current_app.extensions.get(EXTENSION)
    if limiter is None:
        return
    for counted in ALLOWANCES[allowance]:
        if counted is By.ACCOUNT:
            assert account_id, "or all accounts would share it"
            limiter.hit(allowance, account_id)
        elif counted is By.EVERYBODY:
            # This machine too: the chance to guess a code follows from the number of all attempts.
            limiter.hit(allowance, "", stated=False)
        elif (key := network(request.remote_addr)) is not None:
            # This machine is unlimited, because behind an unconfigured proxy every client has its address. What remains
            # for an address would tell what other clients there do.
            limiter.hit(allowance, key, stated=False)
