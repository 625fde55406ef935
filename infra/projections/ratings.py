"""Ratings: a fold over the finished games of a ruleset in the order in which they ended.

A rating depends on the order of games. That order is `(ended_at, game_id)` from the log, and not the order in which the
projector reads the games. If a game is read after one that ended later, it is inserted at its place, and all games
after it are rated again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson
import psycopg

from domain.game.statistics import Entrant, Standing, bot_of
from domain.log.identifiers import LOWEST_ID
from infra.event_store.canonical_json import canonical_text
from infra.projections import bands
from infra.projections.openskill import NEW, Rating, rate
from infra.projections.player_games import PlayerGame, write_player_games

PAGE = 1000
"""Games rated between two writes."""

Connection = psycopg.Connection[Any]
Seats = list[tuple[Entrant, int, Rating]]
"""By seat: the entrant, its rank, and its rating before the game."""

_Game = tuple[str, str, bool, Seats]
"""The moment of its end, its id, whether it is public, and its seats."""


def insert_games(conn: Connection, build: int, games: Sequence[tuple[str, str, Standing, bool]]) -> None:
    """Insert finished games, given by ruleset, id, standing and whether they are public, for `rate_pending`."""
    columns = (
        [ruleset for ruleset, *_ in games], [standing.ended_at for _, _, standing, _ in games],
        [game_id for _, game_id, *_ in games], [_encode_seats(_new_seats(standing)) for _, _, standing, _ in games],
        [public for *_, public in games],
    )  # fmt: skip
    conn.execute(
        "INSERT INTO dobon.rated_games (build, ruleset, ended_at, game_id, entrants, public, rated)"
        " SELECT %s, g.ruleset, g.ended_at, g.id::uuid, g.entrants, g.public, false"
        " FROM unnest(%b::text[], %b::text[], %b::text[], %b::text[], %b::bool[]) AS g (ruleset, ended_at, id, entrants, public)",
        (build, *columns),
    )


def _new_seats(standing: Standing) -> Seats:
    return [(entrant, rank, NEW) for entrant, rank in zip(standing.entrants, standing.ranks, strict=True)]


def has_pending(conn: Connection, build: int) -> bool:
    """Tell whether there is a finished game without a rating."""
    row = conn.execute("SELECT 1 FROM dobon.rated_games WHERE build = %s AND NOT rated LIMIT 1", (build,)).fetchone()
    return row is not None


def rate_pending(conn: Connection, build: int) -> int:
    """Rate all pending games and all games that ended after them; return the number of rated games.

    Call it in a transaction that has locked the build, because two concurrent calls would overwrite each other's
    ratings.
    """
    rows = conn.execute(
        "SELECT DISTINCT ON (ruleset) ruleset, ended_at, game_id FROM dobon.rated_games WHERE build = %s AND NOT rated"
        " ORDER BY ruleset, ended_at, game_id",
        (build,),
    ).fetchall()
    return sum(_rate_from(conn, build, *row) for row in rows)


def _rate_from(conn: Connection, build: int, ruleset: str, ended_at: str, game_id: str) -> int:
    """Rate all games from this one on, which is the first pending one."""
    ratings = _ratings_before(conn, build, ruleset, ended_at, game_id)
    games = 0
    for page in _games_from(conn, build, ruleset, ended_at, game_id):
        _add_missing_ratings(conn, build, ruleset, ratings, page)
        done, histories = [], []
        for at, game, public, seats in page:
            names, ranks = [entrant for entrant, _, _ in seats], [rank for _, rank, _ in seats]
            before = [ratings[entrant] for entrant in names]
            ratings |= rate(names, ranks, before)
            done.append((at, game, _encode_seats(zip(names, ranks, before, strict=True))))
            histories += [
                PlayerGame(entrant, at, game, public, rating, ratings[entrant])
                for entrant, rating in zip(names, before, strict=True)
                if bot_of(entrant) is None
            ]
        _write_games(conn, build, ruleset, done)
        write_player_games(conn, build, ruleset, histories)
        games += len(page)
    _write_ratings(conn, build, ruleset, ratings)
    return games


def _ratings_before(conn: Connection, build: int, ruleset: str, ended_at: str, game_id: str) -> dict[Entrant, Rating]:
    """Return ratings before this game of all entrants that have a later rated game.

    The rated games are read backwards, so the last value found for an entrant is the earliest.
    """
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
    """Yield the games from this one on, in order and in pages."""
    last = None
    while True:
        rows = conn.execute(
            "SELECT ended_at, game_id, public, entrants FROM dobon.rated_games WHERE build = %s AND ruleset = %s"
            " AND (ended_at, game_id) >= (%s, %s::uuid) AND (ended_at, game_id) IS DISTINCT FROM (%s, %s::uuid)"
            " ORDER BY ended_at, game_id LIMIT %s",
            (build, ruleset, ended_at, game_id, *(last or (None, None)), PAGE),
        ).fetchall()
        if not rows:
            return
        yield [(at, game, public, _decode_seats(entrants)) for at, game, public, entrants in rows]
        ended_at, game_id = last = rows[-1][:2]


def _add_missing_ratings(
    conn: Connection, build: int, ruleset: str, ratings: dict[Entrant, Rating], page: Iterable[_Game]
) -> None:
    """Add the stored ratings of entrants that are not in `ratings` yet."""
    met = sorted({entrant for *_, seats in page for entrant, _, _ in seats} - ratings.keys())
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
    bands.move(conn, build, ruleset, {entrant: rating.ordinal for entrant, rating in ratings.items()})
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
