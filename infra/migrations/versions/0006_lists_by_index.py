"""Columns and indexes by which each list of games or claims reads only its page, and the count of closed games.

Stored folds are deleted, because they lack a field; the projector stores them again.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MOMENT = sa.Text(collation="C")
SHOWN = sa.text("shown IS NOT NULL")

# Logs from before spectators could be chosen do not have the field: every account could watch.
FILL_SPECTATORS = """
UPDATE dobon.games AS game SET
    spectators = coalesce(first.body::jsonb #>> '{public,spectators}', 'live'),
    spectator_delay = coalesce((first.body::jsonb #>> '{public,spectator_delay}')::int2, 0)
FROM dobon.events AS first WHERE first.game_id = game.id AND first.version = 1
"""
# The newest event of a seat tells whether it is taken and which strategy plays it; the newest `seat-taken` tells the
# player.
FILL_PLAYERS = """
UPDATE dobon.games AS game SET players = coalesce(
    (
        SELECT '[' || string_agg(
            '{"bot":' || coalesce(to_json(bot)::text, 'null') || ',"id":' || coalesce(to_json(player)::text, 'null')
            || ',"kind":' || CASE WHEN player IS NULL THEN '"bot"' ELSE '"human"' END || ',"seat":' || seat || '}',
            ',' ORDER BY seat
        ) || ']'
        FROM (
            SELECT DISTINCT ON (seat) seat, type, bot, first_value(player) OVER (
                PARTITION BY seat ORDER BY type = 'seat-taken' DESC, version DESC
            ) AS player
            FROM (
                SELECT version, type, (body::jsonb #>> '{public,seat}')::int AS seat,
                    body::jsonb #>> '{public,bot}' AS bot, body::jsonb #>> '{public,player}' AS player
                FROM dobon.events
                WHERE game_id = game.id AND type IN ('seat-taken', 'seat-left', 'seat-handed-over', 'seat-resumed')
            ) AS change
            ORDER BY seat, version DESC
        ) AS newest
        WHERE type <> 'seat-left'
    ),
    '[]'
)
"""
FILL_SHOWN = """
UPDATE dobon.games SET shown = status WHERE listed AND (status = 'waiting' OR spectators <> 'off')
"""
# Delayed spectators of a running game see the status of an earlier version, and at least of the one before the first
# deal.
FILL_SHOWN_LATE = """
UPDATE dobon.games AS game SET shown = coalesce(
    (
        SELECT CASE change.type WHEN 'round-dealt' THEN 'playing' ELSE 'between-rounds' END
        FROM dobon.events AS change
        WHERE change.game_id = game.id AND change.version >= started.version
            AND change.version <= game.version - game.spectator_delay
            AND change.type IN ('round-dealt', 'round-committed', 'readiness-asked')
        ORDER BY change.version DESC LIMIT 1
    ),
    'waiting'
)
FROM (
    SELECT game_id, min(version) AS version FROM dobon.events WHERE type = 'round-dealt' GROUP BY game_id
) AS started
WHERE started.game_id = game.id AND game.listed AND game.status IN ('playing', 'between-rounds')
    AND game.spectators = 'delayed'
"""
FILL_SEATS = """
UPDATE dobon.game_seats AS seat SET ruleset = game.ruleset, status = game.status, created_at = game.created_at
FROM dobon.games AS game WHERE game.id = seat.game_id
"""
FILL_CLAIMS = """
UPDATE dobon.claims AS claim SET ruleset = game.ruleset FROM dobon.games AS game WHERE game.id = claim.game_id
"""
FORGET_FOLDS = "TRUNCATE dobon.folds", "DELETE FROM dobon.progress WHERE name = 'folds'"
REQUIRED = {
    "game_seats": ("ruleset", "status", "created_at"),
    "claims": ("ruleset",),
}


def upgrade() -> None:
    _columns()
    _indexes()
    op.create_table(
        "closed_games",
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("games", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("status", name="closed_games_pkey"),
        schema="dobon",
        comment="how many games are closed, so that metrics need not count them",
    )
    for statement in FORGET_FOLDS:
        op.execute(statement)
    op.execute("GRANT UPDATE (shown, players, closed) ON dobon.games TO dobon_app")
    op.execute("GRANT UPDATE (status) ON dobon.game_seats TO dobon_app")
    op.execute("GRANT SELECT, INSERT, UPDATE ON dobon.closed_games TO dobon_app")


def _columns() -> None:
    op.add_column(
        "games",
        sa.Column("shown", sa.Text, comment="the status that spectators see; empty if the game is hidden from them"),
        schema="dobon",
    )
    op.add_column(
        "games",
        sa.Column(
            "closed",
            sa.Boolean,
            nullable=False,
            server_default=sa.text("false"),
            comment="over, and read by all projections",
        ),
        schema="dobon",
    )
    op.add_column(
        "games",
        sa.Column("spectators", sa.Text, nullable=False, server_default=sa.text("'live'")),
        schema="dobon",
    )
    op.add_column(
        "games",
        sa.Column("spectator_delay", sa.SmallInteger, nullable=False, server_default=sa.text("0")),
        schema="dobon",
    )
    op.add_column(
        "games",
        sa.Column(
            "players",
            sa.Text,
            nullable=False,
            server_default=sa.text("'[]'"),
            comment="JSON list of the taken seats, as views show them",
        ),
        schema="dobon",
    )
    for statement in (FILL_SPECTATORS, FILL_PLAYERS, FILL_SHOWN, FILL_SHOWN_LATE):
        op.execute(statement)
    op.add_column("game_seats", sa.Column("ruleset", sa.Text), schema="dobon")
    op.add_column("game_seats", sa.Column("status", sa.Text, comment="of the game, as is the ruleset"), schema="dobon")
    op.add_column("game_seats", sa.Column("created_at", MOMENT, comment="the game's"), schema="dobon")
    op.execute(FILL_SEATS)
    op.add_column("claims", sa.Column("ruleset", sa.Text), schema="dobon")
    op.execute(FILL_CLAIMS)
    for table, columns in REQUIRED.items():
        for column in columns:
            op.alter_column(table, column, nullable=False, schema="dobon")


def _indexes() -> None:
    op.drop_index("games_created_at_id_idx", "games", schema="dobon")
    names: tuple[str, ...]
    for names in (
        ("created_at", "id"),
        ("shown", "created_at", "id"),
        ("ruleset", "created_at", "id"),
        ("ruleset", "shown", "created_at", "id"),
    ):
        op.create_index(f"games_{'_'.join(names)}_idx", "games", names, schema="dobon", postgresql_where=SHOWN)
    op.create_index(
        "games_status_id_idx", "games", ["status", "id"], schema="dobon", postgresql_where=sa.text("NOT closed")
    )
    op.drop_index("game_seats_player_id_game_id_idx", "game_seats", schema="dobon")
    for more in ((), ("status",), ("ruleset",), ("ruleset", "status")):
        columns = ["player_id", *more, "created_at", "game_id"]
        op.create_index(f"game_seats_{'_'.join(columns)}_idx", "game_seats", columns, schema="dobon")
    op.create_index(
        "events_game_id_version_idx",
        "events",
        ["game_id", "version"],
        schema="dobon",
        postgresql_where=sa.text("type = 'round-revealed'"),
    )
    op.drop_index("claims_player_id_at_idx", "claims", schema="dobon")
    for text in ("player_id at game_id version", "ruleset kind valid at game_id version"):
        op.create_index(f"claims_{text.replace(' ', '_')}_idx", "claims", text.split(), schema="dobon")


def downgrade() -> None:
    for statement in FORGET_FOLDS:
        op.execute(statement)
    op.drop_table("closed_games", schema="dobon")
    # the indexes on these columns are dropped with them
    for table, columns in REQUIRED.items():
        for column in columns:
            op.drop_column(table, column, schema="dobon")
    op.drop_index("events_game_id_version_idx", "events", schema="dobon")
    op.drop_index("games_created_at_id_idx", "games", schema="dobon")
    op.drop_index("games_ruleset_created_at_id_idx", "games", schema="dobon")
    for column in ("spectators", "spectator_delay", "shown", "players", "closed"):
        op.drop_column("games", column, schema="dobon")
    op.create_index("games_created_at_id_idx", "games", ["created_at", "id"], schema="dobon")
    op.create_index("game_seats_player_id_game_id_idx", "game_seats", ["player_id", "game_id"], schema="dobon")
    op.drop_index("claims_player_id_at_game_id_version_idx", "claims", schema="dobon")
    op.create_index("claims_player_id_at_idx", "claims", ["player_id", "at"], schema="dobon")
