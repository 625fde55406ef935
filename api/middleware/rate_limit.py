"""Rate limits for addresses and accounts. A request over a limit is answered with 429 and `Retry-After`.

Calls (`dobon`, `doubt`, `cheat`, and `decline`, their answer) have an allowance of their own, counted by account alone.
So neither other requests of the account nor other clients at its address can keep a call out of its window. Each
process counts separately, so several workers together allow more. Counts are lost when the process ends.
"""

import re
from collections.abc import Iterable
from math import ceil
from threading import Lock, Timer
from time import monotonic, time
from typing import NamedTuple

from flask import Flask, Response, current_app, g, has_request_context, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from api.http.client_address import network
from api.http.exchange import Exchange, exchange_of
from api.http.request_body import read_bytes
from api.problems import Problem
from domain.game.registry import RULESETS
from domain.log.sentences import Sentence
from infra.observability import metrics
from infra.settings import Settings

EXTENSION = "rates"
ALLOWANCES = (
    "address", "account", "calls", "players", "codes", "stamps", "analyses", "continuations", "sign_ins", "all_sign_ins",
    "exports", "names", "webhooks", "reports",
)  # fmt: skip
DEFAULT = Settings().rates
"""By address; by account; calls by account; new players by address; join codes by account and by address; stamps by
account; requests by account that start an analysis; continuations by account; sign-ins by address, and of all clients
together; exports, changes of the name, changes and tests of webhooks, and reports by account.
"""

SIGN_IN = "sign_in"
"""The blueprint of sign-ins with something other than a token, right or wrong."""

CALLING = "actions.send_action"
"""The endpoint of actions; calls are among them."""

UNCOUNTED = frozenset({"health.get_health", "health.get_readiness", "metrics.get_metrics", "web_client"})

SWEEP_SECONDS = 60.0
"""Interval between two removals of expired counts."""

_CALLS = sorted({action for rules in RULESETS.values() if rules.calls for action in rules.calls.call_actions})
_CALL = re.compile(rb'"type"\s*:\s*"(?:%s)"' % "|".join(_CALLS).encode())


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
    app.before_request(limit_address)
    app.after_request(state_limits)


def limit_address() -> None:
    """Count the request for its address, unless it is a call. Raises `Problem("rate-limited")`."""
    exchange = exchange_of(request)
    if request.endpoint in UNCOUNTED or is_charged(exchange):
        return
    calling, unread = request.endpoint == CALLING, exchange is not None and exchange.unread
    # A possible call is charged when its token is found to be invalid, or when its body has been read.
    g.is_call = calling and (unread or _CALL.search(read_bytes(request)) is not None)
    if not g.is_call and (calling or exchange is None or not exchange.runs):
        _charge_address("address")
    if request.endpoint == "players.create_player":
        _charge_address("players")
    if request.blueprint == SIGN_IN:
        _charge_address("sign_ins")
        # Also from this machine: the chance to guess a code follows from the number of all attempts.
        current_app.extensions[EXTENSION].hit("all_sign_ins", "", stated=False)


def is_charged(exchange: Exchange | None) -> bool:
    """Return whether the request was charged before, because it has waited."""
    return exchange is not None and exchange.waited is not None


def limit_account(account_id: str) -> None:
    """Count the request for its account, as a call or as another request. Raises `Problem("rate-limited")`."""
    limiter, exchange = current_app.extensions.get(EXTENSION), exchange_of(request)
    if limiter is not None and not is_charged(exchange) and not (exchange and exchange.unread):
        limiter.hit("calls" if g.get("is_call") else "account", account_id)


def limit_join_codes(account_id: str) -> None:
    """Count one look-up of a join code for the account and for the address, because an address may have many accounts.

    Valid and invalid codes count alike. Raises `Problem("rate-limited")`.
    """
    if EXTENSION in current_app.extensions:
        current_app.extensions[EXTENSION].hit("codes", account_id)
        _charge_address("codes")


def limit_account_to(allowance: str, account_id: str) -> None:
    """Count one request of the account against an allowance of its own, such as `stamps`.

    Raises `Problem("rate-limited")`.
    """
    if EXTENSION in current_app.extensions:
        current_app.extensions[EXTENSION].hit(allowance, account_id)


def charge_address() -> None:
    """Charge a call with an invalid token to its address. Raises `Problem("rate-limited")`."""
    if g.get("is_call"):
        _charge_address("address")


def _charge_address(allowance: str) -> None:
    """Count the request for its address. This machine is unlimited, because behind an unconfigured proxy every client
    has its address.
    """
    key = network(request.remote_addr)
    if key is not None:
        # What remains for an address would tell what other clients there do.
        current_app.extensions[EXTENSION].hit(allowance, key, stated=False)
