"""Finished games, their expected statistics, and the stored ones."""

import json
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from domain.game.missed_calls import find_missed
from domain.game.reading import read_log
from domain.game.statistics import Standing, Tally, bot_of, tally_of_log
from domain.log.moments import later
from domain.ruleset.actions import Ready
from infra.event_store import store
from infra.postgres.pool import Pool
from infra.postgres.tables.records import COUNTERS
from infra.projections import builds
from infra.projections.bands import band_of
from infra.projections.openskill import NEW, Rating, rate
from prove.harness.service_games import START, Stage, Table
from tests.infra.event_store.test_change_feed import settled

GAME = (
    "id, ruleset, options, seats, status, spectators, spectator_delay, shown, players, round, version, head, due_at, listed,"
    " join_code, created_by, created_at"
)
EVENT = "game_id, version, type, schema, body, actor, at, digest"

Connection = psycopg.Connection[Any]


def finished(pool: Pool, ruleset: str = "dobon-sato", rounds: int = 2, seats: int = 3, bots: int = 1) -> Table:
    """Return a game played to its end."""
    return play_to_end(Stage(pool).open(seats=seats, bots=bots, ruleset=ruleset, options={"rounds": rounds}))


def play_to_end(table: Table) -> Table:
    """Play a game to its end, and return it."""
    for _ in range(3000):
        game = table.game()
        if game.status == "finished":
            return table
        for seat in [seat for seat in game.unready if seat < len(table.players)]:
            table.act(seat, Ready())
        if table.game().status == "playing":
            table.move()
    raise AssertionError("the game does not end")


def copied(conn: Connection, game_id: str, seconds: int) -> str:
    """Copy a game under another id that ended the given seconds after `START`; return the id."""
    new = str(uuid.uuid4())
    conn.execute(
        f"INSERT INTO dobon.games ({GAME}) SELECT %s, {GAME.partition(', ')[2]} FROM dobon.games WHERE id = %s",
        (new, game_id),
    )
    conn.execute(
        f"INSERT INTO dobon.events ({EVENT}) SELECT %s, version, type, schema, body, actor,"
        " CASE WHEN type = 'game-ended' THEN %s ELSE at END, digest FROM dobon.events WHERE game_id = %s",
        (new, later(START, seconds=seconds), game_id),
    )
    return new


def expected(conn: Connection) -> tuple[dict[tuple[str, str], Tally], dict[tuple[str, str], Rating]]:
    """Return the expected counts and ratings of all logs, by ruleset and entrant."""
    found: dict[tuple[str, str], Tally] = {}
    standings: list[tuple[str, str, str, Standing]] = []
    for (game_id,) in conn.execute("SELECT id FROM dobon.games ORDER BY id").fetchall():
        events = [*read_log(store.read(conn, game_id))]
        missed = find_missed(events[0].public.ruleset, events[0].public.seats, events)
        tallies = tally_of_log(events, {event.version: event for event in events}, missed, store.NEWEST)
        for who, tally in tallies.by.items():
            found.setdefault((tallies.ruleset, who), Tally()).add(tally)
        if tallies.standing is not None:
            standings.append((tallies.ruleset, tallies.standing.ended_at, game_id, tallies.standing))
    ratings: dict[tuple[str, str], Rating] = {}
    for ruleset, _, _, standing in sorted(standings, key=lambda one: one[:3]):
        before = [ratings.get((ruleset, who), NEW) for who in standing.entrants]
        after = rate(standing.entrants, standing.ranks, before)
        ratings |= {(ruleset, who): rating for who, rating in after.items()}
    return {key: tally for key, tally in found.items() if tally != Tally()}, ratings


def check_histories(conn: Connection) -> None:
    """Compare the histories of all players with the rated games, and the bands with the ratings."""
    build = live(conn)
    now = {(key, who): (mu, sigma) for key, who, mu, sigma in conn.execute(
        "SELECT ruleset, entrant, mu, sigma FROM dobon.ratings WHERE build = %s", (build,)
    )}  # fmt: skip
    wanted = []
    rated = conn.execute(
        "SELECT ruleset, ended_at, game_id, entrants FROM dobon.rated_games WHERE build = %s"
        " ORDER BY ruleset, ended_at DESC, game_id DESC",
        (build,),
    ).fetchall()
    for key, ended_at, game, entrants in rated:
        for who, _, mu, sigma in json.loads(entrants):
            if bot_of(who) is None:
                wanted.append((who, ended_at, game, key, mu, sigma, *now[key, who]))
            now[key, who] = mu, sigma
    names = "player_id::text, ended_at, game_id, ruleset, mu_before, sigma_before, mu, sigma"
    found = conn.execute(f"SELECT {names} FROM dobon.player_games WHERE build = %s", (build,)).fetchall()
    assert sorted(found) == sorted(wanted), "after a game each player has the rating that is before the next one"
    bands = conn.execute("SELECT ruleset, band, entrants FROM dobon.rating_bands WHERE build = %s", (build,)).fetchall()
    ordinals = conn.execute("SELECT ruleset, ordinal FROM dobon.ratings WHERE build = %s", (build,)).fetchall()
    counted = Counter((key, band_of(ordinal)) for key, ordinal in ordinals)
    assert sorted(bands) == sorted((*key, count) for key, count in counted.items())


def live(conn: Connection) -> int:
    return next(build.number for build in builds.list_builds(conn, "statistics") if build.state == builds.LIVE)


def recorded(
    conn: Connection, build: int | None = None
) -> tuple[dict[tuple[str, str], Tally], dict[tuple[str, str], Rating]]:
    """Return the stored counts and ratings of a build."""
    build = live(conn) if build is None else build
    counters = conn.execute(
        f"SELECT ruleset, entrant, {', '.join(COUNTERS)} FROM dobon.statistics WHERE build = %s ORDER BY 1, 2", (build,)
    ).fetchall()
    ratings = conn.execute(
        "SELECT ruleset, entrant, mu, sigma FROM dobon.ratings WHERE build = %s ORDER BY 1, 2", (build,)
    ).fetchall()
    return {row[:2]: _tally(row[2:]) for row in counters}, {row[:2]: Rating(*row[2:]) for row in ratings}


def _tally(values: Sequence[int]) -> Tally:
    return Tally(**dict(zip(COUNTERS, values, strict=True)))


def delete_statistics(conn: Connection) -> None:
    """Delete all statistics, as if no game had been counted."""
    for table in ("statistics", "ratings", "rating_bands", "rated_games", "player_games"):
        conn.execute(f"DELETE FROM dobon.{table}")
    conn.execute("DELETE FROM dobon.progress WHERE name LIKE 'statistics%'")
    conn.execute("UPDATE dobon.games SET closed = false WHERE closed")
    conn.execute("UPDATE dobon.closed_games SET games = 0")


class Stopped(BaseException):
    """Raised in place of a killed process."""


@contextmanager
def stopping_after(monkeypatch: pytest.MonkeyPatch, statements: int) -> Iterator[list[int]]:
    """Stop this thread inside this block after that many statements; yield a list with the number done.

    Other threads are not stopped, because a scheduler of another test may run in this worker.
    """
    real: Callable[..., Any] = psycopg.Connection.execute
    done, stopped_thread = [0], threading.get_ident()

    def execute(self: Connection, *arguments: Any, **more: Any) -> Any:
        if threading.get_ident() != stopped_thread:
            return real(self, *arguments, **more)
        if done[0] == statements:
            self.close()
            raise Stopped
        done[0] += 1
        return real(self, *arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "execute", execute)
        yield done


def wait_for_locks(pool: Pool) -> None:
    """Wait until Postgres has released all locks of a lost process."""
    pool.check()
    with pool.connection() as conn:
        own = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        while conn.execute(own).fetchone():
            pass


def check_all_counted(pool: Pool) -> None:
    with pool.connection() as conn:
        settled(conn)
        assert recorded(conn) == expected(conn)
        check_histories(conn)
