"""What the operations work with, made once a process and hung onto the application."""

from dataclasses import dataclass

from flask import current_app

from api.presenters.player_names import Names
from api.streaming.gauges import Sampler
from api.streaming.hub import Tail
from infra.commands.service import Tables
from infra.postgres.bootstrap import Pool
from infra.queries.database_metrics import DatabaseFigures

NAME = "dobon"


@dataclass(slots=True)
class Services:
    """The parts below HTTP."""

    pool: Pool
    tables: Tables
    tail: Tail
    names: Names
    sampler: Sampler
    figures: DatabaseFigures


def services() -> Services:
    """Those of the application that answers this request."""
    found = current_app.extensions[NAME]
    assert isinstance(found, Services)
    return found
