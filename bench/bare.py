"""The reference for HTTP: a bare Flask route that inserts one row of the size of an event.

It is served in the same way as the API.
"""

import os

import psycopg
from flask import Flask, request
from psycopg_pool import ConnectionPool

BODY = "x" * 600
"""About the size of one event of a game."""


def make() -> Flask:
    """Return the application; the environment variable `BENCH_DATABASE_URL` holds the address of the database."""
    app = Flask("bare")
    pool: ConnectionPool[psycopg.Connection] = ConnectionPool(
        os.environ["BENCH_DATABASE_URL"], kwargs={"autocommit": True}, min_size=4, max_size=8, open=True
    )

    @app.post("/row")
    def row() -> tuple[dict[str, int], int]:
        given = request.get_json()
        with pool.connection() as connection:
            connection.execute(
                "INSERT INTO dobon.bench_rows (game_id, version, body) VALUES (gen_random_uuid(), 1, %s)", [BODY]
            )
        return {"on": given["on"]}, 201

    return app
