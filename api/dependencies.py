"""What the operations work with, made once a process and hung onto the application."""

from dataclasses import dataclass

from flask import current_app

from api.presenters.player_names import PlayerNames
from api.streaming.gauges import ProcessGauges
from api.streaming.hub import UpdateHub
from infra.commands.service import GameService
from infra.postgres.pool import Pool
from infra.queries.database_metrics import DatabaseCollector

NAME = "dobon"


@dataclass(slots=True)
class Dependencies:
    """The parts below HTTP."""

    pool: Pool
    tables: GameService
    tail: UpdateHub
    names: PlayerNames
    sampler: ProcessGauges
    figures: DatabaseCollector


def dependencies() -> Dependencies:
    """Those of the application that answers this request."""
    found = current_app.extensions[NAME]
    assert isinstance(found, Dependencies)
    return found
