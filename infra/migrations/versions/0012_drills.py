"""Drills from analysed rounds, those of the day, and the answers of players.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def moment() -> sa.Text:
    """Return the type of a moment."""
    return sa.Text(collation="C")


def answer() -> list[sa.Column[object]]:
    """Return the columns of a player's first answer."""
    return [
        sa.Column("choice", sa.SmallInteger, comment="place of the choice; null before the first answer"),
        sa.Column("answered_at", moment()),
    ]


def upgrade() -> None:
    op.create_table(
        "drills",
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("question", sa.Text, nullable=False, comment="JSON object, with the losses of all choices"),
        sa.PrimaryKeyConstraint("game_id", "id", name="drills_pkey"),
        schema="dobon",
        comment="positions of analysed rounds in which one action was clearly the best",
    )
    op.create_table(
        "player_drills",
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("drill_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("game_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column(
            "rank",
            sa.SmallInteger,
            nullable=False,
            comment="0 for a mistake of the player, 1 for another position of the player, 2 for one of another seat",
        ),
        sa.Column("created_at", moment(), nullable=False),
        *answer(),
        sa.PrimaryKeyConstraint("player_id", "drill_id", name="player_drills_pkey"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["dobon.players.id"], name=op.f("player_drills_player_id_fkey"), ondelete="CASCADE"
        ),
        sa.CheckConstraint("done = (choice IS NOT NULL)", name=op.f("player_drills_done_check")),
        schema="dobon",
        comment="the drills of each player, from the games in which the player has a seat, and the first answers",
    )
    op.create_index(
        "player_drills_player_id_done_rank_created_at_drill_id_idx",
        "player_drills",
        ["player_id", "done", "rank", "created_at", "drill_id"],
        schema="dobon",
    )
    op.create_table(
        "daily_drills",
        sa.Column("day", moment(), nullable=False),
        sa.Column("drill", sa.Text, nullable=False, comment="JSON object, which follows from the day"),
        sa.PrimaryKeyConstraint("day", name="daily_drills_pkey"),
        schema="dobon",
        comment="the drill of each day (UTC), from a game of bots that is recorded nowhere",
    )
    op.create_table(
        "daily_answers",
        sa.Column("day", moment(), nullable=False),
        sa.Column("player_id", sa.Uuid(as_uuid=False), nullable=False),
        sa.Column("choice", sa.SmallInteger, nullable=False),
        sa.Column("answered_at", moment(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "day", name="daily_answers_pkey"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["dobon.players.id"], name=op.f("daily_answers_player_id_fkey"), ondelete="CASCADE"
        ),
        schema="dobon",
        comment="the first answer of each player to the drill of a day",
    )
    for table in ("drills", "player_drills"):
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON dobon.{table} TO dobon_app")
    for table in ("daily_drills", "daily_answers"):
        op.execute(f"GRANT SELECT, INSERT ON dobon.{table} TO dobon_app")


def downgrade() -> None:
    for table in ("daily_answers", "daily_drills", "player_drills", "drills"):
        op.drop_table(table, schema="dobon")
