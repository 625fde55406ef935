"""Client of the Dobon API.

>>> from dobon_client import Dobon
>>> with Dobon("https://dobon.example") as dobon:
...     dobon.create_player("Aoi")
...     game = dobon.open_game({"ruleset": "durak", "seats": 2, "bots": ["careful"]})
...     table = dobon.table(game["id"])
...     table.act(table.view["actions"][0])
"""

from dobon_client.account_stream import AccountItem, AccountStream
from dobon_client.client import Dobon
from dobon_client.clock import ServerClock
from dobon_client.connection import Answer, Connection, Patience, new_key
from dobon_client.cuts import CutProblem, CutWarning
from dobon_client.errors import NO_ANSWER, DobonError
from dobon_client.store import FileStore
from dobon_client.stream import GameStream, StreamItem
from dobon_client.table import Table

__all__ = [
    "NO_ANSWER",
    "AccountItem",
    "AccountStream",
    "Answer",
    "Connection",
    "CutProblem",
    "CutWarning",
    "Dobon",
    "DobonError",
    "FileStore",
    "GameStream",
    "Patience",
    "ServerClock",
    "StreamItem",
    "Table",
    "new_key",
]
