"""How much one address and one account may ask for. Who asks for more is answered 429, and told when to come back.

Calls (`dobon`, `doubt`, `cheat`, and `decline`, their answer) have an allowance of their own, by account alone: whatever else somebody has sent, and
whatever others send from the same address, a call in its window is let through. Each process counts by itself, so with several
workers there is a little more to be had; what is counted is lost when the process ends.
"""

import re
from collections.abc import Iterable
from math import ceil
from threading import Lock, Timer
from time import monotonic, time

from flask import Flask, current_app, g, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from api.http.client_address import network
from api.http.request_body import read_bytes
from api.problems import Problem
from domain.registry import RULESETS
from infra.observability import metrics
from infra.settings import Settings

EXTENSION = "rates"
ALLOWANCES = ("address", "account", "calls", "players", "codes", "stamps")
DEFAULT = Settings().rates
"""By address; by account; by account for calls; new players by address; join codes looked up, by account and by address; stamps by account."""

CALLING = "actions.act"
"""The endpoint of actions, of which calls are some."""

UNCOUNTED = frozenset({"health.get_health", "health.get_readiness", "metrics.get_metrics", "web_client"})

SWEEP_SECONDS = 60.0
"""Between two looks for counts that nobody asks for any more."""

_CALLS = sorted({action for rules in RULESETS.values() if rules.calls for action in rules.calls.call_actions})
_CALL = re.compile(rb'"type"\s*:\s*"(?:%s)"' % "|".join(_CALLS).encode())


class RateLimiter:
    """The allowances of one process. One that is not named is without limit."""

    def __init__(self, text: str = DEFAULT) -> None:
        """`text` is as `DEFAULT`: names of `ALLOWANCES` with what they allow; empty or `off` for no limits. Raises `ValueError`."""
        given = {} if text == "off" else dict(_pairs(text.split()))
        self._allowed: dict[str, RateLimitItem] = given
        self._storage = SweptMemoryStorage()
        self._limiter = SlidingWindowCounterRateLimiter(self._storage)

    def hit(self, allowance: str, who: str) -> None:
        """One request of somebody. Raises `Problem("rate-limited")` with `Retry-After`."""
        item = self._allowed.get(allowance)
        if item is None or self._limiter.hit(item, allowance, who):
            return
        metrics.LIMITED.labels(allowance).inc()
        until = self._limiter.get_window_stats(item, allowance, who).reset_time
        seconds = max(1, ceil(until - time()))
        raise Problem(
            "rate-limited",
            f"At most {item}; ask again in {seconds} s.",
            {"Retry-After": str(seconds)},
            allowance=allowance,
        )


class SweptMemoryStorage(MemoryStorage):
    """The library's own, which would look through all counts a hundred times a second; once a minute is enough."""

    def __init__(self) -> None:
        super().__init__()
        self.timer.cancel()
        self.timer = NeverStartedTimer()
        self._sweeping = Lock()
        self._swept = monotonic()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count."""
        if monotonic() - self._swept > SWEEP_SECONDS and self._sweeping.acquire(blocking=False):
            try:
                self._swept = monotonic()
                for old in list(self.expirations):
                    self.get(old)  # drops what has expired
            finally:
                self._sweeping.release()
        return super().incr(key, expiry, amount)


class NeverStartedTimer(Timer):
    """A timer that is always about to go off, so that no other is started."""

    def __init__(self) -> None:
        super().__init__(0, lambda: None)

    def is_alive(self) -> bool:
        """Always."""
        return True


def _pairs(words: Iterable[str]) -> Iterable[tuple[str, RateLimitItem]]:
    for word in words:
        name, _, allowed = word.partition("=")
        if name not in ALLOWANCES:
            raise ValueError(f"{word!r}: allowances are {', '.join(ALLOWANCES)}, each as in {DEFAULT.split()[0]}")
        if allowed != "off":
            yield name, parse(allowed)


def attach(app: Flask, limiter: RateLimiter) -> None:
    """Have the application keep to them."""
    app.extensions[EXTENSION] = limiter
    app.before_request(limit_address)


def limit_address() -> None:
    """One request of the address it comes from, unless it is a call. Raises `Problem("rate-limited")`."""
    if request.endpoint in UNCOUNTED:
        return
    g.is_call = request.endpoint == CALLING and _CALL.search(read_bytes(request)) is not None
    if not g.is_call:
        _charge_address("address")
    if request.endpoint == "players.create_player":
        _charge_address("players")


def limit_account(account_id: str) -> None:
    """One request of an account: of its calls, or of all else. Raises `Problem("rate-limited")`."""
    limiter = current_app.extensions.get(EXTENSION)
    if limiter is not None:
        limiter.hit("calls" if g.get("is_call") else "account", account_id)


def limit_join_codes(account_id: str) -> None:
    """One join code looked up, right or wrong: of the account, and of the address, which may have many. Raises `Problem("rate-limited")`."""
    if EXTENSION in current_app.extensions:
        current_app.extensions[EXTENSION].hit("codes", account_id)
        _charge_address("codes")


def limit_stamps(account_id: str) -> None:
    """One stamp of an account. Raises `Problem("rate-limited")`."""
    if EXTENSION in current_app.extensions:
        current_app.extensions[EXTENSION].hit("stamps", account_id)


def charge_address() -> None:
    """A call with a token that is nobody's is a request like any other. Raises `Problem("rate-limited")`."""
    if g.get("is_call"):
        _charge_address("address")


def _charge_address(allowance: str) -> None:
    """This machine itself is not limited: behind a proxy that is not named in the settings everybody would be it."""
    who = network(request.remote_addr)
    if who is not None:
        current_app.extensions[EXTENSION].hit(allowance, who)
