"""Receivers of notifications, the browsers and webhooks: whose turn it is, and how they rest while they fail.

An attempt without an answer counts against the receiver and not only against its message. So a receiver that hangs
costs one attempt in each pause, however much waits for it. The state is in the tables, where every process finds it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from domain.log.moments import Moment, later

PAUSES_SECONDS = (5, 60, 300)
"""Pauses of a receiver after its first, second and each further failure in a row."""

MOST_FOUND = 1_000
"""The number of messages that are found due at once."""

DUE_OF_ACCOUNT = 4
"""The number of messages of one account among them."""


@dataclass(frozen=True, slots=True)
class Due:
    """A message that may be sent now."""

    key: tuple[str, ...]
    "Of its row."
    account: str
    host: str
    is_failing: bool
    "Whether the receiver has not answered the last time."
    is_suspect: bool
    "Whether a receiver of the same kind and account is failing."


@dataclass(frozen=True, slots=True)
class Busy:
    """Accounts and hosts that have their share already, so that nothing of them is looked for."""

    accounts: Sequence[str] = ()
    hosts: Sequence[str] = ()
    suspects: bool = False
    "The same of all accounts with a failing receiver."

    def values(self, now: Moment) -> dict[str, object]:
        """Return the parameters of a statement of `in_turns`."""
        return {
            "now": now, "accounts": [*self.accounts], "hosts": [*self.hosts], "suspects": self.suspects,
            "share": DUE_OF_ACCOUNT, "most": MOST_FOUND,
        }  # fmt: skip


def host_of(url: str) -> str:
    """Return the host of an address, in lower case."""
    return urlsplit(url).hostname or ""


def in_turns(waiting: str, keys: str, receivers: str) -> str:
    """Return the statement that finds what is due: a few messages of each account, receivers that answer before others.

    `waiting` selects the keys, `due_at`, `player_id`, `host` and `failures` of the candidates; `receivers` is a table.
    """
    return f"""
SELECT {keys}, player_id, host, failures > 0, is_suspect
FROM (
    SELECT turns.*, EXISTS (
        SELECT FROM {receivers} AS other WHERE other.player_id = turns.player_id AND other.failures > 0
    ) AS is_suspect
    FROM (
        SELECT waiting.*, row_number() OVER (PARTITION BY player_id ORDER BY failures, due_at, {keys}) AS turn
        FROM ({waiting}) AS waiting WHERE player_id <> ALL(%(accounts)s::uuid[]) AND host <> ALL(%(hosts)s)
    ) AS turns WHERE turn <= %(share)s
) AS found WHERE NOT (is_suspect AND %(suspects)s)
ORDER BY turn, due_at, {keys} LIMIT %(most)s"""  # noqa: S608 - constants of the callers


def rest(receivers: str, messages: str, receiver: str, key: str) -> str:
    """Return the statement that lets a receiver rest after a failure, and its messages wait.

    Of attempts that were under way at the same time one counts. Messages that another transaction replaces now are left
    out, because waiting for it could be a deadlock.
    """
    return f"""
WITH failing AS (
    UPDATE {receivers} SET failures = least(failures + 1, cardinality(%(retries)s::text[])),
        retry_at = (%(retries)s::text[])[least(failures + 1, cardinality(%(retries)s::text[]))]
    WHERE id = %(receiver)s AND retry_at <= %(now)s RETURNING id, retry_at
), early AS (
    SELECT message.{receiver}, message.{key}, failing.retry_at FROM {messages} AS message
    JOIN failing ON message.{receiver} = failing.id
    WHERE message.lease IS NULL AND message.due_at < failing.retry_at
    ORDER BY message.{receiver}, message.{key} FOR UPDATE OF message SKIP LOCKED
)
UPDATE {messages} AS message SET due_at = early.retry_at FROM early
WHERE message.{receiver} = early.{receiver} AND message.{key} = early.{key}"""  # noqa: S608 - constants of the callers


def answered(receivers: str, messages: str, receiver: str, key: str) -> str:
    """Return the statement that ends the rest of a receiver. Messages that waited for nothing else are due at once."""
    return f"""
WITH answering AS (
    UPDATE {receivers} SET failures = 0, retry_at = '' WHERE id = %(receiver)s AND failures > 0 RETURNING id
), resting AS (
    SELECT message.{receiver}, message.{key} FROM {messages} AS message
    JOIN answering ON message.{receiver} = answering.id
    WHERE message.lease IS NULL AND message.attempts = 0 AND message.due_at > %(now)s
    ORDER BY message.{receiver}, message.{key} FOR UPDATE OF message SKIP LOCKED
)
UPDATE {messages} AS message SET due_at = %(now)s FROM resting
WHERE message.{receiver} = resting.{receiver} AND message.{key} = resting.{key}"""  # noqa: S608 - constants of the callers


def values(receiver: str, now: Moment) -> dict[str, object]:
    """Return the parameters of the statements of `rest` and `answered`."""
    return {"receiver": receiver, "now": now, "retries": [later(now, seconds=pause) for pause in PAUSES_SECONDS]}
