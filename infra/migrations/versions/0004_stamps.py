"""Stamps at the table, and an index of waiting games by join code.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.Uuid(as_uuid=False)


def upgrade() -> None:
    op.create_table(
        "stamps",
        sa.Column("game_id", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("player_id", ID, nullable=False),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="that the game was at"),
        sa.Column("at", sa.Text(collation="C"), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="stamps_pkey"),
        schema="dobon",
        comment="what players said at the table without words; no part of the log, and old ones go",
    )
    # a row is inserted or deleted, and never changed
    op.execute("GRANT SELECT, INSERT, DELETE ON dobon.stamps TO dobon_app")
    # few games wait at a time, and a client may guess many codes
    op.create_index(
        "games_join_code_idx",
        "games",
        ["join_code"],
        schema="dobon",
        postgresql_where=sa.text("status = 'waiting'"),
    )


def downgrade() -> None:
    op.drop_index("games_join_code_idx", table_name="games", schema="dobon")
    op.drop_table("stamps", schema="dobon")
