"""Receipts as JSON."""

from dataclasses import asdict
from typing import Any

from domain.game.game import Game
from infra.event_store.receipt_keys import Signer


def receipt_json(signer: Signer, game: Game) -> dict[str, Any]:
    """Return a receipt for the version of a game that a viewer sees; all viewers see the same head of a version."""
    return asdict(signer.sign(game.id, game.version, game.head))
