"""Ratings, as a fold over the finished games of a ruleset in the order in which they ended.

Who won against whom when decides a rating, so the order is part of it: `(ended_at, game_id)`, which the log gives, and not the order in which games
came to be read. A game that is read after one that ended later goes where it belongs: what was rated after it is taken back and rated again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson
import psycopg

from domain.identifiers import LOWEST_ID
from domain.statistics import Entrant, Standing
from infra.event_store.canonical_json import canonical_text
from infra.projections.openskill import NEW, Rating, rate

PAGE = 1000
"""Games rated between two writes."""

Connection = psycopg.Connection[Any]
Seats = list[tuple[Entrant, int, Rating]]
"""By seat: entrant, which rank, and the rating before the game."""

_Game = tuple[str, str, Seats]
"""When it ended, its id, and entrant played."""


def insert_game(conn: Connection, build: int, ruleset: str, game_id: str, standing: Standing) -> None:
    """Put a finished game in its place, to be rated when `settle` comes to it."""
    seats = [(entrant, rank, NEW) for entrant, rank in zip(standing.entrants, standing.ranks, strict=True)]
    conn.execute(
        "INSERT INTO dobon.rated_games (build, ruleset, ended_at, game_id, entrants, rated) VALUES (%s, %s, %s, %s, %s, false)",
        (build, ruleset, standing.ended_at, game_id, _encode_seats(seats)),
    )


def has_pending(conn: Connection, build: int) -> bool:
    """Is there a finished game that was not rated?"""
    row = conn.execute("SELECT 1 FROM dobon.rated_games WHERE build = %s AND NOT rated LIMIT 1", (build,)).fetchone()
    return row is not None


def rate_pending(conn: Connection, build: int) -> int:
    """Rate what has not been, and again all that ended later; gives how many games were rated.

    Belongs into a transaction that holds the build: two of these at once would overwrite each other.
    """
    rows = conn.execute(
        "SELECT DISTINCT ON (ruleset) ruleset, ended_at, game_id FROM dobon.rated_games WHERE build = %s AND NOT rated"
        " ORDER BY ruleset, ended_at, game_id",
        (build,),
    ).fetchall()
    return sum(_rate_from(conn, build, *row) for row in rows)


def _rate_from(conn: Connection, build: int, ruleset: str, ended_at: str, game_id: str) -> int:
    """Rate from this game on, which is the first that was not rated."""
    ratings = _ratings_before(conn, build, ruleset, ended_at, game_id)
    games = 0
    for page in _games_from(conn, build, ruleset, ended_at, game_id):
        _add_missing_ratings(conn, build, ruleset, ratings, page)
        done = []
        for at, game, seats in page:
            names, ranks = [entrant for entrant, _, _ in seats], [rank for _, rank, _ in seats]
            before = [ratings[entrant] for entrant in names]
            ratings |= rate(names, ranks, before)
            done.append((at, game, _encode_seats(zip(names, ranks, before, strict=True))))
        _write_games(conn, build, ruleset, done)
        games += len(page)
    _write_ratings(conn, build, ruleset, ratings)
    return games


def _ratings_before(conn: Connection, build: int, ruleset: str, ended_at: str, game_id: str) -> dict[Entrant, Rating]:
    """What everybody was rated before a game of whom a later one is rated already: going back, the last one seen is the earliest."""
    found: dict[Entrant, Rating] = {}
    before = ("9999", LOWEST_ID)
    while True:
        rows = conn.execute(
            "SELECT ended_at, game_id, entrants FROM dobon.rated_games WHERE build = %s AND ruleset = %s AND rated"
            " AND (ended_at, game_id) > (%s, %s::uuid) AND (ended_at, game_id) < (%s, %s::uuid)"
            " ORDER BY ended_at DESC, game_id DESC LIMIT %s",
            (build, ruleset, ended_at, game_id, *before, PAGE),
        ).fetchall()
        if not rows:
            return found
        for _, _, entrants in rows:
            found |= {entrant: rating for entrant, _, rating in _decode_seats(entrants)}
        before = rows[-1][:2]


def _games_from(conn: Connection, build: int, ruleset: str, ended_at: str, game_id: str) -> Iterator[list[_Game]]:
    """The games from one on, in order, in pages."""
    last = None
    while True:
        rows = conn.execute(
            "SELECT ended_at, game_id, entrants FROM dobon.rated_games WHERE build = %s AND ruleset = %s"
            " AND (ended_at, game_id) >= (%s, %s::uuid) AND (ended_at, game_id) IS DISTINCT FROM (%s, %s::uuid)"
            " ORDER BY ended_at, game_id LIMIT %s",
            (build, ruleset, ended_at, game_id, *(last or (None, None)), PAGE),
        ).fetchall()
        if not rows:
            return
        yield [(at, game, _decode_seats(entrants)) for at, game, entrants in rows]
        ended_at, game_id = last = rows[-1][:2]


def _add_missing_ratings(
    conn: Connection, build: int, ruleset: str, ratings: dict[Entrant, Rating], page: Iterable[_Game]
) -> None:
    """Add the ratings of those who are met for the first time."""
    met = sorted({entrant for _, _, seats in page for entrant, _, _ in seats} - ratings.keys())
    rows = conn.execute(
        "SELECT entrant, mu, sigma FROM dobon.ratings WHERE build = %s AND ruleset = %s AND entrant = ANY(%s) ORDER BY entrant",
        (build, ruleset, met),
    )
    ratings |= dict.fromkeys(met, NEW) | {entrant: Rating(mu, sigma) for entrant, mu, sigma in rows}


def _write_games(conn: Connection, build: int, ruleset: str, done: Sequence[tuple[str, str, str]]) -> None:
    conn.execute(
        "UPDATE dobon.rated_games AS game SET entrants = done.entrants, rated = true"
        " FROM unnest(%b::text[], %b::text[], %b::text[]) AS done (ended_at, game_id, entrants)"
        " WHERE game.build = %s AND game.ruleset = %s AND game.ended_at = done.ended_at AND game.game_id = done.game_id::uuid",
        ([row[0] for row in done], [row[1] for row in done], [row[2] for row in done], build, ruleset),
    )


def _write_ratings(conn: Connection, build: int, ruleset: str, ratings: Mapping[Entrant, Rating]) -> None:
    columns = (
        list(ratings), [one.mu for one in ratings.values()], [one.sigma for one in ratings.values()],
        [one.ordinal for one in ratings.values()],
    )  # fmt: skip
    conn.execute(
        "INSERT INTO dobon.ratings (build, ruleset, entrant, mu, sigma, ordinal)"
        " SELECT %s, %s, r.entrant, r.mu, r.sigma, r.ordinal"
        " FROM unnest(%b::text[], %b::int8[], %b::int8[], %b::int8[]) AS r (entrant, mu, sigma, ordinal)"
        " ON CONFLICT (build, ruleset, entrant)"
        " DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, ordinal = excluded.ordinal",
        (build, ruleset, *columns),
    )


def _encode_seats(seats: Iterable[tuple[Entrant, int, Rating]]) -> str:
    return canonical_text([[entrant, rank, rating.mu, rating.sigma] for entrant, rank, rating in seats])


def _decode_seats(entrants: str) -> Seats:
    return [(entrant, rank, Rating(mu, sigma)) for entrant, rank, mu, sigma in orjson.loads(entrants)]
