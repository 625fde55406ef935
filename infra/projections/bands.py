"""Bands of ratings: the number of entrants of a ruleset with a rating in each.

So a place is found without counting all entrants: it is the sum of the bands above and a count within one band. A band
is a tenth of the ordinal wide.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import psycopg

from domain.game.statistics import Entrant
from infra.projections.openskill import MILLION

WIDTH = MILLION // 10
"""The width of a band, in millionths."""

Connection = psycopg.Connection[Any]


def band_of(ordinal: int) -> int:
    """Return the band of an ordinal."""
    return ordinal // WIDTH


def move(conn: Connection, build: int, ruleset: str, ordinals: Mapping[Entrant, int]) -> None:
    """Move entrants from the bands of their stored ratings to those of the new ones, which are not stored yet."""
    rows = conn.execute(
        "SELECT ordinal FROM dobon.ratings WHERE build = %s AND ruleset = %s AND entrant = ANY(%s)",
        (build, ruleset, list(ordinals)),
    ).fetchall()
    changes = Counter(band_of(ordinal) for ordinal in ordinals.values())
    changes.subtract(band_of(ordinal) for (ordinal,) in rows)
    moved = sorted((band, change) for band, change in changes.items() if change)
    if not moved:
        return
    conn.execute(
        "INSERT INTO dobon.rating_bands (build, ruleset, band, entrants)"
        " SELECT %s, %s, b.band, b.entrants FROM unnest(%b::int4[], %b::int8[]) AS b (band, entrants)"
        " ON CONFLICT (build, ruleset, band) DO UPDATE SET entrants = rating_bands.entrants + excluded.entrants",
        (build, ruleset, [band for band, _ in moved], [change for _, change in moved]),
    )
    conn.execute(
        "DELETE FROM dobon.rating_bands WHERE build = %s AND ruleset = %s AND band = ANY(%b::int4[]) AND entrants = 0",
        (build, ruleset, [band for band, _ in moved]),
    )
