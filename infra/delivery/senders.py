"""Sends due pushes and deliveries from their outboxes. Any number of processes may do so at once."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from time import monotonic

import orjson

from domain.log.moments import Moment, instant, milliseconds_between
from infra.databases.pool import AccountsPool
from infra.delivery import web_push, webhook_signature
from infra.delivery.quotas import Limits, Quotas
from infra.delivery.requests import NotSent, Sender
from infra.notifications import pushes, webhook_outbox
from infra.notifications.push_subscriptions import PushKey, push_key
from infra.notifications.pushes import Push
from infra.notifications.receivers import Busy, Due
from infra.notifications.webhook_outbox import Attempt
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable

GONE = (404, 410)
"""Answers of a push service for a subscription that no longer exists."""

SENT = ("kind", "game", "ruleset", "deadline")
"""The facts that a push carries. There is no card among them."""

_logger = logging.getLogger(__name__)


class PushSender:
    """Hands pushes over to the push services of their browsers."""

    def __init__(self, pool: AccountsPool, sender: Sender, now: Callable[[], Moment], subject: str) -> None:
        """`subject` is where the operators of this server can be reached (`Settings.contact`)."""
        self._pool = pool
        self._sender = sender
        self._now = now
        self._subject = subject
        self._key: PushKey | None = None

    def due(self, busy: Busy) -> list[Due]:
        """Return due pushes, except those of what is busy. Raises `Unavailable`."""
        return pushes.due(self._pool, self._now(), busy)

    def claim(self, chosen: Sequence[Due]) -> list[Push]:
        """Return those that no other process has claimed meanwhile. Raises `Unavailable`."""
        return pushes.claim(self._pool, self._now(), chosen)

    def send(self, push: Push) -> None:
        """Send a push and record the result. Raises `Unavailable`."""
        if not push.is_wanted:
            pushes.finish(self._pool, push)
            return
        try:
            status = self._post(push)
        except NotSent as failure:
            _logger.info("a push was not sent: %s", failure)
            pushes.retry(self._pool, push, self._now())
            return
        if status in GONE:
            pushes.drop_subscription(self._pool, push)
        elif is_overloaded(status):
            pushes.retry(self._pool, push, self._now())
        else:
            if not 200 <= status < 300:
                _logger.warning("a push service has refused a push with status %d", status)
            pushes.hand_over(self._pool, push, self._now())

    def _post(self, push: Push) -> int:
        now = self._now()
        if self._key is None:
            self._key = push_key(self._pool)
        ttl = max(1, milliseconds_between(now, push.expires_at) // 1000)
        headers = web_push.headers(push.endpoint, self._key, self._subject, _seconds(now), ttl, push.topic)
        message = orjson.dumps(push_json(push))
        return self._sender.post(push.endpoint, web_push.encrypt(message, push.public, push.auth), headers)


def push_json(push: Push) -> dict[str, object]:
    """Return the message of a push, which the service worker of the web client reads."""
    facts = {"kind": push.kind, **push.facts}
    return {name: facts[name] for name in SENT if name in facts} | {
        "language": push.language,
        "waiting": push.waiting,
    }


class WebhookSender:
    """Delivers notifications to webhooks."""

    def __init__(self, pool: Pool, sender: Sender, now: Callable[[], Moment]) -> None:
        self._pool = pool
        self._sender = sender
        self._now = now

    def due(self, busy: Busy) -> list[Due]:
        """Return due deliveries, except those of what is busy. Raises `Unavailable`."""
        return webhook_outbox.due(self._pool, self._now(), busy)

    def claim(self, chosen: Sequence[Due]) -> list[Attempt]:
        """Return those that no other process has claimed meanwhile. Raises `Unavailable`."""
        return webhook_outbox.claim(self._pool, self._now(), chosen)

    def send(self, attempt: Attempt) -> None:
        """Make an attempt and record its result. Raises `Unavailable`."""
        headers = webhook_signature.headers(attempt.secret, attempt.id, _seconds(self._now()), attempt.body)
        try:
            status = self._sender.post(attempt.url, attempt.body, headers)
        except NotSent as failure:
            webhook_outbox.record_failure(self._pool, attempt, None, str(failure), self._now(), rests=True)
            return
        if 200 <= status < 300:
            webhook_outbox.record_success(self._pool, attempt, status, self._now())
        else:
            error = f"The receiver answered with status {status}."
            ends = status == 410
            rests = is_overloaded(status)
            webhook_outbox.record_failure(self._pool, attempt, status, error, self._now(), gone=ends, rests=rests)


class Outbox:
    """Sends from one outbox in threads, of which each account, host and failing receiver has a quota."""

    def __init__(self, sender: PushSender | WebhookSender, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self._sender = sender
        self._quotas = Quotas(limits)
        self._threads = ThreadPoolExecutor(limits.threads, thread_name_prefix=type(sender).__name__)
        self._running: dict[Future[float], Due] = {}

    def step(self) -> int:
        """Begin to send what is due, as far as threads are free, and return how much. Raises `Unavailable`."""
        for ended in [one for one in self._running if one.done()]:
            self._quotas.end(self._running.pop(ended), ended.result())
        chosen = self._quotas.choose(self._sender.due(self._quotas.busy()))
        claimed: dict[tuple[str, ...], Push | Attempt] = {}
        try:
            claimed |= {one.key: one for one in self._sender.claim(chosen)} if chosen else {}
        finally:
            for one in chosen:
                if one.key in claimed:
                    self._running[self._threads.submit(self._send, claimed[one.key])] = one
                else:
                    self._quotas.end(one, 0.0)
        return len(claimed)

    def finish(self) -> None:
        """Wait for what is being sent."""
        wait(self._running)

    def close(self) -> None:
        """Begin nothing else. Running requests end with their time limit."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, one: Push | Attempt) -> float:
        """Send one message and return the seconds that it took."""
        began = monotonic()
        try:
            self._sender.send(one)  # type: ignore[arg-type]
        except Unavailable:
            _logger.warning("the result of an attempt was not recorded; it will be made again", exc_info=True)
        except Exception:
            # Another attempt follows when the lease ends. All others continue.
            _logger.exception("an attempt has failed")
        return monotonic() - began


def is_overloaded(status: int) -> bool:
    """Tell whether a receiver with this answer cannot take anything now."""
    return status == 429 or status >= 500


def _seconds(now: Moment) -> int:
    return int(instant(now).timestamp())
