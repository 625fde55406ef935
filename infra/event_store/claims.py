"""The table of claims: one row for each call, true or false.

The command that makes a call writes its row, and a rebuild recreates the rows from the log.
"""

from collections.abc import Sequence
from typing import Any

import orjson
import psycopg

from domain.game.claims import claim_in
from domain.game.game import Game
from domain.log.events import Event
from infra.event_store import store
from infra.event_store.append_calls import arguments
from infra.event_store.store import Claim

_COMMON = ("seat", "kind", "on", "valid")


def claim_row(event: Event, game: Game) -> Claim | None:
    """Return the claim that an event makes, or None. `game` is the server's game after the event."""
    facts = claim_in(game.ruleset, event)
    if facts is None:
        return None
    seat, kind, on, valid = (facts.pop(name) for name in _COMMON)
    taken = game.seats[seat]
    player = None if taken is None or taken.bot is not None else taken.player
    return Claim(event.version, game.round, seat, player, kind, on, valid, facts, event.at)


def read_claims(conn: psycopg.Connection[Any], game_id: str, upto: int = store.NEWEST) -> list[Claim]:
    """Return the stored claims of a game up to a version, in order."""
    rows = conn.execute(
        "SELECT version, round, seat, player_id, kind, on_version, valid, facts, at FROM dobon.read_claims(%s, %s)",
        (game_id, upto),
    )
    return [
        Claim(version, number, seat, player, kind, on, valid, orjson.loads(facts), at)
        for version, number, seat, player, kind, on, valid, facts, at in rows
    ]


def replace_claims(conn: psycopg.Connection[Any], game_id: str, claims: Sequence[Claim], upto: int) -> None:
    """Replace the stored claims of a game up to a version."""
    values = {"game": game_id, "upto": upto, **store.claim_columns(claims)}
    conn.execute(f"SELECT dobon.replace_claims({arguments(tuple(values))})", values)
