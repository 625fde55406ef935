"""The parts of `infra` that the operations use, created once a process and stored in the application."""

from dataclasses import dataclass

from flask import Flask, current_app

from infra.accounts.account_cache import AccountCache
from infra.accounts.name_cache import PlayerNames
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from infra.event_store.receipt_keys import ReceiptKeys
from infra.queries.database_metrics import DatabaseCollector
from infra.queries.reviews import Reviews

EXTENSION = "dobon"


@dataclass(slots=True)
class Dependencies:
    """The parts below HTTP. State that `api` itself keeps for a process is stored by its own module, as `update_hub`
    is.
    """

    pool: AccountsPool
    games: GameService
    database_metrics: DatabaseCollector
    accounts: AccountCache
    receipt_keys: ReceiptKeys
    names: PlayerNames
    reviews: Reviews


def dependencies(app: Flask | None = None) -> Dependencies:
    """Return the dependencies of an application; by default of the one that handles this request."""
    found = (app or current_app).extensions[EXTENSION]
    assert isinstance(found, Dependencies)
    return found
