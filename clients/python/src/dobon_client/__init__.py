"""Client of the Dobon API.

>>> from dobon_client import Dobon
>>> with Dobon("https://dobon.example") as dobon:
...     dobon.create_player("Aoi")
...     game = dobon.games.open({"ruleset": "durak", "seats": 2, "bots": ["careful"]})
...     table = dobon.table(game["id"])
...     table.act(table.view["actions"][0])

`AsyncDobon` is the same client for programs with `async` and `await`.
"""

from dobon_client._async.account_stream import AsyncAccountStream
from dobon_client._async.client import AsyncDobon
from dobon_client._async.clock import AsyncServerClock
from dobon_client._async.connection import AsyncConnection
from dobon_client._async.stream import AsyncGameStream
from dobon_client._async.table import AsyncTable
from dobon_client._sync.account_stream import AccountStream
from dobon_client._sync.client import Dobon
from dobon_client._sync.clock import ServerClock
from dobon_client._sync.connection import Connection
from dobon_client._sync.stream import GameStream
from dobon_client._sync.table import Table
from dobon_client.actions import choose
from dobon_client.answers import Answer, Patience, new_key
from dobon_client.cuts import CutProblem, CutWarning
from dobon_client.errors import NO_ANSWER, DobonError
from dobon_client.receipts import ReceiptProblem, check_receipt
from dobon_client.store import FileStore
from dobon_client.stream_items import AccountItem, StreamItem
from dobon_client.webhooks import WebhookProblem, verify_webhook

__all__ = [
    "NO_ANSWER",
    "AccountItem",
    "AccountStream",
    "Answer",
    "AsyncAccountStream",
    "AsyncConnection",
    "AsyncDobon",
    "AsyncGameStream",
    "AsyncServerClock",
    "AsyncTable",
    "Connection",
    "CutProblem",
    "CutWarning",
    "Dobon",
    "DobonError",
    "FileStore",
    "GameStream",
    "Patience",
    "ReceiptProblem",
    "ServerClock",
    "StreamItem",
    "Table",
    "WebhookProblem",
    "check_receipt",
    "choose",
    "new_key",
    "verify_webhook",
]
