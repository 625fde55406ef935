"""The record of calls: one row for each, true or false. Rows are written with the command that made the call, and can be made again from the log."""

from collections.abc import Sequence
from typing import Any

import orjson
import psycopg

from domain.claims import claim_in
from domain.events import Event
from domain.game import Game
from domain.upcasting import current
from infra.event_store import store
from infra.event_store.append_sql import CLAIMS_AGAIN
from infra.event_store.store import Claim

_COMMON = ("seat", "kind", "on", "valid")


def claim_row(event: Event, game: Game) -> Claim | None:
    """The claim that an event makes, if it makes one; `game` is the server's after the event."""
    facts = claim_in(game.ruleset, current(event))
    if facts is None:
        return None
    seat, kind, on, valid = (facts.pop(name) for name in _COMMON)
    taken = game.seats[seat]
    player = None if taken is None or taken.bot is not None else taken.player
    return Claim(event.version, game.round, seat, player, kind, on, valid, facts, event.at)


def recorded_claims(conn: psycopg.Connection[Any], game_id: str, upto: int = store.NEWEST) -> list[Claim]:
    """The recorded claims of a game up to a version, in order."""
    rows = conn.execute(
        "SELECT version, round, seat, player_id, kind, on_version, valid, facts, at FROM dobon.claims"
        " WHERE game_id = %s AND version <= %s ORDER BY version",
        (game_id, upto),
    )
    return [
        Claim(version, number, seat, player, kind, on, valid, orjson.loads(facts), at)
        for version, number, seat, player, kind, on, valid, facts, at in rows
    ]


def replace_claims(conn: psycopg.Connection[Any], game_id: str, claims: Sequence[Claim], upto: int) -> None:
    """Put these in the place of what is recorded of a game up to a version."""
    conn.execute("DELETE FROM dobon.claims WHERE game_id = %s AND version <= %s", (game_id, upto))
    if claims:
        conn.execute(CLAIMS_AGAIN, {"game": game_id, **store.claim_columns(claims)})
