"""Sends due pushes and deliveries from their outboxes. Any number of processes may do so at once."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import orjson

from domain.moments import Moment, instant, milliseconds_between
from infra.delivery import web_push, webhook_signature
from infra.delivery.requests import NotSent, Sender
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable
from infra.repositories import pushes, webhook_outbox
from infra.repositories.push_subscriptions import PushKey, push_key
from infra.repositories.pushes import Push
from infra.repositories.webhook_outbox import Attempt

GONE = (404, 410)
"""Answers of a push service for a subscription that no longer exists."""

SENT = ("kind", "game", "ruleset", "deadline")
"""The facts that a push carries. There is no card among them."""

T = TypeVar("T", Push, Attempt)

_logger = logging.getLogger(__name__)


class PushSender:
    """Hands pushes over to the push services of their browsers."""

    def __init__(self, pool: Pool, sender: Sender, now: Callable[[], Moment], subject: str) -> None:
        """`subject` is where the operators of this server can be reached (`Settings.contact`)."""
        self._pool = pool
        self._sender = sender
        self._now = now
        self._subject = subject
        self._key: PushKey | None = None

    def claim(self, limit: int) -> list[Push]:
        """Return due pushes. Raises `Unavailable`."""
        return pushes.claim(self._pool, self._now(), limit)

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
        elif status == 429 or status >= 500:
            pushes.retry(self._pool, push, self._now())
        else:
            if not 200 <= status < 300:
                _logger.warning("a push service has refused a push with status %d", status)
            pushes.finish(self._pool, push)

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

    def claim(self, limit: int) -> list[Attempt]:
        """Return due deliveries. Raises `Unavailable`."""
        return webhook_outbox.claim(self._pool, self._now(), limit)

    def send(self, attempt: Attempt) -> None:
        """Make an attempt and record its result. Raises `Unavailable`."""
        headers = webhook_signature.headers(attempt.secret, attempt.id, _seconds(self._now()), attempt.body)
        try:
            status = self._sender.post(attempt.url, attempt.body, headers)
        except NotSent as failure:
            webhook_outbox.record_failure(self._pool, attempt, None, str(failure), self._now())
            return
        if 200 <= status < 300:
            webhook_outbox.record_success(self._pool, attempt, status, self._now())
        else:
            error = f"The receiver answered with status {status}."
            webhook_outbox.record_failure(self._pool, attempt, status, error, self._now(), gone=status == 410)


class Outbox:
    """Sends from one outbox in a few threads, so that a slow receiver does not hold up the others."""

    def __init__(self, sender: PushSender | WebhookSender, threads: int) -> None:
        self._sender = sender
        self._limit = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=type(sender).__name__)
        self._running: set[Future[None]] = set()

    def step(self) -> int:
        """Begin to send what is due, as far as threads are free, and return how much. Raises `Unavailable`."""
        self._running = {one for one in self._running if not one.done()}
        free = self._limit - len(self._running)
        if not free:
            return 0
        claimed = self._sender.claim(free)
        self._running |= {self._threads.submit(self._send, one) for one in claimed}
        return len(claimed)

    def finish(self) -> None:
        """Wait for what is being sent."""
        for one in self._running:
            one.result()

    def close(self) -> None:
        """Begin nothing else. Running requests end with their time limit."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _send(self, one: Push | Attempt) -> None:
        try:
            self._sender.send(one)  # type: ignore[arg-type]
        except Unavailable:
            _logger.warning("the result of an attempt was not recorded; it will be made again", exc_info=True)
        except Exception:
            # Another attempt follows when the lease ends. All others continue.
            _logger.exception("an attempt has failed")


def _seconds(now: Moment) -> int:
    return int(instant(now).timestamp())
