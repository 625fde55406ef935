"""The schedule of a game: people at it, its clock's offset; seats of unfinished games; games that cannot be read.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ID = sa.Uuid(as_uuid=False)
MOMENT = sa.Text(collation="C")

COLUMNS = ("attended", "missed_turns", "clock_offset_ms")


def upgrade() -> None:
    _schedule()
    _unfinished_games()
    _damaged_games()


def _schedule() -> None:
    for column in (
        sa.Column(
            "attended",
            sa.Boolean,
            nullable=False,
            server_default=sa.true(),
            comment="whether a person still takes part",
        ),
        sa.Column(
            "missed_turns",
            sa.SmallInteger,
            nullable=False,
            server_default=sa.text("0"),
            comment="that the clock played for people since their last command",
        ),
        sa.Column(
            "clock_offset_ms",
            sa.BigInteger,
            nullable=False,
            server_default=sa.text("0"),
            comment="by which the game's time is ahead of the server's; due_at is in the server's",
        ),
    ):
        op.add_column("games", column, schema="dobon")
    op.execute("GRANT UPDATE (attended, missed_turns, clock_offset_ms) ON dobon.games TO dobon_app")
    # the scheduler takes games with people first
    op.drop_index("games_due_at_idx", table_name="games", schema="dobon")
    op.create_index(
        "games_attended_due_at_idx",
        "games",
        ["attended", "due_at"],
        schema="dobon",
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index(
        "games_clock_offset_ms_idx",
        "games",
        ["clock_offset_ms"],
        schema="dobon",
        postgresql_where=sa.text("clock_offset_ms <> 0"),
    )


def _unfinished_games() -> None:
    # each new game and each new seat counts the account's unfinished games
    op.create_index(
        "game_seats_unfinished_idx",
        "game_seats",
        ["player_id"],
        schema="dobon",
        postgresql_where=sa.text("status IN ('waiting', 'playing', 'between-rounds')"),
    )
    op.create_index(
        "games_unfinished_idx",
        "games",
        ["created_by"],
        schema="dobon",
        postgresql_where=sa.text("status IN ('waiting', 'playing', 'between-rounds')"),
    )


def _damaged_games() -> None:
    op.create_table(
        "damaged_games",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("found_at", MOMENT, nullable=False),
        sa.Column("reason", sa.Text, nullable=False, comment="the error of the last attempt to read the game"),
        sa.PrimaryKeyConstraint("game_id", name="damaged_games_pkey"),
        schema="dobon",
        comment="games that could not be read; a row is deleted when the game can be read again",
    )
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.damaged_games TO dobon_app")


def downgrade() -> None:
    op.drop_table("damaged_games", schema="dobon")
    op.drop_index("games_unfinished_idx", table_name="games", schema="dobon")
    op.drop_index("game_seats_unfinished_idx", table_name="game_seats", schema="dobon")
    op.drop_index("games_clock_offset_ms_idx", table_name="games", schema="dobon")
    op.drop_index("games_attended_due_at_idx", table_name="games", schema="dobon")
    op.create_index(
        "games_due_at_idx", "games", ["due_at"], schema="dobon", postgresql_where=sa.text("due_at IS NOT NULL")
    )
    for column in reversed(COLUMNS):
        op.drop_column("games", column, schema="dobon")
