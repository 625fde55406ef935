"""Client of the Dobon API.

>>> from dobon_client import Dobon
>>> with Dobon("https://dobon.example") as dobon:
...     dobon.create_player("Aoi")
...     game = dobon.open_game({"ruleset": "durak", "seats": 2, "bots": ["careful"]})
...     view = dobon.view(game["id"])
"""

from dobon_client.client import Dobon
from dobon_client.clock import ServerClock
from dobon_client.connection import Answer, Connection, Patience, new_key
from dobon_client.errors import NO_ANSWER, DobonError
from dobon_client.stream import StampItem, StreamItem

__all__ = [
    "NO_ANSWER",
    "Answer",
    "Connection",
    "Dobon",
    "DobonError",
    "Patience",
    "ServerClock",
    "StampItem",
    "StreamItem",
    "new_key",
]
